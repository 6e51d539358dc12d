//! A frame's members as a map that types are decoded from.

use std::borrow::Cow;

use serde::de::value::{BorrowedStrDeserializer, StrDeserializer};
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::Params;
use crate::rt::{RawMember, Slice, SliceMap};

/// The members of a frame, with `params` as members that were cut out already.
pub(crate) struct FrameMap<'m, 'a> {
    members: std::slice::Iter<'m, Slice<'a>>,
    params: Option<&'m Params<'a>>,
    framed: bool,
    next: Option<Next<'m, 'a>>,
}

enum Next<'m, 'a> {
    Raw(&'a RawValue),
    Params(&'m Params<'a>),
}

impl<'m, 'a> FrameMap<'m, 'a> {
    /// The members of a frame; `jsonrpc` and `id` only if the type names them (`framed`).
    pub(super) fn new(members: &'m [Slice<'a>], params: Option<&'m Params<'a>>, framed: bool) -> Self {
        Self { members: members.iter(), params, framed, next: None }
    }
}

impl<'a> MapAccess<'a> for FrameMap<'_, 'a> {
    type Error = serde_json::Error;

    fn next_key_seed<K: DeserializeSeed<'a>>(&mut self, seed: K) -> Result<Option<K::Value>, Self::Error> {
        for (key, value) in self.members.by_ref() {
            if !self.framed && matches!(&**key, "jsonrpc" | "id") {
                continue;
            }
            self.next = Some(Next::Raw(value));
            return match key {
                Cow::Borrowed(key) => seed.deserialize(BorrowedStrDeserializer::new(key)),
                Cow::Owned(key) => seed.deserialize(StrDeserializer::new(key)),
            }
            .map(Some);
        }
        let Some(params) = self.params.take() else { return Ok(None) };
        self.next = Some(Next::Params(params));
        seed.deserialize(BorrowedStrDeserializer::new("params")).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'a>>(&mut self, seed: V) -> Result<V::Value, Self::Error> {
        match self.next.take() {
            Some(Next::Raw(value)) => seed.deserialize(RawMember(value.get())),
            Some(Next::Params(params)) => seed.deserialize(params),
            None => Err(Error::custom("a value before its name")),
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
