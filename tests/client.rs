//! What a client sends is what a server reads, and whatever comes back the negotiation ends.

mod support;

use std::time::Duration;

use mcp_wire::client::{
    self, Client, Failure, Heard, InvalidResult, Negotiator, Outcome, Pacing, PendingError, Reason, Received, Step,
};
use mcp_wire::header::{self, Head};
use mcp_wire::server::{Decision, Endpoint, Session, Transport};
use mcp_wire::v2026_07_28::{CallTool, ClientCapabilities, ElicitationCapability};
use mcp_wire::{
    Era, ErrorObject, Json, JsonObject, LogLevel, Message, RequestEnvelope, Revision, v2025_11_25, v2026_07_28,
};
use serde_json::{Value, json};
use support::generate::Random;

fn raw(value: Value) -> Box<serde_json::value::RawValue> {
    Json::from(value).as_raw().to_owned()
}

fn discovered() -> Outcome {
    Outcome::Result(raw(json!({ "supportedVersions": ["2026-07-28"], "capabilities": {}, "resultType": "complete" })))
}

fn client() -> Client {
    Client::new(&ClientCapabilities::new().with_elicitation(ElicitationCapability::new()))
}

/// Feeds outcomes until it ends.
fn run(
    mut talk: Negotiator,
    mut outcomes: impl Iterator<Item = Outcome>,
) -> (Vec<String>, Result<client::Peer, Reason>) {
    let mut said = Vec::new();
    for _ in 0..20 {
        match talk.next() {
            Step::Send(message) => {
                said.push(message);
                talk.heard(outcomes.next().unwrap_or(Outcome::Timeout));
            }
            Step::Tell(message) => said.push(message),
            Step::Speak(peer) => return (said, Ok(*peer)),
            Step::Stop(reason) => return (said, Err(reason)),
        }
    }
    panic!("it does not end: {said:?}")
}

fn methods(said: &[String]) -> Vec<String> {
    said.iter()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["method"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn what_is_stamped_is_what_a_server_reads() {
    let mut random = Random::new(1);
    for _ in 0..200 {
        let stray = json!({ "io.modelcontextprotocol/protocolVersion": random.below(9), "x/y": random.below(9),
            "io.modelcontextprotocol/clientCapabilities": null, "progressToken": random.below(9) });
        let params = [json!({}), json!({ "_meta": stray }), json!({ "_meta": 5 }), json!({ "name": "t" })];
        let params = JsonObject::of(&params[random.below(4)]).unwrap();
        let stamped = client().with_log_level(LogLevel::Notice).stamp(Revision::V2026_07_28, Some(params)).unwrap();
        let line =
            json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": stamped.decode::<Value>().unwrap() })
                .to_string();
        let Message::Request(request) = Message::parse(line.as_bytes()).unwrap() else { panic!("{line}") };
        let envelope = RequestEnvelope::parse(&request).unwrap();
        assert_eq!(envelope.revision(Revision::ALL), Ok(Revision::V2026_07_28));
        assert_eq!(envelope.capabilities().get(), r#"{"elicitation":{}}"#);
        assert_eq!(envelope.log_level(), Some(LogLevel::Notice));
    }
}

#[test]
fn any_text_comes_back_from_a_header_that_is_legal() {
    let mut random = Random::new(2);
    for _ in 0..20_000 {
        let text: String = (0..random.below(12))
            .map(|_| match random.below(4) {
                0 => char::from(random.below(128) as u8),
                1 => ['=', '?', ' ', '\t', 'b'][random.below(5)],
                2 => char::from_u32(random.below(0x11_0000) as u32).unwrap_or('é'),
                _ => 'a',
            })
            .collect();
        let encoded = header::encode(&text);
        assert!(encoded.bytes().all(|byte| (0x20..=0x7e).contains(&byte)), "{encoded:?}");
        assert_eq!(header::decode(encoded.as_bytes()).as_deref(), Some(text.as_str()), "{encoded:?}");
    }
    assert_eq!(header::decode(header::encode("=?base64?x?=").as_bytes()).unwrap(), "=?base64?x?=");
}

#[test]
fn a_call_over_http_is_admitted_with_the_headers_it_is_given() {
    let schema = json!({ "type": "object", "properties": { "zone": { "type": "string", "x-mcp-header": "Zone" },
        "n": { "type": "integer", "x-mcp-header": "N" } } });
    let annotations = header::annotations(&schema).unwrap();
    let (_, peer) = run(Negotiator::new(client(), Transport::Http), [discovered()].into_iter());
    let arguments = JsonObject::of(&json!({ "zone": "nørd", "n": 7.0, "free": [1] })).unwrap();
    let (line, _) = peer.unwrap().request::<CallTool>(1, &CallTool::params("tide").with_arguments(arguments)).unwrap();
    let Message::Request(request) = Message::parse(line.as_bytes()).unwrap() else { panic!("{line}") };
    let headers = client::headers(&request, &annotations).unwrap();
    let endpoint = Endpoint::builder()
        .capabilities(&json!({ "tools": {} }))
        .tool_schemas(move |_| Some(schema.clone().into()))
        .http();
    let decision = endpoint.admit(&mut Session::new(), Some(&Head::post(headers)), line.as_bytes());
    assert!(matches!(decision, Decision::Admitted(_)), "{decision:?}");
    // R-HDR-13: a client that never saw the schema sends no param headers, and is told which one is missing.
    let unseen = Head::post(client::headers(&request, &[]).unwrap());
    let Decision::Refused(refusal) = endpoint.admit(&mut Session::new(), Some(&unseen), line.as_bytes()) else {
        panic!()
    };
    assert_eq!(refusal.code(), Some(-32020));
}

#[test]
fn an_argument_that_no_header_can_mirror_is_named_before_anything_is_sent() {
    let schema = json!({ "type": "object", "properties": { "o": { "type": "object", "properties": { "n": { "type": "integer", "x-mcp-header": "N" } } } } });
    let annotations = header::annotations(&schema).unwrap();
    for value in ["0.5", "9007199254740992", "\"7\"", "[7]"] {
        let line = format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"t","arguments":{{"o":{{"n":{value}}}}}}}}}"#
        );
        let Message::Request(request) = Message::parse(line.as_bytes()).unwrap() else { panic!("{line}") };
        let refused = client::headers(&request, &annotations).unwrap_err();
        assert_eq!(refused.to_string(), "argument `o.n` has a value that header `Mcp-Param-N` cannot mirror");
    }
}

fn handshake(version: &str) -> Outcome {
    let server = json!({ "name": "s", "version": "1" });
    Outcome::Result(raw(
        json!({ "protocolVersion": version, "capabilities": { "tools": {} }, "serverInfo": server, "instructions": "x" }),
    ))
}

fn error(code: i64, data: Option<Value>) -> Outcome {
    let error = ErrorObject::new(code, "m");
    Outcome::Error { error: data.map_or(error.clone(), |data| error.with_data(data)), http_status: None }
}

#[test]
fn a_modern_server_is_spoken_to_at_once() {
    let (said, peer) = run(Negotiator::new(client(), Transport::Stdio), [discovered()].into_iter());
    assert_eq!(methods(&said), ["server/discover"]);
    assert_eq!((peer.clone().unwrap().era(), peer.unwrap().revision()), (Era::Modern, Revision::V2026_07_28));
}

#[test]
fn a_legacy_server_is_shaken_hands_with() {
    let outcomes = [error(-32601, None), handshake("2025-06-18")];
    let (said, peer) = run(Negotiator::new(client(), Transport::Stdio), outcomes.into_iter());
    assert_eq!(methods(&said), ["server/discover", "initialize", "notifications/initialized"]);
    let peer = peer.unwrap();
    assert_eq!((peer.revision(), peer.instructions()), (Revision::V2025_06_18, Some("x")));
    // A legacy request is not stamped, and a server of that revision admits the handshake.
    let (line, _) = peer.request::<v2025_11_25::ListTools>(1, &None::<v2025_11_25::PaginatedRequestParams>).unwrap();
    assert_eq!(line, r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#);
    let decision = Endpoint::builder().stdio().admit(&mut Session::new(), None, said[1].as_bytes());
    assert!(matches!(decision, Decision::Admitted(_)), "{decision:?}");
}

#[test]
fn a_server_that_is_modern_after_all_is_probed_once_more_and_never_demoted() {
    // R-NEG-9
    let refused = || error(-32022, Some(json!({ "supported": ["2026-07-28"], "requested": "2025-11-25" })));
    let found =
        run(Negotiator::new(client(), Transport::Stdio), [Outcome::Timeout, refused(), discovered()].into_iter());
    assert_eq!(methods(&found.0), ["server/discover", "initialize", "server/discover"]);
    assert_eq!(found.1.unwrap().era(), Era::Modern);
    let outcomes = [Outcome::Timeout, refused(), error(-32601, None), handshake("2025-11-25")];
    let (said, peer) = run(Negotiator::new(client(), Transport::Stdio), outcomes.into_iter());
    assert_eq!(methods(&said), ["server/discover", "initialize", "server/discover"]);
    assert_eq!(peer, Err(Reason::UnsupportedVersion));
}

#[test]
fn the_negotiation_ends_for_any_sequence_of_outcomes() {
    let mut random = Random::new(3);
    for round in 0..5000 {
        let transport = if round % 2 == 0 { Transport::Stdio } else { Transport::Http };
        let talk = match round % 3 {
            0 => Negotiator::pinned(client(), transport, Revision::ALL[random.below(Revision::ALL.len())]),
            _ => Negotiator::new(client(), transport),
        };
        let outcomes = std::iter::repeat_with(|| match random.below(12) {
            0 => discovered(),
            1 => handshake("2025-11-25"),
            2 => handshake("2026-07-28"),
            3 => error(-32022, Some(json!({ "supported": ["2026-07-28"], "requested": "x" }))),
            4 => error(-32022, Some(json!({ "supported": ["2025-06-18", "9"], "requested": "x" }))),
            5 => error(-32601, None),
            6 => Outcome::Timeout,
            7 => Outcome::Closed,
            8 => Outcome::Http { status: [400, 401, 404, 500, 302][random.below(5)], body: "{".into() },
            9 => Outcome::Network,
            10 => Outcome::Unusable,
            _ => Outcome::Result(raw(json!([1]))),
        });
        let (said, _) = run(talk, outcomes);
        assert!(said.len() <= 6, "{said:?}");
    }
}

#[test]
fn an_answer_is_read_by_its_request_and_by_its_type() {
    let (_, peer) = run(Negotiator::new(client(), Transport::Stdio), [discovered()].into_iter());
    let (_, pending) = peer.unwrap().request::<CallTool>(1, &CallTool::params("tide")).unwrap();
    let complete = raw(json!({ "resultType": "complete", "content": [] }));
    assert!(matches!(pending.read(&complete), Ok(Received::Complete(result)) if result.content.is_empty()));
    // R-RES-2
    let untyped = raw(json!({ "content": [] }));
    assert_eq!(pending.read(&untyped), Err(PendingError::Invalid(InvalidResult::TypeMissing)));
    let undeclared =
        raw(json!({ "resultType": "input_required", "inputRequests": { "a": { "method": "roots/list" } } }));
    assert_eq!(
        pending.read(&undeclared),
        Err(PendingError::Invalid(InvalidResult::UndeclaredInputRequest)),
        "R-MRTR-4"
    );
    let asks = raw(json!({ "resultType": "input_required", "requestState": " s\n", "inputRequests": { "a": {
        "method": "elicitation/create", "params": { "message": "m", "requestedSchema": { "type": "object", "properties": {} } } } } }));
    let Ok(Received::InputRequired(asked)) = pending.read(&asks) else { panic!() };
    let answers = JsonObject::new().with("a", JsonObject::new().with("action", "accept"));
    let params = JsonObject::of(&CallTool::params("tide")).unwrap();
    let retried = client::retry(params, &asked, answers).unwrap();
    let typed: v2026_07_28::CallToolRequestParams = mcp_wire::from_str(retried.as_str()).unwrap();
    assert_eq!(typed.request_state.as_deref(), Some(" s\n"), "R-MRTR-5");
    assert_eq!(typed.input_responses.unwrap().get("a").unwrap().kind(), "Elicit");
    // R-MRTR-8: what cannot be fulfilled sends nothing.
    assert!(client::retry(JsonObject::new(), &asked, JsonObject::new()).is_err());
}

#[test]
fn rounds_are_paced_and_there_is_a_last_one() {
    // R-MRTR-6
    let state_only = raw(json!({ "resultType": "input_required", "requestState": "s" }));
    let read = client::read_result(Revision::V2026_07_28, "tools/call", &state_only, false, None);
    let Ok(Received::InputRequired(asked)) = read else { panic!() };
    let waits: Vec<_> = (0..11).map(|round| Pacing::default().wait(round, &asked)).collect();
    let millis = |millis| Some(Duration::from_millis(millis));
    assert_eq!(waits[..5], [millis(500), millis(1000), millis(2000), millis(4000), millis(5000)]);
    assert_eq!((waits[9], waits[10]), (millis(5000), None));
}

#[test]
fn what_is_kept_is_kept_by_what_it_depends_on() {
    // R-CACHE-3
    let params = |text: &str| JsonObject::parse(text).unwrap();
    let key = |text: &str| client::cache_key("resources/read", Some(&params(text)));
    assert_eq!(key(r#"{"uri":"a:b","_meta":{"x":1}}"#), key(r#"{"uri":"a:b"}"#));
    assert_ne!(key(r#"{"uri":"a:b"}"#), key(r#"{"uri":"a:c"}"#));
    assert_eq!(key(r#"{"uri":"a:b","requestState":"s"}"#), None);
    let updated = params(r#"{"uri":"a:b"}"#);
    let stale = |uri: &str| {
        client::invalidates("notifications/resources/updated", Some(&updated), "resources/read", Some(&params(uri)))
    };
    assert!(stale(r#"{"uri":"a:b"}"#) && !stale(r#"{"uri":"a:c"}"#));
    assert!(client::invalidates("notifications/tools/list_changed", None, "tools/list", None));
}

#[test]
fn what_may_have_done_something_is_not_sent_twice() {
    // R-IDEM-1
    assert!(!client::may_resend("tools/call", Failure::ConnectionLost));
    assert!(client::may_resend("tools/list", Failure::Http5xx) && !client::may_resend("tools/list", Failure::Timeout));
}

#[test]
fn a_notification_that_the_server_does_not_know_is_not_written() {
    // R-GATE-5
    assert!(client::may_tell(Revision::V2025_11_25, "notifications/initialized"));
    assert!(!client::may_tell(Revision::V2026_07_28, "notifications/initialized"));
    assert!(client::may_tell(Revision::V2026_07_28, "notifications/cancelled"));
}

#[test]
fn a_discovery_is_recorded_whole_or_not_at_all() {
    // R-RES-7
    let read = |value: Value| client::read_discover(&raw(value));
    assert!(read(json!({ "supportedVersions": ["2026-07-28"], "capabilities": { "tools": 5 } })).is_err());
    assert!(read(json!({ "supportedVersions": ["2026-07-28"], "capabilities": {}, "instructions": 7 })).is_err());
    let found = read(json!({ "supportedVersions": ["x"], "capabilities": {}, "ttlMs": -1 })).unwrap();
    assert_eq!((found.versions, found.cache.ttl_ms(), found.cache.is_public()), (vec!["x".to_owned()], 0, false));
}

#[test]
fn what_a_server_asks_is_served_refused_or_dropped_by_era_and_capability() {
    // R-GATE-7, R-CAP-6
    let ask = |revision, declared: Value, line: &str| {
        let Message::Request(request) = Message::parse(line.as_bytes()).unwrap() else { panic!("{line}") };
        client::asked(revision, &Json::from(declared), &request, mcp_wire::Reading::Tolerant)
    };
    let roots = r#"{"jsonrpc":"2.0","id":1,"method":"roots/list"}"#;
    let code = |asked| match asked {
        client::Asked::Refuse(error) => error.code,
        other => panic!("{other:?}"),
    };
    assert!(matches!(ask(Revision::V2025_11_25, json!({ "roots": {} }), roots), client::Asked::Serve(_)));
    assert_eq!(code(ask(Revision::V2025_11_25, json!({}), roots)), -32601);
    assert_eq!(ask(Revision::V2026_07_28, json!({ "roots": {} }), roots), client::Asked::Drop);
    let url = r#"{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{"mode":"url","message":"m","url":"https://e.x","elicitationId":"1"}}"#;
    assert_eq!(code(ask(Revision::V2025_11_25, json!({ "elicitation": {} }), url)), -32602);
    let unknown = r#"{"jsonrpc":"2.0","id":1,"method":"no/such"}"#;
    assert_eq!(code(ask(Revision::V2025_06_18, json!({}), unknown)), -32601);
}

#[test]
fn errors_mean_what_their_code_and_data_say() {
    use client::ProtocolError;
    let of = |code, data: Value, revision| ProtocolError::of(&ErrorObject::new(code, "m").with_data(data), revision);
    let supported = vec!["2026-07-28".to_owned()];
    assert_eq!(
        of(-32022, json!({ "supported": ["2026-07-28"], "requested": "x" }), Revision::V2026_07_28),
        ProtocolError::UnsupportedProtocolVersion { supported }
    );
    let required = json!({ "sampling": { "tools": {} } });
    assert_eq!(
        of(-32021, json!({ "requiredCapabilities": required.clone() }), Revision::V2026_07_28),
        ProtocolError::MissingRequiredClientCapability { required: required.into() }
    );
    // R-ERR-6 and R-RES-9
    assert_eq!(of(-32003, json!({}), Revision::V2026_07_28), ProtocolError::Other);
    assert_eq!(of(-32002, json!({}), Revision::V2025_06_18), ProtocolError::ResourceNotFound);
    assert!(matches!(
        of(-32042, json!({ "elicitations": [] }), Revision::V2025_11_25),
        ProtocolError::UrlElicitationRequired { .. }
    ));
    assert_eq!(of(-32042, json!({ "elicitations": [] }), Revision::V2025_06_18), ProtocolError::Other);
}

/// A client that settled on a legacy revision.
fn settled(revision: Revision, declared: Value) -> client::Peer {
    let client = Client::new(&declared);
    let (_, peer) =
        run(Negotiator::pinned(client, Transport::Stdio, revision), std::iter::once(handshake(revision.as_str())));
    peer.unwrap()
}

fn modern_peer() -> client::Peer {
    run(Negotiator::new(client(), Transport::Http), std::iter::once(discovered())).1.unwrap()
}

#[track_caller]
fn heard(peer: &client::Peer, message: &Value) -> Heard {
    let mut heard = peer.hear(message.to_string().as_bytes());
    assert_eq!(heard.len(), 1, "{heard:?}");
    heard.remove(0)
}

#[test]
fn a_message_of_a_server_is_answered_served_or_told() {
    let peer = settled(Revision::V2025_11_25, json!({ "roots": {} }));
    let request =
        |method: &str, params: Value| json!({ "jsonrpc": "2.0", "id": 0, "method": method, "params": params });
    let Heard::Reply(pong) = heard(&peer, &request("ping", json!({}))) else { panic!() };
    assert_eq!(pong, r#"{"jsonrpc":"2.0","id":0,"result":{}}"#);
    let Heard::Asked { id, request: asked } = heard(&peer, &request("roots/list", json!({}))) else { panic!() };
    assert!(matches!(client::as_input(&asked), Ok(v2026_07_28::InputRequest::ListRoots(_))));
    let roots = v2026_07_28::ListRootsResult::new([]);
    assert_eq!(peer.reply(&id, Ok(roots)), r#"{"jsonrpc":"2.0","id":0,"result":{"roots":[]}}"#);
    let sampling = request("sampling/createMessage", json!({ "messages": [], "maxTokens": 1 }));
    let Heard::Reply(refusal) = heard(&peer, &sampling) else { panic!() };
    assert!(refusal.contains("-32601"), "R-CAP-6: {refusal}");
    let told = json!({ "jsonrpc": "2.0", "method": "notifications/tools/list_changed" });
    assert!(matches!(heard(&peer, &told), Heard::Told(told) if told.method() == "notifications/tools/list_changed"));
    let answer = json!({ "jsonrpc": "2.0", "id": 3, "error": { "code": 5, "message": "no" } });
    let Heard::Answer { id, outcome: Outcome::Error { error, .. } } = heard(&peer, &answer) else { panic!() };
    assert_eq!((id, error.code), (Some(3.into()), 5), "R-JSONRPC-6");
    // R-GATE-7
    assert!(matches!(heard(&modern_peer(), &request("ping", json!({}))), Heard::Dropped(_)));
    for nothing in [json!(7), json!([]), json!([answer]), json!({ "jsonrpc": "2.0", "method": "no/such" })] {
        assert!(matches!(heard(&peer, &nothing), Heard::Dropped(_)), "{nothing}");
    }
    let batch = json!([answer, 7, told]);
    let heard = settled(Revision::V2025_03_26, json!({})).hear(batch.to_string().as_bytes());
    assert!(matches!(heard[..], [Heard::Answer { .. }, Heard::Dropped(_), Heard::Told(_)]), "R-JSONRPC-7: {heard:?}");
}

/// Found with a server of npm, which sends the newest kinds of field whatever was settled.
#[test]
fn a_form_with_fields_that_the_revision_does_not_know_is_refused_with_their_place() {
    let items = json!({ "type": "array", "items": { "type": "string", "enum": ["a"] } });
    let form = json!({ "message": "?", "requestedSchema": { "type": "object", "properties": { "which": items } } });
    let form = json!({ "jsonrpc": "2.0", "id": 1, "method": "elicitation/create", "params": form });
    let Heard::Reply(refusal) = heard(&settled(Revision::V2025_06_18, json!({ "elicitation": {} })), &form) else {
        panic!()
    };
    assert!(refusal.contains("-32602") && refusal.contains("properties.which.type"), "{refusal}");
    let peer = settled(Revision::V2025_11_25, json!({ "elicitation": {} }));
    assert!(matches!(heard(&peer, &form), Heard::Asked { .. }));
}

#[test]
fn a_legacy_server_is_asked_in_the_terms_of_the_newest_revision() {
    for revision in Revision::ALL.iter().copied().filter(|revision| revision.era() == Era::Legacy) {
        let peer = settled(revision, json!({}));
        let (message, pending) = peer.request::<v2026_07_28::ListTools>(1, &v2026_07_28::ListTools::params()).unwrap();
        assert!(!message.contains("io.modelcontextprotocol"), "R-ENV-10: {message}");
        let Received::Complete(tools) = pending.read(&raw(json!({ "tools": [] }))).unwrap() else { panic!() };
        assert_eq!((tools.ttl_ms, tools.result_type.as_str()), (0, "complete"), "R-RES-2, R-CACHE-2");
        let (_, pending) = peer.request::<CallTool>(2, &CallTool::params("tide")).unwrap();
        assert!(pending.read(&raw(json!({ "content": [], "resultType": "task" }))).is_err(), "R-RES-3");
    }
    // A modern server has to say it itself.
    let (_, pending) = modern_peer().request::<CallTool>(1, &CallTool::params("tide")).unwrap();
    assert!(pending.read(&raw(json!({ "content": [] }))).is_err());
}

#[test]
fn headers_are_those_of_the_era() {
    let names = |headers: Vec<(String, String)>| headers.into_iter().map(|(name, _)| name).collect::<Vec<_>>();
    let of = |peer: &client::Peer| {
        let (message, _) = peer.request::<CallTool>(1, &CallTool::params("tide")).unwrap();
        names(peer.headers(&message, &[]).unwrap())
    };
    assert_eq!(of(&modern_peer()), ["MCP-Protocol-Version", "Mcp-Method", "Mcp-Name"], "R-HDR-1");
    // R-HDR-14
    assert_eq!(of(&settled(Revision::V2025_06_18, json!({}))), ["MCP-Protocol-Version"]);
    assert!(of(&settled(Revision::V2025_03_26, json!({}))).is_empty());
    let mut probing = Negotiator::new(client(), Transport::Http);
    let Step::Send(probe) = probing.next() else { panic!() };
    assert_eq!(names(probing.headers(&probe)), ["MCP-Protocol-Version", "Mcp-Method"]);
    let mut shaking = Negotiator::pinned(client(), Transport::Http, Revision::V2025_11_25);
    let Step::Send(handshake) = shaking.next() else { panic!() };
    assert!(shaking.headers(&handshake).is_empty());
}

#[test]
fn a_handshake_declares_what_its_revision_knows() {
    let declared = json!({ "elicitation": {}, "extensions": {}, "roots": {}, "tasks": {} });
    let known = |revision| {
        let Step::Send(message) = Negotiator::pinned(Client::new(&declared), Transport::Stdio, revision).next() else {
            panic!()
        };
        let message: Value = serde_json::from_str(&message).unwrap();
        message["params"]["capabilities"].as_object().unwrap().keys().cloned().collect::<Vec<_>>()
    };
    assert_eq!(known(Revision::V2024_11_05), ["roots"], "R-CAP-9");
    assert_eq!(known(Revision::V2025_06_18), ["elicitation", "roots"]);
    assert_eq!(known(Revision::V2025_11_25), ["elicitation", "roots", "tasks"]);
}

#[test]
fn an_http_response_says_what_came_of_a_request() {
    let error = br#"{"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"?"}}"#;
    assert!(matches!(Outcome::of_http(400, error), Outcome::Error { http_status: Some(400), .. }));
    assert!(matches!(Outcome::of_http(404, b"<html>"), Outcome::Http { status: 404, .. }));
    assert!(matches!(Outcome::of_http(200, b"<html>"), Outcome::Unusable));
    assert!(matches!(Outcome::of_http(200, br#"{"jsonrpc":"2.0","id":1,"result":{}}"#), Outcome::Result(_)));
    assert!(matches!(Outcome::of_message(br#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#), Outcome::Unusable));
    assert!(matches!(Outcome::of_message(br#"{"jsonrpc":"2.0","id":1,"error":{"code":"x"}}"#), Outcome::Unusable));
}

#[test]
fn a_form_that_is_accepted_as_it_is_has_its_defaults() {
    let schema = json!({ "type": "object", "properties": { "a": { "type": "string", "default": "x" }, "b": { "type": "string" }, "c": { "default": 1.0 } } });
    assert_eq!(client::form_defaults(&schema).as_str(), r#"{"a":"x","c":1.0}"#);
    assert!(client::form_defaults(&json!(7)).is_empty());
}
