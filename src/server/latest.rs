//! Requests of any revision in the terms of the newest, so that one handler serves them all.

use super::reply::Reply;
use super::round::Round;
use crate::envelope::{CLIENT_CAPABILITIES, CLIENT_INFO, LOG_LEVEL, PROTOCOL_VERSION};
use crate::json::{Json, JsonObject};
use crate::message::ErrorObject;
use crate::reading::Reading;
use crate::rt::Wire;
use crate::{AnyClientRequest, DecodeError, code, v2025_11_25 as legacy, v2026_07_28 as modern};

/// A request in the terms of the newest revision that has its method.
///
/// A legacy request of a method that the modern revision has is given an envelope that says what its session knows: the
/// revision it is served in, what the client declared with `initialize`, who it is, and the log level it set. So a handler
/// finds all of that in `params.meta`, whatever the revision.
#[derive(Clone, Debug, PartialEq)]
#[allow(clippy::large_enum_variant, reason = "it is matched at once and never kept in numbers")]
pub enum LatestRequest {
    /// Of the newest modern revision.
    Modern(modern::ClientRequest),
    /// Of the newest legacy revision: a method that modern ones do not have.
    Legacy(legacy::ClientRequest),
}

impl LatestRequest {
    /// An admitted request in these terms; `reply` is what came with it. A request of the newest revisions stays what it
    /// is; any other is written and read again.
    ///
    /// # Errors
    ///
    /// When the newer type does not take what the older one did (-32602).
    pub fn of(request: AnyClientRequest, reply: &Reply) -> Result<Self, ErrorObject> {
        let request = match request {
            AnyClientRequest::V2026_07_28(request) => return Ok(Self::Modern(request)),
            request => request,
        };
        match modern_has(request.method()) {
            true => Ok(Self::Modern(read(&enveloped(&request, reply)?)?)),
            false => match request {
                AnyClientRequest::V2025_11_25(request) => Ok(Self::Legacy(request)),
                request => Ok(Self::Legacy(read(&message(&request, reply)?)?)),
            },
        }
    }

    /// The error for a request that no handler serves, though the revision has its method (R-GATE-8).
    pub fn unhandled(&self) -> ErrorObject {
        let method = match self {
            Self::Modern(request) => request.kind(),
            Self::Legacy(request) => request.kind(),
        };
        ErrorObject::new(code::METHOD_NOT_FOUND, format!("`{method}` is not served here"))
    }

    /// The request once the client was asked for what it lacked: with the answers, and the state that the handler gave
    /// (R-MRTR-5).
    ///
    /// # Errors
    ///
    /// When something was not answered, or this request may not ask for anything.
    pub fn retried(self, round: &Round) -> Result<Self, ErrorObject> {
        let answers = match round.answers()? {
            None => None,
            Some(answers) => Some(read::<modern::InputResponses>(&answers)?),
        };
        let state = round.state().map(str::to_owned);
        let Self::Modern(mut request) = self else { return Err(not_asking()) };
        let (responses, kept) = match &mut request {
            modern::ClientRequest::CallTool(call) => (&mut call.params.input_responses, &mut call.params.request_state),
            modern::ClientRequest::GetPrompt(get) => (&mut get.params.input_responses, &mut get.params.request_state),
            modern::ClientRequest::ReadResource(read) => {
                (&mut read.params.input_responses, &mut read.params.request_state)
            }
            _ => return Err(not_asking()),
        };
        (*responses, *kept) = (answers, state);
        Ok(Self::Modern(request))
    }
}

fn modern_has(method: &str) -> bool {
    use crate::gate::{Direction, Kind, gate};
    gate(crate::Revision::V2026_07_28, Direction::ClientToServer, Kind::Request, method).known().is_some()
}

fn enveloped(request: &AnyClientRequest, reply: &Reply) -> Result<JsonObject, ErrorObject> {
    let message = message(request, reply)?;
    let inner = |of: &JsonObject, name: &str| of.get(name).map(Json::from).and_then(Json::into_object);
    let params = inner(&message, "params").unwrap_or_default();
    let meta = inner(&params, "_meta").unwrap_or_default();
    let meta = meta.with(PROTOCOL_VERSION, reply.revision.as_str()).with(CLIENT_CAPABILITIES, reply.declared.clone());
    let meta = match &reply.client {
        Some(client) => meta.with(CLIENT_INFO, client.clone()),
        None => meta,
    };
    let meta = match reply.log_level {
        Some(level) => meta.with(LOG_LEVEL, level.as_str()),
        None => meta,
    };
    Ok(message.with("params", params.with("_meta", meta)))
}

/// The whole message: the types of earlier revisions have no frame.
fn message(request: &AnyClientRequest, reply: &Reply) -> Result<JsonObject, ErrorObject> {
    let message = JsonObject::of(request).map_err(|error| super::reply::internal(error.to_string()))?;
    Ok(message.with("jsonrpc", "2.0").with("id", &reply.id))
}

fn read<T: Wire>(object: &JsonObject) -> Result<T, ErrorObject> {
    crate::from_str_in(object.as_str(), Reading::Tolerant)
        .map_err(|error: DecodeError| ErrorObject::new(code::INVALID_PARAMS, error.to_string()))
}

fn not_asking() -> ErrorObject {
    super::reply::internal("this method may not ask for input")
}
