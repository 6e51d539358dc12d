//! `mcp-wire-codegen`: what people do with the schema folder.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::{Parser, Subcommand};
use mcp_wire_codegen::load::Folder;
use mcp_wire_codegen::{canonical, diff, emit, import, module, normalise};

/// Takes in published MCP schemas and prints what is generated from them.
#[derive(Debug, Parser)]
#[command(version)]
struct Arguments {
    /// The schema folder.
    #[arg(long, global = true, default_value = "schema", value_name = "DIR")]
    schema: PathBuf,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Takes a published schema.json into the schema folder, in canonical form.
    Import {
        /// The published file.
        path: PathBuf,
        /// Its revision, such as 2026-07-28.
        #[arg(long)]
        revision: String,
        /// The commit of the specification's repository it was published with.
        #[arg(long)]
        commit: Option<String>,
    },
    /// Prints the module of a revision, formatted, as the build generates it.
    Emit {
        /// The revision, or `tables` for what is there whatever features are on.
        revision: String,
    },
    /// Lists what two revisions say differently on the wire.
    Diff {
        /// The earlier revision.
        before: String,
        /// The later revision.
        after: String,
    },
    /// Says whether schemas, sources, errata, names and docs agree.
    Check,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(code) => code,
        // Whoever read the output has seen enough.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

fn say(text: &str) -> Result<()> {
    Ok(io::stdout().write_all(text.as_bytes())?)
}

fn run(arguments: &Arguments) -> Result<ExitCode> {
    let folder = &arguments.schema;
    match &arguments.command {
        Command::Import { path, revision, commit } => {
            let changes = import::import(folder, path, revision, commit.as_deref())?;
            say(&format!("{}\n", folder.join(revision).join("schema.json").display()))?;
            print_changes(&changes)?;
        }
        Command::Emit { revision } => say(&emitted(&Folder::open(folder)?, revision)?)?,
        Command::Diff { before, after } => {
            let folder = Folder::open(folder)?;
            print_changes(&diff::diff(&read(&folder, before)?, &read(&folder, after)?))?;
        }
        Command::Check => return check(&Folder::open(folder)?),
    }
    Ok(ExitCode::SUCCESS)
}

fn print_changes(changes: &[diff::Change]) -> Result<()> {
    let lines: String = changes.iter().map(|change| format!("{change}\n")).collect();
    say(&format!("{lines}{} changes on the wire\n", changes.len()))
}

fn read(folder: &Folder, revision: &str) -> Result<serde_json::Value> {
    let path = folder.schema_path(revision);
    let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    serde_json::from_str(&text).with_context(|| path.display().to_string())
}

fn emitted(folder: &Folder, name: &str) -> Result<String> {
    let (header, tokens) = match name {
        "tables" => {
            let modules = folder.revisions.iter().map(|revision| module(folder, revision));
            let modules = modules.collect::<Result<Vec<_>, _>>()?;
            (emit::tables_header(), emit::tables(folder, &modules))
        }
        name => {
            let known = folder.revisions.iter().find(|revision| revision.id == name);
            let Some(revision) = known else { bail!("revisions.json has no {name}") };
            let module = module(folder, revision)?;
            (emit::module_header(folder, &module), emit::module(folder, &module))
        }
    };
    let file = syn::parse2(tokens).context("the generated code does not parse")?;
    Ok(format!("{header}\n{}", prettyplease::unparse(&file)))
}

/// Prints a line a fault; the exit code says whether there was one.
fn check(folder: &Folder) -> Result<ExitCode> {
    let mut faults = Vec::new();
    let mut idle: Vec<_> = normalise::rewrites().collect();
    let mut described: Vec<_> = folder.docs().keys().cloned().collect();
    for revision in &folder.revisions {
        let id = &revision.id;
        let path = folder.schema_path(id);
        let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        if canonical::canonical(id, &text).map(|schema| canonical::text(&schema)) != Ok(text) {
            faults.push(format!("{id}: schema.json is not in canonical form"));
        }
        if !folder.sources.contains_key(id) {
            faults.push(format!("{id}: sources.json does not say where it came from"));
        }
        match folder.schema(id).and_then(|schema| normalise::normalise(schema, &folder.names)) {
            Ok(normal) => {
                idle.retain(|rewrite| normal.applied.get(rewrite).is_none_or(|&count| count == 0));
            }
            Err(error) => faults.push(error.to_string()),
        }
        match module(folder, revision) {
            Ok(module) => {
                described.retain(|name| !module.types.iter().any(|item| item.name == *name));
                say(&format!("{id}: {} types, {} methods\n", module.types.len(), module.methods.len()))?;
            }
            Err(error) => faults.push(error.to_string()),
        }
    }
    faults.extend(idle.iter().map(|rewrite| format!("the rewrite {rewrite} applies to no revision")));
    let unused = folder.names.unused();
    faults.extend(unused.iter().map(|name| format!("names.json: {name} names nothing in any revision")));
    faults.extend(described.iter().map(|name| format!("docs describe {name}, which no revision has")));
    say(&faults.iter().map(|fault| format!("{fault}\n")).collect::<String>())?;
    Ok(if faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
