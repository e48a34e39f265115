//! One board through both generators, and a small board where they differ.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

use tetrolab_engine::{Board, Instructions, Movement, Perft, Piece, Placement, Spin};

use super::boards::Case;
use super::tables::minos;
use super::twin::{self, Cells, Field};

/// How often each kind of thing was found.
pub type Coverage = BTreeMap<&'static str, u64>;

/// Compares both generators for all pieces, and counts what the placements are like.
///
/// # Panics
/// If they differ, with a small board that shows it.
pub fn check(case: &Case, coverage: &mut Coverage) {
    for piece in Piece::ALL {
        match catch_unwind(AssertUnwindSafe(|| difference(&case.board, piece, &case.movement))) {
            Ok(Ok(expected)) => notice(case, piece, &expected, coverage),
            _ => panic!("{}", explain(case, piece)),
        }
    }
}

/// What the twin finds, or what is wrong with what the engine finds.
fn difference(board: &Board, piece: Piece, movement: &Movement) -> Result<BTreeSet<(Cells, Spin)>, String> {
    let expected = twin::placements(&Field::of(board), piece, movement);
    let places: BTreeSet<Cells> = expected.iter().map(|&(cells, _)| cells).collect();

    let mut placements = board.placements_under(piece, movement);
    let mut found = Vec::new();
    loop {
        let left = placements.len();
        if placements.size_hint() != (left, Some(left)) {
            return Err(format!("{:?} is no exact size", placements.size_hint()));
        }
        let Some(placement) = placements.next() else {
            if left != 0 {
                return Err(format!("{left} placements are promised after the last"));
            }
            break;
        };
        if left != placements.len() + 1 {
            return Err(format!("{left} placements are left before {placement:?}, {} after it", placements.len()));
        }
        if placement.piece != piece || !board.fits(placement) || !board.is_resting(placement) {
            return Err(format!("{placement:?} is no place for {piece}"));
        }
        found.push(placement);
    }
    same(&found.iter().map(|&placement| cells(placement)).collect::<Vec<_>>(), &places)?;
    if !found.is_sorted_by_key(|placement| (placement.rotation, placement.x, -placement.y)) {
        return Err(format!("not in order: {found:?}"));
    }

    let with_spins: Vec<(Cells, Spin)> = board
        .placements_under(piece, movement)
        .with_spins()
        .map(|(placement, spin)| (cells(placement), spin))
        .collect();
    same(&with_spins, &expected)?;

    for instructions in Instructions::ALL.into_iter().filter(|instructions| instructions.is_there()) {
        let count = Perft::new(&[piece], movement).instructions(instructions).count(board);
        if count != [expected.len() as u64] {
            return Err(format!("{count:?} instead of {} counted with {}", expected.len(), instructions.name()));
        }
    }
    Ok(expected)
}

/// The cells of a placement, in order.
pub fn cells(placement: Placement) -> Cells {
    let mut cells = minos(placement.piece, placement.rotation as usize)
        .map(|(x, y)| (placement.x.wrapping_add(x), placement.y.wrapping_add(y)));
    cells.sort_unstable();
    cells
}

fn same<T: Ord + Copy + std::fmt::Debug>(found: &[T], expected: &BTreeSet<T>) -> Result<(), String> {
    let set: BTreeSet<T> = found.iter().copied().collect();
    let (missing, extra) = (expected - &set, &set - expected);
    let twice = found.len() - set.len();
    if missing.is_empty() && extra.is_empty() && twice == 0 {
        return Ok(());
    }
    Err(format!("missing: {missing:?}\nnot reachable: {extra:?}\nfound twice: {twice}"))
}

/// Leaves out every Block that the difference does not need, and says what is left.
fn explain(case: &Case, piece: Piece) -> String {
    let what = |board: &Board| {
        catch_unwind(AssertUnwindSafe(|| difference(board, piece, &case.movement)))
            .unwrap_or_else(|_| Err("a panic, see above".to_string()))
            .err()
    };
    let mut board = case.board;
    loop {
        let smaller = board.cells().find_map(|cell| {
            let mut smaller = board;
            smaller.set(cell.x, cell.y, false);
            what(&smaller).map(|_| smaller)
        });
        match smaller {
            Some(smaller) => board = smaller,
            None => break,
        }
    }
    let what = what(&board).unwrap_or_else(|| "no difference any more".to_string());
    format!("{piece} on a board of {} with {:?}\n{board}{what}", board.size(), case.movement)
}

fn notice(case: &Case, piece: Piece, found: &BTreeSet<(Cells, Spin)>, coverage: &mut Coverage) {
    let mut count = |kind| *coverage.entry(kind).or_default() += 1;
    let (field, rows) = (Field::of(&case.board), case.board.size().rows() as i8);
    if found.is_empty() {
        count("no placement");
    }
    for &(cells, spin) in found {
        let is_open = cells.iter().all(|&(x, y)| (y..rows).all(|y| field.is_free((x, y))));
        count(if is_open { "open to the sky" } else { "under something" });
        if cells.iter().all(|&(_, y)| y > case.movement.spawn_row) {
            count("above the generation row");
        }
        if cells.iter().any(|&(_, y)| y == rows - 1) {
            count("at the top");
        }
        match spin {
            Spin::None => {}
            Spin::Mini => count("mini"),
            Spin::Full => count("full"),
        }
        if spin == Spin::Full && found.contains(&(cells, Spin::Mini)) {
            count("mini or full");
        }
    }
    // A new piece that only fits in the second row.
    let first_only = Movement { fall_back_row: None, ..case.movement };
    if case.movement.fall_back_row.is_some() && !found.is_empty() {
        count(if twin::placements(&field, piece, &first_only).is_empty() { "fell back" } else { "need not fall back" });
    }
}
