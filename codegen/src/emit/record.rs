//! Objects that name their members.

use proc_macro2::TokenStream;
use quote::quote;
use serde_json::Value;

use super::{ENVELOPE_KEY, Emit, ident};
use crate::shape::{Facts, Kind, Member, Record, Tolerance, Type};

impl Emit<'_> {
    pub(super) fn record(&self, item: &Type, docs: &[String], record: &Record) -> TokenStream {
        let name = ident(&item.name);
        let fields = record.members.iter().map(|member| {
            let (field, ty) = (ident(&member.field), field_type(member));
            let docs = self.member_docs(&item.name, member);
            quote!(#(#[doc = #docs])* pub #field: #ty,)
        });
        let extra = record.open.then(|| {
            quote! {
                /// The members that the schema does not name.
                pub extra: rt::JsonObject,
            }
        });
        let is_default = record.members.iter().all(|member| !member.required);
        let default = is_default.then(|| quote!(Default,));
        let construct = self.constructors(item, record);
        let (decode, encode) = (self.decode_record(item, record), self.serialize(item, record));
        let wire = self.placed(&item.name, &quote!(rt::decode_record(place, deserializer, reading)));
        quote! {
            #(#[doc = #docs])*
            #[derive(Clone, Debug, #default PartialEq)]
            #[non_exhaustive]
            pub struct #name { #(#fields)* #extra }

            #construct
            #decode
            #encode
            #wire
        }
    }

    /// The members that a constructor asks for: the required ones, without the envelope and what is presumed.
    pub(super) fn arguments<'r>(&self, record: &'r Record) -> Vec<&'r Member> {
        let asked = |member: &&Member| {
            member.required && !self.is_envelope_member(member) && presumed("", &member.wire).is_none()
        };
        if is_envelope(record) {
            return Vec::new();
        }
        record.members.iter().filter(asked).collect()
    }

    fn is_envelope_member(&self, member: &Member) -> bool {
        let Facts::Named(name) = &member.facts else { return false };
        let found = self.module.types.iter().find(|item| item.name == *name);
        found.is_some_and(|item| matches!(&item.kind, Kind::Record(record) if is_envelope(record)))
    }

    /// One argument of a constructor.
    pub(super) fn argument(&self, member: &Member) -> TokenStream {
        let (field, ty) = (ident(&member.field), &member.ty);
        match member.nullable {
            true => quote!(#field: Option<#ty>),
            false if is_scalar(member) => quote!(#field: #ty),
            false => quote!(#field: impl Into<#ty>),
        }
    }

    fn constructors(&self, item: &Type, record: &Record) -> TokenStream {
        let name = ident(&item.name);
        let arguments = self.arguments(record);
        let signature = arguments.iter().map(|member| self.argument(member));
        let values = record.members.iter().map(|member| {
            let field = ident(&member.field);
            let asked = arguments.iter().any(|argument| argument.wire == member.wire);
            match (asked, member.nullable) {
                (true, false) if !is_scalar(member) => quote!(#field: #field.into(),),
                (true, _) => quote!(#field,),
                (false, _) if member.wire == ENVELOPE_KEY => {
                    let id = &self.module.revision.id;
                    quote!(#field: #id.to_owned(),)
                }
                (false, _) => match presumed(&item.name, &member.wire).filter(|_| member.required) {
                    Some(value) => quote!(#field: #value,),
                    None => quote!(#field: Default::default(),),
                },
            }
        });
        let extra = record.open.then(|| quote!(extra: rt::JsonObject::new(),));
        let setters =
            record.members.iter().filter(|member| !arguments.iter().any(|argument| argument.wire == member.wire));
        let setters = setters.map(setter);
        let with_extra = record.open.then(|| {
            quote! {
                /// The same with the members that the schema does not name.
                #[must_use]
                pub fn with_extra(mut self, extra: rt::JsonObject) -> Self {
                    self.extra = extra;
                    self
                }
            }
        });
        let wants_default = arguments.is_empty() && record.members.iter().any(|member| member.required);
        let default = wants_default.then(|| {
            quote! {
                impl Default for #name {
                    fn default() -> Self {
                        Self::new()
                    }
                }
            }
        });
        let doc = match arguments.is_empty() {
            true => "One with nothing but what must be there.",
            false => "One with the members that must be there and no others.",
        };
        quote! {
            impl #name {
                #[doc = #doc]
                pub fn new(#(#signature),*) -> Self {
                    Self { #(#values)* #extra }
                }

                #(#setters)*
                #with_extra
            }
            #default
        }
    }

    fn decode_record(&self, item: &Type, record: &Record) -> TokenStream {
        let name = ident(&item.name);
        let constants = record.constants.keys().map(|wire| seen(wire)).collect::<Vec<_>>();
        let slots = record.members.iter().map(|member| {
            let (slot, ty) = (ident(&member.field), &member.ty);
            match plain_slot(member) {
                true => quote!(let mut #slot: Option<#ty> = None;),
                false => quote!(let mut #slot: Option<Option<#ty>> = None;),
            }
        });
        let constant_arms = record.constants.iter().map(|(wire, value)| {
            let (seen, value) = (seen(wire), constant(value));
            quote!(#wire => rt::constant(&mut #seen, #wire, #value, &mut map)?,)
        });
        let arms = record.members.iter().map(|member| arm(member, &reading_of(record)));
        let (open, other, close) = match record.open {
            true => (
                quote!(let mut extra = rt::Extra::new();),
                quote!(_ => extra.take(key, &mut map)?,),
                quote!(extra: extra.finish(reading)?,),
            ),
            false => (quote!(), quote!(other => rt::refuse_unknown(other)?,), quote!()),
        };
        let demands = record.constants.keys().map(|wire| {
            let seen = seen(wire);
            quote!(rt::have(#seen.then_some(()), #wire)?;)
        });
        let values = record.members.iter().map(value);
        quote! {
            impl rt::Record for #name {
                fn from_members<'de, A: rt::MapAccess<'de>>(
                    place: &mut Option<Self>,
                    mut map: A,
                    reading: rt::Reading,
                ) -> core::result::Result<(), A::Error> {
                    let _ = reading;
                    #(let mut #constants = false;)*
                    #(#slots)*
                    #open
                    while let Some(key) = rt::key(&mut map)? {
                        match &*key {
                            #(#constant_arms)*
                            #(#arms)*
                            #other
                        }
                    }
                    #(#demands)*
                    *place = Some(Self { #(#values)* #close });
                    Ok(())
                }
            }
        }
    }

    fn serialize(&self, item: &Type, record: &Record) -> TokenStream {
        let name = ident(&item.name);
        let constants = record.constants.iter().map(|(wire, value)| {
            let value = constant(value);
            quote!(rt::SerializeMap::serialize_entry(&mut map, #wire, &#value)?;)
        });
        let members = record.members.iter().map(|member| {
            let (field, wire) = (ident(&member.field), &member.wire);
            match (member.required, matches!(member.facts, Facts::Number { .. })) {
                (true, false) => quote!(rt::SerializeMap::serialize_entry(&mut map, #wire, &self.#field)?;),
                (true, true) => quote!(rt::write_number(&mut map, #wire, self.#field)?;),
                (false, false) => quote!(rt::write_optional(&mut map, #wire, &self.#field)?;),
                (false, true) => quote!(rt::write_optional_number(&mut map, #wire, self.#field)?;),
            }
        });
        let extra = record.open.then(|| quote!(rt::write_extra(&mut map, &self.extra)?;));
        quote! {
            impl rt::Serialize for #name {
                fn serialize<S: rt::Serializer>(&self, serializer: S) -> core::result::Result<S::Ok, S::Error> {
                    let mut map = serializer.serialize_map(None)?;
                    #(#constants)*
                    #(#members)*
                    #extra
                    rt::SerializeMap::end(map)
                }
            }
        }
    }
}

fn is_envelope(record: &Record) -> bool {
    record.members.iter().any(|member| member.wire == ENVELOPE_KEY)
}

/// Whether a member's type is a number or a boolean: a literal is one by itself, and would not know what to become.
fn is_scalar(member: &Member) -> bool {
    matches!(member.facts, Facts::Integer { .. } | Facts::Number { .. } | Facts::Boolean)
}

/// What a result says that does not say otherwise (R-RES-1, R-CACHE-1): complete, not to be cached, private.
fn presumed(owner: &str, wire: &str) -> Option<TokenStream> {
    match wire {
        "resultType" if owner == "InputRequiredResult" => Some(quote!("input_required".to_owned())),
        "resultType" => Some(quote!("complete".to_owned())),
        "ttlMs" => Some(quote!(0)),
        "cacheScope" => Some(quote!(CacheScope::Private)),
        _ => None,
    }
}

fn field_type(member: &Member) -> TokenStream {
    let ty = &member.ty;
    match (member.required, member.nullable) {
        (true, false) => quote!(#ty),
        (true, true) | (false, false) => quote!(Option<#ty>),
        (false, true) => quote!(Option<Option<#ty>>),
    }
}

fn setter(member: &Member) -> TokenStream {
    let (field, ty) = (ident(&member.field), &member.ty);
    let name = ident(&format!("with_{}", member.field.trim_end_matches('_')));
    let doc = format!("The same with `{}`.", member.wire);
    let (argument, given) = match is_scalar(member) {
        true => (quote!(#ty), quote!(#field)),
        false => (quote!(impl Into<#ty>), quote!(#field.into())),
    };
    let value = match (member.required, member.nullable) {
        (true, false) => quote!(#given),
        (true, true) | (false, false) => quote!(Some(#given)),
        (false, true) => quote!(Some(Some(#given))),
    };
    quote! {
        #[doc = #doc]
        #[must_use]
        pub fn #name(mut self, #field: #argument) -> Self {
            self.#field = #value;
            self
        }
    }
}

/// Whether a member's slot is `Option<T>`: absent or there. Else it is `Option<Option<T>>`: absent, `null` or there.
fn plain_slot(member: &Member) -> bool {
    !member.nullable && matches!(member.tolerance, Tolerance::None | Tolerance::KeepRaw)
}

/// The reading of a record's named members: of an envelope nothing is tolerated (R-ENV-4, R-ENV-5).
fn reading_of(record: &Record) -> TokenStream {
    match is_envelope(record) {
        true => quote!(rt::Reading::Strict),
        false => quote!(reading),
    }
}

fn arm(member: &Member, reading: &TokenStream) -> TokenStream {
    let (slot, wire) = (ident(&member.field), &member.wire);
    let read = match (member.nullable, member.tolerance) {
        (true, _) => quote!(rt::nullable(&mut #slot, #wire, &mut map, #reading)?),
        (false, Tolerance::None) => quote!(rt::required(&mut #slot, #wire, &mut map, #reading)?),
        (false, Tolerance::NullIsAbsent) => quote!(rt::optional(&mut #slot, #wire, &mut map, #reading)?),
        (false, Tolerance::Default) => quote!(rt::lenient(&mut #slot, #wire, &mut map, #reading)?),
        (false, Tolerance::KeepRaw) => quote!(rt::or_raw(&mut #slot, #wire, &mut map, &mut extra, #reading)?),
    };
    let flat = match plain_slot(member) {
        true => quote!(#slot),
        false => quote!(#slot.as_ref().and_then(Option::as_ref)),
    };
    let borrowed = match plain_slot(member) {
        true => quote!(#slot.as_ref()),
        false => flat.clone(),
    };
    let bounds = match &member.facts {
        Facts::Number { minimum: None, maximum: None } => quote!(),
        Facts::Number { minimum, maximum } => {
            let (minimum, maximum) = (bound(*minimum), bound(*maximum));
            quote!(rt::within(#borrowed.copied(), #minimum, #maximum, #wire)?;)
        }
        Facts::Array(_, Some(limit)) => {
            let limit = usize::try_from(*limit).unwrap_or(usize::MAX);
            quote!(rt::at_most(#borrowed, #limit, #wire)?;)
        }
        _ => quote!(),
    };
    match bounds.is_empty() {
        true => quote!(#wire => #read,),
        false => quote!(#wire => { #read; #bounds }),
    }
}

fn bound(bound: Option<f64>) -> TokenStream {
    match bound {
        Some(bound) => quote!(Some(#bound)),
        None => quote!(None),
    }
}

/// A field's value, once all members are read.
fn value(member: &Member) -> TokenStream {
    let (field, wire) = (ident(&member.field), &member.wire);
    match (member.required, member.nullable, member.tolerance) {
        (true, false, Tolerance::Default) => {
            let default = presumed("", wire).unwrap_or_else(|| quote!(Default::default()));
            quote!(#field: rt::or_presumed(#field, #default, #wire, reading)?,)
        }
        (true, ..) => quote!(#field: rt::have(#field, #wire)?,),
        (false, false, Tolerance::NullIsAbsent | Tolerance::Default) => quote!(#field: #field.flatten(),),
        (false, ..) => quote!(#field,),
    }
}

/// The variable that says whether a constant was seen.
fn seen(wire: &str) -> proc_macro2::Ident {
    ident(&format!("seen_{}", crate::names::snake(wire).trim_start_matches('_')))
}

/// A constant's value as Rust: a string or a whole number.
pub(super) fn constant(value: &Value) -> TokenStream {
    match value.as_i64() {
        Some(number) => quote!(#number),
        None => {
            let text = value.as_str().unwrap_or_default();
            quote!(#text)
        }
    }
}
