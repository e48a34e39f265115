//! Kinds of work: what can be done in a cell.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::{Cell, Key, Outcome, Settings};

/// A kind of work.
pub trait Work: Sync {
    /// What it is called in files.
    fn name(&self) -> &'static str;

    /// What is done, in a line.
    fn meaning(&self) -> &'static str;

    /// The settings it knows.
    fn keys(&self) -> &'static [Key];

    /// What comes of it, the most important first.
    fn measures(&self) -> &'static [Measure];

    /// What can be drawn of a single cell, such as how its search went.
    fn courses(&self) -> &'static [Course] {
        &[]
    }

    /// Says what is wrong with settings that are fine one by one.
    fn check(&self, _settings: &Settings) -> Result<(), String> {
        Ok(())
    }

    /// The name of the grid all of whose cells must be done before.
    fn needs<'s>(&self, _settings: &'s Settings) -> Option<&'s str> {
        None
    }

    /// Which rules and randomizer it plays by, in a line; empty where there are none.
    fn rules(&self, _settings: &Settings) -> String {
        String::new()
    }

    /// What the cells of a repetition have in common that is random, such as pieces or games: cells of a repetition with the same text
    /// here are not independent. `None` if a cell has nothing in common with any other.
    fn shares(&self, _settings: &Settings) -> Option<String> {
        Some(String::new())
    }

    /// Whether anything random is in it. Where nothing is, its numbers are what they are.
    fn is_random(&self, _settings: &Settings) -> bool {
        true
    }

    /// What it asks of the machine.
    fn load(&self, _settings: &Settings) -> Load {
        Load::Thread
    }

    /// Does it, on one thread. `None` if it was stopped before it was done.
    ///
    /// What comes of it follows from the task alone, but for measures that are [timed](Measure::is_timed).
    fn run(&self, task: &Task<'_>, control: &Control<'_>) -> Result<Option<Outcome>, String>;
}

impl fmt::Debug for dyn Work {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What cells ask of the machine. Only those that ask the same are done at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Load {
    /// To be alone, because its time is measured.
    Alone,
    /// A thread.
    Thread,
    /// Next to nothing but to be on time: it mostly waits for a clock.
    Light,
}

impl Load {
    /// How many light cells can be on time on one thread.
    const LIGHT: usize = 8;

    /// How many of them run at once on this many threads.
    pub const fn at_once(self, threads: usize) -> usize {
        match self {
            Load::Alone => 1,
            Load::Thread => threads,
            Load::Light => Load::LIGHT * threads,
        }
    }
}

/// A number that comes of a cell.
#[derive(Clone, Copy, Debug)]
pub struct Measure {
    /// What it is called in files.
    pub name: &'static str,
    /// Its unit, for axes and heads of tables; empty if it has none.
    pub unit: &'static str,
    /// What it is, in a line.
    pub meaning: &'static str,
    /// How several are summed up.
    pub statistic: Statistic,
    /// Which of two is better.
    pub better: Better,
    /// Whether it depends on the machine and the moment.
    pub is_timed: bool,
}

impl Measure {
    /// Whether it is a time or a speed that depends on the machine.
    pub fn is_of_machine(&self) -> bool {
        self.is_timed && (self.unit == "s" || self.unit.ends_with("/s"))
    }
}

/// Something that changes while a cell is done: points with two numbers each, in the order of the first.
#[derive(Clone, Copy, Debug)]
pub struct Course {
    /// What it is called in files.
    pub name: &'static str,
    /// What it is, in a line.
    pub meaning: &'static str,
    /// The first number with its unit, such as `generation` or `time (s)`.
    pub along: &'static str,
    /// The second number with its unit.
    pub value: &'static str,
}

/// How the numbers of several cells are summed up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Statistic {
    /// The mean of scores that are close to exponential, with its exact interval: all values of the first measure over all of the
    /// second. Both must be values of the outcome, such as lines and deaths.
    Exponential {
        /// What is added up.
        total: &'static str,
        /// What it is divided by: games that were lost.
        deaths: &'static str,
    },
    /// The median, with a bootstrap interval.
    Median,
    /// The mean, with a bootstrap interval.
    Mean,
    /// The share of cells where it is 1 and not 0, with its exact interval.
    Share,
    /// It is the same in all cells, or the table says how far apart they are.
    Exact,
}

/// Which of two numbers is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Better {
    /// The larger one.
    More,
    /// The smaller one.
    Less,
    /// Neither.
    Neither,
}

/// What is to be done.
pub struct Task<'a> {
    pub cell: &'a Cell,
    /// What came of the cells of the grid that the work [needs](Work::needs), in their order.
    pub before: Vec<(&'a Cell, Arc<Outcome>)>,
    /// What other programs do.
    pub transport: &'a dyn Transport,
}

impl Task<'_> {
    pub const fn settings(&self) -> &Settings {
        &self.cell.settings
    }
}

/// Stops a cell and receives its progress.
pub struct Control<'a> {
    /// Set when it is to be stopped.
    pub stop: &'a AtomicBool,
    /// Receives the share that is done, from 0 to 1, where it is known, and the current activity in a few words.
    pub tell: &'a (dyn Fn(Option<f64>, String) + Sync),
}

impl Control<'_> {
    /// Whether it is to be stopped.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// A game in real time, played through a [`Transport`].
#[derive(Clone, Debug, PartialEq)]
pub struct Peer<'a> {
    /// The name of the agent.
    pub agent: &'a str,
    /// The seed of the pieces.
    pub seed: u64,
    /// The most pieces.
    pub pieces: u64,
    /// The most time.
    pub time: Duration,
}

/// Plays games over sockets. The caller provides it, because this crate has no sockets.
pub trait Transport: Sync {
    /// Lets an agent play on the Aveiro course's server in real time. `None` if it was stopped.
    fn play_aveiro(&self, peer: &Peer<'_>, stop: &AtomicBool) -> Result<Option<Outcome>, String>;
}

/// Where there are no sockets.
impl Transport for () {
    fn play_aveiro(&self, _: &Peer<'_>, _: &AtomicBool) -> Result<Option<Outcome>, String> {
        Err("games in real time need sockets, and there are none here".to_string())
    }
}
