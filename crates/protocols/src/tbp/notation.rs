//! Pieces, cells and moves as the protocol writes them.

use serde::{Deserialize, Serialize};
use tetrolab_bot::Move;
use tetrolab_engine::{Block, Piece, Placement, Rotation, Spin};

/// A piece: one capital letter.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(try_from = "String", into = "char")]
pub(super) struct Letter(pub Piece);

impl From<Letter> for char {
    fn from(Letter(piece): Letter) -> char {
        piece.letter()
    }
}

impl TryFrom<String> for Letter {
    type Error = String;

    fn try_from(text: String) -> Result<Letter, String> {
        one_letter(&text)
            .and_then(Piece::from_letter)
            .map(Letter)
            .ok_or_else(|| format!("{text:?} is none of the pieces I, J, L, O, S, T and Z"))
    }
}

/// A cell that is not empty: the letter of a piece, or G for garbage.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(try_from = "String", into = "char")]
pub(super) struct Filled(pub Block);

/// What garbage is written as.
const GARBAGE: char = 'G';

impl From<Filled> for char {
    fn from(Filled(block): Filled) -> char {
        match block {
            Block::Of(piece) => piece.letter(),
            Block::Garbage => GARBAGE,
        }
    }
}

impl TryFrom<String> for Filled {
    type Error = String;

    fn try_from(text: String) -> Result<Filled, String> {
        let block = one_letter(&text).and_then(|letter| match letter {
            GARBAGE => Some(Block::Garbage),
            letter => Piece::from_letter(letter).map(Block::Of),
        });
        block.map(Filled).ok_or_else(|| format!("{text:?} is no cell: a cell is null, a piece or \"G\""))
    }
}

fn one_letter(text: &str) -> Option<char> {
    let mut letters = text.chars();
    letters.next().filter(|_| letters.next().is_none())
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Orientation {
    North,
    East,
    South,
    West,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum SpinName {
    None,
    Mini,
    Full,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
struct Location {
    #[serde(rename = "type")]
    piece: Letter,
    orientation: Orientation,
    x: i64,
    y: i64,
}

/// A move. Its centre is where the engine has it, for I and O as well.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(expecting = "a move")]
pub(super) struct WrittenMove {
    location: Location,
    spin: SpinName,
}

impl From<Move> for WrittenMove {
    fn from(a_move: Move) -> WrittenMove {
        let Placement { piece, rotation, x, y } = a_move.placement;
        let orientation = match rotation {
            Rotation::North => Orientation::North,
            Rotation::East => Orientation::East,
            Rotation::South => Orientation::South,
            Rotation::West => Orientation::West,
        };
        let spin = match a_move.spin {
            Spin::None => SpinName::None,
            Spin::Mini => SpinName::Mini,
            Spin::Full => SpinName::Full,
        };
        WrittenMove { location: Location { piece: Letter(piece), orientation, x: x.into(), y: y.into() }, spin }
    }
}

impl From<WrittenMove> for Move {
    /// Numbers that are too large end at the limits of a byte, which lie outside every board.
    fn from(WrittenMove { location, spin }: WrittenMove) -> Move {
        let Location { piece: Letter(piece), orientation, x, y } = location;
        let [x, y] = [x, y].map(|number| number.clamp(i8::MIN.into(), i8::MAX.into()) as i8);
        let placement = Placement::new(piece, Rotation::ALL[orientation as usize], x, y);
        Move { placement, spin: Spin::ALL[spin as usize] }
    }
}
