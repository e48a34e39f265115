//! What a tournament is: everything that is needed to play it again.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, anyhow, ensure};
use serde::{Deserialize, Serialize};
use tetrolab_bot::TBP_RULES;
use tetrolab_bot::arena::{Delays, Duel, DuelRules, Pace, Pairings, Sprt};
use tetrolab_engine::{Rules, Seed, Setup, setting};
use tetrolab_protocols::tbp::RulesMessage;

use super::entrant::Kept;

/// The kind of folder it is kept in.
pub const KIND: &str = "arena";

/// The file with a line for each game.
pub const LINES: &str = "games.jsonl";

/// Everything about a tournament but its results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// The bots, as they were typed.
    pub bots: Vec<String>,
    /// The bots, as they are.
    pub entrants: Vec<Kept>,
    /// Where it was begun: programs run there, so that paths in their commands mean the same when it goes on.
    pub folder: PathBuf,
    /// How long it goes on.
    pub length: Length,
    /// How long bots think.
    pub thought: Thought,
    /// Whether placements take time.
    pub timed: bool,
    /// With the round of a game, the key of its pieces and holes.
    pub seed: u64,
    /// Threads of each bot of this program.
    pub threads: usize,
    /// Games with more pieces are draws.
    pub most_pieces: u32,
    /// Pieces that are seen after the one in play.
    pub previews: u8,
    /// Milliseconds after which an answer is too late.
    pub time_out: u64,
    /// Milliseconds that a program may take until it is ready.
    pub start_time: u64,
    /// Settings of the rules that are not as usual, as NAME=VALUE.
    pub set: Vec<String>,
}

/// How long a tournament goes on.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Length {
    /// This many games of each pair.
    Games(u64),
    /// Until it is known which hypothesis to take.
    Sprt { elo0: f64, elo1: f64, alpha: f64, beta: f64 },
}

/// How long bots think about a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Thought {
    /// This many milliseconds from when they know the position.
    Milliseconds(u64),
    /// This many nodes; programs are asked at once.
    Nodes(u64),
}

impl Length {
    /// How many games there are, if that is known.
    pub const fn games(&self, pairings: &Pairings) -> Option<u64> {
        match *self {
            Length::Games(games) => Some(games * pairings.pairs() as u64),
            Length::Sprt { .. } => None,
        }
    }

    /// The test, if it is one.
    pub const fn sprt(&self) -> Option<Sprt> {
        match *self {
            Length::Games(_) => None,
            Length::Sprt { elo0, elo1, alpha, beta } => Some(Sprt { elo0, elo1, alpha, beta }),
        }
    }
}

impl Thought {
    /// How long they are left alone.
    pub const fn time(&self) -> Duration {
        match *self {
            Thought::Milliseconds(milliseconds) => Duration::from_millis(milliseconds),
            Thought::Nodes(_) => Duration::ZERO,
        }
    }
}

impl Settings {
    /// The rules of its duels, if there are such games and all bots can be told the rules.
    pub fn duel(&self) -> Result<DuelRules> {
        let pace = if self.timed { Pace::Timed(Delays::PPT) } else { Pace::Turns };
        let rules = Rules { next: self.previews, ..pace.rules(TBP_RULES) };
        let mut setup = Setup::new(rules);
        for change in &self.set {
            let (name, value) = change.split_once('=').ok_or_else(|| {
                anyhow!("--set {change}: a setting is written NAME=VALUE, such as garbage-blocking=off")
            })?;
            ensure!(name != "next", "--set {change}: how many pieces are seen is said by --previews");
            let setting = setting(name).ok_or_else(|| anyhow!("--set {change}: there is no setting {name:?}"))?;
            (setting.set)(&mut setup, value).map_err(|expected| anyhow!("--set {change}: {expected}"))?;
        }
        let rules = setup.rules;
        ensure!(setup == Setup::new(rules), "--set: only rules can be changed, not the mode or the handling");
        ensure!(rules.size == TBP_RULES.size, "--set: TBP knows no other board than one of {}", TBP_RULES.size);
        let duel = DuelRules { rules, pace, most_pieces: self.most_pieces };
        Duel::new(&duel, Seed(self.seed), 0)?;
        let has_program = self.entrants.iter().any(|kept| matches!(kept, Kept::Program(_)));
        let can_be_told = RulesMessage::default().with_movement(&rules).is_enough_for(&rules);
        ensure!(
            !has_program || can_be_told,
            "--set {}: TBP has no word for these rules, so programs cannot be told",
            self.set.join(" --set ")
        );
        Ok(duel)
    }

    /// After this an answer is too late.
    pub const fn time_out(&self) -> Duration {
        Duration::from_millis(self.time_out)
    }
}

#[cfg(test)]
impl Settings {
    /// Two agents, a few short games.
    pub fn sample() -> Settings {
        let bots = ["bcts", "dellacherie"].map(str::to_string).to_vec();
        Settings {
            entrants: bots.iter().map(|name| Kept::read(name).unwrap()).collect(),
            bots,
            folder: ".".into(),
            length: Length::Games(4),
            thought: Thought::Nodes(1),
            timed: false,
            seed: 1,
            threads: 1,
            most_pieces: 3,
            previews: 5,
            time_out: 10_000,
            start_time: 10_000,
            set: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_that_make_no_game_or_cannot_be_told_are_refused() {
        let reason = |set: &[&str], entrant: Kept| {
            let set = set.iter().map(ToString::to_string).collect();
            let settings = Settings { set, entrants: vec![entrant], ..Settings::sample() };
            settings.duel().map(drop).map_err(|error| error.to_string())
        };
        let agent = || Kept::read("bcts").unwrap();
        let program = || Kept::Program(vec!["./program".into()]);
        let previews = "--set next=2: how many pieces are seen is said by --previews";
        assert_eq!(reason(&["next=2"], agent()), Err(previews.to_string()));
        assert!(reason(&["generation-row=20"], agent()).is_err());
        for set in ["hold=off", "half-turns=quarters", "spins=off", "generation-drop=off"] {
            assert_eq!(reason(&[set], agent()), Ok(()), "{set}");
            let expected =
                format!("--set lock-out=off --set {set}: TBP has no word for these rules, so programs cannot be told");
            assert_eq!(reason(&["lock-out=off", set], program()), Err(expected));
        }
        for set in ["kicks=srs-plus", "half-turns=tests", "lock-out=off", "garbage-blocking=off"] {
            assert_eq!(reason(&[set], program()), Ok(()), "{set}");
        }
    }
}
