//! What came of a probe, and what it says of the server (R-NEG).

use std::fmt;

use serde_json::value::RawValue;

use super::discover::read_discover;
use super::incoming::InvalidResult;
use crate::json::{self, Json};
use crate::message::ErrorObject;
use crate::server::Transport;
use crate::{Revision, code};

/// The first version, in the client's order, that the server lists (R-NEG-1).
pub fn select<'a>(client: &[&'a str], server: &[impl AsRef<str>]) -> Option<&'a str> {
    client.iter().copied().find(|version| server.iter().any(|listed| listed.as_ref() == *version))
}

/// What came of a message that was sent.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// A result.
    Result(Box<RawValue>),
    /// A JSON-RPC error, with its HTTP status where there is one.
    Error {
        /// The error.
        error: ErrorObject,
        /// The HTTP status.
        http_status: Option<u16>,
    },
    /// An HTTP status other than 2xx, with whatever body it had.
    Http {
        /// The status.
        status: u16,
        /// The body, as text.
        body: String,
    },
    /// Nothing came in time.
    Timeout,
    /// The process or the connection ended.
    Closed,
    /// There was no connection.
    Network,
    /// A reply that cannot be read.
    Unusable,
}

/// What a probe is judged by.
#[derive(Clone, Debug)]
pub struct Probe<'a> {
    /// What carries the messages.
    pub transport: Transport,
    /// The modern versions of the client, the preferred ones first; one alone if it is pinned.
    pub modern: &'a [Revision],
    /// The legacy versions of the client; none if it is pinned to a modern one.
    pub legacy: &'a [Revision],
    /// The version that the probe claimed.
    pub requested: Revision,
    /// The method of the probe.
    pub method: &'a str,
    /// Whether this is the second try already.
    pub is_retry: bool,
}

/// What a probe says of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is modern, and this version is to be spoken.
    Modern(Revision),
    /// It is modern, and the probe is to be sent again at this version.
    Retry(Revision),
    /// It is legacy: `initialize` is to be sent, on a new process if the old one ended.
    Legacy,
    /// There is nothing to be spoken.
    Stop(Reason),
}

/// Why there is nothing to be spoken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// The server lists no version that the client speaks.
    UnsupportedVersion,
    /// A modern server refused the probe.
    ModernError,
    /// A modern server answered with what the probe may not be answered with.
    InvalidResult,
    /// The server is legacy, and the client is not.
    NoFallback,
    /// The server is modern and lacks the method.
    MethodNotFound,
    /// The client is not authorized.
    Auth,
    /// The server failed.
    Http,
    /// Nothing came in time.
    Timeout,
    /// The connection ended.
    Closed,
    /// There was no connection.
    Network,
    /// The reply cannot be read.
    UnusableReply,
    /// The server answered `initialize` with an error.
    HandshakeRefused,
    /// The server answered `initialize` with what means to disconnect.
    InvalidHandshake,
}

impl Reason {
    /// A label for programs.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::UnsupportedVersion => "unsupported_version",
            Self::ModernError => "modern_error",
            Self::InvalidResult => "invalid_result",
            Self::NoFallback => "no_fallback",
            Self::MethodNotFound => "method_not_found",
            Self::Auth => "auth",
            Self::Http => "http",
            Self::Timeout => "timeout",
            Self::Closed => "closed",
            Self::Network => "network",
            Self::UnusableReply => "unusable_reply",
            Self::HandshakeRefused => "handshake_refused",
            Self::InvalidHandshake => "invalid_handshake",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::UnsupportedVersion => "the server lists no version that the client speaks",
            Self::ModernError => "the server refused the probe",
            Self::InvalidResult => "the server's answer to the probe is invalid",
            Self::NoFallback => "the server speaks no modern version, and the client no other",
            Self::MethodNotFound => "the server does not have the method",
            Self::Auth => "the client is not authorized",
            Self::Http => "the server failed",
            Self::Timeout => "nothing came in time",
            Self::Closed => "the connection ended",
            Self::Network => "there was no connection",
            Self::UnusableReply => "the reply cannot be read",
            Self::HandshakeRefused => "the server refused the handshake",
            Self::InvalidHandshake => "the server's answer to the handshake is invalid",
        })
    }
}

impl std::error::Error for Reason {}

impl Probe<'_> {
    /// What the outcome says of the server (R-NEG-2 to R-NEG-8).
    pub fn judge(&self, outcome: &Outcome) -> Verdict {
        match (outcome, self.transport) {
            (Outcome::Result(result), _) => self.result(result),
            (Outcome::Error { error, http_status }, _) => match http_status {
                Some(status) => self.status(*status, || Some(error.clone())),
                None => self.error(error, None),
            },
            (Outcome::Http { status, body }, _) => self.status(*status, || error_in(body)),
            (Outcome::Timeout | Outcome::Closed, Transport::Stdio) => self.legacy(None),
            (Outcome::Timeout, Transport::Http) => Verdict::Stop(Reason::Timeout),
            (Outcome::Closed, Transport::Http) => Verdict::Stop(Reason::Closed),
            (Outcome::Network, _) => Verdict::Stop(Reason::Network),
            (Outcome::Unusable, _) => Verdict::Stop(Reason::UnusableReply),
        }
    }

    /// An HTTP status: those of authorization and of failure outrank any body (R-NEG-7).
    fn status(&self, status: u16, error: impl FnOnce() -> Option<ErrorObject>) -> Verdict {
        match status {
            401 | 403 => Verdict::Stop(Reason::Auth),
            200..=299 | 400..=499 => match error() {
                Some(error) => self.error(&error, Some(status)),
                None if status >= 400 => self.legacy(None),
                None => Verdict::Stop(Reason::UnusableReply),
            },
            _ => Verdict::Stop(Reason::Http),
        }
    }

    fn result(&self, result: &RawValue) -> Verdict {
        if !self.is_discover() {
            return Verdict::Modern(self.requested);
        }
        match read_discover(result) {
            Ok(found) => match self.selected(&found.versions) {
                Some(version) => Verdict::Modern(version),
                None => self.legacy(Some(&found.versions)),
            },
            Err(InvalidResult::TypeNotAccepted | InvalidResult::TypeNotString) => Verdict::Stop(Reason::InvalidResult),
            Err(_) => self.legacy(None),
        }
    }

    fn error(&self, error: &ErrorObject, status: Option<u16>) -> Verdict {
        match error.code {
            code::UNSUPPORTED_PROTOCOL_VERSION => match error.data.as_ref().and_then(supported) {
                Some(listed) => match self.selected(&listed) {
                    Some(_) if self.is_retry => Verdict::Stop(Reason::UnsupportedVersion),
                    Some(version) => Verdict::Retry(version),
                    None => self.legacy(Some(&listed)),
                },
                // Not what the schema demands, so like any other error.
                None => self.legacy(None),
            },
            code::HEADER_MISMATCH | code::MISSING_REQUIRED_CLIENT_CAPABILITY => Verdict::Stop(Reason::ModernError),
            code::METHOD_NOT_FOUND if status == Some(404) && !self.is_discover() => {
                Verdict::Stop(Reason::MethodNotFound)
            }
            _ => self.legacy(None),
        }
    }

    fn is_discover(&self) -> bool {
        self.method == "server/discover"
    }

    fn selected(&self, listed: &[String]) -> Option<Revision> {
        self.modern.iter().copied().find(|revision| listed.iter().any(|listed| listed == revision.as_str()))
    }

    /// The handshake, if client and server can meet there. A server that lists versions has to list one of them
    /// (R-NEG-2, R-NEG-4, R-NEG-8).
    fn legacy(&self, listed: Option<&[String]>) -> Verdict {
        let reaches = |listed: &[String]| {
            self.legacy.iter().any(|revision| listed.iter().any(|listed| listed == revision.as_str()))
        };
        match listed {
            Some(listed) if !reaches(listed) => Verdict::Stop(Reason::UnsupportedVersion),
            None if self.legacy.is_empty() => Verdict::Stop(Reason::NoFallback),
            _ => Verdict::Legacy,
        }
    }
}

/// The versions that an error lists, if it lists any.
pub(super) fn supported(data: &Json) -> Option<Vec<String>> {
    let listed = json::member(data.as_raw(), "supported")?;
    let listed: Vec<String> = serde_json::from_str(listed.get()).ok()?;
    (!listed.is_empty()).then_some(listed)
}

/// The JSON-RPC error in the body of an HTTP answer, if it is one.
fn error_in(body: &str) -> Option<ErrorObject> {
    let body: &RawValue = serde_json::from_str(body).ok()?;
    crate::from_str(json::member(body, "error")?.get()).ok()
}
