//! A thousand pieces over pipes. Every move that the bot suggests must be among those that the slow twin finds.

use serde_json::{Value, json};
use tetrolab_engine::Spin;

use super::game::{Dice, Game, Suggested};
use super::talk::Bot;

const PIECES: usize = 1000;
/// Garbage comes after this many pieces.
const GARBAGE_EVERY: usize = 20;
/// After this many pieces another game begins, with a slot for a T-Spin.
const SLOT_EVERY: usize = 25;
/// After this many pieces a random suggested move is played, for boards that the bot would not make.
const ODD_EVERY: usize = 9;

/// How often something was seen.
#[derive(Debug, Default)]
struct Seen {
    moves: usize,
    spins: usize,
    minis: usize,
    holds: usize,
    lost: usize,
    lines: usize,
}

/// The moves of the next suggestion.
fn suggestion(bot: &mut Bot) -> Vec<Suggested> {
    bot.tell(&json!({"type": "suggest"}));
    let answer = bot.hear();
    assert_eq!(answer["type"], "suggestion");
    assert!(answer["move_info"]["nodes"].as_u64().is_some() && answer["move_info"]["depth"].as_u64().is_some());
    answer["moves"].as_array().unwrap().iter().map(Suggested::of).collect()
}

/// A bot that has agreed to the rules.
fn ready(arguments: &[&str]) -> Bot {
    let mut bot = Bot::start(arguments);
    let info = bot.hear();
    assert_eq!((&info["type"], &info["name"]), (&json!("info"), &json!("tetrolab")));
    let features: Vec<&str> = info["features"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert!(features.contains(&"tetrolab:incoming"));
    bot.tell(&json!({"type": "rules", "randomizer": "seven_bag"}));
    assert_eq!(bot.hear(), json!({"type": "ready"}));
    bot
}

#[test]
fn every_move_of_a_thousand_pieces_can_be_made() {
    let mut bot = ready(&["--nodes", "800"]);
    let mut dice = Dice(8);
    let mut seen = Seen::default();
    let mut game = Game::new(&mut dice);
    bot.tell(&game.start(0));
    for number in 1..=PIECES {
        let suggested = suggestion(&mut bot);
        let moves = game.moves();
        for one in &suggested {
            let found = moves.contains(&(one.piece, one.cells, one.spin));
            assert!(found, "piece {number}: {} cannot be played", one.written);
            seen.spins += usize::from(one.spin == Spin::Full);
            seen.minis += usize::from(one.spin == Spin::Mini);
        }
        seen.moves += suggested.len();
        assert_eq!(suggested.is_empty(), moves.is_empty(), "piece {number}: whoever has a move suggests one");
        let chosen = if number.is_multiple_of(ODD_EVERY) { dice.below(suggested.len().max(1)) } else { 0 };
        let Some(chosen) = suggested.get(chosen) else {
            seen.lost += 1;
            seen.lines += game.lines;
            game = Game::new(&mut dice);
            bot.tell(&json!({"type": "stop"}));
            bot.tell(&game.start(0));
            continue;
        };
        seen.holds += usize::from(chosen.piece != game.queue[0]);
        let new = game.play(chosen, &mut dice);
        bot.tell(&json!({"type": "play", "move": chosen.written}));
        new.iter().for_each(|piece| bot.tell(&json!({"type": "new_piece", "piece": piece.to_string()})));
        if number.is_multiple_of(SLOT_EVERY) {
            seen.lines += game.lines;
            game = Game::with_slot(&mut dice);
            bot.tell(&game.start(0));
        } else if number.is_multiple_of(GARBAGE_EVERY) {
            let hole = dice.below(10);
            (0..1 + dice.below(4)).for_each(|_| game.rise(hole));
            bot.tell(&json!({"type": "stop"}));
            bot.tell(&game.start(dice.below(6)));
        }
    }
    bot.tell(&json!({"type": "quit"}));
    let ended = bot.ended();
    assert_eq!((ended.code, ended.said.len(), ended.errors.as_str()), (Some(0), 0, ""));
    seen.lines += game.lines;
    // It means something only if all kinds of moves were among them.
    assert!(seen.moves > 10 * PIECES && seen.spins > 30 && seen.minis > 30 && seen.holds > 100, "{seen:?}");
    assert!(seen.lines > 300 && seen.lost < 10, "{seen:?}");
}

#[test]
fn one_thread_and_a_number_of_nodes_always_suggest_the_same() {
    let play = || {
        let mut bot = ready(&["--nodes", "1500", "--threads", "1"]);
        let mut dice = Dice(3);
        let mut game = Game::new(&mut dice);
        bot.tell(&game.start(0));
        let moves: Vec<Value> = (0..12)
            .map(|_| {
                let best = suggestion(&mut bot).swap_remove(0);
                let new = game.play(&best, &mut dice);
                bot.tell(&json!({"type": "play", "move": best.written}));
                new.iter().for_each(|piece| bot.tell(&json!({"type": "new_piece", "piece": piece.to_string()})));
                best.written
            })
            .collect();
        assert_eq!(bot.end().code, Some(0));
        moves
    };
    assert_eq!(play(), play());
}

#[test]
fn several_threads_and_a_time_suggest_what_can_be_played() {
    let mut bot = ready(&["--threads", "3", "--time", "20ms", "--memory", "64"]);
    let mut dice = Dice(4);
    let mut game = Game::new(&mut dice);
    bot.tell(&game.start(0));
    for _ in 0..5 {
        let begun = std::time::Instant::now();
        let best = suggestion(&mut bot).swap_remove(0);
        assert!(begun.elapsed().as_millis() >= 15, "it thinks for a while");
        assert!(game.moves().contains(&(best.piece, best.cells, best.spin)));
        let new = game.play(&best, &mut dice);
        bot.tell(&json!({"type": "play", "move": best.written}));
        new.iter().for_each(|piece| bot.tell(&json!({"type": "new_piece", "piece": piece.to_string()})));
    }
    assert_eq!(bot.end().code, Some(0));
}
