//! Where pieces come to rest in a perfect clear, compared with the engine.

use std::collections::BTreeSet;

use tetrolab_engine::{Board, Cell, HalfTurns, Movement, Piece, Placement, Random, Rotation, Rules, Seed, Stream};
use tetrolab_solve::perfect_clear::{Field, HardDrop, MOST_LINES, Moves, SoftDrop, SoftDropHalfTurns, Tucks, WIDTH};

/// Messy rows without a full one.
fn random_field(random: &mut Random) -> (Field, u8) {
    let lines = 1 + random.below(u32::from(MOST_LINES)) as u8;
    let filled = 1 + random.below(9);
    let mut cells = 0;
    for bit in 0..lines * WIDTH {
        cells |= u64::from(random.below(10) < filled) << bit;
    }
    (Field(cells).after(0).0, lines)
}

fn board_of(field: Field) -> Board {
    let mut board = Board::default();
    for y in 0..MOST_LINES {
        for x in 0..WIDTH {
            board.set(x as i8, y as i8, field.is_filled(x, y));
        }
    }
    board
}

type Cells = BTreeSet<[Cell; 4]>;

/// The places as sorted cells; each must have its own, under the name that the engine gives it.
fn cells(places: impl Iterator<Item = Placement>) -> Cells {
    let mut all = Cells::new();
    for placement in places {
        let mut cells = placement.cells();
        cells.sort_unstable();
        assert_eq!(Placement::from_cells(placement.piece, cells), Some(placement));
        assert!(all.insert(cells), "{placement:?} twice");
    }
    all
}

fn compare(name: &str, fields: usize, moves: &impl Moves, expected: impl Fn(&Board, Piece) -> Vec<Placement>) {
    let mut random = Random::new(Seed(1), 0, Stream::Tests);
    for number in 0..fields {
        let (field, lines) = random_field(&mut random);
        let board = board_of(field);
        for piece in Piece::ALL {
            let places = moves.places(field, piece, lines);
            for place in places {
                let covered = place.placement.cells().iter().fold(0, |all, cell| all | 1 << (10 * cell.y + cell.x));
                assert_eq!(place.cells, covered);
            }
            let found = cells(places.map(|place| place.placement));
            let expected = expected(&board, piece).into_iter().filter(|placement| placement.top() < lines as i8);
            assert_eq!(found, cells(expected), "{name}, field {number}, {piece} in {lines} rows\n{field}");
        }
    }
}

#[test]
fn soft_drop_is_what_the_engine_finds() {
    compare("soft", 20_000, &SoftDrop, |board, piece| board.placements(piece).collect());
}

#[test]
fn half_turns_are_those_of_the_engine() {
    let movement = Movement { spins: false, half_turns: HalfTurns::Tests, ..Movement::of(&Rules::GUIDELINE) };
    compare("180", 20_000, &SoftDropHalfTurns, |board, piece| board.placements_under(piece, &movement).collect());
}

/// Facing each way high above the stack, then only shifts and falls.
fn without_turns(board: &Board, piece: Piece, shifts: bool) -> Vec<Placement> {
    let mut all = Vec::new();
    for rotation in Rotation::ALL {
        let mut seen = BTreeSet::new();
        let mut open: Vec<Placement> = (0..10)
            .map(|x| Placement::new(piece, rotation, x, 20))
            .filter(|&placement| board.fits(placement))
            .collect();
        while let Some(placement) = open.pop() {
            if seen.insert(placement) {
                let steps: &[(i8, i8)] = if shifts { &[(0, -1), (-1, 0), (1, 0)] } else { &[(0, -1)] };
                open.extend(steps.iter().map(|&(x, y)| placement.shifted(x, y)).filter(|&next| board.fits(next)));
            }
        }
        all.extend(seen.into_iter().filter(|&placement| board.is_resting(placement)));
    }
    let named = all.into_iter().map(|placement| Placement::from_cells(piece, placement.cells()).unwrap());
    named.collect::<BTreeSet<_>>().into_iter().collect()
}

#[test]
fn tucks_shift_and_fall() {
    compare("tucks", 1000, &Tucks, |board, piece| without_turns(board, piece, true));
}

#[test]
fn hard_drops_only_fall() {
    compare("hard", 1000, &HardDrop, |board, piece| without_turns(board, piece, false));
}
