//! Every place where a piece can come to rest.

use std::iter::FusedIterator;

use crate::board::{Board, Columns};
use crate::movement::Movement;
use crate::piece::{Piece, Placement, Rotation};
use crate::rules::Rules;
use crate::spin::Spin;
use crate::{forms, walk};

impl Board {
    /// Every place where a piece can come to rest, tucks and spins included, from where the guideline generates it and
    /// with its rotation points (or, on a board that ends at the Skyline, from its top rows). Places that cover the same
    /// cells count once.
    ///
    /// ```
    /// # use tetrolab_engine::{Board, Piece};
    /// let board: Board = "
    ///     ...X......
    ///     X...XXXXXX
    ///     XX.XXXXXXX
    /// ".parse()?;
    /// // Under the roof: only a turn leads there.
    /// let best = board.placements(Piece::T).max_by_key(|&placement| board.after(placement).1.lines).unwrap();
    /// assert_eq!(board.after(best).1.lines, 2);
    /// assert_eq!(Board::default().placements(Piece::T).len(), 34);
    /// # Ok::<(), tetrolab_engine::ParseBoardError>(())
    /// ```
    #[inline]
    pub fn placements(&self, piece: Piece) -> Placements {
        let size = self.size();
        let movement = Movement {
            spins: false,
            spawn_row: size.height.min(size.rows().saturating_sub(2)) as i8,
            ..const { Movement::of(&Rules::GUIDELINE) }
        };
        self.placements_under(piece, &movement)
    }

    /// As [`Board::placements`], with other rules of movement.
    ///
    /// ```
    /// # use tetrolab_engine::{Board, Movement, Piece, Rules, Spin};
    /// # let board: Board = "...X......\nX...XXXXXX\nXX.XXXXXXX".parse()?;
    /// let movement = Movement::of(&Rules::MODERN);
    /// let mut spins = board.placements_under(Piece::T, &movement).with_spins();
    /// assert!(spins.any(|(placement, spin)| spin == Spin::Full && board.after(placement).1.lines == 2));
    /// # Ok::<(), tetrolab_engine::ParseBoardError>(())
    /// ```
    #[inline]
    pub fn placements_under(&self, piece: Piece, movement: &Movement) -> Placements {
        let flooded = match movement.is_walked(self.size().width) {
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
    /// From sets of places; `count` is how many there are, whatever the spin.
    pub(crate) fn new(piece: Piece, top: i8, sets: [[Columns; 4]; 3], count: u16) -> Placements {
        Placements { piece, top, sets, at: 0, left: count }
    }

    /// No placement.
    pub(crate) fn none(piece: Piece, top: i8) -> Placements {
        Placements::new(piece, top, [[[0; 16]; 4]; 3], 0)
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

    /// Whether the cells of this placement are those of one that is still to come.
    pub fn contains(&self, placement: Placement) -> bool {
        let name = Placement::from_cells(placement.piece, placement.cells()).unwrap_or(placement);
        let bit = i16::from(self.top) - i16::from(name.y);
        placement.piece == self.piece
            && (0..16).contains(&name.x)
            && (0..64).contains(&bit)
            && self.word(name.rotation as usize, name.x as usize) >> bit & 1 == 1
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
