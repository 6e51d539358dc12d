//! What several test files share.
#![allow(dead_code, unreachable_pub, reason = "each test file uses its part")]

pub mod generate;
pub mod schema;

use std::io::Write;
use std::path::PathBuf;

use serde_json::Value;

/// A file or folder of the project.
pub fn project(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// A JSON file of the project.
pub fn json_file(path: &str) -> Value {
    let text = std::fs::read_to_string(project(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The folder of published schemas and examples, if `MCP_SPEC_DIR` names one; a test that goes without says so.
pub fn spec_dir(test: &str) -> Option<PathBuf> {
    let named = std::env::var_os("MCP_SPEC_DIR").filter(|named| !named.is_empty());
    let Some(named) = named else {
        skipped(test, "MCP_SPEC_DIR does not name the folder of published schemas");
        assert!(std::env::var_os("CI").is_none(), "CI must set MCP_SPEC_DIR");
        return None;
    };
    // Relative to the project, since tests of different packages run in different folders.
    let folder = project("").join(named);
    assert!(folder.is_dir(), "MCP_SPEC_DIR: {} is not a folder", folder.display());
    Some(folder)
}

/// Says aloud that a test was skipped: straight to standard error, since the test runner keeps what a passing test prints.
pub fn skipped(test: &str, why: &str) {
    std::io::stderr().write_all(format!("SKIPPED {test}: {why}\n").as_bytes()).unwrap();
}

/// Whether two values are equal, numbers by mathematical value: `1` is `1.0`.
pub fn equal(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => {
            left == right || (left.is_f64() || right.is_f64()) && left.as_f64() == right.as_f64()
        }
        (Value::Array(left), Value::Array(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(left, right)| equal(left, right))
        }
        (Value::Object(left), Value::Object(right)) => {
            left.len() == right.len()
                && left.iter().all(|(key, left)| right.get(key).is_some_and(|right| equal(left, right)))
        }
        (left, right) => left == right,
    }
}
