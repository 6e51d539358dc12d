//! `schema/names.json`: the few names that are chosen and not derived.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::Error;

/// The renames, and the rules by which every other name is derived.
#[derive(Clone, Debug, Default)]
pub struct Names {
    words: BTreeMap<String, String>,
    types: BTreeMap<String, String>,
    fields: BTreeMap<String, String>,
    variants: BTreeMap<String, String>,
    markers: BTreeMap<String, String>,
    /// What was looked up and found, as `section.key`.
    used: RefCell<BTreeSet<String>>,
}

impl Names {
    /// Reads `names.json`.
    ///
    /// # Errors
    ///
    /// When it has a section that nothing reads, or one that is not an object of strings.
    pub fn parse(value: &Value) -> Result<Self, Error> {
        const FILE: &str = "names.json";
        let mut names = Self::default();
        let sections = value.as_object().ok_or_else(|| Error::new(FILE, "", "an object is wanted"))?;
        for (section, entries) in sections {
            let target = match section.as_str() {
                "words" => &mut names.words,
                "types" => &mut names.types,
                "fields" => &mut names.fields,
                "variants" => &mut names.variants,
                "markers" => &mut names.markers,
                _ => return Err(Error::new(FILE, section, "no such section")),
            };
            *target = serde_json::from_value(entries.clone())
                .map_err(|error| Error::new(FILE, section, error.to_string()))?;
        }
        Ok(names)
    }

    /// A definition's name in Rust spelling: `JSONRPCRequest` → `JsonRpcRequest`.
    pub fn definition(&self, wire: &str) -> String {
        let mut words: Vec<_> = self.words.iter().collect();
        words.sort_by_key(|(word, _)| std::cmp::Reverse(word.len()));
        words.into_iter().fold(wire.to_owned(), |name, (from, to)| {
            if name.contains(from) {
                self.mark("words", from);
            }
            name.replace(from, to)
        })
    }

    /// The name of a type written inline at `member` of `owner`.
    pub fn inline(&self, owner: &str, member: &str) -> String {
        let chosen = self.chosen("types", &self.types, &format!("{owner}.{member}"));
        match chosen.or_else(|| self.chosen("types", &self.types, &format!("*.{member}"))) {
            Some(name) => name,
            None => format!("{owner}{}", pascal(&self.field(member).unwrap_or(member.to_owned()))),
        }
    }

    /// The field name of a wire member, where the derived one would not do: `_meta` keys lose their prefix.
    pub fn field(&self, member: &str) -> Option<String> {
        let keyed = || member.rsplit_once('/').map(|(_, name)| snake(name));
        self.chosen("fields", &self.fields, member).or_else(keyed)
    }

    /// The variant of `union` that would be called `derived`.
    pub fn variant(&self, union: &str, derived: &str) -> String {
        let chosen = self.chosen("variants", &self.variants, &format!("{union}.{derived}"));
        chosen.unwrap_or_else(|| derived.to_owned())
    }

    /// The marker type of the method whose message is the definition `message`: `CallToolRequest` → `CallTool`.
    pub fn marker(&self, message: &str) -> String {
        let stem = || message.strip_suffix("Request").or_else(|| message.strip_suffix("Notification"));
        let chosen = self.chosen("markers", &self.markers, message);
        chosen.unwrap_or_else(|| stem().unwrap_or(message).to_owned())
    }

    fn chosen(&self, section: &str, names: &BTreeMap<String, String>, key: &str) -> Option<String> {
        let name = names.get(key)?;
        self.mark(section, key);
        Some(name.clone())
    }

    fn mark(&self, section: &str, key: &str) {
        self.used.borrow_mut().insert(format!("{section}.{key}"));
    }

    /// The chosen names that nothing has asked for so far, as `section.key`.
    pub fn unused(&self) -> Vec<String> {
        let sections = [
            ("words", &self.words),
            ("types", &self.types),
            ("fields", &self.fields),
            ("variants", &self.variants),
            ("markers", &self.markers),
        ];
        let all =
            sections.into_iter().flat_map(|(section, names)| names.keys().map(move |key| format!("{section}.{key}")));
        all.filter(|name| !self.used.borrow().contains(name)).collect()
    }
}

/// `thisServer`, `resource_link`, `date-time` → `ThisServer`, `ResourceLink`, `DateTime`.
pub fn pascal(text: &str) -> String {
    let mut name = String::new();
    let mut upper = true;
    for character in text.chars() {
        match character.is_ascii_alphanumeric() {
            true if upper => name.push(character.to_ascii_uppercase()),
            true => name.push(character),
            false => {}
        }
        upper = !character.is_ascii_alphanumeric();
    }
    name
}

/// `clientInfo`, `related-task` → `client_info`, `related_task`.
pub fn snake(text: &str) -> String {
    let mut name = String::new();
    for character in text.chars() {
        match character {
            'A'..='Z' => {
                if !name.is_empty() && !name.ends_with('_') {
                    name.push('_');
                }
                name.push(character.to_ascii_lowercase());
            }
            'a'..='z' | '0'..='9' => name.push(character),
            _ if name.ends_with('_') => {}
            _ => name.push('_'),
        }
    }
    name
}

/// `ToolUseContent` → `Tool`, `Use`, `Content`.
pub fn camel_words(name: &str) -> Vec<&str> {
    let mut starts: Vec<usize> =
        name.char_indices().filter(|&(_, character)| character.is_ascii_uppercase()).map(|(at, _)| at).collect();
    if starts.first() != Some(&0) {
        starts.insert(0, 0);
    }
    starts.push(name.len());
    starts.windows(2).map(|pair| &name[pair[0]..pair[1]]).collect()
}
