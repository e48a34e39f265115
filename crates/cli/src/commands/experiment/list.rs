//! `tetrolab experiment list`.

use std::io::Write;

use anyhow::Result;
use clap::Args;
use serde_json::{Value, json};
use tetrolab_lab::catalogue::{CATALOGUE, Entry};
use tetrolab_lab::grid::{Experiment, Scale};
use tetrolab_report::words::wrap;

use crate::commands::page::Page;

#[derive(Debug, Args)]
pub struct List {
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

impl List {
    pub fn run(self, out: &mut impl Write) -> Result<()> {
        if self.json {
            let experiments = CATALOGUE.iter().map(document).collect::<Result<Vec<Value>>>()?;
            writeln!(out, "{:#}", json!({ "version": env!("CARGO_PKG_VERSION"), "experiments": experiments }))?;
            return Ok(());
        }
        let page = Page::standard();
        let longest = CATALOGUE.iter().map(|entry| entry.name.len()).max().unwrap_or(0);
        for entry in CATALOGUE {
            let room = page.width - longest - 2;
            let source = wrap(entry.source, room).into_iter().map(|line| page.quiet(&line));
            for (index, line) in wrap(entry.meaning, room).into_iter().chain(source).enumerate() {
                let name = if index == 0 { entry.name } else { "" };
                writeln!(out, "{name:<longest$}  {line}")?;
            }
        }
        let hint = "tetrolab experiment show NAME says what one asks; tetrolab experiment run NAME --scale smoke takes seconds";
        writeln!(out)?;
        wrap(hint, page.width).iter().try_for_each(|line| writeln!(out, "{line}"))?;
        Ok(())
    }
}

fn document(entry: &Entry) -> Result<Value> {
    let mut cells = serde_json::Map::new();
    for scale in Scale::ALL {
        cells.insert(scale.to_string(), Experiment::read(entry.text, scale, None)?.cells.len().into());
    }
    Ok(json!({ "name": entry.name, "meaning": entry.meaning, "source": entry.source, "cells": cells }))
}
