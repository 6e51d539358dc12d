//! (b) The answer to `tools/list` with 100 tools, decoded and encoded.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use mcp_wire::v2026_07_28::ListToolsResult;
use mcp_wire::{Answer, Reading};
use mcp_wire_benches::{OWNED, Question, answer, hand, payloads};

type Owned = hand::owned::Answer<hand::owned::ToolList>;
type Borrowed<'a> = hand::borrowed::Answer<'a, hand::borrowed::ToolList<'a>>;

fn decode(criterion: &mut Criterion) {
    let text = payloads::tool_list(100);
    let bytes = black_box(text.as_bytes());
    Question::new(criterion, "b: tools/list result, decode", bytes.len())
        .subject(OWNED, || serde_json::from_slice::<Owned>(bytes).expect("valid"))
        .subject("hand-written, borrowed", || serde_json::from_slice::<Borrowed<'_>>(bytes).expect("valid"))
        .subject("serde_json::Value", || serde_json::from_slice::<serde_json::Value>(bytes).expect("valid"))
        .subject("mcp-wire", || answer::<ListToolsResult>(&text, Reading::Tolerant))
        .subject("mcp-wire, strict", || answer::<ListToolsResult>(&text, Reading::Strict))
        .subject("rmcp", || serde_json::from_slice::<rmcp::model::ServerJsonRpcMessage>(bytes).expect("valid"))
        .subject("rust-mcp-schema", || {
            serde_json::from_slice::<rust_mcp_schema::schema_utils::ServerMessage>(bytes).expect("valid")
        });
}

fn encode(criterion: &mut Criterion) {
    let text = payloads::tool_list(100);
    let owned: Owned = serde_json::from_str(&text).expect("valid");
    let value: serde_json::Value = serde_json::from_str(&text).expect("valid");
    let Answer::Result(ours) = answer::<ListToolsResult>(&text, Reading::Tolerant) else { panic!("a result") };
    let rmcp: rmcp::model::ServerJsonRpcMessage = serde_json::from_str(&text).expect("valid");
    let schema: rust_mcp_schema::schema_utils::ServerMessage = serde_json::from_str(&text).expect("valid");
    let mut buffer = Vec::with_capacity(2 * text.len());
    let mut encode = |message: &dyn Fn(&mut Vec<u8>)| {
        buffer.clear();
        message(&mut buffer);
        buffer.len()
    };
    Question::new(criterion, "b: tools/list result, encode", text.len())
        .subject(OWNED, || encode(&|out| serde_json::to_writer(out, &owned).expect("JSON")))
        .subject("serde_json::Value", || encode(&|out| serde_json::to_writer(out, &value).expect("JSON")))
        .subject("mcp-wire", || encode(&|out| serde_json::to_writer(out, &ours).expect("JSON")))
        .subject("rmcp", || encode(&|out| serde_json::to_writer(out, &rmcp).expect("JSON")))
        .subject("rust-mcp-schema", || encode(&|out| serde_json::to_writer(out, &schema).expect("JSON")));
}

criterion_group!(benches, decode, encode);
criterion_main!(benches);
