//! What a client is told: messages that wait for its socket.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard};

use serde::Serialize;
use tetrolab_report::words::shorten;
use tokio::sync::Notify;

use super::lock;

/// A client for which more bytes wait is not listening any more.
pub const MOST_BYTES: usize = 32 << 20;
/// Characters of an error sentence, which may quote all that a client has sent.
pub const LONGEST_SENTENCE: usize = 800;

/// Messages that wait for a socket.
#[derive(Debug, Default)]
pub struct Outbox {
    waiting: Mutex<Waiting>,
    /// Something is to be sent.
    added: Notify,
    /// Something was sent.
    sent: Notify,
}

#[derive(Debug, Default)]
struct Waiting {
    messages: VecDeque<(u64, String)>,
    /// All that was not sent yet.
    bytes: usize,
    is_closed: bool,
}

impl Outbox {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        lock(&self.waiting)
    }

    /// Adds a message of a conversation.
    pub fn push(&self, id: u64, message: String) {
        let mut waiting = self.lock();
        if waiting.is_closed {
            return;
        }
        waiting.bytes += message.len();
        waiting.is_closed = waiting.bytes > MOST_BYTES;
        let is_closed = waiting.is_closed;
        waiting.messages.push_back((id, message));
        drop(waiting);
        self.added.notify_one();
        if is_closed {
            self.sent.notify_waiters();
        }
    }

    /// The next message; nothing when there will be none. When it has gone, [`Outbox::sent`] is to be told.
    pub async fn next(&self) -> Option<String> {
        loop {
            {
                let mut waiting = self.lock();
                if waiting.is_closed {
                    return None;
                }
                if let Some((_, message)) = waiting.messages.pop_front() {
                    return Some(message);
                }
            }
            self.added.notified().await;
        }
    }

    /// A message of `bytes` bytes has been sent.
    pub fn sent(&self, bytes: usize) {
        let mut waiting = self.lock();
        waiting.bytes = waiting.bytes.saturating_sub(bytes);
        drop(waiting);
        self.sent.notify_waiters();
    }

    /// Waits until at most `most` bytes wait to be sent. False if the outbox is closed.
    pub async fn has_room(&self, most: usize) -> bool {
        loop {
            // Before we look, so that nothing is missed.
            let sent = self.sent.notified();
            {
                let waiting = self.lock();
                if waiting.is_closed || waiting.bytes <= most {
                    return !waiting.is_closed;
                }
            }
            sent.await;
        }
    }

    /// Nothing more is told.
    pub fn close(&self) {
        self.lock().is_closed = true;
        self.added.notify_one();
        self.sent.notify_waiters();
    }

    /// Waits until no message of this conversation waits, or nothing is told any more.
    async fn is_taken(&self, id: u64) {
        loop {
            let sent = self.sent.notified();
            if self.lock().is_closed || !self.is_waiting(id) {
                return;
            }
            sent.await;
        }
    }

    /// Whether a message of this conversation still waits.
    fn is_waiting(&self, id: u64) -> bool {
        self.lock().messages.iter().any(|&(of, _)| of == id)
    }
}

/// One conversation with a client: the answer to what it asked, and whatever follows.
#[derive(Clone, Debug)]
pub struct Line {
    id: u64,
    outbox: Arc<Outbox>,
}

impl Line {
    /// The conversation with this number.
    pub fn new(id: u64, outbox: Arc<Outbox>) -> Line {
        Line { id, outbox }
    }

    /// Answers what was asked.
    pub fn answer(&self, answer: &impl Serialize) {
        self.push("ok", answer);
    }

    /// Says something more.
    pub fn say(&self, what: &impl Serialize) {
        self.push("say", what);
    }

    /// Says what is wrong. A conversation that had begun is over.
    pub fn refuse(&self, sentence: &str) {
        self.push("error", &shorten(sentence, LONGEST_SENTENCE));
    }

    /// The conversation is over.
    pub fn end(&self) {
        self.push("end", &true);
    }

    /// Whether the socket has taken all messages of this conversation. Slow clients drop frames instead of lagging.
    pub fn is_free(&self) -> bool {
        !self.outbox.is_waiting(self.id)
    }

    /// Waits until it is free.
    pub async fn taken(&self) {
        self.outbox.is_taken(self.id).await;
    }

    fn push(&self, kind: &str, what: &impl Serialize) {
        let what = serde_json::to_string(what).unwrap_or_else(|_| "null".to_string());
        self.outbox.push(self.id, format!("{{\"id\":{},\"{kind}\":{what}}}", self.id));
    }
}
