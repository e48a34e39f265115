//! All drops of an orientation at once: lane `x` is the drop with its left edge over column `x`.
//!
//! A drop changes at most four columns, all above their surface. So what a drop does to most features follows from the gaps
//! it leaves below itself, and the rest from the columns it touches and their neighbours:
//!
//! - a gap below a Mino adds two column transitions, its cells are new holes, and its rows are rows with holes;
//! - Minos over a hole, old or new, add to the hole depth;
//! - row transitions change where the shape's own edges are: minus two where there was one already;
//! - wells are counted again in the touched columns and their two neighbours.
//!
//! Values are first added up roughly, in 32 bits. Only drops whose rough value is so near the best that they might be the best
//! are valued exactly, and only if there are several. Drops that fill a row are always valued exactly: each on its own, with
//! the columns of its board as lanes.

use tetrolab_engine::{Board, DropRules, Piece, Shape, orientations};

use crate::lanes::{Lanes, Mask};
use crate::linear::{Best, LOST};

/// The tallest board whose columns fit a lane: four hidden rows, and one bit above them.
const TALLEST: u8 = 27;

/// The numbers that lanes can have. Their order is the order of the published players, so that their values can be added up
/// while the numbers are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Slot {
    /// Twice the landing height, so that it is whole.
    LandingHeightTwice,
    Eroded,
    Lines,
    RowTransitions,
    ColumnTransitions,
    Holes,
    Wells,
    WellsFast,
    HoleDepth,
    RowsWithHoles,
    Diversity,
    Roughness,
    WallHeight,
    Constant,
    // The board with its full rows.
    AggregateHeight,
    FullRows,
    EmptyCells,
    Bumpiness,
    FilledCells,
    MaximumHeight,
    CoveredCells,
    WeightedHeight,
}

const SLOTS: usize = Slot::WeightedHeight as usize + 1;

impl Slot {
    /// The slot of a feature; those without one are computed drop by drop.
    pub(crate) fn of(feature: &str) -> Option<Slot> {
        Some(match feature {
            "f1_landing_height" => Slot::LandingHeightTwice,
            "f2_eroded" => Slot::Eroded,
            "f3_row_transitions" => Slot::RowTransitions,
            "f4_col_transitions" => Slot::ColumnTransitions,
            "f5_holes" => Slot::Holes,
            "f6_wells" => Slot::Wells,
            "f7_hole_depth" => Slot::HoleDepth,
            "f8_rows_with_holes" => Slot::RowsWithHoles,
            "f9_diversity" => Slot::Diversity,
            "wells_fast" => Slot::WellsFast,
            "sum_abs_height_diff" | "solver_roughness" => Slot::Roughness,
            "wall_height" => Slot::WallHeight,
            "lines" => Slot::Lines,
            "constant" => Slot::Constant,
            "aveiro_aggregate_height" => Slot::AggregateHeight,
            "aveiro_lines" | "sevilla_lines" => Slot::FullRows,
            "aveiro_holes" => Slot::EmptyCells,
            "aveiro_bumpiness" => Slot::Bumpiness,
            "sevilla_filled_cells" => Slot::FilledCells,
            "sevilla_maximum_height" => Slot::MaximumHeight,
            "sevilla_holes" => Slot::CoveredCells,
            "sevilla_weighted_height" => Slot::WeightedHeight,
            _ => return None,
        })
    }

    /// What a weight is multiplied with, so that it fits the whole number in the slot. A power of two changes no digit.
    const fn scale(self) -> f64 {
        if matches!(self, Slot::LandingHeightTwice) { 0.5 } else { 1.0 }
    }

    const fn bit(self) -> u32 {
        1 << self as u8
    }

    /// No number in the slot is larger.
    fn most(self, rules: DropRules) -> f64 {
        let (columns, rows) = (f64::from(rules.size().width), f64::from(rules.size().rows()));
        match self {
            Slot::Constant => 1.0,
            Slot::Lines | Slot::FullRows | Slot::RowsWithHoles | Slot::WallHeight | Slot::MaximumHeight => rows,
            Slot::LandingHeightTwice => 2.0 * rows,
            Slot::Eroded => 16.0,
            Slot::Diversity => 5.0,
            Slot::RowTransitions | Slot::ColumnTransitions => (columns + 1.0) * (rows + 1.0),
            Slot::Holes | Slot::HoleDepth | Slot::CoveredCells | Slot::EmptyCells | Slot::FilledCells => columns * rows,
            Slot::AggregateHeight | Slot::Roughness | Slot::Bumpiness => columns * rows,
            Slot::Wells | Slot::WellsFast | Slot::WeightedHeight => columns * rows * (rows + 1.0) / 2.0,
        }
    }
}

/// A slot and its weight.
#[derive(Clone, Copy, Debug)]
struct Term {
    slot: Slot,
    weight: f64,
}

/// Terms, and which slots they use.
#[derive(Clone, Debug)]
struct Terms {
    list: Vec<Term>,
    used: u32,
    set: Set,
    /// The weight of each slot, roughly.
    rough: [f32; SLOTS],
    /// Rough values that differ by more than this have the order of the exact ones.
    margin: f64,
}

/// Sets of slots that have a kernel of their own. Slots that a player does not use have weight 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Set {
    /// The features of Dellacherie, Thiery and Boumaza.
    Eight,
    /// The same with other wells, and diversity.
    Nine,
    /// Any slots.
    Any,
}

const EIGHT: u32 = Slot::LandingHeightTwice.bit()
    | Slot::Eroded.bit()
    | Slot::Lines.bit()
    | Slot::RowTransitions.bit()
    | Slot::ColumnTransitions.bit()
    | Slot::Holes.bit()
    | Slot::Wells.bit()
    | Slot::HoleDepth.bit()
    | Slot::RowsWithHoles.bit();
const NINE: u32 = EIGHT & !Slot::Wells.bit() | Slot::WellsFast.bit() | Slot::Diversity.bit();
/// What stands for [`Set::Any`].
const ANY: u32 = 0;

impl Terms {
    fn new(terms: &[(&str, f64)], rules: DropRules) -> Option<Terms> {
        let list: Option<Vec<Term>> = terms
            .iter()
            .map(|&(feature, weight)| Slot::of(feature).map(|slot| Term { slot, weight: weight * slot.scale() }))
            .collect();
        let list = list?;
        let used = list.iter().fold(0, |used, term| used | term.slot.bit());
        let sets = [(Set::Eight, EIGHT), (Set::Nine, NINE)];
        let set = sets.into_iter().find(|(_, slots)| used & !slots == 0).map_or(Set::Any, |(set, _)| set);
        let mut rough = [0.0; SLOTS];
        for term in &list {
            rough[term.slot as usize] += term.weight as f32;
        }
        // A number of 32 bits has 24 digits. Each weight, product and sum is off by at most half the last of them; the
        // largest sum there can be bounds them all. Twice for two values, and twice to be safe.
        let largest: f64 = list.iter().map(|term| term.weight.abs() * term.slot.most(rules)).sum();
        let margin = 4.0 * largest * (SLOTS + 4) as f64 / f64::from(1 << 24);
        // Weights out of the range of 32 bits cannot be added up roughly.
        let ordinary = list.iter().all(|term| term.weight == 0.0 || (1e-12..1e25).contains(&term.weight.abs()));
        ordinary.then_some(Terms { list, used, set, rough, margin })
    }

    /// Whether one of these slots is used; `SET` is the set that the caller was compiled for.
    #[inline(always)]
    const fn uses<const SET: u32>(&self, slots: u32) -> bool {
        (if SET == ANY { self.used } else { SET }) & slots != 0
    }
}

/// A player made ready for one size of board.
#[derive(Clone, Debug)]
pub(crate) struct Kernel {
    rules: DropRules,
    /// For each piece.
    terms: [Terms; 7],
    /// What a drop with so many lines is worth besides its features.
    rewards: [f64; 5],
    lost: f64,
}

impl Kernel {
    /// Nothing if a feature has no slot, or the board is too high.
    pub(crate) fn new(rules: DropRules, terms: [&[(&str, f64)]; 7], rewards: [f64; 5], lost: f64) -> Option<Kernel> {
        if rules.size().height > TALLEST {
            return None;
        }
        let terms: Option<Vec<Terms>> = terms.iter().map(|terms| Terms::new(terms, rules)).collect();
        let terms = <[Terms; 7]>::try_from(terms?).ok()?;
        Some(Kernel { rules, terms, rewards, lost })
    }

    /// Whether a board can be looked at this way.
    #[inline]
    pub(crate) fn fits(&self, board: &Board) -> bool {
        board.size() == self.rules.size() && board.stack_height() <= board.size().height
    }
}

/// Lanes with the parts of the kernel compiled for them, each a function of its own.
pub(crate) trait Form: Lanes {
    /// Whether sets of slots have kernels of their own.
    const SETS: bool;
    /// As [`look`].
    fn look<const W: usize, const SET: u32>(
        scene: &Scene<'_, Self, SET>,
        shape: &Shape,
        orientation: usize,
        choice: &mut Choice<Self>,
    );
    /// As [`exact`].
    fn exact<const SET: u32>(scene: &Scene<'_, Self, SET>, shape: &Shape, column: usize) -> Option<f64>;
}

/// The best drop of a piece; the board fits the kernel. Its value is only right if it is `valued`.
#[inline(always)]
pub(crate) fn best<L: Form>(kernel: &Kernel, board: &Board, piece: Piece, valued: bool) -> Best {
    match kernel.terms[piece as usize].set {
        Set::Eight if L::SETS => best_in::<L, EIGHT>(kernel, board, piece, valued),
        Set::Nine if L::SETS => best_in::<L, NINE>(kernel, board, piece, valued),
        _ => best_in::<L, ANY>(kernel, board, piece, valued),
    }
}

#[inline(always)]
fn best_in<L: Form, const SET: u32>(kernel: &Kernel, board: &Board, piece: Piece, valued: bool) -> Best {
    let terms = &kernel.terms[piece as usize];
    let scene = Scene::<L, SET>::new(kernel, terms, board);
    let mut choice =
        Choice { rough: [L::every_rough(f32::NEG_INFINITY); 4], best: (f64::NEG_INFINITY, u32::MAX), surviving: 0 };
    macro_rules! look {
        ($($width:literal)*) => {{
            let mut orientation = 0;
            $(
                let shape = piece.shape(orientations(piece)[orientation]);
                debug_assert_eq!(shape.width, $width);
                L::look::<$width, SET>(&scene, shape, orientation, &mut choice);
                orientation += 1;
            )*
            debug_assert_eq!(orientation, orientations(piece).len());
        }};
    }
    // The widths of its orientations.
    match piece {
        Piece::I => look!(1 4),
        Piece::O => look!(2),
        Piece::S | Piece::Z => look!(2 3),
        Piece::T => look!(2 3 2 3),
        Piece::J | Piece::L => look!(3 2 3 2),
    }
    choice.decide(&scene, piece, valued)
}

/// What has been seen of the drops so far.
pub(crate) struct Choice<L: Lanes> {
    /// The rough values of those that fill no row, by orientation.
    rough: [L::Rough; 4],
    /// The best of those that are valued exactly, as value and code.
    best: (f64, u32),
    surviving: u32,
}

/// A drop as a number: the first by orientation and column has the smallest.
#[inline(always)]
const fn code(orientation: u32, column: u32) -> u32 {
    orientation << 4 | column
}

impl<L: Form> Choice<L> {
    #[inline(always)]
    fn offer(&mut self, value: f64, code: u32) {
        let (best, first) = self.best;
        if value > best || value == best && code < first {
            self.best = (value, code);
        }
    }

    /// The largest value, and the first drop that has it. The value is only right if it is asked for.
    #[inline(always)]
    fn decide<const SET: u32>(mut self, scene: &Scene<'_, L, SET>, piece: Piece, valued: bool) -> Best {
        let rough =
            L::rough_max(L::rough_max(self.rough[0], self.rough[1]), L::rough_max(self.rough[2], self.rough[3]));
        let largest = f64::from(L::largest_rough(rough));
        let threshold = largest.max(self.best.0) - scene.terms.margin;
        // Rounded down, so that nothing is missed; but above what stands for no drop.
        let limit = (threshold as f32).next_down().max(f32::MIN);
        let mut near = 0u64;
        let mut orientation = 4;
        while orientation > 0 {
            orientation -= 1;
            near = near << 16 | u64::from(L::at_least(self.rough[orientation], limit));
        }
        if self.best.0 < threshold {
            self.best = (f64::NEG_INFINITY, u32::MAX);
        }
        if near.count_ones() == 1 && self.best.1 == u32::MAX && !valued {
            self.best.1 = near.trailing_zeros();
        } else {
            while near != 0 {
                let code = near.trailing_zeros();
                near &= near - 1;
                let shape = piece.shape(orientations(piece)[(code >> 4) as usize]);
                let value = L::exact(scene, shape, code as usize & 15).unwrap_or(scene.kernel.lost);
                self.offer(value, code);
            }
        }
        let (value, code) = self.best;
        Best {
            drop: tetrolab_engine::Drop { piece, orientation: (code >> 4) as u8, column: (code & 15) as u8 },
            value,
            surviving: self.surviving,
        }
    }
}

/// A board as lanes: what the drops of every orientation have in common.
pub(crate) struct Scene<'k, L, const SET: u32> {
    kernel: &'k Kernel,
    terms: &'k Terms,
    columns: L,
    /// Beyond the left wall and the right one: filled up to the height of the board.
    wall: L,
    heights: L,
    /// The cells of each column that differ from the column to the right.
    edges: L,
    /// The same for the left wall and the first column.
    first_edge: L,
    /// Rows that are full in all columns to the left of this one.
    full_left: L,
    /// Rows that are full in this column and all to the right of it.
    full_right: L,
    /// All ones in columns with a hole.
    holed: L,
    /// The numbers of the board itself.
    numbers: [u32; SLOTS],
    hole_rows: u32,
    /// Wells of this column and all to the left of it.
    wells: L,
    wells_fast: L,
    /// The differences of heights that occur left of this column's and right of it.
    differences_left: L,
    differences_right: L,
    stack: u32,
}

/// Combines each lane with all to its left.
macro_rules! scan_left {
    ($lanes:expr, $with:ident, $beyond:expr) => {{
        let mut lanes = $lanes;
        lanes = lanes.$with(lanes.left::<1>($beyond));
        lanes = lanes.$with(lanes.left::<2>($beyond));
        lanes = lanes.$with(lanes.left::<4>($beyond));
        lanes.$with(lanes.left::<8>($beyond))
    }};
}

/// Combines each lane with all to its right.
macro_rules! scan_right {
    ($lanes:expr, $with:ident, $beyond:expr) => {{
        let mut lanes = $lanes;
        lanes = lanes.$with(lanes.right::<1>($beyond));
        lanes = lanes.$with(lanes.right::<2>($beyond));
        lanes = lanes.$with(lanes.right::<4>($beyond));
        lanes.$with(lanes.right::<8>($beyond))
    }};
}

impl<'k, L: Lanes, const SET: u32> Scene<'k, L, SET> {
    #[inline(always)]
    fn new(kernel: &'k Kernel, terms: &'k Terms, board: &Board) -> Scene<'k, L, SET> {
        let size = kernel.rules.size();
        let inside = inside(size.width);
        let wall = L::every((1 << size.height) - 1);
        let first = board.all_columns()[0] as u32;
        // Columns beyond the width are all ones.
        let filled = L::from_columns(board.all_columns());
        let columns = filled.only(inside).or(wall.only(!inside));
        let whole = whole::<L, SET>(kernel, terms, columns, wall);
        let ones = L::every(u32::MAX);
        let full_left = scan_left!(filled.left::<1>(ones), and, ones);
        let full_right = scan_right!(filled, and, ones);
        let none = L::none();
        let (mut wells, mut wells_fast) = (none, none);
        if terms.uses::<SET>(Slot::Wells.bit()) {
            wells = scan_left!(whole.wells, plus, none);
        }
        if terms.uses::<SET>(Slot::WellsFast.bit()) {
            wells_fast = scan_left!(whole.wells_fast, plus, none);
        }
        let (mut differences_left, mut differences_right) = (none, none);
        if terms.uses::<SET>(Slot::Diversity.bit()) {
            differences_left = scan_left!(whole.differences, or, none);
            differences_right = scan_right!(whole.differences, or, none);
        }
        Scene {
            kernel,
            terms,
            columns,
            wall,
            heights: whole.heights,
            edges: whole.edges,
            first_edge: wall.xor(L::every(first)),
            full_left,
            full_right,
            holed: none.minus(whole.heights.minus(columns.count()).min(L::every(1))),
            numbers: whole.numbers,
            hole_rows: whole.hole_rows,
            wells,
            wells_fast,
            differences_left,
            differences_right,
            stack: whole.numbers[Slot::WallHeight as usize],
        }
    }
}

/// The lanes that are columns of the board.
#[inline(always)]
const fn inside(width: u8) -> Mask {
    ((1u32 << width) - 1) as Mask
}

/// Numbers of a whole board, with its columns as lanes.
struct Whole<L> {
    /// Those of the board; what is about a move is 0.
    numbers: [u32; SLOTS],
    hole_rows: u32,
    heights: L,
    edges: L,
    wells: L,
    wells_fast: L,
    /// For each column, one bit for the difference to the column on its right, if that is from -2 to 2.
    differences: L,
}

#[inline(always)]
fn whole<L: Lanes, const SET: u32>(kernel: &Kernel, terms: &Terms, columns: L, wall: L) -> Whole<L> {
    let size = kernel.rules.size();
    let (width, rows) = (u32::from(size.width), u32::from(size.height));
    let (inside, outside) = (inside(size.width), 16 - width);
    let none = L::none();
    let mut numbers = [0; SLOTS];
    let heights = columns.height();
    let (left, right) = (columns.left::<1>(wall), columns.right::<1>(wall));
    let edges = columns.xor(right);
    // Two sums at once, in the halves of a word.
    let transitions = columns.xor(columns.up::<1>().or(L::every(1))).count();
    let sums = edges.count().plus(transitions.up::<16>()).sum();
    let first = (columns.xor(wall).only(1)).any();
    numbers[Slot::RowTransitions as usize] = (sums & 0xFFFF) + first.count_ones();
    // A wall has one, at its top.
    numbers[Slot::ColumnTransitions as usize] = (sums >> 16) - outside;
    let filled = columns.count();
    let solid = columns.without(columns.plus(L::every(1))).count();
    let sums = heights.minus(filled).plus(filled.minus(solid).up::<16>()).sum();
    let holes = sums & 0xFFFF;
    numbers[Slot::Holes as usize] = holes;
    numbers[Slot::HoleDepth as usize] = sums >> 16;
    let hole_rows = L::every(1).up_by(heights).minus(L::every(1)).without(columns).any();
    numbers[Slot::RowsWithHoles as usize] = hole_rows.count_ones();
    let stack = u32::BITS - columns.only(inside).any().leading_zeros();
    numbers[Slot::WallHeight as usize] = stack;
    let (mut wells, mut wells_fast) = (none, none);
    if terms.uses::<SET>(Slot::Wells.bit() | Slot::WellsFast.bit()) {
        let cells = left.and(right).without(columns);
        if terms.uses::<SET>(Slot::Wells.bit()) {
            wells = depths::<L, 1>([cells; COLUMNS], [columns; COLUMNS]);
            numbers[Slot::Wells as usize] = wells.sum();
        }
        if terms.uses::<SET>(Slot::WellsFast.bit()) {
            let cells = filled_down::<L, 1>([cells; COLUMNS], [columns; COLUMNS]);
            wells_fast = depths::<L, 1>(cells, [columns; COLUMNS]);
            numbers[Slot::WellsFast as usize] = wells_fast.sum();
        }
    }
    let pairs = inside >> 1;
    let next = heights.right::<1>(none);
    let mut differences = none;
    if terms.uses::<SET>(Slot::Diversity.bit()) {
        differences = difference_bits(heights, next).only(pairs);
        numbers[Slot::Diversity as usize] = differences.any().count_ones();
    }
    if terms.uses::<SET>(Slot::Roughness.bit() | Slot::Bumpiness.bit() | Slot::AggregateHeight.bit()) {
        let sums = next.distance(heights).only(pairs).plus(heights.up::<16>()).sum();
        numbers[Slot::Roughness as usize] = sums & 0xFFFF;
        numbers[Slot::Bumpiness as usize] = sums & 0xFFFF;
        numbers[Slot::AggregateHeight as usize] = (sums >> 16) - outside * rows;
    }
    numbers[Slot::CoveredCells as usize] = holes;
    numbers[Slot::MaximumHeight as usize] = stack;
    if terms.uses::<SET>(Slot::FilledCells.bit() | Slot::EmptyCells.bit()) {
        let cells = filled.only(inside).sum();
        numbers[Slot::FilledCells as usize] = cells;
        numbers[Slot::EmptyCells as usize] = stack * width - cells;
    }
    if terms.uses::<SET>(Slot::WeightedHeight.bit()) {
        numbers[Slot::WeightedHeight as usize] = rows_of(columns.only(inside)).sum();
    }
    Whole { numbers, hole_rows, heights, edges, wells, wells_fast, differences }
}

/// The rows of all cells added up, 1 at the floor.
#[inline(always)]
fn rows_of<L: Lanes>(columns: L) -> L {
    let mut sum = columns.count();
    sum = sum.plus(columns.and(L::every(0xAAAA_AAAA)).count());
    sum = sum.plus(columns.and(L::every(0xCCCC_CCCC)).count().up::<1>());
    sum = sum.plus(columns.and(L::every(0xF0F0_F0F0)).count().up::<2>());
    sum = sum.plus(columns.and(L::every(0xFF00_FF00)).count().up::<3>());
    sum.plus(columns.and(L::every(0xFFFF_0000)).count().up::<4>())
}

/// A bit for the difference of two heights, right less left, if it is from -2 to 2; nothing otherwise.
#[inline(always)]
fn difference_bits<L: Lanes>(left: L, right: L) -> L {
    L::every(1).up_by(right.minus(left).plus(L::every(2))).and(L::every(0b11111))
}

/// The slots that look at the board with its full rows.
const BEFORE: u32 = u32::MAX << Slot::AggregateHeight as u8;

/// The most columns that wells are counted in: four and their neighbours.
const COLUMNS: usize = 6;

/// For each cell, how many empty cells there are from it downwards without a filled one between, in the first `N` columns.
#[inline(always)]
fn depths<L: Lanes, const N: usize>(mut cells: [L; COLUMNS], columns: [L; COLUMNS]) -> L {
    let mut sum = L::none();
    // Most wells are shallow: so far it is cheaper to go on than to look whether one must.
    let mut step = 0;
    while step < 3 {
        let mut j = 0;
        while j < N {
            sum = sum.plus(cells[j].count());
            cells[j] = cells[j].down::<1>().without(columns[j]);
            j += 1;
        }
        step += 1;
    }
    loop {
        let mut left = L::none();
        let mut j = 0;
        while j < N {
            left = left.or(cells[j]);
            sum = sum.plus(cells[j].count());
            cells[j] = cells[j].down::<1>().without(columns[j]);
            j += 1;
        }
        if left.some() == 0 {
            return sum;
        }
    }
}

/// The cells and all empty ones below them without a filled one between, in the first `N` columns.
#[inline(always)]
fn filled_down<L: Lanes, const N: usize>(mut cells: [L; COLUMNS], columns: [L; COLUMNS]) -> [L; COLUMNS] {
    loop {
        let mut new = L::none();
        let mut j = 0;
        while j < N {
            let more = cells[j].down::<1>().without(columns[j]).without(cells[j]);
            cells[j] = cells[j].or(more);
            new = new.or(more);
            j += 1;
        }
        if new.some() == 0 {
            return cells;
        }
    }
}

/// All drops of one orientation; `W` is its width.
#[inline(always)]
pub(crate) fn look<L: Form, const W: usize, const SET: u32>(
    scene: &Scene<'_, L, SET>,
    shape: &Shape,
    orientation: usize,
    choice: &mut Choice<L>,
) {
    let (kernel, terms) = (scene.kernel, scene.terms);
    let size = kernel.rules.size();
    let count = size.width as usize + 1 - W;
    let valid = ((1u32 << count) - 1) as Mask;
    let (none, one) = (L::none(), L::every(1));
    let mut heights = [none; 4];
    let mut row = none;
    let mut k = 0;
    while k < W {
        heights[k] = scene.heights.right_by(k, none);
        row = row.max(heights[k].minus(L::every(u32::from(shape.undersides[k]))));
        k += 1;
    }
    // The touched columns with their two neighbours on each side.
    let mut columns = [none; 8];
    columns[0] = scene.columns.left::<2>(scene.wall);
    columns[1] = scene.columns.left::<1>(scene.wall);
    columns[W + 2] = scene.columns.right_by(W, scene.wall);
    columns[W + 3] = scene.columns.right_by(W + 1, scene.wall);
    let mut gap_rows = L::every(scene.hole_rows);
    let (mut gaps, mut gapped, mut over_holes) = (none, none, none);
    let mut k = 0;
    while k < W {
        columns[k + 2] = scene.columns.right_by(k, none).or(L::every(shape.columns[k] as u32).up_by(row));
        let underside = u32::from(shape.undersides[k]);
        let gap = row.plus(L::every(underside)).minus(heights[k]);
        gaps = gaps.plus(gap);
        let has_gap = gap.min(one);
        gapped = gapped.plus(has_gap);
        let holed = scene.holed.right_by(k, none).or(none.minus(has_gap));
        over_holes = over_holes.plus(holed.and(L::every(shape.columns[k].count_ones())));
        let below = L::every(1 << underside).up_by(row).minus(one.up_by(heights[k]));
        gap_rows = gap_rows.or(below);
        k += 1;
    }
    let mut full = scene.full_left.and(scene.full_right.right_by(W, L::every(u32::MAX)));
    let mut k = 0;
    while k < W {
        full = full.and(columns[k + 2]);
        k += 1;
    }
    let touched = L::every((1 << shape.height) - 1).up_by(row);
    let top = row.plus(L::every(u32::from(shape.height)));
    let limit = L::every(u32::from(size.height));
    let over = top.max(limit).minus(limit).some() & valid;
    let mut clearing = full.and(touched).some() & valid;
    if !kernel.rules.lines_after_overflow {
        clearing &= !over;
    }
    let lost = over & !clearing;
    choice.surviving += (valid & !lost & !clearing).count_ones();

    let mut rough = L::every_rough(kernel.rewards[0] as f32);
    macro_rules! base {
        ($slot:ident) => {
            L::every(scene.numbers[Slot::$slot as usize])
        };
    }
    macro_rules! put {
        ($slot:ident, $value:expr) => {
            if terms.uses::<SET>(Slot::$slot.bit()) {
                rough = L::add_roughly(rough, $value, terms.rough[Slot::$slot as usize]);
            }
        };
    }
    put!(LandingHeightTwice, row.plus(row).plus(L::every(u32::from(shape.height) - 1)));
    if terms.uses::<SET>(Slot::RowTransitions.bit()) {
        let (mut edges, mut shared) = (0, none);
        let mut j = 0;
        while j <= W {
            let left = if j == 0 { 0 } else { shape.columns[j - 1] as u32 };
            let right = if j == W { 0 } else { shape.columns[j] as u32 };
            let own = left ^ right;
            edges += own.count_ones();
            let there =
                if j == 0 { scene.edges.left::<1>(scene.first_edge) } else { scene.edges.right_by(j - 1, none) };
            shared = shared.plus(there.and(L::every(own).up_by(row)).count());
            j += 1;
        }
        put!(RowTransitions, base!(RowTransitions).plus(L::every(edges)).minus(shared.plus(shared)));
    }
    put!(ColumnTransitions, base!(ColumnTransitions).plus(gapped.plus(gapped)));
    put!(Holes, base!(Holes).plus(gaps));
    if terms.uses::<SET>(Slot::Wells.bit() | Slot::WellsFast.bit()) {
        let mut own = [none; COLUMNS];
        let mut cells = [none; COLUMNS];
        let mut j = 0;
        while j < W + 2 {
            own[j] = columns[j + 1];
            cells[j] = columns[j].and(columns[j + 2]).without(own[j]).only(valid);
            j += 1;
        }
        if terms.uses::<SET>(Slot::Wells.bit()) {
            let sum = match W {
                1 => depths::<L, 3>(cells, own),
                2 => depths::<L, 4>(cells, own),
                3 => depths::<L, 5>(cells, own),
                _ => depths::<L, 6>(cells, own),
            };
            put!(Wells, around::<L, W>(scene.wells, scene.numbers[Slot::Wells as usize]).plus(sum));
        }
        if terms.uses::<SET>(Slot::WellsFast.bit()) {
            let sum = match W {
                1 => depths::<L, 3>(filled_down::<L, 3>(cells, own), own),
                2 => depths::<L, 4>(filled_down::<L, 4>(cells, own), own),
                3 => depths::<L, 5>(filled_down::<L, 5>(cells, own), own),
                _ => depths::<L, 6>(filled_down::<L, 6>(cells, own), own),
            };
            put!(WellsFast, around::<L, W>(scene.wells_fast, scene.numbers[Slot::WellsFast as usize]).plus(sum));
        }
    }
    put!(HoleDepth, base!(HoleDepth).plus(over_holes));
    put!(RowsWithHoles, gap_rows.count());
    let height_slots =
        Slot::Diversity.bit() | Slot::Roughness.bit() | Slot::Bumpiness.bit() | Slot::AggregateHeight.bit();
    if terms.uses::<SET>(height_slots) {
        // The heights from the left neighbour to the right one, before and after.
        let mut old = [none; COLUMNS];
        let mut new = [none; COLUMNS];
        old[0] = scene.heights.left::<1>(none);
        new[0] = old[0];
        old[W + 1] = scene.heights.right_by(W, none);
        new[W + 1] = old[W + 1];
        let mut k = 0;
        while k < W {
            old[k + 1] = heights[k];
            new[k + 1] = row.plus(L::every(u32::BITS - (shape.columns[k] as u32).leading_zeros()));
            k += 1;
        }
        // Walls have no height to differ from.
        let (mut bits, mut rougher, mut higher) = (none, none, none);
        let mut j = 0;
        while j <= W {
            let lanes = if j == 0 {
                valid & !1
            } else if j == W {
                valid >> 1
            } else {
                valid
            };
            bits = bits.or(difference_bits(new[j], new[j + 1]).only(lanes));
            let change = new[j].distance(new[j + 1]).minus(old[j].distance(old[j + 1]));
            rougher = rougher.plus(change.only(lanes));
            higher = higher.plus(new[j].minus(old[j]));
            j += 1;
        }
        let elsewhere = scene.differences_left.left::<2>(none).or(scene.differences_right.right_by(W, none));
        put!(Diversity, bits.or(elsewhere).count());
        put!(Roughness, base!(Roughness).plus(rougher));
        put!(Bumpiness, base!(Bumpiness).plus(rougher));
        put!(AggregateHeight, base!(AggregateHeight).plus(higher));
    }
    let stack = top.max(L::every(scene.stack));
    put!(WallHeight, stack);
    put!(Constant, one);
    put!(MaximumHeight, stack);
    put!(FullRows, full.count());
    put!(FilledCells, base!(FilledCells).plus(L::every(4)));
    put!(CoveredCells, base!(CoveredCells).plus(gaps));
    if terms.uses::<SET>(Slot::EmptyCells.bit()) {
        // The width is at most 16: four additions instead of a slow multiplication.
        let mut cells = none;
        let mut bit = 0;
        let mut doubled = stack;
        while bit < 5 {
            if size.width >> bit & 1 == 1 {
                cells = cells.plus(doubled);
            }
            doubled = doubled.plus(doubled);
            bit += 1;
        }
        put!(EmptyCells, cells.minus(base!(FilledCells).plus(L::every(4))));
    }
    if terms.uses::<SET>(Slot::WeightedHeight.bit()) {
        let mut own = 0;
        for (bit, row) in [(1, 1), (2, 2), (4, 3), (8, 4)] {
            own += row * (shape.columns.iter().filter(|&&column| column & bit != 0).count() as u32);
        }
        let fourfold = row.plus(row);
        put!(WeightedHeight, base!(WeightedHeight).plus(fourfold.plus(fourfold)).plus(L::every(own)));
    }

    choice.rough[orientation] = L::rough_only(rough, valid & !lost & !clearing);
    if lost != 0 {
        choice.offer(kernel.lost, code(orientation as u32, lost.trailing_zeros()));
    }
    let mut left = clearing;
    while left != 0 {
        let column = left.trailing_zeros();
        left &= left - 1;
        let value = L::exact(scene, shape, column as usize);
        choice.surviving += u32::from(value.is_some());
        choice.offer(value.unwrap_or(kernel.lost), code(orientation as u32, column));
    }
}

/// The sum over all columns but the touched ones and their neighbours, from the sums of each column and all to its left.
#[inline(always)]
fn around<L: Lanes, const W: usize>(sums: L, total: u32) -> L {
    let total = L::every(total);
    let touched = sums.right_by(W, total).minus(sums.left::<2>(L::none()));
    total.minus(touched)
}

/// The value of one drop; nothing if it loses the game.
#[inline(always)]
pub(crate) fn exact<L: Form, const SET: u32>(scene: &Scene<'_, L, SET>, shape: &Shape, column: usize) -> Option<f64> {
    let kernel = scene.kernel;
    let size = kernel.rules.size();
    let inside = inside(size.width);
    let heights = scene.heights.words();
    let mut row = 0;
    for k in 0..shape.width as usize {
        row = row.max(heights[column + k] as i32 - i32::from(shape.undersides[k]));
    }
    let row = row as u32;
    let mut columns = scene.columns;
    for k in 0..shape.width as usize {
        columns = columns.or(L::every((shape.columns[k] as u32) << row).only(1 << (column + k)));
    }
    let open = L::every(u32::MAX).without(columns).only(inside).any();
    let touched = ((1 << shape.height) - 1) << row;
    let over = row + u32::from(shape.height) > u32::from(size.height);
    let rows = if over && !kernel.rules.lines_after_overflow { 0 } else { touched & !open };
    let eroded: u32 = shape.columns.iter().map(|&own| ((own as u32) << row & rows).count_ones()).sum();
    let before = columns;
    let lines = rows.count_ones();
    let mut left = rows;
    while left != 0 {
        // From the top down, so that the rows still to be removed keep their number.
        let below = (1 << (31 - left.leading_zeros())) - 1;
        columns = columns.and(L::every(below)).or(columns.down::<1>().without(L::every(below)));
        left &= below;
    }
    columns = columns.only(inside).or(scene.wall.only(!inside));
    let mut numbers = whole::<L, SET>(kernel, scene.terms, columns, scene.wall).numbers;
    if numbers[Slot::WallHeight as usize] > u32::from(size.height) {
        return None;
    }
    if scene.terms.uses::<SET>(BEFORE) {
        let seen = whole::<L, SET>(kernel, scene.terms, before, scene.wall).numbers;
        numbers[Slot::AggregateHeight as usize..].copy_from_slice(&seen[Slot::AggregateHeight as usize..]);
        numbers[Slot::FullRows as usize] = (!open).count_ones();
    }
    numbers[Slot::LandingHeightTwice as usize] = 2 * row + u32::from(shape.height) - 1;
    numbers[Slot::Constant as usize] = 1;
    numbers[Slot::Lines as usize] = lines;
    numbers[Slot::Eroded as usize] = lines * eroded;
    let mut value = 0.0;
    for term in &scene.terms.list {
        value += f64::from(numbers[term.slot as usize]) * term.weight;
    }
    Some(kernel.rewards[lines as usize] + value)
}

/// The value of a lost game cannot be told from one of a drop.
const _: () = assert!(LOST < -1e90);
