//! Failures that people reported of other implementations, as inputs with right answers: every file in `tests/cases`.

mod support;

use std::collections::BTreeMap;

use mcp_wire::catalog::{self, CatalogError};
use mcp_wire::client;
use mcp_wire::dispatch;
use mcp_wire::header::Head;
use mcp_wire::server::{Decision, Endpoint, Session, Transport};
use mcp_wire::wire::Outcome;
use mcp_wire::{Direction, Era, Error, Fault, Message, Reading, RequestEnvelope, Revision};
use serde::Deserialize;
use serde_json::Value;
use support::{equal, project};

/// Kinds that other tests run, each with the test.
const ELSEWHERE: &[(&str, &str)] = &[("build", "tests/build.rs and .ci/run"), ("codegen", "codegen/tests/cases.rs")];

/// Where we differ on a case whose outcome is disputed, and why.
const DISPUTED: &[(&str, &str)] = &[(
    "nesting-3000-clean-error",
    "R-JSON-2: `arguments` is any-JSON text; it is kept unread by the tolerant reading and refused by the strict one with \
     the code of invalid params, since the frame was read",
)];

#[derive(Debug, Deserialize)]
struct Case {
    id: String,
    kind: String,
    revision: Revision,
    direction: Option<String>,
    def: Option<String>,
    #[serde(default, deserialize_with = "mcp_wire::json::present")]
    json: Option<mcp_wire::Json>,
    raw: Option<String>,
    reading: Option<String>,
    #[serde(default)]
    headers: BTreeMap<String, String>,
    #[serde(default)]
    context: Value,
    expect: Expect,
}

#[derive(Debug, Deserialize)]
struct Expect {
    valid: bool,
    code: Option<i64>,
    #[serde(default)]
    alt_codes: Vec<i64>,
    #[serde(default)]
    names: Vec<String>,
    lossless: Option<bool>,
    variant: Option<String>,
    dispatch: Option<Dispatch>,
    era: Option<String>,
    http_status: Option<u16>,
    error_data: Option<Value>,
    negotiated: Option<Revision>,
}

#[derive(Debug, Deserialize)]
struct Dispatch {
    def: Option<String>,
}

/// What we say of a case.
struct Found {
    /// The text written again, if valid.
    again: Option<String>,
    code: Option<i64>,
    message: String,
    faults: Vec<Fault>,
    type_name: Option<&'static str>,
}

#[test]
fn every_reported_failure_has_its_right_outcome_here() {
    let mut wrong = Vec::new();
    let mut count = 0;
    let mut files: Vec<_> =
        std::fs::read_dir(project("tests/cases")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for path in files {
        for line in std::fs::read_to_string(&path).unwrap().lines() {
            let head: Value = serde_json::from_str(line).unwrap();
            if ELSEWHERE.iter().any(|(kind, _)| head["kind"] == *kind) {
                continue;
            }
            let case: Case = serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"));
            count += 1;
            if let Err(reason) = case.check() {
                wrong.push(format!("{} ({}): {reason}", case.id, case.kind));
            }
        }
    }
    println!("{count} cases");
    assert!(count >= 60, "only {count} cases were found");
    assert!(wrong.is_empty(), "{} of {count} differ:\n{}", wrong.len(), wrong.join("\n"));
}

impl Case {
    fn text(&self) -> String {
        self.raw.clone().unwrap_or_else(|| self.json.as_ref().unwrap().as_str().to_owned())
    }

    fn reading(&self) -> Reading {
        if self.reading.as_deref() == Some("default") { Reading::Tolerant } else { Reading::Strict }
    }

    fn check(&self) -> Result<(), String> {
        match (self.kind.as_str(), self.context["role"] == "client") {
            ("era", true) => return self.probe(),
            ("negotiate", true) => return self.at_client(),
            ("header" | "era", _) => return self.at_server(),
            ("negotiate", _) if self.def.is_none() => return self.at_server(),
            ("result", _) => return self.result(),
            _ => {}
        }
        let found = match &self.def {
            Some(definition) => self.definition(definition),
            None => self.message(),
        };
        let expected = &self.expect;
        let is_disputed = DISPUTED.iter().any(|(id, _)| *id == self.id);
        let code_matters = expected.code.is_some() && !is_disputed;
        // A valid message may still be refused: a method that does not exist here, say.
        let refused =
            found.again.is_none() && !(expected.valid && expected.code.is_some() && found.code == expected.code);
        if refused == expected.valid {
            return Err(format!("expected valid {}, found {}", expected.valid, found.message));
        }
        if code_matters && !expected.alt_codes.iter().chain(&expected.code).any(|code| found.code == Some(*code)) {
            return Err(format!("expected code {:?}, found {:?} ({})", expected.code, found.code, found.message));
        }
        let named = |name: &&String| {
            found.message.contains(*name) || found.faults.iter().any(|fault| fault.path.pointer().contains(*name))
        };
        if let Some(name) = expected.names.iter().filter(|_| !expected.valid).find(|name| !named(name)) {
            return Err(format!("the error does not name {name}: {}", found.message));
        }
        if let (Some(true), Some(again)) = (expected.lossless, &found.again) {
            let same = mcp_wire::Json::parse(again.as_str()) == mcp_wire::Json::parse(self.text().trim());
            let values = [again, &self.text()].map(|text| serde_json::from_str::<Value>(text).unwrap());
            if !same || !equal(&values[0], &values[1]) {
                return Err(format!("lost something: {again}"));
            }
        }
        self.check_types(&found)
    }

    /// An answer to `initialize`, as a client reads it.
    fn at_client(&self) -> Result<(), String> {
        let supported: Vec<Revision> = serde_json::from_value(self.context["supported"].clone()).unwrap();
        let text = self.text();
        let Message::Response(response) = Message::parse(text.as_bytes()).unwrap() else { panic!("{text}") };
        let Outcome::Result(result) = response.outcome() else { panic!("{text}") };
        match client::read_initialize(&supported, result) {
            Ok(_) if self.expect.valid => Ok(()),
            Err(error)
                if !self.expect.valid && self.expect.names.iter().all(|name| error.to_string().contains(name)) =>
            {
                Ok(())
            }
            other => Err(format!("{other:?}")),
        }
    }

    /// What a probe says of the server's era.
    fn probe(&self) -> Result<(), String> {
        let transport = if self.context["transport"] == "http" { Transport::Http } else { Transport::Stdio };
        let probe = client::Probe {
            transport,
            modern: &[Revision::V2026_07_28],
            legacy: &[Revision::V2025_11_25],
            requested: Revision::V2026_07_28,
            method: self.context["probe"].as_str().unwrap(),
            is_retry: false,
        };
        let text = self.text();
        let status = self.context["http_status"].as_u64().map(|status| status as u16);
        let outcome = match (Message::parse(text.as_bytes()), status) {
            (Ok(Message::Response(response)), _) => match response.outcome() {
                Outcome::Result(result) => client::Outcome::Result(result.to_owned()),
                Outcome::Error(error) => {
                    client::Outcome::Error { error: mcp_wire::from_str(error.get()).unwrap(), http_status: status }
                }
            },
            (_, Some(status)) => client::Outcome::Http { status, body: String::new() },
            (other, None) => panic!("{other:?}"),
        };
        let era = match probe.judge(&outcome) {
            client::Verdict::Legacy => "legacy",
            client::Verdict::Modern(_) | client::Verdict::Retry(_) => "modern",
            client::Verdict::Stop(client::Reason::UnsupportedVersion | client::Reason::ModernError) => "modern",
            other => return Err(format!("{other:?}")),
        };
        match self.expect.era.as_deref() == Some(era) {
            true => Ok(()),
            false => Err(format!("expected {:?}, found {era}", self.expect.era)),
        }
    }

    /// A result, as a client reads it: by `resultType` first, then by its type.
    fn result(&self) -> Result<(), String> {
        let (definition, whole) = (self.def.as_deref().unwrap(), self.text());
        let whole = mcp_wire::Json::parse(whole).unwrap();
        let result = match definition.ends_with("ResultResponse") {
            true => mcp_wire::json::member(whole.as_raw(), "result").unwrap(),
            false => whole.as_raw(),
        };
        let method = match definition {
            "ListToolsResult" => "tools/list",
            "ReadResourceResult" => "resources/read",
            "DiscoverResult" => "server/discover",
            _ => "tools/call",
        };
        // A result without `resultType` can only come from a server of an earlier revision (R-RES-2).
        let is_earlier = mcp_wire::json::member(result, "resultType").is_none();
        let revision = if is_earlier { self.revision.min(Revision::latest_legacy()) } else { self.revision };
        let read = client::read_result(revision, method, result, false, None).map_err(|error| error.to_string());
        let read = read.and_then(|_| {
            catalog::check(revision, definition, whole.as_str(), self.reading()).map_err(|error| error.to_string())
        });
        match read {
            Ok(again) if self.expect.valid && again == whole => {
                self.check_types(&Found::valid(again.to_string(), None))
            }
            Err(message) if !self.expect.valid && self.expect.names.iter().all(|name| message.contains(name)) => Ok(()),
            other => Err(format!("{other:?}")),
        }
    }

    /// A whole message with its head, as a server decides on it.
    fn at_server(&self) -> Result<(), String> {
        let supported = self.context["supported"].as_array();
        let revisions: Vec<Revision> = match supported {
            Some(list) => list.iter().map(|revision| revision.as_str().unwrap().parse().unwrap()).collect(),
            None => Revision::ALL.to_vec(),
        };
        let schema = self.context.get("inputSchema").map(|schema| mcp_wire::Json::from(schema.clone()));
        let capabilities = serde_json::json!({ "tools": {}, "resources": {}, "prompts": {} });
        let builder = Endpoint::builder().revisions(&revisions).capabilities(&capabilities);
        let builder = builder.tool_schemas(move |_| schema.clone());
        let is_http = !self.headers.is_empty() || self.context["transport"] == "http";
        let endpoint = if is_http { builder.http() } else { builder.stdio() };
        let head = is_http.then(|| Head::post(&self.headers));
        // A session id, or the words of the context, stand for a session that the caller found.
        let is_session = self.headers.contains_key("Mcp-Session-Id") || self.context["session"].is_string();
        let mut session = if is_session { Session::legacy(self.revision) } else { Session::new() };
        let text = self.text();
        let (era, refusal) = match endpoint.admit(&mut session, head.as_ref(), text.as_bytes()) {
            Decision::Admitted(admitted) => {
                let negotiated = admitted.reply.as_ref().and_then(|reply| reply.negotiated());
                if self.expect.negotiated.is_some() && negotiated != self.expect.negotiated {
                    return Err(format!("negotiated {negotiated:?}"));
                }
                (Some(admitted.era), None)
            }
            Decision::Refused(refusal) => (refusal.era, Some(refusal)),
            other => return Err(format!("{other:?}")),
        };
        let expected = &self.expect;
        if refusal.is_some() == expected.valid && expected.code.is_none() {
            return Err(format!("expected valid {}, found {refusal:?}", expected.valid));
        }
        if let Some(wanted) = &expected.era
            && era.map(Era::as_str) != Some(wanted)
        {
            return Err(format!("expected era {wanted}, found {era:?}"));
        }
        let Some(refusal) = refusal else { return Ok(()) };
        let message = refusal.to_string();
        if expected.code.is_some() && refusal.code() != expected.code {
            return Err(format!("expected code {:?}, found {:?} ({message})", expected.code, refusal.code()));
        }
        if expected.http_status.is_some_and(|status| refusal.http_status() != status) {
            return Err(format!("expected status {:?}, found {}", expected.http_status, refusal.http_status()));
        }
        if let Some(name) = expected.names.iter().find(|name| !message.contains(*name)) {
            return Err(format!("the error does not name {name}: {message}"));
        }
        let data: Value = refusal.data().map_or(Value::Null, |data| data.decode().unwrap());
        match &expected.error_data {
            Some(wanted) if *wanted != data => Err(format!("expected data {wanted}, found {data}")),
            _ => Ok(()),
        }
    }

    fn check_types(&self, found: &Found) -> Result<(), String> {
        if let Some(Dispatch { def }) = &self.expect.dispatch
            && found.type_name != def.as_deref()
        {
            return Err(format!("expected to reach {def:?}, reached {:?}", found.type_name));
        }
        if let Some(variant) = &self.expect.variant
            && self.def.is_some()
            && self.expect.valid
            && catalog::check(self.revision, variant, &self.inner_of(variant), self.reading()).is_err()
        {
            return Err(format!("is no {variant}"));
        }
        Ok(())
    }

    /// The part of the case that its expected variant speaks of: the whole, or the first member that is one.
    fn inner_of(&self, variant: &str) -> String {
        fn find(value: &Value, is_one: &dyn Fn(&Value) -> bool) -> Option<Value> {
            if is_one(value) {
                return Some(value.clone());
            }
            match value {
                Value::Object(members) => members.values().find_map(|value| find(value, is_one)),
                Value::Array(items) => items.iter().find_map(|value| find(value, is_one)),
                _ => None,
            }
        }
        let is_one = |value: &Value| catalog::check(self.revision, variant, &value.to_string(), self.reading()).is_ok();
        let whole: Value = serde_json::from_str(&self.text()).unwrap();
        find(&whole, &is_one).unwrap_or(whole).to_string()
    }

    fn definition(&self, definition: &str) -> Found {
        match catalog::check(self.revision, definition, &self.text(), self.reading()) {
            Ok(again) => Found::valid(again.as_str().to_owned(), None),
            Err(CatalogError::Invalid(error)) => Found {
                again: None,
                code: None,
                message: error.to_string(),
                faults: error.faults().to_vec(),
                type_name: None,
            },
            Err(error) => panic!("{}: {error}", self.id),
        }
    }

    fn message(&self) -> Found {
        let text = self.text();
        match Message::parse_in(text.as_bytes(), self.reading()) {
            Ok(message) => self.judge(&message),
            Err(error) => Found::refused(&error.into()),
        }
    }

    fn judge(&self, message: &Message<'_>) -> Found {
        let from_client = self.direction.as_deref() == Some("client-to-server");
        let (direction, reading) =
            (if from_client { Direction::ClientToServer } else { Direction::ServerToClient }, self.reading());
        match message {
            Message::Request(request) => {
                let name = entry_of(self.revision, direction, mcp_wire::Kind::Request, request.method());
                if from_client && self.revision == Revision::V2026_07_28 {
                    let envelope = RequestEnvelope::parse(request);
                    if let Err(error) = envelope {
                        return Found::refused(&error.into());
                    }
                }
                let written = match from_client {
                    true => dispatch::client_request(request, self.revision, reading).map(|typed| written(&typed)),
                    false => dispatch::server_request(request, self.revision, reading).map(|typed| written(&typed)),
                };
                match written {
                    Ok(again) => Found::valid(with_frame(&again, request.text()), name),
                    Err(error) => Found::refused(&error.into()),
                }
            }
            Message::Notification(notification) => {
                let name = entry_of(self.revision, direction, mcp_wire::Kind::Notification, notification.method());
                let written =
                    match from_client {
                        true => dispatch::client_notification(notification, self.revision, reading)
                            .map(|typed| written(&typed)),
                        false => dispatch::server_notification(notification, self.revision, reading)
                            .map(|typed| written(&typed)),
                    };
                match written {
                    Ok(again) => Found::valid(with_frame(&again, notification.text()), name),
                    // A notification that nobody knows is valid, and not answered.
                    Err(_) if name.is_none() => Found::valid(notification.text().to_owned(), None),
                    Err(error) => Found::refused(&error.into()),
                }
            }
            Message::Response(response) => match response.outcome() {
                Outcome::Result(_) => {
                    let definition =
                        if self.revision < Revision::V2025_11_25 { "JSONRPCResponse" } else { "JSONRPCResultResponse" };
                    let found = self.definition(definition);
                    let result = response_result(self.revision, response.text(), reading);
                    if found.again.is_some() { result.unwrap_or(found) } else { found }
                }
                Outcome::Error(_) if reading == Reading::Strict => {
                    self.definition(self.revision.error_frame().unwrap())
                }
                Outcome::Error(_) => Found::valid(response.text().to_owned(), None),
            },
            Message::Batch(_) if !self.revision.allows_batches() => Found {
                again: None,
                code: Some(mcp_wire::code::INVALID_REQUEST),
                message: "no batches".into(),
                faults: Vec::new(),
                type_name: None,
            },
            Message::Batch(batch) => {
                assert!(batch.items().iter().all(Result::is_ok), "{}", self.id);
                self.definition("JSONRPCMessage")
            }
            _ => unreachable!("the kinds of message are listed"),
        }
    }
}

/// A result whose method is not known is looked at as a call's result, which is what the cases hold, when it has content.
fn response_result(revision: Revision, text: &str, reading: Reading) -> Option<Found> {
    let message: Value = serde_json::from_str(text).ok().or(Some(Value::Null))?;
    let has_content = text.contains("\"content\"");
    if !has_content {
        return None;
    }
    let raw: std::collections::HashMap<&str, &serde_json::value::RawValue> = serde_json::from_str(text).ok()?;
    let result = raw.get("result")?;
    drop(message);
    match catalog::check(revision, "CallToolResult", result.get(), reading) {
        Ok(_) => None,
        Err(error) => {
            Some(Found { again: None, code: None, message: error.to_string(), faults: Vec::new(), type_name: None })
        }
    }
}

fn entry_of(revision: Revision, direction: Direction, kind: mcp_wire::Kind, method: &str) -> Option<&'static str> {
    mcp_wire::gate(revision, direction, kind, method).known().map(|entry| entry.message())
}

fn written(typed: &impl serde::Serialize) -> String {
    serde_json::to_string(typed).unwrap()
}

/// The typed message with the frame's members that its type does not name: before 2025-11-25 those are `jsonrpc` and `id`.
fn with_frame(again: &str, text: &str) -> String {
    let mut typed = mcp_wire::JsonObject::parse(again).unwrap();
    let frame = mcp_wire::JsonObject::parse(text).unwrap();
    for name in ["jsonrpc", "id"] {
        if let (None, Some(value)) = (typed.get(name), frame.get(name)) {
            typed.insert(name, value);
        }
    }
    typed.as_str().to_owned()
}

impl Found {
    fn valid(again: String, type_name: Option<&'static str>) -> Self {
        Self { again: Some(again), code: None, message: "valid".into(), faults: Vec::new(), type_name }
    }

    fn refused(error: &Error) -> Self {
        Self {
            again: None,
            code: Some(error.code()),
            message: error.to_string(),
            faults: error.faults(),
            type_name: None,
        }
    }
}
