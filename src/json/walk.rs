//! Walks JSON text that serde_json found well formed before, so that its grammar needs no second look.
//!
//! Text that is not JSON ends a walk early; nothing here panics, and nothing recurses but what decodes a type.

use std::borrow::Cow;

/// A place in JSON text that is known to be well formed.
#[derive(Clone, Debug)]
pub(crate) struct Walk<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Walk<'a> {
    /// Before the value that is `text`.
    #[inline]
    pub(crate) fn of(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// The byte with which the next value, name or closing bracket begins; 0 at the end.
    #[inline]
    pub(crate) fn peek(&mut self) -> u8 {
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(self.at) {
            // In well-formed text the separators say nothing that the values do not.
            if !is_space(byte) && !matches!(byte, b',' | b':') {
                return byte;
            }
            self.at += 1;
        }
        0
    }

    /// Steps over a bracket.
    #[inline]
    pub(crate) fn step(&mut self) {
        self.at += 1;
    }

    /// The string that begins here, in its quotes.
    #[inline]
    pub(crate) fn string(&mut self) -> Quoted<'a> {
        let start = self.at;
        let rest = self.text.as_bytes().get(start + 1..).unwrap_or_default();
        let length = plain(rest);
        let escaped = rest.get(length) == Some(&b'\\');
        let length = if escaped { escaped_end(rest, length) } else { length };
        self.at = (start + length + 2).min(self.text.len());
        Quoted { text: self.text.get(start..self.at).unwrap_or("\"\""), escaped }
    }

    /// The number, `true`, `false` or `null` that begins here.
    pub(crate) fn scalar(&mut self) -> &'a str {
        let rest = self.rest();
        let ends = |byte: &u8| matches!(byte, b',' | b']' | b'}') || is_space(*byte);
        let length = rest.iter().position(ends).unwrap_or(rest.len());
        let start = self.at;
        self.at += length;
        self.text.get(start..self.at).unwrap_or_default()
    }

    /// The whole text, which is one value.
    #[inline]
    pub(crate) fn whole(&mut self) -> &'a str {
        self.at = self.text.len();
        self.text
    }

    /// Of a copy of the whole text the same part as `part`, which ends here.
    #[inline]
    pub(crate) fn before<'c>(&self, copy: &'c str, part: &str) -> Option<&'c str> {
        copy.get(self.at.checked_sub(part.len())?..self.at)
    }

    /// The text that `step` steps over, without white space before it, and what it gives.
    pub(crate) fn spanned<T>(&mut self, step: impl FnOnce(&mut Self) -> T) -> (&'a str, T) {
        self.peek();
        let start = self.at;
        let given = step(self);
        (self.text.get(start..self.at).unwrap_or_default(), given)
    }

    /// The value that begins here, whatever it is.
    pub(crate) fn value(&mut self) -> &'a str {
        match self.peek() {
            b'"' => self.string().text,
            b'{' | b'[' => self.nested(),
            _ => self.scalar(),
        }
    }

    fn nested(&mut self) -> &'a str {
        let bytes = self.text.as_bytes();
        let start = self.at;
        let mut depth = 0_usize;
        while let Some(byte) = bytes.get(self.at) {
            match byte {
                b'"' => {
                    self.string();
                    continue;
                }
                b'{' | b'[' => depth += 1,
                b'}' | b']' => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.at += 1;
            if depth == 0 {
                break;
            }
        }
        self.text.get(start..self.at).unwrap_or_default()
    }

    /// Whether the object or array that was stepped into has nothing more.
    #[inline]
    pub(crate) fn is_done(&mut self) -> bool {
        matches!(self.peek(), b'}' | b']' | 0)
    }

    /// Whether the string that was stepped over is a member's name.
    #[inline]
    pub(crate) fn is_at_colon(&self) -> bool {
        match self.text.as_bytes().get(self.at) {
            Some(b':') => true,
            Some(byte) if is_space(*byte) => self.rest().iter().find(|byte| !is_space(**byte)) == Some(&b':'),
            _ => false,
        }
    }

    fn rest(&self) -> &'a [u8] {
        self.text.as_bytes().get(self.at..).unwrap_or_default()
    }
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

/// How many bytes there are before the first quote or backslash, looked at eight at a time.
#[inline]
fn plain(bytes: &[u8]) -> usize {
    const ONES: u64 = u64::MAX / 255;
    // The lowest of the bits that are set marks the first byte that is the one looked for.
    let marks = |word: u64, byte: u8| {
        let zeroed = word ^ (ONES * u64::from(byte));
        zeroed.wrapping_sub(ONES) & !zeroed & (ONES << 7)
    };
    let mut at = 0;
    while let Some(chunk) = bytes.get(at..).and_then(|rest| rest.first_chunk()) {
        let word = u64::from_le_bytes(*chunk);
        let found = marks(word, b'"') | marks(word, b'\\');
        if found != 0 {
            return at + (found.trailing_zeros() / 8) as usize;
        }
        at += chunk.len();
    }
    let rest = bytes.get(at..).unwrap_or_default();
    at + rest.iter().position(|byte| matches!(byte, b'"' | b'\\')).unwrap_or(rest.len())
}

/// Where a string ends that has a backslash at `at`.
#[cold]
fn escaped_end(bytes: &[u8], mut at: usize) -> usize {
    while bytes.get(at) == Some(&b'\\') {
        at += 2;
        at += plain(bytes.get(at..).unwrap_or_default());
    }
    at
}

/// A string as it stands in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Quoted<'a> {
    /// With its quotes and escapes.
    pub(crate) text: &'a str,
    /// Whether there are escapes.
    pub(crate) escaped: bool,
}

impl<'a> Quoted<'a> {
    /// What it says; none if it holds half a surrogate pair.
    #[inline]
    pub(crate) fn read(self) -> Option<Cow<'a, str>> {
        match self.escaped {
            true => serde_json::from_str::<String>(self.text).ok().map(Cow::Owned),
            false => Some(Cow::Borrowed(self.text.get(1..self.text.len() - 1).unwrap_or_default())),
        }
    }
}

/// The string that JSON text says, if it says one that can be read.
#[inline]
pub(crate) fn string(text: &str) -> Option<Cow<'_, str>> {
    let mut walk = Walk::of(text);
    if walk.peek() == b'"' { walk.string().read() } else { None }
}

/// The members of text that is an object, in order, each with its name and its value as they stand there; none if it is
/// anything else.
pub(crate) fn members(text: &str) -> impl Iterator<Item = (Quoted<'_>, &str)> {
    let mut walk = Walk::of(text);
    let is_object = walk.peek() == b'{';
    walk.step();
    std::iter::from_fn(move || (is_object && walk.peek() == b'"').then(|| (walk.string(), walk.value())))
}

/// The first member of that name.
pub(crate) fn member<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    members(text).find(|(key, _)| key.read().is_some_and(|key| key == name)).map(|(_, value)| value)
}

/// One step through JSON text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Event<'a> {
    /// `{`
    ObjectStart,
    /// `}`
    ObjectEnd,
    /// `[`
    ArrayStart,
    /// `]`
    ArrayEnd,
    /// A member's name.
    Key(Quoted<'a>),
    /// A string.
    Text(Quoted<'a>),
    /// A number, `true`, `false` or `null`.
    Scalar(&'a str),
}

/// Every step through JSON text, in order.
impl<'a> Iterator for Walk<'a> {
    type Item = Event<'a>;

    #[inline]
    fn next(&mut self) -> Option<Event<'a>> {
        let bracket = match self.peek() {
            0 => return None,
            b'"' => {
                let string = self.string();
                return Some(if self.is_at_colon() { Event::Key(string) } else { Event::Text(string) });
            }
            b'{' => Event::ObjectStart,
            b'}' => Event::ObjectEnd,
            b'[' => Event::ArrayStart,
            b']' => Event::ArrayEnd,
            _ => return Some(Event::Scalar(self.scalar())),
        };
        self.step();
        Some(bracket)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_cut_where_they_end() {
        let text = r#" { "a" : [1, "]\"", {"b":"}"}] , "c\u0064":-1.5e3,"e":null } "#;
        let found: Vec<_> = members(text).map(|(name, value)| (name.read().unwrap(), value)).collect();
        let wanted = [("a", r#"[1, "]\"", {"b":"}"}]"#), ("cd", "-1.5e3"), ("e", "null")];
        assert_eq!(found, wanted.map(|(name, value)| (Cow::from(name), value)));
        assert_eq!(member(text, "cd"), Some("-1.5e3"));
    }

    #[test]
    fn quotes_and_backslashes_are_found_at_every_distance() {
        for length in 0..40 {
            for hit in ["\"", "\\", "\u{a2}\"", "\u{dc}\\"] {
                let text = format!("{}{hit}{}", "é".repeat(length), "\"".repeat(9));
                assert_eq!(plain(text.as_bytes()), text.find(['"', '\\']).unwrap(), "{text}");
            }
            assert_eq!(plain(&vec![b'a'; length]), length);
        }
    }

    #[test]
    fn what_is_not_json_ends_the_walk_without_a_panic() {
        for text in
            ["", "{", "[", "\"", "\"\\", "{\"a", "{\"a\"", "{\"a\":", "é", "]", "{]", "[}", "\"é\\", "{\"é\\\"é"]
        {
            assert!(Walk::of(text).take(100).count() < 100, "{text}");
            assert!(members(text).take(100).count() < 100, "{text}");
        }
    }
}
