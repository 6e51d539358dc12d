//! Says of each line of standard input what it is: its kind, its era, its method, and how it may be logged.
//!
//! `cargo run --example classify < examples/traffic/2026-07-28.jsonl`

use std::io::BufRead;

use mcp_wire::{Era, Message, log};

fn main() -> std::io::Result<()> {
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        match Message::parse(line.as_bytes()) {
            Ok(message) => {
                let (kind, era) = (message.kind(), Era::classify(&message));
                println!("{kind:<13}{:<14}{}", era.as_str(), log::describe(&line));
            }
            Err(error) => println!("{:<13}{:<14}{error}", "invalid", error.code()),
        }
    }
    Ok(())
}
