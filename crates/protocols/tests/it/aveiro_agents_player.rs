//! The client without sockets: keys that come late or never, states that are left out, and messages that are none.

use std::collections::VecDeque;

use tetrolab_engine::{Random, Seed, Stream};
use tetrolab_protocols::aveiro::message::{End, Info, ServerMessage, State};
use tetrolab_protocols::aveiro::{Agent, Brain, Game, Pieces, Played, Player, Said, View};

/// How a connection treats keys and states, in percent.
#[derive(Clone, Copy, Default)]
struct Weather {
    /// Keys that arrive one tick late.
    late: u32,
    /// Keys that never arrive.
    lost: u32,
    /// States that are never read, because a newer one is waiting.
    skipped: u32,
    /// Every key takes this many ticks longer.
    delay: u64,
}

/// Plays a game of `pieces` pieces through a bad connection.
fn play(name: &str, weather: Weather, pieces: u64) -> Game {
    let mut brain = Agent::named(name).unwrap().with_width(4).brain(1);
    let mut random = Random::new(Seed(11), 0, Stream::Tests);
    let mut percent = move || random.below(100);
    let mut game = Game::new(Pieces::seeded(4));
    // Keys on their way, with the tick they arrive for.
    let mut way: VecDeque<(u64, _)> = VecDeque::new();
    for tick in 0.. {
        if !game.is_running() || game.dealt() > pieces {
            break;
        }
        // The last key that arrived counts.
        let mut key = None;
        while way.front().is_some_and(|&(arrival, _)| arrival <= tick) {
            key = way.pop_front().unwrap().1;
        }
        game.tick(key);
        if percent() < weather.skipped {
            continue;
        }
        for sent in brain.see(&View::from(&game)).keys() {
            if percent() >= weather.lost {
                let late = u64::from(percent() < weather.late) + weather.delay;
                let arrival = (tick + 1 + late).max(way.back().map_or(0, |&(before, _)| before));
                way.push_back((arrival, sent));
            }
        }
    }
    game
}

#[test]
fn a_pilot_copes_with_every_connection() {
    let perfect = play("tetrolab", Weather::default(), 300);
    assert!(perfect.is_running() && perfect.clears()[3] > 10);
    let weathers = [
        Weather { late: 20, ..Weather::default() },
        Weather { lost: 20, ..Weather::default() },
        Weather { skipped: 20, ..Weather::default() },
        Weather { delay: 1, ..Weather::default() },
        Weather { late: 10, lost: 10, skipped: 10, ..Weather::default() },
    ];
    for (number, weather) in weathers.into_iter().enumerate() {
        let game = play("tetrolab", weather, 300);
        assert!(game.is_running(), "weather {number}: {} pieces, score {}", game.dealt(), game.score());
        assert!(game.score() * 2 > perfect.score(), "weather {number}: {} of {}", game.score(), perfect.score());
    }
}

/// Keys that always act three ticks after they were sent are more than a pilot can cope with for long: it waits for each.
#[test]
fn a_pilot_goes_on_where_all_keys_are_very_late() {
    let game = play("tetrolab", Weather { delay: 2, ..Weather::default() }, 300);
    assert!(game.dealt() > 100 && game.score() > 50, "{} pieces, score {}", game.dealt(), game.score());
}

/// The students' agent does not look, so what it loses is lost.
#[test]
fn open_loop_play_suffers() {
    let mut brain = Brain::seed_agent();
    let mut game = Game::new(Pieces::seeded(1));
    let mut late = None;
    while game.is_running() {
        // Every key comes a tick late.
        let key = late.take();
        game.tick(key);
        late = brain.see(&View::from(&game)).keys().last().flatten();
        if game.in_play().is_some_and(|piece| piece.y % 7 == 0) {
            late = None;
        }
    }
    assert!(game.score() < 107, "{}", game.score());
}

fn state(game: &Game) -> String {
    ServerMessage::State(State::of(game, Some("x"))).to_text()
}

fn end(game: &Game) -> String {
    let highscores = vec![("x".into(), 12), (7.into(), 1)];
    ServerMessage::End(End { info: Info::of(game), player: "x".to_string(), highscores }).to_text()
}

#[test]
fn only_the_newest_state_is_answered() {
    let mut player = Player::new(Agent::named("tetrolab").unwrap().brain(1));
    let mut game = Game::new(Pieces::seeded(1));
    for _ in 0..3 {
        game.tick(None);
        assert!(!player.must_answer());
        player.receive(&state(&game));
    }
    assert!(matches!(player.answer(), Said::Send(texts) if texts.len() == 1));
    assert_eq!(player.answer(), Said::Nothing, "once");
    assert_eq!(player.decisions(), 1);
    assert_eq!(player.last().map(|standing| (standing.score, standing.speed)), Some((0, 10)));
}

/// States are skipped when they are answered, but not when pieces are counted: a few decisions, or more than one for a piece,
/// change nothing.
#[test]
fn pieces_are_counted_as_they_lock() {
    for skipped in [1, 7, 100] {
        let mut player = Player::new(Agent::named("random").unwrap().brain(1));
        assert!(!player.has_joined());
        let mut game = Game::new(Pieces::seeded(1));
        for tick in 1.. {
            game.tick(None);
            player.receive(&state(&game));
            if tick % skipped == 0 {
                player.answer();
            }
            assert_eq!(player.pieces(), game.dealt() - u64::from(game.in_play().is_some()));
            if !game.is_running() {
                break;
            }
        }
        assert!(player.has_joined() && player.pieces() > 5 && Played::of(&game).pieces == player.pieces());
    }
    let mut player = Player::new(Brain::seed_agent());
    let mut game = Game::new(Pieces::seeded(1));
    game.tick(None);
    player.receive(&state(&game));
    assert_eq!(player.pieces(), 0);
    player.receive(&end(&game));
    assert_eq!(player.pieces(), 1, "the last one");
    assert_eq!(Played::of(&game).pieces, 0, "a game that is broken off has only those that locked");
}

/// As the recorded program: an empty key for the info, nothing for a new piece, and the last key twice.
#[test]
fn the_students_agent_talks_as_recorded() {
    let mut player = Player::new(Brain::seed_agent());
    let mut game = Game::new(Pieces::seeded(1));
    let mut talk = String::new();
    player.receive(&ServerMessage::Info(Info::of(&game)).to_text());
    assert!(player.must_answer());
    for _ in 0..9 {
        match player.answer() {
            Said::Send(texts) => {
                let letters = texts.iter().map(|text| text.split('"').nth(7).unwrap());
                talk.extend(letters.map(|letter| format!("[{letter}]")));
            }
            said => assert_eq!(said, Said::Nothing),
        }
        talk.push(' ');
        let key = talk.trim_end().rsplit(['[', ' ']).next().unwrap().chars().next();
        let sent = if talk.ends_with("] ") { key.and_then(tetrolab_protocols::aveiro::Key::from_letter) } else { None };
        game.tick(sent);
        player.receive(&state(&game));
    }
    assert_eq!(talk, "[]  [w] [a] [a] [s][s] [] []  ");
}

#[test]
fn the_end_and_complaints_are_heard() {
    let mut player = Player::new(Agent::named("tetrolab").unwrap().brain(1));
    let mut game = Game::new(Pieces::seeded(1));
    game.tick(None);
    let said = |player: &mut Player, text: &str| {
        player.receive(text);
        assert!(player.must_answer(), "{text}");
        player.answer()
    };
    for text in ["", "garbage", "[]", "null", "{}", "{\"game\": 3}", "\u{0}", &"[".repeat(10_000), &state(&game)[..40]]
    {
        assert!(matches!(said(&mut player, text), Said::Complaint(_)), "{text:.40}");
    }
    assert!(!player.has_joined());
    let sentence = said(&mut player, r#"{"error": "no such thing"}"#);
    assert_eq!(sentence, Said::Refusal("no such thing".to_string()));
    // States of another game: cells outside the walls, a piece of five in a row, unknown next pieces.
    let whole = state(&game);
    for (ours, other) in
        [("\"game\": []", "\"game\": [[9, 9]]"), ("[[4, 2], [3, 3]", "[[4, 2], [8, 3]"), ("[[[2, 1]", "[[[0, 1]")]
    {
        assert!(whole.contains(ours), "{whole}");
        assert!(matches!(said(&mut player, &whole.replacen(ours, other, 1)), Said::Complaint(_)), "{other}");
    }
    let ended = said(&mut player, &end(&game));
    assert!(matches!(ended, Said::End(end) if end.highscores == [("x".into(), 12), (7.into(), 1)]));
}

/// Texts with bytes changed at random make no panic.
#[test]
fn no_text_makes_a_panic() {
    let mut random = Random::new(Seed(12), 0, Stream::Tests);
    let mut player = Player::new(Agent::named("lee").unwrap().brain(1));
    let mut game = Game::new(Pieces::seeded(2));
    for round in 0..3000 {
        game.tick((round % 5 == 0).then_some(tetrolab_protocols::aveiro::Key::Drop));
        if !game.is_running() {
            game = Game::new(Pieces::seeded(round));
            continue;
        }
        let mut text = state(&game).into_bytes();
        for _ in 0..random.below(3) {
            let place = random.below(text.len() as u32) as usize;
            text[place] = b"0123456789[]-,"[random.below(14) as usize];
        }
        player.receive(&String::from_utf8(text).unwrap());
        player.answer();
    }
}
