//! Every type is built in a line or two, and does what a type of a library is expected to do.

use mcp_wire::v2025_11_25::{CallToolResult, Icon, Tool, ToolInputSchema};
use mcp_wire::v2026_07_28::{
    self, CallToolRequestParams, ContentBlock, Implementation, RequestMetaObject, Role, TextContent,
};
use mcp_wire::{Json, JsonObject, Map, RequestId};
use serde::Serialize;
use serde::de::DeserializeOwned;

#[test]
fn types_are_what_a_library_is_expected_to_offer() {
    fn check<T: Clone + std::fmt::Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static>() {}
    check::<Tool>();
    check::<CallToolResult>();
    check::<ContentBlock>();
    check::<Role>();
    check::<v2026_07_28::JsonRpcMessage>();
    check::<v2026_07_28::ServerResult>();
    check::<Json>();
    check::<JsonObject>();
    check::<RequestId>();
}

#[test]
fn required_members_are_asked_for_and_the_rest_is_added() {
    let tool = Tool::new(ToolInputSchema::new(), "tide").with_title("Tide").with_icons([Icon::new("a.png")]);
    assert_eq!(
        serde_json::to_string(&tool).unwrap(),
        r#"{"icons":[{"src":"a.png"}],"inputSchema":{"type":"object"},"name":"tide","title":"Tide"}"#
    );
    let result = v2026_07_28::CallToolResult::new([TextContent::new("7 °C").into()]);
    assert_eq!(
        serde_json::to_string(&result).unwrap(),
        r#"{"content":[{"type":"text","text":"7 °C"}],"resultType":"complete"}"#
    );
    assert_eq!(v2026_07_28::Annotations::default(), v2026_07_28::Annotations::new());
}

#[test]
fn a_modern_call_has_an_envelope_from_the_start() {
    let meta = RequestMetaObject::default().with_client_info(Implementation::new("quay", "1"));
    let params = CallToolRequestParams::new("tide").with_meta(meta);
    assert_eq!(params.meta.protocol_version, "2026-07-28");
    assert_eq!(params.meta.client_info.unwrap().name, "quay");
}

#[test]
fn absent_null_empty_and_present_are_four_things() {
    let read = |text: &str| mcp_wire::from_str::<v2026_07_28::CallToolResult>(text).unwrap();
    let absent = read(r#"{"content":[],"resultType":"complete"}"#);
    let null = read(r#"{"content":[],"resultType":"complete","structuredContent":null}"#);
    let empty = read(r#"{"content":[],"resultType":"complete","structuredContent":{}}"#);
    assert_eq!(absent.structured_content, None);
    assert!(null.structured_content.as_ref().unwrap().is_null());
    assert_eq!(empty.structured_content.as_ref().unwrap().as_str(), "{}");
    assert!(absent != null && null != empty && absent != empty);
}

#[test]
fn equal_values_are_equal_however_they_were_written() {
    let read = |text: &str| mcp_wire::from_str::<Tool>(text).unwrap();
    let one = read(r#"{"name":"t","inputSchema":{"type":"object","x":1.0,"y":{"a":1,"b":2}},"z":[1e1]}"#);
    let other = read(r#"{"z":[10],"inputSchema":{"y":{"b":2,"a":1},"x":1,"type":"object"},"name":"t"}"#);
    assert_eq!(one, other);
    let map: Map<RequestId> = [("a", 1.into()), ("b", 2.into())].into_iter().collect();
    let reversed: Map<RequestId> = [("b", 2.into()), ("a", 1.into())].into_iter().collect();
    assert_eq!(map, reversed);
}

#[test]
fn a_number_that_json_does_not_have_is_refused_and_not_null() {
    let annotations = v2026_07_28::Annotations::new().with_priority(f64::NAN);
    assert!(serde_json::to_string(&annotations).is_err());
    assert_eq!(serde_json::to_string(&annotations.with_priority(1.0)).unwrap(), r#"{"priority":1}"#);
}

#[test]
fn every_number_comes_back_to_the_last_bit() {
    let text = r#"{"progress":0.1,"progressToken":"p","total":123456789012345680.0}"#;
    let params: v2026_07_28::ProgressNotificationParams = mcp_wire::from_str(text).unwrap();
    assert_eq!((params.progress, params.total), (0.1, Some(123456789012345680.0)));
    for digits in ["5e-324", "1.7976931348623157e308", "9007199254740993", "2.2250738585072011e-308", "0.3"] {
        let text = format!(r#"{{"progress":{digits},"progressToken":1}}"#);
        let params: v2026_07_28::ProgressNotificationParams = mcp_wire::from_str(&text).unwrap();
        assert_eq!(params.progress, digits.parse::<f64>().unwrap());
        let again = serde_json::to_string(&params).unwrap();
        assert_eq!(mcp_wire::from_str::<v2026_07_28::ProgressNotificationParams>(&again).unwrap(), params, "{again}");
    }
}

#[test]
fn any_result_is_read_as_what_its_request_is_answered_with() {
    let result: v2026_07_28::ServerResult =
        mcp_wire::from_str(r#"{"resultType":"complete","content":[{"type":"text","text":"x"}]}"#).unwrap();
    let call = result.read::<v2026_07_28::CallTool>().unwrap();
    assert_eq!(call.content[0].kind(), "text");
    let error = result.read::<v2026_07_28::Complete>().unwrap_err();
    assert_eq!(error.to_string(), "`completion` is missing");
}

#[test]
fn an_error_is_a_kilobyte_at_most_however_hostile_the_input() {
    let items: Vec<String> =
        (0..5000).map(|index| format!(r#"{{"type":"{}{index}"}}"#, "x\\u0007".repeat(500))).collect();
    let text = format!(r#"{{"content":[{}]}}"#, items.join(","));
    let error = mcp_wire::from_str::<CallToolResult>(&text).unwrap_err().to_string();
    assert!(error.len() <= 1024, "{}", error.len());
    assert!(error.starts_with("content[0].type: expected one of"), "{error}");
    let deep = format!("{}{}", "[".repeat(1_000_000), "]".repeat(1_000_000));
    assert!(mcp_wire::from_str::<CallToolResult>(&deep).is_err());
    let inside = format!(r#"{{"content":[],"structuredContent":{{"a":{deep}}}}}"#);
    assert!(mcp_wire::from_str::<CallToolResult>(&inside).is_ok());
    assert!(mcp_wire::from_str_in::<CallToolResult>(&inside, mcp_wire::Reading::Strict).is_err());
}

#[test]
fn a_marker_says_all_of_its_method() {
    use mcp_wire::Direction::{ClientToServer, ServerToClient};
    use mcp_wire::Revision;
    use mcp_wire::method::Method;
    fn of<M: Method>() -> (&'static str, Revision, &'static [mcp_wire::Direction]) {
        (M::NAME, M::REVISION, M::DIRECTIONS)
    }
    assert_eq!(of::<v2026_07_28::CallTool>(), ("tools/call", Revision::V2026_07_28, &[ClientToServer][..]));
    let both = of::<mcp_wire::v2025_11_25::Ping>();
    assert_eq!(both, ("ping", Revision::V2025_11_25, &[ClientToServer, ServerToClient][..]));
}

#[test]
fn a_member_whose_name_cannot_be_read_is_refused_when_written_not_dropped() {
    let extra = JsonObject::parse(r#"{"\ud800":1}"#).unwrap();
    let tool = Tool::new(ToolInputSchema::new(), "tide").with_extra(extra);
    let error = serde_json::to_string(&tool).unwrap_err().to_string();
    assert!(error.contains("half a surrogate pair"), "{error}");
}
