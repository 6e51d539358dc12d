//! Values that are one of several types.

use std::borrow::Cow;
use std::fmt;

use serde::de::value::BorrowedStrDeserializer;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, Visitor};

use super::record::Raw;
use super::{Reading, Record, Shape, Wire, given_text, read_known};
use crate::json::raw::{self, AsText};
use crate::json::walk;

/// Objects that are told apart by a constant member.
pub trait Tagged: Sized {
    /// That member.
    const TAG: &'static str;

    /// Reads the members as the type of that tag into the place; false if there is no such type.
    ///
    /// # Errors
    ///
    /// When the members are not what that type demands.
    fn from_tag<'de, A: MapAccess<'de>>(
        place: &mut Option<Self>,
        tag: &str,
        map: A,
        reading: Reading,
    ) -> Result<bool, A::Error>;
}

/// Decodes an object by its tag: at once where the tag comes first, as it does in all ordinary traffic, else by keeping
/// the members before it as text.
///
/// # Errors
///
/// When the tag is missing or unknown, or the members are not what its type demands.
#[inline]
pub fn decode_tagged<'de, D: Deserializer<'de>, T: Tagged>(
    place: &mut Option<T>,
    deserializer: D,
    reading: Reading,
) -> Result<(), D::Error> {
    deserializer.deserialize_map(ByTag(place, reading))
}

/// Reads the members of one type of a union into the union's place.
///
/// # Errors
///
/// When they are not what that type demands.
#[inline]
pub fn placed_as<'de, A: MapAccess<'de>, T: Record, U>(
    place: &mut Option<U>,
    wrap: impl FnOnce(T) -> U,
    map: A,
    reading: Reading,
) -> Result<(), A::Error> {
    let mut inner = None;
    T::from_members(&mut inner, map, reading)?;
    *place = inner.map(wrap);
    Ok(())
}

struct ByTag<'p, T>(&'p mut Option<T>, Reading);

impl<'de, T: Tagged> Visitor<'de> for ByTag<'_, T> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let mut before = Vec::new();
        while let Some(key) = map.next_key_seed(AsText)? {
            if key == T::TAG {
                let text = map.next_value_seed(Raw)?;
                let Some(tag) = walk::string(&text) else { return Err(A::Error::custom("a tag that is no string")) };
                let chain =
                    Chain { before: before.into_iter(), value: None, tag: Some((T::TAG, &text)), at_tag: false, map };
                return match T::from_tag(self.0, &tag, chain, self.1)? {
                    true => Ok(()),
                    false => Err(A::Error::custom(format_args!("unknown `{}` {}", T::TAG, crate::text::quote(&tag)))),
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
    tag: Option<(&'static str, &'a Cow<'de, str>)>,
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
            return seed.deserialize(BorrowedStrDeserializer::new(name)).map(Some);
        }
        if let Some((key, value)) = self.before.next() {
            self.value = Some(value);
            return given_text(&key, seed).map_err(A::Error::custom).map(Some);
        }
        self.map.next_key_seed(seed)
    }

    #[inline]
    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        if self.at_tag
            && let Some((_, tag)) = self.tag.take()
        {
            return read_known(tag, seed).map_err(A::Error::custom);
        }
        match self.value.take() {
            Some(text) => read_known(&text, seed).map_err(A::Error::custom),
            None => self.map.next_value_seed(seed),
        }
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
