//! Answers as JSON.

use serde_json::{Map, Value, json};
use tetrolab_agents::path::{Options, from_top};
use tetrolab_agents::sevilla::TERMS;
use tetrolab_engine::{Board, Placement};

use super::question::Question;
use super::{Answer, Path, no_plan};

/// The answer of one algorithm.
pub fn answer(path: &Path, question: &Question, answer: &Answer, options: &Options) -> Value {
    let mut document = problem(path, question, options);
    if let Value::Object(report) = report(path, question, answer, options) {
        document.extend(report);
    }
    document.into()
}

/// The answers of all algorithms.
pub fn comparison(path: &Path, question: &Question, answers: &[Answer], options: &Options) -> Value {
    let mut document = problem(path, question, options);
    let reports: Vec<Value> = answers.iter().map(|answer| report(path, question, answer, options)).collect();
    document.insert("algorithms".to_string(), reports.into());
    document.into()
}

fn problem(path: &Path, question: &Question, options: &Options) -> Map<String, Value> {
    let space = question.problem.space();
    let rows = space.rows();
    let goals = question.problem.accepted_by_goal().map(|accepted| {
        let states: Vec<Value> = accepted.iter().map(|&state| facing(state, rows).into()).collect();
        json!({ "cells": from_top(accepted[0], rows), "accepted": states })
    });
    let mut start = facing(space.start(), rows);
    start.insert("cells".to_string(), json!(from_top(space.start(), rows)));
    let estimate = (path.compare || path.algorithm.uses_estimate).then_some(options.estimate.name);
    let mut document = json!({
        "version": env!("CARGO_PKG_VERSION"),
        "rows": rows,
        "width": space.board().size().width,
        "board": picture(space.board()),
        "piece": space.piece().to_string(),
        "start": start,
        "goals": goals.collect::<Vec<_>>(),
        "rotation": space.turning().name,
        "order": space.order().actions().map(path.letters.of),
        "estimate": estimate,
        "bound": options.bound,
    });
    if let (Some(choice), Some(variant)) = (&question.choice, path.best) {
        let terms: Map<String, Value> =
            TERMS.iter().zip(choice.terms).map(|(term, value)| (term.name.replace(' ', "_"), value.into())).collect();
        let (board, cleared) = question.problem.space().board().after(choice.placement);
        let best = json!({
            "by": variant.name,
            "cells": choice.cells,
            "score": choice.score,
            "terms": terms,
            "weights": variant.weights,
            "candidates": choice.candidates,
            "lines": cleared.lines,
            "after": picture(&board),
        });
        document["best"] = best;
    }
    match document {
        Value::Object(document) => document,
        _ => unreachable!("it was written as an object"),
    }
}

/// A state as `west@18,4` writes it.
fn facing(state: Placement, rows: u8) -> Map<String, Value> {
    let centre = [i32::from(rows) - 1 - i32::from(state.y), i32::from(state.x)];
    Map::from_iter([("facing".to_string(), state.rotation.name().into()), ("centre".to_string(), json!(centre))])
}

/// All rows of a board, top row first.
fn picture(board: &Board) -> Value {
    format!("{board:#}").lines().collect()
}

fn report(path: &Path, question: &Question, answer: &Answer, options: &Options) -> Value {
    let Answer { algorithm, report } = answer;
    let plan: Option<Vec<&str>> =
        report.plan.as_ref().map(|plan| plan.iter().map(|&act| (path.letters.of)(act)).collect());
    let reason = plan.is_none().then(|| no_plan(question, answer, options));
    json!({
        "algorithm": algorithm.name,
        "spanish": algorithm.spanish,
        "optimal": algorithm.is_optimal_with(options),
        "plan": plan,
        "cost": report.plan.as_ref().map(|_| report.cost),
        "expanded": report.expanded,
        "generated": report.generated,
        "largest_frontier": report.largest_frontier,
        "seconds": report.time.as_secs_f64(),
        "cut_off": report.cut_off,
        "reason": reason,
    })
}
