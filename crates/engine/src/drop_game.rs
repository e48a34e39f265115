//! The untimed game of the papers, as the simulator MDPTetris plays it.
//!
//! A piece is turned and put over a column, above everything, and falls straight down. There is no path, no spin, no Hold and no
//! clock. The game is lost when the stack reaches above the board. `docs/research-game.md` says it exactly.

use std::fmt;
use std::str::FromStr;

use crate::board::{Board, MAX_HEIGHT, MAX_WIDTH, Size};
use crate::mdptetris::Taus;
use crate::piece::{Piece, Placement, Rotation, Shape};
use crate::random::Seed;
use crate::randomizer::{PieceStream, Randomizer};

/// Hidden rows above the board: a piece that lies on a full stack still has its cells somewhere.
const HIDDEN: u8 = 4;

/// Which game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DropRules {
    width: u8,
    height: u8,
    /// Whether full rows are removed even if the piece reaches above the board. Lines of such a move then count, and the game
    /// may go on. MDPTetris calls it `allow_lines_after_overflow`; its programs differ in it.
    pub lines_after_overflow: bool,
}

impl DropRules {
    /// The papers' game: 10 columns, 20 rows, no lines after overflow.
    pub const STANDARD: DropRules = DropRules { width: 10, height: 20, lines_after_overflow: false };

    /// A board of 4 to 16 columns and 1 to 40 rows; `None` if it is larger or smaller.
    pub const fn new(width: u8, height: u8) -> Option<DropRules> {
        let rules = DropRules { width, height, lines_after_overflow: false };
        if rules.size().is_valid() { Some(rules) } else { None }
    }

    /// How large the board is; the rows above it are hidden.
    pub const fn size(self) -> Size {
        Size { width: self.width, height: self.height, buffer: HIDDEN }
    }

    /// The empty board.
    pub const fn empty(self) -> Board {
        Board::empty(self.size())
    }

    /// Every way to drop a piece: orientations in order, each from the left to the right.
    ///
    /// ```
    /// use tetrolab_engine::{DropRules, Piece};
    ///
    /// let ways = Piece::ALL.map(|piece| DropRules::STANDARD.drops(piece).count());
    /// assert_eq!(ways, [17, 34, 34, 9, 17, 34, 17]);
    /// ```
    pub fn drops(self, piece: Piece) -> impl Iterator<Item = Drop> {
        (0..orientations(piece).len() as u8).flat_map(move |orientation| {
            let width = piece.shape(orientations(piece)[orientation as usize]).width;
            (0..=self.width - width).map(move |column| Drop { piece, orientation, column })
        })
    }

    /// Lets the piece fall and fills its cells. Full rows stay. Nothing happens, and nothing is returned, if the piece
    /// would lie above the hidden rows, beyond a wall, or has no such orientation.
    ///
    /// ```
    /// use tetrolab_engine::{Drop, DropRules, Piece};
    ///
    /// let rules = DropRules::STANDARD;
    /// let mut board = rules.empty();
    /// let landing = rules.land(&mut board, Drop { piece: Piece::O, orientation: 0, column: 0 }).unwrap();
    /// assert_eq!(landing.row, 0);
    /// assert_eq!(rules.land(&mut board, Drop { piece: Piece::O, orientation: 0, column: 1 }).unwrap().row, 2);
    /// assert_eq!(rules.land(&mut board, Drop { piece: Piece::O, orientation: 0, column: 9 }), None);
    /// ```
    #[inline]
    pub fn land(self, board: &mut Board, drop: Drop) -> Option<Landing> {
        let shape = drop.shape()?;
        let row = board.landing_row(shape, drop.column)?;
        board.stamp(shape, drop.column, row);
        Some(Landing { row, height: shape.height })
    }

    /// Removes the full rows that the piece lies in, if the rules let it, and says what came of it.
    ///
    /// `board` is what [`DropRules::land`] made, and `landing` what it returned.
    #[inline]
    pub fn clear(self, board: &mut Board, drop: Drop, landing: Landing) -> DropOutcome {
        let outcome = self.remove(board, drop, landing);
        DropOutcome { is_lost: board.stack_height() > self.height, ..outcome }
    }

    /// The same; whether the game is lost is only looked at if the piece reaches above the board.
    #[inline]
    fn remove(self, board: &mut Board, drop: Drop, landing: Landing) -> DropOutcome {
        let is_over = landing.top() > self.height;
        let shape = drop.shape();
        let width = shape.map_or(0, |shape| shape.width);
        // Most drops fill no row, and mostly the columns beside them show it.
        let beside = |x: u8| board.all_columns()[(x & 15) as usize];
        let near = landing.rows() & beside(drop.column.wrapping_sub(1)) & beside(drop.column + width);
        let may_clear = near != 0 && (!is_over || self.lines_after_overflow);
        let rows = if may_clear { board.full_rows() & near } else { 0 };
        if rows == 0 {
            return DropOutcome { lines: 0, eroded_cells: 0, is_lost: is_over };
        }
        let touched = shape.map_or([0; 4], |shape| shape.columns);
        let eroded_cells = touched.iter().map(|column| (column << landing.row & rows).count_ones() as u8).sum();
        board.remove_rows(rows);
        let is_lost = is_over && board.stack_height() > self.height;
        DropOutcome { lines: rows.count_ones() as u8, eroded_cells, is_lost }
    }
}

impl Default for DropRules {
    fn default() -> DropRules {
        DropRules::STANDARD
    }
}

impl fmt::Display for DropRules {
    /// The size: `10x20`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

impl FromStr for DropRules {
    type Err = String;

    /// Reads a size such as `10x20`.
    fn from_str(text: &str) -> Result<DropRules, String> {
        let sides = text.split_once('x').and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
        let (width, height): (u32, u32) = sides.ok_or("a size is columns x rows, such as 10x20")?;
        let rules = u8::try_from(width).ok().zip(u8::try_from(height).ok());
        rules
            .and_then(|(width, height)| DropRules::new(width, height))
            .ok_or_else(|| format!("a board has 4 to {MAX_WIDTH} columns and 1 to {MAX_HEIGHT} rows"))
    }
}

/// The orientations of a piece in MDPTetris' order; those that look the same count once.
///
/// ```
/// use tetrolab_engine::{Piece, Rotation, orientations};
///
/// assert_eq!(orientations(Piece::I), [Rotation::East, Rotation::North]);
/// ```
pub const fn orientations(piece: Piece) -> &'static [Rotation] {
    use Rotation::{East, North, South, West};
    match piece {
        Piece::I | Piece::Z | Piece::S => &[East, North],
        Piece::O => &[North],
        Piece::T => &[East, North, West, South],
        Piece::J => &[North, West, South, East],
        Piece::L => &[South, East, North, West],
    }
}

/// One way to drop a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Drop {
    /// Which piece.
    pub piece: Piece,
    /// Which of its [`orientations`].
    pub orientation: u8,
    /// The column of its left edge.
    pub column: u8,
}

impl Drop {
    /// The facing of the piece; `None` if it has no such orientation.
    #[inline]
    pub fn rotation(self) -> Option<Rotation> {
        orientations(self.piece).get(self.orientation as usize).copied()
    }

    #[inline]
    fn shape(self) -> Option<&'static Shape> {
        Some(self.piece.shape(self.rotation()?))
    }

    /// The piece with its lowest Minos in `row`; `None` if it has no such orientation.
    ///
    /// ```
    /// use tetrolab_engine::{Drop, Piece, Placement, Rotation};
    ///
    /// let drop = Drop { piece: Piece::T, orientation: 1, column: 3 };
    /// assert_eq!(drop.placement(0), Some(Placement::new(Piece::T, Rotation::North, 4, 0)));
    /// ```
    pub fn placement(self, row: i8) -> Option<Placement> {
        let rotation = self.rotation()?;
        let shape = self.piece.shape(rotation);
        Some(Placement::new(self.piece, rotation, self.column as i8 - shape.left, row - shape.bottom))
    }
}

/// Where a piece came to lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Landing {
    /// The lowest row it lies in.
    pub row: u8,
    /// How many rows it lies in.
    pub height: u8,
}

impl Landing {
    /// The row above the piece.
    pub const fn top(self) -> u8 {
        self.row + self.height
    }

    /// The rows it lies in, a bit each.
    pub const fn rows(self) -> u64 {
        ((1 << self.height) - 1) << self.row
    }
}

/// What a drop did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct DropOutcome {
    /// Rows removed.
    pub lines: u8,
    /// Minos of the piece in removed rows.
    pub eroded_cells: u8,
    /// Whether the stack reaches above the board.
    pub is_lost: bool,
}

/// Which games are played: the same description always gives the same pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal {
    /// Where pieces come from.
    pub randomizer: Randomizer,
    /// The seed of all games.
    pub seed: Seed,
    /// Pieces that come first in each game.
    pub given: Vec<Piece>,
}

impl Deal {
    /// Every piece with the same chance, the papers' game.
    pub fn uniform(seed: Seed) -> Deal {
        Deal { randomizer: Randomizer::Uniform, seed, given: Vec::new() }
    }
}

/// A game being played.
///
/// ```
/// use tetrolab_engine::{Deal, Drop, DropGame, DropRules, Seed};
///
/// let mut game = DropGame::new(DropRules::STANDARD, &Deal::uniform(Seed(7)), 0);
/// while let Some(piece) = game.piece() {
///     game.play(Drop { piece, orientation: 0, column: 0 });
/// }
/// assert!(game.is_lost());
/// assert_eq!(game.lines(), 0);
/// ```
#[derive(Clone, Debug)]
pub struct DropGame {
    rules: DropRules,
    board: Board,
    pieces: Pieces,
    piece: Option<Piece>,
    next: Option<Piece>,
    lines: u64,
    played: u64,
    is_lost: bool,
}

/// Where a game's pieces come from.
#[derive(Clone, Debug)]
enum Pieces {
    Stream(PieceStream),
    /// One generator for all games, as MDPTetris has it.
    Mdptetris(Taus),
}

impl Pieces {
    fn deal(&mut self) -> Option<Piece> {
        match self {
            Pieces::Stream(stream) => stream.next(),
            Pieces::Mdptetris(taus) => Some(taus.next_piece()),
        }
    }
}

impl DropGame {
    /// Game number `game` of the deal.
    ///
    /// With [`Randomizer::Mdptetris`] it is the first game that MDPTetris plays for the seed, whatever the number;
    /// [`DropGame::restart`] goes on to the second.
    pub fn new(rules: DropRules, deal: &Deal, game: u64) -> DropGame {
        let pieces = match deal.randomizer {
            Randomizer::Mdptetris => {
                let mut taus = Taus::new(deal.seed.0 as u32);
                // MDPTetris draws a piece when it makes the game, and another one when it starts it.
                taus.next_piece();
                Pieces::Mdptetris(taus)
            }
            randomizer => Pieces::Stream(PieceStream::new(randomizer, deal.seed, game, &deal.given)),
        };
        let board = rules.empty();
        let mut game = DropGame { rules, board, pieces, piece: None, next: None, lines: 0, played: 0, is_lost: false };
        game.start();
        game
    }

    /// A game in the middle: `pieces` pieces were dropped, `lines` rows were removed, and this is the board. It is lost if the
    /// stack reaches above the board.
    ///
    /// `None` if the board has another size or another number of cells than these pieces leave, or if the next pieces depend on
    /// the drops that were tried, as with [`Randomizer::Mdptetris`].
    ///
    /// ```
    /// use tetrolab_engine::{Deal, Drop, DropGame, DropRules, Seed};
    ///
    /// let (rules, deal) = (DropRules::STANDARD, Deal::uniform(Seed(7)));
    /// let mut game = DropGame::new(rules, &deal, 3);
    /// for column in [0, 2, 4] {
    ///     game.play(Drop { piece: game.piece().unwrap(), orientation: 0, column });
    /// }
    /// let again = DropGame::at(rules, &deal, 3, *game.board(), game.pieces(), game.lines()).unwrap();
    /// assert_eq!((again.piece(), again.next()), (game.piece(), game.next()));
    /// ```
    pub fn at(rules: DropRules, deal: &Deal, game: u64, board: Board, pieces: u64, lines: u64) -> Option<DropGame> {
        let mut at = DropGame::new(rules, deal, game);
        let Pieces::Stream(stream) = &mut at.pieces else { return None };
        let cells = u128::from(board.filled_cells()) + u128::from(rules.width) * u128::from(lines);
        if board.size() != rules.size() || cells != 4 * u128::from(pieces) {
            return None;
        }
        for _ in 0..pieces {
            at.piece = at.next;
            at.next = at.next.and_then(|_| stream.next());
        }
        (at.board, at.played, at.lines) = (board, pieces, lines);
        at.is_lost = board.stack_height() > rules.height;
        if at.is_lost {
            (at.piece, at.next) = (None, None);
        }
        Some(at)
    }

    fn start(&mut self) {
        self.piece = self.pieces.deal();
        // What MDPTetris deals next depends on what is tried until then, so nothing is known ahead.
        self.next = if matches!(self.pieces, Pieces::Stream(_)) { self.pieces.deal() } else { None };
    }

    /// An empty board again, with the pieces that come now. So MDPTetris plays its second and every later game.
    pub fn restart(&mut self) {
        (self.board, self.lines, self.played, self.is_lost) = (self.rules.empty(), 0, 0, false);
        self.start();
    }

    #[inline]
    pub const fn rules(&self) -> DropRules {
        self.rules
    }

    #[inline]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The piece to be dropped; nothing when the game is lost or there are no more pieces.
    #[inline]
    pub const fn piece(&self) -> Option<Piece> {
        self.piece
    }

    /// The piece after that, if it is known.
    #[inline]
    pub const fn next(&self) -> Option<Piece> {
        self.next
    }

    /// Rows removed so far.
    #[inline]
    pub const fn lines(&self) -> u64 {
        self.lines
    }

    /// Pieces dropped so far.
    #[inline]
    pub const fn pieces(&self) -> u64 {
        self.played
    }

    /// Whether the game is lost.
    #[inline]
    pub const fn is_lost(&self) -> bool {
        self.is_lost
    }

    /// Says that this many drops were tried in the search and would not have lost the game.
    ///
    /// MDPTetris draws a piece for each of them and discards it, so the next pieces depend on it. Other randomizers ignore it.
    pub fn tried(&mut self, drops: u32) {
        if let Pieces::Mdptetris(taus) = &mut self.pieces {
            for _ in 0..drops {
                taus.next_piece();
            }
        }
    }

    /// Drops the piece.
    ///
    /// # Panics
    /// If that cannot be done; [`DropGame::try_play`] answers instead.
    #[inline]
    pub fn play(&mut self, drop: Drop) -> DropOutcome {
        self.try_play(drop).expect("the drop is one of this piece on this board")
    }

    /// As [`DropGame::play`], or `None` if the game is over, it is another piece's turn, or the drop does not exist.
    pub fn try_play(&mut self, drop: Drop) -> Option<DropOutcome> {
        if self.piece != Some(drop.piece) {
            return None;
        }
        let landing = self.rules.land(&mut self.board, drop)?;
        let outcome = self.rules.remove(&mut self.board, drop, landing);
        self.played += 1;
        self.lines += u64::from(outcome.lines);
        self.is_lost = outcome.is_lost;
        if outcome.is_lost {
            (self.piece, self.next) = (None, None);
        } else if let Pieces::Stream(stream) = &mut self.pieces {
            self.piece = self.next;
            // A stream that has ended stays ended.
            self.next = self.next.and_then(|_| stream.next());
        } else {
            self.piece = self.pieces.deal();
        }
        Some(outcome)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drop(piece: Piece, orientation: u8, column: u8) -> Drop {
        Drop { piece, orientation, column }
    }

    /// A board of 4 columns with a well at the right, filled up to `rows`.
    fn stack(rules: DropRules, rows: i8) -> Board {
        let mut board = rules.empty();
        for y in 0..rows {
            (0..3).for_each(|x| board.set(x, y, true));
        }
        board
    }

    #[test]
    fn overflow_loses_or_clears() {
        let mut rules = DropRules::new(4, 6).unwrap();
        for (lines_after_overflow, lines, lost) in [(false, 0, true), (true, 2, false)] {
            rules.lines_after_overflow = lines_after_overflow;
            let mut board = stack(rules, 6);
            (0..4).for_each(|y| board.set(3, y, true));
            let way = drop(Piece::I, 0, 3);
            let landing = rules.land(&mut board, way).unwrap();
            assert_eq!(landing, Landing { row: 4, height: 4 });
            // Only rows that the piece lies in are removed, though the others are full too.
            let outcome = rules.clear(&mut board, way, landing);
            assert_eq!(outcome, DropOutcome { lines, eroded_cells: lines, is_lost: lost });
            assert_eq!(board.stack_height(), if lost { 8 } else { 6 });
        }
    }

    #[test]
    fn orientations_look_as_in_the_table() {
        let pictures = [
            (Piece::I, vec!["X/X/X/X", "XXXX"]),
            (Piece::O, vec!["XX/XX"]),
            (Piece::T, vec!["X./XX/X.", ".X./XXX", ".X/XX/.X", "XXX/.X."]),
            (Piece::Z, vec![".X/XX/X.", "XX./.XX"]),
            (Piece::S, vec!["X./XX/.X", ".XX/XX."]),
            (Piece::J, vec!["X../XXX", ".X/.X/XX", "XXX/..X", "XX/X./X."]),
            (Piece::L, vec!["XXX/X..", "X./X./XX", "..X/XXX", "XX/.X/.X"]),
        ];
        for (piece, expected) in pictures {
            assert_eq!(orientations(piece).len(), expected.len());
            for (orientation, picture) in expected.into_iter().enumerate() {
                let mut board = DropRules::new(4, 6).unwrap().empty();
                board.fill(drop(piece, orientation as u8, 0).placement(0).unwrap());
                let rows: Vec<&str> = picture.split('/').collect();
                let drawn: String = rows.iter().map(|row| format!("{row:.<4}\n")).collect();
                assert_eq!(board.to_string(), drawn, "{piece} {orientation}");
            }
        }
    }

    #[test]
    fn drops_that_do_not_exist_change_nothing() {
        let mut game = DropGame::new(DropRules::STANDARD, &Deal::uniform(Seed(1)), 0);
        let piece = game.piece().unwrap();
        let other = Piece::ALL.into_iter().find(|&other| other != piece).unwrap();
        for way in [drop(other, 0, 0), drop(piece, 4, 0), drop(piece, 0, 10), drop(piece, 0, 255)] {
            assert_eq!(game.try_play(way), None);
        }
        assert!(game.board().is_empty() && game.pieces() == 0);
    }

    #[test]
    fn given_pieces_can_end() {
        let deal = Deal { randomizer: Randomizer::Nothing, seed: Seed(0), given: vec![Piece::O, Piece::I] };
        let mut game = DropGame::new(DropRules::STANDARD, &deal, 0);
        assert_eq!((game.piece(), game.next()), (Some(Piece::O), Some(Piece::I)));
        game.play(drop(Piece::O, 0, 0));
        assert_eq!((game.piece(), game.next()), (Some(Piece::I), None));
        game.play(drop(Piece::I, 1, 2));
        assert_eq!((game.piece(), game.is_lost(), game.pieces()), (None, false, 2));
    }

    #[test]
    fn sizes_are_read() {
        let rules: DropRules = "16x40".parse().unwrap();
        assert_eq!((rules.size().width, rules.size().height, rules.to_string()), (16, 40, "16x40".to_string()));
        for (text, reason) in [
            ("10", "a size is columns x rows"),
            ("10x", "a size is columns x rows"),
            ("3x20", "4 to 16 columns"),
            ("17x20", "4 to 16 columns"),
            ("10x0", "1 to 40 rows"),
            ("300x20", "4 to 16 columns"),
        ] {
            let error = text.parse::<DropRules>().unwrap_err();
            assert!(error.contains(reason), "{text}: {error}");
        }
    }
}
