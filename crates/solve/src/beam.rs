//! Beam search over distinct placements.

use tetrolab_engine::Piece;
use tetrolab_optimize::beam::Beam;

use crate::bounds::Tails;
use crate::forms::FORMS;
use crate::ground::Ground;
use crate::moves::{Finder, Way};
use crate::play::Play;
use crate::problem::{Problem, Solution};
use crate::state::{NOTHING_HELD, State};

/// A beam over what can be done with one piece after the other; states are ranked by their fitness.
#[derive(Debug)]
pub struct BeamSearch<'p> {
    problem: &'p Problem,
    beam: Beam<State, Way, u64>,
    finder: Finder,
    width: usize,
    is_complete: bool,
    /// The fewest Blocks after the last piece.
    fewest: u32,
    /// What a solution must surpass, and what can come of a state.
    above: Option<(f64, Tails)>,
    /// Whether nothing is left that surpasses it.
    is_over: bool,
}

impl<'p> BeamSearch<'p> {
    /// A beam that is so wide.
    pub fn new(problem: &'p Problem, width: usize) -> BeamSearch<'p> {
        let mut beam = Beam::new(width);
        beam.start(*problem.start(), problem.fitness().of(problem.start()));
        let (finder, fewest) = (Finder::default(), u32::MAX);
        BeamSearch { problem, beam, finder, width, is_complete: true, fewest, above: None, is_over: false }
    }

    /// The same, but states from which nothing better than this fitness can come are left out. That rests on the number of Blocks, so
    /// it holds only if no piece can lock inside of others.
    pub(crate) fn above(mut self, fitness: f64) -> BeamSearch<'p> {
        self.above = Some((fitness, Tails::new(self.problem.fitness())));
        self
    }

    /// How many pieces are placed.
    pub fn depth(&self) -> usize {
        self.beam.depth()
    }

    /// How many placements were valued.
    pub fn placements(&self) -> u64 {
        self.beam.pushed()
    }

    /// Whether nothing is left to do: all pieces are placed, or nothing better can come.
    pub(crate) fn is_over(&self) -> bool {
        self.is_over || self.depth() == self.problem.pieces()
    }

    /// Whether no state was left out from which something better could have come.
    pub(crate) const fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Places the next piece of all states. Returns false if `stop` said so half way.
    pub fn step(&mut self, mut stop: impl FnMut() -> bool) -> bool {
        let problem = self.problem;
        let left = problem.pieces() - self.depth() - 1;
        let is_last = left == 0;
        for index in 0..self.beam.states().len() {
            if index % 16 == 0 && stop() {
                return false;
            }
            let state = self.beam.states()[index];
            each_way(problem, &mut self.finder, &state, |way, after| {
                if is_last {
                    self.fewest = self.fewest.min(after.blocks());
                }
                let is_hopeless =
                    || self.above.as_ref().is_some_and(|(above, tails)| tails.most(&after, left) <= *above);
                let value = if !is_last && is_hopeless() { f64::NEG_INFINITY } else { problem.fitness().of(&after) };
                self.beam.push(index, way, after, value, key(&after));
            });
        }
        // After the last piece only the best counts.
        let kept = self.beam.advance();
        self.is_over = kept == 0;
        self.is_complete &= kept < self.width || self.depth() == problem.pieces();
        true
    }

    /// The fewest Blocks that any solution leaves; known if all pieces are placed and no state was left out at all. Of equal boards only the
    /// best is kept, so the best solution is then the best of all.
    pub fn fewest_blocks(&self) -> Option<u32> {
        let is_known = self.is_complete && self.above.is_none() && self.depth() == self.problem.pieces();
        is_known.then_some(self.fewest)
    }

    /// The best fitness of a state so far.
    pub fn best_value(&self) -> f64 {
        self.beam.values()[0]
    }

    /// The best so far; a solution once all pieces are placed.
    pub fn best(&self) -> Option<Solution> {
        (self.depth() == self.problem.pieces()).then(|| self.problem.solution_to(&self.beam.path(0)))
    }

    /// Brings the best state so far to an end: each of the other pieces goes where it is best at once.
    pub fn finish(mut self) -> Solution {
        let mut ways = self.beam.path(0);
        let mut state = self.beam.states()[0];
        while ways.len() < self.problem.pieces() {
            let mut best: Option<(f64, Way, State)> = None;
            each_way(self.problem, &mut self.finder, &state, |way, after| {
                let value = self.problem.fitness().of(&after);
                if best.is_none_or(|best| value > best.0) {
                    best = Some((value, way, after));
                }
            });
            let (_, way, after) = best.expect("every piece can be placed");
            ways.push(way);
            state = after;
        }
        self.problem.solution_to(&ways)
    }

    /// Goes on until all pieces are placed, and counts the Blocks that the best state leaves.
    pub(crate) fn blocks(mut self) -> u32 {
        while self.depth() < self.problem.pieces() {
            self.step(|| false);
        }
        self.beam.states()[0].blocks()
    }
}

/// Everything that can be done next, and what it leads to.
pub(crate) fn each_way(problem: &Problem, finder: &mut Finder, state: &State, mut visit: impl FnMut(Way, State)) {
    let queue = problem.queue();
    // None when the queue is at its end and only the held piece is left.
    let current = queue.get(state.tally.next as usize).copied();
    let other = match state.tally.held {
        NOTHING_HELD => queue.get(state.tally.next as usize + 1).copied(),
        held => Some(Piece::ALL[held as usize]),
    };
    for hold in [false, true] {
        let piece = match (hold, current, other) {
            (false, Some(current), _) => current,
            // The same piece without Hold leaves the same, unless nothing was held.
            (true, _, Some(other)) if problem.moves().has_hold() => {
                if Some(other) == current && state.tally.held != NOTHING_HELD {
                    continue;
                }
                other
            }
            _ => continue,
        };
        let candidates = finder.find(state, piece, problem.moves(), problem.encoding(), problem.openings());
        for candidate in candidates {
            let mut ground = Ground::new(state);
            let mut play = Play::new(&mut ground, state.tally);
            play.draw(problem.deal(), hold);
            play.tally.misses += u16::from(candidate.misses);
            play.lock(&FORMS, candidate.rest);
            visit(Way { hold, rest: candidate.rest }, play.state());
        }
    }
}

/// A number for what matters of a state: its Blocks and the held piece.
pub(crate) fn key(state: &State) -> u64 {
    let mut key = u64::from(state.tally.held) + 1;
    for word in state.words {
        // Both halves of the product, so that every bit counts everywhere.
        let product = u128::from(key ^ word) * 0x9E37_79B9_7F4A_7C15;
        key = (product >> 64) as u64 ^ product as u64;
    }
    key
}
