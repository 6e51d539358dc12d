//! Decides on each line of standard input as a server of all revisions would.
//!
//! `cargo run --example admit < examples/traffic/faults.jsonl`

use std::io::BufRead;

use mcp_wire::server::{Call, Decision, Endpoint, Session};

fn main() -> std::io::Result<()> {
    let capabilities = serde_json::json!({
        "tools": {}, "prompts": {}, "resources": { "subscribe": true }, "logging": {}, "completions": {}
    });
    // Both eras on one connection, so that a file of anything can be tried.
    let endpoint = Endpoint::builder().capabilities(&capabilities).without_lock().stdio();
    let mut session = Session::new();
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        let decision = endpoint.admit(&mut session, None, line.as_bytes());
        print(&decision, "");
    }
    Ok(())
}

fn print(decision: &Decision<'_>, indent: &str) {
    match decision {
        Decision::Admitted(admitted) => {
            let method = match &admitted.call {
                Call::Request(request) => request.method(),
                Call::Notification(notification) => notification.method(),
                Call::Other { method, .. } => method,
                _ => "?",
            };
            println!("{indent}admitted  {} {} {method}", admitted.era, admitted.revision);
        }
        Decision::Refused(refusal) => {
            println!("{indent}refused   {}", refusal.message().unwrap_or_else(|| refusal.to_string()));
        }
        Decision::Batch(decisions) => {
            println!("{indent}batch");
            decisions.iter().for_each(|decision| print(decision, "  "));
        }
        other => println!("{indent}{other:?}"),
    }
}
