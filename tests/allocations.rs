//! How often a message is allocated for: exact figures, so that a slip shows at once.

#[path = "../benches/src/payloads.rs"]
#[allow(dead_code, unreachable_pub, reason = "the benches use the rest")]
mod payloads;

use mcp_wire::header::Head;
use mcp_wire::server::{Decision, Endpoint, Session};
use mcp_wire::v2026_07_28::{CallToolResult, ListResourcesResult, ListToolsResult};
use mcp_wire::{Answer, Message, Reading, RequestEnvelope, Revision, dispatch};

/// How many allocations `work` makes, what it gives included.
fn count<T>(work: impl FnOnce() -> T) -> u64 {
    let mut given = None;
    let counted = allocation_counter::measure(|| given = Some(work()));
    assert!(given.is_some());
    counted.count_total
}

#[track_caller]
fn at_most(limit: u64, what: &str, found: u64) {
    println!("{what}: {found} allocations, at most {limit} allowed");
    assert!(found <= limit, "{what}: {found} allocations, at most {limit} allowed");
}

fn answer<R: mcp_wire::rt::Wire>(text: &str) -> Answer<R> {
    Answer::parse(text.as_bytes(), Reading::Tolerant).unwrap()
}

#[test]
fn a_call_to_a_tool() {
    let bytes = payloads::CALL.as_bytes();
    assert_eq!(bytes.len(), 547);
    let at_once = || dispatch::modern_request(bytes, Revision::ALL, Reading::Tolerant).unwrap();
    // Six texts that the typed request owns, the list of what stands before its method, and serde_json's scratch space.
    at_most(8, "a call in one pass", count(at_once));
    let frame = || Message::parse(bytes).map(drop).unwrap();
    at_most(2, "its frame", count(frame));
    let by_steps = || {
        let Ok(Message::Request(request)) = Message::parse(bytes) else { panic!("a request") };
        let revision = RequestEnvelope::parse(&request).unwrap().revision(Revision::ALL).unwrap();
        dispatch::client_request(&request, revision, Reading::Tolerant).unwrap()
    };
    at_most(12, "a call step by step", count(by_steps));
}

#[test]
fn a_call_down_the_ladder() {
    let capabilities = serde_json::json!({ "tools": {} });
    let endpoint = Endpoint::builder().revisions(Revision::ALL).capabilities(&capabilities).http();
    let head = Head::post(payloads::CALL_HEADERS);
    let mut session = Session::new();
    let admit = || match endpoint.admit(&mut session, Some(&head), payloads::CALL.as_bytes()) {
        Decision::Admitted(admitted) => admitted,
        other => panic!("{other:?}"),
    };
    // One of them keeps the progress token for the reply.
    at_most(15, "a call that is admitted", count(admit));
}

#[test]
fn answers() {
    for tools in [100, 1000] {
        let text = payloads::tool_list(tools);
        let found = count(|| answer::<ListToolsResult>(&text));
        at_most(9 * tools as u64, &format!("{tools} tools"), found);
    }
    let text = payloads::resource_list(1000);
    // Beside its items the list itself grows a few times.
    at_most(7 * 1000 + 10, "1000 resources", count(|| answer::<ListResourcesResult>(&text)));
    let text = payloads::image(1 << 20);
    at_most(8, "an image", count(|| answer::<CallToolResult>(&text)));
}

#[test]
fn a_large_string_is_copied_once() {
    let text = payloads::image(1 << 20);
    let mut given = None;
    let counted = allocation_counter::measure(|| given = Some(answer::<CallToolResult>(&text)));
    assert!(counted.bytes_total < (1 << 20) + 4096, "{} bytes for an image of 1 MiB", counted.bytes_total);
}

#[test]
fn a_gateway_allocates_for_a_request_by_its_members_not_by_its_size() {
    let text = payloads::large_call(1_000_000);
    let route = || {
        let Ok(Message::Request(request)) = Message::parse(text.as_bytes()) else { panic!("a request") };
        RequestEnvelope::parse(&request).unwrap().version().to_owned()
    };
    at_most(4, "method and version of a large request", count(route));
}
