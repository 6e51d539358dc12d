//! Streamable HTTP: legacy sessions and modern requests at one address.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex};

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use futures_util::stream::unfold;
use mcp_wire::Revision;
use mcp_wire::header::{Head, SESSION_ID};
use tokio_util::task::AbortOnDropHandle;

use crate::connection::{Connection, Server, lock};
use crate::stream::{Out, Stream};

/// After how many milliseconds a client may come back to a stream that ended early.
const RETRY_MS: u32 = 100;

struct Http {
    server: Arc<Server>,
    sessions: Mutex<HashMap<String, Arc<HttpSession>>>,
}

/// A legacy session: its connection, and every stream that it had, the first being that of GET. What comes without a
/// session has one of its own, that is kept if it turns out to be a handshake.
struct HttpSession {
    connection: Arc<Connection>,
    streams: Mutex<Vec<Stream>>,
}

pub(crate) async fn serve(server: Arc<Server>, port: u16) -> std::io::Result<()> {
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", port)).await?;
    println!("http://{}/mcp", listener.local_addr()?);
    let http = Arc::new(Http { server, sessions: Mutex::default() });
    let router = axum::Router::new().route("/mcp", axum::routing::any(handle)).with_state(http);
    axum::serve(listener, router).await
}

async fn handle(State(http): State<Arc<Http>>, method: Method, headers: HeaderMap, body: Bytes) -> Response {
    let head = Head::from_http(&method, &headers);
    let id = head.session(&body);
    let session = match id {
        None => HttpSession::new(&http.server),
        Some(id) => match lock(&http.sessions).get(id) {
            Some(session) => session.clone(),
            None => return StatusCode::NOT_FOUND.into_response(),
        },
    };
    let (out, stream) = Out::stream();
    let Some(work) = http.server.react(&session.connection, Some(&head), &body, &out) else {
        if method == Method::GET {
            return session.resumed(&headers);
        }
        id.map(|id| lock(&http.sessions).remove(id));
        session.connection.closing.cancel();
        return StatusCode::NO_CONTENT.into_response();
    };
    if id.is_none() && session.negotiated().is_some() {
        let id = uuid::Uuid::new_v4().to_string();
        lock(&http.sessions).insert(id.clone(), session);
        return ([(SESSION_ID, id)], work.await.into_http()).into_response();
    }
    let task = tokio::spawn(async move { out.finish(work.await) });
    match id {
        Some(_) => session.answered(stream).await,
        None => modern(stream, AbortOnDropHandle::new(task)).await,
    }
}

/// A modern request: its answer alone, or a stream where something comes before it. When the client is gone, so is the
/// work on it (R-CANCEL-2).
async fn modern(mut stream: Stream, task: AbortOnDropHandle<()>) -> Response {
    if let Some(answer) = stream.only().await {
        return answer.into_http().into_response();
    }
    streamed(unfold((stream, 0, task), |(mut stream, index, task)| async move {
        let message = stream.next(index, 0).await?;
        Some((format!("data: {message}\n\n"), (stream, index + 1, task)))
    }))
}

impl HttpSession {
    fn new(server: &Server) -> Arc<Self> {
        let (out, stream) = Out::stream();
        Arc::new(Self { connection: server.connect(&out), streams: vec![stream].into() })
    }

    fn negotiated(&self) -> Option<Revision> {
        lock(&self.connection.session).negotiated()
    }

    fn primes_streams(&self) -> bool {
        self.negotiated().is_some_and(Revision::primes_streams)
    }

    /// A legacy message: as a modern one, but the work goes on without the client, which may come back for the rest.
    async fn answered(&self, mut stream: Stream) -> Response {
        if let Some(answer) = stream.only().await {
            return answer.into_http().into_response();
        }
        let mut streams = lock(&self.streams);
        streams.push(stream.clone());
        events(stream, streams.len() - 1, 0, 0, self.primes_streams())
    }

    /// GET: the stream of what belongs to no request, or the rest of the one that `Last-Event-ID` names.
    fn resumed(&self, headers: &HeaderMap) -> Response {
        let last = headers.get("last-event-id").and_then(|last| last.to_str().ok());
        let (number, index) = last.and_then(|last| last.split_once('/')).unwrap_or(("0", "0"));
        let (Ok(number), Ok(index)) = (number.parse(), index.parse()) else {
            return StatusCode::BAD_REQUEST.into_response();
        };
        match lock(&self.streams).get::<usize>(number) {
            Some(stream) => {
                events(stream.clone(), number, index, stream.cuts(), last.is_none() && self.primes_streams())
            }
            None => StatusCode::NOT_FOUND.into_response(),
        }
    }
}

/// The events of a stream from `index` on, for who knows of `cuts` cuts. The id of each says how to go on after it.
fn events(stream: Stream, number: usize, index: usize, cuts: u32, is_primed: bool) -> Response {
    streamed(unfold((stream, index, is_primed), move |(mut stream, index, is_primed)| async move {
        if is_primed {
            let event = format!("id: {number}/{index}\nretry: {RETRY_MS}\ndata:\n\n");
            return Some((event, (stream, index, false)));
        }
        let message = stream.next(index, cuts).await?;
        Some((format!("id: {number}/{}\ndata: {message}\n\n", index + 1), (stream, index + 1, false)))
    }))
}

/// A stream of events; a message is one line, so each has one line of data.
fn streamed(events: impl futures_util::Stream<Item = String> + Send + 'static) -> Response {
    let body = Body::from_stream(events.map(Ok::<_, Infallible>));
    ([(header::CONTENT_TYPE, "text/event-stream"), (header::CACHE_CONTROL, "no-cache")], body).into_response()
}
