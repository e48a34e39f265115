//! The bot in the timed game: what it would do with the piece in play, and by which keys.

use std::cell::OnceCell;
use std::sync::Mutex;

use tetrolab_agents::{Advice, Advise, drop_path, soft_drop_time};
use tetrolab_engine::{Board, Game, KeyCost, KeyPath, Keys, Movement, Placement, Random, Rules, Time, Typing};

use crate::moves::Move;
use crate::position::Position;
use crate::search::Search;
use crate::weights::Weights;

/// How many placements it values for a piece unless told otherwise: a few milliseconds.
pub const NODES: u64 = 10_000;

/// One placement for so much patience, in nanoseconds. Valuing one takes about a microsecond, and patience is the time of a few
/// pieces: so thinking is a small part of the time there is, however fast the bot plays.
const PATIENCE_PER_NODE: Time = 40_000;

/// The memory of a search, in bytes, roughly.
const MEMORY: usize = 16 << 20;

/// The bot as a player of the timed game, by pressing buttons with [`Autoplay`](tetrolab_agents::Autoplay).
///
/// It searches for every piece anew, always as many placements: the same game gives the same decisions. What it finds are places
/// that a new piece can reach; if the piece in play has moved or fallen since, the best of those that are still within reach counts.
///
/// ```
/// use tetrolab_agents::{Advise, Autoplay, Speed};
/// use tetrolab_bot::{Player, Weights};
/// use tetrolab_engine::{Game, NEVER, Random, Rules, Seed, Stream};
///
/// let rules = Rules::modern();
/// let bot = Player::new(&rules, &Weights::default(), 2000);
/// let mut game = Game::new(rules, Seed(7));
/// game.update(0, None)?;
/// let mut random = Random::new(Seed(7), 0, Stream::Decisions);
/// let advice = bot.advise_within(&game, &mut random, NEVER).expect("a piece is in play");
/// assert_eq!(advice.path.placement.bottom(), 0);
/// let player = Autoplay::new(bot, Speed::new(2.0)?, random);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Player {
    rules: Rules,
    weights: Weights,
    nodes: u64,
    movement: Movement,
    search: Mutex<Search>,
}

impl Player {
    /// A bot for games by these rules that values about `nodes` placements for a piece, or fewer where time is short.
    pub fn new(rules: &Rules, weights: &Weights, nodes: u64) -> Player {
        Player {
            rules: *rules,
            weights: weights.clone(),
            nodes,
            movement: Movement::of(rules),
            search: Mutex::new(Search::new(rules, weights, MEMORY)),
        }
    }

    /// All moves, best first, with what they are worth as far as that is known.
    fn moves(&self, position: &Position, patience: Time) -> Vec<(Move, Option<f32>)> {
        let mut search = self.search.lock().expect("no thread panics while it holds the lock");
        search.start(position);
        search.think(self.nodes.min(patience / PATIENCE_PER_NODE));
        search.values().collect()
    }
}

impl Clone for Player {
    fn clone(&self) -> Player {
        Player::new(&self.rules, &self.weights, self.nodes)
    }
}

impl Advise for Player {
    fn movement(&self) -> &Movement {
        &self.movement
    }

    fn advise_within(&self, game: &Game, _: &mut Random, patience: Time) -> Option<Advice> {
        let in_play = game.in_play()?;
        let position = Position::seen(game)?;
        if position.board.size() != self.rules.size {
            return None;
        }
        let moves = self.moves(&position, patience);
        let considered = moves.len();
        let ways = Ways::new(self, game, in_play);
        let mut found = moves.iter().filter_map(|&(a_move, value)| {
            let path = ways.to(a_move).filter(|path| soft_drop_time(game, path) <= patience)?;
            let advice = Advice {
                wanted_spin: Some(a_move.spin),
                value: value.unwrap_or_default().into(),
                ..going(in_play, path, considered)
            };
            Some((advice, value.is_some()))
        });
        let Some((best, _)) = found.next() else {
            return Some(going(in_play, drop_path(&position.board, in_play), considered));
        };
        let second = found.next().filter(|&(_, is_valued)| is_valued);
        Some(Advice { runner_up: second.map(|(second, _)| Box::new(second)), ..best })
    }

    fn boxed(&self) -> Box<dyn Advise> {
        Box::new(self.clone())
    }
}

/// Going some way. What the bot thinks of it is no sum of features of the research game.
fn going(in_play: Placement, path: KeyPath, considered: usize) -> Advice {
    Advice {
        use_hold: path.placement.piece != in_play.piece,
        path,
        wanted_spin: None,
        dropped: None,
        value: 0.0,
        explanation: None,
        runner_up: None,
        considered,
    }
}

/// The keys to all places of the piece in play and of the one that Hold would bring.
struct Ways<'a> {
    game: &'a Game,
    movement: &'a Movement,
    in_play: Placement,
    /// Where Hold would bring the other piece, if it can be used now.
    other: Option<Placement>,
    keys: OnceCell<Keys>,
    other_keys: OnceCell<Keys>,
}

impl<'a> Ways<'a> {
    fn new(player: &'a Player, game: &'a Game, in_play: Placement) -> Ways<'a> {
        let other = game.hold().or(game.next().first().copied()).filter(|_| game.can_hold());
        Ways {
            game,
            movement: &player.movement,
            in_play,
            other: other.and_then(|piece| player.generation(game, piece)),
            keys: OnceCell::new(),
            other_keys: OnceCell::new(),
        }
    }

    /// The keys for a move, if there are any.
    fn to(&self, Move { placement, spin }: Move) -> Option<KeyPath> {
        let (start, keys) = match placement.piece == self.in_play.piece {
            true => (self.in_play, &self.keys),
            false => (self.other.filter(|other| other.piece == placement.piece)?, &self.other_keys),
        };
        let board = self.board();
        if !board.fits(start) {
            return None;
        }
        let typing = Typing::of(self.game.handling());
        keys.get_or_init(|| Keys::new(board, start, self.movement, typing, KeyCost::Presses)).to(placement, spin)
    }

    fn board(&self) -> &Board {
        self.game.blocks().board()
    }
}
