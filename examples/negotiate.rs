//! A client that finds out what a server speaks, and calls a tool: with a server of both eras, a legacy one and a modern
//! one, all in this process.
//!
//! `cargo run --example negotiate`

use mcp_wire::client::{Client, Negotiator, Outcome, Step};
use mcp_wire::server::{Decision, Endpoint, Finished, Session, Transport};
use mcp_wire::{Revision, v2026_07_28};
use serde_json::json;

fn main() {
    talk("a server of both eras", Revision::ALL);
    talk("a legacy server", &[Revision::V2025_06_18, Revision::V2025_03_26]);
    talk("a modern server", &[Revision::V2026_07_28]);
}

fn talk(name: &str, revisions: &[Revision]) {
    println!("{name}");
    let server = Endpoint::builder().revisions(revisions).capabilities(&json!({ "tools": {} }));
    let server = server.identity(&v2026_07_28::Implementation::new("harbour", "3.0")).stdio();
    let mut session = Session::new();
    let client = Client::new(&v2026_07_28::ClientCapabilities::new())
        .with_info(&v2026_07_28::Implementation::new("quayside", "1.0"));
    let mut negotiator = Negotiator::new(client, Transport::Stdio);
    loop {
        match negotiator.next() {
            Step::Send(message) => {
                println!("  client  {message}");
                let outcome = exchange(&server, &mut session, &message);
                negotiator.heard(outcome);
            }
            Step::Tell(message) => println!("  client  {message}"),
            Step::Speak(peer) => return println!("  → {} {}\n", peer.era(), peer.revision()),
            Step::Stop(reason) => return println!("  → {reason}\n"),
        }
    }
}

/// What a transport would do: write the line, read the answer.
fn exchange(server: &Endpoint, session: &mut Session, line: &str) -> Outcome {
    let answer = match server.admit(session, None, line.as_bytes()) {
        Decision::Admitted(admitted) => server.answer(&admitted).map(Finished::into_message),
        Decision::Refused(refusal) => refusal.message(),
        _ => None,
    };
    let Some(answer) = answer else { return Outcome::Timeout };
    println!("  server  {answer}");
    Outcome::of_message(answer.as_bytes())
}
