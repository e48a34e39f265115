//! What is looked at to find candidates.

use tetrolab_agents::{Agent, Dropped, Lookahead, Player};
use tetrolab_optimize::random::Random;

use super::set::Set;
use super::settings::{Purpose, Selection};
use crate::sample::{self, Sample, Walk};

/// Drops of the present player that are looked at.
const CHOSEN: usize = 1000;

/// Which positions are looked at: one of three, and one of four drops is made at random, so that boards have faults.
const WALK: Walk = Walk {
    positions: 300,
    strays: |random, drops| random.below(4) == 0 && !drops.is_empty(),
    takes: |_, game, drops| game.pieces() % 3 == 0 && !drops.is_empty(),
};

/// Positions of games of Dellacherie's player, with random moves now and then. They are the same in each step.
pub(super) fn positions(selection: &Selection) -> Sample {
    let plan = selection.playing(&Set::default(), Purpose::Sampling, 0, 0);
    let weights = Agent::named("dellacherie").expect("a named agent").weights();
    let player = Player::new(weights, plan.rules(), Lookahead::One).expect("it fits any board");
    let random = Random::new(selection.seed(Purpose::Sampling, 0, 1), [0, 0]);
    Sample::new(&WALK, &player, &plan.judging_games(), random)
}

/// Drops that the player of a set has chosen.
pub(super) fn chosen(selection: &Selection, set: &Set, step: u64) -> Vec<Dropped> {
    let plan = selection.playing(set, Purpose::Sampling, step, 0);
    let player = if set.features.is_empty() { plan.player(&[0.0]) } else { plan.player(&set.weights) };
    sample::chosen(&player, &plan.judging_games(), CHOSEN)
}
