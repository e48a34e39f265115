//! Training, solver and experiment runs: all of them, and what can be done with one.

mod experiment;
mod follow;
mod options;
mod solving;
mod training;

use std::thread;

use anyhow::{Result, ensure};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tetrolab_agents::AGENTS;
use tetrolab_optimize::continuous::OPTIMIZERS;
use tetrolab_solve::MoveSet;

use super::read;
use crate::agents::LEARNED;
use crate::house::House;
use crate::refusal::Refusal;
use crate::runs::Name;
pub use follow::follow;
use options::New;

/// A question without details.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

/// How many processors there are.
fn processors() -> u64 {
    thread::available_parallelism().map_or(1, |count| count.get() as u64)
}

/// How many threads a run gets: one unless more are asked for, so that games are not slowed down.
fn threads(asked: Option<u64>) -> Result<u64> {
    let (threads, most) = (asked.unwrap_or(1), processors());
    ensure!((1..=most).contains(&threads), Refusal::new(move |texts| texts.refused.threads.with(&[("most", &most)])));
    Ok(threads)
}

fn name(text: &str) -> Result<Name> {
    Ok(text.parse()?)
}

/// All runs, and what there is to choose from for a new one.
pub fn list(house: &House, with: Value) -> Result<Value> {
    let Nothing {} = read(with)?;
    let agents = AGENTS.iter().filter(|agent| agent.weights().is_some()).map(|agent| agent.name.to_string());
    let learned = house.runs().players().into_iter().map(|run| format!("{LEARNED}{run}"));
    Ok(json!({
        "runs": house.runs().list(),
        "processors": processors(),
        "optimizers": OPTIMIZERS.iter().map(|entry| entry.name).collect::<Vec<_>>(),
        "features": agents.chain(learned).collect::<Vec<_>>(),
        "genotypes": MoveSet::ALL.map(MoveSet::name),
        "experiments": experiment::catalogue(),
    }))
}

/// A new run. The options are those of `tetrolab train`, those of `tetrolab solve` if its kind is `solve`, or name an experiment of the
/// catalogue with its scale and seed if it is `experiment`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Start {
    kind: Option<String>,
    name: Option<String>,
    threads: Option<u64>,
    #[serde(default)]
    options: Map<String, Value>,
}

/// Begins a run.
pub fn start(house: &House, with: Value) -> Result<Value> {
    let Start { kind, name: given, threads: asked, options } = read(with)?;
    let given = given.filter(|text| !text.is_empty()).as_deref().map(name).transpose()?;
    let threads = threads(asked)?;
    let new = New::read(house, kind.as_deref(), &options)?;
    let begun = house.runs().start(given, &new.stem(), threads, |folder| new.create(folder))?;
    house.runs().summary(&begun)
}

/// Which run is meant.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Named {
    name: String,
}

/// Stops a run.
pub fn stop(house: &House, with: Value) -> Result<Value> {
    let name = name(&read::<Named>(with)?.name)?;
    house.runs().stop(&name)?;
    house.runs().summary(&name)
}

/// Which run goes on, and with how many threads.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Resume {
    name: String,
    threads: Option<u64>,
}

/// Resumes a run.
pub fn resume(house: &House, with: Value) -> Result<Value> {
    let question: Resume = read(with)?;
    let name = name(&question.name)?;
    house.runs().resume(&name, threads(question.threads)?)?;
    house.runs().summary(&name)
}

/// Puts a run aside, and says where it is then.
pub fn delete(house: &House, with: Value) -> Result<Value> {
    let name = name(&read::<Named>(with)?.name)?;
    Ok(json!({ "place": house.runs().delete(&name)? }))
}
