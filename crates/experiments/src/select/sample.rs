//! Drops as they are met in play, to see what numbers features have there.

use tetrolab_agents::{Agent, Dropped, Measure, Player};
use tetrolab_engine::{DropGame, Random as Decisions, Seed, Stream};
use tetrolab_optimize::random::Random;

use super::set::Set;
use super::settings::{Purpose, Selection};
use crate::train::Plan;

/// Positions that are looked at.
const POSITIONS: usize = 300;
/// One of so many positions of a game is looked at, so that they differ.
const APART: u64 = 3;
/// One of so many drops is made at random, so that boards have faults.
const ERRS: usize = 4;
/// Drops of the present player that are looked at.
const CHOSEN: usize = 1000;

/// Drops as they are met in play.
#[derive(Debug)]
pub(super) struct Sample {
    /// All drops of each position that do not lose.
    positions: Vec<Vec<Dropped>>,
}

impl Sample {
    /// Positions of games of Dellacherie's player, who errs now and then. They are the same in each step.
    pub fn new(selection: &Selection) -> Sample {
        let plan = selection.playing(&Set::default(), Purpose::Sampling, 0, 0);
        let weights = Agent::named("dellacherie").expect("a named agent").weights();
        let player = Player::new(weights, plan.rules(), tetrolab_agents::Lookahead::One).expect("it fits any board");
        let mut random = Random::new(selection.seed(Purpose::Sampling, 0, 1), [0, 0]);
        let mut positions = Vec::new();
        each_position(&plan, |game, decisions| {
            let (board, piece) = (*game.board(), game.piece().expect("the game is not lost"));
            let drops: Vec<Dropped> = plan
                .rules()
                .drops(piece)
                .filter_map(|drop| Dropped::new(plan.rules(), &board, drop))
                .filter(|dropped| !dropped.outcome.is_lost)
                .collect();
            let drop = match random.below(ERRS) {
                0 if !drops.is_empty() => drops[random.below(drops.len())].drop,
                _ => player.choose(&board, piece, game.next(), decisions).0,
            };
            if game.pieces() % APART == 0 && !drops.is_empty() {
                positions.push(drops);
            }
            game.play(drop);
            positions.len() < POSITIONS
        });
        Sample { positions }
    }

    /// A number of every drop, less its mean in the position: what a decision can be made by.
    pub fn column(&self, measure: &Measure) -> Vec<f64> {
        let mut column = Vec::new();
        for drops in &self.positions {
            let values: Vec<f64> = drops.iter().map(|dropped| measure.value(dropped)).collect();
            let mean = values.iter().sum::<f64>() / values.len() as f64;
            column.extend(values.iter().map(|value| value - mean));
        }
        column
    }
}

/// Drops that a player has chosen.
pub(super) fn chosen(selection: &Selection, set: &Set, step: u64) -> Vec<Dropped> {
    let plan = selection.playing(set, Purpose::Sampling, step, 0);
    let player = if set.features.is_empty() { plan.player(&[0.0]) } else { plan.player(&set.weights) };
    let mut chosen = Vec::new();
    each_position(&plan, |game, decisions| {
        let (board, piece) = (*game.board(), game.piece().expect("the game is not lost"));
        let drop = player.choose(&board, piece, game.next(), decisions).0;
        chosen.extend(Dropped::new(plan.rules(), &board, drop));
        game.play(drop);
        chosen.len() < CHOSEN
    });
    chosen
}

/// One game after the other: what is shown makes a drop and says whether to go on.
fn each_position(plan: &Plan, mut show: impl FnMut(&mut DropGame, &mut Decisions) -> bool) {
    let games = plan.judging_games();
    let mut decisions = Decisions::new(Seed(0), 0, Stream::Decisions);
    for number in 0.. {
        let mut game = DropGame::new(games.rules, &games.deal, number);
        while game.piece().is_some() {
            if !show(&mut game, &mut decisions) {
                return;
            }
        }
    }
}
