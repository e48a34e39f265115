//! Counts of placements in sequence.

use tetrolab_engine::{Instructions, Perft, Piece, perft};

use super::boards::{self, Case, Chance, Kind};
use super::golden;
use super::twin::{self, Field};

/// Counts that the twin makes: as deep as no count is larger.
const TWIN_NODES: u64 = 12_000;

/// Counts that the engine makes in the suite.
const NODES: u64 = 3_000_000;

#[test]
fn the_twin_counts_what_the_table_says() {
    for entry in golden::entries() {
        entry.check(TWIN_NODES, |board, queue, movement| twin::perft(&Field::of(board), queue, movement));
    }
}

#[test]
fn the_engine_counts_what_the_table_says() {
    for entry in golden::entries() {
        entry.check(NODES, perft);
    }
}

/// All instructions count alike; the slower ones not quite so deep.
#[test]
fn all_instructions_count_what_the_table_says() {
    for instructions in Instructions::ALL {
        for entry in golden::entries() {
            entry.check(NODES / 10, |board, queue, movement| {
                Perft::new(queue, movement).instructions(instructions).count(board)
            });
        }
    }
}

/// One line of the table has a count for depth 6 only.
#[test]
fn the_line_with_its_last_count_only() {
    let entries = golden::entries();
    let entry = entries.iter().find(|entry| entry.nodes[0].is_none()).expect("there is one");
    assert_eq!(entry.check(u64::MAX, perft), 33_325_433);
}

/// Every depth of every line.
#[test]
#[ignore = "23 thousand million nodes: cargo xtask perft"]
fn every_count_of_the_table() {
    for entry in golden::entries() {
        let nodes = entry.check(u64::MAX, perft);
        println!("{nodes:>13} nodes  {}", entry.name);
    }
}

#[test]
fn messy_boards_are_counted_alike() {
    for number in 0..400 {
        let Case { board, movement } = boards::case(Kind::ALL[(number % 8) as usize], number / 8);
        let mut chance = Chance::new(200, number);
        let queue = [(); 2].map(|()| Piece::ALL[chance.below(7) as usize]);
        let expected = twin::perft(&Field::of(&board), &queue, &movement);
        for instructions in Instructions::ALL {
            let counted = Perft::new(&queue, &movement).instructions(instructions).count(&board);
            assert_eq!(counted, expected, "{queue:?} with {movement:?} and {instructions:?}\n{board}");
        }
        assert_eq!(perft(&board, &queue, &movement), expected);
    }
}

#[test]
fn no_pieces_no_counts() {
    let Case { board, movement } = boards::case(Kind::Noise, 0);
    assert_eq!(perft(&board, &[], &movement), [0; 0]);
}
