//! The slow twin: one state after the other, cell by cell.
//!
//! A piece moves by one cell to the left, to the right or down, and turns, as often as it likes. Where it cannot move down
//! it may stay. Only plain data is shared with the engine: boards and movements as numbers.

use std::collections::{BTreeSet, VecDeque};

use tetrolab_engine::{Board, HalfTurns, Movement, Piece, Spin};

use super::tables::{HALF, LEFT, Point, RIGHT, generation_column, minos, tests, turned};

/// Four cells in order, so that equal sets are equal.
pub type Cells = [Point; 4];

/// The cells of a board, rows from the floor up.
#[derive(Clone, PartialEq, Eq)]
pub struct Field {
    rows: Vec<Vec<bool>>,
}

impl Field {
    pub fn of(board: &Board) -> Field {
        let size = board.size();
        let row = |y| (0..size.width as i8).map(|x| board.is_filled(x, y)).collect();
        Field { rows: (0..size.rows() as i8).map(row).collect() }
    }

    fn width(&self) -> usize {
        self.rows[0].len()
    }

    fn is_inside(&self, (x, y): Point) -> bool {
        x >= 0 && y >= 0 && (x as usize) < self.width() && (y as usize) < self.rows.len()
    }

    /// Whether a Mino can be there.
    pub fn is_free(&self, cell: Point) -> bool {
        self.is_inside(cell) && !self.rows[cell.1 as usize][cell.0 as usize]
    }

    /// Whether a corner counts for a T-Spin: Blocks, walls and floor do, what is above the top does not.
    fn is_solid(&self, (x, y): Point) -> bool {
        if y >= self.rows.len() as i8 { x < 0 || x >= self.width() as i8 } else { !self.is_free((x, y)) }
    }

    /// The field after a piece has locked and full rows are gone.
    pub fn after(&self, cells: Cells) -> Field {
        let mut rows = self.rows.clone();
        for (x, y) in cells {
            rows[y as usize][x as usize] = true;
        }
        rows.retain(|row| row.contains(&false));
        rows.resize(self.rows.len(), vec![false; self.width()]);
        Field { rows }
    }
}

/// Where the piece is, and what a spin would need to know.
#[derive(Clone, Copy, PartialEq, Eq)]
struct State {
    place: Place,
    /// It turned last. Otherwise it was generated, or it moved.
    has_turned: bool,
    /// The last turn used the fifth or sixth test; where that sticks, any turn so far did.
    is_late: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Place {
    /// The cell of the centre.
    at: Point,
    /// Quarters to the right from North.
    facing: usize,
}

impl Place {
    fn shifted(self, step: Point) -> Place {
        Place { at: (self.at.0 + step.0, self.at.1 + step.1), ..self }
    }
}

/// One piece on one field.
struct Search<'a> {
    field: &'a Field,
    movement: &'a Movement,
    /// The Minos by facing.
    minos: [[Point; 4]; 4],
    /// The tests by facing and quarters.
    tests: [[Vec<Point>; 4]; 4],
}

impl Search<'_> {
    fn cells(&self, place: Place) -> Cells {
        self.minos[place.facing].map(|mino| (place.at.0 + mino.0, place.at.1 + mino.1))
    }

    fn fits(&self, place: Place) -> bool {
        self.cells(place).iter().all(|&cell| self.field.is_free(cell))
    }

    /// The first test that fits, and its number from 0.
    fn quarter_turn(&self, place: Place, quarters: usize) -> Option<(Place, usize)> {
        let facing = Place { facing: (place.facing + quarters) % 4, ..place };
        let tests = &self.tests[place.facing][quarters];
        (0..tests.len()).map(|test| (facing.shifted(tests[test]), test)).find(|&(place, _)| self.fits(place))
    }

    fn half_turn(&self, start: Place) -> Option<(Place, usize)> {
        if self.movement.half_turns != HalfTurns::Quarters {
            return self.quarter_turn(start, HALF);
        }
        // Twice left, or else back; from where that ends twice right, or else back.
        let mut now = start;
        let mut used = None;
        for (there, back) in [(LEFT, RIGHT), (RIGHT, LEFT)] {
            let Some((once, _)) = self.quarter_turn(now, there) else { continue };
            if let Some(twice) = self.quarter_turn(once, there) {
                return Some(twice);
            }
            let (undone, test) = self.quarter_turn(once, back).expect("the place it came from is free");
            // A way back that ends where it began is no turn.
            if undone != now {
                (now, used) = (undone, Some(test));
            }
        }
        if now == start { None } else { used.map(|test| (now, test)) }
    }

    /// Everything the piece can do next.
    fn next(&self, state: State) -> Vec<State> {
        let was_late = self.movement.sticky_fifth_point && state.is_late;
        let moved = [(-1, 0), (1, 0), (0, -1)]
            .map(|step| state.place.shifted(step))
            .into_iter()
            .filter(|&place| self.fits(place))
            .map(|place| State { place, has_turned: false, is_late: was_late });
        let turned =
            [self.quarter_turn(state.place, RIGHT), self.quarter_turn(state.place, LEFT), self.half_turn(state.place)]
                .into_iter()
                .flatten()
                .map(|(place, test)| State { place, has_turned: true, is_late: was_late || test >= 4 });
        moved.chain(turned).collect()
    }

    /// Where a new piece is, if it can be anywhere.
    fn start(&self, column: i8) -> Option<State> {
        [Some(self.movement.spawn_row), self.movement.fall_back_row]
            .into_iter()
            .flatten()
            .map(|row| Place { at: (column, row), facing: 0 })
            .find(|&place| self.fits(place))
            .map(|place| {
                let lower = place.shifted((0, -1));
                if self.movement.generation_drop && self.fits(lower) { lower } else { place }
            })
            .map(|place| State { place, has_turned: false, is_late: false })
    }

    /// The spin of a T that stays there: three corners, and both beside the nose or a late test for a full one.
    fn spin(&self, state: State) -> Spin {
        let corners = [(-1, 1), (1, 1), (-1, -1), (1, -1)]
            .map(|corner| self.field.is_solid(state.place.shifted(turned(corner, state.place.facing)).at));
        let filled = corners.iter().filter(|&&corner| corner).count();
        if !state.has_turned || filled < 3 {
            Spin::None
        } else if corners[0] && corners[1] || state.is_late {
            Spin::Full
        } else {
            Spin::Mini
        }
    }
}

/// Every set of cells in which the piece can stay, with every kind of spin it can have there.
pub fn placements(field: &Field, piece: Piece, movement: &Movement) -> BTreeSet<(Cells, Spin)> {
    let search = Search {
        field,
        movement,
        minos: [0, 1, 2, 3].map(|facing| minos(piece, facing)),
        tests: [0, 1, 2, 3].map(|facing| {
            [0, 1, 2, 3].map(|quarters| match quarters {
                0 => Vec::new(),
                _ => tests(piece, facing, quarters, movement.kicks, movement.half_turns),
            })
        }),
    };
    let counts_spins = movement.spins && piece == Piece::T;
    // A centre is at most two cells outside.
    let (columns, rows) = (field.width() + 4, field.rows.len() + 4);
    let mut seen = vec![false; columns * rows * 4 * 4];
    let mut found = BTreeSet::new();
    let mut queue: VecDeque<State> = search.start(generation_column(piece, field.width() as u8)).into_iter().collect();
    while let Some(mut state) = queue.pop_front() {
        // What a piece did matters only where spins do.
        state.has_turned &= counts_spins;
        state.is_late &= counts_spins;
        let place = state.place;
        let (column, row) = ((place.at.0 + 2) as usize, (place.at.1 + 2) as usize);
        let index = (row * columns + column) * 4 + place.facing;
        let seen = &mut seen[index * 4 + usize::from(state.has_turned) * 2 + usize::from(state.is_late)];
        if *seen {
            continue;
        }
        *seen = true;
        if !search.fits(place.shifted((0, -1))) {
            let mut cells = search.cells(place);
            cells.sort_unstable();
            found.insert((cells, search.spin(state)));
        }
        queue.extend(search.next(state));
    }
    found
}

/// How many ways there are to play the first piece, the first two, and so on.
pub fn perft(field: &Field, pieces: &[Piece], movement: &Movement) -> Vec<u64> {
    let mut nodes = vec![0; pieces.len()];
    if let [piece, rest @ ..] = pieces {
        for (cells, _) in placements(field, *piece, movement) {
            nodes[0] += 1;
            if !rest.is_empty() {
                for (sum, more) in nodes[1..].iter_mut().zip(perft(&field.after(cells), rest, movement)) {
                    *sum += more;
                }
            }
        }
    }
    nodes
}
