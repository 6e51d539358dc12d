//! Values that are one of several types.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use super::{Emit, ident};
use crate::shape::{Choose, Facts, Type, Union, Variant};

impl Emit<'_> {
    pub(super) fn union(&self, item: &Type, docs: &[String], union: &Union) -> TokenStream {
        let name = ident(&item.name);
        let idents: Vec<_> = union.variants.iter().map(|variant| ident(&variant.name)).collect();
        let types: Vec<_> = union.variants.iter().map(|variant| &variant.ty).collect();
        let variant_docs = union.variants.iter().map(|variant| match &variant.tag {
            Some(tag) => format!("`{tag}`"),
            None => format!("{}.", super::words(&variant.facts)),
        });
        let kinds = union.variants.iter().map(|variant| variant.tag.as_ref().unwrap_or(&variant.name));
        let writes = union.variants.iter().map(|variant| match variant.facts {
            Facts::Number { .. } => quote!(rt::Serialize::serialize(&rt::Number(*value), serializer)),
            _ => quote!(rt::Serialize::serialize(value, serializer)),
        });
        let conversions = conversions(item, union);
        let decode = self.decode_union(item, union);
        quote! {
            #(#[doc = #docs])*
            #[derive(Clone, Debug, PartialEq)]
            #[non_exhaustive]
            pub enum #name { #(#[doc = #variant_docs] #idents(#types),)* }

            impl #name {
                /// Which one it is: the value of its discriminant, or its name where there is none.
                pub const fn kind(&self) -> &'static str {
                    match self { #(Self::#idents(_) => #kinds,)* }
                }
            }

            impl rt::Serialize for #name {
                fn serialize<S: rt::Serializer>(&self, serializer: S) -> core::result::Result<S::Ok, S::Error> {
                    match self { #(Self::#idents(value) => #writes,)* }
                }
            }

            #conversions
            #decode
        }
    }

    fn decode_union(&self, item: &Type, union: &Union) -> TokenStream {
        let name = ident(&item.name);
        let idents = union.variants.iter().map(|variant| ident(&variant.name));
        if let Choose::Tag(tag) = &union.choose {
            let tags = union.variants.iter().map(|variant| variant.tag.as_deref().unwrap_or_default());
            let wire = self.placed(&item.name, &quote!(rt::decode_tagged(place, deserializer, reading)));
            return quote! {
                impl rt::Tagged for #name {
                    const TAG: &'static str = #tag;

                    fn from_tag<'de, A: rt::MapAccess<'de>>(
                        place: &mut Option<Self>,
                        tag: &str,
                        map: A,
                        reading: rt::Reading,
                    ) -> core::result::Result<bool, A::Error> {
                        match tag {
                            #(#tags => rt::placed_as(place, Self::#idents, map, reading)?,)*
                            _ => return Ok(false),
                        }
                        Ok(true)
                    }
                }

                #wire
            };
        }
        let indices = 0..union.variants.len();
        self.valued(
            &item.name,
            &quote! {
                rt::try_order(deserializer, <Self as rt::Wire>::SHAPE, |index, text| match index {
                    #(#indices => rt::variant(text, reading, Self::#idents),)*
                    _ => None,
                })
            },
        )
    }
}

/// `From` for every member whose type no other member shares.
fn conversions(item: &Type, union: &Union) -> TokenStream {
    let name = ident(&item.name);
    let text = |variant: &Variant| variant.ty.to_token_stream().to_string();
    let unique = union
        .variants
        .iter()
        .filter(|variant| union.variants.iter().filter(|other| text(other) == text(variant)).count() == 1);
    let conversions = unique.map(|variant| {
        let (variant, ty) = (ident(&variant.name), &variant.ty);
        quote! {
            impl From<#ty> for #name {
                fn from(value: #ty) -> Self {
                    Self::#variant(value)
                }
            }
        }
    });
    conversions.collect()
}
