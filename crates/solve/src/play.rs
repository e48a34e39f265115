//! Playing the genes of a piece: the `solver` rules on windows of four rows.
//!
//! This is the inner loop of every metaheuristic. `tests/it/decoding.rs` holds it against the timed game of the engine.

use tetrolab_engine::{Piece, Rules};

use crate::forms::{Form, Forms, WALL};
use crate::genotype::{Actions, Encoding};
use crate::ground::{Ground, Spot};
use crate::openings::Openings;
use crate::state::{EMPTY_ROW, NOTHING_HELD, State, Tally};
use crate::walker::Walker;

/// The points of lines without a spin, and of an empty floor.
pub(crate) const LINE_POINTS: [u16; 5] = [0, 1, 3, 5, 8];
pub(crate) const PERFECT_CLEAR_POINTS: u16 = 20;
const _: () = {
    let scoring = Rules::SOLVER.scoring;
    let mut lines = 0;
    while lines < 5 {
        assert!(scoring.actions[0][lines] == LINE_POINTS[lines] as u32 && scoring.actions[2][lines] == 0);
        lines += 1;
    }
    assert!(scoring.perfect_clear[4] == PERFECT_CLEAR_POINTS as u32);
};

/// What locking a piece did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Locked {
    pub lines: u8,
    pub points: u16,
    pub spin: bool,
}

/// What stands behind the last piece of a queue. A game that holds it holds nothing.
const NO_PIECE: u8 = NOTHING_HELD;

/// The pieces of a queue as numbers, padded with [`NO_PIECE`] so that every `u8` is an index.
#[derive(Clone, Debug)]
pub(crate) struct Deal {
    pieces: [u8; 256],
    /// Whether all pieces of the queue are played, so that the game comes to its end.
    is_used_up: bool,
}

impl Deal {
    /// The queue of a game in which `played` pieces are played.
    pub fn new(queue: &[Piece], played: usize) -> Deal {
        let mut pieces = [NO_PIECE; 256];
        for (number, &piece) in pieces.iter_mut().zip(queue) {
            *number = piece as u8;
        }
        Deal { pieces, is_used_up: queue.len() <= played }
    }
}

impl Tally {
    /// The next piece of the queue and the one after it.
    #[inline(always)]
    fn upcoming(self, deal: &Deal) -> (u8, u8) {
        (deal.pieces[self.next as usize], deal.pieces[self.next.wrapping_add(1) as usize])
    }

    /// Whether Hold is really used when genes ask for it or not.
    #[inline(always)]
    pub fn holds(self, deal: &Deal, hold: bool) -> bool {
        if deal.is_used_up { self.holds_in_used_up(deal, hold) } else { hold }
    }

    /// At the end of the queue the held piece is the only one left to play, and the last piece of the queue cannot be held while
    /// nothing else is there to play. Out of line: problems with a piece to spare are faster without it.
    #[cold]
    fn holds_in_used_up(self, deal: &Deal, hold: bool) -> bool {
        let (first, second) = self.upcoming(deal);
        let has_no_other = (self.held == NOTHING_HELD) & (second == NO_PIECE);
        (first == NO_PIECE) | (hold & !has_no_other)
    }

    /// Draws the piece to be played, from the queue or out of Hold. Branch-free, because genes are unpredictable.
    #[inline(always)]
    pub fn draw(&mut self, deal: &Deal, hold: bool) -> Piece {
        let hold = self.holds(deal, hold);
        let Tally { next, held, .. } = *self;
        let (first, second) = self.upcoming(deal);
        let is_free = held == NOTHING_HELD;
        let other = if is_free { second } else { held };
        self.held = if hold { first } else { held };
        self.next = next + 1 + u8::from(hold & is_free);
        piece(if hold { other } else { first })
    }
}

/// The piece with this number.
#[inline(always)]
fn piece(number: u8) -> Piece {
    const PIECES: [Piece; 8] = [Piece::I, Piece::J, Piece::L, Piece::O, Piece::S, Piece::T, Piece::Z, Piece::I];
    PIECES[number as usize & 7]
}

/// A game being played.
#[derive(Debug)]
pub(crate) struct Play<'g> {
    /// Borrowed, so that the compiler can keep the rest in registers.
    pub ground: &'g mut Ground,
    pub tally: Tally,
}

/// Where a piece will lock, and whether the last thing it did was a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rest {
    pub piece: Piece,
    pub spot: Spot,
    pub turned: bool,
}

impl<'g> Play<'g> {
    /// Goes on from a state; its rows must be those of the ground.
    #[inline(always)]
    pub fn new(ground: &'g mut Ground, tally: Tally) -> Play<'g> {
        Play { ground, tally }
    }

    #[inline(always)]
    pub fn state(&self) -> State {
        State { words: self.ground.board(), tally: self.tally }
    }

    /// See [`Tally::draw`].
    #[inline(always)]
    pub fn draw(&mut self, deal: &Deal, hold: bool) -> Piece {
        self.tally.draw(deal, hold)
    }

    /// Finds where a piece comes to rest. The genes must be in their ranges.
    #[inline(always)]
    pub fn find<const DOUBLE: bool>(
        &mut self,
        forms: &'static Forms,
        openings: &Openings,
        encoding: Encoding,
        piece: Piece,
        actions: Actions,
    ) -> Rest {
        let forms = &forms[piece as usize & 7];
        let (turn, steps) = (actions.first_turn as usize & 3, (actions.first_move + 5) as usize & 15);
        let start = openings.starts[piece as usize & 7][turn][steps];
        let (mut spot, mut turned) = if self.tally.top <= start.free {
            self.tally.misses += u16::from(start.misses);
            let (rotation, x) = (u32::from(start.rotation), i32::from(start.x));
            let y = self.tally.heights.landing(&forms[rotation as usize & 3], x);
            (Spot { rotation, x, y }, false)
        } else {
            let (spot, turned, misses) =
                self.ground.begin(forms, encoding, openings.generations[piece as usize & 7], actions);
            self.tally.misses += misses;
            (spot, turned)
        };
        if DOUBLE {
            let misses;
            (spot, turned, misses) = self.ground.shifted(forms, spot, turned, actions.second_move);
            self.tally.misses += misses;
            let misses;
            (spot, turned, misses) = self.ground.turned_by(forms, encoding, spot, turned, actions.second_turn);
            self.tally.misses += misses;
            (spot, turned) = self.fallen(forms, spot, turned);
        }
        Rest { piece, spot, turned }
    }

    #[inline(always)]
    fn fallen(&self, forms: &[Form; 4], spot: Spot, turned: bool) -> (Spot, bool) {
        // Nothing hangs over the piece if it lies above where it would land from the top.
        let y = self.tally.heights.landing(&forms[spot.rotation as usize & 3], spot.x);
        if y <= spot.y { (Spot { y, ..spot }, turned & (y == spot.y)) } else { self.ground.fallen(forms, spot, turned) }
    }

    /// As [`Play::find`], step by step, and for any genes.
    pub fn walk<const DOUBLE: bool>(&mut self, encoding: Encoding, piece: Piece, actions: Actions) -> Rest {
        let mut walker = Walker::new(self.ground, piece);
        let mut misses = walker.begin(actions, encoding);
        if DOUBLE {
            walker.fall();
            misses += walker.shift(actions.second_move);
            misses += walker.turn_by(actions.second_turn, encoding);
        }
        walker.fall();
        let Walker { spot, turned, .. } = walker;
        self.tally.misses += misses;
        Rest { piece, spot, turned }
    }

    /// Locks a piece where it rests.
    #[inline(always)]
    pub fn lock(&mut self, forms: &'static Forms, rest: Rest) -> Locked {
        let Rest { piece, spot, turned } = rest;
        let form = &forms[piece as usize & 7][spot.rotation as usize & 3];
        let spin = turned && piece == Piece::T && self.ground.has_three_corners(form, spot);
        let cells = form.mask << (spot.x + WALL);
        let window = self.ground.window(spot.y) | cells;
        self.ground.fill(spot.y, cells);
        self.tally.heights.raise(form, spot.x, spot.y);
        self.tally.top = self.tally.top.max(spot.y as u8 + form.height);
        // A lane of the complement is zero where a row of the piece is full.
        let open = !window | form.beyond;
        const ONES: u64 = 0x0001_0001_0001_0001;
        let mut lines = 0;
        if open.wrapping_sub(ONES) & !open & (ONES << 15) != 0 {
            (self.tally.heights, self.tally.top, lines) = self.ground.clear(spot.y as usize, self.tally.top as usize);
        }
        let mut points = if spin { 0 } else { LINE_POINTS[lines as usize] };
        if self.ground.row(0) == EMPTY_ROW {
            points += PERFECT_CLEAR_POINTS;
        }
        self.tally.points += points;
        self.tally.lines += lines;
        Locked { lines, points, spin }
    }
}
