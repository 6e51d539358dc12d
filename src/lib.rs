//! Strongly typed bindings for the Model Context Protocol, one module a revision, without I/O.
//!
//! A line of JSON to a typed request:
//!
//! ```
//! # #[cfg(feature = "v2025-11-25")] {
//! use mcp_wire::v2025_11_25::ClientRequest;
//! use mcp_wire::{AnyClientRequest, Message, Reading, Revision, dispatch};
//!
//! let line = br#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"tide","arguments":{"at":"Oslo"}}}"#;
//! let Message::Request(request) = Message::parse(line)? else { panic!("not a request") };
//! let typed = dispatch::client_request(&request, Revision::V2025_11_25, Reading::Tolerant)?;
//! let AnyClientRequest::V2025_11_25(ClientRequest::CallTool(call)) = typed else { panic!("not a call") };
//! assert_eq!(call.params.name, "tide");
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The way of a message: [`Message::parse`] reads the frame, [`Era::classify`] says how it tells its revision,
//! [`RequestEnvelope::parse`] checks the `_meta` of a modern request, [`gate()`] whether the revision has the method, and
//! [`dispatch`] makes it that revision's type; [`dispatch::modern_request`] goes all of it at once. A single type is decoded with [`from_slice`], and written with serde_json.
//!
//! A server's rules are in [`server`]: a configured endpoint takes bytes, and over HTTP their head, down the whole ladder
//! of checks and gives back a typed call or the exact refusal. A client's are in [`client`]: what to send, what a server
//! speaks, and what its answers mean.
//!
//! What a type does not name is kept in its `extra`, any JSON is kept as the text that arrived ([`Json`],
//! [`JsonObject`]), and [`Reading`] says what is tolerated. Every error names the place, the reason and the rule.
//!
//! Each revision is a cargo feature, all on by default; [`Revision`] and the table of [`gate::methods`] know them all
//! whatever features are on.

pub mod capability;
#[cfg(feature = "catalog")]
pub mod catalog;
pub mod client;
pub mod code;
mod decode;
pub mod dispatch;
pub mod envelope;
mod era;
pub mod error;
pub mod gate;
mod generated;
pub mod header;
#[cfg(feature = "http")]
mod http;
mod id;
pub mod json;
pub mod log;
mod log_level;
mod map;
mod message;
pub mod meta_key;
pub mod method;
mod number;
mod reading;
mod revision;
#[doc(hidden)]
pub mod rt;
pub mod server;
mod shape;
pub mod subscription;
#[cfg(feature = "catalog")]
pub mod testing;
mod text;
pub mod wire;

pub use decode::{from_slice, from_slice_in, from_str, from_str_in};
pub use envelope::RequestEnvelope;
pub use era::Era;
pub use error::Error;
pub use gate::{Direction, Kind, gate};
pub use generated::*;
pub use id::RequestId;
pub use json::{Json, JsonObject};
pub use log_level::LogLevel;
pub use map::Map;
pub use message::{Answer, AnswerError, ErrorMessage, ErrorObject, NotificationMessage, RequestMessage, ResultMessage};
pub use reading::Reading;
pub use revision::UnknownRevision;
pub use shape::{DecodeError, Fault, Path, Problem, Segment};
pub use wire::Message;

/// The examples of the README, compiled and run.
#[cfg(all(doctest, feature = "v2025-11-25", feature = "v2026-07-28"))]
#[doc = include_str!("../README.md")]
mod readme {}
