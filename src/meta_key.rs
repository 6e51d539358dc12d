//! The syntax of `_meta` keys and extension ids (R-META, R-EXT-2).

use crate::Revision;

/// A `_meta` key taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MetaKey<'a> {
    prefix: Option<&'a str>,
    name: &'a str,
}

impl<'a> MetaKey<'a> {
    /// Takes a key apart, if it is well formed (R-META-1). The rule binds who makes keys; a received key that breaks it
    /// is kept like any other (R-META-4).
    pub fn parse(key: &'a str) -> Option<Self> {
        let (prefix, name) = match key.split_once('/') {
            Some((prefix, name)) => (Some(prefix), name),
            None => (None, key),
        };
        let well_formed = prefix.is_none_or(|prefix| prefix.split('.').all(is_label)) && is_name(name);
        well_formed.then_some(Self { prefix, name })
    }

    /// Takes an extension id apart: a key with a prefix (R-EXT-2).
    pub fn extension(id: &'a str) -> Option<Self> {
        Self::parse(id).filter(|key| key.prefix.is_some())
    }

    /// What stands before the slash.
    pub fn prefix(&self) -> Option<&'a str> {
        self.prefix
    }

    /// What stands after the slash.
    pub fn name(&self) -> &'a str {
        self.name
    }

    /// Whether the prefix is reserved for the specification (R-META-2). 2025-06-18 has a rule of its own; before it there
    /// was no syntax, so the newer rule holds.
    pub fn is_reserved(&self, revision: Revision) -> bool {
        let Some(prefix) = self.prefix else { return false };
        let is_ours = |label: &str| matches!(label, "modelcontextprotocol" | "mcp");
        match revision.as_str() {
            "2025-06-18" => {
                let labels: Vec<&str> = prefix.split('.').collect();
                labels.split_last().is_some_and(|(_, followed)| followed.iter().any(|label| is_ours(label)))
            }
            _ => prefix.split('.').nth(1).is_some_and(is_ours),
        }
    }
}

fn is_label(label: &str) -> bool {
    let inside = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    label.bytes().all(inside)
        && label.starts_with(|first: char| first.is_ascii_alphabetic())
        && label.ends_with(|last: char| last.is_ascii_alphanumeric())
}

fn is_name(name: &str) -> bool {
    let edge = |character: char| character.is_ascii_alphanumeric();
    let inside = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    name.is_empty() || (name.starts_with(edge) && name.ends_with(edge) && name.bytes().all(inside))
}

/// The names without prefix that a revision reserves (R-META-3).
pub fn reserved_names(revision: Revision) -> &'static [&'static str] {
    match revision.era() {
        crate::Era::Modern => &["progressToken", "traceparent", "tracestate", "baggage"],
        _ => &["progressToken"],
    }
}
