//! The pieces of a solution, one a line.

use std::io::{self, Write};

use tetrolab_engine::{Key, Placement, Turn};
use tetrolab_report::words::wrap;
use tetrolab_solve::{Solution, Step, Typed};

use crate::commands::page::Page;

/// What the signs mean.
const LEGEND: &str = "← → column, ↺ ↻ 180° turn, ↓5 Soft Drop by 5 rows, ⇓ Hard Drop; ←3 three times";

/// The pieces as a table. Without keys, because no key does this, their genes are shown.
pub fn write(out: &mut impl Write, page: Page, solution: &Solution, typed: Option<&Typed>) -> io::Result<()> {
    let has = |what: fn(&Step) -> bool| solution.steps.iter().any(what);
    let (holds, vain, spins) = (has(|step| step.hold), has(|step| step.misses > 0), has(|step| step.spin));
    let optional = |is_there: bool, text: String| if is_there { text } else { String::new() };
    let head = format!(
        "{:>3}  piece  facing  columns{}  lines  points{}{}  {}",
        "no",
        optional(holds, "  hold".to_string()),
        optional(vain, "  in vain".to_string()),
        optional(spins, "  spin".to_string()),
        if typed.is_some() { "keys" } else { "genes" },
    );
    writeln!(out, "{}", page.strong(&head))?;
    let width = solution.genes.len() / solution.steps.len().max(1);
    for (index, step) in solution.steps.iter().enumerate() {
        let Placement { piece, rotation, .. } = step.placement;
        let last = match typed {
            Some(typed) => arrows(&typed.keys[index]),
            None => format!("{:?}", &solution.genes[width * index..][..width]),
        };
        let line = format!(
            "{:>3}  {:<5}  {:<6}  {:<7}{}  {:>5}  {:>6}{}{}  {last}",
            index + 1,
            piece.letter(),
            rotation.name(),
            columns(step.placement),
            optional(holds, format!("  {:<4}", if step.hold { "hold" } else { "" })),
            unless_zero(step.lines.into()),
            unless_zero(step.points.into()),
            optional(vain, format!("  {:>7}", unless_zero(step.misses.into()))),
            optional(spins, format!("  {:<4}", if step.spin { "spin" } else { "" })),
        );
        writeln!(out, "{}", line.trim_end())?;
    }
    if typed.is_some() {
        for line in wrap(LEGEND, page.width) {
            writeln!(out, "{}", page.quiet(&line))?;
        }
    }
    Ok(())
}

fn unless_zero(number: u32) -> String {
    if number == 0 { String::new() } else { number.to_string() }
}

/// The columns that a piece covers.
fn columns(placement: Placement) -> String {
    let shape = placement.piece.shape(placement.rotation);
    let left = placement.x + shape.left;
    match shape.width as i8 {
        1 => left.to_string(),
        width => format!("{left}-{}", left + width - 1),
    }
}

/// Keys as signs, equal ones counted.
fn arrows(keys: &[Key]) -> String {
    let runs = keys.chunk_by(|one, other| one == other);
    let signs = runs.map(|run| {
        let sign = match run[0] {
            Key::Left => "←".to_string(),
            Key::Right => "→".to_string(),
            Key::LeftHeld => "←held".to_string(),
            Key::RightHeld => "→held".to_string(),
            Key::Turn(Turn::Right) => "↻".to_string(),
            Key::Turn(Turn::Left) => "↺".to_string(),
            Key::Turn(Turn::Half) => "180°".to_string(),
            Key::Down(rows) => format!("↓{rows}"),
            Key::HardDrop => "⇓".to_string(),
        };
        if run.len() == 1 { sign } else { format!("{sign}{}", run.len()) }
    });
    signs.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_counted() {
        use Key::{Down, HardDrop, Left, Right, Turn as T};
        let keys = [T(Turn::Left), Left, Left, Left, Down(12), Right, T(Turn::Half), HardDrop];
        assert_eq!(arrows(&keys), "↺ ←3 ↓12 → 180° ⇓");
    }
}
