//! What actions are worth: each is played by keys, and its points are counted.

use tetrolab_engine::{Event, EventKind, LAST_LEVEL};

use super::actions::{ACTIONS, Action, Part, TETRIS, example, script};
use super::{LEVEL, RULES, exact, play};
use crate::grid::{Control, Key, Measure, Outcome, Settings, Takes, Task, Usual, Work};

/// An action is played by keys on a board that is made for it.
pub struct Scoring;

/// The document's example of a chain.
const EXAMPLE: &str = "example";
/// Drops are worth points by the row, whatever they lead to.
const DROPS: [&str; 2] = ["soft-drop", "hard-drop"];
/// Nothing goes before.
const NOTHING: &str = "nothing";
/// A variable goal at the last level needs this many credits, more than any action has.
const CREDITS: u32 = 5 * LAST_LEVEL as u32;

impl Work for Scoring {
    fn name(&self) -> &'static str {
        "guideline-scoring"
    }

    fn meaning(&self) -> &'static str {
        "an action that is worth points is played by keys in the timed game"
    }

    fn rules(&self, _settings: &Settings) -> String {
        RULES.to_string()
    }

    fn keys(&self) -> &'static [Key] {
        &[
            Key {
                name: "action",
                meaning: "what is played; soft-drop and hard-drop count a row; example is the document's chain of five",
                takes: Takes::Word(|| ACTIONS.iter().map(|action| action.name).chain(DROPS).chain([EXAMPLE]).collect()),
                usual: Usual::Needed,
            },
            Key {
                name: "before",
                meaning: "what goes before it; after a tetris an action may continue a Back-to-Back chain",
                takes: Takes::Word(|| vec![NOTHING, TETRIS]),
                usual: Usual::Text(NOTHING),
            },
            LEVEL,
        ]
    }

    fn measures(&self) -> &'static [Measure] {
        const {
            &[
                exact(
                    "points",
                    "points",
                    "points of the action, of a row for drops, of all five actions for the example",
                ),
                exact("bonus", "points", "how many of them are the Back-to-Back bonus"),
                exact("credits", "lines", "lines credited to a variable goal"),
            ]
        }
    }

    fn check(&self, settings: &Settings) -> Result<(), String> {
        let action = settings.text("action");
        match settings.text("before") {
            TETRIS if Action::named(action).is_none() => Err(format!("nothing goes before {action}")),
            _ => Ok(()),
        }
    }

    fn run(&self, task: &Task<'_>, control: &Control<'_>) -> Result<Option<Outcome>, String> {
        if control.is_stopped() {
            return Ok(None);
        }
        let settings = task.settings();
        let level = settings.count("level");
        let action = settings.text("action");
        if DROPS.contains(&action) {
            return drop_points(action, level).map(Some);
        }
        let (before, own) = (parts_before(settings), own_parts(action)?);
        let all: Vec<Part> = before.iter().chain(&own).cloned().collect();
        // Without a goal the level stays as it is.
        let text = script(&format!("set goal none\nset start-level {level}\n"), &all);
        let points = earned(&text, before.len(), own.len())?;
        let bare = script(&format!("set goal none\nset start-level {level}\nset back-to-back 0\n"), &all);
        let outcome = Outcome::default()
            .value("points", points as f64)
            .value("bonus", (points - earned(&bare, before.len(), own.len())?) as f64)
            .value("credits", f64::from(credits(&all)? - credits(&before)?));
        Ok(Some(outcome.text("script", text)))
    }
}

/// What goes before.
fn parts_before(settings: &Settings) -> Vec<Part> {
    let action = Action::named(settings.text("action")).filter(|_| settings.text("before") == TETRIS);
    action.map(Action::tetris_above).into_iter().collect()
}

/// The action itself.
fn own_parts(name: &str) -> Result<Vec<Part>, String> {
    match name {
        EXAMPLE => Ok(example()),
        _ => Action::named(name).map(|action| vec![action.part()]).ok_or_else(|| format!("there is no action {name}")),
    }
}

/// The points of `actions` actions of a game, after the first `before`.
fn earned(script: &str, before: usize, actions: usize) -> Result<u64, String> {
    let points = play(script)?.points();
    match points.len() == before + actions {
        true => Ok(points[before..].iter().sum()),
        false => Err("an action did not come about".to_string()),
    }
}

/// Lines that a variable goal is credited for all these parts.
fn credits(parts: &[Part]) -> Result<u32, String> {
    if parts.is_empty() {
        return Ok(0);
    }
    let script = script(&format!("set goal variable\nset start-level {LAST_LEVEL}\n"), parts);
    let left = play(&script)?.game.goal_left().ok_or("there is no goal")?;
    Ok(CREDITS - left)
}

/// Points of a drop for each row that a piece falls by it.
fn drop_points(name: &str, level: u64) -> Result<Outcome, String> {
    let script =
        format!("rules guideline\nset start-level {level}\nqueue O\nrandomizer none\n0 press {name}\n30s wait\n");
    let played = play(&script)?;
    let rows = |event: &Event| match event.kind {
        EventKind::Fell { soft: true, .. } => 1,
        EventKind::HardDropped { rows, .. } => u64::from(rows),
        _ => 0,
    };
    let rows: u64 = played.events.iter().map(rows).sum();
    let outcome = Outcome::default().value("points", played.game.score() as f64 / rows as f64);
    Ok(outcome.value("bonus", 0.0).value("credits", 0.0).text("script", script))
}

#[cfg(test)]
mod tests {
    use crate::works::trial::{can_be_stopped, refusal, run};

    /// Points at level 1, after a Tetris, and credits, as the guideline of 2009 has them.
    const TABLE: [(&str, f64, f64, f64); 10] = [
        ("single", 100.0, 0.0, 1.0),
        ("double", 300.0, 0.0, 3.0),
        ("triple", 500.0, 0.0, 5.0),
        ("tetris", 800.0, 400.0, 8.0),
        ("t-spin", 400.0, 0.0, 4.0),
        ("t-spin-single", 800.0, 400.0, 8.0),
        ("t-spin-double", 1200.0, 600.0, 12.0),
        ("t-spin-triple", 1600.0, 800.0, 16.0),
        ("mini-t-spin", 100.0, 0.0, 1.0),
        ("mini-t-spin-single", 200.0, 100.0, 2.0),
    ];

    #[test]
    fn every_action_is_worth_what_the_guideline_says() {
        for (name, points, bonus, credits) in TABLE {
            let grid = format!(
                "work = \"guideline-scoring\"\naction = \"{name}\"\nbefore = [\"nothing\", \"tetris\"]\nlevel = [1, 7, 15]"
            );
            let values: Vec<[f64; 3]> =
                run(&grid).iter().map(|done| ["points", "bonus", "credits"].map(|name| done.values[name])).collect();
            let plain = [1.0, 7.0, 15.0].map(|level| [points * level, 0.0, credits]);
            let chained = [1.0, 7.0, 15.0]
                .map(|level| [(points + bonus) * level, bonus * level, ((points + bonus) / 100.0).floor()]);
            assert_eq!(values, [plain, chained].concat(), "{name}");
        }
    }

    #[test]
    fn the_example_and_drops_are_worth_what_the_document_says() {
        let values = |grid: &str| {
            let done = run(&format!("work = \"guideline-scoring\"\n{grid}"));
            done.iter().map(|done| done.values["points"]).collect::<Vec<f64>>()
        };
        assert_eq!(values("action = \"example\""), [5400.0]);
        assert_eq!(run("work = \"guideline-scoring\"\naction = \"example\"")[0].values["bonus"], 1400.0);
        assert_eq!(values("action = [\"soft-drop\", \"hard-drop\"]\nlevel = [1, 9]"), [1.0, 1.0, 2.0, 2.0]);
    }

    #[test]
    fn it_can_be_stopped_and_refuses_what_makes_no_sense() {
        assert!(can_be_stopped("work = \"guideline-scoring\"\naction = \"single\""));
        let drop = "work = \"guideline-scoring\"\naction = \"hard-drop\"\nbefore = \"tetris\"";
        assert!(refusal(drop).contains("nothing goes before hard-drop"));
        assert!(refusal("work = \"guideline-scoring\"\naction = \"quadruple\"").contains("action"));
    }
}
