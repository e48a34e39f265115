//! What a fitness consists of.

use std::io::{self, Write};

use tetrolab_lab::solving::document::{Term, list};
use tetrolab_report::words::wrap;
use tetrolab_solve::{Fitness, Terms};

use crate::commands::page::Page;
use tetrolab_report::short::Digits;

/// The terms as a table, the largest first; those that add nothing in a line below.
pub fn write(out: &mut impl Write, page: Page, fitness: &Fitness, all: &Terms) -> io::Result<()> {
    let (mut some, none): (Vec<Term>, Vec<Term>) = list(fitness, all).into_iter().partition(|term| term.adds != 0.0);
    // Equal ones stay in their order.
    some.sort_by(|one, other| other.adds.abs().total_cmp(&one.adds.abs()));
    let weights = Digits::of(some.iter().map(|term| term.weight));
    let adds = Digits::of(some.iter().map(|term| term.adds).chain([all.total]));
    let line = |name: &str, value: &str, weight: &str, adds: &str| {
        format!("{name:<26} {value:>9}  {weight:>9}  {adds:>12}").trim_end().to_string()
    };
    writeln!(out, "{}", page.strong(&line("fitness, term by term", "value", "weight", "adds")))?;
    for Term { name, value, weight, adds: contribution } in some {
        let (value, signed) = (Digits::of([value].into_iter()).write(value), adds.write_signed(contribution));
        writeln!(out, "{}", line(name, &value, &weights.write(weight), &signed))?;
    }
    writeln!(out, "{}", page.strong(&line("fitness", "", "", &adds.write(all.total))))?;
    if !none.is_empty() {
        let names: Vec<&str> = none.iter().map(|term| term.name).collect();
        for line in wrap(&format!("nothing from {}", names.join(", ")), page.width) {
            writeln!(out, "{}", page.quiet(&line))?;
        }
    }
    Ok(())
}
