//! What the value of a drop consists of.

use tetrolab_engine::Piece;

use crate::features::Dropped;
use crate::linear::Linear;
use crate::measure::Measure;
use crate::player::Lookahead;
use crate::weights::Lost;

/// What one feature or formula adds to a value.
#[derive(Clone, Debug)]
pub struct Part {
    /// The feature or formula.
    pub measure: Measure,
    /// The number. Where several pieces may come next, the mean of what it is then.
    pub value: f64,
    /// Its weight; `None` if it has another one for another piece.
    pub weight: Option<f64>,
    /// What it adds.
    pub contribution: f64,
    is_used: bool,
}

/// All that is added up.
#[derive(Clone, Debug, Default)]
pub struct Explanation {
    /// What the drop gets besides its features.
    pub reward: f64,
    /// The features and formulas, in the order of the weights.
    pub parts: Vec<Part>,
}

impl Explanation {
    /// The parts of a value as [`Player`](crate::Player) makes it; `None` if it is not the sum of anything, because the drop
    /// loses the game.
    pub fn new(linear: &Linear, dropped: &Dropped, lookahead: Lookahead, next: Option<Piece>) -> Option<Explanation> {
        let chances = lookahead.chances(next);
        if !counts(linear, dropped) || chances.is_some() && dropped.outcome.is_lost {
            return None;
        }
        let mut explanation = Explanation::default();
        for term in linear.weights().terms(dropped.drop.piece) {
            explanation.add(&term.measure, 0.0, 0.0, None);
        }
        let followers = chances.map(|chances| followers(linear, dropped, chances)).unwrap_or_default();
        let survived: f64 = followers.iter().map(|(chance, _)| chance).sum();
        if survived == 0.0 {
            explanation.add_drop(linear, dropped, 1.0, |_| true);
        } else {
            explanation.add_drop(linear, dropped, 1.0, Measure::adds_up);
            for (chance, follower) in followers.iter().filter(|(_, follower)| counts(linear, follower)) {
                explanation.add_drop(linear, follower, chance / survived, |_| true);
            }
        }
        Some(explanation)
    }

    pub fn sum(&self) -> f64 {
        self.reward + self.parts.iter().fold(0.0, |sum, part| sum + part.contribution)
    }

    /// Adds a drop with its share in the value.
    fn add_drop(&mut self, linear: &Linear, dropped: &Dropped, share: f64, is_counted: impl Fn(&Measure) -> bool) {
        self.reward += share * linear.weights().reward.of(dropped.outcome.lines);
        for (term, contribution) in linear.contributions(dropped).filter(|(term, _)| is_counted(&term.measure)) {
            let value = term.measure.value(dropped);
            self.add(&term.measure, share * value, share * contribution, Some(term.weight));
        }
    }

    fn add(&mut self, measure: &Measure, value: f64, contribution: f64, weight: Option<f64>) {
        let place = self.parts.iter().position(|part| part.measure == *measure);
        let place = place.unwrap_or_else(|| {
            self.parts.push(Part { measure: measure.clone(), value: 0.0, weight, contribution: 0.0, is_used: false });
            self.parts.len() - 1
        });
        let part = &mut self.parts[place];
        part.weight = if part.is_used { part.weight.filter(|_| part.weight == weight) } else { weight };
        part.is_used |= weight.is_some();
        part.value += value;
        part.contribution += contribution;
    }
}

/// Whether the features of a drop count, or it is worth something fixed.
fn counts(linear: &Linear, dropped: &Dropped) -> bool {
    !dropped.outcome.is_lost || linear.weights().lost == Lost::Features
}

/// What is done with each piece that may come next, where that does not lose the game in any case.
fn followers(linear: &Linear, dropped: &Dropped, chances: [f64; 7]) -> Vec<(f64, Dropped)> {
    let likely = Piece::ALL.into_iter().zip(chances).filter(|(_, chance)| *chance != 0.0);
    likely
        .filter_map(|(piece, chance)| {
            let best = linear.best(&dropped.after, piece);
            let follower = Dropped::new(linear.rules(), &dropped.after, best.drop)?;
            (best.surviving > 0).then_some((chance, follower))
        })
        .collect()
}
