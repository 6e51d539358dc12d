//! `mcp-wire`: judges MCP messages on the command line.

mod check;
mod input;
mod judge;
mod report;
mod session;
mod validate;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand, ValueEnum};
use mcp_wire::{Direction, Reading, Revision};

/// Judges Model Context Protocol messages.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Judges each message: its kind, era, revision and type, and what is wrong with it.
    ///
    /// Input is JSON Lines; a file that is one JSON value over several lines is one message, and a top-level array is a
    /// batch. Exits with 0 if all messages are valid, 1 if one is not, 2 if the work could not be done.
    Check(Check),
    /// Decodes values as definitions by name and writes them again, for test suites in any language.
    ///
    /// Input is JSON Lines of {"revision", "def", "json" or "raw"}; output is one line each of {"valid", "value", "error"}.
    Validate(Validate),
}

#[derive(Debug, Args)]
struct Check {
    /// The revision of legacy messages, instead of the one their `initialize` settles.
    #[arg(long, value_parser = revision)]
    revision: Option<Revision>,
    /// Who sends the messages whose method does not tell.
    #[arg(long)]
    from: Option<Side>,
    /// How results are printed.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Reads as a peer does, tolerating what is harmless, instead of to the letter.
    #[arg(long)]
    tolerant: bool,
    /// Takes a top-level array for a list of messages instead of a batch.
    #[arg(long)]
    array: bool,
    /// The files; standard input without any.
    files: Vec<PathBuf>,
}

#[derive(Debug, Args)]
struct Validate {
    /// The records; standard input without a file.
    #[arg(long, value_name = "FILE", num_args = 0..=1, required = true)]
    records: Option<Option<PathBuf>>,
    /// Reads as a peer does, tolerating what is harmless, instead of to the letter.
    #[arg(long)]
    tolerant: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Side {
    Client,
    Server,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
}

impl Side {
    fn direction(self) -> Direction {
        match self {
            Self::Client => Direction::ClientToServer,
            Self::Server => Direction::ServerToClient,
        }
    }
}

fn revision(text: &str) -> Result<Revision, String> {
    text.parse().map_err(|_| {
        let known: Vec<_> = Revision::ALL.iter().map(|revision| revision.as_str()).collect();
        format!("known revisions are {}", known.join(", "))
    })
}

fn reading(tolerant: bool) -> Reading {
    if tolerant { Reading::Tolerant } else { Reading::Strict }
}

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Check(arguments) => check::run(&arguments),
        Command::Validate(arguments) => validate::run(&arguments),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        // Whoever read the output has seen enough.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("mcp-wire: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let kind = error.downcast_ref::<std::io::Error>().map(std::io::Error::kind);
    kind == Some(std::io::ErrorKind::BrokenPipe)
}
