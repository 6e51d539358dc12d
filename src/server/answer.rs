//! The requests that the protocol itself answers: what a server says of itself, and what only its session need know.

use super::decision::Admitted;
use super::endpoint::Endpoint;
use super::reply::{Finished, Reply};
use super::session::SET_LEVEL;
use crate::gate::INITIALIZE;
use crate::json::{Json, JsonObject};
use crate::{Revision, capability};

pub(super) const DISCOVER: &str = "server/discover";

impl Endpoint {
    /// The answer to `initialize`, `server/discover`, `ping` and `logging/setLevel`, which need no handler: who the server
    /// is and what it can do was said when it was built, and [`admit`](Endpoint::admit) has put the level into the session.
    /// `None` for anything else.
    pub fn answer(&self, admitted: &Admitted<'_>) -> Option<Finished> {
        let reply = admitted.reply.as_ref()?;
        let result = match reply.method.as_str() {
            INITIALIZE => self.handshake(reply),
            DISCOVER => self.discovery(reply.revision),
            "ping" | SET_LEVEL => JsonObject::new(),
            _ => return None,
        };
        Some(reply.finish(Ok(result)))
    }

    /// R-NEG-10: the settled version, and capabilities as that revision knows them.
    fn handshake(&self, reply: &Reply) -> JsonObject {
        let revision = reply.negotiated.unwrap_or(reply.revision);
        let unnamed = || JsonObject::new().with("name", "unnamed").with("version", "0");
        let result = JsonObject::new()
            .with("protocolVersion", revision.as_str())
            .with("capabilities", capability::of_server(revision, self.capabilities.as_raw()))
            .with("serverInfo", self.defaults.identity.clone().unwrap_or_else(unnamed));
        self.with_instructions(result)
    }

    /// R-RES-7: modern versions alone (R-VER-3); what every modern result carries is added later.
    fn discovery(&self, revision: Revision) -> JsonObject {
        let versions: Vec<_> = self.modern.iter().map(|revision| revision.as_str()).collect();
        let result = JsonObject::new()
            .with("supportedVersions", Json::from(serde_json::Value::from(versions)))
            .with("capabilities", capability::of_server(revision, self.capabilities.as_raw()));
        self.with_instructions(result)
    }

    fn with_instructions(&self, result: JsonObject) -> JsonObject {
        match &self.instructions {
            Some(instructions) => result.with("instructions", instructions.as_str()),
            None => result,
        }
    }
}
