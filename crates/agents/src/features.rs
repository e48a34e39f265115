//! What players look at: every feature in one table.
//!
//! A feature is a number read off a drop: the board on which the piece lies with its full rows still there (`before`), the board
//! when they are gone (`after`), and what the drop did. Each says which of them it looks at.

pub(crate) mod course;
mod mdptetris;
mod solver;

use tetrolab_engine::{Board, Drop, DropOutcome, DropRules, Landing, Placement, Size, orientations};

use crate::nearest::Unknown;
pub(crate) use mdptetris::{height, holes_of, with_neighbours};

/// A drop and what came of it.
#[derive(Clone, Copy, Debug)]
pub struct Dropped {
    pub rules: DropRules,
    /// Which drop.
    pub drop: Drop,
    /// Where the piece lies, before rows are removed.
    pub landing: Landing,
    /// The board with the piece and its full rows.
    pub before: Board,
    /// The board when they are gone.
    pub after: Board,
    /// Lines, and whether the game is lost.
    pub outcome: DropOutcome,
}

impl Dropped {
    /// Drops a piece; `None` if there is no such drop.
    pub fn new(rules: DropRules, board: &Board, drop: Drop) -> Option<Dropped> {
        let mut before = *board;
        let landing = rules.land(&mut before, drop)?;
        let mut after = before;
        let outcome = rules.clear(&mut after, drop, landing);
        Some(Dropped { rules, drop, landing, before, after, outcome })
    }

    /// A piece that came to rest anywhere, also where no drop leads: below an overhang, or turned into a notch. The board may have
    /// other rows above than the rules. `None` if the piece or a Block lies above the rows of the rules, if the piece overlaps a
    /// Block, or if the board has another width.
    ///
    /// ```
    /// use tetrolab_agents::Dropped;
    /// use tetrolab_engine::{Board, DropRules, Piece, Placement, Rotation};
    ///
    /// let board: Board = "
    ///     ....XX....
    ///     XXX...XXXX
    ///     XXXX.XXXXX
    /// ".parse()?;
    /// let below = Placement::new(Piece::T, Rotation::South, 4, 1);
    /// let dropped = Dropped::at(DropRules::STANDARD, &board, below).expect("it fits there");
    /// assert_eq!((dropped.outcome.lines, dropped.outcome.eroded_cells), (2, 4));
    /// # Ok::<(), tetrolab_engine::ParseBoardError>(())
    /// ```
    pub fn at(rules: DropRules, board: &Board, placement: Placement) -> Option<Dropped> {
        let mut before = resized(board, rules.size())?;
        if !before.fits(placement) {
            return None;
        }
        let Placement { piece, rotation, x, .. } = placement;
        let shape = piece.shape(rotation);
        let looks_the_same = |other: &_| piece.shape(*other).columns == shape.columns;
        let orientation = orientations(piece).iter().position(looks_the_same)? as u8;
        let drop = Drop { piece, orientation, column: (x + shape.left) as u8 };
        let landing = Landing { row: placement.bottom() as u8, height: shape.height };
        for cell in placement.cells() {
            before.set(cell.x, cell.y, true);
        }
        let mut after = before;
        let outcome = rules.clear(&mut after, drop, landing);
        Some(Dropped { rules, drop, landing, before, after, outcome })
    }
}

/// The same Blocks on a board with other rows above; `None` if one has no place there.
fn resized(board: &Board, size: Size) -> Option<Board> {
    if board.size() == size {
        return Some(*board);
    }
    if board.size().width != size.width || board.stack_height() > size.rows() {
        return None;
    }
    let mut resized = Board::empty(size);
    for cell in board.cells() {
        resized.set(cell.x, cell.y, true);
    }
    Some(resized)
}

/// Where a feature comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The simulator MDPTetris, with the number it gives the feature there.
    Mdptetris(i32),
    /// The Tetris Solver.
    Solver,
    /// The agent of the course at Aveiro.
    Aveiro,
    /// The course at Seville.
    Sevilla,
}

impl Source {
    /// The word for it in texts.
    pub const fn name(self) -> &'static str {
        match self {
            Source::Mdptetris(_) => "MDPTetris",
            Source::Solver => "Tetris Solver",
            Source::Aveiro => "Aveiro",
            Source::Sevilla => "Seville",
        }
    }

    /// The number in MDPTetris.
    pub const fn number(self) -> Option<i32> {
        match self {
            Source::Mdptetris(number) => Some(number),
            _ => None,
        }
    }
}

/// What a feature looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// The move itself.
    Move,
    /// The board with the piece and its full rows.
    Before,
    /// The board when full rows are gone.
    After,
}

impl Sight {
    /// The word for it in texts.
    pub const fn name(self) -> &'static str {
        match self {
            Sight::Move => "move",
            Sight::Before => "before",
            Sight::After => "after",
        }
    }
}

/// How many numbers a feature is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// One.
    One,
    /// One for each column.
    Columns,
    /// One for each pair of neighbouring columns.
    Pairs,
}

impl Count {
    /// How many on a board of this width.
    pub const fn on(self, width: u8) -> usize {
        match self {
            Count::One => 1,
            Count::Columns => width as usize,
            Count::Pairs => width as usize - 1,
        }
    }
}

/// One feature.
#[derive(Clone, Copy, Debug)]
pub struct Feature {
    pub name: &'static str,
    /// One line about it.
    pub meaning: &'static str,
    /// Where it comes from.
    pub source: Source,
    /// What it looks at.
    pub sight: Sight,
    /// Whether it adds up over several moves. If not, it is about the board after the last one.
    pub adds_up: bool,
    /// How many numbers it is.
    pub count: Count,
    /// The number, or number `i` of several.
    pub value: fn(&Dropped, usize) -> f64,
}

impl PartialEq for Feature {
    fn eq(&self, other: &Feature) -> bool {
        self.name == other.name
    }
}

impl Feature {
    /// The feature with this name, or what is nearest to it.
    pub fn named(name: &str) -> Result<&'static Feature, Unknown> {
        let names = FEATURES.iter().map(|feature| feature.name);
        FEATURES.iter().find(|feature| feature.name == name).ok_or_else(|| Unknown::new("feature", name, names))
    }

    /// The feature with this number in MDPTetris.
    pub fn numbered(number: i32) -> Option<&'static Feature> {
        FEATURES.iter().find(|feature| feature.source == Source::Mdptetris(number))
    }

    /// How many numbers it is on a board of this width.
    pub const fn values_on(&self, width: u8) -> usize {
        self.count.on(width)
    }

    /// Its numbers for a drop.
    pub fn values(&self, dropped: &Dropped) -> impl Iterator<Item = f64> {
        let count = self.count.on(dropped.rules.size().width);
        (0..count).map(|index| (self.value)(dropped, index))
    }
}

/// One number.
const fn one(
    source: Source,
    sight: Sight,
    name: &'static str,
    meaning: &'static str,
    value: fn(&Dropped, usize) -> f64,
) -> Feature {
    Feature { name, meaning, source, sight, adds_up: matches!(sight, Sight::Move), count: Count::One, value }
}

/// A number of MDPTetris that looks at the board when full rows are gone.
const fn board(number: i32, name: &'static str, meaning: &'static str, value: fn(&Dropped, usize) -> f64) -> Feature {
    one(Source::Mdptetris(number), Sight::After, name, meaning, value)
}

/// A number of MDPTetris about the move.
const fn of_move(number: i32, name: &'static str, meaning: &'static str, value: fn(&Dropped, usize) -> f64) -> Feature {
    one(Source::Mdptetris(number), Sight::Move, name, meaning, value)
}

/// A number of the board with the piece and its full rows.
macro_rules! before {
    ($number:ident) => {
        |dropped, _| f64::from(course::$number(&dropped.before))
    };
}

/// All features. The names of those of MDPTetris are those of its recorded positions.
///
/// MDPTetris lists more that are not here because nothing says exactly what they are: 14 and 16 (not written there), 19 to 23,
/// -3, -5 and -7 to -13.
pub const FEATURES: &[Feature] = &[
    of_move(1, "f1_landing_height", "middle of the rows the piece lies in, 0 at the floor", mdptetris::landing_height),
    of_move(2, "f2_eroded", "rows removed times Minos of the piece in them", mdptetris::eroded),
    board(
        3,
        "f3_row_transitions",
        "changes between filled and empty along the rows, walls filled",
        mdptetris::row_transitions,
    ),
    board(
        4,
        "f4_col_transitions",
        "changes between filled and empty along the columns, floor filled",
        mdptetris::column_transitions,
    ),
    board(5, "f5_holes", "empty cells with a filled one above in the column", mdptetris::holes),
    board(
        6,
        "f6_wells",
        "for each empty cell between two filled ones, the empty cells from it downwards",
        mdptetris::cumulative_wells,
    ),
    board(-1, "f7_hole_depth", "filled cells with an empty one below in the column", mdptetris::hole_depth),
    board(-2, "f8_rows_with_holes", "rows with at least one hole", mdptetris::rows_with_holes),
    board(
        -14,
        "f9_diversity",
        "how many of -2, -1, 0, 1, 2 occur as differences of neighbouring heights",
        mdptetris::diversity,
    ),
    board(
        -6,
        "wells_fast",
        "as f6_wells, but below the first cell of a well every empty cell counts",
        mdptetris::wells_fast,
    ),
    board(
        12,
        "wells_fahey",
        "empty cells between two filled ones, and the empty cells below them",
        mdptetris::wells_fahey,
    ),
    board(
        -4,
        "surrounded_holes",
        "empty cells with a filled one directly above and below, the floor included",
        mdptetris::surrounded_holes,
    ),
    board(10, "occupied", "filled cells", mdptetris::occupied),
    board(11, "weighted_cells", "rows of all filled cells added up, 1 at the floor", mdptetris::weighted_cells),
    board(17, "sum_abs_height_diff", "differences of neighbouring heights added up", mdptetris::sum_of_differences),
    board(15, "max_height_diff", "highest column less the lowest", mdptetris::height_range),
    board(18, "mean_height", "mean height of the columns", mdptetris::mean_height),
    board(7, "wall_height", "height of the highest column", mdptetris::wall_height),
    of_move(13, "lines", "rows removed", mdptetris::lines),
    of_move(0, "constant", "always 1", mdptetris::constant),
    Feature {
        count: Count::Columns,
        ..board(8, "heights", "height of each column (Bertsekas)", mdptetris::column_height)
    },
    Feature {
        count: Count::Pairs,
        ..board(
            9,
            "abs_height_diffs",
            "difference of each two neighbouring heights (Bertsekas)",
            mdptetris::height_difference,
        )
    },
    one(Source::Solver, Sight::After, "solver_blocks", "filled cells up to the first empty row", solver::blocks),
    one(
        Source::Solver,
        Sight::After,
        "solver_weighted_blocks",
        "rows of these cells added up, 1 at the floor",
        solver::weighted_blocks,
    ),
    one(
        Source::Solver,
        Sight::After,
        "solver_clearable_lines",
        "most rows that one upright I could clear",
        solver::clearable_lines,
    ),
    one(
        Source::Solver,
        Sight::After,
        "solver_roughness",
        "differences of neighbouring heights added up",
        mdptetris::sum_of_differences,
    ),
    one(Source::Solver, Sight::After, "solver_col_holes", "columns with at least one hole", solver::columns_with_holes),
    one(
        Source::Solver,
        Sight::After,
        "solver_connected_holes",
        "holes that lie directly on another one",
        solver::connected_holes,
    ),
    one(
        Source::Solver,
        Sight::After,
        "solver_blocks_above_holes",
        "for each hole, the filled cells above it in the column",
        solver::blocks_above_holes,
    ),
    one(
        Source::Solver,
        Sight::After,
        "solver_pit_hole_percent",
        "pits / (pits + holes); a pit is a column lower than both neighbours",
        solver::pit_share,
    ),
    one(Source::Solver, Sight::After, "solver_deepest_well", "height of the lowest column", solver::deepest_well),
    one(
        Source::Aveiro,
        Sight::Before,
        "aveiro_aggregate_height",
        "heights of all columns added up",
        before!(aggregate_height),
    ),
    Feature { adds_up: true, ..one(Source::Aveiro, Sight::Before, "aveiro_lines", "full rows", before!(full_rows)) },
    one(
        Source::Aveiro,
        Sight::Before,
        "aveiro_holes",
        "empty cells in the rows up to the highest filled one, covered or not",
        before!(empty_cells),
    ),
    one(
        Source::Aveiro,
        Sight::Before,
        "aveiro_bumpiness",
        "differences of neighbouring heights added up",
        before!(bumpiness),
    ),
    one(Source::Sevilla, Sight::Before, "sevilla_filled_cells", "filled cells", before!(filled_cells)),
    one(
        Source::Sevilla,
        Sight::Before,
        "sevilla_maximum_height",
        "rows the stack reaches up to",
        before!(maximum_height),
    ),
    one(
        Source::Sevilla,
        Sight::Before,
        "sevilla_holes",
        "empty cells with a filled one above in the column",
        before!(holes),
    ),
    one(
        Source::Sevilla,
        Sight::Before,
        "sevilla_weighted_height",
        "rows of all filled cells added up, 1 at the floor",
        before!(weighted_height),
    ),
    Feature { adds_up: true, ..one(Source::Sevilla, Sight::Before, "sevilla_lines", "full rows", before!(full_rows)) },
];
