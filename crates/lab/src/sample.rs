//! Positions as they are met in play, to see what numbers features have there.

use tetrolab_agents::{Dropped, Measure, Player};
use tetrolab_engine::{Drop, DropGame, Piece, Random as Decisions, Stream};
use tetrolab_optimize::random::Random;
use tetrolab_simulate::Games;

/// No more pieces are dropped and games begun. Some boards lose every game at once, and have no position to look at.
const MOST_PIECES: u64 = 20_000;

/// How positions are found.
pub(crate) struct Walk {
    /// How many positions to take.
    pub positions: usize,
    /// Whether a random one of these drops replaces the player's choice, to reach boards that the player would avoid.
    pub strays: fn(&mut Random, &[Dropped]) -> bool,
    /// Whether a position with these drops is taken, so that they are not too much alike.
    pub takes: fn(&mut Random, &DropGame, &[Dropped]) -> bool,
}

/// Drops that do not lose the game: all those of one position together.
#[derive(Clone, Debug)]
pub(crate) struct Sample {
    positions: Vec<Vec<Dropped>>,
}

impl Sample {
    /// Positions from games of this player. There may be fewer than enough.
    pub fn new(walk: &Walk, player: &Player, games: &Games, mut random: Random) -> Sample {
        let mut positions = Vec::new();
        each_piece(games, |game, piece, decisions| {
            let dropped = games.rules.drops(piece).filter_map(|drop| Dropped::new(games.rules, game.board(), drop));
            let drops: Vec<Dropped> = dropped.filter(|dropped| !dropped.outcome.is_lost).collect();
            let drop = if (walk.strays)(&mut random, &drops) {
                drops[random.below(drops.len())].drop
            } else {
                player.choose(game.board(), piece, game.next(), decisions).0
            };
            if (walk.takes)(&mut random, game, &drops) {
                positions.push(drops);
            }
            (positions.len() < walk.positions).then_some(drop)
        });
        Sample { positions }
    }

    /// A number of every drop, less its mean in the position: what a decision can be made by.
    pub fn differences(&self, value: impl Fn(&Dropped) -> f64) -> Vec<f64> {
        let of_position = |drops: &Vec<Dropped>| {
            let values: Vec<f64> = drops.iter().map(&value).collect();
            let mean = values.iter().sum::<f64>() / values.len() as f64;
            values.into_iter().map(move |value| value - mean)
        };
        self.positions.iter().flat_map(of_position).collect()
    }

    /// The same for a measure.
    pub fn column(&self, measure: &Measure) -> Vec<f64> {
        self.differences(|dropped| measure.value(dropped))
    }
}

/// Drops that a player has chosen, at most `most`.
pub(crate) fn chosen(player: &Player, games: &Games, most: usize) -> Vec<Dropped> {
    let mut chosen = Vec::new();
    each_piece(games, |game, piece, decisions| {
        let drop = player.choose(game.board(), piece, game.next(), decisions).0;
        chosen.extend(Dropped::new(games.rules, game.board(), drop));
        (chosen.len() < most).then_some(drop)
    });
    chosen
}

/// One game after the other: `show` says where to drop each piece; `None` if it has seen enough.
fn each_piece(games: &Games, mut show: impl FnMut(&DropGame, Piece, &mut Decisions) -> Option<Drop>) {
    let mut decisions = Decisions::new(games.deal.seed, games.first, Stream::Decisions);
    let mut number = games.first;
    let mut game = DropGame::new(games.rules, &games.deal, number);
    for _ in 0..MOST_PIECES {
        let Some(piece) = game.piece() else {
            number += 1;
            game = DropGame::new(games.rules, &games.deal, number);
            continue;
        };
        let Some(drop) = show(&game, piece, &mut decisions) else { return };
        game.play(drop);
    }
}

#[cfg(test)]
mod tests {
    use tetrolab_agents::{Agent, Lookahead};
    use tetrolab_engine::{Deal, Randomizer, Seed};
    use tetrolab_simulate::Stop;

    use super::*;

    fn games(size: &str) -> (Player, Games) {
        let deal = Deal { randomizer: Randomizer::Uniform, seed: Seed(1), given: Vec::new() };
        let games = Games { rules: size.parse().unwrap(), deal, first: 0, stop: Stop::Games(1) };
        let weights = Agent::named("dellacherie").unwrap().weights();
        (Player::new(weights, games.rules, Lookahead::One).unwrap(), games)
    }

    const WALK: Walk = Walk { positions: 50, strays: |_, _| false, takes: |_, _, drops| drops.len() > 30 };

    /// No piece has more than 34 drops, and games on low boards are soon lost.
    #[test]
    fn a_walk_ends() {
        for (size, expected) in [("10x20", 50), ("10x1", 0), ("4x20", 0)] {
            let (player, games) = games(size);
            let sample = Sample::new(&WALK, &player, &games, Random::new(1, [0, 0]));
            assert_eq!(sample.positions.len(), expected, "{size}");
        }
        let (player, games) = games("10x20");
        assert_eq!(chosen(&player, &games, 7).len(), 7);
    }

    #[test]
    fn what_all_drops_have_in_common_is_left_out() {
        let (player, games) = games("10x20");
        let sample = Sample::new(&WALK, &player, &games, Random::new(1, [0, 0]));
        assert!(sample.column(&"constant".parse().unwrap()).iter().all(|&value| value == 0.0));
        assert!(sample.column(&"f5_holes".parse().unwrap()).iter().any(|&value| value != 0.0));
    }
}
