//! What the strict reading costs, and what a message costs that fails.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use mcp_wire::rt::Wire;
use mcp_wire::v2026_07_28::{CallToolResult, ListResourcesResult, ListToolsResult};
use mcp_wire::{Answer, Message, Reading, Revision, dispatch};
use mcp_wire_benches::{Question, answer, payloads};

fn strict(criterion: &mut Criterion) {
    each::<ListToolsResult>(criterion, "tools/list, 100 tools", &payloads::tool_list(100));
    each::<ListResourcesResult>(criterion, "resources/list, 1000 resources", &payloads::resource_list(1000));
    each::<CallToolResult>(criterion, "1000 blocks of text", &payloads::text_blocks(1000));
}

/// One answer in both readings, and with its last item broken.
fn each<R: Wire>(criterion: &mut Criterion, name: &str, text: &str) {
    let text = black_box(text);
    let end = text.rfind("]}}").expect("the list ends so");
    let failing = format!("{},{{\"type\":7,\"name\":7}}{}", &text[..end], &text[end..]);
    let refuse = || Answer::<R>::parse(failing.as_bytes(), Reading::Tolerant).map(drop).expect_err("it is broken");
    Question::new(criterion, &format!("reading: {name}"), text.len())
        .subject("default", || answer::<R>(text, Reading::Tolerant))
        .subject("strict", || answer::<R>(text, Reading::Strict))
        .subject("failing", refuse);
}

fn call(criterion: &mut Criterion) {
    let good = black_box(payloads::CALL);
    let failing = good.replace(r#""name":"search_issues""#, r#""name":7"#);
    let decode = |text: &str, reading| {
        let Ok(Message::Request(request)) = Message::parse_in(text.as_bytes(), reading) else { panic!("a request") };
        dispatch::client_request(&request, Revision::V2026_07_28, reading)
    };
    Question::new(criterion, "reading: tools/call", good.len())
        .subject("default", || decode(good, Reading::Tolerant).expect("valid"))
        .subject("strict", || decode(good, Reading::Strict).expect("valid"))
        .subject("failing", || decode(&failing, Reading::Tolerant).map(drop).expect_err("it is broken"));
}

criterion_group!(benches, strict, call);
criterion_main!(benches);
