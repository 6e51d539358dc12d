//! Takes a published schema file into the schema folder.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::{canonical, diff};

/// Turns the published file at `path` into `schema/<revision>/schema.json` below `folder`, records where it came from,
/// and returns what changed on the wire against what was there.
///
/// Without `commit` the one on record stays, provided the bytes are those it was recorded with.
///
/// # Errors
///
/// When the file cannot be read, is no such schema, or its commit is not known.
pub fn import(folder: &Path, path: &Path, revision: &str, commit: Option<&str>) -> Result<Vec<diff::Change>> {
    let well_formed = |character: char| character.is_ascii_alphanumeric() || "-.".contains(character);
    if revision.is_empty() || !revision.chars().all(well_formed) {
        bail!("{revision:?} is no revision: letters, digits, hyphens and dots are");
    }
    let bytes = fs::read(path).with_context(|| format!("reading {}", path.display()))?;
    let published = std::str::from_utf8(&bytes).context("the file is not UTF-8")?;
    let schema = canonical::canonical(revision, published)?;
    record(folder, revision, commit, &hex(&Sha256::digest(&bytes)))?;

    let target = folder.join(revision).join("schema.json");
    let before = match fs::read_to_string(&target) {
        Ok(text) => serde_json::from_str(&text).with_context(|| target.display().to_string())?,
        Err(_) => json!({}),
    };
    fs::create_dir_all(target.parent().unwrap_or(folder))?;
    fs::write(&target, canonical::text(&schema)).with_context(|| target.display().to_string())?;
    Ok(diff::diff(&before, &schema))
}

/// Writes commit and digest of `revision` into `sources.json`.
fn record(folder: &Path, revision: &str, commit: Option<&str>, sha256: &str) -> Result<()> {
    let path = folder.join("sources.json");
    let text = fs::read_to_string(&path).unwrap_or_else(|_| "{}".to_owned());
    let mut sources: Value = serde_json::from_str(&text).with_context(|| path.display().to_string())?;
    let before = &sources[revision];
    let commit = match commit {
        Some(commit) => commit.to_owned(),
        None if before["sha256"] == sha256 => before["commit"].as_str().unwrap_or_default().to_owned(),
        None => bail!("these bytes are not on record for {revision}: name their commit with --commit"),
    };
    sources[revision] = json!({ "commit": commit, "sha256": sha256 });
    fs::write(&path, canonical::text(&sources)).with_context(|| path.display().to_string())
}

/// SHA-256 of `bytes` in hexadecimal.
pub fn hex(digest: &[u8]) -> String {
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}
