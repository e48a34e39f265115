//! What agents advise.

use std::time::Instant;

use tetrolab_agents::{AGENTS, Advice, Advise, Adviser, Agent, Dropped, LOST, Linear, Lookahead, Player, Weights};
use tetrolab_engine::{
    Block, Blocks, Board, Button, DropRules, Game, Input, Key, Movement, Piece, Random, Rules, Seed, Setup, Size, Spin,
    Stream, pieces_from_letters,
};

use super::games::{adviser, decisions, messy};

fn game(setup: &Setup) -> Game {
    let mut game = Game::from_setup(setup).expect("a game");
    game.update(0, None).expect("time begins at 0");
    game
}

fn advise(adviser: &Adviser, game: &Game) -> Advice {
    adviser.advise(game, &mut decisions(1)).expect("a piece is in play")
}

fn on_picture(picture: &str, queue: &str) -> Setup {
    let board: Board = picture.parse().expect("a picture");
    let mut setup = Setup::new(Rules::guideline());
    let mut blocks = Blocks::empty(setup.rules.size);
    for cell in board.cells() {
        blocks.set(cell.x, cell.y, Some(Block::Garbage));
    }
    setup.blocks = Some(blocks);
    setup.queue = pieces_from_letters(queue).expect("pieces");
    setup
}

/// Typing the keys locks the piece where the advice says, and the explanation adds up to the value, for every agent.
#[test]
fn keys_lead_there_and_explanations_add_up() {
    let mut random = Random::new(Seed(72), 0, Stream::Tests);
    for (number, agent) in AGENTS.iter().cycle().take(5 * AGENTS.len()).enumerate() {
        let rules = [Rules::guideline(), Rules::modern(), Rules::solver()][number % 3];
        let lookahead = if number % 2 == 0 { Lookahead::One } else { Lookahead::Two };
        let blocks = messy(rules.size, random.below(12) as u8, &mut random);
        let setup = Setup { blocks: Some(blocks), seed: Seed(number as u64), ..Setup::new(rules) };
        let mut game = game(&setup);
        let adviser = adviser(agent.name, &rules, lookahead, true);
        let advice = advise(&adviser, &game);
        let runner_up = advice.runner_up.as_ref().expect("there is always another place");
        assert!(advice.considered > 10 && runner_up.runner_up.is_none());
        let ranked = adviser.ranked(&game);
        assert_eq!(ranked.len(), if agent.name == "random" { 0 } else { advice.considered }, "{}", agent.name);
        for (one, other) in ranked.iter().zip([&advice, runner_up.as_ref()]) {
            assert_eq!(
                (one.path.placement, one.use_hold, one.value),
                (other.path.placement, other.use_hold, other.value)
            );
        }
        for choice in [&advice, runner_up.as_ref()] {
            let dropped = choice.dropped.as_ref().expect("low enough");
            assert_eq!(choice.explanation.is_some(), agent.name != "random", "{}", agent.name);
            if let Some(explanation) = &choice.explanation {
                let error = (explanation.sum() - choice.value).abs();
                assert!(error <= 1e-9 * choice.value.abs().max(1.0), "{}: {error}", agent.name);
            }
            let expected = Dropped::at(dropped.rules, setup.blocks.expect("blocks").board(), choice.path.placement);
            assert_eq!(format!("{:?}", expected.expect("it fits")), format!("{dropped:?}"));
        }
        let mut at = 0;
        if advice.use_hold {
            game.update(at, Some(Input::Press(Button::Hold))).expect("in order");
            game.update(at, Some(Input::Release(Button::Hold))).expect("in order");
        }
        let board = *game.blocks().board();
        for key in &advice.path.keys {
            at = game.type_keys(at, &[*key]).expect("in order");
        }
        assert_eq!(game.statistics().pieces, 1);
        assert_eq!(*game.blocks().board(), board.after(advice.path.placement).0, "{advice:?}");
    }
}

/// On low boards without overhangs all drops can be reached and nothing else, so the advice is what the player of the research game
/// would do, up to equal values.
#[test]
fn it_is_the_player_of_the_research_game_where_only_drops_are_possible() {
    let mut random = Random::new(Seed(73), 0, Stream::Tests);
    let mut research = DropRules::STANDARD;
    research.lines_after_overflow = true;
    for number in 0..60 {
        let agent = &AGENTS[number % (AGENTS.len() - 1)];
        let lookahead = if number % 2 == 0 { Lookahead::One } else { Lookahead::Two };
        let mut setup = Setup { seed: Seed(number as u64), ..Setup::new(Rules::guideline()) };
        let mut blocks = Blocks::empty(setup.rules.size);
        let mut board = research.empty();
        for x in 0..9 {
            for y in 0..random.below(5) as i8 {
                blocks.set(x, y, Some(Block::Garbage));
                board.set(x, y, true);
            }
        }
        setup.blocks = Some(blocks);
        let game = game(&setup);
        let (piece, next) = (game.in_play().expect("a piece").piece, game.next()[0]);
        let advice = advise(&adviser(agent.name, &setup.rules, lookahead, false), &game);
        let player = Player::new(agent.weights(), research, lookahead).expect("no weights by column");
        let best = player.ranked(&board, piece, Some(next))[0];
        assert_eq!(advice.value, best.value, "{} {piece} on\n{board}", agent.name);
    }
}

/// Where no drop leads: I falls beside the overhang and slides below it.
#[test]
fn a_tuck_is_found() {
    let picture = "
        XX....XXXX
        ......XXXX
        ";
    let game = game(&on_picture(picture, "IIII"));
    let advice = advise(&adviser("bcts", game.rules(), Lookahead::One, false), &game);
    let after = advice.dropped.expect("low enough").after;
    assert_eq!(after.to_string(), "XX....XXXX\nXXXX..XXXX\n");
    assert!(advice.path.keys.iter().any(|key| matches!(key, Key::Down(_))), "{:?}", advice.path);
}

/// Only the held piece fits the well.
#[test]
fn the_better_of_two_pieces_is_taken() {
    let picture = "
        XXXXXXXXX.
        XXXXXXXXX.
        XXXXXXXXX.
        XXXXXXXXX.
        ";
    let mut setup = on_picture(picture, "OSZ");
    setup.hold = Some(Piece::I);
    let game = game(&setup);
    let advice = |use_hold| advise(&adviser("dellacherie", game.rules(), Lookahead::One, use_hold), &game);
    let (with, without) = (advice(true), advice(false));
    assert!(with.use_hold && with.dropped.is_some_and(|dropped| dropped.outcome.lines == 4));
    assert!(!without.use_hold && without.path.placement.piece == Piece::O);
    assert!(with.value > without.value);
    assert_eq!((with.considered, without.considered), (9 + 17, 9));
}

/// After Hold the queue is one further if nothing was held.
#[test]
fn two_pieces_ahead_count_with_hold() {
    let rules = Rules::guideline();
    let two = adviser("bcts", &rules, Lookahead::Two, true);
    let linear = linear("bcts");
    for (hold, queue, after_hold) in [(None, "TOIZ", Piece::I), (Some(Piece::O), "TIZZ", Piece::I)] {
        let queue = pieces_from_letters(queue).expect("pieces");
        let mut setup = Setup { queue, hold, ..Setup::new(rules) };
        let mut random = Random::new(Seed(74), 0, Stream::Tests);
        let mut held = 0;
        for _ in 0..40 {
            setup.blocks = Some(messy(rules.size, 6, &mut random));
            let game = game(&setup);
            let advice = advise(&two, &game);
            let next = if advice.use_hold { after_hold } else { game.next()[0] };
            let dropped = advice.dropped.expect("low enough");
            let adds_up: f64 = linear
                .contributions(&dropped)
                .filter(|(weight, _)| weight.measure.adds_up())
                .map(|(_, contribution)| contribution)
                .sum();
            let expected = adds_up + linear.best(&dropped.after, next).value;
            assert!((advice.value - expected).abs() < 1e-9, "{} instead of {expected}", advice.value);
            held += u32::from(advice.use_hold);
        }
        assert!((1..40).contains(&held), "{held} of 40");
    }
}

fn linear(agent: &str) -> Linear {
    let mut research = DropRules::STANDARD;
    research.lines_after_overflow = true;
    let weights = Agent::named(agent).expect("an agent").weights().expect("weights");
    Linear::new(weights, research).expect("no weights by column")
}

/// What loses the research game comes last, and what is too high for it, the lowest first.
#[test]
fn high_stacks_still_get_advice() {
    let mut setup = Setup::new(Rules::guideline());
    let mut blocks = Blocks::empty(setup.rules.size);
    for y in 0..18 {
        for x in (0..10).filter(|x| (x + y) % 10 != 0) {
            blocks.set(x, y, Some(Block::Garbage));
        }
    }
    setup.blocks = Some(blocks);
    setup.queue = pieces_from_letters("OOO").expect("pieces");
    let low = advise(&adviser("bcts", &setup.rules, Lookahead::One, false), &game(&setup));
    assert!(low.dropped.is_some_and(|dropped| !dropped.outcome.is_lost));

    // One tower above everything that the research game knows: the lowest place is advised.
    blocks.set(0, 24, Some(Block::Garbage));
    setup.blocks = Some(blocks);
    let advice = advise(&adviser("bcts", &setup.rules, Lookahead::Two, false), &game(&setup));
    assert!(advice.dropped.is_none() && advice.explanation.is_none() && advice.value == LOST);
    assert_eq!(advice.path.placement.bottom(), 18);

    // A board of four rows is lost nearly everywhere, but the timed game goes on: features still decide.
    let rules = Rules { size: Size { width: 10, height: 4, buffer: 20 }, ..Rules::guideline() };
    let blocks = messy(rules.size, 4, &mut Random::new(Seed(75), 0, Stream::Tests));
    let setup = Setup { blocks: Some(blocks), ..Setup::new(rules) };
    let advice = advise(&adviser("bcts", &rules, Lookahead::Two, false), &game(&setup));
    let runner_up = advice.runner_up.as_ref().expect("another place");
    assert!(advice.dropped.is_some_and(|dropped| dropped.outcome.is_lost));
    assert!(advice.value > LOST && advice.value >= runner_up.value && advice.explanation.is_some());
}

/// An agent that likes to be high up does not end the game for it.
#[test]
fn lock_out_is_the_last_resort() {
    let rules = Rules { generation_drop: false, ..Rules::guideline() };
    let mut blocks = Blocks::empty(rules.size);
    for y in 0..20 {
        for x in (0..10).filter(|x| (x + y) % 10 != 0 && (y < 19 || *x > 7)) {
            blocks.set(x, y, Some(Block::Garbage));
        }
    }
    let queue = pieces_from_letters("OOO").expect("pieces");
    let high = Weights::of(&[("f1_landing_height", 1.0)]);
    let bottom = |lock_out| {
        let rules = Rules { lock_out, ..rules };
        let game = game(&Setup { queue: queue.clone(), blocks: Some(blocks), ..Setup::new(rules) });
        let adviser = Adviser::new(Some(high.clone()), &rules, Lookahead::One, true).expect("no weights by column");
        advise(&adviser, &game).path.placement.bottom()
    };
    assert_eq!((bottom(true), bottom(false)), (19, 20));
}

/// Pieces that are generated into Blocks are dropped where they are, and other boards get no advice.
#[test]
fn what_cannot_move_is_dropped() {
    let rules = Rules::solver();
    let mut blocks = Blocks::empty(rules.size);
    for y in 0..20 {
        for x in (0..10).filter(|x| (x + y) % 10 != 0) {
            blocks.set(x, y, Some(Block::Garbage));
        }
    }
    let setup = Setup { blocks: Some(blocks), ..Setup::new(rules) };
    let game = game(&setup);
    assert!(!game.blocks().board().fits(game.in_play().expect("a piece")));
    let advice = advise(&adviser("bcts", &rules, Lookahead::Two, true), &game);
    assert_eq!((advice.path.keys.as_slice(), advice.considered), (&[Key::HardDrop][..], 2));
    let narrow = Rules { size: Size { width: 6, ..rules.size }, ..rules };
    assert!(adviser("bcts", &narrow, Lookahead::One, true).advise(&game, &mut decisions(1)).is_none());
}

/// Equal values: fewest presses, then the order of reading. Without weights the random numbers decide.
#[test]
fn equals_are_decided_alike() {
    let rules = Rules::guideline();
    let game = game(&Setup { seed: Seed(5), ..Setup::new(rules) });
    let nothing = Weights::of(&[("constant", 1.0)]);
    let indifferent = Adviser::new(Some(nothing), &rules, Lookahead::One, true).expect("no weights by column");
    let advice = advise(&indifferent, &game);
    assert_eq!((advice.path.keys.as_slice(), advice.value), (&[Key::HardDrop][..], 1.0));
    let runner_up = advice.runner_up.expect("another place");
    assert_eq!((runner_up.path.presses, runner_up.use_hold), (2, false));
    let random = adviser("random", &rules, Lookahead::One, true);
    let mut numbers = decisions(3);
    let mut places: Vec<[i8; 2]> = (0..200)
        .map(|_| random.advise(&game, &mut numbers).expect("a piece").path.placement)
        .map(|placement| [placement.x, placement.rotation as i8])
        .collect();
    places.sort_unstable();
    places.dedup();
    assert!(places.len() > 20, "{places:?}");
    let once = random.advise(&game, &mut decisions(9)).expect("a piece").path;
    assert_eq!(random.advise(&game, &mut decisions(9)).expect("a piece").path, once);
}

/// The same cells with and without a T-Spin appear once.
#[test]
fn spins_do_not_count_twice() {
    let picture = "
        XXXX..XXXX
        XXX...XXXX
        XXXX.XXXXX
        ";
    let game = game(&on_picture(picture, "TTTT"));
    let advice = advise(&adviser("bcts", game.rules(), Lookahead::One, true), &game);
    let movement = Movement::of(game.rules());
    assert_eq!(advice.considered, game.blocks().board().placements_under(Piece::T, &movement).count());
    assert_eq!(advice.dropped.expect("low enough").outcome.lines, 2);
    assert_ne!(advice.path.spin, Spin::None, "there is no other way in");
}

/// How long one advice takes. The limit is far above it, so that a busy machine does not matter.
#[test]
fn it_takes_no_time() {
    let mut random = Random::new(Seed(76), 0, Stream::Tests);
    let rules = Rules::modern();
    for lookahead in [Lookahead::One, Lookahead::Two] {
        let adviser = adviser("bcts", &rules, lookahead, true);
        let games: Vec<Game> = (0..50)
            .map(|number| {
                let blocks = Some(messy(rules.size, 12, &mut random));
                game(&Setup { blocks, seed: Seed(number), hold: Some(Piece::T), ..Setup::new(rules) })
            })
            .collect();
        let start = Instant::now();
        let considered: usize = games.iter().map(|game| advise(&adviser, game).considered).sum();
        let each = start.elapsed() / games.len() as u32;
        println!("{lookahead:?}: {each:?} an advice, {} places", considered / games.len());
        assert!(each.as_millis() < 30, "{each:?}");
    }
}
