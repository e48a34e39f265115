//! What the Blocks on a board are worth: all columns side by side.
//!
//! A lane is a column. Everything that is counted column by column is weighted there and added up once at the end, always in the
//! same order, so that every processor gets the same value. Loops go over all sixteen lanes without a branch: the compiler makes
//! vector instructions of them. Rows above the 32nd are not looked at.

use tetrolab_engine::{Board, Size};

use crate::terms::{BOARD_TERMS, OfBoard};

/// Lanes, as many as a board has words.
const LANES: usize = 16;

/// Columns of wall on either side of the lanes, so that neighbours are always there.
const BESIDE: usize = 2;

/// Lanes with their neighbours.
type Padded = [u32; LANES + 2 * BESIDE];

/// A column that is wall.
const WALL: u32 = u32::MAX;

/// No column counts more covered cells than this.
const MOST_COVERED: u32 = 6;

/// A well counts no more rows than this.
const DEEPEST_WELL: u32 = 8;

/// A column is no deep well unless it lies further below its neighbours than this.
const SHALLOW: u32 = 2;

/// Weighs the Blocks of boards of one size.
#[derive(Clone, Debug)]
pub(crate) struct Ground {
    weights: [f32; BOARD_TERMS],
    width: usize,
    half: u32,
    three_quarters: u32,
    /// 1 for the lanes that are columns, and for those that have a column at their left.
    columns: [f32; LANES],
    borders: [f32; LANES],
    /// 1 for the lanes that have a column at their right.
    pairs: [f32; LANES],
    /// All ones for the lanes that are columns.
    mask: [u32; LANES],
}

impl Ground {
    pub fn new(weights: &[f32; BOARD_TERMS], size: Size) -> Ground {
        let width = usize::from(size.width);
        let up_to = |count: usize| std::array::from_fn(|x| if x < count { 1.0 } else { 0.0 });
        Ground {
            weights: *weights,
            width,
            half: u32::from(size.height) / 2,
            three_quarters: u32::from(size.height) * 3 / 4,
            columns: up_to(width),
            borders: up_to(width + 1),
            pairs: up_to(width - 1),
            mask: std::array::from_fn(|x| if x < width { u32::MAX } else { 0 }),
        }
    }

    #[inline(always)]
    fn weight(&self, term: OfBoard) -> f32 {
        self.weights[term as usize]
    }

    /// What the Blocks are worth.
    #[inline(always)]
    pub fn value(&self, board: &Board) -> f32 {
        let mut columns: Padded = [WALL; LANES + 2 * BESIDE];
        for (lane, &column) in columns[BESIDE..].iter_mut().zip(board.all_columns()) {
            *lane = column as u32;
        }
        let mut heights: Padded = [u32::BITS; LANES + 2 * BESIDE];
        for x in 0..LANES {
            heights[BESIDE + x] = u32::BITS - columns[BESIDE + x].leading_zeros();
        }
        let (mut highest, mut lowest) = (0, u32::MAX);
        for x in 0..LANES {
            let height = heights[BESIDE + x];
            highest = highest.max(height & self.mask[x]);
            lowest = lowest.min(height | !self.mask[x]);
        }
        let well = (0..LANES).rev().fold(0, |well, x| if heights[BESIDE + x] == lowest { x } else { well });
        let rows = ((1u64 << highest) - 1) as u32;
        let lanes = self.lanes(&columns, &heights, rows);
        let mut value = sum(lanes);
        value += self.around_well(&heights, well);
        let mut others = u32::MAX;
        for x in 0..LANES {
            others &= columns[BESIDE + x] | if x == well { WALL } else { 0 };
        }
        let ready = (others.checked_shr(lowest).unwrap_or(0)).trailing_ones().min(DEEPEST_WELL);
        value += self.weight(OfBoard::WellDepth) * ready as f32;
        if well == 0 || well + 1 == self.width {
            value += self.weight(OfBoard::NearEdgeWell);
        }
        value += self.weight(OfBoard::Highest) * highest as f32;
        value += self.weight(OfBoard::UpperHalf) * highest.saturating_sub(self.half) as f32;
        value += self.weight(OfBoard::UpperQuarter) * highest.saturating_sub(self.three_quarters) as f32;
        value + self.slots(&columns, &heights)
    }

    /// What each column is worth by itself and beside its neighbours. The well is no exception yet.
    #[inline(always)]
    fn lanes(&self, columns: &Padded, heights: &Padded, rows: u32) -> [f32; LANES] {
        let mut values = [0.0; LANES];
        for x in 0..LANES {
            let (left, column) = (columns[BESIDE + x - 1], columns[BESIDE + x]);
            let (left_height, height, right_height) =
                (heights[BESIDE + x - 1], heights[BESIDE + x], heights[BESIDE + x + 1]);
            // The run of Blocks at the top; if it does not go down to the floor, there is a hole below it.
            let run = (!column.checked_shl(u32::BITS - height).unwrap_or(0)).leading_zeros();
            let has_hole = u32::from(run < height);
            let covered = has_hole * run.min(MOST_COVERED);
            let holes = height - column.count_ones();
            let deep = left_height.min(right_height).saturating_sub(height + SHALLOW);
            let step = height.abs_diff(right_height);
            let own = self.weight(OfBoard::Height) * height as f32
                + self.weight(OfBoard::Holes) * holes as f32
                + self.weight(OfBoard::HoleColumns) * has_hole as f32
                + self.weight(OfBoard::Covered) * covered as f32
                + self.weight(OfBoard::SquaredCovered) * (covered * covered) as f32
                + self.weight(OfBoard::DeepWells) * deep as f32;
            let between = self.weight(OfBoard::Bumpiness) * step as f32
                + self.weight(OfBoard::SquaredBumpiness) * (step * step) as f32;
            let transitions = ((left ^ column) & rows).count_ones();
            values[x] = own * self.columns[x]
                + between * self.pairs[x]
                + self.weight(OfBoard::RowTransitions) * transitions as f32 * self.borders[x];
        }
        values
    }

    /// The well is neither a step nor a deep well: takes that off, and adds the step over it.
    #[inline(always)]
    fn around_well(&self, heights: &Padded, well: usize) -> f32 {
        let (left, height, right) = (heights[BESIDE + well - 1], heights[BESIDE + well], heights[BESIDE + well + 1]);
        let step = |from: u32, to: u32| {
            let step = from.abs_diff(to);
            self.weight(OfBoard::Bumpiness) * step as f32
                + self.weight(OfBoard::SquaredBumpiness) * (step * step) as f32
        };
        let mut value = -self.weight(OfBoard::DeepWells) * left.min(right).saturating_sub(height + SHALLOW) as f32;
        let (has_left, has_right) = (well > 0, well + 1 < self.width);
        if has_left {
            value -= step(left, height);
        }
        if has_right {
            value -= step(height, right);
        }
        if has_left && has_right {
            value += step(left, right);
        }
        value
    }

    /// Places under an overhang where a T makes a T-Spin, by the lines it would clear.
    ///
    /// A T facing South, nose in a notch, with one corner above it filled and nothing over the rest:
    ///
    /// ```text
    /// X..
    /// ...   the T lies in the three cells of this row
    /// X.X   and in the notch
    /// ```
    ///
    /// A T facing East (or West, the other way round) that turns into a well from under a Block with the fifth rotation
    /// point:
    ///
    /// ```text
    /// X....
    /// .....   from here it comes, facing North, its left arm over the well
    /// .X...
    /// ...     the T lies in the first column of these three rows and in the notch beside it
    /// .X
    /// ```
    #[inline(always)]
    fn slots(&self, columns: &Padded, heights: &Padded) -> f32 {
        let mut sky: Padded = [0; LANES + 2 * BESIDE];
        for (sky, &height) in sky.iter_mut().zip(heights) {
            *sky = u32::MAX.checked_shl(height).unwrap_or(0);
        }
        let mut notches = [0; LANES];
        let mut wells = [[0; LANES]; 2];
        let mut any = 0;
        for x in 0..LANES {
            let at = BESIDE + x;
            let (left, middle, right) = (columns[at - 1], columns[at], columns[at + 1]);
            let notch = !(left | middle | right) & !(middle << 1 | 1) & left << 1 & right << 1;
            let overhang = (left >> 1 & sky[at + 1]) | (right >> 1 & sky[at - 1]);
            notches[x] = notch & sky[at] & overhang;
            let inside = !(middle << 1 | 1) & !middle & !(middle >> 1) & !(middle >> 2) & middle >> 3;
            let ledge =
                |beside: u32, sky: u32, beyond: u32| beside << 1 & !beside & beside >> 1 & sky >> 2 & beyond >> 2;
            wells[0][x] = inside & ledge(right, sky[at + 1], sky[at + 2]);
            wells[1][x] = inside & ledge(left, sky[at - 1], sky[at - 2]);
            any |= notches[x] | wells[0][x] | wells[1][x];
        }
        if any == 0 { 0.0 } else { self.count_slots(columns, &notches, &wells) }
    }

    /// How many lines the places for a T would clear. Few boards have one.
    #[inline(never)]
    fn count_slots(&self, columns: &Padded, notches: &[u32; LANES], wells: &[[u32; LANES]; 2]) -> f32 {
        let full = FullBeside::of(&columns[BESIDE..BESIDE + self.width]);
        let mut found = [0u32; 4];
        for x in 0..self.width {
            for y in bits(notches[x]) {
                found[(full.rows(x - 1, 3) >> y & 1) as usize + (full.rows(x, 1) >> (y - 1) & 1) as usize] += 1;
            }
            for (places, first) in [(wells[0][x], x), (wells[1][x], x.wrapping_sub(1))] {
                for y in bits(places) {
                    let arms = full.rows(x, 1);
                    let lines = (arms >> (y - 1) & 1) + (arms >> (y + 1) & 1) + (full.rows(first, 2) >> y & 1);
                    found[lines as usize] += 1;
                }
            }
        }
        let slots = &self.weights[OfBoard::EmptySlots as usize..];
        found.iter().zip(slots).map(|(&count, weight)| count as f32 * weight).sum()
    }
}

/// Adds up the lanes, always in the same order.
#[inline(always)]
fn sum(values: [f32; LANES]) -> f32 {
    let eight: [f32; 8] = std::array::from_fn(|x| values[x] + values[x + 8]);
    let four: [f32; 4] = std::array::from_fn(|x| eight[x] + eight[x + 4]);
    (four[0] + four[2]) + (four[1] + four[3])
}

/// The numbers of the bits that are set.
fn bits(mut word: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros())?;
        word &= word - 1;
        Some(bit)
    })
}

/// What is full in all columns but some.
struct FullBeside {
    /// Rows full in all columns before this one, and in this one and all after it.
    before: [u32; LANES + 1],
    after: [u32; LANES + 1],
}

impl FullBeside {
    fn of(columns: &[u32]) -> FullBeside {
        let width = columns.len();
        let mut full = FullBeside { before: [WALL; LANES + 1], after: [WALL; LANES + 1] };
        for x in 0..width {
            full.before[x + 1] = full.before[x] & columns[x];
            full.after[width - 1 - x] = full.after[width - x] & columns[width - 1 - x];
        }
        full
    }

    /// The rows that are full except for `columns` columns from `left` on.
    fn rows(&self, left: usize, columns: usize) -> u32 {
        self.before[left] & self.after[left + columns]
    }
}

#[cfg(test)]
mod tests;
