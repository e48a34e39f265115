//! Reads the file of an experiment.

mod asked;
mod block;

use std::collections::BTreeSet;

use tetrolab_agents::{Unknown, WeightsText};
use toml::Spanned;
use toml::de::DeTable;

use super::text::{Item, Text};
use super::{Cell, Experiment, ExperimentError, Grid, Scale, Value, Work};
use asked::Reader;
use block::Block;

/// What a file may have.
const NAMES: [&str; 10] =
    ["title", "question", "source", "remark", "seed", "grid", "table", "figure", "published", "comparison"];
/// More cells than that are a mistake.
const MOST_CELLS: usize = 100_000;

/// What a file is read with.
#[derive(Clone, Copy)]
pub struct Known<'k> {
    /// The kinds of work there are.
    pub works: &'k [&'static dyn Work],
    /// The kinds of figures there are.
    pub draws: &'k [&'static str],
}

impl Experiment {
    /// Reads an experiment at a scale, with another seed than its own if one is given.
    ///
    /// # Errors
    /// If the text is not TOML, or a setting is unknown, missing or makes no sense.
    pub fn read_with(
        text: &str,
        scale: Scale,
        seed: Option<u64>,
        known: Known<'_>,
    ) -> Result<Experiment, ExperimentError> {
        let text = Text(WeightsText(text));
        let file = text.0.table()?;
        let mut words: [String; 4] = Default::default();
        let mut own_seed = 1;
        for (key, item) in WeightsText::entries(&file) {
            let name = key.get_ref().as_ref();
            match NAMES.iter().position(|known| *known == name) {
                Some(place) if place < words.len() => words[place] = text.words(name, item)?,
                Some(_) if name == "seed" => own_seed = whole(text, "the seed", item)?,
                Some(_) => {}
                None => return Err(text.wrong(&key.span(), Unknown::new("setting", name, NAMES.into_iter()))),
            }
        }
        let seed = seed.unwrap_or(own_seed);
        let (grids, cells) = grids(text, &file, scale, seed, known)?;
        let [title, question, source, remark] = words;
        if title.is_empty() {
            return Err(text.wrong(&(0..0), "there is no title: what the experiment is, in a few words"));
        }
        let (tables, figures) = (Vec::new(), Vec::new());
        let (published, comparisons) = (Vec::new(), Vec::new());
        let mut experiment = Experiment {
            title,
            question,
            source,
            remark,
            seed,
            scale,
            grids,
            cells,
            tables,
            figures,
            published,
            comparisons,
        };
        let reader = Reader { text, grids: &experiment.grids, draws: known.draws };
        let tables = reader.tables(&file)?;
        let figures = reader.figures(&file)?;
        let published = reader.all_published(&file)?;
        let comparisons = reader.comparisons(&file)?;
        (experiment.tables, experiment.figures) = (tables, figures);
        (experiment.published, experiment.comparisons) = (published, comparisons);
        Ok(experiment)
    }
}

/// A whole number that is not negative.
fn whole(text: Text<'_>, what: &str, item: &Item<'_>) -> Result<u64, ExperimentError> {
    let whole = match super::text::value(item.get_ref()) {
        Some(Value::Whole(whole)) => u64::try_from(whole).ok(),
        _ => None,
    };
    whole.ok_or_else(|| text.wrong(&item.span(), format_args!("{what} is a whole number from 0 on")))
}

/// The tables of one kind in a file, such as all `[[grid]]`.
fn all<'a>(text: Text<'_>, file: &'a DeTable<'a>, name: &str) -> Result<Vec<&'a Item<'a>>, ExperimentError> {
    let item = file.iter().find(|(key, _)| key.get_ref() == name);
    item.map_or(Ok(Vec::new()), |(_, item)| text.tables(name, item))
}

/// The grids and all their cells. Blocks with the same name are one grid.
fn grids(
    text: Text<'_>,
    file: &DeTable<'_>,
    scale: Scale,
    seed: u64,
    known: Known<'_>,
) -> Result<(Vec<Grid>, Vec<Cell>), ExperimentError> {
    let items = all(text, file, "grid")?;
    if items.is_empty() {
        return Err(text.wrong(&(0..0), "there is no [[grid]], so there is nothing to do"));
    }
    let mut grids: Vec<Grid> = Vec::new();
    let mut needed: Vec<(std::ops::Range<usize>, String, usize)> = Vec::new();
    let mut cells: Vec<Cell> = Vec::new();
    let mut seen = BTreeSet::new();
    for item in items {
        let block = Block::read(text, item, scale, seed, known.works)?;
        let place = grids.iter().position(|grid| grid.name == block.name);
        let grid = place.unwrap_or(grids.len());
        if let Some(place) = place
            && grids[place].work.name() != block.work.name()
        {
            let reason = format!("the grid {:?} is already one of {}", block.name, grids[place].work.name());
            return Err(text.wrong(&item.span(), reason));
        }
        if place.is_none() {
            grids.push(Grid { name: block.name.clone(), work: block.work, axes: Vec::new(), repetitions: 0 });
        }
        for (settings, seed) in block.combinations() {
            if cells.len() + block.repetitions as usize > MOST_CELLS {
                return Err(text.wrong(&item.span(), format_args!("these are more than {MOST_CELLS} cells")));
            }
            block.work.check(&settings).map_err(|reason| text.wrong(&item.span(), reason))?;
            if let Some(name) = block.work.needs(&settings) {
                needed.push((item.span(), name.to_string(), grid));
            }
            for repetition in 0..block.repetitions {
                if !seen.insert((grid, settings.digest(), seed, repetition)) {
                    let reason = format!("the grid {:?} has the same cell twice", block.name);
                    return Err(text.wrong(&item.span(), reason));
                }
                cells.push(Cell { id: 0, grid, settings: settings.clone(), repetition, seed });
            }
        }
        grids[grid].extend(&block);
    }
    if cells.is_empty() {
        return Err(text.wrong(&(0..0), "there is no cell, so there is nothing to do: repetitions is 0 everywhere"));
    }
    for (span, name, grid) in needed {
        match grids.iter().position(|other| other.name == name) {
            // What comes before is done before; so nothing waits for itself.
            Some(other) if other < grid => {}
            Some(_) => return Err(text.wrong(&span, format_args!("the grid {name:?} has to stand before this one"))),
            None => return Err(text.wrong(&span, format_args!("there is no grid {name:?}"))),
        }
    }
    // Grid by grid, and in each the first repetition of everything before the second one, so that a run that is stopped has some of all.
    cells.sort_by_key(|cell| (cell.grid, cell.repetition));
    for (id, cell) in cells.iter_mut().enumerate() {
        cell.id = id;
    }
    Ok((grids, cells))
}

impl Grid {
    /// Takes in the settings of a block.
    fn extend(&mut self, block: &Block<'_>) {
        self.repetitions = self.repetitions.max(block.repetitions);
        for (name, values) in &block.settings {
            let axis = self.axes.iter().position(|axis| axis.0 == *name).unwrap_or_else(|| {
                self.axes.push((name.clone(), Vec::new()));
                self.axes.len() - 1
            });
            for value in values {
                if !self.axes[axis].1.contains(value) {
                    self.axes[axis].1.push(value.clone());
                }
            }
        }
    }
}

/// The span of a key and what stands behind it.
type Entry<'a> = (&'a Spanned<toml::de::DeString<'a>>, &'a Item<'a>);
