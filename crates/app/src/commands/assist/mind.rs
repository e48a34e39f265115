//! What decides where a piece goes: the course's score, weights, or chance.

use anyhow::{Context, Result};
use tetrolab_agents::path::{Resting, RowColumn, Space};
use tetrolab_agents::sevilla::{self, Variant};
use tetrolab_agents::{Dropped, Explanation, Linear, Lookahead};
use tetrolab_engine::{DropRules, Random, Seed, Size, Stream};

use crate::commands::players::Candidate;

/// What decides.
pub enum Mind {
    /// The least score of the course.
    Course(&'static Variant),
    /// The greatest value by weights.
    Weights(Box<Linear>),
    /// Chance.
    Chance(Random),
}

/// Where a piece goes, and why.
pub struct Choice {
    pub resting: Resting,
    /// How many places there were to choose from.
    pub candidates: usize,
    pub verdict: Verdict,
}

/// Why it goes there.
pub enum Verdict {
    /// No place has a smaller score.
    Course { variant: &'static Variant, score: i64, terms: [i64; 5] },
    /// No place has a greater value.
    Weights { best: Valued, runner_up: Option<Valued> },
    /// It was drawn.
    Chance,
}

/// A place and what weights make of it.
pub struct Valued {
    pub cells: [RowColumn; 4],
    pub value: f64,
    pub explanation: Explanation,
}

impl Mind {
    /// A candidate made ready for a board of this size.
    pub fn new(candidate: &Candidate, size: Size, seed: Seed) -> Result<Mind> {
        if let Some(variant) = Variant::named(&candidate.name) {
            return Ok(Mind::Course(variant));
        }
        let Some(weights) = candidate.weights.clone() else {
            return Ok(Mind::Chance(Random::new(seed, 0, Stream::Decisions)));
        };
        let rules = DropRules::new(size.width, size.height).expect("boards of both games have the same limits");
        Ok(Mind::Weights(Box::new(Linear::new(weights, rules).with_context(|| candidate.name.clone())?)))
    }

    /// Chooses among all resting places that the piece can reach. Among equals it is the first in reading order of the cells.
    pub fn choose(&mut self, space: &Space) -> Choice {
        match self {
            Mind::Course(variant) => {
                let sevilla::Choice { placement, cells, score, terms, candidates } = sevilla::best(space, variant);
                Choice {
                    resting: Resting { cells, placement },
                    candidates,
                    verdict: Verdict::Course { variant, score, terms },
                }
            }
            Mind::Weights(linear) => by_weights(linear, space),
            Mind::Chance(random) => {
                let places = space.resting_places();
                let resting = places[random.below(places.len() as u32) as usize];
                Choice { resting, candidates: places.len(), verdict: Verdict::Chance }
            }
        }
    }
}

fn by_weights(linear: &Linear, space: &Space) -> Choice {
    let places = space.resting_places();
    let dropped = |resting: &Resting| {
        Dropped::at(linear.rules(), space.board(), resting.placement).expect("the piece rests on the board")
    };
    let values: Vec<f64> = places.iter().map(|resting| linear.value(&dropped(resting))).collect();
    let first_best = |but_for: Option<usize>| {
        let others = (0..places.len()).filter(|&place| Some(place) != but_for);
        others.reduce(|best, place| if values[place] > values[best] { place } else { best })
    };
    let valued = |place: usize| {
        let explanation = Explanation::new(linear, &dropped(&places[place]), Lookahead::One, None);
        let explanation = explanation.expect("a piece that lies inside the board does not lose the game");
        Valued { cells: places[place].cells, value: values[place], explanation }
    };
    let best = first_best(None).expect("a piece that falls comes to rest");
    let runner_up = first_best(Some(best)).map(valued);
    Choice {
        resting: places[best],
        candidates: places.len(),
        verdict: Verdict::Weights { best: valued(best), runner_up },
    }
}

/// What most speaks for the best place against the runner-up: names and how much more each adds, the most first.
pub fn decisive(best: &Valued, runner_up: &Valued) -> Vec<(String, f64)> {
    /// More are not told.
    const MOST: usize = 3;
    // Both are of the same piece, so that they add up the same features.
    let both = best.explanation.parts.iter().zip(&runner_up.explanation.parts);
    let features = both.map(|(one, other)| (one.measure.to_string(), one.contribution - other.contribution));
    let reward = ("reward".to_string(), best.explanation.reward - runner_up.explanation.reward);
    let mut reasons: Vec<(String, f64)> = features.chain([reward]).filter(|(_, more)| *more > 0.0).collect();
    reasons.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    reasons.truncate(MOST);
    reasons
}
