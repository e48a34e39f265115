//! How a run learns, from the settings of its cell.

use tetrolab_agents::Agent;
use tetrolab_engine::Randomizer;
use tetrolab_optimize::continuous::{Noise, OPTIMIZERS, Projection, Restarts};

use crate::grid::{Key, Settings, Takes, Usual};
use crate::train::{self, Allocation, Choice, Game, Plan, Search, listed};
use crate::works::{LINES_AFTER_OVERFLOW, RANDOMIZER, SIZE};

/// The most of anything.
const MOST: i64 = 1_000_000;

/// The most games of a generation: a cell is to be begun at once, and to fit beside others.
const MOST_AT_ONCE: u64 = 100_000;

/// The settings; what is usual is as in Boumaza 2009.
pub const KEYS: &[Key] = &[
    Key {
        name: "features",
        meaning: "what is weighed: features, formulas, or players for all their features, with commas between them",
        takes: Takes::Text(|names| features(names).map(drop)),
        usual: Usual::Text("boumaza-8"),
    },
    SIZE,
    RANDOMIZER,
    LINES_AFTER_OVERFLOW,
    Key {
        name: "optimizer",
        meaning: "who searches for the weights",
        takes: Takes::Word(optimizers),
        usual: Usual::Text("cma-es"),
    },
    Key {
        name: "population",
        meaning: "λ: candidates of a generation",
        takes: Takes::Whole(2, 10_000),
        usual: Usual::Whole(30),
    },
    Key {
        name: "parents",
        meaning: "μ: how many of them shape the next generation; 0: as the optimiser has it",
        takes: Takes::Whole(0, 10_000),
        usual: Usual::Whole(0),
    },
    Key {
        name: "sigma",
        meaning: "the first standard deviation of each weight",
        takes: Takes::Number(1e-6, 1e6),
        usual: Usual::Number(0.5),
    },
    Key {
        name: "projection",
        meaning: "whether candidates are scaled to unit length",
        takes: Takes::Switch,
        usual: Usual::Switch(true),
    },
    Key {
        name: "noise",
        meaning: "what cross-entropy adds to its variances: none, constant:4, linear:5/10 or hyperbolic:20",
        takes: Takes::Text(|noise| noise.parse::<Noise>().map(drop)),
        usual: Usual::Text("none"),
    },
    Key { name: "generations", meaning: "how many, at most", takes: Takes::Whole(1, 10_000), usual: Usual::Whole(50) },
    Key {
        name: "games",
        meaning: "games of each candidate, the same for a generation; with racing, a third to one and a half times as many",
        takes: Takes::Whole(1, MOST),
        usual: Usual::Whole(100),
    },
    Key {
        name: "centre-games",
        meaning: "games of the centre in each generation, to see how good it is",
        takes: Takes::Whole(1, MOST),
        usual: Usual::Whole(100),
    },
    Key {
        name: "allocation",
        meaning: "who plays how many games",
        takes: Takes::Word(|| Allocation::ALL.map(Allocation::name).to_vec()),
        usual: Usual::Text("fixed"),
    },
    Key {
        name: "judging-games",
        meaning: "games by which the final centre is judged",
        takes: Takes::Whole(1, MOST),
        usual: Usual::Whole(100),
    },
];

fn optimizers() -> Vec<&'static str> {
    OPTIMIZERS.iter().map(|entry| entry.name).collect()
}

/// Where pieces come from, as plans write it; what is no randomizer stays as it is, and is refused by them.
fn written(randomizer: &str) -> String {
    randomizer.parse().map_or_else(|_| randomizer.to_string(), |known: Randomizer| known.to_string())
}

/// What is weighed.
fn features(names: &str) -> Result<Vec<String>, String> {
    let weights = |name: &str| Ok(Agent::named(name).ok().map(Agent::weights));
    listed("features", names, weights, |reason| reason)
}

/// The plan of a run.
pub fn plan(settings: &Settings, seed: u64) -> Result<Plan, String> {
    let features = features(settings.text("features"))?;
    let noise: Noise = settings.text("noise").parse()?;
    let allocation = Allocation::ALL.into_iter().find(|allocation| allocation.name() == settings.text("allocation"));
    let search = Search {
        optimizer: settings.text("optimizer").to_string(),
        start: Vec::new(),
        sigma: settings.number("sigma"),
        population: Some(settings.count("population") as usize),
        parents: Some(settings.count("parents") as usize).filter(|&parents| parents > 0),
        projection: if settings.is_on("projection") { Projection::UnitSphere } else { Projection::Nothing },
        restarts: Restarts::Never,
        noise,
    };
    let plan = Plan::new(train::Settings {
        features,
        game: Game {
            size: settings.text("size").to_string(),
            lines_after_overflow: settings.is_on("lines-after-overflow"),
            randomizer: written(settings.text("randomizer")),
            two_piece: false,
        },
        search,
        generations: settings.count("generations"),
        runs: 1,
        games: settings.count("games"),
        centre_games: settings.count("centre-games"),
        allocation: allocation.unwrap_or(Allocation::Fixed),
        judging_games: settings.count("judging-games"),
        result: Choice::Average,
        seed,
    });
    let plan = plan.map_err(|error| error.to_string())?;
    let games = plan.most_games();
    if games > MOST_AT_ONCE {
        return Err(format!("{games} games of a generation: at most {MOST_AT_ONCE} are kept at once"));
    }
    Ok(plan)
}
