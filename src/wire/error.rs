//! Why bytes are no message.

use std::fmt;

use crate::code;
use crate::id::RequestId;
use crate::shape::{DecodeError, Fault, Problem};
use crate::wire::Message;

/// Why bytes are no message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrameError {
    code: i64,
    id: Option<RequestId>,
    why: DecodeError,
}

impl FrameError {
    pub(super) fn syntax(error: serde_json::Error) -> Self {
        Self::not_json(DecodeError::syntax(&error))
    }

    pub(super) fn not_json(why: DecodeError) -> Self {
        Self { code: code::PARSE_ERROR, id: None, why }
    }

    pub(super) fn invalid(id: Option<RequestId>, faults: Vec<Fault>) -> Self {
        Self { code: code::INVALID_REQUEST, id, why: DecodeError::new(faults) }
    }

    pub(super) fn invalid_params(id: Option<RequestId>, faults: Vec<Fault>) -> Self {
        Self { code: code::INVALID_PARAMS, id, why: DecodeError::new(faults) }
    }

    /// A message of another kind where only a request is read.
    pub(crate) fn not_a_request(message: &Message<'_>) -> Self {
        let problem = Problem::Expected { expected: "a request".into(), found: format!("a {}", message.kind()) };
        Self::invalid(message.id().cloned(), vec![Fault::at_root(problem, "R-JSONRPC-4")])
    }

    /// The JSON-RPC code that answers it.
    pub fn code(&self) -> i64 {
        self.code
    }

    /// The id that the answer repeats, where one could be read (R-LADDER-2).
    pub fn id(&self) -> Option<&RequestId> {
        self.id.as_ref()
    }

    /// What is wrong.
    pub fn faults(&self) -> &[Fault] {
        self.why.faults()
    }
}

impl fmt::Display for FrameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.why.fmt(f)
    }
}

impl std::error::Error for FrameError {}
