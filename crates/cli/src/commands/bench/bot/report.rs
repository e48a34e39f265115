//! What came of a bot that played alone.

use std::fmt;

use serde_json::{Value, json};
use tetrolab_bot::Tally;
use tetrolab_statistics::LEVEL;
use tetrolab_statistics::distribution::student_limit;

use super::{BATCH, Plan, Totals};
use tetrolab_inputs::numbers::typed_time;
use tetrolab_report::short::{counted, duration, grouped, rate};

/// The totals, and what they were made with.
pub struct Report<'a> {
    plan: &'a Plan<'a>,
    totals: Totals,
}

impl<'a> Report<'a> {
    pub fn new(plan: &'a Plan<'a>, totals: Totals) -> Report<'a> {
        Report { plan, totals }
    }

    /// Rows sent by a piece.
    fn mean(&self) -> Option<f64> {
        let Tally { pieces, attack, .. } = self.totals.tally;
        (pieces > 0).then(|| f64::from(attack) / f64::from(pieces))
    }

    /// How far the mean may be off; less than two batches do not tell.
    fn margin(&self) -> Option<f64> {
        margin(&self.totals.batches)
    }

    fn nodes_per_cpu_second(&self) -> Option<f64> {
        self.totals.cpu_seconds.filter(|&seconds| seconds > 0.0).map(|seconds| self.totals.nodes as f64 / seconds)
    }

    /// How long the bot thought about each piece.
    fn effort(&self) -> String {
        match self.plan.bot.nodes() {
            Some(nodes) => format!("{} nodes a piece", grouped(nodes)),
            None => format!("{} a piece", typed_time(self.plan.time)),
        }
    }

    pub fn document(&self) -> Value {
        let Totals { nodes, deaths, .. } = self.totals;
        let Tally { pieces, attack, perfect_clears, longest_combo, clears: [plain, mini, full] } = self.totals.tally;
        json!({
            "version": env!("CARGO_PKG_VERSION"),
            "rules": "tbp",
            "randomizer": "7-bag",
            "seed": self.plan.seed,
            "previews": self.plan.previews,
            "threads": self.plan.bot.threads(),
            "nodes_per_piece": self.plan.bot.nodes(),
            "time_per_piece": self.plan.bot.nodes().is_none().then_some(self.plan.time.as_secs_f64()),
            "pieces": pieces,
            "attack": attack,
            "attack_per_piece": self.mean(),
            "margin": self.margin(),
            "level": LEVEL,
            "batch": BATCH,
            "nodes": nodes,
            "seconds": self.totals.seconds,
            "cpu_seconds": self.totals.cpu_seconds,
            "nodes_per_cpu_second": self.nodes_per_cpu_second(),
            "deaths": deaths,
            "perfect_clears": perfect_clears,
            "clears": { "none": plain, "mini": mini, "full": full },
            "longest_combo": longest_combo,
            "stopped": self.totals.is_stopped,
        })
    }
}

/// Half the width of the interval around the mean of a piece. The mean of batches has Student's distribution.
fn margin(batches: &[u32]) -> Option<f64> {
    let (count, degrees) = (batches.len() as f64, batches.len() as f64 - 1.0);
    let mean = batches.iter().copied().map(f64::from).sum::<f64>() / count;
    let squares: f64 = batches.iter().map(|&attack| (f64::from(attack) - mean).powi(2)).sum();
    let of_batch = (degrees > 0.0).then(|| student_limit(degrees, LEVEL) * (squares / degrees / count).sqrt());
    of_batch.map(|margin| margin / f64::from(BATCH))
}

/// The interval of a mean, or why there is none.
fn certainty(mean: f64, margin: Option<f64>) -> String {
    match margin {
        Some(margin) => {
            let (lower, upper) = (mean - margin, mean + margin);
            format!(" ± {margin:.3} ({lower:.3} to {upper:.3} with {:.0} %)", 100.0 * LEVEL)
        }
        None => format!(" (an interval needs {} pieces)", 2 * BATCH),
    }
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Totals { deaths, seconds, .. } = self.totals;
        let Tally { pieces, perfect_clears, longest_combo, clears: [plain, mini, full], .. } = self.totals.tally;
        let stopped = if self.totals.is_stopped { ", stopped early" } else { "" };
        writeln!(f, "{} in {}{stopped}", counted(pieces.into(), "piece"), duration(seconds))?;
        if let Some(mean) = self.mean() {
            writeln!(f, "attack per piece {mean:.3}{}", certainty(mean, self.margin()))?;
        }
        let nodes = self.totals.nodes / u64::from(pieces.max(1));
        if let (Some(speed), Some(cpu)) = (self.nodes_per_cpu_second(), self.totals.cpu_seconds) {
            writeln!(
                f,
                "{} nodes per CPU second, {} nodes a piece, {cpu:.1} CPU seconds",
                rate(speed),
                grouped(nodes)
            )?;
        } else {
            writeln!(f, "{} nodes a piece", grouped(nodes))?;
        }
        writeln!(f, "clears without a spin   1: {}  2: {}  3: {}  4: {}", plain[1], plain[2], plain[3], plain[4])?;
        writeln!(f, "T-Spins                 0: {}  1: {}  2: {}  3: {}", full[0], full[1], full[2], full[3])?;
        writeln!(f, "Mini T-Spins            0: {}  1: {}  2: {}", mini[0], mini[1], mini[2])?;
        writeln!(
            f,
            "{}, {}, at most {} in a row cleared lines",
            counted(deaths, "death"),
            counted(perfect_clears.into(), "perfect clear"),
            counted(longest_combo.into(), "piece"),
        )?;
        writeln!(
            f,
            "(tetrolab {}, tbp rules, 7-bag randomizer, seed {}, {}, {}, {})",
            env!("CARGO_PKG_VERSION"),
            self.plan.seed,
            counted(self.plan.previews as u64, "preview"),
            self.effort(),
            counted(self.plan.bot.threads(), "thread"),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_few_pieces_for_an_interval_are_said() {
        assert_eq!(certainty(0.5, None), " (an interval needs 200 pieces)");
        assert_eq!(certainty(0.5, Some(0.25)), " ± 0.250 (0.250 to 0.750 with 95 %)");
    }

    #[test]
    fn the_margin_is_students() {
        // Two batches that differ by 2 d: d times the quantile of 12.706 for one degree of freedom.
        let found = margin(&[70, 90]).unwrap();
        assert!((found - 12.706_204_736 * 0.1).abs() < 1e-6, "{found}");
        assert_eq!(margin(&[80]), None);
        assert_eq!(margin(&[]), None);
        assert_eq!(margin(&[80; 5]), Some(0.0));
    }
}
