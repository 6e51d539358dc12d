//! Words about JSON text, bounded however long the text is.

/// The most characters of a peer's text that a message quotes (R-SAFE-3).
pub(crate) const QUOTED: usize = 64;

/// What kind of JSON value the text is, with its article.
pub(crate) fn kind(text: &str) -> &'static str {
    match text.trim_start().bytes().next() {
        Some(b'{') => "an object",
        Some(b'[') => "an array",
        Some(b'"') => "a string",
        Some(b't' | b'f') => "a boolean",
        Some(b'n') => "null",
        Some(b'-' | b'0'..=b'9') => "a number",
        _ => "no JSON",
    }
}

/// The text, or its first `limit` characters and an ellipsis.
pub(crate) fn cut(text: &str, limit: usize) -> String {
    match text.char_indices().nth(limit) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The most bytes of an error's message.
const MESSAGE: usize = 1000;

/// A message, cut to a kilobyte whatever characters it is made of.
pub(crate) fn bounded(mut message: String) -> String {
    if message.len() > MESSAGE {
        let end = (0..=MESSAGE).rev().find(|end| message.is_char_boundary(*end)).unwrap_or(0);
        message.truncate(end);
        message.push('…');
    }
    message
}

/// A peer's text as a message may show it: cut, with control and direction characters escaped (R-SAFE-2).
pub fn quote(text: &str) -> String {
    let mut shown = String::new();
    for character in cut(text, QUOTED).chars() {
        escape_into(&mut shown, character);
    }
    shown
}

/// Appends a character, escaped if a terminal or a log would obey it (R-SAFE-2).
pub(crate) fn escape_into(shown: &mut String, character: char) {
    match character {
        '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{9f}' => {
            shown.push_str(&format!("\\x{:02X}", u32::from(character)));
        }
        '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            shown.push_str(&format!("\\u{{{:04X}}}", u32::from(character)));
        }
        plain => shown.push(plain),
    }
}

/// A value as a message may show it: scalars by their text, the others by their kind.
pub(crate) fn found(text: &str) -> String {
    let text = text.trim();
    match text.bytes().next() {
        Some(b'"' | b'-' | b'0'..=b'9' | b't' | b'f') => quote(text),
        _ => kind(text).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_and_hostile_text_is_cut_and_escaped() {
        assert_eq!(quote("a\u{1b}[31m\u{202e}"), "a\\x1B[31m\\u{202E}");
        assert_eq!(quote(&"é".repeat(100)).chars().count(), 65);
        assert!(bounded("😀".repeat(1000)).len() <= 1024);
        assert_eq!(found("[1,2]"), "an array");
        assert_eq!(found("\"x\""), "\"x\"");
    }
}
