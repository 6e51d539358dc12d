//! Asking a legacy client for what a handler lacks: what a modern server says with an `input_required` result, a legacy
//! one asks with requests of its own, and calls the handler again.

use serde::Serialize;

use super::finalize::{CACHED, RESULT_TYPE};
use super::reply::{Finished, Reply, internal};
use crate::client::{Asked, InputRequired, Pacing, Received, asked, read_result};
use crate::gate::{Direction, Kind, gate};
use crate::id::RequestId;
use crate::json::{Json, JsonObject};
use crate::message::ErrorObject;
use crate::reading::Reading;
use crate::shape;
use crate::wire::{Message, Outcome};
use crate::{Era, Revision};

/// What comes of a handler's outcome.
#[derive(Clone, Debug)]
pub enum Concluded {
    /// The answer.
    Answer(Finished),
    /// Legacy: the client has to be asked first; then the handler is called again.
    Ask(Round),
}

/// One round of requests to a legacy client, on behalf of a handler that asked for input.
#[derive(Clone, Debug)]
pub struct Round {
    revision: Revision,
    asked: InputRequired,
    requests: Vec<Question>,
    answers: JsonObject,
}

#[derive(Clone, Debug)]
struct Question {
    key: String,
    id: RequestId,
    method: String,
    message: String,
}

impl Reply {
    /// Makes a handler's outcome, in the terms of the newest revision, the answer or a round of questions.
    ///
    /// A modern client is answered as by [`Reply::finish`]. A legacy client gets the result without what only modern ones
    /// have; where it asks for input, the client is asked for that with requests ([`Round`]), at most as often as
    /// [`Pacing`] allows. A legacy result that its revision does not know, audio content in 2024-11-05 say, becomes the
    /// error that says so.
    pub fn conclude<R: Serialize>(&mut self, outcome: Result<R, ErrorObject>) -> Concluded {
        match self.concluded(outcome) {
            Ok(concluded) => concluded,
            Err(error) => Concluded::Answer(self.error(error)),
        }
    }

    fn concluded<R: Serialize>(&mut self, outcome: Result<R, ErrorObject>) -> Result<Concluded, ErrorObject> {
        if self.revision.era() == Era::Modern {
            return Ok(Concluded::Answer(self.finish(outcome)));
        }
        let result = Json::of(&outcome?).map_err(|error| internal(error.to_string()))?;
        let is_asking =
            crate::json::member(result.as_raw(), "resultType").is_some_and(|of| of.get() == "\"input_required\"");
        if is_asking {
            return self.ask(&result).map(Concluded::Ask);
        }
        let result = as_legacy(self.stamped(&result)?, &self.method);
        self.check(&result)?;
        Ok(Concluded::Answer(self.result(result)))
    }

    fn check(&self, result: &JsonObject) -> Result<(), ErrorObject> {
        let entry = gate(self.revision, Direction::ClientToServer, Kind::Request, &self.method).known();
        let Some((_, shape)) = entry.and_then(|entry| entry.results.first()) else { return Ok(()) };
        match shape::check(shape, result.as_str(), Reading::Strict).into_iter().next() {
            None => Ok(()),
            Some(fault) => Err(internal(format!("{} does not know this result: {fault}", self.revision))),
        }
    }

    fn ask(&mut self, result: &Json) -> Result<Round, ErrorObject> {
        if self.rounds >= Pacing::default().rounds {
            return Err(internal("too many rounds of input"));
        }
        self.rounds += 1;
        // Judged as a modern client would judge it, but for what was declared, which the legacy rules ask for below.
        let received = read_result(Revision::latest_modern(), &self.method, result.as_raw(), false, None);
        let asked = match received.map_err(|error| internal(error.to_string()))? {
            Received::InputRequired(asked) => asked,
            Received::Complete(()) | Received::Task(_) => return Err(internal("the result asks for nothing")),
        };
        let requests = asked.requests().map(|(key, request)| self.question(key, request)).collect::<Result<_, _>>()?;
        Ok(Round { revision: self.revision, asked, requests, answers: JsonObject::new() })
    }

    /// The request for one input, if the client declared what it needs and its revision knows it (R-CAP-2).
    fn question(&self, key: &str, request: &Json) -> Result<Question, ErrorObject> {
        // As long as this request is in flight its id is nobody else's, so these are unique (R-JSONRPC-5).
        let own = Json::from(&self.id);
        let id = RequestId::from(format!("{}/{}/{key}", own.as_str(), self.rounds));
        let request = request.clone().into_object().unwrap_or_default();
        let message = request.with("jsonrpc", "2.0").with("id", &id).as_str().to_owned();
        let parsed = Message::parse(message.as_bytes()).map_err(|error| internal(error.to_string()))?;
        let Message::Request(request) = &parsed else { return Err(internal("what is asked for is no request")) };
        let method = request.method().to_owned();
        match asked(self.revision, &self.declared.clone().into(), request, Reading::Strict) {
            Asked::Serve(_) => Ok(Question { key: key.to_owned(), id, method, message }),
            Asked::Refuse(error) => Err(internal(error.message)),
            Asked::Drop => Err(internal("a modern client is asked with a result")),
        }
    }
}

/// A result without what only modern servers say, which a handler written for all revisions says to all (R-RES-3).
fn as_legacy(mut result: JsonObject, method: &str) -> JsonObject {
    result.remove(RESULT_TYPE);
    if CACHED.contains(&method) {
        result.remove("ttlMs");
        result.remove("cacheScope");
    }
    result
}

impl Round {
    /// The requests to send, each with its id; none where the handler gave nothing but state.
    pub fn requests(&self) -> impl Iterator<Item = (&RequestId, &str)> {
        self.requests.iter().map(|question| (&question.id, question.message.as_str()))
    }

    /// Takes the client's answer to one of the requests; one to any other is dropped (R-JSONRPC-6).
    ///
    /// # Errors
    ///
    /// When the client answered with an error or with what the method is not answered with, which ends the request.
    pub fn heard(&mut self, response: &[u8]) -> Result<(), ErrorObject> {
        let Ok(Message::Response(response)) = Message::parse(response) else { return Ok(()) };
        let Some(question) = self.requests.iter().find(|question| response.id() == Some(&question.id)) else {
            return Ok(());
        };
        let method = &question.method;
        let result = match response.outcome() {
            Outcome::Result(result) => result,
            Outcome::Error(error) => {
                let error = crate::text::cut(error.get(), 400);
                return Err(internal(format!("the client answers `{method}` with the error {error}")));
            }
        };
        let entry = gate(self.revision, Direction::ServerToClient, Kind::Request, method).known();
        let shape = entry.and_then(|entry| entry.results.first()).map(|(_, shape)| *shape);
        let fault = shape.and_then(|shape| shape::check(shape, result.get(), Reading::Tolerant).into_iter().next());
        match fault {
            Some(fault) => Err(internal(format!("the client's answer to `{method}`: {fault}"))),
            None => {
                self.answers.insert(&question.key, result);
                Ok(())
            }
        }
    }

    /// Whether everything was answered.
    pub fn is_complete(&self) -> bool {
        self.requests.iter().all(|question| self.answers.get(&question.key).is_some())
    }

    /// The answers by key, which the next call of the handler finds as `inputResponses`; `None` where nothing was asked for.
    ///
    /// # Errors
    ///
    /// When not all of them are there yet.
    pub fn answers(&self) -> Result<Option<JsonObject>, ErrorObject> {
        match (self.requests.is_empty(), self.is_complete()) {
            (true, _) => Ok(None),
            (false, true) => Ok(Some(self.answers.clone())),
            (false, false) => Err(internal("the client was not asked for everything yet")),
        }
    }

    /// The state that the handler gave, which its next call finds as `requestState`.
    pub fn state(&self) -> Option<&str> {
        self.asked.state()
    }
}
