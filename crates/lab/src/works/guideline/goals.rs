//! How many lines a level takes, line by line.

use tetrolab_engine::{EventKind, LAST_LEVEL};

use super::{LEVEL, RULES, exact, play, words};
use crate::grid::{Control, Key, Measure, Outcome, Settings, Takes, Task, Usual, Work};

/// Line after line is cleared until a level is reached and done.
pub struct Goals;

impl Work for Goals {
    fn name(&self) -> &'static str {
        "guideline-goals"
    }

    fn meaning(&self) -> &'static str {
        "lines are cleared one by one in the timed game until a level is done"
    }

    fn rules(&self, _settings: &Settings) -> String {
        RULES.to_string()
    }

    fn keys(&self) -> &'static [Key] {
        &[
            LEVEL,
            Key {
                name: "goal",
                meaning: "what leads to the next level",
                // Without a goal no level is ever done.
                takes: Takes::Word(|| words("goal").into_iter().filter(|word| *word != "none").collect()),
                usual: Usual::Text("fixed"),
            },
        ]
    }

    fn measures(&self) -> &'static [Measure] {
        const {
            &[
                exact("lines", "lines", "Singles until the level is done, for a game that begins at it"),
                exact("reached", "lines", "Singles until the level is reached, for a game that begins at level 1"),
                exact("done", "lines", "Singles until the level is done, for a game that begins at level 1"),
            ]
        }
    }

    fn run(&self, task: &Task<'_>, control: &Control<'_>) -> Result<Option<Outcome>, String> {
        if control.is_stopped() {
            return Ok(None);
        }
        let (level, goal) = (task.settings().count("level") as u8, task.settings().text("goal"));
        let here = levels(level, goal)?;
        let whole = if level == 1 { here.clone() } else { levels(1, goal)? };
        let lines = |levels: &[u32], place: usize| {
            levels.get(place).map(|&lines| f64::from(lines)).ok_or("the level was never done")
        };
        let place = usize::from(level);
        Ok(Some(
            Outcome::default()
                .value("lines", lines(&here, 1)?)
                .value("reached", lines(&whole, place - 1)?)
                .value("done", lines(&whole, place)?),
        ))
    }
}

/// More lines than any goal takes.
const ENOUGH: usize = 700;

/// Lines that were cleared when each level was reached, from the one at which the game begins; last when the game was won.
fn levels(first: u8, goal: &str) -> Result<Vec<u32>, String> {
    // On a board of four columns every I that is dropped is a Single.
    let script = format!(
        "rules guideline\nset width 4\nset generation-delay 0ms\nset goal {goal}\nset start-level {first}\nqueue I\n\
         randomizer repeat\n{}",
        "+1ms tap hard-drop\n".repeat(ENOUGH)
    );
    let mut levels = vec![0];
    let mut lines = 0;
    for event in play(&script)?.events {
        match event.kind {
            EventKind::Cleared { lines: more, .. } => lines += u32::from(more),
            EventKind::LevelUp { .. } | EventKind::Ended { .. } => levels.push(lines),
            _ => {}
        }
    }
    let wanted = usize::from(LAST_LEVEL - first) + 2;
    if levels.len() == wanted { Ok(levels) } else { Err(format!("the game had {} levels", levels.len())) }
}

#[cfg(test)]
mod tests {
    use crate::works::trial::{can_be_stopped, refusal, run};

    #[test]
    fn levels_take_as_many_lines_as_the_guideline_says() {
        for level in [1, 4, 15] {
            let done = run(&format!("work = \"guideline-goals\"\ngoal = [\"fixed\", \"variable\"]\nlevel = {level}"));
            let level = f64::from(level);
            let numbers = |place: usize| ["lines", "reached", "done"].map(|name| done[place].values[name]);
            assert_eq!(numbers(0), [10.0 * level, 10.0 * (level - 1.0), 10.0 * level]);
            let triangle = |level: f64| 5.0 * level * (level + 1.0) / 2.0;
            assert_eq!(numbers(1), [5.0 * level, triangle(level - 1.0), triangle(level)]);
        }
    }

    #[test]
    fn it_can_be_stopped_and_refuses_what_makes_no_sense() {
        assert!(can_be_stopped("work = \"guideline-goals\""));
        assert!(refusal("work = \"guideline-goals\"\ngoal = \"none\"").contains("goal"));
    }
}
