//! The problem: a piece sequence, what may be done with each piece, and what a result is worth.

use std::fmt;
use std::ops::RangeInclusive;

use tetrolab_engine::{Board, Piece, Placement};
use tetrolab_optimize::genome::{Gene, Space};

use crate::fitness::{Fitness, Terms};
use crate::forms::FORMS;
use crate::genotype::{Actions, Encoding, Genotype, Meaning};
use crate::ground::Ground;
use crate::moves::{MoveSet, Way, actions_to};
use crate::openings::Openings;
use crate::play::{Deal, Locked, Play, Rest};
use crate::state::{SIZE, State};

/// The most pieces that can be played.
pub const MOST_PIECES: usize = 200;

/// What is to be solved, as plain data. [`Problem::new`] checks it.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The queue. A piece more than are played can come into play by Hold.
    pub queue: Vec<Piece>,
    /// How many pieces are played.
    pub pieces: usize,
    /// What may be done with each.
    pub moves: MoveSet,
    /// How genes are read.
    pub encoding: Encoding,
    /// What a final board is worth.
    pub fitness: Fitness,
    /// Where the game begins.
    pub board: Board,
}

impl Setup {
    /// All pieces of a queue, on the empty board, with the published fitness.
    pub fn new(queue: &[Piece], moves: impl Into<MoveSet>) -> Setup {
        Setup {
            queue: queue.to_vec(),
            pieces: queue.len(),
            moves: moves.into(),
            encoding: Encoding::default(),
            fitness: Fitness::default(),
            board: Board::empty(SIZE),
        }
    }

    /// The same by the rule of the Tetris Solver's program: where there is Hold, the last piece of the queue is not counted among
    /// the pieces that are played.
    pub fn tetris_solver(queue: &[Piece], moves: impl Into<MoveSet>) -> Setup {
        let setup = Setup::new(queue, moves);
        Setup { pieces: setup.pieces.saturating_sub(usize::from(setup.moves.has_hold())), ..setup }
    }
}

/// Why a setup is no problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// There is nothing to play, or too much.
    Pieces(usize),
    /// The queue is too short.
    Queue {
        /// How many pieces are played.
        pieces: usize,
        /// How many the queue has.
        given: usize,
    },
    /// The board is not 10 columns wide or has Blocks above row 20.
    Board,
    /// A weight is no finite number.
    Weight,
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::Pieces(pieces) => write!(f, "{pieces} pieces cannot be played; it can be 1 to {MOST_PIECES}"),
            SetupError::Queue { pieces, given } => {
                let has = if *given == 1 { "piece" } else { "pieces" };
                write!(f, "the queue has {given} {has}, but {pieces} are to be played")
            }
            SetupError::Board => {
                write!(f, "the board must be {} columns wide, with Blocks in the lowest 20 rows only", SIZE.width)
            }
            SetupError::Weight => write!(f, "every weight of the fitness must be a finite number"),
        }
    }
}

impl std::error::Error for SetupError {}

/// Genes that are none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GenesError {
    /// Not as many as there should be.
    Count {
        /// How many there should be.
        needed: usize,
        /// How many there are.
        given: usize,
    },
    /// A value out of its range.
    Value {
        /// Which piece, from 0.
        piece: usize,
        /// What the gene means.
        meaning: Meaning,
        value: i64,
    },
}

impl fmt::Display for GenesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GenesError::Count { needed, given } => write!(f, "there are {given} genes, but {needed} are needed"),
            GenesError::Value { piece, meaning, value } => {
                let (name, range) = (meaning.name(), meaning.range());
                let (low, high) = (range.start(), range.end());
                write!(f, "piece {}: {name} is {value}, but it can be {low} to {high}", piece + 1)
            }
        }
    }
}

impl std::error::Error for GenesError {}

/// What was done with one piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Whether Hold was used.
    pub hold: bool,
    /// Where the piece locked.
    pub placement: Placement,
    /// Its genes, if it has some.
    pub actions: Option<Actions>,
    /// Lines that went.
    pub lines: u8,
    /// Points, those for an empty board included.
    pub points: u16,
    /// Whether it was a spin, which makes lines worth nothing.
    pub spin: bool,
    /// Moves and turns that did nothing.
    pub misses: u16,
}

/// A solution, played.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// The genes, piece after piece.
    pub genes: Vec<i8>,
    /// What was done with each piece.
    pub steps: Vec<Step>,
    /// How it ended.
    pub state: State,
    /// What it is worth.
    pub terms: Terms,
}

impl Solution {
    /// What it is worth.
    pub fn fitness(&self) -> f64 {
        self.terms.total
    }

    /// How many Blocks are left.
    pub fn blocks(&self) -> u32 {
        self.state.blocks()
    }
}

/// A piece sequence, what may be done with each piece, and what a result is worth; checked.
#[derive(Debug)]
pub struct Problem {
    queue: Vec<Piece>,
    pieces: usize,
    moves: MoveSet,
    encoding: Encoding,
    fitness: Fitness,
    start: State,
    openings: Openings,
    deal: Deal,
}

impl Problem {
    /// Checks a setup.
    pub fn new(setup: &Setup) -> Result<Problem, SetupError> {
        let Setup { pieces, moves, encoding, fitness, .. } = *setup;
        if pieces == 0 || pieces > MOST_PIECES {
            return Err(SetupError::Pieces(pieces));
        }
        let given = setup.queue.len();
        if given < pieces {
            return Err(SetupError::Queue { pieces, given });
        }
        let weights = [fitness.penalty, fitness.score, fitness.heuristics];
        if !weights.iter().chain(&fitness.weights).all(|weight| weight.is_finite()) {
            return Err(SetupError::Weight);
        }
        // More than can be taken is not looked at.
        let queue = setup.queue[..given.min(pieces + usize::from(moves.has_hold()))].to_vec();
        let start = State::on(&setup.board).ok_or(SetupError::Board)?;
        let (openings, deal) = (Openings::new(encoding), Deal::new(&queue, pieces));
        Ok(Problem { queue, pieces, moves, encoding, fitness, start, openings, deal })
    }

    /// The pieces that can be taken.
    pub fn queue(&self) -> &[Piece] {
        &self.queue
    }

    /// How many pieces are played.
    pub fn pieces(&self) -> usize {
        self.pieces
    }

    /// What may be done with each.
    pub fn moves(&self) -> MoveSet {
        self.moves
    }

    /// # Panics
    /// If solutions have no genes: [`Problem::moves`] tells.
    #[inline]
    pub fn genotype(&self) -> Genotype {
        self.moves.genotype().expect("the moves are those of a genotype")
    }

    /// How genes are read.
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// What a final board is worth.
    pub fn fitness(&self) -> &Fitness {
        &self.fitness
    }

    pub(crate) fn deal(&self) -> &Deal {
        &self.deal
    }

    pub(crate) fn openings(&self) -> &Openings {
        &self.openings
    }

    /// Where the game begins.
    pub fn start(&self) -> &State {
        &self.start
    }

    /// Checks genes: as many as needed, each in its range.
    pub fn check(&self, genes: &[i8]) -> Result<(), GenesError> {
        self.check_ranges(genes, Meaning::range)
    }

    fn check_ranges(&self, genes: &[i8], range: fn(Meaning) -> RangeInclusive<i8>) -> Result<(), GenesError> {
        let meanings = self.genotype().meanings(self.encoding);
        let (needed, given) = (meanings.len() * self.pieces, genes.len());
        if given != needed {
            return Err(GenesError::Count { needed, given });
        }
        for (piece, genes) in genes.chunks(meanings.len()).enumerate() {
            for (&value, &meaning) in genes.iter().zip(&meanings) {
                if !range(meaning).contains(&value) {
                    return Err(GenesError::Value { piece, meaning, value: value.into() });
                }
            }
        }
        Ok(())
    }

    /// Plays genes and says what came of it.
    pub fn solution(&self, genes: &[i8]) -> Result<Solution, GenesError> {
        self.check(genes)?;
        Ok(self.solution_unchecked(genes))
    }

    /// As [`Problem::solution`], also with turns outside of their range, up to those that a move has.
    pub fn solution_with_any_turns(&self, genes: &[i8]) -> Result<Solution, GenesError> {
        self.check_ranges(genes, Meaning::range_of_any_turn)?;
        Ok(self.solution_unchecked(genes))
    }

    /// As [`Problem::solution`], also with turns outside of their range, as one variant of the annealing makes them.
    ///
    /// # Panics
    /// If there are too few genes.
    pub fn solution_unchecked(&self, genes: &[i8]) -> Solution {
        let (genotype, width) = (self.genotype(), self.genotype().genes());
        let mut genes_of = genes[..width * self.pieces].chunks(width);
        self.played(genes.to_vec(), |play| self.step_by_genes(play, genes_of.next()?, genotype))
    }

    /// The state after the pieces that there are genes for.
    ///
    /// # Panics
    /// If there are genes for more pieces than are played, or for a part of one.
    pub fn state_after(&self, genes: &[i8]) -> State {
        let (genotype, width) = (self.genotype(), self.genotype().genes());
        assert!(genes.len().is_multiple_of(width) && genes.len() <= width * self.pieces, "genes of whole pieces");
        let mut genes_of = genes.chunks(width);
        self.played(Vec::new(), |play| self.step_by_genes(play, genes_of.next()?, genotype)).state
    }

    /// What the genes of one piece do.
    fn step_by_genes(
        &self,
        play: &mut Play<'_>,
        genes: &[i8],
        genotype: Genotype,
    ) -> Option<(bool, Option<Actions>, Rest)> {
        let actions = Actions::read(genes, genotype, self.encoding);
        let hold = play.tally.holds(&self.deal, actions.hold);
        let piece = play.draw(&self.deal, hold);
        let rest = match genotype.is_double() {
            true => play.walk::<true>(self.encoding, piece, actions),
            false => play.walk::<false>(self.encoding, piece, actions),
        };
        Some((hold, Some(actions), rest))
    }

    /// Plays one piece after the other as `next` says, until it says nothing.
    fn played(
        &self,
        genes: Vec<i8>,
        mut next: impl FnMut(&mut Play<'_>) -> Option<(bool, Option<Actions>, Rest)>,
    ) -> Solution {
        let mut ground = Ground::new(&self.start);
        let mut play = Play::new(&mut ground, self.start.tally);
        let mut steps = Vec::with_capacity(self.pieces);
        let mut misses = 0;
        while let Some((hold, actions, rest)) = next(&mut play) {
            let Locked { lines, points, spin } = play.lock(&FORMS, rest);
            let total = play.tally.misses;
            let placement = rest.spot.placement(rest.piece);
            steps.push(Step { hold, placement, actions, lines, points, spin, misses: total - misses });
            misses = total;
        }
        let state = play.state();
        Solution { genes, steps, state, terms: self.fitness.terms(&state) }
    }

    /// The state after one more piece.
    pub(crate) fn after(&self, state: &State, way: Way) -> State {
        let mut ground = Ground::new(state);
        let mut play = Play::new(&mut ground, state.tally);
        play.draw(&self.deal, way.hold);
        play.lock(&FORMS, way.rest);
        play.state()
    }

    /// The genes that bring the next piece there.
    pub(crate) fn actions(&self, state: &State, way: &Way) -> Option<Actions> {
        actions_to(&mut Ground::new(state), state, way, self.genotype(), self.encoding, &self.openings)
    }

    /// The solution that brings one piece after the other to rest where it should, with genes if there are any.
    pub(crate) fn solution_to(&self, ways: &[Way]) -> Solution {
        let mut ways = ways.iter();
        let Some(genotype) = self.moves.genotype() else {
            return self.played(Vec::new(), |play| {
                let way = ways.next()?;
                play.draw(&self.deal, way.hold);
                Some((way.hold, None, way.rest))
            });
        };
        let mut genes = Vec::with_capacity(self.pieces * genotype.genes());
        self.played(Vec::new(), |play| {
            let way = ways.next()?;
            let piece = play.draw(&self.deal, way.hold);
            let actions = self.actions(&play.state(), way).expect("genes lead to every place that was found");
            genes.extend(actions.write(genotype, self.encoding));
            Some((way.hold, Some(actions), Rest { piece, ..way.rest }))
        });
        self.solution_unchecked(&genes)
    }

    /// What genes are worth. As fast as can be; the genes must be right.
    ///
    /// # Panics
    /// If a gene is out of its range or there are too few.
    pub fn evaluate(&self, genes: &[i8]) -> f64 {
        self.fitness.of(&self.play_on(genes, 0, &mut []))
    }

    /// Where the genes of a solution are from.
    pub fn space(&self) -> Space {
        let gene = |meaning: Meaning| {
            let (low, high) = (*meaning.range().start(), *meaning.range().end());
            match meaning {
                Meaning::Hold => Gene::FLIP,
                Meaning::FirstTurn | Meaning::SecondTurn => Gene::cyclic(high),
                Meaning::FirstMove | Meaning::SecondMove => Gene::linear(low, high),
            }
        };
        let genes = self.genotype().meanings(self.encoding).into_iter().map(gene).collect();
        Space::new(self.pieces, genes).expect("few pieces with good ranges")
    }

    /// Plays genes from piece `from` on and returns the last state. `states` holds the states after the first pieces: those before
    /// `from` are read, the others written.
    ///
    /// # Panics
    /// If a gene is out of its range or there are too few, or if `from` is beyond the states.
    #[inline(always)]
    pub(crate) fn play_on(&self, genes: &[i8], from: usize, states: &mut [State]) -> State {
        match self.genotype() {
            Genotype::Simple => self.play_on_as::<false, false, 2>(genes, from, states),
            Genotype::Double => self.play_on_as::<true, false, 4>(genes, from, states),
            Genotype::SwapSimple => self.play_on_as::<false, true, 3>(genes, from, states),
            Genotype::SwapDouble => self.play_on_as::<true, true, 5>(genes, from, states),
        }
    }

    #[inline(always)]
    fn play_on_as<const DOUBLE: bool, const HOLD: bool, const GENES: usize>(
        &self,
        genes: &[i8],
        from: usize,
        states: &mut [State],
    ) -> State {
        let genotype = Genotype::with(DOUBLE, HOLD);
        let forms = &*FORMS;
        let start = if from == 0 { &self.start } else { &states[from - 1] };
        let mut ground = Ground::new(start);
        let mut play = Play::new(&mut ground, start.tally);
        let (genes, _) = genes.as_chunks::<GENES>();
        for (at, genes) in genes[..self.pieces].iter().enumerate().skip(from) {
            let actions = Actions::read(genes, genotype, self.encoding);
            let tally = play.tally;
            let piece = play.draw(&self.deal, actions.hold);
            let rest = play.find::<DOUBLE>(forms, &self.openings, self.encoding, piece, actions);
            // Only now, long after the last piece was written into the rows: reading them at once would have to wait.
            if at > from
                && let Some(state) = states.get_mut(at - 1)
            {
                *state = State { words: play.ground.board(), tally };
            }
            play.lock(forms, rest);
        }
        let last = play.state();
        if let Some(state) = states.get_mut(self.pieces - 1) {
            *state = last;
        }
        last
    }
}
