//! The seeds of the course's server deal the recorded pieces.

use std::collections::BTreeMap;

use tetrolab_protocols::aveiro::Pieces;

#[test]
fn every_recorded_seed() {
    let recorded: BTreeMap<u64, String> = serde_json::from_str(include_str!("seed_sequences.json")).unwrap();
    assert_eq!(recorded.len(), 10);
    for (seed, letters) in recorded {
        let mut pieces = Pieces::seeded(seed);
        let dealt: String = letters.chars().map(|_| pieces.deal().letter()).collect();
        assert_eq!(dealt, letters, "seed {seed}");
    }
}
