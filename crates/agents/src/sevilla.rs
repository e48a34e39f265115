//! The best placement by the five terms of the course at Seville.
//!
//! The score is **minimised**. The course starts its search for the best placement with a score of 999, so that it finds none
//! on a tall stack; here that limit is dropped. It adds 1 for each full row although its text says that full rows are
//! rewarded: [`VARIANTS`] has both.

use tetrolab_engine::{Board, Placement};

use crate::features::course;
use crate::path::{Place, Resting, RowColumn, Space};

/// One term of the score: a number read off a board on which the piece lies and full rows are still there.
#[derive(Clone, Copy, Debug)]
pub struct Term {
    pub name: &'static str,
    /// One line about it.
    pub meaning: &'static str,
    /// Its weight as the course prints it.
    pub weight: i64,
    pub value: fn(&Board) -> u32,
}

/// The five terms, in the course's order.
pub const TERMS: [Term; 5] = [
    Term { name: "filled cells", meaning: "how many cells are filled", weight: 1, value: course::filled_cells },
    Term {
        name: "maximum height",
        meaning: "how many rows the stack reaches up to",
        weight: 1,
        value: course::maximum_height,
    },
    Term {
        name: "holes",
        meaning: "empty cells with a filled one above them in the column",
        weight: 20,
        value: course::holes,
    },
    Term {
        name: "weighted height",
        meaning: "the rows of all filled cells added up, counted from 1 at the floor",
        weight: 5,
        value: course::weighted_height,
    },
    Term { name: "lines", meaning: "full rows", weight: 1, value: course::full_rows },
];

/// The place of the lines in [`TERMS`].
const LINES: usize = 4;

/// A way to weigh the terms.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    pub name: &'static str,
    /// One line about it.
    pub meaning: &'static str,
    /// The weight of each term.
    pub weights: [i64; 5],
}

/// All variants.
pub const VARIANTS: [Variant; 2] = [
    Variant { name: "sevilla", meaning: "as the course prints it: a full row adds 1", weights: weights(1) },
    Variant { name: "sevilla-rewarded", meaning: "as its text says: a full row takes off 1", weights: weights(-1) },
];

const fn weights(lines: i64) -> [i64; 5] {
    let mut weights = [0; 5];
    let mut i = 0;
    while i < 5 {
        weights[i] = TERMS[i].weight;
        i += 1;
    }
    weights[LINES] = lines;
    weights
}

impl Variant {
    /// The variant with this name.
    pub fn named(name: &str) -> Option<&'static Variant> {
        VARIANTS.iter().find(|variant| variant.name == name)
    }

    /// The score of a board, and its terms.
    ///
    /// ```
    /// use tetrolab_agents::sevilla::Variant;
    /// use tetrolab_engine::Board;
    ///
    /// let board: Board = "
    ///     .X..
    ///     XX.X
    ///     X..X
    ///     XXXX
    /// ".parse()?;
    /// // 10 cells, 4 rows, a hole in the second column, 1 * 4 + 2 * 2 + 3 * 3 + 4 * 1, one full row.
    /// let (score, terms) = Variant::named("sevilla").unwrap().score(&board);
    /// assert_eq!(terms, [10, 4, 1, 21, 1]);
    /// assert_eq!(score, 10 + 4 + 20 + 5 * 21 + 1);
    /// # Ok::<(), tetrolab_engine::ParseBoardError>(())
    /// ```
    pub fn score(&self, board: &Board) -> (i64, [i64; 5]) {
        let terms = TERMS.map(|term| i64::from((term.value)(board)));
        (terms.iter().zip(self.weights).map(|(term, weight)| term * weight).sum(), terms)
    }
}

/// A placement that was chosen, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Where the piece goes.
    pub placement: Placement,
    /// Its cells, in reading order.
    pub cells: [RowColumn; 4],
    /// Its score; no placement has a smaller one.
    pub score: i64,
    /// The terms, as in [`TERMS`].
    pub terms: [i64; 5],
    /// How many resting places there were to choose from.
    pub candidates: usize,
}

impl Choice {
    /// The choice as a goal.
    pub fn goal(&self) -> Place {
        Place::Cells(self.cells.to_vec())
    }
}

/// The resting place with the smallest score among all that the piece can reach. Among equals it is the first in reading
/// order of its cells.
pub fn best(space: &Space, variant: &Variant) -> Choice {
    let places = space.resting_places();
    let scored = places.iter().map(|&Resting { cells, placement }| {
        let mut board = *space.board();
        for cell in placement.cells() {
            board.set(cell.x, cell.y, true);
        }
        let (score, terms) = variant.score(&board);
        Choice { placement, cells, score, terms, candidates: places.len() }
    });
    scored.min_by_key(|choice| choice.score).expect("a piece that falls comes to rest")
}
