//! Duels by the rules of the arena.

use tetrolab_agents::{Adviser, Agent, Lookahead};
use tetrolab_bot::arena::{Decision, Delays, Duel, DuelRules, Loss, LossKind, News, Pace};
use tetrolab_bot::{Move, Position, TBP_RULES};
use tetrolab_engine::{
    End, Event, EventKind, Game, MILLISECOND, Piece, Placement, Random, Replay, Rotation, Rules, Seed, Spin, Stream,
};

const PACES: [Pace; 2] = [Pace::Turns, Pace::Timed(Delays::PPT)];

fn duel(pace: Pace, seed: u64, most_pieces: u32) -> Duel {
    let rules = Rules { next: 5, ..pace.rules(TBP_RULES) };
    Duel::new(&DuelRules { rules, pace, most_pieces }, Seed(seed), 0).unwrap()
}

/// Any move.
fn any(random: &mut Random) -> impl FnMut(&Duel, usize) -> Decision + '_ {
    move |duel, side| {
        let moves = duel.side(side).position().moves(&duel.rules().rules);
        let chosen = moves.get(random.below(moves.len().max(1) as u32) as usize);
        Decision::of(chosen.copied())
    }
}

/// The moves of an agent of the research game.
fn agent(name: &str) -> impl FnMut(&Duel, usize) -> Decision + use<> {
    let adviser = Adviser::new(Agent::named(name).unwrap().weights(), &TBP_RULES, Lookahead::One, true).unwrap();
    let mut random = Random::new(Seed(0), 0, Stream::Decisions);
    move |duel, side| {
        let advice = adviser.advise(duel.side(side).game(), &mut random);
        let a_move = advice.map(|advice| Move { placement: advice.path.placement, spin: advice.path.spin });
        Decision::of(a_move)
    }
}

/// Plays on until a side decides again.
fn turn(duel: &mut Duel, decide: &mut impl FnMut(&Duel, usize) -> Decision) {
    let deciding = duel.deciding();
    let decisions = [0, 1].map(|side| deciding[side].then(|| decide(duel, side)));
    duel.decide(decisions);
}

/// Plays to the end.
fn play(duel: &mut Duel, mut decide: impl FnMut(&Duel, usize) -> Decision) {
    while duel.verdict().is_none() {
        turn(duel, &mut decide);
    }
}

#[test]
fn every_game_is_a_replay_and_the_same_decisions_make_the_same_game() {
    for pace in PACES {
        for seed in 0..4 {
            let games = [0, 1].map(|_| {
                let mut duel = duel(pace, seed, 200);
                play(&mut duel, any(&mut Random::new(Seed(seed), 1, Stream::Tests)));
                [0, 1].map(|side| duel.side(side).replay().to_bytes())
            });
            assert_eq!(games[0], games[1]);
            for bytes in &games[0] {
                Replay::from_bytes(bytes).unwrap().play(|_, _| {}).unwrap();
            }
        }
    }
}

/// All rows that one side sends rise on the other, are cancelled there, or still wait. They rise with a piece that clears nothing,
/// and not before they have travelled.
#[test]
fn no_row_is_lost_or_too_early() {
    for pace in PACES {
        let (mut all_risen, mut all_cancelled) = (0, 0);
        for seed in 0..2 {
            let mut duel = duel(pace, seed, 150);
            let (mut one, mut other) = (agent("bcts"), agent("dellacherie"));
            play(&mut duel, |duel, side| if side == 0 { one(duel, side) } else { other(duel, side) });
            for side in 0..2 {
                let sent = duel.side(1 - side).game().statistics().attack;
                let game = duel.side(side).game();
                let statistics = game.statistics();
                assert_eq!(sent, statistics.garbage + statistics.cancelled + game.garbage_waiting());
                assert_eq!(duel.side(side).attack(), statistics.attack + statistics.cancelled);
                all_risen += statistics.garbage;
                all_cancelled += statistics.cancelled;
                watch_garbage(&duel.side(side).replay());
            }
        }
        assert!(all_risen > 0 && all_cancelled > 0, "{all_risen} rows rose, {all_cancelled} were countered");
    }
}

fn watch_garbage(replay: &Replay) {
    let travel = replay.setup.rules.garbage.travel;
    let (mut waiting, mut was_clear) = (Vec::new(), false);
    let watch = |_: &Game, events: &[Event]| {
        for event in events {
            match event.kind {
                EventKind::Warned { rows, ready } => {
                    assert_eq!(ready, event.at + travel);
                    waiting.extend((0..rows).map(|_| ready));
                }
                EventKind::Locked { .. } => was_clear = false,
                EventKind::Cleared { .. } => was_clear = true,
                EventKind::Attacked { cancelled, .. } => drop(waiting.drain(..cancelled as usize)),
                EventKind::Rose { rows } => {
                    assert!(!was_clear);
                    assert!(waiting.drain(..rows as usize).all(|ready| ready <= event.at));
                }
                _ => {}
            }
        }
    };
    replay.play(watch).unwrap();
}

#[test]
fn equal_sides_end_in_a_draw() {
    for pace in PACES {
        let mut duel = duel(pace, 3, 500);
        let first = |duel: &Duel, side: usize| {
            Decision::of(duel.side(side).position().moves(&duel.rules().rules).into_iter().take(1))
        };
        play(&mut duel, first);
        let verdict = duel.verdict().unwrap();
        assert!(verdict.losses.iter().all(Option::is_some), "{verdict:?}");
        assert_eq!(verdict.winner(), None);
        assert_eq!(duel.side(0).replay(), duel.side(1).replay());
    }
}

#[test]
fn the_most_pieces_end_in_a_draw() {
    let mut duel = duel(Pace::Turns, 3, 20);
    play(&mut duel, agent("bcts"));
    assert_eq!(duel.verdict().unwrap().losses, [None, None]);
    assert_eq!(duel.side(0).game().statistics().pieces, 20);
}

#[test]
fn who_fails_loses_and_the_other_game_is_won() {
    let time_out = || Decision::Lost(Loss::new(LossKind::TimeOut, "2 s"));
    let outside = Move::new(Placement::new(Piece::T, Rotation::North, 120, -120));
    for (decision, kind) in [
        (Decision::of([]), LossKind::Forfeit),
        (Decision::of([outside]), LossKind::IllegalMove),
        (Decision::Moves(vec![Err("no piece is called Q".into())]), LossKind::IllegalMove),
        (time_out(), LossKind::TimeOut),
    ] {
        let mut duel = duel(Pace::Turns, 5, 100);
        let mut good = agent("bcts");
        (0..3).for_each(|_| turn(&mut duel, &mut good));
        turn(&mut duel, &mut |duel, side| if side == 1 { decision.clone() } else { good(duel, side) });
        let verdict = duel.verdict().unwrap();
        assert_eq!(verdict.winner(), Some(0));
        assert_eq!(verdict.losses[1].as_ref().unwrap().kind, kind);
        assert_eq!(duel.side(0).game().end(), Some(End::Won));
        assert_eq!((duel.side(1).game().end(), duel.side(1).game().statistics().pieces), (None, 3));
        duel.side(1).replay().play(|_, _| {}).unwrap();
    }
    let mut both = duel(Pace::Turns, 5, 100);
    both.decide([Some(time_out()), None]);
    assert_eq!(both.verdict().unwrap().winner(), None, "both failed at the same moment");
}

#[test]
fn not_more_than_a_thousand_moves_are_looked_at() {
    let mut duel = duel(Pace::Turns, 5, 100);
    let good = duel.side(0).position().moves(&TBP_RULES)[0];
    let wrong = Move::new(good.placement.shifted(0, 30));
    let after = |count| Some(Decision::of(std::iter::repeat_n(wrong, count).chain([good])));
    duel.decide([after(999), after(1000)]);
    assert_eq!(duel.verdict().unwrap().winner(), Some(0));
    assert_eq!((duel.refused(0), duel.refused(1)), (999, 1000));
}

#[test]
fn the_first_move_that_can_be_played_is_played() {
    let mut duel = duel(Pace::Turns, 5, 100);
    let mut position = duel.side(0).position().clone();
    let good = position.moves(&TBP_RULES)[0];
    let missing = Piece::ALL.into_iter().find(|piece| !position.queue[..2].contains(piece)).unwrap();
    let not_at_hand = Move::new(Placement::new(missing, Rotation::North, 4, 0));
    let spun = Move { spin: Spin::Full, ..good };
    let floating = Move::new(good.placement.shifted(0, 3));
    let moves = || Some(Decision::of([not_at_hand, spun, floating, good]));
    let odd =
        Decision::Moves(vec![Err("no piece is called Q".into()), Ok(floating), Ok(good), Err("nobody looks".into())]);
    duel.decide([moves(), Some(odd)]);
    assert_eq!(duel.verdict(), None);
    assert_eq!((duel.refused(0), duel.refused(1)), (3, 2));
    position.play(&TBP_RULES, good).unwrap();
    assert_eq!(duel.side(0).position().board, position.board);
    assert_eq!(duel.side_mut(0).news(false), News::Start, "nobody has asked since the game began");
    assert_eq!(duel.side_mut(0).news(false), News::Nothing);
}

/// What a bot can work out by itself from the news is what the game is.
#[test]
fn who_follows_the_news_knows_the_position() {
    for pace in PACES {
        for cares in [false, true] {
            let mut duel = duel(pace, 1, 120);
            let (mut one, mut other, mut starts) = (agent("bcts"), agent("dellacherie"), 0);
            let mut known: [Option<Position>; 2] = [None, None];
            while duel.verdict().is_none() {
                for (side, known) in known.iter_mut().enumerate() {
                    let actual = duel.side(side).position().clone();
                    match duel.side_mut(side).news(cares) {
                        News::Nothing => {}
                        News::Start => {
                            starts += 1;
                            *known = Some(actual.clone());
                        }
                        News::Played { a_move, pieces } => {
                            let known = known.as_mut().unwrap();
                            known.play(&duel.rules().rules, a_move).unwrap();
                            pieces.iter().for_each(|&piece| known.new_piece(piece));
                        }
                    }
                    let known = known.clone().unwrap();
                    let expected = if cares { actual } else { Position { incoming: known.incoming, ..actual } };
                    assert_eq!(known, expected);
                }
                turn(&mut duel, &mut |duel, side| if side == 0 { one(duel, side) } else { other(duel, side) });
            }
            assert!(starts > 2, "garbage rose");
        }
    }
}

#[test]
fn a_timed_placement_takes_as_long_as_its_way() {
    let mut duel = duel(Pace::Timed(Delays::PPT), 7, 3);
    let straight = duel.side(0).game().ghost().unwrap();
    let aside = straight.shifted(-2, 0);
    let moves = |placement| Some(Decision::of([Move::new(placement)]));
    duel.decide([moves(straight), moves(aside)]);
    // The first is dropped at once, and decides again when the next piece is there; by then the other has typed two columns.
    assert_eq!(duel.deciding(), [true, false]);
    let last_step = |duel: &Duel, side: usize| duel.side(side).replay().steps.last().map(|step| step.at);
    assert_eq!([0, 1].map(|side| last_step(&duel, side)), [Some(0), Some(2 * 2 * 16 * MILLISECOND)]);
    let next = duel.side(0).game().ghost().unwrap();
    duel.decide([moves(next), None]);
    assert_eq!(last_step(&duel, 0), Some(7 * 16 * MILLISECOND));
    assert_eq!(duel.deciding(), [false, true]);
}
