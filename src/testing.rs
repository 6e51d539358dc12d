//! Assertions for tests of clients, servers and gateways: is this message what its revision says, and is nothing lost?
//!
//! All read strictly. Each is for a definition by its schema name, or for a whole message from one side.
//!
//! ```
//! # #[cfg(feature = "v2025-06-18")] {
//! use mcp_wire::Revision;
//! use mcp_wire::testing::{Subject, assert_invalid_at, assert_lossless, assert_valid};
//!
//! let revision = Revision::V2025_06_18;
//! assert_valid(revision, "Tool", r#"{"name":"t","inputSchema":{"type":"object"}}"#);
//! assert_invalid_at(revision, "Tool", r#"{"name":"t","inputSchema":{}}"#, "/inputSchema");
//! assert_lossless(revision, Subject::FromClient, r#"{"jsonrpc":"2.0","id":1.0,"method":"ping"}"#);
//! # }
//! ```

use std::fmt;

use crate::catalog::{self, CatalogError};
use crate::dispatch;
use crate::wire::{Message, Outcome};
use crate::{Error, Fault, Json, JsonObject, Reading, Revision};

/// What a text must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject<'a> {
    /// A definition of the schema, `Tool`.
    Definition(&'a str),
    /// A whole message that a client sends.
    FromClient,
    /// A whole message that a server sends.
    FromServer,
}

impl<'a> From<&'a str> for Subject<'a> {
    fn from(definition: &'a str) -> Self {
        Self::Definition(definition)
    }
}

impl fmt::Display for Subject<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Definition(name) => write!(f, "a `{name}`"),
            Self::FromClient => f.write_str("a message of a client"),
            Self::FromServer => f.write_str("a message of a server"),
        }
    }
}

/// Asserts that `text` is valid.
///
/// # Panics
///
/// When it is not; the message lists every fault with its place.
#[track_caller]
pub fn assert_valid<'a>(revision: Revision, subject: impl Into<Subject<'a>>, text: &str) {
    let subject = subject.into();
    if let Err(faults) = written(revision, subject, text) {
        panic!("not {subject} of {revision}:\n{}in {}", list(&faults), shown(text));
    }
}

/// Asserts that `text` is invalid, and that a fault is at the JSON pointer or below it.
///
/// # Panics
///
/// When it is valid, or all faults are elsewhere.
#[track_caller]
pub fn assert_invalid_at<'a>(revision: Revision, subject: impl Into<Subject<'a>>, text: &str, pointer: &str) {
    let subject = subject.into();
    let faults = match written(revision, subject, text) {
        Ok(_) => panic!("{subject} of {revision}, where a fault at {pointer:?} was expected:\n{}", shown(text)),
        Err(faults) => faults,
    };
    let is_there = |fault: &Fault| {
        let found = fault.path.pointer();
        found.strip_prefix(pointer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    if !faults.iter().any(is_there) {
        panic!("a fault at {pointer:?} was expected, found only:\n{}in {}", list(&faults), shown(text));
    }
}

/// Asserts that `text` is valid, and that decoding and writing it again gives an equal value.
///
/// # Panics
///
/// When it is not valid, or something is lost.
#[track_caller]
pub fn assert_lossless<'a>(revision: Revision, subject: impl Into<Subject<'a>>, text: &str) {
    let subject = subject.into();
    let again = match written(revision, subject, text) {
        Ok(again) => again,
        Err(faults) => panic!("not {subject} of {revision}:\n{}in {}", list(&faults), shown(text)),
    };
    let before = Json::parse(text.trim());
    assert!(before.as_ref() == Ok(&again), "something is lost:\n    {}\nbecame\n    {again}", shown(text));
}

fn list(faults: &[Fault]) -> String {
    faults.iter().map(|fault| format!("    {fault} ({})\n", fault.rule)).collect()
}

fn shown(text: &str) -> String {
    crate::text::cut(text, 2000)
}

/// Decodes `text` and writes it again.
fn written(revision: Revision, subject: Subject<'_>, text: &str) -> Result<Json, Vec<Fault>> {
    match subject {
        Subject::Definition(name) => definition(revision, name, text),
        Subject::FromClient | Subject::FromServer => {
            let message = Message::parse_in(text.as_bytes(), Reading::Strict);
            message_from(
                revision,
                subject == Subject::FromClient,
                &message.map_err(|error| Error::from(error).faults())?,
            )
        }
    }
}

#[track_caller]
fn definition(revision: Revision, name: &str, text: &str) -> Result<Json, Vec<Fault>> {
    match catalog::check(revision, name, text, Reading::Strict) {
        Ok(again) => Ok(again),
        Err(CatalogError::Invalid(error)) => Err(error.faults().to_vec()),
        Err(error) => panic!("{revision}: {error}"),
    }
}

fn message_from(revision: Revision, from_client: bool, message: &Message<'_>) -> Result<Json, Vec<Fault>> {
    const STRICT: Reading = Reading::Strict;
    match (message, from_client) {
        (Message::Request(request), true) => {
            framed(dispatch::client_request(request, revision, STRICT), request.text())
        }
        (Message::Request(request), false) => {
            framed(dispatch::server_request(request, revision, STRICT), request.text())
        }
        (Message::Notification(call), true) => {
            framed(dispatch::client_notification(call, revision, STRICT), call.text())
        }
        (Message::Notification(call), false) => {
            framed(dispatch::server_notification(call, revision, STRICT), call.text())
        }
        (Message::Response(response), _) => {
            // Which result it is only the request tells; here it is any.
            let name = match response.outcome() {
                Outcome::Result(_) => revision.result_frame(),
                Outcome::Error(_) => revision.error_frame(),
            };
            definition(revision, name.unwrap_or_default(), response.text())
        }
        (Message::Batch(batch), _) => {
            let items = batch.items().iter().map(|item| match item {
                Ok(message) => message_from(revision, from_client, message),
                Err(error) => Err(error.faults().to_vec()),
            });
            let items = items.collect::<Result<Vec<_>, _>>()?;
            Ok(Json::from_known(format!("[{}]", items.iter().map(Json::as_str).collect::<Vec<_>>().join(","))))
        }
    }
}

/// The typed message with those members of its frame that its type does not name.
fn framed(typed: Result<impl serde::Serialize, dispatch::DispatchError>, text: &str) -> Result<Json, Vec<Fault>> {
    let typed = typed.map_err(|error| Error::from(error).faults())?;
    let mut again = JsonObject::of(&typed).unwrap_or_default();
    let frame = JsonObject::parse(text).unwrap_or_default();
    for name in ["jsonrpc", "id"] {
        if let (None, Some(value)) = (again.get(name), frame.get(name)) {
            again.insert(name, value);
        }
    }
    Ok(again.into())
}

#[cfg(all(test, feature = "v2025-06-18", feature = "v2026-07-28"))]
mod tests {
    use super::*;

    fn panicked(test: impl FnOnce() + std::panic::UnwindSafe) -> String {
        let caught = std::panic::catch_unwind(test).unwrap_err();
        caught.downcast_ref::<String>().unwrap().clone()
    }

    #[test]
    fn what_is_said_is_worth_reading() {
        let said = panicked(|| assert_valid(Revision::V2025_06_18, "Tool", r#"{"name":1}"#));
        assert_eq!(
            said,
            "not a `Tool` of 2025-06-18:\n    `inputSchema` is missing (schema)\n    name: expected a string, found 1 \
             (schema)\nin {\"name\":1}"
        );
        let said = panicked(|| assert_invalid_at(Revision::V2025_06_18, "Tool", r#"{"name":1}"#, "/na"));
        assert!(said.starts_with("a fault at \"/na\" was expected, found only:\n"), "{said}");
    }

    #[test]
    fn whole_messages_are_looked_at_by_their_side() {
        let listen = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t"}}"#;
        assert_invalid_at(Revision::V2026_07_28, Subject::FromClient, listen, "/params");
        assert_lossless(Revision::V2025_06_18, Subject::FromClient, listen);
        assert_invalid_at(Revision::V2025_06_18, Subject::FromServer, listen, "/method");
    }
}
