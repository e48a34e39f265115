//! A duel: two games side by side.

use tetrolab_engine::{Mode, Rules, Seed, Setup, SetupError, Time};

use super::decision::{Decision, Loss, LossKind, Verdict};
use super::pace::Pace;
use super::side::{HANDLING, Side};

/// No more suggested moves are looked at. Two pieces hardly ever have as many places.
const MOST_SUGGESTED: usize = 1000;

/// What a duel is played by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DuelRules {
    /// The rules of both games. How long garbage travels is a matter of the pace: [`Pace::rules`].
    pub rules: Rules,
    /// When pieces are placed.
    pub pace: Pace,
    /// When a side has placed this many pieces, it is a draw.
    pub most_pieces: u32,
}

/// Two sides that play against each other.
///
/// Both get the same pieces, and the holes of the garbage that rises come in the same order. Nothing else distinguishes the sides: what
/// happens at the same moment happens to both before the attacks of that moment arrive, and both decide before either has played.
///
/// ```
/// use tetrolab_bot::TBP_RULES;
/// use tetrolab_bot::arena::{Decision, Duel, DuelRules, Pace};
/// use tetrolab_engine::Seed;
///
/// let rules = DuelRules { rules: Pace::Turns.rules(TBP_RULES), pace: Pace::Turns, most_pieces: 10 };
/// let mut duel = Duel::new(&rules, Seed(7), 0)?;
/// while duel.verdict().is_none() {
///     // One side plays whatever comes first, the other gives up.
///     let moves = duel.side(0).position().moves(&rules.rules);
///     duel.decide([Some(Decision::of(moves)), Some(Decision::of([]))]);
/// }
/// assert_eq!(duel.verdict().and_then(|verdict| verdict.winner()), Some(0));
/// # Ok::<(), tetrolab_engine::SetupError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Duel {
    rules: DuelRules,
    sides: [Side; 2],
    now: Time,
    verdict: Option<Verdict>,
    /// How many suggested moves of each side could not be played.
    refused: [u32; 2],
}

impl Duel {
    /// The duel with this number among those of the seed.
    ///
    /// # Errors
    /// If there is no game with these rules.
    pub fn new(rules: &DuelRules, seed: Seed, game: u64) -> Result<Duel, SetupError> {
        let setup = Setup { mode: Mode::VERSUS, handling: HANDLING, seed, game, ..Setup::new(rules.rules) };
        let side = Side::new(setup)?;
        Ok(Duel { rules: *rules, sides: [side.clone(), side], now: 0, verdict: None, refused: [0; 2] })
    }

    /// What it is played by.
    pub const fn rules(&self) -> &DuelRules {
        &self.rules
    }

    /// One of the sides, 0 or 1.
    pub const fn side(&self, index: usize) -> &Side {
        &self.sides[index]
    }

    /// The same, to take its news.
    pub const fn side_mut(&mut self, index: usize) -> &mut Side {
        &mut self.sides[index]
    }

    /// How it ended, if it has.
    pub const fn verdict(&self) -> Option<&Verdict> {
        self.verdict.as_ref()
    }

    /// How many suggested moves of a side could not be understood or played, so that later ones were looked at.
    pub const fn refused(&self, index: usize) -> u32 {
        self.refused[index]
    }

    /// Which sides decide now; none if it is over.
    pub fn deciding(&self) -> [bool; 2] {
        [0, 1].map(|index| self.verdict.is_none() && self.sides[index].decides_by(self.now))
    }

    /// Plays the decisions of the sides that decide now, until a side decides again or the duel is over. A side that should decide
    /// and does not forfeits; decisions of other sides are ignored.
    pub fn decide(&mut self, decisions: [Option<Decision>; 2]) {
        let deciding = self.deciding();
        let mut losses = [None, None];
        for (index, decision) in decisions.into_iter().enumerate() {
            if deciding[index] {
                losses[index] = self.begin(index, decision.unwrap_or(Decision::of([])));
            }
        }
        self.judge(losses);
        while self.verdict.is_none() && self.deciding() == [false; 2] {
            self.go_on();
        }
    }

    /// Begins to play what a side decided, or says why it cannot.
    fn begin(&mut self, index: usize, decision: Decision) -> Option<Loss> {
        let moves = match decision {
            Decision::Lost(loss) => return Some(loss),
            Decision::Moves(moves) => moves,
        };
        let mut first_reason = None;
        for suggested in moves.into_iter().take(MOST_SUGGESTED) {
            let side = &mut self.sides[index];
            let play = |a_move| side.play(self.now, a_move, &self.rules.pace).map_err(|reason| reason.to_string());
            match suggested.and_then(play) {
                Ok(()) => return None,
                Err(reason) => {
                    self.refused[index] += 1;
                    first_reason.get_or_insert(reason);
                }
            }
        }
        Some(match first_reason {
            None => Loss::new(LossKind::Forfeit, ""),
            Some(reason) => Loss::new(LossKind::IllegalMove, reason),
        })
    }

    /// Lets the next moment pass.
    fn go_on(&mut self) {
        self.now = self.sides[0].next_time().min(self.sides[1].next_time()).max(self.now);
        let sent = [0, 1].map(|index| self.sides[index].advance(self.now, &self.rules.pace));
        let losses = [0, 1].map(|index| self.sides[index].game().end().and_then(Loss::of));
        for (index, rows) in sent.into_iter().enumerate().filter(|&(_, rows)| rows > 0) {
            self.sides[1 - index].receive(self.now, rows);
        }
        self.judge(losses);
    }

    /// Ends the duel if a side lost, or has placed the most pieces.
    fn judge(&mut self, losses: [Option<Loss>; 2]) {
        let is_full = self.sides.iter().any(|side| side.game().statistics().pieces >= self.rules.most_pieces);
        if is_full || losses.iter().any(Option::is_some) {
            let verdict = Verdict { losses };
            if let Some(winner) = verdict.winner() {
                self.sides[winner].win(self.now);
            }
            self.verdict = Some(verdict);
        }
    }
}
