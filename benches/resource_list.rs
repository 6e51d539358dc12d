//! (d) The answer to `resources/list` with 1000 resources, decoded.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use mcp_wire::Reading;
use mcp_wire::v2026_07_28::ListResourcesResult;
use mcp_wire_benches::{OWNED, Question, answer, hand, payloads};

type Owned = hand::owned::Answer<hand::owned::ResourceList>;
type Borrowed<'a> = hand::borrowed::Answer<'a, hand::borrowed::ResourceList<'a>>;

fn decode(criterion: &mut Criterion) {
    let text = payloads::resource_list(1000);
    let bytes = black_box(text.as_bytes());
    Question::new(criterion, "d: resources/list result, decode", bytes.len())
        .subject(OWNED, || serde_json::from_slice::<Owned>(bytes).expect("valid"))
        .subject("hand-written, borrowed", || serde_json::from_slice::<Borrowed<'_>>(bytes).expect("valid"))
        .subject("serde_json::Value", || serde_json::from_slice::<serde_json::Value>(bytes).expect("valid"))
        .subject("mcp-wire", || answer::<ListResourcesResult>(&text, Reading::Tolerant))
        .subject("mcp-wire, strict", || answer::<ListResourcesResult>(&text, Reading::Strict))
        .subject("rmcp", || serde_json::from_slice::<rmcp::model::ServerJsonRpcMessage>(bytes).expect("valid"))
        .subject("rust-mcp-schema", || {
            serde_json::from_slice::<rust_mcp_schema::schema_utils::ServerMessage>(bytes).expect("valid")
        });
}

criterion_group!(benches, decode);
criterion_main!(benches);
