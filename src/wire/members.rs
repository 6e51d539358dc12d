//! A frame's members as a map that types are decoded from.

use std::borrow::Cow;

use serde::de::{DeserializeSeed, Deserializer, MapAccess, Visitor};

use super::{Frame, Params};
use crate::rt::{SliceMap, given_text, read_known};

/// The members of a frame that was read already, in the order in which one is written.
pub(crate) struct FrameMap<'m, 'a> {
    frame: &'m Frame<'a>,
    at: Member,
}

/// A member of a frame.
#[derive(Clone, Copy)]
enum Member {
    Version,
    Id,
    Method,
    Params,
    Other(usize),
}

impl<'m, 'a> FrameMap<'m, 'a> {
    /// The members of a frame; `jsonrpc` and `id` only if the type names them (`framed`).
    pub(super) fn new(frame: &'m Frame<'a>, framed: bool) -> Self {
        Self { frame, at: if framed { Member::Version } else { Member::Method } }
    }
}

impl<'a> MapAccess<'a> for FrameMap<'_, 'a> {
    type Error = serde_json::Error;

    fn next_key_seed<K: DeserializeSeed<'a>>(&mut self, seed: K) -> Result<Option<K::Value>, Self::Error> {
        self.name().map(|name| given_text(&name, seed)).transpose()
    }

    fn next_value_seed<V: DeserializeSeed<'a>>(&mut self, seed: V) -> Result<V::Value, Self::Error> {
        match self.value() {
            Value::Params(params) => seed.deserialize(params),
            Value::Text(text) => read_known(&text, seed),
        }
    }
}

enum Value<'m, 'a> {
    Params(&'m Params<'a>),
    Text(Cow<'a, str>),
}

impl<'m, 'a> FrameMap<'m, 'a> {
    /// The name of the next member that is there.
    fn name(&mut self) -> Option<Cow<'a, str>> {
        if matches!(self.at, Member::Id) && self.frame.id.is_none() {
            self.at = Member::Method;
        }
        if matches!(self.at, Member::Params) && self.frame.params.is_none() {
            self.at = Member::Other(0);
        }
        Some(Cow::Borrowed(match self.at {
            Member::Version => "jsonrpc",
            Member::Id => "id",
            Member::Method => "method",
            Member::Params => "params",
            Member::Other(index) => return self.frame.others.get(index).map(|(name, _)| name.clone()),
        }))
    }

    /// Its value.
    fn value(&mut self) -> Value<'m, 'a> {
        let frame = self.frame;
        let (text, next) = match self.at {
            Member::Version => (Some("\"2.0\""), Member::Id),
            Member::Id => (frame.id, Member::Method),
            Member::Method => (Some(frame.method_text), Member::Params),
            Member::Params => (None, Member::Other(0)),
            Member::Other(index) => (frame.others.get(index).map(|(_, value)| *value), Member::Other(index + 1)),
        };
        self.at = next;
        match (text, &frame.params) {
            (None, Some(params)) => Value::Params(params),
            (text, _) => Value::Text(Cow::Borrowed(text.unwrap_or("null"))),
        }
    }
}

impl<'de> Deserializer<'de> for &Params<'de> {
    type Error = serde_json::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        visitor.visit_map(SliceMap::new(&self.members))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Self::Error> {
        visitor.visit_newtype_struct(self)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct
        seq tuple tuple_struct map struct enum identifier ignored_any
    }
}
