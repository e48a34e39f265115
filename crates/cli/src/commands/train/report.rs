//! What a training run has found, as text.

use std::io::Write;

use anyhow::Result;
use tetrolab_lab::train::record::Score;
use tetrolab_lab::train::{Choice, GENERATIONS, Outcome, PLAYER, RESULT, Report, average, published};
use tetrolab_report::words::{shorten_all, wrap};
use tetrolab_statistics::LEVEL;

use crate::commands::page::Page;
use tetrolab_inputs::numbers::quoted;
use tetrolab_report::short::{counted, duration, figure, interval, rate};

pub fn write(report: &Report<'_>, out: &mut impl Write) -> Result<()> {
    let page = Page::standard();
    for line in wrap(&report.plan.description(), page.width) {
        writeln!(out, "{line}")?;
    }
    if report.generations.len() > report.new {
        let pieces: u64 = report.generations[report.new..].iter().map(|generation| generation.pieces).sum();
        writeln!(
            out,
            "{} in {}, {} pieces, {} pieces/s",
            counted((report.generations.len() - report.new) as u64, "generation"),
            duration(report.seconds),
            figure(pieces as f64),
            rate(pieces as f64 / report.seconds)
        )?;
    }
    writeln!(out)?;
    let Some(outcome) = report.outcome else {
        let last = report.generations.last();
        let last = last.map_or("before the first generation was done".to_string(), |last| match report.is_judging {
            true => "while the results were judged".to_string(),
            false => format!("after generation {} of run {}", last.generation, last.run),
        });
        writeln!(out, "Stopped {last}. Nothing is lost; go on with")?;
        writeln!(out, "tetrolab train --resume {}", quoted(&report.folder.to_string_lossy()))?;
        return Ok(());
    };
    write_runs(report, out, outcome, page)?;
    write_weights(out, outcome, page)?;
    let which = match outcome.result {
        Choice::Average => "the average".to_string(),
        Choice::Best => format!("run {}", outcome.best_run),
    };
    let player = report.folder.join(PLAYER);
    writeln!(out, "\n{}: {which}", player.display())?;
    writeln!(out, "{}, {}: everything else", report.folder.join(RESULT).display(), GENERATIONS)?;
    let game = report.plan.settings().game.options();
    writeln!(out, "tetrolab evaluate --weights {}{game}", quoted(&player.to_string_lossy()))?;
    writeln!(out, "tetrolab plot {}", quoted(&report.folder.to_string_lossy()))?;
    Ok(())
}

/// What each run scores.
fn write_runs(report: &Report<'_>, out: &mut impl Write, outcome: &Outcome, page: Page) -> Result<()> {
    let games = report.plan.settings().judging_games;
    let head = format!("{:<10} {:>9}  {:<18} {:>11} {:>9}", "run", "mean", "exact 95 %", "generations", "pieces");
    writeln!(out, "{}", page.strong(&head))?;
    let row = |name: &str, score: &Score, generations: u64, pieces: u64| {
        let interval = interval(&score.estimate().interval(LEVEL));
        let (mean, pieces) = (figure(score.mean()), figure(pieces as f64));
        format!("{name:<10} {mean:>9}  {interval:<18} {generations:>11} {pieces:>9}")
    };
    for run in &outcome.runs {
        writeln!(out, "{}", row(&run.run.to_string(), &run.score, run.generations, run.pieces))?;
    }
    let generations = outcome.runs.iter().map(|run| run.generations).sum();
    writeln!(out, "{}", row("average", &outcome.average_score, generations, outcome.pieces))?;
    writeln!(out, "lines in {} that nobody has learned from", counted(games, "game"))?;
    for (run, stop) in report.ended_early() {
        writeln!(out, "run {run} ended early: {stop}")?;
    }
    if outcome.result == Choice::Best && outcome.runs.len() > 1 {
        let chosen =
            format!("run {} is the best of these games: in others it will score a little less", outcome.best_run);
        writeln!(out, "{chosen}")?;
    }
    writeln!(out)?;
    Ok(())
}

/// The weights, beside published ones of the same features.
fn write_weights(out: &mut impl Write, outcome: &Outcome, page: Page) -> Result<()> {
    let published = published(&outcome.features);
    let width = outcome.features.iter().map(|name| name.chars().count()).max().unwrap_or(0).clamp(7, 40);
    let mut head = format!("{:<width$} {:>9} {:>9}", "feature", "average", "deviation");
    published.iter().for_each(|(name, _)| head += &format!(" {name:>11}"));
    writeln!(out, "{}", page.strong(&head))?;
    let runs: Vec<Vec<f64>> = outcome.runs.iter().map(|run| average(&[&run.mean])).collect();
    for (place, name) in shorten_all(&outcome.features, width).iter().enumerate() {
        let count = runs.len() as f64;
        let mean = runs.iter().map(|run| run[place]).sum::<f64>() / count;
        let squares = runs.iter().map(|run| (run[place] - mean).powi(2)).sum::<f64>();
        let deviation = if count > 1.0 { format!("{:.4}", (squares / (count - 1.0)).sqrt()) } else { "?".to_string() };
        let mut line = format!("{:<width$} {:>9.4} {deviation:>9}", name, outcome.average[place]);
        published.iter().for_each(|(_, weights)| line += &format!(" {:>11.4}", weights[place]));
        writeln!(out, "{line}")?;
    }
    writeln!(out, "all vectors scaled to unit length")?;
    Ok(())
}
