//! What a server is: which revisions it serves, over what, and what it can do.

use std::fmt;

use serde::Serialize;

use super::finalize::{CacheHints, Defaults};
use crate::header::Head;
use crate::json::{Json, JsonObject};
use crate::{Era, Reading, Revision, capability};

/// What carries the messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Transport {
    /// A stream of lines, or anything like it.
    Stdio,
    /// One HTTP request a message, with a head.
    Http,
}

/// Which origins are answered over HTTP.
pub(super) enum Origins {
    Any,
    Listed(Vec<String>),
    Local,
}

impl Origins {
    pub(super) fn allow(&self, head: &Head) -> bool {
        match self {
            Self::Any => true,
            Self::Listed(allowed) => head
                .values("origin")
                .all(|origin| allowed.iter().any(|allowed| allowed.as_bytes().eq_ignore_ascii_case(origin))),
            Self::Local => {
                let without_scheme = |origin: &[u8]| {
                    let start = origin.windows(3).position(|window| window == b"://").map_or(0, |at| at + 3);
                    is_local(&origin[start..])
                };
                head.values("host").all(is_local) && head.values("origin").all(without_scheme)
            }
        }
    }
}

/// Whether a host, with or without a port, is this machine.
fn is_local(authority: &[u8]) -> bool {
    let host = match authority.iter().rposition(|byte| *byte == b':') {
        Some(colon) if authority[colon + 1..].iter().all(u8::is_ascii_digit) => &authority[..colon],
        _ => authority,
    };
    [&b"localhost"[..], b"127.0.0.1", b"[::1]"].iter().any(|local| local.eq_ignore_ascii_case(host))
}

/// Finds a tool's input schema by the tool's name.
type ToolSchemas = Box<dyn Fn(&str) -> Option<Json> + Send + Sync>;

/// A configured server: it decides what comes in and finishes what goes out, and keeps no state.
///
/// Made with [`Endpoint::builder`].
pub struct Endpoint {
    pub(super) transport: Transport,
    pub(super) legacy: Vec<Revision>,
    pub(super) modern: Vec<Revision>,
    pub(super) capabilities: Json,
    pub(super) can_log: bool,
    pub(super) instructions: Option<String>,
    pub(super) extensions: Vec<String>,
    pub(super) methods: Vec<String>,
    pub(super) origins: Origins,
    pub(super) tool_schemas: Option<ToolSchemas>,
    pub(super) defaults: Defaults,
    pub(super) locks: bool,
    pub(super) requires_sessions: bool,
    pub(super) reading: Reading,
}

impl Endpoint {
    /// A server of all revisions, without capabilities, over stdio until it is said otherwise.
    pub fn builder() -> Builder {
        Builder(Self {
            transport: Transport::Stdio,
            legacy: Vec::new(),
            modern: Vec::new(),
            capabilities: JsonObject::new().into(),
            can_log: false,
            instructions: None,
            extensions: Vec::new(),
            methods: Vec::new(),
            origins: Origins::Any,
            tool_schemas: None,
            defaults: Defaults::default(),
            locks: true,
            requires_sessions: false,
            reading: Reading::Tolerant,
        })
        .revisions(Revision::ALL)
    }

    /// The modern revisions that are served, newest first.
    pub fn modern(&self) -> &[Revision] {
        &self.modern
    }

    /// The legacy revisions that are served, newest first.
    pub fn legacy(&self) -> &[Revision] {
        &self.legacy
    }

    pub(super) fn serves_tasks(&self) -> bool {
        self.extensions.iter().any(|id| id == capability::TASKS_EXTENSION)
    }
}

impl fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Endpoint")
            .field("transport", &self.transport)
            .field("legacy", &self.legacy)
            .field("modern", &self.modern)
            .field("capabilities", &self.capabilities)
            .finish_non_exhaustive()
    }
}

/// Says what a server is.
#[derive(Debug)]
#[must_use]
pub struct Builder(Endpoint);

impl Builder {
    /// Serves these revisions.
    pub fn revisions(mut self, revisions: &[Revision]) -> Self {
        let of = |era| {
            let mut served: Vec<_> = revisions.iter().copied().filter(|revision| revision.era() == era).collect();
            served.sort_unstable_by(|a, b| b.cmp(a));
            served.dedup();
            served
        };
        (self.0.legacy, self.0.modern) = (of(Era::Legacy), of(Era::Modern));
        self
    }

    /// Offers these capabilities, any revision's `ServerCapabilities` or the same as JSON (R-CAP-7). What does not
    /// serialise to an object offers nothing.
    pub fn capabilities(mut self, capabilities: &impl Serialize) -> Self {
        self.0.capabilities = JsonObject::of(capabilities).unwrap_or_default().into();
        self.0.can_log = capability::declares(self.0.capabilities.as_raw(), &["logging"]);
        self
    }

    /// Has enabled this extension (R-EXT-1).
    pub fn extension(mut self, id: impl Into<String>) -> Self {
        self.0.extensions.push(id.into());
        self
    }

    /// Has a method of its own, which no revision knows (R-GATE-8).
    pub fn method(mut self, name: impl Into<String>) -> Self {
        self.0.methods.push(name.into());
        self
    }

    /// Answers only these origins over HTTP, where a request names one; any without this call.
    pub fn origins(mut self, allowed: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.0.origins = Origins::Listed(allowed.into_iter().map(Into::into).collect());
        self
    }

    /// Answers over HTTP only what names this machine as its host and, where it names one, its origin: `localhost`,
    /// `127.0.0.1` or `[::1]`, at any port. That is for a server that listens on loopback, against web pages whose name
    /// was made to lead there (DNS rebinding).
    pub fn local_only(mut self) -> Self {
        self.0.origins = Origins::Local;
        self
    }

    /// Finds the input schema of a tool, for the `Mcp-Param-*` headers of calls over HTTP (R-HDR-11).
    pub fn tool_schemas(mut self, find: impl Fn(&str) -> Option<Json> + Send + Sync + 'static) -> Self {
        self.0.tool_schemas = Some(Box::new(find));
        self
    }

    /// Tells in every modern result who it is: any revision's `Implementation`, or the same as JSON.
    pub fn identity(mut self, identity: &impl Serialize) -> Self {
        self.0.defaults.identity = JsonObject::of(identity).ok();
        self
    }

    /// Tells with the handshake how it wants to be used.
    pub fn instructions(mut self, instructions: impl Into<String>) -> Self {
        self.0.instructions = Some(instructions.into());
        self
    }

    /// Lets lists and resources be cached so, where a handler says nothing (R-CACHE-1).
    pub fn cache(mut self, hints: CacheHints) -> Self {
        self.0.defaults.cache = hints;
        self
    }

    /// Judges every message by its own claim, on one connection both eras, instead of locking to the first (R-LOCK-2).
    pub fn without_lock(mut self) -> Self {
        self.0.locks = false;
        self
    }

    /// Refuses over HTTP, with 400, whatever is legacy and has no session, but for `initialize`: for a server that gives
    /// every legacy client a session (Streamable HTTP, Session Management).
    pub fn requires_sessions(mut self) -> Self {
        self.0.requires_sessions = true;
        self
    }

    /// Reads messages strictly instead of tolerantly.
    pub fn strict(mut self) -> Self {
        self.0.reading = Reading::Strict;
        self
    }

    /// A server over stdio.
    #[must_use]
    pub fn stdio(mut self) -> Endpoint {
        self.0.transport = Transport::Stdio;
        self.0
    }

    /// A server over HTTP.
    #[must_use]
    pub fn http(mut self) -> Endpoint {
        self.0.transport = Transport::Http;
        self.0
    }
}
