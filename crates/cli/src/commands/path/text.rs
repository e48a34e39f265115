//! Answers as text.

use std::io::{self, Write};
use std::time::Duration;

use tetrolab_agents::path::{Options, list};
use tetrolab_agents::sevilla::TERMS;

use tetrolab_queries::path::{Answer, Path, Question, no_plan, plan};

/// Why the best placement is the best, if that was asked.
pub fn choice(out: &mut impl Write, path: &Path, question: &Question) -> io::Result<()> {
    if let (Some(choice), Some(variant)) = (&question.choice, path.best) {
        let placements = if choice.candidates == 1 { "placement" } else { "placements" };
        writeln!(
            out,
            "{}  score {}, the least of {} {placements}",
            list(&choice.cells),
            choice.score,
            choice.candidates
        )?;
        for ((term, value), weight) in TERMS.iter().zip(choice.terms).zip(variant.weights) {
            writeln!(out, "  {:<16} {value:>5} x {weight:>2} = {:>5}", term.name, value * weight)?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// The plan on one line, then what the search counted; for the best placement also what becomes of the board.
pub fn answer(
    out: &mut impl Write,
    path: &Path,
    question: &Question,
    answer: &Answer,
    options: &Options,
) -> io::Result<()> {
    let report = &answer.report;
    writeln!(out, "{}", plan(path, question, answer, options))?;
    if report.plan.is_some() {
        write!(out, "cost {}, ", report.cost)?;
    }
    writeln!(
        out,
        "{} expanded, {} generated, largest frontier {}, {}",
        report.expanded,
        report.generated,
        report.largest_frontier,
        milliseconds(report.time),
    )?;
    let rotation = question.problem.space().turning().name;
    match answer.algorithm.uses_estimate {
        true => writeln!(out, "{}, {} estimate, {rotation} rotation", answer.algorithm.name, options.estimate.name)?,
        false => writeln!(out, "{}, {rotation} rotation", answer.algorithm.name)?,
    }
    // Nothing is shorter than an empty plan.
    if report.cost > 0 && !answer.algorithm.is_optimal_with(options) {
        match answer.algorithm.optimal {
            true => writeln!(out, "a shorter plan may exist: the estimate {} can be too high", options.estimate.name)?,
            false => writeln!(out, "a shorter plan may exist: {} takes the first it finds", answer.algorithm.name)?,
        }
    }
    if let (Some(choice), Some(_)) = (&question.choice, &report.plan) {
        let (board, cleared) = question.problem.space().board().after(choice.placement);
        let lines = match cleared.lines {
            0 => String::new(),
            1 => ", one line cleared".to_string(),
            lines => format!(", {lines} lines cleared"),
        };
        write!(out, "\nthe board after it{lines}\n{board}")?;
    }
    Ok(())
}

/// All algorithms as a table.
pub fn comparison(out: &mut impl Write, question: &Question, answers: &[Answer], options: &Options) -> io::Result<()> {
    writeln!(
        out,
        "{:<19} {:>6} {:>9} {:>10} {:>9} {:>11}  promises",
        "algorithm", "cost", "expanded", "generated", "frontier", "time"
    )?;
    for Answer { algorithm, report } in answers {
        let cost = report.plan.as_ref().map_or("none".to_string(), |_| report.cost.to_string());
        let promise = match algorithm.is_optimal_with(options) {
            true => "the shortest plan",
            false => "a plan",
        };
        writeln!(
            out,
            "{:<19} {cost:>6} {:>9} {:>10} {:>9} {:>11}  {promise}",
            algorithm.name,
            report.expanded,
            report.generated,
            report.largest_frontier,
            milliseconds(report.time),
        )?;
    }
    writeln!(
        out,
        "\n{} rotation, {} estimate, order {}; times are the shortest of nine runs",
        question.problem.space().turning().name,
        options.estimate.name,
        question.problem.space().order(),
    )?;
    for answer in answers.iter().filter(|answer| answer.report.plan.is_none()) {
        if answer.report.cut_off {
            writeln!(out, "{}: {}", answer.algorithm.name, no_plan(question, answer, options))?;
        }
    }
    match answers.iter().find(|answer| answer.report.plan.is_none() && !answer.report.cut_off) {
        Some(answer) => writeln!(out, "{}", no_plan(question, answer, options)),
        None => Ok(()),
    }
}

fn milliseconds(time: Duration) -> String {
    format!("{:.3} ms", time.as_secs_f64() * 1e3)
}
