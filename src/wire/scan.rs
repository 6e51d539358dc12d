//! The one scan of a frame, and what it says the message is.

use std::borrow::Cow;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::{Frame, FrameError, Message, Notification, Outcome, Params, Request, Response};
use crate::id::RequestId;
use crate::json::raw::AsText;
use crate::json::strict::twice;
use crate::json::walk::string;
use crate::reading::Reading;
use crate::rt::Slice;
use crate::shape::{DecodeError, Fault, Path, Problem, Segment};
use crate::text::{found, kind};

/// Scans the frame of text that starts like an object.
pub(super) fn scan(text: &str) -> Result<Scan<'_>, serde_json::Error> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let scan = deserializer.deserialize_map(Scan::default())?;
    deserializer.end()?;
    Ok(scan)
}

/// What one scan of a frame found: the text of each member.
#[derive(Default)]
pub(super) struct Scan<'a> {
    jsonrpc: Option<&'a RawValue>,
    id: Option<&'a RawValue>,
    method: Option<&'a RawValue>,
    result: Option<&'a RawValue>,
    error: Option<&'a RawValue>,
    params: Option<Found<'a>>,
    others: Vec<Slice<'a>>,
    twice: Option<Cow<'a, str>>,
}

/// What stands at `params`.
enum Found<'a> {
    Object(Vec<Slice<'a>>),
    Other(&'static str),
}

impl<'de> Visitor<'de> for Scan<'de> {
    type Value = Self;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<Self, A::Error> {
        while let Some(name) = map.next_key_seed(AsText)? {
            let place = match &*name {
                "jsonrpc" => &mut self.jsonrpc,
                "id" => &mut self.id,
                "method" => &mut self.method,
                "result" => &mut self.result,
                "error" => &mut self.error,
                "params" if self.params.is_none() => {
                    self.params = Some(map.next_value_seed(ParamsSeed)?);
                    continue;
                }
                "params" => {
                    map.next_value::<IgnoredAny>()?;
                    self.twice = Some(name);
                    continue;
                }
                _ => {
                    self.others.push((name, map.next_value::<&RawValue>()?.get()));
                    continue;
                }
            };
            if place.replace(map.next_value()?).is_some() {
                self.twice = Some(name);
            }
        }
        if let Some(name) = twice(self.others.iter().map(|(name, _)| &**name)) {
            self.twice = Some(Cow::Owned(name.to_owned()));
        }
        Ok(self)
    }
}

struct ParamsSeed;

impl<'de> DeserializeSeed<'de> for ParamsSeed {
    type Value = Found<'de>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Found<'de>, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for ParamsSeed {
    type Value = Found<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut members = Vec::with_capacity(4);
        while let Some(name) = map.next_key_seed(AsText)? {
            members.push((name, map.next_value::<&RawValue>()?.get()));
        }
        Ok(Found::Object(members))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        while seq.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Found::Other(kind("[")))
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(Found::Other(kind("null")))
    }

    fn visit_bool<E>(self, _: bool) -> Result<Self::Value, E> {
        Ok(Found::Other(kind("true")))
    }

    fn visit_i64<E>(self, _: i64) -> Result<Self::Value, E> {
        Ok(Found::Other(kind("0")))
    }

    fn visit_u64<E>(self, _: u64) -> Result<Self::Value, E> {
        Ok(Found::Other(kind("0")))
    }

    fn visit_f64<E>(self, _: f64) -> Result<Self::Value, E> {
        Ok(Found::Other(kind("0")))
    }

    fn visit_str<E>(self, _: &str) -> Result<Self::Value, E> {
        Ok(Found::Other(kind("\"")))
    }
}

impl<'a> Scan<'a> {
    /// Says what the message is, or everything that is wrong with its frame.
    pub(super) fn judge(self, text: &'a str, reading: Reading) -> Result<Message<'a>, FrameError> {
        let readable = self.id.and_then(|id| RequestId::from_json(id.get()));
        let method = self.method.and_then(|method| string(method.get()));
        let named = [
            ("jsonrpc", self.jsonrpc, false),
            ("id", self.id, readable.is_some()),
            ("method", self.method, method.is_some()),
        ];
        let is_lone = |value: Option<&RawValue>, is_read: bool| !is_read && value.is_some_and(is_unreadable);
        if let Some((name, ..)) = named.into_iter().find(|(_, value, is_read)| is_lone(*value, *is_read)) {
            // R-JSON-3: a string that has to be decoded and cannot be.
            let unreadable = fault(name, "R-JSON-3", Problem::LoneSurrogate);
            return Err(FrameError::not_json(DecodeError::new(vec![unreadable])));
        }
        let mut faults = self.frame_faults(readable.is_some(), method.is_some(), reading);
        if !faults.is_empty() {
            faults.truncate(DecodeError::LISTED);
            return Err(FrameError::invalid(readable, faults));
        }
        if let Some(outcome) = self.result.map(Outcome::Result).or(self.error.map(Outcome::Error)) {
            return Ok(Message::Response(Response { text, id: readable, outcome }));
        }
        let params = match self.params {
            Some(Found::Object(members)) => match twice(members.iter().map(|(name, _)| &**name)) {
                Some(name) => {
                    let twice = vec![fault("params", "R-JSON-1", Problem::Duplicate(name.to_owned()))];
                    return Err(FrameError::invalid_params(readable, twice));
                }
                None => Some(Params { members }),
            },
            _ => None,
        };
        let frame = Frame {
            text,
            method: method.unwrap_or_default(),
            method_text: self.method.map(RawValue::get).unwrap_or_default(),
            id: self.id.map(RawValue::get),
            params,
            others: self.others,
        };
        Ok(match readable {
            Some(id) => Message::Request(Request { id, frame }),
            None => Message::Notification(Notification { frame }),
        })
    }

    fn frame_faults(&self, id_is_readable: bool, method_is_readable: bool, reading: Reading) -> Vec<Fault> {
        let mut faults = Vec::new();
        let expected = |name, rule, expected: &str, value: &RawValue| {
            let problem = Problem::Expected { expected: expected.into(), found: found(value.get()) };
            fault(name, rule, problem)
        };
        if let Some(twice) = &self.twice {
            faults.push(fault("", "R-JSON-1", Problem::Duplicate(twice.to_string())));
        }
        match self.jsonrpc {
            None => faults.push(fault("", "R-JSONRPC-1", Problem::Missing("jsonrpc"))),
            Some(version) if says(version, "2.0") => {}
            Some(version) => faults.push(expected("jsonrpc", "R-JSONRPC-1", "\"2.0\"", version)),
        }
        let (method, result, error) = (self.method, self.result, self.error);
        if let Some(id) = self.id.filter(|_| !id_is_readable) {
            let is_error_without_id = error.is_some() && id.get() == "null" && !reading.is_strict();
            if !is_error_without_id {
                faults.push(expected("id", "R-JSONRPC-2", "a string or an integer", id));
            }
        }
        if result.is_some() && self.id.is_none() {
            faults.push(fault("", "R-JSONRPC-1", Problem::Missing("id")));
        }
        if let Some(method) = method.filter(|_| !method_is_readable) {
            faults.push(expected("method", "R-JSONRPC-4", "a string", method));
        }
        if let Some(Found::Other(kind)) = self.params {
            let problem = Problem::Expected { expected: "an object".into(), found: kind.into() };
            faults.push(fault("params", "R-JSONRPC-3", problem));
        }
        for (name, rule, value) in [("result", "R-RES-4", result), ("error", "R-ERR-5", error)] {
            if let Some(value) = value.filter(|value| !value.get().starts_with('{')) {
                faults.push(expected(name, rule, "an object", value));
            }
        }
        let contradiction = match (method.is_some(), result.is_some(), error.is_some()) {
            (false, false, false) => Some("one of `method`, `result` and `error` is needed"),
            (_, true, true) => Some("`result` and `error` exclude each other"),
            (true, true, _) => Some("`method` and `result` exclude each other"),
            (true, _, true) => Some("`method` and `error` exclude each other"),
            _ => None,
        };
        faults.extend(contradiction.map(|reason| fault("", "R-JSONRPC-4", Problem::Contradiction(reason))));
        faults
    }
}

/// Whether a value is this string, which needs no escapes.
fn says(value: &RawValue, wanted: &str) -> bool {
    let plain = value.get().strip_prefix('"').and_then(|value| value.strip_suffix('"'));
    plain == Some(wanted) || value.get().contains('\\') && string(value.get()).is_some_and(|value| value == wanted)
}

/// Whether a value is a string that holds half a surrogate pair.
fn is_unreadable(value: &RawValue) -> bool {
    value.get().starts_with('"') && value.get().contains('\\') && string(value.get()).is_none()
}

/// A fault of the frame itself, or of one of its members.
pub(super) fn fault(member: &str, rule: &'static str, problem: Problem) -> Fault {
    let mut path = Path::default();
    if !member.is_empty() {
        path.push(Segment::Member(member.to_owned()));
    }
    Fault { path, meant: None, problem, rule }
}
