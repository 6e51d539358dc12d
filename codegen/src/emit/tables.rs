//! What is there for all revisions, whatever features are on: `Revision`, the method table, and the enums over
//! revisions into which messages are dispatched.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::{ENVELOPE_KEY, ident, table};
use crate::load::{Era, Folder};
use crate::methods::Method;
use crate::normalise::MESSAGE_ROLES;
use crate::shape::{Facts, Kind, Module, Type};

/// The variant of `Revision`: `2025-06-18` → `V2025_06_18`.
pub(super) fn variant(revision: &str) -> String {
    format!("V{}", revision.replace(['-', '.'], "_"))
}

/// Everything that is there for all revisions.
pub fn tables(folder: &Folder, modules: &[Module]) -> TokenStream {
    let revision = revision(folder, modules);
    let shapes = shape_modules(modules);
    let methods = methods(modules);
    let roles = MESSAGE_ROLES.map(|role| any(role, modules));
    let modern = modern_requests(modules);
    let catalog = catalog(modules);
    quote!(#revision #shapes #methods #(#roles)* #modern #catalog)
}

fn revision(folder: &Folder, modules: &[Module]) -> TokenStream {
    let ids: Vec<_> = modules.iter().map(|module| &module.revision.id).collect();
    let idents: Vec<_> = ids.iter().map(|id| ident(&variant(id))).collect();
    let eras = modules.iter().map(|module| match module.revision.era {
        Era::Legacy => quote!(crate::Era::Legacy),
        Era::Modern => quote!(crate::Era::Modern),
    });
    let batches = modules.iter().map(|module| module.batches);
    let features = modules.iter().map(|module| module.revision.feature());
    let sources = ids.iter().map(|id| match folder.sources.get(*id) {
        Some(source) => (source.commit.as_str(), source.sha256.as_str()),
        None => ("", ""),
    });
    let (commits, digests): (Vec<_>, Vec<_>) = sources.unzip();
    let stems: Vec<_> = modules.iter().map(|module| ident(&module.revision.module())).collect();
    let envelopes = modules.iter().map(|module| match module.types.iter().find(|item| is_envelope(&item.kind)) {
        Some(item) => {
            let (stem, table) = (ident(&module.revision.module()), table(&item.name));
            quote!(Some(&shapes::#stem::#table))
        }
        None => quote!(None),
    });
    let docs = ids.iter().map(|id| id.to_string());
    quote! {
        /// A released revision of the protocol.
        ///
        /// Compared by the date of release. A string that is none of these belongs to no era and is neither newer nor
        /// older than any (R-VER-2).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Revision { #(#[doc = #docs] #idents,)* }

        impl Revision {
            /// All revisions, oldest first.
            pub const ALL: &'static [Self] = &[#(Self::#idents),*];

            /// The spelling on the wire.
            pub const fn as_str(self) -> &'static str {
                match self { #(Self::#idents => #ids,)* }
            }

            /// How its requests say which revision they speak (R-VER-1).
            pub const fn era(self) -> crate::Era {
                match self { #(Self::#idents => #eras,)* }
            }

            /// Whether an array of messages may be received (R-JSONRPC-7).
            pub const fn allows_batches(self) -> bool {
                match self { #(Self::#idents => #batches,)* }
            }

            /// Whether its types are compiled in: its cargo feature is on.
            pub const fn is_typed(self) -> bool {
                match self { #(Self::#idents => cfg!(feature = #features),)* }
            }

            /// The commit of the specification whose schema its types come from.
            pub const fn source_commit(self) -> &'static str {
                match self { #(Self::#idents => #commits,)* }
            }

            /// SHA-256 of the published schema file its types come from, in hexadecimal.
            pub const fn source_sha256(self) -> &'static str {
                match self { #(Self::#idents => #digests,)* }
            }

            pub(crate) fn definitions(self) -> &'static [crate::shape::Definition] {
                match self { #(Self::#idents => shapes::#stems::DEFINITIONS,)* }
            }

            /// What it demands of the `_meta` of a request, if it has an envelope.
            pub(crate) fn envelope(self) -> Option<&'static crate::shape::Shape> {
                match self { #(Self::#idents => #envelopes,)* }
            }
        }
    }
}

fn is_envelope(kind: &Kind) -> bool {
    let Kind::Record(record) = kind else { return false };
    record.members.iter().any(|member| member.wire == ENVELOPE_KEY)
}

/// The files that the build writes, as modules.
fn shape_modules(modules: &[Module]) -> TokenStream {
    let stems: Vec<_> = modules.iter().map(|module| ident(&module.revision.module())).collect();
    let shape_files = modules.iter().map(|module| format!("/{}_shapes.rs", module.revision.module()));
    let type_files = modules.iter().map(|module| format!("/{}.rs", module.revision.module()));
    let features = modules.iter().map(|module| module.revision.feature());
    let docs = modules.iter().map(|module| format!("The types of revision {}.", module.revision.id));
    quote! {
        pub(crate) mod shapes {
            #(pub(crate) mod #stems { include!(concat!(env!("OUT_DIR"), #shape_files)); })*
        }
        #(
            #[doc = #docs]
            #[cfg(feature = #features)]
            pub mod #stems { include!(concat!(env!("OUT_DIR"), #type_files)); }
        )*
    }
}

/// One row a method, kind and direction, with what each revision that has it says.
fn methods(modules: &[Module]) -> TokenStream {
    /// Name, whether a server sends it, whether it is a request.
    type Key<'a> = (&'a str, bool, bool);
    let mut rows: BTreeMap<Key<'_>, Vec<(&Module, &Method)>> = BTreeMap::new();
    for module in modules {
        for method in &module.methods {
            let key = (method.name.as_str(), !method.from_client, method.is_request);
            rows.entry(key).or_default().push((module, method));
        }
    }
    let rows = rows.into_iter().map(|((name, from_server, is_request), entries)| {
        let kind = ident(if is_request { "Request" } else { "Notification" });
        let direction = ident(if from_server { "ServerToClient" } else { "ClientToServer" });
        let entries = entries.iter().map(|(module, method)| entry(module, method));
        quote! {
            Row {
                name: #name,
                kind: Kind::#kind,
                direction: Direction::#direction,
                entries: &[#(#entries)*],
            },
        }
    });
    quote! {
        pub(crate) mod methods {
            use super::{Revision, shapes};
            use crate::gate::{Direction, Entry, Kind, Row};

            /// Every method of every revision, sorted by name, direction and kind.
            pub(crate) static METHODS: &[Row] = &[#(#rows)*];
        }
    }
}

fn entry(module: &Module, method: &Method) -> TokenStream {
    let revision = ident(&variant(&module.revision.id));
    let stem = ident(&module.revision.module());
    let (message, shape) = (wire_name(module, &method.message), table(&method.message));
    let required = method.params_required;
    let results = method.results.iter().map(|result| {
        let (name, table) = (wire_name(module, result), table(result));
        quote!((#name, &shapes::#stem::#table),)
    });
    quote! {
        Entry {
            revision: Revision::#revision,
            message: #message,
            shape: &shapes::#stem::#shape,
            params_required: #required,
            results: &[#(#results)*],
        },
    }
}

/// A type's name in the schema, where it has one.
fn wire_name<'a>(module: &'a Module, rust: &'a str) -> &'a str {
    let found = module.types.iter().find(|item| item.name == rust);
    found.and_then(|item| item.wire.as_deref()).unwrap_or(rust)
}

/// The enum over revisions of one role.
fn any(role: &str, modules: &[Module]) -> TokenStream {
    let having: Vec<_> = modules.iter().filter(|module| module.types.iter().any(|item| item.name == role)).collect();
    let name = ident(&format!("Any{role}"));
    let role_ident = ident(role);
    let idents: Vec<_> = having.iter().map(|module| ident(&variant(&module.revision.id))).collect();
    let stems: Vec<_> = having.iter().map(|module| ident(&module.revision.module())).collect();
    let features: Vec<_> = having.iter().map(|module| module.revision.feature()).collect();
    let docs = having.iter().map(|module| format!("Of {}.", module.revision.id));
    let words = crate::names::camel_words(role).join(" ").to_lowercase();
    let doc = format!("A {words} of any revision whose types are compiled in.");
    quote! {
        #[doc = #doc]
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        pub enum #name {
            #(#[doc = #docs] #[cfg(feature = #features)] #idents(#stems::#role_ident),)*
        }

        impl #name {
            /// The revision whose type this is.
            pub fn revision(&self) -> Revision {
                match *self {
                    #(#[cfg(feature = #features)] Self::#idents(_) => Revision::#idents,)*
                }
            }

            /// The method.
            pub fn method(&self) -> &'static str {
                match *self {
                    #(#[cfg(feature = #features)] Self::#idents(ref message) => message.kind(),)*
                }
            }

            pub(crate) fn read<'de, A: serde::de::MapAccess<'de>>(
                revision: Revision,
                method: &str,
                frame: A,
                reading: crate::Reading,
            ) -> Result<Option<Self>, A::Error> {
                let _ = (method, &frame, reading);
                match revision {
                    #(
                        #[cfg(feature = #features)]
                        Revision::#idents => {
                            let mut message = None;
                            <#stems::#role_ident as crate::rt::Tagged>::from_tag(&mut message, method, frame, reading)?;
                            Ok(message.map(Self::#idents))
                        }
                    )*
                    #[allow(unreachable_patterns)]
                    _ => Ok(None),
                }
            }
        }

        impl serde::Serialize for #name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let _ = &serializer;
                match *self {
                    #(#[cfg(feature = #features)] Self::#idents(ref message) => message.serialize(serializer),)*
                }
            }
        }
    }
}

/// Reads a whole modern request in one pass, and says which version it claims.
fn modern_requests(modules: &[Module]) -> TokenStream {
    let claims: Vec<_> = modules.iter().filter_map(|module| Some((module, claims(module)?))).collect();
    let idents: Vec<_> = claims.iter().map(|(module, _)| ident(&variant(&module.revision.id))).collect();
    let stems: Vec<_> = claims.iter().map(|(module, _)| ident(&module.revision.module())).collect();
    let features: Vec<_> = claims.iter().map(|(module, _)| module.revision.feature()).collect();
    let arms = claims.iter().map(|(_, arms)| arms);
    quote! {
        impl AnyClientRequest {
            /// A whole request of a modern revision that is compiled in.
            pub(crate) fn decode_modern<'de, D: serde::Deserializer<'de>>(
                revision: Revision,
                message: D,
                reading: crate::Reading,
            ) -> Result<Self, D::Error> {
                let _ = (&message, reading);
                match revision {
                    #(
                        #[cfg(feature = #features)]
                        Revision::#idents => {
                            Ok(Self::#idents(<#stems::ClientRequest as crate::rt::Wire>::decode(message, reading)?))
                        }
                    )*
                    #[allow(unreachable_patterns)]
                    _ => Err(serde::de::Error::custom("no modern revision that is compiled in")),
                }
            }

            /// The version that a modern request claims, and what its frame has that JSON-RPC does not name for a request.
            pub(crate) fn claim(&self) -> Option<(&str, &crate::JsonObject)> {
                match *self {
                    #(
                        #[cfg(feature = #features)]
                        Self::#idents(ref request) => Some(match *request { #arms }),
                    )*
                    #[allow(unreachable_patterns)]
                    _ => None,
                }
            }
        }
    }
}

/// For each client request of a module its version and what its frame has besides, if every one of them has an envelope.
fn claims(module: &Module) -> Option<TokenStream> {
    let Kind::Union(requests) = &named(module, "ClientRequest")?.kind else { return None };
    let stem = ident(&module.revision.module());
    let arms = requests.variants.iter().map(|request| {
        let (params, facts) = required(module, &request.facts, "params")?;
        let (meta, facts) = required(module, facts, "_meta")?;
        let (version, _) = required(module, facts, ENVELOPE_KEY)?;
        let variant = ident(&request.name);
        Some(quote!(#stem::ClientRequest::#variant(ref request) => {
            (request.#params.#meta.#version.as_str(), &request.extra)
        }))
    });
    arms.collect()
}

fn named<'m>(module: &'m Module, name: &str) -> Option<&'m Type> {
    module.types.iter().find(|item| item.name == name)
}

/// The field of a member that a record must have, and what is demanded of it.
fn required<'m>(module: &'m Module, owner: &Facts, wire: &str) -> Option<(Ident, &'m Facts)> {
    let Facts::Named(owner) = owner else { return None };
    let Kind::Record(record) = &named(module, owner)?.kind else { return None };
    let member = record.members.iter().find(|member| member.wire == wire && member.required && !member.nullable)?;
    Some((ident(&member.field), &member.facts))
}

/// Decodes and writes again any definition by name.
fn catalog(modules: &[Module]) -> TokenStream {
    let arms = modules.iter().map(|module| {
        let revision = ident(&variant(&module.revision.id));
        let stem = ident(&module.revision.module());
        let feature = module.revision.feature();
        let mut seen = BTreeSet::new();
        let defined = module.types.iter().filter(|item| item.wire.is_some() && seen.insert(&item.name));
        let arms = defined.map(|item| {
            let (wire, rust) = (item.wire.as_deref().unwrap_or(&item.name), ident(&item.name));
            quote!(#wire => again::<#stem::#rust>,)
        });
        quote! {
            #[cfg(feature = #feature)]
            Revision::#revision => match definition { #(#arms)* _ => return None },
        }
    });
    quote! {
        /// What decodes JSON text as a definition and writes it again.
        #[cfg(feature = "catalog")]
        pub(crate) fn roundtrip(revision: Revision, definition: &str) -> Option<crate::catalog::Roundtrip> {
            #[allow(unused_imports)]
            use crate::decode::roundtrip as again;
            let _ = definition;
            #[allow(unreachable_code, unused_variables, clippy::needless_return)]
            Some(match revision {
                #(#arms)*
                #[allow(unreachable_patterns)]
                _ => return None,
            })
        }
    }
}
