//! The order of answers: each client has a queue of its own, and the heads of the queues take turns.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::outbox::Outbox;

/// Quick questions that are answered at once, over all clients and for each of them. The others wait.
const QUICK: usize = 2;
const QUICK_OF_ONE: usize = 1;
/// The same for questions that take some thought.
const THOUGHT: usize = 4;
const THOUGHT_OF_ONE: usize = 2;

/// A client that has more bytes to read first is not answered.
const UNREAD: usize = 64 << 10;

/// The effort of an answer. Quick questions never wait for slow ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// What is known, or nearly so, is put into words.
    Quick,
    /// Files are read or written, or something is worked out.
    Thought,
}

/// How many may be answered at once, for each effort.
#[derive(Debug)]
struct Turns {
    quick: Arc<Semaphore>,
    thought: Arc<Semaphore>,
}

impl Turns {
    fn new(quick: usize, thought: usize) -> Turns {
        Turns { quick: Arc::new(Semaphore::new(quick)), thought: Arc::new(Semaphore::new(thought)) }
    }

    /// Waits for a permit, first come, first served.
    async fn take(&self, effort: Effort) -> Option<OwnedSemaphorePermit> {
        let turns = match effort {
            Effort::Quick => &self.quick,
            Effort::Thought => &self.thought,
        };
        Arc::clone(turns).acquire_owned().await.ok()
    }
}

/// The turns that all clients share.
#[derive(Clone, Debug)]
pub struct Shared(Arc<Turns>);

impl Default for Shared {
    fn default() -> Shared {
        Shared(Arc::new(Turns::new(QUICK, THOUGHT)))
    }
}

/// The line of one client. However much it asks, it has one place among the others for each effort, or two.
#[derive(Clone, Debug)]
pub struct Queue {
    own: Arc<Turns>,
    shared: Shared,
    outbox: Arc<Outbox>,
}

/// A turn, which lasts as long as this is kept.
#[derive(Debug)]
#[must_use = "the turn is over when it is dropped"]
pub struct Turn {
    _shared: OwnedSemaphorePermit,
    _own: OwnedSemaphorePermit,
}

impl Queue {
    /// The line of a client with this outbox.
    pub fn new(shared: Shared, outbox: Arc<Outbox>) -> Queue {
        Queue { own: Arc::new(Turns::new(QUICK_OF_ONE, THOUGHT_OF_ONE)), shared, outbox }
    }

    /// Waits until it is the client's turn, and until it has read what it was told before. `None` if it is gone.
    pub async fn turn(&self, effort: Effort) -> Option<Turn> {
        let own = self.own.take(effort).await?;
        if !self.outbox.has_room(UNREAD).await {
            return None;
        }
        let shared = self.shared.0.take(effort).await?;
        Some(Turn { _shared: shared, _own: own })
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    fn queue(shared: &Shared) -> Queue {
        Queue::new(shared.clone(), Arc::default())
    }

    /// Who asks much waits in its own line, and the next client is as near as ever.
    #[test]
    fn one_client_has_few_places_among_all() {
        let shared = Shared::default();
        let (greedy, other) = (queue(&shared), queue(&shared));
        let taken: Vec<Turn> = (0..100).filter_map(|_| greedy.turn(Effort::Thought).now_or_never().flatten()).collect();
        assert_eq!(taken.len(), THOUGHT_OF_ONE);
        assert!(matches!(other.turn(Effort::Thought).now_or_never(), Some(Some(_))));
    }

    #[test]
    fn quick_questions_do_not_wait_for_others() {
        let shared = Shared::default();
        let clients: Vec<Queue> = (0..10).map(|_| queue(&shared)).collect();
        let turns: Vec<Turn> =
            clients.iter().filter_map(|client| client.turn(Effort::Thought).now_or_never().flatten()).collect();
        assert_eq!(turns.len(), THOUGHT);
        assert!(clients.iter().all(|client| matches!(client.turn(Effort::Quick).now_or_never(), Some(Some(_)))));
    }

    #[test]
    fn who_does_not_read_is_not_answered() {
        let shared = Shared::default();
        let client = queue(&shared);
        client.outbox.push(1, "x".repeat(UNREAD + 1));
        let mut waiting = Box::pin(client.turn(Effort::Quick));
        assert!(waiting.as_mut().now_or_never().is_none());
        // Other clients do not wait for that.
        assert!(matches!(queue(&shared).turn(Effort::Quick).now_or_never(), Some(Some(_))));
        let message = client.outbox.next().now_or_never().flatten().unwrap();
        assert!(waiting.as_mut().now_or_never().is_none(), "it is being sent");
        client.outbox.sent(message.len());
        assert!(matches!(waiting.now_or_never(), Some(Some(_))));
        client.outbox.close();
        client.outbox.push(1, "x".to_string());
        assert!(matches!(client.turn(Effort::Quick).now_or_never(), Some(None)));
    }
}
