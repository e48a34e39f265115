//! Watching a replay: forwards, backwards, step by step, and playing on from it.

use std::borrow::Borrow;

use crate::event::{Event, EventKind};
use crate::game::Game;
use crate::recorder::Recorder;
use crate::replay::{Replay, ReplayError, out_of_order};
use crate::step::{Act, Step};
use crate::time::Time;

/// A replay that is being watched: a game, and how far it has come. The replay is lent, or shared, or its own.
///
/// ```
/// use tetrolab_engine::{Act, Button, Playback, Recorder, SECOND, Setup, Step};
///
/// let mut recorder = Recorder::new(Setup::default())?;
/// recorder.step(Step { at: SECOND, act: Act::Press(Button::HardDrop) })?;
/// recorder.step(Step { at: 9 * SECOND, act: Act::Undo })?;
/// let replay = recorder.replay();
///
/// let mut playback = Playback::new(&replay)?;
/// playback.seek(5 * SECOND)?;
/// assert_eq!((playback.previous_step_at(), playback.next_step_at()), (Some(SECOND), Some(9 * SECOND)));
/// playback.seek(SECOND / 2)?;
/// assert_eq!(playback.next_lock_down_at(), Some(SECOND));
///
/// let mut played_on = playback.take_over();
/// played_on.step(Step { at: SECOND, act: Act::Press(Button::Left) })?;
/// assert_eq!(played_on.replay().steps.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Playback<R> {
    replay: R,
    game: Game,
    next_step: usize,
    /// The game as it was at first and then directly after every [`STEPS_BETWEEN_COPIES`]th step, as far as it was played.
    copies: Vec<Game>,
    /// The moments of all Lock Downs, as far as it was played.
    lock_downs: Vec<Time>,
}

/// Going back plays no more steps than this again.
const STEPS_BETWEEN_COPIES: usize = 256;

impl<R: Borrow<Replay>> Playback<R> {
    /// From the beginning.
    ///
    /// # Errors
    /// If the set-up is no game.
    pub fn new(replay: R) -> Result<Playback<R>, ReplayError> {
        let game = Game::from_setup(&replay.borrow().setup).map_err(|error| ReplayError::Setup(error.to_string()))?;
        Ok(Playback { replay, copies: vec![game.clone()], game, next_step: 0, lock_downs: Vec::new() })
    }

    /// What is watched.
    pub fn replay(&self) -> &Replay {
        self.replay.borrow()
    }

    /// The game as it stands. Its [`Game::clock`] is the moment of the playback.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Brings the game to a time, but not beyond the end of the recording. Returns what happened. A time before that of
    /// the game changes nothing.
    ///
    /// # Errors
    /// If the replay's times are not in order.
    pub fn advance(&mut self, until: Time) -> Result<Vec<Event>, ReplayError> {
        let mut events = Vec::new();
        self.run(until, |happened| events.extend_from_slice(happened))?;
        Ok(events)
    }

    /// Brings the game to a time, forwards or backwards, but not beyond the end of the recording.
    ///
    /// # Errors
    /// If the replay's times are not in order.
    pub fn seek(&mut self, time: Time) -> Result<(), ReplayError> {
        if time < self.game.clock() {
            let steps = self.replay().steps.partition_point(|step| step.at <= time);
            let copy = (steps / STEPS_BETWEEN_COPIES).min(self.copies.len() - 1);
            self.game = self.copies[copy].clone();
            self.next_step = copy * STEPS_BETWEEN_COPIES;
        }
        self.run(time, |_| {})
    }

    fn run(&mut self, until: Time, mut watch: impl FnMut(&[Event])) -> Result<(), ReplayError> {
        while let Some(&step) = self.replay().steps.get(self.next_step).filter(|step| step.at <= until) {
            watch(self.step(step)?);
            self.next_step += 1;
            if self.next_step == self.copies.len() * STEPS_BETWEEN_COPIES {
                self.copies.push(self.game.clone());
            }
        }
        let at = until.min(self.replay().outcome.time);
        let begins = !self.game.has_begun() && !self.replay().steps.is_empty();
        if at > self.game.clock() || begins {
            watch(self.step(Step { at, act: Act::Wait })?);
        }
        Ok(())
    }

    fn step(&mut self, step: Step) -> Result<&[Event], ReplayError> {
        let events = self.game.step(step).map_err(out_of_order)?;
        for event in events {
            let is_new = self.lock_downs.last().is_none_or(|&last| last < event.at);
            if is_new && is_lock_down(event) {
                self.lock_downs.push(event.at);
            }
        }
        Ok(events)
    }

    /// When the next input comes; nothing after the last one.
    pub fn next_step_at(&self) -> Option<Time> {
        self.replay().steps[self.next_step..].iter().find(|step| step.act != Act::Wait).map(|step| step.at)
    }

    /// When the last input before this moment came.
    pub fn previous_step_at(&self) -> Option<Time> {
        let is_before = |step: &&Step| step.act != Act::Wait && step.at < self.game.clock();
        self.replay().steps[..self.next_step].iter().rfind(is_before).map(|step| step.at)
    }

    /// When the next piece locks; `None` if none does before the recording ends.
    pub fn next_lock_down_at(&self) -> Option<Time> {
        let known = self.lock_downs.partition_point(|&at| at <= self.game.clock());
        if let Some(&at) = self.lock_downs.get(known) {
            return Some(at);
        }
        let mut ahead = self.game.clone();
        for &step in &self.replay().steps[self.next_step..] {
            loop {
                let part = ahead.part_of(step);
                let events = ahead.step(part).ok()?;
                if let Some(event) = events.iter().find(|event| is_lock_down(event)) {
                    return Some(event.at);
                }
                if part == step {
                    break;
                }
            }
        }
        None
    }

    /// When the last piece locked before this moment.
    pub fn previous_lock_down_at(&self) -> Option<Time> {
        let before = self.lock_downs.partition_point(|&at| at < self.game.clock());
        self.lock_downs[..before].last().copied()
    }

    /// A recording that continues from this moment with all buttons up. What came until then belongs to it, so its replay is whole.
    pub fn take_over(self) -> Recorder {
        let at = self.game.clock();
        let Replay { setup, steps, .. } = self.replay.borrow();
        let mut recorder = Recorder::going_on(setup, &steps[..self.next_step], self.game);
        if recorder.game().has_begun() {
            recorder.release_all(at).expect("the moment is that of the game");
        }
        recorder
    }
}

fn is_lock_down(event: &Event) -> bool {
    matches!(event.kind, EventKind::Locked { .. })
}
