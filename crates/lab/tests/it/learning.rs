//! Cells of experiments in which players of the research game learn and play, and the figures of them.

use std::num::NonZero;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::plots::layout::check;
use tetrolab_agents::AGENTS;
use tetrolab_lab::catalogue::Entry;
use tetrolab_lab::grid::{Cell, Control, Experiment, Outcome, Scale, Task};
use tetrolab_lab::laboratory::{Ended, Plan, Results, Run};
use tetrolab_lab::report::{DRAWS, figure};
use tetrolab_lab::train::learn;
use tetrolab_lab::train::record::found;
use tetrolab_lab::works::train::{generations, plan};
use tetrolab_simulate::Cpu;
use tetrolab_statistics::{Design, Estimate};

/// A short run of six features.
const SHORT: &str = r#"
    title = "short"
    [[grid]]
    name = "runs"
    work = "train"
    features = "boumaza-6"
    size = "10x8"
    randomizer = "hard"
    population = 12
    generations = 5
    games = 6
    centre-games = 10
    judging-games = 30
    repetitions = 3
    [[grid]]
    name = "games"
    work = "evaluate"
    agent = ["grid:runs", "boumaza-6"]
    size = "10x8"
    games = 25
    repetitions = 2
"#;

fn read(text: &str) -> Result<Experiment, String> {
    Experiment::read(text, Scale::Paper, None).map_err(|error| error.to_string())
}

/// Does one cell that needs no others.
fn done(experiment: &Experiment, cell: &Cell, stop: &AtomicBool) -> Option<Outcome> {
    let task = Task { cell, before: Vec::new(), transport: &() };
    experiment.grid_of(cell).work.run(&task, &Control { stop, tell: &|_, _| {} }).unwrap()
}

/// Runs an experiment.
fn run(folder: &Path, name: &str, text: &str, scale: Scale, threads: usize) -> Results {
    let plan = Plan { name: name.to_string(), scale, seed: None, text: text.to_string() };
    let mut run = Run::create(folder, plan, "tetrolab experiment run").unwrap();
    let ended = run.run(NonZero::new(threads).unwrap(), &(), &()).unwrap();
    assert_eq!(ended, Ended::Complete, "{name}: {:?}", run.results().failed);
    Results::read(folder).unwrap()
}

/// What came of all cells, but for what depends on the clock.
fn untimed(results: &Results) -> Vec<Outcome> {
    let of = |cell: &Cell| {
        let mut outcome = results.outcome(cell.id).unwrap().clone();
        for measure in results.experiment.grid_of(cell).work.measures().iter().filter(|measure| measure.is_timed) {
            outcome.values.remove(measure.name);
        }
        outcome
    };
    results.experiment.cells.iter().map(of).collect()
}

#[test]
fn threads_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let one = run(&folder.path().join("one"), "short", SHORT, Scale::Paper, 1);
    let three = run(&folder.path().join("three"), "short", SHORT, Scale::Paper, 3);
    let outcomes = untimed(&one);
    assert_eq!(outcomes, untimed(&three));
    // Runs differ, and all that should be is there.
    assert_ne!(outcomes[0].series["weights"], outcomes[1].series["weights"]);
    for (outcome, cell) in outcomes.iter().zip(&one.experiment.cells) {
        let work = one.experiment.grid_of(cell).work;
        for measure in work.measures().iter().filter(|measure| !measure.is_timed && measure.name != "score") {
            assert!(outcome.values.contains_key(measure.name), "{} {}", work.name(), measure.name);
        }
        assert!(work.courses().iter().all(|course| outcome.courses[course.name].len() == 5));
        assert!(serde_json::to_string(outcome).unwrap().len() < 10_000);
    }
}

/// A cell learns what a run of its plan learns, and what is kept of its generations is enough.
#[test]
fn a_cell_is_a_run() {
    let experiment = read(SHORT).unwrap();
    let cell = &experiment.cells[1];
    let outcome = done(&experiment, cell, &AtomicBool::new(false)).unwrap();
    let run = learn(&plan(&cell.settings, cell.own_seed()).unwrap(), 1, Cpu::default(), &()).unwrap().unwrap();
    assert_eq!(outcome.series["weights"], found(&run));
    let kept = generations(&outcome, 1).unwrap();
    assert_eq!(found(&kept), found(&run));
    assert_eq!(kept.len(), run.len());
    for (kept, generation) in kept.iter().zip(&run) {
        assert_eq!((kept.centre_score, kept.best_score), (generation.centre_score, generation.best_score));
        assert!(kept.mean.iter().zip(&generation.mean).all(|(a, b)| (a - b).abs() <= 1e-5 * b.abs()));
        assert_eq!((kept.axes.len(), kept.deviations.len()), (6, 6));
    }
}

#[test]
fn cells_can_be_stopped_at_any_time() {
    let long = SHORT.replace("games = 6", "games = 5000").replace("games = 25", "games = 5000").replace(
        "agent = [\"grid:runs\", \"boumaza-6\"]\n    size = \"10x8\"",
        "agent = \"bcts\"\n    size = \"10x20\"",
    );
    let experiment = read(&long).unwrap();
    for cell in [&experiment.cells[0], experiment.cells.last().unwrap()] {
        let stop = AtomicBool::new(false);
        let (outcome, waited) = std::thread::scope(|scope| {
            let cell = scope.spawn(|| {
                let task = Task { cell, before: Vec::new(), transport: &() };
                let control = Control { stop: &stop, tell: &|_, _| {} };
                experiment.grid_of(task.cell).work.run(&task, &control).unwrap()
            });
            std::thread::sleep(Duration::from_millis(50));
            let told = Instant::now();
            stop.store(true, Ordering::Relaxed);
            (cell.join().unwrap(), told.elapsed())
        });
        assert_eq!(outcome, None);
        assert!(waited < Duration::from_secs(1), "{waited:?}");
    }
}

#[test]
fn what_makes_no_sense_is_refused() {
    for (wrong, right, sentence) in [
        ("features = \"boumaza-7\"", "features = \"boumaza-6\"", "boumaza-7"),
        ("features = \"random\"", "features = \"boumaza-6\"", "random decides at random and weighs nothing"),
        ("noise = \"constant:4\"\n    size", "size", "cma-es has no noise"),
        ("noise = \"loud\"\n    size", "size", "a noise is none, constant:4, linear:5/10 or hyperbolic:20"),
        ("optimizer = \"cma\"\n    size", "size", "there is no optimizer \"cma\""),
        ("parents = 13\n    size", "size", "a μ (parents) of 13 is more than the λ (population) of 12"),
        ("games = 9000", "games = 6", "117000 games of a generation: at most 100000 are kept at once"),
        ("randomizer = \"mdptetris\"", "randomizer = \"hard\"", "games of mdptetris pieces are not to be learned from"),
        ("\"boumaza-9\"]", "\"boumaza-6\"]", "there is no agent \"boumaza-9\""),
        ("grid:walks", "grid:runs", "there is no grid \"walks\""),
        ("grid:games", "grid:runs", "the grid \"games\" has to stand before this one"),
        ("games = 25\n    lookahead = \"far\"", "games = 25", "there is no lookahead \"far\""),
        ("games = 25\n    randomizer = \"none\"", "games = 25", "games of none pieces"),
    ] {
        assert!(SHORT.contains(right), "{right}");
        let error = read(&SHORT.replacen(right, wrong, 1)).unwrap_err();
        assert!(error.contains(sentence), "{wrong}: {error}");
        assert!(error.starts_with("line "), "{error}");
    }
}

/// The mean of the published player is that which was measured elsewhere, with 101 376 games: 3858 lines on 10x10.
#[test]
fn published_players_score_what_was_measured() {
    let text = "title = \"known\"\n[[grid]]\nname = \"known\"\nwork = \"evaluate\"\nagent = \"boumaza-8\"\nsize = \"10x10\"\ngames = 300";
    let experiment = read(text).unwrap();
    let outcome = done(&experiment, &experiment.cells[0], &AtomicBool::new(false)).unwrap();
    let (lines, deaths) = (outcome.values["lines"] as u64, outcome.values["deaths"] as u64);
    let interval = Estimate { lines, deaths, design: Design::Complete }.interval(0.999);
    assert_eq!((deaths, outcome.series["scores"].len()), (300, 300));
    assert!(interval.lower < 3858.0 && interval.upper.unwrap() > 3858.0, "{interval:?}");
    assert!((outcome.values["variation"] - 1.0).abs() < 0.4, "{outcome:?}");
}

/// A player that knows the next piece scores better, and so does one that averages over all possible next pieces.
#[test]
fn foresight_helps() {
    let text = "title = \"ahead\"\n[[grid]]\nname = \"ahead\"\nwork = \"evaluate\"\nagent = \"boumaza-8\"\nrandomizer = \"hard\"\n\
                size = \"10x6\"\ngames = 20\nlookahead = [\"one-piece\", \"expectation\", \"two-piece\"]";
    let experiment = read(text).unwrap();
    let lines: Vec<f64> = (experiment.cells.iter())
        .map(|cell| done(&experiment, cell, &AtomicBool::new(false)).unwrap().values["lines"])
        .collect();
    assert!(lines.is_sorted_by(|a, b| a < b), "{lines:?}");
}

/// All players of the table are compared.
#[test]
fn no_player_is_forgotten() {
    let text = Entry::named("players").unwrap().text;
    let experiment = Experiment::read(text, Scale::Paper, None).unwrap();
    let mut names: Vec<String> = AGENTS.iter().map(|agent| agent.name.to_string()).collect();
    names.sort();
    for size in ["10x10", "10x16", "10x20"] {
        let of_size = experiment.cells.iter().filter(|cell| cell.grid == 0 && cell.settings.text("size") == size);
        let mut played: Vec<String> = of_size.map(|cell| cell.settings.text("agent").to_string()).collect();
        played.sort();
        played.dedup();
        assert_eq!(played, names, "{size}");
    }
}

/// A figure of every kind that is about learning or scores, of one kind of runs, of two, and of all.
#[test]
fn all_figures_can_be_drawn() {
    let mut text = SHORT.replace("games = 6\n", "games = 6\n    projection = [false, true]\n");
    for (number, draw) in DRAWS.iter().filter(|draw| draw.name.starts_with("training-")).enumerate() {
        for (place, filter) in ["{ }", "{ projection = true }"].into_iter().enumerate() {
            text += &format!(
                "[[figure]]\nname = \"f-{number}-{place}\"\ngrid = \"runs\"\ndraw = \"{}\"\ntitle = \"T\"\ncaption = \"C.\"\nwhere = {filter}\n",
                draw.name
            );
        }
    }
    text += "[[figure]]\nname = \"scores\"\ngrid = \"games\"\ndraw = \"score-distribution\"\ntitle = \"T\"\ncaption = \"C.\"\npanels = \"size\"\n";
    let folder = tempfile::tempdir().unwrap();
    let results = run(&folder.path().join("figures"), "figures", &text, Scale::Paper, 2);
    let svg = |name: &str| {
        let asked = results.experiment.figures.iter().find(|asked| asked.name == name).unwrap();
        let figure = figure(asked, &results);
        assert!(figure.title == "T" && figure.caption.starts_with("C."), "{}", asked.draw);
        assert!(!figure.panels.is_empty() || !figure.remark.is_empty(), "{}", asked.draw);
        let svg = figure.svg();
        let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{}-{name}.svg", asked.draw));
        std::fs::write(kept, &svg).unwrap();
        check(&svg).unwrap_or_else(|error| panic!("{}: {error}", asked.draw));
        svg
    };
    let all: Vec<String> = results.experiment.figures.iter().map(|asked| svg(&asked.name)).collect();
    assert_eq!(all.len(), 17);
    for (pair, draw) in all[..16].chunks(2).zip(DRAWS.iter().filter(|draw| draw.name.starts_with("training-"))) {
        // What sets two kinds of runs apart is said where there are two.
        let names = ["without projection", "on the unit sphere"];
        let is_drawn = draw.name != "training-correlation";
        assert!(names.iter().all(|name| pair[0].contains(name)) == is_drawn, "{}", draw.name);
        assert!(!pair[1].contains(names[0]), "{}", draw.name);
    }
    assert!(all[16].contains("grid:runs") && all[16].contains("boumaza-6") && all[16].contains(", 10x8"));
}

/// What is not done yet, or has nothing to do with it, is not drawn.
#[test]
fn figures_say_why_they_cannot_be_drawn() {
    let text = format!(
        "{SHORT}\n[[figure]]\nname = \"a\"\ngrid = \"games\"\ndraw = \"training-fitness\"\n[[figure]]\nname = \"b\"\ngrid = \"runs\"\ndraw = \"score-distribution\"\n"
    );
    let folder = tempfile::tempdir().unwrap();
    let reasons = |results: &Results| -> Vec<String> {
        let drawn = results.experiment.figures.iter().map(|asked| {
            let draw = DRAWS.iter().find(|draw| draw.name == asked.draw).unwrap();
            (draw.draw)(asked, results).map(drop).unwrap_err()
        });
        drawn.collect()
    };
    let plan = Plan { name: "none".to_string(), scale: Scale::Paper, seed: None, text: text.clone() };
    let begun = Run::create(&folder.path().join("begun"), plan, "").unwrap();
    assert_eq!(reasons(begun.results()), ["none of these runs is done yet", "none of these games is over yet"]);
    let results = run(&folder.path().join("done"), "done", &text, Scale::Paper, 2);
    let expected = ["the grid \"games\" has no training runs", "none of these games is over yet"];
    assert_eq!(reasons(&results), expected);
}
