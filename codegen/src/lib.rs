//! Turns versioned MCP schema files into strongly typed Rust modules.
//!
//! The way of one definition: [`load`] reads the canonical schema and applies the errata, `normalise` rewrites what
//! typify cannot read, `shape` joins typify's names and types with the facts of the schema, `emit` writes Rust.
//! [`canonical`] and [`diff`] need none of that and are there without the feature `generate`.

pub mod canonical;
pub mod diff;
mod error;
pub mod load;
pub mod names;

#[cfg(feature = "generate")]
pub mod emit;
#[cfg(feature = "generate")]
mod items;
#[cfg(feature = "generate")]
pub mod methods;
#[cfg(feature = "generate")]
pub mod normalise;
#[cfg(feature = "generate")]
pub mod shape;
#[cfg(feature = "generate")]
mod variants;

#[cfg(feature = "cli")]
pub mod import;

pub use error::Error;

/// One revision of the schema folder, from file to everything its module holds.
///
/// # Errors
///
/// When a stage cannot go on; the error names the revision and the JSON pointer.
#[cfg(feature = "generate")]
pub fn module(folder: &load::Folder, revision: &load::Revision) -> Result<shape::Module, Error> {
    let schema = folder.schema(&revision.id)?;
    let normal = normalise::normalise(schema, &folder.names)?;
    shape::shape(&normal, revision, &folder.names)
}
