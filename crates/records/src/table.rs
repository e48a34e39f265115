//! What games are compared in.

use std::fmt::{self, Write as _};

use tetrolab_engine::{Group, Handling, Mode, Randomizer, Rules, SETTINGS, Setup, setting};

/// Settings of a mode that make it a race: to reach one of them wins.
const WINNING_LIMITS: [&str; 3] = ["line-limit", "garbage-limit", "perfect-clear-limit"];

/// What makes a game better than another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ranking {
    /// A shorter time. Only games that were won count.
    Time,
    /// More points, then a shorter time.
    Score,
}

impl Ranking {
    /// Both.
    pub const ALL: [Ranking; 2] = [Ranking::Time, Ranking::Score];

    /// The word for it in the database and in texts.
    pub const fn name(self) -> &'static str {
        match self {
            Ranking::Time => "time",
            Ranking::Score => "score",
        }
    }
}

/// Who a versus game was played against.
#[derive(Clone, Debug, PartialEq)]
pub struct Rival {
    pub agent: String,
    /// How fast it played, in pieces per second.
    pub speed: f64,
}

/// Games that can be compared: of one mode, under the same rules, against the same opponent. How the keys feel makes no
/// difference.
///
/// ```
/// use tetrolab_engine::{Mode, Rules, Setup};
/// use tetrolab_records::{Ranking, Table};
///
/// let mut setup = Setup { mode: Mode::SPRINT, ..Setup::new(Rules::modern()) };
/// setup.mode.line_limit = Some(100);
/// setup.rules.next = 3;
/// let table = Table::of(&setup, None);
/// assert_eq!(table.to_string(), "sprint line-limit=100, modern next=3");
/// assert_eq!(table.ranking, Ranking::Time);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// The mode, and the settings that differ from its preset.
    pub mode: String,
    /// The rules, and the settings that differ from their preset; among them the randomizer, if it is not the 7-bag.
    pub rules: String,
    pub opponent: Option<Rival>,
    /// What makes a game better than another.
    pub ranking: Ranking,
}

impl Table {
    /// The table for games from this set-up.
    pub fn of(setup: &Setup, opponent: Option<Rival>) -> Table {
        let mut rules = variant(setup, Group::Rules);
        if setup.randomizer != Randomizer::default() {
            add(&mut rules, "randomizer", &setup.randomizer);
        }
        let is_set = |name: &&str| setting(name).is_some_and(|setting| (setting.get)(setup) != "none");
        let is_race = opponent.is_some() || WINNING_LIMITS.iter().any(is_set);
        let ranking = if is_race { Ranking::Time } else { Ranking::Score };
        Table { mode: variant(setup, Group::Mode), rules, opponent, ranking }
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.mode, self.rules)?;
        if let Some(Rival { agent, speed }) = &self.opponent {
            write!(f, ", against {agent} at {speed} pieces per second")?;
        }
        Ok(())
    }
}

/// The preset of a group and the settings that differ from it, such as `sprint line-limit=100`.
pub(crate) fn variant(setup: &Setup, group: Group) -> String {
    let presets = Setup {
        rules: Rules::named(setup.rules.name).unwrap_or_default(),
        mode: Mode::named(setup.mode.name).unwrap_or_default(),
        handling: Handling::named(setup.handling.name).unwrap_or_default(),
        ..Setup::default()
    };
    let name = match group {
        Group::Rules => presets.rules.name,
        Group::Mode => presets.mode.name,
        Group::Handling => presets.handling.name,
    };
    let mut text = name.to_string();
    for setting in SETTINGS.iter().filter(|setting| setting.group == group) {
        let value = (setting.get)(setup);
        if value != (setting.get)(&presets) {
            add(&mut text, setting.name, &value);
        }
    }
    text
}

fn add(text: &mut String, name: &str, value: &dyn fmt::Display) {
    write!(text, " {name}={value}").expect("writing to a string does not fail");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_that_wins_makes_a_race() {
        let ranking = |mode: Mode| Table::of(&Setup { mode, ..Setup::default() }, None).ranking;
        assert_eq!(ranking(Mode::SPRINT), Ranking::Time);
        for mode in [Mode::MARATHON, Mode::ULTRA, Mode::ZEN] {
            assert_eq!(ranking(mode), Ranking::Score);
            assert_eq!(ranking(Mode { line_limit: Some(5), ..mode }), Ranking::Time);
        }
        assert_eq!(ranking(Mode { line_limit: None, ..Mode::SPRINT }), Ranking::Score);
    }

    #[test]
    fn everything_that_changes_a_game_changes_its_table() {
        let setup = Setup { randomizer: Randomizer::Uniform, ..Setup::default() };
        assert_eq!(Table::of(&setup, None).to_string(), "marathon, guideline randomizer=uniform");
        let rival = Rival { agent: "bcts".to_string(), speed: 1.5 };
        let table = Table::of(&Setup::default(), Some(rival));
        assert_eq!(table.to_string(), "marathon, guideline, against bcts at 1.5 pieces per second");
        assert_eq!(table.ranking, Ranking::Time);
        let handling = Handling::COMPETITIVE;
        assert_eq!(Table::of(&Setup { handling, ..Setup::default() }, None), Table::of(&Setup::default(), None));
    }
}
