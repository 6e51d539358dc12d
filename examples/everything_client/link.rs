//! How bytes go and come: a child process, or HTTP.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use mcp_wire::Message;
use mcp_wire::client::Outcome;
use mcp_wire::header::SESSION_ID;
use ureq::http;

use crate::Failure;

/// What comes of the server.
pub(crate) enum Incoming {
    Message(String),
    /// A request that no message answers.
    Failed(Outcome),
}

/// Header names and values.
pub(crate) type Headers = Vec<(String, String)>;

pub(crate) trait Link {
    fn send(&self, message: &str, headers: Headers) -> Result<(), Failure>;

    /// The next thing that comes, if it comes in time.
    fn next(&self, patience: Duration) -> Option<Incoming>;

    /// Opens the stream of what belongs to no request, where that is one of its own.
    fn open(&self, _headers: Headers) -> Result<(), Failure> {
        Ok(())
    }
}

/// A server that speaks by its standard input and output.
pub(crate) struct Process {
    child: Mutex<Child>,
    lines: Receiver<String>,
}

impl Process {
    pub(crate) fn start(command: &[String]) -> Result<Self, Failure> {
        let (program, arguments) = command.split_first().ok_or("no command")?;
        let mut child = Command::new(program).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let output = child.stdout.take().ok_or("no standard output")?;
        let (sender, lines) = mpsc::channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok).filter(|line| !line.is_empty()) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Ok(Self { child: Mutex::new(child), lines })
    }
}

impl Link for Process {
    fn send(&self, message: &str, _: Headers) -> Result<(), Failure> {
        let mut child = self.child.lock().unwrap_or_else(PoisonError::into_inner);
        let input = child.stdin.as_mut().ok_or("no standard input")?;
        input.write_all(format!("{message}\n").as_bytes())?;
        Ok(input.flush()?)
    }

    fn next(&self, patience: Duration) -> Option<Incoming> {
        match self.lines.recv_timeout(patience) {
            Ok(line) => Some(Incoming::Message(line)),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Incoming::Failed(Outcome::Closed)),
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let child = self.child.get_mut().unwrap_or_else(PoisonError::into_inner);
        // The end of its input ends a server that is well; the signal ends any other.
        drop(child.stdin.take());
        for _ in 0..20 {
            if child.try_wait().is_ok_and(|status| status.is_some()) {
                return;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        let _ = child.kill().and_then(|()| child.wait());
    }
}

/// A server that speaks by Streamable HTTP.
pub(crate) struct Http {
    posts: Posts,
    incoming: Receiver<Incoming>,
}

/// What every request needs, each in a thread of its own.
#[derive(Clone)]
struct Posts {
    agent: ureq::Agent,
    url: String,
    session: Arc<Mutex<Option<String>>>,
    sender: Sender<Incoming>,
}

impl Http {
    pub(crate) fn new(url: &str) -> Self {
        let (sender, incoming) = mpsc::channel();
        let agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
        let session = Arc::default();
        Self { posts: Posts { agent, url: url.to_owned(), session, sender }, incoming }
    }
}

impl Link for Http {
    fn send(&self, message: &str, headers: Headers) -> Result<(), Failure> {
        let (posts, message) = (self.posts.clone(), message.to_owned());
        let wants_answer = Message::parse(message.as_bytes())?.kind() == "request";
        let post = move || {
            if posts.post(&message, &headers).is_err() {
                let _ = posts.sender.send(Incoming::Failed(Outcome::Network));
            }
        };
        match wants_answer {
            true => drop(std::thread::spawn(post)),
            // Nothing comes of it but that it arrived, before what is sent next.
            false => post(),
        }
        Ok(())
    }

    fn next(&self, patience: Duration) -> Option<Incoming> {
        self.incoming.recv_timeout(patience).ok()
    }

    fn open(&self, headers: Headers) -> Result<(), Failure> {
        let posts = self.posts.clone();
        let response = posts.get(&headers, None)?;
        std::thread::spawn(move || posts.events(response));
        Ok(())
    }
}

/// How far the events of a stream were read.
#[derive(Default)]
struct Progress {
    has_answer: bool,
    last: Option<String>,
    retry: Duration,
}

type Response = http::Response<ureq::Body>;

impl Posts {
    fn post(&self, message: &str, headers: &Headers) -> Result<(), Failure> {
        let mut request = self.agent.post(&self.url);
        for (name, value) in headers {
            request = request.header(name, value);
        }
        if let Some(session) = &*self.session.lock().unwrap_or_else(PoisonError::into_inner) {
            request = request.header(SESSION_ID, session);
        }
        let request =
            request.header("Content-Type", "application/json").header("Accept", "application/json, text/event-stream");
        let mut response = request.send(message)?;
        if let Some(session) = response.headers().get(SESSION_ID) {
            *self.session.lock().unwrap_or_else(PoisonError::into_inner) = Some(session.to_str()?.to_owned());
        }
        if is_stream(&response) {
            let mut read = self.events(response);
            while let (false, Some(last)) = (read.has_answer, read.last.take()) {
                // The stream ended early, and there is a way to go on with it.
                std::thread::sleep(read.retry);
                read = self.events(self.get(headers, Some(&last))?);
            }
            return Ok(());
        }
        let status = response.status().as_u16();
        let body = response.body_mut().read_to_string()?;
        let incoming = match (200..300).contains(&status) {
            true if body.trim().is_empty() => return Ok(()),
            true => Incoming::Message(body),
            false => Incoming::Failed(Outcome::of_http(status, body.as_bytes())),
        };
        Ok(self.sender.send(incoming)?)
    }

    fn get(&self, headers: &Headers, last: Option<&str>) -> Result<Response, Failure> {
        let mut request = self.agent.get(&self.url).header("Accept", "text/event-stream");
        for (name, value) in headers {
            request = request.header(name, value);
        }
        if let Some(session) = &*self.session.lock().unwrap_or_else(PoisonError::into_inner) {
            request = request.header(SESSION_ID, session);
        }
        if let Some(last) = last {
            request = request.header("Last-Event-ID", last);
        }
        Ok(request.call()?)
    }

    /// Hands on the messages of a stream until it ends, or the answer came.
    fn events(&self, response: Response) -> Progress {
        let mut read = Progress::default();
        let mut data = String::new();
        let lines = BufReader::new(response.into_body().into_reader()).lines();
        for line in lines.map_while(Result::ok) {
            match line.split_once(':').map(|(field, value)| (field, value.strip_prefix(' ').unwrap_or(value))) {
                Some(("data", value)) => data += value,
                Some(("id", value)) => read.last = Some(value.to_owned()),
                Some(("retry", value)) => read.retry = Duration::from_millis(value.parse().unwrap_or_default()),
                None if line.is_empty() && !data.is_empty() => {
                    let message = std::mem::take(&mut data);
                    read.has_answer =
                        Message::parse(message.as_bytes()).is_ok_and(|message| message.kind() == "response");
                    if self.sender.send(Incoming::Message(message)).is_err() || read.has_answer {
                        break;
                    }
                }
                _ => {}
            }
        }
        read
    }
}

fn is_stream(response: &Response) -> bool {
    let content = response.headers().get("content-type").and_then(|content| content.to_str().ok());
    content.is_some_and(|content| content.starts_with("text/event-stream"))
}
