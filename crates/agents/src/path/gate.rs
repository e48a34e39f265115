//! The gate: which places pass, and why others do not.

use std::error::Error;
use std::fmt;

use tetrolab_engine::{Board, Cell, Piece, Placement, Rotation};

use super::place::{Place, RowColumn, cell, from_top};

/// All placements of a piece that a place may mean on a board: at least one, each inside the board and on empty cells.
pub(super) fn covering(board: &Board, piece: Piece, place: &Place, whose: Whose) -> Result<Vec<Placement>, SpaceError> {
    let (width, rows) = (board.size().width, board.size().rows());
    let outside = |at| SpaceError::Outside { whose, at, width, rows };
    let centred = |rotation, at| {
        let Cell { x, y } = cell(at, width, rows).ok_or(outside(at))?;
        Ok(vec![Placement::new(piece, rotation, x, y)])
    };
    let placements = match place {
        &Place::Centre(rotation, at) => centred(rotation, at)?,
        &Place::FromFloor(rotation, [x, y]) => centred(rotation, [(i32::from(rows) - 1).saturating_sub(y), x])?,
        Place::Cells(listed) => {
            let mut cells = Vec::new();
            for &at in listed {
                let inside = cell(at, width, rows).ok_or(outside(at))?;
                if cells.contains(&inside) {
                    return Err(SpaceError::Repeated { whose, at });
                }
                cells.push(inside);
            }
            let Ok(cells) = <[Cell; 4]>::try_from(cells) else {
                return Err(SpaceError::NotFour { whose, found: listed.len() });
            };
            facings(piece, cells)
        }
    };
    let Some(first) = placements.first() else { return Err(SpaceError::NotAShape { whose, piece }) };
    for at in from_top(*first, rows) {
        let Cell { x, y } = cell(at, width, rows).ok_or(outside(at))?;
        if board.is_filled(x, y) {
            return Err(SpaceError::InBlocks { whose, at });
        }
    }
    Ok(placements)
}

/// Every placement of the piece that covers exactly these cells, from North to the right.
pub(super) fn facings(piece: Piece, mut cells: [Cell; 4]) -> Vec<Placement> {
    cells.sort_unstable();
    let covers = |rotation| {
        let mut shape = Placement::new(piece, rotation, 0, 0).cells();
        shape.sort_unstable();
        let step = (cells[0].x - shape[0].x, cells[0].y - shape[0].y);
        let same = shape.map(|cell| Cell::new(cell.x + step.0, cell.y + step.1)) == cells;
        same.then(|| Placement::new(piece, rotation, step.0, step.1))
    };
    Rotation::ALL.into_iter().filter_map(covers).collect()
}

/// Whether a place is the start or a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    Start,
    /// The only goal.
    Goal,
    /// One goal of several, counted from 1.
    Numbered(usize),
}

impl fmt::Display for Whose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Whose::Start => write!(f, "the start"),
            Whose::Goal => write!(f, "the goal"),
            Whose::Numbered(number) => write!(f, "goal {number}"),
        }
    }
}

/// Why a start or a goal is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SpaceError {
    /// A piece has four cells.
    NotFour {
        /// Start or goal.
        whose: Whose,
        /// How many cells it has.
        found: usize,
    },
    /// A cell is listed twice.
    Repeated {
        /// Start or goal.
        whose: Whose,
        at: RowColumn,
    },
    /// A cell is outside the board.
    Outside {
        /// Start or goal.
        whose: Whose,
        at: RowColumn,
        /// Columns of the board.
        width: u8,
        /// Rows of the board.
        rows: u8,
    },
    /// The cells are no shape of the piece.
    NotAShape {
        /// Start or goal.
        whose: Whose,
        piece: Piece,
    },
    /// A cell is filled.
    InBlocks {
        /// Start or goal.
        whose: Whose,
        at: RowColumn,
    },
    /// There is no goal.
    NoGoal,
}

impl fmt::Display for SpaceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SpaceError::NotFour { whose, found: 1 } => write!(f, "{whose} has one cell; a piece has four"),
            SpaceError::NotFour { whose, found } => write!(f, "{whose} has {found} cells; a piece has four"),
            SpaceError::Repeated { whose, at } => write!(f, "{whose} lists the cell {at:?} twice"),
            SpaceError::Outside { whose, at, width, rows } => write!(
                f,
                "{whose} has the cell {at:?} outside the board, which has rows 0 to {} from the top and columns 0 to {}",
                rows - 1,
                width - 1
            ),
            SpaceError::NotAShape { whose, piece } => write!(f, "the cells of {whose} are not a shape of {piece}"),
            SpaceError::InBlocks { whose: Whose::Start, at } => write!(f, "the start lies in Blocks at {at:?}"),
            SpaceError::InBlocks { whose, at } => {
                write!(f, "{whose} lies in Blocks at {at:?}, so no piece can come to rest there")
            }
            SpaceError::NoGoal => write!(f, "there is no goal"),
        }
    }
}

impl Error for SpaceError {}
