//! How the time grows with the message: with its size, and with what a hostile peer puts into it.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use mcp_wire::Reading;
use mcp_wire::v2026_07_28::{CallToolResult, ListToolsResult};
use mcp_wire_benches::{OWNED, Question, answer, hand, payloads};

type Owned = hand::owned::Answer<hand::owned::ToolList>;

fn size(criterion: &mut Criterion) {
    for tools in [10, 100, 1000, 10_000] {
        let text = payloads::tool_list(tools);
        Question::new(criterion, &format!("growth: {tools} tools"), text.len())
            .subject("mcp-wire", || answer::<ListToolsResult>(black_box(&text), Reading::Tolerant))
            .subject(OWNED, || serde_json::from_str::<Owned>(black_box(&text)).expect("valid"));
    }
}

fn hostile(criterion: &mut Criterion) {
    const BLOCKS: usize = 10_000;
    let ordinary = payloads::text_blocks(BLOCKS);
    let all = [("ordinary", ordinary)].into_iter().chain(payloads::hostile(BLOCKS));
    for (name, text) in all {
        let mut question = Question::new(criterion, &format!("hostile: {name}"), text.len());
        for (reading, subject) in [(Reading::Tolerant, "mcp-wire"), (Reading::Strict, "mcp-wire, strict")] {
            question.subject(subject, || answer::<CallToolResult>(black_box(&text), reading));
        }
    }
}

criterion_group!(benches, size, hostile);
criterion_main!(benches);
