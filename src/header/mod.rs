//! The HTTP headers that mirror a modern request's body (R-HDR), without HTTP: heads come as names and values.

mod annotation;
mod check;
mod value;

use std::fmt;

pub use annotation::{Annotation, AnnotationError, Kind, annotations};
pub(crate) use check::name_member;
pub use check::{HeaderMismatch, check, check_params};
pub use value::{Mirrored, decode, encode, encode_argument};

/// The version that the body claims.
pub const PROTOCOL_VERSION: &str = "mcp-protocol-version";
/// The body's method.
pub const METHOD: &str = "mcp-method";
/// The tool, prompt, resource or task that the body names.
pub const NAME: &str = "mcp-name";
/// The legacy session that the request belongs to.
pub const SESSION_ID: &str = "mcp-session-id";
/// What the names of headers that mirror a tool's arguments begin with.
pub const PARAM_PREFIX: &str = "mcp-param-";

/// The head of an HTTP request, as far as the protocol looks at it.
#[derive(Clone, Debug, Default)]
pub struct Head {
    verb: String,
    headers: Vec<(String, Vec<u8>)>,
}

impl Head {
    /// The head with this verb and these headers, in wire order, duplicates included. Names are compared without case
    /// (R-HDR-3); headers that no rule reads are not kept.
    pub fn new<N: AsRef<[u8]>, V: AsRef<[u8]>>(
        verb: impl Into<String>,
        headers: impl IntoIterator<Item = (N, V)>,
    ) -> Self {
        let headers = headers.into_iter().filter_map(|(name, value)| {
            let name = std::str::from_utf8(name.as_ref()).ok()?.to_ascii_lowercase();
            let is_read = name.starts_with("mcp-") || name == "origin" || name == "host";
            is_read.then(|| (name, value.as_ref().to_vec()))
        });
        Self { verb: verb.into(), headers: headers.collect() }
    }

    /// A POST with these headers.
    pub fn post<N: AsRef<[u8]>, V: AsRef<[u8]>>(headers: impl IntoIterator<Item = (N, V)>) -> Self {
        Self::new("POST", headers)
    }

    /// The verb.
    pub fn verb(&self) -> &str {
        &self.verb
    }

    /// The values of a header, by its lower-case name, without the white space around them.
    pub fn values(&self, name: &str) -> impl Iterator<Item = &[u8]> {
        self.headers.iter().filter(move |(known, _)| known == name).map(|(_, value)| trimmed(value))
    }

    /// The legacy session that the request names; none where its body claims to be modern, since such a request has no
    /// session whatever its headers say (R-ERA-12).
    pub fn session(&self, body: &[u8]) -> Option<&str> {
        match self.only(SESSION_ID) {
            Found::Value(id) if !crate::wire::claims_modern(body) => Some(id),
            _ => None,
        }
    }

    /// The value of a header that is there once, if it is text.
    pub(crate) fn only(&self, name: &str) -> Found<'_> {
        let mut values = self.values(name);
        match (values.next(), values.next()) {
            (None, _) => Found::Absent,
            (Some(value), None) => std::str::from_utf8(value).map_or(Found::Unusable, Found::Value),
            (Some(_), Some(_)) => Found::Unusable,
        }
    }

    /// The version header's value, an empty one counting as absent (R-HDR-3).
    pub(crate) fn version(&self) -> Found<'_> {
        match self.only(PROTOCOL_VERSION) {
            Found::Value("") => Found::Absent,
            found => found,
        }
    }
}

/// What a header that must be there at most once is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found<'a> {
    Absent,
    /// There more than once, or not text.
    Unusable,
    Value(&'a str),
}

/// The value without spaces and tabs around it (RFC 9110 §5.5).
fn trimmed(mut value: &[u8]) -> &[u8] {
    while let [b' ' | b'\t', rest @ ..] | [rest @ .., b' ' | b'\t'] = value {
        value = rest;
    }
    value
}

/// The way to a property of a tool's arguments, dotted.
pub(crate) struct Dotted<'a>(pub(crate) &'a [String]);

impl fmt::Display for Dotted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.iter().map(|name| crate::text::quote(name)).collect::<Vec<_>>().join("."))
    }
}
