//! The table of all questions, each the same as a command.

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use tetrolab_solve::Progress;

use super::words::{Allowed, Takes, Words};
use super::work::Work;
use crate::agents::candidate;
use crate::house::House;
use crate::picture::Placed;
use tetrolab_inputs::board::drawn;
use tetrolab_lab::solve;
use tetrolab_queries::fumen;
use tetrolab_queries::path::Path;
use tetrolab_queries::pc::path::Path as PcPath;
use tetrolab_queries::pc::percent::Percent;
use tetrolab_queries::place::Place;
use tetrolab_queries::placements::Placements;

/// No question about perfect clears looks at more queues: a bag and four pieces of the next are 4 233 600.
const MOST_QUEUES: u64 = 5_000_000;

/// A list of solutions says for which queues each is good, so these are fewer.
const MOST_QUEUES_LISTED: u64 = 100_000;
/// How many solutions are listed if nothing is said.
const LISTED: &str = "--limit=10";

/// Something that can be asked about a board.
#[derive(Debug)]
pub struct Question {
    /// Its name in messages.
    pub name: &'static str,
    /// What is typed after `tetrolab`; nothing if it is no command by itself.
    pub command: &'static str,
    /// What may be said, in groups that questions share.
    pub options: &'static [&'static [Allowed]],
    pub answered: Answered,
}

/// How long it takes.
#[derive(Clone, Copy, Debug)]
pub enum Answered {
    /// Well under a second.
    Soon(fn(&House, &Words) -> Result<Value>),
    /// Seconds, at most as many as the page says.
    Later(fn(&Words, &Work) -> Result<Value>),
}

use Takes::{Board, Count, Nothing, Word};

/// What every question about perfect clears takes.
const CLEARS: &[Allowed] = &[("board", Board), ("lines", Word), ("pattern", Word), ("hold", Word), ("drop", Word)];

/// All of them.
pub static QUESTIONS: &[Question] = &[
    Question {
        name: "place",
        command: "place",
        options: &[&[
            ("board", Board),
            ("piece", Word),
            ("next", Word),
            ("agent", Word),
            ("lookahead", Nothing),
            ("size", Word),
            ("lines-after-overflow", Nothing),
            ("top", Word),
        ]],
        answered: Answered::Soon(place),
    },
    Question {
        name: "placements",
        command: "placements",
        options: &[&[
            ("board", Board),
            ("piece", Word),
            ("spawn-row", Word),
            ("fall-back-row", Word),
            ("kicks", Word),
            ("half-turns", Nothing),
            ("cost", Word),
            ("no-auto-repeat", Nothing),
        ]],
        answered: Answered::Soon(placements),
    },
    Question {
        name: "path",
        command: "path",
        options: &[&[
            ("board", Board),
            ("rows", Word),
            ("width", Word),
            ("piece", Word),
            ("start", Word),
            ("goal", Takes::Words),
            ("best", Word),
            ("algorithm", Word),
            ("compare", Nothing),
            ("bound", Word),
            ("rotation", Word),
            ("estimate", Word),
            ("order", Word),
            ("letters", Word),
        ]],
        answered: Answered::Soon(|_, words| words.read::<Path>(&[])?.document()),
    },
    Question { name: "picture", command: "", options: &[&[("text", Board)]], answered: Answered::Soon(picture) },
    Question {
        name: "fumen",
        command: "",
        options: &[&[("text", Board), ("picture", Board)]],
        answered: Answered::Soon(fumen),
    },
    Question {
        name: "pc",
        command: "pc percent",
        options: &[CLEARS, &[("tree", Count(4)), ("failed", Count(1000))]],
        answered: Answered::Later(percent),
    },
    Question {
        name: "pc-path",
        command: "pc path",
        options: &[CLEARS, &[("minimal", Nothing), ("limit", Count(50))]],
        answered: Answered::Later(pc_path),
    },
    Question {
        name: "solve",
        command: "solve",
        options: &[&[
            ("queue", Word),
            ("bag", Word),
            ("randomizer", Word),
            ("game", Word),
            ("seed", Word),
            ("pieces", Word),
            ("genotype", Word),
            ("preset", Word),
            ("board", Board),
            ("algorithm", Word),
            ("empty", Nothing),
            ("time", Word),
        ]],
        answered: Answered::Later(solve),
    },
];

impl Question {
    /// The one with this name.
    ///
    /// # Errors
    /// There is none; the sentence names all.
    pub fn named(name: &str) -> Result<&'static Question> {
        let found = QUESTIONS.iter().find(|question| question.name == name);
        let names = || QUESTIONS.iter().map(|question| question.name).collect::<Vec<_>>().join(", ");
        found.with_context(|| format!("there is no question {name:?}; there are {}", names()))
    }

    /// All options that pages may give.
    pub fn allowed(&self) -> impl Iterator<Item = Allowed> + Clone {
        self.options.iter().copied().flatten().copied()
    }
}

fn place(house: &House, words: &Words) -> Result<Value> {
    let place: Place = words.read(&[])?;
    place.document_by(candidate(house, place.agent())?)
}

fn placements(_: &House, words: &Words) -> Result<Value> {
    let placements: Placements = words.read(&[])?;
    let (board, paths) = placements.answer()?;
    Ok(placements.document(&board, &paths))
}

/// A board that was pasted, as a picture or as fumen: its rows from the floor up, and the piece in play if one is drawn.
fn picture(_: &House, words: &Words) -> Result<Value> {
    let text = words.get("text").context("there is no \"text\"")?;
    let picture = drawn("the picture", text)?.sized(None, None, 0)?;
    let (blocks, size) = (picture.blocks, picture.blocks.board().size());
    Ok(json!({
        "width": size.width,
        "height": size.height,
        "rows": crate::picture::rows(&blocks, size.height),
        "piece": picture.in_play.map(Placed::from),
    }))
}

/// Fumen, both ways.
fn fumen(_: &House, words: &Words) -> Result<Value> {
    match (words.get("text"), words.get("picture")) {
        (Some(text), None) => fumen::decoded(text),
        (None, Some(picture)) => Ok(json!({ "text": fumen::encoded(&picture.replace('/', "\n"))? })),
        _ => bail!("fumen is asked with \"text\" or with \"picture\""),
    }
}

/// One thread for each question, so that games are not slowed down.
const ALONE: &[&str] = &["--threads=1"];

fn percent(words: &Words, work: &Work) -> Result<Value> {
    let percent: Percent = words.read(ALONE)?;
    percent
        .document(MOST_QUEUES, work.stop(), |known, queues| work.tell(|| json!({ "known": known, "queues": queues })))
}

fn pc_path(words: &Words, work: &Work) -> Result<Value> {
    let limit = words.get("limit").is_none().then_some(LISTED);
    let path: PcPath = words.read(&[ALONE, limit.as_slice()].concat())?;
    path.document(MOST_QUEUES_LISTED, work.stop(), |divisions, solutions| {
        work.tell(|| json!({ "divisions": divisions, "solutions": solutions }));
    })
}

fn solve(words: &Words, work: &Work) -> Result<Value> {
    let options: solve::Options = words.read(ALONE)?;
    options.document(work.stop(), |progress| {
        let Progress { stage, fitness, blocks, least_blocks, count, limit, temperature, evaluations, .. } = *progress;
        work.tell(|| {
            json!({
                "stage": stage,
                "fitness": fitness,
                "blocks": blocks,
                "least_blocks": least_blocks,
                "count": count,
                "limit": limit,
                "temperature": temperature,
                "evaluations": evaluations,
            })
        });
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_question_has_a_name_of_its_own_and_reads_no_files() {
        for (index, question) in QUESTIONS.iter().enumerate() {
            assert!(QUESTIONS[..index].iter().all(|other| other.name != question.name), "{}", question.name);
            for (option, takes) in question.allowed() {
                let files = ["weights", "out", "replay", "fitness", "decode", "patterns", "threads", "run", "resume"];
                assert!(!files.contains(&option), "{}: {option}", question.name);
                // Of the solver this is a file, of a path a place.
                assert!(option != "start" || question.name == "path");
                assert_eq!(["board", "text", "picture"].contains(&option), takes == Board, "{option}");
            }
        }
        assert!(Question::named("place").is_ok());
        assert!(Question::named("cat").is_err());
    }
}
