//! The reports in `docs/results`.

use std::fs;
use std::path::PathBuf;

use crate::run::{cargo, command, root, show};

/// Runs experiments of the catalogue, all of them or those that are named, each in about an hour, and writes their reports into
/// `docs/results`. Runs that were stopped are gone on with, and runs that are complete are only reported anew.
pub fn results(names: &[String]) -> Result<(), String> {
    let catalogue = catalogue()?;
    if let Some(unknown) = names.iter().find(|name| catalogue.iter().all(|entry| entry.name != **name)) {
        return Err(format!("there is no experiment {unknown}; tetrolab experiment list shows them"));
    }
    show(cargo(&["build", "--release"]))?;
    for Entry { name, scale } in &catalogue {
        if !names.is_empty() && !names.contains(name) {
            continue;
        }
        let run = format!("target/results/{name}");
        if root().join(&run).join("manifest.json").exists() {
            show(tetrolab(&["experiment", "resume", &run]))?;
        } else {
            show(tetrolab(&["experiment", "run", name, "--scale", scale, "--out", &run]))?;
        }
        show(tetrolab(&["experiment", "report", &run, "--out", &format!("docs/results/{name}")]))?;
    }
    Ok(())
}

/// An experiment, and as much of it as its kept report has, or as two cores do in about an hour.
struct Entry {
    name: String,
    scale: &'static str,
}

fn catalogue() -> Result<Vec<Entry>, String> {
    let folder = root().join("crates/experiments/catalogue");
    let wrong = |error| format!("{}: {error}", folder.display());
    let mut files: Vec<PathBuf> = fs::read_dir(&folder).map_err(wrong)?.flatten().map(|entry| entry.path()).collect();
    files.sort();
    let entry = |file: &PathBuf| {
        let text = fs::read_to_string(file).map_err(wrong)?;
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        // A report that is kept is made again as it is. Where the file does not say what is less in an hour, the whole takes no longer.
        let kept = fs::read_to_string(root().join(format!("docs/results/{name}/report.md"))).unwrap_or_default();
        let is_less = text.lines().any(|line| line.starts_with("hour = "));
        let scale = if is_less && !kept.contains(" Scale paper: ") { "hour" } else { "paper" };
        Ok(Entry { name, scale })
    };
    files.iter().map(entry).collect()
}

fn tetrolab(arguments: &[&str]) -> std::process::Command {
    command("target/release/tetrolab", arguments)
}
