//! Values that are one of several types.

use std::borrow::Cow;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, Visitor, value::StrDeserializer};

use super::record::Raw;
use super::{RawMember, Reading, Shape, Wire};
use crate::json::raw::{self, AsText};

/// Objects that are told apart by a constant member.
pub trait Tagged: Sized {
    /// That member.
    const TAG: &'static str;

    /// Reads the members as the type of that tag; `None` if there is no such type.
    ///
    /// # Errors
    ///
    /// When the members are not what that type demands.
    fn from_tag<'de, A: MapAccess<'de>>(tag: &str, map: A, reading: Reading) -> Result<Option<Self>, A::Error>;
}

/// Decodes an object by its tag: at once where the tag comes first, as it does in all ordinary traffic, else by keeping
/// the members before it as text.
///
/// # Errors
///
/// When the tag is missing or unknown, or the members are not what its type demands.
#[inline]
pub fn decode_tagged<'de, D: Deserializer<'de>, T: Tagged>(deserializer: D, reading: Reading) -> Result<T, D::Error> {
    deserializer.deserialize_map(ByTag(reading, std::marker::PhantomData))
}

struct ByTag<T>(Reading, std::marker::PhantomData<T>);

impl<'de, T: Tagged> Visitor<'de> for ByTag<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<T, A::Error> {
        let mut before = Vec::new();
        while let Some(key) = map.next_key_seed(AsText)? {
            if key == T::TAG {
                let tag = map.next_value_seed(AsText)?;
                let chain =
                    Chain { before: before.into_iter(), value: None, tag: Some((T::TAG, &tag)), at_tag: false, map };
                return match T::from_tag(&tag, chain, self.0)? {
                    Some(value) => Ok(value),
                    None => Err(A::Error::custom(format_args!("unknown `{}` {}", T::TAG, crate::text::quote(&tag)))),
                };
            }
            before.push((key, map.next_value_seed(Raw)?));
        }
        Err(A::Error::missing_field(T::TAG))
    }
}

/// The tag that was read, the members that came before it, and those still to come.
struct Chain<'a, 'de, A> {
    before: std::vec::IntoIter<(Cow<'de, str>, Cow<'de, str>)>,
    value: Option<Cow<'de, str>>,
    tag: Option<(&'static str, &'a str)>,
    at_tag: bool,
    map: A,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Chain<'_, 'de, A> {
    type Error = A::Error;

    #[inline]
    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error> {
        if let Some((name, _)) = self.tag
            && !self.at_tag
        {
            self.at_tag = true;
            return seed.deserialize(StrDeserializer::new(name)).map(Some);
        }
        if let Some((key, value)) = self.before.next() {
            self.value = Some(value);
            return match key {
                Cow::Borrowed(key) => seed.deserialize(serde::de::value::BorrowedStrDeserializer::new(key)),
                Cow::Owned(key) => seed.deserialize(serde::de::value::StringDeserializer::new(key)),
            }
            .map(Some);
        }
        self.map.next_key_seed(seed)
    }

    #[inline]
    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        if self.at_tag
            && let Some((_, tag)) = self.tag.take()
        {
            return seed.deserialize(StrDeserializer::new(tag));
        }
        match self.value.take() {
            Some(Cow::Borrowed(text)) => seed.deserialize(RawMember(text)).map_err(A::Error::custom),
            // Only a reader that owns what it reads comes here; what it gives can't be borrowed for long enough.
            Some(Cow::Owned(text)) => seed.deserialize(OwnedMember(text)).map_err(A::Error::custom),
            None => self.map.next_value_seed(seed),
        }
    }
}

/// Text that is owned, for a visitor that wants `'de`: it is parsed from a reader, which lends nothing.
struct OwnedMember(String);

impl<'de> Deserializer<'de> for OwnedMember {
    type Error = serde_json::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        serde_json::Deserializer::from_reader(self.0.as_bytes()).deserialize_any(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        serde_json::Deserializer::from_reader(self.0.as_bytes()).deserialize_option(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        serde_json::Deserializer::from_reader(self.0.as_bytes()).deserialize_newtype_struct(name, visitor)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct
        seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// Decodes a value that may be one of several types that no tag tells apart: `read` is asked for the variant at an
/// index, the one that was meant first, until one fits.
///
/// # Errors
///
/// When none fits.
pub fn try_order<'de, D: Deserializer<'de>, T>(
    deserializer: D,
    shape: &Shape,
    read: impl Fn(usize, &str) -> Option<T>,
) -> Result<T, D::Error> {
    let text = raw::capture(deserializer)?;
    let Shape::Union(union) = shape.resolved() else { return no_variant() };
    let found = crate::shape::order(union, &text).into_iter().find_map(|index| read(index, &text));
    found.map_or_else(no_variant, Ok)
}

/// One variant of a union, if the text is one.
pub fn variant<T: Wire, U>(text: &str, reading: Reading, wrap: fn(T) -> U) -> Option<U> {
    super::read(text, reading).ok().map(wrap)
}

/// The error of a value that is no variant of its union.
///
/// # Errors
///
/// Always.
pub fn no_variant<T, E: Error>() -> Result<T, E> {
    Err(E::custom("the value is none of those that are allowed here"))
}
