//! Simulated runs: whether the intervals cover what they say.

use tetrolab_engine::{Random, Seed, Stream};

use super::distribution::gamma;
use super::{Comparison, Design, Estimate};

/// Random numbers of their own for each test.
pub(super) fn random(test: u64) -> Random {
    Random::new(Seed(20_090_518), test, Stream::Tests)
}

/// The whole lines of an exponential game.
pub(super) fn exponential(random: &mut Random, mean: f64) -> u64 {
    (-mean * ((f64::from(random.next_value()) + 0.5) / 2f64.powi(32)).ln()) as u64
}

/// Long games, so that whole lines do not matter.
const MEAN: f64 = 1e7;
const RUNS: u32 = 4_000;
const LEVEL: f64 = 0.95;

fn complete(random: &mut Random, games: u64) -> Estimate {
    let lines = (0..games).map(|_| exponential(random, MEAN)).sum();
    Estimate { lines, deaths: games, design: Design::Complete }
}

/// Lanes side by side, all broken off at the death with the given number.
fn until_deaths(random: &mut Random, lanes: u64, deaths: u64) -> Estimate {
    let mut scores: Vec<u64> = (0..lanes).map(|_| exponential(random, MEAN)).collect();
    scores.sort_unstable();
    let last = scores[deaths as usize - 1];
    let lines = scores.iter().map(|&score| score.min(last)).sum();
    Estimate { lines, deaths, design: Design::Deaths }
}

/// One game after the other, until `games` mean games are played.
fn exposure(random: &mut Random, games: f64) -> Estimate {
    let lines = (games * MEAN) as u64;
    let mut played = exponential(random, MEAN);
    let mut deaths = 0;
    while played <= lines {
        deaths += 1;
        played += exponential(random, MEAN);
    }
    Estimate { lines, deaths, design: Design::Exposure }
}

fn share(mut hit: impl FnMut() -> bool) -> f64 {
    f64::from((0..RUNS).filter(|_| hit()).count() as u32) / f64::from(RUNS)
}

/// Four standard errors of a simulated share.
fn tolerance(share: f64) -> f64 {
    4.0 * (share * (1.0 - share) / f64::from(RUNS)).sqrt()
}

#[test]
fn complete_games_are_covered() {
    for (test, games) in [(10, 1), (11, 10), (12, 100)] {
        let mut random = random(test);
        let covered = share(|| complete(&mut random, games).interval(LEVEL).contains(MEAN));
        assert!((covered - LEVEL).abs() < tolerance(LEVEL), "{games} games: {covered}");
    }
}

#[test]
fn runs_until_deaths_are_covered() {
    for (test, lanes, deaths) in [(20, 50, 1), (21, 50, 10), (22, 200, 100)] {
        let mut random = random(test);
        let covered = share(|| until_deaths(&mut random, lanes, deaths).interval(LEVEL).contains(MEAN));
        assert!((covered - LEVEL).abs() < tolerance(LEVEL), "{deaths} deaths: {covered}");
    }
}

/// Deaths come in whole numbers, so that an exposure is covered by more than the level, but by how much is known.
#[test]
fn exposures_are_covered() {
    for (test, games) in [(30, 0.5), (31, 10.0), (32, 60.0)] {
        let mut random = random(test);
        let lines = (games * MEAN) as u64;
        let contains = |deaths| Estimate { lines, deaths, design: Design::Exposure }.interval(LEVEL).contains(MEAN);
        let exact: f64 = (0..200).filter(|&deaths| contains(deaths)).map(|deaths| poisson(deaths, games)).sum();
        let covered = share(|| exposure(&mut random, games).interval(LEVEL).contains(MEAN));
        assert!(exact >= LEVEL, "{games} games: {exact}");
        assert!((covered - exact).abs() < tolerance(exact), "{games} games: {covered} instead of {exact}");
    }
}

/// The probability of a number of deaths, as a difference of gamma distributions: death d before the end, d + 1 after it.
fn poisson(deaths: u64, games: f64) -> f64 {
    let reached = |deaths: u64| if deaths == 0 { 1.0 } else { gamma(deaths as f64, games).below };
    reached(deaths) - reached(deaths + 1)
}

/// scipy 1.17, with r = 2/sqrt(N): `gamma.cdf(N/(1-r), N) - gamma.cdf(N/(1+r), N)`.
#[test]
fn the_interval_of_the_paper_covers_less() {
    for (games, expected) in [(10, 0.9070979832), (100, 0.9493059906)] {
        // Lines in units of the mean are gamma.
        let count = f64::from(games);
        let reach = 2.0 / count.sqrt();
        let (too_low, too_high) =
            (gamma(count, count / (1.0 + reach)).below, gamma(count, count / (1.0 - reach)).above);
        assert!((1.0 - too_low - too_high - expected).abs() < 1e-9, "{games} games");
        // Lopsided: it lies below the mean far more often than above.
        assert!(too_low > 2.0 * too_high, "{games} games: {too_low} and {too_high}");

        let mut random = random(40 + games as u64);
        let covered = share(|| complete(&mut random, games as u64).square_root_interval().unwrap().contains(MEAN));
        assert!((covered - expected).abs() < tolerance(expected), "{games} games: {covered}");
    }
}

#[test]
fn exposures_overrate_the_mean() {
    let games = 10.0;
    let deaths = || (1..100).map(|deaths| (deaths, poisson(deaths, games) / (1.0 - poisson(0, games))));
    let estimate = |deaths| Estimate { lines: 10_000, deaths, design: Design::Exposure };
    let mean: f64 = deaths().map(|(deaths, share)| share * estimate(deaths).mean().unwrap()).sum();
    let adjusted: f64 = deaths().map(|(deaths, share)| share * estimate(deaths).adjusted_mean().unwrap()).sum();
    assert!((mean / 1_000.0 - 1.13).abs() < 0.005, "{mean}");
    assert!((adjusted / 1_000.0 - 1.0).abs() < 0.001, "{adjusted}");
}

/// Exact for runs that end in deaths, and no less than the level for exposures and mixtures.
#[test]
fn ratios_are_covered() {
    let cases: [(u64, [Design; 2]); 4] = [
        (50, [Design::Complete, Design::Deaths]),
        (51, [Design::Exposure, Design::Exposure]),
        (52, [Design::Exposure, Design::Complete]),
        (53, [Design::Deaths, Design::Exposure]),
    ];
    for (test, designs) in cases {
        let mut random = random(test);
        let covered = share(|| {
            let [first, second] = designs.map(|design| match design {
                Design::Complete => complete(&mut random, 12),
                Design::Deaths => until_deaths(&mut random, 20, 7),
                Design::Exposure => exposure(&mut random, 9.0),
            });
            Comparison { first, second }.ratio_interval(LEVEL).contains(1.0)
        });
        let exact = !designs.contains(&Design::Exposure);
        assert!(covered > LEVEL - tolerance(LEVEL), "{designs:?}: {covered}");
        assert!(covered < if exact { LEVEL + tolerance(LEVEL) } else { 0.985 }, "{designs:?}: {covered}");
    }
}

/// With the reference prior, a probability of x comes true with a share of x, whatever the true means are.
#[test]
fn probabilities_come_true() {
    for bound in [0.1, 0.5, 0.9] {
        let mut random = random(60);
        let below = share(|| {
            let [first, second] = [15, 8].map(|games| complete(&mut random, games));
            Comparison { first, second }.probability_first_is_better().unwrap() < bound
        });
        assert!((below - bound).abs() < tolerance(bound), "{below} below {bound}");
    }
}
