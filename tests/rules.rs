//! Every rule of the rule book is named by a vector or a test, so that none is only written down.

mod support;

use std::collections::BTreeSet;

use serde_json::Value;
use support::project;

/// The rules of the book, each in bold.
fn rules() -> BTreeSet<String> {
    let book = std::fs::read_to_string(project("tests/data/RULES.md")).unwrap();
    book.split("**").filter(|bold| is_rule(bold)).map(str::to_owned).collect()
}

fn is_rule(text: &str) -> bool {
    text.strip_prefix("R-").and_then(|rest| rest.rsplit_once('-')).is_some_and(|(family, number)| {
        !family.is_empty() && family.bytes().all(|byte| byte.is_ascii_uppercase()) && number.parse::<u8>().is_ok()
    })
}

/// The rules that a text names.
fn named(text: &str, into: &mut BTreeSet<String>) {
    let words = text.split(|character: char| !character.is_ascii_alphanumeric() && character != '-');
    into.extend(words.filter(|word| is_rule(word)).map(str::to_owned));
}

#[test]
fn every_rule_is_named_by_a_vector_or_a_test() {
    let mut found = BTreeSet::new();
    for entry in std::fs::read_dir(project("tests/vectors")).unwrap() {
        let suite: Value = serde_json::from_str(&std::fs::read_to_string(entry.unwrap().path()).unwrap()).unwrap();
        for vector in suite["vectors"].as_array().unwrap() {
            named(vector["rule"].as_str().unwrap(), &mut found);
        }
    }
    for entry in std::fs::read_dir(project("tests")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "rs") && !path.ends_with("rules.rs") {
            named(&std::fs::read_to_string(path).unwrap(), &mut found);
        }
    }
    let rules = rules();
    assert!(rules.len() >= 140, "{}", rules.len());
    let missing: Vec<_> = rules.iter().filter(|rule| !found.contains(*rule)).collect();
    assert!(missing.is_empty(), "no vector and no test names {missing:?}");
    let unknown: Vec<_> = found.iter().filter(|rule| !rules.contains(*rule)).collect();
    assert!(unknown.is_empty(), "the rule book has no {unknown:?}");
}
