//! The errors of all stages, and the JSON-RPC code of each.

use std::fmt;

use crate::code::{self, Origin};
use crate::dispatch::DispatchError;
use crate::envelope::{EnvelopeError, PROTOCOL_VERSION, UnsupportedVersion};
use crate::gate::Verdict;
use crate::json::Json;
use crate::shape::{Fault, Path, Problem};
use crate::wire::FrameError;

/// What a stage on the way from bytes to a typed message refuses.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Error {
    /// The bytes are no message.
    Frame(FrameError),
    /// The envelope of a modern request is not what it must be.
    Envelope(EnvelopeError),
    /// The version it claims is not served.
    Version(UnsupportedVersion),
    /// The revision does not have the method, or the message is not what its type demands.
    Dispatch(DispatchError),
}

impl Error {
    /// The JSON-RPC code that answers it.
    pub fn code(&self) -> i64 {
        match self {
            Self::Frame(error) => error.code(),
            // R-JSON-3: such a string cannot be read at all.
            Self::Dispatch(DispatchError::Params(error)) if error.has_lone_surrogate() => code::PARSE_ERROR,
            Self::Envelope(_) | Self::Dispatch(DispatchError::Params(_)) => code::INVALID_PARAMS,
            Self::Version(_) => code::UNSUPPORTED_PROTOCOL_VERSION,
            Self::Dispatch(DispatchError::Gate { .. }) => code::METHOD_NOT_FOUND,
            Self::Dispatch(DispatchError::NotCompiledIn(_)) => code::INTERNAL_ERROR,
        }
    }

    /// The status of an HTTP answer to a modern request (R-ERR-4): params that are wrong are answered like a handler's own
    /// refusal.
    pub fn http_status(&self) -> u16 {
        let is_params = matches!(self, Self::Dispatch(DispatchError::Params(_))) && self.code() == code::INVALID_PARAMS;
        code::http_status(self.code(), if is_params { Origin::Handler } else { Origin::Protocol })
    }

    /// Everything that is wrong, each with its place and rule.
    pub fn faults(&self) -> Vec<Fault> {
        let refused = |path: Path, rule| Fault { path, ..Fault::at_root(Problem::Refused(self.to_string()), rule) };
        match self {
            Self::Frame(error) => error.faults().to_vec(),
            Self::Envelope(error) => error.faults().cloned().collect(),
            Self::Version(_) => {
                let claim = Path::default().below(PROTOCOL_VERSION).below("_meta").below("params");
                vec![refused(claim, "R-VERS-1")]
            }
            Self::Dispatch(DispatchError::Params(error)) => error.faults().to_vec(),
            Self::Dispatch(DispatchError::Gate { verdict: Verdict::Removed { .. }, .. }) => {
                vec![refused(Path::default().below("method"), "R-GATE-4")]
            }
            Self::Dispatch(DispatchError::Gate { .. }) => vec![refused(Path::default().below("method"), "R-GATE-1")],
            Self::Dispatch(DispatchError::NotCompiledIn(_)) => vec![refused(Path::default(), "features")],
        }
    }

    /// What the answer's `data` says, if anything.
    pub fn data(&self) -> Option<Json> {
        match self {
            Self::Envelope(error) => Some(error.data()),
            Self::Version(error) => Some(error.data()),
            Self::Frame(_) | Self::Dispatch(_) => None,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Frame(error) => error.fmt(f),
            Self::Envelope(error) => error.fmt(f),
            Self::Version(error) => error.fmt(f),
            Self::Dispatch(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

macro_rules! from_stage {
    ($($error:ident => $variant:ident),*) => {
        $(impl From<$error> for Error {
            fn from(error: $error) -> Self {
                Self::$variant(error)
            }
        })*
    };
}

from_stage!(FrameError => Frame, EnvelopeError => Envelope, UnsupportedVersion => Version, DispatchError => Dispatch);
