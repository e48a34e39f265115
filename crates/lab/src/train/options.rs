//! What is said about a training run.

use crate::train::{Allocation, Choice, Game, Settings, listed};
use anyhow::{Result, anyhow};
use clap::Args;
use tetrolab_engine::{DropRules, Randomizer};
use tetrolab_optimize::continuous::{MAX_POPULATION, Noise, Projection, Restarts};

use tetrolab_inputs::numbers::{at_most, count, number};
use tetrolab_inputs::parsers::named;
use tetrolab_inputs::players::Candidate;

/// What is said about a training run.
#[derive(Debug, Args)]
#[group(id = "Training", multiple = true)]
pub struct Training {
    /// What players weigh: names of features or formulas, with commas between them; an agent or a file of weights stands for its features
    /// [default: boumaza-8]
    #[arg(long, value_name = "LIST")]
    pub features: Option<String>,
    #[command(flatten)]
    pub game: GameOptions,
    #[command(flatten)]
    pub search: SearchOptions,
    #[command(flatten)]
    pub amount: AmountOptions,
}

/// Which game is learned.
#[derive(Debug, Args)]
#[command(next_help_heading = "The game")]
pub struct GameOptions {
    /// Columns and rows of the board [default: 10x20]
    #[arg(long, value_name = "COLUMNSxROWS")]
    pub size: Option<DropRules>,
    /// Hard games: S and Z come with this chance each, up to 1/2, as near as weights up to 65535 allow [without a value: 3/11]
    #[arg(long, value_name = "CHANCE", num_args = 0..=1, require_equals = true, default_missing_value = "3/11", conflicts_with = "randomizer", value_parser = hard)]
    pub hard: Option<Randomizer>,
    /// uniform, hard, 7-bag or weighted:I/J/L/O/S/T/Z [default: uniform]
    #[arg(long, value_name = "NAME")]
    pub randomizer: Option<Randomizer>,
    /// Remove full rows even if the piece reaches above the board
    #[arg(long)]
    pub lines_after_overflow: bool,
    /// Players know the next piece
    #[arg(long)]
    pub two_piece: bool,
}

/// How weights are searched for.
#[derive(Debug, Args)]
#[command(next_help_heading = "The search")]
pub struct SearchOptions {
    /// cma-es, cma-es-plain, cross-entropy, genetic or random [default: cma-es]
    #[arg(long, value_name = "NAME")]
    optimizer: Option<String>,
    /// λ, how many candidates a generation has [default: 30; cross-entropy 100]
    #[arg(long, visible_alias = "lambda", value_name = "N", allow_negative_numbers = true, value_parser = size)]
    pub population: Option<usize>,
    /// μ, how many of them shape the next generation [default: half; cross-entropy a tenth]
    #[arg(long, visible_alias = "mu", value_name = "N", allow_negative_numbers = true, value_parser = size)]
    parents: Option<usize>,
    /// The first standard deviation of each weight [default: 0.5; cross-entropy 10]
    #[arg(long, value_name = "S", allow_hyphen_values = true, value_parser = number)]
    sigma: Option<f64>,
    /// The weights to begin with: an agent or a file with no other features [default: all 0]
    #[arg(long, value_name = "AGENT|FILE")]
    pub start: Option<String>,
    /// Scale candidates to unit length, or take them as they are [default: unit-sphere; cross-entropy none]
    #[arg(long, value_name = "HOW", value_parser = named(&PROJECTIONS, projection_name))]
    projection: Option<Projection>,
    /// Begin again with twice as many candidates when there is nothing to gain any more: never or ipop [default: never]
    #[arg(long, value_name = "HOW", value_parser = named(&RESTARTS, restarts_name))]
    restarts: Option<Restarts>,
    /// What cross-entropy adds to its variances: none, constant:4, linear:5/10 or hyperbolic:20 [default: constant:4]
    #[arg(long, value_name = "HOW")]
    noise: Option<Noise>,
}

/// How much is played.
#[derive(Debug, Args)]
#[command(next_help_heading = "How much is played")]
pub struct AmountOptions {
    /// Generations of each run; with racing, at most [default: 50]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count::<MOST>)]
    pub generations: Option<u64>,
    /// Runs, each from the beginning [default: 20]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count::<MOST>)]
    runs: Option<u64>,
    /// Games of each candidate, the same for a whole generation; with racing, from a third of that to one and a half times
    /// as many [default: 100; cross-entropy 1]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count::<MOST>)]
    pub games: Option<u64>,
    /// Games of the centre of the search in each generation, to see how good it is [default: as --games; cross-entropy 30]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count::<MOST>)]
    centre_games: Option<u64>,
    /// Who plays how many games: all the same, or no more than it needs to tell the best from the others
    /// [default: fixed]
    #[arg(long, value_name = "HOW", value_parser = named(&Allocation::ALL, Allocation::name))]
    allocation: Option<Allocation>,
    /// Games by which the result of each run is judged at the end [default: 100]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count::<MOST>)]
    pub judging_games: Option<u64>,
    /// The player: the average of what all runs have found, or the best of them [default: average]
    #[arg(long, value_name = "WHICH", value_parser = named(&Choice::ALL, Choice::name))]
    result: Option<Choice>,
    /// What is random follows from it [default: 1]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = at_most::<{ u64::MAX }>)]
    pub seed: Option<u64>,
}

const MOST: u64 = 1_000_000;
const DEFAULT_FEATURES: &str = "boumaza-8";
const DEFAULT_OPTIMIZER: &str = "cma-es";

const PROJECTIONS: [Projection; 2] = [Projection::UnitSphere, Projection::Nothing];

const fn projection_name(projection: Projection) -> &'static str {
    match projection {
        Projection::UnitSphere => "unit-sphere",
        Projection::Nothing => "none",
    }
}

const RESTARTS: [Restarts; 2] = [Restarts::Never, Restarts::Ipop { factor: 2 }];

const fn restarts_name(restarts: Restarts) -> &'static str {
    match restarts {
        Restarts::Never => "never",
        Restarts::Ipop { .. } => "ipop",
    }
}

/// How many candidates there are. Whether the optimiser can do with so few is its own matter.
fn size(text: &str) -> Result<usize, String> {
    count::<{ MAX_POPULATION as u64 }>(text).map(|count| count as usize)
}

impl GameOptions {
    /// Changes a game to what is said about it.
    pub fn change(&self, game: &mut Game) {
        if let Some(size) = self.size {
            game.size = size.to_string();
        }
        if let Some(randomizer) = self.hard.or(self.randomizer) {
            game.randomizer = randomizer.to_string();
        }
        game.lines_after_overflow = self.lines_after_overflow;
        game.two_piece = self.two_piece;
    }
}

impl Training {
    /// Which options were given.
    pub const fn given(&self) -> Given {
        Given {
            features: self.features.is_some(),
            start: self.search.start.is_some(),
            games: self.amount.games.is_some(),
            population: self.search.population.is_some(),
        }
    }

    /// All settings.
    pub fn settings(&self) -> Result<Settings> {
        self.settings_with(&Candidate::find)
    }

    /// All settings, where players that are named are looked for in this way.
    pub fn settings_with(&self, find: Find<'_>) -> Result<Settings> {
        let optimizer = self.search.optimizer.as_deref().unwrap_or(DEFAULT_OPTIMIZER);
        let features = features_with("--features", self.features.as_deref().unwrap_or(DEFAULT_FEATURES), find)?;
        let mut settings = Settings::published(optimizer, features);
        let Training { game, search, amount, .. } = self;
        game.change(&mut settings.game);
        if let Some(start) = &search.start {
            settings.search.start = starting_with(start, &settings.features, find)?;
        }
        settings.search.population = search.population.or(settings.search.population);
        settings.search.parents = search.parents;
        settings.search.sigma = search.sigma.unwrap_or(settings.search.sigma);
        settings.search.projection = search.projection.unwrap_or(settings.search.projection);
        settings.search.restarts = search.restarts.unwrap_or(settings.search.restarts);
        settings.search.noise = search.noise.unwrap_or(settings.search.noise);
        settings.generations = amount.generations.unwrap_or(settings.generations);
        settings.runs = amount.runs.unwrap_or(settings.runs);
        // A new number of games also applies to the centre where both were the same.
        let centre_games = amount.games.filter(|_| settings.games == settings.centre_games);
        settings.centre_games = amount.centre_games.or(centre_games).unwrap_or(settings.centre_games);
        settings.games = amount.games.unwrap_or(settings.games);
        settings.allocation = amount.allocation.unwrap_or(settings.allocation);
        settings.judging_games = amount.judging_games.unwrap_or(settings.judging_games);
        settings.result = amount.result.unwrap_or(settings.result);
        settings.seed = amount.seed.unwrap_or(settings.seed);
        Ok(settings)
    }
}

/// Which options were given: where they were not, a choice of features has other defaults.
#[derive(Clone, Copy, Debug)]
pub struct Given {
    pub features: bool,
    pub start: bool,
    pub games: bool,
    pub population: bool,
}

/// How players that are named are looked for; `None` if there is none with a name.
pub type Find<'a> = &'a dyn Fn(&str) -> Result<Option<Candidate>>;

/// Reads a list of features, formulas, agents and files of weights, which an option has.
pub fn features(option: &str, list: &str) -> Result<Vec<String>> {
    features_with(option, list, &Candidate::find)
}

/// The same, where players are looked for in this way.
fn features_with(option: &str, list: &str, find: Find<'_>) -> Result<Vec<String>> {
    let weights = |name: &str| Ok(find(name)?.map(|candidate| candidate.weights));
    listed(option, list, weights, |reason| anyhow!(reason))
}

/// The weights of an agent or a file, for these features.
pub fn starting(text: &str, features: &[String]) -> Result<Vec<f64>> {
    starting_with(text, features, &Candidate::find)
}

/// The same, where players are looked for in this way.
fn starting_with(text: &str, features: &[String], find: Find<'_>) -> Result<Vec<f64>> {
    let candidate = Candidate::named_by(text, find)?;
    let weights = candidate.weights.ok_or_else(|| anyhow!("{text} decides at random and weighs nothing"))?;
    let terms = weights.general();
    if let Some(other) = terms.iter().find(|term| !features.iter().any(|feature| feature == term.measure.name())) {
        return Err(anyhow!("{text} weighs {}, which is none of the features to be learned", other.measure));
    }
    let mut start = Vec::new();
    for feature in features {
        let given = terms.iter().filter(|term| term.measure.name() == feature).map(|term| term.weight);
        let before = start.len();
        start.extend(given);
        if start.len() == before {
            start.push(0.0);
        }
    }
    Ok(start)
}

/// Reads the chance of S and of Z, such as `3/11` or `0.3`: the weights that come nearest to it.
fn hard(text: &str) -> Result<Randomizer, String> {
    /// How near weights come to a chance that they are taken for the same.
    const SAME: f64 = 1e-12;
    let chance = match text.split_once('/') {
        Some((part, whole)) => part
            .trim()
            .parse::<u32>()
            .ok()
            .zip(whole.trim().parse::<u32>().ok())
            .map(|(p, w)| f64::from(p) / f64::from(w)),
        None => text.parse::<f64>().ok(),
    };
    let chance = chance.filter(|chance| (0.0..=0.5).contains(chance));
    let chance = chance.ok_or("the chance of S and of Z is at most 1/2 each, such as 3/11 or 0.3")?;
    // The other five share what is left.
    let shares = [(1.0 - 2.0 * chance) / 5.0, chance];
    let largest = shares[0].max(shares[1]);
    let scaled = |most: u16| shares.map(|share| share / largest * f64::from(most));
    let is_exact = |most: &u16| {
        let is_whole = |share: f64| share == 0.0 || (share - share.round().max(1.0)).abs() <= SAME * f64::from(*most);
        scaled(*most).into_iter().all(is_whole)
    };
    let most = (1..=u16::MAX).find(is_exact).unwrap_or(u16::MAX);
    // What can come at all does not vanish.
    let weight = |share: f64| if share > 0.0 { share.round().max(1.0) as u16 } else { 0 };
    let [easy, hard] = scaled(most).map(weight);
    Ok(Randomizer::Weighted([easy, easy, easy, easy, hard, easy, hard]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hard_games_have_any_chance() {
        assert_eq!(hard("3/11"), Ok(Randomizer::HARD));
        assert_eq!(hard("0.25"), Ok(Randomizer::Weighted([2, 2, 2, 2, 5, 2, 5])));
        assert_eq!(hard("1/7"), Ok(Randomizer::Weighted([1; 7])));
        assert_eq!(hard("0"), Ok(Randomizer::Weighted([1, 1, 1, 1, 0, 1, 0])));
        assert_eq!(hard("1/2"), Ok(Randomizer::Weighted([0, 0, 0, 0, 1, 0, 1])));
        assert_eq!(hard("0.123"), Ok(Randomizer::Weighted([754, 754, 754, 754, 615, 754, 615])));
        assert_eq!(hard("1e-300"), Ok(Randomizer::Weighted([65535, 65535, 65535, 65535, 1, 65535, 1])));
        assert_eq!(hard("0.49999999"), Ok(Randomizer::Weighted([1, 1, 1, 1, 65535, 1, 65535])));
        for text in ["0.123456789012345", "70000/140001"] {
            let Ok(Randomizer::Weighted(weights)) = hard(text) else { panic!("{text}") };
            let sum: f64 = weights.iter().copied().map(f64::from).sum();
            let chance = text.parse().unwrap_or(70000.0 / 140_001.0);
            assert!((f64::from(weights[4]) / sum - chance).abs() < 3e-5, "{text}: {weights:?}");
        }
        for text in ["0.51", "-0.1", "x", "3/", "nan", "6/11", "1/0", "0/0"] {
            assert!(hard(text).is_err(), "{text}");
        }
    }

    #[test]
    fn lists_may_name_players() {
        let list = features("--features", "dellacherie, f8_rows_with_holes, max(f5_holes, 3)").unwrap();
        assert_eq!((list.len(), list[5].as_str(), list[7].as_str()), (8, "f6_wells", "max(f5_holes, 3)"));
        assert!(features("--features", "a,,b").is_err());
        assert!(features("--features", "random").is_err());
    }
}
