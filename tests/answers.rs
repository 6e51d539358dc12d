//! Answers are read in one pass, straight into the type of their result.

use mcp_wire::v2026_07_28::{CallToolResult, ContentBlock, ListToolsResult, TextContent};
use mcp_wire::{Answer, AnswerError, ErrorObject, Reading, RequestId, ResultMessage};

#[test]
fn a_result_is_read_with_its_id_wherever_that_stands() {
    for text in [
        r#"{"jsonrpc":"2.0","id":7,"result":{"resultType":"complete","content":[{"type":"text","text":"x"}]}}"#,
        r#"{"result":{"content":[{"text":"x","type":"text"}],"resultType":"complete"},"id":7,"jsonrpc":"2.0"}"#,
    ] {
        let Ok(Answer::Result(ResultMessage { id, result, .. })) =
            Answer::<CallToolResult>::parse(text.as_bytes(), Reading::Strict)
        else {
            panic!("{text}")
        };
        assert_eq!(id, RequestId::from(7));
        assert_eq!(result, CallToolResult::new([ContentBlock::from(TextContent::new("x"))]));
    }
}

#[test]
fn an_error_may_lack_its_id_and_null_is_tolerated() {
    let read = |text: &str, reading| Answer::<CallToolResult>::parse(text.as_bytes(), reading);
    let absent = r#"{"jsonrpc":"2.0","error":{"code":-32700,"message":"no"}}"#;
    let null = r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no"}}"#;
    for (text, reading) in [(absent, Reading::Strict), (null, Reading::Tolerant)] {
        let Ok(Answer::Error(error)) = read(text, reading) else { panic!("{text}") };
        assert_eq!((error.id, error.error), (None, ErrorObject::new(-32700, "no")));
    }
    assert!(read(null, Reading::Strict).is_err());
}

#[test]
fn a_fault_is_found_with_its_path_from_the_top() {
    let text = r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","content":[{"type":"image","data":""}]}}"#;
    let error = Answer::<CallToolResult>::parse(text.as_bytes(), Reading::Tolerant).unwrap_err();
    assert_eq!(error.to_string(), "result.content[0] (image): `mimeType` is missing");
    let request = br#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
    assert_eq!(Answer::<CallToolResult>::parse(request, Reading::Tolerant), Err(AnswerError::NotAResponse));
}

#[test]
fn the_tolerant_reading_presumes_cache_hints_and_keeps_a_malformed_server_as_json() {
    let text = r#"{"tools":[],"resultType":"complete","ttlMs":-1,"_meta":{"io.modelcontextprotocol/serverInfo":"x"},"nextCursor":null}"#;
    let result: ListToolsResult = mcp_wire::from_str(text).unwrap();
    assert_eq!((result.ttl_ms, result.cache_scope.as_str(), &result.next_cursor), (0, "private", &None));
    let meta = result.meta.unwrap();
    assert_eq!(meta.server_info, None);
    assert_eq!(meta.extra.get("io.modelcontextprotocol/serverInfo").unwrap().get(), "\"x\"");
    let error = mcp_wire::from_str_in::<ListToolsResult>(text, Reading::Strict).unwrap_err();
    let found: Vec<_> = error.faults().iter().map(|fault| fault.path.pointer()).collect();
    assert_eq!(found, ["/_meta/io.modelcontextprotocol~1serverInfo", "", "/nextCursor", "/ttlMs"], "{error}");
}

#[test]
fn a_complete_result_is_not_one_that_asks_for_input() {
    use mcp_wire::v2026_07_28::{CallToolOutcome, ReadResourceOutcome};
    let read = |text: &str| mcp_wire::from_str_in::<CallToolOutcome>(text, Reading::Strict);
    assert!(read(r#"{"resultType":"complete","structuredContent":{}}"#).is_err());
    assert_eq!(read(r#"{"resultType":"input_required","content":[]}"#).unwrap().kind(), "InputRequired");
    // What only lacks its cache hints has, to the schema, no other type; a peer reads it as what it is.
    let text = r#"{"resultType":"complete","contents":[]}"#;
    let kind = |reading| mcp_wire::from_str_in::<ReadResourceOutcome>(text, reading).unwrap().kind();
    assert_eq!([kind(Reading::Strict), kind(Reading::Tolerant)], ["InputRequired", "ReadResource"]);
}

#[test]
fn members_of_the_frame_that_nobody_knows_are_kept() {
    let text = r#"{"jsonrpc":"2.0","id":1,"result":{"content":[],"resultType":"complete"},"vendor":{"x":1.00}}"#;
    let answer = Answer::<CallToolResult>::parse(text.as_bytes(), Reading::Strict).unwrap();
    let Answer::Result(message) = answer else { panic!("an error") };
    assert_eq!(serde_json::to_string(&message).unwrap(), text);
}

#[test]
fn types_are_read_from_values_readers_and_other_peoples_types_too() {
    #[derive(serde::Deserialize)]
    struct Mine {
        #[serde(flatten)]
        result: CallToolResult,
    }
    let text = r#"{"content":[{"text":"x","n":[1,2.50],"type":"text","annotations":{"priority":0.5}},
        {"type":"resource","resource":{"blob":"","uri":"a"}}],"resultType":"complete","vendor":{"x":null}}"#;
    let expected: CallToolResult = mcp_wire::from_str(text).unwrap();
    let value: serde_json::Value = serde_json::from_str(text).unwrap();
    assert_eq!(serde_json::from_value::<CallToolResult>(value).unwrap(), expected);
    assert_eq!(serde_json::from_reader::<_, CallToolResult>(text.as_bytes()).unwrap(), expected);
    assert_eq!(serde_json::from_slice::<CallToolResult>(text.as_bytes()).unwrap(), expected);
    assert_eq!(serde_json::from_str::<Mine>(text).unwrap().result, expected);
}
