//! Perfect clears of the problem: an emptied board, several in a row, and the one worth most.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use tetrolab_engine::{Board, Piece, Placement};

use crate::bounds::{can_be_empty, has_gaps, may_be_inside};
use crate::moves::{Finder, MoveSet, Way};
use crate::perfect_clear::{
    Answer, Budget, End, Field, GeneMoves, MOST_LINES, Moves, Places, Puzzle, Richest, RichestAnswer, SoftDrop, Solver,
    Step, Worth, richest,
};
use crate::play::{LINE_POINTS, PERFECT_CLEAR_POINTS, Rest};
use crate::problem::{Problem, Solution};
use crate::state::{SIZE, State};

/// The moves of the problem, on the rows of a perfect clear.
#[derive(Clone, Debug)]
pub(crate) enum FieldMoves {
    Genes(Box<GeneMoves>),
    Reachable,
}

impl FieldMoves {
    pub fn of(problem: &Problem) -> FieldMoves {
        match problem.moves() {
            MoveSet::Genotype(genotype) => FieldMoves::Genes(Box::new(GeneMoves::new(genotype, problem.encoding()))),
            MoveSet::Reachable { .. } => FieldMoves::Reachable,
        }
    }
}

impl Moves for FieldMoves {
    #[inline]
    fn places(&self, field: Field, piece: Piece, lines: u8) -> Places {
        match self {
            FieldMoves::Genes(moves) => moves.places(field, piece, lines),
            FieldMoves::Reachable => SoftDrop.places(field, piece, lines),
        }
    }
}

/// How many lines are gone when the board is empty after all pieces, if they can be.
///
/// Every piece brings four Blocks and every line takes ten, so an empty board needs a number of Blocks that both divide.
pub(crate) fn lines_to_empty(problem: &Problem) -> Option<u32> {
    let blocks = problem.start().blocks() + 4 * problem.pieces() as u32;
    blocks.is_multiple_of(10).then_some(blocks / 10)
}

/// What is known about emptying the board.
#[derive(Clone, Debug, PartialEq)]
pub enum Emptied {
    /// These genes do it.
    Found(Box<Solution>),
    /// Nothing does: all ways were tried, or the number of Blocks forbids it.
    Impossible,
    /// No row of perfect clears, each of at most six lines, does it. Other ways were not tried.
    NotByChains,
    /// The search was stopped before it was known.
    Stopped,
}

/// Searches perfect clears for one problem.
pub struct Clears<'p> {
    problem: &'p Problem,
    moves: FieldMoves,
    solver: Solver<FieldMoves>,
    nodes: u64,
}

/// The beginning of a perfect clear in a chain.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Link {
    /// Pieces locked.
    locked: usize,
    /// Pieces taken from the queue.
    next: usize,
    held: Option<Piece>,
}

impl<'p> Clears<'p> {
    /// Nothing is known yet.
    pub fn new(problem: &'p Problem) -> Clears<'p> {
        let moves = FieldMoves::of(problem);
        Clears { problem, solver: Solver::new(moves.clone()), moves, nodes: 0 }
    }

    /// How many fields were looked at.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Empties the board with the last piece, if it can be done by perfect clears of at most six lines one after the other.
    pub fn empty(&mut self, budget: Budget<'_>) -> Emptied {
        let problem = self.problem;
        if !can_be_empty(problem) {
            return Emptied::Impossible;
        }
        // Over an empty row lines can go while the row stays, and what locks inside of others is not counted.
        let is_plain = !has_gaps(problem.start()) && !may_be_inside(problem, 0);
        let impossible = if is_plain { Emptied::Impossible } else { Emptied::NotByChains };
        let (Some(lines), Some(field)) = (lines_to_empty(problem), Field::of(&problem.start().board())) else {
            return Emptied::NotByChains;
        };
        if lines == 0 || u32::from(field.height()) > lines {
            return impossible;
        }
        let mut steps = Vec::new();
        let mut dead = HashSet::new();
        let start = Link { locked: 0, next: 0, held: None };
        match self.chain(field, start, budget, &mut dead, &mut steps) {
            Some(true) => Emptied::Found(Box::new(self.solution(&steps))),
            // Six lines at most: the search for the whole was part of it.
            Some(false) if lines <= u32::from(MOST_LINES) => impossible,
            Some(false) => Emptied::NotByChains,
            None => Emptied::Stopped,
        }
    }

    /// Adds the steps from here to the last piece. `None` if the search was stopped.
    fn chain(
        &mut self,
        field: Field,
        link: Link,
        budget: Budget<'_>,
        dead: &mut HashSet<Link>,
        steps: &mut Vec<Step>,
    ) -> Option<bool> {
        let left = self.problem.pieces() - link.locked;
        if left == 0 {
            return Some(true);
        }
        if dead.contains(&link) {
            return Some(false);
        }
        // Four lines first: they are found most easily. Six are a large search.
        for lines in [4, 2, 6, 1, 3, 5] {
            let puzzle = self.puzzle(field, link, lines);
            let Some(pieces) = puzzle.pieces().filter(|&pieces| pieces > 0 && pieces <= left) else { continue };
            // Ways that leave another piece in Hold, one after the other.
            let mut tried: HashSet<Option<Piece>> = HashSet::new();
            loop {
                let mut found = None;
                let queue = puzzle.queue;
                let spent = Budget { nodes: budget.nodes.saturating_sub(self.nodes), ..budget };
                let end = self.solver.for_each(&puzzle, spent, |steps| {
                    let after = after(link, queue, steps);
                    if tried.contains(&after.held) {
                        return ControlFlow::Continue(());
                    }
                    found = Some((after, steps.to_vec()));
                    ControlFlow::Break(())
                });
                self.nodes += self.solver.nodes();
                let Some((next, ways)) = found else {
                    match end {
                        End::Complete => break,
                        End::Stopped => return None,
                    }
                };
                tried.insert(next.held);
                let before = steps.len();
                steps.extend(ways);
                if self.chain(Field::EMPTY, next, budget, dead, steps)? {
                    return Some(true);
                }
                steps.truncate(before);
                // Without Hold, or at the end, it makes no difference how the lines go.
                if pieces == left || !puzzle.use_hold {
                    break;
                }
            }
        }
        dead.insert(link);
        Some(false)
    }

    fn puzzle(&self, field: Field, link: Link, lines: u8) -> Puzzle<'p> {
        let problem = self.problem;
        let use_hold = problem.moves().has_hold();
        Puzzle { field, lines, queue: &problem.queue()[link.next..], hold: link.held, use_hold }
    }

    /// The numbers of pieces, a bit each, after which the board may be empty: all but those for which it is known to be impossible.
    pub fn possible(&mut self, budget: Budget<'_>) -> u64 {
        let problem = self.problem;
        let start = Link { locked: 0, next: 0, held: None };
        let mut possible = u64::MAX;
        for pieces in 1..=problem.pieces().min(63) {
            let blocks = problem.start().blocks() + 4 * pieces as u32;
            let field = Field::of(&problem.start().board());
            let lines = u8::try_from(blocks / 10).ok().filter(|&lines| lines <= MOST_LINES);
            let is_impossible = match (blocks.is_multiple_of(10), lines, field) {
                (false, _, _) => true,
                (true, Some(lines), Some(field)) => {
                    let spent = Budget { nodes: budget.nodes.saturating_sub(self.nodes), ..budget };
                    let answer = self.solver.find(&self.puzzle(field, start, lines), spent);
                    self.nodes += self.solver.nodes();
                    answer == Answer::Impossible
                }
                _ => false,
            };
            if is_impossible {
                possible &= !(1 << pieces);
            }
        }
        possible
    }

    /// Fills the lowest `rows` rows but for the cells of `empty`, which makes all rows without such cells go, in the way that is
    /// worth most points, if any is worth at least `least`. `early` says that the board may be empty before the end.
    pub(crate) fn fill(
        &mut self,
        rows: u8,
        empty: Field,
        least: u32,
        early: bool,
        budget: Budget<'_>,
    ) -> (RichestAnswer, Option<Solution>) {
        let problem = self.problem;
        let puzzle = self.puzzle(Field::EMPTY, Link { locked: 0, next: 0, held: None }, rows);
        let leaves_nothing = empty == Field::EMPTY;
        let mut worth = Points { problem, leaves_nothing, early, finder: Finder::default(), spins: HashMap::new() };
        let (answer, nodes) = richest(&self.moves, &mut worth, &puzzle, empty, least, budget);
        self.nodes += nodes;
        let solution = match &answer {
            RichestAnswer::Best(Richest { steps, .. }) => Some(self.solution(steps)),
            _ => None,
        };
        (answer, solution)
    }

    fn solution(&self, steps: &[Step]) -> Solution {
        let problem = self.problem;
        let mut finder = Finder::default();
        let mut ways: Vec<Way> = Vec::with_capacity(steps.len());
        let mut state = *problem.start();
        for step in steps {
            let rest = rest(problem, &mut finder, &state, step.placement).expect("the place was found before");
            ways.push(Way { hold: step.hold, rest });
            state = problem.after(&state, *ways.last().expect("just added"));
        }
        problem.solution_to(&ways)
    }
}

/// Where a chain goes on after these steps.
fn after(link: Link, queue: &[Piece], steps: &[Step]) -> Link {
    let (mut next, mut held) = (0, link.held);
    for step in steps {
        // At the end of the queue only the held piece is left.
        let current = queue.get(next).copied();
        next += usize::from(current.is_some());
        if step.hold {
            next += usize::from(held.is_none());
            held = current;
        }
    }
    Link { locked: link.locked + steps.len(), next: link.next + next, held }
}

/// How a piece comes to rest there: without a spin if that is possible.
fn rest(problem: &Problem, finder: &mut Finder, state: &State, placement: Placement) -> Option<Rest> {
    let cells = |placement: Placement| {
        let mut cells = placement.cells();
        cells.sort_unstable();
        cells
    };
    let wanted = cells(placement);
    let candidates =
        finder.find(state, placement.piece, problem.moves(), problem.encoding(), problem.openings()).iter();
    let same = candidates.filter(|candidate| cells(candidate.rest.spot.placement(placement.piece)) == wanted);
    same.min_by_key(|candidate| (candidate.rest.turned, candidate.misses)).map(|candidate| candidate.rest)
}

/// What the problem's game pays.
struct Points<'p> {
    problem: &'p Problem,
    /// Whether the board is empty at the end.
    leaves_nothing: bool,
    /// Whether it may be empty before.
    early: bool,
    finder: Finder,
    /// Whether T can only spin into a place.
    spins: HashMap<(Field, Placement), bool>,
}

impl Worth for Points<'_> {
    fn points(&mut self, field: Field, placement: Placement, lines: u8, is_empty: bool) -> u32 {
        let spin = placement.piece == Piece::T
            && *self.spins.entry((field, placement)).or_insert_with(|| {
                let state = State::on(&board(field)).expect("a field is low");
                rest(self.problem, &mut self.finder, &state, placement).is_none_or(|rest| rest.turned)
            });
        let lines = if spin { 0 } else { LINE_POINTS[lines as usize] };
        u32::from(lines + if is_empty { PERFECT_CLEAR_POINTS } else { 0 })
    }

    fn most(&self, cells: u32, lines: u8) -> u32 {
        let lines = lines.into();
        match (self.leaves_nothing, self.early) {
            (true, true) => most_points(cells, lines),
            (true, false) if lines == 0 => 0,
            (true, false) => most_line_points(lines) + u32::from(PERFECT_CLEAR_POINTS),
            (false, false) => most_line_points(lines),
            // Every second line at most leaves an empty board, for five pieces do.
            (false, true) => most_line_points(lines) + u32::from(PERFECT_CLEAR_POINTS) * lines.div_ceil(2),
        }
    }
}

/// The points of `lines` lines in the best portions, the most that they can be worth.
pub(crate) fn most_line_points(lines: u32) -> u32 {
    let most = LINE_POINTS.len() as u32 - 1;
    u32::from(LINE_POINTS[most as usize]) * (lines / most) + u32::from(LINE_POINTS[(lines % most) as usize])
}

/// An upper bound of the points for clearing the last `lines` lines of a board with `cells` Blocks.
fn most_points(cells: u32, lines: u32) -> u32 {
    if lines == 0 {
        return 0;
    }
    let once = most_line_points(lines) + u32::from(PERFECT_CLEAR_POINTS);
    // The board may be empty before: when the Blocks so far are a multiple of ten, and those to come too.
    let earlier = (1..lines).filter(|&first| {
        10 * first >= cells && (10 * first - cells).is_multiple_of(4) && (10 * (lines - first)).is_multiple_of(4)
    });
    let twice =
        earlier.map(|first| most_line_points(first) + u32::from(PERFECT_CLEAR_POINTS) + most_points(0, lines - first));
    twice.fold(once, u32::max)
}

fn board(field: Field) -> Board {
    let mut board = Board::empty(SIZE);
    for (x, y) in (0..10).flat_map(|x| (0..6).map(move |y| (x, y))) {
        board.set(x as i8, y as i8, field.is_filled(x, y));
    }
    board
}
