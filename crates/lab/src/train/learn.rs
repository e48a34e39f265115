//! Learning, without anything being written down.

use tetrolab_optimize::continuous::Optimizer;
use tetrolab_simulate::Cpu;

use super::games::GenerationGames;
use super::record::Generation;
use super::settings::Plan;
use super::trainer::{Games, TrainError, Watch};

/// Advances a search by one generation, with these numbers of run and generation, whose games `play` plays. `None` if
/// they were not played whole; then the search is as it was.
pub(super) fn generation(
    plan: &Plan,
    search: &mut dyn Optimizer,
    (run, number): (u64, u64),
    cpu: Cpu,
    play: impl FnOnce(&mut GenerationGames) -> Result<bool, TrainError>,
) -> Result<Option<Generation>, TrainError> {
    let points = search.ask();
    let centre = search.mean().to_vec();
    let all: Vec<Vec<f64>> = points.iter().cloned().chain([centre.clone()]).collect();
    let mut games = GenerationGames::new(plan, cpu, &all, run, number)?;
    if !play(&mut games)? {
        return Ok(None);
    }
    let told = games.told();
    search.tell(&points, &told[..points.len()])?;
    let scores = games.scores();
    // Of equals the first.
    let best = (0..points.len()).rev().max_by(|&a, &b| told[a].total_cmp(&told[b])).unwrap_or(0);
    let spread = search.spread();
    Ok(Some(Generation {
        run,
        generation: number,
        centre,
        centre_score: scores[points.len()],
        best: points[best].clone(),
        best_score: scores[best],
        scores: scores[..points.len()].to_vec(),
        mean: search.mean().to_vec(),
        sigma: spread.sigma,
        axes: spread.axes,
        deviations: spread.deviations,
        pieces: games.pieces(),
        stop: search.stop(),
    }))
}

/// Learns one run of a plan and returns all its generations; `None` if it was stopped.
pub fn learn(plan: &Plan, run: u64, cpu: Cpu, watch: &dyn Watch) -> Result<Option<Vec<Generation>>, TrainError> {
    let mut search = plan.start(run);
    let mut generations = Vec::new();
    while !plan.is_over(&generations) {
        let play = |games: &mut GenerationGames| {
            while !games.play(&Games(watch)) {
                if watch.is_stopped() {
                    return Ok(false);
                }
            }
            Ok(true)
        };
        let number = generations.len() as u64 + 1;
        watch.begins(run, number);
        let Some(generation) = generation(plan, search.as_mut(), (run, number), cpu, play)? else { return Ok(None) };
        watch.done(&generation);
        generations.push(generation);
    }
    Ok(Some(generations))
}
