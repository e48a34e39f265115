//! What comes of the work.

use crate::grid::{Better, Measure, Statistic};

const fn measure(
    name: &'static str,
    unit: &'static str,
    statistic: Statistic,
    better: Better,
    meaning: &'static str,
) -> Measure {
    Measure { name, unit, meaning, statistic, better, is_timed: false }
}

const fn timed(name: &'static str, unit: &'static str, better: Better, meaning: &'static str) -> Measure {
    Measure { name, unit, meaning, statistic: Statistic::Median, better, is_timed: true }
}

/// All of them.
#[rustfmt::skip]
pub const MEASURES: [Measure; 15] = [
    measure("fitness", "", Statistic::Median, Better::More, "fitness of the best solution"),
    measure("blocks", "Blocks", Statistic::Mean, Better::Less, "Blocks that it leaves"),
    measure("lines", "lines", Statistic::Mean, Better::More, "lines that it clears"),
    measure("emptied", "", Statistic::Share, Better::More, "whether it leaves nothing"),
    measure("acceptable", "", Statistic::Share, Better::More, "whether its fitness is above -50"),
    measure("proven", "", Statistic::Share, Better::More, "whether it is proven that nothing has a higher fitness"),
    measure("generations", "generations", Statistic::Median, Better::Neither, "generations that there were"),
    measure("iterations", "iterations", Statistic::Median, Better::Neither, "iterations that there were"),
    measure("evaluations", "evaluations", Statistic::Median, Better::Less, "solutions, placements or fields that were looked at"),
    timed("seconds", "s", Better::Less, "time on one thread"),
    timed("speed", "evaluations/s", Better::More, "solutions, placements or fields per second"),
    measure("logged", "", Statistic::Median, Better::Neither, "fitness of the published run on the same queue"),
    measure("gain", "", Statistic::Median, Better::More, "how much more than the published run on the same queue"),
    measure("matched", "", Statistic::Share, Better::More, "whether it is at least as good as the published run on the same queue"),
    measure("logged-seconds", "s", Statistic::Median, Better::Less, "time of the published run on the same queue"),
];
