//! Cheap reasons why a field can no longer be cleared.

use super::field::{COLUMN, Field, ROW};

/// Whether the empty cells in the lowest `lines` rows can still be divided into groups of four from left to right.
///
/// A piece reaches from one column into the next only where two empty cells lie side by side, whatever rows are removed
/// before it comes. Where no two do, the cells to the left must be a multiple of four.
#[inline]
pub(crate) fn divides(field: Field, lines: u8) -> bool {
    let empty = Field::full(lines).0 & !field.0;
    // Both of a pair are empty, and the pair does not go around the wall.
    let pairs = empty & empty >> 1 & NOT_LAST;
    let mut joined = pairs | pairs >> 30;
    joined |= joined >> 10 | joined >> 20;
    let mut walls = !joined & ROW >> 1;
    while walls != 0 {
        let column = walls.trailing_zeros();
        walls &= walls - 1;
        let left = COLUMN * ((2 << column) - 1);
        if !(empty & left).count_ones().is_multiple_of(4) {
            return false;
        }
    }
    true
}

/// All columns but the last.
const NOT_LAST: u64 = COLUMN * (ROW >> 1);
