//! A server's rules: what to make of a message, and how to finish its answer.
//!
//! An [`Endpoint`] says what the server is; [`Endpoint::admit`] takes a message down the ladder of checks and gives back a
//! [`Decision`]. Nothing here does I/O: bytes and HTTP heads come in, typed calls and answers go out, and the
//! [`Session`] is a small value of the caller's.
//!
//! # A modern request down the ladder
//!
//! A POST of `tools/call` with a claim in `params._meta`: the verb and the origin are looked at, the bytes are parsed
//! (`-32700`) and must be a message (`-32600`); the claim makes it modern, the envelope has to be whole (`-32602`, naming
//! every offending key), the headers have to agree with the body (`-32020`), the version has to be served (`-32022`), the
//! revision has to have the method (`-32601`), the server has to offer it (`-32601`), `Mcp-Param-*` headers have to agree
//! with the arguments (`-32020`), the params have to be what the type demands (`-32602`), and the client has to have
//! declared what the request needs (`-32021`). The first failure wins (R-LADDER-1).
//!
//! # A legacy request down the ladder
//!
//! A line without a claim: it is parsed and must be a message; `initialize` settles the revision (R-NEG-10), any other
//! method is read by the settled one, or by the newest that is served. The revision has to have the method, the server has
//! to offer it, and the params have to be what the type demands.
//!
//! ```
//! # #[cfg(all(feature = "v2025-11-25", feature = "v2026-07-28"))] {
//! use mcp_wire::server::{Call, Decision, Endpoint, Session};
//! use mcp_wire::{AnyClientRequest, v2025_11_25};
//!
//! let endpoint = Endpoint::builder().capabilities(&serde_json::json!({ "tools": {} })).stdio();
//! let mut session = Session::new();
//! let line = br#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;
//! let Decision::Admitted(admitted) = endpoint.admit(&mut session, None, line) else { panic!("not admitted") };
//! let Call::Request(AnyClientRequest::V2025_11_25(v2025_11_25::ClientRequest::ListTools(_))) = admitted.call else {
//!     panic!("not tools/list")
//! };
//! let tools = v2025_11_25::ListToolsResult::new([]);
//! let answer = admitted.reply.unwrap().finish(Ok(tools));
//! assert_eq!(answer.message(), r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}"#);
//!
//! let line = br#"{"jsonrpc":"2.0","id":2,"method":"no/such"}"#;
//! let Decision::Refused(refusal) = endpoint.admit(&mut session, None, line) else { panic!("not refused") };
//! assert_eq!(refusal.code(), Some(-32601));
//! # }
//! ```
//!
//! # One handler for all revisions
//!
//! [`Endpoint::answer`] answers what needs no handler: the handshake, the discovery, `ping` and `logging/setLevel`. Any other
//! request becomes a `LatestRequest`, in the terms of the newest revision, and [`Reply::conclude`] makes what the handler
//! says of it the answer in the terms of the session's. A handler that needs something of the client says so with an
//! `InputRequiredResult`, whatever the revision: a modern client gets that result; a legacy one is asked with the requests
//! of a [`Round`], after which the handler is called again with the answers.
//!
//! ```
//! # #[cfg(all(feature = "v2025-06-18", feature = "v2025-11-25", feature = "v2026-07-28"))] {
//! use mcp_wire::server::{Call, Concluded, Decision, Endpoint, LatestRequest, Session};
//! use mcp_wire::v2026_07_28::{CallToolResult, ClientRequest, TextContent};
//! use mcp_wire::{Json, Revision};
//!
//! let endpoint = Endpoint::builder().capabilities(&serde_json::json!({ "tools": {} })).stdio();
//! let mut session = Session::legacy(Revision::V2025_06_18);
//! let line = br#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"tide"}}"#;
//! let Decision::Admitted(admitted) = endpoint.admit(&mut session, None, line) else { panic!("not admitted") };
//! assert!(endpoint.answer(&admitted).is_none());
//! let (Some(mut reply), Call::Request(request)) = (admitted.reply, admitted.call) else { panic!("no request") };
//! let outcome = match LatestRequest::of(request, &reply).unwrap() {
//!     LatestRequest::Modern(ClientRequest::CallTool(call)) => {
//!         assert_eq!(call.params.meta.protocol_version, "2025-06-18");
//!         Ok(CallToolResult::new([TextContent::new("high at noon").into()]))
//!     }
//!     other => panic!("{other:?}"),
//! };
//! let Concluded::Answer(answer) = reply.conclude(outcome) else { panic!("nothing is asked") };
//! let text = r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"high at noon"}]}}"#;
//! assert_eq!(Json::parse(answer.message()).unwrap(), Json::parse(text).unwrap());
//! # }
//! ```
//!
//! What needs a running connection stays with whoever runs it: that progress increases and stops with its request
//! (R-PROG-1), that a cancelled request gets no answer (R-CANCEL-4), that ids in flight differ (R-JSONRPC-5, see
//! [`InFlight`]).

mod admit;
mod answer;
mod decision;
mod endpoint;
mod finalize;
mod in_flight;
#[cfg(all(feature = "v2025-11-25", feature = "v2026-07-28"))]
mod latest;
mod outbound;
mod reply;
mod round;
mod session;
mod subscriber;

pub use admit::negotiate;
pub use decision::{Admitted, Call, Cause, Decision, Dropped, Refusal};
pub use endpoint::{Builder, Endpoint, Transport};
pub(crate) use finalize::{CACHED, MULTI_ROUND_TRIP};
pub use finalize::{CacheHints, Defaults, ResultError, finalize};
pub use in_flight::InFlight;
#[cfg(all(feature = "v2025-11-25", feature = "v2026-07-28"))]
pub use latest::LatestRequest;
pub use outbound::Outbound;
pub use reply::{Finished, Reply};
pub use round::{Concluded, Round};
pub use session::Session;
pub use subscriber::Subscriber;
