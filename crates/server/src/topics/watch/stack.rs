//! The Blocks of a research game, whose board does not remember of which piece each of them was.

use tetrolab_engine::{Board, Drop, DropOutcome, DropRules, Landing, Piece, Placement, Rotation};

use crate::picture::Placed;

/// A cell without a Block.
const EMPTY: u8 = b'.';

/// Rows of letters, from the floor up, without empty rows at the top.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stack {
    width: usize,
    rows: Vec<Vec<u8>>,
}

impl Stack {
    /// An empty one.
    pub fn new(rules: DropRules) -> Stack {
        Stack { width: rules.size().width.into(), rows: Vec::new() }
    }

    /// A piece came to lie here, and this came of it.
    pub fn put(&mut self, drop: Drop, landing: Landing, outcome: DropOutcome) {
        let Some(placement) = drop.placement(landing.row as i8) else { return };
        let top = usize::from(landing.top());
        if self.rows.len() < top {
            self.rows.resize(top, vec![EMPTY; self.width]);
        }
        for cell in placement.cells() {
            self.rows[cell.y as usize][cell.x as usize] = drop.piece.letter() as u8;
        }
        if outcome.lines > 0 {
            let bottom = usize::from(landing.row);
            let is_full = |row: &Vec<u8>| !row.contains(&EMPTY);
            for y in (bottom..top).rev().filter(|&y| is_full(&self.rows[y])).collect::<Vec<_>>() {
                self.rows.remove(y);
            }
            while self.rows.last().is_some_and(|row| row.iter().all(|&cell| cell == EMPTY)) {
                self.rows.pop();
            }
        }
    }

    /// The rows as a picture has them.
    pub fn rows(&self) -> Vec<String> {
        self.rows.iter().map(|row| row.iter().map(|&cell| char::from(cell)).collect()).collect()
    }
}

/// Where a drop comes to lie; `None` if there is no such drop.
pub fn landing(rules: DropRules, board: &Board, drop: Drop) -> Option<Landing> {
    let mut board = *board;
    rules.land(&mut board, drop)
}

/// A piece above the middle of the board, before it is dropped.
pub fn waiting(rules: DropRules, piece: Piece) -> Placed {
    let shape = piece.shape(Rotation::North);
    let size = rules.size();
    let left = (size.width - shape.width) / 2;
    Placement::new(piece, Rotation::North, left as i8 - shape.left, size.height as i8 - shape.bottom).into()
}

#[cfg(test)]
mod tests {
    use tetrolab_agents::{Agent, Lookahead, Player};
    use tetrolab_engine::{Deal, DropGame, Random, Seed, Stream};

    use super::*;

    #[test]
    fn the_letters_are_where_the_game_has_blocks() {
        let rules = DropRules::new(8, 12).unwrap();
        let player = Player::new(Agent::named("bcts").unwrap().weights(), rules, Lookahead::One).unwrap();
        let mut game = DropGame::new(rules, &Deal::uniform(Seed(5)), 0);
        let mut random = Random::new(Seed(5), 0, Stream::Decisions);
        let mut stack = Stack::new(rules);
        for _ in 0..500 {
            let Some(piece) = game.piece() else { break };
            let (drop, _) = player.choose(game.board(), piece, None, &mut random);
            let landing = landing(rules, game.board(), drop).unwrap();
            let outcome = game.play(drop);
            stack.put(drop, landing, outcome);
            assert_eq!(stack.rows.len(), usize::from(game.board().stack_height()));
            for (y, row) in stack.rows.iter().enumerate() {
                for (x, &cell) in row.iter().enumerate() {
                    assert_eq!(cell != EMPTY, game.board().is_filled(x as i8, y as i8));
                }
            }
        }
        assert!(game.lines() > 100);
    }

    #[test]
    fn a_piece_waits_above_the_board() {
        let cells = waiting(DropRules::STANDARD, Piece::T).cells;
        assert!(cells.iter().all(|&[x, y]| (3..6).contains(&x) && (20..22).contains(&y)), "{cells:?}");
    }
}
