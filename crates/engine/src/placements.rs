//! Every place where a piece can come to rest.

use std::iter::FusedIterator;

use crate::board::{Board, Columns, Size};
use crate::forms::{self, Form};
use crate::lanes::{Lanes, WIDEST, Window, walls, window};
use crate::piece::{Piece, Placement, Rotation};
use crate::reach::{Places, T, Turning, all_open, all_resting, both, fitting, missing, named_once, names, spins};
use crate::rotation::{HalfTurns, Kicks};
use crate::rules::{Rules, generation_column};
use crate::spin::Spin;
use crate::walk;

/// How pieces come in, turn and spin: what decides which places can be reached. Moves are left, right, down one row and
/// turns, as many as one likes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Movement {
    /// Rotation points.
    pub kicks: Kicks,
    /// Turns by 180 degrees.
    pub half_turns: HalfTurns,
    /// Whether a T counts once for each spin it can come to rest with.
    pub spins: bool,
    /// Once a T has used the fifth rotation point, every later turn of it counts as if it had.
    pub sticky_fifth_point: bool,
    /// The row of the centre of a new piece, from the floor.
    pub spawn_row: i8,
    /// Where a new piece appears if it does not fit into its row; without one it then has no placement.
    pub fall_back_row: Option<i8>,
}

impl Movement {
    /// As in the timed game with these rules.
    pub const fn of(rules: &Rules) -> Movement {
        Movement {
            kicks: rules.kicks,
            half_turns: rules.half_turns,
            spins: rules.spins,
            sticky_fifth_point: rules.sticky_fifth_point,
            spawn_row: (rules.size.height as i8).saturating_add(rules.generation_row),
            fall_back_row: None,
        }
    }

    /// Where a piece is generated: in its row or else in the fall-back row, if it fits there.
    ///
    /// ```
    /// # use tetrolab_engine::{Board, Movement, Piece, Rules};
    /// let generated = Movement::of(&Rules::GUIDELINE).generation(&Board::default(), Piece::T).unwrap();
    /// assert_eq!((generated.x, generated.y), (4, 20));
    /// ```
    pub fn generation(&self, board: &Board, piece: Piece) -> Option<Placement> {
        let column = generation_column(board.size().width, piece);
        [Some(self.spawn_row), self.fall_back_row]
            .into_iter()
            .flatten()
            .map(|row| Placement::new(piece, Rotation::North, column, row))
            .find(|&placement| board.fits(placement))
    }

    /// Up to this height of the stack nothing is in the way of a new piece: it can turn where it is generated and move to
    /// any column, so everything that lies open from above can be reached.
    pub(crate) const fn free_height(&self, rows: u8) -> i32 {
        if self.spawn_row as i32 + 3 <= rows as i32 { self.spawn_row as i32 - 2 } else { -1 }
    }

    /// Whether places are walked one by one, because the flood fill of whole columns does not know these rules. In builds
    /// without optimisation all are: there the flood fill would need more stack than a thread has.
    pub(crate) fn is_walked(&self, width: u8, piece: Piece) -> bool {
        let sticky = self.spins && self.sticky_fifth_point && piece == Piece::T;
        cfg!(unoptimised) || width > WIDEST || sticky || matches!(self.half_turns, HalfTurns::Quarters)
    }

    /// How many spins are told apart.
    pub(crate) const fn variants(&self, piece: Piece) -> usize {
        if self.spins && matches!(piece, Piece::T) { 3 } else { 1 }
    }

    pub(crate) const fn turning(&self) -> Turning {
        Turning { kicks: self.kicks, half: matches!(self.half_turns, HalfTurns::Tests) }
    }
}

impl Board {
    /// Every place where a piece can come to rest, tucks and spins included, from where the guideline generates it and
    /// with its rotation points. Places that cover the same cells count once.
    ///
    /// ```
    /// # use tetrolab_engine::{Board, Piece};
    /// let board: Board = "
    ///     X.........
    ///     XX.XXXXXXX
    ///     XX..XXXXXX
    /// ".parse()?;
    /// // Under the roof: only a turn leads there.
    /// let best = board.placements(Piece::J).max_by_key(|&placement| board.after(placement).1.lines).unwrap();
    /// assert_eq!(board.after(best).1.lines, 1);
    /// assert_eq!(Board::default().placements(Piece::T).len(), 34);
    /// # Ok::<(), tetrolab_engine::ParseBoardError>(())
    /// ```
    #[inline]
    pub fn placements(&self, piece: Piece) -> Placements {
        let movement =
            Movement { spins: false, spawn_row: self.size().height as i8, ..const { Movement::of(&Rules::GUIDELINE) } };
        self.placements_under(piece, &movement)
    }

    /// As [`Board::placements`], with other rules of movement.
    ///
    /// ```
    /// # use tetrolab_engine::{Board, Movement, Piece, Rules, Spin};
    /// let board: Board = "
    ///     ...X......
    ///     X...XXXXXX
    ///     XX.XXXXXXX
    /// ".parse()?;
    /// let movement = Movement { sticky_fifth_point: false, ..Movement::of(&Rules::GUIDELINE) };
    /// let mut spins = board.placements_under(Piece::T, &movement).with_spins();
    /// assert!(spins.any(|(placement, spin)| spin == Spin::Full && board.after(placement).1.lines == 2));
    /// # Ok::<(), tetrolab_engine::ParseBoardError>(())
    /// ```
    #[inline]
    pub fn placements_under(&self, piece: Piece, movement: &Movement) -> Placements {
        let flooded = match movement.is_walked(self.size().width, piece) {
            true => None,
            false => forms::placements(self, piece, movement),
        };
        flooded.unwrap_or_else(|| walk::placements(self, piece, movement))
    }

    /// The placements of a piece and of the one that Hold would bring: the held piece, or the next one if none is held.
    /// The piece of a placement tells whether Hold was used; if both are the same, Hold brings nothing new.
    ///
    /// ```
    /// # use tetrolab_engine::{Board, Movement, Piece, Rules};
    /// let movement = Movement { spins: false, ..Movement::of(&Rules::GUIDELINE) };
    /// let board = Board::default();
    /// assert_eq!(board.placements_with_hold(Piece::T, Some(Piece::O), &movement).count(), 34 + 9);
    /// assert_eq!(board.placements_with_hold(Piece::T, Some(Piece::T), &movement).count(), 34);
    /// ```
    pub fn placements_with_hold(
        &self,
        piece: Piece,
        held_or_next: Option<Piece>,
        movement: &Movement,
    ) -> impl Iterator<Item = Placement> + Clone + use<> {
        let other = held_or_next.filter(|&other| other != piece);
        let other = other.map(|other| self.placements_under(other, movement));
        self.placements_under(piece, movement).chain(other.into_iter().flatten())
    }
}

/// The placements of one piece, as an iterator: by rotation, then by column, then from the top down.
#[derive(Clone, Debug)]
pub struct Placements {
    piece: Piece,
    /// Row of bit 0; higher bits are lower rows.
    top: i8,
    /// For each spin and rotation, a word a column.
    sets: [[Columns; 4]; 3],
    /// Rotation and column of the next placement, as one number.
    at: u8,
    /// How many placements are still to come.
    left: u16,
}

impl Placements {
    /// No placement.
    pub(crate) fn none(piece: Piece, top: i8) -> Placements {
        Placements { piece, top, sets: [[[0; 16]; 4]; 3], at: 0, left: 0 }
    }

    /// Adds a placement; the caller vouches that it lies on the board.
    pub(crate) fn insert(&mut self, placement: Placement, spin: Spin) {
        let (rotation, x, bit) = (placement.rotation as usize, placement.x as usize, 1 << (self.top - placement.y));
        self.left += u16::from(self.word(rotation, x) & bit == 0);
        self.sets[spin as usize][rotation][x] |= bit;
    }

    fn placement(&self, rotation: u8, x: u8, bit: u32) -> Placement {
        Placement::new(self.piece, Rotation::ALL[rotation as usize], x as i8, self.top - bit as i8)
    }

    /// The cells of one column, whatever the spin.
    #[inline(always)]
    fn word(&self, rotation: usize, x: usize) -> u64 {
        self.sets[0][rotation][x] | self.sets[1][rotation][x] | self.sets[2][rotation][x]
    }

    /// Whether the piece can come to rest exactly on the cells of this placement.
    pub fn contains(&self, placement: Placement) -> bool {
        let mut cells = placement.cells();
        cells.sort_unstable();
        placement.piece == self.piece
            && self.clone().any(|other| {
                let mut others = other.cells();
                others.sort_unstable();
                others == cells
            })
    }

    /// The placements with the spins they can be reached with; the same cells appear once for each.
    pub fn with_spins(self) -> impl Iterator<Item = (Placement, Spin)> + Clone + use<> {
        let (mut spin, mut at) = (0, self.at);
        let mut sets = self;
        std::iter::from_fn(move || {
            while spin < 3 {
                while at < 64 {
                    let (rotation, x) = (at / 16, at % 16);
                    let word = &mut sets.sets[spin][rotation as usize][x as usize];
                    if *word != 0 {
                        let bit = word.trailing_zeros();
                        *word &= *word - 1;
                        return Some((sets.placement(rotation, x, bit), Spin::ALL[spin]));
                    }
                    at += 1;
                }
                (spin, at) = (spin + 1, 0);
            }
            None
        })
    }
}

impl Iterator for Placements {
    type Item = Placement;

    #[inline]
    fn next(&mut self) -> Option<Placement> {
        while self.at < 64 {
            let (rotation, x) = (self.at / 16, self.at % 16);
            let word = self.word(rotation as usize, x as usize);
            if word != 0 {
                let bit = word.trailing_zeros();
                for set in &mut self.sets {
                    set[rotation as usize][x as usize] &= !(1 << bit);
                }
                self.left -= 1;
                return Some(self.placement(rotation, x, bit));
            }
            self.at += 1;
        }
        None
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left.into(), Some(self.left.into()))
    }
}

impl ExactSizeIterator for Placements {}
impl FusedIterator for Placements {}

/// A board seen through a window, with what a piece needs to know about its surroundings.
pub(crate) struct Scene<L> {
    /// The Blocks, walls and floor.
    pub blocks: L,
    /// The walls alone.
    pub walls: L,
    /// Where pieces come from; nothing if all that lies open can be reached.
    pub closed: Option<Closed>,
}

/// A board on which it matters where a piece is generated.
#[derive(Clone, Copy)]
pub(crate) struct Closed {
    width: u8,
    /// The rows of the window that lie above the board, as bits.
    ceiling: u32,
}

/// Rows that a piece can rise above its place of generation or above the stack: half its length when it turns, and two rows
/// by a kick, which only Blocks cause.
const RISE: i32 = 6;

impl Movement {
    /// Whether a window of `rows` rows shows enough of a board whose stack has this height, if all that lies open can be
    /// reached: a piece on top of the stack, kicked up by two rows, must still be inside.
    #[inline(always)]
    pub(crate) const fn is_open(&self, height: i32, rows: u32, board: Size) -> bool {
        height <= rows as i32 - 4 && height <= self.free_height(board.rows())
    }

    /// The same, if the place of generation matters.
    pub(crate) fn is_closed(&self, height: i32, rows: u32, board: Size) -> bool {
        let top = height.max(i32::from(self.spawn_row)).max(i32::from(self.fall_back_row.unwrap_or(0)));
        let board = i32::from(board.rows());
        board + 2 <= rows as i32 || top + RISE <= board.min(rows as i32)
    }
}

impl Closed {
    pub(crate) fn new(rows: u32, board: Size) -> Closed {
        let above = rows.saturating_sub(u32::from(board.rows()));
        Closed { width: board.width, ceiling: (1 << above) - 1 }
    }

    /// The place of generation, or else of the fall-back row, if the piece fits there.
    #[inline(always)]
    fn start<L: Window>(self, piece: usize, fitting: L, movement: &Movement) -> L {
        let column = generation_column(self.width, Piece::ALL[piece]) as usize & 15;
        let at = place::<L>(column, movement.spawn_row).and(fitting);
        match movement.fall_back_row {
            Some(row) if at.is_none() => place::<L>(column, row).and(fitting),
            _ => at,
        }
    }
}

/// One place; nothing if it lies outside the window.
#[inline(always)]
fn place<L: Window>(column: usize, row: i8) -> L {
    let mut words = [0; 16];
    if (0..L::ROWS as i8).contains(&row) {
        words[column] = 1 << (L::ROWS as i8 - 1 - row);
    }
    L::from_words(&words)
}

/// Where a piece can come to rest, by spin and rotation.
pub(crate) type Found<L> = [Places<L>; 3];

/// The resting places of piece `P`, each set of cells under one name.
#[inline(always)]
pub(crate) fn found<F: Form, const P: usize>(scene: &Scene<F::Lanes>, movement: &Movement) -> Found<F::Lanes> {
    let none = F::Lanes::none();
    let with_spins = P == T && movement.spins;
    let turning = movement.turning();
    let (fitting, start, mut reached) = match scene.closed {
        None => {
            let fitting = fitting::<F::Lanes, P>(scene.blocks, scene.walls);
            (fitting, none, all_open(&fitting))
        }
        Some(closed) => {
            let board = scene.blocks.or(F::Lanes::every(closed.ceiling));
            let fitting = fitting::<F::Lanes, P>(board, scene.walls);
            let start = closed.start::<F::Lanes>(P, fitting[0], movement);
            (fitting, start, [start, none, none, none])
        }
    };
    // It is enough to know the resting places, but for spins the ways to them count.
    let wanted = if with_spins { fitting } else { all_resting(&fitting) };
    if !missing(&wanted, &reached).is_none() {
        F::spread(Piece::ALL[P], &fitting, &mut reached, &wanted, turning);
    }
    if with_spins {
        return spins(scene.blocks, &fitting, &reached, start, turning);
    }
    [named_once::<F::Lanes, P>(both(&reached, &wanted)), [none; 4], [none; 4]]
}

/// All placements, in the lowest window that is enough, or nothing if none is.
#[inline(always)]
pub(crate) fn generate<Low: Form, High: Form>(board: &Board, piece: Piece, movement: &Movement) -> Option<Placements> {
    let (height, size) = (i32::from(board.stack_height()), board.size());
    if movement.is_open(height, Low::Lanes::ROWS, size) {
        Some(generate_in::<Low>(board, piece, movement, None))
    } else if movement.is_open(height, High::Lanes::ROWS, size) {
        Some(generate_in::<High>(board, piece, movement, None))
    } else if movement.is_closed(height, High::Lanes::ROWS, size) {
        Some(generate_in::<High>(board, piece, movement, Some(Closed::new(High::Lanes::ROWS, size))))
    } else {
        None
    }
}

#[inline(always)]
fn generate_in<F: Form>(board: &Board, piece: Piece, movement: &Movement, closed: Option<Closed>) -> Placements {
    let scene = Scene { blocks: window(board), walls: walls(board.size().width), closed };
    let found = F::found(piece, &scene, movement);
    let mut placements = Placements::none(piece, F::Lanes::ROWS as i8 - 1);
    for (set, places) in placements.sets.iter_mut().zip(&found[..movement.variants(piece)]) {
        for (set, places) in set.iter_mut().zip(&places[..names(piece)]) {
            for (word, narrow) in set.iter_mut().zip(places.words()) {
                *word = u64::from(narrow);
            }
        }
    }
    for rotation in 0..names(piece) {
        let [none, mini, full] = [found[0][rotation], found[1][rotation], found[2][rotation]];
        placements.left += none.or(mini).or(full).count() as u16;
    }
    placements
}
