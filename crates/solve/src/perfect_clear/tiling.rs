//! Dividing empty cells into tiles.

use std::ops::ControlFlow;

use super::counts::Counts;
use super::field::Field;
use super::tiles::{High, Low, Tile, Window};

/// Whether the empty cells of the lowest `lines` rows can be divided into tiles of these pieces, some of which may be left.
/// If not, no order of play clears the rows. Whether there is a way to play the tiles is another question.
///
/// After `most` steps the answer is that it may be. `steps` counts them.
pub(crate) fn may_be_tiled(field: Field, lines: u8, pieces: Counts, most: u64, steps: &mut u64) -> bool {
    let empty = Field::full(lines).0 & !field.0;
    let most = steps.saturating_add(most);
    if lines <= Low::LINES {
        is_tiled::<Low>(empty, pieces, most, steps)
    } else {
        is_tiled::<High>(empty, pieces, most, steps)
    }
}

fn is_tiled<W: Window>(empty: u64, pieces: Counts, most: u64, steps: &mut u64) -> bool {
    if empty == 0 || *steps >= most {
        return true;
    }
    *steps += 1;
    // From the side where there is less to choose from.
    let catalogue = W::catalogue();
    let (left, right) = (catalogue.at_the_left(empty, pieces.kinds()), catalogue.at_the_right(empty, pieces.kinds()));
    let fewest = if right.at_most() < left.at_most() { right } else { left };
    for tile in fewest {
        if is_tiled::<W>(empty & !tile.cells, pieces.without(tile.piece), most, steps) {
            return true;
        }
    }
    false
}

/// Calls `visit` with every way to divide the empty cells into tiles of these pieces, some of which may be left, until it has
/// enough.
pub(crate) fn for_each_tiling(
    field: Field,
    lines: u8,
    pieces: Counts,
    visit: &mut impl FnMut(&[Tile]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let empty = Field::full(lines).0 & !field.0;
    let mut tiles = Vec::new();
    if lines <= Low::LINES {
        all_below::<Low>(empty, pieces, &mut tiles, visit)
    } else {
        all_below::<High>(empty, pieces, &mut tiles, visit)
    }
}

fn all_below<W: Window>(
    empty: u64,
    pieces: Counts,
    tiles: &mut Vec<Tile>,
    visit: &mut impl FnMut(&[Tile]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if empty == 0 {
        return visit(tiles);
    }
    for tile in W::catalogue().at_the_left(empty, pieces.kinds()) {
        tiles.push(tile);
        all_below::<W>(empty & !tile.cells, pieces.without(tile.piece), tiles, visit)?;
        tiles.pop();
    }
    ControlFlow::Continue(())
}
