//! A game's events as readable lines.

use std::fmt;

use crate::event::{Event, EventKind};
use crate::game::Game;
use crate::piece::{Cell, Placement};
use crate::rules::Rules;
use crate::spin::Spin;
use crate::time::Seconds;

/// Follows a game's events and knows score, lines and level after each of them.
#[derive(Clone, Copy, Debug)]
pub struct Log {
    rules: Rules,
    score: u64,
    lines: u32,
    level: u8,
}

/// One event with the score, lines and level after it. Shown as one line of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What happened.
    pub event: Event,
    /// Points after it.
    pub score: u64,
    /// Lines after it.
    pub lines: u32,
    /// Level after it.
    pub level: u8,
}

impl Log {
    /// The log of a game that is about to begin.
    pub fn new(game: &Game) -> Log {
        Log { rules: *game.rules(), score: game.score(), lines: game.lines(), level: game.level() }
    }

    /// The entries for what just happened in the game.
    pub fn entries(&mut self, game: &Game, events: &[Event]) -> Vec<Entry> {
        events
            .iter()
            .enumerate()
            .map(|(index, &event)| {
                if event.kind == EventKind::Undone {
                    self.go_back(game, &events[index + 1..]);
                }
                self.score = self.score.saturating_add(self.points(event.kind));
                match event.kind {
                    EventKind::Cleared { lines, .. } => self.lines += u32::from(lines),
                    EventKind::LevelUp { level } => self.level = level,
                    _ => {}
                }
                Entry { event, score: self.score, lines: self.lines, level: self.level }
            })
            .collect()
    }

    /// Points that an event stands for.
    fn points(&self, kind: EventKind) -> u64 {
        match kind {
            EventKind::Fell { soft: true, .. } => u64::from(self.rules.scoring.soft_drop),
            EventKind::HardDropped { rows, .. } => u64::from(self.rules.scoring.hard_drop) * u64::from(rows),
            EventKind::Cleared { points, .. } | EventKind::Rewarded { points, .. } => points,
            _ => 0,
        }
    }

    /// After an undo: what the game says now, less what came after the undo.
    fn go_back(&mut self, game: &Game, later: &[Event]) {
        (self.score, self.lines, self.level) = (game.score(), game.lines(), game.level());
        for event in later.iter().rev() {
            self.score = self.score.saturating_sub(self.points(event.kind));
            match event.kind {
                EventKind::Cleared { lines, .. } => self.lines -= u32::from(lines),
                EventKind::LevelUp { level } => self.level = level - 1,
                _ => {}
            }
        }
    }
}

/// What an action is called: `Single`, `T-Spin Double`, `Mini T-Spin`.
pub fn action_name(spin: Spin, lines: u8) -> String {
    let spin = match spin {
        Spin::None => "",
        Spin::Mini => "Mini T-Spin ",
        Spin::Full => "T-Spin ",
    };
    let lines = ["", "Single", "Double", "Triple", "Tetris"].get(lines as usize).copied().unwrap_or("lines");
    format!("{spin}{lines}").trim_end().to_string()
}

impl EventKind {
    /// The word for it in texts.
    pub const fn name(&self) -> &'static str {
        match self {
            EventKind::Generated { .. } => "generated",
            EventKind::Held { .. } => "held",
            EventKind::Shifted { .. } => "shifted",
            EventKind::Rotated { .. } => "rotated",
            EventKind::Fell { .. } => "fell",
            EventKind::Landed { .. } => "landed",
            EventKind::HardDropped { .. } => "hard-dropped",
            EventKind::Locked { .. } => "locked",
            EventKind::Cleared { .. } => "cleared",
            EventKind::Rewarded { .. } => "rewarded",
            EventKind::Collapsed { .. } => "collapsed",
            EventKind::LevelUp { .. } => "level-up",
            EventKind::Attacked { .. } => "attacked",
            EventKind::Warned { .. } => "warned",
            EventKind::Rose { .. } => "rose",
            EventKind::Undone => "undone",
            EventKind::Ended { .. } => "ended",
        }
    }

    /// Where the piece is that the event is about.
    pub const fn placement(&self) -> Option<Placement> {
        match *self {
            EventKind::Generated { placement }
            | EventKind::Shifted { placement }
            | EventKind::Rotated { placement, .. }
            | EventKind::Fell { placement, .. }
            | EventKind::Landed { placement }
            | EventKind::HardDropped { placement, .. }
            | EventKind::Locked { placement, .. } => Some(placement),
            _ => None,
        }
    }
}

/// The numbers of the rows in a set of bits, lowest first.
pub fn row_numbers(rows: u64) -> impl Iterator<Item = u8> {
    (0..64).filter(move |row| rows >> row & 1 == 1)
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:>10}  {:<12}", Seconds(self.event.at), self.event.kind.name())?;
        if let Some(placement) = self.event.kind.placement() {
            let Placement { piece, rotation, x, y } = placement;
            write!(f, " {piece} {} {x},{y}", rotation.name())?;
            if matches!(self.event.kind, EventKind::Generated { .. } | EventKind::Locked { .. }) {
                let cells = placement.cells().map(|Cell { x, y }| format!("{x},{y}")).join(" ");
                write!(f, "  cells {cells}")?;
            }
        }
        match self.event.kind {
            EventKind::Held { piece } => write!(f, " {piece}"),
            EventKind::Rotated { turn, point, .. } => write!(f, "  turn {}, point {point}", turn.name()),
            EventKind::Fell { soft: true, .. } => write!(f, "  soft, score {}", self.score),
            EventKind::HardDropped { rows, .. } => write!(f, "  rows {rows}, score {}", self.score),
            EventKind::Locked { spin, .. } => write!(f, "  spin {}", spin.name()),
            EventKind::Cleared { rows, lines, spin, back_to_back, chain, combo, perfect_clear, points } => {
                let rows = row_numbers(rows).map(|row| row.to_string()).collect::<Vec<_>>().join(" ");
                write!(f, " {}, rows {rows}", action_name(spin, lines))?;
                if back_to_back {
                    write!(f, ", Back-to-Back")?;
                }
                write!(f, ", chain {chain}, combo {combo}")?;
                if perfect_clear {
                    write!(f, ", perfect clear")?;
                }
                write!(f, ", points {points}, score {}, lines {}, level {}", self.score, self.lines, self.level)
            }
            EventKind::Rewarded { spin, points } => {
                let name = if spin == Spin::None { "floor empty".to_string() } else { action_name(spin, 0) };
                write!(f, " {name}, points {points}, score {}", self.score)
            }
            EventKind::Collapsed { rows } => {
                let rows = row_numbers(rows).map(|row| row.to_string()).collect::<Vec<_>>().join(" ");
                write!(f, " rows {rows}")
            }
            EventKind::LevelUp { level } => write!(f, " {level}"),
            EventKind::Attacked { sent, cancelled } => write!(f, " sent {sent}, cancelled {cancelled}"),
            EventKind::Warned { rows, ready } => write!(f, " rows {rows}, ready {}", Seconds(ready)),
            EventKind::Rose { rows } => write!(f, " rows {rows}"),
            EventKind::Ended { end } => {
                write!(f, " {}, score {}, lines {}, level {}", end.name(), self.score, self.lines, self.level)
            }
            _ => Ok(()),
        }
    }
}
