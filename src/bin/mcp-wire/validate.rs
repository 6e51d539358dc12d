//! Decodes values as definitions by name and writes them again.

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};

use anyhow::{Context, bail};
use mcp_wire::catalog::{self, CatalogError};
use mcp_wire::{Reading, Revision};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;

use crate::Validate;

/// A line of the input.
#[derive(Debug, Deserialize)]
struct Record<'a> {
    revision: String,
    def: String,
    #[serde(borrow, default, deserialize_with = "present")]
    json: Option<&'a RawValue>,
    raw: Option<String>,
}

/// A member that is there, `null` included.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<&'de RawValue>, D::Error> {
    <&RawValue>::deserialize(deserializer).map(Some)
}

/// A line of the output.
#[derive(Debug, Serialize)]
struct Line {
    valid: bool,
    value: Option<Box<RawValue>>,
    error: Option<Wrong>,
}

#[derive(Debug, Serialize)]
struct Wrong {
    path: String,
    message: String,
}

/// Writes a line for every record; every record was looked at, so this succeeds whatever they hold.
pub(crate) fn run(arguments: &Validate) -> anyhow::Result<bool> {
    let reading = crate::reading(arguments.tolerant);
    let output = BufWriter::new(std::io::stdout().lock());
    match arguments.records.as_ref().and_then(Option::as_ref) {
        Some(path) => {
            let file = File::open(path).with_context(|| path.display().to_string())?;
            records(BufReader::new(file), output, reading)
        }
        None => records(std::io::stdin().lock(), output, reading),
    }
}

fn records(input: impl BufRead, mut output: impl Write, reading: Reading) -> anyhow::Result<bool> {
    let mut unusable = 0;
    for line in input.split(b'\n') {
        let line = line?;
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        let judged = record(&line, reading).unwrap_or_else(|error| {
            unusable += 1;
            Line::refused(String::new(), format!("{error:#}"))
        });
        serde_json::to_writer(&mut output, &judged)?;
        output.write_all(b"\n")?;
    }
    output.flush()?;
    match unusable {
        0 => Ok(true),
        count => bail!("{count} records could not be judged"),
    }
}

fn record(line: &[u8], reading: Reading) -> anyhow::Result<Line> {
    let record: Record<'_> =
        serde_json::from_slice(line).with_context(|| "no record of revision, def and json or raw")?;
    let revision: Revision = record.revision.parse()?;
    let text = record.raw.as_deref().or(record.json.map(RawValue::get));
    let text = text.with_context(|| "a record has neither json nor raw")?;
    Ok(match catalog::check(revision, &record.def, text, reading) {
        Ok(value) => Line { valid: true, value: Some(value.as_raw().to_owned()), error: None },
        Err(CatalogError::Invalid(error)) => {
            let path = error.faults().first().map(|fault| fault.path.pointer()).unwrap_or_default();
            Line::refused(path, error.to_string())
        }
        Err(error) => return Err(error.into()),
    })
}

impl Line {
    fn refused(path: String, message: String) -> Self {
        Self { valid: false, value: None, error: Some(Wrong { path, message }) }
    }
}
