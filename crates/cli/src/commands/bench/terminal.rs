//! How long it takes from a key to a picture in the terminal.

use std::io::Write;
use std::time::Duration;

use anyhow::Result;
use serde_json::{Value, json};
use tetrolab_engine::Seed;

use tetrolab_tui::{Times, measure};

/// Columns and rows of the terminals that are measured.
const SIZES: [(u16, u16); 3] = [(80, 24), (100, 30), (160, 48)];
/// Keys that are pressed in each.
const ROUNDS: usize = 2000;

/// The middle of some times, the one that 99 of 100 do not exceed, and the largest.
struct Spread {
    median: Duration,
    most: Duration,
    largest: Duration,
}

impl Spread {
    fn of(mut times: Vec<Duration>) -> Spread {
        times.sort_unstable();
        let at = |share: usize| times.get(times.len() * share / 100).or(times.last()).copied().unwrap_or_default();
        Spread { median: at(50), most: at(99), largest: at(100) }
    }

    fn document(&self) -> Value {
        let [median, most, largest] = [self.median, self.most, self.largest].map(|time| time.as_secs_f64() * 1e3);
        json!({ "median_ms": median, "percentile_99_ms": most, "largest_ms": largest })
    }
}

/// Measures and says what came of it.
pub fn run(out: &mut impl Write, seed: u64, json: bool) -> Result<()> {
    let mut lines = Vec::new();
    for size in SIZES {
        for hints in [false, true] {
            let Times { keys, pictures, whole_pictures, bytes } = measure(size, hints, ROUNDS, Seed(seed))?;
            let spreads = [keys, pictures, whole_pictures].map(Spread::of);
            lines.push((size, hints, spreads, bytes / ROUNDS));
        }
    }
    if json {
        let lines: Vec<Value> = lines
            .iter()
            .map(|((width, height), hints, [keys, pictures, whole], bytes)| {
                json!({
                    "width": width,
                    "height": height,
                    "hints": hints,
                    "key_to_picture": keys.document(),
                    "picture": pictures.document(),
                    "whole_picture": whole.document(),
                    "bytes_after_a_key": bytes,
                })
            })
            .collect();
        let document =
            json!({ "version": env!("CARGO_PKG_VERSION"), "seed": seed, "keys": ROUNDS, "terminals": lines });
        writeln!(out, "{document:#}")?;
        return Ok(());
    }
    writeln!(out, "milliseconds, median / 99 of 100 / largest, {ROUNDS} random keys in zen, seed {seed}")?;
    writeln!(out, "{:<18} {:<22} {:<22} {:<22} bytes", "terminal", "key to picture", "picture", "whole picture")?;
    for ((width, height), hints, spreads, bytes) in lines {
        let hints = if hints { " with hints" } else { "" };
        let shown = spreads.map(|spread| {
            let [median, most, largest] =
                [spread.median, spread.most, spread.largest].map(|time| time.as_secs_f64() * 1e3);
            format!("{median:.2} / {most:.2} / {largest:.2}")
        });
        let [keys, pictures, whole] = shown;
        writeln!(out, "{:<18} {keys:<22} {pictures:<22} {whole:<22} {bytes}", format!("{width}x{height}{hints}"))?;
    }
    Ok(())
}
