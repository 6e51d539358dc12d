//! A peer's text in a log: nothing of it is obeyed, and nothing secret is told (R-SAFE).

use serde_json::value::RawValue;

use crate::id::RequestId;
use crate::json;
use crate::text::escape_into;

/// The most characters of escaped text that [`sanitize`] gives back.
pub const LIMIT: usize = 4096;

/// Text as a log may show it: control characters and those that change the direction or break lines are escaped, and
/// what is longer than [`LIMIT`] is cut and its length told (R-SAFE-2).
pub fn sanitize(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len().min(LIMIT));
    let mut count = 0;
    let mut piece = String::new();
    for character in text.chars() {
        piece.clear();
        escape_into(&mut piece, character);
        let length = piece.chars().count();
        if count < LIMIT {
            escaped.extend(piece.chars().take(LIMIT - count));
        }
        count += length;
    }
    if count > LIMIT {
        escaped += &format!("... (truncated from {count} chars)");
    }
    escaped
}

/// A message in a few words: its method, its id, and whether it is an error. Params, results and `data` are never told
/// (R-SAFE-1).
///
/// ```
/// let line = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t","arguments":{"password":"x"}}}"#;
/// assert_eq!(mcp_wire::log::describe(line), "tools/call id=1");
/// ```
pub fn describe(message: &str) -> String {
    if !message.trim_start().starts_with('{') {
        return "(non-object message)".to_owned();
    }
    let message: &RawValue = serde_json::from_str(message).unwrap_or(RawValue::NULL);
    let get = |name: &str| json::member(message, name).map(RawValue::get);
    let method = get("method").and_then(|method| serde_json::from_str::<String>(method).ok());
    let is_response = get("result").is_some() || get("error").is_some();
    let mut words = match method {
        Some(method) => sanitize(&method),
        None if is_response => "(response)".to_owned(),
        None => "(invalid message)".to_owned(),
    };
    match get("id").and_then(RequestId::from_json) {
        Some(RequestId::Integer(id)) => words += &format!(" id={id}"),
        Some(RequestId::String(id)) => words += &format!(" id={}", sanitize(&id)),
        None => {}
    }
    if get("error").is_some() {
        words += " error";
    }
    words
}
