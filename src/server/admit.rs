//! The ladder: every check of a message in its order, the first failure wins (R-LADDER-1, R-LOCK-5).

use super::answer::DISCOVER;
use super::decision::{Admitted, Call, Cause, Decision, Dropped, Refusal};
use super::endpoint::{Endpoint, Transport};
use super::finalize::tasks_requirement;
use super::reply::Reply;
use super::session::{Change, Session};
use crate::dispatch::{self, DispatchError};
use crate::envelope::{self, RequestEnvelope};
use crate::gate::{Direction, INITIALIZE, Kind, Verdict, gate};
use crate::header::{self, Found, Head};
use crate::id::RequestId;
use crate::json::{self, Json, JsonObject};
use crate::wire::{Batch, Message, Notification, Params, Request, Response};
use crate::{AnyClientRequest, Era, Error, Revision, capability, subscription};

/// A refusal, on its way up.
type Refused = Box<Refusal>;

impl Endpoint {
    /// Decides what to make of one message: a typed, admitted call, the exact refusal, or nothing.
    ///
    /// `head` is that of the HTTP request, `None` on stdio. Only an admitted request changes the session; a refusal leaves
    /// it as it was.
    pub fn admit<'a>(&self, session: &mut Session, head: Option<&Head>, bytes: &'a [u8]) -> Decision<'a> {
        match self.decide(session, head, bytes) {
            Ok(decision) => decision,
            Err(mut refusal) => {
                let negotiated = session.negotiated();
                refusal.null_id = negotiated.is_some_and(|revision| !revision.allows_errors_without_id());
                Decision::Refused(refusal)
            }
        }
    }

    fn decide<'a>(&self, session: &mut Session, head: Option<&Head>, bytes: &'a [u8]) -> Result<Decision<'a>, Refused> {
        let head = head.filter(|_| self.transport == Transport::Http);
        if let Some(head) = head {
            let is_for_session = self.check_verb(head.verb())?;
            self.check_origin(head)?;
            if is_for_session {
                self.check_session(Some(head), session).map_err(|cause| refusal(cause, Some(Era::Legacy)))?;
                return Ok(Decision::SessionVerb);
            }
        }
        let message = Message::parse_in(bytes, self.reading).map_err(|error| {
            let id = error.id().cloned();
            Box::new(Refusal { id, ..*refusal(Cause::Stage(error.into()), None) })
        })?;
        let step = Step { endpoint: self, head, session };
        match &message {
            Message::Request(request) => {
                let (decision, change) = step.request(request, &message)?;
                session.change(change, request);
                Ok(decision)
            }
            Message::Notification(notification) => step.notification(notification, &message),
            Message::Response(response) => step.response(response),
            Message::Batch(batch) => {
                let decisions = step.batch(batch)?;
                for (item, decision) in batch.items().iter().zip(&decisions) {
                    if let (Ok(Message::Request(request)), Decision::Admitted(_)) = (item, decision) {
                        session.change(Change::Set, request);
                    }
                }
                Ok(Decision::Batch(decisions))
            }
        }
    }

    /// Whether the verb is one of legacy sessions (R-ERA-11).
    fn check_verb(&self, verb: &str) -> Result<bool, Refused> {
        match (verb, self.legacy.is_empty()) {
            ("POST", _) => Ok(false),
            ("GET" | "DELETE", false) => Ok(true),
            (_, true) => Err(refusal(Cause::Verb { allowed: "POST" }, None)),
            (_, false) => Err(refusal(Cause::Verb { allowed: "GET, POST, DELETE" }, None)),
        }
    }

    /// Whether what is legacy and not the handshake comes with a session, where the server wants that.
    fn check_session(&self, head: Option<&Head>, session: &Session) -> Result<(), Cause> {
        match self.requires_sessions && head.is_some() && session.era() != Some(Era::Legacy) {
            true => Err(Cause::SessionRequired),
            false => Ok(()),
        }
    }

    fn check_origin(&self, head: &Head) -> Result<(), Refused> {
        match self.origins.allow(head) {
            true => Ok(()),
            false => Err(refusal(Cause::Origin, None)),
        }
    }
}

fn refusal(cause: Cause, era: Option<Era>) -> Refused {
    Box::new(Refusal::new(cause, era, None))
}

/// One message on its way down the ladder.
struct Step<'e> {
    endpoint: &'e Endpoint,
    head: Option<&'e Head>,
    session: &'e Session,
}

impl Step<'_> {
    /// What the session is locked to, where locking is the policy.
    fn lock(&self) -> Option<Era> {
        match self.session.era() {
            era @ Some(_) if self.endpoint.locks => era,
            // A modern-only server on stdio is as if locked from the first byte (R-LOCK-8).
            _ if self.endpoint.legacy.is_empty() && self.head.is_none() => Some(Era::Modern),
            _ => None,
        }
    }

    fn request<'a>(&self, request: &Request<'a>, message: &Message<'a>) -> Result<(Decision<'a>, Change), Refused> {
        let claimed = self.claimed(message);
        let era = match self.lock() {
            Some(Era::Legacy) if claimed == Era::Modern => {
                return Err(self.refuse(request, Era::Legacy, Cause::Locked));
            }
            Some(era) => era,
            None if claimed == Era::Modern || self.header_is_modern() || self.endpoint.legacy.is_empty() => Era::Modern,
            None => Era::Legacy,
        };
        let admitted = match era {
            Era::Modern => self.modern_request(request, message)?,
            _ => self.legacy_request(request)?,
        };
        let settles = self.endpoint.locks && request.method() != DISCOVER;
        let change = match era {
            Era::Modern if settles && self.head.is_none() => Change::Modern,
            Era::Modern => Change::None,
            _ if request.method() == INITIALIZE => Change::Shaken(admitted.revision),
            _ if settles => Change::Legacy,
            _ => Change::Set,
        };
        Ok((Decision::Admitted(admitted), change))
    }

    /// The era that a message claims, where there is a choice: a server without modern revisions knows no claims, and must
    /// not answer with what a probing client reads as modern evidence (R-ERR-3).
    fn claimed(&self, message: &Message<'_>) -> Era {
        match self.endpoint.modern.is_empty() {
            true => Era::Legacy,
            false => Era::classify(message),
        }
    }

    fn refuse(&self, request: &Request<'_>, era: Era, cause: Cause) -> Refused {
        // Who serves legacy revisions too has nothing to tell a client that contradicts itself, only one whose method is
        // gone (R-GATE-2, R-LOCK-8).
        let tells_versions = self.endpoint.legacy.is_empty() || matches!(cause, Cause::Stage(Error::Dispatch(_)));
        let mut refusal = Refusal::new(cause, Some(era), Some(request.id()));
        if era == Era::Modern && request.method() == INITIALIZE && tells_versions {
            refusal.supported = Some(self.endpoint.modern.clone());
        }
        Box::new(refusal)
    }

    /// Whether the version header makes a message without a claim modern (R-ERA-10).
    fn header_is_modern(&self) -> bool {
        if self.session.era() == Some(Era::Legacy) || self.endpoint.modern.is_empty() {
            return false;
        }
        match self.head.map(Head::version) {
            Some(Found::Value(version)) => Revision::parse(version).is_none_or(|known| known.era() != Era::Legacy),
            Some(Found::Unusable) => true,
            Some(Found::Absent) | None => false,
        }
    }

    fn modern_request<'a>(&self, request: &Request<'a>, message: &Message<'a>) -> Result<Box<Admitted<'a>>, Refused> {
        let refuse = |cause| self.refuse(request, Era::Modern, cause);
        let stage = |error: Error| refuse(Cause::Stage(error));
        if self.lock() == Some(Era::Modern) {
            // Locked, the gate comes first: its revision is settled (R-LOCK-5).
            self.gate(request, self.newest_modern())?;
        }
        let (typed, envelope) = match self.at_once(request) {
            Some((typed, envelope)) => (Some(typed), envelope),
            None => (None, RequestEnvelope::parse(request).map_err(|error| stage(error.into()))?),
        };
        if let Some(head) = self.head {
            header::check(head, message).map_err(|error| refuse(Cause::Header(error)))?;
        }
        let revision = envelope.revision(&self.endpoint.modern).map_err(|error| stage(error.into()))?;
        let is_known = typed.is_some() || self.gate(request, revision)?;
        let capabilities = self.endpoint.capabilities.as_raw();
        capability::server_allows(revision, capabilities, request.method())
            .map_err(|needed| refuse(Cause::ServerCapability { needed }))?;
        self.check_param_headers(request).map_err(|error| refuse(Cause::Header(error)))?;
        let call = match typed {
            Some(typed) => Call::Request(typed),
            None if is_known => dispatch::client_request(request, revision, self.endpoint.reading)
                .map(Call::Request)
                .map_err(|error| stage(error.into()))?,
            None => other(request.method(), request.params()),
        };
        self.check_client(request, &envelope).map_err(|missing| refuse(Cause::ClientCapability { missing }))?;
        let reply = self.modern_reply(request, revision, &envelope);
        Ok(Box::new(Admitted { era: Era::Modern, revision, envelope: Some(envelope), call, reply: Some(reply) }))
    }

    /// A request that its type takes has a whole envelope, too: then neither is looked at twice. Of any other the steps of
    /// the ladder say what is wrong first.
    fn at_once<'a>(&self, request: &Request<'a>) -> Option<(AnyClientRequest, RequestEnvelope<'a>)> {
        let envelope = RequestEnvelope::of_typed(request)?;
        let revision = envelope.revision(&self.endpoint.modern).ok()?;
        let typed = dispatch::client_request(request, revision, self.endpoint.reading).ok()?;
        typed.claim().is_some().then_some((typed, envelope))
    }

    fn newest_modern(&self) -> Revision {
        self.endpoint.modern.first().copied().unwrap_or_else(Revision::latest_modern)
    }

    /// Whether the revision itself has the method; if not, an extension or the application has.
    fn gate(&self, request: &Request<'_>, revision: Revision) -> Result<bool, Refused> {
        let method = request.method();
        let is_ours = || self.endpoint.methods.iter().any(|own| own == method);
        match gate(revision, Direction::ClientToServer, Kind::Request, method) {
            Verdict::Known(_) => Ok(true),
            _ if self.is_task_method(revision, method) || is_ours() => Ok(false),
            verdict => {
                let era = revision.era();
                let error =
                    DispatchError::Gate { method: crate::text::cut(method, crate::text::QUOTED), revision, verdict };
                Err(self.refuse(request, era, Cause::Stage(error.into())))
            }
        }
    }

    /// Whether a method comes with the tasks extension, and that is enabled (R-GATE-9).
    fn is_task_method(&self, revision: Revision, method: &str) -> bool {
        self.endpoint.serves_tasks() && crate::gate::is_task_method(revision, method)
    }

    fn check_param_headers(&self, request: &Request<'_>) -> Result<(), header::HeaderMismatch> {
        let (Some(head), Some(find)) = (self.head, &self.endpoint.tool_schemas) else { return Ok(()) };
        if request.method() != "tools/call" {
            return Ok(());
        }
        let name = request.params().and_then(|params| params.get("name"));
        let schema = name.and_then(|name| find(&serde_json::from_str::<String>(name.get()).ok()?));
        let schema = schema.and_then(|schema| schema.decode::<serde_json::Value>().ok());
        // A tool whose annotations are invalid is no tool over HTTP; there is nothing to compare with.
        match schema.and_then(|schema| header::annotations(&schema).ok()) {
            Some(annotations) => header::check_params(head, request.params(), &annotations),
            None => Ok(()),
        }
    }

    /// What the request needs the client to have declared (R-GATE-9, R-SUB-1).
    fn check_client(&self, request: &Request<'_>, envelope: &RequestEnvelope<'_>) -> Result<(), JsonObject> {
        let filter = request.params().and_then(|params| params.get("notifications"));
        let wants_tasks = match request.method() {
            "subscriptions/listen" => filter.is_some_and(subscription::asks_for_tasks),
            method => crate::gate::is_task_method(Revision::latest_modern(), method),
        };
        let declared = || capability::declares_extension(envelope.capabilities(), capability::TASKS_EXTENSION);
        match wants_tasks && !declared() {
            true => Err(tasks_requirement()),
            false => Ok(()),
        }
    }

    fn modern_reply(&self, request: &Request<'_>, revision: Revision, envelope: &RequestEnvelope<'_>) -> Reply {
        Reply {
            declared: Json::from(envelope.capabilities()).into_object().unwrap_or_default(),
            log_level: envelope.log_level(),
            progress_token: envelope.progress_token().cloned(),
            ..self.reply(request, revision)
        }
    }

    fn legacy_reply(&self, request: &Request<'_>, revision: Revision) -> Reply {
        let token =
            request.params().and_then(Params::meta).and_then(|meta| json::member(meta, envelope::PROGRESS_TOKEN));
        Reply {
            declared: self.session.capabilities().clone(),
            client: self.session.client().cloned(),
            log_level: self.session.log_level(),
            progress_token: token.and_then(|token| RequestId::from_json(token.get())),
            ..self.reply(request, revision)
        }
    }

    fn reply(&self, request: &Request<'_>, revision: Revision) -> Reply {
        Reply {
            id: request.id().clone(),
            revision,
            method: request.method().to_owned(),
            declared: JsonObject::new(),
            client: None,
            negotiated: None,
            log_level: None,
            progress_token: None,
            can_log: self.endpoint.can_log,
            rounds: 0,
            defaults: self.endpoint.defaults.clone(),
        }
    }

    /// The revision of legacy traffic: the negotiated one, else that of the header, else the newest served (R-HDR-14).
    fn legacy_revision(&self) -> Result<Revision, Cause> {
        self.endpoint.check_session(self.head, self.session)?;
        let newest = self.endpoint.legacy.first().copied().unwrap_or_else(Revision::latest_legacy);
        let header = self.head.map(Head::version);
        match (self.session.negotiated(), header) {
            (Some(settled), None | Some(Found::Absent)) => Ok(settled),
            (Some(settled), Some(Found::Value(version))) if version == settled.as_str() => Ok(settled),
            (Some(_), Some(_)) | (None, Some(Found::Unusable)) => Err(Cause::SessionVersion),
            (None, Some(Found::Value(version))) => {
                let known = Revision::parse(version).filter(|known| self.endpoint.legacy.contains(known));
                known.ok_or(Cause::SessionVersion)
            }
            (None, None | Some(Found::Absent)) => Ok(newest),
        }
    }

    fn legacy_request<'a>(&self, request: &Request<'a>) -> Result<Box<Admitted<'a>>, Refused> {
        let refuse = |cause| self.refuse(request, Era::Legacy, cause);
        if request.method() == INITIALIZE {
            return self.initialize(request);
        }
        let revision = self.legacy_revision().map_err(refuse)?;
        let is_known = self.gate(request, revision)?;
        capability::server_allows(revision, self.endpoint.capabilities.as_raw(), request.method())
            .map_err(|needed| refuse(Cause::ServerCapability { needed }))?;
        let call = match is_known {
            true => dispatch::client_request(request, revision, self.endpoint.reading)
                .map(Call::Request)
                .map_err(|error| refuse(Cause::Stage(error.into())))?,
            false => other(request.method(), request.params()),
        };
        let reply = self.legacy_reply(request, revision);
        Ok(Box::new(Admitted { era: Era::Legacy, revision, envelope: None, call, reply: Some(reply) }))
    }

    /// The handshake: the requested version if it is served, else the newest legacy one (R-NEG-10, R-NEG-12).
    fn initialize<'a>(&self, request: &Request<'a>) -> Result<Box<Admitted<'a>>, Refused> {
        let refuse = |cause| self.refuse(request, Era::Legacy, cause);
        if self.session.negotiated().is_some() {
            return Err(refuse(Cause::SecondInitialize));
        }
        let requested = request.params().and_then(|params| params.get("protocolVersion"));
        let requested = requested.and_then(|version| serde_json::from_str::<String>(version.get()).ok());
        let revision = negotiate(&self.endpoint.legacy, requested.as_deref().unwrap_or_default());
        self.gate(request, revision)?;
        let call = dispatch::client_request(request, revision, self.endpoint.reading)
            .map(Call::Request)
            .map_err(|error| refuse(Cause::Stage(error.into())))?;
        let reply = Reply { negotiated: Some(revision), ..self.legacy_reply(request, revision) };
        Ok(Box::new(Admitted { era: Era::Legacy, revision, envelope: None, call, reply: Some(reply) }))
    }

    fn notification<'a>(
        &self,
        notification: &Notification<'a>,
        message: &Message<'a>,
    ) -> Result<Decision<'a>, Refused> {
        let is_modern = match self.lock() {
            Some(era) => era == Era::Modern,
            None => self.claimed(message) == Era::Modern || self.header_is_modern(),
        };
        if !is_modern {
            let revision = self.legacy_revision().map_err(|cause| refusal(cause, Some(Era::Legacy)))?;
            return Ok(self.told(notification, revision));
        }
        match self.lock() {
            // A notification is never refused for its `_meta` there (R-LOCK-6).
            Some(_) if self.head.is_none() => Ok(self.told(notification, self.newest_modern())),
            _ => self.modern_notification(notification, message),
        }
    }

    /// The checks of an unlocked notification: the claim's value, the header, the version (R-ERA-7, R-HDR-4).
    fn modern_notification<'a>(
        &self,
        notification: &Notification<'a>,
        message: &Message<'a>,
    ) -> Result<Decision<'a>, Refused> {
        let refuse = |cause| refusal(cause, Some(Era::Modern));
        let meta = notification.params().and_then(Params::meta);
        let claim = meta.and_then(|meta| json::member(meta, envelope::PROTOCOL_VERSION));
        let version = match claim {
            None => None,
            Some(claim) => match serde_json::from_str::<String>(claim.get()) {
                Ok(version) => Some(version),
                Err(_) => {
                    let error = envelope::EnvelopeError::malformed_claim(claim);
                    return match self.head {
                        Some(_) => Err(refuse(Cause::Stage(error.into()))),
                        None => {
                            Ok(Decision::Dropped(Dropped::Notification { era: Era::Modern, reason: error.to_string() }))
                        }
                    };
                }
            },
        };
        if let Some(head) = self.head {
            header::check(head, message).map_err(|error| refuse(Cause::Header(error)))?;
        }
        let header = self.head.map(Head::version);
        let version = version.or_else(|| match header {
            Some(Found::Value(version)) => Some(version.to_owned()),
            _ => None,
        });
        let Some(version) = version else { return Ok(self.told(notification, self.newest_modern())) };
        match (envelope::served(&version, &self.endpoint.modern), self.head) {
            (Ok(revision), _) => Ok(self.told(notification, revision)),
            (Err(error), Some(_)) => Err(refuse(Cause::Stage(error.into()))),
            (Err(error), None) => {
                Ok(Decision::Dropped(Dropped::Notification { era: Era::Modern, reason: error.to_string() }))
            }
        }
    }

    /// A notification of a revision: for the application, or dropped (R-GATE-3).
    fn told<'a>(&self, notification: &Notification<'a>, revision: Revision) -> Decision<'a> {
        let (era, method) = (revision.era(), notification.method());
        let call = match dispatch::client_notification(notification, revision, self.endpoint.reading) {
            Ok(typed) => Call::Notification(typed),
            Err(DispatchError::Gate { .. }) if self.endpoint.methods.iter().any(|own| own == method) => {
                other(method, notification.params())
            }
            Err(error) => return Decision::Dropped(Dropped::Notification { era, reason: error.to_string() }),
        };
        Decision::Admitted(Box::new(Admitted { era, revision, envelope: None, call, reply: None }))
    }

    /// A response is no evidence of an era; modern clients send none (R-ERA-8).
    fn response<'a>(&self, response: &Response<'a>) -> Result<Decision<'a>, Refused> {
        match (self.session.era(), self.head) {
            (Some(Era::Legacy), _) => Ok(Decision::Response(response.clone())),
            (_, Some(_)) if self.endpoint.legacy.is_empty() => Err(refusal(Cause::Response, None)),
            (_, Some(_)) => match self.endpoint.check_session(self.head, self.session) {
                Ok(()) => Ok(Decision::Response(response.clone())),
                Err(cause) => Err(refusal(cause, Some(Era::Legacy))),
            },
            (_, None) => Ok(Decision::Dropped(Dropped::Response)),
        }
    }

    /// Batches are legacy, of 2025-03-26 alone, and never hold the handshake (R-JSONRPC-7, R-ERA-9).
    fn batch<'a>(&self, batch: &Batch<'a>) -> Result<Vec<Decision<'a>>, Refused> {
        let refuse = || refusal(Cause::Batch, Some(Era::Legacy));
        self.endpoint.check_session(self.head, self.session).map_err(|cause| refusal(cause, Some(Era::Legacy)))?;
        let assumed = Revision::ALL.iter().copied().find(|revision| revision.allows_batches());
        let revision = match (self.session.negotiated(), self.head.map(Head::version)) {
            (Some(settled), _) => Some(settled),
            (None, Some(Found::Absent)) => assumed.filter(|assumed| self.endpoint.legacy.contains(assumed)),
            (None, Some(Found::Value(version))) => Revision::parse(version),
            (None, _) => None,
        };
        let holds_handshake = batch.items().iter().flatten().any(|item| item.method() == Some(INITIALIZE));
        let is_allowed = revision.is_some_and(Revision::allows_batches) && self.lock() != Some(Era::Modern);
        let (Some(revision), false, true) = (revision, holds_handshake, is_allowed) else { return Err(refuse()) };
        // The elements share the session, whose revision is settled.
        let assumed = Session::legacy(revision);
        let session = if self.session.negotiated().is_some() { self.session } else { &assumed };
        let step = Step { session, head: None, endpoint: self.endpoint };
        let decisions = batch.items().iter().map(|item| match item {
            Ok(Message::Request(request)) => match step.legacy_request(request) {
                Ok(admitted) => Decision::Admitted(admitted),
                Err(refusal) => Decision::Refused(refusal),
            },
            Ok(Message::Notification(notification)) => step.told(notification, revision),
            Ok(Message::Response(response)) => Decision::Response(response.clone()),
            Ok(Message::Batch(_)) => Decision::Refused(refuse()),
            Err(error) => {
                let id = error.id().cloned();
                let refused = refusal(Cause::Stage(error.clone().into()), Some(Era::Legacy));
                Decision::Refused(Box::new(Refusal { id, null_id: true, ..*refused }))
            }
        });
        Ok(decisions.collect())
    }
}

/// The version that answers `initialize`: the requested one if it is served, else the newest legacy one (R-NEG-10).
pub fn negotiate(legacy: &[Revision], requested: &str) -> Revision {
    let served = || legacy.iter().copied().filter(|revision| revision.era() == Era::Legacy);
    let same = served().find(|revision| revision.as_str() == requested);
    same.or_else(|| served().max()).unwrap_or_else(Revision::latest_legacy)
}

fn other(method: &str, params: Option<&Params<'_>>) -> Call {
    let params = params.map(|params| params.iter().map(|(name, value)| (name, Json::from(value))).collect());
    Call::Other { method: method.to_owned(), params: params.unwrap_or_default() }
}
