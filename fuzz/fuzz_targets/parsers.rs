//! Pictures, scripts and replays: no bytes make a panic, and what is read can be written and read again.
#![no_main]

#[path = "../../crates/engine/tests/parsers/check.rs"]
mod check;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    check::check(bytes);
});
