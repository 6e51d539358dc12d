//! Every published example message of 2026-07-28 decodes as its definition and prints back equal.

mod support;

use mcp_wire::{Reading, Revision, catalog};
use serde_json::Value;

#[test]
fn published_examples_are_valid_and_lose_nothing() {
    let Some(folder) = support::spec_dir("published_examples_are_valid_and_lose_nothing") else { return };
    let mut count = 0;
    for definition in std::fs::read_dir(folder.join("2026-07-28/examples")).unwrap() {
        let definition = definition.unwrap();
        let name = definition.file_name().into_string().unwrap();
        for example in std::fs::read_dir(definition.path()).unwrap() {
            let text = std::fs::read_to_string(example.unwrap().path()).unwrap();
            let again = catalog::check(Revision::V2026_07_28, &name, &text, Reading::Strict)
                .unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
            let [before, after]: [Value; 2] = [&text, again.as_str()].map(|text| serde_json::from_str(text).unwrap());
            assert!(support::equal(&before, &after), "{name}\n{text}\n{again}");
            count += 1;
        }
    }
    assert_eq!(count, 129);
}
