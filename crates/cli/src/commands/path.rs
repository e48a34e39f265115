//! `tetrolab path`: the way of a piece to where it should be.

mod animation;
mod text;

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use tetrolab_agents::path::Timeline;
use tetrolab_queries::path::{Answer, Path, compare, plan};

use super::terminal;

pub fn run(path: &Path, out: &mut impl Write) -> Result<ExitCode> {
    let (question, options) = path.question()?;
    if path.compare {
        let answers = compare(&question, &options);
        let found = answers.iter().any(|answer| answer.report.plan.is_some());
        match path.json {
            true => writeln!(out, "{:#}", path.comparison(&question, &answers, &options))?,
            false => {
                text::choice(out, path, &question)?;
                text::comparison(out, &question, &answers, &options)?;
            }
        }
        return Ok(code(found));
    }
    let mut expanded = Vec::new();
    let report = if path.animate {
        (path.algorithm.search)(&question.problem, &options, &mut |state| expanded.push(state))
    } else {
        path.algorithm.solve(&question.problem, &options)
    };
    let found = report.plan.is_some();
    let answer = Answer { algorithm: path.algorithm, report };
    if path.json {
        writeln!(out, "{:#}", path.written(&question, &answer, &options))?;
        return Ok(code(found));
    }
    if path.animate {
        let ending = plan(path, &question, &answer, &options);
        let found = answer.report.plan.clone().unwrap_or_default();
        let timeline = Timeline::new(&question.problem, expanded, found, ending);
        if terminal::is_there() {
            let table = compare(&question, &options);
            let table: Vec<_> = table.iter().map(|answer| (answer.algorithm.name, &answer.report)).collect();
            terminal::show_search(&timeline, &table, path.algorithm.name, path.letters, path.speed)?;
        } else {
            animation::frames(out, &timeline, path.letters)?;
        }
    }
    text::choice(out, path, &question)?;
    text::answer(out, path, &question, &answer, &options)?;
    Ok(code(found))
}

/// 0 if there is a plan, 1 if there is none.
fn code(found: bool) -> ExitCode {
    if found { ExitCode::SUCCESS } else { ExitCode::from(1) }
}
