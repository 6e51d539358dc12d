//! The retry of a request that wanted input (R-MRTR-5, R-MRTR-6).

use std::fmt;
use std::time::Duration;

use super::incoming::InputRequired;
use crate::json::JsonObject;

/// The answers to an input-required result are not those that were asked for; nothing is sent (R-MRTR-8).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RetryError {
    missing: Vec<String>,
    extra: Vec<String>,
}

impl RetryError {
    /// The keys that were asked for and not answered.
    pub fn missing(&self) -> &[String] {
        &self.missing
    }

    /// The keys that were answered and not asked for.
    pub fn extra(&self) -> &[String] {
        &self.extra
    }
}

impl fmt::Display for RetryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words =
            |keys: &[String]| keys.iter().take(8).map(|key| crate::text::quote(key)).collect::<Vec<_>>().join(", ");
        write!(f, "input not answered: [{}]; not asked for: [{}]", words(&self.missing), words(&self.extra))
    }
}

impl std::error::Error for RetryError {}

/// The params of the retry, which goes out with a new id: the original ones, the answers under exactly the keys that were
/// asked for, and the state byte for byte; what is left of an earlier round goes (R-MRTR-5).
///
/// # Errors
///
/// When the keys of `answers` are not those that were asked for.
pub fn retry(mut params: JsonObject, asked: &InputRequired, answers: JsonObject) -> Result<JsonObject, RetryError> {
    let missing: Vec<_> =
        asked.requests().filter(|(key, _)| answers.get(key).is_none()).map(|(key, _)| key.to_owned()).collect();
    let is_asked = |key: &str| asked.requests().any(|(asked, _)| asked == key);
    let extra: Vec<_> = answers.iter().filter(|(key, _)| !is_asked(key)).map(|(key, _)| key.into_owned()).collect();
    if !missing.is_empty() || !extra.is_empty() {
        return Err(RetryError { missing, extra });
    }
    params.remove("inputResponses");
    params.remove("requestState");
    if asked.requests().next().is_some() {
        params.insert("inputResponses", answers);
    }
    if let Some(state) = asked.state() {
        params.insert("requestState", state);
    }
    Ok(params)
}

/// How long to wait before each round, and how many there may be (R-MRTR-6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pacing {
    /// Before the first retry that has nothing but state.
    pub first: Duration,
    /// The longest wait; each is twice the one before.
    pub most: Duration,
    /// The most rounds.
    pub rounds: u32,
}

impl Default for Pacing {
    /// Half a second, doubling to five; ten rounds.
    fn default() -> Self {
        Self { first: Duration::from_millis(500), most: Duration::from_secs(5), rounds: 10 }
    }
}

impl Pacing {
    /// How long to wait before round `round`, counted from 0; `None` if there were enough. A round with answers needs no
    /// wait, since somebody answered.
    pub fn wait(&self, round: u32, asked: &InputRequired) -> Option<Duration> {
        if round >= self.rounds {
            return None;
        }
        match asked.requests().next() {
            Some(_) => Some(Duration::ZERO),
            None => Some(self.first.saturating_mul(1_u32.checked_shl(round).unwrap_or(u32::MAX)).min(self.most)),
        }
    }
}
