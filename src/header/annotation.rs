//! The `x-mcp-header` annotations of a tool's input schema (R-HDR-9, R-HDR-10).

use std::fmt;

use serde_json::{Map, Value};

use super::Dotted;

const KEYWORD: &str = "x-mcp-header";

/// An argument that a header mirrors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Annotation {
    path: Vec<String>,
    name: String,
    kind: Kind,
}

/// The type of an argument that a header mirrors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// `string`
    String,
    /// `integer`
    Integer,
    /// `boolean`
    Boolean,
}

impl Annotation {
    /// The way to the argument, from the top of `arguments`.
    pub fn path(&self) -> &[String] {
        &self.path
    }

    /// The header's name, `Mcp-Param-` and the annotation (R-HDR-10).
    pub fn header(&self) -> String {
        format!("Mcp-Param-{}", self.name)
    }

    /// The argument's type.
    pub fn kind(&self) -> Kind {
        self.kind
    }
}

/// Why a tool's annotations are invalid, and so the whole tool over HTTP (R-HDR-9).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnnotationError {
    path: Vec<String>,
    reason: &'static str,
}

impl fmt::Display for AnnotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: `{KEYWORD}` {}", Dotted(&self.path), self.reason)
    }
}

impl std::error::Error for AnnotationError {}

/// The annotations of an input schema, sorted by path.
///
/// # Errors
///
/// When one of them breaks R-HDR-9: every annotation has to be a token that no other repeats, on a string, integer or
/// boolean that is reached through `properties` alone.
pub fn annotations(input_schema: &Value) -> Result<Vec<Annotation>, AnnotationError> {
    let mut walk = Walk::default();
    walk.schema(input_schema, &mut Vec::new(), true)?;
    walk.found.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(walk.found)
}

#[derive(Default)]
struct Walk {
    found: Vec<Annotation>,
}

impl Walk {
    /// A schema; `reachable` says whether only `properties` led to it.
    fn schema(&mut self, schema: &Value, path: &mut Vec<String>, reachable: bool) -> Result<(), AnnotationError> {
        let keywords = match schema {
            Value::Object(keywords) => keywords,
            Value::Array(schemas) => return schemas.iter().try_for_each(|schema| self.schema(schema, path, false)),
            _ => return Ok(()),
        };
        if let Some(annotation) = keywords.get(KEYWORD) {
            self.annotation(annotation, keywords, path, reachable && !path.is_empty())?;
        }
        for (keyword, value) in keywords {
            match keyword.as_str() {
                "properties" => self.named(value, path, reachable)?,
                "$defs" | "definitions" | "dependentSchemas" | "patternProperties" => self.named(value, path, false)?,
                "additionalItems"
                | "additionalProperties"
                | "allOf"
                | "anyOf"
                | "contains"
                | "contentSchema"
                | "else"
                | "if"
                | "items"
                | "not"
                | "oneOf"
                | "prefixItems"
                | "propertyNames"
                | "then"
                | "unevaluatedItems"
                | "unevaluatedProperties" => self.schema(value, path, false)?,
                // Anything else holds data: `default`, `examples`, `const`, `enum`.
                _ => {}
            }
        }
        Ok(())
    }

    fn named(&mut self, schemas: &Value, path: &mut Vec<String>, reachable: bool) -> Result<(), AnnotationError> {
        for (name, schema) in schemas.as_object().into_iter().flatten() {
            path.push(name.clone());
            self.schema(schema, path, reachable)?;
            path.pop();
        }
        Ok(())
    }

    fn annotation(
        &mut self,
        annotation: &Value,
        keywords: &Map<String, Value>,
        path: &[String],
        reachable: bool,
    ) -> Result<(), AnnotationError> {
        let wrong = |reason| AnnotationError { path: path.to_vec(), reason };
        let name = annotation.as_str().ok_or_else(|| wrong("is not a string"))?;
        if name.is_empty() || !name.bytes().all(is_tchar) {
            return Err(wrong("is not a token of RFC 9110"));
        }
        let kind = match keywords.get("type").and_then(Value::as_str) {
            Some("string") => Kind::String,
            Some("integer") => Kind::Integer,
            Some("boolean") => Kind::Boolean,
            _ => return Err(wrong("stands on a property whose type is not string, integer or boolean")),
        };
        if !reachable {
            return Err(wrong("stands where more than `properties` leads"));
        }
        if self.found.iter().any(|known| known.name.eq_ignore_ascii_case(name)) {
            return Err(wrong("repeats another, but for case"));
        }
        self.found.push(Annotation { path: path.to_vec(), name: name.to_owned(), kind });
        Ok(())
    }
}

fn is_tchar(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}
