//! The answers to the two handshakes, read with exactly the tolerances of R-RES-7 and R-NEG-11.

use serde_json::value::RawValue;

use super::book::CachedResult;
use super::incoming::InvalidResult;
use crate::gate::{Direction, Kind, gate};
use crate::json::{self, Json};
use crate::reading::Reading;
use crate::shape::check;
use crate::{Era, Revision};

/// What a `DiscoverResult` says.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Discovered {
    /// The versions that the server serves, in its spelling and order.
    pub versions: Vec<String>,
    /// What it can do.
    pub capabilities: Json,
    /// How it wants to be used.
    pub instructions: Option<String>,
    /// Who it is.
    pub identity: Option<Json>,
    /// How long this may be kept, and by whom.
    pub cache: CachedResult,
}

/// Reads a `DiscoverResult`: a missing or malformed `resultType`, `ttlMs` or `cacheScope` is tolerated, nothing else, and
/// nothing is recorded unless all of it is valid (R-RES-7). The identity stands in `_meta`, in older answers at the top.
///
/// # Errors
///
/// When it is no `DiscoverResult`.
pub fn read_discover(result: &RawValue) -> Result<Discovered, InvalidResult> {
    if !result.get().starts_with('{') {
        return Err(InvalidResult::NotAnObject);
    }
    match json::member(result, "resultType").map(|kind| serde_json::from_str::<String>(kind.get())) {
        None => {}
        Some(Ok(kind)) if kind == "complete" => {}
        Some(Ok(_)) => return Err(InvalidResult::TypeNotAccepted),
        Some(Err(_)) => return Err(InvalidResult::TypeNotString),
    }
    let revision = Revision::latest_modern();
    let member = |name: &str| json::member(result, name);
    let versions = member("supportedVersions").and_then(|list| serde_json::from_str::<Vec<String>>(list.get()).ok());
    let is_valid = |name: &str, value: &RawValue| {
        let shape = revision
            .shape_of("DiscoverResult")
            .and_then(|shape| shape.members().iter().find(|member| member.name == name).map(|member| member.shape));
        shape.is_some_and(|shape| check(shape, value.get(), Reading::Tolerant).is_empty())
    };
    let capabilities = member("capabilities").filter(|value| is_valid("capabilities", value));
    let (Some(versions), Some(capabilities)) = (versions, capabilities) else { return Err(InvalidResult::Malformed) };
    let instructions = match member("instructions").filter(|value| value.get() != "null") {
        None => None,
        Some(text) => Some(serde_json::from_str(text.get()).map_err(|_| InvalidResult::Malformed)?),
    };
    let in_meta = member("_meta").and_then(|meta| json::member(meta, "io.modelcontextprotocol/serverInfo"));
    let identity = in_meta.or_else(|| member("serverInfo"));
    Ok(Discovered {
        versions,
        capabilities: capabilities.into(),
        instructions,
        identity: identity.map(Json::from),
        cache: CachedResult::of(result),
    })
}

/// The revision that an `initialize` result settles: a legacy one that the client supports; anything else means to
/// disconnect (R-NEG-11).
///
/// # Errors
///
/// When the version is missing, unknown, modern or not supported, or the result is not an `InitializeResult`.
pub fn read_initialize(supported: &[Revision], result: &RawValue) -> Result<Revision, InvalidResult> {
    let version = json::member(result, "protocolVersion");
    let version = version.and_then(|version| serde_json::from_str::<String>(version.get()).ok());
    let revision = version.and_then(|version| Revision::parse(&version)).ok_or(InvalidResult::Malformed)?;
    if revision.era() != Era::Legacy || !supported.contains(&revision) {
        return Err(InvalidResult::UnsupportedVersion);
    }
    let entry = gate(revision, Direction::ClientToServer, Kind::Request, crate::gate::INITIALIZE).known();
    let shape = entry.and_then(|entry| entry.results.first()).map(|(_, shape)| *shape);
    match shape.is_some_and(|shape| check(shape, result.get(), Reading::Tolerant).is_empty()) {
        true => Ok(revision),
        false => Err(InvalidResult::Malformed),
    }
}
