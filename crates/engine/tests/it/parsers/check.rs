//! What must hold for any bytes: no parser panics, and what was read can be written and read again. The fuzz target
//! `parsers` calls the same.

use tetrolab_engine::{Board, Replay, Script};

/// Reads the bytes as everything that can be read. Returns how much of it was accepted.
pub fn check(bytes: &[u8]) -> usize {
    let mut accepted = 0;
    if let Ok(text) = std::str::from_utf8(bytes) {
        if let Ok(board) = text.parse::<Board>() {
            let again: Board = board.to_string().parse().expect("a drawn board can be read");
            assert_eq!(again.columns(), board.columns());
            accepted += 1;
        }
        if let Ok(script) = text.parse::<Script>() {
            assert_eq!(script.to_string().parse::<Script>().as_ref(), Ok(&script));
            accepted += 1;
        }
    }
    // As it is, and with a right checksum, so that random changes get behind it.
    for file in [bytes.to_vec(), with_checksum(bytes)] {
        if let Ok(replay) = Replay::from_bytes(&file) {
            assert_eq!(Replay::from_bytes(&replay.to_bytes()).as_ref(), Ok(&replay));
            accepted += 1;
        }
    }
    accepted
}

/// The bytes with the last eight replaced by the checksum of those before.
pub fn with_checksum(bytes: &[u8]) -> Vec<u8> {
    let mut file = bytes[..bytes.len().saturating_sub(8)].to_vec();
    let check = file
        .iter()
        .fold(0xCBF2_9CE4_8422_2325_u64, |check, &byte| (check ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3));
    file.extend(check.to_le_bytes());
    file
}
