//! The keys to a placement: that they lead there in the timed game, and that no fewer do.

use std::collections::{BTreeMap, BTreeSet};

use tetrolab_engine::{
    Blocks, Board, EventKind, Fall, Finesse, Game, HalfTurns, Handling, Key, KeyCost, Keys, LockDown, MILLISECOND,
    Movement, NEVER, Piece, Placement, Randomizer, Replay, Rotation, Rules, Script, Setup, SoftDrop, Spin, Turn,
    Typing,
};

use super::boards::{Kind, case};
use super::compare::cells;

const COSTS: [KeyCost; 2] = [KeyCost::Presses, KeyCost::Steps];

/// A game on this board in which nothing happens but by keys.
fn quiet_game(board: &Board, movement: &Movement, piece: Piece, handling: Handling) -> Option<Game> {
    let size = board.size();
    let rules = Rules {
        size,
        kicks: movement.kicks,
        half_turns: movement.half_turns,
        spins: true,
        sticky_fifth_point: movement.sticky_fifth_point,
        generation_row: movement.spawn_row - size.height as i8,
        generation_drop: movement.generation_drop,
        fall: Fall::Never,
        lock_down: LockDown::Infinite,
        lock_delay: NEVER,
        lock_out: false,
        ..Rules::GUIDELINE
    };
    let setup = Setup {
        handling,
        randomizer: Randomizer::SevenBag,
        queue: vec![piece; 8],
        blocks: Some(Blocks::from(*board)),
        ..Setup::new(rules)
    };
    let mut game = Game::from_setup(&setup).ok()?;
    game.update(0, None).expect("time begins at 0");
    game.in_play().map(|_| game)
}

/// Where the first piece of the game locked.
fn locked(game: &Game) -> Option<(Placement, Spin)> {
    game.events().iter().find_map(|event| match event.kind {
        EventKind::Locked { placement, spin } => Some((placement, spin)),
        _ => None,
    })
}

#[test]
fn typing_the_keys_locks_the_piece_there() {
    let handlings = [
        Handling::GUIDELINE,
        Handling { auto_repeat_delay: 100 * MILLISECOND, auto_repeat_rate: 0, ..Handling::GUIDELINE },
        // No single steps.
        Handling { auto_repeat_delay: 0, auto_repeat_rate: 0, ..Handling::GUIDELINE },
        Handling { soft_drop: SoftDrop::Instant, ..Handling::GUIDELINE },
    ];
    let (mut games, mut ways, mut spun) = (0, 0, [0; 3]);
    for number in 0.. {
        let kind = Kind::ALL[number as usize % Kind::ALL.len()];
        let case = case(kind, number / 8 + 5_000);
        let piece = if number % 3 == 0 { Piece::T } else { Piece::ALL[number as usize % 7] };
        let movement = Movement { spins: true, fall_back_row: None, ..case.movement };
        let Some(game) = quiet_game(&case.board, &movement, piece, handlings[number as usize % handlings.len()]) else {
            continue;
        };
        let start = game.in_play().expect("there is a piece");
        assert_eq!(movement.generation(&case.board, piece), Some(start), "{:?}", case.board);
        for cost in COSTS {
            let keys = Keys::new(&case.board, start, &movement, Typing::of(game.handling()), cost);
            for (placement, spin) in keys.ends() {
                let path = keys.to(placement, spin).expect("an end has a way");
                let mut game = game.clone();
                let now = game.type_keys(0, &path.keys[..path.keys.len() - 1]).expect("in order");
                let last = path.keys[path.keys.len() - 1];
                game.update(now, Some(tetrolab_engine::Input::Press(last.button()))).expect("in order");
                let (there, with) = locked(&game).unwrap_or_else(|| panic!("{:?}\n{:?}", path, case.board));
                assert_eq!((cells(there), with), (cells(placement), spin), "{path:?}\n{:?}", case.board);
                assert_eq!(there, path.placement);
                assert_eq!(game.statistics().keys, u64::from(path.presses), "{path:?}");
                spun[with as usize] += 1;
                ways += 1;
            }
        }
        games += 1;
        if games == 1_000 {
            break;
        }
    }
    assert!(ways > 30_000, "{ways}");
    assert!(spun.iter().all(|&count| count > 100), "{spun:?}");
}

/// The keys lead to every placement that move generation finds, and to no other.
#[test]
fn there_are_keys_to_every_placement() {
    for number in 0..400 {
        let case = case(Kind::ALL[number as usize % Kind::ALL.len()], number / 8 + 6_000);
        for piece in Piece::ALL {
            let Some(start) = case.movement.generation(&case.board, piece) else { continue };
            let placements = case.board.placements_under(piece, &case.movement).with_spins();
            let expected: BTreeSet<_> = placements.map(|(placement, spin)| (cells(placement), spin)).collect();
            for cost in COSTS {
                let typing = Typing { auto_repeat: number % 2 == 0, ..Typing::default() };
                let keys = Keys::new(&case.board, start, &case.movement, typing, cost);
                let found: BTreeSet<_> = keys.ends().map(|(placement, spin)| (cells(placement), spin)).collect();
                assert_eq!(found, expected, "{piece} {:?} {:?}", case.movement, case.board);
            }
        }
    }
}

/// One press on a placement: where the piece is afterwards, and how many steps that took.
fn pressed(board: &Board, from: Placement, movement: &Movement, typing: Typing) -> Vec<(Placement, u32)> {
    let mut there = Vec::new();
    for direction in [-1, 1] {
        let mut at = from;
        let mut columns = 0;
        while board.fits(at.shifted(direction, 0)) {
            at = at.shifted(direction, 0);
            columns += 1;
            if columns == 1 && typing.taps {
                there.push((at, 1));
            }
        }
        if typing.auto_repeat && columns > 0 {
            there.push((at, columns));
        }
    }
    for turn in Turn::ALL {
        there.extend(board.turned(from, turn, movement.kicks, movement.half_turns).map(|turned| (turned.placement, 1)));
    }
    let mut at = from;
    let mut rows = 0;
    while board.fits(at.shifted(0, -1)) {
        at = at.shifted(0, -1);
        rows += 1;
        if typing.soft_drop_stops || !board.fits(at.shifted(0, -1)) {
            there.push((at, rows));
        }
    }
    there
}

/// For each set of cells the fewest presses and, apart from that, the fewest steps: by going over all places again and
/// again until nothing gets better.
fn fewest(board: &Board, start: Placement, movement: &Movement, typing: Typing) -> BTreeMap<[(i8, i8); 4], (u32, u32)> {
    let mut best = BTreeMap::from([(start, (0, 0))]);
    loop {
        let before = best.clone();
        for (&from, &(presses, steps)) in &before {
            for (there, more) in pressed(board, from, movement, typing) {
                let known = best.entry(there).or_insert((u32::MAX, u32::MAX));
                known.0 = known.0.min(presses + 1);
                known.1 = known.1.min(steps + more);
            }
        }
        if best == before {
            break;
        }
    }
    let mut ends = BTreeMap::new();
    for (&from, &(presses, steps)) in &best {
        let mut at = from;
        while board.fits(at.shifted(0, -1)) {
            at = at.shifted(0, -1);
        }
        let mut covered = at.cells().map(|cell| (cell.x, cell.y));
        covered.sort_unstable();
        let known = ends.entry(covered).or_insert((u32::MAX, u32::MAX));
        known.0 = known.0.min(presses + 1);
        known.1 = known.1.min(steps + 1);
    }
    ends
}

#[test]
fn no_fewer_keys_lead_there() {
    for number in 0..64 {
        let case = case(Kind::ALL[number as usize % Kind::ALL.len()], number / 8 + 7_000);
        let movement = Movement { spins: false, ..case.movement };
        let piece = Piece::ALL[number as usize % 7];
        let Some(start) = movement.generation(&case.board, piece) else { continue };
        let typing = Typing {
            taps: number % 5 != 0 || number % 2 != 0,
            auto_repeat: number % 2 == 0,
            soft_drop_stops: number % 3 != 0,
        };
        let expected = fewest(&case.board, start, &movement, typing);
        for cost in COSTS {
            let keys = Keys::new(&case.board, start, &movement, typing, cost);
            assert_eq!(keys.ends().count(), expected.len());
            for (placement, spin) in keys.ends() {
                let path = keys.to(placement, spin).expect("an end has a way");
                let mut covered = placement.cells().map(|cell| (cell.x, cell.y));
                covered.sort_unstable();
                let (presses, steps) = expected[&covered];
                match cost {
                    KeyCost::Presses => assert_eq!(path.presses, presses, "{path:?} {:?}", case.board),
                    KeyCost::Steps => assert_eq!(path.steps, steps, "{path:?} {:?}", case.board),
                }
                assert_eq!(path.presses as usize, path.keys.len());
            }
        }
    }
}

/// What players learn by heart: on an empty board no piece needs more than two moves and two turns.
#[test]
fn finesse_on_an_empty_board() {
    let board = Board::default();
    let movement = Movement { spins: false, ..Movement::of(&Rules::GUIDELINE) };
    let presses = |piece: Piece, auto_repeat| -> Vec<u32> {
        let start = movement.generation(&board, piece).expect("the board is empty");
        let keys = Keys::new(&board, start, &movement, Typing { auto_repeat, ..Typing::default() }, KeyCost::Presses);
        keys.ends().map(|(placement, spin)| keys.to(placement, spin).expect("a way").presses - 1).collect()
    };
    // O in columns 1 to 9: held left, held left and back, two, one, none, one, two, held right and back, held right.
    assert_eq!(presses(Piece::O, true), [1, 2, 2, 1, 0, 1, 2, 2, 1]);
    assert_eq!(presses(Piece::O, false), [4, 3, 2, 1, 0, 1, 2, 3, 4]);
    // I facing North, then East: the third column from the left is held left, then a turn to the right.
    assert_eq!(presses(Piece::I, true), [1, 2, 1, 0, 1, 2, 1, 2, 2, 2, 2, 1, 1, 2, 2, 2, 2]);
    for piece in Piece::ALL {
        assert!(presses(piece, true).into_iter().max() <= Some(4), "{piece}");
    }
}

#[test]
fn half_turns_and_held_keys_are_used() {
    let board = Board::default();
    let movement = Movement { spins: false, ..Movement::of(&Rules::MODERN) };
    let start = movement.generation(&board, Piece::T).expect("the board is empty");
    let keys = Keys::new(&board, start, &movement, Typing::default(), KeyCost::Presses);
    let path = keys.to(Placement::new(Piece::T, Rotation::South, 1, 1), Spin::None).expect("a way");
    assert_eq!(path.keys, [Key::Turn(Turn::Half), Key::LeftHeld, Key::HardDrop]);
    let movement = Movement { half_turns: HalfTurns::Off, ..movement };
    let keys = Keys::new(&board, start, &movement, Typing::default(), KeyCost::Presses);
    assert_eq!(keys.to(path.placement, Spin::None).expect("a way").presses, 4);
    assert_eq!(keys.to(Placement::new(Piece::L, Rotation::South, 1, 1), Spin::None), None, "another piece");
    assert_eq!(keys.to(Placement::new(Piece::T, Rotation::South, 1, 5), Spin::None), None, "in the air");
    assert_eq!(keys.to(Placement::new(Piece::T, Rotation::South, 0, 1), Spin::None), None, "in the wall");
}

/// A soft drop that cannot be stopped misses what lies beside the way: halfway down the shaft a T turns into the notch.
#[test]
fn instant_soft_drop_goes_all_the_way() {
    let board: Board = "
        XXXX..XXXX
        XXXX...XXX
        XXXX..XXXX
        XXXX..XXXX
        "
    .parse()
    .expect("a picture");
    let handling = Handling { soft_drop: SoftDrop::Instant, ..Handling::GUIDELINE };
    assert_eq!(Typing::of(&handling), Typing { soft_drop_stops: false, ..Typing::default() });
    let movement = Movement { spins: false, ..Movement::of(&Rules::GUIDELINE) };
    let start = movement.generation(&board, Piece::T).expect("free");
    let notch = Placement::new(Piece::T, Rotation::North, 5, 2);
    let to_notch = |typing| {
        Keys::new(&board, start, &movement, typing, KeyCost::Presses).to(notch, Spin::None).map(|path| path.presses)
    };
    assert_eq!(to_notch(Typing::default()), Some(4), "turn, soft drop, turn, hard drop");
    assert_eq!(to_notch(Typing::of(&handling)), None);
}

/// A game of three pieces: without a fault, with two useless presses, and with a detour.
#[test]
fn faults_are_counted() {
    let rules = Rules { fall: Fall::Never, lock_delay: NEVER, generation_delay: 0, ..Rules::GUIDELINE };
    let setup = Setup { queue: vec![Piece::O, Piece::T, Piece::I, Piece::O], ..Setup::new(rules) };
    let mut game = Game::from_setup(&setup).expect("a game");
    let mut finesse = Finesse::default();
    let mut steps = Vec::new();
    let mut now = 0;
    let keys = [
        // O to the left wall, as it should be.
        (Key::LeftHeld, 0),
        (Key::HardDrop, 0),
        // T dropped where it is, after a step to the side and back.
        (Key::Left, 0),
        (Key::Right, 0),
        (Key::HardDrop, 2),
        // I upright against the right wall: three taps instead of one held key.
        (Key::Turn(Turn::Right), 2),
        (Key::Right, 2),
        (Key::Right, 2),
        (Key::Right, 2),
        (Key::Right, 2),
        (Key::HardDrop, 5),
    ];
    game.update(0, None).expect("time begins at 0");
    finesse.watch(&game, game.events());
    for (key, faults) in keys {
        use tetrolab_engine::{Act, Input, Step};
        let button = key.button();
        steps.push(Step { at: now, act: Act::Press(button) });
        game.update(now, Some(Input::Press(button))).expect("in order");
        finesse.watch(&game, game.events());
        let held = if key == Key::LeftHeld { 2_000 } else { 10 };
        now += held * MILLISECOND;
        while let Some(next) = game.next_update().filter(|&next| next < now) {
            game.update(next, None).expect("in order");
            finesse.watch(&game, game.events());
        }
        steps.push(Step { at: now, act: Act::Release(button) });
        game.update(now, Some(Input::Release(button))).expect("in order");
        finesse.watch(&game, game.events());
        assert_eq!(finesse.faults, faults, "after {key}");
    }
    assert_eq!((finesse.pieces, finesse.presses, finesse.fewest, finesse.faulty), (3, 11, 6, 2));
    // The same from a replay.
    let mut again = Finesse::default();
    let replay = Replay::of(&setup, &steps, &game);
    replay.play(|game, events| again.watch(game, events)).expect("it plays as it was played");
    assert_eq!(again.to_string(), finesse.to_string());
    assert_eq!(finesse.to_string(), "5 finesse faults in 2 of 3 pieces (11 presses, 6 would have done)");
}

/// Where a script of inputs is recorded, faults come out as if it had been watched key by key.
fn faults(script: &str) -> String {
    let script: Script = script.parse().expect("a script");
    let mut game = Game::from_setup(&script.setup).expect("a game");
    for &step in &script.steps {
        game.step(step).expect("in order");
    }
    let mut finesse = Finesse::default();
    let replay = Replay::of(&script.setup, &script.steps, &game);
    replay.play(|game, events| finesse.watch(game, events)).expect("it plays as it was played");
    finesse.to_string()
}

/// A press at the very moment at which a piece comes into play, and one after which the next comes at once.
#[test]
fn presses_belong_to_the_piece_they_act_on() {
    assert_eq!(
        faults(
            "rules guideline\nset fall never\nqueue OOOO\n\n0 tap hard-drop\n200ms tap hard-drop\n400ms tap hard-drop\n"
        ),
        "0 finesse faults in 0 of 3 pieces (3 presses, 3 would have done)"
    );
    assert_eq!(
        faults("rules modern\nset fall instant\nqueue OOO\n\n0 tap left\n500ms tap hard-drop\n"),
        "0 finesse faults in 0 of 2 pieces (2 presses, 2 would have done)"
    );
    assert_eq!(
        faults("rules modern\nset fall instant\nset lock-moves 1\nqueue OOO\n\n20ms tap left\n100ms tap hard-drop\n"),
        "0 finesse faults in 0 of 2 pieces (2 presses, 2 would have done)"
    );
    // Left is held over three pieces: two of them need no press for it.
    assert_eq!(
        faults("set fall never\nqueue OOO\n\n0 press left\n1s tap hard-drop\n2s tap hard-drop\n3s release left\n"),
        "0 finesse faults in 0 of 2 pieces (3 presses, 3 would have done)"
    );
}

/// A held key is let go when its piece has locked; time first passes until the keys are typed.
#[test]
fn keys_are_typed_for_one_piece() {
    let rules = Rules { fall: Fall::Instant, lock_delay: 100 * MILLISECOND, ..Rules::MODERN };
    let setup = Setup { queue: vec![Piece::O; 4], ..Setup::new(rules) };
    let mut game = Game::from_setup(&setup).expect("a game");
    game.type_keys(0, &[Key::LeftHeld]).expect("in order");
    assert_eq!(game.statistics().pieces, 1);
    let mut game = Game::new(Rules::GUIDELINE, tetrolab_engine::Seed(1));
    game.type_keys(3_000 * MILLISECOND, &[Key::Down(5)]).expect("in order");
    assert_eq!(game.in_play().expect("a piece").y, 19 - 3 - 5);
    assert!(game.type_keys(0, &[]).is_err(), "time goes back");
    let before = game.in_play().expect("a piece");
    game.type_keys(4_000 * MILLISECOND, &[Key::Down(200)]).expect("in order");
    assert!(game.blocks().board().is_resting(game.in_play().expect("a piece")), "{before:?}");
}
