//! The canonical form of a published schema: its wire facts and nothing else.
//!
//! In comes a draft-07 or 2020-12 schema as published, out goes the same schema in one dialect, without prose and with
//! sorted keys, so that two revisions can be compared line by line.

use serde_json::{Map, Value};

use crate::Error;

/// The dialect every canonical schema names.
pub const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

const DRAFT_07: &str = "http://json-schema.org/draft-07/schema#";

/// Turns a published schema into its canonical form.
///
/// # Errors
///
/// When `published` is not JSON, names neither draft-07 nor 2020-12, or has no object of definitions.
pub fn canonical(subject: &str, published: &str) -> Result<Value, Error> {
    let schema: Value =
        serde_json::from_str(published).map_err(|error| Error::new(subject, "", format!("not JSON: {error}")))?;
    let Value::Object(mut members) = schema else {
        return Err(Error::new(subject, "", "a schema is a JSON object"));
    };
    match members.get("$schema").and_then(Value::as_str) {
        Some(DIALECT | DRAFT_07) => {}
        Some(other) => {
            return Err(Error::new(subject, "/$schema", format!("unknown dialect {other:?}")));
        }
        None => return Err(Error::new(subject, "/$schema", "the dialect is missing")),
    }
    members.insert("$schema".into(), DIALECT.into());
    if let Some(definitions) = members.remove("definitions")
        && members.insert("$defs".into(), definitions).is_some()
    {
        return Err(Error::new(subject, "/definitions", "stands beside $defs"));
    }
    match members.get("$defs") {
        Some(Value::Object(definitions)) if !definitions.is_empty() => {}
        _ => return Err(Error::new(subject, "/$defs", "an object of definitions is missing")),
    }
    Ok(keyword_object(members))
}

/// The text of a canonical schema: sorted keys, two-space indent, final newline.
pub fn text(schema: &Value) -> String {
    // `serde_json::Map` sorts unless some other crate of the build asked it to keep insertion order.
    let mut sorted = schema.clone();
    sorted.sort_all_objects();
    format!("{sorted:#}\n")
}

/// A schema: keywords are rewritten, data positions are left alone.
fn schema(value: Value) -> Value {
    match value {
        Value::Object(members) => keyword_object(members),
        Value::Array(items) => items.into_iter().map(schema).collect(),
        other => other,
    }
}

fn keyword_object(members: Map<String, Value>) -> Value {
    let rewritten = members.into_iter().filter_map(|(keyword, value)| {
        let value = match keyword.as_str() {
            "description" => return None,
            "$ref" => reference(value),
            "const" | "default" | "enum" | "examples" | "required" => value,
            "$defs" | "patternProperties" | "properties" => named_schemas(value),
            _ => schema(value),
        };
        Some((keyword, value))
    });
    Value::Object(rewritten.collect())
}

/// An object whose keys are names of ours or of the wire, never keywords.
fn named_schemas(value: Value) -> Value {
    match value {
        Value::Object(members) => members.into_iter().map(|(name, value)| (name, schema(value))).collect(),
        other => other,
    }
}

fn reference(value: Value) -> Value {
    match value.as_str().and_then(|target| target.strip_prefix("#/definitions/")) {
        Some(name) => format!("#/$defs/{name}").into(),
        None => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(published: &str, expected: &str) {
        assert_eq!(text(&canonical("test", published).unwrap()), expected);
    }

    #[test]
    fn definitions_move_prose_goes_and_a_property_named_description_stays() {
        check(
            r##"{"$schema":"http://json-schema.org/draft-07/schema#","definitions":{"A":{"type":"object","description":"prose",
                "properties":{"description":{"description":"prose","$ref":"#/definitions/B"}},"default":{"description":"data"}},"B":{"type":"string"}}}"##,
            r##"{
  "$defs": {
    "A": {
      "default": {
        "description": "data"
      },
      "properties": {
        "description": {
          "$ref": "#/$defs/B"
        }
      },
      "type": "object"
    },
    "B": {
      "type": "string"
    }
  },
  "$schema": "https://json-schema.org/draft/2020-12/schema"
}
"##,
        );
    }

    #[test]
    fn characters_outside_ascii_stay_as_they_are() {
        let published =
            r#"{"$schema":"https://json-schema.org/draft/2020-12/schema","$defs":{"A":{"const":"\u00e9–é"}}}"#;
        assert!(text(&canonical("test", published).unwrap()).contains("\"é–é\""));
    }

    #[test]
    fn a_file_that_is_no_such_schema_is_refused_with_the_place() {
        let refused = |published| canonical("test", published).unwrap_err().to_string();
        assert!(refused("{").starts_with("test: not JSON"));
        assert_eq!(refused("[]"), "test: a schema is a JSON object");
        assert_eq!(refused("{}"), "test: /$schema: the dialect is missing");
        assert_eq!(
            refused(r#"{"$schema":"https://json-schema.org/draft/2020-12/schema"}"#),
            "test: /$defs: an object of definitions is missing"
        );
    }
}
