//! The bot with its threads: it thinks in the background.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, RwLock, RwLockReadGuard};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use tetrolab_engine::{Piece, Rules};

use crate::moves::Move;
use crate::position::{IllegalMove, Played, Position};
use crate::search::{Search, Suggestion, Worker};
use crate::weights::Weights;

/// The fewest placements that are valued before a suggestion.
const LEAST_NODES: u64 = 2000;

/// Passes that a thread makes before it looks whether something has changed.
const PASSES: usize = 4;

/// How much the bot may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Threads, at least one.
    pub threads: usize,
    /// Placements that are valued for one position; then it waits.
    pub nodes: u64,
    /// Bytes, roughly.
    pub memory: usize,
}

impl Default for Limits {
    /// One thread, any number of placements, 256 MiB.
    fn default() -> Limits {
        Limits { threads: 1, nodes: u64::MAX, memory: 256 << 20 }
    }
}

/// The bot, thinking in the background.
///
/// ```
/// use std::time::Duration;
/// use tetrolab_bot::{Limits, Position, TBP_RULES, Thinker, Weights};
/// use tetrolab_engine::Piece;
///
/// let bot = Thinker::new(TBP_RULES, &Weights::default(), Limits { nodes: 5000, ..Limits::default() });
/// bot.start(Position { queue: vec![Piece::T, Piece::I, Piece::O], ..Position::default() });
/// assert!(bot.wait(Duration::from_secs(60)));
/// let suggestion = bot.suggest();
/// bot.play(suggestion.moves[0])?;
/// bot.new_piece(Piece::L);
/// # Ok::<(), tetrolab_bot::IllegalMove>(())
/// ```
#[derive(Debug)]
pub struct Thinker {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
}

#[derive(Debug)]
struct Shared {
    rules: Rules,
    limits: Limits,
    control: Mutex<Control>,
    /// There is something to think about, or all is over.
    begin: Condvar,
    /// Nothing is left to think about.
    end: Condvar,
    search: RwLock<Search>,
}

#[derive(Debug)]
struct Control {
    position: Option<Position>,
    is_thinking: bool,
    is_over: bool,
}

const UNHARMED: &str = "no thread panics while it holds the lock";

impl Thinker {
    /// A bot that has nothing to think about yet.
    pub fn new(rules: Rules, weights: &Weights, limits: Limits) -> Thinker {
        let shared = Arc::new(Shared {
            rules,
            limits,
            control: Mutex::new(Control { position: None, is_thinking: false, is_over: false }),
            begin: Condvar::new(),
            end: Condvar::new(),
            search: RwLock::new(Search::new(&rules, weights, limits.memory)),
        });
        let threads = (0..limits.threads.max(1)).map(|_| {
            let shared = Arc::clone(&shared);
            thread::spawn(move || shared.work())
        });
        Thinker { threads: threads.collect(), shared }
    }

    /// Forgets everything else and begins to think about this position.
    pub fn start(&self, position: Position) {
        self.shared.set(&mut self.shared.control(), Some(position));
    }

    /// Stops thinking.
    pub fn stop(&self) {
        self.shared.set(&mut self.shared.control(), None);
    }

    /// Lets its threads rest until the next change. What it knows of the position stays, and can be asked for.
    pub fn pause(&self) {
        self.shared.rest(&mut self.shared.control());
    }

    /// What it thinks about.
    pub fn position(&self) -> Option<Position> {
        self.shared.control().position.clone()
    }

    /// A move was played; it goes on from there. Without a position nothing happens.
    ///
    /// # Errors
    /// If the move cannot be played; nothing changes then.
    pub fn play(&self, a_move: Move) -> Result<Played, IllegalMove> {
        let mut control = self.shared.control();
        let Some(mut position) = control.position.clone() else { return Ok(Played::default()) };
        let played = position.play(&self.shared.rules, a_move)?;
        self.shared.set(&mut control, Some(position));
        Ok(played)
    }

    /// A piece is seen at the end of the queue. Without a position nothing happens.
    pub fn new_piece(&self, piece: Piece) {
        let mut control = self.shared.control();
        if let Some(mut position) = control.position.clone() {
            position.new_piece(piece);
            self.shared.set(&mut control, Some(position));
        }
    }

    /// Waits until it has seen everything or as much as it may, but not longer than this. Returns whether it has.
    pub fn wait(&self, time: Duration) -> bool {
        let until = Instant::now() + time;
        let mut control = self.shared.control();
        while control.is_thinking {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return false;
            }
            control = self.shared.end.wait_timeout(control, left).expect(UNHARMED).0;
        }
        true
    }

    /// What it would do now. Without a position there is no move.
    pub fn suggest(&self) -> Suggestion {
        if self.shared.control().position.is_none() {
            return Suggestion::default();
        }
        let search = self.shared.search();
        search.think(LEAST_NODES.min(self.shared.limits.nodes));
        search.suggestion()
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.shared.control().is_over = true;
        self.shared.begin.notify_all();
        for thread in self.threads.drain(..) {
            // A thread that panicked has said so already.
            let _ = thread.join();
        }
    }
}

impl Shared {
    fn control(&self) -> MutexGuard<'_, Control> {
        self.control.lock().expect(UNHARMED)
    }

    fn search(&self) -> RwLockReadGuard<'_, Search> {
        self.search.read().expect(UNHARMED)
    }

    fn set(&self, control: &mut Control, position: Option<Position>) {
        control.is_thinking = position.as_ref().is_some_and(|position| !position.queue.is_empty());
        let mut search = self.search.write().expect(UNHARMED);
        search.start(position.as_ref().unwrap_or(&Position::default()));
        control.position = position;
        self.begin.notify_all();
        if !control.is_thinking {
            self.rest(control);
        }
    }

    /// What a thread does.
    fn work(&self) {
        let mut worker = Worker::default();
        loop {
            let mut control = self.control();
            while !control.is_over && !control.is_thinking {
                control = self.begin.wait(control).expect(UNHARMED);
            }
            if control.is_over {
                return;
            }
            // The position cannot change between the two locks: every change holds the first one.
            let search = self.search();
            drop(control);
            let goes_on = (0..PASSES).all(|_| search.nodes() < self.limits.nodes && search.pass(&mut worker));
            if !goes_on {
                let round = search.round();
                drop(search);
                self.finish(round);
            }
        }
    }

    /// Nothing is left to think about, unless there is a new position meanwhile.
    fn finish(&self, round: u64) {
        let mut control = self.control();
        if self.search().round() == round {
            self.rest(&mut control);
        }
    }

    /// No thread makes another pass before the next change.
    fn rest(&self, control: &mut Control) {
        control.is_thinking = false;
        self.end.notify_all();
    }
}
