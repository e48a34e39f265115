//! The answer as text: the board, the ranking, and why the best drop is better than the runner-up.

use std::io::{self, Write};

use tetrolab_agents::{LOST, Lookahead, Ranked};
use tetrolab_engine::Rotation;
use tetrolab_report::words::wrap;

use super::drawing::Drawing;
use super::{Answer, reasons};
use crate::commands::page::Page;
use tetrolab_report::short::Digits;

/// Writes all of it.
pub fn write(out: &mut impl Write, page: Page, answer: &Answer, most: usize) -> io::Result<()> {
    lines(out, &title(answer), page)?;
    writeln!(out)?;
    boards(out, page, answer)?;
    writeln!(out)?;
    ranking(out, page, answer, most)?;
    if answer.player.mind().is_none() {
        return writeln!(out, "\n{} thinks the same of every drop: it has no weights", answer.candidate.name);
    }
    let is_lost = answer.ranked.first().is_some_and(|ranked| ranked.dropped.outcome.is_lost);
    if answer.surviving() == 0 {
        writeln!(out, "\nevery drop of {} loses the game", answer.piece)?;
    } else if is_lost {
        writeln!(out, "\nthe best drop loses the game: these weights do not take that for the worst")?;
    }
    let explained = |place: usize| answer.ranked.get(place).and_then(|ranked| answer.explanation(ranked));
    match (explained(0), explained(1)) {
        (Some(best), Some(runner_up)) => reasons::write(out, page, answer, &[best, runner_up]),
        (Some(best), None) => reasons::write(out, page, answer, &[best]),
        (None, _) => Ok(()),
    }
}

/// A sentence, in as many lines as it needs.
pub fn lines(out: &mut impl Write, text: &str, page: Page) -> io::Result<()> {
    wrap(text, page.width).iter().try_for_each(|line| writeln!(out, "{line}"))
}

/// What was asked.
fn title(answer: &Answer) -> String {
    let Answer { position, piece, candidate, .. } = answer;
    let overflow = if position.rules.lines_after_overflow { "lines" } else { "no lines" };
    let ahead = match (answer.lookahead, answer.next) {
        (Lookahead::Expected(_), _) => ", every next piece with the same chance".to_string(),
        (Lookahead::Two, Some(next)) => format!(", {next} next"),
        _ => String::new(),
    };
    format!("{piece} on a board of {}, {overflow} after overflow, decided by {}{ahead}", position.rules, candidate.name)
}

/// The best drop and the runner-up beside it.
fn boards(out: &mut impl Write, page: Page, answer: &Answer) -> io::Result<()> {
    let drawings: Vec<Drawing<'_>> = answer
        .ranked
        .iter()
        .take(2)
        .map(|ranked| Drawing { page, position: &answer.position, dropped: &ranked.dropped })
        .collect();
    let rows = drawings.iter().map(Drawing::rows).max().unwrap_or(0);
    let gap = if page.is_terminal { "    " } else { "      " };
    // At random, the first is not better than the second.
    let titles = if answer.player.mind().is_some() { ["1 best", "2 runner-up"] } else { ["1", "2"] };
    let titles = titles.iter().zip(&drawings);
    let titles: Vec<String> =
        titles.map(|(title, drawing)| format!("{title:<width$}", width = drawing.width())).collect();
    writeln!(out, "{}", titles.join(gap).trim_end())?;
    let columns: Vec<Vec<String>> = drawings.iter().map(|drawing| drawing.lines(rows)).collect();
    for line in 0..columns.first().map_or(0, Vec::len) {
        let line: Vec<&str> = columns.iter().map(|lines| lines[line].as_str()).collect();
        writeln!(out, "{}", line.join(gap).trim_end())?;
    }
    Ok(())
}

/// The drops from the best on.
fn ranking(out: &mut impl Write, page: Page, answer: &Answer, most: usize) -> io::Result<()> {
    let ranked = &answer.ranked;
    let shown = &ranked[..most.min(ranked.len())];
    // That of a lost game says no more than that the drop loses.
    let is_weighed = |one: &&Ranked| answer.player.mind().is_some() && one.value != LOST;
    let digits = Digits::of(shown.iter().filter(is_weighed).map(|ranked| ranked.value));
    let danger = if answer.looks_ahead() { "  danger" } else { "" };
    let head = format!("rank  facing  rot  columns  lines{danger}  {:>12}  {:>10}", "value", "difference");
    writeln!(out, "{}", page.strong(&head))?;
    for (index, one) in shown.iter().enumerate() {
        let (drop, outcome) = (one.dropped.drop, one.dropped.outcome);
        let facing = drop.rotation().map_or("", Rotation::name);
        let width = drop.rotation().map_or(1, |rotation| drop.piece.shape(rotation).width);
        let columns = match width {
            1 => drop.column.to_string(),
            _ => format!("{}-{}", drop.column, drop.column + width - 1),
        };
        let danger = match one.danger {
            _ if !answer.looks_ahead() => String::new(),
            _ if outcome.is_lost => " ".repeat("  danger".len()),
            danger => format!("  {:>4.0} %", 100.0 * danger),
        };
        let value = if is_weighed(&one) { digits.write(one.value) } else { String::new() };
        let difference = match index {
            _ if outcome.is_lost => "loses".to_string(),
            0 => String::new(),
            _ if !is_weighed(&&ranked[0]) => String::new(),
            _ => digits.write(one.value - ranked[0].value),
        };
        let line = format!(
            "{:>4}  {facing:<6}  {:>3}  {columns:<7}  {:>5}{danger}  {value:>12}  {difference:>10}",
            index + 1,
            drop.orientation,
            outcome.lines
        );
        writeln!(out, "{}", line.trim_end())?;
    }
    let rest = ranked.len() - shown.len();
    if rest > 0 {
        let losing = ranked[shown.len()..].iter().filter(|ranked| ranked.dropped.outcome.is_lost).count();
        let losing = if losing == 0 { String::new() } else { format!(" ({losing} of them lose)") };
        writeln!(out, "{}", page.quiet(&format!("{rest} more{losing}; --top {} lists all", ranked.len())))?;
    }
    if ranked.iter().any(|ranked| answer.looks_ahead() && ranked.danger > 0.0 && !ranked.dropped.outcome.is_lost) {
        let note = "danger: how likely the next piece loses whatever is done; the smallest goes first";
        writeln!(out, "{}", page.quiet(note))?;
    }
    Ok(())
}
