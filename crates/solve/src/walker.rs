//! A piece one step at a time: for genes outside their ranges, and to hold the fast way against.

use tetrolab_engine::{Kicks, Piece, Rotation, Turn};

use crate::forms::{FORMS, Form};
use crate::genotype::{Actions, Encoding};
use crate::ground::{Ground, Spot, generation};

/// A piece under way.
#[derive(Debug)]
pub(crate) struct Walker<'g> {
    ground: &'g Ground,
    forms: &'static [Form; 4],
    piece: Piece,
    pub spot: Spot,
    /// The rotation that kicks go by. It differs from that of the cells only after a turn that is none.
    facing: u32,
    /// Whether the last thing that happened was a turn.
    pub turned: bool,
    /// The lowest row looked at.
    pub lowest: i32,
}

impl<'g> Walker<'g> {
    #[inline(always)]
    pub fn new(ground: &'g Ground, piece: Piece) -> Walker<'g> {
        let spot = Spot::of(generation(piece));
        Walker { ground, forms: &FORMS[piece as usize], piece, spot, facing: 0, turned: false, lowest: i32::MAX }
    }

    fn fits(&mut self, spot: Spot) -> bool {
        self.lowest = self.lowest.min(spot.y);
        self.ground.fits(&self.forms[spot.rotation as usize], spot.x, spot.y)
    }

    /// Moves sideways and counts what was not possible.
    pub fn shift(&mut self, steps: i8) -> u16 {
        for done in 0..steps.unsigned_abs() {
            let spot = Spot { x: self.spot.x + i32::from(steps.signum()), ..self.spot };
            if !self.fits(spot) {
                return u16::from(steps.unsigned_abs() - done);
            }
            (self.spot, self.turned) = (spot, false);
        }
        0
    }

    pub fn fall(&mut self) {
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
    pub fn turn_by(&mut self, gene: i8, encoding: Encoding) -> u16 {
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
    pub fn begin(&mut self, actions: Actions, encoding: Encoding) -> u16 {
        match encoding {
            Encoding::Program => self.turn_by(actions.first_turn, encoding) + self.shift(actions.first_move),
            Encoding::Paper => self.shift(actions.first_move) + self.turn_by(actions.first_turn, encoding),
        }
    }
}
