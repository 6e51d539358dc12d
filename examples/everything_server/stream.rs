//! Where messages go: the standard output of a process, or the streams of HTTP.

use std::sync::{Arc, Mutex};

use mcp_wire::server::Outbound;
use tokio::sync::{Notify, mpsc};

use crate::connection::lock;

/// Takes the messages that belong to one request, or to no request at all.
pub(crate) trait Out: Send + Sync {
    fn send(&self, message: String);

    /// Ends the response here, as a lost connection would; who resumes it hears the rest. Only HTTP can.
    fn cut(&self) {}
}

/// Lines for the standard output.
impl Out for mpsc::UnboundedSender<String> {
    fn send(&self, message: String) {
        // When nobody reads any more the process is about to end.
        let _ = Self::send(self, message);
    }
}

/// The messages of one HTTP response, or of a session, kept so that a reader can come back for what it missed.
#[derive(Default)]
pub(crate) struct Stream {
    state: Mutex<State>,
    changed: Notify,
}

#[derive(Default)]
struct State {
    messages: Vec<Arc<str>>,
    answer: Option<Outbound>,
    is_over: bool,
    /// How often the stream was cut, and before which message the last time.
    cuts: (u32, usize),
}

impl Stream {
    /// Ends the stream with the answer to its request.
    pub(crate) fn finish(&self, answer: Outbound) {
        self.change(|state| {
            state.messages.extend(answer.message().map(Arc::from));
            state.answer = Some(answer);
        });
    }

    /// Ends the stream.
    pub(crate) fn end(&self) {
        self.change(|state| state.is_over = true);
    }

    /// The answer, if it is the first thing that the stream has; `None` once anything else came first.
    pub(crate) async fn only(&self) -> Option<Outbound> {
        self.wait(|state| match &state.answer {
            Some(answer) if state.messages.len() == usize::from(answer.message().is_some()) && state.cuts.0 == 0 => {
                Some(Some(answer.clone()))
            }
            None if state.messages.is_empty() && state.cuts.0 == 0 && !state.is_over => None,
            _ => Some(None),
        })
        .await
    }

    /// How often it was cut by now, which a reader says with each [`Stream::next`].
    pub(crate) fn cuts(&self) -> u32 {
        lock(&self.state).cuts.0
    }

    /// The message at `index`, once it is there; `None` at the end, and at a cut that the reader does not know of.
    pub(crate) async fn next(&self, index: usize, cuts: u32) -> Option<Arc<str>> {
        self.wait(|state| match state.messages.get(index) {
            _ if state.cuts.0 > cuts && index >= state.cuts.1 => Some(None),
            Some(message) => Some(Some(message.clone())),
            None => state.is_over.then_some(None),
        })
        .await
    }

    async fn wait<T>(&self, ready: impl Fn(&State) -> Option<T>) -> T {
        loop {
            let changed = self.changed.notified();
            if let Some(ready) = ready(&lock(&self.state)) {
                return ready;
            }
            changed.await;
        }
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut lock(&self.state));
        self.changed.notify_waiters();
    }
}

impl Out for Stream {
    fn send(&self, message: String) {
        self.change(|state| state.messages.push(message.into()));
    }

    fn cut(&self) {
        self.change(|state| state.cuts = (state.cuts.0 + 1, state.messages.len()));
    }
}
