//! What a server remembers of a connection between two messages.

use serde_json::value::RawValue;

use crate::json::{Json, JsonObject};
use crate::log_level::LogLevel;
use crate::wire::Request;
use crate::{Era, Revision};

/// What a server remembers of one connection: a small value that the caller owns.
///
/// It stands for a stdio process, or for a legacy HTTP session; modern HTTP has none, so there every request comes with
/// a new one. A lock never changes (R-LOCK-7).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Session {
    era: Option<Era>,
    handshake: Handshake,
}

/// What the legacy handshake settled, and what was set since.
#[derive(Clone, Debug, Default, PartialEq)]
struct Handshake {
    revision: Option<Revision>,
    capabilities: JsonObject,
    client: Option<JsonObject>,
    log_level: Option<LogLevel>,
}

impl Session {
    /// A connection on which nothing was said yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// A legacy session that the caller found by other means, its revision settled if it is known.
    pub fn legacy(revision: impl Into<Option<Revision>>) -> Self {
        let handshake = Handshake { revision: revision.into(), ..Handshake::default() };
        Self { era: Some(Era::Legacy), handshake }
    }

    /// A connection that speaks modern revisions.
    pub fn modern() -> Self {
        Self { era: Some(Era::Modern), handshake: Handshake::default() }
    }

    /// The era it is locked to, if it is.
    pub fn era(&self) -> Option<Era> {
        self.era
    }

    /// The revision that `initialize` settled.
    pub fn negotiated(&self) -> Option<Revision> {
        self.handshake.revision
    }

    /// What the client declared with `initialize`; empty without it.
    pub fn capabilities(&self) -> &JsonObject {
        &self.handshake.capabilities
    }

    /// Who the client is, as it said with `initialize`.
    pub fn client(&self) -> Option<&JsonObject> {
        self.handshake.client.as_ref()
    }

    /// From which severity on log messages are wanted, once `logging/setLevel` said so (R-LOG-1).
    pub fn log_level(&self) -> Option<LogLevel> {
        self.handshake.log_level
    }

    pub(super) fn change(&mut self, change: Change, request: &Request<'_>) {
        match change {
            Change::None => {}
            Change::Modern => *self = Self::modern(),
            Change::Shaken(revision) => *self = Self::shaken(request, revision),
            Change::Legacy => {
                self.era = Some(Era::Legacy);
                self.set_level(request);
            }
            Change::Set => self.set_level(request),
        }
    }

    fn shaken(request: &Request<'_>, revision: Revision) -> Self {
        let object = |name: &str| request.params()?.get(name).map(Json::from).and_then(Json::into_object);
        let handshake = Handshake {
            revision: Some(revision),
            capabilities: object("capabilities").unwrap_or_default(),
            client: object("clientInfo"),
            log_level: None,
        };
        Self { era: Some(Era::Legacy), handshake }
    }

    fn set_level(&mut self, request: &Request<'_>) {
        if request.method() == SET_LEVEL {
            let level = request.params().and_then(|params| params.get("level")).map(RawValue::get);
            let level = level.and_then(|level| serde_json::from_str::<String>(level).ok());
            self.handshake.log_level = level.and_then(|level| LogLevel::parse(&level)).or(self.log_level());
        }
    }
}

/// What an admitted request does to its session.
pub(super) enum Change {
    /// Nothing.
    None,
    /// Locks it to modern revisions.
    Modern,
    /// Is the handshake, which settles this revision.
    Shaken(Revision),
    /// Locks it to legacy revisions, and sets the log level if it is for that.
    Legacy,
    /// Sets the log level if it is for that.
    Set,
}

/// The method that sets the level of a legacy session.
pub(super) const SET_LEVEL: &str = "logging/setLevel";
