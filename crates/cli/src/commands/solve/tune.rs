//! `tetrolab solve tune`: weights with which fewer Blocks are left.

use std::io::Write;
use std::num::NonZero;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, anyhow};
use clap::Args;
use serde_json::{Value, json};
use tetrolab_engine::Randomizer;
use tetrolab_lab::solving::document;
use tetrolab_solve::tune::{TuneError, Tuned, Tuning, mean, tune};
use tetrolab_solve::{Fitness, MOST_PIECES, MoveSet};
use tetrolab_statistics::LEVEL;
use tetrolab_statistics::distribution::student_limit;

use super::run::watched;
use crate::commands::again;
use crate::commands::interrupt::stop_on_interrupt;
use crate::commands::page::Page;
use tetrolab_inputs::numbers::{MOST_THREADS, count, quoted};
use tetrolab_inputs::parsers::{THREADS, named};
use tetrolab_lab::solve::question;
use tetrolab_report::short::counted;
use tetrolab_runs::files;

#[derive(Debug, Args)]
pub struct Tune {
    /// What may be done with each piece
    #[arg(long, value_name = "NAME", default_value = "simple", value_parser = named(&MoveSet::ALL, MoveSet::name))]
    genotype: MoveSet,
    /// How many pieces are played
    #[arg(long, value_name = "N", default_value_t = 30, allow_negative_numbers = true, value_parser = count::<{ MOST_PIECES as u64 }>)]
    pieces: u64,
    /// Where the queues come from: 7-bag, uniform, hard or weighted:I/J/L/O/S/T/Z
    #[arg(long, value_name = "NAME", default_value_t = Randomizer::SevenBag)]
    randomizer: Randomizer,
    /// How many queues weights are tried on
    #[arg(long, value_name = "N", default_value_t = 100, allow_negative_numbers = true, value_parser = count::<1_000_000>)]
    training: u64,
    /// How many other queues the result is judged on
    #[arg(long, value_name = "N", default_value_t = 300, allow_negative_numbers = true, value_parser = count::<1_000_000>)]
    held_out: u64,
    /// The width of the beam that the weights guide; 1 takes the best place of each piece
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = count::<100_000>)]
    width: u64,
    /// How many weights are tried in each generation
    #[arg(long, value_name = "N", default_value_t = 60, allow_negative_numbers = true, value_parser = count::<100_000>)]
    population: u64,
    /// How many generations there are
    #[arg(long, value_name = "N", default_value_t = 40, allow_negative_numbers = true, value_parser = count::<100_000>)]
    generations: u64,
    /// What is random follows from it: queues and weights
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The weights to begin with [default: as published]
    #[arg(long, value_name = "FILE.toml")]
    fitness: Option<PathBuf>,
    /// How many threads; the result does not depend on it [default: all]
    #[arg(long, value_name = THREADS, allow_negative_numbers = true, value_parser = count::<MOST_THREADS>)]
    threads: Option<u64>,
    /// Write the weights to a file, for --fitness
    #[arg(long, value_name = "FILE.toml")]
    out: Option<PathBuf>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

impl Tune {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        let tuning = self.tuning()?;
        let interrupted = stop_on_interrupt()?;
        let threads = self.threads.and_then(|threads| NonZero::new(threads as usize));
        let watched = watched("tune", threads, &interrupted, |control| tune(&tuning, self.seed, control))?;
        let tuned = watched.result.map_err(|error| match (&error, &self.fitness) {
            (TuneError::Weight { .. }, Some(file)) => anyhow!("{}: {error}", file.display()),
            _ => error.into(),
        })?;
        if let Some(file) = &self.out {
            files::write(file, tuned.fitness.to_string().as_bytes())?;
        }
        if self.json {
            writeln!(out, "{:#}", self.document(&tuned, watched.seconds))?;
        } else {
            self.write(out, &tuning.start, &tuned, watched.seconds)?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Reads and checks everything before long work.
    fn tuning(&self) -> Result<Tuning> {
        let start = self.fitness.as_deref().map(question::fitness).transpose()?.unwrap_or_default();
        let randomizer = question::dealing(self.randomizer)?;
        if let Some(file) = &self.out {
            self.fitness.as_ref().map_or(Ok(()), |read| files::ensure_different(read, file))?;
            files::ensure_writable(file)?;
        }
        Ok(Tuning {
            moves: self.genotype,
            pieces: self.pieces as usize,
            randomizer,
            training: self.training as usize,
            held_out: self.held_out as usize,
            width: self.width as usize,
            population: self.population as usize,
            generations: self.generations,
            start,
        })
    }

    /// The words of the command that does the same again; an option and its value are one.
    fn command(&self) -> Vec<String> {
        let mut words = vec![
            "tetrolab solve tune".to_string(),
            format!("--genotype {}", self.genotype.name()),
            format!("--pieces {}", self.pieces),
            format!("--randomizer {}", self.randomizer),
            format!("--training {}", self.training),
            format!("--held-out {}", self.held_out),
            format!("--width {}", self.width),
            format!("--population {}", self.population),
            format!("--generations {}", self.generations),
            format!("--seed {}", self.seed),
        ];
        words.extend(self.fitness.as_ref().map(|file| format!("--fitness {}", quoted(&file.to_string_lossy()))));
        words
    }

    fn write(&self, out: &mut impl Write, start: &Fitness, tuned: &Tuned, seconds: f64) -> Result<()> {
        let page = Page::standard();
        let generations = tuned.training.len() - 1;
        let stopped = if tuned.is_stopped { ", stopped" } else { "" };
        writeln!(out, "{} in {seconds:.1} s{stopped}\n", counted(generations as u64, "generation"))?;
        let line = |name: &str, before: &str, after: &str| format!("{name:<25} {before:>7} {after:>7}");
        writeln!(out, "{}", page.strong(&line("Blocks left, mean", "before", "after")))?;
        let (first, last) = (tuned.training[0], tuned.training[generations]);
        for (count, what, before, after) in [
            (self.training, "tried on", first, last.min(first)),
            (self.held_out, "held out", mean(&tuned.before), mean(&tuned.after)),
        ] {
            let name = format!("{} {what}", counted(count, "queue"));
            writeln!(out, "{}", line(&name, &format!("{before:.2}"), &format!("{after:.2}")))?;
        }
        let Difference { fewer, margin } = Difference::of(tuned);
        let verdict = match margin {
            _ if tuned.fitness == *start => "nothing better was found",
            None => "one queue says nothing about chance",
            Some(margin) if fewer > margin => "fewer, beyond chance",
            Some(margin) if fewer < -margin => "more, beyond chance: the weights fit their own queues only",
            Some(_) => "no difference beyond chance",
        };
        let margin = margin.map_or(String::new(), |margin| format!(" ± {margin:.2}"));
        let sure = if margin.is_empty() { String::new() } else { format!(" ({} %, paired)", 100.0 * LEVEL) };
        writeln!(out, "on queues held out {fewer:.2}{margin} fewer{sure}: {verdict}\n")?;
        writeln!(out, "{}", tuned.fitness)?;
        again::write(out, page, &self.command())?;
        Ok(())
    }

    fn document(&self, tuned: &Tuned, seconds: f64) -> Value {
        let Difference { fewer, margin } = Difference::of(tuned);
        json!({
            "version": env!("CARGO_PKG_VERSION"),
            "rules": "solver",
            "command": self.command().join(" "),
            "stopped": tuned.is_stopped,
            "seconds": seconds,
            "fitness": document::weights(&tuned.fitness),
            "training": tuned.training,
            "held_out": {
                "before": tuned.before,
                "after": tuned.after,
                "mean_before": mean(&tuned.before),
                "mean_after": mean(&tuned.after),
                "fewer": fewer,
                "margin": margin,
            },
        })
    }
}

/// How many Blocks fewer are left on a queue that was held out.
struct Difference {
    fewer: f64,
    /// How far that may be off; one queue does not tell.
    margin: Option<f64>,
}

impl Difference {
    /// Both were played on the same queues, so their differences count. Their mean has Student's distribution.
    fn of(tuned: &Tuned) -> Difference {
        let fewer: Vec<f64> = tuned
            .before
            .iter()
            .zip(&tuned.after)
            .map(|(&before, &after)| f64::from(before) - f64::from(after))
            .collect();
        let (count, degrees) = (fewer.len() as f64, fewer.len() as f64 - 1.0);
        let mean = fewer.iter().sum::<f64>() / count;
        let margin = (degrees > 0.0).then(|| {
            let variance = fewer.iter().map(|fewer| (fewer - mean).powi(2)).sum::<f64>() / degrees;
            student_limit(degrees, LEVEL) * (variance / count).sqrt()
        });
        Difference { fewer: mean, margin }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn difference(before: &[u32], after: &[u32]) -> Difference {
        Difference::of(&Tuned {
            fitness: Fitness::PUBLISHED,
            before: before.to_vec(),
            after: after.to_vec(),
            training: vec![0.0],
            is_stopped: false,
        })
    }

    /// Student's quantile for 4 degrees of freedom at 0.975 is 2.776445.
    #[test]
    fn the_margin_is_that_of_student() {
        let Difference { fewer, margin } = difference(&[10, 20, 30, 20, 10], &[9, 18, 27, 16, 5]);
        assert_eq!(fewer, 3.0);
        assert!((margin.unwrap() - 2.776445 * (2.5f64 / 5.0).sqrt()).abs() < 1e-6, "{margin:?}");
        assert_eq!(difference(&[20], &[10]).margin, None);
        assert_eq!(difference(&[20, 20], &[10, 10]).margin, Some(0.0));
    }
}
