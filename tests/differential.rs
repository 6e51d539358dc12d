//! Every definition of every revision gives the verdict of its schema, and loses nothing.
//!
//! Instances are made by walking the schema, the judge is a JSON Schema engine that knows nothing of the generator.

mod support;

use mcp_wire::catalog::{self, CatalogError};
use mcp_wire::{Reading, Revision};
use serde_json::Value;
use support::equal;
use support::generate::each_instance;
use support::schema::{Judge, schema};

/// A rule, and whether a value comes under it.
type Exception = (&'static str, fn(&Value) -> bool);

/// Where the rule book is stricter than the open schema. Nothing else may differ.
const EXCEPTIONS: &[Exception] = &[
    ("R-JSON-4: a whole number outside its type's range is refused", |value| holds(value, &is_wide)),
    ("R-JSONRPC-2: a malformed id is not an unknown member", |value| holds(value, &has_malformed_id)),
];

fn is_excepted(instance: &Value) -> bool {
    EXCEPTIONS.iter().any(|(_, excepted)| excepted(instance))
}

fn holds(value: &Value, test: &dyn Fn(&Value) -> bool) -> bool {
    test(value)
        || match value {
            Value::Object(members) => members.values().any(|value| holds(value, test)),
            Value::Array(items) => items.iter().any(|value| holds(value, test)),
            _ => false,
        }
}

fn is_wide(value: &Value) -> bool {
    value.as_f64().is_some_and(|value| value.abs() > 9_007_199_254_740_992.0 && value.fract() == 0.0)
}

fn has_malformed_id(value: &Value) -> bool {
    let is_id = |id: &Value| id.is_string() || id.as_f64().is_some_and(|id| id.fract() == 0.0);
    value.get("jsonrpc").is_some() && value.get("id").is_some_and(|id| !is_id(id))
}

#[derive(Default)]
struct Tally {
    valid: usize,
    invalid: usize,
    excepted: usize,
    wrong: Vec<(usize, String)>,
}

impl Tally {
    fn look_at(&mut self, judge: &Judge, revision: Revision, definition: &str, instance: &Value) {
        let text = instance.to_string();
        let expected = judge.is_valid(definition, instance);
        let found = match catalog::check(revision, definition, &text, Reading::Strict) {
            Ok(again) if !expected => format!("accepted {again}"),
            Ok(again) => match equal(&serde_json::from_str(again.as_str()).unwrap(), instance) {
                true => return self.valid += 1,
                false => format!("lost something: {again}"),
            },
            Err(CatalogError::Invalid(error)) if !expected => {
                let message = error.to_string();
                assert!(message.len() <= 1024, "{message}");
                assert!(!error.faults().is_empty());
                return self.invalid += 1;
            }
            // Every exception is about an integer, and so must the reason be.
            Err(error) => match is_excepted(instance) && error.to_string().contains("integer") {
                true => return self.excepted += 1,
                false => format!("refused: {error}"),
            },
        };
        self.wrong.push((text.len(), format!("{revision} {definition} {text}\n    {found}")));
    }
}

/// Returns how many instances were looked at.
fn check(revision: Revision, seed: u64) -> usize {
    let schema = schema(revision);
    let judge = Judge::new(&schema);
    let mut tally = Tally::default();
    each_instance(revision, &schema, seed, |definition, instance| {
        tally.look_at(&judge, revision, definition, instance);
        tolerates_no_more_than_the_table(revision, definition, instance);
    });
    let Tally { valid, invalid, excepted, mut wrong } = tally;
    println!("{revision}: {valid} valid, {invalid} invalid, {excepted} by a named exception, {} wrong", wrong.len());
    wrong.sort();
    wrong.truncate(5);
    let smallest: Vec<_> = wrong.into_iter().map(|(_, line)| line).collect();
    assert!(smallest.is_empty(), "the smallest that differ:\n{}", smallest.join("\n"));
    valid + invalid + excepted
}

/// What the strict reading accepts the tolerant one does too; and what only the tolerant one accepts, the strict one does
/// once it is mended by T1, T2 and T4.
fn tolerates_no_more_than_the_table(revision: Revision, definition: &str, instance: &Value) {
    let read = |value: &Value, reading| {
        let text = value.to_string();
        let read = catalog::check(revision, definition, &text, reading);
        // Read as a part of a message that was scanned before it is the same, and for the same reasons.
        assert_eq!(catalog::check_part(revision, definition, &text, reading), read, "{revision} {definition} {text}");
        read
    };
    match (read(instance, Reading::Strict), read(instance, Reading::Tolerant)) {
        // Where a union's members overlap, a tolerated `null` may let the one that was meant pass.
        (Ok(strict), Ok(tolerant)) => {
            let has_null = holds(instance, &|value| value.is_null());
            assert!(has_null || strict == tolerant, "{revision} {definition} {instance}: {tolerant}");
        }
        (Ok(_), Err(error)) => panic!("{revision} {definition} {instance}: {error}"),
        (Err(_), Ok(_)) => {
            let mended = mend(instance);
            let outcome = read(&mended, Reading::Strict);
            assert!(outcome.is_ok(), "{revision} {definition} {instance}, mended {mended}: {outcome:?}");
        }
        (Err(_), Err(_)) => {}
    }
}

/// The value without what the tolerant reading takes for absent, and with what it presumes.
fn mend(value: &Value) -> Value {
    match value {
        Value::Object(members) => {
            let kept = members.iter().filter(|(key, value)| {
                (!value.is_null() || *key == "ttl" && members.contains_key("taskId"))
                    && *key != "io.modelcontextprotocol/serverInfo"
            });
            let mut mended: serde_json::Map<_, _> = kept.map(|(key, value)| (key.clone(), mend(value))).collect();
            if members.contains_key("resultType") {
                mended.insert("ttlMs".into(), 0.into());
                mended.insert("cacheScope".into(), "private".into());
            }
            Value::Object(mended)
        }
        Value::Array(items) => items.iter().map(mend).collect(),
        other => other.clone(),
    }
}

macro_rules! revisions {
    ($($name:ident: $revision:expr;)*) => {
        $(
            #[test]
            fn $name() {
                assert!(check($revision, 20_261_130) >= 10_000);
            }
        )*
    };
}

revisions! {
    definitions_of_2024_11_05_give_the_verdict_of_their_schema_and_lose_nothing: Revision::V2024_11_05;
    definitions_of_2025_03_26_give_the_verdict_of_their_schema_and_lose_nothing: Revision::V2025_03_26;
    definitions_of_2025_06_18_give_the_verdict_of_their_schema_and_lose_nothing: Revision::V2025_06_18;
    definitions_of_2025_11_25_give_the_verdict_of_their_schema_and_lose_nothing: Revision::V2025_11_25;
    definitions_of_2026_07_28_give_the_verdict_of_their_schema_and_lose_nothing: Revision::V2026_07_28;
}
