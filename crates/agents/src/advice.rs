//! Advice in the timed game: where an agent of the research game would put the piece in play, by which keys, and why.

mod candidate;

use tetrolab_engine::{
    Board, DropRules, Game, Key, KeyCost, KeyPath, Keys, Movement, NEVER, Piece, Placement, Random, Rules, Spin, Time,
    Typing,
};

use crate::advise::Advise;
use crate::explanation::Explanation;
use crate::features::Dropped;
use crate::linear::{LOST, Linear, WidthError};
use crate::player::Lookahead;
use crate::weights::{Lost, Weights};

use candidate::{Candidate, Danger};

/// What an agent would do with the piece in play.
#[derive(Clone, Debug)]
pub struct Advice {
    /// Whether Hold is pressed first. The way then is that of the piece it brings.
    pub use_hold: bool,
    /// Where the piece goes, and by which keys.
    pub path: KeyPath,
    /// The spin that it must lock with. Agents of the research game do not see spins: theirs come by chance.
    pub wanted_spin: Option<Spin>,
    /// What comes of it; `None` if it lies too high for the research game.
    pub dropped: Option<Dropped>,
    /// What the agent thinks of it: 0 if it decides at random, [`LOST`] if it lies too high. A place that would lose the research
    /// game is valued as if it did not.
    pub value: f64,
    /// What the value consists of; `None` if it is not the sum of anything.
    pub explanation: Option<Explanation>,
    /// The second best, without one of its own.
    pub runner_up: Option<Box<Advice>>,
    /// How many places were compared.
    pub considered: usize,
}

/// An agent of the research game that looks at a timed game.
///
/// It compares all places that the piece in play can reach from where it is, and those of the piece that Hold would bring. The
/// research game has the same board with four rows above, and rows are removed even if the piece reaches above the board, as in the
/// timed game. Places that lose it come after all others, then those that end the timed game by Lock Out, and those that are too
/// high for the research game last, the lowest first. Among equals the fewest presses decide, then the order in which a picture of
/// the board is read.
///
/// Keys are found as if nothing fell meanwhile. Where pieces fall at once, some places may turn out to be beyond reach.
///
/// ```
/// use tetrolab_agents::{Adviser, Agent, Lookahead};
/// use tetrolab_engine::{Game, Random, Rules, Seed, Stream};
///
/// let rules = Rules::guideline();
/// let adviser = Adviser::new(Agent::named("bcts")?.weights(), &rules, Lookahead::Two, true)?;
/// let mut game = Game::new(rules, Seed(7));
/// assert!(adviser.advise(&game, &mut Random::new(Seed(7), 0, Stream::Decisions)).is_none(), "no piece is in play yet");
/// game.update(0, None)?;
/// let advice = adviser.advise(&game, &mut Random::new(Seed(7), 0, Stream::Decisions)).expect("a piece is in play");
/// assert_eq!(advice.path.placement.bottom(), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Adviser {
    rules: DropRules,
    movement: Movement,
    mind: Option<Mind>,
    sees_next: bool,
    use_hold: bool,
}

/// What weighs.
#[derive(Clone, Debug)]
struct Mind {
    linear: Linear,
    /// The same weights for places that lose the research game: there the features say which is the least bad.
    beyond: Linear,
}

impl Adviser {
    /// An agent by weights; without them it decides at random. If it looks further ahead than the piece at hand, it looks at the
    /// next one: the timed game always shows it.
    ///
    /// # Errors
    /// If a feature has one weight for each column, and these are not the columns of the rules.
    ///
    /// # Panics
    /// If there is no board of the size of the rules; no game can be made with them either.
    pub fn new(
        weights: Option<Weights>,
        rules: &Rules,
        lookahead: Lookahead,
        use_hold: bool,
    ) -> Result<Adviser, WidthError> {
        let mut research = DropRules::new(rules.size.width, rules.size.height).expect("the rules have a sound size");
        research.lines_after_overflow = true;
        let mind = weights.map(|weights| Mind::new(weights, research)).transpose()?;
        Ok(Adviser {
            rules: research,
            movement: Movement::of(rules),
            mind,
            sees_next: lookahead != Lookahead::One,
            use_hold: use_hold && rules.hold,
        })
    }

    /// The research game in which places are valued.
    pub const fn rules(&self) -> DropRules {
        self.rules
    }

    /// What it would do now. Only an agent without weights draws random numbers. `None` if no piece is in play, or if the board
    /// has another size than the rules it was made for.
    pub fn advise(&self, game: &Game, random: &mut Random) -> Option<Advice> {
        self.advise_within(game, random, NEVER)
    }

    /// The piece that Hold would bring, if that is another one, and the one after it.
    fn with_hold(&self, game: &Game, in_play: Piece) -> Option<(Piece, Option<Piece>)> {
        if !self.use_hold || !game.can_hold() {
            return None;
        }
        let next = game.next();
        let (piece, after) = match game.hold() {
            Some(held) => (held, next.first()),
            None => (*next.first()?, next.get(1)),
        };
        (piece != in_play).then_some((piece, after.copied()))
    }

    /// All places that a piece can reach.
    fn candidates(&self, game: &Game, start: Placement, next: Option<Piece>, patience: Time) -> Vec<Candidate> {
        let board = game.blocks().board();
        let next = next.filter(|_| self.sees_next);
        let candidate = |path: KeyPath| {
            let dropped = Dropped::at(self.rules, board, path.placement);
            let (danger, value) = self.value(dropped.as_ref(), path.placement, next);
            let locks_out = game.rules().lock_out && path.placement.bottom() >= board.size().height as i8;
            let danger = if locks_out { danger.max(Danger::LockOut) } else { danger };
            Candidate { use_hold: false, path, dropped, danger, value, lot: 0, next }
        };
        if !board.fits(start) {
            // It was generated into Blocks, and is written over them where it falls.
            return vec![candidate(drop_path(board, start))];
        }
        let keys = Keys::new(board, start, &self.movement, Typing::of(game.handling()), KeyCost::Presses);
        let places = keys.ends().filter(|&(placement, spin)| is_first(&keys, placement, spin));
        let paths = places.filter_map(|(placement, _)| fewest_presses(&keys, placement, None));
        paths.filter(|path| soft_drop_time(game, path) <= patience).map(candidate).collect()
    }

    /// What is to be feared of a place, and what it is worth.
    fn value(&self, dropped: Option<&Dropped>, placement: Placement, next: Option<Piece>) -> (Danger, f64) {
        let Some(dropped) = dropped else { return (Danger::TooHigh(placement.bottom()), LOST) };
        let danger = if dropped.outcome.is_lost { Danger::Lost } else { Danger::None };
        let Some(Mind { linear, beyond }) = &self.mind else { return (danger, 0.0) };
        if dropped.outcome.is_lost {
            return (danger, beyond.value(dropped));
        }
        let Some(next) = next else { return (danger, linear.value(dropped)) };
        let best = linear.best(&dropped.after, next);
        if best.surviving == 0 {
            return (Danger::LostNext, linear.value(dropped));
        }
        (danger, linear.value_of_move(dropped) + best.value)
    }

    /// All places of the piece in play, and of that which Hold would bring. Empty if no piece is in play, or if the board has
    /// another size than the rules it was made for.
    fn all_candidates(&self, game: &Game, patience: Time) -> Vec<Candidate> {
        let (board, size) = (game.blocks().board().size(), self.rules.size());
        let Some(in_play) = game.in_play() else { return Vec::new() };
        if (board.width, board.height) != (size.width, size.height) {
            return Vec::new();
        }
        let mut candidates = self.candidates(game, in_play, game.next().first().copied(), patience);
        if let Some((piece, next)) = self.with_hold(game, in_play.piece)
            && let Some(start) = self.generation(game, piece)
        {
            let held = self.candidates(game, start, next, patience);
            candidates.extend(held.into_iter().map(|candidate| Candidate { use_hold: true, ..candidate }));
        }
        candidates
    }

    fn explained(&self, candidate: Candidate, considered: usize) -> Advice {
        let Candidate { use_hold, path, dropped, value, next, .. } = candidate;
        let explanation = self.mind.as_ref().zip(dropped.as_ref()).and_then(|(mind, dropped)| {
            if dropped.outcome.is_lost {
                Explanation::new(&mind.beyond, dropped, Lookahead::One, None)
            } else {
                Explanation::new(&mind.linear, dropped, Lookahead::Two, next)
            }
        });
        Advice { use_hold, path, wanted_spin: None, dropped, value, explanation, runner_up: None, considered }
    }
}

impl Advise for Adviser {
    fn movement(&self) -> &Movement {
        &self.movement
    }

    fn advise_within(&self, game: &Game, random: &mut Random, patience: Time) -> Option<Advice> {
        let mut candidates = self.all_candidates(game, patience);
        if self.mind.is_none() {
            candidates.iter_mut().for_each(|candidate| candidate.lot = random.next_value());
        }
        let considered = candidates.len();
        let best = take_best(&mut candidates)?;
        let runner_up = take_best(&mut candidates).map(|second| Box::new(self.explained(second, considered)));
        Some(Advice { runner_up, ..self.explained(best, considered) })
    }

    fn ranked(&self, game: &Game) -> Vec<Advice> {
        // Random decisions have no values.
        if self.mind.is_none() {
            return Vec::new();
        }
        let mut candidates = self.all_candidates(game, NEVER);
        candidates.sort_by(Candidate::compare);
        let considered = candidates.len();
        candidates.into_iter().map(|candidate| self.explained(candidate, considered)).collect()
    }

    fn boxed(&self) -> Box<dyn Advise> {
        Box::new(self.clone())
    }
}

impl Mind {
    fn new(weights: Weights, rules: DropRules) -> Result<Mind, WidthError> {
        let mut beyond = weights.clone();
        beyond.lost = Lost::Features;
        Ok(Mind { linear: Linear::new(weights, rules)?, beyond: Linear::new(beyond, rules)? })
    }
}

/// Whether no spin before this one leads to the same cells.
fn is_first(keys: &Keys, placement: Placement, spin: Spin) -> bool {
    Spin::ALL.into_iter().take_while(|&before| before != spin).all(|before| keys.to(placement, before).is_none())
}

/// The way to these cells with the fewest presses, with this spin or, if none is wanted, with any.
pub(crate) fn fewest_presses(keys: &Keys, placement: Placement, wanted_spin: Option<Spin>) -> Option<KeyPath> {
    let spins = Spin::ALL.into_iter().filter(|&spin| wanted_spin.is_none_or(|wanted| spin == wanted));
    spins.filter_map(|spin| keys.to(placement, spin)).min_by_key(|path| (path.presses, path.steps))
}

/// How long Soft Drop is held on the way.
pub fn soft_drop_time(game: &Game, path: &KeyPath) -> Time {
    let soft_drops = path.keys.iter().filter(|key| matches!(key, Key::Down(_)));
    soft_drops.map(|&key| game.time_held(key, 0)).fold(0, Time::saturating_add)
}

/// A piece that is dropped from where it is, also if it does not fit there.
pub fn drop_path(board: &Board, start: Placement) -> KeyPath {
    let placement = landing(board, start);
    KeyPath { keys: vec![Key::HardDrop], placement, spin: Spin::None, presses: 1, steps: 1 }
}

/// Where a piece lands. One that does not fit where it is falls as long as it fits one row lower.
pub(crate) fn landing(board: &Board, start: Placement) -> Placement {
    let rows = (0..).take_while(|&rows| board.fits(start.shifted(0, -1 - rows))).count();
    start.shifted(0, -(rows as i8))
}

/// Takes the best candidate out.
fn take_best(candidates: &mut Vec<Candidate>) -> Option<Candidate> {
    let best = (0..candidates.len()).min_by(|&one, &other| candidates[one].compare(&candidates[other]))?;
    Some(candidates.swap_remove(best))
}
