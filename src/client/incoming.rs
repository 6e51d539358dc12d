//! What a result says, by the request it answers and by `resultType` (R-RES, R-MRTR).

use std::fmt;

use serde_json::value::RawValue;

use crate::json::{self, Json};
use crate::{Era, Revision, capability};

/// A result that a client may act on.
#[derive(Clone, Debug, PartialEq)]
pub enum Received<R> {
    /// The request is answered.
    Complete(R),
    /// The server wants something first; the request is to be sent again with it.
    InputRequired(InputRequired),
    /// The server works on it as a task of the tasks extension.
    Task(Json),
}

/// What a server wants before it goes on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct InputRequired {
    requests: Vec<(String, Json)>,
    state: Option<String>,
}

impl InputRequired {
    /// What is asked for, by key, in order: requests without id and envelope.
    pub fn requests(&self) -> impl Iterator<Item = (&str, &Json)> {
        self.requests.iter().map(|(key, request)| (key.as_str(), request))
    }

    /// The state that the retry gives back, byte for byte.
    pub fn state(&self) -> Option<&str> {
        self.state.as_deref()
    }
}

/// Why a result is invalid; it is never retried and never taken for an empty success.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum InvalidResult {
    /// It is not an object (R-RES-4).
    NotAnObject,
    /// A modern result without `resultType` (R-RES-2).
    TypeMissing,
    /// `resultType` is not a string.
    TypeNotString,
    /// `resultType` is none that may be answered with here (R-RES-1, R-RES-3).
    TypeNotAccepted,
    /// This method may not ask for input (R-MRTR-1).
    InputRequiredNotAllowed,
    /// It asks for input and names neither requests nor state (R-MRTR-2).
    InputRequiredEmpty,
    /// It asks for what no revision knows (R-MRTR-3).
    UnknownInputRequest,
    /// It asks for what the client did not declare (R-MRTR-4).
    UndeclaredInputRequest,
    /// This method may not answer with a task (R-RES-5).
    TaskNotAllowed,
    /// A member is not what it must be.
    Malformed,
    /// The version it names is not one of the client's (R-NEG-11).
    UnsupportedVersion,
}

impl InvalidResult {
    /// A label for programs.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NotAnObject => "not_an_object",
            Self::TypeMissing => "result_type_missing",
            Self::TypeNotString => "result_type_not_string",
            Self::TypeNotAccepted => "result_type_not_accepted",
            Self::InputRequiredNotAllowed => "input_required_not_allowed",
            Self::InputRequiredEmpty => "input_required_empty",
            Self::UnknownInputRequest => "unknown_input_request",
            Self::UndeclaredInputRequest => "undeclared_input_request",
            Self::TaskNotAllowed => "task_not_allowed",
            Self::Malformed => "malformed",
            Self::UnsupportedVersion => "unsupported_version",
        }
    }
}

impl fmt::Display for InvalidResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotAnObject => "the result is not an object",
            Self::TypeMissing => "the result has no `resultType`",
            Self::TypeNotString => "`resultType` is not a string",
            Self::TypeNotAccepted => "`resultType` is none that this request may be answered with",
            Self::InputRequiredNotAllowed => "this method may not ask for input",
            Self::InputRequiredEmpty => "neither `inputRequests` nor `requestState` is there",
            Self::UnknownInputRequest => "an input request is of no known method",
            Self::UndeclaredInputRequest => "an input request needs a capability that was not declared",
            Self::TaskNotAllowed => "this method may not answer with a task",
            Self::Malformed => "a member of the result is not what it must be",
            Self::UnsupportedVersion => "`protocolVersion` is not one of those the client speaks",
        })
    }
}

impl std::error::Error for InvalidResult {}

/// Says what a result is, before any typed decoding. `has_tasks` says that the request declared the tasks extension and
/// the client handles it; `declared` are the capabilities of the request, `None` to leave input requests unchecked.
///
/// # Errors
///
/// When the result is invalid.
pub fn read_result(
    revision: Revision,
    method: &str,
    result: &RawValue,
    has_tasks: bool,
    declared: Option<&RawValue>,
) -> Result<Received<()>, InvalidResult> {
    if !result.get().starts_with('{') {
        return Err(InvalidResult::NotAnObject);
    }
    let is_modern = revision.era() == Era::Modern;
    let result_type = match json::member(result, "resultType") {
        None if is_modern => return Err(InvalidResult::TypeMissing),
        None => return Ok(Received::Complete(())),
        Some(value) => serde_json::from_str::<String>(value.get()).map_err(|_| InvalidResult::TypeNotString)?,
    };
    match result_type.as_str() {
        "complete" => Ok(Received::Complete(())),
        "input_required" if is_modern => {
            input_required(revision, method, result, declared).map(Received::InputRequired)
        }
        "task" if is_modern && has_tasks && method == "tools/call" => Ok(Received::Task(result.into())),
        "task" if is_modern && has_tasks => Err(InvalidResult::TaskNotAllowed),
        _ => Err(InvalidResult::TypeNotAccepted),
    }
}

fn input_required(
    revision: Revision,
    method: &str,
    result: &RawValue,
    declared: Option<&RawValue>,
) -> Result<InputRequired, InvalidResult> {
    if !crate::server::MULTI_ROUND_TRIP.contains(&method) {
        return Err(InvalidResult::InputRequiredNotAllowed);
    }
    let state = match json::member(result, "requestState") {
        None => None,
        Some(state) => Some(serde_json::from_str::<String>(state.get()).map_err(|_| InvalidResult::Malformed)?),
    };
    let requests = match json::member(result, "inputRequests") {
        None => Vec::new(),
        Some(requests) if requests.get().starts_with('{') => json::members(requests.get()).collect(),
        Some(_) => return Err(InvalidResult::Malformed),
    };
    if requests.is_empty() && state.is_none() {
        return Err(InvalidResult::InputRequiredEmpty);
    }
    for (_, request) in &requests {
        let method = json::member(request, "method");
        let method = method.and_then(|method| serde_json::from_str::<String>(method.get()).ok()).unwrap_or_default();
        let params = json::member(request, "params");
        let known = capability::required_for_input(revision, &method, params);
        known.ok_or(InvalidResult::UnknownInputRequest)?;
        let missing = declared.and_then(|declared| capability::missing_for_input(revision, declared, &method, params));
        if missing.is_some_and(|missing| !missing.is_empty()) {
            return Err(InvalidResult::UndeclaredInputRequest);
        }
    }
    let requests = requests.into_iter().map(|(key, request)| (key.into_owned(), Json::from(request))).collect();
    Ok(InputRequired { requests, state })
}
