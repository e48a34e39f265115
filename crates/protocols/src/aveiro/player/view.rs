//! What a player sees after a tick.

use super::super::message::State;
use super::super::plan::Stack;
use super::super::{Cell, Game, InPlay, PREVIEWS, Shape};

/// A game as one of its players sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// The locked cells.
    pub stack: Stack,
    /// The piece that falls; none when one has just locked.
    pub in_play: Option<InPlay>,
    /// The pieces that are dealt next.
    pub next: [Shape; PREVIEWS],
    /// Ticks per second.
    pub speed: u64,
    /// The points so far.
    pub score: u64,
}

impl View {
    /// What a state shows. `None` if it shows no game of the course: unknown shapes, or cells outside the walls.
    pub fn of(state: &State) -> Option<View> {
        let in_play = match state.piece {
            Some(cells) => Some(piece_of(cells)?),
            None => None,
        };
        let stack = Stack::from_cells(state.game.iter().copied())?;
        Some(View { stack, in_play, next: state.next_shapes()?, speed: state.game_speed, score: state.score })
    }
}

impl From<&Game> for View {
    fn from(game: &Game) -> View {
        View {
            stack: Stack::from(game.field()),
            in_play: game.in_play(),
            next: game.next(),
            speed: game.speed(),
            score: game.score(),
        }
    }
}

/// The piece that covers these cells, in the order of the messages. `None` if there is none between the walls.
fn piece_of(cells: [Cell; 4]) -> Option<InPlay> {
    let is_inside = |cell: &Cell| (1..=8).contains(&cell.x) && (0..30).contains(&cell.y);
    if !cells.iter().all(is_inside) {
        return None;
    }
    let plans = Shape::ALL.into_iter().flat_map(|shape| (0..shape.plans()).map(move |plan| (shape, plan)));
    let mut pieces = plans.map(|(shape, plan)| {
        let corner = shape.plan(plan).cells[0];
        InPlay { shape, plan, x: cells[0].x - corner.x, y: cells[0].y - corner.y }
    });
    // The game never has a box above the top row.
    pieces.find(|piece| piece.y >= 0 && piece.cells() == cells)
}
