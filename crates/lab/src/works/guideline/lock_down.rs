//! How long a piece on the floor can be moved before it locks.

use std::fmt::Write as _;

use tetrolab_engine::EventKind;

use super::{RULES, exact, play, seconds, words};
use crate::grid::{Control, Key, Measure, Outcome, Settings, Takes, Task, Usual, Work};

/// A piece on the floor is moved to and fro until it locks.
pub struct LockDown;

/// No piece is moved more often.
const MOST_MOVES: usize = 100;

impl Work for LockDown {
    fn name(&self) -> &'static str {
        "guideline-lock-down"
    }

    fn meaning(&self) -> &'static str {
        "a piece on the floor is moved to and fro in the timed game until it locks"
    }

    fn rules(&self, _settings: &Settings) -> String {
        RULES.to_string()
    }

    fn keys(&self) -> &'static [Key] {
        &[Key {
            name: "mode",
            meaning: "what starts the lock timer again",
            takes: Takes::Word(|| words("lock-down")),
            usual: Usual::Text("extended"),
        }]
    }

    fn measures(&self) -> &'static [Measure] {
        const {
            &[
                exact("delay", "s", "time from landing to Lock Down if nothing is moved"),
                exact("moves", "moves", "moves until Lock Down, one every 0.4 s, at most 100"),
                exact("seconds", "s", "time from landing to Lock Down with these moves"),
            ]
        }
    }

    fn run(&self, task: &Task<'_>, control: &Control<'_>) -> Result<Option<Outcome>, String> {
        if control.is_stopped() {
            return Ok(None);
        }
        let mode = task.settings().text("mode");
        let (delay, _) = locked(&script(mode, 0))?;
        let moved = script(mode, MOST_MOVES);
        let (seconds, moves) = locked(&moved)?;
        Ok(Some(
            Outcome::default()
                .value("delay", delay)
                .value("moves", moves as f64)
                .value("seconds", seconds)
                .text("script", moved),
        ))
    }
}

/// An O that lies on the floor when the game begins.
fn script(mode: &str, moves: usize) -> String {
    let mut script =
        format!("rules guideline\nset lock-down {mode}\nqueue O\nrandomizer none\npiece O north 4 0\n0 wait\n");
    for index in 0..moves {
        let _ = writeln!(script, "+0.4s tap {}", if index % 2 == 0 { "left" } else { "right" });
    }
    script + "+1s wait\n"
}

/// When the first piece locked, and how often it was moved before.
fn locked(script: &str) -> Result<(f64, usize), String> {
    let played = play(script)?;
    let locked = |kind: &EventKind| matches!(kind, EventKind::Locked { .. });
    let at = played.first(locked).ok_or("the piece did not lock")?;
    let before = played.events.iter().take_while(|event| !locked(&event.kind));
    Ok((seconds(at), before.filter(|event| matches!(event.kind, EventKind::Shifted { .. })).count()))
}

#[cfg(test)]
mod tests {
    use crate::works::trial::{can_be_stopped, refusal, run};

    #[test]
    fn the_three_modes_differ() {
        let done = run("work = \"guideline-lock-down\"\nmode = [\"extended\", \"infinite\", \"classic\"]");
        let numbers: Vec<[f64; 3]> =
            done.iter().map(|done| ["delay", "moves", "seconds"].map(|name| done.values[name])).collect();
        assert_eq!(numbers, [[0.5, 15.0, 6.0], [0.5, 100.0, 40.5], [0.5, 1.0, 0.5]]);
    }

    #[test]
    fn it_can_be_stopped_and_refuses_what_makes_no_sense() {
        assert!(can_be_stopped("work = \"guideline-lock-down\""));
        assert!(refusal("work = \"guideline-lock-down\"\nmode = \"extende\"").contains("extended"));
    }
}
