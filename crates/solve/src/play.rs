//! Playing the genes of a piece: the `solver` rules on windows of four rows.
//!
//! This is the inner loop of every metaheuristic. `tests/decoding.rs` holds it against the timed game of the engine.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use tetrolab_engine::{Kicks, Piece, Placement, Rotation, Rules, Turn};

use crate::forms::{FORMS, Form, Forms, WALL};
use crate::genotype::{Actions, Encoding};
use crate::state::{EMPTY_ROW, FULL_ROW, HEIGHT, Heights, NOTHING_HELD, State, Tally, WORDS};

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

/// Where a piece is: its rotation and the left and lower edge of the box around its cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spot {
    pub rotation: u32,
    pub x: i32,
    pub y: i32,
}

impl Spot {
    pub fn of(placement: Placement) -> Spot {
        let form = &FORMS[placement.piece as usize][placement.rotation as usize];
        let (x, y) = (placement.x + form.left, placement.y + form.bottom);
        Spot { rotation: placement.rotation as u32, x: x.into(), y: y.into() }
    }

    pub fn placement(self, piece: Piece) -> Placement {
        let form = &FORMS[piece as usize][self.rotation as usize];
        let (x, y) = (self.x as i8 - form.left, self.y as i8 - form.bottom);
        Placement::new(piece, Rotation::ALL[self.rotation as usize], x, y)
    }
}

/// What the first turn and move do when nothing is in their way.
#[derive(Clone, Copy, Debug, Default)]
struct Start {
    rotation: u8,
    x: i8,
    misses: u8,
    /// Up to this height of the stack nothing is in the way.
    free: u8,
}

/// What follows from the rules alone, worked out once.
#[derive(Debug)]
pub(crate) struct Openings {
    /// By piece, turn and move.
    starts: [[[Start; 16]; 4]; 8],
    /// Where a new piece is.
    generations: [Spot; 8],
}

impl Openings {
    pub fn new(encoding: Encoding) -> Openings {
        let mut starts = [[[Start::default(); 16]; 4]; 8];
        let mut generations = [Spot::of(generation(Piece::I)); 8];
        let empty = Ground::new(&State::default());
        for (piece, starts) in starts[..7].iter_mut().enumerate() {
            generations[piece] = Spot::of(generation(Piece::ALL[piece]));
            for (turn, starts) in starts.iter_mut().enumerate() {
                for (i, start) in starts[..11].iter_mut().enumerate() {
                    let actions = Actions { first_turn: turn as i8, first_move: i as i8 - 5, ..Actions::default() };
                    let mut walker = Walker::new(&empty, Piece::ALL[piece]);
                    walker.lowest = walker.spot.y;
                    let misses = walker.begin(actions, encoding);
                    let Spot { rotation, x, .. } = walker.spot;
                    let (rotation, x, free) = (rotation as u8, x as i8, walker.lowest as u8);
                    *start = Start { rotation, x, misses: misses as u8, free };
                }
            }
        }
        Openings { starts, generations }
    }

    /// Every place where a piece can be after its first turn, move and fall, and whether the last of them was the turn. Some come
    /// several times.
    pub fn each_start(
        &self,
        state: &State,
        ground: &Ground,
        piece: Piece,
        encoding: Encoding,
        mut visit: impl FnMut(Spot, bool),
    ) {
        let forms = &FORMS[piece as usize];
        let rotations = if piece == Piece::O { 1 } else { 4 };
        for first_turn in 0..rotations as i8 {
            for first_move in -5..=5 {
                let start = &self.starts[piece as usize][first_turn as usize][(first_move + 5) as usize];
                if state.tally.top > start.free {
                    let actions = Actions { first_turn, first_move, ..Actions::default() };
                    let (spot, turned, _) = ground.begin(forms, encoding, self.generations[piece as usize], actions);
                    visit(spot, turned);
                } else if start.misses == 0 {
                    let (rotation, x) = (u32::from(start.rotation), i32::from(start.x));
                    let y = state.tally.heights.landing(&forms[rotation as usize], x);
                    visit(Spot { rotation, x, y }, false);
                }
            }
        }
    }
}

/// The board, with a floor, walls and a ceiling around it.
///
/// Rows are only ever read and written as whole words, never two words at once: a processor that reads what it has just written as
/// another piece of memory has to wait until it is written. Relaxed atomics are plain reads and writes that keep their size.
#[derive(Debug)]
pub(crate) struct Ground {
    /// Four rows of floor, the board, and eight rows of ceiling.
    words: [AtomicU64; WORDS + 3],
}

impl Ground {
    #[inline(always)]
    pub fn new(state: &State) -> Ground {
        let word = |i: usize| if (1..=WORDS).contains(&i) { state.words[i - 1] } else { u64::MAX };
        Ground { words: std::array::from_fn(|i| AtomicU64::new(word(i))) }
    }

    #[inline(always)]
    fn word(&self, i: usize) -> u64 {
        self.words[i & 7].load(Relaxed)
    }

    #[inline(always)]
    fn set_word(&mut self, i: usize, word: u64) {
        self.words[i & 7].store(word, Relaxed);
    }

    /// The rows of the board, four a word.
    #[inline(always)]
    pub fn board(&self) -> [u64; WORDS] {
        std::array::from_fn(|i| self.word(i + 1))
    }

    #[inline(always)]
    fn row(&self, y: usize) -> u16 {
        (self.word(y / 4 + 1) >> (16 * (y % 4))) as u16
    }

    #[inline(always)]
    fn set(&mut self, y: usize, row: u16) {
        let (at, shift) = (y / 4 + 1, 16 * (y % 4));
        self.set_word(at, self.word(at) & !(0xFFFF << shift) | u64::from(row) << shift);
    }

    /// Four rows from `y` up. Rows below the floor and above the ceiling are full.
    #[inline(always)]
    pub fn window(&self, y: i32) -> u64 {
        let from = (y + 4) as usize;
        let (at, shift) = (from / 4, 16 * (from % 4));
        self.word(at) >> shift | self.word(at + 1) << 1 << (63 - shift)
    }

    /// Fills cells of four rows from `y` up.
    #[inline(always)]
    fn fill(&mut self, y: i32, cells: u64) {
        let from = (y + 4) as usize;
        let (at, shift) = (from / 4, 16 * (from % 4));
        self.set_word(at, self.word(at) | cells << shift);
        self.set_word(at + 1, self.word(at + 1) | cells >> 1 >> (63 - shift));
    }

    /// Whether a form fits with its edges there.
    #[inline(always)]
    pub fn fits(&self, form: &Form, x: i32, y: i32) -> bool {
        self.window(y) >> (x + WALL) & form.mask == 0
    }

    /// The columns in which the left edge of a form cannot be in this row: bit `x + WALL`.
    #[inline(always)]
    pub fn blocked(&self, form: &Form, y: i32) -> u16 {
        let window = self.window(y);
        let [a, b, c, d] = form.shifts;
        (window >> a | window >> b | window >> c | window >> d) as u16
    }

    /// The piece after a quarter turn (0 to the right, 1 to the left), if one of its points fits.
    #[inline(always)]
    pub fn turned(&self, forms: &[Form; 4], spot: Spot, side: usize) -> Option<Spot> {
        let form = &forms[spot.rotation as usize & 3];
        let rotation = (spot.rotation + if side == 0 { 1 } else { 3 }) & 3;
        let to = &forms[rotation as usize];
        form.turns[side][..form.points as usize].iter().find_map(|&(dx, dy)| {
            let (x, y) = (spot.x + i32::from(dx), spot.y + i32::from(dy));
            self.fits(to, x, y).then_some(Spot { rotation, x, y })
        })
    }

    /// A half turn: twice to the left, or else twice to the right; what failed half way is turned back, which may lead
    /// elsewhere. Returns whether it succeeded.
    #[inline(always)]
    pub fn half_turned(&self, forms: &[Form; 4], spot: Spot) -> (Spot, bool) {
        let mut spot = spot;
        for side in [1, 0] {
            let Some(first) = self.turned(forms, spot, side) else { continue };
            if let Some(second) = self.turned(forms, first, side) {
                return (second, true);
            }
            spot = self.turned(forms, first, 1 - side).unwrap_or(first);
        }
        (spot, false)
    }

    /// How many of `steps` steps to the right (negative: left) the piece can go.
    #[inline(always)]
    pub fn slide(&self, form: &Form, spot: Spot, steps: i32) -> i32 {
        let blocked = u32::from(self.blocked(form, spot.y));
        let at = spot.x + WALL;
        let (right, left) = (blocked >> (at + 1), blocked << (32 - at));
        // Beyond the edge of a row there is always a wall.
        let free = if steps < 0 { left.leading_zeros() } else { right.trailing_zeros() } as i32;
        free.min(steps.abs())
    }

    /// How far the piece falls.
    #[inline(always)]
    pub fn fall(&self, form: &Form, spot: Spot) -> i32 {
        let mut y = spot.y;
        while self.fits(form, spot.x, y - 1) {
            y -= 1;
        }
        spot.y - y
    }
}

/// The moves that genes ask for. Each says whether the last thing that happened is a turn, and how much was asked in vain.
impl Ground {
    /// The first turn and move and the fall after them, where the stack may be in the way.
    #[inline(always)]
    fn begin(&self, forms: &[Form; 4], encoding: Encoding, spot: Spot, actions: Actions) -> (Spot, bool, u16) {
        let Actions { first_turn, first_move, .. } = actions;
        let (spot, turned, misses) = match encoding {
            Encoding::Program => {
                let (spot, turned, first) = self.turned_by(forms, encoding, spot, false, first_turn);
                let (spot, turned, second) = self.shifted(forms, spot, turned, first_move);
                (spot, turned, first + second)
            }
            Encoding::Paper => {
                let (spot, turned, first) = self.shifted(forms, spot, false, first_move);
                let (spot, turned, second) = self.turned_by(forms, encoding, spot, turned, first_turn);
                (spot, turned, first + second)
            }
        };
        let (spot, turned) = self.fallen(forms, spot, turned);
        (spot, turned, misses)
    }

    #[inline(always)]
    pub fn shifted(&self, forms: &[Form; 4], spot: Spot, turned: bool, gene: i8) -> (Spot, bool, u16) {
        let gene = i32::from(gene);
        let steps = self.slide(&forms[spot.rotation as usize & 3], spot, gene);
        let x = spot.x + if gene < 0 { -steps } else { steps };
        (Spot { x, ..spot }, turned & (steps == 0), (gene.abs() - steps) as u16)
    }

    #[inline(always)]
    pub fn fallen(&self, forms: &[Form; 4], spot: Spot, turned: bool) -> (Spot, bool) {
        let rows = self.fall(&forms[spot.rotation as usize & 3], spot);
        (Spot { y: spot.y - rows, ..spot }, turned & (rows == 0))
    }

    #[inline(always)]
    pub fn turned_by(
        &self,
        forms: &[Form; 4],
        encoding: Encoding,
        spot: Spot,
        turned: bool,
        gene: i8,
    ) -> (Spot, bool, u16) {
        if gene == 0 {
            return (spot, turned, 0);
        }
        if encoding == Encoding::Paper {
            let mut now = (spot, turned, 0);
            for done in 0..gene {
                match self.turned(forms, now.0, 0) {
                    Some(spot) => now = (spot, true, 0),
                    None => return (now.0, now.1, (gene - done) as u16),
                }
            }
            return now;
        }
        if gene == 3 {
            let (after, done) = self.half_turned(forms, spot);
            return (after, turned | done | (after != spot), u16::from(!done));
        }
        match self.turned(forms, spot, usize::from(gene == 1)) {
            Some(after) => (after, true, 0),
            None => (spot, turned, 1),
        }
    }

    /// Whether three of the cells diagonal to the centre of a T are filled.
    pub fn has_three_corners(&self, form: &Form, spot: Spot) -> bool {
        let (x, y) = (spot.x - i32::from(form.left), spot.y - i32::from(form.bottom));
        // Above the ceiling nothing is filled; the windows say otherwise.
        let corners = self.window(y - 1) >> (x - 1 + WALL);
        let upper = if y + 1 < HEIGHT as i32 { corners >> 32 & 0b101 } else { 0 };
        (corners & 0b101).count_ones() + upper.count_ones() >= 3
    }

    /// Removes full rows from `y` on; the stack has `top` rows. Returns how high the columns and the
    /// stack are then, and how many rows went.
    #[inline(never)]
    fn clear(&mut self, y: usize, top: usize) -> (Heights, u8, u8) {
        let mut to = y;
        for from in y..top {
            let row = self.row(from);
            if row != FULL_ROW {
                self.set(to, row);
                to += 1;
            }
        }
        for row in to..top {
            self.set(row, EMPTY_ROW);
        }
        let (mut heights, mut highest) = (Heights::default(), 0);
        let mut open = !EMPTY_ROW;
        for row in (0..to).rev() {
            let mut first = self.row(row) & open;
            open &= !first;
            while first != 0 {
                heights.set(first.trailing_zeros() as usize - WALL as usize, row as u8 + 1);
                highest = highest.max(row as u8 + 1);
                first &= first - 1;
            }
        }
        (heights, highest, (top - to) as u8)
    }
}

/// What locking a piece did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Locked {
    pub lines: u8,
    pub points: u16,
    pub spin: bool,
}

/// A piece under way, one step at a time: for high stacks and for genes outside their ranges.
#[derive(Debug)]
struct Walker<'g> {
    ground: &'g Ground,
    forms: &'static [Form; 4],
    piece: Piece,
    spot: Spot,
    /// The rotation that kicks go by. It differs from that of the cells only after a turn that is none.
    facing: u32,
    /// Whether the last thing that happened was a turn.
    turned: bool,
    /// The lowest row looked at.
    lowest: i32,
}

impl<'g> Walker<'g> {
    #[inline(always)]
    fn new(ground: &'g Ground, piece: Piece) -> Walker<'g> {
        let spot = Spot::of(generation(piece));
        Walker { ground, forms: &FORMS[piece as usize], piece, spot, facing: 0, turned: false, lowest: i32::MAX }
    }

    fn fits(&mut self, spot: Spot) -> bool {
        self.lowest = self.lowest.min(spot.y);
        self.ground.fits(&self.forms[spot.rotation as usize], spot.x, spot.y)
    }

    /// Moves sideways and counts what was not possible.
    fn shift(&mut self, steps: i8) -> u16 {
        for done in 0..steps.unsigned_abs() {
            let spot = Spot { x: self.spot.x + i32::from(steps.signum()), ..self.spot };
            if !self.fits(spot) {
                return u16::from(steps.unsigned_abs() - done);
            }
            (self.spot, self.turned) = (spot, false);
        }
        0
    }

    fn fall(&mut self) {
        loop {
            let spot = Spot { y: self.spot.y - 1, ..self.spot };
            if !self.fits(spot) {
                return;
            }
            (self.spot, self.turned) = (spot, false);
        }
    }

    /// Where the piece would be with this rotation if its centre made this step.
    fn around(&self, rotation: u32, step: (i8, i8)) -> Spot {
        let (from, to) = (&self.forms[self.spot.rotation as usize], &self.forms[rotation as usize]);
        Spot {
            rotation,
            x: self.spot.x + i32::from(to.left - from.left + step.0),
            y: self.spot.y + i32::from(to.bottom - from.bottom + step.1),
        }
    }

    fn turn(&mut self, turn: Turn) -> bool {
        // The offsets that keep O where it is, by its facing.
        const O: [(i8, i8); 4] = [(0, 0), (0, -1), (-1, -1), (-1, 0)];
        let quarters = turn as u32;
        let (rotation, facing) = ((self.spot.rotation + quarters) % 4, (self.facing + quarters) % 4);
        let (from, to) = (O[self.facing as usize], O[facing as usize]);
        let only = [(from.0 - to.0, from.1 - to.1)];
        let points = match self.piece {
            Piece::O => &only[..],
            piece => Kicks::Srs.points(piece, Rotation::ALL[self.facing as usize], turn),
        };
        for &step in points {
            let spot = self.around(rotation, step);
            if self.fits(spot) {
                (self.spot, self.facing, self.turned) = (spot, facing, true);
                return true;
            }
        }
        false
    }

    fn half_turn(&mut self) -> bool {
        for (there, back) in [(Turn::Left, Turn::Right), (Turn::Right, Turn::Left)] {
            if self.turn(there) {
                if self.turn(there) {
                    return true;
                }
                self.turn(back);
            }
        }
        false
    }

    /// Turns as a gene says and counts what was not possible.
    fn turn_by(&mut self, gene: i8, encoding: Encoding) -> u16 {
        match (encoding, gene) {
            (_, 0) => 0,
            (Encoding::Program, 1) => u16::from(!self.turn(Turn::Left)),
            (Encoding::Program, 2) => u16::from(!self.turn(Turn::Right)),
            (Encoding::Program, 3) => {
                let (before, turned) = (self.spot, self.turned);
                let done = self.half_turn();
                if !done && self.spot == before {
                    self.turned = turned;
                }
                u16::from(!done)
            }
            // A value that is no turn turns the cells to the left, without kicks, and the facing stays.
            (Encoding::Program, _) => {
                let spot = self.around((self.spot.rotation + 3) % 4, (0, 0));
                let fits = self.fits(spot);
                if fits {
                    (self.spot, self.turned) = (spot, true);
                }
                u16::from(!fits)
            }
            (Encoding::Paper, turns) => (0..turns).map(|_| u16::from(!self.turn(Turn::Right))).sum(),
        }
    }

    /// The first turn and move.
    fn begin(&mut self, actions: Actions, encoding: Encoding) -> u16 {
        match encoding {
            Encoding::Program => self.turn_by(actions.first_turn, encoding) + self.shift(actions.first_move),
            Encoding::Paper => self.shift(actions.first_move) + self.turn_by(actions.first_turn, encoding),
        }
    }
}

/// Where a new piece is.
pub(crate) fn generation(piece: Piece) -> Placement {
    Rules::SOLVER.generation(piece)
}

/// The pieces of a queue as numbers, in a room in which every index is right.
#[derive(Clone, Debug)]
pub(crate) struct Deal([u8; 256]);

impl Deal {
    pub fn new(queue: &[Piece]) -> Deal {
        let mut deal = [0; 256];
        for (number, &piece) in deal.iter_mut().zip(queue) {
            *number = piece as u8;
        }
        Deal(deal)
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

    /// Draws the piece to be played, from the queue or out of Hold. Nobody can foresee what genes say, so nothing here jumps.
    #[inline(always)]
    pub fn draw(&mut self, deal: &Deal, hold: bool) -> Piece {
        let Tally { next, held, .. } = self.tally;
        let (first, second) = (deal.0[next as usize], deal.0[next.wrapping_add(1) as usize]);
        let is_free = held == NOTHING_HELD;
        let other = if is_free { second } else { held };
        self.tally.held = if hold { first } else { held };
        self.tally.next = next + 1 + u8::from(hold & is_free);
        piece(if hold { other } else { first })
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
