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
    /// Nothing but time passes.
    Wait,
}

/// An [`Act`] and its moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The moment.
    pub at: Time,
    /// What comes.
    pub act: Act,
}

impl Game {
    /// Lets one step act and shows what happened, timer by timer, so that even a step after a very long time needs no
    /// long list of events.
    ///
    /// # Errors
    /// As [`Game::update`].
    pub fn step_slowly(&mut self, step: Step, mut watch: impl FnMut(&Game, &[Event])) -> Result<(), UpdateError> {
        let show = |game: &mut Game, watch: &mut dyn FnMut(&Game, &[Event])| {
            // The list is lent to the watcher and comes back, so that it keeps its memory.
            let events = game.take_events();
            watch(game, &events);
            game.give_back_events(events);
        };
        while let Some(at) = self.next_update().filter(|&at| at < step.at) {
            self.update(at, None)?;
            show(self, &mut watch);
        }
        self.step(step)?;
        show(self, &mut watch);
        Ok(())
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
            Act::Wait => self.update(step.at, None),
        }
    }
}
