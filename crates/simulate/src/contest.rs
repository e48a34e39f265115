//! Candidates that play the same games, a little at a time.

use serde::{Deserialize, Serialize};
use tetrolab_agents::Player;
use tetrolab_engine::{Board, DropGame, Randomizer};

use crate::cpu::Cpu;
use crate::evaluator::{EvaluateError, Games, Stop, Tally, Watch};
use crate::lane::{Candidate, Lane};

/// No contest has more pieces: that many would take years, and counts stay within what numbers can be.
const MOST_PIECES: u64 = 1 << 50;

/// How far a candidate should play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Goal {
    /// The first game of this many lanes, each to its end.
    Games(u64),
    /// This many pieces in each lane, one game after the other.
    Pieces(u64),
}

/// Games of several candidates that can be interrupted and resumed at any piece, also later and elsewhere.
///
/// Each candidate has as many lanes as there are games in [`Stop::Games`]. Lane `l` begins with game `l` of the deal; when that
/// is lost and more is to be played, it continues with the game whose number is larger by the number of lanes. So candidates
/// meet the same games, and what they did follows from how far they have played, not from how often they were interrupted.
#[derive(Clone, Debug)]
pub struct Contest {
    cpu: Cpu,
    games: Games,
    players: Vec<Player>,
    lanes: Vec<Vec<Lane>>,
}

/// A lane as it can be written down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedLane {
    /// The number of the game.
    pub game: u64,
    /// Pieces dropped in this game.
    pub pieces: u64,
    /// Rows removed in this game.
    pub lines: u64,
    /// The columns of the board, a bit for each row.
    pub columns: Vec<u64>,
    /// All that was played in this lane.
    pub tally: Tally,
}

impl Contest {
    /// Nothing is played yet.
    ///
    /// Refused if a player is ready for other rules or decides at random, if the games are not of the kind that has a number of them,
    /// or if their pieces depend on what is tried.
    pub fn new(cpu: Cpu, players: Vec<Player>, games: Games) -> Result<Contest, EvaluateError> {
        if let Some(number) = players.iter().position(|player| player.rules() != games.rules) {
            return Err(EvaluateError::OtherRules(number));
        }
        let refused = |reason: &str| Err(EvaluateError::Unavailable(reason.to_string()));
        if players.iter().any(|player| player.mind().is_none()) {
            return refused("a player that decides at random cannot be left and gone on with");
        }
        let Stop::Games(count) = games.stop else { return refused("a contest has a number of games") };
        if games.deal.randomizer == Randomizer::Mdptetris {
            return refused("the games of MDPTetris follow from each other and cannot be played side by side");
        }
        let mut contest = Contest { cpu, games, players, lanes: Vec::new() };
        contest.lanes = (0..contest.players.len())
            .map(|number| (0..count).map(|lane| Lane::new(&contest.candidate(number, &()), lane)).collect())
            .collect();
        Ok(contest)
    }

    fn candidate<'a>(&'a self, number: usize, watch: &'a dyn Watch) -> Candidate<'a> {
        Candidate { number, player: &self.players[number], games: &self.games, watch }
    }

    /// Lets each candidate play until it has reached its goal; a candidate without one does not play. Returns whether all goals are
    /// reached, which is not so if `watch` stopped it before.
    ///
    /// # Panics
    /// If there is not one goal for each candidate.
    pub fn play(&mut self, goals: &[Option<Goal>], watch: &dyn Watch) -> bool {
        assert_eq!(goals.len(), self.players.len(), "one goal for each candidate");
        let tasks: Vec<(usize, usize, Goal)> = goals
            .iter()
            .enumerate()
            .filter_map(|(number, goal)| Some((number, (*goal)?)))
            .flat_map(|(number, goal)| {
                let lanes = self.lanes[number].len();
                let lanes = if let Goal::Games(games) = goal { lanes.min(games as usize) } else { lanes };
                (0..lanes).map(move |lane| (number, lane, goal))
            })
            .filter(|&(number, lane, goal)| !has_reached(&self.lanes[number][lane], goal))
            .collect();
        let played = self.cpu.run(tasks.len(), |task| {
            if watch.is_stopped() {
                return None;
            }
            let (number, lane, goal) = tasks[task];
            let mut lane = self.lanes[number][lane].clone();
            let candidate = self.candidate(number, watch);
            match goal {
                Goal::Games(_) => lane.finish(&candidate),
                Goal::Pieces(pieces) => lane.advance_watched(&candidate, pieces - lane.tally.pieces, &mut Vec::new()),
            }
            Some(lane)
        });
        let mut all = true;
        for (&(number, place, goal), lane) in tasks.iter().zip(played) {
            all &= lane.as_ref().is_some_and(|lane| has_reached(lane, goal));
            if let Some(lane) = lane {
                self.lanes[number][place] = lane;
            }
        }
        all
    }

    /// What a candidate has done in all its lanes.
    pub fn tally(&self, candidate: usize) -> Tally {
        let mut tally = Tally::default();
        self.lanes[candidate].iter().for_each(|lane| tally += lane.tally);
        tally
    }

    /// The state of all lanes, from which [`Contest::restore`] resumes.
    pub fn save(&self) -> Vec<Vec<SavedLane>> {
        let save = |lane: &Lane| SavedLane {
            game: lane.number,
            pieces: lane.game.pieces(),
            lines: lane.game.lines(),
            columns: lane.game.board().columns().to_vec(),
            tally: lane.tally,
        };
        self.lanes.iter().map(|lanes| lanes.iter().map(save).collect()).collect()
    }

    /// Resumes where another contest of the same players and games was saved. Returns whether that could be; if not, nothing has
    /// changed.
    pub fn restore(&mut self, saved: &[Vec<SavedLane>]) -> bool {
        let fits = saved.len() == self.lanes.len() && saved.iter().zip(&self.lanes).all(|(a, b)| a.len() == b.len());
        if !fits {
            return false;
        }
        let pieces: u128 = saved.iter().flatten().map(|lane| u128::from(lane.tally.pieces)).sum();
        if pieces > u128::from(MOST_PIECES) {
            return false;
        }
        let restored: Option<Vec<Vec<Lane>>> = saved
            .iter()
            .enumerate()
            .map(|(number, lanes)| {
                lanes.iter().enumerate().map(|(lane, saved)| self.lane(number, lane, saved)).collect()
            })
            .collect();
        restored.map(|lanes| self.lanes = lanes).is_some()
    }

    fn lane(&self, number: usize, place: usize, saved: &SavedLane) -> Option<Lane> {
        let (rules, count) = (self.games.rules, self.games.lanes());
        let mut lane = Lane::new(&self.candidate(number, &()), place as u64);
        let later = saved.game.checked_sub(lane.number).filter(|later| later % count == 0)?;
        let SavedLane { pieces, lines, tally, .. } = *saved;
        let cells = u128::from(tally.lines) * u128::from(rules.size().width);
        if tally.pieces < pieces || tally.lines < lines || cells > 4 * u128::from(tally.pieces) {
            return None;
        }
        let board = board(rules.empty(), &saved.columns)?;
        lane.game = DropGame::at(rules, &self.games.deal, saved.game, board, pieces, lines)?;
        // All games before were lost.
        let deaths = (later / count).checked_add(lane.game.is_lost().into())?;
        (lane.number, lane.tally) = (saved.game, tally);
        (tally.deaths == deaths && deaths <= tally.pieces).then_some(lane)
    }
}

fn has_reached(lane: &Lane, goal: Goal) -> bool {
    match goal {
        Goal::Games(_) => lane.tally.deaths > 0,
        Goal::Pieces(pieces) => lane.tally.pieces >= pieces,
    }
}

/// A board with these columns; `None` if there are other cells than the board has.
fn board(mut board: Board, columns: &[u64]) -> Option<Board> {
    let size = board.size();
    let rows = size.rows();
    if columns.len() != usize::from(size.width) || columns.iter().any(|column| column >> rows != 0) {
        return None;
    }
    for (x, column) in columns.iter().enumerate() {
        (0..rows).filter(|row| column >> row & 1 == 1).for_each(|row| board.set(x as i8, row as i8, true));
    }
    Some(board)
}
