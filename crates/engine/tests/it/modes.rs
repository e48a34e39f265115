//! Modes that are won by digging or by perfect clears, and a win from outside.

use tetrolab_engine::{Button, End, EventKind, Game, Input, Mode, Recorder, Replay, SECOND, Script, Setup};

fn game(text: &str) -> Game {
    let script: Script = text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"));
    script.play(|_, _| {}).unwrap()
}

/// Drops the piece in play in the column of its centre, an I upright, a second later. Returns how many rows rose.
fn drop_at(game: &mut Game, column: i8) -> Vec<u8> {
    let at = game.now() + SECOND;
    let mut risen = Vec::new();
    let mut tap = |game: &mut Game, button| {
        for input in [Input::Press(button), Input::Release(button)] {
            for event in game.update(at, Some(input)).unwrap() {
                if let EventKind::Rose { rows } = event.kind {
                    risen.push(rows);
                }
            }
        }
    };
    game.update(at, None).unwrap();
    tap(game, Button::RotateRight);
    while let Some(placement) = game.in_play().filter(|placement| placement.x != column) {
        tap(game, if placement.x > column { Button::Left } else { Button::Right });
    }
    tap(game, Button::HardDrop);
    risen
}

/// The columns of the holes in the rows of garbage, from the top down.
fn holes(game: &Game) -> Vec<i8> {
    let rows = game.blocks().garbage_rows();
    let hole = |y| (0..10).find(|&x| game.blocks().get(x, y).is_none()).expect("no row is full");
    (0..40).rev().filter(|y| rows >> y & 1 == 1).map(hole).collect()
}

/// A race of three rows, one at a time: an I digs each of them, an O lets the next one rise.
fn race(seed: u64) -> Game {
    let settings = "set starting-rows 1\nset garbage-limit 3\nset fall never\nset lock-delay never\nset undo on";
    game(&format!("mode cheese\n{settings}\nqueue IOIOI\nseed {seed}\n0 wait"))
}

/// A column with room for an O that covers neither of the holes.
fn beside(holes: &[i8]) -> i8 {
    (0..9).find(|column| holes.iter().all(|hole| hole != column && *hole != column + 1)).unwrap()
}

#[test]
fn a_cheese_race_starts_with_ten_rows_and_no_more_follow() {
    let cheese = game("mode cheese\n0 tap hard-drop\n1s tap hard-drop\n2s wait");
    assert_eq!((cheese.garbage_left(), cheese.blocks().garbage_rows()), (Some(10), 0x3FF));
    assert_eq!(cheese.statistics().garbage, 0);
    assert!(holes(&cheese).windows(2).all(|pair| pair[0] != pair[1]));
    // The rows are those of any mode with as many.
    let zen = game("mode zen\nset starting-rows 10\n0 tap hard-drop\n1s tap hard-drop\n2s wait");
    assert_eq!((zen.picture(), zen.garbage_left()), (cheese.picture(), None));
}

#[test]
fn rows_follow_those_that_were_dug_until_the_limit_wins() {
    let mut played = 0;
    for seed in 0..20 {
        // All holes of the race, as a game with three starting rows has them.
        let all = holes(&game(&format!("set starting-rows 3\nseed {seed}\n0 wait")));
        if all[0] == all[2] {
            continue; // The first I covers that hole.
        }
        played += 1;
        let mut race = race(seed);
        for (dug, &hole) in all.iter().enumerate() {
            assert_eq!((holes(&race), race.statistics().dug), (vec![hole], dug as u32));
            assert!(drop_at(&mut race, hole).is_empty(), "a clear holds rows back");
            if dug < 2 {
                assert_eq!(race.garbage_left(), Some(2 - dug as u32));
                assert_eq!(drop_at(&mut race, beside(&all)), [1]);
            }
        }
        assert_eq!((race.end(), race.garbage_left(), race.statistics().garbage), (Some(End::Won), Some(0), 2));
    }
    assert!(played > 10, "{played}");
}

#[test]
fn an_undo_brings_rows_and_their_holes_back() {
    let mut race = race(7);
    let first = holes(&race)[0];
    drop_at(&mut race, first);
    let dug = race.picture().blocks;
    drop_at(&mut race, beside(&[first]));
    let second = holes(&race);
    race.undo(race.now()).unwrap();
    assert_eq!((race.picture().blocks, race.statistics().dug), (dug, 1));
    drop_at(&mut race, beside(&[first]));
    assert_eq!(holes(&race), second, "the same row rises again");
    for _ in 0..2 {
        race.undo(race.now()).unwrap();
    }
    assert_eq!((holes(&race), race.garbage_left()), (vec![first], Some(3)));
}

#[test]
fn rows_without_garbage_do_not_count() {
    let board = "set garbage-limit 2\nqueue OI\nboard\n    OO.OOOOOOO\n    XX.XXXXXOO\n    TX.TTTTTTT\n    TT.TTTTTTT\n\
                 piece I east 2 25\n0 tap hard-drop";
    let won = game(board);
    assert_eq!((won.end(), won.lines(), won.statistics().dug), (Some(End::Won), 4, 2));
    assert!(won.blocks().board().is_empty(), "full rows are removed before");
    let more = game(&board.replace("limit 2", "limit 3"));
    assert_eq!((more.end(), more.garbage_left()), (None, Some(1)));
}

#[test]
fn a_limit_below_the_starting_rows_cuts_them() {
    assert_eq!(game("mode cheese\nset garbage-limit 4\n0 wait").blocks().garbage_rows(), 0b1111);
    let mode = Mode { garbage_limit: Some(1), starting_rows: 255, ..Mode::CHEESE };
    assert_eq!(Setup { mode, ..Setup::default() }.problems(), []);
}

#[test]
fn a_limit_of_nothing_is_refused() {
    for name in ["line-limit", "garbage-limit", "perfect-clear-limit"] {
        let refusal = format!("set {name} 0").parse::<Script>().unwrap_err();
        assert_eq!(refusal.to_string(), format!("line 1: {name} is at least 1"));
    }
}

#[test]
fn perfect_clears_win_and_can_be_taken_back() {
    let setup = "mode perfect-clear\nset perfect-clear-limit 2\nset width 4\nqueue III\n";
    let one = game(&format!("{setup}0 tap hard-drop\n1s wait"));
    assert_eq!((one.end(), one.perfect_clears_left()), (None, Some(1)));
    let won = game(&format!("{setup}0 tap hard-drop\n1s tap hard-drop"));
    assert_eq!((won.end(), won.perfect_clears_left()), (Some(End::Won), Some(0)));
    let back = game(&format!("{setup}0 tap hard-drop\n1s tap hard-drop\n2s undo"));
    assert_eq!((back.end(), back.perfect_clears_left()), (None, Some(1)));
}

#[test]
fn only_perfect_clears_with_lines_win() {
    // Blocks that hang in the air: the floor stays empty below a piece that lies on them.
    let setup = "mode perfect-clear\nset perfect-clear-limit 1\nset perfect-clear-is floor-empty\nqueue I\nboard\n    ...XXXX...\n    \
                 ..........\n0 tap hard-drop\n1s wait";
    let game = game(setup);
    assert_eq!((game.statistics().perfect_clears, game.perfect_clears_left(), game.end()), (1, Some(1), None));
}

#[test]
fn the_other_player_is_out() {
    let script: Script =
        "mode versus\n1s tap hard-drop\n1.5s press left\n2s win\n3s release left\n4s win".parse().unwrap();
    let mut recorder = Recorder::new(script.setup.clone()).unwrap();
    for &step in &script.steps {
        let events = recorder.step(step).unwrap();
        let ended = events.iter().filter(|event| event.kind == EventKind::Ended { end: End::Won }).count();
        assert_eq!(ended, usize::from(step.at == 2 * SECOND));
    }
    let game = recorder.game();
    assert_eq!((game.end(), game.now(), game.next_update()), (Some(End::Won), 2 * SECOND, None));
    let replay = Replay::from_bytes(&recorder.replay().to_bytes()).unwrap();
    assert_eq!(replay.steps, script.steps);
    replay.play(|_, _| {}).unwrap();
}

#[test]
fn a_game_that_is_over_is_not_won() {
    let over = game("set height 2\nqueue OOO\n0 tap hard-drop\n1s tap hard-drop\n2s wait\n3s win");
    assert_eq!(over.end(), Some(End::LockOut));
}
