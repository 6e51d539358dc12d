//! A server that a client speaks with, whatever handshake found it.

use std::fmt;
use std::marker::PhantomData;

use serde::Serialize;
use serde_json::value::RawValue;

use super::incoming::{InvalidResult, Received, read_result};
use super::outgoing::{Client, Unmirrored, headers};
use crate::header::Annotation;
use crate::id::RequestId;
use crate::json::{Json, JsonError, JsonObject};
use crate::method::Request;
use crate::reading::Reading;
use crate::shape::DecodeError;
use crate::wire::Message;
use crate::{Era, Revision};

/// A server that a client speaks with.
#[derive(Clone, Debug, PartialEq)]
pub struct Peer {
    client: Client,
    revision: Revision,
    capabilities: Json,
    instructions: Option<String>,
    identity: Option<Json>,
}

impl Peer {
    pub(super) fn new(
        client: Client,
        revision: Revision,
        capabilities: Json,
        instructions: Option<String>,
        identity: Option<Json>,
    ) -> Self {
        Self { client, revision, capabilities, instructions, identity }
    }

    /// Legacy or modern.
    pub fn era(&self) -> Era {
        self.revision.era()
    }

    /// The revision that is spoken.
    pub fn revision(&self) -> Revision {
        self.revision
    }

    /// What the server can do, as it says it.
    pub fn capabilities(&self) -> &Json {
        &self.capabilities
    }

    /// How the server wants to be used.
    pub fn instructions(&self) -> Option<&str> {
        self.instructions.as_deref()
    }

    /// Who the server is, as it says it.
    pub fn identity(&self) -> Option<&Json> {
        self.identity.as_ref()
    }

    /// What the client declared.
    pub(super) fn declared(&self) -> Json {
        self.client.capabilities.clone().into()
    }

    /// The headers of a message to this server over HTTP, name and value: those that mirror a modern request
    /// ([`headers`]), or the version that a legacy server settled, from 2025-06-18 on (R-HDR-14). `annotations` are those
    /// of the called tool's schema, empty if it was never seen.
    ///
    /// # Errors
    ///
    /// When an annotated argument cannot be mirrored.
    pub fn headers(&self, message: &str, annotations: &[Annotation]) -> Result<Vec<(String, String)>, Unmirrored> {
        match Message::parse(message.as_bytes()) {
            Ok(Message::Request(request)) if self.era() == Era::Modern => headers(&request, annotations),
            _ if self.revision >= Revision::V2025_06_18 => {
                Ok(vec![("MCP-Protocol-Version".to_owned(), self.revision.to_string())])
            }
            _ => Ok(Vec::new()),
        }
    }

    /// A request of the method `M`, stamped as the revision wants, and what is to be known when its answer comes.
    ///
    /// `M` may be of the newest revision whatever the server speaks, as far as that has the method: so a client of all
    /// revisions is written once.
    ///
    /// # Errors
    ///
    /// When the params do not serialise to an object.
    pub fn request<M: Request>(
        &self,
        id: impl Into<RequestId>,
        params: &impl Serialize,
    ) -> Result<(String, Pending<M>), JsonError> {
        let params = Json::of(params)?;
        let params = if params.is_null() { None } else { Some(JsonObject::of(&params)?) };
        let stamped = self.client.stamp(self.revision, params);
        let id = id.into();
        let message = JsonObject::new().with("jsonrpc", "2.0").with("id", &id).with("method", M::NAME);
        let message = match stamped {
            Some(params) => message.with("params", params),
            None => message,
        };
        let pending = Pending {
            revision: self.revision,
            id,
            has_tasks: self.client.declares_tasks(),
            declared: self.client.capabilities.clone().into(),
            method: PhantomData,
        };
        Ok((message.as_str().to_owned(), pending))
    }
}

/// What is to be known when the answer to a request comes.
#[derive(Clone, Debug)]
pub struct Pending<M> {
    revision: Revision,
    id: RequestId,
    has_tasks: bool,
    declared: Json,
    method: PhantomData<M>,
}

impl<M: Request> Pending<M> {
    /// The id of the request; an answer with another one is not to it (R-JSONRPC-6).
    pub fn id(&self) -> &RequestId {
        &self.id
    }

    /// Reads the result by the method it answers and by `resultType`, never by its shape (R-GATE-11, R-RES-2).
    ///
    /// # Errors
    ///
    /// When the result is invalid, or not what the method is answered with.
    pub fn read(&self, result: &RawValue) -> Result<Received<M::Result>, PendingError> {
        let read = read_result(self.revision, M::NAME, result, self.has_tasks, Some(self.declared.as_raw()))?;
        Ok(match read {
            Received::Complete(()) if M::REVISION.era() == Era::Modern && self.revision.era() == Era::Legacy => {
                Received::Complete(crate::from_str_in(as_modern(result, M::NAME).as_str(), Reading::Tolerant)?)
            }
            Received::Complete(()) => Received::Complete(crate::from_str_in(result.get(), Reading::Tolerant)?),
            Received::InputRequired(asked) => Received::InputRequired(asked),
            Received::Task(task) => Received::Task(task),
        })
    }
}

/// A legacy result with what a modern one must have: it is complete (R-RES-2), and not to be kept (R-CACHE-2).
fn as_modern(result: &RawValue, method: &str) -> JsonObject {
    let mut result = Json::from(result).into_object().unwrap_or_default().with("resultType", "complete");
    if crate::server::CACHED.contains(&method) {
        result.insert("ttlMs", serde_json::Value::from(0));
        result.insert("cacheScope", "private");
    }
    result
}

/// Why an answer cannot be acted on.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PendingError {
    /// The result is invalid, whatever its type.
    Invalid(InvalidResult),
    /// The result is not what its type demands.
    Decode(DecodeError),
}

impl From<InvalidResult> for PendingError {
    fn from(error: InvalidResult) -> Self {
        Self::Invalid(error)
    }
}

impl From<DecodeError> for PendingError {
    fn from(error: DecodeError) -> Self {
        Self::Decode(error)
    }
}

impl fmt::Display for PendingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Invalid(error) => error.fmt(f),
            Self::Decode(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for PendingError {}
