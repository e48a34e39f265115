//! One client: its socket, what it asks, and the conversations that come of it.

use std::collections::HashMap;
use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use serde_json::{Value, json};
use tetrolab_report::words::shorten;
use tokio::runtime::Handle;
use tokio::sync::mpsc;
use tokio::task::{JoinError, JoinSet};
use tokio::time::{MissedTickBehavior, interval_at, sleep, timeout};

use super::budget::{Budget, LARGEST_MESSAGE, LARGEST_REMARK};
use super::house::House;
use super::outbox::{LONGEST_SENTENCE, Line, MOST_BYTES, Outbox};
use super::topics::{self, Call, Topic};
use super::turns::Queue;

/// Conversations that a client may have at once.
const MOST_CONVERSATIONS: usize = 32;
/// Messages that may wait for a conversation.
const MOST_WAITING: usize = 1024;
/// A client that has more bytes to read first is not listened to.
const UNREAD: usize = 1 << 20;
/// How long a client may take to take one message.
const PATIENCE: Duration = Duration::from_secs(20);
/// How often a client is pinged.
const PING: Duration = Duration::from_secs(20);
/// How long a client may be silent, although it is pinged.
const SILENCE: Duration = Duration::from_secs(60);
/// How long games may take to be stored when their client is gone.
const FAREWELL: Duration = Duration::from_secs(5);
/// How long a client may take to hear why it is let go.
const LAST_WORD: Duration = Duration::from_secs(1);

/// The way to a client.
type Sink = SplitSink<WebSocket, Message>;

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
    /// The language of the client.
    language: Option<String>,
}

/// Accepts a client.
pub async fn open(State(house): State<Arc<House>>, upgrade: WebSocketUpgrade) -> Response {
    let Some(place) = house.place() else {
        return (StatusCode::SERVICE_UNAVAILABLE, "Too many clients are here already.").into_response();
    };
    let upgrade = upgrade
        .max_message_size(LARGEST_MESSAGE)
        .max_frame_size(LARGEST_MESSAGE)
        .write_buffer_size(0)
        .max_write_buffer_size(MOST_BYTES + LARGEST_MESSAGE);
    upgrade.on_upgrade(async move |socket| {
        serve(socket, house).await;
        drop(place);
    })
}

/// A client and its conversations.
struct Client {
    house: Arc<House>,
    outbox: Arc<Outbox>,
    queue: Queue,
    inboxes: HashMap<u64, mpsc::Sender<Value>>,
    /// Games that are played.
    games: JoinSet<u64>,
    /// All other conversations.
    others: JoinSet<u64>,
}

/// Why a client is not listened to any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Parting {
    /// It is gone.
    Gone,
    /// It said that it goes.
    Left,
    /// It was silent for too long, or did not read what it was told.
    Silent,
    /// It sent something that is larger than anything may be.
    TooLarge,
    /// The server ends.
    End,
}

impl Parting {
    /// What the client is told.
    fn last_word(self) -> Option<CloseFrame> {
        let (code, reason) = match self {
            Parting::Gone | Parting::Left => return None,
            Parting::Silent => (close_code::NORMAL, "nothing was heard for a while"),
            Parting::TooLarge => (close_code::SIZE, "a message is at most 1 MiB"),
            Parting::End => (close_code::AWAY, "the server ends"),
        };
        Some(CloseFrame { code, reason: reason.into() })
    }
}

async fn serve(socket: WebSocket, house: Arc<House>) {
    let (sink, stream) = socket.split();
    let outbox = Arc::new(Outbox::default());
    let mut writer = tokio::spawn(write(sink, Arc::clone(&outbox)));
    let queue = Queue::new(house.turns(), Arc::clone(&outbox));
    let (games, others) = (JoinSet::new(), JoinSet::new());
    let mut client = Client { house, outbox, queue, inboxes: HashMap::new(), games, others };
    let parting = client.listen(stream).await;
    // A closed inbox ends its conversation: a game is left, and stored where necessary.
    client.inboxes.clear();
    if parting != Parting::End {
        // No client waits for the others.
        client.others.abort_all();
    }
    let farewell = async {
        while client.games.join_next().await.is_some() {}
        while client.others.join_next().await.is_some() {}
    };
    let _ = timeout(FAREWELL, farewell).await;
    client.outbox.close();
    if parting == Parting::Gone {
        return writer.abort();
    }
    let Ok(Ok(Some(mut sink))) = timeout(LAST_WORD, &mut writer).await else { return writer.abort() };
    let _ = match parting.last_word() {
        Some(last_word) => timeout(LAST_WORD, sink.send(Message::Close(Some(last_word)))).await,
        // The answer to its farewell waits there.
        None => timeout(LAST_WORD, sink.flush()).await,
    };
    if parting == Parting::TooLarge {
        // A socket that is closed before all was read forgets what it was to send.
        sleep(LAST_WORD).await;
    }
}

impl Client {
    async fn listen(&mut self, mut stream: SplitStream<WebSocket>) -> Parting {
        let mut closing = self.house.closing();
        let outbox = Arc::clone(&self.outbox);
        let mut budget = Budget::new(Instant::now());
        loop {
            // What is not read fills the socket, and that slows the client down.
            let next =
                async { if outbox.has_room(UNREAD).await { timeout(SILENCE, stream.next()).await.ok() } else { None } };
            let heard = tokio::select! {
                heard = next => heard,
                _ = closing.wait_for(|&is_closing| is_closing) => return Parting::End,
                Some(ended) = self.games.join_next() => {
                    self.end_of(&ended);
                    continue;
                }
                Some(ended) = self.others.join_next() => {
                    self.end_of(&ended);
                    continue;
                }
            };
            let text = match heard {
                Some(Some(Ok(Message::Text(text)))) => text,
                Some(Some(Ok(Message::Binary(_)))) => {
                    self.refuse("messages are text");
                    continue;
                }
                // They are answered, which takes time and room too.
                Some(Some(Ok(Message::Ping(bytes) | Message::Pong(bytes)))) => {
                    if let Some(wait) = budget.take(bytes.len(), Instant::now()) {
                        sleep(wait).await;
                    }
                    continue;
                }
                Some(Some(Err(error))) if is_too_large(&error) => return Parting::TooLarge,
                Some(Some(Ok(Message::Close(_)))) => return Parting::Left,
                Some(Some(Err(_)) | None) => return Parting::Gone,
                None => return Parting::Silent,
            };
            if let Some(wait) = budget.take(text.len(), Instant::now()) {
                sleep(wait).await;
            }
            self.hear(&text);
        }
    }

    /// A conversation is over.
    fn end_of(&mut self, ended: &Result<u64, JoinError>) {
        if let Ok(id) = ended {
            self.inboxes.remove(id);
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
        let language = topics::language(language.or_else(|| with["language"].as_str()).unwrap_or_default());
        let texts = language.texts();
        if self.inboxes.contains_key(&id) {
            return line.refuse(&format!("the conversation {id} is going on already"));
        }
        if self.games.len() + self.others.len() >= MOST_CONVERSATIONS {
            return line.refuse(&texts.refused.too_many.with(&[("most", &MOST_CONVERSATIONS)]));
        }
        let Some(topic) = Topic::named(topic) else {
            return line.refuse(&format!("there is nothing called {topic:?} to do"));
        };
        if length > topic.largest() {
            return line.refuse(&texts.refused.too_long);
        }
        let (sender, inbox) = mpsc::channel(MOST_WAITING);
        self.inboxes.insert(id, sender);
        let call = Call { house: Arc::clone(&self.house), with, line, queue: self.queue.clone(), inbox, language };
        let runtime = if topic.is_aside() { self.house.aside().clone() } else { Handle::current() };
        let conversations = if topic.is_urgent() { &mut self.games } else { &mut self.others };
        let conversation = async move {
            topics::converse(topic, call).await;
            id
        };
        conversations.spawn_on(conversation, &runtime);
    }

    fn refuse(&self, sentence: &str) {
        self.outbox.push(0, json!({ "error": shorten(sentence, LONGEST_SENTENCE) }).to_string());
    }
}

/// Whether that is about a message that is too large.
fn is_too_large(error: &axum::Error) -> bool {
    let reason = error.source().and_then(|reason| reason.downcast_ref::<tungstenite::Error>());
    matches!(reason, Some(tungstenite::Error::Capacity(_)))
}

/// Tells a client what it is to be told, and pings it. Returns the way to it, if it can still be told anything.
async fn write(mut sink: Sink, outbox: Arc<Outbox>) -> Option<Sink> {
    let mut pings = interval_at(tokio::time::Instant::now() + PING, PING);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let (message, length) = tokio::select! {
            message = outbox.next() => match message {
                Some(message) => {
                    let length = message.len();
                    (Message::Text(message.into()), length)
                }
                None => return Some(sink),
            },
            _ = pings.tick() => (Message::Ping(Vec::new().into()), 0),
        };
        if !matches!(timeout(PATIENCE, sink.send(message)).await, Ok(Ok(()))) {
            outbox.close();
            return None;
        }
        outbox.sent(length);
    }
}
