//! What a server remembers of a connection between two messages.

use crate::{Era, Revision};

/// What a server remembers of one connection: a small value that the caller owns.
///
/// It stands for a stdio process, or for a legacy HTTP session; modern HTTP has none, so there every request comes with
/// a new one. A lock never changes (R-LOCK-7).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Session {
    /// No request has settled an era yet.
    #[default]
    Open,
    /// Legacy traffic; the revision is the one that `initialize` settled, if it came.
    Legacy(Option<Revision>),
    /// Modern traffic.
    Modern,
}

impl Session {
    /// A connection on which nothing was said yet.
    pub fn new() -> Self {
        Self::Open
    }

    /// A legacy HTTP session that the caller found by other means, its revision settled.
    pub fn legacy(revision: Revision) -> Self {
        Self::Legacy(Some(revision))
    }

    /// The era it is locked to, if it is.
    pub fn era(&self) -> Option<Era> {
        match self {
            Self::Open => None,
            Self::Legacy(_) => Some(Era::Legacy),
            Self::Modern => Some(Era::Modern),
        }
    }

    /// The revision that `initialize` settled.
    pub fn negotiated(&self) -> Option<Revision> {
        match self {
            Self::Legacy(revision) => *revision,
            Self::Open | Self::Modern => None,
        }
    }
}
