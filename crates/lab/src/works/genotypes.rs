//! How many genotypes of the solver give boards that no others give.

mod count;
#[cfg(test)]
mod tests;

use tetrolab_engine::{PieceStream, Randomizer, Seed};
use tetrolab_solve::{Encoding, Genotype, MOST_PIECES, Problem, Setup};

use crate::grid::{Better, Control, Key, Measure, Outcome, Settings, Statistic, Takes, Task, Usual, Work};
use count::Counts;

/// Tries genotypes of the solver on the same pieces and counts the boards that come of them.
pub struct Genotypes;

const fn key(name: &'static str, takes: Takes, usual: Usual, meaning: &'static str) -> Key {
    Key { name, meaning, takes, usual }
}

#[rustfmt::skip]
const KEYS: [Key; 5] = [
    key("pieces", Takes::Whole(1, MOST_PIECES as i64), Usual::Needed, "how many are played, from bags that all cells of a repetition have in common"),
    key("genotype", Takes::Word(genotypes), Usual::Needed, "what may be done with each piece"),
    key("preset", Takes::Word(presets), Usual::Text("program"), "how genes are read: as the published program does or as its paper says"),
    key("sample", Takes::Whole(1, 1_000_000), Usual::Whole(10_000), "how many genotypes are tried: random ones, or all if there are no more"),
    key("walks", Takes::Whole(1, 1000), Usual::Whole(3), "of how many random genotypes every piece is tried in all ways"),
];

fn genotypes() -> Vec<&'static str> {
    Genotype::ALL.map(Genotype::name).to_vec()
}

fn presets() -> Vec<&'static str> {
    Encoding::ALL.map(Encoding::name).to_vec()
}

const fn mean(name: &'static str, unit: &'static str, better: Better, meaning: &'static str) -> Measure {
    Measure { name, unit, meaning, statistic: Statistic::Mean, better, is_timed: false }
}

#[rustfmt::skip]
const MEASURES: [Measure; 6] = [
    mean("distinct", "", Better::More, "different boards, as a share of the genotypes that were tried"),
    mean("once", "", Better::More, "share of the genotypes whose board comes of no other one that was tried"),
    mean("needed", "", Better::More, "share of the ways to play a piece that would be enough for all boards after it"),
    mean("changed", "", Better::More, "share of the changes of one gene that change the board"),
    mean("vain", "per piece", Better::Less, "moves and turns that are asked for in vain"),
    Measure {
        name: "tried",
        unit: "genotypes",
        meaning: "how many were tried",
        statistic: Statistic::Exact,
        better: Better::Neither,
        is_timed: false,
    },
];

impl Work for Genotypes {
    fn name(&self) -> &'static str {
        "genotypes"
    }

    fn meaning(&self) -> &'static str {
        "genotypes of the solver are played, and the boards that come of them counted"
    }

    fn keys(&self) -> &'static [Key] {
        &KEYS
    }

    fn measures(&self) -> &'static [Measure] {
        &MEASURES
    }

    fn rules(&self, _settings: &Settings) -> String {
        "solver rules (10x20, SRS, no game over), 7-bag".to_string()
    }

    fn check(&self, settings: &Settings) -> Result<(), String> {
        problem(settings, 0).map(drop)
    }

    fn run(&self, task: &Task<'_>, control: &Control<'_>) -> Result<Option<Outcome>, String> {
        let settings = task.settings();
        let problem = problem(settings, task.cell.shared_seed())?;
        let mut counts = Counts::new(&problem, settings.count("sample"), task.cell.own_seed());
        let (sample, walks) = (counts.sample(), settings.count("walks"));
        // One walk takes about as long as `WALK` genotypes.
        let all = (sample + walks * WALK) as f64;
        while counts.tried() < sample {
            if control.is_stopped() {
                return Ok(None);
            }
            counts.try_some();
            (control.tell)(Some(counts.tried() as f64 / all), format!("{} of {sample} genotypes", counts.tried()));
        }
        for walk in 0..walks {
            let Some(()) = counts.walk(walk, || control.is_stopped())? else { return Ok(None) };
            let done = (sample + (walk + 1) * WALK) as f64;
            (control.tell)(Some(done / all), format!("{} of {walks} walks", walk + 1));
        }
        Ok(Some(counts.outcome()))
    }
}

/// What a walk takes, in genotypes.
const WALK: u64 = 5000;

/// The pieces and what may be done with them.
fn problem(settings: &Settings, seed: u64) -> Result<Problem, String> {
    let genotype: Genotype = settings.text("genotype").parse().map_err(|unknown| format!("{unknown}"))?;
    let encoding = Encoding::ALL.into_iter().find(|encoding| encoding.name() == settings.text("preset"));
    let encoding = encoding.ok_or("there is no such preset")?;
    let pieces = settings.count("pieces") as usize;
    let queue: Vec<_> = PieceStream::new(Randomizer::SevenBag, Seed(seed), 0, &[]).take(pieces + 1).collect();
    Problem::new(&Setup { pieces, encoding, ..Setup::new(&queue, genotype) }).map_err(|error| error.to_string())
}
