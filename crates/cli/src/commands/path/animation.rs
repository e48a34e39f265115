//! The animation as text, where there is no terminal to draw in.

use std::io::{self, Write};

use tetrolab_agents::path::{Lettering, Look, Timeline};
use tetrolab_engine::{Cell, Placement};

/// The search as one picture, then every step of the plan.
pub fn frames(out: &mut impl Write, timeline: &Timeline<'_>, letters: Lettering) -> io::Result<()> {
    let searched = timeline.expanded();
    writeln!(out, "what the search looked at: 1 is the first ninth of it, 9 the last, + the frontier")?;
    let looks = timeline.looks(searched);
    draw(out, timeline, |cell| match looks.at(cell) {
        Look::Never => '.',
        Look::Frontier => '+',
        Look::At(share) => char::from(b'1' + (share * 8.99) as u8),
    })?;
    let states = timeline.states();
    for (step, state) in states.iter().enumerate() {
        match step {
            0 => writeln!(out, "\nthe start")?,
            _ => writeln!(out, "\nstep {step} of {}: {}", states.len() - 1, (letters.of)(timeline.plan()[step - 1]))?,
        }
        draw(out, timeline, |cell| if covers(state, cell) { state.piece.letter().to_ascii_lowercase() } else { '.' })?;
    }
    writeln!(out)
}

fn covers(placement: &Placement, cell: Cell) -> bool {
    placement.cells().contains(&cell)
}

/// The board, with a letter for each cell that is not filled.
fn draw(out: &mut impl Write, timeline: &Timeline<'_>, letter: impl Fn(Cell) -> char) -> io::Result<()> {
    let board = timeline.problem().space().board();
    for y in (0..board.size().rows() as i8).rev() {
        let row: String = (0..board.size().width as i8)
            .map(|x| if board.is_filled(x, y) { 'X' } else { letter(Cell::new(x, y)) })
            .collect();
        writeln!(out, "{row}")?;
    }
    Ok(())
}
