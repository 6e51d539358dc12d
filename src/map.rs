//! An object of like values, in the order in which they came.

use serde::ser::{Serialize, SerializeMap, Serializer};

/// An object whose values have one type, in the order in which they came; no name is there twice.
#[derive(Clone, Debug)]
pub struct Map<V>(Vec<(String, V)>);

impl<V> Map<V> {
    /// An object without members.
    pub fn new() -> Self {
        Self(Vec::new())
    }

    /// Members whose names are known to differ.
    pub(crate) fn from_unique(members: Vec<(String, V)>) -> Self {
        Self(members)
    }

    /// The member of that name.
    pub fn get(&self, name: &str) -> Option<&V> {
        self.iter().find(|(key, _)| *key == name).map(|(_, value)| value)
    }

    /// The member of that name, to change.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut V> {
        self.0.iter_mut().find(|(key, _)| key == name).map(|(_, value)| value)
    }

    /// Sets a member: in its place if it is there, giving back what was, else last.
    pub fn insert(&mut self, name: impl Into<String>, value: V) -> Option<V> {
        let name = name.into();
        match self.get_mut(&name) {
            Some(place) => Some(std::mem::replace(place, value)),
            None => {
                self.0.push((name, value));
                None
            }
        }
    }

    /// Takes a member out and gives it back, if it was there.
    pub fn remove(&mut self, name: &str) -> Option<V> {
        let index = self.0.iter().position(|(key, _)| key == name)?;
        Some(self.0.remove(index).1)
    }

    /// The members in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &V)> {
        self.0.iter().map(|(key, value)| (key.as_str(), value))
    }

    /// The names in order.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(key, _)| key.as_str())
    }

    /// How many members it has.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether it has no members.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<V> Default for Map<V> {
    fn default() -> Self {
        Self::new()
    }
}

/// Objects are equal if they have equal members, in whatever order.
impl<V: PartialEq> PartialEq for Map<V> {
    fn eq(&self, other: &Self) -> bool {
        let same = |((key, value), (other_key, other_value)): (&(String, V), &(String, V))| {
            key == other_key && value == other_value
        };
        self.len() == other.len()
            && (self.0.iter().zip(&other.0).all(same) || self.iter().all(|(key, value)| other.get(key) == Some(value)))
    }
}

impl<K: Into<String>, V> FromIterator<(K, V)> for Map<V> {
    /// The last of several values for one name wins.
    fn from_iter<I: IntoIterator<Item = (K, V)>>(members: I) -> Self {
        let mut map = Self::new();
        for (key, value) in members {
            map.insert(key, value);
        }
        map
    }
}

impl<V> IntoIterator for Map<V> {
    type Item = (String, V);
    type IntoIter = std::vec::IntoIter<(String, V)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<V: Serialize> Serialize for Map<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.len()))?;
        for (key, value) in self.iter() {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}
