//! What typify makes of a [`Normal`]: its structs and enums by name.

use std::collections::BTreeMap;

use serde_json::Value;
use syn::visit_mut::VisitMut;

use crate::Error;
use crate::normalise::{Normal, union_members};

/// Runs typify and gives back its structs and enums by name, with our types in place of those for any JSON.
///
/// # Errors
///
/// When typify cannot read the schema, or a setting of ours matched nothing.
pub(crate) fn typify_items(normal: &Normal) -> Result<BTreeMap<String, syn::Item>, Error> {
    let wrong = |reason: String| Error::new(&normal.revision, "", format!("typify: {reason}"));
    let mut settings = typify::TypeSpaceSettings::default();
    let ids: Vec<&String> =
        normal.definitions.iter().filter(|(_, schema)| is_id(schema)).map(|(name, _)| name).collect();
    for name in &ids {
        settings.with_replacement(*name, "RequestId", std::iter::empty());
    }
    let document = serde_json::json!({ "$defs": normal.definitions });
    let root: schemars::schema::RootSchema =
        serde_json::from_value(document).map_err(|error| wrong(error.to_string()))?;
    let mut space = typify::TypeSpace::new(&settings);
    space.add_root_schema(root).map_err(|error| wrong(error.to_string()))?;
    let file: syn::File = syn::parse2(space.to_stream()).map_err(|error| wrong(error.to_string()))?;
    let mut items = BTreeMap::new();
    for mut item in file.items {
        OurTypes.visit_item_mut(&mut item);
        let name = match &item {
            syn::Item::Struct(item) => item.ident.to_string(),
            syn::Item::Enum(item) => item.ident.to_string(),
            _ => continue,
        };
        items.insert(name, item);
    }
    match ids.into_iter().find(|name| items.contains_key(*name)) {
        Some(name) => Err(wrong(format!("the replacement of {name} matched nothing"))),
        None => Ok(items),
    }
}

/// Replaces the types that typify writes for any JSON by ours, and full paths by names.
struct OurTypes;

impl VisitMut for OurTypes {
    fn visit_type_mut(&mut self, ty: &mut syn::Type) {
        syn::visit_mut::visit_type_mut(self, ty);
        let syn::Type::Path(path) = ty else { return };
        let Some(last) = path.path.segments.last() else { return };
        let arguments = &last.arguments;
        if path.path.leading_colon.is_none() {
            if last.ident == "RequestId" {
                *ty = syn::parse_quote!(rt::RequestId);
            }
            return;
        }
        let replaced: syn::Type = match last.ident.to_string().as_str() {
            "Value" => syn::parse_quote!(rt::Json),
            "Map" => syn::parse_quote!(rt::JsonObject),
            "HashMap" => match arguments {
                syn::PathArguments::AngleBracketed(arguments) => match arguments.args.last() {
                    Some(value) => syn::parse_quote!(rt::Map<#value>),
                    None => return,
                },
                _ => return,
            },
            _ => {
                let ident = &last.ident;
                syn::parse_quote!(#ident #arguments)
            }
        };
        *ty = replaced;
    }
}

/// The `T` of `Wrapper<T>`.
pub(crate) fn unwrapped(ty: &syn::Type, wrapper: &str) -> Option<syn::Type> {
    let syn::Type::Path(path) = ty else { return None };
    let last = path.path.segments.last().filter(|last| last.ident == wrapper)?;
    let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    match arguments.args.first()? {
        syn::GenericArgument::Type(ty) => Some(ty.clone()),
        _ => None,
    }
}

/// A string or an integer, which `RequestId` is in every revision.
pub(crate) fn is_id(schema: &Value) -> bool {
    union_members(schema).is_some_and(|members| {
        let kinds: Vec<_> = members.iter().filter_map(|member| member.get("type")?.as_str()).collect();
        members.len() == 2 && kinds == ["string", "integer"]
    })
}

/// The wire name that a field or a variant is renamed to.
pub(crate) fn renamed(attributes: &[syn::Attribute]) -> Option<String> {
    let mut name = None;
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("serde")) {
        // Parsing ends at the first argument it does not know; `rename` comes first where there is one.
        let _ = attribute.parse_nested_meta(|meta| {
            if meta.path.is_ident("rename") {
                name = Some(meta.value()?.parse::<syn::LitStr>()?.value());
            } else if meta.input.peek(syn::Token![=]) {
                let _: syn::Expr = meta.value()?.parse()?;
            }
            Ok(())
        });
    }
    name
}
