//! Which games are meant.

use std::time::SystemTime;

use rusqlite::types::Value;

use crate::moment::milliseconds;

/// Who made the moves.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum PlayedBy {
    /// A person or an agent.
    #[default]
    Anyone,
    Person,
    /// Some agent.
    AnyAgent,
    /// The agent with this name.
    Agent(String),
}

/// What a game came to for its player. Others just end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Its goal was reached.
    Won,
    /// A race that ended before its goal was reached.
    Lost,
}

impl Ending {
    /// The word for it in texts.
    pub const fn name(self) -> &'static str {
        match self {
            Ending::Won => "won",
            Ending::Lost => "lost",
        }
    }
}

/// Which games are meant; all of them by default.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Filter {
    /// Only those of this player.
    pub player: Option<String>,
    /// Only those of this mode: `sprint` means every sprint, `sprint line-limit=100` that one.
    pub mode: Option<String>,
    /// Only those under these rules: `modern` means all that began as modern, `modern next=3` those.
    pub rules: Option<String>,
    /// Only those in which these made the moves.
    pub played_by: PlayedBy,
    /// Only those that ended at this moment or later.
    pub since: Option<SystemTime>,
    /// Only those that came to this.
    pub ending: Option<Ending>,
}

impl Filter {
    /// The condition in SQL, over the parameters that [`Filter::parameters`] gives.
    pub(crate) const CONDITION: &str = "
        (?1 IS NULL OR player = ?1)
        AND (?2 IS NULL OR mode = ?2 OR substr(mode, 1, length(?2) + 1) = ?2 || ' ')
        AND (?3 IS NULL OR rules = ?3 OR substr(rules, 1, length(?3) + 1) = ?3 || ' ')
        AND (?4 IS NULL OR (agent IS NOT NULL) = ?4)
        AND (?5 IS NULL OR agent = ?5)
        AND (?6 IS NULL OR at >= ?6)
        AND (?7 IS NULL OR ?7 = CASE
            WHEN end = 'won' THEN 'won'
            WHEN ranking = 'time' AND end IN ('Block Out', 'Lock Out', 'Top Out') THEN 'lost' END)";

    /// The parameters of the condition.
    pub(crate) fn parameters(&self) -> [Value; 7] {
        let (by_agent, agent) = match &self.played_by {
            PlayedBy::Anyone => (None, None),
            PlayedBy::Person => (Some(false), None),
            PlayedBy::AnyAgent => (Some(true), None),
            PlayedBy::Agent(name) => (Some(true), Some(name.clone())),
        };
        [
            self.player.clone().into(),
            self.mode.clone().into(),
            self.rules.clone().into(),
            by_agent.into(),
            agent.into(),
            self.since.map(milliseconds).into(),
            self.ending.map(|ending| ending.name().to_string()).into(),
        ]
    }
}
