//! A server of all revisions, over stdio and over HTTP, that offers something of everything: what the official
//! conformance suite and the interop tests exercise.
//!
//! ```console
//! cargo run --features http --example everything_server               # stdio
//! cargo run --features http --example everything_server -- --http 8080  # http://127.0.0.1:8080/mcp; 0 takes a free port
//! ```
//!
//! What a message is, which revision it is of and how it is answered, the library decides. Here is the rest: who is
//! connected (`connection`), where bytes come from and go to (`stdio`, `http`, `stream`), and what the server offers
//! (`tools`, `prompts`, `resources`), written once for all revisions, in the types of the newest.

mod connection;
mod http;
mod input;
mod prompts;
mod resources;
mod stdio;
mod stream;
mod tools;

use connection::Server;
use mcp_wire::server::{Builder, Endpoint};
use mcp_wire::v2026_07_28::Implementation;
use serde_json::json;

#[tokio::main(flavor = "current_thread")]
async fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => stdio::serve(Server::new(endpoint().stdio())).await,
        ["--http", port] => {
            let port = port.parse().map_err(std::io::Error::other)?;
            http::serve(Server::new(endpoint().local_only().requires_sessions().http()), port).await
        }
        _ => Err(std::io::Error::other("usage: everything_server [--http PORT]")),
    }
}

/// What the server is and can do, in whatever revision it is asked.
fn endpoint() -> Builder {
    Endpoint::builder()
        .capabilities(&json!({
            "completions": {},
            "logging": {},
            "prompts": { "listChanged": true },
            "resources": { "listChanged": true, "subscribe": true },
            "tools": { "listChanged": true },
        }))
        .identity(&Implementation::new("everything-server", env!("CARGO_PKG_VERSION")))
        .instructions("Everything here is for tests.")
        .tool_schemas(tools::input_schema)
}
