//! The command-line tool, as a user calls it.
#![cfg(feature = "cli")]

mod support;

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use support::project;

fn run(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_mcp-wire"))
        .args(arguments)
        .current_dir(project(""))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn lines(output: &Output) -> Vec<Value> {
    let text = std::str::from_utf8(&output.stdout).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn the_sessions_that_ship_are_valid() {
    for revision in mcp_wire::Revision::ALL {
        let file = format!("examples/traffic/{revision}.jsonl");
        let output = run(&["check", "--format", "json", &file], "");
        assert_eq!(output.status.code(), Some(0), "{file}");
        let lines = lines(&output);
        assert!(lines.len() >= 25, "{file}");
        for line in &lines {
            assert_eq!(line["revision"], revision.as_str(), "{line}");
            assert_ne!(line["revisionSource"], "assumed", "{line}");
            assert!(line["kind"] == "batch" || line["type"].is_string(), "{line}");
        }
    }
}

/// The table in `examples/traffic/README.md` says what is wrong with each line and which code answers it.
#[test]
fn the_faults_that_ship_are_each_named_with_rule_and_code() {
    let output = run(&["check", "--format", "json", "examples/traffic/faults.jsonl"], "");
    assert_eq!(output.status.code(), Some(1));
    let lines = lines(&output);
    let table = std::fs::read_to_string(project("examples/traffic/README.md")).unwrap();
    let rows: Vec<Vec<&str>> = table
        .lines()
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect::<Vec<_>>())
        .filter(|cells| cells.len() == 4 && cells[0].parse::<usize>().is_ok())
        .collect();
    assert_eq!(rows.len(), lines.len());
    for (row, line) in rows.iter().zip(&lines) {
        assert_eq!(line["line"].to_string(), row[0]);
        assert_eq!(line["valid"], row[1].starts_with("nothing"), "{line}");
        let code = line["answer"]["code"].as_i64().map_or("-".to_owned(), |code| code.to_string());
        assert_eq!(code, row[3], "{line}");
        let rules: Vec<&str> =
            line["problems"].as_array().unwrap().iter().filter_map(|problem| problem["rule"].as_str()).collect();
        let expected = row[2].split([' ', ',']).next().unwrap();
        let named =
            expected == "-" || expected == "R-LADDER-1" || expected == "R-JSONRPC-8" || rules.contains(&expected);
        assert!(named, "expected {expected}: {line}");
    }
}

#[test]
fn a_broken_line_is_one_bad_result_and_not_the_end() {
    let output = run(&["check", "--format", "json"], "{\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n");
    let lines = lines(&output);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!((&lines[0]["valid"], &lines[1]["valid"]), (&false.into(), &true.into()));
    assert_eq!(lines[1]["revisionSource"], "assumed");
}

#[test]
fn an_array_is_a_batch_or_with_the_flag_a_list_of_messages() {
    let array = r#"[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":1,"result":{}}]"#;
    let batch = run(&["check", "--format", "json"], array);
    assert_eq!(lines(&batch)[0]["problems"][0]["rule"], "R-JSONRPC-7");
    let allowed = run(&["check", "--format", "json", "--revision", "2025-03-26"], array);
    assert_eq!(
        lines(&allowed).iter().map(|line| line["kind"].as_str().unwrap()).collect::<Vec<_>>(),
        ["batch", "request", "result"]
    );
    let list = run(&["check", "--format", "json", "--array"], array);
    assert_eq!((lines(&list).len(), list.status.code()), (2, Some(0)));
}

#[test]
fn what_cannot_be_read_is_said_and_exits_with_two() {
    let output = run(&["check", "no/such/file.jsonl"], "");
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("no/such/file.jsonl"), "{said}");
}

#[test]
fn the_text_names_place_reason_rule_and_answer() {
    let call = r#"{"jsonrpc":"2.0","id":31,"method":"tools/call","params":{"arguments":{}}}"#;
    let output = run(&["check"], call);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("params: `name` is missing  schema"), "{text}");
    assert!(text.contains("a server answers -32602"), "{text}");
    assert!(text.ends_with("1 message, 0 valid, 1 invalid (strict reading)\n"), "{text}");
}

#[test]
fn the_strict_reading_is_the_tools_and_tolerance_is_asked_for() {
    let null = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":null}}"#;
    assert_eq!(run(&["check"], null).status.code(), Some(1));
    assert_eq!(run(&["check", "--tolerant"], null).status.code(), Some(0));
}

#[test]
fn records_are_validated_one_line_each() {
    let records = concat!(
        r#"{"revision":"2025-06-18","def":"Cursor","json":"c"}"#,
        "\n",
        r#"{"revision":"2025-06-18","def":"Tool","raw":"{\"name\":1}"}"#,
        "\n",
        r#"{"revision":"2026-07-28","def":"JSONValue","json":null}"#,
        "\n",
    );
    let output = run(&["validate", "--records"], records);
    let lines = lines(&output);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(lines[0], serde_json::json!({"valid": true, "value": "c", "error": null}));
    assert_eq!(lines[1]["valid"], false);
    assert!(lines[1]["error"]["message"].as_str().unwrap().contains("`inputSchema` is missing"), "{}", lines[1]);
    assert_eq!(lines[2], serde_json::json!({"valid": true, "value": null, "error": null}));
    assert_eq!(
        run(&["validate", "--records"], r#"{"revision":"2025-06-18","def":"Nix","json":1}"#).status.code(),
        Some(2)
    );
}
