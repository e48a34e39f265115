//! `tetrolab experiment works`.

use std::io::Write;

use anyhow::{Result, anyhow};
use clap::Args;
use serde_json::{Value, json};
use tetrolab_agents::Unknown;
use tetrolab_lab::grid::{Usual, Work};
use tetrolab_lab::report::DRAWS;
use tetrolab_lab::works::WORKS;
use tetrolab_report::words::wrap;

use crate::commands::page::Page;

#[derive(Debug, Args)]
pub struct Works {
    /// Only this kind
    name: Option<String>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

impl Works {
    pub fn run(self, out: &mut impl Write) -> Result<()> {
        let mut works = WORKS.to_vec();
        if let Some(name) = &self.name {
            works.retain(|work| work.name() == name);
            if works.is_empty() {
                return Err(anyhow!(Unknown::new("kind of work", name, WORKS.iter().map(|work| work.name()))));
            }
        }
        if self.json {
            let works: Vec<Value> = works.into_iter().map(document).collect();
            writeln!(out, "{:#}", json!({ "version": env!("CARGO_PKG_VERSION"), "works": works }))?;
            return Ok(());
        }
        let page = Page::standard();
        for work in works {
            writeln!(out, "{}  {}", page.strong(work.name()), work.meaning())?;
            for key in work.keys() {
                let usual = key.usual.value().map_or_else(|| "needed".to_string(), |usual| format!("usually {usual}"));
                entry(out, page, key.name, &format!("{} ({}; {usual})", key.meaning, key.takes.words()))?;
            }
            for measure in work.measures() {
                let unit = if measure.unit.is_empty() { String::new() } else { format!(" ({})", measure.unit) };
                entry(out, page, &format!("→ {}", measure.name), &format!("{}{unit}", measure.meaning))?;
            }
            for course in work.courses() {
                let axes = format!("{} ({} over {})", course.meaning, course.value, course.along);
                entry(out, page, &format!("↗ {}", course.name), &axes)?;
            }
            writeln!(out)?;
        }
        if self.name.is_none() {
            writeln!(out, "{}", page.strong("Figures"))?;
            DRAWS.iter().try_for_each(|draw| entry(out, page, draw.name, draw.meaning))?;
        }
        Ok(())
    }
}

/// A name and what it means, in as many lines as that takes.
fn entry(out: &mut impl Write, page: Page, name: &str, meaning: &str) -> Result<()> {
    /// The width of the column of names.
    const ROOM: usize = 22;
    for (index, line) in wrap(meaning, page.width - ROOM - 4).iter().enumerate() {
        let name = if index == 0 { name } else { "" };
        writeln!(out, "  {name:<ROOM$}  {line}")?;
    }
    Ok(())
}

fn document(work: &dyn Work) -> Value {
    let keys = work.keys().iter().map(|key| {
        let usual = key.usual.value().map_or(Value::Null, |usual| json!(usual));
        json!({ "name": key.name, "meaning": key.meaning, "takes": key.takes.words(), "usual": usual,
                "needed": matches!(key.usual, Usual::Needed) })
    });
    let measures = work.measures().iter().map(|measure| {
        json!({ "name": measure.name, "meaning": measure.meaning, "unit": measure.unit, "timed": measure.is_timed })
    });
    let courses = work.courses().iter().map(|course| {
        json!({ "name": course.name, "meaning": course.meaning, "along": course.along, "value": course.value })
    });
    json!({
        "name": work.name(),
        "meaning": work.meaning(),
        "settings": keys.collect::<Vec<_>>(),
        "measures": measures.collect::<Vec<_>>(),
        "courses": courses.collect::<Vec<_>>(),
    })
}
