//! The means to answer one request, and to say something on the way there.

use serde::Serialize;

use super::finalize::{Defaults, finalize};
use crate::code::{self, Origin};
use crate::id::RequestId;
use crate::json::{Json, JsonObject};
use crate::log_level::LogLevel;
use crate::message::{ErrorMessage, ErrorObject, ResultMessage};
use crate::rt::Number;
use crate::{Era, Revision, subscription};

/// The means to answer one request.
#[derive(Clone, Debug)]
pub struct Reply {
    pub(super) id: RequestId,
    pub(super) revision: Revision,
    pub(super) method: String,
    pub(super) declared: JsonObject,
    /// Who a legacy client is; a modern one says it in the envelope.
    pub(super) client: Option<JsonObject>,
    pub(super) negotiated: Option<Revision>,
    pub(super) log_level: Option<LogLevel>,
    pub(super) progress_token: Option<RequestId>,
    pub(super) can_log: bool,
    pub(super) rounds: u32,
    pub(super) defaults: Defaults,
}

/// An answer, ready to be written.
#[derive(Clone, Debug, PartialEq)]
pub struct Finished {
    text: String,
    status: u16,
}

impl Finished {
    /// The message.
    pub fn message(&self) -> &str {
        &self.text
    }

    /// The message, to keep.
    pub fn into_message(self) -> String {
        self.text
    }

    /// The HTTP status that goes with it, unless a stream has begun already (R-ERR-4).
    pub fn http_status(&self) -> u16 {
        self.status
    }
}

impl Reply {
    /// The id of the request.
    pub fn id(&self) -> &RequestId {
        &self.id
    }

    /// The revision in which it is answered.
    pub fn revision(&self) -> Revision {
        self.revision
    }

    /// What the client declared: with this request where it is modern, else with `initialize` (R-ENV-9).
    pub fn declared(&self) -> &JsonObject {
        &self.declared
    }

    /// Who a legacy client is, as it said with `initialize`; a modern one says so in the envelope.
    pub fn client(&self) -> Option<&JsonObject> {
        self.client.as_ref()
    }

    /// The revision that answers `initialize` with its `protocolVersion`, where this is that request (R-NEG-10).
    pub fn negotiated(&self) -> Option<Revision> {
        self.negotiated
    }

    /// The notification that the request has come this far, of `total` if that is known; none if the client gave no
    /// token for it, or a number is none that JSON can say. Each must say more than the one before, and none may follow
    /// the answer (R-PROG-1). 2024-11-05 has no `message`, so it gets none.
    pub fn progress(&self, progress: f64, total: Option<f64>, message: Option<&str>) -> Option<String> {
        let token = self.progress_token.as_ref()?;
        let number = |value| Json::of(&Number(value)).ok();
        let mut params = JsonObject::new().with("progressToken", token).with("progress", number(progress)?);
        if let Some(total) = total {
            params.insert("total", number(total)?);
        }
        if let Some(message) = message.filter(|_| self.revision > Revision::V2024_11_05) {
            params.insert("message", message);
        }
        Some(notification("notifications/progress", params))
    }

    /// The log message with this `data`; none where the client does not want it (R-LOG-1) or the server did not declare
    /// `logging` (R-CAP-8). A legacy client that never set a level gets all of them.
    pub fn log(&self, level: LogLevel, logger: Option<&str>, data: impl Into<Json>) -> Option<String> {
        let is_wanted = match self.revision.era() {
            Era::Modern => level.is_wanted(self.log_level),
            _ => self.log_level.is_none_or(|wanted| level >= wanted),
        };
        if !(is_wanted && self.can_log) {
            return None;
        }
        let mut params = JsonObject::new().with("level", level.as_str());
        if let Some(logger) = logger {
            params.insert("logger", logger);
        }
        Some(notification("notifications/message", params.with("data", data)))
    }

    /// Makes a handler's outcome the answer: results are stamped as the revision wants
    /// ([`finalize`](crate::server::finalize)), codes are those that it allows (R-RES-9, R-ERR-2). A result that may not
    /// go out becomes the error that says so.
    pub fn finish<R: Serialize>(&self, outcome: Result<R, ErrorObject>) -> Finished {
        match outcome.and_then(|result| self.stamped(&result)) {
            Ok(result) => self.result(result),
            Err(error) => self.error(error),
        }
    }

    /// The answer that is this error, its code being one that the revision allows (R-ERR-2).
    pub fn error(&self, error: ErrorObject) -> Finished {
        let code = code::mapped(error.code, self.revision);
        let code = match code::may_emit(code, self.revision) {
            code::MayEmit::No => code::INTERNAL_ERROR,
            code::MayEmit::Yes | code::MayEmit::Discouraged => code,
        };
        let status = code::http_status(code, Origin::Handler);
        let error = ErrorObject { code, ..error };
        Finished { text: written(&ErrorMessage::new(Some(self.id.clone()), error)), status }
    }

    /// The answer to a request whose id is that of another in flight (R-JSONRPC-5).
    pub fn duplicate(&self) -> Finished {
        self.error(ErrorObject::new(code::INVALID_REQUEST, "a request with this id is in flight"))
    }

    pub(super) fn result(&self, result: JsonObject) -> Finished {
        Finished { text: written(&ResultMessage::new(self.id.clone(), result)), status: 200 }
    }

    pub(super) fn stamped<R: Serialize>(&self, result: &R) -> Result<JsonObject, ErrorObject> {
        let result = JsonObject::of(result).map_err(|error| internal(error.to_string()))?;
        let result = match self.method.as_str() {
            "subscriptions/listen" => subscription::with_id(result, &self.id),
            _ => result,
        };
        let declared = Json::from(self.declared.clone());
        finalize(self.revision, &self.method, result, Some(declared.as_raw()), &self.defaults)
            .map_err(|error| ErrorObject { data: error.data(), ..ErrorObject::new(error.code(), error.to_string()) })
    }
}

/// An error of the server's own making.
pub(super) fn internal(reason: impl Into<String>) -> ErrorObject {
    ErrorObject::new(code::INTERNAL_ERROR, reason)
}

/// The text of a notification.
pub(super) fn notification(method: &str, params: JsonObject) -> String {
    let members = [("jsonrpc", Json::from("2.0")), ("method", method.into()), ("params", params.into())];
    JsonObject::from_iter(members).as_str().to_owned()
}

fn written(message: &impl Serialize) -> String {
    serde_json::to_string(message).unwrap_or_default()
}
