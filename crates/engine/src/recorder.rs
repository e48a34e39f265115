//! A game that leaves a replay.

use crate::event::Event;
use crate::game::{Game, UpdateError};
use crate::replay::Replay;
use crate::setup::{Setup, SetupError};
use crate::step::{Act, Step};
use crate::time::Time;

/// A game that is being recorded.
///
/// ```
/// use tetrolab_engine::{Act, Button, Recorder, Replay, Setup, Step};
///
/// let mut recorder = Recorder::new(Setup::default())?;
/// recorder.step(Step { at: 1_000_000, act: Act::Press(Button::HardDrop) })?;
/// let bytes = recorder.replay().to_bytes();
/// let again = Replay::from_bytes(&bytes)?.play(|_, _| {})?;
/// assert_eq!(again.digest(), recorder.game().digest());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Recorder {
    setup: Setup,
    game: Game,
    /// Without those that only wait.
    steps: Vec<Step>,
}

impl Recorder {
    /// Starts a game.
    ///
    /// # Errors
    /// If the set-up is no game.
    pub fn new(setup: Setup) -> Result<Recorder, SetupError> {
        Ok(Recorder { game: Game::from_setup(&setup)?, setup, steps: Vec::new() })
    }

    /// Continues a game that was started from `setup` and has seen these steps.
    pub(crate) fn going_on(setup: &Setup, steps: &[Step], game: Game) -> Recorder {
        let steps = steps.iter().copied().filter(|step| step.act != Act::Wait).collect();
        Recorder { setup: setup.clone(), game, steps }
    }

    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Lets one step act and keeps it. A [`Act::Wait`] only moves the time and is not kept.
    ///
    /// # Errors
    /// As [`Game::update`]; nothing is kept then.
    pub fn step(&mut self, step: Step) -> Result<&[Event], UpdateError> {
        let events = self.game.step(step)?;
        if step.act != Act::Wait {
            self.steps.push(step);
        }
        Ok(events)
    }

    /// Brings the game to the time `at` and lets go every button that is down, as for a pause. Nothing moves by that;
    /// returns what happened until then.
    ///
    /// # Errors
    /// As [`Game::update`]; nothing has changed then.
    pub fn release_all(&mut self, at: Time) -> Result<Vec<Event>, UpdateError> {
        let mut events = self.step(Step { at, act: Act::Wait })?.to_vec();
        let buttons: Vec<_> = self.game.buttons_to_release().collect();
        for button in buttons {
            events.extend_from_slice(self.step(Step { at, act: Act::Release(button) })?);
        }
        Ok(events)
    }

    /// The recording so far.
    pub fn replay(&self) -> Replay {
        let begun = Step { at: 0, act: Act::Wait };
        let steps = if self.game.has_begun() { [&[begun][..], &self.steps].concat() } else { Vec::new() };
        Replay::of(&self.setup, &steps, &self.game)
    }
}
