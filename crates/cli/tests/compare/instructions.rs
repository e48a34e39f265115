//! Instructions of the whole program, counted by Valgrind: benches of single crates do not see what is inlined across them.

use std::path::Path;
use std::process::Command;

use super::cases::Step;
use super::programs::Programs;

/// How much more the new program may need.
const MORE: f64 = 1.02;

/// Work that is the same each time, on one thread.
const WORK: [&str; 8] = [
    "bench --inputs 200000",
    "bench --players --pieces 2000",
    "evaluate dellacherie --size 10x10 --games 20 --threads 1",
    "evaluate dellacherie --two-piece --size 6x6 --games 5 --threads 1",
    "perft --depth 3",
    "perft --depth 3 --instructions portable",
    "solve --bag 2 --algorithm ga --population 200 --generations 40 --threads 1",
    "pc percent --lines 4 --board 'XXXXXX..../XXXXXX..../XXXXXX..../XXXXXX....' --pattern *p4 --threads 1",
];

/// Prints the counts of both programs beside each other.
#[test]
#[ignore = "cargo xtask compare"]
fn instructions() {
    let programs = Programs::get();
    let folder = programs.folder("instructions");
    let mut slower = Vec::new();
    println!("{:>14} {:>14} {:>7}", "before", "after", "ratio");
    for work in WORK {
        let [old, new] = [&programs.old, &programs.new].map(|program| count(program, work, &folder));
        let ratio = new as f64 / old as f64;
        println!("{old:>14} {new:>14} {ratio:>7.4}  {work}");
        if ratio > MORE {
            slower.push(work);
        }
    }
    assert!(slower.is_empty(), "more instructions than before: {}", slower.join("; "));
}

/// The instructions that a command takes.
fn count(program: &Path, work: &str, folder: &Path) -> u64 {
    let counted = folder.join("counted");
    let command = Step::parse(work).command(program, folder);
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", &format!("--callgrind-out-file={}", counted.display())])
        .arg(program)
        .args(command.get_args())
        .envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))))
        .current_dir(folder)
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{work}: {text}");
    let line = text.lines().find_map(|line| line.split_once("Collected : "));
    line.and_then(|(_, number)| number.trim().parse().ok()).unwrap_or_else(|| panic!("{work}: {text}"))
}
