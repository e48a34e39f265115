//! Training runs: what they learn, and that nothing stops them for good.

use std::fs;
use std::num::NonZero;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use tetrolab_lab::train::record::Generation;
use tetrolab_lab::train::{Allocation, Choice, Outcome, Plan, Settings, Trainer, Watch};
use tetrolab_optimize::continuous::{Noise, OPTIMIZERS, Projection, Restarts};
use tetrolab_simulate::{Cpu, Tally};

fn features(names: &[&str]) -> Vec<String> {
    names.iter().map(ToString::to_string).collect()
}

/// Dellacherie's features on a board on which games are short.
fn settings(optimizer: &str) -> Settings {
    let names = ["f1_landing_height", "f2_eroded", "f3_row_transitions", "f4_col_transitions", "f5_holes", "f6_wells"];
    let mut settings = Settings::published(optimizer, features(&names));
    settings.game.size = "10x8".to_string();
    settings.game.randomizer = "hard".to_string();
    settings.search.population = Some(12);
    (settings.generations, settings.runs, settings.games, settings.centre_games) = (6, 2, 8, 10);
    settings.judging_games = 40;
    settings
}

fn cpu(threads: usize) -> Cpu {
    Cpu { threads: NonZero::new(threads).unwrap() }
}

fn train(path: &Path, settings: Settings) -> Outcome {
    let mut trainer = Trainer::create(path, Plan::new(settings).unwrap(), "tetrolab train").unwrap();
    trainer.train(cpu(2), &()).unwrap().unwrap()
}

/// What a run leaves behind.
fn files(path: &Path) -> Vec<(String, String)> {
    let mut files: Vec<_> = fs::read_dir(path)
        .unwrap()
        .map(|entry| entry.unwrap())
        .map(|entry| (entry.file_name().into_string().unwrap(), fs::read_to_string(entry.path()).unwrap()))
        .collect();
    files.sort();
    files
}

/// Stops after this many pieces.
struct Patience(AtomicU64);

impl Watch for Patience {
    fn played(&self, more: Tally) {
        let left = self.0.load(Ordering::Relaxed);
        self.0.store(left.saturating_sub(more.pieces), Ordering::Relaxed);
    }

    fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed) == 0
    }
}

/// Resumes a run again and again, each time until `pieces` of that part are played. Returns how often.
fn train_in_parts(path: &Path, settings: Settings, pieces: impl Fn(u64) -> u64) -> u64 {
    drop(Trainer::create(path, Plan::new(settings).unwrap(), "tetrolab train").unwrap());
    for part in 1.. {
        let mut trainer = Trainer::open(path).unwrap();
        let patience = Patience(AtomicU64::new(pieces(part)));
        if trainer.train(cpu(1 + part as usize % 3), &patience).unwrap().is_some() {
            return part;
        }
    }
    unreachable!("it ends")
}

#[test]
fn interruptions_change_nothing() {
    for allocation in Allocation::ALL {
        for optimizer in OPTIMIZERS {
            let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
            let mut settings = settings(optimizer.name);
            settings.allocation = allocation;
            train(folders[0].path(), settings.clone());
            let parts = train_in_parts(folders[1].path(), settings, |part| 9_000 + 1_371 * part);
            let whole = files(folders[0].path());
            assert!(parts > 2, "{} {allocation:?}: {parts}", optimizer.name);
            assert_eq!(files(folders[1].path()), whole, "{} {allocation:?}", optimizer.name);
            let names: Vec<&str> = whole.iter().map(|(name, _)| name.as_str()).collect();
            assert_eq!(names, ["generations.jsonl", "manifest.json", "player.toml", "result.json"]);
        }
    }
}

/// Wherever the file of generations breaks off, the run goes on from its last whole line.
#[test]
fn torn_lines_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let outcome = train(folder.path(), settings("cma-es"));
    let whole = files(folder.path());
    let lines = folder.path().join("generations.jsonl");
    let text = fs::read_to_string(&lines).unwrap();
    for share in [1, 3, 6, 9] {
        fs::write(&lines, &text[..text.len() * share / 10]).unwrap();
        let mut trainer = Trainer::open(folder.path()).unwrap();
        assert!(trainer.was_torn());
        assert_eq!(trainer.train(cpu(2), &()).unwrap().unwrap(), outcome);
        assert_eq!(files(folder.path()), whole);
    }
    // The last line without its end.
    fs::write(&lines, text.trim_end()).unwrap();
    assert!(Trainer::open(folder.path()).unwrap().was_torn());
}

#[test]
fn lines_that_do_not_belong_there_are_named() {
    let folder = tempfile::tempdir().unwrap();
    train(folder.path(), settings("cma-es"));
    let lines = folder.path().join("generations.jsonl");
    let text = fs::read_to_string(&lines).unwrap();
    let open = |text: &str| {
        fs::write(&lines, text).unwrap();
        Trainer::open(folder.path()).map(drop).unwrap_err().to_string()
    };
    let rest = text.split_once('\n').unwrap().1;
    assert_eq!(open(rest), "generations.jsonl, line 1: generation 1 of run 1 belongs here");
    let first: Vec<&str> = text.lines().take(2).collect();
    for (from, to) in [
        ("\"sigma\":", "\"sigma\":-"),
        ("\"population\":12", "\"population\":9"),
        ("\"generation\":2,\"evaluations\"", "\"generation\":7,\"evaluations\""),
        ("\"centre\":[", "\"centre\":[1e100,"),
    ] {
        let spoilt = first[1].replace(from, to);
        assert_ne!(spoilt, first[1], "{from}");
        let error = open(&format!("{}\n{spoilt}\n", first[0]));
        assert!(error.starts_with("generations.jsonl, line 2: "), "{from}: {error}");
    }
}

/// A run whose settings were changed would not be what it says.
#[test]
fn a_changed_manifest_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    train(folder.path(), settings("cma-es"));
    let manifest = folder.path().join("manifest.json");
    let text = fs::read_to_string(&manifest).unwrap();
    for (from, to) in [
        ("\"size\": \"10x8\"", "\"size\": \"10x9\""),
        ("\"f5_holes\"", "\"lines\""),
        ("\"runs\": 2", "\"runs\": 1"),
        ("\"games\": 8", "\"games\": 9"),
        ("\"two_piece\": false", "\"two_piece\": true"),
        ("\"digest\": \"", "\"digest\": \"0"),
    ] {
        assert!(text.contains(from), "{from}");
        fs::write(&manifest, text.replace(from, to)).unwrap();
        let error = Trainer::open(folder.path()).map(drop).unwrap_err().to_string();
        assert!(error.ends_with("manifest.json: its settings are not those that the run began with"), "{error}");
    }
    fs::write(&manifest, text.replace("tetrolab train", "typed in another way")).unwrap();
    assert!(Trainer::open(folder.path()).is_ok());
}

/// A result that is not that of the runs is not believed.
#[test]
fn a_changed_result_is_judged_again() {
    let folder = tempfile::tempdir().unwrap();
    let outcome = train(folder.path(), settings("cma-es"));
    let whole = files(folder.path());
    let result = folder.path().join("result.json");
    let text = fs::read_to_string(&result).unwrap();
    for (from, to) in
        [("f5_holes", "lines"), ("\"best_run\": ", "\"best_run\": 7"), ("\"deaths\": 40", "\"deaths\": 0")]
    {
        assert!(text.contains(from), "{from}");
        fs::write(&result, text.replace(from, to)).unwrap();
        assert_eq!(Trainer::open(folder.path()).unwrap().train(cpu(2), &()).unwrap(), Some(outcome.clone()));
        assert_eq!(files(folder.path()), whole);
    }
}

/// Counts how often kept games could not be used.
#[derive(Default)]
struct Losses(AtomicU64);

impl Watch for Losses {
    fn begins_again(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

/// Damaged saved games begin again, and the watch is told.
#[test]
fn damaged_games_begin_again() {
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let whole = train(folders[0].path(), settings("cma-es"));
    let path = folders[1].path();
    let mut trainer = Trainer::create(path, Plan::new(settings("cma-es")).unwrap(), "tetrolab train").unwrap();
    assert!(trainer.train(cpu(2), &Patience(AtomicU64::new(2_000))).unwrap().is_none());
    drop(trainer);
    let partial = path.join("partial.json");
    let text = fs::read_to_string(&partial).unwrap();
    for (spoilt, losses) in [
        (text.clone(), 0),
        (text[..text.len() / 2].to_string(), 1),
        (text.replacen("\"lanes\":[", "\"lanes\":[[],", 1), 1),
        (text.replacen("\"generation\":1,", "\"generation\":9,", 1), 0),
    ] {
        let run = tempfile::tempdir().unwrap();
        for name in ["manifest.json", "generations.jsonl"] {
            fs::copy(path.join(name), run.path().join(name)).unwrap();
        }
        fs::write(run.path().join("partial.json"), &spoilt).unwrap();
        let watch = Losses::default();
        let outcome = Trainer::open(run.path()).unwrap().train(cpu(2), &watch).unwrap().unwrap();
        assert_eq!(outcome, whole);
        assert_eq!(watch.0.into_inner(), losses);
    }
}

/// All candidates of a generation play the same games, the next generation others; threads do not matter.
#[test]
fn games_are_common_to_a_generation() {
    let plan = Plan::new(settings("cma-es")).unwrap();
    assert_ne!(plan.games(1, 1, 8).deal.seed, plan.games(1, 2, 8).deal.seed);
    assert_ne!(plan.games(1, 1, 8).deal.seed, plan.games(2, 1, 8).deal.seed);
    assert_ne!(plan.games(1, 1, 8).deal.seed, plan.judging_games().deal.seed);
    let mut searches = [plan.start(1), plan.start(2)];
    assert_ne!(searches[0].ask(), searches[1].ask());
    let points = searches[0].ask();
    searches[0].tell(&points, &[1.0; 12]).unwrap();
}

/// CMA-ES and its baselines, from nothing: all learn to play, and the search for weights beats luck.
#[test]
fn players_are_learned_from_nothing() {
    let score = |optimizer: &str, change: fn(&mut Settings)| {
        let folder = tempfile::tempdir().unwrap();
        let mut settings = settings(optimizer);
        (settings.generations, settings.runs, settings.judging_games) = (15, 2, 300);
        change(&mut settings);
        let outcome = train(folder.path(), settings);
        let player = fs::read_to_string(folder.path().join("player.toml")).unwrap();
        assert!(player.parse::<tetrolab_agents::Weights>().is_ok());
        outcome.average_score.mean()
    };
    let random = score("random", |_| {});
    let learned = score("cma-es", |_| {});
    let raced = score("cma-es", |settings| settings.allocation = Allocation::Racing);
    let plain = score("cma-es-plain", |settings| settings.search.restarts = Restarts::Ipop { factor: 2 });
    let entropy = score("cross-entropy", |settings| {
        (settings.search.sigma, settings.search.noise) = (1.0, Noise::Linear { start: 0.1, slope_generations: 100.0 });
        settings.search.projection = Projection::UnitSphere;
    });
    assert!(learned > 35.0 && raced > 35.0 && plain > 35.0 && entropy > 30.0, "{learned} {raced} {plain} {entropy}");
    assert!(learned > random, "{learned} {random}");
}

/// Raw weights have no length that anything would keep in bounds (figures 2 and 3 of Boumaza 2009); on the unit sphere they settle.
#[test]
fn without_projection_the_search_diverges() {
    let spread = |projection: Projection| {
        let folder = tempfile::tempdir().unwrap();
        let mut settings = settings("cma-es-plain");
        settings.search.projection = projection;
        (settings.generations, settings.runs, settings.games) = (40, 1, 8);
        let plan = Plan::new(settings).unwrap();
        let mut trainer = Trainer::create(folder.path(), plan, "").unwrap();
        trainer.train(cpu(2), &()).unwrap();
        let length = |vector: &[f64]| vector.iter().map(|weight| weight * weight).sum::<f64>().sqrt();
        let at = |generation: &Generation| (length(&generation.deviations), length(&generation.mean));
        [0, 9, 39].map(|place| at(&trainer.generations()[place]))
    };
    let [first, early, late] = spread(Projection::Nothing);
    assert!(early.0 > 2.0 * first.0, "it widens: {first:?} {early:?} {late:?}");
    assert!(late.1 > 2.0 * early.1 && late.1 > 10.0, "it runs away: {first:?} {early:?} {late:?}");
    let [first, early, late] = spread(Projection::UnitSphere);
    assert!(late.0 < 0.5 * early.0 && early.0 < first.0, "it narrows: {first:?} {early:?} {late:?}");
    assert!(early.1 <= 1.0 && late.1 <= 1.0, "it stays: {first:?} {early:?} {late:?}");
}

/// A search that begins again with more candidates begins from nothing. What it found before is not forgotten.
#[test]
fn restarts_forget_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut settings = settings("cma-es");
    settings.features.truncate(5);
    settings.game.size = "10x6".to_string();
    settings.search.restarts = Restarts::Ipop { factor: 2 };
    settings.search.population = Some(6);
    (settings.runs, settings.games, settings.centre_games, settings.judging_games) = (1, 3, 6, 200);
    let run = |settings: Settings, path: &Path| {
        let mut trainer = Trainer::create(path, Plan::new(settings).unwrap(), "").unwrap();
        let outcome = trainer.train(cpu(2), &()).unwrap().unwrap();
        let populations: Vec<usize> = trainer.generations().iter().map(|generation| generation.scores.len()).collect();
        (outcome, populations)
    };
    settings.generations = 400;
    let (_, populations) = run(settings.clone(), &folder.path().join("long"));
    let restart = populations.iter().position(|&population| population == 12).expect("a search that begins again");
    // The first generation of the second search is the last of the run.
    settings.generations = restart as u64 + 1;
    let (outcome, populations) = run(settings, &folder.path().join("short"));
    assert_eq!(populations.last(), Some(&12));
    assert!(outcome.runs[0].score.mean() > 5.0, "{:?}", outcome.runs[0]);
}

/// Hard games, smaller boards, both settings of overflow, two pieces, formulas and features of several numbers.
#[test]
fn every_kind_of_game_can_be_learned() {
    let changes: [fn(&mut Settings); 6] = [
        |settings| settings.game.randomizer = "weighted:1/1/1/1/5/1/5".to_string(),
        |settings| settings.game.size = "6x12".to_string(),
        |settings| settings.game.lines_after_overflow = true,
        |settings| (settings.game.two_piece, settings.games) = (true, 2),
        |settings| settings.features = features(&["f1_landing_height", "heights", "f5_holes > 3"]),
        |settings| settings.result = Choice::Best,
    ];
    for change in changes {
        let folder = tempfile::tempdir().unwrap();
        let mut settings = settings("cma-es");
        (settings.generations, settings.judging_games) = (2, 5);
        change(&mut settings);
        let outcome = train(folder.path(), settings.clone());
        assert_eq!(outcome.runs.len(), 2);
        if settings.result == Choice::Best {
            let best = outcome.runs.iter().map(|run| run.score.mean()).fold(0.0, f64::max);
            assert_eq!(outcome.runs[outcome.best_run as usize - 1].score.mean(), best);
            assert_eq!(outcome.player(), outcome.runs[outcome.best_run as usize - 1].mean);
        }
    }
}

#[test]
fn all_that_is_wrong_is_said() {
    let refused = |change: fn(&mut Settings)| {
        let mut settings = settings("cma-es");
        change(&mut settings);
        Plan::new(settings).unwrap_err().to_string()
    };
    type Case = (fn(&mut Settings), &'static str);
    let cases: [Case; 11] = [
        (|s| s.features[4] = "f5_hole".to_string(), "there is no feature \"f5_hole\"; the nearest is f5_holes"),
        (|s| s.features.clear(), "there is no feature"),
        (|s| s.features.push("f5_holes".to_string()), "f5_holes is repeated"),
        (|s| s.search.optimizer = "cmaes".to_string(), "there is no optimizer \"cmaes\"; the nearest is cma-es"),
        (|s| s.search.population = Some(1), "a λ (population) of 1: it is from 2 to 1048576"),
        (|s| s.search.parents = Some(13), "a μ (parents) of 13 is more than the λ (population) of 12"),
        (|s| s.search.start = vec![1.0; 2], "2 weights to begin with for 6 features"),
        (|s| s.game.size = "2x20".to_string(), "a board has 4 to 16 columns and 1 to 40 rows"),
        (|s| s.game.randomizer = "mdptetris".to_string(), "games of mdptetris pieces are not to be learned from"),
        (|s| s.games = 0, "0 games: it is from 1 to 1000000"),
        (|s| s.search.noise = Noise::Constant(1.0), "cma-es has no noise"),
    ];
    for (change, reason) in cases {
        assert_eq!(refused(change), reason);
    }
    let both = refused(|settings| {
        settings.game.size = "x".to_string();
        settings.generations = 0;
    });
    assert_eq!(both, "a size is columns x rows, such as 10x20; 0 generations: it is from 1 to 1000000");
}
