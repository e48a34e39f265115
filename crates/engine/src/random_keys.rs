//! Random keys: the workload that the benchmarks measure and the tests throw at a game.

use crate::event::{Button, Input};
use crate::game::Game;
use crate::random::{Random, Seed, Stream};
use crate::setup::{Setup, SetupError};
use crate::time::Time;

/// Presses and releases of all eight buttons, each as likely as any other, one every sixtieth of a second.
#[derive(Clone, Copy, Debug)]
pub struct RandomKeys {
    random: Random,
    /// Four bits for each input that is left of the last value.
    bits: u32,
    left: u8,
}

impl RandomKeys {
    /// Time from one input to the next.
    pub const STEP: Time = 16_666_667;

    /// The keys of a seed.
    pub const fn new(seed: Seed, game: u64) -> RandomKeys {
        RandomKeys { random: Random::new(seed, game, Stream::Tests), bits: 0, left: 0 }
    }

    /// The next input.
    #[inline]
    pub fn next_input(&mut self) -> Input {
        if self.left == 0 {
            (self.bits, self.left) = (self.random.next_value(), 8);
        }
        let bits = self.bits & 15;
        self.bits >>= 4;
        self.left -= 1;
        let button = Button::ALL[(bits & 7) as usize];
        if bits & 8 == 0 { Input::Press(button) } else { Input::Release(button) }
    }
}

/// What random keys did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Workload {
    /// Inputs.
    pub inputs: u64,
    /// Games, the last one perhaps not over.
    pub games: u64,
    /// Pieces locked.
    pub pieces: u64,
    /// Events reported.
    pub events: u64,
    /// One number for all that happened: equal engines have equal numbers.
    pub signature: u64,
}

/// Plays games with random keys, one after the other, until `inputs` inputs have been made.
///
/// # Errors
/// If the set-up is no game.
pub fn play_random_keys(setup: &Setup, inputs: u64) -> Result<Workload, SetupError> {
    let mut setup = setup.clone();
    let mut workload = Workload::default();
    while workload.inputs < inputs {
        let mut game = Game::from_setup(&setup)?;
        let mut keys = RandomKeys::new(setup.seed, setup.game);
        let mut at = 0;
        while workload.inputs < inputs && !game.is_over() {
            let events = game.update(at, Some(keys.next_input())).expect("time goes forward");
            workload.events += events.len() as u64;
            workload.inputs += 1;
            at += RandomKeys::STEP;
        }
        workload.games += 1;
        workload.pieces += u64::from(game.statistics().pieces);
        workload.signature = workload.signature.rotate_left(5) ^ game.digest();
        setup.game += 1;
    }
    Ok(workload)
}
