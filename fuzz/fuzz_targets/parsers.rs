//! Pictures, scripts and replays: no bytes make a panic, and what is read can be written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tetrolab_engine::{Board, Replay, Script};

fuzz_target!(|bytes: &[u8]| {
    if let Ok(text) = std::str::from_utf8(bytes) {
        if let Ok(board) = text.parse::<Board>() {
            let again: Board = board.to_string().parse().expect("a drawn board can be read");
            assert_eq!(again.columns(), board.columns());
        }
        if let Ok(script) = text.parse::<Script>() {
            assert_eq!(script.to_string().parse::<Script>().as_ref(), Ok(&script));
        }
    }
    if let Ok(replay) = Replay::from_bytes(bytes) {
        assert_eq!(Replay::from_bytes(&replay.to_bytes()).as_ref(), Ok(&replay));
    }
    // With a right checksum, so that the fuzzer gets behind it.
    let _ = Replay::from_bytes(&with_checksum(bytes));
});

fn with_checksum(bytes: &[u8]) -> Vec<u8> {
    let mut file = [b"TETROLAB\x01\x00", bytes].concat();
    let check = file.iter().fold(0xCBF2_9CE4_8422_2325_u64, |check, &byte| {
        (check ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3)
    });
    file.extend(check.to_le_bytes());
    file
}
