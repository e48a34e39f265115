//! The rules of the course's game, one tick at a time.

use super::cell::InPlay;
use super::field::Field;
use super::pieces::Pieces;
use super::shape::Shape;

/// Ticks per second while there are no points.
pub const BASE_SPEED: u64 = 10;
/// Every this many points make the game one tick per second faster.
const POINTS_PER_STEP: u64 = 10;
/// How many pieces are shown before they are dealt.
pub const PREVIEWS: usize = 3;

/// A key that does something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    /// `w`: the next plan of the shape, if it fits where the piece is.
    Turn,
    /// `a`: one column to the left, if it fits.
    Left,
    /// `d`: one column to the right, if it fits.
    Right,
    /// `s`: down as far as it goes. It locks with the next tick.
    Drop,
}

impl Key {
    /// All of them.
    pub const ALL: [Key; 4] = [Key::Turn, Key::Left, Key::Right, Key::Drop];

    /// The letter that messages have for it.
    pub const fn letter(self) -> char {
        match self {
            Key::Turn => 'w',
            Key::Left => 'a',
            Key::Right => 'd',
            Key::Drop => 's',
        }
    }

    /// The key of a letter.
    pub fn from_letter(letter: char) -> Option<Key> {
        Key::ALL.into_iter().find(|key| key.letter() == letter)
    }
}

/// A game. It has no clock: the caller decides when a tick is, and passes the key that was pressed last before it.
///
/// ```
/// use tetrolab_protocols::aveiro::{Game, Key, Pieces};
///
/// let mut game = Game::new(Pieces::seeded(1));
/// game.tick(None);
/// let cells = game.in_play().unwrap().cells();
/// assert_eq!(cells.map(<[i8; 2]>::from), [[4, 2], [3, 3], [4, 3], [3, 4]]);
/// game.tick(Some(Key::Drop));
/// assert_eq!(game.in_play().unwrap().cells()[3].y, 29);
/// game.tick(None);
/// assert_eq!(game.in_play(), None);
/// assert_eq!(game.field().cells().len(), 4);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    field: Field,
    in_play: Option<InPlay>,
    next: [Shape; PREVIEWS],
    pieces: Pieces,
    base_speed: u64,
    score: u64,
    is_running: bool,
    dealt: u64,
    clears: [u64; 4],
}

impl Game {
    /// A game that has not begun: its first tick deals the first piece.
    pub fn new(pieces: Pieces) -> Game {
        Game::with_speed(pieces, BASE_SPEED)
    }

    /// A game that begins with `base_speed` ticks per second. The course's server knows 10 only.
    pub fn with_speed(mut pieces: Pieces, base_speed: u64) -> Game {
        Game {
            field: Field::EMPTY,
            in_play: None,
            next: std::array::from_fn(|_| pieces.deal()),
            pieces,
            base_speed,
            score: 0,
            is_running: true,
            dealt: 0,
            clears: [0; 4],
        }
    }

    /// One tick:
    ///
    /// 1. If no piece is in play, the next one is dealt. If it does not fit, the game is over after this tick.
    /// 2. The piece falls one row.
    /// 3. If it fits there, the key acts; what would not fit is not done.
    /// 4. If it does not fit, it goes back up and locks, full rows are cleared, and the key is lost.
    ///
    /// A game that is over stays as it is.
    pub fn tick(&mut self, key: Option<Key>) {
        if !self.is_running {
            return;
        }
        let piece = self.in_play.unwrap_or_else(|| self.deal());
        let fallen = piece.moved(0, 1);
        if self.field.fits(fallen) {
            self.in_play = Some(key.map_or(fallen, |key| self.acted(fallen, key)));
        } else {
            self.lock(piece);
            self.in_play = None;
        }
    }

    fn deal(&mut self) -> InPlay {
        let piece = InPlay::spawn(self.next[0]);
        self.next.rotate_left(1);
        self.next[PREVIEWS - 1] = self.pieces.deal();
        self.dealt += 1;
        self.is_running = self.field.fits(piece);
        piece
    }

    /// What a key makes of a piece that fits.
    fn acted(&self, piece: InPlay, key: Key) -> InPlay {
        let wanted = match key {
            Key::Turn => piece.turned(),
            Key::Left => piece.moved(-1, 0),
            Key::Right => piece.moved(1, 0),
            Key::Drop => return self.field.dropped(piece),
        };
        if self.field.fits(wanted) { wanted } else { piece }
    }

    fn lock(&mut self, piece: InPlay) {
        let lines = self.field.lock(piece);
        self.score += u64::from(lines * lines);
        if lines > 0 {
            self.clears[lines as usize - 1] += 1;
        }
    }

    /// What is locked.
    pub fn field(&self) -> &Field {
        &self.field
    }

    /// The piece that falls. There is none after a piece has locked, until the next tick.
    pub fn in_play(&self) -> Option<InPlay> {
        self.in_play
    }

    /// The pieces that are dealt next.
    pub fn next(&self) -> [Shape; PREVIEWS] {
        self.next
    }

    /// The points: the square of the number of rows that a piece clears.
    pub fn score(&self) -> u64 {
        self.score
    }

    /// Ticks per second.
    pub fn speed(&self) -> u64 {
        self.base_speed + self.score / POINTS_PER_STEP
    }

    /// Whether the game goes on. It ends with a piece that does not fit where it is dealt; that piece can still lock, and
    /// even clear rows.
    pub fn is_running(&self) -> bool {
        self.is_running
    }

    /// How many pieces were dealt, without those that are only shown.
    pub fn dealt(&self) -> u64 {
        self.dealt
    }

    /// How many pieces cleared one, two, three and four rows.
    pub fn clears(&self) -> [u64; 4] {
        self.clears
    }

    /// How many rows were cleared.
    pub fn lines(&self) -> u64 {
        (1..).zip(self.clears).map(|(lines, pieces)| lines * pieces).sum()
    }
}
