//! How players learn: everything a training run needs to know.

use serde::{Deserialize, Serialize};
use tetrolab_agents::{Dropped, Lookahead, Measure, Player, Weights};
use tetrolab_engine::{Deal, DropRules, Piece, Randomizer, Seed};
use tetrolab_optimize::continuous::{self, Entry, Noise, Optimizer, Projection, Restarts, Stop as SearchStop};
use tetrolab_optimize::random::Random;
use tetrolab_simulate::{Games, Stop};

use super::racing;
use super::record::Generation;
use crate::problems::{SettingsError, optimizer};
use tetrolab_runs::folder::VERSION;

/// Everything a training run needs to know. Anything goes here; [`Plan::new`] checks it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// What players weigh: names of features, or formulas.
    pub features: Vec<String>,
    /// Which game they play.
    pub game: Game,
    /// How weights are searched for.
    pub search: Search,
    /// How many generations a run has; with racing, at most.
    pub generations: u64,
    /// How many runs there are, each from the beginning.
    pub runs: u64,
    /// How many games each candidate plays; with racing, a third to one and a half times as many.
    pub games: u64,
    /// How many games the centre of the search plays in each generation, to see how good it is.
    pub centre_games: u64,
    /// Who plays how many of them.
    pub allocation: Allocation,
    /// How many games the result of each run plays at the end.
    pub judging_games: u64,
    /// What is made of the runs.
    pub result: Choice,
    /// All that is random follows from it.
    pub seed: u64,
}

impl Settings {
    /// The settings that were published for an optimiser, on the standard game: those of Boumaza 2009 for CMA-ES, those of Thiery and
    /// Scherrer 2009 for cross-entropy. The others get the same number of games as CMA-ES.
    pub fn published(optimizer: &str, features: Vec<String>) -> Settings {
        let is_cross_entropy = optimizer == "cross-entropy";
        Settings {
            features,
            game: Game {
                size: DropRules::STANDARD.to_string(),
                lines_after_overflow: false,
                randomizer: Randomizer::Uniform.to_string(),
                two_piece: false,
            },
            search: Search {
                optimizer: optimizer.to_string(),
                start: Vec::new(),
                sigma: if is_cross_entropy { 10.0 } else { 0.5 },
                population: Some(if is_cross_entropy { 100 } else { 30 }),
                parents: None,
                projection: if is_cross_entropy { Projection::Nothing } else { Projection::UnitSphere },
                restarts: Restarts::Never,
                noise: if is_cross_entropy { Noise::Constant(4.0) } else { Noise::None },
            },
            generations: 50,
            runs: 20,
            games: if is_cross_entropy { 1 } else { 100 },
            centre_games: if is_cross_entropy { 30 } else { 100 },
            allocation: Allocation::Fixed,
            judging_games: 100,
            result: Choice::Average,
            seed: 1,
        }
    }
}

/// Which game is played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Game {
    /// Columns and rows.
    pub size: String,
    /// Whether full rows are removed even if the piece reaches above the board.
    pub lines_after_overflow: bool,
    /// Where pieces come from.
    pub randomizer: String,
    /// Whether the next piece is known.
    pub two_piece: bool,
}

impl Game {
    /// Which game it is: all that is needed to play it again, but for the seed.
    pub fn words(&self) -> String {
        let overflow = if self.lines_after_overflow { "lines after overflow" } else { "no lines after overflow" };
        let decisions = if self.two_piece { "two-piece" } else { "one-piece" };
        let is_hard = self.randomizer == Randomizer::HARD.to_string();
        let pieces = if is_hard { "hard (S and Z 3/11)" } else { &self.randomizer };
        format!("MDPTetris rules, {}, {overflow}, {pieces} pieces, {decisions} decisions", self.size)
    }

    /// What is to be typed to play it, such as ` --size 10x20 --hard`.
    pub fn options(&self) -> String {
        let mut options = format!(" --size {}", self.size);
        if self.randomizer == Randomizer::HARD.to_string() {
            options += " --hard";
        } else if self.randomizer != Randomizer::Uniform.to_string() {
            options += &format!(" --randomizer {}", self.randomizer);
        }
        options += if self.lines_after_overflow { " --lines-after-overflow" } else { "" };
        options += if self.two_piece { " --two-piece" } else { "" };
        options
    }
}

/// How weights are searched for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Search {
    /// The name of an optimiser.
    pub optimizer: String,
    /// The weights to begin with; zeros if there are none.
    pub start: Vec<f64>,
    /// The first standard deviation of each weight.
    pub sigma: f64,
    /// λ: how many candidates a generation has.
    pub population: Option<usize>,
    /// μ: how many of them shape the next generation.
    pub parents: Option<usize>,
    /// Where candidates lie.
    pub projection: Projection,
    /// What happens when there is nothing to gain any more.
    pub restarts: Restarts,
    /// What cross-entropy adds to its variances.
    pub noise: Noise,
}

/// Who plays how many games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Allocation {
    /// All the same number, each to its end.
    Fixed,
    /// Candidates that seem worse than the best play less, and a run ends when its candidates are too alike.
    Racing,
}

impl Allocation {
    /// All of them.
    pub const ALL: [Allocation; 2] = [Allocation::Fixed, Allocation::Racing];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        ["fixed", "racing"][self as usize]
    }
}

/// What is made of the results of several runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Choice {
    /// The mean of their final centres.
    Average,
    /// The final centre that scores best.
    Best,
}

impl Choice {
    /// All of them.
    pub const ALL: [Choice; 2] = [Choice::Average, Choice::Best];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        ["average", "best"][self as usize]
    }
}

/// Settings that make sense.
#[derive(Clone, Debug)]
pub struct Plan {
    settings: Settings,
    measures: Vec<Measure>,
    rules: DropRules,
    randomizer: Randomizer,
    entry: &'static Entry,
}

/// What numbers are drawn for, so that no two draws are the same.
#[derive(Clone, Copy)]
enum Purpose {
    Search,
    Games,
    Judging,
}

impl Plan {
    /// Checks everything and lists all that is wrong.
    pub fn new(mut settings: Settings) -> Result<Plan, SettingsError> {
        let mut problems = Vec::new();
        let size = settings.game.size.parse::<DropRules>();
        let randomizer = settings.game.randomizer.parse::<Randomizer>();
        let entry = optimizer(&settings.search.optimizer);
        let width = size.as_ref().map_or(DropRules::STANDARD, |size| *size).size().width;
        let mut measures = Vec::new();
        for feature in &settings.features {
            match Measure::list(feature, width) {
                Ok(list) => measures.extend(list),
                Err(error) => problems.push(error.to_string()),
            }
        }
        let weights = Weights::from_measures(measures.iter().map(|measure| (measure.clone(), 0.0)).collect());
        if let (true, Err(error)) = (problems.is_empty(), weights) {
            problems.push(error.to_string());
        }
        if settings.search.start.is_empty() {
            settings.search.start = vec![0.0; measures.len()];
        }
        if problems.is_empty() && settings.search.start.len() != measures.len() {
            let (given, needed) = (settings.search.start.len(), measures.len());
            problems.push(format!("{given} weights to begin with for {needed} features"));
        }
        match &entry {
            Ok(entry) if problems.is_empty() => {
                let search = settings.search.settings(settings.seed);
                problems.extend(search.problems(entry).iter().map(ToString::to_string));
            }
            Ok(_) => {}
            Err(sentence) => problems.push(sentence.clone()),
        }
        problems.extend(size.as_ref().err().cloned());
        match &randomizer {
            Ok(Randomizer::Repeat | Randomizer::Nothing | Randomizer::Mdptetris) => {
                problems.push(format!("games of {} pieces are not to be learned from", settings.game.randomizer));
            }
            Ok(_) => {}
            Err(error) => problems.push(error.to_string()),
        }
        if let (Ok(rules), Ok(randomizer)) = (&size, &randomizer)
            && !can_be_played(*rules, *randomizer)
        {
            problems.push(format!("no piece of these games fits a board of {rules}"));
        }
        if settings.search.restarts != Restarts::Never && settings.allocation == Allocation::Racing {
            problems.push("racing ends a run where restarts would begin it again: one of them is enough".to_string());
        }
        for (name, count) in [
            ("generations", settings.generations),
            ("runs", settings.runs),
            ("games", settings.games),
            ("games of the centre", settings.centre_games),
            ("games to judge by", settings.judging_games),
        ] {
            if !(1..=MOST).contains(&count) {
                problems.push(format!("{count} {name}: it is from 1 to {MOST}"));
            }
        }
        match (size, randomizer, entry) {
            (Ok(mut rules), Ok(randomizer), Ok(entry)) if problems.is_empty() => {
                rules.lines_after_overflow = settings.game.lines_after_overflow;
                settings.search.fill_in(entry);
                Ok(Plan { settings, measures, rules, randomizer, entry })
            }
            _ => Err(SettingsError(problems)),
        }
    }

    /// The settings, with everything that was left open filled in.
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Which game it is and how it is learned, in a line: all that is needed to repeat it.
    pub fn description(&self) -> String {
        let Settings { game, search, games, allocation, seed, .. } = &self.settings;
        let projection = self.projection();
        let (game, optimizer, population) = (game.words(), &search.optimizer, search.population.unwrap_or(0));
        let games = format!("{games} game{} {}", if *games == 1 { "" } else { "s" }, allocation.name());
        let noise = match search.noise {
            Noise::None => String::new(),
            Noise::Constant(variance) => format!(", noise {variance}"),
            Noise::Linear { start, slope_generations } => format!(", noise {start} - t/{slope_generations}"),
            Noise::Hyperbolic { scale } => format!(", noise {scale}/(t + 1)"),
        };
        let restarts = match search.restarts {
            Restarts::Never => String::new(),
            Restarts::Ipop { factor } => format!(", restarts with {factor} times as many"),
        };
        format!(
            "{game}; {optimizer}, {population} candidates {projection}{noise}{restarts}, {games}; seed {seed}, tetrolab {VERSION}"
        )
    }

    /// Where candidates lie, in words.
    pub const fn projection(&self) -> &'static str {
        match self.settings.search.projection {
            Projection::UnitSphere => "on the unit sphere",
            Projection::Nothing => "without projection",
        }
    }

    /// What each weight belongs to.
    pub fn measures(&self) -> &[Measure] {
        &self.measures
    }

    /// The rules of the game.
    pub const fn rules(&self) -> DropRules {
        self.rules
    }

    /// The most games that are kept at once: those of a generation, or those by which results are judged. A search that begins again
    /// may have more candidates later.
    pub fn most_games(&self) -> u64 {
        let settings = &self.settings;
        let each = match settings.allocation {
            Allocation::Fixed => settings.games.max(settings.centre_games),
            Allocation::Racing => racing::LANES,
        };
        // The centre plays with the candidates, and the average with the results.
        let candidates = settings.search.population.unwrap_or(0) as u64 + 1;
        let judged = settings.runs.saturating_add(1);
        candidates.saturating_mul(each).max(judged.saturating_mul(settings.judging_games))
    }

    /// How many of `candidates` candidates shape the next generation. A restarted search has more of both.
    pub fn parents_of(&self, candidates: usize) -> usize {
        let search = &self.settings.search;
        let population = search.population.unwrap_or(candidates);
        let parents = search.parents.unwrap_or_else(|| (self.entry.default_parents)(population));
        parents * candidates / population
    }

    /// Whether a run is over: it has had all its generations, its search cannot go on, or with racing, there is nothing left to find out.
    pub fn is_over(&self, run: &[Generation]) -> bool {
        let is_raced = self.settings.allocation == Allocation::Racing;
        let is_at_end =
            matches!(run.last().and_then(|last| last.stop), Some(SearchStop::Converged | SearchStop::Diverged));
        run.len() as u64 >= self.settings.generations || is_at_end || is_raced && racing::is_over(run)
    }

    /// The search of a run at its beginning.
    pub fn start(&self, run: u64) -> Box<dyn Optimizer> {
        (self.entry.start)(&self.search(run)).expect("the settings were checked")
    }

    /// How the search of a run begins.
    pub fn search(&self, run: u64) -> continuous::Settings {
        self.settings.search.settings(self.drawn(Purpose::Search, run, 0))
    }

    /// The games of a generation; `count` of them are to be played.
    pub fn games(&self, run: u64, generation: u64, count: u64) -> Games {
        self.games_of(self.drawn(Purpose::Games, run, generation), count)
    }

    /// The games by which results are judged: the same for all.
    pub fn judging_games(&self) -> Games {
        self.games_of(self.drawn(Purpose::Judging, 0, 0), self.settings.judging_games)
    }

    fn games_of(&self, seed: u64, count: u64) -> Games {
        let deal = Deal { randomizer: self.randomizer, seed: Seed(seed), given: Vec::new() };
        Games { rules: self.rules, deal, first: 0, stop: Stop::Games(count) }
    }

    fn drawn(&self, purpose: Purpose, run: u64, generation: u64) -> u64 {
        let stream = Random::new(self.settings.seed, [purpose as u64, run]).next_value();
        Random::new(stream, [generation, 0]).next_value()
    }

    /// The weights that a point stands for; `None` if a player cannot have such weights.
    pub fn try_weights(&self, point: &[f64]) -> Option<Weights> {
        let weights: Vec<_> = self.measures.iter().cloned().zip(point.iter().copied()).collect();
        Weights::from_measures(weights).ok().filter(|_| point.len() == self.measures.len())
    }

    /// The weights that a point of a search stands for.
    ///
    /// # Panics
    /// If a player cannot have such weights.
    pub fn weights(&self, point: &[f64]) -> Weights {
        self.try_weights(point).expect("searches stay within what weights can be")
    }

    /// The player that a point stands for.
    pub fn player(&self, point: &[f64]) -> Player {
        let lookahead = if self.settings.game.two_piece { Lookahead::Two } else { Lookahead::One };
        Player::new(Some(self.weights(point)), self.rules, lookahead).expect("all numbers of each feature are there")
    }
}

/// No number of anything is larger.
const MOST: u64 = 1_000_000;

/// Whether there is a piece that can be dropped on the empty board without losing.
fn can_be_played(rules: DropRules, randomizer: Randomizer) -> bool {
    let comes = |piece: Piece| match randomizer {
        Randomizer::Weighted(weights) => weights[piece as usize] > 0,
        _ => true,
    };
    let survives = |drop| Dropped::new(rules, &rules.empty(), drop).is_some_and(|dropped| !dropped.outcome.is_lost);
    Piece::ALL.into_iter().filter(|&piece| comes(piece)).any(|piece| rules.drops(piece).any(survives))
}

impl Search {
    /// As the optimiser takes it.
    fn settings(&self, seed: u64) -> continuous::Settings {
        continuous::Settings {
            mean: self.start.clone(),
            sigma: self.sigma,
            population: self.population,
            parents: self.parents,
            projection: self.projection,
            restarts: self.restarts,
            noise: self.noise,
            seed,
        }
    }

    /// Says what the optimiser would choose, so that it is written down.
    fn fill_in(&mut self, entry: &Entry) {
        let population = *self.population.get_or_insert_with(|| (entry.default_population)(self.start.len()));
        if entry.has.contains(&continuous::Setting::Parents) {
            self.parents.get_or_insert_with(|| (entry.default_parents)(population));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hard_games_are_called_so() {
        let mut game = Game {
            size: "10x8".to_string(),
            lines_after_overflow: false,
            randomizer: Randomizer::HARD.to_string(),
            two_piece: false,
        };
        let rest = "no lines after overflow, hard (S and Z 3/11) pieces, one-piece decisions";
        assert_eq!(game.words(), format!("MDPTetris rules, 10x8, {rest}"));
        (game.randomizer, game.two_piece) = ("7-bag".to_string(), true);
        assert_eq!(game.words(), "MDPTetris rules, 10x8, no lines after overflow, 7-bag pieces, two-piece decisions");
    }
}
