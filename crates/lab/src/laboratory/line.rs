//! The lines of a run: one for each event.

use serde::{Deserialize, Serialize};

use super::Host;
use crate::grid::{Outcome, Settings};

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Line {
    /// Work began or was resumed.
    Begun {
        /// When, in seconds since 1970.
        at: u64,
        /// The version of the program.
        version: String,
        /// On how many threads.
        threads: usize,
        /// On which machine.
        host: Host,
        /// By which rules each grid is played.
        rules: Vec<String>,
    },
    /// Cells that another run has done were taken over; a line for each of them follows.
    Taken {
        /// What was typed to begin that run.
        from: String,
        /// How many they are.
        cells: usize,
        /// The machines that run was on.
        hosts: Vec<Host>,
    },
    /// A cell was begun.
    Started {
        cell: usize,
        /// The name of its grid.
        grid: String,
        /// Which repetition it is, from 0 on.
        repetition: u64,
        /// The seed of its grid.
        seed: u64,
        settings: Settings,
    },
    /// A cell is done.
    Done(Done),
    /// A cell could not be done.
    Failed {
        cell: usize,
        /// Why.
        reason: String,
    },
    /// The run ended, or was stopped.
    Ended {
        /// Whether all cells are done.
        is_complete: bool,
        /// How long it went on this time, in seconds.
        seconds: f64,
        /// How long writing took of that.
        recording_seconds: f64,
    },
}

/// A cell that is done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Done {
    pub cell: usize,
    /// How long it took.
    pub seconds: f64,
    /// What came of it.
    pub outcome: Outcome,
}
