//! The checked `_meta` of a modern request.

use std::borrow::Cow;
use std::fmt;

use serde::de::DeserializeSeed;
use serde_json::value::RawValue;

use crate::Revision;
use crate::id::RequestId;
use crate::json::raw::AsText;
use crate::json::{Json, JsonObject};
use crate::log_level::LogLevel;
use crate::reading::Reading;
use crate::shape::{Fault, Member, Problem, check};
use crate::wire::{Params, Request};

/// The member that makes a request modern.
pub const PROTOCOL_VERSION: &str = "io.modelcontextprotocol/protocolVersion";
/// What the client can do for this request.
pub const CLIENT_CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
/// Who the client is.
pub const CLIENT_INFO: &str = "io.modelcontextprotocol/clientInfo";
/// From which severity on log messages are wanted.
pub const LOG_LEVEL: &str = "io.modelcontextprotocol/logLevel";
/// The token by which progress is reported.
pub const PROGRESS_TOKEN: &str = "progressToken";

/// The keys in the order in which faults are reported (R-ENV-3).
const KEYS: [&str; 5] = [PROTOCOL_VERSION, CLIENT_CAPABILITIES, CLIENT_INFO, LOG_LEVEL, PROGRESS_TOKEN];

/// The checked `_meta` of a modern request; holding one proves that the required members were there and that all are
/// well formed (R-ENV-1 to R-ENV-8).
#[derive(Clone, Debug)]
pub struct RequestEnvelope<'a> {
    version: Cow<'a, str>,
    capabilities: &'a RawValue,
    client: Option<&'a RawValue>,
    log_level: Option<LogLevel>,
    progress_token: Option<RequestId>,
}

impl<'a> RequestEnvelope<'a> {
    /// Reads the envelope and reports every offending key, in the order of R-ENV-3.
    ///
    /// # Errors
    ///
    /// When a required key is missing, or a key is not what the schema demands (-32602).
    pub fn parse(request: &Request<'a>) -> Result<Self, EnvelopeError> {
        Self::of_params(request.params())
    }

    /// The same for the params of a request, absent or not.
    ///
    /// # Errors
    ///
    /// As [`RequestEnvelope::parse`].
    pub fn of_params(params: Option<&Params<'a>>) -> Result<Self, EnvelopeError> {
        let meta = params.and_then(Params::meta).map_or("{}", RawValue::get);
        let members = crate::json::members(meta);
        let found: Vec<_> =
            KEYS.iter().map(|key| members.iter().find(|(name, _)| name == key).map(|(_, value)| *value)).collect();
        let mut faults = EnvelopeError::default();
        let shape = Revision::latest_modern().envelope();
        for (key, value) in KEYS.iter().zip(&found) {
            let twice = members.iter().filter(|(name, _)| name == key).count() > 1;
            let known = shape.and_then(|shape| shape.members().iter().find(|member| member.name == *key));
            if let Some(member) = known {
                faults.look_at(member, *value, twice);
            }
        }
        match (found[0], found[1]) {
            (Some(version), Some(capabilities)) if faults.faults.is_empty() => Ok(Self {
                version: text(version),
                capabilities,
                client: found[2],
                log_level: found[3].and_then(|level| LogLevel::parse(&text(level))),
                progress_token: found[4].and_then(|token| RequestId::from_json(token.get())),
            }),
            _ => Err(faults),
        }
    }

    /// The version in the client's own spelling.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// The revision it names, if the server serves it.
    ///
    /// # Errors
    ///
    /// When it is none of `served` (-32022, R-VERS-1).
    pub fn revision(&self, served: &[Revision]) -> Result<Revision, UnsupportedVersion> {
        self::served(&self.version, served)
    }

    /// What the client can do for this request, as it says it.
    pub fn capabilities(&self) -> &'a RawValue {
        self.capabilities
    }

    /// Who the client is, as it says it.
    pub fn client(&self) -> Option<&'a RawValue> {
        self.client
    }

    /// From which severity on log messages are wanted; none at all without it (R-LOG-1).
    pub fn log_level(&self) -> Option<LogLevel> {
        self.log_level
    }

    /// The token by which progress is to be reported.
    pub fn progress_token(&self) -> Option<&RequestId> {
        self.progress_token.as_ref()
    }
}

/// The modern revision of that spelling, if it is among `served`.
pub(crate) fn served(version: &str, served: &[Revision]) -> Result<Revision, UnsupportedVersion> {
    let modern = served.iter().copied().filter(|revision| revision.era() == crate::Era::Modern);
    let mut supported: Vec<Revision> = modern.collect();
    match supported.iter().find(|revision| revision.as_str() == version) {
        Some(revision) => Ok(*revision),
        None => {
            supported.sort_unstable_by(|a, b| b.cmp(a));
            Err(UnsupportedVersion { requested: version.to_owned(), supported })
        }
    }
}

fn text(value: &RawValue) -> Cow<'_, str> {
    AsText.deserialize(&mut serde_json::Deserializer::from_str(value.get())).unwrap_or_default()
}

/// What is wrong with an envelope: a fault for every offending key, in the order of R-ENV-3.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EnvelopeError {
    faults: Vec<(&'static str, Fault)>,
}

impl EnvelopeError {
    /// The envelope is checked in the strict reading: no key of it is ever tolerated (R-ENV-4, R-ENV-5).
    fn look_at(&mut self, member: &Member, value: Option<&RawValue>, twice: bool) {
        let key = member.name;
        let fault = match value {
            None if member.required => Fault::at_root(Problem::Missing(key), "R-ENV-1"),
            None => return,
            Some(_) if twice => Fault::at_root(Problem::Duplicate(key.to_owned()), "R-JSON-1"),
            Some(value) => {
                let mut found = check(member.shape, value.get(), Reading::Strict).into_iter();
                let Some(fault) = found.next() else { return };
                Fault { path: fault.path.below(key), rule: rule(key, value), ..fault }
            }
        };
        self.faults.push((key, Fault { path: fault.path.below("_meta").below("params"), ..fault }));
    }

    /// The error of a claim that is not a string, which on a notification is all that is looked at (R-ERA-7).
    pub(crate) fn malformed_claim(claim: &RawValue) -> Self {
        let problem = Problem::Expected { expected: "a string".into(), found: crate::text::found(claim.get()) };
        let fault = Fault::at_root(problem, rule(PROTOCOL_VERSION, claim));
        Self { faults: vec![(PROTOCOL_VERSION, fault.below(PROTOCOL_VERSION).below("_meta").below("params"))] }
    }

    /// What is wrong, one fault a key.
    pub fn faults(&self) -> impl Iterator<Item = &Fault> {
        self.faults.iter().map(|(_, fault)| fault)
    }

    /// The required keys that are not there.
    pub fn missing(&self) -> impl Iterator<Item = &'static str> {
        self.keys(true)
    }

    /// The keys that are not what the schema demands.
    pub fn invalid(&self) -> impl Iterator<Item = &'static str> {
        self.keys(false)
    }

    fn keys(&self, missing: bool) -> impl Iterator<Item = &'static str> {
        let is_missing = |fault: &Fault| matches!(fault.problem, Problem::Missing(_)) && fault.rule == "R-ENV-1";
        self.faults.iter().filter(move |(_, fault)| is_missing(fault) == missing).map(|(key, _)| *key)
    }

    /// What the error's `data` says: the keys, empty lists left out.
    pub fn data(&self) -> Json {
        let lists: [(&str, Vec<_>); 2] = [("missing", self.missing().collect()), ("invalid", self.invalid().collect())];
        let object: JsonObject = lists
            .into_iter()
            .filter(|(_, keys)| !keys.is_empty())
            .map(|(name, keys)| (name, Json::from(serde_json::Value::from(keys))))
            .collect();
        object.into()
    }
}

/// The rule that a key of an envelope breaks with a value that is not what the schema demands.
fn rule(key: &str, value: &RawValue) -> &'static str {
    match key {
        _ if value.get() == "null" => "R-ENV-4",
        PROTOCOL_VERSION => "R-ENV-7",
        LOG_LEVEL => "R-ENV-8",
        PROGRESS_TOKEN => "R-PROG-1",
        _ => "R-ENV-5",
    }
}

/// Names every offending key in full.
impl fmt::Display for EnvelopeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = |(key, fault): &(&str, Fault)| match fault.problem {
            Problem::Missing(_) if fault.rule == "R-ENV-1" => format!("`{key}` is missing"),
            _ => format!("`{key}` is malformed: {}", crate::text::cut(&fault.problem.to_string(), 120)),
        };
        let all: Vec<_> = self.faults.iter().map(word).collect();
        f.write_str(&crate::text::bounded(format!("params._meta: {}", all.join("; "))))
    }
}

impl std::error::Error for EnvelopeError {}

/// The version that a request claims is not served (R-VERS-1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnsupportedVersion {
    requested: String,
    supported: Vec<Revision>,
}

impl UnsupportedVersion {
    /// The client's own spelling.
    pub fn requested(&self) -> &str {
        &self.requested
    }

    /// The modern revisions that are served, newest first (R-VER-3).
    pub fn supported(&self) -> &[Revision] {
        &self.supported
    }

    /// What the error's `data` says.
    pub fn data(&self) -> Json {
        let supported: Vec<_> = self.supported.iter().map(|revision| revision.as_str()).collect();
        serde_json::json!({ "supported": supported, "requested": self.requested }).into()
    }
}

impl fmt::Display for UnsupportedVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "protocol version \"{}\" is not served", crate::text::quote(&self.requested))
    }
}

impl std::error::Error for UnsupportedVersion {}
