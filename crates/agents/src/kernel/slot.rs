//! The whole numbers that the kernel knows.

use tetrolab_engine::DropRules;

/// The whole numbers that boards and drops have.
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
    // Those that are not made for many drops at once.
    WellsFahey,
    SurroundedHoles,
    Occupied,
    WeightedCells,
    HeightRange,
    HeightSum,
    LowestHeight,
    BlocksBelowGap,
    WeightedBelowGap,
    ClearableLines,
    ColumnsWithHoles,
    ConnectedHoles,
    CellsAboveHoles,
    Pits,
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

pub(super) const SLOTS: usize = Slot::WeightedHeight as usize + 1;
pub(super) const SLOTS_FOR_MANY: usize = SLOTS - SINGLE.count_ones() as usize;

impl Slot {
    /// The slot of a feature that is one whole number.
    pub(super) fn of(feature: &str) -> Option<Slot> {
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
            "wells_fahey" => Slot::WellsFahey,
            "surrounded_holes" => Slot::SurroundedHoles,
            "occupied" => Slot::Occupied,
            "weighted_cells" => Slot::WeightedCells,
            "max_height_diff" => Slot::HeightRange,
            "solver_deepest_well" => Slot::LowestHeight,
            "solver_blocks" => Slot::BlocksBelowGap,
            "solver_weighted_blocks" => Slot::WeightedBelowGap,
            "solver_clearable_lines" => Slot::ClearableLines,
            "solver_col_holes" => Slot::ColumnsWithHoles,
            "solver_connected_holes" => Slot::ConnectedHoles,
            "solver_blocks_above_holes" => Slot::CellsAboveHoles,
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
    pub(super) const fn scale(self) -> f64 {
        if matches!(self, Slot::LandingHeightTwice) { 0.5 } else { 1.0 }
    }

    pub(super) const fn bit(self) -> u64 {
        1 << self as u8
    }

    /// Whether it is made for many drops at once.
    pub(super) const fn is_for_many(self) -> bool {
        SINGLE & self.bit() == 0
    }

    /// Whether the lanes have what a drop changes, and the number of the board before it is the same for all.
    pub(super) const fn is_change(self) -> bool {
        CHANGES & self.bit() != 0
    }

    /// No number in the slot is larger, if it is made for many drops at once.
    pub(super) fn most(self, rules: DropRules) -> f64 {
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
            _ => f64::INFINITY,
        }
    }
}

/// The slots that have what a drop changes.
const CHANGES: u64 = Slot::RowTransitions.bit()
    | Slot::ColumnTransitions.bit()
    | Slot::Holes.bit()
    | Slot::Wells.bit()
    | Slot::WellsFast.bit()
    | Slot::HoleDepth.bit()
    | Slot::Roughness.bit()
    | Slot::AggregateHeight.bit()
    | Slot::Bumpiness.bit()
    | Slot::FilledCells.bit()
    | Slot::CoveredCells.bit()
    | Slot::WeightedHeight.bit();

/// The slots that are not made for many drops at once: from the one after the constant up to the board with its full rows.
pub(super) const SINGLE: u64 = ((1 << Slot::AggregateHeight as u8) - 1) & u64::MAX << (Slot::Constant as u8 + 1);

/// The slots of the nine heuristics of the Tetris Solver, for which single drops have code of their own.
pub(super) const SOLVER: u64 = Slot::BlocksBelowGap.bit()
    | Slot::WeightedBelowGap.bit()
    | Slot::ClearableLines.bit()
    | Slot::Roughness.bit()
    | Slot::ColumnsWithHoles.bit()
    | Slot::ConnectedHoles.bit()
    | Slot::CellsAboveHoles.bit()
    | Slot::Pits.bit()
    | Slot::Holes.bit()
    | Slot::LowestHeight.bit();

/// What stands for any set of slots.
pub(super) const ANY: u64 = 0;

/// Whether one of these slots is used; `SET` is the set that the caller was compiled for.
#[inline(always)]
pub(super) const fn uses<const SET: u64>(used: u64, slots: u64) -> bool {
    (if SET & !WITH_REST == ANY { used } else { SET }) & slots != 0
}

/// Stands beside a set where something is added for each drop. Without it, there is no code for that.
pub(super) const WITH_REST: u64 = 1 << 63;

/// The slots that look at the board with its full rows.
pub(super) const BEFORE: u64 = ((1 << SLOTS) - 1) & u64::MAX << Slot::AggregateHeight as u8;
