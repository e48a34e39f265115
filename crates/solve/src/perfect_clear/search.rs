//! The search for a perfect clear with one row of pieces.
//!
//! Depth first: the next piece of the queue or the held one, everywhere it can come to rest. Two things keep the tree small.
//! Before a field is looked at, its empty cells must still be divisible into tiles of the very pieces that are left, which 97 of
//! 100 fields are not (`tiling.rs`). And fields that led nowhere are remembered together with the pieces to come, from one
//! search to the next.

use std::ops::ControlFlow;

use rustc_hash::FxHashSet;
use tetrolab_engine::{Piece, Placement};

use super::counts::Counts;
use super::field::{Field, MOST_LINES};
use super::moves::Moves;
use super::places::Places;
use super::prune;
use super::puzzle::{Answer, Budget, End, Puzzle, Step};
use super::tiling::may_be_tiled;

/// Searches for perfect clears with one set of moves, and keeps what it learns from one search for the next.
#[derive(Clone, Debug)]
pub struct Solver<M> {
    moves: M,
    /// Fields with pieces to come that do not clear them.
    dead: FxHashSet<u128>,
    nodes: u64,
}

/// Before a search more than this is forgotten: it takes 71 MB.
const MOST_DEAD: usize = 1 << 21;

/// Fields with tiles that are looked at before a field counts as one that may be cleared.
const MOST_TILINGS: u64 = 20_000;

impl<M: Moves> Solver<M> {
    /// A solver that knows nothing yet.
    pub fn new(moves: M) -> Solver<M> {
        Solver { moves, dead: FxHashSet::default(), nodes: 0 }
    }

    /// How many fields the last search looked at, those with tiles included.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The first solution, if there is one.
    pub fn find(&mut self, puzzle: &Puzzle<'_>, budget: Budget<'_>) -> Answer {
        let mut first = None;
        let end = self.for_each(puzzle, budget, |steps| {
            first = Some(steps.to_vec());
            ControlFlow::Break(())
        });
        match (first, end) {
            (Some(steps), _) => Answer::Found(steps),
            (None, End::Complete) => Answer::Impossible,
            (None, End::Stopped) => Answer::Stopped,
        }
    }

    /// Calls `visit` with every solution, until it has enough: each sequence of placements once.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use tetrolab_engine::Piece;
    /// use tetrolab_solve::perfect_clear::{Budget, Field, Puzzle, SoftDrop, Solver};
    ///
    /// let board = "XXXX..XXXX\nXXXX..XXXX".parse()?;
    /// let field = Field::of(&board).unwrap();
    /// let puzzle = Puzzle { field, lines: 2, queue: &[Piece::T, Piece::O], hold: None, use_hold: true };
    /// let mut solutions = Vec::new();
    /// Solver::new(SoftDrop).for_each(&puzzle, Budget::UNLIMITED, |steps| {
    ///     solutions.push(steps.to_vec());
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(solutions.len(), 1);
    /// assert!(solutions[0][0].hold && solutions[0][0].placement.piece == Piece::O);
    /// # Ok::<(), tetrolab_engine::ParseBoardError>(())
    /// ```
    pub fn for_each(
        &mut self,
        puzzle: &Puzzle<'_>,
        budget: Budget<'_>,
        visit: impl FnMut(&[Step]) -> ControlFlow<()>,
    ) -> End {
        if self.dead.len() > MOST_DEAD {
            self.dead = FxHashSet::default();
        }
        self.nodes = 0;
        let Some(pieces) = puzzle.pieces() else { return End::Complete };
        // As long as nothing is held, see `steps`.
        let Some((held, queue, first)) = puzzle.hand(pieces) else { return End::Complete };
        let mut search = Search {
            solver: self,
            puzzle,
            budget,
            queue,
            to_come: to_come(queue),
            path: Vec::with_capacity(pieces),
            visit,
        };
        let left = Counts::of(queue[first..].iter().copied().chain(held));
        match search.below(puzzle.field, puzzle.lines, first, held, left) {
            Below::Stopped => End::Stopped,
            Below::Nothing | Below::Something | Below::Enough => End::Complete,
        }
    }
}

/// For each place in the queue the pieces from there on as a number, three bits each, the first one lowest.
fn to_come(queue: &[Piece]) -> Vec<u64> {
    let mut numbers = vec![0; queue.len() + 1];
    for (index, &piece) in queue.iter().enumerate().rev() {
        numbers[index] = numbers[index + 1] << 3 | (piece as u64 + 1);
    }
    numbers
}

struct Search<'a, M, V> {
    solver: &'a mut Solver<M>,
    puzzle: &'a Puzzle<'a>,
    budget: Budget<'a>,
    queue: &'a [Piece],
    to_come: Vec<u64>,
    /// Whether the held piece was placed, and where.
    path: Vec<(bool, Placement)>,
    visit: V,
}

/// What was found below a field.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Below {
    Nothing,
    Something,
    Enough,
    Stopped,
}

impl<M: Moves, V: FnMut(&[Step]) -> ControlFlow<()>> Search<'_, M, V> {
    /// Tries all placements of the next piece of the queue and of the held one; `left` are all pieces that can still come.
    fn below(&mut self, field: Field, lines: u8, next: usize, held: Option<Piece>, left: Counts) -> Below {
        if lines == 0 {
            let steps = self.steps();
            return if (self.visit)(&steps).is_break() { Below::Enough } else { Below::Something };
        }
        self.solver.nodes += 1;
        if self.budget.is_used_up(self.solver.nodes) {
            return Below::Stopped;
        }
        let current = self.queue.get(next).copied();
        let key = self.key(field, lines, next, held);
        if self.solver.dead.contains(&key) {
            return Below::Nothing;
        }
        let mut found = Below::Nothing;
        for (piece, is_held) in [(current, false), (held.filter(|_| held != current), true)] {
            let Some(piece) = piece else { continue };
            let kept = if is_held { current } else { held };
            let (left, places) = (left.without(piece), self.solver.moves.places(field, piece, lines));
            for rotation in 0..4 {
                let mut centres = places.centres[rotation];
                while centres != 0 {
                    let centre = centres.trailing_zeros();
                    centres &= centres - 1;
                    let (after, cleared) = field.after(Places::cells(piece, rotation, centre));
                    let lines = lines - cleared;
                    if !prune::divides(after, lines)
                        || !may_be_tiled(after, lines, left, MOST_TILINGS, &mut self.solver.nodes)
                    {
                        continue;
                    }
                    self.path.push((is_held, Places::placement(piece, rotation, centre)));
                    let below = self.below(after, lines, next + 1, kept, left);
                    self.path.pop();
                    match below {
                        Below::Nothing => {}
                        Below::Something => found = Below::Something,
                        Below::Enough | Below::Stopped => return below,
                    }
                }
            }
        }
        if found == Below::Nothing {
            self.solver.dead.insert(key);
        }
        found
    }

    /// The field, its rows and the pieces to come as one number. Removed rows lie full above the others. Which of the two
    /// pieces at hand is held makes no difference.
    fn key(&self, field: Field, lines: u8, next: usize, held: Option<Piece>) -> u128 {
        let cells = field.0 | Field::full(MOST_LINES).0 & !Field::full(lines).0;
        let (held, to_come) = (held.map_or(0, |held| held as u64 + 1), self.to_come[next.min(self.queue.len())]);
        let current = to_come & 7;
        let hand = held.min(current) << 3 | held.max(current);
        u128::from(cells) | u128::from(hand) << 60 | u128::from(to_come >> 3) << 66
    }

    /// The path as it is played. As long as nothing is held, what the search calls held is the current piece, and what it
    /// calls the current piece would come by Hold.
    fn steps(&self) -> Vec<Step> {
        let mut is_holding = self.puzzle.hold.is_some();
        let mut steps = Vec::with_capacity(self.path.len());
        for &(is_held, placement) in &self.path {
            let hold = self.puzzle.use_hold && is_held == is_holding;
            is_holding |= hold;
            steps.push(Step { hold, placement });
        }
        steps
    }
}

/// The first solution of one puzzle: see [`Solver::find`].
///
/// ```
/// use tetrolab_engine::pieces_from_letters;
/// use tetrolab_solve::perfect_clear::{Answer, Budget, Field, Puzzle, SoftDrop, find};
///
/// let queue = pieces_from_letters("ILJOOII").unwrap();
/// let puzzle = Puzzle { field: Field::EMPTY, lines: 2, queue: &queue, hold: None, use_hold: true };
/// let Answer::Found(steps) = find(SoftDrop, &puzzle, Budget::UNLIMITED) else { panic!("it is possible") };
/// assert_eq!(steps.len(), 5);
/// ```
pub fn find(moves: impl Moves, puzzle: &Puzzle<'_>, budget: Budget<'_>) -> Answer {
    Solver::new(moves).find(puzzle, budget)
}
