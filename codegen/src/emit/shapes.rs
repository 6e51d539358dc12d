//! The tables of the shapes of a revision's types.

use proc_macro2::TokenStream;
use quote::quote;

use super::{ident, record::constant, table};
use crate::shape::{Choose, Facts, Kind, Member, Module, Record, Tolerance, Type, Union};

/// One table a type, and the list of all that the schema defines by name.
pub fn shapes(module: &Module) -> TokenStream {
    let tables = module.types.iter().map(shape);
    let mut defined: Vec<_> =
        module.types.iter().filter_map(|item| Some((item.wire.as_ref()?, table(&item.name)))).collect();
    defined.sort();
    let defined = defined.iter().map(|(wire, table)| quote!(Definition { name: #wire, shape: &#table },));
    quote! {
        use crate::rt::{Choose, Definition, Member, RecordShape, Shape, Tolerance, UnionShape, Variant};
        #(#tables)*
        pub static DEFINITIONS: &[Definition] = &[#(#defined)*];
    }
}

fn shape(item: &Type) -> TokenStream {
    let table = table(&item.name);
    let shape = match &item.kind {
        Kind::Alias(_, Facts::Named(name)) => {
            let target = self::table(name);
            quote!(Shape::Alias(&#target))
        }
        Kind::Alias(_, facts) => of_facts(facts),
        Kind::Choice(variants) => {
            let wires = variants.iter().map(|(wire, _)| wire);
            quote!(Shape::Choice(&[#(#wires),*]))
        }
        Kind::Record(record) => of_record(&item.name, record),
        Kind::Union(union) => of_union(&item.name, union),
    };
    quote!(pub static #table: Shape = #shape;)
}

fn of_facts(facts: &Facts) -> TokenStream {
    match facts {
        Facts::Any => quote!(Shape::Any),
        Facts::Object => quote!(Shape::Object),
        Facts::String => quote!(Shape::String),
        Facts::Boolean => quote!(Shape::Boolean),
        Facts::Integer { unsigned } => quote!(Shape::Integer { unsigned: #unsigned }),
        Facts::Number { minimum, maximum } => {
            let [minimum, maximum] = [minimum, maximum].map(|bound| optional(bound.as_ref()));
            quote!(Shape::Number { minimum: #minimum, maximum: #maximum })
        }
        Facts::Id => quote!(Shape::Id),
        Facts::Array(items, limit) => {
            let limit = limit.and_then(|limit| usize::try_from(limit).ok());
            let (items, limit) = (reference(items), optional(limit.as_ref()));
            quote!(Shape::Array(#items, #limit))
        }
        Facts::Map(values) => {
            let values = reference(values);
            quote!(Shape::Map(#values))
        }
        Facts::Named(name) => {
            let target = table(name);
            quote!(Shape::Alias(&#target))
        }
    }
}

fn reference(facts: &Facts) -> TokenStream {
    match facts {
        Facts::Named(name) => {
            let target = table(name);
            quote!(&#target)
        }
        facts => {
            let shape = of_facts(facts);
            quote!(&#shape)
        }
    }
}

fn optional<T: quote::ToTokens>(value: Option<&T>) -> TokenStream {
    match value {
        Some(value) => quote!(Some(#value)),
        None => quote!(None),
    }
}

fn of_record(name: &str, record: &Record) -> TokenStream {
    let open = record.open;
    let constants = record.constants.iter().map(|(wire, value)| {
        let kind = ident(if value.is_string() { "Text" } else { "Whole" });
        let value = constant(value);
        quote! {
            Member {
                name: #wire,
                shape: &Shape::#kind(#value),
                required: true,
                nullable: false,
                tolerance: Tolerance::Nothing,
            },
        }
    });
    let members = record.members.iter().map(of_member);
    quote!(Shape::Record(&RecordShape { name: #name, members: &[#(#constants)* #(#members)*], open: #open }))
}

fn of_member(member: &Member) -> TokenStream {
    let Member { wire, required, nullable, .. } = member;
    let shape = reference(&member.facts);
    let tolerance = ident(match member.tolerance {
        Tolerance::None => "Nothing",
        Tolerance::NullIsAbsent => "NullIsAbsent",
        Tolerance::Default | Tolerance::KeepRaw => "Anything",
    });
    quote! {
        Member {
            name: #wire,
            shape: #shape,
            required: #required,
            nullable: #nullable,
            tolerance: Tolerance::#tolerance,
        },
    }
}

fn of_union(name: &str, union: &Union) -> TokenStream {
    let choose = match &union.choose {
        Choose::Tag(tag) => quote!(Choose::Tag(#tag)),
        Choose::Frame => quote!(Choose::Frame),
        Choose::ResultType(index) => quote!(Choose::ResultType(#index)),
        Choose::Shape => quote!(Choose::Shape),
    };
    let variants = union.variants.iter().map(|variant| {
        let tag = variant.tag.as_deref().unwrap_or_default();
        let (name, shape) = (crate::names::snake(&variant.name), reference(&variant.facts));
        quote!(Variant { name: #name, tag: #tag, shape: #shape },)
    });
    quote!(Shape::Union(&UnionShape { name: #name, choose: #choose, variants: &[#(#variants)*] }))
}
