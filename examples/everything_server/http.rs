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
use mcp_wire::header::{Head, SESSION_ID};
use mcp_wire::server::Outbound;
use mcp_wire::{Era, Revision};
use tokio::task::AbortHandle;

use crate::connection::{Connection, Server, Work, lock};
use crate::stream::{Out, Stream};

/// After how many milliseconds a client may come back to a stream that ended early.
const RETRY_MS: u32 = 100;

struct Http {
    server: Arc<Server>,
    sessions: Mutex<HashMap<String, Arc<HttpSession>>>,
}

/// A legacy session: its connection, and every stream that it had, the first being that of GET.
struct HttpSession {
    connection: Arc<Connection>,
    streams: Mutex<Vec<Arc<Stream>>>,
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
    let named = head.session(&body);
    let session = named.and_then(|id| lock(&http.sessions).get(id).cloned());
    if named.is_some() && session.is_none() {
        return StatusCode::NOT_FOUND.into_response();
    }
    let stream = Arc::new(Stream::default());
    let connection = match &session {
        Some(session) => session.connection.clone(),
        None => http.server.connect(stream.clone()),
    };
    let out: Arc<dyn Out> = stream.clone();
    match (http.server.react(&connection, Some(&head), &body, &out), session) {
        (None, Some(_)) if method == Method::DELETE => {
            lock(&http.sessions).remove(named.unwrap_or_default());
            http.server.forget(&connection);
            StatusCode::NO_CONTENT.into_response()
        }
        (None, Some(session)) => session.resumed(&headers),
        (Some(work), Some(session)) => session.worked(work, stream).await,
        (Some(work), None) if lock(&connection.session).negotiated().is_some() => {
            let id = uuid::Uuid::new_v4().to_string();
            let session = HttpSession { connection, streams: Mutex::new(vec![stream]) };
            lock(&http.sessions).insert(id.clone(), Arc::new(session));
            ([(SESSION_ID, id)], answered(work.answer.await)).into_response()
        }
        (Some(work), None) if work.request.as_ref().is_none_or(|(_, revision)| revision.era() == Era::Modern) => {
            worked(work, &connection, stream).await
        }
        (_, None) => (StatusCode::BAD_REQUEST, "no session").into_response(),
    }
}

fn answered(answer: Outbound) -> Response {
    let (status, allow) = (answer.status_code(), answer.allow());
    match (answer.into_message(), allow) {
        (Some(message), _) => (status, [(header::CONTENT_TYPE, "application/json")], message).into_response(),
        (None, Some(verbs)) => (status, [(header::ALLOW, verbs)]).into_response(),
        (None, None) => status.into_response(),
    }
}

/// A stream of events; a message is one line, so each has one line of data.
fn streamed(events: impl futures_util::Stream<Item = String> + Send + 'static) -> Response {
    let body = Body::from_stream(events.map(Ok::<_, Infallible>));
    ([(header::CONTENT_TYPE, "text/event-stream"), (header::CACHE_CONTROL, "no-cache")], body).into_response()
}

/// Starts the work on a message, whose answer ends its stream; so does whatever else ends the work.
fn run(work: Work, connection: &Arc<Connection>, stream: &Arc<Stream>) -> AbortHandle {
    let ends = Ends(stream.clone());
    connection.run(work.request, async move { ends.0.finish(work.answer.await) })
}

struct Ends(Arc<Stream>);

impl Drop for Ends {
    fn drop(&mut self) {
        self.0.end();
    }
}

struct Stops(AbortHandle);

impl Drop for Stops {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// A modern request: its answer alone, or a stream where something comes before it. When the client is gone, so is the
/// work (R-CANCEL-2).
async fn worked(work: Work, connection: &Arc<Connection>, stream: Arc<Stream>) -> Response {
    let stops = Stops(run(work, connection, &stream));
    if let Some(answer) = stream.only().await {
        return answered(answer);
    }
    streamed(unfold((stream, 0, stops), |(stream, index, stops)| async move {
        let message = stream.next(index, 0).await?;
        Some((format!("data: {message}\n\n"), (stream, index + 1, stops)))
    }))
}

impl HttpSession {
    /// A legacy message: as a modern one, but the work goes on without the client, which may come back for the rest.
    async fn worked(&self, work: Work, stream: Arc<Stream>) -> Response {
        // Earlier revisions do not know the empty event that gives a client something to resume from.
        let is_primed = work.request.as_ref().is_some_and(|(_, revision)| *revision >= Revision::V2025_11_25);
        run(work, &self.connection, &stream);
        if let Some(answer) = stream.only().await {
            return answered(answer);
        }
        let mut streams = lock(&self.streams);
        streams.push(stream.clone());
        events(stream, streams.len() - 1, 0, 0, is_primed)
    }

    /// GET: the stream of what belongs to no request, or the rest of the one that `Last-Event-ID` names.
    fn resumed(&self, headers: &HeaderMap) -> Response {
        let last = headers.get("last-event-id").and_then(|last| last.to_str().ok());
        let (number, index) = last.and_then(|last| last.split_once('/')).unwrap_or(("0", "0"));
        let (Ok(number), Ok(index)) = (number.parse(), index.parse()) else {
            return StatusCode::BAD_REQUEST.into_response();
        };
        match lock(&self.streams).get::<usize>(number) {
            Some(stream) => events(stream.clone(), number, index, stream.cuts(), last.is_none()),
            None => StatusCode::NOT_FOUND.into_response(),
        }
    }
}

/// The events of a stream from `index` on, for who knows of `cuts` cuts. The id of each says how to go on after it.
fn events(stream: Arc<Stream>, number: usize, index: usize, cuts: u32, is_primed: bool) -> Response {
    streamed(unfold((stream, index, is_primed), move |(stream, index, is_primed)| async move {
        if is_primed {
            let event = format!("id: {number}/{index}\nretry: {RETRY_MS}\ndata:\n\n");
            return Some((event, (stream, index, false)));
        }
        let message = stream.next(index, cuts).await?;
        Some((format!("id: {number}/{}\ndata: {message}\n\n", index + 1), (stream, index + 1, false)))
    }))
}
