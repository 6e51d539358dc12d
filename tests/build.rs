//! What a user pays who only wants types: the reported failures of kind build.

mod support;

use std::process::Command;

use mcp_wire::{Revision, v2024_11_05, v2025_03_26, v2025_06_18, v2025_11_25, v2026_07_28};
use support::project;

#[test]
fn types_bring_no_runtime_and_few_dependencies() {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--package", "mcp-wire", "--edges", "normal", "--prefix", "none", "--offline"])
        .current_dir(project(""))
        .output()
        .unwrap();
    let tree = String::from_utf8(output.stdout).unwrap();
    let mut packages: Vec<&str> = tree.lines().filter_map(|line| line.split(' ').next()).collect();
    packages.sort_unstable();
    packages.dedup();
    for named in ["serde", "serde_json", "serde_path_to_error"] {
        assert!(packages.contains(&named), "{packages:?}");
    }
    for unwanted in ["tokio", "hyper", "reqwest", "axum", "clap", "anyhow", "typify", "syn", "http", "serde_derive"] {
        assert!(!packages.contains(&unwanted), "{packages:?}");
    }
    // Those three, ourselves, and what serde_json itself is made of.
    assert!(packages.len() <= 9, "{packages:?}");
}

#[test]
fn all_revisions_live_in_one_binary() {
    let cursor = |revision: Revision| revision.is_typed();
    assert!(Revision::ALL.iter().copied().all(cursor));
    let _: (v2024_11_05::Cursor, v2025_03_26::Cursor, v2025_06_18::Cursor, v2025_11_25::Cursor, v2026_07_28::Cursor) =
        Default::default();
}

#[test]
fn every_revision_names_the_file_its_types_come_from() {
    for revision in Revision::ALL {
        assert_eq!(revision.source_commit().len(), 40, "{revision}");
        assert_eq!(revision.source_sha256().len(), 64, "{revision}");
    }
}
