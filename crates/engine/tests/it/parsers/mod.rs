//! Pictures, scripts and replays, whole and with random damage.

mod check;

use check::check;
use tetrolab_engine::{Random, Recorder, Script, Seed, Stream};

const SCRIPTS: [&str; 4] = [
    include_str!("../../playthroughs/guideline_top_out.txt"),
    include_str!("../../playthroughs/guideline_lock_out.txt"),
    include_str!("../../scripts/back_to_back_5400.txt"),
    "rules modern\nmode zen\nset width 7\nrandomizer weighted:1/2/3/4/5/6/7\nhold S\nboard\n  .ll....\n  ..lX...\n  ..l.XIJ\n\
     0.5 tap left\n+16666667ns garbage 3\n1s undo\n2s win\n",
];

const BOARD: &str = "X.........\nXX.XXXXXXX\nIIIIOO.JJJ\n";

fn replay(script: &str) -> Vec<u8> {
    let script: Script = script.parse().unwrap_or_else(|error| panic!("{error}\n{script}"));
    let mut recorder = Recorder::new(script.setup).expect("the script was read");
    for step in script.steps {
        recorder.step(step).expect("times are in order");
    }
    recorder.replay().to_bytes()
}

/// Changes, removes, repeats or inserts a few bytes.
fn damage(bytes: &mut Vec<u8>, random: &mut Random) {
    for _ in 0..=random.below(4) {
        let place = random.below(bytes.len().max(1) as u32) as usize;
        match random.below(6) {
            _ if bytes.is_empty() => bytes.push(random.next_value() as u8),
            0 => bytes[place] = random.next_value() as u8,
            1 => bytes[place] ^= 1 << random.below(8),
            2 => bytes.truncate(place),
            3 => drop(bytes.remove(place)),
            4 => bytes.insert(place, b" \n.#XT0+9\xFF\x80"[random.below(11) as usize]),
            _ => {
                let end = (place + random.below(20) as usize).min(bytes.len());
                let copy = bytes[place..end].to_vec();
                bytes.splice(place..place, copy);
            }
        }
    }
}

#[test]
fn whole_files_are_accepted() {
    for script in SCRIPTS {
        assert_eq!(check(script.as_bytes()), 1);
        assert_eq!(check(&replay(script)), 2);
    }
    assert_eq!(check(BOARD.as_bytes()), 1);
}

#[test]
fn damaged_files_make_no_panic() {
    let mut random = Random::new(Seed(11), 0, Stream::Tests);
    let mut files: Vec<Vec<u8>> = SCRIPTS.iter().map(|script| script.as_bytes().to_vec()).collect();
    files.extend(SCRIPTS.iter().map(|script| replay(script)));
    files.push(BOARD.as_bytes().to_vec());
    let mut accepted = 0;
    for round in 0..20_000 {
        let mut bytes = files[round % files.len()].clone();
        damage(&mut bytes, &mut random);
        accepted += check(&bytes);
    }
    assert!(accepted > 1_000, "the damage is small enough that some files can still be read: {accepted}");
}
