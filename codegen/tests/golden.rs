//! Small schemas and the code that is generated from them: `fixtures/<case>.json` → `fixtures/<case>.rs`.
//!
//! `UPDATE_GOLDEN=1` writes the files anew.

use std::path::PathBuf;

use mcp_wire_codegen::load::{Era, Folder, Revision, Schema};
use mcp_wire_codegen::{emit, normalise, shape};

fn folder() -> Folder {
    Folder::open(&PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../schema")).unwrap()
}

#[track_caller]
fn check(case: &str) {
    let fixtures = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let input = std::fs::read_to_string(fixtures.join(format!("{case}.json"))).unwrap();
    let folder = folder();
    let revision = Revision { id: "2001-01-01".into(), era: Era::Legacy, state: "draft".into() };
    let schema = Schema::from_canonical(&revision.id, serde_json::from_str(&input).unwrap()).unwrap();
    let normal = normalise::normalise(schema, &folder.names).unwrap();
    let module = shape::shape(&normal, &revision, &folder.names).unwrap();
    let tokens = [emit::module(&folder, &module), emit::shapes(&module)];
    let generated = tokens.map(|tokens| prettyplease::unparse(&syn::parse2(tokens).unwrap())).join("\n");
    let path = fixtures.join(format!("{case}.rs"));
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, &generated).unwrap();
    }
    assert!(
        generated == std::fs::read_to_string(&path).unwrap_or_default(),
        "{} is not what is generated",
        path.display()
    );
}

#[test]
fn an_object_keeps_what_it_does_not_name() {
    check("record");
}

#[test]
fn a_union_is_decided_by_its_tag() {
    check("tagged");
}

#[test]
fn output_is_the_same_on_every_run() {
    let texts: Vec<String> = (0..2)
        .map(|_| {
            let folder = folder();
            let modules: Vec<_> =
                folder.revisions.iter().map(|revision| mcp_wire_codegen::module(&folder, revision).unwrap()).collect();
            let each =
                modules.iter().map(|module| format!("{}{}", emit::module(&folder, module), emit::shapes(module)));
            each.chain([emit::tables(&folder, &modules).to_string()]).collect()
        })
        .collect();
    assert!(texts[0] == texts[1]);
}

#[test]
fn every_rewrite_applies_to_some_revision_and_every_name_is_used() {
    let folder = folder();
    let mut idle: Vec<_> = normalise::rewrites().collect();
    for revision in &folder.revisions {
        let normal = normalise::normalise(folder.schema(&revision.id).unwrap(), &folder.names).unwrap();
        idle.retain(|rewrite| normal.applied[rewrite] == 0);
        mcp_wire_codegen::module(&folder, revision).unwrap();
    }
    assert_eq!(idle, [""; 0], "stale rewrites");
    assert_eq!(folder.names.unused(), [""; 0], "stale names");
}
