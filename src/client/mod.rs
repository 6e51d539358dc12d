//! A client's rules: what goes out, what a server speaks, what an answer says, and what to do next.
//!
//! All of it is functions and small state machines that the caller feeds; nothing here does I/O or reads a clock.
//!
//! # Speaking both eras
//!
//! A [`Negotiator`] says what to send, is told what came of it, and ends with a [`Peer`] or a reason:
//!
//! ```text
//!            server/discover
//!                  │
//!     ┌────────────┼──────────────────────────┐
//!  a version    -32022 that lists          anything that no modern
//!  of ours      a version of ours          server would answer
//!     │            │ once                      │
//!   modern ◄── server/discover             initialize
//!                at that one                   │
//!                  ▲                     a legacy version of ours
//!                  └── -32022, once ───────────┤
//!                                        notifications/initialized
//! ```
//!
//! | what came | stdio | HTTP |
//! |---|---|---|
//! | a `DiscoverResult` with a version of ours | modern | modern |
//! | one that lists only legacy versions of ours | legacy | legacy |
//! | one that lists none of ours | stop | stop |
//! | a result with another `resultType` than `complete` | stop | stop |
//! | -32022 that lists a modern version of ours | once more, at that one | once more, at that one |
//! | -32020, -32021 | stop | stop |
//! | any other error, a result that is no `DiscoverResult` | legacy | legacy |
//! | nothing in time, the end of the process | legacy | stop |
//! | 401, 403 | | stop |
//! | any other 4xx | | as its JSON-RPC body says, else legacy |
//! | 5xx, no connection, a reply that cannot be read | | stop |
//!
//! A client that is pinned to a modern version, or knows no legacy one, stops where this says legacy (R-NEG).
//!
//! From then on [`Peer::request`] writes requests, in the types of the newest revision whatever was settled, and
//! [`Peer::hear`] says what each message of the server means: the answer to a request, which its [`Pending`] reads; a request,
//! for which `as_input` and [`Peer::reply`] are there; or something told.
//!
//! ```
//! # #[cfg(feature = "v2026-07-28")] {
//! use mcp_wire::client::{Client, Negotiator, Outcome, Step};
//! use mcp_wire::server::Transport;
//! use mcp_wire::v2026_07_28::{ClientCapabilities, ListTools};
//!
//! let client = Client::new(&ClientCapabilities::new());
//! let mut talk = Negotiator::new(client, Transport::Stdio);
//! let peer = loop {
//!     match talk.next() {
//!         Step::Send(message) => {
//!             assert!(message.contains("server/discover"));
//!             let result = r#"{"supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"resultType":"complete"}"#;
//!             talk.heard(Outcome::Result(serde_json::from_str(result).unwrap()));
//!         }
//!         Step::Tell(_) => {}
//!         Step::Speak(peer) => break peer,
//!         Step::Stop(reason) => panic!("{reason}"),
//!     }
//! };
//! let (message, _pending) = peer.request::<ListTools>(1, &ListTools::params()).unwrap();
//! assert!(message.contains("io.modelcontextprotocol/protocolVersion"));
//! # }
//! ```

mod asked;
mod book;
mod discover;
mod heard;
mod incoming;
#[cfg(feature = "v2026-07-28")]
mod latest;
mod negotiator;
mod outgoing;
mod peer;
mod probe;
mod retry;

pub use asked::{Asked, ProtocolError, asked};
pub use book::{CachedResult, Cancel, Failure, cache_key, cancel, invalidates, may_resend};
pub use discover::{Discovered, read_discover, read_initialize};
pub use heard::{Heard, form_defaults};
pub use incoming::{InputRequired, InvalidResult, Received, read_result};
#[cfg(feature = "v2026-07-28")]
pub use latest::as_input;
pub use negotiator::{Negotiator, Step};
pub use outgoing::{Client, Unmirrored, headers, may_tell};
pub use peer::{Peer, Pending, PendingError};
pub use probe::{Outcome, Probe, Reason, Verdict, select};
pub use retry::{Pacing, RetryError, retry};
