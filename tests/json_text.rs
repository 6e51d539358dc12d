//! JSON text that no value can show: duplicates, depth, surrogates, bytes and line ends.

mod support;

use mcp_wire::server::{Call, Decision, Endpoint, Session};
use mcp_wire::{Json, JsonObject, Message, Reading, RequestId, Revision, dispatch, subscription};

/// The code that answers a request of 2025-11-25 in this reading; 0 if it is admitted.
fn code(text: &[u8], reading: Reading) -> i64 {
    let builder = Endpoint::builder().capabilities(&serde_json::json!({ "tools": {} }));
    let builder = if reading.is_strict() { builder.strict() } else { builder };
    match builder.stdio().admit(&mut Session::new(), None, text) {
        Decision::Admitted(_) => 0,
        Decision::Refused(refusal) => refusal.code().unwrap(),
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn check(text: &str, tolerant: i64, strict: i64) {
    assert_eq!(code(text.as_bytes(), Reading::Tolerant), tolerant, "{text}");
    assert_eq!(code(text.as_bytes(), Reading::Strict), strict, "{text}");
}

/// A call with these members of `params`.
fn call(params: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{{params}}}}}"#)
}

#[test]
fn a_member_named_twice_is_refused_where_members_have_names() {
    // R-JSON-1, after unescaping.
    check(r#"{"jsonrpc":"2.0","id":1,"id":1,"method":"ping"}"#, -32600, -32600);
    check(r#"{"jsonrpc":"2.0","id":1,"\u0069d":1,"method":"ping"}"#, -32600, -32600);
    check(&call(r#""name":"a","n\u0061me":"b""#), -32602, -32602);
    check(&call(r#""name":"a","vendor":1,"vendor":2"#), -32602, -32602);
    check(&call(r#""name":"a","_meta":{"progressToken":1,"progressToken":2}"#), -32602, -32602);
    // Inside any-JSON text they are kept as they came, by the tolerant reading.
    check(&call(r#""name":"a","arguments":{"x":1,"x":2}"#), 0, -32602);
    check(&call(r#""name":"a","vendor":[{"x":1,"x":2}]"#), 0, -32602);
}

#[test]
fn depth_is_kept_unread_and_refused_when_it_is_decoded() {
    // R-JSON-2
    let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    check(&call(&format!(r#""name":"a","arguments":{{"x":{}}}"#, nested(127))), 0, 0);
    check(&call(&format!(r#""name":"a","arguments":{{"x":{}}}"#, nested(128))), 0, -32602);
    check(&call(&format!(r#""name":"a","arguments":{{"x":{}}}"#, nested(1_000_000))), 0, -32602);
    check(&call(&format!(r#""name":{}"#, nested(1_000_000))), -32602, -32602);
    check(&nested(1_000_000), -32600, -32600);
    assert!(Json::parse(nested(1000)).unwrap().decode::<serde_json::Value>().is_err());
}

#[test]
fn half_a_surrogate_pair_cannot_be_read() {
    // R-JSON-3
    check(&call(r#""name":"\ud83d""#), -32700, -32700);
    check(r#"{"jsonrpc":"2.0","id":1,"method":"\ud83d"}"#, -32700, -32700);
    check(&call(r#""name":"a","arguments":{"x":"\ud83d"}"#), 0, -32700);
    check(&call(r#""name":"a","arguments":{"x":"\ud83d\ude00"}"#), 0, 0);
}

#[test]
fn bytes_are_utf_8_without_a_mark_and_white_space_is_none_of_ours() {
    // R-JSON-3, R-JSONRPC-8
    let ping = br#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
    assert_eq!(code(&[ping, &b"\r\n"[..]].concat(), Reading::Strict), 0);
    assert_eq!(code(&[&b"\xef\xbb\xbf"[..], ping].concat(), Reading::Tolerant), -32700);
    assert_eq!(code(b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"pi\xffng\"}", Reading::Tolerant), -32700);
    assert_eq!(code(&[&ping[..], ping].concat(), Reading::Tolerant), -32700);
    assert_eq!(code(b"", Reading::Tolerant), -32700);
}

#[test]
fn what_goes_out_is_one_line_whatever_came_in() {
    // R-JSONRPC-8: line breaks can stand between the tokens of what an HTTP body held or a user wrote.
    const CALL: &str = "{\"jsonrpc\":\"2.0\",\"id\":1,\n\"method\":\"tools/call\",\"params\":{\"name\":\"a\",\r\n\"arguments\":{\"x\":\n[1.0,\r2]},\n\"vendor\":[\n]}}";
    #[track_caller]
    fn is_line(message: &str) {
        assert!(!message.contains(['\n', '\r']), "{message}");
        Json::parse(message).unwrap();
    }
    let endpoint = Endpoint::builder().capabilities(&serde_json::json!({ "tools": {}, "logging": {} })).stdio();
    let decision = endpoint.admit(&mut Session::new(), None, CALL.as_bytes());
    let Decision::Admitted(admitted) = decision else { panic!("{decision:?}") };
    let (Some(reply), Call::Request(request)) = (admitted.reply, admitted.call) else { panic!("no request") };
    is_line(&serde_json::to_string(&request).unwrap());
    let schema = "{\n  \"type\":\r\n \"object\"\n}";
    is_line(JsonObject::parse(schema).unwrap().as_str());
    is_line(reply.finish(Ok(serde_json::from_str::<JsonObject>(schema).unwrap())).message());
    is_line(reply.finish(Ok(serde_json::from_str::<Box<serde_json::value::RawValue>>(schema).unwrap())).message());
    is_line(&reply.log(mcp_wire::LogLevel::Error, None, Json::parse(schema).unwrap()).unwrap());
}

#[test]
fn a_parse_error_tells_where_and_never_what() {
    // R-SAFE-3
    let secret = "hunter2";
    let error = Message::parse(format!(r#"{{"jsonrpc":"2.0","token":"{secret}"#).as_bytes()).unwrap_err();
    assert!(error.to_string().contains("column") && !error.to_string().contains(secret), "{error}");
    let long = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{}"}}"#, "m".repeat(10_000));
    let Ok(Message::Request(request)) = Message::parse(long.as_bytes()) else { panic!("no request") };
    let error = dispatch::client_request(&request, Revision::V2025_11_25, Reading::Tolerant).unwrap_err();
    assert!(error.to_string().contains(&"m".repeat(64)) && !error.to_string().contains(&"m".repeat(65)), "{error}");
}

#[test]
fn what_belongs_to_a_subscription_says_so_with_the_type_of_its_id() {
    // R-SUB-4
    let params = JsonObject::parse(r#"{"uri":"a:b","_meta":{"x":1}}"#).unwrap();
    assert_eq!(
        subscription::with_id(params, &RequestId::from("7")).as_str(),
        r#"{"uri":"a:b","_meta":{"x":1,"io.modelcontextprotocol/subscriptionId":"7"}}"#
    );
    let listen = r#"{"jsonrpc":"2.0","id":7,"method":"subscriptions/listen","params":{"notifications":{},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}"#;
    let decision = Endpoint::builder().stdio().admit(&mut Session::new(), None, listen.as_bytes());
    let Decision::Admitted(admitted) = decision else { panic!("{decision:?}") };
    let finished = admitted.reply.unwrap().finish(Ok(JsonObject::new()));
    assert_eq!(
        finished.message(),
        r#"{"jsonrpc":"2.0","id":7,"result":{"_meta":{"io.modelcontextprotocol/subscriptionId":7},"resultType":"complete"}}"#
    );
}
