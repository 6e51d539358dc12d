//! Where messages go: the standard output of a process, or the streams of HTTP.

use std::sync::Arc;

use mcp_wire::server::Outbound;
use tokio::sync::{mpsc, watch};

/// Takes the messages that belong to one request, or to no request at all.
#[derive(Clone)]
pub(crate) enum Out {
    Lines(mpsc::UnboundedSender<String>),
    Stream(watch::Sender<Said>),
}

/// What a stream has said so far.
#[derive(Default)]
pub(crate) struct Said {
    messages: Vec<Arc<str>>,
    answer: Option<Outbound>,
    /// How often the stream was cut, and before which message the last time.
    cuts: (u32, usize),
}

/// The messages of one HTTP response, or of a session, kept so that a reader can come back for what it missed. It ends
/// with the last [`Out`] that writes it.
#[derive(Clone)]
pub(crate) struct Stream(watch::Receiver<Said>);

impl Out {
    pub(crate) fn stream() -> (Self, Stream) {
        let (out, said) = watch::channel(Said::default());
        (Self::Stream(out), Stream(said))
    }

    /// Sends a message, if there is one.
    pub(crate) fn send(&self, message: Option<String>) {
        match (message, self) {
            // When nobody reads any more the process is about to end.
            (Some(message), Self::Lines(lines)) => drop(lines.send(message)),
            (Some(message), Self::Stream(stream)) => stream.send_modify(|said| said.messages.push(message.into())),
            (None, _) => {}
        }
    }

    /// Sends what goes back in the end.
    pub(crate) fn finish(&self, answer: Outbound) {
        match self {
            Self::Lines(_) => self.send(answer.into_message()),
            Self::Stream(stream) => stream.send_modify(|said| said.answer = Some(answer)),
        }
    }

    /// Ends the response here, as a lost connection would; who resumes it hears the rest. Only HTTP can.
    pub(crate) fn cut(&self) {
        if let Self::Stream(stream) = self {
            stream.send_modify(|said| said.cuts = (said.cuts.0 + 1, said.messages.len()));
        }
    }
}

impl Said {
    fn has_begun(&self) -> bool {
        !self.messages.is_empty() || self.cuts.0 > 0
    }

    fn message(&self, index: usize) -> Option<Arc<str>> {
        let answer = || self.answer.as_ref().filter(|_| index == self.messages.len())?.message().map(Arc::from);
        self.messages.get(index).cloned().or_else(answer)
    }
}

impl Stream {
    /// The answer, if it is the first thing that the stream has; `None` once anything else came first.
    pub(crate) async fn only(&mut self) -> Option<Outbound> {
        let said = self.0.wait_for(|said| said.answer.is_some() || said.has_begun()).await.ok()?;
        said.answer.clone().filter(|_| !said.has_begun())
    }

    /// How often it was cut by now, which a reader says with each [`Stream::next`].
    pub(crate) fn cuts(&self) -> u32 {
        self.0.borrow().cuts.0
    }

    /// The message at `index`, once it is there; `None` at the end, and at a cut that the reader does not know of.
    pub(crate) async fn next(&mut self, index: usize, cuts: u32) -> Option<Arc<str>> {
        let is_cut = |said: &Said| said.cuts.0 > cuts && index >= said.cuts.1;
        let said = self.0.wait_for(|said| is_cut(said) || said.message(index).is_some()).await.ok()?;
        said.message(index).filter(|_| !is_cut(&said))
    }
}
