//! Conversations: no bytes make a panic, and messages that are read can be written and read again.
#![no_main]

#[path = "../../crates/protocols/tests/it/tbp/check.rs"]
mod check;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    check::check(bytes);
});
