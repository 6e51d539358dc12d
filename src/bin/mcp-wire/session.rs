//! What earlier messages of the same input say of later ones: the revision that was negotiated, and the requests that
//! wait for an answer.

use std::collections::HashMap;

use mcp_wire::gate::Entry;
use mcp_wire::{Direction, RequestId, Revision};

/// A request that waits for its answer.
#[derive(Clone, Debug)]
pub(crate) struct Pending {
    pub(crate) method: String,
    pub(crate) revision: Revision,
    pub(crate) source: Source,
    pub(crate) entry: Option<&'static Entry>,
    /// Whether it asked for a task instead of a result.
    pub(crate) wants_task: bool,
    pub(crate) is_modern: bool,
}

/// Where a message's revision is known from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// The command line.
    Given,
    /// The claim in the message.
    Claimed,
    /// The `initialize` exchange.
    Negotiated,
    /// Nowhere: the newest legacy revision is assumed.
    Assumed,
}

impl Source {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Given => "given",
            Self::Claimed => "claimed",
            Self::Negotiated => "negotiated",
            Self::Assumed => "assumed",
        }
    }
}

/// One input's state.
#[derive(Debug, Default)]
pub(crate) struct Session {
    given: Option<Revision>,
    negotiated: Option<Revision>,
    /// The revision that was last settled, by a handshake or a claim.
    settled: Option<(Revision, Source)>,
    pending: HashMap<(Direction, RequestId), Pending>,
}

impl Session {
    pub(crate) fn new(given: Option<Revision>) -> Self {
        Self { given, ..Self::default() }
    }

    /// The revision of a message that does not claim one.
    pub(crate) fn legacy_revision(&self) -> (Revision, Source) {
        match (self.given, self.negotiated) {
            (Some(revision), _) => (revision, Source::Given),
            (None, Some(revision)) => (revision, Source::Negotiated),
            (None, None) => (Revision::latest_legacy(), Source::Assumed),
        }
    }

    /// The revision that an `initialize` result settles.
    pub(crate) fn negotiate(&mut self, revision: Revision) {
        self.negotiated = Some(revision);
        self.settled = Some((revision, Source::Negotiated));
    }

    /// The revision of a message that says nothing of it: the one that was last settled.
    pub(crate) fn current(&self) -> (Revision, Source) {
        match (self.given, self.settled) {
            (None, Some(settled)) => settled,
            _ => self.legacy_revision(),
        }
    }

    /// Remembers a request until it is answered.
    pub(crate) fn sent(&mut self, direction: Direction, id: RequestId, request: Pending) {
        if request.is_modern {
            self.settled = Some((request.revision, Source::Claimed));
        }
        self.pending.insert((direction, id), request);
    }

    /// The requests that a response with this id may answer, those of the client first.
    pub(crate) fn waiting(&self, id: &RequestId) -> Vec<(Direction, Pending)> {
        [Direction::ClientToServer, Direction::ServerToClient]
            .into_iter()
            .filter_map(|direction| Some((direction, self.pending.get(&(direction, id.clone()))?.clone())))
            .collect()
    }

    /// Forgets a request that was answered.
    pub(crate) fn answered(&mut self, direction: Direction, id: &RequestId) {
        self.pending.remove(&(direction, id.clone()));
    }
}
