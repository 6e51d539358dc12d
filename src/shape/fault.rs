//! What is wrong with a message, where, and what was expected.

use std::fmt;

use crate::text::{cut, found, quote};

/// One step of a path into JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Segment {
    /// A member of an object.
    Member(String),
    /// An item of an array.
    Index(usize),
}

/// Where in a message a fault is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Path(Vec<Segment>);

impl Path {
    /// The steps from the top.
    pub fn segments(&self) -> &[Segment] {
        &self.0
    }

    /// As a JSON pointer (RFC 6901), empty for the whole message.
    pub fn pointer(&self) -> String {
        let step = |segment: &Segment| match segment {
            Segment::Member(name) => format!("/{}", name.replace('~', "~0").replace('/', "~1")),
            Segment::Index(index) => format!("/{index}"),
        };
        self.0.iter().map(step).collect()
    }

    /// The same path below a member of a larger value.
    #[must_use]
    pub fn below(mut self, member: &str) -> Self {
        self.0.insert(0, Segment::Member(member.to_owned()));
        self
    }

    pub(crate) fn push(&mut self, segment: Segment) {
        self.0.push(segment);
    }
}

/// Dotted, `content[3].text`; empty for the whole message.
impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, segment) in self.0.iter().enumerate() {
            match segment {
                Segment::Index(index) => write!(f, "[{index}]")?,
                Segment::Member(name) if name.contains(['.', '[', '/', '"']) || name.is_empty() => {
                    write!(f, "[\"{}\"]", quote(name))?;
                }
                Segment::Member(name) if index == 0 => f.write_str(&quote(name))?,
                Segment::Member(name) => write!(f, ".{}", quote(name))?,
            }
        }
        Ok(())
    }
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Problem {
    /// A required member is not there.
    Missing(&'static str),
    /// A value of another kind was expected.
    Expected {
        /// What was expected, `a string`.
        expected: String,
        /// What is there: a scalar's text, else its kind.
        found: String,
    },
    /// Only these values are allowed.
    NotOneOf {
        /// The values.
        known: Vec<&'static str>,
        /// What is there.
        found: String,
    },
    /// More items than allowed.
    TooMany {
        /// How many are allowed.
        limit: usize,
        /// How many are there.
        found: usize,
    },
    /// A member is named twice (R-JSON-1).
    Duplicate(String),
    /// A member that the type does not allow.
    NotAllowed(String),
    /// Members that exclude each other, or none of those of which one is needed.
    Contradiction(&'static str),
    /// Nesting beyond 128 levels (R-JSON-2).
    TooDeep,
    /// Half a surrogate pair in a string (R-JSON-3).
    LoneSurrogate,
    /// The text is not JSON.
    Syntax(String),
    /// A rule beyond the schema refuses it, for this reason.
    Refused(String),
}

/// Something wrong at one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The place.
    pub path: Path,
    /// The member of a union that was meant there, `image`.
    pub meant: Option<&'static str>,
    /// What is wrong.
    pub problem: Problem,
    /// The rule that is broken: its number in the rule book, or `schema`.
    pub rule: &'static str,
}

impl Fault {
    /// A problem at a place, by a rule.
    pub fn new(path: Path, problem: Problem, rule: &'static str) -> Self {
        Self { path, meant: None, problem, rule }
    }

    /// A fault of the whole value.
    pub(crate) fn at_root(problem: Problem, rule: &'static str) -> Self {
        Self::new(Path::default(), problem, rule)
    }

    /// The same fault of a value that is a member of a larger one.
    #[must_use]
    pub fn below(mut self, member: &str) -> Self {
        self.path = self.path.below(member);
        self
    }
}

impl Problem {
    /// The rule that is broken, for a problem that was not found by a rule of its own.
    pub(crate) fn rule(&self) -> &'static str {
        match self {
            Self::Duplicate(_) => "R-JSON-1",
            Self::TooDeep => "R-JSON-2",
            Self::LoneSurrogate | Self::Syntax(_) => "R-JSON-3",
            Self::Contradiction(_) => "R-JSONRPC-4",
            _ => "schema",
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(member) => write!(f, "`{member}` is missing"),
            Self::Expected { expected, found } => write!(f, "expected {expected}, found {found}"),
            Self::NotOneOf { known, found } if known.len() == 1 => {
                write!(f, "expected \"{}\", found {found}", known[0])
            }
            Self::NotOneOf { known, found } => {
                let known: Vec<_> = known.iter().map(|known| format!("\"{known}\"")).collect();
                write!(f, "expected one of {}, found {found}", known.join(", "))
            }
            Self::TooMany { limit, found } => write!(f, "at most {limit} items are allowed, found {found}"),
            Self::Duplicate(member) => write!(f, "the member `{}` is there twice", quote(member)),
            Self::NotAllowed(member) => write!(f, "a member `{}` is not allowed", quote(member)),
            Self::Contradiction(reason) => f.write_str(reason),
            Self::TooDeep => f.write_str("nested deeper than 128 levels"),
            Self::LoneSurrogate => f.write_str("a string holds half a surrogate pair"),
            Self::Syntax(reason) | Self::Refused(reason) => f.write_str(reason),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = cut_front(&self.path.to_string());
        match (path.as_str(), self.meant) {
            ("", None) => {}
            ("", Some(meant)) => write!(f, "({meant}): ")?,
            (path, None) => write!(f, "{path}: ")?,
            (path, Some(meant)) => write!(f, "{path} ({meant}): ")?,
        }
        write!(f, "{}", self.problem)
    }
}

/// The end of a path that is too long to show.
fn cut_front(path: &str) -> String {
    const SHOWN: usize = 200;
    match path.char_indices().rev().nth(SHOWN) {
        Some((start, _)) => format!("…{}", &path[start..]),
        None => path.to_owned(),
    }
}

/// Why a value is not of a type: every fault that was found.
#[derive(Clone, PartialEq, Eq)]
pub struct DecodeError(Box<Found>);

#[derive(Clone, PartialEq, Eq)]
struct Found {
    faults: Vec<Fault>,
    more: usize,
}

impl DecodeError {
    /// The most faults that one error lists.
    pub(crate) const LISTED: usize = 8;

    /// The most characters of a message, in bytes a kilobyte at most.
    const LENGTH: usize = 900;

    pub(crate) fn new(mut faults: Vec<Fault>) -> Self {
        let more = faults.len().saturating_sub(Self::LISTED);
        faults.truncate(Self::LISTED);
        Self(Box::new(Found { faults, more }))
    }

    /// An error of the whole value.
    fn whole(problem: Problem) -> Self {
        let rule = problem.rule();
        Self::new(vec![Fault::at_root(problem, rule)])
    }

    pub(crate) fn syntax(reason: &serde_json::Error) -> Self {
        let problem = Problem::Syntax(cut(&reason.to_string(), 200));
        Self::whole(problem)
    }

    pub(crate) fn not_utf8(at: usize) -> Self {
        let problem = Problem::Syntax(format!("not UTF-8 at byte {at}"));
        Self::whole(problem)
    }

    /// What is wrong, at most eight faults, in the order of the types' members.
    pub fn faults(&self) -> &[Fault] {
        &self.0.faults
    }

    /// Whether a string holds half a surrogate pair, which no decoder can read (R-JSON-3).
    pub(crate) fn has_lone_surrogate(&self) -> bool {
        self.faults().iter().any(|fault| fault.problem == Problem::LoneSurrogate)
    }

    /// How many faults there are besides.
    pub fn more(&self) -> usize {
        self.0.more
    }

    /// The same error of a value that is a member of a larger one.
    #[must_use]
    pub(crate) fn below(mut self, member: &str) -> Self {
        for fault in &mut self.0.faults {
            fault.path = std::mem::take(&mut fault.path).below(member);
        }
        self
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = Vec::new();
        let mut length = 0;
        let mut more = self.more();
        for fault in self.faults() {
            let line = cut(&fault.to_string(), 400);
            length += line.len() + 2;
            match length > Self::LENGTH && !lines.is_empty() {
                true => more += 1,
                false => lines.push(line),
            }
        }
        let more = match more {
            0 => String::new(),
            more => format!("; and {more} more"),
        };
        f.write_str(&crate::text::bounded(lines.join("; ") + &more))
    }
}

impl fmt::Debug for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DecodeError({self})")
    }
}

impl std::error::Error for DecodeError {}

/// A value that is not what was expected.
pub(super) fn expected(expected: impl Into<String>, text: &str) -> Problem {
    Problem::Expected { expected: expected.into(), found: found(text) }
}
