//! Files of weights, whole and with random damage.

mod check;

use check::check;
use tetrolab_agents::{AGENTS, Agent};
use tetrolab_engine::{Random, Seed, Stream};

const MDPTETRIS: &str = "0\n-1\n8\n1 -12.62900\n2 6.601974\n3 -9.215815\n4 -19.77356\n5 -13.08335\n6 -10.48747\n\
                         -1 -1.611863\n-2 -24.04087\n";
const CROSS_ENTROPY: &str = "4\n1\n3\n8 0 100\n8 0 100\n9 1e-3 100\n";
const FORMULAS: &str = "reward = \"lines\"\n[weights]\nf1_landing_height = -0.32\n\"f5_holes * f8_rows_with_holes\" = -0.1\n\
                        \"sum(max(0, min(left, right) - height))\" = -0.05\n\"largest(depth) / -2 > 0.5\" = 1e-3\n\
                        [weights-for.I]\n\"smallest(abs(wells - 1.5) + lines)\" = 2\nheights = [1, 2, 3]\n";

fn files() -> Vec<Vec<u8>> {
    let agents = AGENTS.iter().filter_map(Agent::weights).map(|weights| weights.to_string());
    agents.chain([MDPTETRIS, CROSS_ENTROPY, FORMULAS].map(str::to_string)).map(String::into_bytes).collect()
}

#[test]
fn whole_files_are_read() {
    for file in files() {
        assert!(check(&file), "{}", String::from_utf8_lossy(&file));
    }
}

#[test]
fn damaged_files_make_no_panic() {
    let mut random = Random::new(Seed(12), 0, Stream::Tests);
    let files = files();
    let mut read = 0;
    for _ in 0..20_000 {
        let mut bytes = files[random.below(files.len() as u32) as usize].clone();
        for _ in 0..=random.below(3) {
            let place = random.below(bytes.len().max(1) as u32) as usize;
            match random.below(5) {
                _ if bytes.is_empty() => {}
                0 => bytes[place] = random.next_value() as u8,
                1 => bytes.truncate(place),
                2 => drop(bytes.remove(place)),
                3 => bytes.insert(place, b" \n.-=[]\"0e9\xFF"[random.below(12) as usize]),
                _ => {
                    let end = (place + random.below(20) as usize).min(bytes.len());
                    let copy = bytes[place..end].to_vec();
                    bytes.splice(place..place, copy);
                }
            }
        }
        read += u32::from(check(&bytes));
    }
    // Some damage does no harm, most does.
    assert!((1_000..10_000).contains(&read), "{read}");
}
