//! A JSON object, kept as the text that arrived.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::fmt;

use serde::de::{Deserialize, DeserializeOwned, Deserializer, Error as _};
use serde::ser::{Error as _, Serialize, SerializeMap, Serializer};
use serde_json::value::RawValue;

use super::raw::{self, push_key};
use super::walk::{self, Quoted};
use super::{Json, JsonError};

/// Any JSON object, as the text that arrived, on one line as with [`Json`]; an empty one owns nothing.
///
/// Members keep their order and their exact text. A look-up reads the text from its start, so for many look-ups into a
/// large object decode it once with [`JsonObject::decode`].
#[derive(Clone, Default)]
pub struct JsonObject(Option<Box<RawValue>>);

impl JsonObject {
    /// An object without members.
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads `text` as a JSON object.
    ///
    /// # Errors
    ///
    /// When it is not JSON, or not an object.
    pub fn parse(text: impl Into<String>) -> Result<Self, JsonError> {
        Self::of_json(Json::parse(text)?)
    }

    /// The object that `value` serialises to.
    ///
    /// # Errors
    ///
    /// When `value` does not serialise, or not to an object.
    pub fn of(value: &(impl Serialize + ?Sized)) -> Result<Self, JsonError> {
        Self::of_json(Json::of(value)?)
    }

    fn of_json(json: Json) -> Result<Self, JsonError> {
        let kind = crate::text::kind(json.as_str());
        json.into_object()
            .ok_or_else(|| JsonError { path: String::new(), reason: format!("expected an object, found {kind}") })
    }

    pub(super) fn from_raw(raw: Box<RawValue>) -> Self {
        Self(Some(raw))
    }

    /// Text known to be a JSON object, or empty for an object without members.
    pub(crate) fn from_known(text: impl Into<String> + AsRef<str>) -> Self {
        Self((!matches!(text.as_ref(), "" | "{}")).then(|| raw::raw_value(text.into())))
    }

    pub(super) fn into_json(self) -> Json {
        self.0.map_or_else(|| Json::from_known("{}".to_owned()), Json::from)
    }

    /// The text, braces included.
    pub fn as_str(&self) -> &str {
        self.0.as_ref().map_or("{}", |raw| raw.get())
    }

    /// Whether it has no members.
    pub fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }

    /// How many members it has.
    pub fn len(&self) -> usize {
        self.iter().count()
    }

    /// Its members in order.
    pub fn iter(&self) -> impl Iterator<Item = (Cow<'_, str>, &RawValue)> {
        members(self.as_str())
    }

    /// The first member of that name.
    pub fn get(&self, name: &str) -> Option<&RawValue> {
        walk::member(self.as_str(), name).map(raw::borrowed)
    }

    /// Sets a member: in its place if it is there, else last.
    pub fn insert(&mut self, name: &str, value: impl Into<Json>) {
        self.insert_all(&[(name, value.into())]);
    }

    /// Sets several members, of different names, in one pass.
    pub(crate) fn insert_all(&mut self, set: &[(&str, Json)]) {
        let more: usize = set.iter().map(|(name, value)| name.len() + value.as_str().len() + 4).sum();
        let mut text = String::with_capacity(self.as_str().len() + more);
        let mut placed = vec![false; set.len()];
        for (key, before) in walk::members(self.as_str()) {
            let found = key.read().and_then(|key| set.iter().position(|(name, _)| *name == key));
            push_quoted(&mut text, key, found.map_or(before, |index| set[index].1.as_str()));
            found.into_iter().for_each(|index| placed[index] = true);
        }
        for ((name, value), _) in set.iter().zip(placed).filter(|(_, placed)| !placed) {
            push_member(&mut text, name, value.as_str());
        }
        if !text.is_empty() {
            text.push('}');
        }
        *self = Self::from_known(text);
    }

    /// Takes a member out and gives it back, if it was there.
    pub fn remove(&mut self, name: &str) -> Option<Json> {
        let removed = self.get(name).map(Json::from)?;
        let mut text = String::new();
        for (key, value) in walk::members(self.as_str()) {
            if key.read().is_none_or(|key| key != name) {
                push_quoted(&mut text, key, value);
            }
        }
        if !text.is_empty() {
            text.push('}');
        }
        *self = Self::from_known(text);
        Some(removed)
    }

    /// The same object with a member set.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Json>) -> Self {
        self.insert(name, value);
        self
    }

    /// Decodes the whole object straight into a type of yours.
    ///
    /// # Errors
    ///
    /// When it is not a `T`; the error names the path to what is wrong.
    pub fn decode<T: DeserializeOwned>(&self) -> Result<T, JsonError> {
        super::decode(self.as_str())
    }

    /// Writes the members into an object that is being written.
    pub(crate) fn write_members<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        if self.0.is_some() {
            for (name, value) in walk::members(self.as_str()) {
                let Some(name) = name.read() else {
                    return Err(M::Error::custom("a member's name holds half a surrogate pair"));
                };
                map.serialize_entry(&name, raw::borrowed(value))?;
            }
        }
        Ok(())
    }
}

/// Appends a member to the text of an object that has still to be closed.
pub(crate) fn push_member(text: &mut String, key: &str, value: &str) {
    text.push(if text.is_empty() { '{' } else { ',' });
    push_key(text, key);
    text.push_str(value);
}

/// The same with a name as it stands in other text.
fn push_quoted(text: &mut String, name: Quoted<'_>, value: &str) {
    text.push(if text.is_empty() { '{' } else { ',' });
    text.push_str(name.text);
    text.push(':');
    text.push_str(value);
}

/// The members of text that is known to be an object, in order; none if it is anything else.
pub(crate) fn members(text: &str) -> impl Iterator<Item = (Cow<'_, str>, &RawValue)> {
    walk::members(text).map(|(name, value)| (readable(name), raw::borrowed(value)))
}

/// A name, or its text where that holds half a surrogate pair and says nothing.
fn readable(name: Quoted<'_>) -> Cow<'_, str> {
    name.read().unwrap_or(Cow::Borrowed(name.text))
}

impl fmt::Debug for JsonObject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl PartialEq for JsonObject {
    fn eq(&self, other: &Self) -> bool {
        super::equal(self.as_str(), other.as_str())
    }
}

impl Eq for JsonObject {}

impl<K: AsRef<str>, V: Into<Json>> FromIterator<(K, V)> for JsonObject {
    /// The last of several values for one name wins, in the place of the first.
    fn from_iter<I: IntoIterator<Item = (K, V)>>(members: I) -> Self {
        let members: Vec<(K, Json)> = members.into_iter().map(|(key, value)| (key, value.into())).collect();
        let last: HashMap<&str, &Json> = members.iter().map(|(key, value)| (key.as_ref(), value)).collect();
        let mut written = HashSet::new();
        let mut text = String::new();
        for (key, _) in &members {
            let key = key.as_ref();
            if written.insert(key) {
                push_member(&mut text, key, last[key].as_str());
            }
        }
        if !text.is_empty() {
            text.push('}');
        }
        Self::from_known(text)
    }
}

impl Serialize for JsonObject {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0 {
            Some(raw) => raw.serialize(serializer),
            None => serializer.serialize_map(Some(0))?.end(),
        }
    }
}

impl<'de> Deserialize<'de> for JsonObject {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = raw::capture(deserializer)?;
        match text.starts_with('{') {
            true => Ok(Self::from_known(text)),
            false => Err(D::Error::custom(format_args!("expected an object, found {}", crate::text::kind(&text)))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_set_in_place_and_removed() {
        let mut object = JsonObject::parse(r#"{"b": 1.00,"a":2}"#).unwrap();
        object.insert("b", true);
        object.insert("c\"", "x");
        assert_eq!(object.as_str(), r#"{"b":true,"a":2,"c\"":"x"}"#);
        assert_eq!(object.remove("a").unwrap().as_str(), "2");
        assert_eq!(object.get("c\"").unwrap().get(), "\"x\"");
        assert_eq!(object.len(), 2);
    }

    #[test]
    fn an_object_without_members_is_equal_however_it_came_to_be() {
        assert_eq!(JsonObject::new(), JsonObject::parse(" { } ").unwrap());
        assert!(JsonObject::parse("{}").unwrap().is_empty());
        let mut emptied = JsonObject::new().with("a", 1_i64);
        emptied.remove("a");
        assert_eq!(serde_json::to_string(&emptied).unwrap(), "{}");
    }

    #[test]
    fn of_several_values_for_one_name_the_last_wins() {
        let object: JsonObject = [("a", 1_i64), ("b", 2), ("a", 3)].into_iter().collect();
        assert_eq!(object.as_str(), r#"{"a":3,"b":2}"#);
    }

    #[test]
    fn a_name_that_cannot_be_read_is_kept_as_it_is() {
        let mut object = JsonObject::parse(r#"{"\ud800":1,"a":2}"#).unwrap();
        object.insert("b", true);
        object.remove("a");
        assert_eq!(object.as_str(), r#"{"\ud800":1,"b":true}"#);
        assert_eq!(object.len(), 2);
    }

    #[test]
    fn what_is_no_object_is_refused() {
        assert_eq!(JsonObject::parse("[1]").unwrap_err().to_string(), "expected an object, found an array");
    }
}
