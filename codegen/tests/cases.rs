//! The reported failures of code generators: each case's schema is generated, all are compiled in one crate, and the
//! case's instances are decoded by it.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use mcp_wire_codegen::load::{Era, Folder, Revision, Schema};
use mcp_wire_codegen::names::snake;
use mcp_wire_codegen::{emit, normalise, shape};
use serde_json::{Map, Value};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().unwrap()
}

/// A case, and the module it is generated into.
struct Case {
    id: String,
    module: String,
    definition: String,
    context: Map<String, Value>,
    expect: Value,
    names: Vec<String>,
}

#[test]
fn every_reported_failure_generates_compiles_and_decodes() {
    let text = std::fs::read_to_string(root().join("tests/cases/codegen.jsonl")).unwrap();
    // A folder that stays, so that compiling it again is quick.
    let folder = root().join("target/codegen-cases");
    std::fs::create_dir_all(folder.join("src")).unwrap();
    let cases: Vec<Case> = text.lines().map(|line| generate(&folder, line)).collect();
    assert!(cases.len() >= 7);
    write_crate(&folder, &cases);
    let output =
        Command::new(env!("CARGO")).args(["run", "--quiet", "--offline"]).current_dir(&folder).output().unwrap();
    let (said, wrong) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{said}\n{wrong}");
    assert_eq!(said.lines().count(), cases.len(), "{said}");
}

fn generate(crate_folder: &Path, line: &str) -> Case {
    let case: Value = serde_json::from_str(line).unwrap();
    let id = case["id"].as_str().unwrap().to_owned();
    let revision = Revision { id: snake(&id), era: Era::Legacy, state: "draft".into() };
    let folder = Folder::open(&root().join("schema")).unwrap();
    let schema = Schema::from_canonical(&id, case["json"].clone()).unwrap();
    let normal = normalise::normalise(schema, &folder.names).unwrap();
    let module = shape::shape(&normal, &revision, &folder.names).unwrap();
    let stem = revision.module();
    let source = crate_folder.join("src");
    write(&source.join(format!("{stem}.rs")), &emit::module(&folder, &module).to_string());
    write(&source.join(format!("{stem}_shapes.rs")), &emit::shapes(&module).to_string());
    let context = case["context"].as_object().unwrap().clone();
    let last = case["json"]["$defs"].as_object().unwrap().keys().next_back().unwrap();
    let merged = case["json"]["$defs"].as_object().unwrap().iter().find(|(_, schema)| schema.get("allOf").is_some());
    let wire = context.get("def").and_then(Value::as_str).unwrap_or(merged.map_or(last, |(name, _)| name));
    let names = case["expect"]["names"].as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_owned());
    Case {
        definition: folder.names.definition(wire),
        module: stem,
        context,
        expect: case["expect"].clone(),
        names: names.collect(),
        id,
    }
}

fn write_crate(folder: &Path, cases: &[Case]) {
    let manifest = format!(
        "[package]\nname = \"codegen-cases\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[workspace]\n[dependencies]\nserde_json = \"1\"\n\
         serde = {{ version = \"1\", default-features = false }}\nmcp-wire = {{ path = {:?}, default-features = false }}\n",
        root()
    );
    let mut source = String::from("pub use mcp_wire::rt;\nmod shapes {\n");
    for Case { module, .. } in cases {
        writeln!(source, "pub mod {module} {{ include!(\"{module}_shapes.rs\"); }}").unwrap();
    }
    source += "}\n";
    for Case { module, .. } in cases {
        writeln!(source, "#[allow(dead_code)] mod {module} {{ include!(\"{module}.rs\"); }}").unwrap();
    }
    source += "fn main() {\n";
    for case in cases {
        source += &checks(case);
    }
    source += "}\n";
    source += r#"
fn lossless<T: rt::Wire + serde::Serialize>(id: &str, text: &str) -> T {
    let value: T = mcp_wire::from_str_in(text, rt::Reading::Strict).unwrap_or_else(|error| panic!("{id}: {error}"));
    let again = serde_json::to_string(&value).unwrap();
    assert_eq!(mcp_wire::Json::parse(again).unwrap(), mcp_wire::Json::parse(text).unwrap(), "{id}");
    value
}

fn refused<T: rt::Wire + std::fmt::Debug>(id: &str, text: &str, names: &[&str]) {
    let error = mcp_wire::from_str_in::<T>(text, rt::Reading::Strict).unwrap_err().to_string();
    assert!(names.iter().all(|name| error.contains(name)), "{id}: {error}");
}
"#;
    write(&folder.join("Cargo.toml"), &manifest);
    write(&folder.join("src/main.rs"), &source);
    write(&folder.join("Cargo.lock"), &std::fs::read_to_string(root().join("Cargo.lock")).unwrap());
}

/// Writes a file, unless it says so already: then there is nothing to compile again.
fn write(path: &Path, text: &str) {
    if std::fs::read_to_string(path).ok().as_deref() != Some(text) {
        std::fs::write(path, text).unwrap();
    }
}

/// The statements that look at a case's instances.
fn checks(case: &Case) -> String {
    let Case { id, module, definition, context, expect, names } = case;
    let ty = format!("{module}::{definition}");
    let text = |name: &str| context.get(name).map(|instance| format!("{:?}", instance.to_string()));
    let mut source = String::new();
    let instance = text("instance").unwrap();
    if context.get("instance_valid") == Some(&Value::Bool(false)) {
        writeln!(source, "refused::<{ty}>({id:?}, {instance}, &{names:?});").unwrap();
    } else {
        writeln!(source, "let value = lossless::<{ty}>({id:?}, {instance}); let _ = &value;").unwrap();
        if let Some(variant) = expect["variant"].as_str() {
            writeln!(source, "assert_eq!(value.kind(), {variant:?});").unwrap();
        }
    }
    if let Some(invalid) = text("also_invalid") {
        writeln!(source, "refused::<{ty}>({id:?}, {invalid}, &[]);").unwrap();
    }
    writeln!(source, "println!({id:?});").unwrap();
    source
}
