//! Every figure of a training is a picture that can be read, whatever the training was.
//!
//! The pictures are left in the folder for temporary files of the target directory, to be looked at.

pub mod layout;
mod synthetic;

use std::fs;
use std::path::Path;

use layout::check;
use synthetic::{EIGHT, Synthetic};
use tetrolab_lab::plot::training::{FIGURES, Training, divergence_beside, figures};
use tetrolab_lab::train::record::{Generation, Score};
use tetrolab_report::plot::{DARK, Style};

/// Leaves a picture for people to look at.
fn keep(name: &str, svg: &str) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("plots");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join(format!("{name}.svg")), svg).unwrap();
}

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

fn training<'a>(weights: &'a [String], generations: &'a [Generation]) -> Training<'a> {
    Training {
        title: "Eight features, projected",
        caption: "10x16 board, CMA-ES with 30 candidates, 100 games each, seed 7, tetrolab 0.1.0.",
        command: "tetrolab train --size 10x16 --features eight --runs 20 --generations 50 --seed 7",
        weights,
        generations,
        published: &[],
    }
}

/// Draws, checks and keeps all figures.
fn check_all(name: &str, training: &Training<'_>, run: u64) -> Vec<String> {
    let drawn = figures(training, run);
    assert_eq!(drawn.len(), FIGURES.len());
    let mut pictures = Vec::new();
    for figure in drawn {
        keep(&format!("{name}-{}", figure.name), &figure.svg);
        check(&figure.svg).unwrap_or_else(|error| panic!("{name}, {}: {error}", figure.name));
        pictures.push(figure.svg);
    }
    for kind in FIGURES {
        let dark = kind.figure(training, run).drawn(&Style { theme: &DARK, columns: 1, ..Style::FILE });
        check(&dark).unwrap_or_else(|error| panic!("{name}, {} on a dark ground: {error}", kind.name));
        let numbers = kind.numbers(training, run);
        assert!(numbers.rows.iter().all(|row| row.len() == numbers.columns.len()), "{name}, {}", kind.name);
    }
    pictures
}

#[test]
fn twenty_runs_with_eight_weights() {
    let weights = names(&EIGHT);
    let generations = Synthetic { weights: 8, runs: 20, generations: 50, projected: true }.generations();
    let published = [
        ("boumaza-8", vec![-0.3213, 0.0744, -0.2851, -0.5907, -0.2188, -0.2650, -0.0822, -0.5499]),
        ("somebody", vec![-2.18, 2.42, -2.17, -3.31, 0.95, -2.22, -0.81, -9.65]),
        ("too short", vec![1.0]),
    ];
    let training = Training { published: &published, ..training(&weights, &generations) };
    let pictures = check_all("twenty", &training, 3);
    for (svg, kind) in pictures.iter().zip(FIGURES) {
        assert!(svg.contains(training.command), "{}", kind.name);
        // The figure over all runs of one quantity names no weight.
        if !["fitness", "eigenvalues", "runs"].contains(&kind.name) {
            assert!(svg.contains("f1 landing height"), "{}", kind.name);
        }
    }
    let learned = &pictures[5];
    assert!(learned.contains("boumaza-8") && learned.contains("somebody") && !learned.contains("too short"));
}

#[test]
fn without_and_with_projection() {
    let weights = names(&EIGHT);
    let raw = Synthetic { weights: 8, runs: 1, generations: 50, projected: false }.generations();
    let projected = Synthetic { weights: 8, runs: 1, generations: 50, projected: true }.generations();
    let free = Training { title: "Eight features, free", ..training(&weights, &raw) };
    let drawn = divergence_beside((&free, "without projection"), (&training(&weights, &projected), "with projection"));
    keep("divergence", &drawn.svg());
    check(&drawn.svg()).unwrap();
    let empty = divergence_beside((&training(&weights, &[]), "first"), (&training(&weights, &projected), "second"));
    check(&empty.svg()).unwrap();
}

#[test]
fn fourteen_weights_with_formulas() {
    let mut weights = names(&EIGHT);
    weights.extend(names(&[
        "f3_row_transitions * f4_col_transitions",
        "log(1 + f5_holes) - f1_landing_height / 2",
        "wells_fast",
        "f9_diversity",
        "max(f6_wells, 3) <= 2 & f2_eroded",
        "",
    ]));
    let generations = Synthetic { weights: 14, runs: 6, generations: 50, projected: true }.generations();
    check_all("fourteen", &training(&weights, &generations), 1);
}

#[test]
fn figures_of_several_runs_say_so_if_there_is_one() {
    let weights = names(&EIGHT);
    let generations = Synthetic { weights: 8, runs: 1, generations: 50, projected: true }.generations();
    let pictures = check_all("one-run", &training(&weights, &generations), 1);
    for (index, sentence) in [
        (5, "Box plots need the final centres of at least two runs with a direction, and there are 1."),
        (6, "Weights: 8. Such runs: 1."),
        (7, "A comparison needs at least two runs, and there are 1."),
    ] {
        assert!(pictures[index].contains(sentence), "{}", FIGURES[index].name);
    }
}

#[test]
fn one_generation_and_none() {
    let weights = names(&EIGHT);
    let generations = Synthetic { weights: 8, runs: 4, generations: 1, projected: true }.generations();
    check_all("one-generation", &training(&weights, &generations), 1);
    let pictures = check_all("missing-run", &training(&weights, &generations), 9);
    assert!(pictures[2].contains("Run 9 has no generation yet."));
    check_all("nothing", &training(&[], &[]), 1);
}

/// A run that was stopped early takes part as long as it lasts.
#[test]
fn runs_of_different_lengths() {
    let weights = names(&EIGHT);
    let mut generations = Synthetic { weights: 8, runs: 5, generations: 40, projected: true }.generations();
    generations.retain(|generation| generation.run != 2 || generation.generation <= 25);
    let pictures = check_all("shorter", &training(&weights, &generations), 2);
    assert!(pictures[7].contains("All runs reach generation 25."));
}

#[test]
fn odd_numbers_can_be_drawn() {
    let weights = names(&EIGHT);
    let plain = Synthetic { weights: 8, runs: 4, generations: 6, projected: true }.generations();
    let change = |name: &str, change: fn(&mut Generation)| {
        let mut generations = plain.clone();
        generations.iter_mut().for_each(change);
        check_all(name, &training(&weights, &generations), 1);
    };
    change("zeros", |generation| {
        generation.sigma = 0.0;
        for values in [&mut generation.mean, &mut generation.axes, &mut generation.deviations] {
            values.fill(0.0);
        }
    });
    change("huge", |generation| {
        generation.sigma *= 1e30;
        for values in [&mut generation.mean, &mut generation.axes, &mut generation.deviations] {
            values.iter_mut().for_each(|value| *value *= 1e30);
        }
    });
    change("not-numbers", |generation| {
        generation.sigma = f64::INFINITY;
        generation.mean[0] = f64::NAN;
        generation.axes.fill(f64::NAN);
        generation.deviations[1] = f64::INFINITY;
    });
    change("too-few-weights", |generation| {
        for values in [&mut generation.mean, &mut generation.axes, &mut generation.deviations] {
            values.truncate(5);
        }
    });
    change("same", |generation| generation.mean.fill(0.25));
    for (name, score) in [
        ("no-deaths", Score { lines: 40_000, deaths: 0, complete: false }),
        ("no-games", Score { lines: 0, deaths: 0, complete: true }),
        ("no-lines", Score { lines: 0, deaths: 100, complete: true }),
        ("many-lines", Score { lines: u64::MAX, deaths: 1, complete: true }),
    ] {
        let mut generations = plain.clone();
        for generation in &mut generations {
            (generation.centre_score, generation.best_score) = (score, score);
        }
        check_all(name, &training(&weights, &generations), 1);
    }
}
