//! Files of weights: no bytes make a panic, and what is read can be written and read again.
#![no_main]

#[path = "../../crates/agents/tests/it/weights/check.rs"]
mod check;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    check::check(bytes);
});
