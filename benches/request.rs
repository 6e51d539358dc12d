//! (a) A `tools/call` request: whole message to typed request, envelope and gate included, and down the server's ladder.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use mcp_wire::header::Head;
use mcp_wire::server::{Decision, Endpoint, Session};
use mcp_wire::{AnyClientRequest, Message, Reading, RequestEnvelope, Revision, dispatch};
use mcp_wire_benches::payloads::{CALL, CALL_HEADERS};
use mcp_wire_benches::{OWNED, Question, hand};

/// What a server does with the bytes of a request that takes every step itself.
fn by_steps(bytes: &[u8], reading: Reading) -> AnyClientRequest {
    let Ok(Message::Request(request)) = Message::parse_in(bytes, reading) else { panic!("a request") };
    let envelope = RequestEnvelope::parse(&request).expect("a whole envelope");
    let revision = envelope.revision(Revision::ALL).expect("a revision that is served");
    dispatch::client_request(&request, revision, reading).expect("a call")
}

fn at_once(bytes: &[u8], reading: Reading) -> AnyClientRequest {
    dispatch::modern_request(bytes, Revision::ALL, reading).expect("a call")
}

fn request(criterion: &mut Criterion) {
    let bytes = black_box(CALL.as_bytes());
    Question::new(criterion, "a: tools/call request, decode", bytes.len())
        .subject(OWNED, || serde_json::from_slice::<hand::owned::Call>(bytes).expect("valid"))
        .subject("hand-written, borrowed", || serde_json::from_slice::<hand::borrowed::Call>(bytes).expect("valid"))
        .subject("serde_json::Value", || serde_json::from_slice::<serde_json::Value>(bytes).expect("valid"))
        .subject("mcp-wire", || at_once(bytes, Reading::Tolerant))
        .subject("mcp-wire, strict", || at_once(bytes, Reading::Strict))
        .subject("mcp-wire, step by step", || by_steps(bytes, Reading::Tolerant))
        .subject("rmcp", || serde_json::from_slice::<rmcp::model::ClientJsonRpcMessage>(bytes).expect("valid"))
        .subject("rust-mcp-schema", || {
            serde_json::from_slice::<rust_mcp_schema::schema_utils::ClientMessage>(bytes).expect("valid")
        });
}

fn ladder(criterion: &mut Criterion) {
    let bytes = black_box(CALL.as_bytes());
    let head = Head::post(CALL_HEADERS);
    let capabilities = serde_json::json!({ "tools": {} });
    let endpoint = Endpoint::builder().revisions(Revision::ALL).capabilities(&capabilities).http();
    let mut session = Session::default();
    Question::new(criterion, "a: tools/call request, ladder", bytes.len())
        .subject("mcp-wire, decode", || at_once(bytes, Reading::Tolerant))
        .subject("mcp-wire, admit", || match endpoint.admit(&mut session, Some(&head), bytes) {
            Decision::Admitted(admitted) => admitted,
            other => panic!("{other:?}"),
        });
}

criterion_group!(benches, request, ladder);
criterion_main!(benches);
