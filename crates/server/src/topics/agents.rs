//! All agents, those that were learned here first.

use anyhow::Result;
use serde::Deserialize;
use serde_json::{Value, json};
use tetrolab_agents::AGENTS;

use super::read;
use crate::agents::LEARNED;
use crate::house::House;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {}

/// Names, and the runs of those that were learned here.
pub fn list(house: &House, with: Value) -> Result<Value> {
    let Question {} = read(with)?;
    let learned =
        house.runs().players().into_iter().map(|run| json!({ "name": format!("{LEARNED}{run}"), "run": run.as_str() }));
    let known = AGENTS.iter().map(|agent| json!({ "name": agent.name, "run": null }));
    Ok(learned.chain(known).collect())
}
