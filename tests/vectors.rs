//! The test vectors of the rules: every operation of every suite in `tests/vectors`.

mod support;

use mcp_wire::gate::{self, Direction, Kind, Verdict};
use mcp_wire::{Era, Error, Message, RequestEnvelope, Revision};
use serde::Deserialize;
use serde_json::{Value, json};
use support::{equal, project};

/// Operations that nothing here can answer yet.
const PENDING: &[&str] = &[
    "admit",
    "stamp",
    "cancel",
    "encode",
    "decode",
    "emit",
    "check",
    "annotations",
    "select",
    "probe",
    "initialize_server",
    "initialize_client",
    "finalize",
    "retry",
    "discover",
    "cache",
    "log_allowed",
    "meta_key",
    "extension_id",
    "input_request",
    "missing",
    "server_method",
    "listen_ack",
    "listen_allows",
    "client_receives",
    "classify_code",
    "may_emit",
    "map_code",
    "http_status",
    "auto_retry",
    "sanitize",
    "describe",
];

/// Rules that nothing here knows yet: methods of the tasks extension.
const PENDING_RULES: &[&str] = &["R-GATE-9"];

#[derive(Deserialize)]
struct Suite {
    vectors: Vec<Vector>,
}

#[derive(Deserialize)]
struct Vector {
    id: String,
    rule: String,
    input: Value,
    expect: Value,
}

#[test]
fn every_vector_has_its_outcome() {
    let (mut looked_at, mut pending, mut wrong) = (0, 0, Vec::new());
    let mut files: Vec<_> =
        std::fs::read_dir(project("tests/vectors")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for path in files {
        let suite: Suite = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        for vector in suite.vectors {
            let op = vector.input["op"].as_str().unwrap();
            if PENDING.contains(&op) || PENDING_RULES.contains(&vector.rule.as_str()) {
                pending += 1;
                continue;
            }
            looked_at += 1;
            let found = answer(op, &vector.input);
            if !equal(&found, &vector.expect) {
                wrong.push(format!("{} ({}): expected {}, found {found}", vector.id, vector.rule, vector.expect));
            }
        }
    }
    println!("{looked_at} vectors, {pending} pending");
    assert!(looked_at >= 150, "only {looked_at} vectors were found");
    assert!(wrong.is_empty(), "{} of {looked_at} differ:\n{}", wrong.len(), wrong.join("\n"));
}

fn answer(op: &str, input: &Value) -> Value {
    match op {
        "classify" => classify(&input["message"]),
        "validate" => validate(input),
        "gate" => gate(input),
        other => panic!("no such operation: {other}"),
    }
}

fn classify(message: &Value) -> Value {
    let text = message.to_string();
    match Message::parse(text.as_bytes()) {
        Ok(message) => {
            let era = match Era::classify(&message) {
                Era::Undetermined => "none",
                era => era.as_str(),
            };
            json!({ "kind": message.kind(), "claim": message.claims_modern(), "era": era })
        }
        Err(error) => json!({ "kind": "invalid", "claim": false, "era": "none", "code": error.code() }),
    }
}

fn validate(input: &Value) -> Value {
    let mut message = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" });
    if !input["params"].is_null() {
        message["params"] = input["params"].clone();
    }
    let text = message.to_string();
    let Ok(Message::Request(request)) = Message::parse(text.as_bytes()) else { panic!("no request: {text}") };
    let envelope = match RequestEnvelope::parse(&request) {
        Ok(envelope) => envelope,
        Err(error) => {
            let (missing, invalid): (Vec<_>, Vec<_>) = (error.missing().collect(), error.invalid().collect());
            let shown = error.to_string();
            assert!(missing.iter().chain(&invalid).all(|key| shown.contains(key)), "{shown}");
            let error = Error::from(error);
            let status = error.http_status();
            return json!({ "ok": false, "code": error.code(), "http_status": status, "missing": missing, "invalid": invalid });
        }
    };
    match envelope.revision(&[Revision::V2026_07_28]) {
        Ok(revision) => json!({
            "ok": true,
            "version": revision.as_str(),
            "log_level": envelope.log_level().map(|level| level.as_str()),
            "has_client_info": envelope.client().is_some(),
        }),
        Err(error) => {
            let error = Error::from(error);
            let data: Value = error.data().unwrap().decode().unwrap();
            json!({ "ok": false, "code": error.code(), "http_status": error.http_status(), "data": data })
        }
    }
}

/// The gate's own verdict; what a receiver does with it is looked at by the later operations.
fn gate(input: &Value) -> Value {
    let text = |name: &str| input[name].as_str().unwrap();
    let revision: Revision = text("revision").parse().unwrap();
    let is_request = text("kind") == "request";
    let from_client = text("direction") == "client_to_server";
    let kind = if is_request { Kind::Request } else { Kind::Notification };
    let direction = if from_client { Direction::ClientToServer } else { Direction::ServerToClient };
    let verdict = gate::gate(revision, direction, kind, text("method"));
    let mut found = match verdict {
        Verdict::Known(_) => return json!({ "status": "known", "action": "dispatch" }),
        Verdict::Future { introduced_in } => json!({ "status": "future", "introduced_in": introduced_in }),
        Verdict::Removed { introduced_in, removed_in } => {
            json!({ "status": "removed", "introduced_in": introduced_in, "removed_in": removed_in })
        }
        Verdict::WrongDirection => json!({ "status": "wrong_direction" }),
        Verdict::WrongKind => json!({ "status": "wrong_kind" }),
        _ => json!({ "status": "unknown" }),
    };
    // R-GATE-2, R-GATE-3, R-GATE-7.
    let is_modern = revision.era() == Era::Modern;
    if is_request && (from_client || !is_modern) {
        found["action"] = "error".into();
        found["code"] = mcp_wire::error::code::METHOD_NOT_FOUND.into();
        found["http_status"] = if is_modern { 404 } else { 200 }.into();
    } else {
        found["action"] = "drop".into();
    }
    found
}
