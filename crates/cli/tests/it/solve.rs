//! `tetrolab solve` as people call it: solutions and proofs, files, saved records, and how it refuses.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::program::{self, text};

/// The queue of the paper's perfect clear.
const PAPER: &str = "TILZJOSTZLIOSJLOZTISJ";
const RECORDS: &str = include_str!("../../../solve/tests/data/solver_sequences.json");

fn here() -> &'static Path {
    Path::new(".")
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    program::tetrolab(folder, &[&["solve"], arguments].concat())
}

/// The text of an answer; nothing on standard error.
fn answer(arguments: &[&str]) -> String {
    let output = run(here(), arguments);
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()), "{arguments:?}");
    text(&output.stdout)
}

fn document_in(folder: &Path, arguments: &[&str]) -> Value {
    let output = run(folder, &[arguments, &["--json"]].concat());
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn document(arguments: &[&str]) -> Value {
    document_in(here(), arguments)
}

fn refusal(folder: &Path, arguments: &[&str]) -> String {
    program::refusal(folder, &[&["solve"], arguments].concat())
}

/// What does not depend on how fast the machine is.
fn lasting(mut document: Value) -> Value {
    for key in ["seconds", "evaluations_per_second", "threads"] {
        document[key] = Value::Null;
    }
    document
}

/// A small genetic algorithm.
const SMALL: [&str; 6] = ["--algorithm", "ga", "--population", "200", "--generations", "40"];

#[test]
fn the_queue_of_the_paper_is_solved_and_proven() {
    let printed = answer(&["--queue", PAPER, "--pieces", "10", "--time", "1min"]);
    for words in [
        "10 pieces, swap-double: 6688^10 ≈ 1.79e38 solutions\n",
        "\nqueue        TILZJOSTZLI\n",
        "\nblocks left  0, proven: nothing is less\n",
        "\nfitness      70, proven optimal\n",
        " no  piece  facing  columns  hold  lines  points  keys\n",
        "\nhow they lie    what is left\n",
        "\npoints                            28        2.5           +70\n",
        "\ngenes [[",
        "\ntetrolab solve --queue TILZJOSTZLI --seed 1 --pieces 10 --genotype swap-double --preset program \\\n",
        "  --algorithm auto --time 1min\n",
    ] {
        assert!(printed.contains(words), "{words}:\n{printed}");
    }
    assert!(printed.lines().all(|line| line.chars().count() <= 100), "{printed}");
}

#[test]
fn all_pieces_of_a_queue_are_played_unless_the_rule_of_the_tetris_solver_is_asked_for() {
    let played = |options: &[&str]| {
        let found = document(&[&["--queue", "TIL", "--algorithm", "exact"], options].concat());
        let steps = found["steps"].as_array().unwrap();
        let pieces: Vec<&str> = steps.iter().map(|step| step["piece"].as_str().unwrap()).collect();
        assert_eq!(found["n"], pieces.len());
        assert_eq!(found["queue"], "TIL");
        let mut sorted = pieces.clone();
        sorted.sort_unstable();
        (pieces.len(), sorted.concat())
    };
    assert_eq!(played(&[]), (3, "ILT".to_string()));
    assert_eq!(played(&["--pieces", "all"]), played(&[]));
    assert_eq!(played(&["--pieces", "tetris-solver"]).0, 2);
    assert_eq!(played(&["--pieces", "tetris-solver", "--genotype", "double"]).0, 3);
    let whole_bag = document(&["--bag", "1", "--pieces", "all", "--algorithm", "beam", "--width", "9"]);
    assert_eq!(whole_bag["steps"].as_array().unwrap().len(), 7);
}

#[test]
fn everything_is_in_the_document() {
    let found = document(&["--queue", PAPER, "--pieces", "10", "--algorithm", "exact"]);
    for (key, value) in [
        ("version", json!(env!("CARGO_PKG_VERSION"))),
        ("rules", json!("solver")),
        ("queue", json!("TILZJOSTZLI")),
        ("randomizer", json!(null)),
        ("seed", json!(1)),
        ("n", json!(10)),
        ("genotype", json!("swap-double")),
        ("encoding", json!("program")),
        ("board", json!(null)),
        ("search_space", json!("6688^10 ≈ 1.79e38")),
        ("algorithm", json!("exact")),
        ("time_limit", json!(null)),
        ("fitness", json!(70)),
        ("blocks", json!(0)),
        ("points", json!(28)),
        ("final_board", json!([])),
        ("ended", json!("complete")),
    ] {
        assert_eq!(found[key], value, "{key}");
    }
    let proof = &found["proof"];
    assert_eq!((&proof["has_fewest_blocks"], &proof["is_best"]), (&json!(true), &json!(true)));
    assert_eq!((&proof["least_blocks"], &proof["most_fitness"]), (&json!(0), &json!(70)));
    assert_eq!(found["weights"]["weights"]["solver_col_holes"], -5);
    let (terms, steps) = (found["terms"].as_array().unwrap(), found["steps"].as_array().unwrap());
    assert_eq!((terms.len(), steps.len(), found["genes"].as_array().unwrap().len()), (11, 10, 10));
    let sum: f64 = terms.iter().map(|term| term["contribution"].as_f64().unwrap()).sum();
    assert_eq!(sum, 70.0);
    let last = |step: &Value| step["keys"].as_array().unwrap().last().unwrap().clone();
    assert!(steps.iter().all(|step| last(step) == "hard-drop" && step["cells"].as_array().unwrap().len() == 4));
    assert!(found["fumen"].as_str().unwrap().starts_with("v115@"));
}

#[test]
fn records_of_the_experiments_have_their_fitness() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("records.json"), RECORDS).unwrap();
    let found = document_in(folder.path(), &["--decode", "records.json"]);
    assert_eq!((&found["with_genes"], &found["logged"], &found["agree"]), (&json!(17), &json!(15), &json!(15)));
    let records = found["records"].as_array().unwrap();
    let paper = records.iter().find(|record| record["id"] == "notebook_PC_10").unwrap();
    assert_eq!((&paper["fitness"], &paper["blocks"], &paper["agrees"]), (&json!(62.5), &json!(0), &json!(true)));
    let output = run(folder.path(), &["--decode", "records.json"]);
    let printed = text(&output.stdout);
    assert!(
        printed.contains("(notebook_PC_10): 10 pieces of TILZJOSTZLI, swap-double\nfitness 62.5, as logged (62.5)")
    );
    assert!(printed.ends_with("50 more records have no genes\n15 of 15 logged fitness values agree\n"), "{printed}");
}

/// What `--decode --json` writes is a file of records too, with all that they need.
#[test]
fn decoded_records_can_be_decoded() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("w.toml"), "score = 2\n[weights]\nsolver_blocks = -2\n").unwrap();
    let board = ["--board", "XXXX...XXX/XXXXX.XXXX", "--fitness", "w.toml", "--preset", "paper"];
    let beam = ["--algorithm", "beam", "--width", "9", "--pieces", "5", "--out", "one.json"];
    document_in(folder.path(), &[&board[..], &beam].concat());
    let wild = ["--algorithm", "sa", "--variant", "published", "--iterations", "3000", "--seed", "2"];
    document_in(folder.path(), &[&wild[..], &["--out", "wild.json"]].concat());
    fs::write(folder.path().join("records.json"), RECORDS).unwrap();
    for (file, played) in [("one.json", 1), ("wild.json", 1), ("records.json", 17)] {
        let first = document_in(folder.path(), &["--decode", file]);
        fs::write(folder.path().join("again.json"), first.to_string()).unwrap();
        let again = document_in(folder.path(), &["--decode", "again.json"]);
        assert_eq!((&again["with_genes"], &again["agree"]), (&json!(played), &json!(played)), "{file}");
        for (again, first) in again["records"].as_array().unwrap().iter().zip(first["records"].as_array().unwrap()) {
            assert_eq!((&again["fitness"], &again["steps"]), (&first["fitness"], &first["steps"]), "{file}");
        }
    }
}

#[test]
fn one_of_something_is_singular() {
    let folder = tempfile::tempdir().unwrap();
    let printed = answer(&["--algorithm", "ga", "--population", "10", "--generations", "1"]);
    assert!(printed.contains("found by     ga, 1 generation, "), "{printed}");
    let printed = answer(&["--algorithm", "sa", "--iterations", "10000", "--stagnation", "10000"]);
    assert!(printed.contains("found by     sa, 10 000 iterations, 10 000 solutions valued"), "{printed}");
    let record = json!({ "queue": "TT", "n": 1, "genotype": "SwapSimple", "genes": [[0, 1, 0]] });
    fs::write(folder.path().join("one.json"), record.to_string()).unwrap();
    let decoded = text(&run(folder.path(), &["--decode", "one.json"]).stdout);
    assert!(decoded.starts_with("record 1: 1 piece of TT, swap-simple\n"), "{decoded}");
}

/// Everything that is found can be saved, decoded to the same, and played as a replay.
#[test]
fn solutions_survive_their_files() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("w.toml"), "score = 2\n[weights]\nsolver_roughness = -0.5\nsolver_blocks = -2\n")
        .unwrap();
    let board = "XXXX...XXX/XXXXX.XXXX";
    for (number, options) in [
        &["--algorithm", "beam", "--width", "20", "--pieces", "20"][..],
        &["--algorithm", "beam", "--width", "20", "--genotype", "double", "--board", board],
        &["--algorithm", "beam", "--width", "20", "--genotype", "simple", "--fitness", "w.toml"],
        &["--algorithm", "ga", "--population", "100", "--generations", "9", "--preset", "paper"],
        &["--algorithm", "sa", "--iterations", "3000", "--genotype", "swap-simple", "--randomizer", "uniform"],
        &["--algorithm", "beam", "--width", "20", "--genotype", "swap-reachable", "--board", board],
    ]
    .into_iter()
    .enumerate()
    {
        let (out, replay) = (format!("{number}.json"), format!("{number}.replay"));
        let files = ["--seed", "5", "--out", &out, "--replay", &replay];
        let found = document_in(folder.path(), &[options, &files].concat());
        let saved: Value = serde_json::from_slice(&fs::read(folder.path().join(&out)).unwrap()).unwrap();
        assert_eq!(saved, found);
        let verified = program::tetrolab(folder.path(), &["replay", &replay]);
        let (pieces, points) = (&found["n"], &found["points"]);
        let printed = text(&verified.stdout);
        assert!(verified.status.success() && printed.contains("verified: "), "{printed}");
        assert!(printed.contains(&format!(", {points} points, ")) && printed.contains(&format!(", {pieces} pieces, ")));
        let decoded = run(folder.path(), &["--decode", &out]);
        if found["genotype"] == "swap-reachable" {
            assert_eq!(
                (decoded.status.code(), text(&decoded.stdout)),
                (Some(1), "record 1 has no genes\n".to_string())
            );
        } else {
            assert!(text(&decoded.stdout).ends_with("1 of 1 logged fitness values agree\n"), "{options:?}");
        }
    }
}

/// The published annealing turns pieces as no key can.
#[test]
fn solutions_without_keys_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let options = ["--algorithm", "sa", "--variant", "published", "--iterations", "3000", "--seed", "2"];
    let output = run(folder.path(), &[&options[..], &["--out", "wild.json"]].concat());
    let printed = text(&output.stdout);
    assert!(printed.contains("in vain  genes\n") && printed.contains("turns as no key can turn it"), "{printed}");
    let decoded = run(folder.path(), &["--decode", "wild.json"]);
    assert!(text(&decoded.stdout).ends_with("1 of 1 logged fitness values agree\n"));
    let said = refusal(folder.path(), &[&options[..], &["--replay", "wild.replay"]].concat());
    assert!(said.starts_with("cannot write wild.replay: piece ") && said.ends_with(" turns as no key can turn it"));
}

#[test]
fn threads_do_not_change_results() {
    for options in
        [&SMALL[..], &["--algorithm", "hybrid", "--population", "100", "--generations", "30", "--every", "10"]]
    {
        let with = |threads| lasting(document(&[options, &["--threads", threads]].concat()));
        let one = with("1");
        assert_eq!(with("3"), one);
    }
}

/// Only populations are valued on several threads.
#[test]
fn threads_are_those_that_work() {
    for (algorithm, threads) in [("beam", 1), ("sa", 1), ("auto", 1), ("exact", 1), ("ga", 3)] {
        let options = ["--pieces", "3", "--genotype", "simple", "--algorithm", algorithm, "--threads", "3"];
        assert_eq!(document(&options)["threads"], threads, "{algorithm}");
    }
}

/// The command that is printed asks the same again.
#[test]
fn the_printed_command_repeats_it() {
    for options in [
        &SMALL[..],
        &["--algorithm", "ga", "--population", "60", "--generations", "9", "--selection", "elitist", "--elite", "7"],
        &["--algorithm", "ga", "--population", "60", "--generations", "9", "--selection", "softmax", "--children", "1"],
        &[
            "--algorithm",
            "ga",
            "--population",
            "60",
            "--generations",
            "9",
            "--crossover",
            "alternating",
            "--immigrants",
            "3",
        ],
        &["--algorithm", "ga", "--population", "60", "--generations", "9", "--schedule", "constant"],
        &["--algorithm", "sa", "--neighbours", "near", "--iterations", "2000", "--heat-patience", "50", "--bag", "2"],
        &["--algorithm", "hybrid", "--population", "60", "--generations", "9", "--every", "4", "--refine", "a-star"],
        &["--algorithm", "hybrid", "--population", "60", "--generations", "9", "--every", "4", "--preset", "paper"],
        &["--algorithm", "beam", "--width", "7", "--board", "XX......../XXXX......"],
        &["--algorithm", "auto", "--width", "60", "--pieces", "20", "--time", "1min"],
        &["--queue", PAPER, "--pieces", "10", "--empty", "--time", "1min"],
    ] {
        let first = document(options);
        let command = first["command"].as_str().unwrap().strip_prefix("tetrolab solve ").unwrap().to_string();
        let words: Vec<&str> = command.split(' ').collect();
        for word in options.iter().filter(|word| word.starts_with("--")) {
            assert!(words.contains(word), "{word}: {command}");
        }
        assert_eq!(lasting(document(&words)), lasting(first), "{command}");
    }
}

#[test]
fn annealing_begins_with_a_saved_solution() {
    let folder = tempfile::tempdir().unwrap();
    let problem = ["--queue", PAPER, "--pieces", "10"];
    let saved = document_in(folder.path(), &[&problem[..], &["--time", "1min", "--out", "best.json"]].concat());
    let again = ["--algorithm", "sa", "--start", "best.json", "--iterations", "200"];
    let found = document_in(folder.path(), &[&problem[..], &again].concat());
    assert_eq!(found["fitness"], saved["fitness"], "nothing is better");
    let said = refusal(folder.path(), &again);
    assert!(
        said.starts_with("best.json solves another problem: --queue TILZJOSTZLI --pieces 10 --genotype "),
        "{said}"
    );
    // The record of the paper, among the others.
    fs::write(folder.path().join("records.json"), RECORDS).unwrap();
    let again = ["--algorithm", "sa", "--start", "records.json", "--iterations", "10"];
    let found = document_in(folder.path(), &[&problem[..], &again].concat());
    assert!(found["fitness"].as_f64().unwrap() >= 62.5, "{}", found["fitness"]);
}

#[test]
fn an_empty_board_can_be_demanded() {
    let said = refusal(here(), &["--pieces", "12", "--empty"]);
    let why =
        "12 pieces add 48 Blocks and every line takes ten, so some are always left; it takes a multiple of 5 pieces";
    assert_eq!(said, format!("the board cannot be emptied: {why}"));
    let printed = answer(&["--pieces", "12", "--algorithm", "beam", "--width", "5"]);
    assert!(printed.contains("every line takes ten"), "{printed}");
    assert_eq!(run(here(), &["--queue", PAPER, "--pieces", "10", "--empty", "--time", "1min"]).status.code(), Some(0));
    // It ends as soon as there is one, though the fitness could be higher.
    let found = document(&["--bag", "30", "--pieces", "30", "--empty", "--time", "1min"]);
    assert_eq!((&found["ended"], &found["blocks"]), (&json!("empty"), &json!(0)));
    assert!(found["seconds"].as_f64().unwrap() < 30.0, "{}", found["seconds"]);
    let output =
        run(here(), &["--queue", "SZSZS", "--pieces", "5", "--genotype", "simple", "--empty", "--time", "1min"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(text(&output.stderr), "tetrolab: an empty board is proven impossible\n");
    let output =
        run(here(), &["--queue", PAPER, "--pieces", "10", "--empty", "--algorithm", "sa", "--iterations", "9"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(text(&output.stderr), "tetrolab: an empty board is not found, and not proven impossible\n");
}

#[test]
fn a_solution_is_a_fumen() {
    let printed = answer(&["--queue", PAPER, "--pieces", "10", "--fumen", "--time", "1min"]);
    let decoded = program::tetrolab(here(), &["fumen", "decode", printed.trim(), "--json"]);
    let decoded: Value = serde_json::from_slice(&decoded.stdout).unwrap();
    let pages = decoded["pages"].as_array().unwrap();
    assert_eq!((pages.len(), &pages[0]["comment"]), (10, &json!("#Q=[](T)ILZJOSTZLI")));
}

#[test]
fn time_is_kept() {
    let start = Instant::now();
    let found = document(&[
        "--algorithm",
        "ga",
        "--pieces",
        "30",
        "--generations",
        "1000000",
        "--patience",
        "1000000",
        "--time",
        "300ms",
    ]);
    assert_eq!((&found["ended"], &found["time_limit"]), (&json!("time"), &json!(0.3)));
    assert!(start.elapsed() < Duration::from_secs(10));
    // However short it is, there is a solution.
    for algorithm in ["auto", "exact", "beam", "sa", "hybrid"] {
        let found = document(&["--algorithm", algorithm, "--pieces", "30", "--time", "1ms"]);
        assert_eq!((&found["ended"], found["steps"].as_array().unwrap().len()), (&json!("time"), 30), "{algorithm}");
    }
}

#[test]
fn the_best_is_kept_when_stopped() {
    for algorithm in ["ga", "sa"] {
        let length = if algorithm == "ga" { ["--generations", "--patience"] } else { ["--iterations", "--stagnation"] };
        let child = Command::new(env!("CARGO_BIN_EXE_tetrolab"))
            .args(["solve", "--json", "--pieces", "30", "--algorithm", algorithm])
            .args([length[0], "1000000000", length[1], "1000000000"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(400));
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        let start = Instant::now();
        let output = child.wait_with_output().unwrap();
        assert!(start.elapsed() < Duration::from_secs(5), "it did not stop");
        let found: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!((output.status.code(), &found["ended"]), (Some(0), &json!("interrupted")));
        assert_eq!(found["steps"].as_array().unwrap().len(), 30);
    }
}

#[test]
fn bad_input_is_refused_in_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("unknown.toml", "[weights]\nsolver_block = 1\n");
    write("text.json", "genes");
    write("none.json", "[{\"queue\": \"TI\"}]");
    for (arguments, sentence) in [
        (&["--queue", "TIX"][..], "'X' in place 3 is none of the pieces IJLOSTZ"),
        (&["--queue", ""], "there is no piece in it"),
        (&["--queue", "TILZ", "--pieces", "10"], "the queue has 4 pieces, but 10 are to be played"),
        (&["--queue", "T", "--pieces", "2"], "the queue has 1 piece, but 2 are to be played"),
        (&["--queue", "T", "--pieces", "tetris-solver"], "0 pieces cannot be played; it can be 1 to 200"),
        (&["--queue", "TI", "--pieces", "3", "--genotype", "simple"], "the queue has 2 pieces, but 3 are to be played"),
        (&["--bag", "1"], "the queue has 7 pieces, but 10 are to be played"),
        (&["--pieces", "all"], "--pieces all and tetris-solver need --queue or --bag"),
        (&["--queue", "TIL", "--bag", "3"], "'--queue <PIECES>' cannot be used with '--bag <N>'"),
        (&["--randomizer", "none"], "--randomizer is 7-bag, uniform, hard or weighted:I/J/L/O/S/T/Z here"),
        (&["--pieces", "0"], "a whole number from 1 to 200, all or tetris-solver is needed"),
        (&["--pieces", "-2"], "a whole number from 1 to 200, all or tetris-solver is needed"),
        (&["--genotype", "treble"], "possible values: simple, double, swap-simple, swap-double, reachable"),
        (&["--algorithm", "ga", "--genotype", "reachable"], "the algorithm ga needs a genotype"),
        (
            &["--algorithm", "ga", "--population", "1", "--mutation", "2", "--immigrants", "7"],
            "--population 1: it is from 2 to 16777216; --immigrants 7: it is at most 0, the newcomers of a generation; --mutation 2: it is \
             from 0 to 1",
        ),
        (&["--algorithm", "ga", "--population", "3000000", "--pieces", "200"], "needs 54 GiB of memory"),
        (&["--algorithm", "ga", "--mutation", "x"], "a number is needed"),
        (&["--algorithm", "ga", "--temperature", "nan"], "--temperature NaN: it is a finite number above 0"),
        (&["--algorithm", "ga", "--selection", "elitist", "--temperature", "4"], "elitist selection has none"),
        (&["--algorithm", "ga", "--elite", "4"], "--elite is for --selection elitist"),
        (
            &["--algorithm", "ga", "--selection", "elitist", "--elite", "0"],
            "--elite 0: it is from 1 to 10000, the population",
        ),
        (&["--algorithm", "ga", "--children", "3"], "possible values: 1, 2"),
        (&["--algorithm", "ga", "--generations", "0"], "a whole number from 1 to 1000000000000 is needed"),
        (
            &["--algorithm", "sa", "--cooling", "1", "--temperature", "-1"],
            "--temperature -1: it is a finite number above 0; --cooling 1: it is from 0 to below 1",
        ),
        (&["--algorithm", "sa", "--population", "4"], "--population is a setting of ga and hybrid, not of sa"),
        (&["--algorithm", "ga", "--width", "4"], "--width is a setting of beam and auto, not of ga"),
        (&["--temperature", "4"], "--temperature is a setting of ga and sa and hybrid, not of auto"),
        (
            &["--algorithm", "sa", "--variant", "published", "--neighbours", "near"],
            "--neighbours is for the mended one",
        ),
        (&["--algorithm", "sa", "--start", "text.json"], "text.json: this is no JSON"),
        (&["--algorithm", "sa", "--start", "none.json"], "none.json: there are no genes in it"),
        (&["--algorithm", "hybrid", "--variant", "published"], "hybrid needs the mended one"),
        (
            &["--algorithm", "hybrid", "--refine", "greedy", "--cooling", "0.1"],
            "--cooling is a setting of --refine annealing",
        ),
        (&["--algorithm", "hybrid", "--tail", "3"], "--tail is a setting of --refine a-star"),
        (
            &["--algorithm", "hybrid", "--population", "10", "--refined", "9"],
            "--refined 9: it is from 1 up to half of the population of 10",
        ),
        (
            &["--algorithm", "hybrid", "--refine-temperature", "0"],
            "--refine-temperature 0: it is a finite number above 0",
        ),
        (&["--algorithm", "hybrid", "--temperature", "0"], "--temperature 0: it is a finite number above 0"),
        (&["--algorithm", "beam", "--width", "0"], "a whole number from 1 to 2097152 is needed"),
        (&["--time", "soon"], "a time is from 1ms to 10000min, such as 500ms, 10s or 2min"),
        (&["--threads", "0"], "a whole number from 1 to 1024 is needed"),
        (&["--board", "XX/XX"], "--board: line 1: the row is 2 cells wide instead of 10"),
        (&["--board", "XX......../XX/XX........"], "--board: line 2: the row is 2 cells wide instead of 10"),
        (&["--board", "XXXXXXXXXX"], "--board: row 1 from the floor is full already; leave it out"),
        (&["--board", "missing.txt"], "--board: there is no file \"missing.txt\""),
        (&["--fitness", "missing.toml"], "cannot read missing.toml"),
        (
            &["--fitness", "unknown.toml"],
            "unknown.toml: line 2: there is no heuristic \"solver_block\"; the nearest is solver_blocks",
        ),
        (&["--fitness", "unknown.toml", "--decode", "none.json"], "unknown.toml: line 2"),
        (&["--watch"], "--watch needs a terminal to draw in"),
        (&["--out", "missing/a.json"], "cannot write missing/a.json"),
        (&["--out", "a.replay", "--replay", "a.replay"], "--out and --replay name the same file"),
        (&["--json", "--fumen"], "'--json' cannot be used with '--fumen'"),
        (&["--decode", "missing.json"], "cannot read missing.json"),
        (&["--decode", "text.json"], "text.json: this is no JSON"),
        (&["--decode", "none.json", "--pieces", "3"], "cannot be used with '--pieces <N|all|tetris-solver>'"),
        (&["--decode", "none.json", "--algorithm", "ga"], "cannot be used with '--algorithm <NAME>'"),
        (&["--decode", "none.json", "--population", "9"], "--population has no meaning where nothing is solved"),
    ] {
        let said = refusal(folder.path(), arguments);
        assert!(said.contains(sentence), "{arguments:?}: {said}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3, "nothing was written");
}

#[test]
fn faults_of_records_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let good =
        json!({ "id": "good", "queue": "TIL", "n": 2, "genotype": "SwapSimple", "genes": [[0, 1, 0], [1, 0, 2]] });
    for (key, value, sentence) in [
        ("queue", json!("TXL"), "record 2 (bad): the queue: 'X' in place 2 is none of the pieces IJLOSTZ"),
        ("queue", json!("T"), "record 2 (bad): the queue has 1 piece, but 2 are to be played"),
        ("queue", json!(null), "record 2 (bad): there is no queue"),
        ("n", json!(-1), "record 2 (bad): n is no whole number"),
        ("n", json!(1), "record 2 (bad): there are genes for 2 pieces, but n is 1"),
        ("genotype", json!("Treble"), "record 2 (bad): \"Treble\" is none of the genotypes simple, double"),
        ("genes", json!([[0, 1, 0], [1, 0]]), "record 2 (bad): piece 2: it has 2 genes, but swap-simple has 3"),
        ("genes", json!([[0, 4, 0], [1, 0, 2]]), "record 2 (bad): piece 1: first turn is 4, but it can be 0 to 3"),
        ("genes", json!([[0, 1, 0], [1, 0, 300]]), "record 2 (bad): piece 2: first move is 300, but it can be -5 to 5"),
        ("genes", json!([[0, 1, 0.5], [1, 0, 2]]), "record 2 (bad): piece 1: first move is 0.5, no whole number"),
        ("genes", json!("none"), "record 2 (bad): genes is no list with a row for each piece"),
        ("encoding", json!("book"), "record 2 (bad): the encoding is program or paper, not \"book\""),
        ("fitness", json!("x"), "record 2 (bad): fitness is \"x\", but a fitness is a number"),
        ("final_best", json!([1]), "record 2 (bad): final_best is [1], but a fitness is a number"),
        ("board", json!(["XX"]), "record 2 (bad): the board: line 1: the row is 2 cells wide instead of 10"),
    ] {
        let mut bad = good.clone();
        bad["id"] = json!("bad");
        bad[key] = value;
        fs::write(folder.path().join("records.json"), json!([good, bad]).to_string()).unwrap();
        let said = refusal(folder.path(), &["--decode", "records.json"]);
        assert!(said.contains(sentence), "{said}");
    }
    fs::write(folder.path().join("records.json"), "[3]").unwrap();
    assert!(refusal(folder.path(), &["--decode", "records.json"]).contains("record 1 is no object with queue"));
    fs::write(folder.path().join("records.json"), "[]").unwrap();
    assert!(refusal(folder.path(), &["--decode", "records.json"]).contains("there is no record in it"));
    let mut other = good.clone();
    other["final_best"] = json!(12);
    fs::write(folder.path().join("records.json"), other.to_string()).unwrap();
    let output = run(folder.path(), &["--decode", "records.json"]);
    assert_eq!(output.status.code(), Some(1), "it has another fitness");
    assert!(text(&output.stdout).contains(", but 12 is logged; "));
}

#[test]
fn tuned_weights_are_a_file_for_the_fitness() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tuned.toml");
    let small = ["--pieces", "8", "--training", "4", "--held-out", "6", "--population", "6", "--generations", "2"];
    let tune = ["solve", "tune", "--seed", "3", "--out", "tuned.toml"];
    let output = program::tetrolab(folder.path(), &[&tune[..], &small].concat());
    let report = text(&output.stdout);
    assert!(output.status.success(), "{report}{}", text(&output.stderr));
    assert!(report.contains("\n6 queues held out ") && report.contains("the same again"), "{report}");
    assert!(file.exists());
    let solve = ["solve", "--fitness", "tuned.toml", "--algorithm", "beam", "--width", "3"];
    let solved = program::tetrolab(folder.path(), &solve);
    assert!(solved.status.success(), "{}", text(&solved.stderr));
    let few = program::refusal(folder.path(), &["solve", "tune", "--population", "3"]);
    assert_eq!(few, "tuning needs more weights in each generation (4 at least)");
}

#[test]
fn what_cannot_be_tuned_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("large.toml", "[weights]\nsolver_blocks = -1\nsolver_col_holes = -8.5\n");
    write("score.toml", "score = 1e9\n[weights]\nsolver_blocks = -1\n");
    write("good.toml", "[weights]\nsolver_blocks = -8\n");
    let randomizer = "--randomizer is 7-bag, uniform, hard or weighted:I/J/L/O/S/T/Z here";
    for (options, sentence) in [
        (&["--fitness", "large.toml"][..], "large.toml: solver_col_holes is -8.5, but weights are tuned from -8 to 8"),
        (&["--fitness", "score.toml"], "score.toml: score is 1000000000, but weights are tuned from -8 to 8"),
        (&["--fitness", "good.toml", "--out", "good.toml"], "good.toml cannot be read and written at once"),
        (&["--randomizer", "mdptetris"], randomizer),
        (&["--randomizer", "repeat"], randomizer),
        (&["--randomizer", "none"], randomizer),
    ] {
        let said = program::refusal(folder.path(), &[&["solve", "tune"], options].concat());
        assert_eq!(said, sentence);
    }
    assert_eq!(fs::read_to_string(folder.path().join("good.toml")).unwrap(), "[weights]\nsolver_blocks = -8\n");
}

/// The weights to begin with are compared as they were, and the command does it all again.
#[test]
fn tuning_is_told_as_solving_is() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("start.toml"), "[weights]\nsolver_blocks = -8\n").unwrap();
    let small = ["--pieces", "8", "--training", "4", "--held-out", "1", "--population", "6", "--generations", "1"];
    let tune = ["solve", "tune", "--fitness", "start.toml"];
    let output = program::tetrolab(folder.path(), &[&tune[..], &small].concat());
    let report = text(&output.stdout);
    assert!(report.starts_with("1 generation in "), "{report}");
    let table: Vec<&str> = report.lines().skip(2).take(3).collect();
    assert!(table[0].starts_with("Blocks left, mean") && table[2].starts_with("1 queue held out"), "{report}");
    assert!(table.iter().all(|line| line.chars().count() == table[0].chars().count()), "{report}");
    assert!(report.contains(" \\\n  --width 1 "), "{report}");
    assert!(report.lines().all(|line| line.chars().count() <= 100), "{report}");
    let document = |words: &[&str]| -> Value {
        let output = program::tetrolab(folder.path(), &[words, &["--json"]].concat());
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let mut first = document(&[&tune[..], &small].concat());
    let command = first["command"].as_str().unwrap().to_string();
    let words: Vec<&str> = command.split(' ').skip(1).collect();
    let mut again = document(&words);
    (first["seconds"], again["seconds"]) = (Value::Null, Value::Null);
    assert_eq!(again, first);
    assert_eq!(first["held_out"]["margin"], json!(null), "one queue says nothing about chance");
}

/// Killed without warning again and again, stopped by Ctrl-C, on one thread and on two: the result is that of a run that was not.
#[test]
#[cfg(unix)]
fn nothing_stops_a_run_for_good() {
    let folder = tempfile::tempdir().unwrap();
    let ga =
        ["--algorithm", "ga", "--pieces", "20", "--population", "4000", "--generations", "300", "--patience", "300"];
    let whole = lasting(document_in(folder.path(), &[&ga[..], &["--run", "whole", "--threads", "1"]].concat()));
    let start = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tetrolab"));
        command.arg("solve").args(arguments).current_dir(folder.path()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().unwrap()
    };
    let resume = ["--resume", "parts", "--threads", "2"];
    let mut child = start(&[&ga[..], &["--run", "parts", "--threads", "2"]].concat());
    let lines = folder.path().join("parts/progress.jsonl");
    let mut stopped = 0;
    for signal in ["INT", "KILL", "INT", "KILL"] {
        // It is going on when there is a line more than before.
        let length = || fs::metadata(&lines).map_or(0, |file| file.len());
        let (before, begun) = (if signal == "INT" && stopped == 0 { 0 } else { length() }, Instant::now());
        while length() <= before && child.try_wait().unwrap().is_none() && begun.elapsed() < Duration::from_secs(20) {
            std::thread::sleep(Duration::from_millis(5));
        }
        Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status().unwrap();
        let output = child.wait_with_output().unwrap();
        let printed = text(&output.stdout);
        if printed.contains("Nothing is lost") {
            stopped += 1;
            assert!(
                printed.ends_with("Stopped. Nothing is lost; go on with\ntetrolab solve --resume parts\n"),
                "{printed}"
            );
        }
        child = start(&resume);
    }
    assert!(child.wait().unwrap().success());
    assert!(stopped > 0, "it was stopped");
    // A run that has ended is told again.
    let parts = lasting(document_in(folder.path(), &resume));
    for key in ["genes", "fitness", "evaluations", "count", "ended", "steps", "method", "proof", "settings", "queue"] {
        assert_eq!(parts[key], whole[key], "{key}");
    }
    assert_eq!((&parts["folder"], &parts["command"]), (&json!("parts"), &whole["command"]));
    let result: Value = serde_json::from_slice(&fs::read(folder.path().join("parts/result.json")).unwrap()).unwrap();
    let result = lasting(result);
    for (key, value) in result.as_object().unwrap().iter().filter(|(key, _)| *key != "proof") {
        assert_eq!(*value, parts[key], "{key}");
    }
    let decoded = run(folder.path(), &["--decode", "parts/result.json"]);
    assert!(text(&decoded.stdout).ends_with("1 of 1 logged fitness values agree\n"));
}

/// The manifest has everything that was said, and nothing else may be said again.
#[test]
fn runs_in_folders_know_their_question() {
    let folder = tempfile::tempdir().unwrap();
    let board = ["--board", "XXXX...XXX/XXXXX.XXXX", "--bag", "2", "--game", "3", "--pieces", "8", "--seed", "9"];
    let beam = ["--algorithm", "beam", "--width", "9", "--genotype", "swap-reachable", "--run", "run"];
    let first = document_in(folder.path(), &[&board[..], &beam].concat());
    assert_eq!(document_in(folder.path(), &["--resume", "run"]), first);
    let said = refusal(folder.path(), &["--run", "run"]);
    assert_eq!(said, "run: a run is there already: resume it, or name another folder");
    for option in
        ["--seed=3", "--algorithm=ga", "--population=3", "--every=3", "--cooling=0.1", "--empty", "--run=other"]
    {
        let said = refusal(folder.path(), &["--resume", "run", option]);
        assert!(said.contains("cannot be used with"), "{option}: {said}");
    }
    assert_eq!(refusal(folder.path(), &["--resume", "no"]), "no: there is no run: manifest.json is missing");
    assert!(refusal(folder.path(), &["--run", "never", "--pieces", "12", "--empty"]).contains("cannot be emptied"));
    assert!(!folder.path().join("never").exists());
}
