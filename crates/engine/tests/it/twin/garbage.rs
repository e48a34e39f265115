//! Rows from the other player, and the rows a game starts with.

use tetrolab_engine::{GarbageRules, Random, Setup, Stream, Time};

use super::field::Field;

/// One attack on its way, or what is left of it.
#[derive(Clone, Debug)]
struct Attack {
    rows: u32,
    ready: Time,
    /// Its first row has risen.
    begun: bool,
}

/// A row of holes: the first is any column, where one moves it moves to another column.
#[derive(Clone, Debug)]
pub struct Holes {
    random: Random,
    last: Option<u32>,
}

impl Holes {
    fn moved(&mut self, width: u32) -> u32 {
        let hole = match self.last {
            None => self.random.below(width),
            Some(old) => {
                let other = self.random.below(width - 1);
                if other < old { other } else { other + 1 }
            }
        };
        self.last = Some(hole);
        hole
    }

    fn next_of_attack(&mut self, width: u32, messiness: u16) -> u32 {
        if self.random.below(1000) < u32::from(messiness) {
            return self.moved(width);
        }
        self.last.expect("an attack begins with a moved hole")
    }
}

/// All garbage that waits.
#[derive(Clone, Debug)]
pub struct Garbage {
    attacks: Vec<Attack>,
    holes: Holes,
}

impl Garbage {
    pub fn new(setup: &Setup) -> Garbage {
        let random = Random::new(setup.seed, setup.game, Stream::Garbage);
        Garbage { attacks: Vec::new(), holes: Holes { random, last: None } }
    }

    pub fn waiting(&self) -> u32 {
        self.attacks.iter().map(|attack| attack.rows).sum()
    }

    pub fn receive(&mut self, rows: u32, ready: Time) {
        self.attacks.push(Attack { rows, ready, begun: false });
    }

    /// Takes rows away, oldest first; returns how many there were to take.
    pub fn cancel(&mut self, rows: u32) -> u32 {
        let mut cancelled = 0;
        for _ in 0..rows {
            self.attacks.retain(|attack| attack.rows > 0);
            let Some(oldest) = self.attacks.first_mut() else { break };
            oldest.rows -= 1;
            cancelled += 1;
        }
        self.attacks.retain(|attack| attack.rows > 0);
        cancelled
    }

    /// Lets the ready rows rise. Returns how many did, and whether a Block was pushed out of the top.
    pub fn rise(&mut self, field: &mut Field, now: Time, rules: &GarbageRules) -> (u32, bool) {
        let width = u32::from(field.size().width);
        let mut risen = 0;
        while risen < u32::from(rules.cap) {
            self.attacks.retain(|attack| attack.rows > 0);
            let Some(oldest) = self.attacks.iter_mut().find(|attack| attack.ready <= now) else { break };
            let hole =
                if oldest.begun { self.holes.next_of_attack(width, rules.messiness) } else { self.holes.moved(width) };
            oldest.begun = true;
            oldest.rows -= 1;
            risen += 1;
            if field.raise(hole) {
                return (risen, true);
            }
        }
        self.attacks.retain(|attack| attack.rows > 0);
        (risen, false)
    }
}

/// The rows that the mode starts with, from the top one down, and those that follow them.
#[derive(Clone, Debug)]
pub struct StartingRows {
    /// How many there should be.
    count: u32,
    /// How many win, if any do.
    limit: Option<u32>,
    holes: Holes,
}

impl StartingRows {
    pub fn new(setup: &Setup) -> StartingRows {
        let holes = Holes { random: Random::new(setup.seed, setup.game, Stream::StartingBlocks), last: None };
        StartingRows { count: u32::from(setup.mode.starting_rows), limit: setup.mode.garbage_limit, holes }
    }

    /// Before the game.
    pub fn raise_first(&mut self, field: &mut Field) {
        let count = match self.limit {
            Some(limit) if limit < self.count => limit,
            _ => self.count,
        };
        for _ in 0..count {
            self.raise_one(field);
        }
    }

    fn raise_one(&mut self, field: &mut Field) -> bool {
        let hole = self.holes.moved(u32::from(field.size().width));
        field.raise(hole)
    }

    /// 9.9: raises the missing rows after `dug` rows were dug. Returns as [`Garbage::rise`] does.
    pub fn rise(&mut self, field: &mut Field, dug: u32) -> (u32, bool) {
        let mut risen = 0;
        let Some(limit) = self.limit else { return (0, false) };
        loop {
            let there = field.garbage_rows(0..field.row_count()) as u32;
            if there >= self.count || there + dug >= limit {
                return (risen, false);
            }
            risen += 1;
            if self.raise_one(field) {
                return (risen, true);
            }
        }
    }
}
