//! A new experiment run: one of the catalogue, at a scale.

use std::path::Path;
use std::sync::LazyLock;

use anyhow::{Context, Result};
use clap::Parser;
use serde_json::{Map, Value, json};
use tetrolab_lab::catalogue::{CATALOGUE, Entry};
use tetrolab_lab::grid::{Experiment, Scale};
use tetrolab_lab::laboratory::{Plan, Run};

use super::options::words;
use crate::refusal::{Place, Refusal, of_words};
use tetrolab_inputs::numbers::quoted;

/// What can be said about an experiment that is to be run.
#[derive(Debug, Parser)]
#[command(no_binary_name = true)]
struct Words {
    /// Its name in the catalogue
    #[arg(long)]
    experiment: String,
    /// How much of it is run
    #[arg(long, default_value = "smoke")]
    scale: Scale,
    /// Another seed than its own
    #[arg(long)]
    seed: Option<u64>,
}

/// An experiment run that can be begun.
pub struct Experimenting(Plan);

impl Experimenting {
    /// Checks what is asked for. Only the catalogue is looked at: files are not.
    pub fn read(options: &Map<String, Value>) -> Result<Experimenting> {
        let parsed = Words::try_parse_from(words(options)?).map_err(|error| of_words(error, Place::Learn))?;
        let Words { experiment: name, scale, seed } = parsed;
        let entry = Entry::named(&name)
            .map_err(|_| Refusal::new(move |texts| texts.refused.experiment.with(&[("name", &name)])))?;
        let plan = Plan { name: entry.name.to_string(), scale, seed, text: entry.text.to_string() };
        plan.experiment().with_context(|| plan.name.clone())?;
        Ok(Experimenting(plan))
    }

    /// What its name begins with, unless it is given one.
    pub fn stem(&self) -> String {
        format!("{}-{}", self.0.name, self.0.scale)
    }

    /// Begins in a new folder.
    pub fn create(&self, folder: &Path) -> Result<()> {
        let name = folder.file_name().context("the folder has a name")?.to_string_lossy().into_owned();
        let Plan { name: experiment, scale, seed, .. } = &self.0;
        let seed = seed.map_or_else(String::new, |seed| format!(" --seed {seed}"));
        let command = format!("tetrolab experiment run {experiment} --scale {scale}{seed} --out {}", quoted(&name));
        Run::create(folder, self.0.clone(), &command)?;
        Ok(())
    }
}

/// The catalogue: names, what they answer, and how many cells they have at each scale.
pub fn catalogue() -> &'static Value {
    static ALL: LazyLock<Value> = LazyLock::new(|| {
        let cells = |entry: &Entry, scale| Experiment::read(entry.text, scale, None).map_or(0, |read| read.cells.len());
        let entry = |entry: &Entry| {
            let cells: Map<String, Value> =
                Scale::ALL.into_iter().map(|scale| (scale.to_string(), cells(entry, scale).into())).collect();
            json!({ "name": entry.name, "about": entry.meaning, "cells": cells })
        };
        CATALOGUE.iter().map(entry).collect()
    });
    &ALL
}
