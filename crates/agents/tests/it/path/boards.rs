//! Random messy boards, and problems on them; the same ones every time.

use tetrolab_agents::path::{Action, Order, Place, Problem, Space, TURNINGS, Turning};
use tetrolab_engine::{Board, Piece, Placement, Random, Rotation, Seed, Size, Stream};

pub fn random(number: u64) -> Random {
    Random::new(Seed(3), number, Stream::Tests)
}

/// A board with overhangs and caves; its upper rows are empty, so that pieces fit in at the top.
pub fn board(random: &mut Random) -> Board {
    let size = Size { width: 4 + random.below(9) as u8, height: 5 + random.below(14) as u8, buffer: 0 };
    let mut board = Board::empty(size);
    let filled = random.below(60);
    for y in 0..size.height.saturating_sub(4) as i8 {
        for x in 0..size.width as i8 {
            board.set(x, y, random.below(100) < filled);
        }
    }
    board
}

pub fn piece(random: &mut Random) -> Piece {
    Piece::ALL[random.below(7) as usize]
}

pub fn turning(random: &mut Random) -> Turning {
    TURNINGS[random.below(3) as usize]
}

pub fn order(random: &mut Random) -> Order {
    let mut left = Action::ALL.to_vec();
    let words: Vec<&str> = (1..=5).rev().map(|n| left.remove(random.below(n) as usize).word()).collect();
    words.join(",").parse().unwrap()
}

pub fn space(random: &mut Random) -> Space {
    let (board, piece) = (board(random), piece(random));
    Space::new(board, piece, &Place::top(piece, board.size().width), turning(random), order(random)).unwrap()
}

/// Any placement that fits, reachable or not.
pub fn placement(random: &mut Random, space: &Space) -> Placement {
    let size = space.board().size();
    loop {
        let rotation = Rotation::ALL[random.below(4) as usize];
        let (x, y) = (random.below(size.width.into()) as i8, random.below(size.rows().into()) as i8);
        let placement = Placement::new(space.piece(), rotation, x, y);
        if space.board().fits(placement) {
            return placement;
        }
    }
}

/// One to three goals, by their cells or with their facing.
pub fn problem(random: &mut Random) -> Problem {
    let space = space(random);
    let goals: Vec<Place> = (0..1 + random.below(3))
        .map(|_| {
            let goal = placement(random, &space);
            match random.below(2) {
                0 => Place::Cells(tetrolab_agents::path::from_top(goal, space.rows()).to_vec()),
                _ => Place::of(goal, space.rows()),
            }
        })
        .collect();
    Problem::new(space, &goals).unwrap()
}
