//! Whole experiments: run, interrupted, resumed, reported and compared.

use std::fs;
use std::num::NonZero;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tetrolab_lab::grid::Scale;
use tetrolab_lab::laboratory::{Ended, Plan, Progress, Results, Run, Watch};
use tetrolab_lab::report::{self, TIMED, Verdict};

const TEXT: &str = r#"
title = "Two players <of> the \"research\" game"
question = """
Which one scores better?

They play the same games."""
source = "Boumaza 2009"

[[grid]]
name = "players"
work = "evaluate"
agent = ["dellacherie", "boumaza-8"]
size = ["10x8", "10x10"]
games = 5
repetitions = 10

[[table]]
title = "Scores"
rows = ["size", "agent"]

[[figure]]
name = "scores"
draw = "intervals"
title = "Scores of both"
axis = "agent"
panels = "size"

[[figure]]
name = "spread"
draw = "boxes"
measure = "pieces"
axis = "agent"
panels = "size"

[[published]]
where = { agent = "dellacherie", size = "10x10" }
value = 2347
low = 2330
high = 2361
source = "measured on MDPTetris' rules"

[[published]]
where = { agent = "boumaza-8", size = "10x10" }
value = 38580
source = "ten times what it is"

[[comparison]]
name = "agents"
axis = "agent"
by = ["size"]

[[comparison]]
name = "pieces"
measure = "pieces"
axis = "agent"
by = ["size"]
"#;

fn plan(seed: u64) -> Plan {
    Plan { name: "two".to_string(), scale: Scale::Paper, seed: Some(seed), text: TEXT.to_string() }
}

/// Runs an experiment to its end on `threads` threads.
fn done(folder: &Path, seed: u64, threads: usize) -> Results {
    let mut run = Run::create(folder, plan(seed), "typed").unwrap();
    assert_eq!(run.run(NonZero::new(threads).unwrap(), &(), &()).unwrap(), Ended::Complete);
    drop(run);
    Results::read(folder).unwrap()
}

/// All tables of a report by name, but for those that depend on the clock.
fn tables(results: &Results, folder: &Path) -> Vec<(String, String)> {
    report::write(&report::of_run(results), folder).unwrap();
    let mut tables: Vec<(String, String)> = fs::read_dir(folder.join("tables"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| !path.file_stem().unwrap().to_str().unwrap().ends_with(TIMED))
        .map(|path| (path.file_name().unwrap().to_str().unwrap().to_string(), fs::read_to_string(&path).unwrap()))
        .collect();
    tables.sort();
    tables
}

#[test]
fn a_report_says_what_was_found_and_whether_it_agrees() {
    let folder = tempfile::tempdir().unwrap();
    let results = done(&folder.path().join("run"), 1, 2);
    let verdicts: Vec<Verdict> = report::beside(&results).iter().map(|beside| beside.verdict).collect();
    assert_eq!(verdicts, [Verdict::Agrees, Verdict::Differs]);

    let target = folder.path().join("report");
    let tables = tables(&results, &target);
    let names: Vec<&str> = tables.iter().map(|table| table.0.as_str()).collect();
    let expected = [
        "cells-players.csv",
        "comparison-agents.csv",
        "comparison-pieces.csv",
        "players.csv",
        "published.csv",
        "settings-players.csv",
    ];
    assert_eq!(names, expected);
    let cells = &tables[0].1;
    assert_eq!(cells.lines().count(), 1 + 2 * 2 * 10);
    assert!(cells.starts_with("cell,agent,size,repetition,seed,deaths,"), "{cells}");
    let scores = &tables[3].1;
    assert!(scores.starts_with("size,agent,cells,score (lines),score low,score high,"), "{scores}");
    assert_eq!(scores.lines().count(), 5);
    // Lower boards, fewer lines, and an interval around each mean.
    for line in scores.lines().skip(1) {
        let numbers: Vec<f64> = line.split(',').skip(3).take(3).map(|field| field.parse().unwrap()).collect();
        assert!(numbers[1] < numbers[0] && numbers[0] < numbers[2], "{line}");
    }

    let page = fs::read_to_string(target.join("report.html")).unwrap();
    for text in [
        "Two players &lt;of&gt; the &quot;research&quot; game",
        "Which one scores better?",
        "Published figures that agree with ours: 1 of 2; that differ: 1.",
        "tetrolab experiment run two.toml --scale paper --seed 1 --out FOLDER",
        "<svg xmlns",
        "All 40 cells are done.",
        "<li>score by agent: 10x8, dellacherie against boumaza-8: may be chance, ratio ",
        "; 10x10, dellacherie against boumaza-8: may be chance, difference -",
    ] {
        assert!(page.contains(text), "{text}");
    }
    assert!(!page.contains("src=") && !page.contains("NaN"), "nothing comes from outside");
    let markdown = fs::read_to_string(target.join("report.md")).unwrap();
    assert!(markdown.contains("![Scores of both](figures/scores.svg)"), "{markdown}");
    for name in ["scores", "spread"] {
        let svg = fs::read_to_string(target.join(format!("figures/{name}.svg"))).unwrap();
        roxmltree::Document::parse(&svg).unwrap();
    }
}

#[test]
fn tables_do_not_depend_on_threads() {
    let folder = tempfile::tempdir().unwrap();
    let of = |name: &str, threads| {
        let results = done(&folder.path().join(name), 7, threads);
        tables(&results, &folder.path().join(format!("{name}-report")))
    };
    assert_eq!(of("one", 1), of("three", 3));
}

/// Stops after some checks.
struct Impatient(AtomicUsize);

impl Watch for Impatient {
    fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed) == 0
    }

    fn progress(&self, _: &Progress) {
        let _ = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |looks| looks.checked_sub(1));
    }
}

#[test]
fn runs_that_are_stopped_end_with_the_same_tables() {
    let folder = tempfile::tempdir().unwrap();
    let whole = done(&folder.path().join("whole"), 3, 2);
    let path = folder.path().join("stopped");
    let mut run = Run::create(&path, plan(3), "typed").unwrap();
    let mut ended = run.run(NonZero::<usize>::MIN, &(), &Impatient(AtomicUsize::new(0))).unwrap();
    let mut times = 0;
    while ended == Ended::Stopped {
        drop(run);
        run = Run::open(&path).unwrap();
        ended = run.run(NonZero::<usize>::MIN, &(), &Impatient(AtomicUsize::new(1 + times))).unwrap();
        times += 1;
    }
    drop(run);
    let stopped = Results::read(&path).unwrap();
    assert!(times > 0 && stopped.is_complete());
    assert_eq!(tables(&stopped, &folder.path().join("a")), tables(&whole, &folder.path().join("b")));
}

#[test]
fn two_runs_are_compared() {
    let folder = tempfile::tempdir().unwrap();
    let [first, again, other] =
        [("first", 1), ("again", 1), ("other", 2)].map(|(name, seed)| done(&folder.path().join(name), seed, 2));
    let compared = report::compared(&first, &again);
    let same = tetrolab_report::markdown(&compared);
    assert!(
        same.contains("40 cells are in both runs with the same settings and seed; 40 of them have the same numbers"),
        "{same}"
    );
    // How fast it went may well have changed.
    let scores = compared.tables().find(|table| table.name == "players").unwrap();
    let verdicts: Vec<String> = scores.rows.iter().map(|row| row.last().unwrap().words()).collect();
    assert!(!verdicts.is_empty() && verdicts.iter().all(|verdict| verdict == "the same"), "{same}");
    let different = tetrolab_report::markdown(&report::compared(&first, &other));
    assert!(different.contains("No cell is in both runs"), "{different}");
    assert!(different.contains("may be chance"), "{different}");
}

#[test]
fn a_report_of_many_cells_is_quick() {
    let text =
        TEXT.replace("repetitions = 10", "repetitions = 80").replace("games = 5", "games = 1").replace("10x10", "10x6");
    let folder = tempfile::tempdir().unwrap();
    let plan = Plan { name: "many".to_string(), scale: Scale::Paper, seed: None, text };
    let path = folder.path().join("run");
    let mut run = Run::create(&path, plan, "typed").unwrap();
    assert_eq!(run.run(NonZero::new(2).unwrap(), &(), &()).unwrap(), Ended::Complete);
    drop(run);
    let begun = Instant::now();
    let results = Results::read(&path).unwrap();
    assert_eq!(results.experiment.cells.len(), 320);
    report::write(&report::of_run(&results), &path).unwrap();
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    let share = results.recording_seconds / results.work_seconds();
    println!("report {:?}, recording {:.3} %", begun.elapsed(), 100.0 * share);
}

/// Lines of a file that a run has, by the kind of event.
fn count(folder: &Path, event: &str) -> usize {
    let lines = fs::read_to_string(folder.join("events.jsonl")).unwrap();
    lines.lines().filter(|line| line.starts_with(&format!("{{\"event\":\"{event}\""))).count()
}

#[test]
fn what_another_run_has_done_is_taken_over() {
    let folder = tempfile::tempdir().unwrap();
    let [few, more, whole] = ["few", "more", "whole"].map(|name| folder.path().join(name));
    let with = |text: String| Plan { name: "two".to_string(), scale: Scale::Paper, seed: None, text };
    let threads = NonZero::new(2).unwrap();
    let mut run = Run::create(&few, with(TEXT.replace("repetitions = 10", "repetitions = 4")), "few").unwrap();
    assert_eq!(run.run(threads, &(), &()).unwrap(), Ended::Complete);
    drop(run);
    // Other words, a grid of another name, and more of the same.
    let text = TEXT.replace("They play the same games.", "They meet again.").replace("\"players\"", "\"pair\"");
    let mut run = Run::create(&more, with(text.clone()), "more").unwrap();
    let earlier = Results::to_be_taken_over(&few).unwrap();
    assert_eq!(run.take_over(&earlier).unwrap(), 16);
    assert_eq!(run.take_over(&earlier).unwrap(), 0, "all is taken already");
    drop(run);
    let mut run = Run::open(&more).unwrap();
    assert_eq!((run.results().count(), run.results().taken), (16, 16));
    assert_eq!(run.run(threads, &(), &()).unwrap(), Ended::Complete);
    drop(run);
    assert_eq!((count(&more, "started"), count(&more, "done")), (24, 40));
    let mut run = Run::create(&whole, with(text), "more").unwrap();
    assert_eq!(run.run(threads, &(), &()).unwrap(), Ended::Complete);
    drop(run);
    let [more, whole] = [&more, &whole].map(|path| (Results::read(path).unwrap(), path.join("report")));
    assert_eq!(tables(&more.0, &more.1), tables(&whole.0, &whole.1));
    let page = fs::read_to_string(more.1.join("report.md")).unwrap();
    assert!(page.contains("They meet again.") && page.contains("16 of 40 cells"), "{page}");
    // Another seed: nothing is the same.
    let path = folder.path().join("other");
    let mut run = Run::create(&path, Plan { seed: Some(2), ..plan(2) }, "other").unwrap();
    assert_eq!(run.take_over(&earlier).unwrap(), 0);
}

/// A player that was learned from more runs is another player, although it is called the same.
#[test]
fn what_follows_from_other_cells_is_not_taken_over() {
    let text = |repetitions: u32| {
        format!(
            "title = \"learned\"\n[[grid]]\nname = \"learned\"\nwork = \"train\"\nfeatures = \"boumaza-6\"\nsize = \"10x6\"\n\
             population = 4\ngenerations = 2\ngames = 2\ncentre-games = 2\njudging-games = 2\nrepetitions = {repetitions}\n\
             [[grid]]\nname = \"played\"\nwork = \"evaluate\"\nagent = [\"grid:learned\", \"random\"]\nsize = \"10x6\"\ngames = 2\n"
        )
    };
    let folder = tempfile::tempdir().unwrap();
    let with = |repetitions| Plan { name: "l".to_string(), scale: Scale::Paper, seed: None, text: text(repetitions) };
    let mut run = Run::create(&folder.path().join("one"), with(2), "one").unwrap();
    assert_eq!(run.run(NonZero::<usize>::MIN, &(), &()).unwrap(), Ended::Complete);
    drop(run);
    let earlier = Results::to_be_taken_over(&folder.path().join("one")).unwrap();
    for (name, repetitions, taken) in [("same", 2, 4), ("more", 3, 3)] {
        let mut run = Run::create(&folder.path().join(name), with(repetitions), name).unwrap();
        assert_eq!(run.take_over(&earlier).unwrap(), taken, "{name}");
        assert_eq!(run.run(NonZero::<usize>::MIN, &(), &()).unwrap(), Ended::Complete);
    }
}

/// What all pairs say alike cannot be told from chance where there are too few of them.
#[test]
fn too_few_pairs_are_not_called_chance() {
    let text = TEXT.replace("repetitions = 10", "repetitions = 5").replace("\"dellacherie\", ", "\"random\", ");
    let text = text.replace("agent = \"dellacherie\"", "agent = \"random\"");
    let folder = tempfile::tempdir().unwrap();
    let plan = Plan { name: "few".to_string(), scale: Scale::Paper, seed: None, text };
    let mut run = Run::create(folder.path(), plan, "typed").unwrap();
    assert_eq!(run.run(NonZero::<usize>::MIN, &(), &()).unwrap(), Ended::Complete);
    let document = report::of_run(run.results());
    let pieces = document.tables().find(|table| table.name == "comparison-pieces").unwrap();
    let verdicts: Vec<String> = pieces.rows.iter().map(|row| row.last().unwrap().words()).collect();
    assert!(verdicts.contains(&"too few pairs to tell".to_string()), "{verdicts:?}");
    assert!(tetrolab_report::markdown(&document).contains("too few pairs to tell, difference -"));
}

/// Labels may stand for several settings: what is the same in a whole side need not be the same in the other.
#[test]
fn labels_are_compared() {
    let grid = |label: &str, agent: &str, games: u32| {
        format!(
            "[[grid]]\nname = \"players\"\nwork = \"evaluate\"\nlabel = \"{label}\"\nagent = \"{agent}\"\nsize = [\"10x6\", \"10x7\"]\ngames = {games}\nrepetitions = 8\n"
        )
    };
    let asked = "[[comparison]]\nname = \"labels\"\nmeasure = \"pieces\"\naxis = \"label\"\n";
    let text = format!("title = \"labels\"\n{}{}{asked}", grid("few", "random", 2), grid("many", "boumaza-8", 9));
    let folder = tempfile::tempdir().unwrap();
    let plan = Plan { name: "labels".to_string(), scale: Scale::Paper, seed: None, text };
    let mut run = Run::create(folder.path(), plan, "typed").unwrap();
    assert_eq!(run.run(NonZero::new(2).unwrap(), &(), &()).unwrap(), Ended::Complete);
    report::write(&report::of_run(run.results()), folder.path()).unwrap();
    let table = fs::read_to_string(folder.path().join("tables/comparison-labels.csv")).unwrap();
    let row = table.lines().nth(1).unwrap();
    // Eight repetitions, each with two sizes that share their games; all of them differ in the same way.
    assert!(row.starts_with("few,many,8,-") && row.contains(",0.0078125,0.0078125,many has more"), "{table}");
}
