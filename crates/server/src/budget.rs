//! How much a client may say.

use std::time::{Duration, Instant};

/// Messages that a client may send in a second, in the long run. A game sends one for each picture and key.
const RATE: f64 = 400.0;
/// Messages that it may send at once.
const AT_ONCE: f64 = 800.0;

/// No message is larger. Only questions that bring a replay along come near it.
pub const LARGEST_MESSAGE: usize = 1 << 20;
/// Nothing that is said within a conversation is larger.
pub const LARGEST_REMARK: usize = 16 << 10;

/// What a client may still say.
#[derive(Debug)]
pub struct Budget {
    left: f64,
    since: Instant,
}

impl Budget {
    /// That of a new client.
    pub fn new(now: Instant) -> Budget {
        Budget { left: AT_ONCE, since: now }
    }

    /// Deducts a message of `bytes` bytes. Returns how long the client must be silent first, if it must. A large
    /// message counts as many small ones, because it takes as long to read.
    pub fn take(&mut self, bytes: usize, now: Instant) -> Option<Duration> {
        self.left = (self.left + RATE * now.saturating_duration_since(self.since).as_secs_f64()).min(AT_ONCE);
        self.since = now;
        self.left -= 1.0 + (bytes / LARGEST_REMARK) as f64;
        (self.left < 0.0).then(|| Duration::from_secs_f64(-self.left / RATE))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_says_too_much_has_to_wait() {
        let start = Instant::now();
        let mut budget = Budget::new(start);
        for _ in 0..800 {
            assert_eq!(budget.take(100, start), None);
        }
        assert!(budget.take(100, start).is_some());
        // A game that runs at sixty pictures a second never waits.
        let mut budget = Budget::new(start);
        for frame in 0..10_000 {
            assert_eq!(budget.take(100, start + Duration::from_millis(8) * frame), None);
        }
    }

    #[test]
    fn large_messages_count_as_many() {
        let start = Instant::now();
        let mut budget = Budget::new(start);
        let taken = (0..100).take_while(|_| budget.take(LARGEST_MESSAGE, start).is_none()).count();
        assert_eq!(taken, 12);
    }
}
