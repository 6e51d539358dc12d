//! What two canonical schemas say differently on the wire.

use std::collections::BTreeMap;
use std::fmt;

use serde_json::Value;

/// One difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Only the newer schema has it.
    Added {
        /// The place, `Tool.icons[]`.
        place: String,
        /// What stands there.
        facts: String,
    },
    /// Only the older schema has it.
    Removed {
        /// The place.
        place: String,
        /// What stood there.
        facts: String,
    },
    /// Both have it, with other facts.
    Changed {
        /// The place.
        place: String,
        /// What stood there.
        before: String,
        /// What stands there now.
        after: String,
    },
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Added { place, facts } => write!(f, "+ {place}: {facts}"),
            Self::Removed { place, facts } => write!(f, "- {place}: {facts}"),
            Self::Changed { place, before, after } => write!(f, "~ {place}: {before} → {after}"),
        }
    }
}

/// Lists what changed on the wire between two canonical schemas, sorted by place.
pub fn diff(before: &Value, after: &Value) -> Vec<Change> {
    let (before, after) = (facts(before), facts(after));
    let mut changes: Vec<_> = before
        .iter()
        .filter_map(|(place, facts)| match after.get(place) {
            None if covered(place, &before, &after) => None,
            None => Some(Change::Removed { place: place.clone(), facts: facts.clone() }),
            Some(same) if same == facts => None,
            Some(now) => Some(Change::Changed { place: place.clone(), before: facts.clone(), after: now.clone() }),
        })
        .collect();
    changes.extend(
        after
            .iter()
            .filter(|(place, _)| !before.contains_key(*place) && !covered(place, &after, &before))
            .map(|(place, facts)| Change::Added { place: place.clone(), facts: facts.clone() }),
    );
    changes.sort_by(|a, b| a.place().cmp(b.place()));
    changes
}

impl Change {
    /// Where it is, `Tool.icons[]`.
    pub fn place(&self) -> &str {
        match self {
            Self::Added { place, .. } | Self::Removed { place, .. } | Self::Changed { place, .. } => place,
        }
    }
}

/// Whether a whole definition came or went, so that its members need no lines of their own.
fn covered(place: &str, here: &BTreeMap<String, String>, there: &BTreeMap<String, String>) -> bool {
    let definition = place.split(['.', '[', '{', '|']).next().unwrap_or(place);
    definition != place && here.contains_key(definition) && !there.contains_key(definition)
}

/// Place → facts, for every definition and everything below it.
fn facts(schema: &Value) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for (name, definition) in schema.get("$defs").and_then(Value::as_object).into_iter().flatten() {
        gather(name, definition, "", &mut found);
    }
    found
}

fn gather(place: &str, schema: &Value, presence: &str, found: &mut BTreeMap<String, String>) {
    found.insert(place.to_owned(), format!("{presence}{}", describe(schema)));
    let required = schema.get("required").and_then(Value::as_array);
    for (name, member) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
        let required = required.is_some_and(|required| required.iter().any(|listed| listed == name));
        let presence = if required { "required " } else { "optional " };
        gather(&format!("{place}.{name}"), member, presence, found);
    }
    for (keyword, suffix) in [("items", "[]"), ("additionalProperties", "{}")] {
        if let Some(inner) = schema.get(keyword).filter(|inner| inner.get("properties").is_some()) {
            gather(&format!("{place}{suffix}"), inner, "", found);
        }
    }
    for keyword in ["anyOf", "oneOf", "allOf"] {
        let members = schema.get(keyword).and_then(Value::as_array).into_iter().flatten();
        for (index, member) in members.enumerate().filter(|(_, member)| member.get("properties").is_some()) {
            gather(&format!("{place}|{index}"), member, "", found);
        }
    }
}

/// A schema in a few words: `array of Icon`, `"text"`, `number 0 to 1`.
fn describe(schema: &Value) -> String {
    if let Some(target) = schema.get("$ref").and_then(Value::as_str) {
        return target.rsplit('/').next().unwrap_or(target).to_owned();
    }
    if let Some(value) = schema.get("const") {
        return value.to_string();
    }
    if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        return list(values, " | ", ToString::to_string);
    }
    for (keyword, joint) in [("anyOf", " | "), ("oneOf", " | "), ("allOf", " & ")] {
        if let Some(members) = schema.get(keyword).and_then(Value::as_array) {
            return list(members, joint, describe);
        }
    }
    let mut words = match schema.get("type") {
        None => "any JSON".to_owned(),
        Some(Value::Array(kinds)) => list(kinds, " | ", |kind| kind.as_str().unwrap_or_default().to_owned()),
        Some(kind) => kind.as_str().unwrap_or_default().to_owned(),
    };
    if let Some(items) = schema.get("items") {
        words = format!("{words} of {}", describe(items));
    }
    match schema.get("additionalProperties") {
        Some(Value::Bool(false)) => words += ", closed",
        Some(values) if schema.get("properties").is_none() => {
            words = format!("{words} of {}", describe(values));
        }
        _ => {}
    }
    for keyword in ["minimum", "maximum", "minItems", "maxItems", "format"] {
        if let Some(value) = schema.get(keyword) {
            words += &format!(", {keyword} {}", value.to_string().trim_matches('"'));
        }
    }
    words
}

fn list(values: &[Value], joint: &str, word: impl Fn(&Value) -> String) -> String {
    values.iter().map(word).collect::<Vec<_>>().join(joint)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[track_caller]
    fn check(before: Value, after: Value, expected: &[&str]) {
        let lines: Vec<_> =
            diff(&json!({ "$defs": before }), &json!({ "$defs": after })).iter().map(ToString::to_string).collect();
        assert_eq!(lines, expected);
    }

    #[test]
    fn a_member_that_came_went_or_changed_is_one_line() {
        check(
            json!({"A": {"type": "object", "required": ["x"], "properties": {"x": {"type": "string"}, "y": {"type": "number", "minimum": 0}}}}),
            json!({"A": {"type": "object", "properties": {"x": {"type": "string"}, "z": {"$ref": "#/$defs/B"}}}}),
            &["~ A.x: required string → optional string", "- A.y: optional number, minimum 0", "+ A.z: optional B"],
        );
    }

    #[test]
    fn a_definition_that_came_is_one_line() {
        check(json!({}), json!({"A": {"type": "object", "properties": {"x": {"const": 1}}}}), &["+ A: object"]);
    }

    #[test]
    fn the_same_schema_has_no_changes() {
        let schema = json!({"A": {"anyOf": [{"type": "array", "items": {"enum": ["a"]}}]}});
        check(schema.clone(), schema, &[]);
    }
}
