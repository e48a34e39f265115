//! The players of the research game on the course's board: places are valued as theirs are.

use tetrolab_agents::{Dropped, Linear, Weights, WidthError};
use tetrolab_engine::{Board, Cell, DropRules, Piece, Placement};

use super::super::plan::Stack;
use super::super::search::{Judgement, Mind};
use super::super::{HEIGHT, InPlay, WIDTH};

/// Weights of the research game, made ready for eight columns and thirty rows.
#[derive(Clone, Debug)]
pub struct Weighted(Linear);

impl Weighted {
    /// Makes weights ready.
    ///
    /// # Errors
    /// If a feature has one weight for each column, and these are not eight.
    pub fn new(weights: Weights) -> Result<Weighted, WidthError> {
        let mut rules = DropRules::new(WIDTH as u8, HEIGHT as u8).expect("there are boards of this size");
        rules.lines_after_overflow = true;
        Linear::new(weights, rules).map(Weighted)
    }

    fn board(&self, stack: &Stack) -> Board {
        let mut board = self.0.rules().empty();
        for cell in stack.cells() {
            let cell = turned_over(cell);
            board.set(cell.x, cell.y, true);
        }
        board
    }
}

impl Mind for Weighted {
    fn judge(&self, before: &Stack, lock: InPlay, _after: &Stack, _lines: u32) -> Judgement {
        let placement = Placement::from_cells(Piece::from(lock.shape), lock.cells().map(turned_over));
        let dropped = placement.and_then(|place| Dropped::at(self.0.rules(), &self.board(before), place));
        let Some(dropped) = dropped else { return Judgement { gain: 0.0, rest: tetrolab_agents::LOST } };
        let gain = self.0.weights().reward.of(dropped.outcome.lines)
            + self
                .0
                .contributions(&dropped)
                .filter(|(term, _)| term.measure.adds_up())
                .map(|(_, part)| part)
                .sum::<f64>();
        Judgement { gain, rest: self.0.value(&dropped) - gain }
    }
}

/// The research game counts columns from 0, and rows from 0 upwards.
fn turned_over(cell: super::super::Cell) -> Cell {
    Cell::new(cell.x - 1, HEIGHT as i8 - 1 - cell.y)
}
