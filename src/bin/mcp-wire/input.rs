//! Cuts input into messages: lines, or one value over several lines.

use std::io::{BufRead, Read, Result};

use serde::de::IgnoredAny;

/// One message's bytes and the line on which it starts.
pub(crate) struct Item {
    pub(crate) line: usize,
    pub(crate) bytes: Vec<u8>,
}

/// The messages of `input`, each given to `take` as soon as it is read.
///
/// Blank lines are skipped, and so is a byte order mark at the very start (R-JSON-3).
pub(crate) fn messages<E: From<std::io::Error>>(
    mut input: impl BufRead,
    mut take: impl FnMut(Item) -> std::result::Result<(), E>,
) -> std::result::Result<(), E> {
    let mut line = 0;
    let Some(first) = next(&mut input, &mut line)? else { return Ok(()) };
    if is_json(&first.bytes) {
        take(first)?;
        while let Some(item) = next(&mut input, &mut line)? {
            take(item)?;
        }
        return Ok(());
    }
    // The first line is no value: either it is broken, or the value goes on.
    let mut rest = Vec::new();
    input.read_to_end(&mut rest)?;
    let mut whole = first.bytes.clone();
    whole.push(b'\n');
    whole.extend_from_slice(&rest);
    if is_json(&whole) {
        return take(Item { line: first.line, bytes: whole });
    }
    take(first)?;
    let mut rest = rest.as_slice();
    while let Some(item) = next(&mut rest, &mut line)? {
        take(item)?;
    }
    Ok(())
}

/// The next line that is not blank.
fn next(input: &mut impl BufRead, line: &mut usize) -> Result<Option<Item>> {
    loop {
        let mut bytes = Vec::new();
        if input.read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        *line += 1;
        if *line == 1 && bytes.starts_with(b"\xef\xbb\xbf") {
            bytes.drain(..3);
        }
        while matches!(bytes.last(), Some(b'\n' | b'\r')) {
            bytes.pop();
        }
        if !bytes.iter().all(u8::is_ascii_whitespace) {
            return Ok(Some(Item { line: *line, bytes }));
        }
    }
}

fn is_json(bytes: &[u8]) -> bool {
    serde_json::from_slice::<IgnoredAny>(bytes).is_ok()
}

/// The items of text that is a JSON array.
pub(crate) fn items(bytes: &[u8]) -> Option<Vec<Vec<u8>>> {
    let items: Vec<Box<serde_json::value::RawValue>> = serde_json::from_slice(bytes).ok()?;
    Some(items.iter().map(|item| item.get().as_bytes().to_vec()).collect())
}

/// Counts what passes through, for a progress bar.
pub(crate) struct Counted<R> {
    pub(crate) inner: R,
    pub(crate) bar: indicatif::ProgressBar,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        let count = self.inner.read(buffer)?;
        self.bar.inc(count as u64);
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str) -> Vec<(usize, String)> {
        let mut found = Vec::new();
        messages::<std::io::Error>(text.as_bytes(), |item| {
            found.push((item.line, String::from_utf8_lossy(&item.bytes).into_owned()));
            Ok(())
        })
        .unwrap();
        found
    }

    #[test]
    fn lines_are_messages_and_blank_ones_and_a_mark_at_the_start_are_not() {
        assert_eq!(cut("\u{feff}{}\r\n\r\n[1]\n"), [(1, "{}".into()), (3, "[1]".into())]);
    }

    #[test]
    fn one_value_over_several_lines_is_one_message() {
        assert_eq!(cut("\n{\n\"a\": 1\n}\n"), [(2, "{\n\"a\": 1\n}\n".into())]);
    }

    #[test]
    fn a_broken_first_line_is_one_message_and_the_others_are_theirs() {
        assert_eq!(cut("{\n{}\n"), [(1, "{".into()), (2, "{}".into())]);
    }
}
