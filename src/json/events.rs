//! Walks JSON text that is known to be well formed, without recursion.

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
    /// A member's name, quotes and escapes included.
    Key(&'a str),
    /// A string, quotes and escapes included.
    Text(&'a str),
    /// A number, `true`, `false` or `null`.
    Scalar(&'a str),
}

/// The events of JSON text, in order. Text that is not JSON ends early, it never panics.
#[derive(Clone, Debug)]
pub(crate) struct Events<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Events<'a> {
    /// The events of `text`.
    pub(crate) fn of(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    fn skip_space(&mut self) -> Option<u8> {
        let bytes = self.text.as_bytes();
        while let Some(byte) = bytes.get(self.at) {
            if !matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b',') {
                return Some(*byte);
            }
            self.at += 1;
        }
        None
    }

    /// The string that starts here, quotes included.
    fn string(&mut self) -> Option<&'a str> {
        let bytes = self.text.as_bytes();
        let mut end = self.at + 1;
        loop {
            match bytes.get(end)? {
                b'"' => break,
                b'\\' => end += 2,
                _ => end += 1,
            }
        }
        let found = self.text.get(self.at..=end)?;
        self.at = end + 1;
        Some(found)
    }

    fn scalar(&mut self) -> Option<&'a str> {
        let rest = &self.text.as_bytes()[self.at..];
        let ends = |byte: &u8| matches!(byte, b',' | b']' | b'}' | b' ' | b'\t' | b'\r' | b'\n');
        let length = rest.iter().position(ends).unwrap_or(rest.len());
        let found = self.text.get(self.at..self.at + length)?;
        self.at += length;
        Some(found)
    }

    fn step(&mut self, event: Event<'a>) -> Option<Event<'a>> {
        self.at += 1;
        Some(event)
    }
}

impl<'a> Iterator for Events<'a> {
    type Item = Event<'a>;

    fn next(&mut self) -> Option<Event<'a>> {
        match self.skip_space()? {
            b'{' => self.step(Event::ObjectStart),
            b'}' => self.step(Event::ObjectEnd),
            b'[' => self.step(Event::ArrayStart),
            b']' => self.step(Event::ArrayEnd),
            b'"' => {
                let text = self.string()?;
                if self.skip_space() == Some(b':') {
                    self.at += 1;
                    return Some(Event::Key(text));
                }
                Some(Event::Text(text))
            }
            _ => Some(Event::Scalar(self.scalar()?)),
        }
    }
}
