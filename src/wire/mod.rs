//! JSON-RPC frames: what kind of message the bytes are, with its members at hand as slices. Of MCP it knows no more than
//! the member of `params._meta` that makes a message modern.
//!
//! One scan records the members of the frame and the top-level members of `params`; nothing is decoded that nobody
//! asked for, and no text is parsed twice: what is read of it later is walked, since it is known to be well formed.

mod error;
mod members;
mod scan;

use std::borrow::Cow;

use serde::de::IgnoredAny;
use serde_json::value::RawValue;

use crate::id::RequestId;
use crate::json::{raw, walk};
use crate::reading::Reading;
use crate::rt::Slice;
use crate::shape::{DecodeError, Problem};
use crate::text::found;

pub use error::FrameError;
pub(crate) use members::FrameMap;
use scan::fault;

/// One message, borrowed from the bytes it came in.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Message<'a> {
    /// It has `id` and `method` and wants an answer.
    Request(Request<'a>),
    /// It has `method` and no `id`.
    Notification(Notification<'a>),
    /// It has `result` or `error`.
    Response(Response<'a>),
    /// An array of messages, which revision 2025-03-26 knows (R-JSONRPC-7).
    Batch(Batch<'a>),
}

/// A request's frame.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    id: RequestId,
    frame: Frame<'a>,
}

/// A notification's frame.
#[derive(Clone, Debug)]
pub struct Notification<'a> {
    frame: Frame<'a>,
}

/// A response's frame.
#[derive(Clone, Debug)]
pub struct Response<'a> {
    text: &'a str,
    id: Option<RequestId>,
    outcome: Outcome<'a>,
}

/// What a response says.
#[derive(Clone, Copy, Debug)]
pub enum Outcome<'a> {
    /// The text of `result`, an object.
    Result(&'a RawValue),
    /// The text of `error`, an object.
    Error(&'a RawValue),
}

/// An array of messages. An element that is not a message does not spoil the others (R-ERA-9).
#[derive(Clone, Debug)]
pub struct Batch<'a> {
    items: Vec<Result<Message<'a>, FrameError>>,
}

/// The frame of a message with a method.
#[derive(Clone, Debug)]
struct Frame<'a> {
    text: &'a str,
    method: Cow<'a, str>,
    method_text: &'a str,
    id: Option<&'a str>,
    params: Option<Params<'a>>,
    /// The members that JSON-RPC does not know.
    others: Vec<Slice<'a>>,
}

/// The members of `params`, each with the text of its value.
#[derive(Clone, Debug, Default)]
pub struct Params<'a> {
    members: Vec<Slice<'a>>,
}

impl<'a> Message<'a> {
    /// Reads the frame of a message, in the tolerant reading.
    ///
    /// # Errors
    ///
    /// When the bytes are not JSON (-32700, R-JSON-3), not a message (-32600, R-JSONRPC-1 to 4, R-ERA-9), or `params`
    /// names a member twice (-32602, R-JSON-1).
    pub fn parse(bytes: &'a [u8]) -> Result<Self, FrameError> {
        Self::parse_in(bytes, Reading::Tolerant)
    }

    /// Reads the frame of a message, in the reading given: the strict one refuses an `error` whose `id` is `null`.
    ///
    /// # Errors
    ///
    /// As [`Message::parse`].
    pub fn parse_in(bytes: &'a [u8], reading: Reading) -> Result<Self, FrameError> {
        match std::str::from_utf8(bytes) {
            Ok(text) => Self::parse_text(text.trim_matches([' ', '\t', '\r', '\n']), reading),
            Err(error) => Err(FrameError::not_json(DecodeError::not_utf8(error.valid_up_to()))),
        }
    }

    fn parse_text(text: &'a str, reading: Reading) -> Result<Self, FrameError> {
        if !text.starts_with('[') {
            return Self::parse_one(text, reading);
        }
        let items: Vec<&RawValue> = serde_json::from_str(text).map_err(FrameError::syntax)?;
        if items.is_empty() {
            return Err(FrameError::invalid(
                None,
                vec![fault("", "R-ERA-9", Problem::Contradiction("a batch may not be empty"))],
            ));
        }
        let items: Vec<_> = items.iter().map(|item| Self::parse_one(item.get(), reading)).collect();
        if items.iter().flatten().any(Self::claims_modern) {
            let problem = Problem::Contradiction("a message with a claim in `params._meta` may not be in a batch");
            return Err(FrameError::invalid(None, vec![fault("", "R-ERA-9", problem)]));
        }
        Ok(Self::Batch(Batch { items }))
    }

    fn parse_one(text: &'a str, reading: Reading) -> Result<Self, FrameError> {
        if !text.starts_with('{') {
            serde_json::from_str::<IgnoredAny>(text).map_err(FrameError::syntax)?;
            let problem = Problem::Expected { expected: "a JSON-RPC message".into(), found: found(text) };
            return Err(FrameError::invalid(None, vec![fault("", "R-JSONRPC-1", problem)]));
        }
        scan::scan(text).map_err(FrameError::syntax)?.judge(text, reading)
    }

    /// Whether `params._meta` has the member that makes a message modern (R-ERA-1 to R-ERA-4), whatever its value.
    pub fn claims_modern(&self) -> bool {
        match self {
            Self::Request(request) => request.claims_modern(),
            Self::Notification(notification) => notification.claims_modern(),
            Self::Response(_) | Self::Batch(_) => false,
        }
    }

    /// What it is in a word: `request`, `notification`, `result`, `error` or `batch`.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Request(_) => "request",
            Self::Notification(_) => "notification",
            Self::Response(Response { outcome: Outcome::Result(_), .. }) => "result",
            Self::Response(Response { outcome: Outcome::Error(_), .. }) => "error",
            Self::Batch(_) => "batch",
        }
    }

    /// The method, if it has one.
    pub fn method(&self) -> Option<&str> {
        match self {
            Self::Request(request) => Some(request.method()),
            Self::Notification(notification) => Some(notification.method()),
            Self::Response(_) | Self::Batch(_) => None,
        }
    }

    /// The id, if it has one.
    pub fn id(&self) -> Option<&RequestId> {
        match self {
            Self::Request(request) => Some(request.id()),
            Self::Response(response) => response.id(),
            Self::Notification(_) | Self::Batch(_) => None,
        }
    }
}

impl<'a> Request<'a> {
    /// The id, which the answer repeats.
    pub fn id(&self) -> &RequestId {
        &self.id
    }

    /// The method.
    pub fn method(&self) -> &str {
        &self.frame.method
    }

    /// The params, if there are any.
    pub fn params(&self) -> Option<&Params<'a>> {
        self.frame.params.as_ref()
    }

    /// The text of the whole message.
    pub fn text(&self) -> &'a str {
        self.frame.text
    }

    /// Whether `params._meta` has the member that makes a request modern (R-ERA-1 to R-ERA-4), whatever its value.
    pub fn claims_modern(&self) -> bool {
        self.frame.claims_modern()
    }

    /// The members, for a type that names `jsonrpc` and `id` (`framed`) or does not.
    pub(crate) fn members(&self, framed: bool) -> FrameMap<'_, 'a> {
        self.frame.map(framed)
    }
}

impl<'a> Notification<'a> {
    /// The method.
    pub fn method(&self) -> &str {
        &self.frame.method
    }

    /// The params, if there are any.
    pub fn params(&self) -> Option<&Params<'a>> {
        self.frame.params.as_ref()
    }

    /// The text of the whole message.
    pub fn text(&self) -> &'a str {
        self.frame.text
    }

    /// Whether `params._meta` has the member that makes a notification modern (R-ERA-7), whatever its value.
    pub fn claims_modern(&self) -> bool {
        self.frame.claims_modern()
    }

    /// The members, for a type that names `jsonrpc` (`framed`) or does not.
    pub(crate) fn members(&self, framed: bool) -> FrameMap<'_, 'a> {
        self.frame.map(framed)
    }
}

impl<'a> Response<'a> {
    /// The id of the request it answers; an error may lack it (R-ERR-5).
    pub fn id(&self) -> Option<&RequestId> {
        self.id.as_ref()
    }

    /// The text of `result` or `error`.
    pub fn outcome(&self) -> Outcome<'a> {
        self.outcome
    }

    /// The text of the whole message.
    pub fn text(&self) -> &'a str {
        self.text
    }
}

impl<'a> Batch<'a> {
    /// The messages, or what is wrong with each that is none.
    pub fn items(&self) -> &[Result<Message<'a>, FrameError>] {
        &self.items
    }
}

impl<'a> Params<'a> {
    /// The text of a member.
    pub fn get(&self, name: &str) -> Option<&'a RawValue> {
        self.text(name).map(raw::borrowed)
    }

    pub(crate) fn text(&self, name: &str) -> Option<&'a str> {
        self.members.iter().find(|(key, _)| key == name).map(|(_, value)| *value)
    }

    /// The members in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &'a RawValue)> {
        self.members.iter().map(|(key, value)| (&**key, raw::borrowed(value)))
    }

    /// The text of `_meta`, if it is an object.
    pub fn meta(&self) -> Option<&'a RawValue> {
        self.meta_text().map(raw::borrowed)
    }

    pub(crate) fn meta_text(&self) -> Option<&'a str> {
        self.text("_meta").filter(|meta| meta.starts_with('{'))
    }
}

impl<'a> Frame<'a> {
    fn claims_modern(&self) -> bool {
        let meta = self.params.as_ref().and_then(Params::meta_text);
        meta.is_some_and(|meta| walk::member(meta, crate::envelope::PROTOCOL_VERSION).is_some())
    }

    fn map(&self, framed: bool) -> FrameMap<'_, 'a> {
        FrameMap::new(self, framed)
    }
}

/// Whether bytes are a request or a notification that claims to be modern (R-ERA-1 to R-ERA-4), for those who route before
/// they read. Bytes without the claim's key anywhere are not looked at any further.
///
/// ```
/// assert!(!mcp_wire::wire::claims_modern(br#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#));
/// ```
pub fn claims_modern(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    // The name may also hide behind escapes.
    (text.contains(crate::envelope::PROTOCOL_VERSION) || text.contains('\\'))
        && Message::parse(bytes).is_ok_and(|message| message.claims_modern())
}
