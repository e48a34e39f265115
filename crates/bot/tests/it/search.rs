//! What the bot suggests.

use std::time::Duration;

use tetrolab_bot::{IllegalMove, Limits, Move, Position, Search, Solo, Supply, TBP_RULES, Thinker, Weights};
use tetrolab_engine::{Board, Piece, Placement, Rotation, Rules, Seed, Size, Spin, pieces_from_letters};

const MEMORY: usize = 16 << 20;

fn position(board: &str, queue: &str) -> Position {
    let board = if board.is_empty() { Board::default() } else { board.parse().unwrap() };
    Position { board, queue: pieces_from_letters(queue).unwrap(), ..Position::default() }
}

fn suggested(position: &Position, nodes: u64) -> Vec<Move> {
    let mut search = Search::new(&TBP_RULES, &Weights::default(), MEMORY);
    search.start(position);
    search.think(nodes);
    search.suggestion().moves
}

#[test]
fn suggestions_are_all_moves_there_are() {
    for seed in 0..6 {
        let mut solo = Solo::new(TBP_RULES, Seed(seed), 5, None);
        for _ in 0..20 {
            let mut moves = suggested(solo.position(), 3000);
            let best = moves[0];
            moves.sort();
            let mut all = solo.position().moves(&TBP_RULES);
            all.sort();
            assert_eq!(moves, all);
            solo.play(best).unwrap();
        }
    }
}

#[test]
fn the_same_position_gets_the_same_answer() {
    let mut solo = Solo::new(TBP_RULES, Seed(3), 5, None);
    for _ in 0..10 {
        let moves = suggested(solo.position(), 20_000);
        assert_eq!(moves, suggested(solo.position(), 20_000));
        solo.play(moves[0]).unwrap();
    }
}

#[test]
fn it_clears_the_board_with_the_pieces_it_sees() {
    let mut position = position(
        "
        XXXXXX....
        XXXXXXX...
        XXXXXXXX..
        XXXXXXX...
        ",
        "LTJIOSZ",
    );
    let cells_left = 40 - position.board.filled_cells();
    for _ in 0..cells_left / 4 {
        let best = suggested(&position, 100_000)[0];
        if position.play(&TBP_RULES, best).unwrap().perfect_clear {
            return;
        }
    }
    panic!("the board was not cleared:\n{}", position.board);
}

#[test]
fn it_spins_where_a_spin_sends_more() {
    let position = position(
        "
        .....XX...
        XXX...XXXX
        XXXX.XXXXX
        ",
        "TLJSZO",
    );
    let best = suggested(&position, 20_000)[0];
    assert_eq!(best, Move { placement: Placement::new(Piece::T, Rotation::South, 4, 1), spin: Spin::Full });
}

#[test]
fn little_is_known_and_still_there_is_a_move() {
    assert!(suggested(&position("", ""), 1000).is_empty());
    let alone = suggested(&position("", "O"), 1000);
    assert_eq!(alone.len(), 9);
    let held = Position { hold: Some(Piece::I), ..position("", "O") };
    assert_eq!(suggested(&held, 1000).len(), 9 + 17);
    let bag = Position { supply: Supply::seven_bag(&[Piece::T]), ..position("", "OI") };
    assert_eq!(suggested(&bag, 1000).len(), 9 + 17);
}

#[test]
fn a_lost_game_has_no_move() {
    let full: String = "XXXXXXXXX.\n".repeat(24);
    assert!(suggested(&position(&full, "OOOO"), 1000).is_empty());
}

#[test]
fn boards_of_other_sizes_are_played_too() {
    for width in [4, 7, 14, 16] {
        let size = Size { width, height: 12, buffer: 8 };
        let rules = Rules { size, ..TBP_RULES };
        let mut solo = Solo::new(rules, Seed(u64::from(width)), 3, None);
        let mut search = Search::new(&rules, &Weights::default(), MEMORY);
        for _ in 0..30 {
            search.start(solo.position());
            search.think(2000);
            let Some(&best) = search.suggestion().moves.first() else { break };
            solo.play(best).unwrap();
        }
        assert!(solo.tally().pieces > 10, "width {width}: {:?}", solo.tally());
    }
}

#[test]
fn threads_think_up_to_their_limit_and_go_on_from_what_was_played() {
    let limits = Limits { threads: 2, nodes: 20_000, memory: MEMORY };
    let bot = Thinker::new(TBP_RULES, &Weights::default(), limits);
    assert!(bot.suggest().moves.is_empty(), "there is nothing to think about");
    let mut solo = Solo::new(TBP_RULES, Seed(1), 5, None);
    bot.start(solo.position().clone());
    for _ in 0..20 {
        assert!(bot.wait(Duration::from_secs(60)));
        let suggestion = bot.suggest();
        assert!(suggestion.nodes >= 20_000 && suggestion.depth >= 5, "{suggestion:?}");
        let best = suggestion.moves[0];
        let played = solo.play(best).unwrap();
        assert_eq!(bot.play(best).unwrap(), played);
        let queue = &solo.position().queue;
        for &piece in &queue[queue.len() - played.taken..] {
            bot.new_piece(piece);
        }
        assert_eq!(bot.position().as_ref(), Some(solo.position()));
    }
    let elsewhere = Move::new(Placement::new(solo.position().queue[0], Rotation::North, 4, 30));
    assert_eq!(bot.play(elsewhere), Err(IllegalMove::OutOfReach(elsewhere)));
    assert_eq!(bot.position().as_ref(), Some(solo.position()));
    bot.stop();
    assert!(bot.suggest().moves.is_empty());
}

#[test]
fn little_memory_is_enough() {
    let mut search = Search::new(&TBP_RULES, &Weights::default(), 1_000_000);
    search.start(Solo::new(TBP_RULES, Seed(9), 5, None).position());
    let nodes = search.think(u64::MAX);
    assert!((10_000..10_000_000).contains(&nodes), "{nodes}");
    assert!(!search.suggestion().moves.is_empty());
}

#[test]
fn waiting_garbage_makes_it_clear_or_stay_low() {
    let board = "
        XXXXXXXXX.
        XXXXXXXXX.
        XXXXXXXXX.
        XXXXXXXXX.
        "
    .trim_start();
    let tall: String = format!("{}{board}", "XX........\n".repeat(11));
    let threatened = Position { incoming: 10, ..position(&tall, "IOOOOO") };
    let (after, clear) = threatened.board.after(suggested(&threatened, 20_000)[0].placement);
    assert_eq!(clear.lines, 4, "{after}");
    assert_eq!(Board::default().size(), after.size());
}

#[test]
fn a_bot_that_rests_still_knows_what_it_has_found() {
    let bot = Thinker::new(TBP_RULES, &Weights::default(), Limits::default());
    bot.start(position("", "TIOSZ"));
    bot.pause();
    assert!(bot.wait(Duration::ZERO), "nobody thinks");
    let suggestion = bot.suggest();
    bot.play(suggestion.moves[0]).unwrap();
    assert!(!bot.wait(Duration::ZERO), "it goes on with the next position");
}

/// Every row up to the Skyline lacks a cell, each in turn at another place.
#[test]
fn where_only_lock_out_is_left_there_are_last_moves() {
    let rows: String = (0..20).map(|row| if row % 2 == 0 { ".XXXXXXXXX\n" } else { "XXXXXXXXX.\n" }).collect();
    let position = position(&rows, "OS");
    assert_eq!(position.moves(&TBP_RULES), []);
    let moves = position.last_moves(&TBP_RULES);
    assert!(moves.iter().any(|a_move| a_move.placement.piece == Piece::S), "{moves:?}");
    assert!(moves.iter().all(|a_move| a_move.placement.bottom() >= 20), "{moves:?}");
    assert_eq!(moves[0].placement.bottom(), 20);
}
