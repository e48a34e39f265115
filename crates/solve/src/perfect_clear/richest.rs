//! The way to fill a region that is worth most: all lines, or all but what is to be left.

use rustc_hash::FxHashMap;
use tetrolab_engine::{Piece, Placement};

use super::counts::Counts;
use super::field::{Field, MOST_LINES, WIDTH};
use super::moves::Moves;
use super::places::Places;
use super::prune;
use super::puzzle::{Budget, Puzzle, Step};
use super::tiling::may_be_tiled;

/// What clearing lines is worth.
pub trait Worth {
    /// Points for a piece at this place: `lines` are cleared by it, and nothing else is left if `is_empty`.
    fn points(&mut self, field: Field, placement: Placement, lines: u8, is_empty: bool) -> u32;

    /// An upper bound of the points for clearing `lines` more lines of a field with `cells` filled cells.
    fn most(&self, cells: u32, lines: u8) -> u32;
}

/// The best way to fill a region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Richest {
    pub points: u32,
    /// How it is done.
    pub steps: Vec<Step>,
}

/// What came out of a search for the best way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RichestAnswer {
    /// Nothing is worth more.
    Best(Richest),
    /// There is no way, or none that is worth as much as was asked for.
    Impossible,
    /// The search was stopped before it was known.
    Stopped,
}

/// Fields with tiles that are looked at before a field counts as one that may be filled.
const MOST_TILINGS: u64 = 20_000;

/// Searches all ways to fill the rows of a puzzle for the one that is worth most. Cells of `empty` stay empty, so that rows with
/// such cells are not cleared; without any it is a perfect clear. Ways worth less than `least` do not count.
pub fn richest<M: Moves>(
    moves: &M,
    worth: &mut impl Worth,
    puzzle: &Puzzle<'_>,
    empty: Field,
    least: u32,
    budget: Budget<'_>,
) -> (RichestAnswer, u64) {
    let to_fill = Field::full(puzzle.lines).0 & !puzzle.field.0 & !empty.0;
    if !to_fill.count_ones().is_multiple_of(4) || puzzle.field.height() > puzzle.lines {
        return (RichestAnswer::Impossible, 0);
    }
    let pieces = to_fill.count_ones() as usize / 4;
    let Some((held, queue, first)) = puzzle.hand(pieces) else { return (RichestAnswer::Impossible, 0) };
    let left = Counts::of(queue[first..].iter().copied().chain(held));
    let root = At { field: puzzle.field, empty, rows: puzzle.lines, next: first, held };
    let mut nodes = 0;
    if !prune::divides(Field(root.field.0 | empty.0), root.rows)
        || !may_be_tiled(Field(root.field.0 | empty.0), root.rows, left, MOST_TILINGS, &mut nodes)
    {
        return (RichestAnswer::Impossible, nodes);
    }
    let mut search = Search { moves, worth, budget, queue, known: FxHashMap::default(), nodes };
    let answer = match search.best(root, left, least) {
        None => RichestAnswer::Stopped,
        Some(points) if points.is_some_and(|points| points >= least) => {
            RichestAnswer::Best(Richest { points: points.unwrap_or(0), steps: search.steps(root, puzzle) })
        }
        Some(_) => RichestAnswer::Impossible,
    };
    (answer, search.nodes)
}

/// A field and the pieces at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct At {
    field: Field,
    /// What stays empty.
    empty: Field,
    /// Rows that are not cleared yet.
    rows: u8,
    next: usize,
    held: Option<Piece>,
}

impl At {
    /// How many rows can still be cleared: those without a cell that stays empty.
    fn lines(&self) -> u8 {
        (0..self.rows).filter(|row| self.empty.0 >> (WIDTH * row) & ROW == 0).count() as u8
    }

    /// Whether nothing is to be filled any more.
    fn is_done(&self) -> bool {
        Field::full(self.rows).0 & !self.field.0 & !self.empty.0 == 0
    }

    /// The place after a piece: rows that are full go, and with them the same rows of what stays empty.
    fn after(&self, cells: u64) -> (Field, Field, u8) {
        let (mut field, mut empty, mut lines) = (self.field.0 | cells, self.empty.0, 0);
        for row in (0..MOST_LINES.min(self.rows)).rev() {
            let shift = WIDTH * row;
            if field >> shift & ROW == ROW {
                let below = (1 << shift) - 1;
                field = field & below | field >> WIDTH & !below;
                empty = empty & below | empty >> WIDTH & !below;
                lines += 1;
            }
        }
        (Field(field), Field(empty), lines)
    }
}

/// One row, all filled.
const ROW: u64 = (1 << WIDTH) - 1;

/// What is known of a place.
#[derive(Clone, Copy, Debug)]
enum Known {
    /// The best that can be done: points, whether the held piece is placed, and where.
    Best(u32, bool, Placement),
    /// Nothing is worth as much as this.
    Below(u32),
}

struct Search<'a, M, W> {
    moves: &'a M,
    worth: &'a mut W,
    budget: Budget<'a>,
    queue: &'a [Piece],
    known: FxHashMap<At, Known>,
    nodes: u64,
}

impl<M: Moves, W: Worth> Search<'_, M, W> {
    /// The most points from here, if there is a way that is worth at least `least`; `None` if the search was stopped.
    fn best(&mut self, at: At, left: Counts, least: u32) -> Option<Option<u32>> {
        if at.is_done() {
            return Some(Some(0));
        }
        match self.known.get(&at) {
            Some(&Known::Best(points, ..)) => return Some(Some(points)),
            Some(&Known::Below(known)) if known <= least => return Some(None),
            _ => {}
        }
        let At { field, rows, next, held, .. } = at;
        self.nodes += 1;
        if self.budget.is_used_up(self.nodes) {
            return None;
        }
        let current = self.queue.get(next).copied();
        let most = self.worth.most(field.0.count_ones(), at.lines());
        let (mut wanted, mut best) = (least, None);
        'all: for (piece, is_held) in [(current, false), (held.filter(|_| held != current), true)] {
            let Some(piece) = piece else { continue };
            let kept = if is_held { current } else { held };
            let (left, places) = (left.without(piece), self.moves.places(field, piece, rows));
            for rotation in 0..4 {
                let mut centres = places.centres[rotation];
                while centres != 0 {
                    let centre = centres.trailing_zeros();
                    centres &= centres - 1;
                    let cells = Places::cells(piece, rotation, centre);
                    if cells & at.empty.0 != 0 {
                        continue;
                    }
                    let (after, empty, cleared) = at.after(cells);
                    let there = At { field: after, empty, rows: rows - cleared, next: next + 1, held: kept };
                    let filled = Field(after.0 | empty.0);
                    if !prune::divides(filled, there.rows)
                        || !may_be_tiled(filled, there.rows, left, MOST_TILINGS, &mut self.nodes)
                    {
                        continue;
                    }
                    let placement = Places::placement(piece, rotation, centre);
                    let points = match cleared {
                        0 => 0,
                        _ => self.worth.points(field, placement, cleared, after == Field::EMPTY),
                    };
                    if points + self.worth.most(after.0.count_ones(), there.lines()) < wanted {
                        continue;
                    }
                    if let Some(below) = self.best(there, left, wanted.saturating_sub(points))?
                        && points + below >= wanted
                    {
                        wanted = points + below + 1;
                        best = Some(Known::Best(points + below, is_held, placement));
                        if points + below >= most {
                            break 'all;
                        }
                    }
                }
            }
        }
        let known = best.unwrap_or(Known::Below(least));
        self.known.insert(at, known);
        Some(match known {
            Known::Best(points, ..) => Some(points),
            Known::Below(_) => None,
        })
    }

    /// The best way, as it is played.
    fn steps(&self, root: At, puzzle: &Puzzle<'_>) -> Vec<Step> {
        let (mut at, mut is_holding, mut steps) = (root, puzzle.hold.is_some(), Vec::new());
        while let Some(&Known::Best(_, is_held, placement)) = self.known.get(&at) {
            let hold = puzzle.use_hold && is_held == is_holding;
            is_holding |= hold;
            steps.push(Step { hold, placement });
            let cells = placement.cells().iter().map(|cell| 1 << (10 * cell.y + cell.x)).sum();
            let (field, empty, cleared) = at.after(cells);
            let held = if is_held { self.queue.get(at.next).copied() } else { at.held };
            at = At { field, empty, rows: at.rows - cleared, next: at.next + 1, held };
        }
        steps
    }
}
