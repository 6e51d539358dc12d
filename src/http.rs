//! Heads and statuses of the crate `http`.

use http::header::{ALLOW, CONTENT_TYPE};
use http::{HeaderMap, HeaderValue, Method, Response, StatusCode};

use crate::header::Head;
use crate::server::{Finished, Outbound, Refusal};

impl Head {
    /// The head of a request of the crate `http`.
    pub fn from_http(verb: &Method, headers: &HeaderMap) -> Self {
        Self::new(verb.as_str(), headers.iter().map(|(name, value)| (name.as_str(), value.as_bytes())))
    }
}

impl Refusal {
    /// The status of the answer, as the crate `http` has it.
    pub fn status_code(&self) -> StatusCode {
        status_code(self.http_status())
    }
}

impl Finished {
    /// The status of the answer, as the crate `http` has it.
    pub fn status_code(&self) -> StatusCode {
        status_code(self.http_status())
    }
}

impl Outbound {
    /// The status, as the crate `http` has it.
    pub fn status_code(&self) -> StatusCode {
        status_code(self.http_status())
    }

    /// The whole response of the crate `http`: status, headers, and the message as its body, empty where there is none.
    pub fn into_http(self) -> Response<String> {
        let (status, allow) = (self.status_code(), self.allow());
        let message = self.into_message();
        let content_type = message.as_ref().map(|_| (CONTENT_TYPE, "application/json"));
        let mut response = Response::new(message.unwrap_or_default());
        *response.status_mut() = status;
        let headers = content_type.into_iter().chain(allow.map(|verbs| (ALLOW, verbs)));
        response.headers_mut().extend(headers.map(|(name, value)| (name, HeaderValue::from_static(value))));
        response
    }
}

/// Every status that is given here is one; an internal error stands in where that should ever not be so.
fn status_code(status: u16) -> StatusCode {
    StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::{Decision, Endpoint, Session};

    #[test]
    fn a_head_of_http_is_looked_at_like_any_other() {
        let mut headers = HeaderMap::new();
        headers.insert("MCP-Protocol-Version", "2026-07-28".parse().unwrap());
        let head = Head::from_http(&Method::POST, &headers);
        let ping = br#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
        let Decision::Refused(refusal) = Endpoint::builder().http().admit(&mut Session::new(), Some(&head), ping)
        else {
            panic!("not refused")
        };
        assert_eq!(refusal.status_code(), StatusCode::BAD_REQUEST);
        let response = Outbound::from(&*refusal).into_http();
        assert_eq!(response.status(), StatusCode::BAD_REQUEST);
        assert_eq!(response.headers()[CONTENT_TYPE], "application/json");
        assert_eq!(Some(response.into_body()), refusal.message());
    }

    #[test]
    fn a_response_without_a_message_has_no_type() {
        let response = Outbound::accepted().into_http();
        assert_eq!((response.status(), response.headers().len()), (StatusCode::ACCEPTED, 0));
        let endpoint = Endpoint::builder().http();
        let head = Head::from_http(&Method::PUT, &HeaderMap::new());
        let Decision::Refused(refusal) = endpoint.admit(&mut Session::new(), Some(&head), b"") else {
            panic!("not refused")
        };
        let response = Outbound::from(&*refusal).into_http();
        assert_eq!(response.status(), StatusCode::METHOD_NOT_ALLOWED);
        assert_eq!(response.headers()[ALLOW], "GET, POST, DELETE");
        assert_eq!(response.into_body(), "");
    }
}
