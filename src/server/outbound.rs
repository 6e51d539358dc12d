//! What goes back to a client for one message, over either transport.

use super::decision::Refusal;
use super::reply::Finished;

/// What goes back to a client for one message: an answer, the answers to a batch, a refusal, or nothing but an HTTP status.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outbound {
    status: u16,
    allow: Option<&'static str>,
    message: Option<String>,
}

impl Outbound {
    /// Nothing, over HTTP with 202: for a notification, for an answer, and for what is dropped.
    pub fn accepted() -> Self {
        Self { status: 202, allow: None, message: None }
    }

    /// What goes back for a batch: the answers to its messages in one array, or nothing where none is answered
    /// (R-JSONRPC-7).
    pub fn batch(items: impl IntoIterator<Item = Self>) -> Self {
        let messages: Vec<_> = items.into_iter().filter_map(Self::into_message).collect();
        match messages.is_empty() {
            true => Self::accepted(),
            false => Self { status: 200, allow: None, message: Some(format!("[{}]", messages.join(","))) },
        }
    }

    /// The status over HTTP, unless a stream has begun already (R-ERR-4).
    pub fn http_status(&self) -> u16 {
        self.status
    }

    /// The value of the header `Allow`, which goes with the status 405.
    pub fn allow(&self) -> Option<&'static str> {
        self.allow
    }

    /// The message, or the batch of them; none where there is nothing to say.
    pub fn message(&self) -> Option<&str> {
        self.message.as_deref()
    }

    /// The same, to keep.
    pub fn into_message(self) -> Option<String> {
        self.message
    }
}

impl From<Finished> for Outbound {
    fn from(finished: Finished) -> Self {
        Self { status: finished.http_status(), allow: None, message: Some(finished.into_message()) }
    }
}

impl From<&Refusal> for Outbound {
    fn from(refusal: &Refusal) -> Self {
        Self { status: refusal.http_status(), allow: refusal.allow(), message: refusal.message() }
    }
}
