//! Solutions as JSON, the same for commands, files and pages.

use serde_json::{Map, Value, json};
use tetrolab_engine::{Block, Blocks, Placement};
use tetrolab_solve::{Fitness, HEURISTICS, Problem, SIZE, Solution, Step, Terms, Typed};

use super::search::Found;
use super::settings::Plan;
use tetrolab_report::short::json as number;
use tetrolab_runs::folder::VERSION;

/// One thing that is added to a fitness.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Term {
    /// What it is.
    pub name: &'static str,
    /// What was counted.
    pub value: f64,
    /// The factor of all heuristics included.
    pub weight: f64,
    /// What it adds.
    pub adds: f64,
}

/// All that is added: points, what was asked in vain, and the heuristics.
pub fn list(fitness: &Fitness, terms: &Terms) -> Vec<Term> {
    let score = Term { name: "points", value: terms.points.into(), weight: fitness.score, adds: terms.score };
    let misses = Term { name: "in_vain", value: terms.misses.into(), weight: fitness.penalty, adds: terms.penalty };
    let mut list = vec![score, misses];
    for (i, name) in HEURISTICS.into_iter().enumerate() {
        let weight = fitness.heuristics * fitness.weights[i];
        list.push(Term { name, value: terms.values[i], weight, adds: terms.heuristics[i] });
    }
    list
}

/// All terms of a fitness.
pub fn terms(fitness: &Fitness, all: &Terms) -> Value {
    let term = |Term { name, value, weight, adds }: Term| json!({ "term": name, "value": number(value), "weight": number(weight), "contribution": number(adds) });
    list(fitness, all).into_iter().map(term).collect()
}

/// The weights of a fitness.
pub fn weights(fitness: &Fitness) -> Value {
    let list: Map<String, Value> =
        HEURISTICS.iter().zip(fitness.weights).map(|(name, weight)| (name.to_string(), number(weight))).collect();
    json!({
        "penalty": number(fitness.penalty),
        "score": number(fitness.score),
        "heuristics": number(fitness.heuristics),
        "weights": list,
    })
}

/// The pieces of a solution, with their keys if they are known.
pub fn steps(solution: &Solution, typed: Option<&Typed>) -> Value {
    let step = |(index, step): (usize, &Step)| {
        let Placement { piece, rotation, x, y } = step.placement;
        let keys = typed.map(|typed| typed.keys[index].iter().map(ToString::to_string).collect::<Vec<_>>());
        json!({
            "number": index + 1,
            "piece": piece.to_string(),
            "hold": step.hold,
            "keys": keys,
            "rotation": rotation.name(),
            "x": x,
            "y": y,
            "cells": step.placement.cells().map(|cell| [cell.x, cell.y]),
            "lines": step.lines,
            "points": step.points,
            "spin": step.spin,
            "in_vain": step.misses,
        })
    };
    solution.steps.iter().enumerate().map(step).collect()
}

/// The genes with a row for each piece; `None` if there are none.
pub fn genes(solution: &Solution) -> Option<Value> {
    let width = solution.genes.len() / solution.steps.len().max(1);
    (width > 0).then(|| solution.genes.chunks(width).map(|row| json!(row)).collect())
}

/// The rows of a board from the top down, as letters; those above the highest Block are left out.
pub fn rows(blocks: &Blocks) -> Vec<String> {
    let row = |y: i8| (0..SIZE.width as i8).map(|x| blocks.get(x, y).map_or('.', Block::letter)).collect();
    (0..blocks.board().stack_height() as i8).rev().map(row).collect()
}

/// What is left by a solution, with its colours if they are known.
pub fn left(solution: &Solution, typed: Option<&Typed>) -> Blocks {
    typed.map_or_else(|| Blocks::from(solution.state.board()), |typed| typed.blocks)
}

/// A solution of a problem: a record that can be decoded, and all that came of it.
pub fn solved(problem: &Problem, blocks: &Blocks, solution: &Solution, typed: Option<&Typed>) -> Map<String, Value> {
    let document = json!({
        "queue": problem.queue().iter().map(|piece| piece.letter()).collect::<String>(),
        "n": problem.pieces(),
        "genotype": problem.moves().name(),
        "encoding": problem.encoding().name(),
        "board": (!problem.start().is_empty()).then(|| rows(blocks)),
        "weights": weights(problem.fitness()),
        "fitness": number(solution.fitness()),
        "terms": terms(problem.fitness(), &solution.terms),
        "blocks": solution.blocks(),
        "lines": solution.state.lines(),
        "points": solution.state.points(),
        "in_vain": solution.state.misses(),
        "genes": genes(solution),
        "any_turns": problem.moves().genotype().is_some() && problem.check(&solution.genes).is_err(),
        "steps": steps(solution, typed),
        "final_board": rows(&left(solution, typed)),
    });
    match document {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}

/// What a run has found, and how.
pub fn found(plan: &Plan, found: &Found) -> Map<String, Value> {
    let (settings, problem, outcome) = (plan.settings(), plan.problem(), &found.outcome);
    let typed = problem.typed(&found.solution, plan.blocks()).ok();
    let dealt = settings.problem.dealt.as_ref();
    let mut document = Map::from_iter([
        ("version".to_string(), json!(VERSION)),
        ("rules".to_string(), json!("solver")),
        ("randomizer".to_string(), json!(dealt.map(|dealt| &dealt.randomizer))),
        ("bags".to_string(), json!(dealt.and_then(|dealt| dealt.bags))),
        ("game".to_string(), json!(dealt.map(|dealt| dealt.game))),
        ("seed".to_string(), json!(settings.seed)),
        ("algorithm".to_string(), json!(settings.algorithm.name())),
        ("time_limit".to_string(), json!(settings.time_limit)),
    ]);
    document.extend(solved(problem, plan.blocks(), &found.solution, typed.as_ref()));
    document.extend(work(found));
    let proof = json!({
        "least_blocks": outcome.least_blocks,
        "has_fewest_blocks": outcome.has_fewest_blocks(),
        "most_fitness": outcome.most_fitness.map(number),
        "is_best": outcome.is_best(),
    });
    document.insert("proof".to_string(), proof);
    document
}

/// How it was found, and how much work that was.
pub fn work(found: &Found) -> Map<String, Value> {
    let outcome = &found.outcome;
    Map::from_iter([
        ("method".to_string(), json!(outcome.method)),
        ("ended".to_string(), json!(found.ended())),
        ("count".to_string(), json!(outcome.count)),
        ("evaluations".to_string(), json!(outcome.evaluations)),
        ("seconds".to_string(), json!(found.seconds)),
        ("evaluations_per_second".to_string(), json!(outcome.evaluations as f64 / found.seconds.max(1e-9))),
        ("threads".to_string(), json!(found.threads)),
    ])
}
