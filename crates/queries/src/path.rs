//! The way of a piece to where it should be.

mod json;
mod question;
mod search;

use std::ffi::OsString;

use anyhow::{Result, ensure};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, StyledStr, TypedValueParser};
use serde_json::Value;
use tetrolab_agents::path::{
    ALGORITHMS, Action, Algorithm, ESTIMATES, Estimate, LETTERINGS, Lettering, Options, Order, Place, Report, TURNINGS,
    Timeline, Turning,
};
use tetrolab_agents::sevilla::{VARIANTS, Variant};
use tetrolab_engine::{MAX_HEIGHT, MAX_WIDTH, Piece};

use crate::moves::pieces;
pub use question::{NoRoom, Question};
use tetrolab_inputs::numbers::speed;

/// The end of the help.
const PLACES: &str = "A PLACE is four cells, each row,column counted from 0 at the top left: \"17,4 18,4 19,3 19,4\" or \
[[17,4],[18,4],[19,3],[19,4]]; or facing and centre: west@18,4; or the same with column x and row y from the floor, as \
`tetrolab placements` prints them: west@x4,y1. Exit code 1: no plan. docs/path.md explains the rest.";

/// Which piece goes where, and how the way is searched.
#[derive(Debug, Args)]
#[command(after_help = PLACES)]
pub struct Path {
    /// A picture of the board, top row first: a file, or the rows themselves with / between them; four small letters of a piece
    /// are the start. Or fumen: v115@… or a link, its first page, or page N with #N at the end, without its piece
    #[arg(long, value_name = "PICTURE|FUMEN")]
    board: Option<OsString>,
    /// Rows of the board [default: those of the picture, or 20]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=i64::from(MAX_HEIGHT)))]
    #[arg(allow_negative_numbers = true)]
    rows: Option<u8>,
    /// Columns of the board [default: those of the picture, or 10]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(4..=i64::from(MAX_WIDTH)))]
    #[arg(allow_negative_numbers = true)]
    width: Option<u8>,
    /// The piece
    #[arg(long, ignore_case = true, value_parser = pieces())]
    piece: Option<Piece>,
    /// Where it starts [default: in the middle of the top rows]
    #[arg(long, value_name = "PLACE", allow_hyphen_values = true)]
    start: Option<Place>,
    /// Where it should arrive; can be given several times, any of them will do
    #[arg(long, value_name = "PLACE", allow_hyphen_values = true)]
    goal: Vec<Place>,
    /// Instead of a goal: the placement with the least score
    #[arg(long, value_name = "SCORE", value_parser = scores(), conflicts_with = "goal")]
    pub best: Option<&'static Variant>,
    /// How to search
    #[arg(long, value_name = "NAME", default_value = "a-star", value_parser = algorithms())]
    pub algorithm: &'static Algorithm,
    /// The most steps of a plan, for depth-bounded (rows plus columns, if not given) and iterative-deepening
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = bound)]
    bound: Option<u32>,
    /// How pieces turn
    #[arg(long, value_name = "RULE", default_value = "sevilla", value_parser = turnings())]
    rotation: Turning,
    /// What best-first and a-star go by [default: admissible]
    #[arg(long, value_name = "NAME", value_parser = estimates())]
    estimate: Option<Estimate>,
    /// In which order actions are tried: which of several best plans is found
    #[arg(long, value_name = "ACTIONS", default_value_t)]
    order: Order,
    /// How actions are written
    #[arg(long, value_name = "HOW", default_value = "sevilla", value_parser = letterings())]
    pub letters: Lettering,
    /// Instead of one algorithm: a table of all
    #[arg(long, conflicts_with_all = ["algorithm", "animate"])]
    pub compare: bool,
    /// Show the search and play the plan: drawn in a terminal, as text otherwise
    #[arg(long, conflicts_with = "json")]
    pub animate: bool,
    /// How many times faster the animation is
    #[arg(long, default_value_t = 1.0, value_parser = speed, requires = "animate", allow_negative_numbers = true)]
    pub speed: f64,
    /// Print one JSON document
    #[arg(long)]
    pub json: bool,
}

/// An algorithm and what it answered.
pub struct Answer {
    pub algorithm: &'static Algorithm,
    pub report: Report<Action>,
}

impl Path {
    /// What `--json` prints; for one algorithm also what it did, moment by moment.
    pub fn document(&self) -> Result<Value> {
        let (question, options) = self.question()?;
        if self.compare {
            return Ok(json::comparison(self, &question, &compare(&question, &options), &options));
        }
        let mut expanded = Vec::new();
        let report = (self.algorithm.search)(&question.problem, &options, &mut |state| expanded.push(state));
        let answer = Answer { algorithm: self.algorithm, report };
        let mut document = json::answer(self, &question, &answer, &options);
        let ending = plan(self, &question, &answer, &options);
        let found = answer.report.plan.unwrap_or_default();
        document["search"] = search::document(&Timeline::new(&question.problem, expanded, found, ending));
        Ok(document)
    }

    /// What is asked, checked.
    pub fn question(&self) -> Result<(Question, Options)> {
        if !self.compare {
            self.refuse("--bound", self.bound.is_some(), |algorithm| algorithm.takes_bound)?;
            self.refuse("--estimate", self.estimate.is_some(), |algorithm| algorithm.uses_estimate)?;
        }
        let options = Options { estimate: self.estimate.unwrap_or(Estimate::ADMISSIBLE), bound: self.bound };
        Ok((Question::new(self)?, options))
    }

    /// What `--json` prints for one algorithm.
    pub fn written(&self, question: &Question, answer: &Answer, options: &Options) -> Value {
        json::answer(self, question, answer, options)
    }

    /// What `--json` prints for all of them.
    pub fn comparison(&self, question: &Question, answers: &[Answer], options: &Options) -> Value {
        json::comparison(self, question, answers, options)
    }

    /// Refuses an option that the algorithm has no use for.
    fn refuse(&self, option: &str, is_given: bool, has_a_use: fn(&Algorithm) -> bool) -> Result<()> {
        let names: Vec<&str> = ALGORITHMS.iter().filter(|one| has_a_use(one)).map(|one| one.name).collect();
        ensure!(
            !is_given || has_a_use(self.algorithm),
            "{} takes no {option}; only {} do",
            self.algorithm.name,
            names.join(" and ")
        );
        Ok(())
    }
}

/// Each algorithm on the same problem. A single run of some microseconds says more about what the processor did before, so
/// the time is the shortest of a few.
pub fn compare(question: &Question, options: &Options) -> Vec<Answer> {
    const RUNS: usize = 9;
    let fastest = |algorithm: &'static Algorithm| {
        let runs = (0..RUNS).map(|_| algorithm.solve(&question.problem, options));
        let report = runs.min_by_key(|report| report.time).expect("there are runs");
        Answer { algorithm, report }
    };
    ALGORITHMS.iter().map(fastest).collect()
}

/// The plan on one line, or a sentence if it is empty or there is none.
pub fn plan(path: &Path, question: &Question, answer: &Answer, options: &Options) -> String {
    match &answer.report.plan {
        Some(plan) if plan.is_empty() => "nothing to do: the start is a goal".to_string(),
        Some(plan) => path.letters.plan(plan),
        None => no_plan(question, answer, options),
    }
}

/// Why there is no plan.
pub fn no_plan(question: &Question, answer: &Answer, options: &Options) -> String {
    if answer.report.cut_off {
        let bound = options.bound.unwrap_or_else(|| options.depth(&question.problem));
        let steps = if bound == 1 { "step" } else { "steps" };
        return format!("no plan within {bound} {steps}: the bound is too small to tell; try a larger --bound");
    }
    let what = if question.problem.goals().len() == 1 { "the goal" } else { "any goal" };
    format!("no plan: the piece cannot reach {what}")
}

/// Values that come from a table, each with its line of help.
fn values(table: impl Iterator<Item = (&'static str, impl Into<StyledStr>)>) -> PossibleValuesParser {
    PossibleValuesParser::new(table.map(|(name, meaning)| PossibleValue::new(name).help(meaning)))
}

fn bound(text: &str) -> Result<u32, &'static str> {
    text.parse().map_err(|_| "a bound is a number of steps, 0 or more")
}

fn algorithms() -> impl TypedValueParser<Value = &'static Algorithm> {
    let table = ALGORITHMS.iter().map(|algorithm| {
        let meaning = format!("{} (the course: {})", algorithm.meaning, algorithm.spanish);
        (algorithm.name, meaning)
    });
    values(table).map(|name| Algorithm::named(&name).expect("it is in the table"))
}

fn turnings() -> impl TypedValueParser<Value = Turning> {
    let table = TURNINGS.iter().map(|turning| (turning.name, turning.meaning));
    values(table).map(|name| Turning::named(&name).expect("it is in the table"))
}

fn estimates() -> impl TypedValueParser<Value = Estimate> {
    let table = ESTIMATES.iter().map(|estimate| (estimate.name, estimate.meaning));
    values(table).map(|name| Estimate::named(&name).expect("it is in the table"))
}

fn letterings() -> impl TypedValueParser<Value = Lettering> {
    let table = LETTERINGS.iter().map(|lettering| (lettering.name, lettering.meaning));
    let find = |name: &str| LETTERINGS.into_iter().find(|lettering| lettering.name == name);
    values(table).map(move |name| find(&name).expect("it is in the table"))
}

fn scores() -> impl TypedValueParser<Value = &'static Variant> {
    let table = VARIANTS.iter().map(|variant| (variant.name, variant.meaning));
    values(table).map(|name| Variant::named(&name).expect("it is in the table"))
}
