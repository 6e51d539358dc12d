//! The checked `_meta` of a modern request.

use std::borrow::Cow;
use std::fmt;

use serde_json::value::RawValue;

use crate::Revision;
use crate::id::RequestId;
use crate::json::walk::{self, Walk};
use crate::json::{Json, JsonObject, raw};
use crate::log_level::LogLevel;
use crate::reading::Reading;
use crate::shape::{Fault, Member, Problem, Shape, check_next};
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
        Self::of_keys(params, Revision::latest_modern().envelope().map_or(&[], Shape::members))
    }

    /// The envelope of a request whose type looks at this `_meta` as strictly: nothing is checked here but that the
    /// required keys are there, and none twice. It proves nothing until the type took the request.
    pub(crate) fn of_typed(request: &Request<'a>) -> Option<Self> {
        Self::of_keys(request.params(), &[]).ok()
    }

    fn of_keys(params: Option<&Params<'a>>, known: &'static [Member]) -> Result<Self, EnvelopeError> {
        let (found, faults) = look_at(params.and_then(Params::meta_text).unwrap_or("{}"), known);
        let text = |value| walk::string(value).unwrap_or_default();
        match found {
            [Some(version), Some(capabilities), client, level, token] if faults.is_empty() => Ok(Self {
                version: text(version),
                capabilities: raw::borrowed(capabilities),
                client: client.map(raw::borrowed),
                log_level: level.and_then(|level| LogLevel::parse(&text(level))),
                progress_token: token.and_then(RequestId::from_json),
            }),
            _ => Err(EnvelopeError { faults }),
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

type KeyFault = (&'static str, Fault);

/// Steps through a `_meta` once: the text of each of [`KEYS`], and what is wrong with those that are `known`, in that
/// order. The strict reading holds here, since no key of an envelope is ever tolerated (R-ENV-4, R-ENV-5).
fn look_at<'a>(meta: &'a str, known: &'static [Member]) -> ([Option<&'a str>; KEYS.len()], Vec<KeyFault>) {
    let mut found = [None; KEYS.len()];
    let mut faults = Vec::new();
    let mut walk = Walk::of(meta);
    walk.step();
    while !walk.is_done() {
        let name = walk.string().read().unwrap_or_default();
        let Some(index) = KEYS.iter().position(|key| name == *key) else {
            walk.value();
            continue;
        };
        let key = KEYS[index];
        let (value, wrong) = walk.spanned(|walk| match known.iter().find(|member| member.name == key) {
            Some(member) => check_next(member.shape, walk, Reading::Strict).into_iter().next(),
            None => {
                walk.value();
                None
            }
        });
        let wrong = wrong.map(|fault| Fault { path: fault.path.below(key), rule: rule(key, value), ..fault });
        let twice = || Fault::at_root(Problem::Duplicate(key.to_owned()), "R-JSON-1");
        let wrong = if found[index].replace(value).is_some() { Some(twice()) } else { wrong };
        faults.extend(wrong.map(|fault| (index, fault)));
    }
    for (index, key) in KEYS.iter().enumerate() {
        if found[index].is_none() && known.iter().any(|member| member.name == *key && member.required) {
            faults.push((index, Fault::at_root(Problem::Missing(key), "R-ENV-1")));
        }
    }
    faults.sort_by_key(|(index, fault)| (*index, !matches!(fault.problem, Problem::Duplicate(_))));
    faults.dedup_by_key(|(index, _)| *index);
    (found, faults.into_iter().map(|(index, fault)| (KEYS[index], fault.below("_meta").below("params"))).collect())
}

/// The modern revision of that spelling, if it is among `served`.
pub(crate) fn served(version: &str, served: &[Revision]) -> Result<Revision, UnsupportedVersion> {
    let mut modern = served.iter().copied().filter(|revision| revision.era() == crate::Era::Modern);
    match modern.clone().find(|revision| revision.as_str() == version) {
        Some(revision) => Ok(revision),
        None => {
            let mut supported: Vec<Revision> = modern.by_ref().collect();
            supported.sort_unstable_by(|a, b| b.cmp(a));
            Err(UnsupportedVersion { requested: version.to_owned(), supported })
        }
    }
}

/// What is wrong with an envelope: a fault for every offending key, in the order of R-ENV-3.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EnvelopeError {
    faults: Vec<KeyFault>,
}

impl EnvelopeError {
    /// The error of a claim that is not a string, which on a notification is all that is looked at (R-ERA-7).
    pub(crate) fn malformed_claim(claim: &RawValue) -> Self {
        let problem = Problem::Expected { expected: "a string".into(), found: crate::text::found(claim.get()) };
        let fault = Fault::at_root(problem, rule(PROTOCOL_VERSION, claim.get()));
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
fn rule(key: &str, value: &str) -> &'static str {
    match key {
        _ if value == "null" => "R-ENV-4",
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
