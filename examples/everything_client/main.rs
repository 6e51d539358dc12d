//! A client of all revisions, over stdio and over HTTP, that calls something of everything: what the official conformance
//! suite and the interop tests ask of a client.
//!
//! ```console
//! cargo run --example everything_client -- http://127.0.0.1:8080/mcp
//! cargo run --example everything_client -- --revision 2025-06-18 --calls calls.jsonl -- some-server --its-arguments
//! ```
//!
//! Without `--revision` it finds out what the server speaks. The conformance suite says in the environment which scenario
//! is meant (`scenarios`); else the calls of a file are made, or what the server offers is listed.
//!
//! What is sent, what a server speaks and what its answers mean, the library decides. Here is the rest: how bytes go and
//! come (`link`), what is called (`calls`, `scenarios`), and what the user and the model at this end say (`fulfil`).

mod calls;
mod fulfil;
mod link;
mod scenarios;
mod talk;

use std::time::Duration;

use mcp_wire::Revision;
use mcp_wire::client::{Client, Negotiator};
use mcp_wire::server::Transport;
use mcp_wire::v2026_07_28::Implementation;
use serde_json::json;

use link::{Http, Link, Process};
use talk::Talk;

pub(crate) type Failure = Box<dyn std::error::Error>;

/// A client that hangs is a failed one.
const DEADLINE: Duration = Duration::from_secs(25);

fn main() -> Result<(), Failure> {
    std::thread::spawn(|| {
        std::thread::sleep(DEADLINE);
        eprintln!("no end within {DEADLINE:?}");
        std::process::exit(3);
    });
    let arguments = Arguments::read()?;
    let (link, transport): (Box<dyn Link>, _) = match &arguments.server[..] {
        [url] if url.starts_with("http://") => (Box::new(Http::new(url)), Transport::Http),
        command => (Box::new(Process::start(command)?), Transport::Stdio),
    };
    let client = Client::new(&json!({
        "elicitation": { "form": {}, "url": {} },
        "roots": {},
        "sampling": {},
    }))
    .with_info(&Implementation::new("everything-client", env!("CARGO_PKG_VERSION")));
    let negotiator = match arguments.revision {
        Some(revision) => Negotiator::pinned(client, transport, revision),
        None => Negotiator::new(client, transport),
    };
    let mut talk = Talk::begin(link, negotiator)?;
    println!("ok {} {}", talk.peer.era(), talk.peer.revision());
    match (arguments.scenario, arguments.calls) {
        (Some(scenario), _) => scenarios::run(&scenario, &mut talk),
        (None, Some(calls)) => calls::run(&calls, &mut talk),
        (None, None) => calls::list(&mut talk).map(drop),
    }
}

/// What the command line and the conformance suite say.
#[derive(Default)]
struct Arguments {
    revision: Option<Revision>,
    scenario: Option<String>,
    calls: Option<String>,
    server: Vec<String>,
}

impl Arguments {
    fn read() -> Result<Self, Failure> {
        let mut arguments = Self { scenario: std::env::var("MCP_CONFORMANCE_SCENARIO").ok(), ..Self::default() };
        if let Ok(revision) = std::env::var("MCP_CONFORMANCE_PROTOCOL_VERSION") {
            arguments.revision = Some(revision.parse()?);
        }
        let mut words = std::env::args().skip(1);
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or(format!("{word} wants a value"));
            match word.as_str() {
                "--revision" => arguments.revision = Some(value()?.parse()?),
                "--calls" => arguments.calls = Some(value()?),
                "--" => arguments.server.extend(words.by_ref()),
                _ => arguments.server.push(word),
            }
        }
        match arguments.server.is_empty() {
            true => Err("usage: everything_client [--revision R] [--calls FILE] (URL | -- COMMAND...)".into()),
            false => Ok(arguments),
        }
    }
}
