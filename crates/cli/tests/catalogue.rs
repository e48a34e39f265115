//! Every experiment that comes with the program, at its smallest scale: run, reported, and looked through.

mod program;

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::Value;
use tetrolab_lab::catalogue::{CATALOGUE, Entry};
use tetrolab_lab::grid::{Experiment, Scale};

use program::{refusal, tetrolab, text};

/// All experiments at their smallest scale take less.
const TOGETHER: Duration = Duration::from_secs(90);

fn done(folder: &Path, arguments: &[&str]) -> String {
    let output = tetrolab(folder, arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

#[test]
fn every_experiment_is_run_and_reported() {
    let folder = tempfile::tempdir().unwrap();
    let begun = Instant::now();
    for entry in CATALOGUE {
        let since = Instant::now();
        let arguments = ["experiment", "run", entry.name, "--scale", "smoke", "--out", entry.name, "--json"];
        let report: Value = serde_json::from_str(&done(folder.path(), &arguments)).unwrap();
        println!("{:>6.2} s  {}", since.elapsed().as_secs_f64(), entry.name);
        assert_eq!(report["done"], report["cells"], "{}", entry.name);
        let page = fs::read_to_string(folder.path().join(entry.name).join("report.html")).unwrap();
        for wrong in ["Nothing to draw", "NaN", "there is no figure", "http://", "https://"] {
            let page = page.replace("http://www.w3.org/2000/svg", "");
            assert!(!page.contains(wrong), "{}: {wrong}", entry.name);
        }
        let figures = fs::read_dir(folder.path().join(entry.name).join("figures")).unwrap();
        let mut count = 0;
        for figure in figures {
            let svg = fs::read_to_string(figure.unwrap().path()).unwrap();
            assert!(svg.starts_with("<svg ") && !svg.contains("NaN") && !svg.contains("inf\""), "{}", entry.name);
            count += 1;
        }
        assert!(count > 0, "{} has no figure", entry.name);
        let markdown = fs::read_to_string(folder.path().join(entry.name).join("report.md")).unwrap();
        for file in markdown.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|rest| rest.0) {
            assert!(folder.path().join(entry.name).join(file).is_file(), "{}: {file}", entry.name);
        }
    }
    println!("{:>6.2} s  all", begun.elapsed().as_secs_f64());
    assert!(begun.elapsed() < TOGETHER, "{:?}", begun.elapsed());
}

#[test]
fn experiments_are_listed_and_shown() {
    let folder = tempfile::tempdir().unwrap();
    let list = done(folder.path(), &["experiment", "list"]);
    assert!(CATALOGUE.iter().all(|entry| list.contains(entry.name)), "{list}");
    let list: Value = serde_json::from_str(&done(folder.path(), &["experiment", "list", "--json"])).unwrap();
    assert_eq!(list["experiments"].as_array().unwrap().len(), CATALOGUE.len());
    let works: Value = serde_json::from_str(&done(folder.path(), &["experiment", "works", "--json"])).unwrap();
    assert!(works["works"].as_array().unwrap().iter().any(|work| work["name"] == "evaluate"));
    for entry in CATALOGUE {
        let shown = done(folder.path(), &["experiment", "show", entry.name]);
        assert!(shown.contains("--scale smoke:") && shown.contains("--scale paper:"), "{shown}");
        assert_eq!(done(folder.path(), &["experiment", "show", entry.name, "--file"]), entry.text);
    }
    let documented = include_str!("../../../docs/experiments.md");
    assert!(CATALOGUE.iter().all(|entry| documented.contains(&format!("| `{}` | {} |", entry.name, entry.meaning))));
    let wrong = refusal(folder.path(), &["experiment", "run", "boumaza-player"]);
    assert!(wrong.contains("boumaza-players"), "{wrong}");
    let nothing = "title = \"a\"\n[[grid]]\nname = \"x\"\nwork = \"evaluate\"\nagent = \"bcts\"\nrepetitions = 0\n";
    fs::write(folder.path().join("nothing.toml"), nothing).unwrap();
    let wrong = refusal(folder.path(), &["experiment", "run", "nothing.toml", "--out", "nothing"]);
    assert!(wrong.contains("there is no cell") && !folder.path().join("nothing").exists(), "{wrong}");
    refusal(folder.path(), &["experiment", "report", "nowhere"]);
    refusal(folder.path(), &["report", "nowhere", "--compare", "nowhere"]);
}

#[test]
fn two_runs_are_compared() {
    let folder = tempfile::tempdir().unwrap();
    for (name, seed) in [("one", "1"), ("other", "2")] {
        let arguments = ["experiment", "run", "guideline-speed", "--scale", "smoke", "--seed", seed, "--out", name];
        done(folder.path(), &arguments);
    }
    let said = done(folder.path(), &["report", "one", "--compare", "other", "--out", "changes"]);
    assert!(said.contains("report.html"), "{said}");
    let markdown = fs::read_to_string(folder.path().join("changes/report.md")).unwrap();
    assert!(markdown.starts_with("# What changed"), "{markdown}");
}

/// Every experiment has a report in docs/results, of the cells that it has now: a change of an experiment requires a
/// new run.
#[test]
fn kept_reports_are_of_the_experiments_as_they_are() {
    let results = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/results"));
    let overview = fs::read_to_string(results.join("README.md")).unwrap();
    for Entry { name, text, .. } in CATALOGUE {
        let folder = results.join(name);
        assert!(overview.contains(&format!("({name}/report.md)")), "docs/results/README.md does not name {name}");
        let report = fs::read_to_string(folder.join("report.md"));
        let report = report.unwrap_or_else(|error| panic!("{name}: {error}; run it by cargo xtask results {name}"));
        let scale = Scale::ALL.into_iter().find(|scale| report.contains(&format!(" Scale {scale}: "))).unwrap();
        let (_, file) = report.split_once(&format!("The file {name}.toml</summary>\n\n```\n")).unwrap();
        let (file, _) = file.split_once("\n```\n").unwrap();
        let [then, now] = [file, text].map(|text| Experiment::read(text, scale, None).unwrap());
        assert_eq!(then.cells.len(), now.cells.len(), "{name}: run it again by cargo xtask results {name}");
        assert!(then.cells == now.cells, "{name}: run it again by cargo xtask results {name}");
        assert!(report.contains(&format!("All {} cells are done.", now.cells.len())), "{name}");
        let figures = fs::read_dir(folder.join("figures")).unwrap().map(|figure| figure.unwrap().file_name());
        for figure in figures.map(|name| name.into_string().unwrap()) {
            assert!(report.contains(&format!("](figures/{figure})")), "{name}: its report does not show {figure}");
        }
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 2, "{name}: only the Markdown and its figures are kept");
    }
    let folders = fs::read_dir(results).unwrap().map(|entry| entry.unwrap()).filter(|entry| entry.path().is_dir());
    for name in folders.map(|folder| folder.file_name().to_string_lossy().into_owned()) {
        Entry::named(&name).unwrap_or_else(|error| panic!("docs/results: {error}"));
    }
}
