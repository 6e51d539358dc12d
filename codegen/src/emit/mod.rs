//! Writes Rust: one function a kind of item, from sorted input, so that the output is the same on every run.
//!
//! A revision has two files: its types ([`module`]), compiled when its feature is on, and the tables of their shapes
//! ([`shapes`]), always there. What is there for all revisions at once is [`tables`].

mod docs;
mod record;
mod shapes;
mod tables;
mod union;

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use crate::load::Folder;
use crate::methods::Method;
use crate::shape::{Facts, Kind, Module, Type};

pub use shapes::shapes;
pub use tables::tables;

/// The member of a `_meta` that makes it the envelope of a modern request.
const ENVELOPE_KEY: &str = "io.modelcontextprotocol/protocolVersion";

/// The comment that opens the file of a revision's module.
pub fn module_header(folder: &Folder, module: &Module) -> String {
    let id = &module.revision.id;
    let commit = folder.sources.get(id).map_or("an unknown commit", |source| &source.commit);
    format!(
        "// Generated from schema/{id}/schema.json (specification commit {commit}).\n\
         // To read it formatted: cargo run -p mcp-wire-codegen -- emit {id}\n"
    )
}

/// The comment that opens the file of the tables.
pub fn tables_header() -> String {
    "// Generated from schema/.\n// To read it formatted: cargo run -p mcp-wire-codegen -- emit tables\n".to_owned()
}

/// The types and methods of one revision.
pub fn module(folder: &Folder, module: &Module) -> TokenStream {
    let emit = Emit { folder, module };
    let types = module.types.iter().map(|item| emit.type_of(item));
    let methods = emit.markers();
    let methods = methods.iter().map(|method| emit.method(method));
    let roles = emit.result_readers();
    quote! {
        use crate::rt;
        #(#types)*
        #(#methods)*
        #roles
    }
}

/// An identifier. Every name comes from typify or from `names.json`, so a keyword is a fault of the latter.
fn ident(name: &str) -> Ident {
    Ident::new(name, Span::call_site())
}

/// The name of the table of a type: `CallToolResult` → `CALL_TOOL_RESULT`.
fn table(name: &str) -> Ident {
    ident(&crate::names::snake(name).to_ascii_uppercase())
}

struct Emit<'a> {
    folder: &'a Folder,
    module: &'a Module,
}

impl Emit<'_> {
    fn type_of(&self, item: &Type) -> TokenStream {
        let name = ident(&item.name);
        let docs = self.type_docs(item);
        match &item.kind {
            Kind::Alias(target, _) => quote!(#(#[doc = #docs])* pub type #name = #target;),
            Kind::Choice(variants) => self.choice(item, &docs, variants),
            Kind::Record(record) => self.record(item, &docs, record),
            Kind::Union(union) => self.union(item, &docs, union),
        }
    }

    /// The path of the module that holds the tables of this revision.
    fn shapes(&self) -> TokenStream {
        let module = ident(&self.module.revision.module());
        quote!(super::shapes::#module)
    }

    /// `Wire` and `Deserialize` of a type that is decoded to its place by `decode`.
    fn placed(&self, name: &str, decode: &TokenStream) -> TokenStream {
        let decode_to = quote! {
            fn decode_to<'de, D: rt::Deserializer<'de>>(
                place: &mut Option<Self>,
                deserializer: D,
                reading: rt::Reading,
            ) -> core::result::Result<(), D::Error> {
                #decode
            }
        };
        self.wire(name, &decode_to)
    }

    /// `Wire` and `Deserialize` of a type that is decoded as a value by `decode`.
    fn valued(&self, name: &str, decode: &TokenStream) -> TokenStream {
        let decode = quote! {
            fn decode<'de, D: rt::Deserializer<'de>>(
                deserializer: D,
                reading: rt::Reading,
            ) -> core::result::Result<Self, D::Error> {
                #decode
            }
        };
        self.wire(name, &decode)
    }

    fn wire(&self, name: &str, decode: &TokenStream) -> TokenStream {
        let (table, name, shapes) = (table(name), ident(name), self.shapes());
        quote! {
            impl rt::Wire for #name {
                const SHAPE: &'static rt::Shape = &#shapes::#table;

                #decode
            }

            impl<'de> rt::Deserialize<'de> for #name {
                fn deserialize<D: rt::Deserializer<'de>>(deserializer: D) -> core::result::Result<Self, D::Error> {
                    <Self as rt::Wire>::decode(deserializer, rt::Reading::Tolerant)
                }
            }
        }
    }

    fn choice(&self, item: &Type, docs: &[String], variants: &[(String, String)]) -> TokenStream {
        let name = ident(&item.name);
        let wires: Vec<_> = variants.iter().map(|(wire, _)| wire).collect();
        let idents: Vec<_> = variants.iter().map(|(_, variant)| ident(variant)).collect();
        let variant_docs = wires.iter().map(|wire| match self.folder.doc(&item.name, wire) {
            Some(words) => format!("`{wire}`: {words}"),
            None => format!("`{wire}`"),
        });
        let wire = self.valued(
            &item.name,
            &quote! {
                let _ = reading;
                rt::decode_choice(deserializer, Self::NAMES, Self::from_wire)
            },
        );
        quote! {
            #(#[doc = #docs])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
            #[non_exhaustive]
            pub enum #name { #(#[doc = #variant_docs] #idents,)* }

            impl #name {
                const NAMES: &'static [&'static str] = &[#(#wires),*];

                /// The value with this spelling on the wire.
                pub fn from_wire(text: &str) -> Option<Self> {
                    match text {
                        #(#wires => Some(Self::#idents),)*
                        _ => None,
                    }
                }

                /// The spelling on the wire.
                pub const fn as_str(self) -> &'static str {
                    match self { #(Self::#idents => #wires,)* }
                }
            }

            impl core::fmt::Display for #name {
                fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                    f.write_str(self.as_str())
                }
            }

            impl rt::Serialize for #name {
                fn serialize<S: rt::Serializer>(&self, serializer: S) -> core::result::Result<S::Ok, S::Error> {
                    serializer.serialize_str(self.as_str())
                }
            }

            #wire
        }
    }

    /// The methods with a marker of their own: one that goes both ways has one.
    fn markers(&self) -> Vec<&Method> {
        let mut markers: Vec<&Method> = Vec::new();
        for method in &self.module.methods {
            if markers.iter().all(|known| known.marker != method.marker) {
                markers.push(method);
            }
        }
        markers
    }

    fn method(&self, method: &Method) -> TokenStream {
        let docs = self.method_docs(method);
        let marker = ident(&method.marker);
        let (name, message) = (&method.name, ident(&method.message));
        let revision = ident(&tables::variant(&self.module.revision.id));
        let params = match &method.params {
            Some(params) => {
                let params = ident(params);
                if method.params_required { quote!(#params) } else { quote!(Option<#params>) }
            }
            None => quote!(Option<rt::JsonObject>),
        };
        let ways = self.module.methods.iter().filter(|other| other.marker == method.marker);
        let ways = ways.map(|other| ident(if other.from_client { "ClientToServer" } else { "ServerToClient" }));
        let make = self.params_constructor(method);
        let answer = match method.results.first() {
            Some(result) => {
                let result = ident(result);
                quote!(impl crate::method::Request for #marker { type Result = #result; })
            }
            None => quote!(impl crate::method::Notification for #marker {}),
        };
        quote! {
            #(#[doc = #docs])*
            #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
            pub struct #marker;

            #make

            impl crate::method::Method for #marker {
                const NAME: &'static str = #name;
                const REVISION: crate::Revision = crate::Revision::#revision;
                const DIRECTIONS: &'static [crate::Direction] = &[#(crate::Direction::#ways),*];
                type Params = #params;
                type Message = #message;
            }

            #answer
        }
    }

    /// `params(…)` of a marker: the constructor of its params, where those are an object of their own.
    fn params_constructor(&self, method: &Method) -> TokenStream {
        let params = method.params.as_deref();
        let found = self.module.types.iter().find(|item| Some(item.name.as_str()) == params);
        let Some(Type { name, kind: Kind::Record(record), .. }) = found else { return TokenStream::new() };
        let (marker, params) = (ident(&method.marker), ident(name));
        let doc = format!("The params of `{}`, from those members that must be there.", method.name);
        let arguments = self.arguments(record);
        let names = arguments.iter().map(|member| ident(&member.field));
        let signature = arguments.iter().map(|member| self.argument(member));
        quote! {
            impl #marker {
                #[doc = #doc]
                pub fn params(#(#signature),*) -> #params {
                    #params::new(#(#names),*)
                }
            }
        }
    }

    /// `Result::read`, where results of any method are held as they came.
    fn result_readers(&self) -> TokenStream {
        let has =
            |name: &str| self.module.types.iter().any(|item| item.name == name && matches!(item.kind, Kind::Record(_)));
        if !has("Result") {
            return TokenStream::new();
        }
        quote! {
            impl Result {
                /// Reads this as the result of a request, in the tolerant reading.
                ///
                /// # Errors
                ///
                /// When it is not what that request is answered with.
                pub fn read<M: crate::method::Request>(&self) -> core::result::Result<M::Result, crate::DecodeError> {
                    rt::again(self, rt::Reading::Tolerant)
                }
            }
        }
    }
}

/// The type of a field as facts have it, for docs: `an array of strings`.
fn words(facts: &Facts) -> String {
    match facts {
        Facts::Any => "any JSON".into(),
        Facts::Object => "any object".into(),
        Facts::String => "a string".into(),
        Facts::Boolean => "a boolean".into(),
        Facts::Integer { unsigned: false } => "an integer".into(),
        Facts::Integer { unsigned: true } => "an integer of at least 0".into(),
        Facts::Number { minimum: Some(least), maximum: Some(most) } => format!("a number from {least} to {most}"),
        Facts::Number { .. } => "a number".into(),
        Facts::Id => "a string or an integer".into(),
        Facts::Array(items, None) => format!("an array, each item {}", words(items)),
        Facts::Array(items, Some(limit)) => format!("an array of at most {limit} items, each {}", words(items)),
        Facts::Map(values) => format!("an object, each value {}", words(values)),
        Facts::Named(name) => format!("[`{name}`]"),
    }
}
