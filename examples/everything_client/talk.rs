//! A conversation: requests go out, and until their answers come, whatever else the server says is dealt with.

use std::collections::HashMap;
use std::time::Duration;

use mcp_wire::client::{Heard, Negotiator, Outcome, Pacing, Peer, Received, Step, as_input, retry};
use mcp_wire::header::Annotation;
use mcp_wire::method::{Method, Request};
use mcp_wire::v2026_07_28::{InputRequest, SubscriptionsAcknowledged, SubscriptionsListen};
use mcp_wire::{AnyServerNotification, ErrorObject, Json, JsonObject, RequestId};
use serde::Serialize;

use crate::Failure;
use crate::fulfil::fulfil;
use crate::link::{Incoming, Link};

const PATIENCE: Duration = Duration::from_secs(15);

pub(crate) struct Talk {
    pub(crate) peer: Peer,
    /// What headers mirror, by tool, once the tools were listed.
    pub(crate) annotations: HashMap<String, Vec<Annotation>>,
    /// What the server told, by method.
    pub(crate) told: Vec<AnyServerNotification>,
    link: Box<dyn Link>,
    requests: i64,
}

impl Talk {
    /// Finds out what the server speaks.
    pub(crate) fn begin(link: Box<dyn Link>, mut negotiator: Negotiator) -> Result<Self, Failure> {
        loop {
            match negotiator.next() {
                Step::Send(message) => {
                    link.send(&message, negotiator.headers(&message))?;
                    let outcome = loop {
                        match link.next(PATIENCE) {
                            None => break Outcome::Timeout,
                            Some(Incoming::Failed(outcome)) => break outcome,
                            // Who does not know yet what is spoken has nothing to say to anything but an answer.
                            Some(Incoming::Message(message)) => match Outcome::of_message(message.as_bytes()) {
                                Outcome::Unusable => {}
                                outcome => break outcome,
                            },
                        }
                    };
                    negotiator.heard(outcome);
                }
                Step::Tell(message) => link.send(&message, negotiator.headers(&message))?,
                Step::Speak(peer) => {
                    let (annotations, told) = Default::default();
                    // The ids of the negotiation are below this one.
                    return Ok(Self { peer: *peer, annotations, told, link, requests: 100 });
                }
                Step::Stop(reason) => return Err(reason.to_string().into()),
            }
        }
    }

    /// Opens the stream on which a legacy server says what belongs to no request.
    pub(crate) fn open(&self) -> Result<(), Failure> {
        self.link.open(self.peer.headers("", &[])?)
    }

    /// Calls a method, of the newest revision or of the peer's, and gives the server what input it wants.
    pub(crate) fn call<M: Request>(&mut self, params: &impl Serialize) -> Result<M::Result, Failure> {
        let mut params = Json::of(params)?.into_object().unwrap_or_default();
        for round in 0.. {
            let asked = match self.once::<M>(&params)? {
                Received::Complete(result) => return Ok(result),
                Received::InputRequired(asked) => asked,
                Received::Task(_) => return Err("a task that nobody wanted".into()),
            };
            std::thread::sleep(Pacing::default().wait(round, &asked).ok_or("too many rounds")?);
            let mut answers = JsonObject::new();
            for (key, request) in asked.requests() {
                answers.insert(key, Json::of(&fulfil(&request.decode::<InputRequest>()?))?);
            }
            params = retry(params, &asked, answers)?;
        }
        Err("too many rounds".into())
    }

    /// Calls a method once.
    pub(crate) fn once<M: Request>(&mut self, params: &JsonObject) -> Result<Received<M::Result>, Failure> {
        let id = self.next_id();
        let (message, pending) = self.peer.request::<M>(id, params)?;
        let tool = params.get("name").and_then(|name| serde_json::from_str::<String>(name.get()).ok());
        let annotations = tool.and_then(|tool| self.annotations.get(&tool)).map_or(&[][..], Vec::as_slice);
        self.link.send(&message, self.peer.headers(&message, annotations)?)?;
        match self.until(|heard| heard == pending.id())? {
            Outcome::Result(result) => Ok(pending.read(&result)?),
            Outcome::Error { error, .. } => Err(format!("error {}: {}", error.code, error.message).into()),
            other => Err(format!("{other:?}").into()),
        }
    }

    /// Begins a subscription, which lasts as long as the talk.
    pub(crate) fn listen(&mut self, params: &impl Serialize) -> Result<(), Failure> {
        let id = self.next_id();
        let (message, _) = self.peer.request::<SubscriptionsListen>(id, params)?;
        self.send(&message)?;
        self.hear(SubscriptionsAcknowledged::NAME)
    }

    /// Waits until the server has told this.
    pub(crate) fn hear(&mut self, method: &str) -> Result<(), Failure> {
        while !self.told.iter().any(|told| told.method() == method) {
            self.step()?;
        }
        Ok(())
    }

    fn next_id(&mut self) -> i64 {
        self.requests += 1;
        self.requests
    }

    fn until(&mut self, is_mine: impl Fn(&RequestId) -> bool) -> Result<Outcome, Failure> {
        loop {
            if let Some((id, outcome)) = self.step()?
                && id.as_ref().is_none_or(&is_mine)
            {
                return Ok(outcome);
            }
        }
    }

    /// Deals with the next thing that comes; an answer is handed on.
    fn step(&mut self) -> Result<Option<(Option<RequestId>, Outcome)>, Failure> {
        let message = match self.link.next(PATIENCE).ok_or("nothing came")? {
            Incoming::Failed(outcome) => return Ok(Some((None, outcome))),
            Incoming::Message(message) => message,
        };
        let mut answer = None;
        for heard in self.peer.hear(message.as_bytes()) {
            match heard {
                Heard::Answer { id, outcome } => answer = Some((id, outcome)),
                Heard::Asked { id, request } => {
                    let outcome: Result<_, ErrorObject> = as_input(&request).map(|request| fulfil(&request));
                    self.send(&self.peer.reply(&id, outcome))?;
                }
                Heard::Reply(reply) => self.send(&reply)?,
                Heard::Told(told) => self.told.push(*told),
                other => println!("dropped {other:?}"),
            }
        }
        Ok(answer)
    }

    fn send(&self, message: &str) -> Result<(), Failure> {
        self.link.send(message, self.peer.headers(message, &[])?)
    }
}
