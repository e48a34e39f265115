//! Conversations that were damaged at random.

use tetrolab_engine::{Random, Seed, Stream};

use super::check::check;

/// Messages and parts of messages to begin with.
const SAYINGS: [&str; 12] = [
    r#"{"type":"rules","randomizer":"seven_bag","tetrolab:kicks":"srs_plus","tetrolab:half_turns":"tests"}"#,
    r#"{"type":"start","hold":null,"queue":["L","Z","S"],"combo":3,"back_to_back":true,"board":[["G",null,"T","T","T","T","T","T","T","T"],[null,"G","G","G","G","G","G","G","G","G"]],"randomizer":{"type":"seven_bag","bag_state":["O"]},"tetrolab:incoming":4}"#,
    r#"{"type":"start","hold":"I","queue":[],"combo":0,"back_to_back":false,"board":[],"randomizer":{"type":"general_bag","current_bag":{"I":3},"filled_bag":{"I":3,"T":1}}}"#,
    r#"{"type":"suggest"}"#,
    r#"{"type":"play","move":{"location":{"type":"L","orientation":"north","x":8,"y":0},"spin":"none"}}"#,
    r#"{"type":"play","move":{"location":{"type":"Z","orientation":"south","x":4,"y":12},"spin":"full"}}"#,
    r#"{"type":"new_piece","piece":"T"}"#,
    r#"{"type":"stop"}"#,
    r#"{"type":"quit"}"#,
    r#"{"type":"info","name":"N","version":"1","author":"A","features":["tetrolab:incoming"]}"#,
    r#"{"type":"suggestion","moves":[{"location":{"type":"T","orientation":"east","x":1,"y":2},"spin":"mini"}],"move_info":{"nodes":5,"nps":1.5e3,"depth":2,"extra":"x"}}"#,
    r#"{"type":"error","reason":"unsupported_rules"}"#,
];

/// What damage puts in.
const SCRAPS: [&str; 16] = [
    "\"",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "null",
    "-1",
    "99999999999999999999",
    "1e999",
    "\u{0}",
    "\\u",
    "\"G\"",
    "\n",
    "é",
];

#[test]
fn no_bytes_make_a_panic() {
    let mut known = 0;
    for number in 0..400 {
        let mut random = Random::new(Seed(8), number, Stream::Decisions);
        let mut below = |most: usize| random.below(most as u32) as usize;
        let mut bytes = Vec::new();
        for _ in 0..1 + below(8) {
            bytes.extend_from_slice(SAYINGS[below(SAYINGS.len())].as_bytes());
            bytes.push(b'\n');
        }
        for _ in 0..below(6) {
            let at = below(bytes.len());
            match below(4) {
                0 => bytes[at] = below(256) as u8,
                1 => drop(bytes.remove(at)),
                2 => bytes.truncate(at.max(1)),
                _ => {
                    let scrap = SCRAPS[below(SCRAPS.len())].bytes();
                    drop(bytes.splice(at..at, scrap));
                }
            }
            if bytes.is_empty() {
                bytes.push(b'{');
            }
        }
        known += check(&bytes);
    }
    assert!(known > 400, "most of it is still understood: {known}");
}
