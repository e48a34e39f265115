//! What decides where a piece goes: the course's score, weights, or chance.

use tetrolab_engine::{DropRules, Random, Seed, Size, Stream};

use crate::path::{Resting, RowColumn, Space};
use crate::sevilla::{self, Variant};
use crate::{Dropped, Explanation, Linear, Lookahead, Weights, WidthError};

/// What decides.
#[derive(Clone, Debug)]
pub enum Mind {
    /// The least score of the course.
    Course(&'static Variant),
    /// The greatest value by weights.
    Weights(Box<Linear>),
    /// Chance.
    Chance(Random),
}

/// Where a piece goes, and why.
#[derive(Clone, Debug)]
pub struct Choice {
    /// Where it goes.
    pub resting: Resting,
    /// How many places there were to choose from.
    pub candidates: usize,
    /// Why it goes there.
    pub verdict: Verdict,
}

/// Why it goes there.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// No place has a smaller score.
    Course {
        /// How the terms are weighed.
        variant: &'static Variant,
        score: i64,
        /// Its terms, as in [`TERMS`](sevilla::TERMS).
        terms: [i64; 5],
    },
    /// No place has a greater value.
    Weights {
        best: Valued,
        /// The best of the others; `None` if there is none.
        runner_up: Option<Valued>,
    },
    /// It was drawn.
    Chance,
}

/// A place and what weights make of it.
#[derive(Clone, Debug)]
pub struct Valued {
    /// Its cells, in reading order.
    pub cells: [RowColumn; 4],
    pub value: f64,
    /// What is added up for it.
    pub explanation: Explanation,
}

impl Mind {
    /// The agent with this name and these weights made ready for a board of this size. The course's own agents decide by their
    /// score, and without weights it is chance, which follows from the seed.
    ///
    /// # Errors
    /// If the weights are for boards with another number of columns.
    ///
    /// # Panics
    /// If the size is none that a board can have.
    pub fn new(name: &str, weights: Option<Weights>, size: Size, seed: Seed) -> Result<Mind, WidthError> {
        if let Some(variant) = Variant::named(name) {
            return Ok(Mind::Course(variant));
        }
        let Some(weights) = weights else {
            return Ok(Mind::Chance(Random::new(seed, 0, Stream::Decisions)));
        };
        let rules = DropRules::new(size.width, size.height).expect("boards of both games have the same limits");
        Ok(Mind::Weights(Box::new(Linear::new(weights, rules)?)))
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
