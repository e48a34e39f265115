//! Wells: empty cells between filled ones, and how deep they are.

use crate::lanes::Lanes;

/// Moves cells one row down. With `HALVES` a word has two columns of 16 rows.
#[inline(always)]
fn fall<L: Lanes, const HALVES: bool>(cells: L) -> L {
    if HALVES { cells.halves_down() } else { cells.down::<1>() }
}

/// For each cell, how many empty cells there are from it downwards without a filled one between, in `N` columns.
#[inline(always)]
pub(super) fn depths<L: Lanes, const N: usize, const HALVES: bool>(mut cells: [L; N], columns: [L; N]) -> L {
    let mut sum = L::none();
    // Most wells are shallow: so far it is cheaper to go on than to look whether one must.
    let mut step = 0;
    while step < 4 {
        let mut j = 0;
        while j < N {
            sum = sum.plus(cells[j].count());
            cells[j] = fall::<L, HALVES>(cells[j]).without(columns[j]);
            j += 1;
        }
        step += 1;
    }
    loop {
        let mut left = L::none();
        let mut j = 0;
        while j < N {
            left = left.or(cells[j]);
            j += 1;
        }
        if left.some() == 0 {
            return sum;
        }
        let mut j = 0;
        while j < N {
            sum = sum.plus(cells[j].count());
            cells[j] = fall::<L, HALVES>(cells[j]).without(columns[j]);
            j += 1;
        }
    }
}

/// The cells and all empty ones below them without a filled one between, in `N` columns.
#[inline(always)]
pub(super) fn filled_down<L: Lanes, const N: usize>(mut cells: [L; N], columns: [L; N]) -> [L; N] {
    loop {
        let mut new = L::none();
        let mut j = 0;
        while j < N {
            let more = cells[j].down::<1>().without(columns[j]).without(cells[j]);
            cells[j] = cells[j].or(more);
            new = new.or(more);
            j += 1;
        }
        if new.some() == 0 {
            return cells;
        }
    }
}

/// As [`depths`], for columns of at most 16 rows where cells are: two columns share a word.
#[inline(always)]
pub(super) fn depths_in_halves<L: Lanes, const N: usize, const PAIRS: usize>(cells: [L; N], columns: [L; N]) -> L {
    const { assert!(PAIRS * 2 == N || PAIRS * 2 == N + 1) };
    let low = L::every(0xFFFF);
    let mut halves = ([L::none(); PAIRS], [L::none(); PAIRS]);
    let mut pair = 0;
    while pair < PAIRS {
        (halves.0[pair], halves.1[pair]) = (cells[2 * pair], columns[2 * pair]);
        if 2 * pair + 1 < N {
            halves.0[pair] = cells[2 * pair].or(cells[2 * pair + 1].up::<16>());
            // A wall may have more rows.
            halves.1[pair] = columns[2 * pair].and(low).or(columns[2 * pair + 1].up::<16>());
        }
        pair += 1;
    }
    depths::<L, PAIRS, true>(halves.0, halves.1)
}
