//! Terminal events with their times. A thread of its own reads them, so that drawing does not delay them and a
//! terminal that is gone does not block the program.

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use crossterm::event::{self, Event};

/// Events as they come.
pub struct Input {
    events: Receiver<io::Result<(Instant, Event)>>,
}

impl Input {
    /// Begins to read. Whatever is to be asked of the terminal must be asked before.
    pub fn start() -> Input {
        let (sender, events) = channel();
        thread::spawn(move || {
            loop {
                let event = event::read().map(|event| (Instant::now(), event));
                let is_last = event.is_err();
                if sender.send(event).is_err() || is_last {
                    return;
                }
            }
        });
        Input { events }
    }

    /// The next event, if one comes in time.
    ///
    /// # Errors
    /// If the terminal cannot be read any more.
    pub fn wait(&self, time: Duration) -> Result<Option<(Instant, Event)>> {
        match self.events.recv_timeout(time) {
            Ok(event) => event.map(Some).context("the terminal cannot be read"),
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => Ok(None),
        }
    }

    /// The next event, if it is there already.
    ///
    /// # Errors
    /// If the terminal cannot be read any more.
    pub fn next(&self) -> Result<Option<(Instant, Event)>> {
        match self.events.try_recv() {
            Ok(event) => event.map(Some).context("the terminal cannot be read"),
            Err(TryRecvError::Empty | TryRecvError::Disconnected) => Ok(None),
        }
    }
}
