//! Reports as files.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tetrolab_report::{Document, figure_file, html, markdown, table_file};
use tetrolab_runs::files::write_whole;

pub const HTML: &str = "report.html";
/// The same as Markdown.
pub const MARKDOWN: &str = "report.md";

/// Writes a report into a folder: a page that needs nothing else, the same as Markdown with its figures as SVG files, and all tables as
/// CSV. Each file is written whole or not at all.
///
/// # Errors
/// If a file cannot be written; the error names it.
pub fn write(document: &Document, folder: &Path) -> io::Result<Vec<PathBuf>> {
    let named = |path: &Path, error: &io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
    let mut files: Vec<(String, String)> =
        document.figures().map(|(name, figure)| (figure_file(name), figure.svg())).collect();
    files.extend(document.tables().map(|table| (table_file(&table.name), table.csv())));
    files.push((MARKDOWN.to_owned(), markdown(document)));
    // The page last: where it is, everything is.
    files.push((HTML.to_owned(), html(document)));
    for name in ["", "tables", "figures"] {
        let path = folder.join(name);
        let is_needed = name.is_empty() || files.iter().any(|file| file.0.starts_with(name));
        if is_needed {
            fs::create_dir_all(&path).map_err(|error| named(&path, &error))?;
        }
    }
    let mut written = Vec::new();
    for (name, text) in files {
        let path = folder.join(name);
        // What is there already is left alone.
        if fs::read(&path).is_ok_and(|there| there == text.as_bytes()) {
            written.push(path);
            continue;
        }
        write_whole(&path, text.as_bytes()).map_err(|error| named(&path, &error))?;
        written.push(path);
    }
    Ok(written)
}
