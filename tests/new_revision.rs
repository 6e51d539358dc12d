//! A new revision costs one import, one entry and one cargo feature, and no line of Rust: tried on a made-up one in a copy
//! of the project.

mod support;

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};
use support::{json_file, project};

const REVISION: &str = "2031-01-01";

#[test]
fn a_made_up_revision_with_one_new_method_needs_no_rust() {
    // A folder that stays, so that compiling it again is quick.
    let copy = project("target/made-up");
    for part in ["Cargo.lock", "README.md", "build.rs", "src", "codegen/Cargo.toml", "codegen/src", "schema"] {
        copy_changed(&project(part), &copy.join(part));
    }
    add_feature(&copy);
    add_entry(&copy);
    write(&copy.join("published.json"), &published().to_string());
    write(&copy.join("src/bin/made_up.rs"), PROGRAM);
    import(&copy);
    cargo(&copy, &["run", "--quiet", "--no-default-features", "--features", "v2031-01-01", "--bin", "made_up"]);
}

/// What a user of the new revision would write.
const PROGRAM: &str = r##"
//! Uses the made-up revision.
use mcp_wire::v2031_01_01::{ClientRequest, RingBell, RingBellRequestParams};
use mcp_wire::{AnyClientRequest, Direction, Kind, Message, Reading, RequestMessage, Revision, dispatch, gate};

fn main() {
    let revision: Revision = "2031-01-01".parse().unwrap();
    assert_eq!(revision, Revision::V2031_01_01);
    assert!(gate(revision, Direction::ClientToServer, Kind::Request, "bell/ring").known().is_some());
    assert!(gate(Revision::V2026_07_28, Direction::ClientToServer, Kind::Request, "bell/ring").known().is_none());
    let params: RingBellRequestParams = RingBell::params(3);
    let line = serde_json::to_string(&RequestMessage::<RingBell>::new(1, params)).unwrap();
    let Message::Request(request) = Message::parse(line.as_bytes()).unwrap() else { panic!("{line}") };
    let typed = dispatch::client_request(&request, revision, Reading::Strict).unwrap();
    let AnyClientRequest::V2031_01_01(ClientRequest::RingBell(ring)) = typed else { panic!("{line}") };
    assert_eq!(ring.params.times, 3);
}
"##;

/// The newest schema with one more method.
fn published() -> Value {
    let mut schema = json_file("schema/2026-07-28/schema.json");
    let id = json!({ "$ref": "#/$defs/RequestId" });
    let constant = |value: &str| json!({ "type": "string", "const": value });
    schema["$defs"]["RingBellRequest"] = json!({
        "type": "object",
        "required": ["id", "jsonrpc", "method", "params"],
        "properties": { "id": id, "jsonrpc": constant("2.0"), "method": constant("bell/ring"),
            "params": { "$ref": "#/$defs/RingBellRequestParams" } }
    });
    schema["$defs"]["RingBellRequestParams"] = json!({
        "type": "object",
        "required": ["_meta", "times"],
        "properties": { "_meta": { "$ref": "#/$defs/RequestMetaObject" }, "times": { "type": "integer", "minimum": 0 } }
    });
    let requests = schema["$defs"]["ClientRequest"]["anyOf"].as_array_mut().unwrap();
    requests.push(json!({ "$ref": "#/$defs/RingBellRequest" }));
    schema
}

fn add_feature(copy: &Path) {
    let manifest = std::fs::read_to_string(project("Cargo.toml")).unwrap();
    let line = "v2026-07-28 = []\n";
    assert!(manifest.contains(line));
    let manifest = manifest.replace(line, &format!("{line}v{REVISION} = []\n"));
    // The copy has no examples, so that it needs nothing of what they need.
    let sections: Vec<_> = manifest.split("\n\n").filter(|section| !section.contains("[[example]]")).collect();
    write(&copy.join("Cargo.toml"), &sections.join("\n\n"));
}

fn add_entry(copy: &Path) {
    let mut revisions = json_file("schema/revisions.json");
    revisions[REVISION] = json!({ "era": "modern", "state": "draft" });
    write(&copy.join("schema/revisions.json"), &revisions.to_string());
}

/// Imports what is not there already.
fn import(copy: &Path) {
    let arguments =
        ["run", "--quiet", "-p", "mcp-wire-codegen", "--", "import", "published.json", "--revision", REVISION];
    cargo(copy, &[&arguments[..], &["--commit", "made-up"]].concat());
}

fn cargo(copy: &Path, arguments: &[&str]) {
    let output = Command::new(env!("CARGO"))
        .args(arguments)
        .env("CARGO_NET_OFFLINE", "true")
        .env_remove("CARGO_TARGET_DIR")
        .current_dir(copy)
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{arguments:?}\n{}\n{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}

fn copy_changed(from: &PathBuf, to: &Path) {
    if from.is_dir() {
        for entry in std::fs::read_dir(from).unwrap() {
            let entry = entry.unwrap();
            copy_changed(&entry.path(), &to.join(entry.file_name()));
        }
    } else if !to.ends_with("revisions.json") && !to.ends_with("sources.json") || !to.exists() {
        write(to, &std::fs::read_to_string(from).unwrap());
    }
}

/// Writes a file, unless it says so already: then there is nothing to compile again.
fn write(path: &Path, text: &str) {
    if std::fs::read_to_string(path).ok().as_deref() != Some(text) {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
}
