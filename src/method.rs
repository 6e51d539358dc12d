//! What ties a method to its name and its types; implemented by generated markers such as `CallTool`.

use serde::Serialize;

use crate::Revision;
use crate::gate::Direction;
use crate::rt::Wire;

/// A method of one revision.
pub trait Method {
    /// The wire name, `tools/call`.
    const NAME: &'static str;

    /// The revision.
    const REVISION: Revision;

    /// Which way it goes; a few go both ways.
    const DIRECTIONS: &'static [Direction];

    /// The type of `params`; an `Option` where they may be absent.
    type Params: Serialize;

    /// The schema's type of the whole message.
    type Message: Wire + Serialize;
}

/// A method that is answered.
pub trait Request: Method {
    /// What it is ordinarily answered with.
    type Result: Wire + Serialize;
}

/// A method that is not answered.
pub trait Notification: Method {}
