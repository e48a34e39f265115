//! Agents play the game of the course at Aveiro, without a clock or in real time.

use std::time::Duration;

use tetrolab_protocols::aveiro::{Agent, Played, entries, lock_step_unless};

use crate::grid::{Better, Control, Key, Load, Measure, Outcome, Peer, Settings, Statistic, Takes, Task, Usual, Work};

/// An agent plays one game in lock-step: every key arrives before the next tick.
pub struct LockStep;

/// An agent plays one game on a server with a clock, over a connection.
pub struct RealTime;

const AGENT: Key = Key {
    name: "agent",
    meaning: "who plays",
    takes: Takes::Word(|| entries().map(|entry| entry.name).collect()),
    usual: Usual::Needed,
};
const FIRST: Key = Key {
    name: "first",
    meaning: "the seed of the pieces in the first repetition; each further one has the next",
    takes: Takes::Whole(1, 1_000_000_000),
    usual: Usual::Whole(1),
};
const PIECES: Key = Key {
    name: "pieces",
    meaning: "the most pieces: a game that has not ended by then is broken off",
    takes: Takes::Whole(1, 1_000_000_000),
    usual: Usual::Whole(20_000),
};
const SECONDS: Key = Key {
    name: "seconds",
    meaning: "the most time: a game that has not ended by then is broken off",
    takes: Takes::Number(0.1, 86_400.0),
    usual: Usual::Number(600.0),
};

const RULES: &str =
    "the course's server: 8x30, lines² points, 10 + points / 10 ticks a second, pieces of Python's random";

/// What comes of a game. In real time all of it depends on the clock.
const fn measures(is_timed: bool) -> [Measure; 7] {
    const fn one(
        name: &'static str,
        unit: &'static str,
        meaning: &'static str,
        statistic: Statistic,
        better: Better,
    ) -> Measure {
        Measure { name, unit, meaning, statistic, better, is_timed: false }
    }
    let mut measures = [
        one(
            "score",
            "points",
            "points of a game: the square of the rows cleared at once",
            Statistic::Mean,
            Better::More,
        ),
        one("typical", "points", "the same, as the median of all games", Statistic::Median, Better::More),
        one("lines", "rows", "rows cleared", Statistic::Mean, Better::More),
        one("pieces", "pieces", "pieces played", Statistic::Mean, Better::More),
        one("rate", "points", "points for each piece", Statistic::Mean, Better::More),
        one("fours", "", "times four rows were cleared at once", Statistic::Mean, Better::Neither),
        one("survived", "", "whether the game was broken off before its end", Statistic::Share, Better::More),
    ];
    let mut place = 0;
    while place < measures.len() {
        measures[place].is_timed = is_timed;
        place += 1;
    }
    measures
}

impl Work for LockStep {
    fn name(&self) -> &'static str {
        "aveiro"
    }

    fn meaning(&self) -> &'static str {
        "an agent plays the Aveiro course's game in lock-step: no key is ever late"
    }

    fn keys(&self) -> &'static [Key] {
        const { &[AGENT, FIRST, PIECES] }
    }

    fn measures(&self) -> &'static [Measure] {
        const { &measures(false) }
    }

    fn rules(&self, _settings: &Settings) -> String {
        RULES.to_string()
    }

    fn check(&self, settings: &Settings) -> Result<(), String> {
        agent(settings).map(drop)
    }

    fn run(&self, task: &Task<'_>, control: &Control<'_>) -> Result<Option<Outcome>, String> {
        let (settings, seed) = (task.settings(), seed(task));
        let mut brain = agent(settings)?.brain(seed);
        let played = lock_step_unless(&mut brain, seed, settings.count("pieces"), || control.is_stopped());
        Ok(played.map(|played| Outcome::from(&played)))
    }
}

impl Work for RealTime {
    fn name(&self) -> &'static str {
        "aveiro-real-time"
    }

    fn meaning(&self) -> &'static str {
        "an agent plays the Aveiro course's game over a connection, at the server's speed"
    }

    fn keys(&self) -> &'static [Key] {
        const { &[AGENT, FIRST, PIECES, SECONDS] }
    }

    fn measures(&self) -> &'static [Measure] {
        const { &measures(true) }
    }

    fn rules(&self, _settings: &Settings) -> String {
        RULES.to_string()
    }

    fn check(&self, settings: &Settings) -> Result<(), String> {
        agent(settings).map(drop)
    }

    fn load(&self, _settings: &Settings) -> Load {
        Load::Light
    }

    fn run(&self, task: &Task<'_>, control: &Control<'_>) -> Result<Option<Outcome>, String> {
        let settings = task.settings();
        let peer = Peer {
            agent: settings.text("agent"),
            seed: seed(task),
            pieces: settings.count("pieces"),
            time: Duration::from_secs_f64(settings.number("seconds")),
        };
        (control.tell)(None, format!("seed {}", peer.seed));
        task.transport.play_aveiro(&peer, control.stop)
    }
}

/// The seed of a cell's game.
fn seed(task: &Task<'_>) -> u64 {
    task.settings().count("first") + task.cell.repetition
}

fn agent(settings: &Settings) -> Result<Agent, String> {
    Agent::named(settings.text("agent")).map_err(|error| error.to_string())
}

/// What came of a game.
impl From<&Played> for Outcome {
    fn from(played: &Played) -> Outcome {
        let score = played.score as f64;
        Outcome::default()
            .value("score", score)
            .value("typical", score)
            .value("lines", played.lines as f64)
            .value("pieces", played.pieces as f64)
            .value("rate", score / played.pieces as f64)
            .value("fours", played.clears[3] as f64)
            .value("survived", f64::from(u8::from(played.is_capped)))
            .series("clears", played.clears.iter().map(|&clears| clears as f64).collect())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::grid::Transport;
    use crate::works::trial::{can_be_stopped, failure, refusal, run, run_with};

    /// What the students' program scores when no key is ever late.
    const SCORES: [f64; 10] = [107.0, 66.0, 56.0, 105.0, 42.0, 118.0, 42.0, 110.0, 30.0, 70.0];

    fn scores(done: &[Outcome]) -> Vec<f64> {
        done.iter().map(|done| done.values["score"]).collect()
    }

    #[test]
    fn the_students_agent_scores_what_it_scored() {
        let done = run("work = \"aveiro\"\nagent = \"aveiro\"\nrepetitions = 10");
        assert_eq!(scores(&done), SCORES);
        assert!(done.iter().all(|done| done.values["survived"] == 0.0));
        assert_eq!(scores(&run("work = \"aveiro\"\nagent = \"aveiro\"\nfirst = [1, 6]")), [107.0, 118.0]);
    }

    /// Without the special weights the same agent plays other games.
    #[test]
    fn the_weights_for_i_make_a_difference() {
        let without = run("work = \"aveiro\"\nagent = \"aveiro-general\"\nrepetitions = 10");
        assert_eq!(without, run("work = \"aveiro\"\nagent = \"aveiro-general\"\nrepetitions = 10"));
        assert_ne!(scores(&without), SCORES);
    }

    #[test]
    fn games_can_be_broken_off() {
        let done = run("work = \"aveiro\"\nagent = \"tetrolab\"\npieces = 50");
        assert_eq!([done[0].values["pieces"], done[0].values["survived"]], [50.0, 1.0]);
    }

    /// Says what it was asked.
    struct Echo;

    impl Transport for Echo {
        fn play_aveiro(&self, peer: &Peer<'_>, _: &AtomicBool) -> Result<Option<Outcome>, String> {
            let numbers = vec![peer.seed as f64, peer.pieces as f64, peer.time.as_secs_f64()];
            Ok(Some(Outcome::default().text("agent", peer.agent).series("asked", numbers)))
        }
    }

    #[test]
    fn games_in_real_time_are_played_by_the_transport() {
        let grid =
            "work = \"aveiro-real-time\"\nagent = \"lee\"\nfirst = 5\nrepetitions = 2\nseconds = 1.5\npieces = 9";
        let done = run_with(grid, &Echo);
        assert_eq!(done[1].series["asked"], [6.0, 9.0, 1.5]);
        assert_eq!(done[1].texts["agent"], "lee");
        assert!(failure(grid).contains("sockets"));
        assert!(RealTime.measures().iter().all(|measure| measure.is_timed));
    }

    #[test]
    fn it_can_be_stopped_and_refuses_what_makes_no_sense() {
        assert!(can_be_stopped("work = \"aveiro\"\nagent = \"lee\""));
        assert!(refusal("work = \"aveiro\"\nagent = \"ours\"").contains("agent"));
        assert!(refusal("work = \"aveiro\"\nagent = \"lee\"\nfirst = 0").contains("from 1"));
    }
}
