//! The cross table.

/// How games ended, seen from one bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Results {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

/// How one game ended, seen from one bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Result {
    /// It won.
    Win,
    /// Neither won.
    Draw,
    /// It lost.
    Loss,
}

impl Results {
    /// All games.
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points: one for a win, half of one for a draw.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Points per game; `None` without a game.
    pub fn score(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / self.games() as f64)
    }

    /// Seen from the other one.
    pub const fn reversed(&self) -> Results {
        Results { wins: self.losses, draws: self.draws, losses: self.wins }
    }

    /// One more game.
    pub const fn add(&mut self, result: Result) {
        match result {
            Result::Win => self.wins += 1,
            Result::Draw => self.draws += 1,
            Result::Loss => self.losses += 1,
        }
    }
}

/// The results of all bots against each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    bots: usize,
    /// Row by row, each seen from the bot of the row.
    results: Vec<Results>,
}

impl Table {
    /// No games yet.
    pub fn new(bots: usize) -> Table {
        Table { bots, results: vec![Results::default(); bots * bots] }
    }

    /// How many bots there are.
    pub const fn bots(&self) -> usize {
        self.bots
    }

    /// Results of one bot against another.
    pub fn against(&self, one: usize, other: usize) -> Results {
        self.results[one * self.bots + other]
    }

    /// Results of one bot against all others.
    pub fn all(&self, one: usize) -> Results {
        let mut all = Results::default();
        for other in 0..self.bots {
            let Results { wins, draws, losses } = self.against(one, other);
            all = Results { wins: all.wins + wins, draws: all.draws + draws, losses: all.losses + losses };
        }
        all
    }

    /// Adds a game of two bots. The winner is side 0 or 1, or `None` for a draw.
    ///
    /// # Panics
    /// If there is no such bot.
    pub fn add(&mut self, sides: [usize; 2], winner: Option<usize>) {
        let [one, other] = sides;
        let results = match winner {
            None => [Result::Draw, Result::Draw],
            Some(0) => [Result::Win, Result::Loss],
            Some(_) => [Result::Loss, Result::Win],
        };
        self.results[one * self.bots + other].add(results[0]);
        self.results[other * self.bots + one].add(results[1]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_see_the_same_game() {
        let mut table = Table::new(3);
        table.add([2, 0], Some(1));
        table.add([0, 2], Some(0));
        table.add([0, 1], None);
        assert_eq!(table.against(0, 2), Results { wins: 2, draws: 0, losses: 0 });
        assert_eq!(table.against(2, 0), table.against(0, 2).reversed());
        assert_eq!(table.all(0), Results { wins: 2, draws: 1, losses: 0 });
        assert_eq!((table.all(0).points(), table.all(1).score()), (2.5, Some(0.5)));
        assert_eq!(table.against(1, 2).score(), None);
    }
}
