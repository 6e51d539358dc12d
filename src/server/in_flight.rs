//! The requests that were not answered yet.

use std::collections::HashSet;

use crate::id::RequestId;

/// The ids of the requests that one side has in flight (R-JSONRPC-5): `1` and `"1"` are different ids.
#[derive(Clone, Debug, Default)]
pub struct InFlight(HashSet<RequestId>);

impl InFlight {
    /// None yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a request; `false` if one with this id is in flight already, which is answered with
    /// [`Reply::duplicate`](crate::server::Reply::duplicate).
    pub fn begin(&mut self, id: &RequestId) -> bool {
        self.0.insert(id.clone())
    }

    /// Takes a request out, because it was answered or cancelled; `false` if it was not in flight, so that a late answer or
    /// a cancellation of a finished request is to be dropped (R-JSONRPC-6, R-CANCEL-4).
    pub fn end(&mut self, id: &RequestId) -> bool {
        self.0.remove(id)
    }
}
