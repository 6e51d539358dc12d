//! Who is connected, and what becomes of a message.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures_util::future::join_all;
use mcp_wire::header::Head;
use mcp_wire::method::Notification;
use mcp_wire::server::{
    Admitted, Call, Concluded, Decision, Endpoint, Finished, LatestRequest, Outbound, Reply, Round, Session, Subscriber,
};
use mcp_wire::v2026_07_28::{ClientRequest, SubscriptionsListenResult, SubscriptionsListenResultMetaObject};
use mcp_wire::{ErrorObject, Json, LogLevel, RequestId, Revision, code, v2025_11_25 as legacy};
use serde::Serialize;
use tokio::sync::{mpsc, watch};
use tokio::task::AbortHandle;

use crate::input::Seal;
use crate::stream::Out;
use crate::{prompts, resources, tools};

/// The server, whoever is connected.
pub(crate) struct Server {
    pub(crate) endpoint: Endpoint,
    pub(crate) seal: Seal,
    /// Who is told of changes, and where.
    listeners: Mutex<HashMap<u64, Listener>>,
    numbers: AtomicU64,
}

type Listener = (Subscriber, Arc<dyn Out>);

/// A process at the other end of a pipe, a legacy session over HTTP, or one modern request over HTTP.
pub(crate) struct Connection {
    pub(crate) session: Mutex<Session>,
    /// Where messages go that belong to no request.
    out: Arc<dyn Out>,
    number: u64,
    running: Mutex<HashMap<RequestId, AbortHandle>>,
    /// The requests that this client was sent, and who wants to know the answers.
    waiting: Mutex<HashMap<RequestId, mpsc::UnboundedSender<String>>>,
    closing: watch::Sender<bool>,
}

/// A message that is being served.
pub(crate) struct Work {
    /// The request, if it is one that a handler serves, and its revision.
    pub(crate) request: Option<(RequestId, Revision)>,
    pub(crate) answer: Pin<Box<dyn Future<Output = Outbound> + Send>>,
}

/// What a handler knows besides its request.
#[derive(Clone, Copy)]
pub(crate) struct Context<'a> {
    pub(crate) server: &'a Server,
    pub(crate) out: &'a Arc<dyn Out>,
    connection: &'a Connection,
    reply: &'a Reply,
}

/// What a handler makes of a request: a result of the newest revision, as JSON.
pub(crate) type Outcome = Result<Json, ErrorObject>;

impl Work {
    /// None, since the answer is there already.
    fn done(answer: impl Into<Outbound>) -> Self {
        Self { request: None, answer: Box::pin(std::future::ready(answer.into())) }
    }
}

pub(crate) fn outcome(result: impl Serialize) -> Outcome {
    Json::of(&result).map_err(|error| internal(&error.to_string()))
}

fn internal(reason: &str) -> ErrorObject {
    ErrorObject::new(code::INTERNAL_ERROR, reason)
}

/// The value in a lock; what a panicking handler left there is still good.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Server {
    pub(crate) fn new(endpoint: Endpoint) -> Arc<Self> {
        let (listeners, numbers) = Default::default();
        Arc::new(Self { endpoint, seal: Seal::default(), listeners, numbers })
    }

    /// Somebody new, who is told at `out` what belongs to no request.
    pub(crate) fn connect(&self, out: Arc<dyn Out>) -> Arc<Connection> {
        let (session, running, waiting) = Default::default();
        let closing = watch::Sender::new(false);
        Arc::new(Connection { session, out, number: self.number(), running, waiting, closing })
    }

    fn number(&self) -> u64 {
        self.numbers.fetch_add(1, Ordering::Relaxed)
    }

    /// What becomes of one message; what belongs to a request and is no answer goes to `out`. `None` for a verb that only
    /// sessions over HTTP know.
    pub(crate) fn react(
        self: &Arc<Self>,
        connection: &Arc<Connection>,
        head: Option<&Head>,
        bytes: &[u8],
        out: &Arc<dyn Out>,
    ) -> Option<Work> {
        let decision = self.endpoint.admit(&mut lock(&connection.session), head, bytes);
        match decision {
            Decision::SessionVerb => None,
            decision => Some(self.decided(connection, decision, out)),
        }
    }

    fn decided(self: &Arc<Self>, connection: &Arc<Connection>, decision: Decision<'_>, out: &Arc<dyn Out>) -> Work {
        match decision {
            Decision::Admitted(admitted) => self.admitted(connection, *admitted, out),
            Decision::Refused(refusal) => Work::done(&*refusal),
            Decision::Response(response) => {
                let waiting = response.id().and_then(|id| lock(&connection.waiting).remove(id));
                // Who asked may have been cancelled meanwhile.
                waiting.map(|waiting| waiting.send(response.text().to_owned()));
                Work::done(Outbound::accepted())
            }
            Decision::Batch(decisions) => {
                let works: Vec<_> = decisions.into_iter().map(|item| self.decided(connection, item, out)).collect();
                let request = works.iter().find_map(|work| work.request.clone());
                let answers = join_all(works.into_iter().map(|work| work.answer));
                Work { request, answer: Box::pin(async { Outbound::batch(answers.await) }) }
            }
            _ => Work::done(Outbound::accepted()),
        }
    }

    fn admitted(self: &Arc<Self>, connection: &Arc<Connection>, admitted: Admitted<'_>, out: &Arc<dyn Out>) -> Work {
        if let Some(id) = admitted.cancels() {
            lock(&connection.running).remove(&id).iter().for_each(AbortHandle::abort);
        }
        if let Some(finished) = self.endpoint.answer(&admitted) {
            if admitted.reply.is_some_and(|reply| reply.negotiated().is_some()) {
                self.listen(connection.number, self.endpoint.session_subscriber(), &connection.out);
            }
            return Work::done(finished);
        }
        let (Some(reply), Call::Request(request)) = (admitted.reply, admitted.call) else {
            return Work::done(Outbound::accepted());
        };
        if lock(&connection.running).contains_key(reply.id()) {
            return Work::done(reply.duplicate());
        }
        match LatestRequest::of(request, &reply) {
            Err(error) => Work::done(reply.finish::<Json>(Err(error))),
            Ok(request) => {
                let (server, connection, out) = (self.clone(), connection.clone(), out.clone());
                let (id, revision) = (reply.id().clone(), reply.revision());
                let answer = async move { server.serve(&connection, request, reply, &out).await.into() };
                Work { request: Some((id, revision)), answer: Box::pin(answer) }
            }
        }
    }

    /// Calls the handler, again and again where a legacy client has to be asked for something in between.
    async fn serve(
        &self,
        connection: &Connection,
        mut request: LatestRequest,
        mut reply: Reply,
        out: &Arc<dyn Out>,
    ) -> Finished {
        loop {
            let context = Context { server: self, connection, reply: &reply, out };
            let outcome = handle(request.clone(), context).await;
            let mut round = match reply.conclude(outcome) {
                Concluded::Answer(finished) => return finished,
                Concluded::Ask(round) => round,
            };
            let asked = connection.ask(&mut round, out).await;
            match asked.and_then(|()| request.retried(&round)) {
                Ok(retried) => request = retried,
                Err(error) => return reply.finish::<Json>(Err(error)),
            }
        }
    }

    /// Tells everybody who wants to know.
    pub(crate) fn tell<N: Notification>(&self, params: &N::Params) {
        for (subscriber, out) in lock(&self.listeners).values() {
            subscriber.notify::<N>(params).into_iter().for_each(|message| out.send(message));
        }
    }

    fn listen(&self, number: u64, subscriber: Subscriber, out: &Arc<dyn Out>) {
        lock(&self.listeners).insert(number, (subscriber, out.clone()));
    }

    /// Ends a connection: whoever waits for it stops waiting.
    pub(crate) fn forget(&self, connection: &Connection) {
        lock(&self.listeners).remove(&connection.number);
        lock(&connection.waiting).clear();
        connection.closing.send_replace(true);
    }
}

impl Connection {
    /// Runs the work on a message, until it is done or cancelled.
    pub(crate) fn run(
        self: &Arc<Self>,
        request: Option<(RequestId, Revision)>,
        work: impl Future<Output = ()> + Send + 'static,
    ) -> AbortHandle {
        let mut running = lock(&self.running);
        let (connection, id) = (self.clone(), request.map(|(id, _)| id));
        let own = id.clone();
        let handle = tokio::spawn(async move {
            work.await;
            own.map(|id| lock(&connection.running).remove(&id));
        })
        .abort_handle();
        id.map(|id| running.insert(id, handle.clone()));
        handle
    }

    async fn ask(&self, round: &mut Round, out: &Arc<dyn Out>) -> Result<(), ErrorObject> {
        let (heard, mut answers) = mpsc::unbounded_channel();
        for (id, message) in round.requests() {
            lock(&self.waiting).insert(id.clone(), heard.clone());
            out.send(message.to_owned());
        }
        drop(heard);
        while !round.is_complete() {
            let answer = answers.recv().await.ok_or_else(|| internal("the client is gone"))?;
            round.heard(answer.as_bytes())?;
        }
        Ok(())
    }
}

impl Context<'_> {
    pub(crate) fn log(&self, level: LogLevel, text: &str) {
        self.reply.log(level, None, text).into_iter().for_each(|message| self.out.send(message));
    }

    pub(crate) fn progress(&self, progress: f64, total: f64) {
        self.reply.progress(progress, Some(total), None).into_iter().for_each(|message| self.out.send(message));
    }
}

async fn handle(request: LatestRequest, context: Context<'_>) -> Outcome {
    let unhandled = request.unhandled();
    match request {
        LatestRequest::Modern(request) => match request {
            ClientRequest::ListTools(_) => outcome(tools::list()),
            ClientRequest::CallTool(call) => tools::call(call.params, context).await,
            ClientRequest::ListPrompts(_) => outcome(prompts::list()),
            ClientRequest::GetPrompt(get) => prompts::get(get.params),
            ClientRequest::Complete(complete) => outcome(prompts::complete(&complete.params)),
            ClientRequest::ListResources(_) => outcome(resources::list()),
            ClientRequest::ListResourceTemplates(_) => outcome(resources::templates()),
            ClientRequest::ReadResource(read) => resources::read(&read.params.uri),
            ClientRequest::SubscriptionsListen(listen) => {
                let subscriber = context.server.endpoint.listener(context.reply, &listen.params.notifications);
                subscribed(subscriber, context).await
            }
            _ => Err(unhandled),
        },
        LatestRequest::Legacy(request) => {
            let mut listeners = lock(&context.server.listeners);
            match (request, listeners.get_mut(&context.connection.number)) {
                (legacy::ClientRequest::Subscribe(more), Some((session, _))) => session.watch(&more.params.uri),
                (legacy::ClientRequest::Unsubscribe(less), Some((session, _))) => session.unwatch(&less.params.uri),
                _ => return Err(unhandled),
            }
            outcome(legacy::EmptyResult::new())
        }
    }
}

/// Takes a listener out again, however its subscription ends.
struct Leaves<'a>(&'a Server, u64);

impl Drop for Leaves<'_> {
    fn drop(&mut self) {
        lock(&self.0.listeners).remove(&self.1);
    }
}

/// A subscription lasts until the client leaves it or is gone.
async fn subscribed(subscriber: Subscriber, context: Context<'_>) -> Outcome {
    let leaves = Leaves(context.server, context.server.number());
    subscriber.acknowledgement().into_iter().for_each(|message| context.out.send(message));
    context.server.listen(leaves.1, subscriber, context.out);
    // The sender is the connection's own, so it outlives the wait.
    let _ = context.connection.closing.subscribe().wait_for(|is_closing| *is_closing).await;
    outcome(SubscriptionsListenResult::new(SubscriptionsListenResultMetaObject::new(context.reply.id().clone())))
}
