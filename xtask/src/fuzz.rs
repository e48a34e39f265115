//! Long random tests.

use crate::run::{cargo, show};
use crate::tools::{CARGO_FUZZ, need};

/// The fuzz targets, in `fuzz/fuzz_targets`.
const TARGETS: [&str; 5] = ["parsers", "game", "moves", "weights", "tbp"];

/// 10 million random inputs against the twin, then each fuzz target for a while.
pub fn fuzz(arguments: &[String]) -> Result<(), String> {
    let seconds: u64 = match arguments {
        [] => 60,
        [seconds] => seconds.parse().map_err(|_| format!("{seconds:?} is no number of seconds"))?,
        _ => return Err("at most one number of seconds".into()),
    };
    // Not in release: the test profile is fast as well, and checks for overflow.
    let test = ["test", "--package", "tetrolab-engine", "--test", "it"];
    show(cargo(&[&test[..], &["--", "--ignored", "--nocapture", "ten_million_inputs"]].concat()))?;
    need(&[&CARGO_FUZZ])?;
    for target in TARGETS {
        let limit = format!("-max_total_time={seconds}");
        // Without a sanitizer it runs on the stable toolchain.
        show(cargo(&["fuzz", "run", "--sanitizer", "none", target, "--", &limit, "-max_len=4096"]))?;
    }
    Ok(())
}
