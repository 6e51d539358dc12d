//! Judges one message in its session.

use mcp_wire::dispatch;
use mcp_wire::gate::{self, Direction, Kind, Verdict};
use mcp_wire::wire::{FrameError, Notification, Outcome, Request, Response};
use mcp_wire::{
    Era, Error, ErrorObject, Fault, Json, Message, Path, Problem, Reading, RequestEnvelope, RequestId, Revision,
    catalog, json,
};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::session::{Pending, Session, Source};

/// What is said of one message.
#[derive(Debug, Default)]
pub(crate) struct Judgement {
    pub(crate) kind: &'static str,
    pub(crate) era: Option<Era>,
    pub(crate) revision: Option<(Revision, Source)>,
    pub(crate) direction: Option<Direction>,
    pub(crate) method: Option<String>,
    pub(crate) id: Option<RequestId>,
    pub(crate) type_name: Option<String>,
    pub(crate) note: Option<String>,
    pub(crate) faults: Vec<Fault>,
    pub(crate) answer: Option<Answer>,
    /// The judgements of a batch's messages.
    pub(crate) items: Vec<Judgement>,
}

/// The JSON-RPC error that answers a message that is refused.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) code: i64,
    pub(crate) message: String,
    pub(crate) http_status: Option<u16>,
}

impl Judgement {
    pub(crate) fn is_valid(&self) -> bool {
        self.faults.is_empty() && self.items.iter().all(Self::is_valid)
    }

    fn refuse(&mut self, error: &Error) {
        self.faults = error.faults();
        let http_status = (self.era == Some(Era::Modern)).then(|| error.http_status());
        self.answer = Some(Answer { code: error.code(), message: error.to_string(), http_status });
    }
}

/// Judges messages of one input, one after the other.
pub(crate) struct Judge {
    pub(crate) session: Session,
    pub(crate) from: Option<Direction>,
    pub(crate) reading: Reading,
}

impl Judge {
    pub(crate) fn judge(&mut self, bytes: &[u8]) -> Judgement {
        match Message::parse_in(bytes, self.reading) {
            Ok(message) => self.message(&message),
            Err(error) => Self::no_message(error),
        }
    }

    fn no_message(error: FrameError) -> Judgement {
        let mut judgement = Judgement { kind: "invalid", id: error.id().cloned(), ..Judgement::default() };
        judgement.refuse(&error.into());
        judgement
    }

    fn message(&mut self, message: &Message<'_>) -> Judgement {
        let mut judgement = Judgement {
            kind: message.kind(),
            era: Some(Era::classify(message)),
            method: message.method().map(str::to_owned),
            id: message.id().cloned(),
            ..Judgement::default()
        };
        match message {
            Message::Request(request) => self.request(request, &mut judgement),
            Message::Notification(notification) => self.notification(notification, &mut judgement),
            Message::Response(response) => self.response(response, &mut judgement),
            Message::Batch(batch) => {
                let (revision, source) = self.session.legacy_revision();
                judgement.revision = Some((revision, source));
                if !revision.allows_batches() {
                    let reason = format!("{revision} has no batches");
                    judgement.faults.push(refused(Path::default(), reason.clone(), "R-JSONRPC-7"));
                    let code = mcp_wire::code::INVALID_REQUEST;
                    judgement.answer = Some(Answer { code, message: reason, http_status: None });
                    return judgement;
                }
                judgement.items = batch
                    .items()
                    .iter()
                    .map(|item| match item {
                        Ok(message) => self.message(message),
                        Err(error) => Self::no_message(error.clone()),
                    })
                    .collect();
            }
            _ => {}
        }
        judgement
    }

    fn request(&mut self, request: &Request<'_>, judgement: &mut Judgement) {
        let (revision, source) = match self.claimed(request, judgement) {
            Ok(Some(revision)) => (revision, Source::Claimed),
            Ok(None) => self.legacy_revision(request),
            Err(error) => {
                let direction = self.direction(Revision::latest_modern(), Kind::Request, request.method());
                judgement.direction = Some(direction);
                return judgement.refuse(&error);
            }
        };
        judgement.revision = Some((revision, source));
        let direction = self.direction(revision, Kind::Request, request.method());
        judgement.direction = Some(direction);
        let entry = gate::gate(revision, direction, Kind::Request, request.method()).known();
        let pending = Pending {
            method: request.method().to_owned(),
            revision,
            source,
            entry,
            wants_task: request.params().is_some_and(|params| params.get("task").is_some()),
            is_modern: judgement.era == Some(Era::Modern),
        };
        self.session.sent(direction, request.id().clone(), pending);
        let dispatched = match direction {
            Direction::ClientToServer => dispatch::client_request(request, revision, self.reading).map(written),
            Direction::ServerToClient => dispatch::server_request(request, revision, self.reading).map(written),
        };
        match dispatched {
            Ok(again) => {
                judgement.type_name = entry.map(|entry| entry.message().to_owned());
                judgement.faults.extend(self.lost_params(request.text(), again));
            }
            Err(error) => judgement.refuse(&error.into()),
        }
    }

    /// The revision that a modern request claims, once its envelope is whole.
    fn claimed(&self, request: &Request<'_>, judgement: &Judgement) -> Result<Option<Revision>, Error> {
        if judgement.era != Some(Era::Modern) {
            return Ok(None);
        }
        Ok(Some(RequestEnvelope::parse(request)?.revision(Revision::ALL)?))
    }

    /// The revision of a request without a claim; a handshake is of the revision it offers, if that is a legacy one.
    fn legacy_revision(&self, request: &Request<'_>) -> (Revision, Source) {
        let (revision, source) = self.session.legacy_revision();
        let offered = request.params().filter(|_| request.method() == "initialize");
        let offered = offered.and_then(|params| string(params.get("protocolVersion")?));
        match offered.and_then(|offered| Revision::parse(&offered)).filter(|offered| offered.era() == Era::Legacy) {
            Some(offered) if source != Source::Given => (offered, Source::Negotiated),
            _ => (revision, source),
        }
    }

    fn notification(&mut self, notification: &Notification<'_>, judgement: &mut Judgement) {
        let (revision, source) = match judgement.era {
            // A claim decides the era alone (R-ERA-7), and so does a connection that speaks nothing else.
            Some(Era::Modern) => (Revision::latest_modern(), Source::Claimed),
            // Notifications carry no envelope, so where requests are modern they are too.
            _ => self.session.current(),
        };
        judgement.revision = Some((revision, source));
        let direction = self.direction(revision, Kind::Notification, notification.method());
        judgement.direction = Some(direction);
        let dispatched = match direction {
            Direction::ClientToServer => {
                dispatch::client_notification(notification, revision, self.reading).map(written)
            }
            Direction::ServerToClient => {
                dispatch::server_notification(notification, revision, self.reading).map(written)
            }
        };
        match dispatched {
            Ok(again) => {
                judgement.faults.extend(self.lost_params(notification.text(), again));
                let verdict = gate::gate(revision, direction, Kind::Notification, notification.method());
                judgement.type_name = verdict.known().map(|entry| entry.message().to_owned());
            }
            Err(error) => {
                judgement.faults = Error::from(error).faults();
            }
        }
    }

    fn response(&mut self, response: &Response<'_>, judgement: &mut Judgement) {
        let waiting = response.id().map(|id| self.session.waiting(id)).unwrap_or_default();
        let sender = |direction: Direction| self.from.is_none_or(|from| from == direction.reversed());
        let mut best: Option<(Direction, Pending, Vec<Fault>, Option<String>)> = None;
        for (direction, request) in waiting.into_iter().filter(|(direction, _)| sender(*direction)) {
            let (faults, type_name) = self.outcome(response, Some(&request), request.revision);
            let better = best.as_ref().is_none_or(|(.., before, _)| !before.is_empty() && faults.is_empty());
            if better {
                best = Some((direction, request, faults, type_name));
            }
        }
        match best {
            Some((direction, request, faults, type_name)) => {
                if let Some(id) = response.id() {
                    self.session.answered(direction, id);
                }
                judgement.direction = Some(direction.reversed());
                judgement.revision = Some((request.revision, request.source));
                judgement.era = Some(if request.is_modern { Era::Modern } else { Era::Legacy });
                self.handshake(response, &request, judgement);
                judgement.method = Some(request.method);
                (judgement.faults, judgement.type_name) = (faults, type_name);
            }
            None => {
                let (revision, source) = self.session.current();
                judgement.revision = Some((revision, source));
                judgement.direction = self.from;
                (judgement.faults, judgement.type_name) = self.outcome(response, None, revision);
                if response.id().is_some() {
                    judgement.note = Some("answers no request seen here".to_owned());
                }
            }
        }
    }

    /// What an `initialize` result settles, and who the server is.
    fn handshake(&mut self, response: &Response<'_>, request: &Pending, judgement: &mut Judgement) {
        let Outcome::Result(result) = response.outcome() else { return };
        let read = |name: &str| json::member(result, name);
        if request.method == "initialize" {
            let settled = read("protocolVersion").and_then(|version| Revision::parse(&string(version)?));
            if let Some(settled) = settled.filter(|revision| revision.era() == Era::Legacy) {
                self.session.negotiate(settled);
                if request.source != Source::Given {
                    judgement.revision = Some((settled, Source::Negotiated));
                }
            }
            judgement.note = read("serverInfo").and_then(peer);
        }
    }

    fn outcome(
        &self,
        response: &Response<'_>,
        request: Option<&Pending>,
        revision: Revision,
    ) -> (Vec<Fault>, Option<String>) {
        match response.outcome() {
            Outcome::Error(error) => self.error(response, error, revision),
            Outcome::Result(result) => self.result(result, request, revision),
        }
    }

    fn result(&self, result: &RawValue, request: Option<&Pending>, revision: Revision) -> (Vec<Fault>, Option<String>) {
        let entry = request.and_then(|request| request.entry);
        let results: Vec<_> = entry.map(|entry| entry.results().collect()).unwrap_or_default();
        let Some(ordinary) = results.first() else {
            return self.definition(result, "Result", revision, Some("result"));
        };
        let result_type = json::member(result, "resultType").and_then(string);
        let name = match result_type.as_deref() {
            Some("input_required") if revision.era() == Era::Modern => {
                let Some(name) = results.iter().find(|name| **name == "InputRequiredResult") else {
                    let reason = "this method is not answered with `input_required`".to_owned();
                    return (vec![at_result_type(reason, "R-MRTR-1")], None);
                };
                *name
            }
            Some("complete") | None => match results.iter().find(|name| **name == "CreateTaskResult") {
                Some(task)
                    if request.is_some_and(|request| request.wants_task) && json::member(result, "task").is_some() =>
                {
                    *task
                }
                _ => *ordinary,
            },
            Some(other) if revision.era() == Era::Modern => {
                let reason = format!("unrecognised `{}`", other.chars().take(64).collect::<String>());
                return (vec![at_result_type(reason, "R-RES-2")], None);
            }
            Some(_) => *ordinary,
        };
        self.definition(result, name, revision, Some("result"))
    }

    fn error(&self, response: &Response<'_>, error: &RawValue, revision: Revision) -> (Vec<Fault>, Option<String>) {
        if response.id().is_none() && !self.reading.is_strict() {
            // T3: without an id there is no frame of every revision that it could be (R-ERR-5).
            let read = mcp_wire::from_str_in::<ErrorObject>(error.get(), self.reading);
            let faults =
                read.err().map(|wrong| wrong.faults().iter().map(|fault| fault.clone().below("error")).collect());
            return (faults.unwrap_or_default(), Some("Error".to_owned()));
        }
        let code = json::member(error, "code").and_then(|code| code.get().parse().ok());
        let name = code.and_then(|code| revision.error_definition(code)).or_else(|| revision.error_frame());
        match (name, serde_json::from_str::<&RawValue>(response.text())) {
            (Some(name), Ok(message)) => self.definition(message, name, revision, None),
            _ => (Vec::new(), None),
        }
    }

    /// Judges a value as a definition, at `below` of the message.
    fn definition(
        &self,
        value: &RawValue,
        name: &str,
        revision: Revision,
        below: Option<&str>,
    ) -> (Vec<Fault>, Option<String>) {
        match catalog::check(revision, name, value.get(), self.reading) {
            Ok(again) => {
                let lost = (self.reading.is_strict() && again != Json::from(value)).then(|| lost(below));
                (lost.into_iter().collect(), Some(name.to_owned()))
            }
            Err(catalog::CatalogError::Invalid(error)) => {
                let faults = error.faults().iter().cloned();
                let faults = faults
                    .map(|fault| match below {
                        Some(member) => fault.below(member),
                        None => fault,
                    })
                    .collect();
                (faults, None)
            }
            Err(error) => (vec![refused(Path::default(), error.to_string(), "features")], None),
        }
    }

    /// Whether params, once decoded and written again, are not what they were: a fault of this program, not of the peer. What
    /// the tolerant reading lets pass is not written again, so there nothing is said of it.
    fn lost_params(&self, text: &str, again: Option<Json>) -> Option<Fault> {
        let message = serde_json::from_str::<&RawValue>(text).ok().filter(|_| self.reading.is_strict())?;
        let before = json::member(message, "params").map(Json::from);
        let after = again.and_then(|again| json::member(again.as_raw(), "params").map(Json::from));
        (before != after).then(|| lost(Some("params")))
    }

    /// Which way a method goes: the only way it goes in this revision, else in any, else as the command line says.
    fn direction(&self, revision: Revision, kind: Kind, method: &str) -> Direction {
        let ways = [Direction::ClientToServer, Direction::ServerToClient];
        let known: Vec<_> = ways
            .into_iter()
            .filter(|way| matches!(gate::gate(revision, *way, kind, method), Verdict::Known(_)))
            .collect();
        let ever: Vec<_> =
            gate::methods().iter().filter(|row| row.name() == method).map(|row| row.direction()).collect();
        match (known.as_slice(), ever.as_slice()) {
            ([only], _) | ([], [only]) => *only,
            _ => self.from.unwrap_or(Direction::ClientToServer),
        }
    }
}

/// A typed message as it is written.
fn written(message: impl Serialize) -> Option<Json> {
    Json::of(&message).ok()
}

fn lost(member: Option<&str>) -> Fault {
    let fault = refused(Path::default(), "is another once it was decoded and written again".to_owned(), "lossless");
    match member {
        Some(member) => fault.below(member),
        None => fault,
    }
}

fn refused(path: Path, reason: String, rule: &'static str) -> Fault {
    Fault::new(path, Problem::Refused(reason), rule)
}

fn at_result_type(reason: String, rule: &'static str) -> Fault {
    refused(Path::default(), reason, rule).below("resultType").below("result")
}

/// The string that JSON text says, if it says one.
fn string(value: &RawValue) -> Option<String> {
    serde_json::from_str(value.get()).ok()
}

/// `server weather 1.4.0`.
fn peer(server: &RawValue) -> Option<String> {
    let [name, version] = ["name", "version"].map(|member| json::member(server, member).and_then(string));
    Some(format!("server {} {}", name?, version?))
}
