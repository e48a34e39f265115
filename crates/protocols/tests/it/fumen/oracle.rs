//! The npm package `tetris-fumen`, which the fumen tools of the players use, reads and writes the same.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

use serde_json::{Value, json};
use tetrolab_engine::{Block, Placement, Random, Rotation, Seed, Stream};
use tetrolab_protocols::fumen::{Fumen, HEIGHT, Page, WIDTH};

use super::golden::GOLDEN;
use super::random::document;
use super::version_110::version_110;

/// Where `cargo xtask test` installs it, below the folder of the project.
const PACKAGE: &str = "target/npm/node_modules/tetris-fumen";
/// How it is installed by hand.
const INSTALL: &str = "npm install --prefix target/npm tetris-fumen@1.1.3";

/// Asks the package.
fn ask(questions: &[Value]) -> Vec<Value> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let package = here.join("../..").join(PACKAGE);
    assert!(package.is_dir(), "the oracle is missing: run `cargo xtask test`, or in the project's folder `{INSTALL}`");
    let mut node = Command::new("node")
        .arg(here.join("tests/it/fumen/oracle.js"))
        .arg(package)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("node is needed: apt-get install nodejs npm ({error})"));
    let mut input = node.stdin.take().unwrap();
    let text = json!(questions).to_string();
    let writer = thread::spawn(move || input.write_all(text.as_bytes()));
    let output = node.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(output.status.success(), "the oracle failed");
    serde_json::from_slice(&output.stdout).unwrap()
}

fn letter(block: Option<Block>) -> char {
    block.map_or('_', Block::letter)
}

/// A page as the package has it.
fn page(page: &Page) -> Value {
    let places = (-1..HEIGHT as i8).rev().flat_map(|y| (0..WIDTH as i8).map(move |x| (x, y)));
    let field: String = places.map(|(x, y)| letter(page.field.get(x, y))).collect();
    let operation = page.operation.map(|Placement { piece, rotation, x, y }| {
        let rotation = match rotation {
            Rotation::North => "spawn",
            Rotation::East => "right",
            Rotation::South => "reverse",
            Rotation::West => "left",
        };
        json!({ "type": piece.letter().to_string(), "rotation": rotation, "x": x, "y": y })
    });
    let flags = page.flags;
    json!({
        "field": field,
        "operation": operation,
        "comment": page.comment,
        "flags": {
            "colorize": flags.colour,
            "lock": flags.lock,
            "mirror": flags.mirror,
            "rise": flags.rise,
            "quiz": page.is_quiz(),
        },
    })
}

fn pages(fumen: &Fumen) -> Value {
    fumen.pages.iter().map(page).collect()
}

/// The package also says "quiz" of the text that remains when a quiz is over.
fn without_ended_quizzes(mut pages: Value) -> Value {
    for page in pages.as_array_mut().unwrap() {
        if !page["comment"].as_str().unwrap().starts_with("#Q=") {
            page["flags"]["quiz"] = false.into();
        }
    }
    pages
}

fn documents(seed: u64, count: usize) -> Vec<Fumen> {
    let mut random = Random::new(Seed(seed), 0, Stream::Tests);
    (0..count).map(|_| document(&mut random)).collect()
}

#[test]
fn it_reads_what_we_write() {
    let documents = documents(1, 200);
    let questions: Vec<Value> = documents.iter().map(|fumen| json!({ "decode": fumen.encode() })).collect();
    for (fumen, answer) in documents.iter().zip(ask(&questions)) {
        assert_eq!(without_ended_quizzes(answer), pages(fumen), "{}", fumen.encode());
    }
}

#[test]
fn we_read_what_it_writes_and_write_it_again() {
    let documents = documents(2, 200);
    let questions: Vec<Value> = documents.iter().map(|fumen| json!({ "encode": pages(fumen) })).collect();
    let written = ask(&questions);
    let mut again = Vec::new();
    for (fumen, written) in documents.iter().zip(&written) {
        let text = format!("v115@{}", written.as_str().unwrap().trim_start_matches("v115@"));
        let read = Fumen::decode(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_eq!(&read, fumen, "{text}");
        // Not only the same pages, but letter by letter the same text.
        assert_eq!(read.encode(), text);
        again.push(json!({ "decode": read.encode() }));
    }
    for (fumen, answer) in documents.iter().zip(ask(&again)) {
        assert_eq!(without_ended_quizzes(answer), pages(fumen));
    }
}

#[test]
fn it_reads_golden_and_old_documents_as_we_do() {
    let mut texts: Vec<String> = GOLDEN.map(String::from).into();
    texts.extend(documents(3, 200).iter().map(version_110));
    let questions: Vec<Value> = texts.iter().map(|text| json!({ "decode": text })).collect();
    for (text, answer) in texts.iter().zip(ask(&questions)) {
        let read = Fumen::decode(text).unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_eq!(without_ended_quizzes(answer), pages(&read), "{text}");
    }
}
