//! Thinking that takes seconds: how far it is, and how it is stopped.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::lock;

/// From one word about how far it is to the next.
const PAUSE: Duration = Duration::from_millis(50);

/// State shared between a question's conversation and the thread that works on it.
#[derive(Debug, Default)]
pub struct Work {
    stop: AtomicBool,
    told: Mutex<Told>,
}

#[derive(Debug, Default)]
struct Told {
    at: Option<Instant>,
    news: Option<Value>,
}

impl Work {
    /// Becomes true when the work should stop.
    pub fn stop(&self) -> &AtomicBool {
        &self.stop
    }

    /// Stops the work. What is known then is the answer.
    pub fn end(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Says how far it is, unless that was said just now.
    pub fn tell(&self, news: impl FnOnce() -> Value) {
        let mut told = lock(&self.told);
        if told.at.is_none_or(|at| at.elapsed() >= PAUSE) {
            *told = Told { at: Some(Instant::now()), news: Some(news()) };
        }
    }

    /// What was said since this was asked last.
    pub fn news(&self) -> Option<Value> {
        lock(&self.told).news.take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn news_are_told_once_and_not_too_often() {
        let work = Work::default();
        assert_eq!(work.news(), None);
        work.tell(|| 1.into());
        work.tell(|| 2.into());
        assert_eq!((work.news(), work.news()), (Some(1.into()), None));
        work.end();
        assert!(work.stop().load(Ordering::Relaxed));
    }
}
