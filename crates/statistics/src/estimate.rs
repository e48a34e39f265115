//! The mean score of a player from the lines it played and the deaths it died.

use super::distribution::{beta_quantile, chi_square_quantile};

/// How a run was stopped. The same lines and deaths say a little less when the end did not wait for a death.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Design {
    /// A number of games was fixed and all of them ended in a death.
    Complete,
    /// Games were played side by side until a fixed number of deaths; the others were broken off then.
    Deaths,
    /// A number of lines was fixed, with a new game after each death, or the run was interrupted at some moment.
    Exposure,
}

/// What a run says about the mean score of a player, when its scores are exponential.
///
/// ```
/// use tetrolab_statistics::{Design, Estimate};
///
/// // A thousand games side by side, broken off at the hundredth death.
/// let estimate = Estimate { lines: 5_065_000_000, deaths: 100, design: Design::Deaths };
/// let interval = estimate.interval(0.95);
/// assert_eq!(estimate.mean(), Some(50_650_000.0));
/// assert_eq!(format!("{:.2e} to {:.2e}", interval.lower, interval.upper.unwrap()), "4.20e7 to 6.23e7");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Estimate {
    /// The lines of all games, those broken off included.
    pub lines: u64,
    /// The games that ended in a death.
    pub deaths: u64,
    /// How the run was stopped.
    pub design: Design,
}

/// Where a mean or a ratio of means lies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end, 0 if nothing is known.
    pub lower: f64,
    /// The upper end, if there is one.
    pub upper: Option<f64>,
}

impl Interval {
    /// No knowledge at all.
    pub const WHOLE: Interval = Interval { lower: 0.0, upper: None };

    /// Whether a value is within, ends included.
    pub fn contains(&self, value: f64) -> bool {
        self.lower <= value && self.upper.is_none_or(|upper| value <= upper)
    }

    /// Half of the width, if there is an upper end.
    pub fn half_width(&self) -> Option<f64> {
        self.upper.map(|upper| (upper - self.lower) / 2.0)
    }
}

impl Design {
    /// How many more deaths could just not be seen: the end of an exposure falls between two deaths.
    pub(super) const fn unseen_deaths(self) -> u64 {
        match self {
            Design::Complete | Design::Deaths => 0,
            Design::Exposure => 1,
        }
    }
}

impl Estimate {
    /// Lines per death, which is the maximum of the likelihood in every design. `None` without a death.
    ///
    /// Under [`Design::Exposure`] this is too high on average; see [`Estimate::adjusted_mean`].
    pub fn mean(&self) -> Option<f64> {
        (self.deaths > 0).then(|| self.lines as f64 / self.deaths as f64)
    }

    /// The mean to report: `lines / (deaths + 1)` under [`Design::Exposure`], which is nearly free of the bias of
    /// [`Estimate::mean`] there (it would be 13 % for an exposure of ten mean games), and the mean in other designs.
    pub fn adjusted_mean(&self) -> Option<f64> {
        match self.design {
            Design::Complete | Design::Deaths => self.mean(),
            Design::Exposure => Some(self.lines as f64 / (self.deaths + 1) as f64),
        }
    }

    /// Deaths per line to rank players by, lowest first: `(deaths + 1/2) / lines`, which has an answer without a death
    /// too. Infinite when no line was played.
    pub fn ranking_hazard(&self) -> f64 {
        (self.deaths as f64 + 0.5) / self.lines as f64
    }

    /// The exact interval for the mean.
    ///
    /// With T lines and d deaths, 2T / mean is chi-square with 2d degrees of freedom when the run ended in a death (Epstein
    /// and Sobel 1953). Under [`Design::Exposure`] the deaths are Poisson, and the lower end takes 2d + 2 degrees (Garwood
    /// 1936); the interval then covers at least what `level` says.
    ///
    /// Without a death there is no upper end. The lower end remains under [`Design::Exposure`]: that many lines without a death
    /// speak against a low mean. In the other designs no death means no game, and nothing is known; a run that has not reached its
    /// deaths yet is an exposure.
    ///
    /// Below a mean of [`Estimate::FEW_LINES`] it matters that lines are whole numbers. Scores are taken as geometric there: each step is
    /// a line or a death, and the share of deaths has the interval of Clopper and Pearson 1934.
    ///
    /// # Panics
    ///
    /// If `level` is not between 0 and 1.
    pub fn interval(&self, level: f64) -> Interval {
        let tail = tail(level);
        if self.has_few_lines() {
            return self.geometric_interval(tail);
        }
        let twice = 2.0 * self.lines as f64;
        let fewest = self.deaths + self.design.unseen_deaths();
        Interval {
            lower: if fewest > 0 { twice / chi_square_quantile(2.0 * fewest as f64, 1.0 - tail) } else { 0.0 },
            upper: (self.deaths > 0).then(|| twice / chi_square_quantile(2.0 * self.deaths as f64, tail)),
        }
    }

    /// From this mean on scores can be taken as continuous: the standard deviation of geometric scores is then within 2.5 % of
    /// that of exponential ones.
    pub const FEW_LINES: u64 = 20;

    /// Whether the mean is so low that scores are not exponential.
    pub const fn has_few_lines(&self) -> bool {
        self.lines < self.deaths.saturating_mul(Estimate::FEW_LINES)
    }

    /// The interval for geometric scores; there are deaths.
    fn geometric_interval(&self, tail: f64) -> Interval {
        let (lines, deaths) = (self.lines as f64, self.deaths as f64);
        let mean = |share_of_deaths: f64| (1.0 - share_of_deaths) / share_of_deaths;
        let most = deaths + self.design.unseen_deaths() as f64;
        Interval {
            lower: if self.lines == 0 { 0.0 } else { mean(beta_quantile(most, lines, 1.0 - tail)) },
            upper: Some(mean(beta_quantile(deaths, lines + 1.0, tail))),
        }
    }

    /// The interval of Boumaza 2009, mean ± 2 / √games, for comparison with what papers print.
    ///
    /// It is meant to cover 95 %. It covers 94.9 % at 100 games, if lopsidedly, but only 90.7 % at 10. `None` without a death.
    pub fn square_root_interval(&self) -> Option<Interval> {
        let mean = self.mean()?;
        let reach = 2.0 / (self.deaths as f64).sqrt();
        Some(Interval { lower: (mean * (1.0 - reach)).max(0.0), upper: Some(mean * (1.0 + reach)) })
    }

    /// Half of the width of the exact interval as a share of the mean. `None` without a death or without a line.
    ///
    /// # Panics
    ///
    /// If `level` is not between 0 and 1.
    pub fn relative_precision(&self, level: f64) -> Option<f64> {
        let mean = self.mean().filter(|&mean| mean > 0.0)?;
        Some(self.interval(level).half_width()? / mean)
    }
}

/// What a two-sided interval leaves out at each end.
pub(super) fn tail(level: f64) -> f64 {
    assert!(0.0 < level && level < 1.0, "a level of {level}");
    (1.0 - level) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_interval(estimate: Estimate, level: f64, lower: f64, upper: Option<f64>) {
        let interval = estimate.interval(level);
        let close = |a: f64, b: f64| (a - b).abs() <= 1e-12 * b;
        assert!(close(interval.lower, lower), "{estimate:?}: {interval:?}");
        match (interval.upper, upper) {
            (Some(a), Some(b)) => assert!(close(a, b), "{estimate:?}: {interval:?}"),
            (a, b) => assert_eq!(a, b, "{estimate:?}"),
        }
    }

    /// scipy 1.17: `2*T/chi2.ppf(1-a, 2*d)`, `2*T/chi2.ppf(1-a, 2*d+2)`, `2*T/chi2.ppf(a, 2*d)` with a = (1 - level) / 2.
    #[test]
    fn intervals_agree_with_scipy() {
        for (lines, deaths, level, lower, lower_of_exposure, upper) in [
            (204_500, 10, 0.95, 11969.701646348938, 11119.958718187077, 42645.13534949376),
            (204_500, 10, 0.99, 10225.806224819577, 9557.044985211893, 55018.63982264306),
            (5_065_000_000, 100, 0.95, 42023099.79817606, 41643784.58125067, 62251125.12462364),
            (5_065_000_000, 100, 0.99, 39684380.99772208, 39336573.315183744, 66539240.76375964),
            (1_000_000_000, 1, 0.95, 271085030.6818169, 179480259.2043649, 39497890205.20718),
            (1_000_000_000, 1, 0.99, 188739165.81775483, 134587156.24839368, 199499582288.3561),
            (3_000_000_000_000_000, 10_000_000, 0.95, 299814148.28492373, 299814118.31280017, 300186025.37345386),
            (3_000_000_000_000_000, 10_000_000, 0.99, 299755778.0039845, 299755748.04061365, 300244507.39194095),
        ] {
            let estimate = |design| Estimate { lines, deaths, design };
            assert_interval(estimate(Design::Complete), level, lower, Some(upper));
            assert_interval(estimate(Design::Deaths), level, lower, Some(upper));
            assert_interval(estimate(Design::Exposure), level, lower_of_exposure, Some(upper));
        }
    }

    /// Means below 20: scores are whole numbers, and the interval still covers what it says.
    #[test]
    fn low_scores_have_honest_intervals() {
        // No line in fifty games: the largest share of deaths at fault is 0.025 ^ (1 / 50).
        let nothing = Estimate { lines: 0, deaths: 50, design: Design::Complete }.interval(0.95);
        assert_eq!(nothing.lower, 0.0);
        assert!((nothing.upper.unwrap() - (1.0 / 0.025f64.powf(0.02) - 1.0)).abs() < 1e-12);
        let mut random = tetrolab_engine::Random::new(tetrolab_engine::Seed(5), 0, tetrolab_engine::Stream::Tests);
        for mean in [0.02, 0.5, 3.0, 15.0] {
            let (runs, games) = (2_000, 40);
            let covered = (0..runs).filter(|_| {
                let mut lines = 0;
                for _ in 0..games {
                    while f64::from(random.next_value()) / 4294967296.0 < mean / (1.0 + mean) {
                        lines += 1;
                    }
                }
                Estimate { lines, deaths: games, design: Design::Complete }.interval(0.95).contains(mean)
            });
            let covered = covered.count() as f64 / f64::from(runs);
            // Four standard errors below; whole numbers make it cover more.
            assert!((0.95 - 0.0195..=1.0).contains(&covered), "mean {mean}: {covered}");
        }
        // Where the two ways meet they agree.
        let at = |lines| Estimate { lines, deaths: 1_000, design: Design::Complete }.interval(0.95);
        let (geometric, exponential) = (at(19_999), at(20_000));
        assert!((geometric.lower / exponential.lower - 1.0).abs() < 0.003, "{geometric:?} {exponential:?}");
        assert!((geometric.upper.unwrap() / exponential.upper.unwrap() - 1.0).abs() < 0.003);
    }

    #[test]
    fn without_a_death_only_an_exposure_says_something() {
        let estimate = |design| Estimate { lines: 1_000, deaths: 0, design };
        for design in [Design::Complete, Design::Deaths] {
            assert_eq!(estimate(design).interval(0.95), Interval::WHOLE);
            assert_eq!(estimate(design).adjusted_mean(), None);
        }
        let exposure = estimate(Design::Exposure);
        // The mean for which 1000 lines without a death have a probability of 2.5 %.
        let interval = exposure.interval(0.95);
        assert!((interval.lower - 1_000.0 / 40f64.ln()).abs() < 1e-9);
        assert_eq!(interval.upper, None);
        assert_eq!(interval.half_width(), None);
        assert_eq!((exposure.mean(), exposure.adjusted_mean()), (None, Some(1_000.0)));
        assert_eq!(exposure.square_root_interval(), None);
        assert_eq!(exposure.relative_precision(0.95), None);
        assert_eq!(exposure.ranking_hazard(), 0.0005);
    }

    #[test]
    fn without_a_line_the_mean_is_zero() {
        let estimate = Estimate { lines: 0, deaths: 5, design: Design::Complete };
        assert_eq!(estimate.mean(), Some(0.0));
        assert_eq!(estimate.interval(0.95).lower, 0.0);
        assert!(estimate.interval(0.95).upper > Some(0.0), "five games do not make it certain");
        assert_eq!(estimate.relative_precision(0.95), None);
        assert_eq!(estimate.ranking_hazard(), f64::INFINITY);
    }

    #[test]
    fn the_interval_of_the_paper() {
        let estimate = Estimate { lines: 1_000_000, deaths: 100, design: Design::Complete };
        assert_eq!(estimate.square_root_interval(), Some(Interval { lower: 8_000.0, upper: Some(12_000.0) }));
        let few = Estimate { lines: 300, deaths: 3, design: Design::Complete };
        assert_eq!(few.square_root_interval().unwrap().lower, 0.0);
    }

    #[test]
    fn a_higher_level_gives_a_wider_interval() {
        let estimate = Estimate { lines: 1_000_000, deaths: 7, design: Design::Exposure };
        let widths = [0.5, 0.9, 0.95, 0.99].map(|level| estimate.interval(level).half_width().unwrap());
        assert!(widths.is_sorted());
        assert!(estimate.interval(0.5).contains(estimate.adjusted_mean().unwrap()));
    }
}
