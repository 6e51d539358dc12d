//! The tool as a user builds it gives the same verdicts and loses nothing either.
//!
//! Dev-dependencies switch features of serde_json on, `float_roundtrip` among them, which a test build shares and a
//! user's build does not. `MCP_WIRE_BIN` names a program that was built without them.

mod support;

use std::io::Write;
use std::process::{Command, Stdio};

use mcp_wire::{Reading, Revision, catalog};
use serde_json::{Value, json};
use support::generate::each_instance;
use support::schema::schema;

#[test]
fn the_tool_as_a_user_builds_it_says_the_same() {
    let Some(program) = std::env::var_os("MCP_WIRE_BIN").filter(|program| !program.is_empty()) else {
        return support::skipped("the_tool_as_a_user_builds_it_says_the_same", "MCP_WIRE_BIN names no program");
    };
    let (mut records, mut expected) = (String::new(), Vec::new());
    for revision in Revision::ALL {
        each_instance(*revision, &schema(*revision), 7, |definition, instance| {
            let record = json!({ "revision": revision.as_str(), "def": definition, "json": instance });
            records += &format!("{record}\n");
            let valid = catalog::check(*revision, definition, &instance.to_string(), Reading::Strict).is_ok();
            expected.push((valid, instance.clone()));
        });
    }
    let mut child = Command::new(program)
        .args(["validate", "--records"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || input.write_all(records.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(output.status.success());
    let lines: Vec<Value> = output
        .stdout
        .split(|byte| *byte == b'\n')
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_slice(line).unwrap())
        .collect();
    assert_eq!(lines.len(), expected.len());
    println!("{} records", lines.len());
    for (line, (valid, instance)) in lines.iter().zip(&expected) {
        assert_eq!(line["valid"], *valid, "{instance}: {line}");
        assert!(!valid || support::equal(&line["value"], instance), "{instance}: {line}");
    }
}
