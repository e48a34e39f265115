//! The protocols: Aveiro, its agents, fumen and TBP.

mod aveiro;
mod aveiro_agents;
mod aveiro_agents_measures;
mod aveiro_agents_plan;
mod aveiro_agents_player;
mod fumen;
mod tbp;
