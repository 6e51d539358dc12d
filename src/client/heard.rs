//! What a client makes of a message of its server.

use serde::Serialize;

use super::asked::{Asked, asked};
use super::peer::Peer;
use super::probe::Outcome;
use crate::id::RequestId;
use crate::json::{self, Json, JsonObject};
use crate::message::{ErrorMessage, ErrorObject, ResultMessage};
use crate::reading::Reading;
use crate::wire::{self, Message, Response};
use crate::{AnyServerNotification, AnyServerRequest, Error, dispatch};

/// What a client makes of a message of its server.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Heard {
    /// An answer to a request of the client: to that with this id, if it could be read (R-JSONRPC-6).
    Answer {
        /// The id of the request.
        id: Option<RequestId>,
        /// What came of it.
        outcome: Outcome,
    },
    /// A legacy server asks for something, which is answered with [`Peer::reply`].
    Asked {
        /// The id of the request.
        id: RequestId,
        /// The request.
        request: Box<AnyServerRequest>,
    },
    /// A request that needs nobody: this is its answer, to be sent.
    Reply(String),
    /// A notification.
    Told(Box<AnyServerNotification>),
    /// Nothing that anything follows from: what is no message, or none that the server may send.
    Dropped(String),
}

impl Outcome {
    /// What the bytes of a message say that answers a request; [`Outcome::Unusable`] if they are no response.
    pub fn of_message(bytes: &[u8]) -> Self {
        match Message::parse(bytes) {
            Ok(Message::Response(response)) => Self::of_response(&response, None),
            _ => Self::Unusable,
        }
    }

    /// What an HTTP response says that has one JSON body, or none: a JSON-RPC error counts whatever the status.
    pub fn of_http(status: u16, body: &[u8]) -> Self {
        match Message::parse(body) {
            Ok(Message::Response(response)) => Self::of_response(&response, Some(status)),
            _ if (200..300).contains(&status) => Self::Unusable,
            _ => Self::Http { status, body: String::from_utf8_lossy(body).into_owned() },
        }
    }

    fn of_response(response: &Response<'_>, http_status: Option<u16>) -> Self {
        match response.outcome() {
            wire::Outcome::Result(result) => Self::Result(result.to_owned()),
            wire::Outcome::Error(error) => match crate::from_str_in(error.get(), Reading::Tolerant) {
                Ok(error) => Self::Error { error, http_status },
                Err(_) => Self::Unusable,
            },
        }
    }
}

impl Peer {
    /// What a message of the server means. A batch of 2025-03-26 means several things, any other message one.
    ///
    /// `ping` and what may not be asked are answered here (R-CAP-6, R-GATE-7); a request of a modern server is dropped.
    pub fn hear(&self, bytes: &[u8]) -> Vec<Heard> {
        match Message::parse(bytes) {
            Ok(Message::Batch(batch)) if self.revision().allows_batches() => {
                let items = batch.items().iter();
                items.map(|item| item.as_ref().map_or_else(dropped, |item| self.heard(item))).collect()
            }
            Ok(message) => vec![self.heard(&message)],
            Err(error) => vec![dropped(&error)],
        }
    }

    fn heard(&self, message: &Message<'_>) -> Heard {
        match message {
            Message::Response(response) => {
                Heard::Answer { id: response.id().cloned(), outcome: Outcome::of_response(response, None) }
            }
            Message::Request(request) => {
                let id = request.id().clone();
                match asked(self.revision(), &self.declared(), request, Reading::Tolerant) {
                    Asked::Serve(_) if request.method() == "ping" => {
                        Heard::Reply(self.reply(&id, Ok(JsonObject::new())))
                    }
                    Asked::Serve(request) => Heard::Asked { id, request },
                    Asked::Refuse(error) => Heard::Reply(self.reply::<Json>(&id, Err(error))),
                    Asked::Drop => Heard::Dropped("a modern server may ask for nothing".to_owned()),
                }
            }
            Message::Notification(told) => {
                match dispatch::server_notification(told, self.revision(), Reading::Tolerant) {
                    Ok(told) => Heard::Told(Box::new(told)),
                    Err(error) => dropped(&Error::from(error)),
                }
            }
            Message::Batch(_) => Heard::Dropped(format!("{} has no batches", self.revision())),
        }
    }

    /// The answer to a request of a legacy server.
    pub fn reply<R: Serialize>(&self, id: &RequestId, outcome: Result<R, ErrorObject>) -> String {
        let text = match outcome {
            Ok(result) => serde_json::to_string(&ResultMessage::new(id.clone(), result)),
            Err(error) => serde_json::to_string(&ErrorMessage::new(Some(id.clone()), error)),
        };
        text.unwrap_or_default()
    }
}

fn dropped(error: &impl std::fmt::Display) -> Heard {
    Heard::Dropped(error.to_string())
}

/// The content of a form that the user accepted without a change: the defaults of its fields, for as many as have one.
/// `schema` is the `requestedSchema` of an elicitation.
pub fn form_defaults(schema: &impl Serialize) -> JsonObject {
    let schema = Json::of(schema).unwrap_or_else(|_| Json::null());
    let fields = json::member(schema.as_raw(), "properties").map(|fields| json::members(fields.get()));
    let defaults =
        fields.into_iter().flatten().filter_map(|(name, field)| Some((name, json::member(field, "default")?)));
    defaults.collect()
}
