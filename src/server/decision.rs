//! What a server makes of a message.

use super::reply::Reply;
use crate::code;
use crate::id::RequestId;
use crate::json::{self, Json, JsonObject};
use crate::message::{ErrorMessage, ErrorObject};
use crate::wire::Response;
use crate::{AnyClientNotification, AnyClientRequest, Era, Error, RequestEnvelope, Revision};

/// What a server makes of a message.
#[derive(Debug)]
#[non_exhaustive]
pub enum Decision<'a> {
    /// A request or a notification for the application.
    Admitted(Box<Admitted<'a>>),
    /// An answer to a request of the server: legacy only.
    Response(Response<'a>),
    /// The decisions on the messages of a batch: 2025-03-26 only. Answers go out together, in one array.
    Batch(Vec<Decision<'a>>),
    /// HTTP: a GET or DELETE of a legacy session, which the transport serves (R-ERA-11).
    SessionVerb,
    /// Refused, with the answer.
    Refused(Box<Refusal>),
    /// Nothing is answered.
    Dropped(Dropped),
}

/// Why nothing is answered.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Dropped {
    /// A response where nobody was asked (R-ERA-8).
    Response,
    /// A notification that the revision does not have (R-GATE-3), or that is malformed.
    Notification {
        /// The era it was judged in.
        era: Era,
        /// Why.
        reason: String,
    },
}

/// A message that the application is to serve.
#[derive(Debug)]
#[non_exhaustive]
pub struct Admitted<'a> {
    /// Legacy or modern.
    pub era: Era,
    /// The revision whose types it has.
    pub revision: Revision,
    /// The envelope of a modern request.
    pub envelope: Option<RequestEnvelope<'a>>,
    /// What is asked for or told.
    pub call: Call,
    /// The means to answer a request.
    pub reply: Option<Reply>,
}

impl Admitted<'_> {
    /// The request that this message cancels, where it is for that; one that is unknown or answered is left alone
    /// (R-CANCEL-4).
    pub fn cancels(&self) -> Option<RequestId> {
        match &self.call {
            Call::Notification(told) if told.method() == "notifications/cancelled" => {
                RequestId::from_json(param(told, "requestId")?.as_str())
            }
            _ => None,
        }
    }
}

/// A member of a message's params.
pub(super) fn param(message: &impl serde::Serialize, name: &str) -> Option<Json> {
    let message = Json::of(message).ok()?;
    json::member(json::member(message.as_raw(), "params")?, name).map(Json::from)
}

/// What is asked for or told.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
#[allow(clippy::large_enum_variant, reason = "it stands in a box, in `Decision::Admitted`")]
pub enum Call {
    /// A request of the revision.
    Request(AnyClientRequest),
    /// A notification of the revision.
    Notification(AnyClientNotification),
    /// A method of an extension or of the application.
    Other {
        /// The method.
        method: String,
        /// Its params, as they came.
        params: JsonObject,
    },
}

/// A message that is refused, and its answer.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Refusal {
    /// What is wrong.
    pub cause: Cause,
    /// The era it was judged in, once that was settled.
    pub era: Option<Era>,
    /// The id of the request, with its type (R-LADDER-2).
    pub id: Option<RequestId>,
    pub(super) supported: Option<Vec<Revision>>,
    pub(super) null_id: bool,
}

/// Why a message is refused.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Cause {
    /// A stage of the way from bytes to a typed message refused it.
    Stage(Error),
    /// It is of the other era than the session is locked to (R-LOCK-2).
    Locked,
    /// Its headers contradict its body (R-HDR).
    Header(crate::header::HeaderMismatch),
    /// The `MCP-Protocol-Version` of legacy HTTP is not what the session negotiated, or not served (R-HDR-14).
    SessionVersion,
    /// The server does not offer what the method needs (R-CAP-7).
    ServerCapability {
        /// The capability, dotted.
        needed: &'static str,
    },
    /// What is legacy comes without a session, to a server that [wants one](super::Builder::requires_sessions).
    SessionRequired,
    /// The client did not declare what the request needs (R-CAP-4).
    ClientCapability {
        /// Exactly what is missing.
        missing: JsonObject,
    },
    /// A batch where none is allowed, or one with `initialize` (R-JSONRPC-7).
    Batch,
    /// A response where no legacy revision is served (R-ERA-8).
    Response,
    /// `initialize` after `initialize` (R-NEG-12).
    SecondInitialize,
    /// The origin is not one of those that are answered.
    Origin,
    /// The HTTP verb is none that is served (R-ERA-11).
    Verb {
        /// Those that are, as the header `Allow` lists them.
        allowed: &'static str,
    },
}

impl Refusal {
    pub(super) fn new(cause: Cause, era: Option<Era>, id: Option<&RequestId>) -> Self {
        Self { cause, era, id: id.cloned(), supported: None, null_id: false }
    }

    /// The JSON-RPC code; none for a verb, which HTTP alone answers.
    pub fn code(&self) -> Option<i64> {
        Some(match &self.cause {
            Cause::Stage(error) => error.code(),
            Cause::Header(_) => code::HEADER_MISMATCH,
            Cause::ServerCapability { .. } => code::METHOD_NOT_FOUND,
            Cause::ClientCapability { .. } => code::MISSING_REQUIRED_CLIENT_CAPABILITY,
            Cause::Verb { .. } => return None,
            Cause::Locked
            | Cause::SessionVersion
            | Cause::SessionRequired
            | Cause::Batch
            | Cause::Response
            | Cause::SecondInitialize
            | Cause::Origin => code::INVALID_REQUEST,
        })
    }

    /// The status of the HTTP answer: that of R-ERR-4 for modern requests; legacy answers come with 200, but for what is
    /// no message or has the wrong version.
    pub fn http_status(&self) -> u16 {
        match (&self.cause, self.era) {
            (Cause::Verb { .. }, _) => 405,
            (Cause::Origin, _) => 403,
            (Cause::ServerCapability { .. }, Some(Era::Modern)) => 404,
            (Cause::ServerCapability { .. }, _) => 200,
            (Cause::Stage(Error::Dispatch(_)), Some(Era::Legacy)) => 200,
            (Cause::Stage(error), _) => error.http_status(),
            _ => 400,
        }
    }

    /// The verbs that a 405 allows.
    pub fn allow(&self) -> Option<&'static str> {
        match self.cause {
            Cause::Verb { allowed } => Some(allowed),
            _ => None,
        }
    }

    /// What the error's `data` says, if anything.
    pub fn data(&self) -> Option<Json> {
        let data = match &self.cause {
            Cause::Stage(error) => error.data(),
            Cause::ClientCapability { missing } => {
                Some(JsonObject::new().with("requiredCapabilities", missing.clone()).into())
            }
            _ => None,
        };
        let Some(supported) = &self.supported else { return data };
        // Wherever a modern server refuses `initialize` it says which versions there are (R-GATE-2).
        let supported: Vec<_> = supported.iter().map(|revision| revision.as_str()).collect();
        let object = data.and_then(Json::into_object).unwrap_or_default();
        Some(object.with("supported", Json::from(serde_json::Value::from(supported))).into())
    }

    /// The error object; none for a verb.
    pub fn error(&self) -> Option<ErrorObject> {
        let error = ErrorObject::new(self.code()?, self.to_string());
        Some(ErrorObject { data: self.data(), ..error })
    }

    /// The message; none for a verb. An id that could not be read is left out, or `null` where an earlier revision wants
    /// it so (R-ERR-5).
    pub fn message(&self) -> Option<String> {
        let message = ErrorMessage::new(self.id.clone(), self.error()?);
        let mut object = JsonObject::of(&message).unwrap_or_default();
        if self.id.is_none() && self.null_id {
            object.insert("id", Json::null());
        }
        Some(object.as_str().to_owned())
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.cause {
            Cause::Stage(error) => error.fmt(f),
            Cause::Header(error) => error.fmt(f),
            Cause::Locked => f.write_str("this connection speaks the other era"),
            Cause::SessionVersion => {
                f.write_str("header `MCP-Protocol-Version` is not the version that was negotiated, or is not served")
            }
            Cause::SessionRequired => f.write_str("without a session there is only `initialize`"),
            Cause::ServerCapability { needed } => write!(f, "the server does not offer `{needed}`"),
            Cause::ClientCapability { missing } => {
                write!(f, "the client did not declare {}", crate::text::cut(missing.as_str(), 400))
            }
            Cause::Batch => f.write_str("a batch is not allowed here"),
            Cause::Response => f.write_str("no response is expected"),
            Cause::SecondInitialize => f.write_str("`initialize` was answered already"),
            Cause::Origin => f.write_str("the origin is not allowed"),
            Cause::Verb { allowed } => write!(f, "the verb is none of {allowed}"),
        }
    }
}

impl std::error::Error for Refusal {}
