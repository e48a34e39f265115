//! Pictures, scripts, replays and fumen: no bytes make a panic, and what is read can be written and read again.
#![no_main]

#[path = "../../crates/engine/tests/it/parsers/check.rs"]
mod engine;
#[path = "../../crates/protocols/tests/it/fumen/check.rs"]
mod fumen;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    engine::check(bytes);
    fumen::check(bytes);
});
