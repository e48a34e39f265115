//! Weights: those of the base at the beginning, and all together at the end.
//!
//! Each is a training run in a subfolder, so it can be interrupted and resumed like any other.

use std::fs;

use tetrolab_agents::Weights;
use tetrolab_simulate::Cpu;

use super::choose::Chosen;
use super::evolver::{EvolveError, Evolver, PLAYER, RESULT};
use super::ground::Ground;
use super::record::{Control, Generation, Outcome};
use super::watch::{Step, Training, Watch};
use crate::train::{self, TrainError, Trainer};
use tetrolab_runs::folder::MANIFEST;

/// The folder of the base with its formulas, when all weights are learned.
pub const LEARNED: &str = "learned";
/// The folder of the base alone, learned for as long.
pub const CONTROL: &str = "control";
/// How many formulas of the last generation are part of the result.
const BEST: usize = 10;

impl Evolver {
    /// The weights of the base, and how many pieces were played to learn them; `None` if it was stopped.
    pub(super) fn base(&self, cpu: Cpu, watch: &dyn Watch) -> Result<Option<(Vec<f64>, u64)>, EvolveError> {
        let settings = self.plan.settings();
        if settings.features.is_empty() || !settings.start.is_empty() {
            return Ok(Some((settings.start.clone(), 0)));
        }
        let outcome = self.train(Step::Base, &self.plan.learning_of_base(), cpu, watch)?;
        Ok(outcome.map(|outcome| (outcome.player().to_vec(), outcome.pieces)))
    }

    /// Learns all weights together, and those of the base alone for as long, and judges both; `None` if it was stopped.
    pub(super) fn finish(
        &self,
        ground: &Ground,
        chosen: &Chosen,
        pieces: u64,
        cpu: Cpu,
        watch: &dyn Watch,
    ) -> Result<Option<Outcome>, EvolveError> {
        let settings = self.plan.settings();
        let base: Vec<f64> = ground.terms.iter().map(|(_, weight)| *weight).collect();
        let factors = factors(ground, chosen);
        let formulas = chosen.formulas.iter().zip(&factors);
        let scaled = formulas.clone().map(|(one, factor)| match factor {
            1.0 => one.formula.clone(),
            factor => format!("({}) / {factor}", one.formula),
        });
        let features: Vec<String> = settings.features.iter().cloned().chain(scaled).collect();
        let start: Vec<f64> = base.iter().copied().chain(formulas.map(|(one, factor)| one.weight * factor)).collect();
        let plan = self.plan.learning_from(features, &start);
        let Some(learned) = self.train(Step::Learning, &plan, cpu, watch)? else { return Ok(None) };
        let control = if base.is_empty() {
            None
        } else {
            let plan = self.plan.learning_from(settings.features.clone(), &base);
            let Some(control) = self.train(Step::Control, &plan, cpu, watch)? else { return Ok(None) };
            Some(control)
        };

        let measures = ground.terms.iter().map(|(measure, _)| measure.clone());
        let measures = measures.chain(chosen.formulas.iter().filter_map(super::record::Individual::measure));
        let mut weights = learned.player().to_vec();
        weights[base.len()..].iter_mut().zip(&factors).for_each(|(weight, factor)| *weight /= factor);
        let terms: Vec<_> = measures.zip(weights.iter().copied()).collect();
        let outcome = Outcome {
            features: terms.iter().map(|(measure, _)| measure.to_string()).collect(),
            weights,
            added: chosen.formulas.len(),
            score: learned.average_score,
            base: self.generations.last().and_then(|last| last.base),
            best: self.generations.last().map_or(&[][..], |last| &last.population).iter().take(BEST).cloned().collect(),
            pieces: pieces
                + self.generations.iter().map(|generation: &Generation| generation.pieces).sum::<u64>()
                + chosen.pieces
                + learned.pieces
                + control.as_ref().map_or(0, |control| control.pieces),
            control: control
                .map(|control| Control::new(control.player().to_vec(), control.average_score, &learned.average_score)),
        };
        self.folder.write_json(RESULT, &outcome)?;
        let player = Weights::from_measures(terms).expect("no measure is there twice, and weights are finite");
        self.folder.write(PLAYER, player.to_string().as_bytes())?;
        Ok(Some(outcome))
    }

    /// Learns in a folder inside of the folder, or reads what was learned there. `None` if it was stopped.
    fn train(
        &self,
        step: Step,
        plan: &train::Plan,
        cpu: Cpu,
        watch: &dyn Watch,
    ) -> Result<Option<train::Outcome>, EvolveError> {
        let folder = folder_name(step);
        let path = self.folder.path().join(folder);
        let failed = |error: TrainError| EvolveError::Learning { folder, reason: error.to_string() };
        let mut trainer = if path.join(MANIFEST).exists() {
            Trainer::open(&path).map_err(failed)?
        } else {
            // A folder without a manifest was just about to begin; nothing is lost with it.
            let _ = fs::remove_dir_all(&path);
            Trainer::create(&path, plan.clone(), &self.command).map_err(failed)?
        };
        if trainer.plan().settings() != plan.settings() {
            let reason = "it is a training run with other settings; without the folder it is learned again".to_string();
            return Err(EvolveError::Learning { folder, reason });
        }
        trainer.train(cpu, &Training { watch, step }).map_err(failed)
    }
}

/// The folder of a training run inside of the folder.
const fn folder_name(step: Step) -> &'static str {
    match step {
        Step::Base => "base",
        Step::Control => CONTROL,
        _ => LEARNED,
    }
}

/// What each formula is divided by while weights are learned, so that all measures differ about as much between drops and their
/// weights are searched for at the same scale. It is a power of two: that changes no decision.
fn factors(ground: &Ground, chosen: &Chosen) -> Vec<f64> {
    /// No factor is larger, or smaller than one by it.
    const MOST: i32 = 20;
    let of = |measure| ground.sample.look(&measure).map(|(deviation, _)| deviation);
    let others: Vec<f64> = ground.terms.iter().filter_map(|(measure, _)| of(measure.clone())).collect();
    let usual = if others.is_empty() { 1.0 } else { others.iter().sum::<f64>() / others.len() as f64 };
    let factor = |one: &super::record::Individual| {
        let deviation = one.measure().and_then(of).unwrap_or(usual);
        2f64.powi((libm::log2(deviation / usual).round() as i32).clamp(-MOST, MOST))
    };
    chosen.formulas.iter().map(factor).collect()
}
