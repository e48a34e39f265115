//! The games of one generation.

use serde::{Deserialize, Serialize};
use tetrolab_simulate::{Contest, Cpu, EvaluateError, Goal, SavedLane, Tally, Watch};

use super::racing::{self, Race};
use super::record::Score;
use super::settings::{Allocation, Plan};
use crate::saving::UntilSaved;

/// The games of a generation as they can be written down in the middle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Partial {
    pub run: u64,
    /// The generation that is being played.
    pub generation: u64,
    race: Option<Race>,
    lanes: Vec<Vec<SavedLane>>,
}

/// The games of a generation.
#[derive(Debug)]
pub struct GenerationGames {
    contest: Contest,
    race: Option<Race>,
    goals: Vec<Option<Goal>>,
    run: u64,
    generation: u64,
}

impl GenerationGames {
    /// The games that these candidates are to play; the centre is the last of the points.
    pub fn new(
        plan: &Plan,
        cpu: Cpu,
        points: &[Vec<f64>],
        run: u64,
        generation: u64,
    ) -> Result<GenerationGames, EvaluateError> {
        let settings = plan.settings();
        let candidates = points.len() - 1;
        let players = points.iter().map(|point| plan.player(point)).collect();
        let (lanes, race) = match settings.allocation {
            Allocation::Fixed => (settings.games.max(settings.centre_games), None),
            Allocation::Racing => {
                (racing::LANES, Some(Race::new(candidates, plan.parents_of(candidates), settings.games)))
            }
        };
        let contest = Contest::new(cpu, players, plan.games(run, generation, lanes))?;
        let mut goals = vec![Some(Goal::Games(settings.games)); candidates];
        goals.push(Some(Goal::Games(settings.centre_games)));
        let mut games = GenerationGames { contest, race, goals, run, generation };
        games.go_on();
        Ok(games)
    }

    /// The games by which results are judged, at the end of all runs.
    pub fn judging(plan: &Plan, cpu: Cpu, points: &[Vec<f64>]) -> Result<GenerationGames, EvaluateError> {
        let players = points.iter().map(|point| plan.player(point)).collect();
        let contest = Contest::new(cpu, players, plan.judging_games())?;
        let goals = vec![Some(Goal::Games(plan.settings().judging_games)); points.len()];
        Ok(GenerationGames { contest, race: None, goals, run: plan.settings().runs + 1, generation: 0 })
    }

    /// Whether these games are those that were left.
    pub fn are_those_of(&self, partial: &Partial) -> bool {
        (partial.run, partial.generation) == (self.run, self.generation)
    }

    /// Goes on where it was left. Returns whether that could be; if not, it begins again, which gives the same.
    pub fn restore(&mut self, partial: Partial) -> bool {
        let is_race = match (&self.race, &partial.race) {
            (Some(race), Some(saved)) => race.can_become(saved),
            (None, None) => true,
            _ => false,
        };
        let fits = is_race && self.are_those_of(&partial);
        let is_restored = fits && self.contest.restore(&partial.lanes);
        if let (true, Some(race)) = (is_restored, partial.race) {
            self.goals = goals(&race);
            self.race = Some(race);
        }
        is_restored
    }

    /// Plays until all games are done, it is stopped, or it is time to save. Returns whether all games are done.
    pub fn play(&mut self, watch: &dyn Watch) -> bool {
        let watch = UntilSaved::new(watch);
        while self.contest.play(&self.goals, &watch) {
            if !self.go_on() {
                return true;
            }
        }
        false
    }

    /// Everything that is needed to resume.
    pub fn save(&self) -> Partial {
        Partial { run: self.run, generation: self.generation, race: self.race.clone(), lanes: self.contest.save() }
    }

    /// What each player has scored.
    pub fn scores(&self) -> Vec<Score> {
        let complete = self.race.is_none();
        self.tallies().map(|tally| Score { lines: tally.lines, deaths: tally.deaths, complete }).collect()
    }

    /// What the optimiser is told of each player.
    pub fn told(&self) -> Vec<f64> {
        self.tallies().map(|tally| racing::score(tally.lines, tally.deaths)).collect()
    }

    /// All pieces that were played.
    pub fn pieces(&self) -> u64 {
        self.tallies().map(|tally| tally.pieces).sum()
    }

    fn tallies(&self) -> impl Iterator<Item = Tally> {
        (0..self.goals.len()).map(|player| self.contest.tally(player))
    }

    /// The next goals, after those before were reached. Returns whether there are any.
    fn go_on(&mut self) -> bool {
        let Some(race) = &mut self.race else { return false };
        let tallies: Vec<Tally> = (0..self.goals.len() - 1).map(|candidate| self.contest.tally(candidate)).collect();
        if race.next(&tallies).is_none() {
            return false;
        }
        self.goals = goals(race);
        true
    }
}

/// How far everyone in a race plays, the centre included. It plays as long as all do: that says roughly how good it is, and costs little.
fn goals(race: &Race) -> Vec<Option<Goal>> {
    let mut goals = race.goals();
    goals.push(if goals.iter().all(Option::is_some) { goals[0] } else { None });
    goals
}
