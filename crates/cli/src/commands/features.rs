//! `tetrolab features`: the table of features, and their numbers for recorded drops.

mod records;

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use serde_json::{Value, json};
use tetrolab_agents::{Count, FEATURES, Feature, Source};
use tetrolab_report::words::wrap;

use super::page::Page;

#[derive(Debug, Args)]
pub struct Features {
    /// Work them out for the drops of this file, one JSON record a line; - is standard input
    #[arg(long, value_name = "FILE")]
    input: Option<PathBuf>,
    /// Print one JSON document; what --input answers is JSON in any case
    #[arg(long)]
    json: bool,
}

impl Features {
    pub fn run(self, out: &mut impl Write) -> Result<()> {
        match self.input {
            Some(file) => records::answer(&file, out)?,
            None if self.json => {
                let features: Vec<Value> = FEATURES.iter().map(document).collect();
                writeln!(out, "{:#}", json!({ "version": env!("CARGO_PKG_VERSION"), "features": features }))?;
            }
            None => list(out)?,
        }
        Ok(())
    }
}

/// A feature a line, those of one source below each other; long meanings go on in the next line.
fn list(out: &mut impl Write) -> io::Result<()> {
    let page = Page::standard();
    let longest = FEATURES.iter().map(|feature| feature.name.len()).max().unwrap_or(0);
    for features in FEATURES.chunk_by(|one, other| one.source.name() == other.source.name()) {
        let source = features[0].source;
        let number = if matches!(source, Source::Mdptetris(_)) { "number" } else { "" };
        writeln!(out, "{}", page.strong(&format!("{:<longest$}  {number:>6}  looks at  meaning", source.name())))?;
        for feature in features {
            let number = feature.source.number().map_or(String::new(), |number| number.to_string());
            let head = format!("{:<longest$}  {number:>6}  {:<8}", feature.name, feature.sight.name());
            for (index, line) in wrap(feature.meaning, page.width - head.len() - 2).into_iter().enumerate() {
                let head = if index == 0 { head.as_str() } else { "" };
                writeln!(out, "{head:<width$}  {line}", width = longest + 18)?;
            }
        }
        writeln!(out)?;
    }
    let legend = "move: the drop itself; before: the board with the piece and its full rows; after: the board when they \
                  are gone";
    wrap(legend, page.width).iter().try_for_each(|line| writeln!(out, "{line}"))
}

fn document(feature: &Feature) -> Value {
    json!({
        "name": feature.name,
        "meaning": feature.meaning,
        "source": feature.source.name(),
        "number": feature.source.number(),
        "looks_at": feature.sight.name(),
        "adds_up": feature.adds_up,
        "count": match feature.count {
            Count::One => "one",
            Count::Columns => "columns",
            Count::Pairs => "pairs",
        },
    })
}
