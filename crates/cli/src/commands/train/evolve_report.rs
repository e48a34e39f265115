//! Which formulas have evolved, as text and as JSON.

use std::io::Write;
use std::path::Path;

use anyhow::Result;
use serde_json::{Value, json};
use tetrolab_lab::evolve::record::{Control, Individual, Outcome};
use tetrolab_lab::evolve::{CONTROL, Evolver, GENERATIONS, PLAYER, RESULT};
use tetrolab_lab::train::record::Score;
use tetrolab_report::words::{shorten, wrap};
use tetrolab_runs::folder::VERSION;
use tetrolab_statistics::LEVEL;

use crate::commands::page::Page;
use tetrolab_inputs::numbers::quoted;
use tetrolab_lab::train::score_document;
use tetrolab_report::short::{counted, duration, figure, interval, rate};

/// Formulas of the last generation that are printed.
const PRINTED: usize = 8;

/// What has evolved, and how far it is.
pub struct Report<'a> {
    pub folder: &'a Path,
    pub evolver: Evolver,
    /// How many generations were there already.
    pub before: usize,
    /// What came of it; `None` if it was stopped.
    pub outcome: Option<Outcome>,
    /// Pieces played since the program began.
    pub pieces: u64,
    pub seconds: f64,
}

impl Report<'_> {
    /// Which game it was and how formulas evolved: all that is needed to repeat it.
    fn description(&self) -> String {
        let settings = self.evolver.plan().settings();
        format!(
            "{}, {} of at most {} nodes, {} each, seed {}, tetrolab {VERSION}",
            settings.game.words(),
            counted(settings.population as u64, "formula"),
            settings.most_nodes,
            counted(settings.games, "game"),
            settings.seed,
        )
    }

    pub fn write(&self, out: &mut impl Write) -> Result<()> {
        let page = Page::standard();
        for line in wrap(&self.description(), page.width) {
            writeln!(out, "{line}")?;
        }
        let generations = self.evolver.generations();
        writeln!(
            out,
            "{} in {}, {} pieces, {} pieces/s\n",
            counted((generations.len() - self.before) as u64, "generation"),
            duration(self.seconds),
            figure(self.pieces as f64),
            rate(self.pieces as f64 / self.seconds)
        )?;
        if let Some(last) = generations.last() {
            self.write_formulas(out, &last.population, last.base.as_ref(), page)?;
        }
        let Some(outcome) = &self.outcome else {
            let last = match generations.len() {
                0 => "before the first generation was done".to_string(),
                last => format!("after generation {last}"),
            };
            writeln!(out, "Stopped {last}. Nothing is lost; go on with")?;
            writeln!(out, "tetrolab train --resume {}", quoted(&self.folder.to_string_lossy()))?;
            return Ok(());
        };
        self.write_scores(out, outcome, page)?;
        self.write_weights(out, outcome, page)?;
        let player = self.folder.join(PLAYER);
        writeln!(out, "\n{}: the player", player.display())?;
        writeln!(out, "{}, {GENERATIONS}: everything else", self.folder.join(RESULT).display())?;
        let game = self.evolver.plan().settings().game.options();
        writeln!(out, "tetrolab evaluate --weights {}{game}", quoted(&player.to_string_lossy()))?;
        Ok(())
    }

    /// The best formulas with what they score beside the base.
    fn write_formulas(
        &self,
        out: &mut impl Write,
        population: &[Individual],
        base: Option<&Score>,
        page: Page,
    ) -> Result<()> {
        let best = &population[..population.len().min(PRINTED)];
        let longest = best.iter().map(|one| one.formula.chars().count()).max().unwrap_or(0);
        let width = longest.clamp(14, page.width - 42);
        let ratio_title = if base.is_some() { "ratio" } else { "" };
        let head =
            format!("{:<width$} {:>5} {:>7}  {:<16} {ratio_title:>6}", "best formulas", "nodes", "mean", "exact 95 %");
        writeln!(out, "{}", page.strong(head.trim_end()))?;
        let mut row = |name: &str, nodes: String, score: &Score| {
            let ratio = base.filter(|base| base.mean() > 0.0).map(|base| figure(score.mean() / base.mean()));
            let line = format!(
                "{:<width$} {nodes:>5} {:>7}  {:<16} {:>6}",
                shorten(name, width),
                figure(score.mean()),
                interval(&score.estimate().interval(LEVEL)),
                ratio.unwrap_or_default(),
            );
            writeln!(out, "{}", line.trim_end())
        };
        for one in best {
            row(&one.formula, one.nodes.to_string(), &one.score)?;
        }
        if let Some(base) = base {
            row("the base alone", String::new(), base)?;
        }
        let beside = if base.is_some() { ", beside the base, whose weights stay" } else { "" };
        let note = format!(
            "lines in the games of evolution{beside}; of formulas that are not clearly different the shorter comes first"
        );
        for line in wrap(&note, page.width) {
            writeln!(out, "{line}")?;
        }
        writeln!(out)?;
        Ok(())
    }

    /// The scores of the player in held-out games.
    fn write_scores(&self, out: &mut impl Write, outcome: &Outcome, page: Page) -> Result<()> {
        let head = format!("{:<26} {:>7}  {:<16} {:>6}", "all weights learned", "mean", "exact 95 %", "ratio");
        writeln!(out, "{}", page.strong(&head))?;
        let row = |name: &str, score: &Score| {
            let interval = interval(&score.estimate().interval(LEVEL));
            format!("{name:<26} {:>7}  {interval:<16}", figure(score.mean()))
        };
        let name = if outcome.control.is_some() { "base and " } else { "" };
        let name = format!("{name}{}", counted(outcome.added as u64, "formula"));
        let ratio = outcome.control.as_ref().and_then(|control| control.ratio);
        let ratio = ratio.map_or(String::new(), |ratio| format!(" {:>6}", figure(ratio)));
        let row_with_ratio = format!("{}{ratio}", row(&name, &outcome.score));
        writeln!(out, "{}", row_with_ratio.trim_end())?;
        if let Some(control) = &outcome.control {
            writeln!(out, "{}", row("base, learned for as long", &control.score).trim_end())?;
        }
        let games = self.evolver.plan().settings().judging_games;
        writeln!(out, "lines in {} that nobody has learned from", counted(games, "game"))?;
        let mut said = vec![format!("chosen in new games: {}", outcome.chosen().join("; "))];
        if let Some(control) = &outcome.control {
            said.push(verdict(control, &outcome.score));
            said.extend(self.advice(control));
        }
        for line in said.iter().flat_map(|text| wrap(text, page.width)) {
            writeln!(out, "{line}")?;
        }
        writeln!(out)?;
        Ok(())
    }

    /// Says so if the formulas are of no use.
    fn advice(&self, control: &Control) -> Option<String> {
        let as_good = match control.is_beaten() {
            Some(true) => return None,
            Some(false) => "better",
            None => "as good, as far as these games tell,",
        };
        let player = self.folder.join(CONTROL).join(PLAYER);
        Some(format!("The base alone, {}, is {as_good} and simpler.", player.display()))
    }

    fn write_weights(&self, out: &mut impl Write, outcome: &Outcome, page: Page) -> Result<()> {
        let longest = outcome.features.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        let width = longest.clamp(7, page.width - 12);
        writeln!(out, "{}", page.strong(&format!("{:<width$} {:>10}", "feature", "weight")))?;
        for (name, weight) in outcome.features.iter().zip(&outcome.weights) {
            writeln!(out, "{:<width$} {:>10}", shorten(name, width), format!("{weight:.4}"))?;
        }
        Ok(())
    }

    /// Everything.
    pub fn document(&self) -> Value {
        let generations = self.evolver.generations();
        let last = generations.last();
        let formulas = last.map_or(&[][..], |last| &last.population).iter().map(|one| {
            json!({ "formula": one.formula, "nodes": one.nodes, "weight": one.weight, "born": one.born, "score": score_document(&one.score) })
        });
        let outcome = self.outcome.as_ref().map(|outcome| {
            let control = outcome.control.as_ref().map(|control| {
                json!({
                    "weights": control.weights,
                    "score": score_document(&control.score),
                    "ratio": control.ratio,
                    "ratio_interval": control.ratio_interval,
                    "p_value": control.p_value,
                    "is_beaten": control.is_beaten(),
                    "player": self.folder.join(CONTROL).join(PLAYER),
                })
            });
            json!({
                "features": outcome.features,
                "weights": outcome.weights,
                "added": outcome.added,
                "chosen": outcome.chosen(),
                "score": score_document(&outcome.score),
                "control": control,
                "pieces": outcome.pieces,
            })
        });
        json!({
            "version": VERSION,
            "rules": "mdptetris",
            "folder": self.folder,
            "settings": self.evolver.plan().settings(),
            "generations": generations.len(),
            "formulas": formulas.collect::<Vec<_>>(),
            "base": last.and_then(|last| last.base.as_ref()).map(score_document),
            "seconds": self.seconds,
            "stopped": self.outcome.is_none(),
            "level": LEVEL,
            "outcome": outcome,
        })
    }
}

/// Whether the formulas made the player better.
fn verdict(control: &Control, player: &Score) -> String {
    let (lower, upper) = control.ratio_interval;
    let upper = upper.map_or("?".to_string(), figure);
    let chance = if control.p_value < 1e-4 { "p < 0.0001".to_string() } else { format!("p = {:.4}", control.p_value) };
    let said = match control.is_beaten() {
        Some(true) => "clearly better than the base alone",
        Some(false) => "clearly worse than the base alone",
        None => "not clearly different from the base alone",
    };
    let has_few = [player, &control.score].iter().any(|score| score.estimate().has_few_lines());
    let how = if has_few { ", where a lost game counts as a line" } else { "" };
    format!("ratio {} to {upper} with 95 %{how}, {chance}: {said}", figure(lower))
}
