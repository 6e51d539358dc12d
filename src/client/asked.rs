//! What a server asks of a client, and what it answers with an error.

use super::probe::supported;
use crate::dispatch::{self, DispatchError};
use crate::json::{self, Json};
use crate::message::ErrorObject;
use crate::reading::Reading;
use crate::wire::Request;
use crate::{AnyServerRequest, Era, Error, Revision, capability, code};

/// What a client does with a request of a server.
#[derive(Clone, Debug, PartialEq)]
pub enum Asked {
    /// Serves it.
    Serve(Box<AnyServerRequest>),
    /// Answers with this error.
    Refuse(ErrorObject),
    /// Does nothing: a modern server may ask for nothing, and a modern client answers nothing (R-GATE-7).
    Drop,
}

/// What a client with these capabilities does with a request of a server of `revision` (R-GATE-7, R-CAP-6).
pub fn asked(revision: Revision, declared: &Json, request: &Request<'_>, reading: Reading) -> Asked {
    if revision.era() == Era::Modern {
        return Asked::Drop;
    }
    let refuse = |error: DispatchError| Asked::Refuse(ErrorObject::from(&Error::from(error)));
    let typed = match dispatch::server_request(request, revision, reading) {
        Ok(typed) => typed,
        Err(error) => return refuse(error),
    };
    // The rule looks at raw members, which the typed request has too.
    let params = Json::of(&typed).ok();
    let params = params.as_ref().and_then(|message| json::member(message.as_raw(), "params"));
    match capability::client_receives(revision, declared.as_raw(), request.method(), params) {
        Ok(()) => Asked::Serve(Box::new(typed)),
        Err(code) => {
            let reason = format!("the client did not declare what `{}` needs", crate::text::quote(request.method()));
            Asked::Refuse(ErrorObject::new(code, reason))
        }
    }
}

/// An error of a server, as far as the protocol gives it a meaning (R-ERR-1).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ProtocolError {
    /// -32022: the version is not served.
    UnsupportedProtocolVersion {
        /// The versions that are, in the server's spelling.
        supported: Vec<String>,
    },
    /// -32021: the request needs these capabilities, nested as in `ClientCapabilities`.
    MissingRequiredClientCapability {
        /// What is missing.
        required: Json,
    },
    /// -32020: the headers contradict the body; for a param header the schema is to be read again and the call sent once
    /// more (R-HDR-13).
    HeaderMismatch,
    /// -32042 of 2025-11-25: the user has to open these URLs first.
    UrlElicitationRequired {
        /// The elicitations, an array.
        elicitations: Json,
    },
    /// The resource does not exist: -32002 of a legacy server (R-RES-9).
    ResourceNotFound,
    /// Anything else, the `data` of the codes above included where it is not what it must be.
    Other,
}

impl ProtocolError {
    /// What an error of a server of `revision` means.
    pub fn of(error: &ErrorObject, revision: Revision) -> Self {
        let is_modern = revision.era() == Era::Modern;
        let data = |name: &str| error.data.as_ref().and_then(|data| json::member(data.as_raw(), name));
        match error.code {
            code::UNSUPPORTED_PROTOCOL_VERSION => match error.data.as_ref().and_then(supported) {
                Some(supported) => Self::UnsupportedProtocolVersion { supported },
                None => Self::Other,
            },
            code::MISSING_REQUIRED_CLIENT_CAPABILITY if is_modern => {
                match data("requiredCapabilities").filter(|required| required.get().starts_with('{')) {
                    Some(required) => Self::MissingRequiredClientCapability { required: required.into() },
                    None => Self::Other,
                }
            }
            code::HEADER_MISMATCH if is_modern => Self::HeaderMismatch,
            code::URL_ELICITATION_REQUIRED if revision.error_definition(error.code).is_some() => {
                match data("elicitations").filter(|list| list.get().starts_with('[')) {
                    Some(elicitations) => Self::UrlElicitationRequired { elicitations: elicitations.into() },
                    None => Self::Other,
                }
            }
            code::RESOURCE_NOT_FOUND if !is_modern => Self::ResourceNotFound,
            _ => Self::Other,
        }
    }
}
