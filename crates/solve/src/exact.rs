//! The best there is, with proof.
//!
//! Of few pieces nearly everything is cleared in the end, so one goes backwards: for every final board that would be better than the
//! best known, is there a way to it? A way is a tiling of the rows that go and the Blocks that stay, in the order of the queue, and
//! the search for perfect clears finds it or finds that there is none.

use tetrolab_engine::Board;

use crate::auto::WIDEST_BEAM;
use crate::beam::BeamSearch;
use crate::bounds::{boards, fewest, has_signs, may_be_inside, most_of_tall};
use crate::clears::{Clears, Emptied, most_line_points};
use crate::effort::Effort;
use crate::fitness::Fitness;
use crate::perfect_clear::{Budget, Field, MOST_LINES, RichestAnswer};
use crate::play::PERFECT_CLEAR_POINTS;
use crate::problem::{Problem, Solution};
use crate::solver::{Control, Ended, Outcome};
use crate::state::{SIZE, State};

/// How many pieces there can be at most for a proof about the fitness: four lines and what is left fit into six rows.
const MOST_PIECES: usize = 10;

/// Empties the board if that can be done; if it is known that it cannot, at least ten Blocks more are left.
pub(crate) fn prove_blocks(problem: &Problem, effort: Effort, outcome: &mut Outcome, control: &mut Control<'_>) {
    let mut clears = Clears::new(problem);
    let emptied = clears.empty(budget(effort, outcome, control));
    outcome.evaluations += clears.nodes();
    match emptied {
        Emptied::Found(solution) => outcome.improve(*solution, "perfect clears"),
        Emptied::Impossible => {
            // Blocks are left, and their number has the last digit that it must have.
            outcome.least_blocks = outcome.least_blocks.max(fewest(problem, 1));
        }
        Emptied::NotByChains => {}
        Emptied::Stopped => outcome.ended = why(control),
    }
    (control.watch)(&outcome.progress("perfect clears", 0, None));
}

/// For few pieces: tries everything that may be better than the best known, and so finds the best or proves that it is known.
pub(crate) fn prove_by_trying(problem: &Problem, effort: Effort, outcome: &mut Outcome, control: &mut Control<'_>) {
    let Some(known) = outcome.fitness() else { return };
    let mut search = BeamSearch::new(problem, WIDEST_BEAM).above(known);
    let (before, pieces) = (outcome.evaluations, Some(problem.pieces() as u64));
    while !search.is_over() {
        let end = effort.end(outcome, control);
        let end = end.or_else(|| (!search.step(|| control.is_stopped())).then_some(Ended::Stopped));
        if let Some(end) = end {
            outcome.ended = end;
            return;
        }
        outcome.evaluations = before + search.placements();
        (control.watch)(&outcome.progress("exact", search.depth() as u64, pieces));
    }
    if let Some(solution) = search.best() {
        outcome.improve(solution, "exact");
    }
    if search.is_complete() {
        outcome.most_fitness = outcome.fitness();
    }
}

/// Whether everything can be tried: bounds rest on the number of Blocks, so no piece may lock inside of others. From an empty board
/// these are at most five pieces.
pub(crate) fn is_triable(problem: &Problem) -> bool {
    is_provable(problem) && (0..=4 * problem.pieces() as u32).all(|left| !may_be_inside(problem, left))
}

/// What is left for a search.
fn budget<'c>(effort: Effort, outcome: &Outcome, control: &Control<'c>) -> Budget<'c> {
    Budget { nodes: effort.left(outcome), stop: Some(control.stop) }
}

/// Why a search ended whose budget was used up.
fn why(control: &Control<'_>) -> Ended {
    if control.is_stopped() { Ended::Stopped } else { Ended::Limit }
}

/// A final board and the rows in which it can come about.
struct Target {
    /// What its heuristics are worth.
    value: f64,
    /// Rows that stay and rows that go.
    rows: u8,
    /// Cells that stay empty.
    empty: Field,
    lines: u32,
}

/// Improves the solution until nothing can be better. Writes down what cannot be surpassed.
pub(crate) fn prove_fitness(
    problem: &Problem,
    patience: Patience,
    effort: Effort,
    outcome: &mut Outcome,
    control: &mut Control<'_>,
) {
    let fitness = problem.fitness();
    let Some(known) = outcome.solution.as_ref().map(Solution::fitness) else { return };
    let mut clears = Clears::new(problem);
    let possible = clears.possible(budget(effort, outcome, control));
    outcome.evaluations += clears.nodes();
    // Whether the board may be empty before the last piece.
    let early = possible & ((1 << problem.pieces()) - 2) != 0;
    let all = 4 * problem.pieces() as u32;
    let worth = boards(fitness, all as usize);
    let most_points = |lines: u32, blocks: u32| {
        let empties = if early { lines.div_ceil(2) } else { u32::from(blocks == 0) };
        fitness.score * f64::from(most_line_points(lines) + u32::from(PERFECT_CLEAR_POINTS) * empties)
    };
    // What is left open when everything below was tried.
    let mut open = most_of_tall(fitness);
    let mut targets = Vec::new();
    for lines in 0..=all / 10 {
        let blocks = all - 10 * lines;
        if blocks == 0 && possible >> problem.pieces() & 1 == 0 {
            continue;
        }
        let points = most_points(lines, blocks);
        let worth = worth[blocks as usize];
        if points + worth.without_holes.max(worth.with_holes) > known {
            let mut stop = |boards| {
                (control.watch)(&outcome.progress("boards", boards as u64, None));
                control.is_stopped()
            };
            let left = usize::try_from(effort.left(outcome)).unwrap_or(usize::MAX);
            let patience = Patience { boards: patience.boards.min(left), ..patience };
            let (found, boards) =
                find_targets(problem, blocks, lines, known - points, &mut targets, patience, &mut stop);
            outcome.evaluations += boards as u64;
            open = open.max(points + found.unwrap_or(worth.without_holes.max(worth.with_holes)));
        }
    }
    let bound = |target: &Target| target.value + most_points(target.lines, u32::from(target.empty != Field::EMPTY));
    targets.sort_by(|a, b| bound(b).total_cmp(&bound(a)));
    let (mut best, count) = (known, targets.len() as u64);
    outcome.most_fitness = Some(targets.first().map_or(best, bound).max(open).max(best));
    for (done, target) in targets.iter().enumerate() {
        if bound(target) <= best {
            break;
        }
        if let Some(end) = effort.end(outcome, control) {
            outcome.ended = end;
            break;
        }
        // The least points that would be better.
        let least = ((best - target.value) / fitness.score).floor().max(-1.0) as i64 + 1;
        let (budget, before) = (budget(effort, outcome, control), clears.nodes());
        let (answer, solution) = clears.fill(target.rows, target.empty, least.max(0) as u32, early, budget);
        outcome.evaluations += clears.nodes() - before;
        if let Some(solution) = solution {
            // What needs a turn that fails is worth less than its board; something else may then be better.
            let promised = target.value + fitness.score * f64::from(solution.state.points());
            if promised > solution.fitness() {
                open = open.max(promised);
            }
            best = best.max(solution.fitness());
            outcome.improve(solution, "exact");
        }
        if answer == RichestAnswer::Stopped {
            outcome.ended = why(control);
            break;
        }
        let rest = targets.get(done + 1).map_or(best, bound);
        outcome.most_fitness = Some(rest.max(open).max(best));
        (control.watch)(&outcome.progress("exact", done as u64 + 1, Some(count)));
    }
    if outcome.ended == Ended::Complete {
        outcome.most_fitness = Some(open.max(best));
    }
}

/// Adds all boards that have `blocks` Blocks and are worth more than `least`, in every order with the rows that go. Returns the
/// most that boards with too many rows can be worth, `None` if there are too many boards or it was stopped; and how many boards
/// were looked at.
fn find_targets(
    problem: &Problem,
    blocks: u32,
    lines: u32,
    least: f64,
    targets: &mut Vec<Target>,
    patience: Patience,
    stop: &mut dyn FnMut(usize) -> bool,
) -> (Option<f64>, usize) {
    let (fitness, most_rows) = (problem.fitness(), u32::from(MOST_LINES).saturating_sub(lines));
    let weights = fitness.weights;
    let rows = [0; MOST_LINES as usize];
    let mut search = Boards { fitness, blocks, lines, least, rows, targets, looked_at: 0, patience, stop };
    for rows in 0..=most_rows.min(blocks) {
        if search.row(rows, rows, blocks, Covered::default()).is_none() {
            return (None, search.looked_at);
        }
    }
    let looked_at = search.looked_at;
    let tall = most_rows + 1;
    if blocks < tall {
        return (Some(f64::NEG_INFINITY), looked_at);
    }
    // Without a hole a column is empty and one is so tall; the way from one to the other is rough.
    let shape = (f64::from(tall) * weights[3]).max(weights[4] + weights[6]);
    let most = f64::from(blocks) * weights[0]
        + f64::from(lightest(blocks, tall)) * weights[1]
        + f64::from((blocks / 9).min(4)) * weights[2]
        + shape;
    (Some(fitness.heuristics * most), looked_at)
}

/// The least weight of `blocks` Blocks in `rows` rows, none of them empty and none full.
fn lightest(blocks: u32, rows: u32) -> u32 {
    let (mut spare, mut weighted) = (blocks.saturating_sub(rows), 0);
    for row in 1..=rows {
        let more = spare.min(8);
        spare -= more;
        weighted += row * (1 + more);
    }
    weighted
}

/// What lies over a row.
#[derive(Clone, Copy, Default)]
struct Covered {
    /// How many Blocks each column has.
    above: [u8; 10],
    /// Columns with a hole.
    columns: u16,
    /// The holes of the row above.
    holes: u16,
    /// What the rows above are worth.
    value: f64,
}

/// All boards, from their top row down.
struct Boards<'a> {
    fitness: &'a Fitness,
    blocks: u32,
    lines: u32,
    least: f64,
    rows: [u16; MOST_LINES as usize],
    targets: &'a mut Vec<Target>,
    looked_at: usize,
    patience: Patience,
    /// Is told how many boards were looked at, and says whether to stop.
    stop: &'a mut dyn FnMut(usize) -> bool,
}

/// If more boards are to be looked at, or more are found, it would take too long to try them all.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Patience {
    pub boards: usize,
    pub targets: usize,
}

impl Boards<'_> {
    /// Chooses the row below the `y + 1`th and all further down, for which `left` Blocks are left. `None` if it has to stop.
    fn row(&mut self, rows: u32, y: u32, left: u32, covered: Covered) -> Option<()> {
        let weights = self.fitness.weights;
        if left < y || left > 9 * y {
            return Some(());
        }
        self.looked_at += 1;
        if self.looked_at > self.patience.boards
            || self.targets.len() > self.patience.targets
            || self.looked_at.is_multiple_of(1 << 12) && (self.stop)(self.looked_at)
        {
            return None;
        }
        let most = covered.value
            + f64::from(left) * weights[0]
            + f64::from(lightest(left, y)) * weights[1]
            + f64::from((self.blocks / 9).min(4)) * weights[2];
        if self.fitness.heuristics * most <= self.least {
            return Some(());
        }
        if y == 0 {
            self.add(rows);
            return Some(());
        }
        for cells in 1..0x3FF_u16 {
            let count = cells.count_ones();
            if count > left {
                continue;
            }
            let mut next = covered;
            next.holes = 0;
            let mut above_holes = 0;
            for x in 0..10 {
                if cells >> x & 1 == 1 {
                    next.above[x] += 1;
                } else if next.above[x] > 0 {
                    next.holes |= 1 << x;
                    above_holes += u32::from(next.above[x]);
                }
            }
            next.columns |= next.holes;
            next.value += f64::from(count) * weights[0]
                + f64::from(count * y) * weights[1]
                + f64::from((next.columns & !covered.columns).count_ones()) * weights[4]
                + f64::from((next.holes & covered.holes).count_ones()) * weights[5]
                + f64::from(above_holes) * weights[6];
            self.rows[y as usize - 1] = cells;
            self.row(rows, y - 1, left - count, next)?;
        }
        Some(())
    }

    fn add(&mut self, high: u32) {
        let mut board = Board::empty(SIZE);
        for y in 0..high as usize {
            (0..10).for_each(|x| board.set(x, y as i8, self.rows[y] >> x & 1 == 1));
        }
        let state = State::on(&board).expect("it is low");
        let value = self.fitness.of(&state);
        if value <= self.least {
            return;
        }
        // Which of the rows stay: as many bits as the board has rows.
        let rows = high + self.lines;
        for staying in (0u32..1 << rows).filter(|rows| rows.count_ones() == high) {
            let (mut empty, mut y) = (0, 0);
            for row in (0..rows).filter(|row| staying >> row & 1 == 1) {
                empty |= u64::from(!self.rows[y] & 0x3FF) << (10 * row);
                y += 1;
            }
            self.targets.push(Target { value, rows: rows as u8, empty: Field(empty), lines: self.lines });
        }
    }
}

/// Whether a proof about the fitness is possible at all.
pub(crate) fn is_provable(problem: &Problem) -> bool {
    problem.pieces() <= MOST_PIECES && problem.start().is_empty() && has_signs(problem.fitness())
}
