//! (f) What a gateway needs of a 1 MB request, its method and its version, against one pass that ignores everything.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use mcp_wire::{Message, RequestEnvelope};
use mcp_wire_benches::{Question, payloads};
use serde::de::IgnoredAny;

fn routing(criterion: &mut Criterion) {
    let text = payloads::large_call(1_000_000);
    let bytes = black_box(text.as_bytes());
    Question::new(criterion, "f: method and version of a 1 MB request", bytes.len())
        .subject("one ignoring pass", || serde_json::from_slice::<IgnoredAny>(bytes).expect("valid"))
        .subject("serde_json::Value", || {
            let value: serde_json::Value = serde_json::from_slice(bytes).expect("valid");
            let version = &value["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"];
            (value["method"].as_str().map(str::to_owned), version.as_str().map(str::to_owned))
        })
        .subject("mcp-wire", || {
            let Ok(Message::Request(request)) = Message::parse(bytes) else { panic!("a request") };
            let envelope = RequestEnvelope::parse(&request).expect("a whole envelope");
            (request.method().to_owned(), envelope.version().to_owned())
        })
        .subject("rmcp", || serde_json::from_slice::<rmcp::model::ClientJsonRpcMessage>(bytes).expect("valid"))
        .subject("rust-mcp-schema", || {
            serde_json::from_slice::<rust_mcp_schema::schema_utils::ClientMessage>(bytes).expect("valid")
        });
}

criterion_group!(benches, routing);
criterion_main!(benches);
