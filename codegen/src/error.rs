//! What failed, in which revision, at which JSON pointer.

use std::fmt;

/// A schema, or one of the data files beside it, that cannot be used as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The revision being read, or the name of the data file.
    pub subject: String,
    /// JSON pointer to the place, empty for the whole document.
    pub pointer: String,
    /// What is wrong there.
    pub reason: String,
}

impl Error {
    /// An error at `pointer` of `subject`.
    pub fn new(subject: impl Into<String>, pointer: impl Into<String>, reason: impl Into<String>) -> Self {
        Self { subject: subject.into(), pointer: pointer.into(), reason: reason.into() }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { subject, pointer, reason } = self;
        match pointer.as_str() {
            "" => write!(f, "{subject}: {reason}"),
            pointer => write!(f, "{subject}: {pointer}: {reason}"),
        }
    }
}

impl std::error::Error for Error {}
