//! What the bot says about single positions.

use tetrolab_agents::{Advice, Advise};
use tetrolab_bot::{Move, Player, Position, Weights};
use tetrolab_engine::{
    Button, EventKind, Fall, Game, Input, Key, Mode, NEVER, Picture, Piece, Placement, Random, Rotation, Rules, SECOND,
    Seed, Setup, Spin, Stream, Turn,
};

fn setup(rules: Rules) -> Setup {
    let rules = Rules { fall: Fall::Never, lock_delay: NEVER, ..rules };
    Setup { mode: Mode::VERSUS, seed: Seed(7), ..Setup::new(rules) }
}

fn advise(bot: &Player, game: &Game) -> Option<Advice> {
    bot.advise_within(game, &mut Random::new(Seed(0), 0, Stream::Decisions), NEVER)
}

fn from_picture(picture: &str, queue: &[Piece]) -> Game {
    let blocks = Some(Picture::parse(picture, Rules::GUIDELINE.size).unwrap().blocks);
    let mut game = Game::from_setup(&Setup { blocks, queue: queue.to_vec(), ..setup(Rules::GUIDELINE) }).unwrap();
    game.update(0, None).unwrap();
    game
}

/// Presses the keys as fast as they act; the last piece that locked, with its spin.
fn follow(game: &mut Game, advice: &Advice) -> (Placement, Spin) {
    let mut now = game.clock();
    if advice.use_hold {
        game.update(now, Some(Input::Press(Button::Hold))).unwrap();
        game.update(now, Some(Input::Release(Button::Hold))).unwrap();
    }
    let (last, before) = advice.path.keys.split_last().unwrap();
    now = game.type_keys(now, before).unwrap();
    let events = game.update(now, Some(Input::Press(last.button()))).unwrap();
    let locked = events.iter().find_map(|event| match event.kind {
        EventKind::Locked { placement, spin } => Some((placement, spin)),
        _ => None,
    });
    game.update(now, Some(Input::Release(last.button()))).unwrap();
    game.update(now + SECOND, None).unwrap();
    locked.expect("Hard Drop locks")
}

/// For 300 pieces the keys lead where they should with the wanted spin, and what the bot takes to come of it comes of it: lines,
/// rows sent, combo, Back-to-Back, the pieces to come.
#[test]
fn keys_lead_where_they_should_with_the_wanted_spin() {
    for rules in [Rules::GUIDELINE, Rules::MODERN] {
        let bot = Player::new(&rules, &Weights::default(), 1000);
        let mut game = Game::from_setup(&setup(rules)).unwrap();
        game.update(0, None).unwrap();
        let mut spins = 0;
        for number in 0..150 {
            let advice = advise(&bot, &game).unwrap();
            let mut position = Position::seen(&game).unwrap();
            let wanted = Move { placement: advice.path.placement, spin: advice.wanted_spin.unwrap() }.named_once();
            let sent = game.statistics().attack;
            let (placement, spin) = follow(&mut game, &advice);
            assert_eq!(Move { placement, spin }.named_once(), wanted, "piece {number}");
            let played = position.play(&rules, wanted).unwrap();
            let now = Position::seen(&game).unwrap();
            assert_eq!(game.statistics().attack - sent, played.attack, "piece {number}: {wanted}");
            assert_eq!((now.board, now.hold), (position.board, position.hold), "piece {number}: {wanted}");
            assert_eq!((now.combo, now.back_to_back), (position.combo, position.back_to_back), "piece {number}");
            assert_eq!(now.queue[..position.queue.len()], position.queue, "piece {number}");
            spins += u32::from(spin == Spin::Full && played.lines > 0);
        }
        assert!(spins > 0, "{spins} T-Spins by {} rules", rules.name);
    }
}

/// A T-Spin Double that is there is made, and not the same cells without a turn.
#[test]
fn a_t_spin_is_made() {
    let mut game = from_picture("XXX.......\nXX...XXXXX\nXXX.XXXXXX\n", &[Piece::T, Piece::O, Piece::O]);
    let bot = Player::new(&game.rules().clone(), &Weights::default(), 3000);
    let advice = advise(&bot, &game).unwrap();
    assert_eq!(advice.wanted_spin, Some(Spin::Full));
    assert_eq!(follow(&mut game, &advice), (Placement::new(Piece::T, Rotation::South, 3, 1), Spin::Full));
    assert_eq!(game.lines(), 2);
    if let Some(second) = advice.runner_up {
        assert!(second.path != advice.path && advice.value >= second.value);
    }
}

/// What has fallen into a well can only go on from there; Hold brings something else unless it was used.
#[test]
fn only_what_is_in_reach_counts() {
    let well = "X.........\n".repeat(8) + &"X.XXXXXXXX\n".repeat(4);
    let mut game = from_picture(&well, &[Piece::I, Piece::I, Piece::O, Piece::T]);
    let bot = Player::new(&game.rules().clone(), &Weights::default(), 1000);
    let now = game.clock();
    game.update(now, Some(Input::Press(Button::Hold))).unwrap();
    game.update(now, Some(Input::Release(Button::Hold))).unwrap();
    assert!(!game.can_hold());
    let keys = [Key::Turn(Turn::Left), Key::LeftHeld, Key::Right, Key::Down(18)];
    game.type_keys(now, &keys).unwrap();
    assert!(game.in_play().unwrap().cells().iter().all(|cell| cell.x == 1 && cell.y < 12), "{:?}", game.in_play());
    let advice = advise(&bot, &game).unwrap();
    assert!(!advice.use_hold && advice.path.placement.cells().iter().all(|cell| cell.x == 1), "{advice:?}");
    follow(&mut game, &advice);
    assert_eq!(game.lines(), 4);
}

#[test]
fn where_there_is_nothing_to_say_nothing_is_said() {
    let game = Game::new(Rules::MODERN, Seed(1));
    let bot = Player::new(&Rules::MODERN, &Weights::default(), 1000);
    assert!(advise(&bot, &game).is_none(), "no piece is in play yet");
    let mut other = Rules::MODERN;
    other.size.width = 8;
    let mut game = Game::new(other, Seed(1));
    game.update(0, None).unwrap();
    assert!(advise(&bot, &game).is_none(), "it was made for another board");
}
