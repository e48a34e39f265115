//! Trainings that look like real ones, from fixed random numbers.

use tetrolab_lab::train::record::{Generation, Score};

/// The eight features of Thiery and Scherrer.
pub const EIGHT: [&str; 8] = [
    "f1_landing_height",
    "f2_eroded",
    "f3_row_transitions",
    "f4_col_transitions",
    "f5_holes",
    "f6_wells",
    "f7_hole_depth",
    "f8_rows_with_holes",
];

/// Where runs go, more or less: Boumaza's weights, and others after them.
const TARGET: [f64; 14] = [-0.32, 0.07, -0.29, -0.59, -0.22, -0.27, -0.08, -0.55, 0.12, -0.4, 0.02, -0.15, 0.3, -0.05];

/// A training to be made up.
pub struct Synthetic {
    pub weights: usize,
    pub runs: u64,
    pub generations: u64,
    pub projected: bool,
}

impl Synthetic {
    pub fn generations(&self) -> Vec<Generation> {
        let mut random = Random(0x9E37_79B9_7F4A_7C15);
        (1..=self.runs).flat_map(|run| self.run(run, &mut random)).collect()
    }

    fn run(&self, run: u64, random: &mut Random) -> Vec<Generation> {
        // Weights of a run that replace each other: more of f5 is less of f8.
        let shared = 0.12 * random.normal();
        let mut target: Vec<f64> =
            TARGET[..self.weights].iter().map(|weight| weight + 0.05 * random.normal()).collect();
        target[4] += shared;
        target[7] -= shared;
        let mut mean = vec![0.0; self.weights];
        let mut generations = Vec::new();
        for generation in 1..=self.generations {
            let progress = generation as f64 / 50.0;
            let sigma = if self.projected { 0.5 * (-3.5 * progress).exp() } else { 0.5 * (6.0 * progress).exp() };
            let sigma = sigma * (1.0 + 0.1 * random.normal().abs());
            let centre = mean.clone();
            for (index, value) in mean.iter_mut().enumerate() {
                let goal = if self.projected { target[index] } else { 8.0 * sigma * target[index] };
                *value += 0.15 * (goal - *value) + 0.05 * sigma * random.normal();
            }
            let spread = |index: usize| 1.0 + progress * index as f64 / 4.0;
            let mut axes: Vec<f64> = (0..self.weights)
                .map(|index| (1.0 / (1.0 + progress) + 0.3 * progress * index as f64) * (1.0 + 0.04 * random.normal()))
                .collect();
            axes.sort_by(f64::total_cmp);
            let deviations =
                (0..self.weights).map(|index| sigma * spread(index) * (1.0 + 0.1 * random.normal()).abs()).collect();
            let skill = 30.0 * (9.0 * (1.0 - (-4.0 * progress).exp())).exp();
            let scores: Vec<Score> = (0..30).map(|_| random.score(skill)).collect();
            let best_score = *scores.iter().max_by_key(|score| score.lines).expect("candidates");
            generations.push(Generation {
                run,
                generation,
                best: centre.clone(),
                centre,
                centre_score: random.score(1.2 * skill),
                best_score,
                scores,
                mean: mean.clone(),
                sigma,
                axes,
                deviations,
                pieces: 1_000_000,
                stop: None,
            });
        }
        generations
    }
}

/// SplitMix64.
struct Random(u64);

impl Random {
    /// From 0 to 1.
    fn uniform(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut value = self.0;
        value = (value ^ (value >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        value = (value ^ (value >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((value ^ (value >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Nearly a normal variable: twelve uniform ones.
    fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.uniform()).sum::<f64>() - 6.0
    }

    /// A hundred exponential games.
    fn score(&mut self, mean: f64) -> Score {
        let lines = (0..100).map(|_| (-mean * (1.0 - self.uniform()).ln()) as u64).sum();
        Score { lines, deaths: 100, complete: true }
    }
}
