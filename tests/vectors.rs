//! The test vectors of the rules: every operation of every suite in `tests/vectors`.

mod support;

use mcp_wire::client::{self, Client};
use mcp_wire::gate::{self, Direction, Kind, Verdict};
use mcp_wire::header::{self, Head};
use mcp_wire::meta_key::MetaKey;
use mcp_wire::server::{self, CacheHints, Cause, Decision, Defaults, Dropped, Endpoint, Session, Transport};
use mcp_wire::{
    Era, Error, ErrorObject, Json, JsonObject, LogLevel, Message, RequestEnvelope, Revision, capability, code, log,
    subscription,
};
use serde::Deserialize;
use serde_json::{Value, json};
use support::{equal, project};

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
    let (mut looked_at, mut wrong) = (0, Vec::new());
    let mut files: Vec<_> =
        std::fs::read_dir(project("tests/vectors")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for path in files {
        let suite: Suite = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        for vector in suite.vectors {
            let op = vector.input["op"].as_str().unwrap();
            looked_at += 1;
            let found = answer(op, &vector.input);
            if !equal(&found, &vector.expect) {
                wrong.push(format!("{} ({}): expected {}, found {found}", vector.id, vector.rule, vector.expect));
            }
        }
    }
    println!("{looked_at} vectors");
    assert!(looked_at >= 800, "only {looked_at} vectors were found");
    assert!(wrong.is_empty(), "{} of {looked_at} differ:\n{}", wrong.len(), wrong.join("\n"));
}

fn answer(op: &str, input: &Value) -> Value {
    match op {
        "classify" => classify(&input["message"]),
        "validate" => validate(input),
        "gate" => gate(input),
        "admit" => admit(input),
        "encode" => encode(&input["value"]),
        "decode" if input.get("header").is_none() => read_result(input),
        "stamp" => stamp(input),
        "cancel" => cancel(input),
        "emit" => emit(input),
        "select" => select(input),
        "probe" => probe(input),
        "initialize_client" => {
            match client::read_initialize(&revisions(&input["supports"]), raw(&input["result"]).as_raw()) {
                Ok(revision) => json!({ "ok": true, "version": revision.as_str() }),
                Err(_) => json!({ "ok": false, "action": "disconnect" }),
            }
        }
        "retry" => retry(input),
        "discover" => discover(&input["result"]),
        "cache" => {
            let cached = client::CachedResult::of(raw(&input["result"]).as_raw());
            let [received, now] = ["received_ms", "now_ms"].map(|name| input[name].as_u64().unwrap());
            json!({ "fresh": cached.is_fresh(received, now), "scope": if cached.is_public() { "public" } else { "private" } })
        }
        "auto_retry" => {
            let failure = match text(input, "failure") {
                "connection_lost" => client::Failure::ConnectionLost,
                "http_5xx" => client::Failure::Http5xx,
                "timeout" => client::Failure::Timeout,
                other => panic!("{other}"),
            };
            json!({ "allowed": client::may_resend(text(input, "method"), failure) })
        }
        "decode" => match header::decode(text(input, "header").as_bytes()) {
            Some(value) => json!({ "value": value }),
            None => json!({ "error": true }),
        },
        "check" => check_headers(input),
        "annotations" => annotations(&input["input_schema"]),
        "initialize_server" => initialize_server(input),
        "finalize" => finalize(input),
        "log_allowed" => {
            let requested = input["requested"].as_str().map(|level| LogLevel::parse(level).unwrap());
            let level = LogLevel::parse(text(input, "level")).unwrap();
            json!({ "allowed": level.is_wanted(requested) })
        }
        "meta_key" => {
            let revision = revision(input);
            meta_key(MetaKey::parse(text(input, "key")), revision)
        }
        "extension_id" => meta_key(MetaKey::extension(text(input, "id")), Revision::V2026_07_28),
        "input_request" => input_request(input),
        "missing" => {
            let missing = capability::missing(raw(&input["required"]).as_raw(), raw(&input["declared"]).as_raw());
            json!({ "missing": value(&missing) })
        }
        "server_method" => {
            let capabilities = raw(&input["capabilities"]);
            match capability::server_allows(revision(input), capabilities.as_raw(), text(input, "method")) {
                Ok(()) => json!({ "allowed": true }),
                Err(capability) => json!({ "allowed": false, "capability": capability }),
            }
        }
        "listen_ack" => {
            let (filter, capabilities) = (raw(&input["filter"]), raw(&input["capabilities"]));
            json!({ "acknowledged": value(&subscription::acknowledged(filter.as_raw(), capabilities.as_raw())) })
        }
        "listen_allows" => {
            let subject = input["uri"].as_str().or(input["task_id"].as_str());
            json!({ "allowed": subscription::allows(raw(&input["filter"]).as_raw(), text(input, "method"), subject) })
        }
        "client_receives" => {
            let capabilities = raw(&input["capabilities"]);
            let params = input.get("params").map(raw);
            let params = params.as_ref().map(Json::as_raw);
            match capability::client_receives(revision(input), capabilities.as_raw(), text(input, "method"), params) {
                Ok(()) => json!({ "allowed": true }),
                Err(code) => json!({ "allowed": false, "code": code }),
            }
        }
        "classify_code" => json!({ "class": class(input["code"].as_i64().unwrap()) }),
        "may_emit" => {
            let verdict = match code::may_emit(input["code"].as_i64().unwrap(), revision(input)) {
                code::MayEmit::Yes => "yes",
                code::MayEmit::No => "no",
                code::MayEmit::Discouraged => "discouraged",
            };
            json!({ "verdict": verdict })
        }
        "map_code" => json!({ "code": code::mapped(input["code"].as_i64().unwrap(), revision(input)) }),
        "http_status" => {
            let origin =
                if text(input, "origin") == "handler" { code::Origin::Handler } else { code::Origin::Protocol };
            json!({ "status": code::http_status(input["code"].as_i64().unwrap(), origin) })
        }
        "sanitize" => {
            let repeated = || text_of_repeat(&input["repeat"]);
            let text = input["text"].as_str().map_or_else(repeated, str::to_owned);
            json!({ "text": log::sanitize(&text) })
        }
        "describe" => json!({ "text": log::describe(&input["message"].to_string()) }),
        other => panic!("no such operation: {other}"),
    }
}

fn text<'a>(input: &'a Value, name: &str) -> &'a str {
    input[name].as_str().unwrap_or_else(|| panic!("{name} of {input}"))
}

fn text_of_repeat(repeat: &Value) -> String {
    repeat[0].as_str().unwrap().repeat(repeat[1].as_u64().unwrap() as usize)
}

fn raw(value: &Value) -> Json {
    Json::from(value.clone())
}

fn value(object: &JsonObject) -> Value {
    object.decode().unwrap()
}

fn revision(input: &Value) -> Revision {
    input["revision"].as_str().map_or(Revision::V2026_07_28, |revision| revision.parse().unwrap())
}

fn class(code: i64) -> &'static str {
    match code::class(code) {
        code::Class::JsonRpc => "jsonrpc",
        code::Class::Mcp => "mcp",
        code::Class::McpReserved => "mcp_reserved",
        code::Class::Retired => "retired",
        code::Class::LegacyBand => "legacy_band",
        code::Class::JsonRpcReserved => "jsonrpc_reserved",
        code::Class::Application => "application",
    }
}

fn meta_key(key: Option<MetaKey<'_>>, revision: Revision) -> Value {
    match key {
        None => json!({ "valid": false }),
        Some(key) => json!({
            "valid": true,
            "prefix": key.prefix(),
            "name": key.name(),
            "reserved": key.is_reserved(revision),
        }),
    }
}

fn input_request(input: &Value) -> Value {
    let (declared, entry) = (raw(&input["declared"]), &input["entry"]);
    let params = entry.get("params").map(raw);
    let params = params.as_ref().map(Json::as_raw);
    let missing = capability::missing_for_input(revision(input), declared.as_raw(), text(entry, "method"), params);
    match missing.unwrap() {
        missing if missing.is_empty() => json!({ "allowed": true }),
        missing => json!({ "allowed": false, "missing": value(&missing) }),
    }
}

fn client(input: &Value) -> Client {
    let client = Client::new(&input["capabilities"]);
    let client = match input.get("info") {
        Some(info) => client.with_info(info),
        None => client,
    };
    match input["log_level"].as_str() {
        Some(level) => client.with_log_level(LogLevel::parse(level).unwrap()),
        None => client,
    }
}

fn stamp(input: &Value) -> Value {
    let params = (!input["params"].is_null()).then(|| JsonObject::of(&input["params"]).unwrap());
    let stamped = client(&input["client"]).stamp(revision(input), params);
    json!({ "params": stamped.map_or(Value::Null, |params| value(&params)) })
}

fn transport(input: &Value) -> Transport {
    if text(input, "transport") == "http" { Transport::Http } else { Transport::Stdio }
}

fn cancel(input: &Value) -> Value {
    let from_client = text(input, "direction") == "client_to_server";
    let direction = if from_client { Direction::ClientToServer } else { Direction::ServerToClient };
    let params = input.get("params").map(raw);
    let params = params.as_ref().map(Json::as_raw);
    let mechanism = match client::cancel(revision(input), transport(input), direction, text(input, "method"), params) {
        client::Cancel::Notification => "notification",
        client::Cancel::CloseStream => "close_stream",
        client::Cancel::TasksCancel => "tasks_cancel",
        client::Cancel::None => "none",
    };
    json!({ "mechanism": mechanism })
}

fn emit(input: &Value) -> Value {
    let body = input["body"].to_string();
    let Message::Request(request) = Message::parse(body.as_bytes()).unwrap() else { panic!("no request: {body}") };
    let annotations = header::annotations(&input["input_schema"]).unwrap_or_default();
    let headers = client::headers(&request, &annotations).unwrap();
    json!({ "headers": headers.into_iter().collect::<std::collections::BTreeMap<_, _>>() })
}

fn select(input: &Value) -> Value {
    let list = |name: &str| -> Vec<&str> { input[name].as_array().unwrap().iter().filter_map(Value::as_str).collect() };
    json!({ "version": client::select(&list("client"), &list("server")) })
}

fn probe(input: &Value) -> Value {
    let is_pinned = input["pinned"] == true;
    let modern = revisions(&input["client"]["modern"]);
    let requested: Revision = text(input, "requested").parse().unwrap();
    let legacy = if is_pinned { Vec::new() } else { revisions(&input["client"]["legacy"]) };
    let modern = if is_pinned { vec![requested] } else { modern };
    let probe = client::Probe {
        transport: transport(input),
        modern: &modern,
        legacy: &legacy,
        requested,
        method: input["method"].as_str().unwrap_or("server/discover"),
        is_retry: input["attempt"] == 2,
    };
    let outcome = &input["outcome"];
    let outcome = match text(outcome, "kind") {
        "result" => client::Outcome::Result(raw(&outcome["result"]).as_raw().to_owned()),
        "rpc_error" => {
            let error = ErrorObject::new(outcome["code"].as_i64().unwrap(), text(outcome, "message"));
            client::Outcome::Error {
                error: match outcome.get("data") {
                    Some(data) => error.with_data(data.clone()),
                    None => error,
                },
                http_status: outcome["http_status"].as_u64().map(|status| status as u16),
            }
        }
        "http_error" => client::Outcome::Http {
            status: outcome["status"].as_u64().unwrap() as u16,
            body: outcome["body"].as_str().unwrap_or_default().to_owned(),
        },
        "timeout" => client::Outcome::Timeout,
        "closed" => client::Outcome::Closed,
        "network" => client::Outcome::Network,
        "unusable_reply" => client::Outcome::Unusable,
        other => panic!("{other}"),
    };
    match probe.judge(&outcome) {
        client::Verdict::Modern(version) => json!({ "verdict": "modern", "version": version.as_str() }),
        client::Verdict::Retry(version) => json!({ "verdict": "retry", "version": version.as_str() }),
        client::Verdict::Legacy => json!({ "verdict": "legacy" }),
        client::Verdict::Stop(reason) => json!({ "verdict": "error", "reason": reason.as_str() }),
    }
}

fn read_result(input: &Value) -> Value {
    let has_tasks =
        input["extensions"].as_array().is_some_and(|list| list.iter().any(|id| id == capability::TASKS_EXTENSION));
    let declared = input.get("client_capabilities").map(raw);
    let declared = declared.as_ref().map(Json::as_raw);
    let result = raw(&input["result"]);
    match client::read_result(revision(input), text(input, "method"), result.as_raw(), has_tasks, declared) {
        Ok(client::Received::Complete(())) => json!({ "kind": "complete" }),
        Ok(client::Received::Task(_)) => json!({ "kind": "task" }),
        Ok(client::Received::InputRequired(asked)) => {
            let mut keys: Vec<_> = asked.requests().map(|(key, _)| key).collect();
            keys.sort_unstable();
            let mut found = json!({ "kind": "input_required", "keys": keys });
            if let Some(state) = asked.state() {
                found["request_state"] = state.into();
            }
            found
        }
        Err(reason) => json!({ "kind": "invalid", "reason": reason.as_str() }),
    }
}

fn retry(input: &Value) -> Value {
    let result = raw(&input["result"]);
    let read = client::read_result(Revision::V2026_07_28, "tools/call", result.as_raw(), false, None).unwrap();
    let client::Received::InputRequired(asked) = read else { panic!("{result}") };
    let answers = input.get("responses").map(|responses| JsonObject::of(responses).unwrap()).unwrap_or_default();
    match client::retry(JsonObject::of(&input["params"]).unwrap(), &asked, answers) {
        Ok(params) => json!({ "ok": true, "params": value(&params) }),
        Err(_) => json!({ "ok": false, "reason": "response_keys" }),
    }
}

fn discover(result: &Value) -> Value {
    match client::read_discover(raw(result).as_raw()) {
        Err(_) => json!({ "ok": false }),
        Ok(found) => {
            let identity: Value = found.identity.map_or(Value::Null, |identity| identity.decode().unwrap());
            json!({
                "ok": true,
                "supported_versions": found.versions,
                "ttl_ms": found.cache.ttl_ms(),
                "cache_scope": if found.cache.is_public() { "public" } else { "private" },
                "server_name": identity["name"],
            })
        }
    }
}

fn encode(argument: &Value) -> Value {
    match header::encode_argument(Some(raw(argument).as_raw()), None) {
        header::Mirrored::Value(header) => json!({ "header": header }),
        header::Mirrored::Omitted => json!({ "omit": true }),
        header::Mirrored::Refused => json!({ "refuse": true }),
    }
}

fn head(verb: &str, headers: &Value) -> Head {
    let pair = |pair: &Value| (pair[0].as_str().unwrap().to_owned(), pair[1].as_str().unwrap().to_owned());
    Head::new(verb, headers.as_array().unwrap().iter().map(pair))
}

fn check_headers(input: &Value) -> Value {
    let head = head("POST", &input["headers"]);
    let body = input["body"].to_string();
    let message = Message::parse(body.as_bytes()).unwrap();
    let params = match &message {
        Message::Request(request) => request.params(),
        _ => None,
    };
    let annotations = header::annotations(&input["input_schema"]).unwrap_or_default();
    let checked = header::check(&head, &message).and_then(|()| header::check_params(&head, params, &annotations));
    match checked {
        Ok(()) => json!({ "ok": true }),
        Err(error) => {
            let status = code::http_status(code::HEADER_MISMATCH, code::Origin::Protocol);
            json!({ "ok": false, "code": code::HEADER_MISMATCH, "http_status": status, "header": error.header() })
        }
    }
}

fn annotations(schema: &Value) -> Value {
    match header::annotations(schema) {
        Err(_) => json!({ "valid": false }),
        Ok(found) => {
            let found = found.iter().map(|found| json!({ "path": found.path(), "header": found.header() }));
            json!({ "valid": true, "headers": found.collect::<Vec<_>>() })
        }
    }
}

fn revisions(list: &Value) -> Vec<Revision> {
    list.as_array().unwrap().iter().map(|revision| revision.as_str().unwrap().parse().unwrap()).collect()
}

fn everything() -> Value {
    json!({
        "tools": { "listChanged": true }, "prompts": { "listChanged": true }, "logging": {}, "completions": {},
        "resources": { "listChanged": true, "subscribe": true },
        "tasks": { "list": {}, "cancel": {}, "requests": { "tools": { "call": {} } } }
    })
}

fn initialize_server(input: &Value) -> Value {
    let endpoint = Endpoint::builder().revisions(&revisions(&input["serves"])).stdio();
    let mut message = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize" });
    if !input["params"].is_null() {
        message["params"] = input["params"].clone();
    }
    match endpoint.admit(&mut Session::new(), None, message.to_string().as_bytes()) {
        Decision::Admitted(admitted) => {
            json!({ "ok": true, "version": admitted.reply.unwrap().negotiated().unwrap().as_str() })
        }
        Decision::Refused(refusal) => json!({ "ok": false, "code": refusal.code() }),
        other => panic!("{other:?}"),
    }
}

fn finalize(input: &Value) -> Value {
    let declared = input.get("client_capabilities").map(raw);
    let cache = input.get("cache").map(|cache| CacheHints {
        ttl_ms: cache["ttlMs"].as_u64().unwrap(),
        is_public: cache["cacheScope"] == "public",
    });
    let identity = input.get("server_info").map(|info| JsonObject::of(info).unwrap());
    let defaults = Defaults { cache: cache.unwrap_or_default(), identity };
    let result = JsonObject::of(&input["result"]).unwrap();
    let declared = declared.as_ref().map(Json::as_raw);
    match server::finalize(revision(input), text(input, "method"), result, declared, &defaults) {
        Ok(result) => json!({ "ok": true, "result": value(&result) }),
        Err(error) => {
            let mut found = json!({ "ok": false, "code": error.code() });
            if let Some(required) = error.required_capabilities() {
                found["http_status"] = code::http_status(error.code(), code::Origin::Handler).into();
                found["required_capabilities"] = value(required);
            }
            found
        }
    }
}

/// Decides at a server that serves every revision and offers everything but the tasks extension.
fn admit(input: &Value) -> Value {
    let mut builder = Endpoint::builder().capabilities(&everything());
    if let Some(serves) = input.get("serves") {
        builder = builder.revisions(&[revisions(&serves["legacy"]), revisions(&serves["modern"])].concat());
    }
    let is_http = text(input, "transport") == "http";
    let endpoint = if is_http { builder.http() } else { builder.stdio() };
    let negotiated = input["negotiated"].as_str().map(|revision| revision.parse().unwrap());
    let before = match input["lock"].as_str() {
        Some("legacy") => Session::legacy(negotiated),
        Some("modern") => Session::modern(),
        _ => Session::new(),
    };
    let head = input.get("http").map(|http| head(text(http, "verb"), &http["headers"]));
    let body = input["message"].to_string();
    let mut session = before.clone();
    let decision = endpoint.admit(&mut session, head.as_ref(), body.as_bytes());
    let mut found = decided(&decision, &body, is_http);
    if session != before && session.era() != before.era() && !is_http {
        found["locks"] = session.era().unwrap().as_str().into();
    }
    found
}

fn decided(decision: &Decision<'_>, body: &str, is_http: bool) -> Value {
    let legacy = |reason: &str| json!({ "outcome": "legacy", "reason": reason });
    // What these vectors ask of legacy traffic is how it was recognised, not what its later checks say.
    let legacy_call = || {
        let message: Value = serde_json::from_str(body).unwrap();
        legacy(match (message.get("id").is_some(), message["method"].as_str()) {
            (false, _) => "notification",
            (true, Some("initialize")) => "initialize",
            (true, _) => "no_claim",
        })
    };
    match decision {
        Decision::Admitted(admitted) if admitted.era == Era::Modern => {
            json!({ "outcome": "modern", "version": admitted.revision.as_str() })
        }
        Decision::Admitted(_) => legacy_call(),
        Decision::Response(_) => legacy("response"),
        Decision::Batch(_) => legacy("batch"),
        Decision::SessionVerb => legacy("http_verb"),
        Decision::Dropped(Dropped::Notification { era: Era::Legacy, .. }) => legacy_call(),
        Decision::Dropped(_) => json!({ "outcome": "drop" }),
        Decision::Refused(refusal) => {
            let is_later = matches!(refusal.cause, Cause::Stage(Error::Dispatch(_)) | Cause::ServerCapability { .. });
            if refusal.era == Some(Era::Legacy) && is_later {
                return legacy_call();
            }
            refused(refusal, is_http)
        }
        other => panic!("{other:?}"),
    }
}

fn refused(refusal: &server::Refusal, is_http: bool) -> Value {
    let mut found = json!({ "outcome": "reject" });
    found["http_status"] = if is_http { refusal.http_status().into() } else { Value::Null };
    if let Some(code) = refusal.code() {
        found["code"] = code.into();
    }
    if let Cause::Header(error) = &refusal.cause {
        found["header"] = error.header().into();
    }
    let data: Value = refusal.data().map_or(Value::Null, |data| data.decode().unwrap());
    for name in ["missing", "invalid", "supported", "requested"] {
        if let Some(value) = data.get(name) {
            found[name] = value.clone();
        }
    }
    // The answer repeats the id, with its type (R-LADDER-2).
    if let (Some(message), Some(id)) = (refusal.message(), &refusal.id) {
        let message: Value = serde_json::from_str(&message).unwrap();
        assert_eq!(message["id"], serde_json::to_value(id).unwrap());
    }
    found
}

fn classify(message: &Value) -> Value {
    let text = message.to_string();
    match Message::parse(text.as_bytes()) {
        Ok(message) => {
            assert_eq!(mcp_wire::wire::claims_modern(text.as_bytes()), message.claims_modern(), "{text}");
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

fn gate(input: &Value) -> Value {
    let kind = if text(input, "kind") == "request" { Kind::Request } else { Kind::Notification };
    let from_client = text(input, "direction") == "client_to_server";
    let direction = if from_client { Direction::ClientToServer } else { Direction::ServerToClient };
    let lists = |name: &str| {
        let list = input[name].as_array();
        list.is_some_and(|list| list.iter().any(|id| id == capability::TASKS_EXTENSION))
    };
    let revision = revision(input);
    let tasks = gate::Tasks { enabled: lists("server_extensions"), declared: lists("client_extensions") };
    let mut found = match gate::gate_with(revision, direction, kind, text(input, "method"), tasks) {
        Verdict::Known(_) => json!({ "status": "known" }),
        Verdict::Extension => json!({ "status": "extension" }),
        Verdict::Future { introduced_in } => json!({ "status": "future", "introduced_in": introduced_in }),
        Verdict::Removed { introduced_in, removed_in } => {
            json!({ "status": "removed", "introduced_in": introduced_in, "removed_in": removed_in })
        }
        Verdict::WrongDirection => json!({ "status": "wrong_direction" }),
        Verdict::WrongKind => json!({ "status": "wrong_kind" }),
        _ => json!({ "status": "unknown" }),
    };
    match gate::received(revision, direction, kind, text(input, "method"), tasks) {
        gate::Action::Dispatch => found["action"] = "dispatch".into(),
        gate::Action::Drop => found["action"] = "drop".into(),
        gate::Action::Refuse { code, http_status } => {
            found["action"] = "error".into();
            found["code"] = code.into();
            found["http_status"] = http_status.into();
            if code == code::MISSING_REQUIRED_CLIENT_CAPABILITY {
                found["required_capabilities"] = json!({ "extensions": { (capability::TASKS_EXTENSION): {} } });
            }
        }
    }
    found
}
