//! What must hold for every board, picture, set-up and game, tried on random ones.

use proptest::prelude::*;
use tetrolab_engine::{
    Act, Block, Blocks, Board, Button, Cell, Game, HalfTurns, Kicks, Picture, Piece, Placement, Recorder, Replay,
    Rotation, Rules, Script, Seed, Setup, Size, Step, Turn,
};

fn size() -> impl Strategy<Value = Size> {
    (4..=16u8, 1..=40u8, 0..=20u8).prop_map(|(width, height, buffer)| Size { width, height, buffer })
}

fn blocks() -> impl Strategy<Value = Blocks> {
    size().prop_flat_map(|size| {
        let cells = size.width as usize * size.rows() as usize;
        proptest::collection::vec(0..12u8, cells).prop_map(move |cells| {
            let mut blocks = Blocks::empty(size);
            for (index, cell) in cells.into_iter().enumerate() {
                let (x, y) = (index % size.width as usize, index / size.width as usize);
                let block = match cell {
                    0..=6 => Some(Block::Of(Piece::ALL[cell as usize])),
                    7 => Some(Block::Garbage),
                    _ => None,
                };
                blocks.set(x as i8, y as i8, block);
            }
            blocks
        })
    })
}

fn placement() -> impl Strategy<Value = Placement> {
    (0..7usize, 0..4usize, prop_oneof![9 => -3..19i8, 1 => any::<i8>()], prop_oneof![9 => -3..63i8, 1 => any::<i8>()])
        .prop_map(|(piece, rotation, x, y)| Placement::new(Piece::ALL[piece], Rotation::ALL[rotation], x, y))
}

/// The obvious way to see whether a piece fits.
fn fits_by_cells(board: &Board, placement: Placement) -> bool {
    placement.cells().iter().all(|&Cell { x, y }| y < board.size().rows() as i8 && !board.is_filled(x, y))
}

/// The obvious way to remove full rows.
fn rows_kept(board: &Board) -> Vec<Vec<bool>> {
    let size = board.size();
    let row = |y| (0..size.width as i8).map(|x| board.is_filled(x, y)).collect::<Vec<_>>();
    let mut rows: Vec<Vec<bool>> =
        (0..size.rows() as i8).map(row).filter(|row| row.iter().any(|filled| !filled)).collect();
    rows.resize(size.rows() as usize, vec![false; size.width as usize]);
    rows
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None,
        rng_seed: proptest::test_runner::RngSeed::Fixed(20), ..ProptestConfig::default() })]

    #[test]
    fn pictures_survive_the_round_trip(blocks in blocks()) {
        let picture = Picture { blocks, in_play: None };
        let again = Picture::parse(&picture.to_string(), blocks.board().size()).unwrap();
        prop_assert_eq!(again, picture);
    }

    #[test]
    fn bits_and_cells_agree_on_what_fits(blocks in blocks(), placements in proptest::collection::vec(placement(), 40)) {
        let board = blocks.board();
        for placement in placements {
            prop_assert_eq!(board.fits(placement), fits_by_cells(board, placement), "{:?}\n{:?}", placement, board);
            if board.fits(placement) {
                let rows = (1..).find(|&rows| !fits_by_cells(board, placement.shifted(0, -rows))).unwrap() - 1;
                prop_assert_eq!(board.drop_distance(placement), rows as u8);
                prop_assert_eq!(board.is_resting(placement), rows == 0);
                let (after, cleared) = board.after(placement);
                let mut filled = *board;
                placement.cells().iter().for_each(|cell| filled.set(cell.x, cell.y, true));
                let kept = rows_kept(&filled);
                for (y, row) in kept.iter().enumerate() {
                    for (x, &cell) in row.iter().enumerate() {
                        prop_assert_eq!(after.is_filled(x as i8, y as i8), cell);
                    }
                }
                let gone = u32::from(cleared.lines) * u32::from(board.size().width);
                prop_assert_eq!(after.filled_cells() + gone, board.filled_cells() + 4);
            }
            prop_assert_eq!(board.try_after(placement).is_some(), board.fits(placement));
            // Nothing panics, wherever the piece is.
            board.spin(placement, true);
            let found = Placement::from_cells(placement.piece, placement.cells());
            prop_assert!(found.is_some() || placement.x.unsigned_abs() > 120 || placement.y.unsigned_abs() > 120, "{:?}", placement);
        }
    }

    #[test]
    fn turns_end_where_the_piece_fits(blocks in blocks(), placement in placement(), turn in 0..3usize) {
        let turn = Turn::ALL[turn];
        for kicks in [Kicks::Srs, Kicks::SrsPlus, Kicks::None] {
            for half_turns in [HalfTurns::Off, HalfTurns::Tests, HalfTurns::Quarters] {
                if let Some(turned) = blocks.board().turned(placement, turn, kicks, half_turns) {
                    prop_assert!(blocks.board().fits(turned.placement));
                    prop_assert!((1..=6).contains(&turned.point));
                    if half_turns != HalfTurns::Quarters || turn != Turn::Half {
                        prop_assert_eq!(turned.placement.rotation, placement.rotation.turned(turn));
                    }
                }
            }
        }
    }

    #[test]
    fn scripts_survive_the_round_trip(
        seed: u64, game: u64, blocks in blocks(), moves in proptest::collection::vec((0..20_000_000_000u64, 0..20u8), 0..20),
    ) {
        let mut setup = Setup { seed: Seed(seed), game, ..Setup::new(Rules::modern()) };
        setup.rules.size = blocks.board().size();
        setup.blocks = Some(blocks);
        let mut at = 0;
        let steps = moves.into_iter().map(|(wait, code)| {
            at += wait;
            let act = match code {
                0..=7 => Act::Press(Button::ALL[code as usize]),
                8..=15 => Act::Release(Button::ALL[code as usize - 8]),
                16 => Act::Garbage((wait % 50) as u32),
                17 => Act::Undo,
                18 => Act::Win,
                _ => Act::Wait,
            };
            Step { at, act }
        }).collect();
        let script = Script { setup, steps };
        match script.to_string().parse::<Script>() {
            Ok(again) => prop_assert_eq!(again, script),
            Err(error) => {
                let problems = script.setup.problems();
                prop_assert!(!problems.is_empty(), "{}", error);
            }
        }
    }

    #[test]
    fn no_text_makes_the_parsers_panic(text in "\\PC{0,200}", noise in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = text.parse::<Board>();
        let _ = text.parse::<Script>();
        let _ = Replay::from_bytes(&noise);
        let _ = Replay::from_bytes(&[b"TETROLAB\x01\x00", &noise[..]].concat());
    }

    #[test]
    fn a_recording_plays_to_the_same_end(
        seed: u64, moves in proptest::collection::vec((0..400_000_000u64, 0..18u8), 0..200),
    ) {
        let mut setup = Setup { seed: Seed(seed), ..Setup::new(Rules::guideline()) };
        setup.mode.undo = seed % 2 == 0;
        let mut recorder = Recorder::new(setup).unwrap();
        let mut at = 0;
        for (wait, code) in moves {
            at += wait;
            let act = match code {
                0..=7 => Act::Press(Button::ALL[code as usize]),
                8..=15 => Act::Release(Button::ALL[code as usize - 8]),
                16 => Act::Garbage((wait % 5) as u32),
                _ => Act::Undo,
            };
            recorder.step(Step { at, act }).unwrap();
            // Looking in between leaves no trace.
            at += wait / 3;
            recorder.step(Step { at, act: Act::Wait }).unwrap();
        }
        let replay = Replay::from_bytes(&recorder.replay().to_bytes()).unwrap();
        let again = replay.play(|_, _| {}).unwrap();
        prop_assert_eq!(again.digest(), recorder.game().digest());
    }

    #[test]
    fn time_is_refused_only_backwards_and_beyond_the_end(times in proptest::collection::vec(any::<u64>(), 1..20)) {
        let mut game = Game::new(Rules::guideline(), Seed(1));
        game.update(0, None).unwrap();
        let mut last = 0;
        for at in times.into_iter().map(|at| at >> 8) {
            let accepted = game.update(at, None).is_ok();
            prop_assert_eq!(accepted, at >= last && at <= tetrolab_engine::LATEST);
            if accepted {
                last = at;
            }
        }
    }
}
