//! x
#![forbid(unsafe_code)]
#[cfg(feature = "catalog")]
pub mod catalog;
mod decode;
pub mod dispatch;
pub mod envelope;
mod era;
pub mod error;
pub mod gate;
mod generated;
mod id;
pub mod json;
mod log_level;
mod map;
mod message;
pub mod method;
mod number;
mod reading;
pub mod revision;
#[doc(hidden)]
pub mod rt;
mod shape;
mod text;
pub mod wire;

pub use decode::{from_slice, from_slice_in, from_str, from_str_in};
pub use envelope::RequestEnvelope;
pub use era::Era;
pub use error::Error;
pub use gate::{Direction, Kind, gate};
pub(crate) use generated::shapes;
pub use generated::*;
pub use id::RequestId;
pub use json::{Json, JsonObject};
pub use log_level::LogLevel;
pub use map::Map;
pub use message::{Answer, AnswerError, ErrorMessage, ErrorObject, NotificationMessage, RequestMessage, ResultMessage};
pub use reading::Reading;
pub use shape::{DecodeError, Fault, Path, Problem, Segment};
pub use wire::Message;
