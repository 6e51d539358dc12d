//! Every definition of every revision by name: decode it, write it again.
//!
//! For tools and tests that learn at run time which type a message must be. The names are the schema's own.

use std::fmt;

use crate::json::Json;
use crate::reading::Reading;
use crate::shape::DecodeError;
use crate::{Revision, generated};

/// Decodes JSON text as one definition and writes it again.
pub(crate) type Roundtrip = fn(&str, Reading, Source) -> Result<String, DecodeError>;

/// How text comes to its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// Straight from the bytes.
    Bytes,
    /// Cut out of a message that was scanned before.
    Message,
}

/// The names of everything a revision's schema defines, sorted.
pub fn definitions(revision: Revision) -> impl Iterator<Item = &'static str> {
    revision.definition_names()
}

/// Decodes JSON text as a definition of a revision and writes it again.
///
/// # Errors
///
/// When the revision has no such definition, its types are not compiled in, or the text is not one.
///
/// ```
/// # #[cfg(feature = "v2025-06-18")] {
/// use mcp_wire::{Reading, Revision, catalog};
///
/// let tool = r#"{"name":"tide","inputSchema":{"type":"object"},"vendor":1.00}"#;
/// let again = catalog::check(Revision::V2025_06_18, "Tool", tool, Reading::Strict)?;
/// assert_eq!(again, mcp_wire::Json::parse(tool).unwrap());
/// # }
/// # Ok::<(), mcp_wire::catalog::CatalogError>(())
/// ```
pub fn check(revision: Revision, definition: &str, text: &str, reading: Reading) -> Result<Json, CatalogError> {
    check_from(revision, definition, text, reading, Source::Bytes)
}

/// [`check`], read as a part of a message that was scanned before: for the test that both ways agree.
///
/// # Errors
///
/// As [`check`].
#[doc(hidden)]
pub fn check_part(revision: Revision, definition: &str, text: &str, reading: Reading) -> Result<Json, CatalogError> {
    check_from(revision, definition, text, reading, Source::Message)
}

fn check_from(
    revision: Revision,
    definition: &str,
    text: &str,
    reading: Reading,
    source: Source,
) -> Result<Json, CatalogError> {
    let roundtrip = generated::roundtrip(revision, definition).ok_or_else(|| {
        match revision.definition_names().any(|name| name == definition) {
            true => CatalogError::NotCompiledIn(revision),
            false => CatalogError::Unknown(crate::text::quote(definition)),
        }
    })?;
    roundtrip(text, reading, source).map(Json::from_known).map_err(CatalogError::Invalid)
}

/// Why text is not a definition of a revision.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CatalogError {
    /// The revision has no definition of this name.
    Unknown(String),
    /// The cargo feature of the revision is off.
    NotCompiledIn(Revision),
    /// The text is not what the definition demands.
    Invalid(DecodeError),
}

impl fmt::Display for CatalogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(name) => write!(f, "no definition is called `{name}`"),
            Self::NotCompiledIn(revision) => write!(f, "the types of {revision} are not compiled in"),
            Self::Invalid(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for CatalogError {}
