//! Agents that play by pressing buttons.

use tetrolab_agents::{AGENTS, Lookahead, Speed};
use tetrolab_engine::{
    Act, Fall, Game, Goal, HANDLINGS, Handling, LATEST, LockDown, MILLISECOND, Mode, NEVER, RULES, Rules, SECOND, Seed,
    Setup, Size, SoftDrop, Step,
};

use super::games::{FRAME, Session, adviser, sorted_cells};

fn setup(rules: Rules, seed: u64) -> Setup {
    Setup { seed: Seed(seed), mode: Mode { goal: Goal::Nothing, endless: true, ..Mode::MARATHON }, ..Setup::new(rules) }
}

/// Every agent plays sixty pieces, or until it is lost, and the recording is true.
#[test]
fn every_agent_plays() {
    for (number, agent) in AGENTS.iter().enumerate() {
        for rules in [Rules::guideline(), Rules::modern()] {
            let session = Session::new(setup(rules, number as u64), agent.name, 4.0).play(60, 60 * SECOND);
            let pieces = session.game().statistics().pieces;
            let expected = if agent.name == "random" { 8 } else { 60 };
            assert!(pieces >= expected, "{} under {}: {pieces} pieces", agent.name, rules.name);
            session.verify();
        }
    }
}

/// At level 1 every piece lands where the agent wanted it, by all presets of handling.
#[test]
fn pieces_land_where_advised() {
    for handling in HANDLINGS {
        for rules in [Rules::guideline(), Rules::modern(), Rules::solver()] {
            for speed in [0.8, 3.0] {
                let setup = Setup { handling, ..setup(rules, 11) };
                let adviser = adviser("dt-20", &rules, Lookahead::Two, true);
                let session = Session::with(setup, adviser, speed).play(40, 60 * SECOND);
                assert_eq!(session.locked.len(), 40, "{} {}", handling.name, rules.name);
                for (locked, wanted) in &session.locked {
                    assert_eq!(sorted_cells(*locked), sorted_cells(wanted.expect("a wish")));
                }
            }
        }
    }
}

#[test]
fn the_rate_is_the_chosen_one() {
    for (speed, handling) in [
        (0.5, Handling::GUIDELINE),
        (1.0, Handling::GUIDELINE),
        (3.0, Handling::BEGINNER),
        (10.0, Handling::GUIDELINE),
        (20.0, Handling::COMPETITIVE),
    ] {
        let rules = if speed < 5.0 { Rules::guideline() } else { Rules::modern() };
        let session = Session::new(Setup { handling, ..setup(rules, 21) }, "bcts", speed).play(60, 200 * SECOND);
        let seconds = session.game().now() as f64 / SECOND as f64;
        let rate = f64::from(session.game().statistics().pieces) / seconds;
        assert!((rate / speed - 1.0).abs() < 0.05, "{rate} instead of {speed}");
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    for agent in ["bcts", "random"] {
        let play = |seed| Session::new(setup(Rules::modern(), seed), agent, 5.0).play(30, 20 * SECOND);
        let (once, again, other) = (play(3), play(3), play(4));
        assert_eq!(once.recorder.replay(), again.recorder.replay());
        assert_ne!(once.game().digest(), other.game().digest());
    }
}

/// The same steps come out, however often it is asked.
#[test]
fn frames_do_not_matter() {
    let mut session = Session::new(setup(Rules::guideline(), 5), "bcts", 3.0);
    let mut all_at_once = Session::new(setup(Rules::guideline(), 5), "bcts", 3.0);
    while session.game().clock() < 10 * SECOND {
        session.frame();
    }
    let until = session.game().clock();
    while let Some(step) = all_at_once.agent.next_step(all_at_once.recorder.game(), until) {
        all_at_once.recorder.step(step).expect("in order");
    }
    all_at_once.recorder.step(Step { at: until, act: Act::Wait }).expect("in order");
    assert_eq!(session.recorder.replay(), all_at_once.recorder.replay());
    assert_eq!(until % FRAME, 0);
}

#[test]
fn bcts_survives() {
    let session = Session::new(setup(Rules::guideline(), 31), "bcts", 3.0).play(300, 150 * SECOND);
    let game = session.game();
    assert_eq!((game.statistics().pieces, game.end()), (300, None));
    assert!(game.lines() > 100, "{} lines", game.lines());
    session.verify();
}

/// Fast gravity: the agent keeps playing, and at level 15 it even survives.
#[test]
fn gravity_is_no_problem() {
    for speed in [0.5, 2.0, 20.0] {
        let mut fast = setup(Rules::guideline(), 41);
        fast.mode.start_level = 15;
        let session = Session::new(fast, "bcts", speed).play(100, 100 * SECOND);
        assert!(session.game().end().is_none() && session.game().lines() > 10, "{speed}: {:?}", session.game().end());
        for lock_down in [LockDown::Extended, LockDown::Infinite, LockDown::Classic] {
            let rules = Rules { fall: Fall::Instant, lock_down, ..Rules::modern() };
            let session = Session::new(setup(rules, 42), "bcts", speed).play(40, 100 * SECOND);
            assert!(session.game().statistics().pieces >= 20, "{lock_down:?}: {:?}", session.game().end());
            session.verify();
        }
    }
}

/// Garbage comes between the pieces of a game.
#[test]
fn garbage_is_no_problem() {
    for rules in [Rules::guideline(), Rules::modern()] {
        let mut session = Session::new(setup(rules, 51), "bcts", 4.0);
        for frame in 0..1800 {
            session.frame();
            if frame % 120 == 60 && !session.game().is_over() {
                let at = session.game().clock();
                session.recorder.step(Step { at, act: Act::Garbage(1 + frame / 120 % 3) }).expect("in order");
            }
        }
        assert!(session.game().statistics().garbage > 10);
        assert!(session.game().statistics().pieces > 60, "{:?}", session.game().end());
        session.verify();
    }
}

/// All rules, handlings, sizes and strange settings: something always locks, and nothing goes wrong.
#[test]
fn nothing_stops_it() {
    let sizes = [
        Size { width: 4, height: 20, buffer: 20 },
        Size { width: 16, height: 40, buffer: 4 },
        Size { width: 7, height: 6, buffer: 20 },
    ];
    let strange = [
        Handling { auto_repeat_delay: LATEST, auto_repeat_rate: LATEST, cut_delay: LATEST, ..Handling::GUIDELINE },
        Handling { auto_repeat_delay: 0, auto_repeat_rate: 0, ..Handling::COMPETITIVE },
        Handling {
            auto_repeat_delay: 0,
            auto_repeat_rate: SECOND,
            cut_delay: 300 * MILLISECOND,
            ..Handling::GUIDELINE
        },
        Handling {
            auto_repeat_delay: 1,
            auto_repeat_rate: 1,
            soft_drop: SoftDrop::Times(1_000_000),
            ..Handling::GUIDELINE
        },
        Handling { soft_drop: SoftDrop::Times(1), ..Handling::BEGINNER },
    ];
    let mut played = 0;
    for (number, handling) in strange.into_iter().chain(HANDLINGS).enumerate() {
        for rules in RULES {
            for (place, size) in sizes.into_iter().enumerate() {
                let size = if rules.block_out { size } else { Size { height: size.height.max(8), ..size } };
                let hold = (number + place) % 2 == 0;
                let fall = if rules.block_out && number % 3 == 0 { Fall::Every(LATEST) } else { rules.fall };
                let rules = Rules { size, hold, fall, ..rules };
                let speed = [0.5, 4.0, 1000.0][(number + place) % 3];
                let setup = Setup { handling, ..setup(rules, number as u64) };
                assert!(Game::from_setup(&setup).is_ok(), "{:?}", setup.problems());
                let session = Session::new(setup, AGENTS[number].name, speed).play(12, 40 * SECOND);
                let (pieces, end) = (session.game().statistics().pieces, session.game().end());
                assert!(pieces >= 10 || end.is_some(), "{pieces} pieces of {} {size} {handling:?}", rules.name);
                session.verify();
                played += pieces;
            }
        }
    }
    assert!(played > 600, "{played} pieces");
}

/// What a screen shows: the plan gets shorter, key by key.
#[test]
fn its_plan_can_be_seen() {
    let mut session = Session::new(setup(Rules::guideline(), 61), "bcts", 1.0);
    assert!(session.agent.current().is_none() && session.agent.keys_left().next().is_none());
    session.frame();
    let advice = session.agent.current().expect("a plan").clone();
    assert_eq!(session.agent.keys_left().collect::<Vec<_>>(), advice.path.keys);
    assert_eq!(session.agent.will_hold(), advice.use_hold);
    while session.game().statistics().pieces == 0 {
        session.frame();
    }
    assert_eq!(session.agent.keys_left().count(), 0);
    assert!(session.game().now().abs_diff(SECOND) <= FRAME);
}

#[test]
fn speeds_have_limits() {
    for speed in [0.0, -1.0, f64::NAN, f64::INFINITY, 1001.0] {
        assert!(Speed::new(speed).is_err(), "{speed}");
    }
    assert_eq!(Speed::new(4.0).expect("a speed").interval(), SECOND / 4);
    assert_eq!("x".parse::<Speed>().unwrap_err().to_string(), "a speed is 0.01 to 1000 pieces per second, not x");
}

/// A piece without time limit and gravity waits for its moment all the same.
#[test]
fn without_gravity_and_lock_down_it_plays_on() {
    let rules = Rules { fall: Fall::Never, lock_delay: NEVER, ..Rules::guideline() };
    let session = Session::new(setup(rules, 71), "dellacherie", 2.0).play(20, 30 * SECOND);
    assert_eq!(session.game().statistics().pieces, 20);
}
