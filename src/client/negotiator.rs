//! Finds out what a server speaks, one message at a time.

use serde_json::value::RawValue;

use super::discover::{read_discover, read_initialize};
use super::outgoing::{Client, headers};
use super::peer::Peer;
use super::probe::{Outcome, Probe, Reason, Verdict, supported};
use crate::id::RequestId;
use crate::json::{self, Json, JsonObject};
use crate::server::Transport;
use crate::wire::Message;
use crate::{Era, Revision, capability, code};

/// What to do next.
#[derive(Clone, Debug)]
pub enum Step {
    /// Send this request, and say with [`Negotiator::heard`] what came of it.
    Send(String),
    /// Send this notification; there is no answer.
    Tell(String),
    /// Speak with the server.
    Speak(Box<Peer>),
    /// There is nothing to be spoken.
    Stop(Reason),
}

/// Finds out what a server speaks: it says what to send, and is told what came of it. It ends for any sequence of
/// outcomes (R-NEG).
#[derive(Clone, Debug)]
pub struct Negotiator {
    client: Client,
    transport: Transport,
    modern: Vec<Revision>,
    legacy: Vec<Revision>,
    state: State,
    sent: u32,
    was_probed_again: bool,
}

#[derive(Clone, Debug)]
enum State {
    Probe { version: Revision, is_retry: bool },
    Handshake,
    Settled { peer: Box<Peer>, told: bool },
    Done(Result<Box<Peer>, Reason>),
}

impl Negotiator {
    /// Probes for a modern server, and falls back to the legacy handshake, as far as the client speaks both.
    pub fn new(client: Client, transport: Transport) -> Self {
        let (modern, legacy) = (client.of_era(Era::Modern), client.of_era(Era::Legacy));
        let state = match (modern.first(), legacy.first()) {
            (Some(version), _) => State::Probe { version: *version, is_retry: false },
            (None, Some(_)) => State::Handshake,
            (None, None) => State::Done(Err(Reason::UnsupportedVersion)),
        };
        Self { client, transport, modern, legacy, state, sent: 0, was_probed_again: false }
    }

    /// Speaks this one revision or none (R-NEG-8).
    pub fn pinned(client: Client, transport: Transport, revision: Revision) -> Self {
        Self::new(client.with_revisions(&[revision]), transport)
    }

    /// What to do next. Asked again before an outcome was heard, it says the same again.
    #[expect(clippy::should_implement_trait, reason = "it is no iterator: it waits for what was heard")]
    pub fn next(&mut self) -> Step {
        match &mut self.state {
            State::Probe { version, .. } => {
                let version = *version;
                Step::Send(self.message("server/discover", self.client.stamp(version, None)))
            }
            State::Handshake => Step::Send(self.message("initialize", Some(self.handshake()))),
            State::Settled { told: told @ false, .. } => {
                *told = true;
                Step::Tell(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#.to_owned())
            }
            State::Settled { peer, .. } => Step::Speak(peer.clone()),
            State::Done(Ok(peer)) => Step::Speak(peer.clone()),
            State::Done(Err(reason)) => Step::Stop(*reason),
        }
    }

    /// The headers of what is to be sent, over HTTP: a probe mirrors its body, a handshake has none of them yet (R-HDR-1,
    /// R-HDR-14).
    pub fn headers(&self, message: &str) -> Vec<(String, String)> {
        match (Message::parse(message.as_bytes()), &self.state) {
            (_, State::Settled { peer, .. }) => peer.headers(message, &[]).unwrap_or_default(),
            (Ok(Message::Request(request)), _) if request.claims_modern() => headers(&request, &[]).unwrap_or_default(),
            _ => Vec::new(),
        }
    }

    /// What came of the last request. Once it is settled what a server speaks, nothing changes that.
    pub fn heard(&mut self, outcome: Outcome) {
        self.sent += 1;
        self.state = match &self.state {
            State::Probe { version, is_retry } => self.probed(*version, *is_retry, &outcome),
            State::Handshake => self.shaken(&outcome),
            settled @ (State::Settled { .. } | State::Done(_)) => settled.clone(),
        };
        if matches!(self.state, State::Probe { is_retry: true, .. }) {
            self.was_probed_again = true;
        }
    }

    fn message(&self, method: &str, params: Option<JsonObject>) -> String {
        let id = RequestId::from(self.sent);
        let message = JsonObject::new().with("jsonrpc", "2.0").with("id", &id).with("method", method);
        match params {
            Some(params) => message.with("params", params).as_str().to_owned(),
            None => message.as_str().to_owned(),
        }
    }

    /// The params of `initialize`: the newest legacy version, and capabilities as that revision knows them (R-NEG-11).
    fn handshake(&self) -> JsonObject {
        let version = self.legacy.iter().max().copied().unwrap_or_else(Revision::latest_legacy);
        let unnamed = || JsonObject::new().with("name", "unnamed").with("version", "0");
        JsonObject::new()
            .with("protocolVersion", version.as_str())
            .with("capabilities", capability::of_client(version, Json::from(self.client.capabilities.clone()).as_raw()))
            .with("clientInfo", self.client.info.clone().unwrap_or_else(unnamed))
    }

    fn probed(&self, requested: Revision, is_retry: bool, outcome: &Outcome) -> State {
        let probe = Probe {
            transport: self.transport,
            modern: &self.modern,
            legacy: &self.legacy,
            requested,
            method: "server/discover",
            is_retry,
        };
        match (probe.judge(outcome), outcome) {
            (Verdict::Modern(revision), Outcome::Result(result)) => self.discovered(revision, result),
            (Verdict::Modern(_), _) => State::Done(Err(Reason::InvalidResult)),
            (Verdict::Retry(version), _) => State::Probe { version, is_retry: true },
            // Once it is settled that a server is modern, it is never asked for the handshake again (R-NEG-9).
            (Verdict::Legacy, _) if self.was_probed_again => State::Done(Err(Reason::UnsupportedVersion)),
            (Verdict::Legacy, _) => State::Handshake,
            (Verdict::Stop(reason), _) => State::Done(Err(reason)),
        }
    }

    fn discovered(&self, revision: Revision, result: &RawValue) -> State {
        match read_discover(result) {
            Ok(found) => {
                let peer =
                    Peer::new(self.client.clone(), revision, found.capabilities, found.instructions, found.identity);
                State::Done(Ok(Box::new(peer)))
            }
            Err(_) => State::Done(Err(Reason::InvalidResult)),
        }
    }

    fn shaken(&self, outcome: &Outcome) -> State {
        let stop = |reason| State::Done(Err(reason));
        match outcome {
            Outcome::Result(result) => match read_initialize(&self.legacy, result) {
                Ok(revision) => State::Settled { peer: Box::new(self.initialized(revision, result)), told: false },
                Err(_) => stop(Reason::InvalidHandshake),
            },
            // A modern server after all: it is probed once more (R-NEG-9).
            Outcome::Error { error, .. }
                if error.code == code::UNSUPPORTED_PROTOCOL_VERSION && !self.was_probed_again =>
            {
                let listed = error.data.as_ref().and_then(supported).unwrap_or_default();
                let mutual = |revision: &&Revision| listed.iter().any(|listed| listed == revision.as_str());
                match self.modern.iter().find(mutual) {
                    Some(version) => State::Probe { version: *version, is_retry: true },
                    None => stop(Reason::UnsupportedVersion),
                }
            }
            Outcome::Error { .. } => stop(Reason::HandshakeRefused),
            Outcome::Http { status: 401 | 403, .. } => stop(Reason::Auth),
            Outcome::Http { .. } => stop(Reason::Http),
            Outcome::Timeout => stop(Reason::Timeout),
            Outcome::Closed => stop(Reason::Closed),
            Outcome::Network => stop(Reason::Network),
            Outcome::Unusable => stop(Reason::UnusableReply),
        }
    }

    fn initialized(&self, revision: Revision, result: &RawValue) -> Peer {
        let member = |name: &str| json::member(result, name);
        let instructions = member("instructions").and_then(|text| serde_json::from_str(text.get()).ok());
        let capabilities = member("capabilities").map(Json::from).unwrap_or_else(|| JsonObject::new().into());
        Peer::new(self.client.clone(), revision, capabilities, instructions, member("serverInfo").map(Json::from))
    }
}
