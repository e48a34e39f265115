//! What a report is asked to say: tables, figures, comparisons, and what was published before.

use tetrolab_agents::{Unknown, WeightsText};
use toml::de::DeTable;

use super::super::text::{Item, Text, value};
use super::super::{ComparisonAsked, ExperimentError, FigureAsked, Filter, Grid, Published, TableAsked};
use super::all;

/// What reads it.
pub struct Reader<'r> {
    pub text: Text<'r>,
    pub grids: &'r [Grid],
    pub draws: &'r [&'static str],
}

/// The lines of one table of the file, by name.
struct Asked<'a> {
    item: &'a Item<'a>,
    table: &'a DeTable<'a>,
    /// The number of the grid it is about.
    grid: usize,
}

impl Asked<'_> {
    fn get(&self, name: &str) -> Option<&Item<'_>> {
        self.table.iter().find(|(key, _)| key.get_ref() == name).map(|(_, item)| item)
    }
}

impl Reader<'_> {
    pub fn tables(&self, file: &DeTable<'_>) -> Result<Vec<TableAsked>, ExperimentError> {
        const NAMES: [&str; 6] = ["name", "title", "grid", "rows", "measures", "where"];
        let mut tables: Vec<TableAsked> = Vec::new();
        for item in all(self.text, file, "table")? {
            let asked = self.asked(item, &NAMES)?;
            let grid = &self.grids[asked.grid];
            let measures = match asked.get("measures") {
                Some(item) => self.text.list("measures", item)?,
                None => grid.work.measures().iter().map(|measure| measure.name.to_string()).collect(),
            };
            for measure in &measures {
                self.check_measure(asked.grid, measure, asked.get("measures").unwrap_or(item))?;
            }
            let rows =
                asked.get("rows").map_or_else(|| Ok(varied(grid)), |item| self.settings(asked.grid, "rows", item))?;
            let name = self.name(&asked, "table", tables.iter().map(|table| table.name.as_str()))?;
            let title = self.words(&asked, "title")?;
            let filter = self.filter(&asked)?;
            tables.push(TableAsked { name, title, grid: asked.grid, rows, measures, filter });
        }
        if tables.is_empty() {
            tables = self.grids.iter().enumerate().map(usual_table).collect();
        }
        Ok(tables)
    }

    pub fn figures(&self, file: &DeTable<'_>) -> Result<Vec<FigureAsked>, ExperimentError> {
        const NAMES: [&str; 9] = ["name", "draw", "title", "caption", "grid", "measure", "axis", "panels", "where"];
        let mut figures: Vec<FigureAsked> = Vec::new();
        for item in all(self.text, file, "figure")? {
            let asked = self.asked(item, &NAMES)?;
            let draw_item = asked.get("draw").ok_or_else(|| self.text.wrong(&item.span(), "the figure has no draw"))?;
            let draw = self.text.words("draw", draw_item)?;
            if !self.draws.contains(&draw.as_str()) {
                let unknown = Unknown::new("kind of figure", &draw, self.draws.iter().copied());
                return Err(self.text.wrong(&draw_item.span(), unknown));
            }
            figures.push(FigureAsked {
                name: self.name(&asked, "figure", figures.iter().map(|figure| figure.name.as_str()))?,
                draw,
                title: self.words(&asked, "title")?,
                caption: self.words(&asked, "caption")?,
                grid: asked.grid,
                measure: self.measure_or_course(&asked)?,
                axis: self.setting(&asked, "axis")?,
                panels: self.setting(&asked, "panels")?,
                filter: self.filter(&asked)?,
            });
        }
        Ok(figures)
    }

    pub fn all_published(&self, file: &DeTable<'_>) -> Result<Vec<Published>, ExperimentError> {
        const NAMES: [&str; 7] = ["grid", "where", "measure", "value", "low", "high", "source"];
        let mut published = Vec::new();
        for item in all(self.text, file, "published")? {
            let asked = self.asked(item, &NAMES)?;
            let number = |name: &str| asked.get(name).map(|item| self.text.number(name, item)).transpose();
            let value = number("value")?;
            let value = value.ok_or_else(|| self.text.wrong(&item.span(), "what was published has no value"))?;
            let interval = match (number("low")?, number("high")?) {
                (Some(low), Some(high)) if low <= value && value <= high => Some((low, high)),
                (None, None) => None,
                _ => {
                    let reason = "low and high belong together, with the value between them";
                    return Err(self.text.wrong(&item.span(), reason));
                }
            };
            published.push(Published {
                grid: asked.grid,
                filter: self.filter(&asked)?,
                measure: self.measure(&asked)?,
                value,
                interval,
                source: self.words(&asked, "source")?,
            });
        }
        Ok(published)
    }

    pub fn comparisons(&self, file: &DeTable<'_>) -> Result<Vec<ComparisonAsked>, ExperimentError> {
        const NAMES: [&str; 7] = ["name", "title", "grid", "measure", "axis", "by", "where"];
        let mut comparisons: Vec<ComparisonAsked> = Vec::new();
        for item in all(self.text, file, "comparison")? {
            let asked = self.asked(item, &NAMES)?;
            let axis = self.setting(&asked, "axis")?;
            if axis.is_empty() {
                return Err(self.text.wrong(&item.span(), "the comparison has no axis"));
            }
            let by = asked.get("by").map_or(Ok(Vec::new()), |item| self.settings(asked.grid, "by", item))?;
            comparisons.push(ComparisonAsked {
                name: self.name(&asked, "comparison", comparisons.iter().map(|comparison| comparison.name.as_str()))?,
                title: self.words(&asked, "title")?,
                grid: asked.grid,
                measure: self.measure(&asked)?,
                axis,
                by,
                filter: self.filter(&asked)?,
            });
        }
        Ok(comparisons)
    }

    /// A table of the file whose names are all known. Without a grid it is about the first one.
    fn asked<'a>(&self, item: &'a Item<'a>, names: &'static [&'static str]) -> Result<Asked<'a>, ExperimentError> {
        let table = self.text.table("it", item)?;
        for (key, _) in WeightsText::entries(table) {
            if !names.contains(&key.get_ref().as_ref()) {
                let unknown = Unknown::new("setting", key.get_ref(), names.iter().copied());
                return Err(self.text.wrong(&key.span(), unknown));
            }
        }
        let mut asked = Asked { item, table, grid: 0 };
        let mut grid = 0;
        if let Some(item) = asked.get("grid") {
            let name = self.text.words("grid", item)?;
            let found = self.grids.iter().position(|grid| grid.name == name);
            grid = found.ok_or_else(|| self.text.wrong(&item.span(), format_args!("there is no grid {name:?}")))?;
        }
        asked.grid = grid;
        Ok(asked)
    }

    /// The name of a table or figure, which no other has; the name of its grid where none is given.
    fn name<'a>(
        &self,
        asked: &Asked<'_>,
        what: &str,
        mut others: impl Iterator<Item = &'a str>,
    ) -> Result<String, ExperimentError> {
        let name = match asked.get("name") {
            Some(item) => self.text.name(&format!("the name of a {what}"), item)?,
            None => self.grids[asked.grid].name.clone(),
        };
        if others.any(|other| other == name) {
            let reason = format!("there are two {what}s with the name {name:?}");
            return Err(self.text.wrong(&asked.item.span(), reason));
        }
        Ok(name)
    }

    fn words(&self, asked: &Asked<'_>, name: &str) -> Result<String, ExperimentError> {
        asked.get(name).map_or(Ok(String::new()), |item| self.text.words(name, item))
    }

    /// The measure it is about; the first of the work where none is given.
    fn measure(&self, asked: &Asked<'_>) -> Result<String, ExperimentError> {
        match asked.get("measure") {
            Some(item) => {
                let measure = self.text.words("measure", item)?;
                self.check_measure(asked.grid, &measure, item)?;
                Ok(measure)
            }
            None => Ok(self.grids[asked.grid].work.measures()[0].name.to_string()),
        }
    }

    /// The measure or course that is drawn; empty where none is given.
    fn measure_or_course(&self, asked: &Asked<'_>) -> Result<String, ExperimentError> {
        let Some(item) = asked.get("measure") else { return Ok(String::new()) };
        let name = self.text.words("measure", item)?;
        let work = self.grids[asked.grid].work;
        let measures = work.measures().iter().map(|measure| measure.name);
        let names: Vec<&str> = measures.chain(work.courses().iter().map(|course| course.name)).collect();
        if names.contains(&name.as_str()) {
            return Ok(name);
        }
        Err(self.text.wrong(&item.span(), Unknown::new("measure or course", &name, names.into_iter())))
    }

    fn check_measure(&self, grid: usize, measure: &str, item: &Item<'_>) -> Result<(), ExperimentError> {
        let names = || self.grids[grid].work.measures().iter().map(|measure| measure.name);
        if names().any(|name| name == measure) {
            return Ok(());
        }
        Err(self.text.wrong(&item.span(), Unknown::new("measure", measure, names())))
    }

    /// The name of a setting that the grid has; empty if none is given.
    fn setting(&self, asked: &Asked<'_>, name: &str) -> Result<String, ExperimentError> {
        let Some(item) = asked.get(name) else { return Ok(String::new()) };
        let setting = self.text.words(name, item)?;
        self.check_setting(asked.grid, &setting, item)?;
        Ok(setting)
    }

    /// Names of settings that the grid has.
    fn settings(&self, grid: usize, what: &str, item: &Item<'_>) -> Result<Vec<String>, ExperimentError> {
        let names = self.text.list(what, item)?;
        for name in &names {
            self.check_setting(grid, name, item)?;
        }
        Ok(names)
    }

    fn check_setting(&self, grid: usize, name: &str, item: &Item<'_>) -> Result<(), ExperimentError> {
        if self.grids[grid].axes.iter().any(|axis| axis.0 == name) {
            return Ok(());
        }
        let names = self.grids[grid].work.keys().iter().map(|key| key.name).chain(["label"]);
        Err(self.text.wrong(&item.span(), Unknown::new("setting", name, names)))
    }

    /// Which cells it is about.
    fn filter(&self, asked: &Asked<'_>) -> Result<Filter, ExperimentError> {
        let Some(item) = asked.get("where") else { return Ok(Filter::default()) };
        let mut filter = Filter::default();
        for (key, item) in WeightsText::entries(self.text.table("where", item)?) {
            self.check_setting(asked.grid, key.get_ref(), item)?;
            let one = |item: &Item<'_>| {
                let value = value(item.get_ref());
                value.ok_or_else(|| self.text.wrong(&item.span(), format_args!("{} has no such value", key.get_ref())))
            };
            let list = item.get_ref().as_array();
            let values = list.map_or_else(|| Ok(vec![one(item)?]), |items| items.iter().map(one).collect());
            filter.0.push((key.get_ref().to_string(), values?));
        }
        Ok(filter)
    }
}

/// The settings of a grid that have several values.
fn varied(grid: &Grid) -> Vec<String> {
    grid.axes.iter().filter(|axis| axis.1.len() > 1).map(|axis| axis.0.clone()).collect()
}

/// The table of a grid for which none is asked: all its settings, all its measures.
fn usual_table((number, grid): (usize, &Grid)) -> TableAsked {
    TableAsked {
        name: grid.name.clone(),
        title: String::new(),
        grid: number,
        rows: varied(grid),
        measures: grid.work.measures().iter().map(|measure| measure.name.to_string()).collect(),
        filter: Filter::default(),
    }
}
