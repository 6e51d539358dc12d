//! The JSON-RPC error codes of the protocol: their class, who may emit them, and their HTTP status (R-ERR).

use crate::{Era, Revision};

/// The bytes are not JSON.
pub const PARSE_ERROR: i64 = -32700;
/// The JSON is not a message.
pub const INVALID_REQUEST: i64 = -32600;
/// The method does not exist or is not available.
pub const METHOD_NOT_FOUND: i64 = -32601;
/// The params, or the envelope among them, are not what they must be.
pub const INVALID_PARAMS: i64 = -32602;
/// The receiver failed.
pub const INTERNAL_ERROR: i64 = -32603;
/// HTTP headers contradict the body.
pub const HEADER_MISMATCH: i64 = -32020;
/// The request needs a capability that the client did not declare.
pub const MISSING_REQUIRED_CLIENT_CAPABILITY: i64 = -32021;
/// The version that the request claims is not served.
pub const UNSUPPORTED_PROTOCOL_VERSION: i64 = -32022;
/// Legacy: the resource does not exist.
pub const RESOURCE_NOT_FOUND: i64 = -32002;
/// 2025-11-25: the user has to open a URL first.
pub const URL_ELICITATION_REQUIRED: i64 = -32042;

/// What kind of code a number is (R-ERR-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// One of the five of JSON-RPC.
    JsonRpc,
    /// One of the three of 2026-07-28.
    Mcp,
    /// Reserved for the specification, and not defined.
    McpReserved,
    /// Defined by an earlier revision.
    Retired,
    /// -32000 to -32019, which mean nothing by themselves.
    LegacyBand,
    /// Reserved by JSON-RPC, and not defined.
    JsonRpcReserved,
    /// The application's own.
    Application,
}

/// The class of a code (R-ERR-1, R-ERR-6).
pub const fn class(code: i64) -> Class {
    match code {
        PARSE_ERROR | INTERNAL_ERROR..=INVALID_REQUEST => Class::JsonRpc,
        UNSUPPORTED_PROTOCOL_VERSION..=HEADER_MISMATCH => Class::Mcp,
        RESOURCE_NOT_FOUND | URL_ELICITATION_REQUIRED => Class::Retired,
        -32099..=-32020 => Class::McpReserved,
        -32019..=-32000 => Class::LegacyBand,
        -32768..=-32000 => Class::JsonRpcReserved,
        _ => Class::Application,
    }
}

/// Whether a peer may put a code on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MayEmit {
    /// It may.
    Yes,
    /// It must not.
    No,
    /// It should not.
    Discouraged,
}

/// Whether a peer of `revision` may emit a code (R-ERR-2, R-ERR-3).
pub fn may_emit(code: i64, revision: Revision) -> MayEmit {
    let is_modern = revision.era() == Era::Modern;
    match class(code) {
        Class::JsonRpc | Class::Application => MayEmit::Yes,
        Class::Mcp if is_modern => MayEmit::Yes,
        // A probing client reads these as modern evidence.
        Class::Mcp => MayEmit::No,
        Class::Retired | Class::McpReserved if is_modern => MayEmit::No,
        Class::LegacyBand | Class::JsonRpcReserved if is_modern => MayEmit::Discouraged,
        Class::Retired if code == URL_ELICITATION_REQUIRED && revision.error_definition(code).is_none() => MayEmit::No,
        _ => MayEmit::Yes,
    }
}

/// The code that a server writes for a handler's: modern revisions say invalid params where a resource does not exist
/// (R-RES-9).
pub fn mapped(code: i64, revision: Revision) -> i64 {
    match code {
        RESOURCE_NOT_FOUND if revision.era() == Era::Modern => INVALID_PARAMS,
        code => code,
    }
}

/// Who refused a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// The protocol, before a handler ran; invalid params are then those of the envelope.
    Protocol,
    /// A handler, or the validation of its params.
    Handler,
}

/// The status of the HTTP answer to a modern request (R-ERR-4).
pub const fn http_status(code: i64, origin: Origin) -> u16 {
    match (code, origin) {
        (MISSING_REQUIRED_CLIENT_CAPABILITY, _) => 400,
        (METHOD_NOT_FOUND, Origin::Protocol) => 404,
        (
            PARSE_ERROR | INVALID_REQUEST | INVALID_PARAMS | HEADER_MISMATCH | UNSUPPORTED_PROTOCOL_VERSION,
            Origin::Protocol,
        ) => 400,
        _ => 200,
    }
}
