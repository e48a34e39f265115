//! Watching replays back and forth, and playing on from any moment of them.

use tetrolab_engine::{
    Act, Button, Event, EventKind, Game, Handling, Input, MILLISECOND, Mode, Outcome, Playback, Random, RandomKeys,
    Recorder, Replay, Rules, Script, Seed, Setup, Step, Stream, Time,
};

/// A game of random keys with garbage and undos, of about this many inputs; keys are down most of the time.
fn random_game(setup: Setup, inputs: usize) -> Recorder {
    let seed = setup.seed;
    let mut recorder = Recorder::new(setup).unwrap();
    let mut keys = RandomKeys::new(seed, 0);
    let mut random = Random::new(seed, 1, Stream::Tests);
    let mut at = 0;
    for _ in 0..inputs {
        let act = match random.below(60) {
            0 => Act::Garbage(random.below(3)),
            1 => Act::Undo,
            _ => match keys.next_input() {
                Input::Press(button) => Act::Press(button),
                Input::Release(button) => Act::Release(button),
            },
        };
        recorder.step(Step { at, act }).unwrap();
        // Now and then two inputs come at one moment, or none for a while.
        at += [0, 5, 20, 20, 20, 20, 700][random.below(7) as usize] * MILLISECOND;
    }
    recorder
}

/// Replays of every kind: over and not over, with and without undo, with a beginning and with nothing at all.
fn replays() -> Vec<Replay> {
    let setup = |rules, mode, seed| Setup { mode, seed: Seed(seed), ..Setup::new(rules) };
    let mut competitive = setup(Rules::SOLVER, Mode::ZEN, 4);
    competitive.handling = Handling { auto_repeat_delay: 0, ..Handling::COMPETITIVE };
    let mut won = random_game(setup(Rules::MODERN, Mode::VERSUS, 3), 60);
    won.step(Step { at: won.game().clock() + 1, act: Act::Win }).unwrap();
    let mut begun = Recorder::new(Setup::default()).unwrap();
    let unbegun = begun.replay();
    begun.step(Step { at: 0, act: Act::Wait }).unwrap();
    let games = [
        random_game(setup(Rules::GUIDELINE, Mode::MARATHON, 1), 300),
        random_game(setup(Rules::MODERN, Mode::ZEN, 2), 1500),
        random_game(competitive, 1500),
        random_game(setup(Rules::GUIDELINE, Mode::CHEESE, 5), 200),
        won,
        begun,
    ];
    games.iter().map(Recorder::replay).chain([unbegun]).collect()
}

/// What can be told of a game at a moment.
fn standing(game: &Game) -> (Time, Outcome, String, [bool; 8]) {
    (game.clock(), Outcome::of(game), game.picture().to_string(), Button::ALL.map(|button| game.is_down(button)))
}

/// Moments of the replay: those of its steps, others, and some after its end.
fn moments(replay: &Replay, count: u32) -> Vec<Time> {
    let mut random = Random::new(Seed(9), replay.steps.len() as u64, Stream::Tests);
    let last = replay.outcome.time;
    let mut moments = vec![0, last, last + 1, 0];
    for _ in 0..count {
        moments.push(match replay.steps.len() as u32 {
            steps if steps > 0 && random.below(2) == 0 => replay.steps[random.below(steps) as usize].at,
            _ => u64::from(random.below(1000)) * last / 999,
        });
    }
    moments
}

#[test]
fn seeking_leads_where_playing_does() {
    for replay in replays() {
        let mut seeking = Playback::new(&replay).unwrap();
        for moment in moments(&replay, 60) {
            seeking.seek(moment).unwrap();
            let mut playing = Playback::new(&replay).unwrap();
            playing.advance(moment).unwrap();
            assert_eq!(standing(seeking.game()), standing(playing.game()), "{moment}");
        }
        seeking.seek(Time::MAX).unwrap();
        assert_eq!(Outcome::of(seeking.game()), replay.outcome);
    }
}

#[test]
fn the_first_piece_is_there_at_time_0() {
    let script: Script = "queue T\n1s tap left".parse().unwrap();
    let mut recorder = Recorder::new(script.setup).unwrap();
    recorder.step(script.steps[0]).unwrap();
    let replay = recorder.replay();
    let mut playback = Playback::new(&replay).unwrap();
    assert_eq!(playback.advance(0).unwrap().len(), 1);
    assert!(playback.game().in_play().is_some());
}

#[test]
fn neighbouring_inputs_and_lock_downs_are_found() {
    for replay in replays() {
        let inputs: Vec<Time> = replay.steps.iter().filter(|step| step.act != Act::Wait).map(|step| step.at).collect();
        let mut lock_downs = Vec::new();
        let is_lock_down = |event: &&Event| matches!(event.kind, EventKind::Locked { .. });
        replay.play(|_, events| lock_downs.extend(events.iter().filter(is_lock_down).map(|event| event.at))).unwrap();
        let next = |times: &[Time], now| times.iter().copied().find(|&at| at > now);
        let previous = |times: &[Time], now| times.iter().copied().rfind(|&at| at < now);
        // Once with all that was seen before, and once from nothing.
        let mut playback = Playback::new(&replay).unwrap();
        for moment in moments(&replay, 40) {
            playback.seek(moment).unwrap();
            let mut fresh = Playback::new(&replay).unwrap();
            fresh.seek(moment).unwrap();
            for playback in [&playback, &fresh] {
                let now = playback.game().clock();
                assert_eq!(playback.next_step_at(), next(&inputs, now));
                assert_eq!(playback.previous_step_at(), previous(&inputs, now));
                assert_eq!(playback.next_lock_down_at(), next(&lock_downs, now));
                assert_eq!(playback.previous_lock_down_at(), previous(&lock_downs, now));
            }
        }
    }
}

/// The replay is whole, and the inputs that came until it was taken over stay.
fn check_taken_over(replay: &Replay, playback: Playback<&Replay>, done: usize) {
    let before = playback.game().clone();
    let mut recorder = playback.take_over();
    assert_eq!(recorder.game().picture(), before.picture(), "letting keys go moves nothing");
    assert!(Button::ALL.iter().all(|&button| !recorder.game().is_down(button)));
    let taken = recorder.replay();
    assert_eq!(taken.steps[..done], replay.steps[..done]);
    let held = Button::ALL.iter().filter(|&&button| before.is_down(button)).count();
    let releases = taken.steps[done..].iter().filter(|step| step.act != Act::Wait);
    assert_eq!(releases.clone().count(), held);
    assert!(releases.into_iter().all(|step| step.at == before.clock()));
    check_whole(&recorder);
    for (number, button) in [Button::Left, Button::RotateRight, Button::HardDrop, Button::Left].into_iter().enumerate()
    {
        let at = before.clock() + 100 * MILLISECOND * number as Time;
        recorder.step(Step { at, act: Act::Press(button) }).unwrap();
        check_whole(&recorder);
    }
}

fn check_whole(recorder: &Recorder) {
    let replay = Replay::from_bytes(&recorder.replay().to_bytes()).unwrap();
    let again = replay.play(|_, _| {}).unwrap();
    assert_eq!(again.picture(), recorder.game().picture());
}

#[test]
fn a_game_can_be_taken_over_at_any_moment() {
    let mut with_keys_down = 0;
    for replay in replays() {
        check_taken_over(&replay, Playback::new(&replay).unwrap(), 0);
        for moment in moments(&replay, 40) {
            let mut playback = Playback::new(&replay).unwrap();
            playback.seek(moment).unwrap();
            with_keys_down += usize::from(Button::ALL.iter().any(|&button| playback.game().is_down(button)));
            let is_done = |step: &&Step| step.at <= moment && step.act != Act::Wait;
            let done = replay.steps.iter().filter(is_done).count();
            check_taken_over(&replay, playback, done);
        }
    }
    assert!(with_keys_down > 100, "{with_keys_down}");
}

/// With no delay the other direction would move the piece at once.
#[test]
fn letting_go_of_both_directions_moves_nothing() {
    for (first, second) in [(Button::Left, Button::Right), (Button::Right, Button::Left)] {
        let mut setup = Setup::default();
        setup.handling.auto_repeat_delay = 0;
        let mut recorder = Recorder::new(setup).unwrap();
        for button in [first, second] {
            recorder.step(Step { at: MILLISECOND, act: Act::Press(button) }).unwrap();
        }
        let before = recorder.game().in_play();
        assert_eq!(recorder.release_all(MILLISECOND).unwrap(), []);
        assert_eq!(recorder.game().in_play(), before);
        assert!(!recorder.game().is_down(Button::Left) && !recorder.game().is_down(Button::Right));
    }
}

#[test]
fn playback_stops_where_the_recording_does() {
    // Keys that are let go after the end belong to every lost game.
    let script: Script =
        "queue OOOO\nset height 2\n0 tap hard-drop\n1 tap hard-drop\n2 tap left\n3 tap left".parse().unwrap();
    let mut recorder = Recorder::new(script.setup).unwrap();
    for step in script.steps {
        recorder.step(step).unwrap();
    }
    let replay = recorder.replay();
    assert!(replay.outcome.end.is_some() && replay.outcome.time < 2_000_000_000);
    let mut playback = Playback::new(&replay).unwrap();
    for tenths in 0..50 {
        playback.advance(tenths * 100_000_000).unwrap();
    }
    assert_eq!(Outcome::of(playback.game()), replay.outcome);
}
