//! A frame and a revision to that revision's typed request or notification.
//!
//! Dispatch goes by the method's name, never by trying types in turn, and after the [`gate`](crate::gate()).

use std::fmt;

use serde_json::Error as SerdeError;

use crate::envelope::RequestEnvelope;
use crate::gate::{Direction, Entry, Kind, Verdict, gate};
use crate::reading::Reading;
use crate::shape::DecodeError;
use crate::wire::{FrameError, Message, Notification, Request};
use crate::{AnyClientNotification, AnyClientRequest, AnyServerNotification, AnyServerRequest, Era, Error, Revision};

/// Reads a modern client's request straight from the bytes: frame, envelope, version and gate included, in one pass where
/// all is well and the request claims the newest modern revision of `served`, else step by step.
///
/// What it gives, and what it refuses, is the same as by [`Message::parse_in`], [`RequestEnvelope::parse`],
/// [`RequestEnvelope::revision`] and [`client_request`]; its params hold the envelope, typed.
///
/// # Errors
///
/// The first of these steps that refuses; and when the bytes are another message than a request (-32600).
pub fn modern_request(bytes: &[u8], served: &[Revision], reading: Reading) -> Result<AnyClientRequest, Error> {
    match in_one_pass(bytes, served, reading) {
        Some(request) => Ok(request),
        None => step_by_step(bytes, served, reading),
    }
}

fn in_one_pass(bytes: &[u8], served: &[Revision], reading: Reading) -> Option<AnyClientRequest> {
    let revision = served.iter().copied().filter(|revision| revision.era() == Era::Modern).max()?;
    let mut deserializer = serde_json::Deserializer::from_str(std::str::from_utf8(bytes).ok()?);
    let request = AnyClientRequest::decode_modern(revision, &mut deserializer, reading).ok()?;
    deserializer.end().ok()?;
    let (version, others) = request.claim()?;
    // These two contradict a method (R-JSONRPC-4), and no type of a request knows them.
    let is_response = ["result", "error"].iter().any(|name| others.get(name).is_some());
    (version == revision.as_str() && !is_response).then_some(request)
}

fn step_by_step(bytes: &[u8], served: &[Revision], reading: Reading) -> Result<AnyClientRequest, Error> {
    let message = Message::parse_in(bytes, reading)?;
    let Message::Request(request) = &message else { return Err(FrameError::not_a_request(&message).into()) };
    let revision = RequestEnvelope::parse(request)?.revision(served)?;
    Ok(client_request(request, revision, reading)?)
}

/// Reads a request of a client.
///
/// # Errors
///
/// When the revision does not have the method in this direction (-32601, R-GATE-2), the message is not what its type
/// demands (-32602), or the revision's types are not compiled in.
pub fn client_request(
    request: &Request<'_>,
    revision: Revision,
    reading: Reading,
) -> Result<AnyClientRequest, DispatchError> {
    let entry = known(revision, Direction::ClientToServer, Kind::Request, request.method())?;
    let members = request.members(entry.is_framed());
    let read = AnyClientRequest::read(revision, request.method(), members, reading);
    typed(read, entry, request.text(), reading)
}

/// Reads a request of a server.
///
/// # Errors
///
/// As [`client_request`].
pub fn server_request(
    request: &Request<'_>,
    revision: Revision,
    reading: Reading,
) -> Result<AnyServerRequest, DispatchError> {
    let entry = known(revision, Direction::ServerToClient, Kind::Request, request.method())?;
    let members = request.members(entry.is_framed());
    let read = AnyServerRequest::read(revision, request.method(), members, reading);
    typed(read, entry, request.text(), reading)
}

/// Reads a notification of a client.
///
/// # Errors
///
/// As [`client_request`]; a notification that is refused is dropped, never answered (R-GATE-3).
pub fn client_notification(
    notification: &Notification<'_>,
    revision: Revision,
    reading: Reading,
) -> Result<AnyClientNotification, DispatchError> {
    let entry = known(revision, Direction::ClientToServer, Kind::Notification, notification.method())?;
    let members = notification.members(entry.is_framed());
    let read = AnyClientNotification::read(revision, notification.method(), members, reading);
    typed(read, entry, notification.text(), reading)
}

/// Reads a notification of a server.
///
/// # Errors
///
/// As [`client_notification`].
pub fn server_notification(
    notification: &Notification<'_>,
    revision: Revision,
    reading: Reading,
) -> Result<AnyServerNotification, DispatchError> {
    let entry = known(revision, Direction::ServerToClient, Kind::Notification, notification.method())?;
    let members = notification.members(entry.is_framed());
    let read = AnyServerNotification::read(revision, notification.method(), members, reading);
    typed(read, entry, notification.text(), reading)
}

fn known(revision: Revision, direction: Direction, kind: Kind, method: &str) -> Result<&'static Entry, DispatchError> {
    match gate(revision, direction, kind, method) {
        Verdict::Known(entry) => Ok(entry),
        verdict => {
            Err(DispatchError::Gate { method: crate::text::cut(method, crate::text::QUOTED), revision, verdict })
        }
    }
}

fn typed<T>(
    read: Result<Option<T>, SerdeError>,
    entry: &'static Entry,
    text: &str,
    reading: Reading,
) -> Result<T, DispatchError> {
    match read {
        Ok(Some(message)) => Ok(message),
        Ok(None) => Err(DispatchError::NotCompiledIn(entry.revision)),
        Err(error) => Err(DispatchError::Params(crate::decode::explain(entry.shape, text, reading, &error))),
    }
}

/// Why a frame does not become a typed message.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum DispatchError {
    /// The revision does not have the method in this direction.
    Gate {
        /// The method, cut to 64 characters.
        method: String,
        /// The revision.
        revision: Revision,
        /// What the gate says.
        verdict: Verdict,
    },
    /// The message is not what its type demands.
    Params(DecodeError),
    /// The cargo feature of the revision is off.
    NotCompiledIn(Revision),
}

impl fmt::Display for DispatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Params(error) => error.fmt(f),
            Self::NotCompiledIn(revision) => write!(f, "the types of {revision} are not compiled in"),
            Self::Gate { method, revision, verdict } => {
                let method = crate::text::quote(method);
                match verdict {
                    Verdict::Future { introduced_in } => {
                        write!(f, "{revision} has no `{method}`: it comes with {introduced_in}")
                    }
                    Verdict::Removed { introduced_in, removed_in } => write!(
                        f,
                        "{revision} has no `{method}`: it came with {introduced_in} and was removed in {removed_in}"
                    ),
                    Verdict::WrongDirection => write!(f, "`{method}` only goes the other way"),
                    Verdict::WrongKind => {
                        write!(f, "`{method}` is a notification where it has no id and a request where it has one")
                    }
                    Verdict::Known(_) | Verdict::Extension | Verdict::Unknown => {
                        write!(f, "{revision} has no `{method}`")
                    }
                }
            }
        }
    }
}

impl std::error::Error for DispatchError {}
