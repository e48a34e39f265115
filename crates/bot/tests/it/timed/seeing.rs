//! What the bot knows of the pieces to come.

use tetrolab_bot::{Position, Supply};
use tetrolab_engine::{
    Button, Fall, Game, Input, NEVER, Piece, PieceStream, Random, Randomizer, Rules, Seed, Setup, Stream,
};

/// Presses a button and lets it go.
fn press(game: &mut Game, button: Button) {
    let now = game.clock();
    game.update(now, Some(Input::Press(button))).unwrap();
    game.update(now, Some(Input::Release(button))).unwrap();
}

/// A game with whatever goes into Hold: the bag is what a stream of the same pieces has left, or nothing is known of it.
#[test]
fn the_bag_is_what_is_left() {
    for (next, least_known) in [(6, 70), (5, 60), (3, 30), (1, 10)] {
        let rules = Rules { next, fall: Fall::Never, lock_delay: NEVER, ..Rules::MODERN };
        let rules = Rules { block_out: false, lock_out: false, ..rules };
        let dealt: Vec<Piece> = PieceStream::new(Randomizer::SevenBag, Seed(4), 0, &[]).take(200).collect();
        let mut random = Random::new(Seed(next.into()), 0, Stream::Decisions);
        let mut game = Game::from_setup(&Setup { seed: Seed(4), ..Setup::new(rules) }).unwrap();
        game.update(0, None).unwrap();
        let (mut taken, mut known) = (1, 0);
        for _ in 0..70 {
            let position = Position::seen(&game).unwrap();
            let seen = taken + usize::from(next);
            assert_eq!(position.queue[1..], dealt[taken..seen]);
            if position.supply != Supply::Uniform {
                let left: Vec<Piece> = dealt[seen..seen.next_multiple_of(7)].to_vec();
                assert_eq!(position.supply, Supply::seven_bag(&left), "{next} in Next, {seen} seen");
                known += 1;
            }
            if game.can_hold() && random.below(3) == 0 {
                taken += usize::from(game.hold().is_none());
                press(&mut game, Button::Hold);
            } else {
                taken += 1;
                press(&mut game, Button::HardDrop);
            }
        }
        assert!(known >= least_known, "{known} of 70 with {next} in Next");
    }
}

#[test]
fn other_randomizers_have_other_chances() {
    let chances = |randomizer| {
        let mut game = Game::from_setup(&Setup { randomizer, ..Setup::new(Rules::MODERN) }).unwrap();
        game.update(0, None).unwrap();
        Position::seen(&game).unwrap().supply.chances()
    };
    assert_eq!(chances(Randomizer::Uniform), [1.0 / 7.0; 7]);
    let hard = chances(Randomizer::HARD);
    assert_eq!((hard[Piece::S as usize], hard[Piece::T as usize]), (3.0 / 11.0, 1.0 / 11.0));
}
