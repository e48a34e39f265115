//! The game as the frontend of the test has it: cells in lists, nothing of the engine but letters.

use serde_json::{Value, json};
use tetrolab_engine::{Board, HalfTurns, Kicks, Movement, Piece, Spin};

use super::tables::minos;
use super::twin::{Cells, Field, perft, placements};

const WIDTH: usize = 10;
const ROWS: usize = 40;
/// A piece that locks wholly at or above this row is lost.
const SKYLINE: i8 = 20;
/// The piece in play and five previews.
const QUEUE: usize = 6;

/// Boards with a place for a T-Spin that clears two lines, three lines, and for Mini T-Spins.
const SLOTS: [&[&str]; 4] = [
    &["..X.......", "X...XXXXXX", "XX.XXXXXXX"],
    &["XX........", "X.........", "X.XXXXXXXX", "X..XXXXXXX", "X.XXXXXXXX"],
    &["..........", ".XXXXXXXXX", "..XXXXXXXX"],
    &["...X......", "XX...XXXXX", "XXX.XXXXXX", "XXX.XXXXXX"],
];

/// How pieces move by the protocol.
const MOVEMENT: Movement = Movement {
    kicks: Kicks::Srs,
    half_turns: HalfTurns::Off,
    spins: true,
    sticky_fifth_point: false,
    spawn_row: 20,
    generation_drop: true,
    fall_back_row: None,
};

/// Numbers that look random, from a seed (the generator splitmix64).
pub struct Dice(pub u64);

impl Dice {
    pub fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % most as u64) as usize
    }
}

/// A move as the bot suggests it.
#[derive(Clone, Debug)]
pub struct Suggested {
    pub piece: Piece,
    pub cells: Cells,
    pub spin: Spin,
    /// As it was written.
    pub written: Value,
}

impl Suggested {
    pub fn of(written: &Value) -> Suggested {
        let location = &written["location"];
        let letter = location["type"].as_str().unwrap().chars().next().unwrap();
        let piece = Piece::from_letter(letter).unwrap();
        let place = |names: [&str; 4], value: &Value| names.iter().position(|name| value == name).unwrap();
        let facing = place(["north", "east", "south", "west"], &location["orientation"]);
        let spin = Spin::ALL[place(["none", "mini", "full", ""], &written["spin"])];
        let [x, y] = ["x", "y"].map(|axis| location[axis].as_i64().unwrap() as i8);
        let mut cells = minos(piece, facing).map(|mino| (x + mino.0, y + mino.1));
        cells.sort_unstable();
        Suggested { piece, cells, spin, written: written.clone() }
    }
}

/// A game with its own board and bag.
pub struct Game {
    /// Rows from the floor up.
    rows: Vec<[Option<char>; WIDTH]>,
    pub hold: Option<Piece>,
    pub queue: Vec<Piece>,
    bag: Vec<Piece>,
    combo: u32,
    back_to_back: bool,
    pub lines: usize,
}

impl Game {
    pub fn new(dice: &mut Dice) -> Game {
        let mut game = Game {
            rows: vec![[None; WIDTH]; ROWS],
            hold: None,
            queue: Vec::new(),
            bag: Vec::new(),
            combo: 0,
            back_to_back: false,
            lines: 0,
        };
        for _ in 0..QUEUE {
            game.deal(dice);
        }
        game
    }

    /// A game with a place into which a T can turn, as it is or mirrored; a T is in Hold.
    pub fn with_slot(dice: &mut Dice) -> Game {
        let mut game = Game::new(dice);
        let (picture, is_mirrored) = (SLOTS[dice.below(SLOTS.len())], dice.below(2) == 0);
        for (row, line) in game.rows.iter_mut().zip(picture.iter().rev()) {
            for (x, cell) in line.chars().enumerate() {
                row[if is_mirrored { WIDTH - 1 - x } else { x }] = (cell == 'X').then_some('G');
            }
        }
        game.hold = Some(Piece::T);
        game
    }

    /// Adds the next piece to the queue.
    fn deal(&mut self, dice: &mut Dice) -> Piece {
        if self.bag.is_empty() {
            self.bag = Piece::ALL.to_vec();
        }
        let piece = self.bag.swap_remove(dice.below(self.bag.len()));
        self.queue.push(piece);
        piece
    }

    /// Pushes a row of garbage in from below.
    pub fn rise(&mut self, hole: usize) {
        let mut row = [Some('G'); WIDTH];
        row[hole] = None;
        self.rows.insert(0, row);
        self.rows.truncate(ROWS);
    }

    /// The message with which it begins or goes on.
    pub fn start(&self, incoming: usize) -> Value {
        let letters = |pieces: &[Piece]| pieces.iter().map(ToString::to_string).collect::<Vec<_>>();
        // What is left after the last piece of the queue; a bag that has just become empty is full again.
        let bag = if self.bag.is_empty() { &Piece::ALL[..] } else { &self.bag };
        json!({
            "type": "start",
            "hold": self.hold.map(|piece| piece.to_string()),
            "queue": letters(&self.queue),
            "combo": self.combo,
            "back_to_back": self.back_to_back,
            "board": self.rows,
            "randomizer": {"type": "seven_bag", "bag_state": letters(bag)},
            "tetrolab:incoming": incoming,
        })
    }

    /// The pieces that can be placed now.
    pub fn choices(&self) -> Vec<Piece> {
        let mut pieces = vec![self.queue[0], self.hold.unwrap_or(self.queue[1])];
        pieces.dedup();
        pieces
    }

    /// Everything that can be done, as the slow twin finds it; pieces that lock above the Skyline are lost.
    pub fn moves(&self) -> Vec<(Piece, Cells, Spin)> {
        let mut board = Board::default();
        for (y, row) in self.rows.iter().enumerate() {
            row.iter().enumerate().for_each(|(x, cell)| board.set(x as i8, y as i8, cell.is_some()));
        }
        let field = Field::of(&board);
        self.choices()
            .into_iter()
            .flat_map(|piece| {
                let found = placements(&field, piece, &MOVEMENT).into_iter();
                found.map(move |(cells, spin)| (piece, cells, spin))
            })
            .filter(|(_, cells, _)| cells.iter().any(|cell| cell.1 < SKYLINE))
            .collect()
    }

    /// Plays a move. Returns the pieces that are new in the queue.
    pub fn play(&mut self, suggested: &Suggested, dice: &mut Dice) -> Vec<Piece> {
        let mut taken = 1;
        let first = self.queue.remove(0);
        if first != suggested.piece && self.hold.replace(first).is_none() {
            self.queue.remove(0);
            taken = 2;
        }
        for (x, y) in suggested.cells {
            self.rows[y as usize][x as usize] = Some(suggested.piece.letter());
        }
        self.rows.retain(|row| row.contains(&None));
        let lines = ROWS - self.rows.len();
        self.rows.resize(ROWS, [None; WIDTH]);
        self.lines += lines;
        self.combo = if lines > 0 { self.combo + 1 } else { 0 };
        if lines > 0 {
            self.back_to_back = lines == 4 || suggested.spin != Spin::None;
        }
        (0..taken).map(|_| self.deal(dice)).collect()
    }
}

/// The twin itself, against counts that programs of others made for the empty board.
#[test]
fn the_twin_counts_what_others_count() {
    let field = Field::of(&Board::default());
    assert_eq!(perft(&field, &[Piece::I, Piece::O, Piece::L], &MOVEMENT), [17, 153, 5266]);
}
