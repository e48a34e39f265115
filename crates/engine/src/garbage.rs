//! Incoming garbage: rows that wait, are cancelled, and rise.

use crate::blocks::Blocks;
use crate::random::Random;
use crate::time::{MILLISECOND, Time};

/// How garbage comes in, as data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GarbageRules {
    /// Time from being sent to being ready to rise.
    pub travel: Time,
    /// A piece that clears lines holds garbage back.
    pub blocking: bool,
    /// The most rows that rise after one piece.
    pub cap: u8,
    /// Chance in a thousand that the hole moves from one row to the next within an attack.
    pub messiness: u16,
}

impl GarbageRules {
    /// Ready half a second after it was sent, held back by clears, at most ten rows a piece, three rows in ten with a
    /// new hole.
    pub const VERSUS: GarbageRules =
        GarbageRules { travel: 480 * MILLISECOND, blocking: true, cap: 10, messiness: 300 };
}

/// Rows of one attack that have not risen yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Incoming {
    rows: u32,
    ready: Time,
    /// Some of its rows have risen already.
    begun: bool,
}

/// The garbage that waits to rise, oldest attack first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Garbage {
    incoming: Vec<Incoming>,
    holes: Holes,
}

impl Garbage {
    pub fn new(random: Random) -> Garbage {
        Garbage { incoming: Vec::new(), holes: Holes::new(random) }
    }

    /// All rows that wait.
    pub fn waiting(&self) -> u32 {
        self.incoming.iter().fold(0, |rows, attack| rows.saturating_add(attack.rows))
    }

    pub fn receive(&mut self, rows: u32, ready: Time) {
        self.incoming.push(Incoming { rows, ready, begun: false });
    }

    /// Takes away up to `rows` waiting rows, oldest first, and returns how many.
    pub fn cancel(&mut self, rows: u32) -> u32 {
        let mut left = rows;
        for attack in &mut self.incoming {
            let cancelled = attack.rows.min(left);
            attack.rows -= cancelled;
            left -= cancelled;
        }
        self.incoming.retain(|attack| attack.rows > 0);
        rows - left
    }

    /// Lets the rows that are ready rise, at most the cap. Returns how many rose, and whether a Block was pushed out of
    /// the top; it stops there.
    pub fn rise(&mut self, blocks: &mut Blocks, now: Time, rules: &GarbageRules) -> (u8, bool) {
        let mut risen = 0;
        let mut over = false;
        for attack in &mut self.incoming {
            if attack.ready > now {
                continue;
            }
            while attack.rows > 0 && risen < rules.cap && !over {
                let width = blocks.board().size().width;
                let hole =
                    if attack.begun { self.holes.same_attack(width, rules) } else { self.holes.new_attack(width) };
                attack.begun = true;
                attack.rows -= 1;
                risen += 1;
                over = blocks.raise(hole);
            }
        }
        self.incoming.retain(|attack| attack.rows > 0);
        (risen, over)
    }
}

/// Where the holes of garbage rows are.
///
/// The first hole is any column. Where the hole moves, it moves to any other column: a number below `width - 1`, plus
/// one if it is not left of the old hole. Within an attack each row first draws a number below 1000; the hole moves if
/// that is below the messiness.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Holes {
    random: Random,
    last: Option<u8>,
}

impl Holes {
    pub fn new(random: Random) -> Holes {
        Holes { random, last: None }
    }

    /// The hole of an attack's first row, and of any starting row.
    pub fn new_attack(&mut self, width: u8) -> u8 {
        let hole = match self.last {
            None => self.random.below(u32::from(width)) as u8,
            Some(last) => {
                let other = self.random.below(u32::from(width) - 1) as u8;
                other + u8::from(other >= last)
            }
        };
        self.last = Some(hole);
        hole
    }

    /// Lets `rows` rows rise, each with another hole than the one before. Returns as [`Garbage::rise`] does.
    pub fn rise(&mut self, blocks: &mut Blocks, rows: u8) -> (u8, bool) {
        for risen in 1..=rows {
            if blocks.raise(self.new_attack(blocks.board().size().width)) {
                return (risen, true);
            }
        }
        (rows, false)
    }

    /// The hole of a further row of the same attack.
    fn same_attack(&mut self, width: u8, rules: &GarbageRules) -> u8 {
        match self.last {
            Some(last) if self.random.below(1000) >= u32::from(rules.messiness) => last,
            _ => self.new_attack(width),
        }
    }
}
