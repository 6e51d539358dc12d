//! Whole typed messages: written with an id, and answers read straight from the bytes.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserializer, Error as _, MapAccess, Visitor};
use serde::ser::{Error as _, Serialize, SerializeMap, Serializer};

use crate::id::RequestId;
use crate::json::{Json, JsonObject};
use crate::method::{Notification, Request};
use crate::reading::Reading;
use crate::rt::{self, Extra, Member, Record, RecordShape, Shape, Tolerance, Wire};
use crate::shape::DecodeError;
use crate::wire::{FrameError, Message, Outcome};

/// A request of the method `M`, to be written.
///
/// ```
/// # #[cfg(feature = "v2025-11-25")] {
/// use mcp_wire::RequestMessage;
/// use mcp_wire::v2025_11_25::CallTool;
///
/// let message = RequestMessage::<CallTool>::new(7, CallTool::params("tide"));
/// assert_eq!(
///     serde_json::to_string(&message)?,
///     r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"tide"}}"#
/// );
/// # }
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct RequestMessage<M: Request> {
    /// The id, which the answer repeats.
    pub id: RequestId,
    /// The params.
    pub params: M::Params,
}

impl<M: Request> RequestMessage<M> {
    /// A request with this id and these params.
    pub fn new(id: impl Into<RequestId>, params: M::Params) -> Self {
        Self { id: id.into(), params }
    }
}

impl<M: Request> Serialize for RequestMessage<M> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = framed(serializer)?;
        map.serialize_entry("id", &self.id)?;
        call::<_, M>(map, &self.params)
    }
}

/// A notification of the method `M`, to be written.
#[derive(Clone, Debug, PartialEq)]
pub struct NotificationMessage<M: Notification> {
    /// The params.
    pub params: M::Params,
}

impl<M: Notification> NotificationMessage<M> {
    /// A notification with these params.
    pub fn new(params: M::Params) -> Self {
        Self { params }
    }
}

impl<M: Notification> Serialize for NotificationMessage<M> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        call::<_, M>(framed(serializer)?, &self.params)
    }
}

/// A result of type `R` that answers a request: to be written, or as it was read.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ResultMessage<R> {
    /// The id of the request.
    pub id: RequestId,
    /// The result.
    pub result: R,
    /// Further members of the frame.
    pub extra: JsonObject,
}

impl<R> ResultMessage<R> {
    /// The answer to the request with this id.
    pub fn new(id: impl Into<RequestId>, result: R) -> Self {
        Self { id: id.into(), result, extra: JsonObject::new() }
    }
}

impl<R: Serialize> Serialize for ResultMessage<R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = framed(serializer)?;
        map.serialize_entry("id", &self.id)?;
        map.serialize_entry("result", &self.result)?;
        rt::write_extra(&mut map, &self.extra)?;
        map.end()
    }
}

/// An error that answers a request: to be written, or as it was read.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ErrorMessage {
    /// The id of the request; left out where it could not be read (R-ERR-5).
    pub id: Option<RequestId>,
    /// The error.
    pub error: ErrorObject,
    /// Further members of the frame.
    pub extra: JsonObject,
}

impl ErrorMessage {
    /// The answer to the request with this id.
    pub fn new(id: Option<RequestId>, error: ErrorObject) -> Self {
        Self { id, error, extra: JsonObject::new() }
    }
}

impl Serialize for ErrorMessage {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = framed(serializer)?;
        if let Some(id) = &self.id {
            map.serialize_entry("id", id)?;
        }
        map.serialize_entry("error", &self.error)?;
        rt::write_extra(&mut map, &self.extra)?;
        map.end()
    }
}

fn framed<S: Serializer>(serializer: S) -> Result<S::SerializeMap, S::Error> {
    let mut map = serializer.serialize_map(None)?;
    map.serialize_entry("jsonrpc", "2.0")?;
    Ok(map)
}

/// `method` and `params`, which are left out where they are `None`.
fn call<S: SerializeMap, M: crate::method::Method>(mut map: S, params: &M::Params) -> Result<S::Ok, S::Error> {
    map.serialize_entry("method", M::NAME)?;
    let params = Json::of(params).map_err(S::Error::custom)?;
    if !params.is_null() {
        map.serialize_entry("params", &params)?;
    }
    map.end()
}

/// A JSON-RPC error, the same in all revisions.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ErrorObject {
    /// What kind of error; see [`code`](crate::code).
    pub code: i64,
    /// What happened, for people.
    pub message: String,
    /// More about it.
    pub data: Option<Json>,
    /// Further members.
    pub extra: JsonObject,
}

impl ErrorObject {
    /// An error without `data`.
    pub fn new(code: i64, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), data: None, extra: JsonObject::new() }
    }

    /// The same with `data`.
    #[must_use]
    pub fn with_data(mut self, data: impl Into<Json>) -> Self {
        self.data = Some(data.into());
        self
    }
}

/// The error that answers what a stage refused.
impl From<&crate::Error> for ErrorObject {
    fn from(error: &crate::Error) -> Self {
        Self { data: error.data(), ..Self::new(error.code(), error.to_string()) }
    }
}

impl Serialize for ErrorObject {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("code", &self.code)?;
        map.serialize_entry("message", &self.message)?;
        rt::write_optional(&mut map, "data", &self.data)?;
        rt::write_extra(&mut map, &self.extra)?;
        map.end()
    }
}

impl Record for ErrorObject {
    fn from_members<'de, A: MapAccess<'de>>(
        place: &mut Option<Self>,
        mut map: A,
        reading: Reading,
    ) -> Result<(), A::Error> {
        let (mut code, mut message, mut data) = (None, None, None);
        let mut extra = Extra::new();
        while let Some(key) = rt::key(&mut map)? {
            match &*key {
                "code" => rt::required(&mut code, "code", &mut map, reading)?,
                "message" => rt::required(&mut message, "message", &mut map, reading)?,
                "data" => rt::required(&mut data, "data", &mut map, reading)?,
                _ => extra.take(key, &mut map)?,
            }
        }
        let (code, message) = (rt::have(code, "code")?, rt::have(message, "message")?);
        *place = Some(Self { code, message, data, extra: extra.finish(reading)? });
        Ok(())
    }
}

impl Wire for ErrorObject {
    const SHAPE: &'static Shape = &Shape::Record(&RecordShape {
        name: "Error",
        members: &[
            member("code", i64::SHAPE, true),
            member("message", String::SHAPE, true),
            member("data", Json::SHAPE, false),
        ],
        open: true,
    });

    fn decode_to<'de, D: Deserializer<'de>>(
        place: &mut Option<Self>,
        deserializer: D,
        reading: Reading,
    ) -> Result<(), D::Error> {
        rt::decode_record(place, deserializer, reading)
    }
}

const fn member(name: &'static str, shape: &'static Shape, required: bool) -> Member {
    Member { name, shape, required, nullable: false, tolerance: Tolerance::Nothing }
}

/// An answer whose result is an `R`, read straight from the bytes.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer<R> {
    /// The request succeeded.
    Result(ResultMessage<R>),
    /// The request failed.
    Error(ErrorMessage),
}

impl<R: Wire> Answer<R> {
    /// Reads an answer in one pass: the result goes straight from the bytes into its type.
    ///
    /// # Errors
    ///
    /// When the bytes are not a response, or its result is not an `R`.
    pub fn parse(bytes: &[u8], reading: Reading) -> Result<Self, AnswerError> {
        let text = std::str::from_utf8(bytes).map_err(|error| DecodeError::not_utf8(error.valid_up_to()))?;
        let mut deserializer = serde_json::Deserializer::from_str(text);
        let read = deserializer.deserialize_map(AnswerVisitor::<R>(reading, PhantomData));
        match read.and_then(|answer| deserializer.end().map(|()| answer)) {
            Ok(answer) => Ok(answer),
            Err(error) => Err(Self::explain(bytes, reading, &error)),
        }
    }

    #[cold]
    fn explain(bytes: &[u8], reading: Reading, error: &serde_json::Error) -> AnswerError {
        let response = match Message::parse_in(bytes, reading) {
            Ok(Message::Response(response)) => response,
            Ok(_) => return AnswerError::NotAResponse,
            Err(error) => return AnswerError::Frame(error),
        };
        let (name, shape, text) = match response.outcome() {
            Outcome::Result(result) => ("result", R::SHAPE, result),
            Outcome::Error(error) => ("error", ErrorObject::SHAPE, error),
        };
        AnswerError::Decode(crate::decode::explain(shape, text.get(), reading, error).below(name))
    }
}

struct AnswerVisitor<R>(Reading, PhantomData<R>);

impl<'de, R: Wire> Visitor<'de> for AnswerVisitor<R> {
    type Value = Answer<R>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON-RPC response")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Answer<R>, A::Error> {
        let reading = self.0;
        let (mut versioned, mut id, mut result, mut error) = (false, None::<Option<RequestId>>, None, None);
        let mut extra = Extra::new();
        while let Some(key) = rt::key(&mut map)? {
            match &*key {
                "jsonrpc" => rt::constant(&mut versioned, "jsonrpc", "2.0", &mut map)?,
                "id" => rt::nullable(&mut id, "id", &mut map, reading)?,
                "result" => rt::required(&mut result, "result", &mut map, reading)?,
                "error" => rt::required(&mut error, "error", &mut map, reading)?,
                "method" => return Err(A::Error::custom("`method` in a response")),
                _ => extra.take(key, &mut map)?,
            }
        }
        rt::have(versioned.then_some(()), "jsonrpc")?;
        let extra = extra.finish(reading)?;
        match (result, error, id) {
            (Some(result), None, Some(Some(id))) => Ok(Answer::Result(ResultMessage { id, result, extra })),
            // T3: an error whose `id` is `null` is one without.
            (None, Some(_), Some(None)) if reading.is_strict() => Err(A::Error::custom("`id` is null")),
            (None, Some(error), id) => Ok(Answer::Error(ErrorMessage { id: id.flatten(), error, extra })),
            _ => Err(A::Error::custom("neither a result nor an error with its id")),
        }
    }
}

/// Why bytes are no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AnswerError {
    /// The bytes are no message.
    Frame(FrameError),
    /// The message is a request, a notification or a batch.
    NotAResponse,
    /// The result or the error is not what it must be.
    Decode(DecodeError),
}

impl From<DecodeError> for AnswerError {
    fn from(error: DecodeError) -> Self {
        Self::Decode(error)
    }
}

impl fmt::Display for AnswerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Frame(error) => error.fmt(f),
            Self::NotAResponse => f.write_str("the message is not a response"),
            Self::Decode(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for AnswerError {}
