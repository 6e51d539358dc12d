//! The schemas, read independently of the generator, and a judge that knows nothing of it either.

use std::collections::BTreeMap;

use jsonschema::Validator;
use mcp_wire::Revision;
use serde_json::{Value, json};

use super::json_file;

/// The canonical schema of a revision with the errata applied.
pub fn schema(revision: Revision) -> Value {
    let mut schema = json_file(&format!("schema/{revision}/schema.json"));
    for erratum in json_file("schema/errata.json").as_array().unwrap() {
        let revisions = erratum["revisions"].as_array().unwrap();
        if revisions.iter().any(|named| named == revision.as_str()) {
            *schema.pointer_mut(erratum["pointer"].as_str().unwrap()).unwrap() = erratum["replacement"].clone();
        }
    }
    schema
}

/// Says what the schema says of values.
pub struct Judge {
    validators: BTreeMap<String, Validator>,
}

impl Judge {
    pub fn new(schema: &Value) -> Self {
        let names = schema["$defs"].as_object().unwrap().keys();
        let validators = names.map(|name| {
            let mut root = schema.clone();
            root["$ref"] = json!(format!("#/$defs/{name}"));
            (name.clone(), jsonschema::draft202012::options().build(&root).unwrap())
        });
        Self { validators: validators.collect() }
    }

    pub fn is_valid(&self, definition: &str, value: &Value) -> bool {
        self.validators[definition].is_valid(value)
    }
}
