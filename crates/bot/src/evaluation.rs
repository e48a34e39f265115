//! What a board is worth, without looking further.

use tetrolab_engine::{Action, AttackTable, Board, Piece, Rules, Spin};

use crate::moves::Move;
use crate::terms::{BOARD_TERMS, MOVE_TERMS, OfBoard, OfMove};
use crate::weights::Weights;

/// No column counts more covered cells than this.
const MOST_COVERED: u32 = 6;

/// A well counts no more rows than this.
const DEEPEST_WELL: u32 = 8;

/// The lines a Tetris clears.
const TETRIS: u8 = 4;

/// The counts of a board.
pub(crate) type BoardCounts = [f32; BOARD_TERMS];

/// The counts of a move.
pub(crate) type MoveCounts = [f32; MOVE_TERMS];

/// What a game needs to know beside its board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Standing {
    pub hold: Option<Piece>,
    pub back_to_back: bool,
    pub combo: u32,
}

/// Values boards and moves.
#[derive(Clone, Debug)]
pub(crate) struct Evaluation {
    board: BoardCounts,
    moves: MoveCounts,
    attack: AttackTable,
    /// Visible rows.
    height: u32,
}

impl Evaluation {
    pub fn new(rules: &Rules, weights: &Weights) -> Evaluation {
        Evaluation {
            board: *weights.of_board(),
            moves: *weights.of_move(),
            attack: rules.attack,
            height: u32::from(rules.size.height),
        }
    }

    /// What the game is worth after a move, apart from what the move itself was worth.
    #[inline(always)]
    pub fn of_board(&self, board: &Board, standing: &Standing) -> f32 {
        let columns = board.columns();
        // The usual width as a constant: its loops are unrolled.
        let mut counts = match <&[u64; 10]>::try_from(columns) {
            Ok(columns) => counts(columns, self.height),
            Err(_) => counts(columns, self.height),
        };
        counts[OfBoard::BackToBack as usize] = f32::from(u8::from(standing.back_to_back));
        counts[OfBoard::HeldT as usize] = f32::from(u8::from(standing.hold == Some(Piece::T)));
        dot(&counts, &self.board)
    }

    /// What a move is worth that cleared these lines, and what follows for combo and Back-to-Back. Also the rows it sends.
    #[inline(always)]
    pub fn of_move(
        &self,
        before: &Standing,
        a_move: Move,
        held: bool,
        lines: u8,
        is_empty: bool,
    ) -> (f32, u32, Standing) {
        let Move { placement, spin } = a_move;
        let mut after = Standing { combo: 0, ..*before };
        let mut value = self.moves[OfMove::Landing as usize] * f32::from(placement.bottom());
        if held {
            value += self.moves[OfMove::Held as usize];
        }
        let is_wasted = match placement.piece {
            Piece::T => (lines == 0 || spin == Spin::None).then_some(OfMove::WastedT),
            Piece::I => (lines != TETRIS).then_some(OfMove::WastedI),
            _ => None,
        };
        if let Some(term) = is_wasted {
            value += self.moves[term as usize];
        }
        if lines == 0 {
            return (value, 0, after);
        }
        let is_difficult = lines == TETRIS || spin != Spin::None;
        let back_to_back = is_difficult && before.back_to_back;
        let action = Action { lines, spin, back_to_back, combo: before.combo, perfect_clear: is_empty };
        let attack = self.attack.rows(&action);
        let plain = self.attack.rows(&Action { combo: 0, ..action });
        value += self.moves[OfMove::Attack as usize] * attack as f32;
        value += self.moves[OfMove::ComboAttack as usize] * (attack - plain.min(attack)) as f32;
        let kind = match spin {
            Spin::None => OfMove::Single as usize + lines as usize - 1,
            Spin::Mini => OfMove::MiniSingle as usize + (lines as usize).min(2) - 1,
            Spin::Full => OfMove::SpinSingle as usize + (lines as usize).min(3) - 1,
        };
        value += self.moves[kind];
        if back_to_back {
            value += self.moves[OfMove::BackToBackClear as usize];
        } else if before.back_to_back {
            value += self.moves[OfMove::BackToBackBroken as usize];
        }
        if is_empty {
            value += self.moves[OfMove::PerfectClear as usize];
        }
        after.combo = before.combo + 1;
        after.back_to_back = is_difficult;
        (value, attack, after)
    }
}

#[inline(always)]
fn dot(counts: &BoardCounts, weights: &BoardCounts) -> f32 {
    counts.iter().zip(weights).map(|(count, weight)| count * weight).sum()
}

/// Counts what there is on a board with these columns.
#[inline(always)]
fn counts<C: AsRef<[u64]> + ?Sized>(columns: &C, visible: u32) -> BoardCounts {
    let columns = columns.as_ref();
    let width = columns.len();
    let mut heights = [0u32; 16];
    let (mut height, mut highest, mut filled) = (0, 0, 0);
    let (mut well, mut lowest) = (0, u32::MAX);
    let (mut hole_columns, mut covered, mut squared_covered) = (0, 0, 0);
    for (x, &column) in columns.iter().enumerate() {
        let top = u64::BITS - column.leading_zeros();
        heights[x] = top;
        height += top;
        filled += column.count_ones();
        highest = highest.max(top);
        if top < lowest {
            (well, lowest) = (x, top);
        }
        // Rows above the highest hole: the run of ones below the top.
        let run = (column << (column.leading_zeros() & 63)).leading_ones();
        let has_hole = u32::from(run < top);
        hole_columns += has_hole;
        let above = has_hole * run.min(MOST_COVERED);
        covered += above;
        squared_covered += above * above;
    }
    let (mut bumpiness, mut squared_bumpiness, mut transitions) = (0, 0, 0);
    let mut deep_wells = 0;
    let rows = ((1u128 << highest) - 1) as u64;
    let mut left = rows;
    let mut previous = if well == 0 { heights[1] } else { heights[0] };
    for x in 0..width {
        transitions += ((left ^ columns[x]) & rows).count_ones();
        left = columns[x];
        let left_height = if x == 0 { u32::MAX } else { heights[x - 1] };
        let right_height = if x + 1 == width { u32::MAX } else { heights[x + 1] };
        if x != well {
            let step = previous.abs_diff(heights[x]);
            bumpiness += step;
            squared_bumpiness += step * step;
            previous = heights[x];
            deep_wells += left_height.min(right_height).saturating_sub(heights[x] + 2);
        }
    }
    transitions += ((left ^ rows) & rows).count_ones();
    let full = FullBeside::of(columns);
    let ready = full.rows(well, 1) >> (lowest & 63);
    let slots = slots(columns, &heights, &full);
    let mut counts = [0.0; BOARD_TERMS];
    let mut set = |term: OfBoard, count: u32| counts[term as usize] = count as f32;
    set(OfBoard::Height, height);
    set(OfBoard::Highest, highest);
    set(OfBoard::UpperHalf, highest.saturating_sub(visible / 2));
    set(OfBoard::UpperQuarter, highest.saturating_sub(visible * 3 / 4));
    set(OfBoard::Bumpiness, bumpiness);
    set(OfBoard::SquaredBumpiness, squared_bumpiness);
    set(OfBoard::RowTransitions, transitions);
    set(OfBoard::Holes, height - filled);
    set(OfBoard::HoleColumns, hole_columns);
    set(OfBoard::Covered, covered);
    set(OfBoard::SquaredCovered, squared_covered);
    set(OfBoard::WellDepth, ready.trailing_ones().min(DEEPEST_WELL));
    set(OfBoard::DeepWells, deep_wells);
    set(OfBoard::NearEdgeWell, u32::from(well == 0 || well + 1 == width));
    for (lines, count) in slots.into_iter().enumerate() {
        counts[OfBoard::EmptySlots as usize + lines] = count as f32;
    }
    counts
}

/// What is full in all columns but some.
struct FullBeside {
    /// Rows full in all columns before this one, and in this one and all after it.
    before: [u64; 17],
    after: [u64; 17],
}

impl FullBeside {
    #[inline(always)]
    fn of(columns: &[u64]) -> FullBeside {
        let width = columns.len();
        let mut full = FullBeside { before: [u64::MAX; 17], after: [u64::MAX; 17] };
        for x in 0..width {
            full.before[x + 1] = full.before[x] & columns[x];
            full.after[width - 1 - x] = full.after[width - x] & columns[width - 1 - x];
        }
        full
    }

    /// The rows that are full but for so many columns from `left` on.
    #[inline(always)]
    fn rows(&self, left: usize, columns: usize) -> u64 {
        self.before[left] & self.after[left + columns]
    }
}

/// Places under an overhang where a T makes a T-Spin, by the lines it would clear.
///
/// A T facing South, nose in a notch, with one corner above it filled and nothing over the rest:
///
/// ```text
/// X..        X and .   as drawn
/// ...        the T lies in the three cells of this row
/// X.X        and in the notch
/// ```
///
/// A T facing East (or West, the other way round) that turns into a well from under a block with the fifth rotation point:
///
/// ```text
/// X....
/// .....      here it comes from, facing North, its left arm over the well
/// .X...
/// ...        the T lies in the first column of these three rows and in the notch beside it
/// .X
/// ```
#[inline(always)]
fn slots(columns: &[u64], heights: &[u32; 16], full: &FullBeside) -> [u32; 4] {
    let width = columns.len();
    let mut found = [0; 4];
    // Rows from which on a column is empty.
    let sky = |x: usize| u64::MAX.checked_shl(heights[x]).unwrap_or(0);
    for x in 1..width - 1 {
        let (left, middle, right) = (columns[x - 1], columns[x], columns[x + 1]);
        let notch = !(left | middle | right) & !(middle << 1 | 1) & left << 1 & right << 1;
        if notch == 0 {
            continue;
        }
        let overhang = (left >> 1 & sky(x + 1)) | (right >> 1 & sky(x - 1));
        let mut slots = notch & sky(x) & overhang;
        let (body, nose) = (full.rows(x - 1, 3), full.rows(x, 1) << 1);
        while slots != 0 {
            let y = slots.trailing_zeros();
            slots &= slots - 1;
            found[(body >> y & 1) as usize + (nose >> y & 1) as usize] += 1;
        }
    }
    for x in 0..width {
        let well = columns[x];
        let inside = !(well << 1 | 1) & !well & !(well >> 1) & !(well >> 2) & well >> 3;
        if inside == 0 {
            continue;
        }
        for (beside, beyond) in [(x + 1, x + 2), (x.wrapping_sub(1), x.wrapping_sub(2))] {
            if beside >= width || beyond >= width {
                continue;
            }
            let ledge = columns[beside];
            let mut slots = inside & ledge << 1 & !ledge & ledge >> 1 & sky(beside) >> 2 & sky(beyond) >> 2;
            let (arms, nose) = (full.rows(x, 1), full.rows(x.min(beside), 2));
            while slots != 0 {
                let y = slots.trailing_zeros();
                slots &= slots - 1;
                let lines = (arms >> (y - 1) & 1) + (nose >> y & 1) + (arms >> (y + 1) & 1);
                found[lines as usize] += 1;
            }
        }
    }
    found
}
