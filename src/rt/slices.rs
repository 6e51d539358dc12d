//! Decoding from text that was cut out of a message already.

use std::borrow::Cow;
use std::slice;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, Visitor, value::BorrowedStrDeserializer};
use serde_json::value::RawValue;

use crate::json::raw::OneMember;

/// A value's text. Whoever wants text gets it as it is, without another look.
pub(crate) struct RawMember<'de>(pub(crate) &'de str);

macro_rules! parse {
    ($($method:ident)*) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
            let mut deserializer = serde_json::Deserializer::from_str(self.0);
            deserializer.$method(visitor)
        })*
    };
}

impl<'de> Deserializer<'de> for RawMember<'de> {
    type Error = serde_json::Error;

    parse! {
        deserialize_any deserialize_bool deserialize_i64 deserialize_u64 deserialize_f64 deserialize_str
        deserialize_string deserialize_option deserialize_unit deserialize_seq deserialize_map deserialize_ignored_any
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        match OneMember::asked(name, self.0) {
            Some(member) => visitor.visit_map(member),
            None => visitor.visit_newtype_struct(self),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        serde_json::Deserializer::from_str(self.0).deserialize_struct(name, fields, visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        serde_json::Deserializer::from_str(self.0).deserialize_enum(name, variants, visitor)
    }

    serde::forward_to_deserialize_any! {
        i8 i16 i32 i128 u8 u16 u32 u128 f32 char bytes byte_buf unit_struct tuple tuple_struct identifier
    }
}

/// A member that was cut out: its name, and the text of its value.
pub(crate) type Slice<'de> = (Cow<'de, str>, &'de RawValue);

/// The members of an object that was cut into its members already.
pub(crate) struct SliceMap<'a, 'de> {
    members: slice::Iter<'a, Slice<'de>>,
    value: Option<&'de RawValue>,
}

impl<'a, 'de> SliceMap<'a, 'de> {
    /// These members, in order.
    pub(crate) fn new(members: &'a [Slice<'de>]) -> Self {
        Self { members: members.iter(), value: None }
    }
}

impl<'de> MapAccess<'de> for SliceMap<'_, 'de> {
    type Error = serde_json::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Self::Error> {
        let Some((key, value)) = self.members.next() else { return Ok(None) };
        self.value = Some(value);
        match key {
            Cow::Borrowed(key) => seed.deserialize(BorrowedStrDeserializer::new(key)),
            Cow::Owned(key) => seed.deserialize(serde::de::value::StrDeserializer::new(key)),
        }
        .map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Self::Error> {
        match self.value.take() {
            Some(value) => seed.deserialize(RawMember(value.get())),
            None => Err(Error::custom("a value before its name")),
        }
    }
}
