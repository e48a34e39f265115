//! Sets of features that grow and shrink, on small boards and with few candidates.

use std::fs::{self, OpenOptions};
use std::num::NonZero;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use tetrolab_lab::select::{
    At, Direction, End, Line, Outcome, PLAYER, RESULT, STEPS, Selection, Selector, Settings, Step, Tried, Watch,
};
use tetrolab_lab::train;
use tetrolab_simulate::Cpu;

/// Few games on a low board.
fn settings(direction: Direction, features: &[&str], candidates: &[&str]) -> Settings {
    let mut game = train::Settings::published("cma-es", Vec::new()).game;
    game.size = "10x6".to_string();
    let texts = |list: &[&str]| list.iter().map(ToString::to_string).collect::<Vec<_>>();
    Settings {
        candidates: (!candidates.is_empty()).then(|| texts(candidates)),
        generations: 8,
        population: 6,
        games: 10,
        trial_generations: 2,
        trial_games: 20,
        judging_deaths: 300,
        ..Settings::new(direction, texts(features), game)
    }
}

fn threads(count: usize) -> Cpu {
    Cpu { threads: NonZero::new(count).unwrap() }
}

fn selected(folder: &Path, settings: Settings) -> Outcome {
    let mut selector = Selector::create(folder, Selection::new(settings).unwrap(), "a test").unwrap();
    selector.select(threads(2), &()).unwrap().unwrap()
}

#[test]
fn from_nothing_holes_come_first() {
    let folder = tempfile::tempdir().unwrap();
    let candidates = ["f9_diversity", "solver_deepest_well", "f8_rows_with_holes", "constant", "f3_row_transitions"];
    let outcome = selected(folder.path(), Settings { most: 2, ..settings(Direction::Grow, &[], &candidates) });
    assert_eq!(outcome.steps[0].feature, "f8_rows_with_holes");
    assert!(outcome.steps[0].verdict.accepted && outcome.steps[0].before.lines < outcome.steps[0].after.lines);
    assert_eq!((outcome.end, outcome.set.features.len(), outcome.worths.len()), (End::Full, 2, 2));
    assert!(outcome.worths.is_sorted_by(|a, b| a.ratio >= b.ratio));
    // Two intervals that are both right with 95 %.
    assert!(outcome.worths[1].interval[0] > 1.0 && outcome.worths[1].level == 0.975, "{outcome:?}");
    let player: tetrolab_agents::Weights = fs::read_to_string(folder.path().join(PLAYER)).unwrap().parse().unwrap();
    let weights: Vec<f64> = player.general().iter().map(|term| term.weight).collect();
    assert_eq!(weights, outcome.set.weights);
}

/// One that is always the same, multiples and sums of others, and one that is nearly so.
#[test]
fn what_is_of_no_use_is_not_added() {
    let folder = tempfile::tempdir().unwrap();
    let set = ["f1_landing_height", "f3_row_transitions", "f8_rows_with_holes"];
    let candidates = ["constant", "2 * f1_landing_height", "f3_row_transitions + f1_landing_height", USELESS];
    // With too little learning chance decides who learns more.
    let learned = Settings {
        generations: 40,
        population: 10,
        games: 20,
        trial_generations: 4,
        ..settings(Direction::Grow, &set, &candidates)
    };
    let outcome = selected(folder.path(), learned);
    assert_eq!(outcome.steps[0].feature, USELESS);
    assert_eq!((outcome.end, outcome.set.features), (End::NotBetter, set.map(str::to_string).to_vec()));
    let found = Selector::open(folder.path()).unwrap();
    let step = found.steps().next().unwrap();
    assert_eq!((step.candidates(), step.nothing_new.as_slice()), (1, &candidates.map(str::to_string)[..3]));
}

/// It is another number than those of the set, but hardly: it can decide what a landing height decides, and no more.
const USELESS: &str = "f1_landing_height + f9_diversity / 10000";

#[test]
fn nothing_to_try_makes_no_player() {
    let folder = tempfile::tempdir().unwrap();
    let outcome = selected(folder.path(), settings(Direction::Grow, &[], &["constant"]));
    assert_eq!((outcome.end, outcome.set.features.len(), outcome.score), (End::NothingToTry, 0, None));
    assert!(!folder.path().join(PLAYER).exists() && folder.path().join(RESULT).exists());
}

#[test]
fn a_set_that_shrinks_loses_what_is_of_no_use() {
    let folder = tempfile::tempdir().unwrap();
    let set = ["f1_landing_height", "constant", "f8_rows_with_holes"];
    // What can still be learned is no reason to go or to stay, so the set is learned well before.
    let shrink = Settings { generations: 40, judging_deaths: 8_000, ..settings(Direction::Shrink, &set, &[]) };
    let outcome = selected(folder.path(), shrink);
    assert_eq!(outcome.steps[0].feature, "constant");
    assert_eq!((outcome.end, outcome.steps.len()), (End::Missed, 2), "{outcome:?}");
    assert_eq!(outcome.set.features, ["f1_landing_height", "f8_rows_with_holes"]);
    // In the first step the set before is the one that all began with; in the second both play the same games.
    let [first, second] = &outcome.steps[..] else { panic!("{outcome:?}") };
    let beginning = |step: &Tried| step.beginning.clone().unwrap();
    assert_eq!((beginning(first).score, beginning(first).verdict), (first.before, first.verdict.clone()));
    assert_eq!((beginning(second).score.deaths, second.is_accepted()), (8_000, false));
    let found = Selector::open(folder.path()).unwrap();
    let steps: Vec<&Step> = found.steps().collect();
    let of_beginning = steps[1].trials.iter().find(|trial| trial.round == 5).unwrap();
    assert_eq!((&of_beginning.weights, of_beginning.score), (&steps[0].control.weights, beginning(second).score));
}

/// What was noted is believed only if it can be. Whatever the file says, the result is the same.
#[test]
fn notes_that_cannot_be_are_not_believed() {
    let whole = tempfile::tempdir().unwrap();
    selected(whole.path(), resumable());
    let folder = tempfile::tempdir().unwrap();
    let mut first = Selector::create(folder.path(), Selection::new(resumable()).unwrap(), "a test").unwrap();
    // In the middle of the first step.
    assert!(first.select(threads(2), &After(7, AtomicU64::new(0))).unwrap().is_none());
    drop(first);
    let partial = folder.path().join("partial.json");
    let steps = fs::read(folder.path().join(STEPS)).unwrap();
    let notes: serde_json::Value = serde_json::from_slice(&fs::read(&partial).unwrap()).unwrap();
    assert!(notes["trials"].as_array().unwrap().len() > 3);
    let changes: [fn(&mut serde_json::Value); 8] = [
        |trial| trial["weights"][0] = 1e80.into(),
        |trial| trial["weights"] = vec![1.0].into(),
        |trial| trial["weights"][0] = serde_json::Value::Null,
        |trial| trial["score"]["lines"] = u64::MAX.into(),
        |trial| trial["score"]["deaths"] = 0.into(),
        |trial| trial["learned"]["complete"] = false.into(),
        |trial| trial["pieces"] = u64::MAX.into(),
        |trial| trial["round"] = 0.into(),
    ];
    for change in changes {
        let mut edited = notes.clone();
        edited["trials"].as_array_mut().unwrap().iter_mut().for_each(change);
        fs::write(&partial, edited.to_string()).unwrap();
        fs::write(folder.path().join(STEPS), &steps).unwrap();
        let outcome = Selector::open(folder.path()).unwrap().select(threads(2), &()).unwrap();
        assert!(outcome.is_some());
        assert_eq!(files(folder.path()), files(whole.path()), "{edited}");
    }
}

#[test]
fn the_last_feature_stays() {
    let folder = tempfile::tempdir().unwrap();
    let set = ["constant", "f9_diversity > 7"];
    let outcome = selected(folder.path(), Settings { judging_deaths: 8_000, ..settings(Direction::Shrink, &set, &[]) });
    assert_eq!((outcome.end, outcome.set.features.len()), (End::OneLeft, 1));
}

/// Stops when this many trials have begun.
struct After(u64, AtomicU64);

impl Watch for After {
    fn begins(&self, _: At) {
        self.1.fetch_add(1, Ordering::Relaxed);
    }

    fn is_stopped(&self) -> bool {
        self.1.load(Ordering::Relaxed) > self.0
    }
}

fn resumable() -> Settings {
    let candidates = ["f8_rows_with_holes", "f1_landing_height", "f4_col_transitions", "lines"];
    let settings = settings(Direction::Grow, &["f5_holes", "f3_row_transitions"], &candidates);
    Settings { most: 4, trial_games: 10, judging_deaths: 100, ..settings }
}

fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort_unstable();
    names.into_iter().map(|name| (name.clone(), fs::read(folder.join(&name)).unwrap())).collect()
}

#[test]
fn a_run_that_was_stopped_gives_the_same() {
    let whole = tempfile::tempdir().unwrap();
    selected(whole.path(), resumable());
    let whole = files(whole.path());
    let names: Vec<&str> = whole.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["manifest.json", PLAYER, RESULT, STEPS]);
    let folder = tempfile::tempdir().unwrap();
    let first = Selector::create(folder.path(), Selection::new(resumable()).unwrap(), "a test").unwrap();
    let (mut selector, mut stops) = (Some(first), 0);
    loop {
        let mut going = selector.take().unwrap_or_else(|| Selector::open(folder.path()).unwrap());
        // Those that were made before begin and end at once, so one more is made each time.
        let done = going.select(threads(1 + stops as usize % 3), &After(stops, AtomicU64::new(0))).unwrap();
        if done.is_some() {
            break;
        }
        stops += 1;
        assert!(stops < 200, "it goes on");
    }
    assert!(stops > 5, "it was stopped {stops} times");
    assert_eq!(files(folder.path()), whole);
}

#[test]
fn a_torn_line_is_made_again() {
    let folder = tempfile::tempdir().unwrap();
    selected(folder.path(), resumable());
    let whole = files(folder.path());
    let path = folder.path().join(STEPS);
    let length = fs::metadata(&path).unwrap().len();
    for lost in [1, 700, length - 10] {
        OpenOptions::new().write(true).open(&path).unwrap().set_len(length - lost).unwrap();
        let mut selector = Selector::open(folder.path()).unwrap();
        assert!(selector.was_torn());
        selector.select(threads(2), &()).unwrap().unwrap();
        drop(selector);
        assert_eq!(files(folder.path()), whole, "{lost} bytes lost");
    }
}

#[test]
fn lines_that_do_not_fit_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    selected(folder.path(), resumable());
    let path = folder.path().join(STEPS);
    let text = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let refused = |lines: &[&str]| {
        fs::write(&path, lines.join("\n") + "\n").unwrap();
        Selector::open(folder.path()).map(drop).unwrap_err().to_string()
    };
    assert_eq!(refused(&lines[1..]), "steps.jsonl, line 1: it does not follow from the lines before");
    assert!(refused(&[lines[0], lines[0]]).starts_with("steps.jsonl, line 2: it does not follow"));
    assert!(refused(&[lines[0], lines[2]]).starts_with("steps.jsonl, line 2: it does not follow"));
    let Line::Begin(begin) = serde_json::from_str(lines[0]).unwrap() else { panic!("{}", lines[0]) };
    let other = lines[0].replace(&begin.set.weights[0].to_string(), "0.5,0.5");
    assert!(refused(&[&other]).contains("3 weights to begin with for 2 features"));
    let other = lines[0].replace(&begin.set.weights[0].to_string(), "1e60");
    assert_eq!(refused(&[&other]), "steps.jsonl, line 1: its weights are not of length 1");
    let other = lines[0].replace("f5_holes", "f6_wells");
    assert_eq!(refused(&[&other]), "steps.jsonl, line 1: it does not follow from the lines before");
    let other = lines[1].replacen("\"complete\":true", "\"complete\":false", 1);
    assert_eq!(refused(&[lines[0], &other]), "steps.jsonl, line 2: it has numbers that cannot be");
}

#[test]
fn settings_that_make_no_sense_are_refused() {
    let refused = |settings: Settings| Selection::new(settings).map(drop).unwrap_err();
    let grow = || settings(Direction::Grow, &["f5_holes"], &["lines"]);
    assert_eq!(refused(Settings { most: 1, ..grow() }), "there are 1 features already, and no more than 1 may be");
    assert!(refused(Settings { judging_deaths: 0, ..grow() }).contains("0 games to judge by: it is from 1"));
    assert!(refused(settings(Direction::Grow, &["f5_hole"], &[])).contains("the nearest is f5_holes"));
    assert!(refused(settings(Direction::Grow, &[], &["heights"])).contains("heights is several numbers"));
    assert!(refused(Settings { start: vec![1.0, 2.0], ..grow() }).contains("2 weights to begin with for 1 features"));
    assert!(refused(settings(Direction::Shrink, &["lines"], &[])).contains("begins with two features or more"));
    assert!(refused(settings(Direction::Shrink, &["lines", "f5_holes"], &["f6_wells"])).contains("that grows"));
    let mut other = grow();
    other.game.randomizer = "mdptetris".to_string();
    assert!(refused(other).contains("games of mdptetris pieces"));
}
