//! A handler is written once: requests of every revision come in the terms of the newest, and its results go out as each
//! revision wants them, questions to the client included.

use mcp_wire::server::{Admitted, Call, Concluded, Decision, Endpoint, LatestRequest, Outbound, Reply, Round, Session};
use mcp_wire::v2025_11_25::ClientRequest as LegacyRequest;
use mcp_wire::v2026_07_28::{
    AudioContent, CallToolRequest, CallToolResult, ClientRequest, InputRequest, InputRequiredResult, ListToolsResult,
    PromptListChanged, ResourceUpdated, ResourceUpdatedNotificationParams, TextContent, ToolListChanged,
};
use mcp_wire::{ErrorObject, Json, LogLevel, Map, Revision, from_str};
use serde_json::{Value, json};

const LEGACY: [Revision; 4] =
    [Revision::V2024_11_05, Revision::V2025_03_26, Revision::V2025_06_18, Revision::V2025_11_25];

fn endpoint() -> Endpoint {
    let capabilities = json!({
        "completions": {}, "extensions": {}, "logging": {}, "prompts": {}, "tasks": {}, "tools": { "listChanged": true },
        "resources": { "subscribe": true },
    });
    let identity = json!({ "name": "harbour", "version": "1" });
    Endpoint::builder().capabilities(&capabilities).identity(&identity).instructions("Ask twice.").stdio()
}

fn admit<'a>(session: &mut Session, message: &'a str) -> Admitted<'a> {
    match endpoint().admit(session, None, message.as_bytes()) {
        Decision::Admitted(admitted) => *admitted,
        other => panic!("{other:?}"),
    }
}

/// A session of a legacy revision, and what its handshake was answered.
fn shaken(revision: Revision, capabilities: Value) -> (Session, Value) {
    let mut session = Session::new();
    let initialize = json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
        "protocolVersion": revision, "capabilities": capabilities, "clientInfo": { "name": "desk", "version": "2" } } });
    let initialize = initialize.to_string();
    let admitted = admit(&mut session, &initialize);
    let answer = endpoint().answer(&admitted).unwrap();
    (session, serde_json::from_str(answer.message()).unwrap())
}

fn latest(admitted: Admitted<'_>) -> (LatestRequest, Reply) {
    let (Some(reply), Call::Request(request)) = (admitted.reply, admitted.call) else { panic!("no request") };
    (LatestRequest::of(request, &reply).unwrap(), reply)
}

fn call(message: &str, session: &mut Session) -> (CallToolRequest, Reply) {
    match latest(admit(session, message)) {
        (LatestRequest::Modern(ClientRequest::CallTool(call)), reply) => (call, reply),
        (other, _) => panic!("{other:?}"),
    }
}

const CALL: &str = r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"tide","arguments":{"at":1.0},"_meta":{"progressToken":"p"}}}"#;

fn modern(method: &str, params: &str, meta: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":7,"method":"{method}","params":{{{params}"_meta":{{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{{}}{meta}}}}}}}"#
    )
}

#[test]
fn a_request_of_any_revision_comes_in_the_terms_of_the_newest() {
    for revision in LEGACY {
        let (mut session, _) = shaken(revision, json!({ "sampling": {}, "x": 1 }));
        let level = r#"{"jsonrpc":"2.0","id":1,"method":"logging/setLevel","params":{"level":"warning"}}"#;
        admit(&mut session, level);
        let (call, _) = call(CALL, &mut session);
        assert_eq!(call.id, 7.into());
        assert_eq!(call.params.name, "tide");
        assert_eq!(call.params.arguments.unwrap().as_str(), r#"{"at":1.0}"#, "nothing is lost");
        let meta = call.params.meta;
        assert_eq!(meta.protocol_version, revision.as_str());
        assert!(meta.client_capabilities.sampling.is_some());
        assert_eq!(meta.client_info.unwrap().name, "desk");
        assert_eq!(meta.log_level.unwrap().to_string(), "warning");
        assert_eq!(meta.progress_token, Some("p".into()));
    }
    let text = modern("tools/call", r#""name":"tide","#, "");
    assert_eq!(call(&text, &mut Session::new()).0.params.meta.protocol_version, "2026-07-28");
}

#[test]
fn what_modern_revisions_lack_comes_in_the_terms_of_the_newest_legacy_one() {
    let subscribe = r#"{"jsonrpc":"2.0","id":1,"method":"resources/subscribe","params":{"uri":"quay:/3"}}"#;
    for revision in LEGACY {
        let (mut session, _) = shaken(revision, json!({}));
        match latest(admit(&mut session, subscribe)).0 {
            LatestRequest::Legacy(LegacyRequest::Subscribe(subscribe)) => assert_eq!(subscribe.params.uri, "quay:/3"),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn what_the_newest_type_does_not_take_is_refused_and_not_changed() {
    // Sampling was any object in 2024-11-05; its members have types since.
    let (mut session, _) = shaken(Revision::V2024_11_05, json!({ "sampling": { "tools": {}, "context": {} } }));
    assert!(matches!(latest(admit(&mut session, CALL)).0, LatestRequest::Modern(_)));
    let (mut session, _) = shaken(Revision::V2024_11_05, json!({ "elicitation": 7 }));
    let admitted = admit(&mut session, CALL);
    let (Some(reply), Call::Request(request)) = (admitted.reply, admitted.call) else { panic!("no request") };
    let error = LatestRequest::of(request, &reply).unwrap_err();
    assert_eq!(error.code, -32602);
    assert!(error.message.contains("elicitation"), "{}", error.message);
}

#[test]
fn the_protocol_answers_for_itself_in_every_revision() {
    for revision in LEGACY {
        let (mut session, answer) = shaken(revision, json!({}));
        let result = &answer["result"];
        assert_eq!(result["protocolVersion"], revision.as_str(), "R-NEG-10");
        assert_eq!(result["serverInfo"], json!({ "name": "harbour", "version": "1" }));
        assert_eq!(result["instructions"], "Ask twice.");
        let offered = &result["capabilities"];
        assert_eq!(offered.get("completions").is_some(), revision >= Revision::V2025_03_26, "R-CAP-9");
        assert_eq!(offered.get("tasks").is_some(), revision == Revision::V2025_11_25, "R-CAP-9");
        assert_eq!(offered.get("extensions"), None, "R-NEG-11");
        let ping = r#"{"jsonrpc":"2.0","id":"a","method":"ping"}"#;
        let answer = endpoint().answer(&admit(&mut session, ping)).unwrap();
        assert_eq!(answer.message(), r#"{"jsonrpc":"2.0","id":"a","result":{}}"#);
        assert_eq!(endpoint().answer(&admit(&mut session, CALL)), None);
    }
    let discover = modern("server/discover", "", "");
    let answer = endpoint().answer(&admit(&mut Session::new(), &discover)).unwrap();
    let answer: Value = serde_json::from_str(answer.message()).unwrap();
    assert_eq!(answer["result"]["supportedVersions"], json!(["2026-07-28"]), "R-VER-3");
    assert_eq!(answer["result"]["capabilities"].get("tasks"), None, "R-RES-8");
    assert!(answer["result"]["capabilities"]["extensions"].is_object());
    assert_eq!(answer["result"]["resultType"], "complete", "R-RES-7");
}

fn concluded(reply: &mut Reply, result: &impl serde::Serialize) -> Value {
    match reply.conclude(Ok(result)) {
        Concluded::Answer(finished) => serde_json::from_str(finished.message()).unwrap(),
        Concluded::Ask(round) => panic!("{round:?}"),
    }
}

#[test]
fn a_result_goes_out_as_its_revision_wants_it() {
    let tools = ListToolsResult::new([]);
    for revision in LEGACY {
        let (mut session, _) = shaken(revision, json!({}));
        let (_, mut reply) = latest(admit(&mut session, r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#));
        assert_eq!(concluded(&mut reply, &tools)["result"], json!({ "tools": [] }), "R-RES-3, R-CACHE-1");
    }
    let (_, mut reply) = latest(admit(&mut Session::new(), &modern("tools/list", "", "")));
    let result = &concluded(&mut reply, &tools)["result"];
    assert_eq!((&result["resultType"], &result["ttlMs"]), (&json!("complete"), &json!(0)));
}

#[test]
fn a_result_that_its_revision_does_not_know_becomes_the_error_that_says_so() {
    let sound = CallToolResult::new([TextContent::new("Listen:").into(), AudioContent::new("", "audio/wav").into()]);
    for revision in LEGACY {
        let (mut session, _) = shaken(revision, json!({}));
        let (_, mut reply) = call(CALL, &mut session);
        let answer = concluded(&mut reply, &sound);
        match revision {
            Revision::V2024_11_05 => {
                assert_eq!(answer["error"]["code"], -32603);
                let message = answer["error"]["message"].as_str().unwrap();
                assert!(message.contains("2024-11-05") && message.contains("content[1]"), "{message}");
            }
            _ => assert_eq!(answer["result"]["content"][1]["type"], "audio"),
        }
    }
}

/// A result that asks for a name and for a sentence.
fn questions() -> InputRequiredResult {
    let form = json!({ "method": "elicitation/create", "params": { "message": "Who?", "requestedSchema": {
        "type": "object", "properties": { "name": { "type": "string" } } } } });
    let prompt = json!({ "method": "sampling/createMessage", "params": { "maxTokens": 9, "messages": [
        { "role": "user", "content": { "type": "text", "text": "Say it." } }] } });
    let read = |request: &Value| from_str::<InputRequest>(&request.to_string()).unwrap();
    let requests: Map<InputRequest> =
        [("name".to_owned(), read(&form)), ("line".to_owned(), read(&prompt))].into_iter().collect();
    InputRequiredResult::new().with_input_requests(requests).with_request_state("s")
}

fn asked(reply: &mut Reply, result: &InputRequiredResult) -> Result<Round, Value> {
    match reply.conclude(Ok(result)) {
        Concluded::Ask(round) => Ok(round),
        Concluded::Answer(finished) => Err(serde_json::from_str(finished.message()).unwrap()),
    }
}

fn answer(id: &Value, result: Value) -> String {
    json!({ "jsonrpc": "2.0", "id": id, "result": result }).to_string()
}

#[test]
fn a_legacy_client_is_asked_with_requests_and_the_handler_called_again() {
    for revision in [Revision::V2025_06_18, Revision::V2025_11_25] {
        let (mut session, _) = shaken(revision, json!({ "elicitation": {}, "sampling": {} }));
        let (request, mut reply) = call(CALL, &mut session);
        let mut round = asked(&mut reply, &questions()).unwrap();
        let sent: Vec<Value> = round.requests().map(|(_, text)| serde_json::from_str(text).unwrap()).collect();
        let methods: Vec<_> = sent.iter().map(|request| request["method"].as_str().unwrap()).collect();
        assert_eq!(methods, ["elicitation/create", "sampling/createMessage"]);
        assert_ne!(sent[0]["id"], sent[1]["id"], "R-JSONRPC-5");
        assert!(sent.iter().all(|request| request["jsonrpc"] == "2.0" && request.get("resultType").is_none()));

        let request = LatestRequest::Modern(ClientRequest::CallTool(request));
        assert!(request.clone().retried(&round).is_err(), "nothing was answered yet");
        round.heard(answer(&json!("another"), json!({})).as_bytes()).unwrap();
        assert!(!round.is_complete(), "R-JSONRPC-6");
        round
            .heard(answer(&sent[0]["id"], json!({ "action": "accept", "content": { "name": "Ada" } })).as_bytes())
            .unwrap();
        let line = json!({ "role": "assistant", "model": "m", "content": { "type": "text", "text": "Ahoy." } });
        round.heard(answer(&sent[1]["id"], line).as_bytes()).unwrap();
        assert!(round.is_complete());
        let LatestRequest::Modern(ClientRequest::CallTool(again)) = request.retried(&round).unwrap() else { panic!() };
        let answers = again.params.input_responses.unwrap();
        assert_eq!(answers.keys().collect::<Vec<_>>(), ["name", "line"], "R-MRTR-5");
        assert_eq!(again.params.request_state.as_deref(), Some("s"));
        assert_eq!(again.params.name, "tide");
    }
}

#[test]
fn a_modern_client_is_asked_with_the_result() {
    let text = modern("tools/call", r#""name":"tide","#, "")
        .replace(r#"clientCapabilities":{}"#, r#"clientCapabilities":{"elicitation":{},"sampling":{}}"#);
    let (_, mut reply) = call(&text, &mut Session::new());
    let answer = asked(&mut reply, &questions()).unwrap_err();
    assert_eq!(answer["result"]["resultType"], "input_required");
}

#[test]
fn what_a_legacy_client_did_not_declare_is_not_asked_of_it() {
    let cases = [
        (Revision::V2025_11_25, json!({ "elicitation": {} }), "sampling/createMessage"),
        (Revision::V2025_11_25, json!({ "elicitation": { "url": {} }, "sampling": {} }), "elicitation/create"),
        // The revision has no elicitation.
        (Revision::V2025_03_26, json!({ "elicitation": {}, "sampling": {} }), "elicitation/create"),
    ];
    for (revision, declared, method) in cases {
        let (mut session, _) = shaken(revision, declared);
        let (_, mut reply) = call(CALL, &mut session);
        let error = &asked(&mut reply, &questions()).unwrap_err()["error"];
        assert_eq!(error["code"], -32603, "R-CAP-5: -32021 is not for legacy sessions");
        assert!(error["message"].as_str().unwrap().contains(method), "{error}");
    }
}

#[test]
fn a_client_that_fails_to_answer_ends_the_request() {
    let (mut session, _) = shaken(Revision::V2025_11_25, json!({ "elicitation": {}, "sampling": {} }));
    let (_, mut reply) = call(CALL, &mut session);
    let round = asked(&mut reply, &questions()).unwrap();
    let id = serde_json::to_value(round.requests().next().unwrap().0).unwrap();
    let refused = json!({ "jsonrpc": "2.0", "id": id, "error": { "code": -1, "message": "no, ".repeat(4000) } });
    let error = round.clone().heard(refused.to_string().as_bytes()).unwrap_err();
    assert!(error.message.contains("elicitation/create") && error.message.len() < 1024, "{}", error.message);
    let error = round.clone().heard(answer(&id, json!({ "action": "perhaps" })).as_bytes()).unwrap_err();
    assert!(error.message.contains("action"), "{}", error.message);
}

#[test]
fn rounds_that_only_carry_state_are_complete_at_once_and_have_an_end() {
    let (mut session, _) = shaken(Revision::V2025_11_25, json!({}));
    let (request, mut reply) = call(CALL, &mut session);
    let request = LatestRequest::Modern(ClientRequest::CallTool(request));
    let result = InputRequiredResult::new().with_request_state("more");
    for _ in 0..10 {
        let round = asked(&mut reply, &result).unwrap();
        assert!(round.is_complete());
        let LatestRequest::Modern(ClientRequest::CallTool(again)) = request.clone().retried(&round).unwrap() else {
            panic!()
        };
        assert_eq!((again.params.input_responses, again.params.request_state.as_deref()), (None, Some("more")));
    }
    assert_eq!(asked(&mut reply, &result).unwrap_err()["error"]["code"], -32603, "R-MRTR-6");
    let (_, mut reply) = latest(admit(&mut session, r#"{"jsonrpc":"2.0","id":8,"method":"tools/list"}"#));
    assert_eq!(asked(&mut reply, &result).unwrap_err()["error"]["code"], -32603, "R-MRTR-1");
}

#[test]
fn log_messages_go_where_they_are_wanted() {
    let wanted = |session: &mut Session, text: &str| {
        let reply = call(text, session).1;
        LogLevel::ALL.map(|level| reply.log(level, Some("tides"), "high").is_some())
    };
    let from = |least: usize| std::array::from_fn(|level| level >= least);
    let plain = modern("tools/call", r#""name":"tide","#, "");
    assert_eq!(wanted(&mut Session::new(), &plain), [false; 8], "R-LOG-1");
    let level = modern("tools/call", r#""name":"tide","#, r#","io.modelcontextprotocol/logLevel":"error""#);
    assert_eq!(wanted(&mut Session::new(), &level), from(4));
    let (mut session, _) = shaken(Revision::V2025_06_18, json!({}));
    assert_eq!(wanted(&mut session, CALL), [true; 8], "no level was set");
    admit(&mut session, r#"{"jsonrpc":"2.0","id":1,"method":"logging/setLevel","params":{"level":"notice"}}"#);
    assert_eq!(wanted(&mut session, CALL), from(2));
    let message = call(CALL, &mut session).1.log(LogLevel::Error, None, json!({ "wind": 9 })).unwrap();
    let expected = r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"error","data":{"wind":9}}}"#;
    assert_eq!(message, expected);
    let silent = Endpoint::builder().capabilities(&json!({ "tools": {} })).stdio();
    let Decision::Admitted(admitted) = silent.admit(&mut session, None, CALL.as_bytes()) else { panic!() };
    assert_eq!(admitted.reply.unwrap().log(LogLevel::Error, None, "x"), None, "R-CAP-8");
}

#[test]
fn a_level_set_in_a_batch_is_remembered() {
    let (mut session, _) = shaken(Revision::V2025_03_26, json!({}));
    let batch = r#"[{"jsonrpc":"2.0","id":1,"method":"logging/setLevel","params":{"level":"alert"}},{"jsonrpc":"2.0","id":2,"method":"ping"}]"#;
    assert!(matches!(endpoint().admit(&mut session, None, batch.as_bytes()), Decision::Batch(_)));
    assert_eq!(session.log_level(), Some(LogLevel::Alert));
}

#[test]
fn progress_is_told_to_who_gave_a_token() {
    for revision in LEGACY {
        let (mut session, _) = shaken(revision, json!({}));
        let told = call(CALL, &mut session).1.progress(0.5, Some(2.0), Some("half of it")).unwrap();
        let told: Value = serde_json::from_str(&told).unwrap();
        assert_eq!(told["params"]["progressToken"], "p", "R-PROG-1");
        assert_eq!(told["params"]["total"], 2.0);
        assert_eq!(told["params"].get("message").is_some(), revision > Revision::V2024_11_05);
    }
    let plain = modern("tools/call", r#""name":"tide","#, "");
    assert_eq!(call(&plain, &mut Session::new()).1.progress(1.0, None, None), None);
    let (mut session, _) = shaken(Revision::V2025_11_25, json!({}));
    assert_eq!(call(CALL, &mut session).1.progress(f64::NAN, None, None), None);
}

#[test]
fn a_cancellation_names_what_it_cancels() {
    let cancels = |line: &str| {
        let (mut session, _) = shaken(Revision::V2025_11_25, json!({}));
        admit(&mut session, line).cancels()
    };
    let line = |params: &str| format!(r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{params}}}"#);
    assert_eq!(cancels(&line(r#"{"requestId":"7"}"#)), Some("7".into()), "R-CANCEL-4");
    // R-CANCEL-1: the id may be absent in this revision.
    assert_eq!(cancels(&line("{}")), None);
    assert_eq!(cancels(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#), None);
}

#[test]
fn subscribers_of_both_eras_are_told_what_they_asked_for() {
    let endpoint = endpoint();
    let updated = |uri: &str| ResourceUpdatedNotificationParams::new(uri);
    let filter =
        r#""notifications":{"toolsListChanged":true,"promptsListChanged":true,"resourceSubscriptions":["quay:/3"]},"#;
    let (request, reply) = latest(admit(&mut Session::new(), &modern("subscriptions/listen", filter, "")));
    let LatestRequest::Modern(ClientRequest::SubscriptionsListen(listen)) = request else { panic!("{request:?}") };
    let listener = endpoint.listener(&reply, &listen.params.notifications);
    let read = |text: Option<String>| text.map(|text| serde_json::from_str::<Value>(&text).unwrap());
    let first = read(listener.acknowledgement()).unwrap();
    let honoured = json!({ "toolsListChanged": true, "resourceSubscriptions": ["quay:/3"] });
    assert_eq!(first["params"]["notifications"], honoured, "R-SUB-2: prompts do not tell of changes here");
    let told = read(listener.notify::<ToolListChanged>(&None)).unwrap();
    for message in [&first, &told] {
        assert_eq!(message["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"], 7, "R-SUB-4");
    }
    assert_eq!(listener.notify::<PromptListChanged>(&None), None, "R-SUB-3");
    assert!(listener.notify::<ResourceUpdated>(&updated("quay:/3")).is_some());
    assert_eq!(listener.notify::<ResourceUpdated>(&updated("quay:/4")), None);

    let mut session = endpoint.session_subscriber();
    assert_eq!(session.acknowledgement(), None);
    let told = r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{}}"#;
    assert_eq!(session.notify::<ToolListChanged>(&None).as_deref(), Some(told));
    assert_eq!(session.notify::<PromptListChanged>(&None), None, "R-CAP-8");
    assert_eq!(session.notify::<ResourceUpdated>(&updated("quay:/3")), None);
    session.watch("quay:/3");
    session.watch("quay:/3");
    assert!(session.notify::<ResourceUpdated>(&updated("quay:/3")).is_some());
    session.unwatch("quay:/3");
    assert_eq!(session.notify::<ResourceUpdated>(&updated("quay:/3")), None);
}

#[test]
fn a_session_says_itself_what_it_watches() {
    let endpoint = endpoint();
    let request =
        |method: &str| format!(r#"{{"jsonrpc":"2.0","id":3,"method":"{method}","params":{{"uri":"quay:/3"}}}}"#);
    let update = ResourceUpdatedNotificationParams::new("quay:/3");
    for revision in LEGACY {
        let (mut session, _) = shaken(revision, json!({}));
        let mut subscriber = endpoint.session_subscriber();
        for (method, is_watched) in [("resources/subscribe", true), ("resources/unsubscribe", false)] {
            let answer = subscriber.answer(&admit(&mut session, &request(method))).unwrap();
            assert_eq!(answer.message(), r#"{"jsonrpc":"2.0","id":3,"result":{}}"#);
            assert_eq!(subscriber.notify::<ResourceUpdated>(&update).is_some(), is_watched, "{revision} {method}");
        }
        assert_eq!(subscriber.answer(&admit(&mut session, &request("resources/read"))), None);
        let (_, reply) =
            latest(admit(&mut Session::new(), &modern("subscriptions/listen", r#""notifications":{},"#, "")));
        let mut listener = endpoint.listener(&reply, &json!({}));
        assert_eq!(listener.answer(&admit(&mut session, &request("resources/subscribe"))), None, "it says so once");
    }
}

#[test]
fn a_handler_that_fails_is_answered_for() {
    let (mut session, _) = shaken(Revision::V2025_11_25, json!({}));
    let (_, mut reply) = call(CALL, &mut session);
    let Concluded::Answer(finished) = reply.conclude::<Json>(Err(ErrorObject::new(-32002, "gone"))) else { panic!() };
    assert!(finished.message().contains("-32002"), "R-RES-9: legacy revisions know it");
    let (request, reply) = latest(admit(&mut session, r#"{"jsonrpc":"2.0","id":8,"method":"resources/list"}"#));
    assert_eq!(request.unhandled().code, -32601, "R-GATE-8");
    assert!(reply.duplicate().message().contains(r#""id":8,"error":{"code":-32600"#), "R-JSONRPC-5");
}

#[test]
fn a_batch_is_answered_in_one_array_or_not_at_all() {
    let back = |batch: &str| {
        let mut session = Session::legacy(Revision::V2025_03_26);
        let Decision::Batch(decisions) = endpoint().admit(&mut session, None, batch.as_bytes()) else {
            panic!("no batch: {batch}")
        };
        let back = Outbound::batch(decisions.iter().map(|decision| match decision {
            Decision::Admitted(admitted) => endpoint().answer(admitted).map_or(Outbound::accepted(), Outbound::from),
            Decision::Refused(refusal) => Outbound::from(&**refusal),
            _ => Outbound::accepted(),
        }));
        (back.http_status(), back.into_message())
    };
    let told = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
    assert_eq!(back(&format!("[{told}]")), (202, None), "R-JSONRPC-7");
    let (status, message) = back(&format!(r#"[{{"jsonrpc":"2.0","id":1,"method":"ping"}},{told},7]"#));
    let message: Value = serde_json::from_str(&message.unwrap()).unwrap();
    assert_eq!((status, &message[0]), (200, &json!({ "jsonrpc": "2.0", "id": 1, "result": {} })));
    assert_eq!((message.as_array().unwrap().len(), &message[1]["error"]["code"]), (2, &json!(-32600)), "R-ERA-9");
}
