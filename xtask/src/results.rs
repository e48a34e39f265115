//! The reports in `docs/results`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::run::{cargo, command, root, show};

/// Runs experiments of the catalogue, all of them or those that are named, each in about an hour, and writes their reports into
/// `docs/results`, without the page and the tables. Runs that were stopped are resumed, and runs that are complete are only reported anew.
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
        show(tetrolab(&["experiment", "report", &run]))?;
        let kept = root().join("docs/results").join(name);
        keep(&root().join(&run), &kept).map_err(|error| format!("{}: {error}", kept.display()))?;
    }
    Ok(())
}

/// Copies what git keeps of a report: the Markdown and its figures.
fn keep(report: &Path, kept: &Path) -> io::Result<()> {
    if kept.exists() {
        fs::remove_dir_all(kept)?;
    }
    fs::create_dir_all(kept.join("figures"))?;
    fs::copy(report.join("report.md"), kept.join("report.md"))?;
    for figure in fs::read_dir(report.join("figures"))? {
        let figure = figure?;
        fs::copy(figure.path(), kept.join("figures").join(figure.file_name()))?;
    }
    Ok(())
}

/// An experiment, and as much of it as its kept report has, or as two cores do in about an hour.
struct Entry {
    name: String,
    scale: &'static str,
}

fn catalogue() -> Result<Vec<Entry>, String> {
    let folder = root().join("crates/lab/catalogue");
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
