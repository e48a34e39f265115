//! What cannot be surpassed: bounds on the Blocks left and on the fitness.

use crate::clears::most_line_points;
use crate::fitness::Fitness;
use crate::play::PERFECT_CLEAR_POINTS;
use crate::problem::Problem;
use crate::state::{EMPTY_ROW, HEIGHT, State};

/// The row in which pieces are generated: a stack up to here does not block them.
const GENERATION_ROW: u32 = 16;

/// The fewest Blocks that any solution can leave.
///
/// Every piece adds four Blocks and every line takes ten, so what is left has the same last digit as what was there and came. That
/// fails only if a piece locks inside of others.
pub fn least_blocks(problem: &Problem) -> u32 {
    fewest(problem, 0)
}

/// Whether the number of Blocks allows an empty board.
pub fn can_be_empty(problem: &Problem) -> bool {
    least_blocks(problem) == 0
}

/// The fewest Blocks from a number on that a solution can leave, as far as their number tells.
pub(crate) fn fewest(problem: &Problem, from: u32) -> u32 {
    let all = problem.start().blocks() + 4 * problem.pieces() as u32;
    (from..=all).find(|&left| left % 10 == all % 10 || may_be_inside(problem, left)).unwrap_or(all)
}

/// Whether a solution with a piece that locked inside of others may leave `left` Blocks.
///
/// For that the stack must have reached above row 16, which it cannot if it is low and there are few pieces. Of these 17 rows, none
/// empty, at most as many are left as there are Blocks; the others were cleared. So with `b` Blocks left at least `17 - b` lines
/// went, and `10 (17 - b) + b` is less than all Blocks there ever were. A board to begin with may have empty rows below others; of
/// those nothing is said.
pub(crate) fn may_be_inside(problem: &Problem, left: u32) -> bool {
    let (start, pieces) = (problem.start(), problem.pieces() as u32);
    if u32::from(start.tally.top) + 4 * (pieces - 1) <= GENERATION_ROW {
        return false;
    }
    let all = start.blocks() + 4 * pieces;
    let cleared = (GENERATION_ROW + 1).saturating_sub(left);
    has_gaps(start) || 10 * cleared + left < all
}

/// Whether rows without Blocks lie below others.
pub(crate) fn has_gaps(state: &State) -> bool {
    (0..state.tally.top as usize).any(|y| state.row(y) == EMPTY_ROW)
}

/// The most that the heuristics of a board can be worth, by its Blocks.
///
/// A board with a hole pays for a column with holes and for a Block above. One without has a column of height 0, for its rows are
/// not full; its Blocks, their heights and its roughness follow from the heights of its columns, over which this goes from left to
/// right. A line that one I would clear lies beside a pit.
pub(crate) fn boards(fitness: &Fitness, most: usize) -> Vec<Worth> {
    let weights = fitness.weights;
    let column = |height: usize| weights[1] * (height * (height + 1) / 2) as f64;
    // By height of the last column, whether one was 0, and Blocks so far.
    let tallest = most.min(HEIGHT);
    let nothing = || vec![[vec![f64::NEG_INFINITY; most + 1], vec![f64::NEG_INFINITY; most + 1]]; tallest + 1];
    let mut best = nothing();
    for (height, best) in best.iter_mut().enumerate() {
        best[usize::from(height == 0)][height] = column(height);
    }
    for _ in 1..10 {
        let mut next = nothing();
        for (last, had) in best.iter().enumerate() {
            for (was_zero, values) in had.iter().enumerate() {
                for (blocks, &value) in values.iter().enumerate().filter(|(_, value)| value.is_finite()) {
                    for height in 0..=tallest.min(most - blocks) {
                        let step = column(height) + weights[3] * last.abs_diff(height) as f64;
                        let there = &mut next[height][was_zero | usize::from(height == 0)][blocks + height];
                        *there = there.max(value + step);
                    }
                }
            }
        }
        best = next;
    }
    let worth = |blocks: usize| {
        let clearable = (blocks / 9).min(4) as f64 * weights[2];
        let all = weights[0] * blocks as f64;
        let flat = best.iter().map(|had| had[1][blocks]).fold(f64::NEG_INFINITY, f64::max);
        let with_hole = lightest(blocks as u32) as f64 * weights[1] + weights[4] + weights[6] + clearable;
        Worth {
            without_holes: fitness.heuristics * (all + flat + (clearable + weights[7]).max(0.0)),
            with_holes: if blocks > 0 { fitness.heuristics * (all + with_hole) } else { f64::NEG_INFINITY },
        }
    };
    (0..=most).map(worth).collect()
}

/// The most that the heuristics of a board with a given number of Blocks can be worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Worth {
    pub without_holes: f64,
    pub with_holes: f64,
}

/// The least weighted Blocks: nine a row.
fn lightest(blocks: u32) -> u32 {
    (0..blocks).map(|i| i / 9 + 1).sum()
}

/// What the heuristics can be worth at most in a game of ten pieces in which the stack once reached above the row of generation: 13
/// rows at least remain. What was said of the number of Blocks may be wrong for such a game. Before, the board may have been empty
/// once, after five pieces.
pub(crate) fn most_of_tall(fitness: &Fitness) -> f64 {
    /// The rows that remain, for at most four of 17 are cleared, and the least weighted Blocks in them: one a row.
    const ROWS: u32 = 13;
    const WEIGHTED: u32 = ROWS * (ROWS + 1) / 2;
    let weights = fitness.weights;
    fitness.score * f64::from(most_line_points(4) + u32::from(PERFECT_CLEAR_POINTS))
        + fitness.heuristics * (f64::from(ROWS) * weights[0] + f64::from(WEIGHTED) * weights[1] + 4.0 * weights[2])
}

/// Whether the weights have the signs of the published ones, on which all bounds rest.
pub(crate) fn has_signs(fitness: &Fitness) -> bool {
    let Fitness { penalty, score, heuristics, weights } = *fitness;
    let negative = [0, 1, 3, 4, 5, 6, 7, 8].iter().all(|&i| weights[i] <= 0.0);
    negative && weights[2] >= 0.0 && penalty <= 0.0 && score >= 0.0 && heuristics >= 0.0
}

/// What can come of a state with a few more pieces: optimistic, for A*.
#[derive(Clone, Debug)]
pub(crate) struct Tails {
    fitness: Fitness,
    boards: Vec<Worth>,
}

impl Tails {
    pub fn new(fitness: &Fitness) -> Tails {
        Tails { fitness: *fitness, boards: boards(fitness, 10 * HEIGHT) }
    }

    /// The most that the fitness can be after `left` more pieces. If the weights have other signs than the published ones, this is
    /// only a guess, and A* is not sure to find the best.
    pub fn most(&self, state: &State, left: usize) -> f64 {
        let Fitness { penalty, score, .. } = self.fitness;
        let blocks = state.blocks() + 4 * left as u32;
        let tally = &state.tally;
        // The rows that are nearest to full, as many as the Blocks to come can fill.
        let mut missing: Vec<u32> = (0..tally.top as usize).map(|y| (!state.row(y)).count_ones()).collect();
        missing.sort_unstable();
        let (mut room, mut lines) = (4 * left as u32, 0);
        for needed in missing.into_iter().chain(std::iter::repeat(10)) {
            if needed > room {
                break;
            }
            room -= needed;
            lines += 1;
        }
        let empties = (1..=left as u32).filter(|&pieces| {
            (state.blocks() + 4 * pieces).is_multiple_of(10) && state.blocks() + 4 * pieces <= 10 * lines
        });
        let empties = empties.count() as u32;
        (0..=lines)
            .filter(|&lines| 10 * lines <= blocks)
            .map(|lines| {
                let worth = self.boards[((blocks - 10 * lines) as usize).min(self.boards.len() - 1)];
                let points =
                    u32::from(tally.points) + most_line_points(lines) + u32::from(PERFECT_CLEAR_POINTS) * empties;
                penalty * f64::from(tally.misses)
                    + score * f64::from(points)
                    + worth.without_holes.max(worth.with_holes)
            })
            .fold(f64::NEG_INFINITY, f64::max)
    }
}
