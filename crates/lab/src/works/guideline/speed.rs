//! How fast a piece falls: one row after the other, by the game's own time.

use tetrolab_engine::{Event, EventKind};

use super::{LEVEL, Played, RULES, exact, play, seconds};
use crate::grid::{Control, Course, Key, Measure, Outcome, Settings, Takes, Task, Usual, Work};

/// A piece falls from the top of an empty board to the floor and locks there.
pub struct Speed;

/// How a piece comes down: a word, and what is pressed at the beginning.
const DROPS: [(&str, &str); 3] =
    [("fall", "0 wait"), ("soft-drop", "0 press soft-drop"), ("hard-drop", "0 tap hard-drop")];

impl Work for Speed {
    fn name(&self) -> &'static str {
        "guideline-speed"
    }

    fn meaning(&self) -> &'static str {
        "a piece falls to the floor in the timed game and locks there"
    }

    fn rules(&self, _settings: &Settings) -> String {
        RULES.to_string()
    }

    fn keys(&self) -> &'static [Key] {
        &[
            LEVEL,
            Key {
                name: "drop",
                meaning: "whether it falls by itself, by Soft Drop or by Hard Drop",
                takes: Takes::Word(|| DROPS.iter().map(|drop| drop.0).collect()),
                usual: Usual::Text("fall"),
            },
        ]
    }

    fn measures(&self) -> &'static [Measure] {
        const {
            &[
                exact("seconds", "s/line", "time for a line, by the events of the game"),
                exact(
                    "formula",
                    "s/line",
                    "the same by the formula; a 20th of it for Soft Drop, nothing for Hard Drop",
                ),
                exact("lines", "lines", "lines that it fell"),
                exact("lock", "s", "time from landing to Lock Down"),
            ]
        }
    }

    fn courses(&self) -> &'static [Course] {
        &[Course {
            name: "way",
            meaning: "how far the piece has fallen",
            along: "time of the game (s)",
            value: "lines fallen",
        }]
    }

    fn run(&self, task: &Task<'_>, control: &Control<'_>) -> Result<Option<Outcome>, String> {
        if control.is_stopped() {
            return Ok(None);
        }
        let settings = task.settings();
        let script = script(settings)?;
        let played = play(&script)?;
        let outcome = measured(&played)?.value("formula", formula(settings));
        Ok(Some(outcome.text("script", script)))
    }
}

/// A game with one piece, which has time enough to fall and lock at every level.
fn script(settings: &Settings) -> Result<String, String> {
    let (level, name) = (settings.count("level"), settings.text("drop"));
    let (_, press) = DROPS.iter().find(|drop| drop.0 == name).ok_or("there is no such drop")?;
    Ok(format!("rules guideline\nset start-level {level}\nqueue O\nrandomizer none\n{press}\n30s wait\n"))
}

/// What the events say.
fn measured(played: &Played) -> Result<Outcome, String> {
    let nothing = || "the piece did not fall".to_string();
    let begun = played.first(|kind| matches!(kind, EventKind::Generated { .. })).ok_or_else(nothing)?;
    let locked = played.first(|kind| matches!(kind, EventKind::Locked { .. })).ok_or_else(nothing)?;
    let mut lines = 0.0;
    let mut way = vec![(0.0, 0.0)];
    let mut landed = begun;
    for Event { at, kind } in &played.events {
        lines += match kind {
            EventKind::Fell { .. } => 1.0,
            EventKind::HardDropped { rows, .. } => f64::from(*rows),
            _ => continue,
        };
        landed = *at;
        way.push((seconds(at - begun), lines));
    }
    Ok(Outcome::default()
        .value("seconds", seconds(landed - begun) / lines)
        .value("lines", lines)
        .value("lock", seconds(locked - landed))
        .course("way", way))
}

/// What the document's formula says.
fn formula(settings: &Settings) -> f64 {
    let past = settings.count("level") as i32 - 1;
    let fall = (0.8 - f64::from(past) * 0.007).powi(past);
    match settings.text("drop") {
        "fall" => fall,
        "soft-drop" => fall / 20.0,
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use crate::works::trial::{can_be_stopped, refusal, run};

    /// The values that the guideline of 2009 lists, to four digits.
    const SECONDS: [f64; 15] = [
        1.0, 0.793, 0.6178, 0.4727, 0.3552, 0.2620, 0.1897, 0.1347, 0.0939, 0.0642, 0.0430, 0.0282, 0.0182, 0.0114,
        0.0071,
    ];

    #[test]
    fn every_level_has_its_speed() {
        let levels: Vec<String> = (1..=15).map(|level| level.to_string()).collect();
        let grid = format!(
            "work = \"guideline-speed\"\nlevel = [{}]\ndrop = [\"fall\", \"soft-drop\", \"hard-drop\"]",
            levels.join(", ")
        );
        let done = run(&grid);
        for (level, drops) in done.chunks(3).enumerate() {
            let value = |drop: usize, name: &str| drops[drop].values[name];
            assert!((value(0, "seconds") - SECONDS[level]).abs() <= 0.000_05, "level {}", level + 1);
            for drop in 0..3 {
                assert!((value(drop, "seconds") - value(drop, "formula")).abs() < 1e-8, "level {}", level + 1);
                assert_eq!(value(drop, "lines"), 19.0);
            }
            assert_eq!([0, 1, 2].map(|drop| value(drop, "lock")), [0.5, 0.5, 0.0]);
        }
        assert_eq!(done[0].courses["way"].last(), Some(&(19.0, 19.0)));
        assert_eq!(done, run(&grid));
    }

    #[test]
    fn it_can_be_stopped_and_refuses_what_makes_no_sense() {
        assert!(can_be_stopped("work = \"guideline-speed\""));
        assert!(refusal("work = \"guideline-speed\"\nlevel = 16").contains("from 1 to 15"));
        assert!(refusal("work = \"guideline-speed\"\ndrop = \"softdrop\"").contains("soft-drop"));
    }
}
