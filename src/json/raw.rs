//! JSON text taken from a deserializer as it stands, and made a [`RawValue`] again without a second look.

use std::borrow::Cow;
use std::fmt;
use std::sync::LazyLock;

use serde::Deserialize;
use serde::de::{
    DeserializeSeed, Deserializer, Error, IntoDeserializer, MapAccess, SeqAccess, Visitor,
    value::BorrowedStrDeserializer,
};
use serde_json::value::RawValue;

/// The name by which serde_json knows that a value is wanted as text. It is asked for, since it is serde_json's own.
static RAW: LazyLock<&'static str> = LazyLock::new(|| match <Box<RawValue>>::deserialize(NameOf) {
    Err(NameIs(name)) => name,
    Ok(_) => "",
});

/// Takes the next value of `deserializer` as JSON text: from serde_json the text itself, from any other deserializer
/// (one that replays a buffered value, say) text that means the same.
pub(crate) fn capture<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Cow<'de, str>, D::Error> {
    deserializer.deserialize_newtype_struct(*RAW, Capture)
}

/// Makes well-formed JSON text a raw value without parsing it again, on one line.
pub(crate) fn raw_value(text: String) -> Box<RawValue> {
    let text = if has_break(&text) { text.replace(['\n', '\r'], " ") } else { text };
    match <Box<RawValue>>::deserialize(Known(text.into())) {
        Ok(raw) => raw,
        Err(_) => RawValue::NULL.to_owned(),
    }
}

/// The same value on one line: a line break, which can only stand between tokens, becomes a space (R-JSONRPC-8).
pub(crate) fn one_line(raw: Box<RawValue>) -> Box<RawValue> {
    if has_break(raw.get()) { raw_value(Box::<str>::from(raw).into()) } else { raw }
}

/// Looks at every byte, without a way out, so that many are looked at at once.
fn has_break(text: &str) -> bool {
    text.bytes().fold(false, |found, byte| found | matches!(byte, b'\n' | b'\r'))
}

/// The same for text that stays where it is.
pub(crate) fn borrowed(text: &str) -> &RawValue {
    <&RawValue>::deserialize(Known(text.into())).unwrap_or(RawValue::NULL)
}

/// A deserializer that only ever tells which newtype was asked for.
struct NameOf;

/// The newtype's name, as an error.
#[derive(Debug)]
struct NameIs(&'static str);

impl fmt::Display for NameIs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for NameIs {}

impl Error for NameIs {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self("")
    }
}

impl<'de> Deserializer<'de> for NameOf {
    type Error = NameIs;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, NameIs> {
        Err(NameIs(""))
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, _: V) -> Result<V::Value, NameIs> {
        Err(NameIs(name))
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// A deserializer of text known to be JSON, which gives serde_json's raw value what it asks for.
struct Known<'de>(Cow<'de, str>);

impl<'de> Deserializer<'de> for Known<'de> {
    type Error = serde_json::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        visitor.visit_map(OneMember::of(self.0))
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// The map of one member by which serde_json hands raw text over.
pub(crate) struct OneMember<'de> {
    key: Option<&'static str>,
    text: Cow<'de, str>,
}

impl<'de> OneMember<'de> {
    /// Whether a visitor that asks for the newtype `name` wants raw text.
    #[inline]
    pub(crate) fn asks(name: &str) -> bool {
        std::ptr::eq(name, *RAW) || name == *RAW
    }

    /// Hands over `text`.
    #[inline]
    pub(crate) fn of(text: Cow<'de, str>) -> Self {
        Self { key: Some(*RAW), text }
    }
}

impl<'de> MapAccess<'de> for OneMember<'de> {
    type Error = serde_json::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Self::Error> {
        let key = self.key.take();
        key.map(|key| seed.deserialize(BorrowedStrDeserializer::new(key))).transpose()
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Self::Error> {
        match std::mem::take(&mut self.text) {
            Cow::Borrowed(text) => seed.deserialize(BorrowedStrDeserializer::new(text)),
            Cow::Owned(text) => seed.deserialize(text.into_deserializer()),
        }
    }
}

/// Takes raw text where it is offered, else writes the value's text anew.
struct Capture;

impl<'de> Visitor<'de> for Capture {
    type Value = Cow<'de, str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON")
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_any(Write).map(Cow::Owned)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let Some(first) = map.next_key_seed(AsText)? else { return Ok("{}".into()) };
        match OneMember::asks(&first) {
            true => map.next_value_seed(AsText),
            false => write_members(first, map).map(Cow::Owned),
        }
    }

    fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
        Ok("null".into())
    }

    fn visit_none<E: Error>(self) -> Result<Self::Value, E> {
        Ok("null".into())
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_any(Write).map(Cow::Owned)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Self::Value, E> {
        Write.visit_bool(value).map(Cow::Owned)
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Self::Value, E> {
        Write.visit_i64(value).map(Cow::Owned)
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Self::Value, E> {
        Write.visit_u64(value).map(Cow::Owned)
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Self::Value, E> {
        Write.visit_f64(value).map(Cow::Owned)
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Self::Value, E> {
        Write.visit_str(value).map(Cow::Owned)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<Self::Value, A::Error> {
        Write.visit_seq(seq).map(Cow::Owned)
    }
}

/// A string, borrowed from the input where that is possible.
pub(crate) struct AsText;

impl<'de> DeserializeSeed<'de> for AsText {
    type Value = Cow<'de, str>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for AsText {
    type Value = Cow<'de, str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    #[inline]
    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(Cow::Borrowed(text))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Cow::Owned(text.to_owned()))
    }

    fn visit_string<E: Error>(self, text: String) -> Result<Self::Value, E> {
        Ok(Cow::Owned(text))
    }
}

/// Writes the JSON text of a value that some other deserializer holds.
struct Write;

impl<'de> DeserializeSeed<'de> for Write {
    type Value = String;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<String, D::Error> {
        // Raw text that was buffered as such stays raw.
        capture(deserializer).map(Cow::into_owned)
    }
}

impl<'de> Visitor<'de> for Write {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON")
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<String, E> {
        Ok(value.to_string())
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<String, E> {
        Ok(value.to_string())
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<String, E> {
        Ok(value.to_string())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<String, E> {
        serde_json::to_string(&value).map_err(E::custom)
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<String, E> {
        serde_json::to_string(value).map_err(E::custom)
    }

    fn visit_unit<E: Error>(self) -> Result<String, E> {
        Ok("null".to_owned())
    }

    fn visit_none<E: Error>(self) -> Result<String, E> {
        Ok("null".to_owned())
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<String, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<String, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<String, A::Error> {
        let mut text = String::from("[");
        while let Some(item) = seq.next_element_seed(Write)? {
            if text.len() > 1 {
                text.push(',');
            }
            text += &item;
        }
        text.push(']');
        Ok(text)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<String, A::Error> {
        match map.next_key_seed(AsText)? {
            None => Ok("{}".to_owned()),
            Some(first) if OneMember::asks(&first) => map.next_value_seed(AsText).map(Cow::into_owned),
            Some(first) => write_members(first, map),
        }
    }
}

fn write_members<'de, A: MapAccess<'de>>(first: Cow<'de, str>, mut map: A) -> Result<String, A::Error> {
    let mut text = String::from("{");
    let mut next = Some(first);
    while let Some(key) = next {
        if text.len() > 1 {
            text.push(',');
        }
        push_key(&mut text, &key);
        text += &map.next_value_seed(Write)?;
        next = map.next_key_seed(AsText)?;
    }
    text.push('}');
    Ok(text)
}

/// Appends a member's name and the colon.
pub(crate) fn push_key(text: &mut String, key: &str) {
    if key.bytes().all(|byte| byte >= b' ' && byte != b'"' && byte != b'\\') {
        text.push('"');
        text.push_str(key);
        text.push('"');
    } else if let Ok(quoted) = serde_json::to_string(key) {
        text.push_str(&quoted);
    }
    text.push(':');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn serde_json_hands_text_over_as_it_stands() {
        let mut deserializer = serde_json::Deserializer::from_str(" {\"a\": 1.00} ");
        assert_eq!(capture(&mut deserializer).unwrap(), "{\"a\": 1.00}");
    }

    #[test]
    fn another_deserializer_gives_text_that_means_the_same() {
        let value = serde_json::json!({"a": [null, true, -1, 0.5, "x\"y"], "b": {}});
        assert_eq!(capture(&value).unwrap(), value.to_string());
    }

    #[test]
    fn known_text_becomes_a_raw_value_unread() {
        assert_eq!(raw_value("[1, 2]".into()).get(), "[1, 2]");
    }

    #[test]
    fn a_raw_value_is_one_line() {
        let text = "[1,\r\n \"\\n\u{2028}\"]";
        let line = "[1,   \"\\n\u{2028}\"]";
        assert_eq!(raw_value(text.into()).get(), line);
        assert_eq!(one_line(RawValue::from_string(text.into()).unwrap()).get(), line);
    }
}
