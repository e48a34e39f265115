//! What is searched: the cases that the course at Seville prints, and random boards.

use tetrolab_agents::assisted::{Game, Mind};
use tetrolab_agents::path::{ALGORITHMS, Order, Place, Problem, RowColumn, Space, TURNINGS, Turning};
use tetrolab_engine::{Blocks, Board, Piece, PieceStream, Random, Randomizer, Seed, Size, Stream};

/// The case that is another one for each repetition.
pub const RANDOM: &str = "random";
/// Columns of all boards.
const WIDTH: u8 = 10;
/// Rows of random boards, as in the first two parts of the course.
const ROWS: u8 = 20;
/// This many rows of a random board stay empty, so that every piece fits in at the top and can move there.
const EMPTY: u8 = 6;

/// A case of the course: an empty board, because its maps are illegible.
pub struct Case {
    pub name: &'static str,
    piece: Piece,
    rows: u8,
    start: [RowColumn; 4],
    goal: [RowColumn; 4],
}

/// All of them, in the order of the document.
pub const CASES: [Case; 5] = [
    Case {
        name: "j-above",
        piece: Piece::J,
        rows: 20,
        start: [[0, 2], [1, 2], [1, 3], [1, 4]],
        goal: [[6, 4], [7, 4], [7, 5], [7, 6]],
    },
    Case {
        name: "j",
        piece: Piece::J,
        rows: 20,
        start: [[0, 3], [1, 3], [1, 4], [1, 5]],
        goal: [[17, 4], [18, 4], [19, 3], [19, 4]],
    },
    Case {
        name: "s",
        piece: Piece::S,
        rows: 20,
        start: [[0, 4], [0, 5], [1, 3], [1, 4]],
        goal: [[17, 0], [18, 0], [18, 1], [19, 1]],
    },
    Case {
        name: "z",
        piece: Piece::Z,
        rows: 22,
        start: [[0, 3], [0, 4], [1, 4], [1, 5]],
        goal: [[20, 1], [20, 2], [21, 2], [21, 3]],
    },
    Case {
        name: "l",
        piece: Piece::L,
        rows: 22,
        start: [[0, 5], [1, 3], [1, 4], [1, 5]],
        goal: [[20, 8], [21, 6], [21, 7], [21, 8]],
    },
];

impl Case {
    /// The case with this name.
    pub fn named(name: &str) -> Option<&'static Case> {
        CASES.iter().find(|case| case.name == name)
    }

    /// Its problem and its goal.
    pub fn problem(&self, turning: Turning) -> Result<(Problem, Place), String> {
        let board = Board::empty(Size { width: WIDTH, height: self.rows, buffer: 0 });
        posed(board, self.piece, &Place::Cells(self.start.to_vec()), Place::Cells(self.goal.to_vec()), turning)
    }
}

/// A problem that follows from a seed: pieces are put onto a board at random, and the next one is to go to one of the places where
/// it can come to rest under any rotation rule. So under a single rule some cannot be reached.
pub fn random(seed: u64, stack: u64, turning: Turning) -> Result<(Problem, Place), String> {
    let size = Size { width: WIDTH, height: ROWS, buffer: 0 };
    let mut pieces = PieceStream::new(Randomizer::Uniform, Seed(seed), 0, &[]);
    let chance = Mind::Chance(Random::new(Seed(seed), 0, Stream::Decisions));
    let mut game = Game::new(Blocks::empty(size), Turning::SRS, ALGORITHMS[0], chance);
    let mut next = || pieces.next().ok_or("there are always more pieces");
    for _ in 0..stack {
        if game.blocks().board().stack_height() + EMPTY > ROWS {
            break;
        }
        game.play(next()?);
    }
    let (board, piece) = (*game.blocks().board(), next()?);
    let start = Place::top(piece, WIDTH);
    let mut goals: Vec<[RowColumn; 4]> = Vec::new();
    for turning in TURNINGS {
        let space = Space::new(board, piece, &start, turning, Order::default()).map_err(|error| error.to_string())?;
        goals.extend(space.resting_places().iter().map(|resting| resting.cells));
    }
    goals.sort_unstable();
    goals.dedup();
    let goal = Random::new(Seed(seed), 1, Stream::Decisions).below(goals.len() as u32);
    posed(board, piece, &start, Place::Cells(goals[goal as usize].to_vec()), turning)
}

fn posed(board: Board, piece: Piece, start: &Place, goal: Place, turning: Turning) -> Result<(Problem, Place), String> {
    let space = Space::new(board, piece, start, turning, Order::default());
    let problem = space.and_then(|space| Problem::new(space, std::slice::from_ref(&goal)));
    problem.map(|problem| (problem, goal)).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    /// The cases are those of the data that was read out of the document; the last one is only in its text.
    #[test]
    fn the_cases_are_those_of_the_document() {
        let text = include_str!("../../../../agents/tests/data/sevilla_cases.json");
        let data: Value = serde_json::from_str(text).unwrap();
        let listed = data["cases"].as_array().unwrap().iter().filter(|case| !case["goal"].is_null());
        for (case, listed) in CASES.iter().zip(listed) {
            assert_eq!(listed["piece"], case.piece.to_string());
            assert_eq!(listed["rows"], case.rows);
            assert_eq!(listed["initial"], serde_json::to_value(case.start).unwrap(), "{}", case.name);
            assert_eq!(listed["goal"], serde_json::to_value(case.goal).unwrap(), "{}", case.name);
            let (problem, _) = case.problem(Turning::SEVILLA).unwrap();
            let report = ALGORITHMS[0].solve(&problem, &Default::default());
            assert_eq!(listed["optimal_cost"], report.cost, "{}", case.name);
        }
        let (problem, _) = CASES[4].problem(Turning::SEVILLA).unwrap();
        assert_eq!(ALGORITHMS[0].solve(&problem, &Default::default()).cost, 23);
    }

    #[test]
    fn random_boards_have_room_at_the_top() {
        for seed in 0..50 {
            let (problem, _) = random(seed, 40, Turning::SEVILLA).unwrap();
            let board = problem.space().board();
            assert!(board.stack_height() < ROWS - 1 && board.full_rows() == 0, "{seed}");
        }
    }
}
