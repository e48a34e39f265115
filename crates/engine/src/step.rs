//! Everything that comes to a game from outside, with its time: what scripts write down and replays keep.

use crate::event::{Button, Event, Input};
use crate::game::{Game, UpdateError};
use crate::time::Time;

/// One thing that comes to a game from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// A button goes down.
    Press(Button),
    /// A button comes up.
    Release(Button),
    /// Another player sends rows of garbage.
    Garbage(u32),
    /// The last piece is taken back.
    Undo,
    /// The other player is out, and the game is won.
    Win,
    /// Nothing but time passes.
    Wait,
}

/// An [`Act`] and its moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    pub at: Time,
    /// What comes.
    pub act: Act,
}

impl Game {
    /// The first part of a step that is still to come: time passing until the next timer that is due before what the step
    /// brings acts, or else the step itself. Going part by part, even a step after a very long time makes no long list of
    /// events, and nothing that timers did is mixed with what an input did.
    pub fn part_of(&self, step: Step) -> Step {
        match self.next_update() {
            Some(at) if at < step.at || at == step.at && step.act != Act::Wait => Step { at, act: Act::Wait },
            _ => step,
        }
    }

    /// Lets one step act, part by part, and shows what happened in each. Returns whether all of it was wanted: it stops where
    /// `watch` says no.
    ///
    /// # Errors
    /// As [`Game::update`].
    pub(crate) fn step_by_parts(
        &mut self,
        step: Step,
        watch: &mut impl FnMut(&Game, &[Event]) -> bool,
    ) -> Result<bool, UpdateError> {
        loop {
            let part = self.part_of(step);
            self.step(part)?;
            if !watch(self, self.events()) {
                return Ok(false);
            }
            if part == step {
                return Ok(true);
            }
        }
    }

    /// Lets one step act; returns what happened.
    ///
    /// # Errors
    /// As [`Game::update`].
    pub fn step(&mut self, step: Step) -> Result<&[Event], UpdateError> {
        match step.act {
            Act::Press(button) => self.update(step.at, Some(Input::Press(button))),
            Act::Release(button) => self.update(step.at, Some(Input::Release(button))),
            Act::Garbage(rows) => self.receive_garbage(step.at, rows),
            Act::Undo => self.undo(step.at),
            Act::Win => self.win(step.at),
            Act::Wait => self.update(step.at, None),
        }
    }
}
