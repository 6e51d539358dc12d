//! The server's ladder holds whatever comes: no panic, no change by a refusal, and the first failure wins.

mod support;

use mcp_wire::header::Head;
use mcp_wire::server::{Call, Cause, Decision, Endpoint, InFlight, Outbound, Session};
use mcp_wire::{ErrorObject, RequestId, Revision, v2025_11_25, v2026_07_28};
use serde_json::{Value, json};
use support::generate::Random;
use support::project;

fn everything() -> Value {
    json!({ "tools": {}, "prompts": {}, "resources": { "subscribe": true }, "logging": {}, "completions": {} })
}

fn builder() -> mcp_wire::server::Builder {
    let schema = json!({ "type": "object", "properties": { "zone": { "type": "string", "x-mcp-header": "Zone" } } });
    Endpoint::builder()
        .capabilities(&everything())
        .tool_schemas(move |name| (name == "tide").then(|| mcp_wire::Json::from(schema.clone())))
        .extension("io.modelcontextprotocol/tasks")
        .method("harbour/bell")
}

/// A fault of a modern call over HTTP, in the order in which the ladder looks for it (R-LADDER-1).
struct Fault {
    code: i64,
    status: u16,
    add: fn(&mut Value, &mut Vec<(String, String)>),
}

const PROTOCOL_VERSION: &str = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";

const FAULTS: &[Fault] = &[
    Fault { code: -32600, status: 400, add: |message, _| message["jsonrpc"] = json!("1.0") },
    Fault {
        code: -32602,
        status: 400,
        add: |message, _| {
            message["params"]["_meta"].as_object_mut().unwrap().remove(CAPABILITIES);
        },
    },
    Fault { code: -32020, status: 400, add: |_, headers| headers.retain(|(name, _)| name != "Mcp-Method") },
    Fault {
        code: -32022,
        status: 400,
        add: |message, headers| {
            message["params"]["_meta"][PROTOCOL_VERSION] = json!("2031-01-01");
            headers.retain(|(name, _)| name != "MCP-Protocol-Version");
            headers.push(("MCP-Protocol-Version".into(), "2031-01-01".into()));
        },
    },
    Fault {
        code: -32601,
        status: 404,
        add: |message, headers| {
            message["method"] = json!("ping");
            if let Some(header) = headers.iter_mut().find(|(name, _)| name == "Mcp-Method") {
                header.1 = "ping".into();
            }
        },
    },
    Fault { code: -32020, status: 400, add: |message, _| message["params"]["arguments"] = json!({ "zone": "north" }) },
    Fault { code: -32602, status: 200, add: |message, _| message["params"]["requestState"] = json!(7) },
];

fn good() -> (Value, Vec<(String, String)>) {
    let message = json!({
        "jsonrpc": "2.0", "id": "a", "method": "tools/call",
        "params": { "name": "tide", "_meta": { (PROTOCOL_VERSION): "2026-07-28", (CAPABILITIES): {} } }
    });
    let headers = [("MCP-Protocol-Version", "2026-07-28"), ("Mcp-Method", "tools/call"), ("Mcp-Name", "tide")];
    (message, headers.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec())
}

#[track_caller]
fn refused(message: &Value, headers: &[(String, String)], fault: &Fault) {
    let text = message.to_string();
    let head = Head::post(headers.iter().map(|(name, value)| (name, value)));
    let mut session = Session::new();
    let decision = builder().http().admit(&mut session, Some(&head), text.as_bytes());
    let Decision::Refused(refusal) = decision else { panic!("not refused: {text}") };
    assert_eq!((refusal.code(), refusal.http_status()), (Some(fault.code), fault.status), "{text}: {refusal}");
    assert_eq!(session, Session::new());
    let answer: Value = serde_json::from_str(&refusal.message().unwrap()).unwrap();
    assert_eq!(answer["id"], "a", "R-LADDER-2: the id is repeated with its type");
}

#[test]
fn each_fault_alone_has_its_code_and_of_two_the_first_wins() {
    for (index, first) in FAULTS.iter().enumerate() {
        let (mut message, mut headers) = good();
        (first.add)(&mut message, &mut headers);
        refused(&message, &headers, first);
        for second in &FAULTS[index + 1..] {
            let (mut message, mut headers) = good();
            (second.add)(&mut message, &mut headers);
            (first.add)(&mut message, &mut headers);
            refused(&message, &headers, first);
        }
    }
    let (message, headers) = good();
    let (text, head) = (message.to_string(), Head::post(headers));
    assert!(matches!(builder().http().admit(&mut Session::new(), Some(&head), text.as_bytes()), Decision::Admitted(_)));
}

/// Real lines with bytes changed, dropped, doubled and cut, over both transports, in every session.
#[test]
fn any_bytes_and_any_headers_get_an_answer_and_a_refusal_changes_nothing() {
    let mut random = Random::new(20_261_130);
    let mut lines: Vec<Vec<u8>> = Vec::new();
    for file in ["2025-03-26", "2025-11-25", "2026-07-28", "faults"] {
        let text = std::fs::read(project(&format!("examples/traffic/{file}.jsonl"))).unwrap();
        lines.extend(text.split(|byte| *byte == b'\n').map(<[u8]>::to_vec));
    }
    let values: [&[u8]; 7] = [b"2026-07-28", b"2025-06-18", b"tools/call", b"", b"\xff\xfe", b"=?base64?!?=", b"tide"];
    let names = ["MCP-Protocol-Version", "Mcp-Method", "Mcp-Name", "Mcp-Param-Zone", "Origin", "X"];
    let sessions = [Session::new(), Session::modern(), Session::legacy(None), Session::legacy(Revision::V2025_03_26)];
    let endpoints = [builder().stdio(), builder().http(), builder().without_lock().strict().stdio()];
    let mut refusals = 0;
    for round in 0..20_000 {
        let line = mutated(&lines[random.below(lines.len())], &mut random);
        let headers: Vec<(&str, &[u8])> = (0..random.below(5))
            .map(|_| (names[random.below(names.len())], values[random.below(values.len())]))
            .collect();
        let verb = if random.below(20) == 0 { "GET" } else { "POST" };
        let head = (random.below(2) == 0).then(|| Head::new(verb, headers));
        let before = &sessions[round % sessions.len()];
        let mut session = before.clone();
        match endpoints[round % endpoints.len()].admit(&mut session, head.as_ref(), &line) {
            Decision::Admitted(admitted) => {
                if let Some(reply) = &admitted.reply {
                    let finished = reply.finish::<Value>(Err(ErrorObject::new(-32002, "gone")));
                    serde_json::from_str::<Value>(finished.message()).unwrap();
                }
            }
            Decision::Refused(refusal) => {
                refusals += 1;
                assert_eq!(session, *before);
                assert!(refusal.to_string().len() <= 1024, "{refusal}");
                refusal.message().iter().for_each(|message| drop(serde_json::from_str::<Value>(message).unwrap()));
            }
            _ => assert_eq!(session, *before),
        }
        let locks = round % endpoints.len() != 2;
        assert!(!locks || before.era().is_none() || session.era() == before.era(), "R-LOCK-7: a lock never changes");
    }
    assert!(refusals > 5000, "{refusals}");
}

fn mutated(line: &[u8], random: &mut Random) -> Vec<u8> {
    let mut line = line.to_vec();
    for _ in 0..random.below(3) {
        if line.is_empty() {
            break;
        }
        let at = random.below(line.len());
        match random.below(4) {
            0 => line[at] = random.below(256) as u8,
            1 => drop(line.remove(at)),
            2 => line.insert(at, line[at]),
            _ => line.truncate(at),
        }
    }
    line
}

#[track_caller]
fn admitted<'a>(endpoint: &Endpoint, session: &mut Session, line: &'a str) -> Box<mcp_wire::server::Admitted<'a>> {
    match endpoint.admit(session, None, line.as_bytes()) {
        Decision::Admitted(admitted) => admitted,
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn code(endpoint: &Endpoint, session: &mut Session, line: &str) -> i64 {
    match endpoint.admit(session, None, line.as_bytes()) {
        Decision::Refused(refusal) => refusal.code().unwrap(),
        other => panic!("{other:?}"),
    }
}

const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-03-26","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}"#;
const MODERN: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}"#;

#[test]
fn the_handshake_settles_the_revision_once() {
    let (endpoint, mut session) = (builder().stdio(), Session::new());
    let handshake = admitted(&endpoint, &mut session, INITIALIZE);
    let reply = handshake.reply.unwrap();
    assert_eq!(reply.negotiated(), Some(Revision::V2025_03_26));
    assert_eq!(session.negotiated(), Some(Revision::V2025_03_26));
    // R-NEG-12: once.
    assert_eq!(code(&endpoint, &mut session, INITIALIZE), -32600);
    // R-LOCK-2: the other era is refused.
    assert_eq!(code(&endpoint, &mut session, MODERN), -32600);
    let listed = admitted(&endpoint, &mut session, r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#);
    assert_eq!(listed.revision, Revision::V2025_03_26);
}

#[test]
fn a_batch_of_2025_03_26_is_decided_element_by_element() {
    let (endpoint, mut session) = (builder().stdio(), Session::legacy(Revision::V2025_03_26));
    let batch = r#"[{"jsonrpc":"2.0","id":1,"method":"ping"},7,{"jsonrpc":"2.0","id":2,"method":"no/such"},{"jsonrpc":"2.0","method":"notifications/initialized"}]"#;
    let Decision::Batch(decisions) = endpoint.admit(&mut session, None, batch.as_bytes()) else { panic!("no batch") };
    let codes: Vec<_> = decisions
        .iter()
        .map(|decision| match decision {
            Decision::Admitted(_) => 0,
            Decision::Refused(refusal) => refusal.code().unwrap(),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(codes, [0, -32600, -32601, 0], "R-ERA-9");
    // R-ERR-5: earlier revisions want `null` where no id could be read.
    let Decision::Refused(refusal) = &decisions[1] else { unreachable!() };
    assert!(refusal.message().unwrap().contains(r#""id":null"#));
}

#[test]
fn without_a_lock_every_message_is_judged_by_its_own_claim() {
    let (endpoint, mut session) = (builder().without_lock().stdio(), Session::new());
    admitted(&endpoint, &mut session, INITIALIZE);
    assert_eq!(admitted(&endpoint, &mut session, MODERN).revision, Revision::V2026_07_28);
    let legacy = admitted(&endpoint, &mut session, r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#);
    assert_eq!(legacy.revision, Revision::V2025_03_26);
}

#[test]
fn a_legacy_server_knows_no_claims_and_gives_no_modern_evidence() {
    // R-ERR-3
    let endpoint = builder().revisions(&[Revision::V2025_06_18]).stdio();
    assert_eq!(admitted(&endpoint, &mut Session::new(), MODERN).revision, Revision::V2025_06_18);
    let probe = MODERN.replace("tools/list", "server/discover");
    assert_eq!(code(&endpoint, &mut Session::new(), &probe), -32601);
    let endpoint = builder().revisions(&[Revision::V2025_06_18]).http();
    let head = Head::post([("MCP-Protocol-Version", "2026-07-28"), ("Mcp-Method", "server/discover")]);
    let Decision::Refused(refusal) = endpoint.admit(&mut Session::new(), Some(&head), probe.as_bytes()) else {
        panic!()
    };
    assert_eq!((refusal.code(), refusal.http_status()), (Some(-32600), 400), "R-HDR-14");
}

#[test]
fn answers_are_stamped_as_their_revision_wants() {
    let identity = v2026_07_28::Implementation::new("harbour", "1");
    let endpoint = builder().identity(&identity).stdio();
    let modern = admitted(&endpoint, &mut Session::new(), MODERN);
    let finished = modern.reply.unwrap().finish(Ok(json!({ "tools": [] })));
    let answer: Value = serde_json::from_str(finished.message()).unwrap();
    let expected = json!({ "tools": [], "resultType": "complete", "ttlMs": 0, "cacheScope": "private",
        "_meta": { "io.modelcontextprotocol/serverInfo": { "name": "harbour", "version": "1" } } });
    assert_eq!(answer["result"], expected, "R-RES-1, R-RES-6, R-CACHE-1");
    let legacy = admitted(&endpoint, &mut Session::new(), r#"{"jsonrpc":"2.0","id":"x","method":"tools/list"}"#);
    let finished = legacy.reply.unwrap().finish(Ok(v2025_11_25::ListToolsResult::new([])));
    assert_eq!(finished.message(), r#"{"jsonrpc":"2.0","id":"x","result":{"tools":[]}}"#);
    // R-ERR-2, R-RES-9: codes that a modern peer may not emit.
    let reply = admitted(&endpoint, &mut Session::new(), MODERN).reply.unwrap();
    for (code, written) in [(-32002, -32602), (-32042, -32603), (-32050, -32603), (7, 7), (-32021, -32021)] {
        let finished = reply.finish::<Value>(Err(ErrorObject::new(code, "no")));
        let answer: Value = serde_json::from_str(finished.message()).unwrap();
        assert_eq!(answer["error"]["code"], written);
    }
}

#[test]
fn methods_of_an_extension_and_of_the_application_come_as_they_are() {
    let endpoint = builder().stdio();
    let bell = r#"{"jsonrpc":"2.0","id":1,"method":"harbour/bell","params":{"times":3.0}}"#;
    let Call::Other { method, params } = admitted(&endpoint, &mut Session::new(), bell).call else { panic!() };
    assert_eq!((method.as_str(), params.as_str()), ("harbour/bell", r#"{"times":3.0}"#));
    let task = |capabilities: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"tasks/get","params":{{"taskId":"t","_meta":{{"{PROTOCOL_VERSION}":"2026-07-28","{CAPABILITIES}":{capabilities}}}}}}}"#
        )
    };
    let declared = task(r#"{"extensions":{"io.modelcontextprotocol/tasks":{}}}"#);
    assert!(matches!(admitted(&endpoint, &mut Session::new(), &declared).call, Call::Other { .. }), "R-GATE-9");
    assert_eq!(code(&endpoint, &mut Session::new(), &task("{}")), -32021, "R-CAP-4, R-CAP-5");
}

#[test]
fn capabilities_are_those_of_the_request_alone() {
    // R-ENV-9: what an earlier request declared does not count for the next.
    let endpoint = builder().stdio();
    let mut session = Session::new();
    let listen = |capabilities: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{{"notifications":{{"taskIds":["t"]}},"_meta":{{"{PROTOCOL_VERSION}":"2026-07-28","{CAPABILITIES}":{capabilities}}}}}}}"#
        )
    };
    admitted(&endpoint, &mut session, &listen(r#"{"extensions":{"io.modelcontextprotocol/tasks":{}}}"#));
    assert_eq!(code(&endpoint, &mut session, &listen("{}")), -32021, "R-SUB-1");
}

#[test]
fn a_local_server_answers_only_who_names_this_machine() {
    let endpoint = builder().local_only().http();
    let status = |host: &str, origin: Option<&str>| {
        let headers = [Some(("Host", host)), origin.map(|origin| ("Origin", origin))];
        match endpoint.admit(
            &mut Session::new(),
            Some(&Head::post(headers.into_iter().flatten())),
            INITIALIZE.as_bytes(),
        ) {
            Decision::Refused(refusal) => refusal.http_status(),
            Decision::Admitted(_) => 200,
            other => panic!("{other:?}"),
        }
    };
    for host in ["localhost", "LOCALHOST:1", "127.0.0.1:8080", "[::1]", "[::1]:80"] {
        assert_eq!(status(host, None), 200, "{host}");
        assert_eq!(status(host, Some(&format!("http://{host}"))), 200, "{host}");
        assert_eq!(status(host, Some("http://quay.example")), 403, "{host}");
    }
    for host in ["quay.example", "localhost.quay.example", "quay.example:localhost", "127.0.0.1.quay.example:80", ""] {
        assert_eq!(status(host, None), 403, "{host}");
    }
}

#[test]
fn http_looks_at_verb_and_origin_first() {
    let endpoint = builder().origins(["https://quay.example"]).http();
    let status = |verb: &str, origin: &str| {
        let head = Head::new(verb, [("Origin", origin)]);
        match endpoint.admit(&mut Session::new(), Some(&head), b"{") {
            Decision::Refused(refusal) => refusal.http_status(),
            Decision::SessionVerb => 0,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(status("POST", "https://evil.example"), 403);
    assert_eq!(status("POST", "https://quay.example"), 400);
    for verb in ["GET", "DELETE"] {
        assert_eq!(status(verb, "https://quay.example"), 0, "R-ERA-11");
        assert_eq!(status(verb, "https://evil.example"), 403, "{verb}");
    }
    assert_eq!(status("PUT", "https://quay.example"), 405);
}

#[test]
fn a_verb_that_is_not_served_is_told_those_that_are() {
    let back = |endpoint: Endpoint| {
        let head = Head::new("PUT", [("Host", "quay.example")]);
        let Decision::Refused(refusal) = endpoint.admit(&mut Session::new(), Some(&head), b"") else { panic!("PUT") };
        Outbound::from(&*refusal)
    };
    let both = back(builder().http());
    assert_eq!((both.http_status(), both.message(), both.allow()), (405, None, Some("GET, POST, DELETE")), "R-ERA-11");
    let modern = back(builder().revisions(&[Revision::V2026_07_28]).http());
    assert_eq!(modern.allow(), Some("POST"));
}

#[test]
fn what_is_legacy_needs_a_session_where_the_server_gives_one() {
    let endpoint = builder().requires_sessions().http();
    let post = Head::post([("MCP-Protocol-Version", "2025-11-25")]);
    let (batch, get) = (Head::post([("MCP-Protocol-Version", "2025-03-26")]), Head::new("GET", [("Host", "quay")]));
    let cases = [
        (&post, r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#),
        (&post, r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#),
        (&post, r#"{"jsonrpc":"2.0","id":1,"result":{}}"#),
        (&batch, r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#),
        (&get, ""),
    ];
    for (head, body) in cases {
        let mut session = Session::new();
        let Decision::Refused(refusal) = endpoint.admit(&mut session, Some(head), body.as_bytes()) else {
            panic!("not refused: {body}")
        };
        assert!(matches!(refusal.cause, Cause::SessionRequired), "{refusal}");
        assert_eq!((refusal.http_status(), refusal.code()), (400, Some(-32600)));
        assert_eq!(session, Session::new());
        let decision = endpoint.admit(&mut Session::legacy(None), Some(head), body.as_bytes());
        assert!(!matches!(decision, Decision::Refused(_) | Decision::Dropped(_)), "{decision:?}");
    }
    let (message, headers) = good();
    for (head, body) in [(post.clone(), INITIALIZE.to_owned()), (Head::post(headers), message.to_string())] {
        let decision = endpoint.admit(&mut Session::new(), Some(&head), body.as_bytes());
        assert!(matches!(decision, Decision::Admitted(_)), "{decision:?}");
    }
    // A pipe is one session.
    admitted(&builder().requires_sessions().stdio(), &mut Session::new(), cases[0].1);
}

#[test]
fn a_modern_request_has_no_session_whatever_its_head_says() {
    let head = Head::post([("Mcp-Session-Id", " s-1 ")]);
    assert_eq!(head.session(br#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#), Some("s-1"));
    assert_eq!(head.session(b""), Some("s-1"));
    assert_eq!(head.session(good().0.to_string().as_bytes()), None, "R-ERA-12");
    assert_eq!(Head::post([("Host", "quay.example")]).session(b""), None);
}

#[test]
fn ids_in_flight_differ_by_type_and_late_answers_are_dropped() {
    let mut ids = InFlight::new();
    assert!(ids.begin(&RequestId::from(1)) && ids.begin(&RequestId::from("1")), "R-JSONRPC-5");
    assert!(!ids.begin(&RequestId::from(1)));
    assert!(ids.end(&RequestId::from(1)));
    assert!(!ids.end(&RequestId::from(1)), "R-JSONRPC-6, R-CANCEL-4");
}
