//! Random set-ups and inputs through the timed game and its slow twin: no panic, no difference.
#![no_main]

#[path = "../../crates/engine/tests/it/twin/mod.rs"]
#[expect(dead_code, reason = "the tests of the engine use more of it")]
mod twin;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| twin::driver::run(&mut bytes.iter().copied()));
