//! Prints judgements: text for people, JSON Lines for programs.

use std::io::{BufWriter, IsTerminal, Write};

use anstyle::{AnsiColor, Style};
use anyhow::Result;
use mcp_wire::{Direction, Era, Fault, Reading};
use serde_json::{Value, json};

use crate::Format;
use crate::judge::{Answer, Judgement};

const GOOD: Style = AnsiColor::Green.on_default();
const BAD: Style = AnsiColor::Red.on_default().bold();
const DIM: Style = Style::new().dimmed();

/// Where judgements go.
pub(crate) struct Report {
    format: Format,
    reading: &'static str,
    out: BufWriter<anstream::AutoStream<std::io::Stdout>>,
    is_terminal: bool,
    file: String,
    valid: usize,
    invalid: usize,
}

impl Report {
    pub(crate) fn new(format: Format, reading: Reading) -> Self {
        let reading = if reading.is_strict() { "strict" } else { "tolerant" };
        let out = BufWriter::new(anstream::AutoStream::auto(std::io::stdout()));
        let is_terminal = std::io::stdout().is_terminal();
        Self { format, reading, out, is_terminal, file: String::new(), valid: 0, invalid: 0 }
    }

    /// The judgements that follow are of this file.
    pub(crate) fn file(&mut self, name: &str) -> Result<()> {
        self.file = name.to_owned();
        if self.format == Format::Text {
            writeln!(self.out, "{name}")?;
        }
        Ok(())
    }

    /// Prints one message's judgement.
    pub(crate) fn judged(&mut self, line: usize, index: Option<usize>, judgement: &Judgement) -> Result<()> {
        match judgement.is_valid() {
            true => self.valid += 1,
            false => self.invalid += 1,
        }
        match self.format {
            Format::Text => self.text(&place(line, index), judgement)?,
            Format::Json => writeln!(self.out, "{}", self.json(line, index, judgement))?,
        }
        for (index, item) in judgement.items.iter().enumerate() {
            match self.format {
                Format::Text => self.text(&place(line, Some(index)), item)?,
                Format::Json => writeln!(self.out, "{}", self.json(line, Some(index), item))?,
            }
        }
        // Somebody who pipes one message at a time wants to see its judgement at once.
        if self.is_terminal || self.file == "stdin" {
            self.out.flush()?;
        }
        Ok(())
    }

    /// Prints how many there were; whether all were valid.
    pub(crate) fn finish(mut self) -> Result<bool> {
        let (valid, invalid) = (self.valid, self.invalid);
        if self.format == Format::Text {
            let noun = if valid + invalid == 1 { "message" } else { "messages" };
            let reading = self.reading;
            writeln!(self.out, "{} {noun}, {valid} valid, {invalid} invalid ({reading} reading)", valid + invalid)?;
        }
        self.out.flush()?;
        Ok(invalid == 0)
    }

    fn text(&mut self, place: &str, judgement: &Judgement) -> Result<()> {
        let (mark, style) = if judgement.is_valid() { ("ok ", GOOD) } else { ("BAD", BAD) };
        let revision = judgement.revision.map_or("", |(revision, _)| revision.as_str());
        let mut line = format!(
            "{place:>6}  {style}{mark}{style:#} {kind:<13}{method:<38}{revision:<12}{era:<8}{way:<9}{id:<10}{name}",
            kind = judgement.kind,
            method = shown(judgement.method.as_deref()),
            era = judgement.era.filter(|era| *era != Era::Undetermined).map_or("", Era::as_str),
            way = judgement.direction.map_or("", way),
            id = judgement.id.as_ref().map(ToString::to_string).unwrap_or_default(),
            name = judgement.type_name.as_deref().unwrap_or_default(),
        );
        if judgement.revision.is_some_and(|(_, source)| source == crate::session::Source::Assumed) {
            line += &format!("  {DIM}revision assumed{DIM:#}");
        }
        if let Some(note) = &judgement.note {
            line += &format!("  {DIM}{}{DIM:#}", shown(Some(note)));
        }
        writeln!(self.out, "{}", line.trim_end())?;
        for fault in &judgement.faults {
            writeln!(self.out, "          {fault}  {DIM}{}{DIM:#}", fault.rule)?;
        }
        if let Some(Answer { code, http_status, .. }) = &judgement.answer {
            let side = judgement.direction.map_or("server", |direction| match direction {
                Direction::ClientToServer => "server",
                Direction::ServerToClient => "client",
            });
            let status = http_status.map(|status| format!(", HTTP {status}")).unwrap_or_default();
            writeln!(self.out, "          a {side} answers {code}{status}")?;
        }
        Ok(())
    }

    fn json(&self, line: usize, index: Option<usize>, judgement: &Judgement) -> Value {
        let problem = |fault: &Fault| {
            json!({
                "path": fault.path.pointer(),
                "meant": fault.meant,
                "reason": fault.problem.to_string(),
                "rule": fault.rule,
            })
        };
        let answer = |answer: &Answer| json!({ "code": answer.code, "message": answer.message, "httpStatus": answer.http_status });
        json!({
            "file": self.file,
            "line": line,
            "reading": self.reading,
            "index": index,
            "valid": judgement.is_valid(),
            "kind": judgement.kind,
            "era": judgement.era.map(Era::as_str),
            "revision": judgement.revision.map(|(revision, _)| revision.as_str()),
            "revisionSource": judgement.revision.map(|(_, source)| source.as_str()),
            "direction": judgement.direction.map(direction),
            "method": judgement.method,
            "id": judgement.id,
            "type": judgement.type_name,
            "note": judgement.note,
            "problems": judgement.faults.iter().map(problem).collect::<Vec<_>>(),
            "answer": judgement.answer.as_ref().map(answer),
        })
    }
}

fn place(line: usize, index: Option<usize>) -> String {
    index.map_or_else(|| line.to_string(), |index| format!("{line}[{index}]"))
}

fn direction(direction: Direction) -> &'static str {
    match direction {
        Direction::ClientToServer => "clientToServer",
        Direction::ServerToClient => "serverToClient",
    }
}

fn way(direction: Direction) -> &'static str {
    match direction {
        Direction::ClientToServer => "client →",
        Direction::ServerToClient => "← server",
    }
}

/// A peer's text as a terminal may show it: short, and nothing in it is obeyed.
fn shown(text: Option<&str>) -> String {
    mcp_wire::json::quote(text.unwrap_or_default())
}
