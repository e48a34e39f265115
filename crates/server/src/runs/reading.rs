//! What is in the folders of runs: read once, and again as far as something was added.

mod experiment;
mod solved;
mod training;

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Result;
use serde::de::DeserializeOwned;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use tetrolab_lab::laboratory::{self, REPORT};
use tetrolab_lab::plot::training::Numbers;
use tetrolab_lab::solving;
use tetrolab_lab::train::{self, PLAYER, RESULT};
use tetrolab_report::plot::{self, DARK, LIGHT, Style};
use tetrolab_runs::files::read_plain;
use tetrolab_runs::folder::{self, Head, MANIFEST};

use super::kinds::Kind;
use super::{Name, Runs, State};
use crate::lock;
use crate::refusal::Refusal;
use experiment::Experimented;
use solved::Solved;
use tetrolab_sessions::texts::Language;
use training::Trained;

/// Runs whose lines are kept in memory.
const MOST_BOOKS: usize = 32;
/// Drawings of a run that are kept.
const MOST_DRAWINGS: usize = 16;

/// No result is larger, in bytes.
const LARGEST_RESULT: u64 = 64 << 20;

/// What was read of runs.
#[derive(Debug, Default)]
pub struct Shelf {
    books: HashMap<Name, (Stamp, Arc<Mutex<Open>>)>,
    briefs: HashMap<Name, (Stamp, Value)>,
}

impl Shelf {
    /// A run is gone.
    pub fn forget(&mut self, name: &Name) {
        self.books.remove(name);
        self.briefs.remove(name);
    }
}

/// By what it shows that something has changed: when the manifest was written, how long the lines are, and when the result or the report
/// was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stamp(Option<SystemTime>, u64, Option<SystemTime>);

impl Stamp {
    fn of(path: &Path, lines: &str) -> Stamp {
        let written = |file: &str| fs::metadata(path.join(file)).and_then(|data| data.modified()).ok();
        let length = fs::metadata(path.join(lines)).map_or(0, |data| data.len());
        Stamp(written(MANIFEST), length, written(RESULT).or_else(|| written(REPORT)))
    }
}

/// A run as it was read.
#[derive(Debug)]
enum Book {
    Training(Box<Trained>),
    Solving(Box<Solved>),
    Experiment(Box<Experimented>),
}

/// A run, and drawings of it as far as it was read.
#[derive(Debug)]
struct Open {
    book: Book,
    drawings: Vec<(View, Arc<Figure>)>,
}

/// A run has no such figure, or not yet.
fn no_figure() -> Refusal {
    Refusal::new(|texts| texts.refused.run_figure.to_string())
}

/// What a client looks at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// The name of the figure; the first one if none is named.
    pub figure: Option<String>,
    /// The run that figures of a single run show; the last one if none is named.
    pub run: Option<u64>,
    /// Whether the ground is dark.
    pub is_dark: bool,
    /// Panels side by side.
    pub columns: usize,
    /// What its words are in.
    pub language: Language,
}

/// A drawing has no more panels side by side.
const MOST_COLUMNS: usize = 2;

impl View {
    /// Draws a figure as it is looked at.
    fn drawn(&self, figure: plot::Figure) -> String {
        let style = Style {
            theme: if self.is_dark { &DARK } else { &LIGHT },
            columns: self.columns.clamp(1, MOST_COLUMNS),
            decimal_mark: self.language.decimal_mark(),
        };
        figure.said(&|text| self.language.figure(text)).drawn(&style)
    }

    /// The table behind a figure as it is looked at.
    fn written(&self, Numbers { columns, rows }: Numbers) -> Numbers {
        let say = |texts: Vec<String>| texts.iter().map(|text| self.language.figure(text)).collect();
        Numbers { columns: say(columns), rows: rows.into_iter().map(say).collect() }
    }
}

/// A figure with its numbers.
#[derive(Debug, Serialize)]
pub struct Figure {
    name: &'static str,
    run: u64,
    svg: String,
    #[serde(serialize_with = "as_table")]
    numbers: Numbers,
}

fn as_table<S: Serializer>(numbers: &Numbers, serializer: S) -> Result<S::Ok, S::Error> {
    json!({ "columns": numbers.columns, "rows": numbers.rows }).serialize(serializer)
}

/// Whether runs of this kind are read here.
fn is_readable(kind: &str) -> bool {
    [train::KIND, solving::KIND, laboratory::KIND].contains(&kind)
}

/// What came of a run, if it is there and can be understood.
fn result<T: DeserializeOwned>(path: &Path) -> Option<T> {
    serde_json::from_slice(&read_plain(&path.join(RESULT), LARGEST_RESULT).ok()?).ok()
}

impl Book {
    fn open(path: &Path) -> Result<Book> {
        match folder::kind(path)?.as_str() {
            solving::KIND => Ok(Book::Solving(Box::new(Solved::open(path)?))),
            laboratory::KIND => Ok(Book::Experiment(Box::new(Experimented::open(path)?))),
            _ => Ok(Book::Training(Box::new(Trained::open(path)?))),
        }
    }

    fn read_on(&mut self, path: &Path) -> Result<()> {
        match self {
            Book::Training(trained) => trained.read_on(path),
            Book::Solving(solved) => solved.read_on(path),
            Book::Experiment(experimented) => experimented.read_on(),
        }
    }

    fn brief(&self) -> Value {
        match self {
            Book::Training(trained) => trained.brief(),
            Book::Solving(solved) => solved.brief(),
            Book::Experiment(experimented) => experimented.brief(),
        }
    }

    fn details(&self, path: &Path) -> Value {
        match self {
            Book::Training(trained) => trained.details(path),
            Book::Solving(solved) => solved.details(),
            Book::Experiment(experimented) => experimented.details(),
        }
    }

    fn figure(&self, view: &View) -> Result<Figure> {
        match self {
            Book::Training(trained) => trained.figure(view),
            Book::Solving(solved) => solved.figure(view),
            // Those are in the report.
            Book::Experiment(_) => Err(no_figure().into()),
        }
    }
}

impl Open {
    /// The figure of a view, drawn once for all clients with the same view.
    fn figure(&mut self, view: &View) -> Result<Arc<Figure>> {
        if let Some((_, drawn)) = self.drawings.iter().find(|(known, _)| known == view) {
            return Ok(Arc::clone(drawn));
        }
        let drawn = Arc::new(self.book.figure(view)?);
        if self.drawings.len() >= MOST_DRAWINGS {
            self.drawings.remove(0);
        }
        self.drawings.push((view.clone(), Arc::clone(&drawn)));
        Ok(drawn)
    }
}

impl Runs {
    /// A run as far as it has come.
    fn book(&self, name: &Name) -> Result<Arc<Mutex<Open>>> {
        let path = self.path(name);
        let stamp = Stamp::of(&path, self.kind(name)?.lines);
        let known = lock(&self.shelf).books.get(name).cloned();
        // Another manifest is another run.
        let known = known.filter(|(before, _)| before.0 == stamp.0);
        let book = match known {
            Some((before, book)) if before == stamp => return Ok(book),
            Some((_, book)) => {
                let mut open = lock(&book);
                open.book.read_on(&path)?;
                open.drawings.clear();
                drop(open);
                book
            }
            None => Arc::new(Mutex::new(Open { book: Book::open(&path)?, drawings: Vec::new() })),
        };
        let mut shelf = lock(&self.shelf);
        if shelf.books.len() >= MOST_BOOKS {
            shelf.books.retain(|_, (_, book)| Arc::strong_count(book) > 1);
        }
        shelf.books.insert(name.clone(), (stamp, Arc::clone(&book)));
        Ok(book)
    }

    /// Whether a run has come to its end.
    pub fn is_done(&self, name: &Name, kind: &Kind) -> bool {
        match kind.name {
            laboratory::KIND => self.brief(name, kind.name).is_ok_and(|brief| brief["is_complete"] == true),
            _ => self.path(name).join(RESULT).is_file(),
        }
    }

    /// What is shown of a run in a list, without how it stands.
    fn brief(&self, name: &Name, kind: &str) -> Result<Value> {
        if !is_readable(kind) {
            return Ok(json!({}));
        }
        let stamp = Stamp::of(&self.path(name), self.kind(name)?.lines);
        let known = lock(&self.shelf).briefs.get(name).cloned();
        if let Some((_, brief)) = known.filter(|(before, _)| *before == stamp) {
            return Ok(brief);
        }
        let book = self.book(name)?;
        let brief = lock(&book).book.brief();
        lock(&self.shelf).briefs.insert(name.clone(), (stamp, brief.clone()));
        Ok(brief)
    }

    /// How a run stands and how far it is.
    pub fn summary(&self, name: &Name) -> Result<Value> {
        let path = self.path(name);
        let state = self.state(name)?;
        // Of a run without a head the state says what is wrong with it.
        let head = folder::head(&path).ok();
        let (mut document, unreadable) = match head.as_ref().map(|head: &Head| self.brief(name, &head.kind)) {
            Some(Ok(brief)) => (brief, None),
            Some(Err(error)) => (json!({}), Some(format!("{error:#}"))),
            None => (json!({}), None),
        };
        let job = self.job(name);
        if let Some(job) = &job {
            job.tell(&mut document["progress"]);
        }
        if matches!(state, State::Going | State::Stopping | State::Elsewhere)
            && !document["experiment"].is_null()
            && let Book::Experiment(experimented) = &lock(&*self.book(name)?).book
        {
            experimented.tell_running(&mut document["progress"]);
        }
        let has_result = ["result", "ended", "is_complete"].iter().any(|part| !document[part].is_null());
        let is_readable = head.as_ref().is_some_and(|head| is_readable(&head.kind));
        let failure = match &state {
            State::Failed(reason) => Some(reason.clone()),
            State::Done if is_readable && !has_result => {
                Some(unreadable.unwrap_or_else(|| format!("{RESULT} cannot be read")))
            }
            _ => unreadable,
        };
        let begun = Stamp::of(&path, "").0.and_then(|at| at.duration_since(UNIX_EPOCH).ok());
        document["name"] = name.as_str().into();
        document["kind"] = self.kind(name).ok().map(|kind| kind.name).into();
        document["command"] = head.as_ref().map(|head| head.command.as_str()).into();
        document["version"] = head.as_ref().map(|head| head.version.as_str()).into();
        document["state"] = state.name().into();
        document["failure"] = failure.into();
        document["threads"] = job.map(|job| job.threads).into();
        document["begun"] = begun.map(|begun| begun.as_secs()).into();
        document["has_player"] = path.join(PLAYER).is_file().into();
        document["has_report"] = path.join(REPORT).is_file().into();
        Ok(document)
    }

    /// All runs, the newest first.
    pub fn list(&self) -> Vec<Value> {
        let names = self.names();
        lock(&self.shelf).briefs.retain(|name, _| names.binary_search(name).is_ok());
        // One that has just been deleted is left out.
        let mut list: Vec<Value> = names.iter().filter_map(|name| self.summary(name).ok()).collect();
        list.sort_by_key(|run| std::cmp::Reverse(run["begun"].as_u64()));
        list
    }

    /// All runs that have a player, by name.
    pub fn players(&self) -> Vec<Name> {
        let has_player = |name: &Name| self.path(name).join(PLAYER).is_file() && self.kind(name).is_ok();
        self.names().into_iter().filter(has_player).collect()
    }

    /// Everything about a run; `None` where only its folder knows more.
    pub fn details(&self, name: &Name) -> Result<Option<Value>> {
        if !is_readable(self.kind(name)?.name) {
            return Ok(None);
        }
        let book = self.book(name)?;
        let open = lock(&book);
        Ok(Some(open.book.details(&self.path(name))))
    }

    /// How much there is to be known about a run: this changes when the details do.
    pub fn extent(&self, name: &Name) -> (u64, bool) {
        // The file with the lines of a damaged run is unknown.
        let lines = self.kind(name).map_or("", |kind| kind.lines);
        let Stamp(_, length, result) = Stamp::of(&self.path(name), lines);
        (length, result.is_some())
    }

    /// Draws the figure of a view.
    pub fn figure(&self, name: &Name, view: &View) -> Result<Arc<Figure>> {
        let book = self.book(name)?;
        lock(&book).figure(view)
    }
}
