//! Every method of every revision reaches its own type, and what no type allows is refused by name.

mod support;

use mcp_wire::dispatch;
use mcp_wire::gate::{self, Direction, Kind};
use mcp_wire::v2025_11_25::{CallTool, ClientRequest};
use mcp_wire::wire::Request;
use mcp_wire::{
    AnyClientRequest, Error, Message, NotificationMessage, Reading, RequestEnvelope, RequestId, RequestMessage,
    Revision, v2025_03_26, v2026_07_28,
};
use serde_json::{Value, json};
use support::generate::Generator;
use support::schema::schema;

#[test]
fn every_method_of_every_revision_reaches_its_own_type() {
    let mut count = 0;
    for revision in Revision::ALL {
        let schema = schema(*revision);
        let mut generator = Generator::new(&schema, 7);
        for row in gate::methods() {
            let Some(entry) = row.entry(*revision) else { continue };
            for mut message in generator.valid(entry.message()).into_iter().take(4) {
                message["jsonrpc"] = json!("2.0");
                message["id"] = json!("an id");
                if row.kind() == Kind::Notification {
                    message.as_object_mut().unwrap().remove("id");
                }
                reaches(*revision, row.direction(), &message, row.name());
                count += 1;
            }
        }
    }
    assert!(count > 300, "{count}");
}

#[track_caller]
fn reaches(revision: Revision, direction: Direction, message: &Value, method: &str) {
    let text = message.to_string();
    let (found, again) = match (Message::parse(text.as_bytes()).unwrap(), direction) {
        (Message::Request(request), Direction::ClientToServer) => {
            let typed = dispatch::client_request(&request, revision, Reading::Strict).unwrap();
            assert_eq!(typed.revision(), revision);
            (typed.method(), serde_json::to_value(&typed).unwrap())
        }
        (Message::Request(request), Direction::ServerToClient) => {
            let typed = dispatch::server_request(&request, revision, Reading::Strict).unwrap();
            (typed.method(), serde_json::to_value(&typed).unwrap())
        }
        (Message::Notification(notification), Direction::ClientToServer) => {
            let typed = dispatch::client_notification(&notification, revision, Reading::Strict).unwrap();
            (typed.method(), serde_json::to_value(&typed).unwrap())
        }
        (Message::Notification(notification), Direction::ServerToClient) => {
            let typed = dispatch::server_notification(&notification, revision, Reading::Strict).unwrap();
            (typed.method(), serde_json::to_value(&typed).unwrap())
        }
        (other, _) => panic!("{} is no call", other.kind()),
    };
    assert_eq!(found, method);
    for (name, value) in again.as_object().unwrap() {
        assert!(support::equal(value, &message[name]), "{method}: {name}");
    }
}

fn request(text: &str) -> Request<'_> {
    match Message::parse(text.as_bytes()).unwrap() {
        Message::Request(request) => request,
        other => panic!("a {}", other.kind()),
    }
}

#[test]
fn the_id_seven_point_nought_is_the_id_seven() {
    assert_eq!(*request(r#"{"jsonrpc":"2.0","id":7.0,"method":"ping"}"#).id(), RequestId::from(7));
    let wide = request(r#"{"jsonrpc":"2.0","id":18446744073709551615,"method":"ping"}"#).id().clone();
    assert_eq!(serde_json::to_string(&wide).unwrap(), "18446744073709551615");
}

#[track_caller]
fn refused(message: &str, code: i64, named: &str) {
    let error = match Message::parse(message.as_bytes()) {
        Err(error) => Error::from(error),
        Ok(Message::Request(request)) => {
            dispatch::client_request(&request, Revision::V2025_11_25, Reading::Tolerant).unwrap_err().into()
        }
        Ok(other) => panic!("a {}", other.kind()),
    };
    assert_eq!(error.code(), code, "{error}");
    assert!(error.to_string().contains(named), "{error}");
}

#[test]
fn ids_that_are_null_fractional_or_boolean_are_refused_by_name() {
    for id in ["null", "1.5", "true", "{}", "[]"] {
        refused(&format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#), -32600, "id: expected");
    }
}

#[test]
fn wrong_constants_and_unknown_methods_are_refused_by_name() {
    refused(r#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, -32600, "jsonrpc: expected \"2.0\", found \"1.0\"");
    refused(r#"{"jsonrpc":"2.0","id":1,"method":"tools/cal"}"#, -32601, "tools/cal");
    refused(r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}"#, -32602, "params: `name` is missing");
    refused(
        r#"{"jsonrpc":"2.0","id":1,"method":"completion/complete","params":{"ref":{"type":"ref/tool"},"argument":{"name":"a","value":""}}}"#,
        -32602,
        "params.ref.type: expected one of \"ref/prompt\", \"ref/resource\", found \"ref/tool\"",
    );
}

#[test]
fn the_members_of_params_are_found_wherever_meta_stands() {
    let text = r#"{"params":{"arguments":{"city":"Oslo","n":1.000},"_meta":{"a/b":1},"name":"weather"},"method":"tools/call","id":1,"jsonrpc":"2.0"}"#;
    let request = request(text);
    assert_eq!(request.params().unwrap().get("arguments").unwrap().get(), r#"{"city":"Oslo","n":1.000}"#);
    let typed = dispatch::client_request(&request, Revision::V2025_11_25, Reading::Strict).unwrap();
    let AnyClientRequest::V2025_11_25(ClientRequest::CallTool(call)) = typed else { panic!("another type") };
    assert_eq!(call.params.name, "weather");
    assert_eq!(call.params.arguments.unwrap().as_str(), r#"{"city":"Oslo","n":1.000}"#);
    assert_eq!(call.params.meta.unwrap().extra.get("a/b").unwrap().get(), "1");
}

#[test]
fn whole_messages_are_written_with_their_id() {
    let call = RequestMessage::<CallTool>::new("x", CallTool::params("weather"));
    assert_eq!(
        serde_json::to_string(&call).unwrap(),
        r#"{"jsonrpc":"2.0","id":"x","method":"tools/call","params":{"name":"weather"}}"#
    );
    let ping = RequestMessage::<v2025_03_26::Ping>::new(1, None);
    assert_eq!(serde_json::to_string(&ping).unwrap(), r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#);
    let params = v2026_07_28::CancelledNotificationParams::new("x");
    let cancelled = NotificationMessage::<v2026_07_28::Cancelled>::new(params);
    assert_eq!(
        serde_json::to_string(&cancelled).unwrap(),
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"x"}}"#
    );
}

/// By the steps that `modern_request` stands for.
fn step_by_step(text: &str, reading: Reading) -> Result<AnyClientRequest, Error> {
    let message = Message::parse_in(text.as_bytes(), reading)?;
    let Message::Request(request) = &message else { panic!("{text}") };
    let revision = RequestEnvelope::parse(request)?.revision(Revision::ALL)?;
    Ok(dispatch::client_request(request, revision, reading)?)
}

#[track_caller]
fn one_pass_says_what_the_steps_say(text: &str) -> bool {
    let mut is_valid = true;
    for reading in [Reading::Tolerant, Reading::Strict] {
        let at_once = dispatch::modern_request(text.as_bytes(), Revision::ALL, reading);
        if let Ok(message) = Message::parse_in(text.as_bytes(), reading)
            && !matches!(message, Message::Request(_))
        {
            assert_eq!(at_once.unwrap_err().code(), -32600, "{text}");
            return false;
        }
        match (at_once, step_by_step(text, reading)) {
            (Ok(left), Ok(right)) => assert_eq!(left, right, "{text}"),
            (Err(left), Err(right)) => {
                assert_eq!((left.code(), left.to_string()), (right.code(), right.to_string()), "{text}");
                is_valid = false;
            }
            (left, right) => panic!("{text}: {left:?}, but by steps {right:?}"),
        }
    }
    is_valid
}

#[test]
fn a_modern_request_read_in_one_pass_is_what_the_steps_make_of_it() {
    let schema = schema(Revision::V2026_07_28);
    let mut generator = Generator::new(&schema, 11);
    let (mut valid, mut refused) = (0, 0);
    let requests = gate::methods()
        .iter()
        .filter(|row| row.kind() == Kind::Request && row.direction() == Direction::ClientToServer);
    for entry in requests.filter_map(|row| row.entry(Revision::V2026_07_28)) {
        for mut message in generator.valid(entry.message()).into_iter().take(3) {
            message["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!("2026-07-28");
            for changed in generator.changed(&message, 30).into_iter().chain([message]) {
                match one_pass_says_what_the_steps_say(&changed.to_string()) {
                    true => valid += 1,
                    false => refused += 1,
                }
            }
        }
    }
    assert!(valid > 500 && refused > 500, "{valid} valid, {refused} refused");
}

#[test]
fn what_a_frame_forbids_is_refused_in_one_pass_too() {
    let start = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}"#;
    assert!(one_pass_says_what_the_steps_say(&format!(" {start}}}\n")));
    assert!(one_pass_says_what_the_steps_say(&format!(r#"{start},"other":{{"a":1}}}}"#)));
    // Tolerated by one reading, not by the other.
    assert!(!one_pass_says_what_the_steps_say(&format!(r#"{start},"other":{{"a":1,"a":2}}}}"#)));
    for more in
        [r#","result":{}"#, r#","error":null"#, r#","id":2"#, r#","x":1,"x":2"#, r#","params":{}"#, ",", "}", "}}"]
    {
        assert!(!one_pass_says_what_the_steps_say(&format!("{start}{more}}}")), "{more}");
    }
    for text in [
        start.replace("2026-07-28", "2025-11-25") + "}",
        start.replace("2026-07-28", "2031-01-01") + "}",
        start.replace("tools/list", "ping") + "}",
        start.replace(r#""id":1,"#, "") + "}",
        start.replace(r#""id":1"#, r#""id":null"#) + "}",
        start.to_owned(),
        String::new(),
        "[]".into(),
        r#"{"jsonrpc":"2.0","id":1,"result":{}}"#.into(),
    ] {
        assert!(!one_pass_says_what_the_steps_say(&text), "{text}");
    }
}
