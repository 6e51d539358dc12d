//! Decoding from text that serde_json found well formed before, and perhaps cut into members already.

use std::borrow::Cow;
use std::slice;

use serde::de::value::{BorrowedStrDeserializer, StrDeserializer};
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::Error as JsonError;

use crate::json::MAX_DEPTH;
use crate::json::raw::OneMember;
use crate::json::walk::Walk;

/// Reads one value of known text.
pub(crate) struct Known<'w, 't, 'de> {
    walk: &'w mut Walk<'t>,
    /// The same text, if it lives long enough to be lent.
    lent: Option<&'de str>,
    /// How far into the text this is.
    depth: usize,
}

/// Has `seed` read text that is one well-formed value, without white space around it.
#[inline]
pub(crate) fn read_known<'de, S: DeserializeSeed<'de>>(text: &Cow<'de, str>, seed: S) -> Result<S::Value, JsonError> {
    let lent = match text {
        Cow::Borrowed(text) => Some(*text),
        Cow::Owned(_) => None,
    };
    seed.deserialize(Known { walk: &mut Walk::of(text), lent, depth: 0 })
}

impl<'w, 't, 'de> Known<'w, 't, 'de> {
    /// Steps into an object or array.
    fn enter(self) -> Result<Elements<'w, 't, 'de>, JsonError> {
        if self.depth == MAX_DEPTH {
            return Err(JsonError::custom("recursion limit exceeded"));
        }
        self.walk.step();
        Ok(Elements { walk: self.walk, lent: self.lent, depth: self.depth + 1 })
    }

    /// The next string, given to a visitor.
    #[inline]
    fn string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, JsonError> {
        let string = self.walk.string();
        let plain = self.lent.filter(|_| !string.escaped).and_then(|lent| self.walk.before(lent, string.text));
        match plain.and_then(|quoted| quoted.get(1..quoted.len() - 1)) {
            Some(text) => visitor.visit_borrowed_str(text),
            None => match string.read() {
                Some(text) => visitor.visit_str(&text),
                None => Err(JsonError::custom("a string holds half a surrogate pair")),
            },
        }
    }

    /// The text of the next value.
    fn text(self) -> Cow<'de, str> {
        // Text that was cut out already needs no walk to its end.
        let text = if self.depth == 0 { self.walk.whole() } else { self.walk.value() };
        match self.lent.and_then(|lent| self.walk.before(lent, text)) {
            Some(lent) => Cow::Borrowed(lent),
            None => Cow::Owned(text.to_owned()),
        }
    }
}

impl<'de> Deserializer<'de> for Known<'_, '_, 'de> {
    type Error = JsonError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, JsonError> {
        match self.walk.peek() {
            b'"' => self.string(visitor),
            b'{' => self.deserialize_map(visitor),
            b'[' => self.deserialize_seq(visitor),
            b't' | b'f' => self.deserialize_bool(visitor),
            b'n' => self.deserialize_option(visitor),
            // Numbers are read from their text, see `number`.
            _ => other(),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, JsonError> {
        self.walk.peek();
        match self.walk.scalar() {
            "true" => visitor.visit_bool(true),
            "false" => visitor.visit_bool(false),
            _ => other(),
        }
    }

    #[inline]
    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, JsonError> {
        if self.walk.peek() != b'{' {
            return other();
        }
        let mut elements = self.enter()?;
        let read = visitor.visit_map(&mut elements);
        elements.leave(read)
    }

    #[inline]
    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, JsonError> {
        if self.walk.peek() != b'[' {
            return other();
        }
        let mut elements = self.enter()?;
        let read = visitor.visit_seq(&mut elements);
        elements.leave(read)
    }

    #[inline]
    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, JsonError> {
        match self.walk.peek() {
            b'"' => self.string(visitor),
            _ => other(),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, JsonError> {
        self.deserialize_str(visitor)
    }

    #[inline]
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, JsonError> {
        if self.walk.peek() != b'n' {
            return visitor.visit_some(self);
        }
        self.walk.scalar();
        visitor.visit_none()
    }

    #[inline]
    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, JsonError> {
        match OneMember::asks(name) {
            true => visitor.visit_map(OneMember::of(self.text())),
            false => visitor.visit_newtype_struct(self),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, JsonError> {
        self.walk.value();
        visitor.visit_unit()
    }

    serde::forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char bytes byte_buf unit unit_struct
        tuple tuple_struct struct enum identifier
    }
}

/// A value of another kind than the one that is wanted; what is wrong with it is not said here.
#[cold]
fn other<T>() -> Result<T, JsonError> {
    Err(JsonError::custom("a value of another kind"))
}

/// The members of an object or the items of an array, inside its brackets.
pub(crate) struct Elements<'w, 't, 'de> {
    walk: &'w mut Walk<'t>,
    lent: Option<&'de str>,
    depth: usize,
}

impl<'de> Elements<'_, '_, 'de> {
    /// Steps over the closing bracket, which a visitor that read everything has come to.
    #[inline]
    fn leave<T>(self, read: Result<T, JsonError>) -> Result<T, JsonError> {
        if read.is_ok() && !self.walk.is_done() {
            return Err(JsonError::custom("not everything was read"));
        }
        self.walk.step();
        read
    }

    #[inline]
    fn next<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, JsonError> {
        seed.deserialize(Known { walk: self.walk, lent: self.lent, depth: self.depth })
    }
}

impl<'de> MapAccess<'de> for &mut Elements<'_, '_, 'de> {
    type Error = JsonError;

    #[inline]
    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, JsonError> {
        if self.walk.is_done() { Ok(None) } else { self.next(seed).map(Some) }
    }

    #[inline]
    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, JsonError> {
        self.next(seed)
    }
}

impl<'de> SeqAccess<'de> for &mut Elements<'_, '_, 'de> {
    type Error = JsonError;

    #[inline]
    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, JsonError> {
        if self.walk.is_done() { Ok(None) } else { self.next(seed).map(Some) }
    }
}

/// A member that was cut out: its name, and the text of its value.
pub(crate) type Slice<'de> = (Cow<'de, str>, &'de str);

/// The members of an object that was cut into its members already.
pub(crate) struct SliceMap<'a, 'de> {
    members: slice::Iter<'a, Slice<'de>>,
    value: &'de str,
}

impl<'a, 'de> SliceMap<'a, 'de> {
    /// These members, in order.
    pub(crate) fn new(members: &'a [Slice<'de>]) -> Self {
        Self { members: members.iter(), value: "" }
    }
}

impl<'de> MapAccess<'de> for SliceMap<'_, 'de> {
    type Error = JsonError;

    #[inline]
    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, JsonError> {
        let Some((key, value)) = self.members.next() else { return Ok(None) };
        self.value = value;
        given_text(key, seed).map(Some)
    }

    #[inline]
    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, JsonError> {
        read_known(&Cow::Borrowed(self.value), seed)
    }
}

/// Gives a seed text, lent for as long as it can be.
#[inline]
pub(crate) fn given_text<'de, K: DeserializeSeed<'de>>(text: &Cow<'de, str>, seed: K) -> Result<K::Value, JsonError> {
    match text {
        Cow::Borrowed(text) => seed.deserialize(BorrowedStrDeserializer::new(text)),
        Cow::Owned(text) => seed.deserialize(StrDeserializer::new(text)),
    }
}
