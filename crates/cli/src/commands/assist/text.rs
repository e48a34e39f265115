//! The game as it is told: piece, place, value, steps and map, one after the other.

use std::io::{self, Write};

use tetrolab_agents::assisted::{Choice, Turn, Valued, Verdict, decisive};
use tetrolab_agents::path::{Place, list};
use tetrolab_engine::{Blocks, Cell, Piece};

use super::sequence::letters;
use super::{Assist, End, Session};
use crate::commands::page::Page;
use tetrolab_report::short::Digits;
use tetrolab_sessions::texts::{self, Text};

/// How the game is told.
pub struct Transcript<'a> {
    texts: &'static texts::Assist,
    assist: &'a Assist,
    page: Page,
}

impl<'a> Transcript<'a> {
    pub fn new(texts: &'static texts::Assist, assist: &'a Assist) -> Transcript<'a> {
        Transcript { texts, assist, page: Page::standard() }
    }

    /// The game and its starting map.
    pub fn welcome(&self, out: &mut impl Write, session: &Session) -> io::Result<()> {
        let (texts, size, sequence) = (self.texts, session.start.board().size(), &session.sequence);
        writeln!(out, "{}", self.page.strong(&texts.welcome))?;
        let settings = texts.settings.with(&[
            ("rows", &size.height),
            ("columns", &size.width),
            ("agent", &session.agent),
            ("rotation", &self.assist.rotation.name),
            ("algorithm", &self.assist.algorithm.name),
            ("version", &env!("CARGO_PKG_VERSION")),
        ]);
        writeln!(out, "{settings}")?;
        let pieces = sequence.given.as_deref().map_or_else(|| sequence.randomizer.to_string(), letters);
        match sequence.seed {
            Some(seed) => writeln!(out, "{}", texts.pieces_with_seed.with(&[("pieces", &pieces), ("seed", &seed)]))?,
            None => writeln!(out, "{}", texts.pieces.with(&[("pieces", &pieces)]))?,
        }
        writeln!(out)?;
        self.map(out, &session.start, &[])
    }

    /// What is done with a piece.
    pub fn turn(&self, out: &mut impl Write, turn: &Turn) -> io::Result<()> {
        let (texts, choice) = (self.texts, &turn.choice);
        self.appears(out, turn.piece, &list(&turn.start))?;
        self.line(out, &texts.best, &list(&choice.resting.cells))?;
        self.value(out, choice)?;
        let steps = match turn.plan.as_slice() {
            [] => texts.no_steps.to_string(),
            plan => format!("{} ({})", self.assist.letters.plan(plan), plan.len()),
        };
        self.line(out, &texts.steps, &steps)?;
        if turn.after.lines > 0 {
            self.line(out, &texts.cleared, &turn.after.lines.to_string())?;
        }
        writeln!(out, "{}", self.page.strong(&texts.map))?;
        self.map(out, &turn.after.blocks, &turn.after.left)
    }

    /// Why it ended, what came of it, and how to play it again.
    pub fn end(&self, out: &mut impl Write, session: &Session, end: End, command: &str) -> io::Result<()> {
        let (texts, game) = (self.texts, &session.game);
        match end {
            End::Answer | End::Interrupt | End::Limit => {}
            End::Sequence => writeln!(out, "\n{}", texts.finished)?,
            End::Lost(piece) => {
                let top = Place::top(piece, session.start.board().size().width);
                self.appears(out, piece, &top.to_string())?;
                writeln!(out, "{}", texts.lost.with(&[("piece", &piece)]))?;
            }
        }
        writeln!(out, "\n{}", texts.closing.with(&[("pieces", &game.pieces()), ("lines", &game.lines())]))?;
        writeln!(out, "{}", self.page.quiet(&texts.again.with(&[("command", &command)])))
    }

    /// The piece and where it appears, below the question or, if there is none, below an empty line.
    fn appears(&self, out: &mut impl Write, piece: Piece, cells: &str) -> io::Result<()> {
        if self.assist.auto {
            writeln!(out)?;
        }
        self.line(out, &self.texts.piece, &format!("{piece} {cells}"))
    }

    /// The value of a place, and below it what it consists of.
    fn value(&self, out: &mut impl Write, choice: &Choice) -> io::Result<()> {
        let (texts, places) = (self.texts, choice.candidates);
        match &choice.verdict {
            Verdict::Course { variant, score, terms } => {
                self.line(out, &texts.value, &texts.least.with(&[("value", score), ("places", &places)]))?;
                let names = [
                    &texts.filled_cells,
                    &texts.maximum_height,
                    &texts.holes,
                    &texts.weighted_height,
                    &texts.full_rows,
                ];
                let products = names.iter().zip(terms).zip(variant.weights);
                let products: Vec<String> =
                    products.map(|((name, term), weight)| format!("{name} {term} x {weight}")).collect();
                writeln!(out, "  {}", self.page.quiet(&products.join(", ")))
            }
            Verdict::Weights { best, runner_up } => {
                let values = [Some(best), runner_up.as_ref()].into_iter().flatten().map(|valued| valued.value);
                let value = Digits::of(values).write(best.value);
                self.line(out, &texts.value, &texts.greatest.with(&[("value", &value), ("places", &places)]))?;
                runner_up.as_ref().map_or(Ok(()), |runner_up| self.comparison(out, best, runner_up))
            }
            Verdict::Chance => self.line(out, &texts.value, &texts.drawn.with(&[("places", &places)])),
        }
    }

    /// What decided against the runner-up.
    fn comparison(&self, out: &mut impl Write, best: &Valued, runner_up: &Valued) -> io::Result<()> {
        let cells = list(&runner_up.cells);
        let text = if best.value == runner_up.value {
            self.texts.as_good.with(&[("cells", &cells)])
        } else {
            let reasons = decisive(best, runner_up);
            let digits = Digits::of(reasons.iter().map(|(_, more)| *more));
            let reasons: Vec<String> =
                reasons.iter().map(|(name, more)| format!("{name} {}", digits.write_signed(*more))).collect();
            let value = Digits::of([best.value, runner_up.value].into_iter()).write(runner_up.value);
            self.texts.better.with(&[("cells", &cells), ("value", &value), ("reasons", &reasons.join(", "))])
        };
        writeln!(out, "  {}", self.page.quiet(&text))
    }

    /// A heading and what belongs to it.
    fn line(&self, out: &mut impl Write, heading: &Text, rest: &str) -> io::Result<()> {
        writeln!(out, "{} {rest}", self.page.strong(heading))
    }

    fn map(&self, out: &mut impl Write, blocks: &Blocks, last: &[Cell]) -> io::Result<()> {
        self.assist.map.lines(self.page, blocks, last).iter().try_for_each(|line| writeln!(out, "{line}"))
    }
}
