//! The generated method table against the project's own table, and against the schema files read independently.

mod support;

use mcp_wire::gate::{self, Direction, Kind};
use mcp_wire::{Revision, catalog};
use serde_json::Value;
use support::{json_file, schema::schema};

#[test]
fn the_generated_table_is_the_rule_books_table() {
    let expected = json_file("tests/data/methods.json");
    let rows = expected["methods"].as_array().unwrap();
    assert_eq!(gate::methods().len(), rows.len());
    for row in rows {
        let text = |name: &str| row[name].as_str().unwrap();
        let kind = if text("kind") == "request" { Kind::Request } else { Kind::Notification };
        let direction =
            if text("direction") == "client_to_server" { Direction::ClientToServer } else { Direction::ServerToClient };
        let found = gate::methods()
            .iter()
            .find(|found| found.name() == text("method") && found.kind() == kind && found.direction() == direction)
            .unwrap_or_else(|| panic!("no row {row}"));
        assert_eq!(row["introduced_in"], found.introduced_in().as_str(), "{row}");
        assert_eq!(
            row["removed_in"],
            found.removed_in().map_or(Value::Null, |removed| removed.as_str().into()),
            "{row}"
        );
        for revision in Revision::ALL {
            check(&row["revisions"][revision.as_str()], found.entry(*revision), text("method"));
        }
    }
}

#[track_caller]
fn check(expected: &Value, found: Option<&gate::Entry>, method: &str) {
    let Some(found) = found else { return assert!(expected.is_null(), "{method} {expected}") };
    assert_eq!(expected["type"], found.message(), "{method}");
    assert_eq!(expected["params_required"], found.params_required(), "{method}");
    let mut results: Vec<&str> = found.results().collect();
    results.sort_unstable();
    let listed = expected["result_types"].as_array().into_iter().flatten();
    let mut listed: Vec<&str> = listed.filter_map(Value::as_str).collect();
    listed.sort_unstable();
    assert_eq!(results, listed, "{method}");
}

#[test]
fn every_definition_of_every_schema_has_its_type() {
    for revision in Revision::ALL {
        let schema = schema(*revision);
        let defined: Vec<&str> = schema["$defs"].as_object().unwrap().keys().map(String::as_str).collect();
        let mut typed: Vec<&str> = catalog::definitions(*revision).collect();
        typed.sort_unstable();
        let mut expected = defined.clone();
        expected.sort_unstable();
        assert_eq!(typed, expected, "{revision}");
        for name in defined {
            let outcome = catalog::check(*revision, name, "17.5e1000", mcp_wire::Reading::Strict);
            assert!(
                !matches!(outcome, Err(catalog::CatalogError::Unknown(_) | catalog::CatalogError::NotCompiledIn(_))),
                "{revision} {name}"
            );
        }
    }
    let counts: Vec<usize> = Revision::ALL.iter().map(|revision| catalog::definitions(*revision).count()).collect();
    assert_eq!(counts, [79, 83, 91, 145, 155]);
}
