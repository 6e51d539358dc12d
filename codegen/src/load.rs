//! Reads the schema folder: text in, one [`Schema`] a revision out, errata applied.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use crate::Error;
use crate::names::Names;

/// One revision's canonical schema with its errata applied.
#[derive(Clone, Debug)]
pub struct Schema {
    /// The revision as the wire spells it, `2025-06-18`.
    pub revision: String,
    /// Every definition under the schema's own name.
    pub definitions: BTreeMap<String, Value>,
}

/// Which handshake a revision uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Era {
    /// Negotiated once by `initialize`.
    Legacy,
    /// Every request declares itself in `_meta`.
    Modern,
}

/// What `schema/revisions.json` says of one revision.
#[derive(Clone, Debug)]
pub struct Revision {
    /// The revision as the wire spells it.
    pub id: String,
    /// Legacy or modern.
    pub era: Era,
    /// `final`, or `draft` while the specification may still change.
    pub state: String,
}

impl Revision {
    /// The module and feature stem, `v2025_06_18`.
    pub fn module(&self) -> String {
        format!("v{}", self.id.replace(['-', '.'], "_"))
    }

    /// The cargo feature, `v2025-06-18`.
    pub fn feature(&self) -> String {
        format!("v{}", self.id)
    }
}

/// The schema folder: the data files that hold for all revisions, and where the schemas are.
#[derive(Clone, Debug)]
pub struct Folder {
    root: PathBuf,
    /// All known revisions, oldest first.
    pub revisions: Vec<Revision>,
    /// The renames.
    pub names: Names,
    /// Where each schema came from: revision → (commit, SHA-256).
    pub sources: BTreeMap<String, Source>,
    errata: Vec<Erratum>,
    docs: Docs,
}

/// Where a published schema came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The commit of the specification's repository.
    pub commit: String,
    /// SHA-256 of the published bytes, in hexadecimal.
    pub sha256: String,
}

/// One place where the published JSON contradicts the specification.
#[derive(Clone, Debug)]
pub struct Erratum {
    revisions: Vec<String>,
    pointer: String,
    expected: Value,
    replacement: Value,
}

/// Our words for types and members: definition → member (or `""` for the type itself) → text.
pub type Docs = BTreeMap<String, BTreeMap<String, String>>;

impl Folder {
    /// Reads the data files of the folder at `root`; schemas are read one by one with [`Folder::schema`].
    ///
    /// # Errors
    ///
    /// When a file is missing, is not JSON, or lacks what it must hold.
    pub fn open(root: &Path) -> Result<Self, Error> {
        let file = |name: &str| read_json(&root.join(name), name);
        Ok(Self {
            revisions: revisions(&file("revisions.json")?)?,
            names: Names::parse(&file("names.json")?)?,
            sources: sources(&file("sources.json")?)?,
            errata: errata(&file("errata.json")?)?,
            docs: docs(root)?,
            root: root.to_owned(),
        })
    }

    /// The schema of one revision, errata applied.
    ///
    /// # Errors
    ///
    /// When the file is missing or not canonical, or an erratum no longer matches it.
    pub fn schema(&self, revision: &str) -> Result<Schema, Error> {
        let path = self.schema_path(revision);
        let mut value = read_json(&path, revision)?;
        for (index, erratum) in self.errata.iter().enumerate() {
            erratum.apply(index, revision, &mut value)?;
        }
        Schema::from_canonical(revision, value)
    }

    /// Where the canonical schema of a revision stands.
    pub fn schema_path(&self, revision: &str) -> PathBuf {
        self.root.join(revision).join("schema.json")
    }

    /// Our words, if any, for a definition (`member` empty) or one of its members.
    pub fn doc(&self, definition: &str, member: &str) -> Option<&str> {
        self.docs.get(definition)?.get(member).map(String::as_str)
    }

    /// Every definition and member that `schema/docs/` describes.
    pub fn docs(&self) -> &Docs {
        &self.docs
    }
}

impl Schema {
    /// Takes the definitions out of a canonical schema.
    ///
    /// # Errors
    ///
    /// When there is no object of definitions.
    pub fn from_canonical(revision: &str, mut value: Value) -> Result<Self, Error> {
        match value.get_mut("$defs").map(Value::take) {
            Some(Value::Object(definitions)) => {
                Ok(Self { revision: revision.to_owned(), definitions: definitions.into_iter().collect() })
            }
            _ => Err(Error::new(revision, "/$defs", "an object of definitions is missing")),
        }
    }
}

impl Erratum {
    fn apply(&self, index: usize, revision: &str, schema: &mut Value) -> Result<(), Error> {
        if !self.revisions.iter().any(|named| named == revision) {
            return Ok(());
        }
        let stale =
            |reason: String| Error::new(revision, &self.pointer, format!("errata.json entry {index}: {reason}"));
        match schema.pointer_mut(&self.pointer) {
            Some(place) if *place == self.expected => {
                *place = self.replacement.clone();
                Ok(())
            }
            Some(place) => Err(stale(format!("expected {}, found {place}", self.expected))),
            None => Err(stale("nothing stands there".into())),
        }
    }
}

fn read_json(path: &Path, subject: &str) -> Result<Value, Error> {
    let text =
        fs::read_to_string(path).map_err(|error| Error::new(subject, "", format!("{}: {error}", path.display())))?;
    serde_json::from_str(&text).map_err(|error| Error::new(subject, "", format!("not JSON: {error}")))
}

fn object<'a>(subject: &str, value: &'a Value) -> Result<&'a Map<String, Value>, Error> {
    value.as_object().ok_or_else(|| Error::new(subject, "", "an object is wanted"))
}

fn text_member(subject: &str, value: &Value, at: &str, member: &str) -> Result<String, Error> {
    let found = value.get(member).and_then(Value::as_str).map(str::to_owned);
    found.ok_or_else(|| Error::new(subject, at, format!("`{member}` (a string) is missing")))
}

fn revisions(value: &Value) -> Result<Vec<Revision>, Error> {
    const FILE: &str = "revisions.json";
    let read = |(id, entry): (&String, &Value)| {
        let era = match text_member(FILE, entry, id, "era")?.as_str() {
            "legacy" => Era::Legacy,
            "modern" => Era::Modern,
            other => return Err(Error::new(FILE, id, format!("unknown era {other:?}"))),
        };
        let state = text_member(FILE, entry, id, "state")?;
        Ok(Revision { id: id.clone(), era, state })
    };
    let mut all = object(FILE, value)?.iter().map(read).collect::<Result<Vec<_>, Error>>()?;
    all.sort_by(|a, b| a.id.cmp(&b.id));
    Ok(all)
}

fn sources(value: &Value) -> Result<BTreeMap<String, Source>, Error> {
    const FILE: &str = "sources.json";
    let read = |(revision, entry): (&String, &Value)| {
        let commit = text_member(FILE, entry, revision, "commit")?;
        let sha256 = text_member(FILE, entry, revision, "sha256")?;
        Ok((revision.clone(), Source { commit, sha256 }))
    };
    object(FILE, value)?.iter().map(read).collect()
}

fn errata(value: &Value) -> Result<Vec<Erratum>, Error> {
    const FILE: &str = "errata.json";
    let entries = value.as_array().ok_or_else(|| Error::new(FILE, "", "an array is wanted"))?;
    let read = |(index, entry): (usize, &Value)| {
        let at = format!("/{index}");
        let missing = |member| Error::new(FILE, &at, format!("`{member}` is missing"));
        text_member(FILE, entry, &at, "why")?;
        let revisions = entry.get("revisions").and_then(Value::as_array);
        Ok(Erratum {
            revisions: revisions
                .ok_or_else(|| missing("revisions"))?
                .iter()
                .filter_map(|revision| revision.as_str().map(str::to_owned))
                .collect(),
            pointer: text_member(FILE, entry, &at, "pointer")?,
            expected: entry.get("expected").cloned().ok_or_else(|| missing("expected"))?,
            replacement: entry.get("replacement").cloned().ok_or_else(|| missing("replacement"))?,
        })
    };
    entries.iter().enumerate().map(read).collect()
}

/// Every `*.json` under `docs/`: `{"Type": {"": "about the type", "member": "about the member"}}`.
fn docs(root: &Path) -> Result<Docs, Error> {
    let folder = root.join("docs");
    let mut all = Docs::new();
    let Ok(entries) = fs::read_dir(&folder) else { return Ok(all) };
    let mut paths: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    paths.sort();
    for path in paths {
        let subject = format!("docs/{}", path.file_name().unwrap_or_default().to_string_lossy());
        for (definition, members) in object(&subject, &read_json(&path, &subject)?)? {
            let words = object(&subject, members)?
                .iter()
                .filter_map(|(member, text)| Some((member.clone(), text.as_str()?.to_owned())));
            all.entry(definition.clone()).or_default().extend(words);
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn erratum() -> Erratum {
        Erratum {
            revisions: vec!["r".into()],
            pointer: "/$defs/A/type".into(),
            expected: json!("integer"),
            replacement: json!("number"),
        }
    }

    #[test]
    fn an_erratum_replaces_what_it_expects_and_nothing_in_other_revisions() {
        let published = json!({"$defs": {"A": {"type": "integer"}}});
        let mut mended = published.clone();
        erratum().apply(0, "r", &mut mended).unwrap();
        assert_eq!(mended, json!({"$defs": {"A": {"type": "number"}}}));
        let mut other = published.clone();
        erratum().apply(0, "q", &mut other).unwrap();
        assert_eq!(other, published);
    }

    #[test]
    fn a_stale_erratum_is_named() {
        let refused = |mut schema: Value| erratum().apply(3, "r", &mut schema).unwrap_err().to_string();
        assert_eq!(
            refused(json!({"$defs": {"A": {"type": "string"}}})),
            "r: /$defs/A/type: errata.json entry 3: expected \"integer\", found \"string\""
        );
        assert_eq!(refused(json!({})), "r: /$defs/A/type: errata.json entry 3: nothing stands there");
    }
}
