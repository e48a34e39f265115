//! One client: its socket, what it asks, and the conversations that come of it.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use serde_json::Value;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::{MissedTickBehavior, interval_at, sleep, timeout};

use super::budget::{Budget, LARGEST_MESSAGE, LARGEST_REMARK};
use super::house::House;
use super::outbox::{Line, Outbox};
use super::topics::{self, Call, Topic};

/// Conversations that a client may have at once.
const MOST_CONVERSATIONS: usize = 32;
/// Messages that may wait for a conversation.
const MOST_WAITING: usize = 1024;
/// Characters of a name that are said again.
const LONGEST_NAME: usize = 40;
/// How long a client may take to take one message.
const PATIENCE: Duration = Duration::from_secs(20);
/// How often a client is pinged.
const PING: Duration = Duration::from_secs(20);
/// How long a client may be silent, although it is pinged.
const SILENCE: Duration = Duration::from_secs(60);
/// How long conversations may take to end when their client is gone.
const FAREWELL: Duration = Duration::from_secs(5);

/// What a client says.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Said {
    /// The number of a new conversation, for a question.
    id: Option<u64>,
    /// What is asked.
    #[serde(rename = "do")]
    topic: Option<String>,
    /// The conversation that is meant, for what follows a question.
    to: Option<u64>,
    /// What is asked or said, exactly.
    #[serde(default)]
    with: Value,
    /// The conversation that is over.
    close: Option<u64>,
    /// The language in which whatever is wrong is said.
    language: Option<String>,
}

/// Lets a client in.
pub async fn open(State(house): State<Arc<House>>, upgrade: WebSocketUpgrade) -> Response {
    let Some(place) = house.place() else {
        return (StatusCode::SERVICE_UNAVAILABLE, "Too many clients are here already.").into_response();
    };
    let upgrade = upgrade.max_message_size(LARGEST_MESSAGE).max_frame_size(LARGEST_MESSAGE).write_buffer_size(0);
    upgrade.on_upgrade(async move |socket| {
        serve(socket, house).await;
        drop(place);
    })
}

/// A client and its conversations.
struct Client {
    house: Arc<House>,
    outbox: Arc<Outbox>,
    inboxes: HashMap<u64, mpsc::Sender<Value>>,
    conversations: JoinSet<u64>,
}

async fn serve(socket: WebSocket, house: Arc<House>) {
    let (sink, stream) = socket.split();
    let outbox = Arc::new(Outbox::default());
    let writer = tokio::spawn(write(sink, Arc::clone(&outbox), Arc::clone(&house)));
    let mut client = Client { house, outbox, inboxes: HashMap::new(), conversations: JoinSet::new() };
    client.listen(stream).await;
    // Whoever plays is told by this that nobody plays any more, and keeps the game.
    client.inboxes.clear();
    let farewell = async { while client.conversations.join_next().await.is_some() {} };
    let _ = timeout(FAREWELL, farewell).await;
    client.outbox.close();
    let _ = writer.await;
}

impl Client {
    async fn listen(&mut self, mut stream: SplitStream<WebSocket>) {
        let mut closing = self.house.closing();
        let mut budget = Budget::new(Instant::now());
        loop {
            let heard = tokio::select! {
                heard = timeout(SILENCE, stream.next()) => heard,
                _ = closing.wait_for(|&is_closing| is_closing) => return,
                Some(ended) = self.conversations.join_next() => {
                    if let Ok(id) = ended {
                        self.inboxes.remove(&id);
                    }
                    continue;
                }
            };
            let text = match heard {
                Ok(Some(Ok(Message::Text(text)))) => text,
                Ok(Some(Ok(Message::Close(_)) | Err(_)) | None) | Err(_) => return,
                Ok(Some(Ok(Message::Binary(_)))) => {
                    self.outbox.push(0, r#"{"error":"messages are text"}"#.to_string());
                    continue;
                }
                Ok(Some(Ok(Message::Ping(_) | Message::Pong(_)))) => continue,
            };
            if let Some(wait) = budget.take(Instant::now()) {
                // What is not read fills the socket, and that slows the client down.
                sleep(wait).await;
            }
            self.hear(&text);
        }
    }

    fn hear(&mut self, text: &str) {
        let said: Said = match serde_json::from_str(text) {
            Ok(said) => said,
            Err(error) => return self.refuse(&format!("the message is not understood: {error}")),
        };
        match said {
            Said { id: Some(id), topic: Some(topic), to: None, close: None, with, language } => {
                self.ask(id, &topic, with, language.as_deref(), text.len());
            }
            Said { to: Some(id), .. } if text.len() > LARGEST_REMARK => {
                Line::new(id, Arc::clone(&self.outbox)).refuse("the message is too long");
                self.inboxes.remove(&id);
            }
            Said { to: Some(id), id: None, topic: None, close: None, with, .. } => match self.inboxes.get(&id) {
                Some(inbox) if inbox.try_send(with).is_ok() => {}
                // The last messages of a conversation may cross its end.
                Some(inbox) if inbox.is_closed() => {}
                None => {}
                Some(_) => Line::new(id, Arc::clone(&self.outbox)).refuse("too many messages wait"),
            },
            Said { close: Some(id), id: None, topic: None, to: None, .. } => drop(self.inboxes.remove(&id)),
            _ => self.refuse("a message has id and do, or to, or close"),
        }
    }

    /// Begins a conversation.
    fn ask(&mut self, id: u64, topic: &str, with: Value, language: Option<&str>, length: usize) {
        let line = Line::new(id, Arc::clone(&self.outbox));
        let texts = topics::texts(language.or_else(|| with["language"].as_str()).unwrap_or_default());
        if self.inboxes.contains_key(&id) {
            return line.refuse(&format!("the conversation {id} is going on already"));
        }
        if self.conversations.len() >= MOST_CONVERSATIONS {
            return line.refuse(&texts.refused.too_many.with(&[("most", &MOST_CONVERSATIONS)]));
        }
        let Some(topic) = Topic::named(topic) else {
            let name: String = topic.chars().take(LONGEST_NAME).collect();
            return line.refuse(&format!("there is nothing called {name:?} to do"));
        };
        if length > topic.largest() {
            return line.refuse(&texts.refused.too_long);
        }
        let (sender, inbox) = mpsc::channel(MOST_WAITING);
        self.inboxes.insert(id, sender);
        let call = Call { house: Arc::clone(&self.house), with, line, inbox, texts };
        let runtime = if topic.is_urgent() { tokio::runtime::Handle::current() } else { self.house.aside().clone() };
        self.conversations.spawn_on(
            async move {
                topics::converse(topic, call).await;
                id
            },
            &runtime,
        );
    }

    fn refuse(&self, sentence: &str) {
        self.outbox.push(0, serde_json::json!({ "error": sentence }).to_string());
    }
}

/// Tells a client what it is to be told, and pings it.
async fn write(mut sink: SplitSink<WebSocket, Message>, outbox: Arc<Outbox>, house: Arc<House>) {
    let mut pings = interval_at(tokio::time::Instant::now() + PING, PING);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let message = tokio::select! {
            message = outbox.next() => match message {
                Some(message) => Message::Text(message.into()),
                None => break,
            },
            _ = pings.tick() => Message::Ping(Vec::new().into()),
        };
        if !matches!(timeout(PATIENCE, sink.send(message)).await, Ok(Ok(()))) {
            outbox.close();
            return;
        }
    }
    let is_closing = *house.closing().borrow();
    let reason = if is_closing { "the server ends" } else { "" };
    let code = if is_closing { close_code::AWAY } else { close_code::NORMAL };
    let _ = timeout(PATIENCE, sink.send(Message::Close(Some(CloseFrame { code, reason: reason.into() })))).await;
}
