//! Requests of any server in the terms of the newest revision, so that one handler fulfils them all.

use crate::json::{Json, JsonObject};
use crate::message::ErrorObject;
use crate::reading::Reading;
use crate::v2026_07_28::InputRequest;
use crate::{AnyServerRequest, code};

/// A legacy server's request for input as a modern server would ask for it, in a result; so whoever fulfils
/// [`InputRequest`]s fulfils both, and the results are the same.
///
/// # Errors
///
/// When it is no request for input, or the newer type does not take what the older one did (-32602).
pub fn as_input(request: &AnyServerRequest) -> Result<InputRequest, ErrorObject> {
    let message = Json::of(request).ok().and_then(Json::into_object).unwrap_or_default();
    let params = message.get("params").map(Json::from);
    let request = JsonObject::new().with("method", request.method());
    let request = match params {
        Some(params) => request.with("params", params),
        None => request,
    };
    crate::from_str_in(request.as_str(), Reading::Tolerant)
        .map_err(|error| ErrorObject::new(code::INVALID_PARAMS, error.to_string()))
}
