//! Legacy or modern, from the message alone.

use crate::Revision;
use crate::envelope::RequestEnvelope;
use crate::wire::{Message, Request};

/// How a request says which revision it speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Era {
    /// It was settled once, by `initialize`.
    Legacy,
    /// The request says so itself, in `params._meta`.
    Modern,
    /// The message is no evidence: a response.
    Undetermined,
}

impl Era {
    /// Classifies one message by what it carries, never by what came before it (R-ERA-1 to R-ERA-9).
    pub fn classify(message: &Message<'_>) -> Self {
        match message {
            Message::Response(_) => Self::Undetermined,
            Message::Request(request) if is_handshake(request) => Self::Legacy,
            message if message.claims_modern() => Self::Modern,
            _ => Self::Legacy,
        }
    }

    /// In a word: `legacy`, `modern` or `undetermined`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Legacy => "legacy",
            Self::Modern => "modern",
            Self::Undetermined => "undetermined",
        }
    }
}

impl std::fmt::Display for Era {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Whether a request is the legacy handshake: `initialize` without a whole and well-formed claim of a modern revision
/// (R-ERA-5).
fn is_handshake(request: &Request<'_>) -> bool {
    if request.method() != crate::gate::INITIALIZE {
        return false;
    }
    let claimed = RequestEnvelope::parse(request).ok().and_then(|envelope| Revision::parse(envelope.version()));
    claimed.is_none_or(|revision| revision.era() != Era::Modern)
}
