//! What plays: open loop as the students' agent, or a pilot with whatever decides.

use super::super::InPlay;
use super::super::seed_agent::{Reply, SeedAgent};
use super::View;
use super::pilot::{Decide, Pilot};

/// What plays a game: it is shown states and says which keys to send.
#[expect(missing_debug_implementations, reason = "what decides may be anything")]
pub struct Brain {
    kind: Kind,
    decisions: u64,
}

enum Kind {
    Seed(SeedAgent),
    Pilot(Pilot<Box<dyn Decide>>),
}

impl Brain {
    /// The students' agent.
    pub fn seed_agent() -> Brain {
        Brain::typing(SeedAgent::default())
    }

    /// The students' agent, perhaps with other weights.
    pub const fn typing(agent: SeedAgent) -> Brain {
        Brain { kind: Kind::Seed(agent), decisions: 0 }
    }

    /// A pilot that brings pieces where `mind` wants them.
    pub fn pilot(mind: impl Decide + 'static) -> Brain {
        Brain { kind: Kind::Pilot(Pilot::new(Box::new(mind))), decisions: 0 }
    }

    /// Whether it must be shown every state, one after the other, because it counts them. Others want the newest one only.
    pub const fn sees_all(&self) -> bool {
        matches!(self.kind, Kind::Seed(_))
    }

    /// What it does when it is shown a state.
    pub fn see(&mut self, view: &View) -> Reply {
        match &mut self.kind {
            Kind::Seed(agent) => {
                let reply = agent.see(&view.stack, view.in_play.map(InPlay::cells));
                self.decisions += u64::from(reply == Reply::Decided);
                reply
            }
            Kind::Pilot(pilot) => {
                let reply = pilot.see(view);
                self.decisions = pilot.decisions();
                reply
            }
        }
    }

    /// How many decisions were taken.
    pub const fn decisions(&self) -> u64 {
        self.decisions
    }
}

impl Decide for Box<dyn Decide> {
    fn decide(&mut self, view: &View, piece: InPlay) -> Option<InPlay> {
        (**self).decide(view, piece)
    }
}
