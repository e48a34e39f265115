//! Which candidates may rest, and when a run is over.
//!
//! Only the order of the candidates counts, and mostly that of the best μ. Scores are exponential, so lines and
//! deaths are sufficient statistics of a candidate: the logarithm of its deaths per line is near normal, with a
//! standard deviation of one by the root of the deaths (the posterior is Gamma, deaths + ½). All candidates play the
//! same number of pieces, a little more in each round, until most have been lost often enough for a first look. From
//! then on candidates that seem worse than the μ-th best rest, and the others are topped up.
//!
//! As a search becomes narrow, its candidates become alike, and the best cost the most. When the scores of the last generations differ
//! hardly more than chance makes them differ, what they are told only moves the search about at random: the run is over.

use serde::{Deserialize, Serialize};
use tetrolab_simulate::{Goal, Tally};

use super::record::{Generation, Score};

/// Games that a candidate has side by side.
pub const LANES: u64 = 10;
/// Pieces in each of them in the first round.
const FIRST: u64 = 16;
/// A round is longer than the one before by this many tenths.
const GROWTH: u64 = 13;
/// The first look is when most candidates have been lost this often, for ten games.
const FIRST_LOOK: u64 = 3;
/// A candidate that has been lost this often has played enough, for ten games.
const ENOUGH: u64 = 15;
/// How many standard deviations below the μ-th best are worse enough.
const WORSE: f64 = 0.5;

/// How many generations are compared to see whether a run is over.
const LOOKED_AT: usize = 5;
/// No run is over before it has had this many.
const FEWEST: usize = 10;
/// It is over when the scores differ by less than this, as a multiple of what chance does.
const CHANCE: f64 = 1.3;

/// A race of the candidates of one generation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Race {
    /// How many are to be told from the others.
    parents: usize,
    /// How often most are lost before anyone rests.
    first_look: u64,
    /// A candidate that has been lost this often rests.
    enough: u64,
    /// Pieces in each lane of the candidates that still play.
    pieces: u64,
    /// Which candidates still play.
    playing: Vec<bool>,
}

impl Race {
    /// A race that begins. The best `parents` are to be told from the others; `games` says how much is played.
    pub fn new(candidates: usize, parents: usize, games: u64) -> Race {
        let tenths = |share: u64| (games * share).div_ceil(10).max(2);
        Race {
            parents: parents.clamp(1, candidates),
            first_look: tenths(FIRST_LOOK),
            enough: tenths(ENOUGH),
            pieces: 0,
            playing: vec![true; candidates],
        }
    }

    /// How far everyone plays next, after all have reached what was asked for before; nothing when the race is over.
    pub fn next(&mut self, tallies: &[Tally]) -> Option<Vec<Option<Goal>>> {
        if self.pieces > 0 {
            self.look(tallies);
        }
        if !self.playing.contains(&true) {
            return None;
        }
        self.pieces = (self.pieces * GROWTH / 10).max(FIRST);
        Some(self.goals())
    }

    /// How far everyone plays.
    pub fn goals(&self) -> Vec<Option<Goal>> {
        self.playing.iter().map(|&playing| playing.then_some(Goal::Pieces(self.pieces))).collect()
    }

    /// Whether it can be another race in the middle.
    pub fn can_become(&self, other: &Race) -> bool {
        let fixed = |race: &Race| (race.parents, race.first_look, race.enough, race.playing.len());
        fixed(self) == fixed(other) && other.pieces >= FIRST && other.playing.contains(&true)
    }

    /// Lets those rest who need not play any more.
    fn look(&mut self, tallies: &[Tally]) {
        let mut deaths: Vec<u64> = tallies.iter().map(|tally| tally.deaths).collect();
        deaths.sort_unstable();
        if deaths[deaths.len() / 2] < self.first_look {
            return;
        }
        let hazards: Vec<f64> = tallies.iter().map(|tally| -log_score(tally.lines, tally.deaths)).collect();
        let mut sorted = hazards.clone();
        sorted.sort_unstable_by(f64::total_cmp);
        let border = sorted[self.parents - 1];
        for ((playing, tally), hazard) in self.playing.iter_mut().zip(tallies).zip(hazards) {
            let is_worse = hazard - border > WORSE / weight(tally.deaths).sqrt();
            *playing &= !is_worse && tally.deaths < self.enough;
        }
    }
}

/// What a candidate is ranked by: lines per death, with half a death more and a line more, so that it is always a positive number.
pub fn score(lines: u64, deaths: u64) -> f64 {
    (lines as f64 + 1.0) / weight(deaths)
}

fn log_score(lines: u64, deaths: u64) -> f64 {
    libm::log(score(lines, deaths))
}

/// One by the variance of the logarithm of a score.
fn weight(deaths: u64) -> f64 {
    deaths as f64 + 0.5
}

/// By how much more the scores of candidates differ than chance makes them differ: near 1 if all play alike.
fn difference(scores: &[Score]) -> f64 {
    let weighted = |of: &dyn Fn(f64) -> f64| {
        scores.iter().map(|score| weight(score.deaths) * of(log_score(score.lines, score.deaths))).sum::<f64>()
    };
    let mean = weighted(&|log| log) / weighted(&|_| 1.0);
    weighted(&|log| (log - mean) * (log - mean)) / (scores.len() as f64 - 1.0)
}

/// Whether a run has nothing left to find out; these are its generations so far.
pub fn is_over(run: &[Generation]) -> bool {
    let last = &run[run.len().saturating_sub(LOOKED_AT)..];
    let mean = last.iter().map(|generation| difference(&generation.scores)).sum::<f64>() / last.len() as f64;
    run.len() >= FEWEST && mean < CHANCE
}

#[cfg(test)]
mod tests {
    use tetrolab_engine::{Random, Seed, Stream};

    use super::*;
    use crate::train::record;

    /// A uniform number above 0 and below 1.
    fn unit(random: &mut Random) -> f64 {
        (f64::from(random.next_value()) + 0.5) / 4_294_967_296.0
    }

    /// Lets candidates with these mean scores race; a piece is a line here.
    fn raced(means: &[f64], parents: usize, games: u64, random: &mut Random) -> Vec<Tally> {
        let mut race = Race::new(means.len(), parents, games);
        let mut tallies = vec![Tally::default(); means.len()];
        let mut next: Vec<f64> = means.iter().map(|mean| -mean * unit(random).ln()).collect();
        while let Some(goals) = race.next(&tallies) {
            for (candidate, goal) in goals.iter().enumerate() {
                let Some(Goal::Pieces(pieces)) = goal else { continue };
                let tally = &mut tallies[candidate];
                tally.lines = pieces * LANES;
                while next[candidate] < tally.lines as f64 {
                    tally.deaths += 1;
                    next[candidate] -= means[candidate] * unit(random).ln();
                }
            }
        }
        tallies
    }

    #[test]
    fn the_worse_half_plays_less() {
        let mut random = Random::new(Seed(1), 0, Stream::Tests);
        let means: Vec<f64> = (0..30).map(|candidate| 1000.0 * 1.1f64.powi(candidate)).collect();
        let tallies = raced(&means, 15, 100, &mut random);
        let lines = |candidates: std::ops::Range<usize>| candidates.map(|c| tallies[c].lines).sum::<u64>();
        assert!(lines(0..10) * 3 < lines(20..30), "{tallies:?}");
        // The best are lost as often as is enough; no candidate plays much more than that.
        assert!(tallies[29].deaths >= 150 && tallies.iter().all(|tally| tally.deaths < 400), "{tallies:?}");
        let fixed: f64 = means.iter().map(|mean| 100.0 * mean).sum();
        assert!(tallies.iter().map(|tally| tally.lines as f64).sum::<f64>() < 1.9 * fixed);
    }

    /// Equal scores differ as much as chance makes them differ, others more.
    #[test]
    fn chance_is_known() {
        let mut random = Random::new(Seed(2), 0, Stream::Tests);
        let played = |mean: f64, deaths: u64, random: &mut Random| Score {
            lines: (0..deaths).map(|_| (-mean * unit(random).ln()) as u64).sum(),
            deaths,
            complete: true,
        };
        let (mut alike, mut different) = (0.0, 0.0);
        for _ in 0..200 {
            let scores: Vec<Score> = (0..30).map(|_| played(2000.0, 100, &mut random)).collect();
            alike += difference(&scores) / 200.0;
            let scores: Vec<Score> = (0..30).map(|c| played(2000.0 + 40.0 * f64::from(c), 100, &mut random)).collect();
            different += difference(&scores) / 200.0;
        }
        // The mean of 200 has a standard deviation of 0.02.
        assert!((alike - 1.0).abs() < 0.08, "{alike}");
        assert!(different > 2.0, "{different}");
    }

    #[test]
    fn a_run_of_equals_is_over() {
        let score = |lines| Score { lines, deaths: 100, complete: true };
        let generation = |scores: Vec<Score>| Generation { scores, ..record::tests::generation(0, 0.0, 1) };
        let equal = generation(vec![score(200_000); 30]);
        let unequal = generation((0..30).map(|candidate| score(100_000 * (candidate + 1))).collect());
        assert!(!is_over(&vec![equal.clone(); 9]), "too early to tell");
        assert!(is_over(&vec![equal.clone(); 10]));
        assert!(!is_over(&vec![unequal.clone(); 20]));
        let mut mixed = vec![unequal; 10];
        mixed.extend(vec![equal; 5]);
        assert!(is_over(&mixed), "the last five count");
        assert!(!is_over(&mixed[..14]));
    }

    /// What was written down in the middle of a race is believed only if it is a race of as many, for as much.
    #[test]
    fn only_the_same_race_can_be_gone_on_with() {
        let begun = |mut race: Race| {
            race.next(&vec![Tally::default(); race.playing.len()]);
            race
        };
        let race = Race::new(30, 15, 100);
        assert!(race.can_become(&begun(race.clone())));
        assert!(!race.can_become(&race), "nobody has played");
        for other in [Race::new(29, 15, 100), Race::new(30, 14, 100), Race::new(30, 15, 110)] {
            assert!(!race.can_become(&begun(other)));
        }
        let mut over = begun(race.clone());
        over.playing.fill(false);
        assert!(!race.can_become(&over), "it would have been used");
    }

    #[test]
    fn races_end_with_any_numbers() {
        let mut random = Random::new(Seed(3), 0, Stream::Tests);
        for (candidates, parents, games) in [(2, 1, 1), (3, 3, 5), (100, 10, 1), (30, 15, 2)] {
            let means: Vec<f64> = (0..candidates).map(|_| 1.0 + 100.0 * unit(&mut random)).collect();
            let tallies = raced(&means, parents, games, &mut random);
            assert!(tallies.iter().all(|tally| tally.lines > 0));
        }
    }
}
