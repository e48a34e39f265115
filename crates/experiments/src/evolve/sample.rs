//! Drops on boards from play: they say how much a formula differs between the drops of a piece, and whether two formulas are the same.

use tetrolab_agents::{Dropped, Measure, Player};
use tetrolab_engine::{DropGame, Random as Decisions, Stream};
use tetrolab_optimize::random::Random;
use tetrolab_simulate::Games;

use super::grow::pick;

/// How many boards there are.
const BOARDS: usize = 40;
/// A board is taken with this chance, so that they are not too much alike.
const TAKEN: f64 = 0.1;
/// The player does not decide with this chance, so that boards are there that it would avoid.
const STRAYS: f64 = 0.15;
/// No more pieces are dropped to find boards.
const MOST_PIECES: u64 = 20_000;
/// Numbers that differ by less than a part of the deviation that is one by this are the same.
const RESOLUTION: f64 = 1e5;

/// Drops that do not lose the game: all those of one piece on one board together.
#[derive(Clone, Debug)]
pub struct Sample {
    boards: Vec<Vec<Dropped>>,
}

/// What makes a formula differ from others: its numbers up to a factor, and up to what is the same for all drops of a piece.
pub type Signature = Vec<i32>;

impl Sample {
    /// Boards from games of this player.
    pub fn new(player: &Player, games: &Games, mut random: Random) -> Sample {
        let mut boards = Vec::new();
        let mut number = games.first;
        let mut game = DropGame::new(games.rules, &games.deal, number);
        let mut decisions = Decisions::new(games.deal.seed, number, Stream::Decisions);
        for _ in 0..MOST_PIECES {
            let Some(piece) = game.piece() else {
                number += 1;
                game = DropGame::new(games.rules, &games.deal, number);
                continue;
            };
            let dropped = games.rules.drops(piece).filter_map(|drop| Dropped::new(games.rules, game.board(), drop));
            let kept: Vec<Dropped> = dropped.filter(|dropped| !dropped.outcome.is_lost).collect();
            let drop = if !kept.is_empty() && random.chance(STRAYS) {
                pick(&mut random, &kept).drop
            } else {
                player.choose(game.board(), piece, game.next(), &mut decisions).0
            };
            if kept.len() > 1 && random.chance(TAKEN) {
                boards.push(kept);
                if boards.len() == BOARDS {
                    break;
                }
            }
            game.play(drop);
        }
        Sample { boards }
    }

    /// The numbers of all drops, each less the mean of its board.
    fn differences(&self, value: impl Fn(&Dropped) -> f64) -> Vec<f64> {
        let of_board = |drops: &Vec<Dropped>| {
            let values: Vec<f64> = drops.iter().map(&value).collect();
            let mean = values.iter().sum::<f64>() / values.len() as f64;
            values.into_iter().map(move |value| value - mean)
        };
        self.boards.iter().flat_map(of_board).collect()
    }

    /// The standard deviation of a number between the drops of a piece.
    pub fn deviation(&self, value: impl Fn(&Dropped) -> f64) -> f64 {
        deviation(&self.differences(value))
    }

    /// How much two measures say the same about drops, from 0 to 1: the size of their correlation. 0 if one says nothing.
    pub fn likeness(&self, one: &Measure, other: &Measure) -> f64 {
        let [one, other] = [one, other].map(|measure| self.differences(|dropped| measure.value(dropped)));
        let product = one.iter().zip(&other).map(|(one, other)| one * other).sum::<f64>();
        let size = deviation(&one) * deviation(&other) * one.len() as f64;
        if size > 0.0 { (product / size).abs() } else { 0.0 }
    }

    /// The deviation and the signature of a measure; nothing if it is the same for all drops, or as good as.
    pub fn look(&self, measure: &Measure) -> Option<(f64, Signature)> {
        /// Less is not worth a weight, and could be rounding.
        const LEAST: f64 = 1e-6;
        let differences = self.differences(|dropped| measure.value(dropped));
        let deviation = deviation(&differences);
        if deviation.is_nan() || deviation <= LEAST {
            return None;
        }
        let mut signature: Signature =
            differences.iter().map(|difference| (difference / deviation * RESOLUTION).round() as i32).collect();
        if signature.iter().find(|number| **number != 0).is_some_and(|first| *first < 0) {
            signature.iter_mut().for_each(|number| *number = -*number);
        }
        Some((deviation, signature))
    }
}

fn deviation(differences: &[f64]) -> f64 {
    let squares: f64 = differences.iter().map(|difference| difference * difference).sum();
    if differences.is_empty() { 0.0 } else { (squares / differences.len() as f64).sqrt() }
}
