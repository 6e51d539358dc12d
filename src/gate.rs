//! Does this revision define this method, of this kind, in this direction? (R-GATE-1)

use crate::generated::methods::METHODS;
use crate::shape::Shape;
use crate::{Revision, code};

/// The handshake of the legacy revisions.
pub(crate) const INITIALIZE: &str = "initialize";

/// Which way a message goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    /// The client sends it.
    ClientToServer,
    /// The server sends it.
    ServerToClient,
}

impl Direction {
    /// The other way.
    pub const fn reversed(self) -> Self {
        match self {
            Self::ClientToServer => Self::ServerToClient,
            Self::ServerToClient => Self::ClientToServer,
        }
    }
}

/// Whether a message is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// It has an id and is answered.
    Request,
    /// It has no id and is not answered.
    Notification,
}

/// What the revisions say of one method, kind and direction.
#[derive(Debug)]
pub struct Row {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
    pub(crate) direction: Direction,
    pub(crate) entries: &'static [Entry],
}

/// What one revision says of a method.
#[derive(Debug)]
pub struct Entry {
    pub(crate) revision: Revision,
    pub(crate) message: &'static str,
    pub(crate) shape: &'static Shape,
    pub(crate) params_required: bool,
    pub(crate) results: &'static [(&'static str, &'static Shape)],
}

impl Row {
    /// The method's name.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Request or notification.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Which way it goes.
    pub fn direction(&self) -> Direction {
        self.direction
    }

    /// What each revision that has it says, oldest first.
    pub fn entries(&self) -> &'static [Entry] {
        self.entries
    }

    /// What `revision` says, if it has the method.
    pub fn entry(&self, revision: Revision) -> Option<&'static Entry> {
        self.entries.iter().find(|entry| entry.revision == revision)
    }

    /// The first revision that has it.
    pub fn introduced_in(&self) -> Revision {
        self.entries[0].revision
    }

    /// The first later revision that no longer has it.
    pub fn removed_in(&self) -> Option<Revision> {
        let last = self.entries[self.entries.len() - 1].revision;
        Revision::ALL.iter().copied().find(|revision| *revision > last)
    }
}

impl Entry {
    /// The revision.
    pub fn revision(&self) -> Revision {
        self.revision
    }

    /// The schema's definition of the whole message, `CallToolRequest`.
    pub fn message(&self) -> &'static str {
        self.message
    }

    /// Whether `params` must be there.
    pub fn params_required(&self) -> bool {
        self.params_required
    }

    /// Whether its message's type names `jsonrpc` itself, as the schemas do from 2025-11-25 on.
    pub(crate) fn is_framed(&self) -> bool {
        self.shape.names("jsonrpc")
    }

    /// The schema's definitions that answer it, the ordinary one first; none for a notification.
    pub fn results(&self) -> impl Iterator<Item = &'static str> {
        self.results.iter().map(|(name, _)| *name)
    }
}

/// Every method of every revision, sorted by name, direction and kind.
pub fn methods() -> &'static [Row] {
    METHODS
}

/// What [`gate`] says of a message.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Verdict {
    /// The revision has it.
    Known(&'static Entry),
    /// A later revision has it.
    Future {
        /// The first that does.
        introduced_in: Revision,
    },
    /// An earlier revision had it.
    Removed {
        /// The first that did.
        introduced_in: Revision,
        /// The first that no longer did.
        removed_in: Revision,
    },
    /// It only ever went the other way.
    WrongDirection,
    /// It only ever was of the other kind: a notification that was sent with an id, a request without.
    WrongKind,
    /// An extension that the server enabled has it (R-GATE-9).
    Extension,
    /// No revision has it; an extension or the application may (R-GATE-8).
    Unknown,
}

impl Verdict {
    /// What the revision says of the method, if it has it.
    pub fn known(self) -> Option<&'static Entry> {
        match self {
            Self::Known(entry) => Some(entry),
            _ => None,
        }
    }
}

/// Whether `revision` has this method, of this kind, in this direction (R-GATE-1). Names are exact and case-sensitive.
pub fn gate(revision: Revision, direction: Direction, kind: Kind, method: &str) -> Verdict {
    let first = METHODS.partition_point(|row| row.name < method);
    let named = || METHODS[first..].iter().take_while(|row| row.name == method);
    if let Some(row) = named().find(|row| row.direction == direction && row.kind == kind) {
        return row.verdict(revision);
    }
    if named().any(|row| row.direction != direction && row.kind == kind) {
        return Verdict::WrongDirection;
    }
    match named().next() {
        Some(_) => Verdict::WrongKind,
        None => Verdict::Unknown,
    }
}

/// How two peers stand to the tasks extension of a modern revision.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tasks {
    /// The server enabled it.
    pub enabled: bool,
    /// The client declared it on this request.
    pub declared: bool,
}

/// [`gate()`], with the methods of the tasks extension where the server enabled it (R-GATE-9).
pub fn gate_with(revision: Revision, direction: Direction, kind: Kind, method: &str, tasks: Tasks) -> Verdict {
    let comes_with_tasks = match (direction, kind) {
        (Direction::ClientToServer, Kind::Request) => is_task_method(revision, method),
        (Direction::ServerToClient, Kind::Notification) => {
            revision.era() == crate::Era::Modern && method == TASK_NOTIFICATION
        }
        _ => false,
    };
    match tasks.enabled && comes_with_tasks {
        true => Verdict::Extension,
        false => gate(revision, direction, kind, method),
    }
}

/// The notification by which a modern server tells of a task.
const TASK_NOTIFICATION: &str = "notifications/tasks";

/// What a receiver does with a message, by its method alone (R-GATE-2, R-GATE-3, R-GATE-7, R-GATE-9).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Serves it.
    Dispatch,
    /// Does nothing.
    Drop,
    /// Answers with an error.
    Refuse {
        /// The JSON-RPC code.
        code: i64,
        /// The HTTP status.
        http_status: u16,
    },
}

/// What a receiver does with a message, by its method alone: a notification is never answered, and a modern client
/// answers nothing at all.
pub fn received(revision: Revision, direction: Direction, kind: Kind, method: &str, tasks: Tasks) -> Action {
    let is_modern = revision.era() == crate::Era::Modern;
    match (gate_with(revision, direction, kind, method, tasks), kind, direction) {
        (Verdict::Known(_), ..) => Action::Dispatch,
        (Verdict::Extension, Kind::Request, _) if !tasks.declared => {
            let code = code::MISSING_REQUIRED_CLIENT_CAPABILITY;
            Action::Refuse { code, http_status: code::http_status(code, code::Origin::Protocol) }
        }
        (Verdict::Extension, ..) => Action::Dispatch,
        (_, Kind::Notification, _) => Action::Drop,
        (_, Kind::Request, Direction::ServerToClient) if is_modern => Action::Drop,
        (_, Kind::Request, _) => {
            let code = code::METHOD_NOT_FOUND;
            let http_status = if is_modern { code::http_status(code, code::Origin::Protocol) } else { 200 };
            Action::Refuse { code, http_status }
        }
    }
}

/// Whether a method comes with the tasks extension of a modern revision (R-GATE-9).
pub(crate) fn is_task_method(revision: Revision, method: &str) -> bool {
    revision.era() == crate::Era::Modern && matches!(method, "tasks/get" | "tasks/update" | "tasks/cancel")
}

impl Row {
    fn verdict(&'static self, revision: Revision) -> Verdict {
        if let Some(entry) = self.entry(revision) {
            return Verdict::Known(entry);
        }
        let introduced_in = self.introduced_in();
        match self.removed_in() {
            Some(removed_in) if revision > introduced_in => Verdict::Removed { introduced_in, removed_in },
            _ => Verdict::Future { introduced_in },
        }
    }
}
