//! The machine that a run is on.

use std::fs;
use std::thread;

use serde::{Deserialize, Serialize};

/// What machine it is, as far as that can be told.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Host {
    /// The system and its kind of processor, such as `linux x86_64`.
    pub system: String,
    /// The name of the processor; empty if it is not known.
    pub processor: String,
    /// How many threads it runs at once.
    pub threads: usize,
    /// Its memory in gigabytes; `None` if it is not known.
    pub memory: Option<f64>,
}

impl Host {
    /// This machine.
    pub fn this() -> Host {
        let cpu = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let memory = fs::read_to_string("/proc/meminfo").unwrap_or_default();
        let kilobytes: Option<f64> = after(&memory, "MemTotal").and_then(|text| text.split(' ').next()?.parse().ok());
        Host {
            system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            processor: after(&cpu, "model name").unwrap_or_default().to_string(),
            threads: thread::available_parallelism().map_or(1, usize::from),
            memory: kilobytes.map(|kilobytes| (kilobytes / 1e5).round() / 10.0),
        }
    }

    /// In a line.
    pub fn words(&self) -> String {
        let processor = if self.processor.is_empty() { "a processor without a name" } else { &self.processor };
        let memory = self.memory.map_or_else(String::new, |memory| format!(", {memory} GB"));
        format!("{processor}, {} threads{memory}, {}", self.threads, self.system)
    }
}

/// What stands behind a name and a colon in the first line that has it.
fn after<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let line = text.lines().find(|line| line.starts_with(name))?;
    Some(line.split_once(':')?.1.trim())
}
