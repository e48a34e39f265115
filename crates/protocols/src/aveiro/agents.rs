//! The table of agents for the course's game, and how each is made ready to play.

mod weighted;

use std::fmt;

use tetrolab_agents::{AGENTS as RESEARCH, Agent as ResearchAgent, Weights, WidthError};
use tetrolab_engine::{Random, Seed, Stream};

use super::plan::Reach;
use super::player::{Brain, Decide, View};
use super::search::{Mind, Search, TETROLAB, Value};
use super::seed_agent::SeedAgent;
use super::{InPlay, PREVIEWS};
use weighted::Weighted;

/// The name of our own agent.
pub const OURS: &str = "tetrolab";
/// The name of the students' agent.
pub const STUDENTS: &str = "aveiro";
/// The name of the students' weights without the rest of their agent.
const PLANNED: &str = "aveiro-planned";
/// The name of the students' agent without its special weights for I.
pub const GENERAL: &str = "aveiro-general";

/// A line of the table.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    pub name: &'static str,
    /// One line about it.
    pub meaning: &'static str,
    /// Where it comes from.
    pub source: &'static str,
}

/// All agents with a name: ours, the students', and the players of the research game.
///
/// ```
/// let names: Vec<&str> = tetrolab_protocols::aveiro::entries().map(|entry| entry.name).collect();
/// assert_eq!(names[..4], ["tetrolab", "aveiro", "aveiro-planned", "aveiro-general"]);
/// assert!(names.contains(&"lee"));
/// ```
pub fn entries() -> impl Iterator<Item = Entry> {
    let own = [
        Entry {
            name: OURS,
            meaning: "a beam over all pieces that are shown, weights by CMA-ES; it saves rows for four at once",
            source: "this project",
        },
        Entry {
            name: STUDENTS,
            meaning: "the students' agent as it is: looks once, then types without looking",
            source: "Domingues and Castro 2021",
        },
        Entry {
            name: PLANNED,
            meaning: "the students' weights, for places that are in reach, typed with open eyes",
            source: "Domingues and Castro 2021",
        },
        Entry {
            name: GENERAL,
            meaning: "the students' agent with its general weights for every piece, I too",
            source: "Domingues and Castro 2021",
        },
    ];
    let research = RESEARCH.iter().filter(|agent| agent.name != STUDENTS);
    let research = research.map(|agent| Entry { name: agent.name, meaning: agent.meaning, source: agent.source });
    own.into_iter().chain(research)
}

/// Why there is no such agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AgentError {
    /// None has this name.
    Unknown(String),
    /// Its weights are for another board.
    Width(WidthError),
    /// The students' agent looks at no piece but the one in play.
    NoLookahead,
    /// Only three pieces are shown.
    Lookahead(usize),
}

impl fmt::Display for AgentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AgentError::Unknown(name) => {
                let names: Vec<&str> = entries().map(|entry| entry.name).collect();
                write!(f, "there is no agent {name:?}; there are {}", names.join(", "))
            }
            AgentError::Width(error) => write!(f, "{error}"),
            AgentError::NoLookahead => {
                write!(
                    f,
                    "{STUDENTS} looks at no piece but the one in play; {PLANNED} has its weights and can look further"
                )
            }
            AgentError::Lookahead(pieces) => write!(f, "{pieces} pieces cannot be looked at: {PREVIEWS} are shown"),
        }
    }
}

impl std::error::Error for AgentError {}

/// An agent that can be sent into games.
#[derive(Clone, Debug)]
pub struct Agent {
    kind: Kind,
    lookahead: usize,
    width: usize,
    is_hurried: bool,
}

#[derive(Clone, Debug)]
enum Kind {
    Students(SeedAgent),
    Ours(Value),
    Weighted(Box<Weighted>),
    Random,
}

/// Stacks that a search keeps after each piece.
pub const WIDTH: usize = 24;

impl Agent {
    /// The agent with this name, with the lookahead it has by itself: ours looks at all pieces that are shown, others at none.
    pub fn named(name: &str) -> Result<Agent, AgentError> {
        let unknown = || AgentError::Unknown(name.to_string());
        match name {
            OURS => Ok(Agent::of_value(TETROLAB)),
            STUDENTS => Ok(Agent::of(Kind::Students(SeedAgent::default()), 0)),
            GENERAL => Ok(Agent::of(Kind::Students(SeedAgent::general()), 0)),
            _ => {
                let research = ResearchAgent::named(if name == PLANNED { STUDENTS } else { name });
                match research.map_err(|_| unknown())?.weights() {
                    Some(weights) => Agent::of_weights(weights),
                    None => Ok(Agent::of(Kind::Random, 0)),
                }
            }
        }
    }

    /// Ours with other weights.
    pub fn of_value(value: Value) -> Agent {
        Agent::of(Kind::Ours(value), PREVIEWS)
    }

    /// Weights of the research game.
    pub fn of_weights(weights: Weights) -> Result<Agent, AgentError> {
        let weighted = Weighted::new(weights).map_err(AgentError::Width)?;
        Ok(Agent::of(Kind::Weighted(Box::new(weighted)), 0))
    }

    fn of(kind: Kind, lookahead: usize) -> Agent {
        Agent { kind, lookahead, width: WIDTH, is_hurried: false }
    }

    /// The same, looking at `pieces` of the pieces that are shown.
    pub fn with_lookahead(self, pieces: usize) -> Result<Agent, AgentError> {
        match self.kind {
            Kind::Students(_) if pieces > 0 => Err(AgentError::NoLookahead),
            _ if pieces > PREVIEWS => Err(AgentError::Lookahead(pieces)),
            _ => Ok(Agent { lookahead: pieces, ..self }),
        }
    }

    /// The same, keeping `width` stacks after each piece.
    #[must_use]
    pub fn with_width(self, width: usize) -> Agent {
        Agent { width: width.max(1), ..self }
    }

    /// The same, thinking less where ticks are short.
    #[must_use]
    pub fn hurried(self) -> Agent {
        Agent { is_hurried: true, ..self }
    }

    /// How many of the pieces that are shown it looks at.
    pub const fn lookahead(&self) -> usize {
        self.lookahead
    }

    /// Ready for a game. What is random follows from the seed.
    pub fn brain(&self, seed: u64) -> Brain {
        match &self.kind {
            Kind::Students(agent) => Brain::typing(agent.clone()),
            Kind::Random => Brain::pilot(Dice(Random::new(Seed(seed), 0, Stream::Decisions))),
            Kind::Ours(value) => Brain::pilot(self.searcher(*value)),
            Kind::Weighted(weighted) => Brain::pilot(self.searcher(Weighted::clone(weighted))),
        }
    }

    fn searcher<M: Mind>(&self, mind: M) -> Searcher<M> {
        let Agent { lookahead, width, is_hurried, .. } = *self;
        Searcher { mind, search: Search::default(), lookahead, width, is_hurried }
    }
}

/// Decides by searching.
struct Searcher<M> {
    mind: M,
    search: Search,
    lookahead: usize,
    width: usize,
    is_hurried: bool,
}

/// The width of the search is at most this, divided by the ticks per second, where there is no time for more: a stack that is kept
/// takes some ten microseconds, and a decision should not take longer than half a tick.
const WIDTH_PER_SECOND: u64 = 40_000;

impl<M: Mind + Send> Decide for Searcher<M> {
    fn decide(&mut self, view: &View, piece: InPlay) -> Option<InPlay> {
        let most = (WIDTH_PER_SECOND / view.speed.max(1)).max(1) as usize;
        let width = if self.is_hurried { self.width.min(most) } else { self.width };
        self.search.choose(&self.mind, &view.stack, piece, &view.next[..self.lookahead], width)
    }
}

/// Decides at random.
struct Dice(Random);

impl Decide for Dice {
    fn decide(&mut self, view: &View, piece: InPlay) -> Option<InPlay> {
        let reach = Reach::new(&view.stack, piece);
        let places = reach.locks().count() as u32;
        if places == 0 { None } else { reach.locks().nth(self.0.below(places) as usize) }
    }
}
