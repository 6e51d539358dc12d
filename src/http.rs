//! Heads and statuses of the crate `http`.

use http::{HeaderMap, Method, StatusCode};

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
    }
}
