//! Who is connected, and what becomes of a message.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};

use futures_util::FutureExt;
use futures_util::future::{AbortHandle, BoxFuture, abortable, join_all, ready};
use mcp_wire::header::Head;
use mcp_wire::method::Notification;
use mcp_wire::server::{
    Admitted, Call, Concluded, Decision, Endpoint, Finished, LatestRequest, Outbound, Reply, Round, Session, Subscriber,
};
use mcp_wire::v2026_07_28::{ClientRequest, SubscriptionsListenResult, SubscriptionsListenResultMetaObject};
use mcp_wire::{AnyClientRequest, ErrorObject, Json, RequestId, code};
use serde::Serialize;
use tokio::sync::broadcast;
use tokio_util::sync::CancellationToken;

use crate::input::Seal;
use crate::stream::Out;
use crate::{prompts, resources, tools};

/// The server, whoever is connected.
pub(crate) struct Server {
    pub(crate) endpoint: Endpoint,
    pub(crate) seal: Seal,
    listeners: Mutex<Vec<Weak<Listener>>>,
}

/// Somebody who is told of changes, as long as somebody else keeps it.
struct Listener {
    subscriber: Mutex<Subscriber>,
    out: Out,
}

/// A process at the other end of a pipe, a legacy session over HTTP, or one modern request over HTTP.
pub(crate) struct Connection {
    pub(crate) session: Mutex<Session>,
    /// Where messages go that belong to no request.
    out: Out,
    /// What a legacy session is as a listener.
    listener: OnceLock<Arc<Listener>>,
    running: Mutex<HashMap<RequestId, AbortHandle>>,
    /// What the client answers, for whoever asked it.
    answers: broadcast::Sender<String>,
    /// Whoever waits for the client stops waiting.
    pub(crate) closing: CancellationToken,
}

/// What goes back for a message, in the end.
type Work = BoxFuture<'static, Outbound>;

/// What a handler knows besides its request.
#[derive(Clone, Copy)]
pub(crate) struct Context<'a> {
    pub(crate) server: &'a Server,
    pub(crate) out: &'a Out,
    pub(crate) reply: &'a Reply,
    connection: &'a Connection,
}

/// What a handler makes of a request: a result of the newest revision, as JSON.
pub(crate) type Outcome = Result<Json, ErrorObject>;

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

fn done(answer: impl Into<Outbound>) -> Work {
    ready(answer.into()).boxed()
}

impl Server {
    pub(crate) fn new(endpoint: Endpoint) -> Arc<Self> {
        Arc::new(Self { endpoint, seal: Seal::default(), listeners: Mutex::default() })
    }

    /// Somebody new, who is told at `out` what belongs to no request.
    pub(crate) fn connect(&self, out: &Out) -> Arc<Connection> {
        let (session, listener, running, closing) = Default::default();
        let answers = broadcast::Sender::new(256);
        Arc::new(Connection { session, out: out.clone(), listener, running, answers, closing })
    }

    /// What becomes of one message; what belongs to a request and is no answer goes to `out`. `None` for a verb that only
    /// sessions over HTTP know.
    pub(crate) fn react(
        self: &Arc<Self>,
        connection: &Arc<Connection>,
        head: Option<&Head>,
        bytes: &[u8],
        out: &Out,
    ) -> Option<Work> {
        let decision = self.endpoint.admit(&mut lock(&connection.session), head, bytes);
        (!matches!(decision, Decision::SessionVerb)).then(|| self.decided(connection, decision, out))
    }

    fn decided(self: &Arc<Self>, connection: &Arc<Connection>, decision: Decision<'_>, out: &Out) -> Work {
        match decision {
            Decision::Admitted(admitted) => self.admitted(connection, *admitted, out),
            Decision::Refused(refusal) => done(&*refusal),
            Decision::Batch(decisions) => {
                let answers = decisions.into_iter().map(|decision| self.decided(connection, decision, out));
                join_all(answers).map(Outbound::batch).boxed()
            }
            Decision::Response(response) => {
                // Who asked may have been cancelled meanwhile.
                let _ = connection.answers.send(response.text().to_owned());
                done(Outbound::accepted())
            }
            _ => done(Outbound::accepted()),
        }
    }

    fn admitted(self: &Arc<Self>, connection: &Arc<Connection>, admitted: Admitted<'_>, out: &Out) -> Work {
        if let Some(id) = admitted.cancels() {
            lock(&connection.running).get(&id).into_iter().for_each(AbortHandle::abort);
        }
        if admitted.reply.as_ref().is_some_and(|reply| reply.negotiated().is_some()) {
            connection.listener.get_or_init(|| self.listen(self.endpoint.session_subscriber(), &connection.out));
        }
        let watched = || lock(&connection.listener.get()?.subscriber).answer(&admitted);
        if let Some(finished) = self.endpoint.answer(&admitted).or_else(watched) {
            return done(finished);
        }
        let (Some(reply), Call::Request(request)) = (admitted.reply, admitted.call) else {
            return done(Outbound::accepted());
        };
        let mut running = lock(&connection.running);
        if running.contains_key(reply.id()) {
            return done(reply.duplicate());
        }
        let (server, connection, out, id) = (self.clone(), connection.clone(), out.clone(), reply.id().clone());
        let asking = connection.clone();
        let (answer, abort) = abortable(async move { server.serve(&asking, request, reply, &out).await });
        running.insert(id.clone(), abort);
        drop(running);
        let answer = async move {
            let answer = answer.await;
            lock(&connection.running).remove(&id);
            // What was cancelled is not answered.
            answer.map_or_else(|_| Outbound::accepted(), Outbound::from)
        };
        answer.boxed()
    }

    /// Calls the handler, again and again where a legacy client has to be asked for something in between.
    async fn serve(&self, connection: &Connection, request: AnyClientRequest, mut reply: Reply, out: &Out) -> Finished {
        let answer = async {
            let mut request = LatestRequest::of(request, &reply)?;
            loop {
                let context = Context { server: self, out, reply: &reply, connection };
                let outcome = handle(request.clone(), context).await;
                match reply.conclude(outcome) {
                    Concluded::Answer(finished) => return Ok(finished),
                    Concluded::Ask(mut round) => {
                        connection.ask(&mut round, out).await?;
                        request = request.retried(&round)?;
                    }
                }
            }
        };
        let answer: Result<_, ErrorObject> = answer.await;
        answer.unwrap_or_else(|error| reply.error(error))
    }

    /// Tells everybody who wants to know.
    pub(crate) fn tell<N: Notification>(&self, params: &N::Params) {
        lock(&self.listeners).retain(|listener| {
            let listener = listener.upgrade();
            listener.iter().for_each(|listener| listener.out.send(lock(&listener.subscriber).notify::<N>(params)));
            listener.is_some()
        });
    }

    fn listen(&self, subscriber: Subscriber, out: &Out) -> Arc<Listener> {
        let listener = Arc::new(Listener { subscriber: subscriber.into(), out: out.clone() });
        lock(&self.listeners).push(Arc::downgrade(&listener));
        listener
    }
}

impl Connection {
    async fn ask(&self, round: &mut Round, out: &Out) -> Result<(), ErrorObject> {
        let mut answers = self.answers.subscribe();
        round.requests().for_each(|(_, message)| out.send(Some(message.to_owned())));
        while !round.is_complete() {
            let answer = self.closing.run_until_cancelled(answers.recv()).await.and_then(Result::ok);
            round.heard(answer.ok_or_else(|| internal("the client is gone"))?.as_bytes())?;
        }
        Ok(())
    }
}

async fn handle(request: LatestRequest, context: Context<'_>) -> Outcome {
    let unhandled = request.unhandled();
    let LatestRequest::Modern(request) = request else { return Err(unhandled) };
    match request {
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
    }
}

/// A subscription lasts until the client leaves it or is gone.
async fn subscribed(subscriber: Subscriber, context: Context<'_>) -> Outcome {
    context.out.send(subscriber.acknowledgement());
    let _listener = context.server.listen(subscriber, context.out);
    context.connection.closing.cancelled().await;
    outcome(SubscriptionsListenResult::new(SubscriptionsListenResultMetaObject::new(context.reply.id().clone())))
}
