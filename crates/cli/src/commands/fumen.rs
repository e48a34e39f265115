//! `tetrolab fumen`: documents of players, drawn and written.

mod text;

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::{Args, Subcommand};
use tetrolab_protocols::fumen::Fumen as Document;

use tetrolab_queries::fumen;
use tetrolab_runs::files;

/// The end of the help of `encode`.
const PICTURES: &str = "A picture shows the rows from the top down, ten cells each: . is empty, X a grey Block, a capital piece letter \
a Block of that piece. Four small letters of one piece are the piece in play. A row below a line of dashes is the garbage row. \
Empty lines part pages. docs/fumen.md has examples and describes the JSON.";

#[derive(Debug, Args)]
#[command(arg_required_else_help = false)]
pub struct Fumen {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Draw every page of a fumen
    Decode(Decode),
    /// Write a fumen from board pictures, or from the JSON that decode prints
    Encode(Encode),
}

#[derive(Debug, Args)]
struct Decode {
    /// The document: v115@…, v110@… or a link; a file in which it is; or - for standard input
    #[arg(value_name = "TEXT|FILE|-")]
    document: OsString,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = PICTURES)]
struct Encode {
    /// Pictures or JSON, or - for standard input
    #[arg(value_name = "FILE|-")]
    file: PathBuf,
    /// The comment of the first page; given again, of the second, and so on. Later pages of pictures keep the last
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    comment: Vec<String>,
}

impl Fumen {
    pub fn run(self, out: &mut impl Write) -> Result<()> {
        match self.what {
            What::Decode(decode) => decode.run(out),
            What::Encode(encode) => encode.run(out),
        }
    }
}

impl Decode {
    fn run(self, out: &mut impl Write) -> Result<()> {
        let path = Path::new(&self.document);
        let given = self.document.to_str().filter(|_| !path.exists() && !files::is_input(path));
        let document = match given {
            Some(text) => {
                ensure!(Document::is_meant(text), "there is no file {text:?}, and fumen begins with v115@ or v110@");
                Document::decode(text)?
            }
            None => Document::decode(&files::read_text(path)?).with_context(|| files::name(path))?,
        };
        if self.json {
            writeln!(out, "{:#}", fumen::document(&document))?;
            return Ok(());
        }
        text::write(out, &document)
    }
}

impl Encode {
    fn run(self, out: &mut impl Write) -> Result<()> {
        let (name, text) = (files::name(&self.file), files::read_text(&self.file)?);
        let document = match text.trim_start().starts_with('{') {
            true => fumen::from_json(&text, &self.comment),
            false => fumen::from_pictures(&text, &self.comment),
        };
        let document = document.with_context(|| name.clone())?;
        let (comments, pages) = (self.comment.len(), document.pages.len());
        ensure!(pages > 0, "{name}: there are no pages");
        ensure!(
            comments <= pages,
            "{comments} comments are given with --comment, but {name} has fewer pages ({pages})"
        );
        writeln!(out, "{}", document.try_encode().context(name)?)?;
        Ok(())
    }
}
