//! Judges all messages of all files and says how many were valid.

use std::fs::File;
use std::io::{BufReader, IsTerminal, Read};
use std::path::Path;

use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::input::{self, Counted, Item};
use crate::judge::Judge;
use crate::report::Report;
use crate::session::Session;
use crate::{Check, Side};

/// Input shorter than this is done before anybody wants to see progress.
const LONG: u64 = 4 << 20;

/// Judges the files of `arguments`; whether all messages were valid.
pub(crate) fn run(arguments: &Check) -> Result<bool> {
    let mut report = Report::new(arguments.format, crate::reading(arguments.tolerant));
    if arguments.files.is_empty() {
        one(arguments, "stdin", std::io::stdin().lock(), 0, &mut report)?;
    }
    for path in &arguments.files {
        let opened = open(path).with_context(|| path.display().to_string())?;
        let (file, length) = opened;
        one(arguments, &path.display().to_string(), file, length, &mut report)?;
    }
    report.finish()
}

fn open(path: &Path) -> std::io::Result<(File, u64)> {
    let file = File::open(path)?;
    let metadata = file.metadata()?;
    match metadata.is_dir() {
        true => Err(std::io::Error::from(std::io::ErrorKind::IsADirectory)),
        false => Ok((file, metadata.len())),
    }
}

fn one(arguments: &Check, name: &str, input: impl Read, length: u64, report: &mut Report) -> Result<()> {
    report.file(name)?;
    let mut judge = Judge {
        session: Session::new(arguments.revision),
        from: arguments.from.map(Side::direction),
        reading: crate::reading(arguments.tolerant),
    };
    let bar = progress(length);
    let counted = BufReader::new(Counted { inner: input, bar: bar.clone() });
    let done = input::messages(counted, |item| judge_item(arguments.array, &mut judge, &item, report));
    bar.finish_and_clear();
    done.with_context(|| name.to_owned())
}

fn judge_item(array: bool, judge: &mut Judge, item: &Item, report: &mut Report) -> Result<()> {
    match array.then(|| input::items(&item.bytes)).flatten() {
        Some(messages) => messages
            .iter()
            .enumerate()
            .try_for_each(|(index, message)| report.judged(item.line, Some(index), &judge.judge(message))),
        None => report.judged(item.line, None, &judge.judge(&item.bytes)),
    }
}

/// A bar on standard error, if there is somebody to see it and something to wait for.
fn progress(length: u64) -> ProgressBar {
    if length < LONG || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template("{wide_bar} {bytes}/{total_bytes} {eta}");
    style.map(|style| bar.clone().with_style(style)).unwrap_or(bar)
}
