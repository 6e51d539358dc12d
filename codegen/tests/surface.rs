//! The public types and fields of every revision, one line each, so that a change of schema or generator is a short diff.
//!
//! `UPDATE_GOLDEN=1` writes the files anew.

use std::fmt::Write;
use std::path::PathBuf;

use mcp_wire_codegen::load::Folder;
use mcp_wire_codegen::shape::{Kind, Member, Module, Type};
use quote::ToTokens;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..")
}

#[test]
fn the_surface_of_every_revision_is_the_one_on_record() {
    let folder = Folder::open(&root().join("schema")).unwrap();
    for revision in &folder.revisions {
        let module = mcp_wire_codegen::module(&folder, revision).unwrap();
        let surface = surface(&module);
        let path = root().join("tests/surface").join(format!("{}.txt", revision.id));
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            std::fs::write(&path, &surface).unwrap();
        }
        let recorded = std::fs::read_to_string(&path).unwrap_or_default();
        let changed = surface.lines().zip(recorded.lines()).find(|(now, before)| now != before);
        assert!(surface == recorded, "tests/surface/{}.txt: first difference {changed:?}", revision.id);
    }
}

fn surface(module: &Module) -> String {
    let mut lines = String::new();
    for item in &module.types {
        line(&mut lines, item);
    }
    for method in &module.methods {
        let way = if method.from_client { "client" } else { "server" };
        writeln!(lines, "{}: {} from {way}, {}", method.marker, method.name, method.results.join(" or ")).unwrap();
    }
    lines
}

fn line(lines: &mut String, item: &Type) {
    let name = &item.name;
    match &item.kind {
        Kind::Alias(target, _) => writeln!(lines, "{name} = {}", text(target)).unwrap(),
        Kind::Choice(variants) => {
            let variants: Vec<_> = variants.iter().map(|(wire, variant)| format!("{variant} {wire:?}")).collect();
            writeln!(lines, "{name}: one of {}", variants.join(", ")).unwrap();
        }
        Kind::Record(record) => {
            writeln!(lines, "{name}").unwrap();
            for (wire, value) in &record.constants {
                writeln!(lines, "{name}  {wire:?} is {value}").unwrap();
            }
            for member in &record.members {
                writeln!(lines, "{name}.{}: {}  {:?}", member.field, field(member), member.wire).unwrap();
            }
        }
        Kind::Union(union) => {
            for variant in &union.variants {
                writeln!(lines, "{name}::{}({})", variant.name, text(&variant.ty)).unwrap();
            }
        }
    }
}

fn field(member: &Member) -> String {
    let ty = text(&member.ty);
    match (member.required, member.nullable) {
        (true, false) => ty,
        (true, true) | (false, false) => format!("Option<{ty}>"),
        (false, true) => format!("Option<Option<{ty}>>"),
    }
}

fn text(ty: &syn::Type) -> String {
    ty.to_token_stream().to_string().replace(' ', "")
}
