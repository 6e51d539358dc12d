//! The committed schemas against the published files they come from.

use std::io::Write;
use std::path::PathBuf;

use mcp_wire_codegen::load::Folder;
use mcp_wire_codegen::{canonical, import};
use sha2::{Digest, Sha256};

fn schema_folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../schema")
}

/// The folder of published files, if `MCP_SPEC_DIR` names one; a test that goes without says so.
fn spec_dir(test: &str) -> Option<PathBuf> {
    let Some(named) = std::env::var_os("MCP_SPEC_DIR").filter(|named| !named.is_empty()) else {
        // Straight to standard error, since the test runner keeps what a passing test prints.
        let words = format!("SKIPPED {test}: MCP_SPEC_DIR does not name the folder of published schemas\n");
        std::io::stderr().write_all(words.as_bytes()).unwrap();
        assert!(std::env::var_os("CI").is_none(), "CI must set MCP_SPEC_DIR");
        return None;
    };
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..").join(named);
    assert!(folder.is_dir(), "MCP_SPEC_DIR: {} is not a folder", folder.display());
    Some(folder)
}

#[test]
fn the_committed_schemas_are_the_canonical_form_of_the_published_files() {
    let Some(published) = spec_dir("the_committed_schemas_are_the_canonical_form_of_the_published_files") else {
        return;
    };
    let folder = Folder::open(&schema_folder()).unwrap();
    assert_eq!(folder.revisions.len(), 5);
    for revision in &folder.revisions {
        let bytes = std::fs::read(published.join(&revision.id).join("schema.json")).unwrap();
        assert_eq!(folder.sources[&revision.id].sha256, import::hex(&Sha256::digest(&bytes)), "{}", revision.id);
        let text = std::str::from_utf8(&bytes).unwrap();
        let canonical = canonical::text(&canonical::canonical(&revision.id, text).unwrap());
        let committed = std::fs::read_to_string(folder.schema_path(&revision.id)).unwrap();
        assert!(
            canonical == committed,
            "schema/{}/schema.json is not what import makes of the published file",
            revision.id
        );
    }
}

/// Notices a changed byte without the published files: these digests are of the files as they were imported.
#[test]
fn the_committed_schemas_are_as_they_were_imported() {
    let expected = [
        ("2024-11-05", include_str!("digests/2024-11-05")),
        ("2025-03-26", include_str!("digests/2025-03-26")),
        ("2025-06-18", include_str!("digests/2025-06-18")),
        ("2025-11-25", include_str!("digests/2025-11-25")),
        ("2026-07-28", include_str!("digests/2026-07-28")),
    ];
    for (revision, digest) in expected {
        let bytes = std::fs::read(schema_folder().join(revision).join("schema.json")).unwrap();
        assert_eq!(import::hex(&Sha256::digest(&bytes)), digest.trim(), "schema/{revision}/schema.json");
    }
}

#[test]
fn importing_again_changes_nothing() {
    let Some(published) = spec_dir("importing_again_changes_nothing") else { return };
    let copy = std::env::temp_dir().join(format!("mcp-wire-import-{}", std::process::id()));
    std::fs::create_dir_all(&copy).unwrap();
    let sources = std::fs::read_to_string(schema_folder().join("sources.json")).unwrap();
    std::fs::write(copy.join("sources.json"), &sources).unwrap();
    let file = published.join("2025-06-18/schema.json");
    let first = import::import(&copy, &file, "2025-06-18", None).unwrap();
    assert_eq!(first.len(), 91, "every definition is new");
    assert_eq!(import::import(&copy, &file, "2025-06-18", None).unwrap(), []);
    assert_eq!(std::fs::read_to_string(copy.join("sources.json")).unwrap(), sources);
    let wrong = import::import(&copy, &file, "2031-01-01", None).unwrap_err().to_string();
    assert!(wrong.contains("name their commit"), "{wrong}");
    std::fs::remove_dir_all(&copy).unwrap();
}
