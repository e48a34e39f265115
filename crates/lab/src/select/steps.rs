//! What is done for each line.

use super::candidates::candidates;
use super::decision::{Verdict, level_of_each, ratio};
use super::halving::{ROUNDS, best, contenders};
use super::record::{Begin, Beginning, Line, Step, Trial, Tried, Worth, Worths};
use super::sample::{chosen, positions};
use super::set::Set;
use super::settings::Direction;
use super::trials::{Trials, Whole};

/// Learns the features to begin with, if there are any without weights.
pub(super) fn begin(trials: &Trials<'_>) -> Whole<Line> {
    let settings = trials.selection.settings();
    let width = trials.selection.width();
    let set = Set { features: settings.features.clone(), weights: settings.start.clone() };
    let (set, pieces) = match set.weights.iter().any(|&weight| weight != 0.0) {
        true => (Set::new(set.features, &set.weights), 0),
        false if set.features.is_empty() => (set, 0),
        false => {
            let zeros = vec![0.0; set.measures(width).len()];
            let Some(learned) = trials.begin(&set.reweighed(zeros))? else { return Ok(None) };
            learned
        }
    };
    Ok(Some(Line::Begin(Begin { set, pieces })))
}

/// Tries every change, and makes the best one if it is surely good. `first` is the set as it was after the learning of the first step; nothing
/// if this is it.
pub(super) fn step(mut trials: Trials<'_>, set: &Set, first: Option<&Set>) -> Whole<Line> {
    let (selection, number) = (trials.selection, trials.step);
    let (changes, nothing_new) = match selection.settings().direction {
        Direction::Grow => {
            let found = candidates(selection, set, &positions(selection), &chosen(selection, set, number));
            let with = |feature: String| (feature.clone(), set.with(&feature));
            (found.new.into_iter().map(with).collect::<Vec<_>>(), found.nothing_new)
        }
        Direction::Shrink => (each_without(set, selection.width()), Vec::new()),
    };
    if changes.is_empty() {
        let (control, set) = (set.clone(), set.clone());
        let step = Step { number, nothing_new, trials: Vec::new(), best: None, control, set };
        return Ok(Some(Line::Step(Box::new(step))));
    }
    let is_shrinking = selection.settings().direction == Direction::Shrink;
    let judged = if is_shrinking && first.is_some() { 3 } else { 2 };
    let counts = contenders(changes.len());
    let games = ROUNDS.iter().zip(counts).map(|(&round, count)| trials.cost(round) * (count as u64 + 1));
    trials.work = games.sum::<u64>() + judged * selection.settings().judging_deaths;
    let (mut control, mut others) = (set.clone(), changes);
    let mut ranks: Vec<[f64; 2]> = Vec::new();
    for (&round, count) in ROUNDS.iter().zip(counts) {
        if !ranks.is_empty() {
            others = best(&ranks, count).into_iter().map(|place| others[place].clone()).collect();
        }
        let Some((first, learned)) = trials.round(round, &control, &others)? else { return Ok(None) };
        ranks = learned.iter().map(Trial::rank).collect();
        control = control.reweighed(first.weights);
        for ((_, set), trial) in others.iter_mut().zip(learned) {
            *set = set.reweighed(trial.weights);
        }
    }
    let (feature, changed) = others.swap_remove(best(&ranks, 1)[0]);
    let Some(before) = trials.decided(None, &control, (0, 1))? else { return Ok(None) };
    let Some(after) = trials.decided(Some(&feature), &changed, (1, 1))? else { return Ok(None) };
    let (before, after) = (before.score, after.score);
    let (verdict, beginning) = if is_shrinking {
        let score = match first {
            Some(first) => {
                let Some(trial) = trials.beginning(first, (0, 1))? else { return Ok(None) };
                trial.score
            }
            None => before,
        };
        let verdict = Verdict::of_not_worse(&after, &score);
        (Verdict::of_not_worse(&after, &before), Some(Beginning { score, verdict }))
    } else {
        (Verdict::of_better(&after, &before), None)
    };
    let best = Tried { feature, before, after, verdict, beginning };
    let set = if best.is_accepted() { changed } else { control.clone() };
    let trials = trials.notes.into_trials();
    let step = Step { number, nothing_new, trials, best: Some(best), control, set };
    Ok(Some(Line::Step(Box::new(step))))
}

/// Leaves out each feature, to see what it is worth.
pub(super) fn worths(mut trials: Trials<'_>, set: &Set) -> Whole<Line> {
    if set.features.is_empty() {
        let none = Worths { set: set.clone(), trials: Vec::new(), score: None, worths: Vec::new() };
        return Ok(Some(Line::Worths(none)));
    }
    let others = each_without(set, trials.selection.width());
    trials.work = trials.relearning_cost() * (others.len() as u64 + 1);
    let Some(with) = trials.relearned(None, set, (0, others.len()))? else { return Ok(None) };
    let mut worths: Vec<Worth> = Vec::new();
    for (place, (feature, without)) in others.iter().enumerate() {
        let at = (place + 1, others.len());
        let Some(without) = trials.relearned(Some(feature), without, at)? else { return Ok(None) };
        let level = level_of_each(others.len());
        let (ratio, interval) = ratio(&with.score, &without.score, level);
        worths.push(Worth { feature: feature.clone(), without: without.score, ratio, interval, level });
    }
    worths.sort_by(|a, b| b.ratio.total_cmp(&a.ratio));
    let set = set.reweighed(with.weights);
    Ok(Some(Line::Worths(Worths { set, trials: trials.notes.into_trials(), score: Some(with.score), worths })))
}

/// The set without each of its features.
fn each_without(set: &Set, width: u8) -> Vec<(String, Set)> {
    set.features.iter().enumerate().map(|(place, feature)| (feature.clone(), set.without(place, width))).collect()
}
