//! Genotypes are played, and what comes of them is counted.

use std::collections::{HashMap, HashSet};

use tetrolab_engine::Board;
use tetrolab_optimize::genome::Space;
use tetrolab_optimize::random::Random;
use tetrolab_solve::{Problem, Setup, State};

use crate::grid::Outcome;

/// What random numbers are for, so that no two are the same.
enum Purpose {
    Sample,
    Change,
    Walk,
}

/// How many genotypes are tried between checks whether to stop.
const PORTION: u64 = 256;

/// What was counted so far.
pub struct Counts<'p> {
    problem: &'p Problem,
    space: Space,
    seed: u64,
    /// How many genotypes are to be tried, and whether these are all there are.
    sample: u64,
    is_all: bool,
    tried: u64,
    /// How often each board came.
    boards: HashMap<Board, u64>,
    changed: u64,
    misses: u64,
    /// The logarithms of the shares of each piece, added up, and how many there are.
    needed: (f64, u64),
}

impl<'p> Counts<'p> {
    /// Nothing was tried yet.
    pub fn new(problem: &'p Problem, sample: u64, seed: u64) -> Counts<'p> {
        let space = problem.space();
        let is_all = space.count() <= sample as f64;
        let sample = if is_all { space.count() as u64 } else { sample };
        let boards = HashMap::new();
        Counts { problem, space, seed, sample, is_all, tried: 0, boards, changed: 0, misses: 0, needed: (0.0, 0) }
    }

    /// How many genotypes are to be tried.
    pub const fn sample(&self) -> u64 {
        self.sample
    }

    /// How many were tried.
    pub const fn tried(&self) -> u64 {
        self.tried
    }

    /// Tries the next ones.
    pub fn try_some(&mut self) {
        let mut genes = vec![0; self.space.length()];
        for number in self.tried..(self.tried + PORTION).min(self.sample) {
            match self.is_all {
                true => numbered(&self.space, number, &mut genes),
                false => self.space.randomize(&mut genes, &mut self.random(Purpose::Sample, number)),
            }
            let state = self.problem.state_after(&genes);
            let board = state.board();
            self.misses += u64::from(state.misses());
            *self.boards.entry(board).or_default() += 1;
            self.change(number, &mut genes);
            self.changed += u64::from(self.problem.state_after(&genes).board() != board);
            self.tried += 1;
        }
    }

    /// Gives a random gene another value.
    fn change(&self, number: u64, genes: &mut [i8]) {
        let mut random = self.random(Purpose::Change, number);
        let place = random.below(genes.len());
        let gene = self.space.genes()[place % self.space.genes().len()];
        // Any of the others.
        let step = 1 + random.below(gene.size() - 1);
        let index = (usize::from(genes[place].abs_diff(gene.low)) + step) % gene.size();
        genes[place] = (i16::from(gene.low) + index as i16) as i8;
    }

    /// Plays a random genotype, and every piece of it in all ways. `None` if it was stopped.
    pub fn walk(&mut self, walk: u64, is_stopped: impl Fn() -> bool) -> Result<Option<()>, String> {
        let mut genes = vec![0; self.space.length()];
        self.space.randomize(&mut genes, &mut self.random(Purpose::Walk, walk));
        let width = self.space.genes().len();
        for piece in 0..self.problem.pieces() {
            if is_stopped() {
                return Ok(None);
            }
            let share = needed(self.problem, &self.problem.state_after(&genes[..piece * width]))?;
            self.needed.0 += libm::log(share);
            self.needed.1 += 1;
        }
        Ok(Some(()))
    }

    /// All that was counted.
    pub fn outcome(self) -> Outcome {
        let tried = self.tried.max(1) as f64;
        let once = self.boards.values().filter(|&&times| times == 1).count();
        Outcome::default()
            .value("distinct", self.boards.len() as f64 / tried)
            .value("once", once as f64 / tried)
            .value("needed", libm::exp(self.needed.0 / self.needed.1 as f64))
            .value("changed", self.changed as f64 / tried)
            .value("vain", self.misses as f64 / (tried * self.problem.pieces() as f64))
            .value("tried", self.tried as f64)
            .text("queue", self.problem.queue().iter().map(|piece| piece.letter()).collect::<String>())
    }

    fn random(&self, purpose: Purpose, number: u64) -> Random {
        Random::new(self.seed, [purpose as u64, number])
    }
}

/// Genome number so and so, the last gene changing fastest.
fn numbered(space: &Space, mut number: u64, genes: &mut [i8]) {
    let kinds = space.genes();
    for (place, value) in genes.iter_mut().enumerate().rev() {
        let gene = kinds[place % kinds.len()];
        *value = (i16::from(gene.low) + (number % gene.size() as u64) as i16) as i8;
        number /= gene.size() as u64;
    }
}

/// How many boards there are after the next piece, as a share of the ways to play it.
fn needed(problem: &Problem, state: &State) -> Result<f64, String> {
    // The next piece, and the one that Hold gives instead.
    let queue: Vec<_> = problem.queue().iter().copied().skip(state.taken()).collect();
    let current = queue.first().copied().ok_or("there is no next piece")?;
    let other = state.held().or(queue.get(1).copied()).unwrap_or(current);
    let (moves, encoding, board) = (problem.moves(), problem.encoding(), state.board());
    let setup = Setup { pieces: 1, encoding, board, ..Setup::new(&[current, other], moves) };
    let one = Problem::new(&setup).map_err(|error| error.to_string())?;
    let space = one.space();
    let (ways, mut genes) = (space.count() as u64, vec![0; space.length()]);
    let boards: HashSet<Board> = (0..ways)
        .map(|number| {
            numbered(&space, number, &mut genes);
            one.state_after(&genes).board()
        })
        .collect();
    Ok(boards.len() as f64 / ways as f64)
}
