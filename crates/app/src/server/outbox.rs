//! What a client is told: messages that wait for its socket.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use tokio::sync::Notify;

/// A client for which more bytes wait is not listening any more.
const MOST_BYTES: usize = 32 << 20;

/// Messages that wait for a socket.
#[derive(Debug, Default)]
pub struct Outbox {
    waiting: Mutex<Waiting>,
    changed: Notify,
}

#[derive(Debug, Default)]
struct Waiting {
    messages: VecDeque<(u64, String)>,
    bytes: usize,
    is_closed: bool,
}

impl Outbox {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a message of a conversation.
    pub fn push(&self, id: u64, message: String) {
        let mut waiting = self.lock();
        if waiting.is_closed {
            return;
        }
        waiting.bytes += message.len();
        waiting.is_closed = waiting.bytes > MOST_BYTES;
        waiting.messages.push_back((id, message));
        drop(waiting);
        self.changed.notify_one();
    }

    /// The next message; nothing when there will be none.
    pub async fn next(&self) -> Option<String> {
        loop {
            {
                let mut waiting = self.lock();
                if waiting.is_closed {
                    return None;
                }
                if let Some((_, message)) = waiting.messages.pop_front() {
                    waiting.bytes -= message.len();
                    return Some(message);
                }
            }
            self.changed.notified().await;
        }
    }

    /// Nothing more is told.
    pub fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_one();
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
        self.push("error", &sentence);
    }

    /// The conversation is over.
    pub fn end(&self) {
        self.push("end", &true);
    }

    /// Whether everything that was said has been taken by the socket. Who has much to say waits for that, so that a slow client gets
    /// fewer pictures, not late ones.
    pub fn is_free(&self) -> bool {
        !self.outbox.is_waiting(self.id)
    }

    fn push(&self, kind: &str, what: &impl Serialize) {
        let what = serde_json::to_string(what).unwrap_or_else(|_| "null".to_string());
        self.outbox.push(self.id, format!("{{\"id\":{},\"{kind}\":{what}}}", self.id));
    }
}
