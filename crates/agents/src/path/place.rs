//! Places as the course writes them: cells as row and column, rows counted from the top.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use tetrolab_engine::{Cell, Piece, Placement, Rotation};

/// Row and column of a cell, both from 0, the row from the **top**. (The engine counts rows from the floor.)
pub type RowColumn = [i32; 2];

/// The cells of a piece in reading order: row by row from the top, each from the left. `rows` is the height of the board.
///
/// ```
/// use tetrolab_agents::path::{from_top, list};
/// use tetrolab_engine::{Piece, Placement, Rotation};
///
/// // . x .      The top row of a board of 20 is row 0 here and row 19 in the engine.
/// // x x x
/// let cells = from_top(Placement::new(Piece::T, Rotation::North, 4, 18), 20);
/// assert_eq!(list(&cells), "[[0, 4], [1, 3], [1, 4], [1, 5]]");
/// ```
pub fn from_top(placement: Placement, rows: u8) -> [RowColumn; 4] {
    let mut cells = placement.cells().map(|cell| [i32::from(rows) - 1 - i32::from(cell.y), i32::from(cell.x)]);
    cells.sort_unstable();
    cells
}

/// Cells as text: `[[17, 4], [18, 4], [19, 3], [19, 4]]`.
pub fn list(cells: &[RowColumn]) -> String {
    format!("{cells:?}")
}

/// Where a piece starts or should arrive, not yet checked against a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// Its cells, in any order, whichever way it faces.
    Cells(Vec<RowColumn>),
    /// Its facing and the cell of its centre.
    Centre(Rotation, RowColumn),
    /// Its facing, and column and row of its centre as the engine counts them: the row from the **floor**.
    FromFloor(Rotation, [i32; 2]),
}

impl Place {
    /// Where the course lets a piece appear: facing North in the top rows, in the middle (rounded to the left).
    ///
    /// ```
    /// # use tetrolab_agents::path::Place;
    /// # use tetrolab_engine::Piece;
    /// assert_eq!(Place::top(Piece::J, 10).to_string(), "[[0, 3], [1, 3], [1, 4], [1, 5]]");
    /// ```
    pub fn top(piece: Piece, width: u8) -> Place {
        let cells = Placement::new(piece, Rotation::North, 0, 0).cells();
        let left = cells.iter().map(|cell| cell.x).min().unwrap_or(0);
        let right = cells.iter().map(|cell| cell.x).max().unwrap_or(0);
        let top = cells.iter().map(|cell| cell.y).max().unwrap_or(0);
        let first = (i32::from(width) - i32::from(right - left + 1)) / 2;
        let mut cells = cells.map(|cell| [i32::from(top - cell.y), first + i32::from(cell.x - left)]);
        cells.sort_unstable();
        Place::Cells(cells.to_vec())
    }

    /// A placement on a board of this many rows, with its facing.
    pub fn of(placement: Placement, rows: u8) -> Place {
        let row = i32::from(rows) - 1 - i32::from(placement.y);
        Place::Centre(placement.rotation, [row, i32::from(placement.x)])
    }
}

/// The cell as the engine counts, or `None` if it is outside a board of this size.
pub(super) fn cell([row, column]: RowColumn, width: u8, rows: u8) -> Option<Cell> {
    let inside = (0..i32::from(rows)).contains(&row) && (0..i32::from(width)).contains(&column);
    inside.then(|| Cell::new(column as i8, (i32::from(rows) - 1 - row) as i8))
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Cells(cells) => write!(f, "{}", list(cells)),
            Place::Centre(rotation, [row, column]) => write!(f, "{}@{row},{column}", rotation.name()),
            Place::FromFloor(rotation, [x, y]) => write!(f, "{}@x{x},y{y}", rotation.name()),
        }
    }
}

/// A text that is no place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsePlaceError(String);

impl fmt::Display for ParsePlaceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "cannot read the place {:?}; write cells as row,column from the top, such as 17,4 18,4 19,3 19,4 or \
             [[17,4],[18,4],[19,3],[19,4]], or facing and centre, such as west@18,4 or, from the floor, west@x4,y1",
            self.0
        )
    }
}

impl Error for ParsePlaceError {}

impl FromStr for Place {
    type Err = ParsePlaceError;

    /// Reads `[[17,4],[18,4],[19,3],[19,4]]`, `17,4 18,4 19,3 19,4`, `west@18,4` or `west@x4,y1`.
    ///
    /// ```
    /// # use tetrolab_agents::path::Place;
    /// assert_eq!("17,4 18,4 19,3 19,4".parse::<Place>(), "[[17, 4], [18, 4], [19, 3], [19, 4]]".parse());
    /// assert!("17,4 18".parse::<Place>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<Place, ParsePlaceError> {
        read(text).ok_or_else(|| ParsePlaceError(text.to_string()))
    }
}

fn read(text: &str) -> Option<Place> {
    let text = text.trim();
    if let Some((facing, centre)) = text.split_once('@') {
        let facing = Rotation::from_name(&facing.trim().to_ascii_lowercase())?;
        return match after('x', centre) {
            Some(centre) => Some(Place::FromFloor(facing, from_floor(centre)?)),
            None => Some(Place::Centre(facing, pair(centre)?)),
        };
    }
    let cells: Option<Vec<RowColumn>> = if text.starts_with('[') {
        let plain: String = text.chars().filter(|letter| !letter.is_whitespace()).collect();
        plain.strip_prefix("[[")?.strip_suffix("]]")?.split("],[").map(pair).collect()
    } else {
        text.split_whitespace().map(pair).collect()
    };
    cells.filter(|cells| !cells.is_empty()).map(Place::Cells)
}

fn pair(text: &str) -> Option<RowColumn> {
    let (row, column) = text.split_once(',')?;
    Some([row.trim().parse().ok()?, column.trim().parse().ok()?])
}

/// Column and row from the floor, where the `x` has been read: `4,y1`.
fn from_floor(text: &str) -> Option<[i32; 2]> {
    let (x, y) = text.split_once(',')?;
    Some([x.trim_end().parse().ok()?, after('y', y)?.trim_end().parse().ok()?])
}

/// What follows a letter, be it small or large.
fn after(letter: char, text: &str) -> Option<&str> {
    text.trim_start().strip_prefix([letter, letter.to_ascii_uppercase()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_survive_the_round_trip() {
        for text in ["[[17, 4], [18, 4], [19, 3], [19, 4]]", "west@18,4", "[[-1, 3]]", "west@x4,y1", "north@x-2,y-1"] {
            assert_eq!(text.parse::<Place>().unwrap().to_string(), text);
        }
        for (text, plain) in [
            ("WEST@18,4", "west@18,4"),
            (" West @ 18 , 4 ", "west@18,4"),
            ("South@X4,Y1", "south@x4,y1"),
            (" east @ x4 , y1 ", "east@x4,y1"),
        ] {
            assert_eq!(text.parse::<Place>().unwrap().to_string(), plain);
        }
        let placement = Placement::new(Piece::S, Rotation::West, 3, 7);
        assert_eq!(Place::of(placement, 20), Place::Centre(Rotation::West, [12, 3]));
    }

    #[test]
    fn what_is_no_place_is_refused() {
        let no_cells = ["", "[]", "[[]]", "[[1,2]", "1,2,3", "one,two", "[[1,2],3,4]", "99999999999,1", "x4,y1"];
        let no_centres = ["up@1,2", "west@1", "@1,2", "west@", "west@1,2,3"];
        let not_from_the_floor = [
            "west@x4,1",
            "west@4,y1",
            "west@y1,x4",
            "west@x4",
            "west@x,y",
            "west@xx4,y1",
            "west@x 4,y1",
            "west@x4,y1,2",
            "up@x4,y1",
            "west@x99999999999,y1",
        ];
        for text in no_cells.iter().chain(&no_centres).chain(&not_from_the_floor) {
            assert!(text.parse::<Place>().is_err(), "{text}");
        }
    }
}
