//! Successive halving: all get a little, the better third more, and the last few a lot (Jamieson and Talwalkar 2016).

/// How many are left in the last round.
const FINALISTS: usize = 3;

/// What is spent on a trial in a round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Round {
    /// Its number, from 1.
    pub number: u64,
    /// How many times as many generations as in the first.
    pub generations: u64,
    /// How many times as many games to judge by as in the first.
    pub games: u64,
    /// How long a step is at first, where all weights together have the length 1.
    pub step: f64,
}

/// All rounds.
pub(super) const ROUNDS: [Round; 3] = [
    Round { number: 1, generations: 1, games: 1, step: 0.3 },
    Round { number: 2, generations: 2, games: 3, step: 0.15 },
    Round { number: 3, generations: 4, games: 9, step: 0.075 },
];

/// Each round keeps one candidate in this many, but no fewer than the finalists.
const SHARE: usize = 3;

/// How many take part in each round.
pub(super) fn contenders(candidates: usize) -> [usize; ROUNDS.len()] {
    let second = candidates.div_ceil(SHARE).max(FINALISTS).min(candidates);
    [candidates, second, second.min(FINALISTS)]
}

/// The places of the best, best first. The second number counts between those with the same first one; of equals the first is better.
pub(super) fn best(ranks: &[[f64; 2]], count: usize) -> Vec<usize> {
    let mut places: Vec<usize> = (0..ranks.len()).collect();
    places.sort_by(|&a, &b| ranks[b][0].total_cmp(&ranks[a][0]).then(ranks[b][1].total_cmp(&ranks[a][1])));
    places.truncate(count);
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fewer_and_fewer_take_part() {
        let expected = [
            (0, [0, 0, 0]),
            (1, [1, 1, 1]),
            (2, [2, 2, 2]),
            (3, [3, 3, 3]),
            (4, [4, 3, 3]),
            (9, [9, 3, 3]),
            (10, [10, 4, 3]),
            (100, [100, 34, 3]),
        ];
        for (candidates, rounds) in expected {
            assert_eq!(contenders(candidates), rounds, "{candidates}");
        }
    }

    #[test]
    fn the_best_go_on_and_of_equals_the_first() {
        let ranks = [[5.0, 0.0], [7.0, 1.0], [2.0, 9.0], [7.0, 1.0], [9.0, 0.0], [7.0, 2.0]];
        assert_eq!(best(&ranks, 3), [4, 5, 1]);
        assert_eq!(best(&ranks, 9), [4, 5, 1, 3, 0, 2]);
        assert!(best(&[], 3).is_empty());
    }

    #[test]
    fn each_round_spends_more() {
        assert!(ROUNDS.is_sorted_by(|a, b| a.generations < b.generations && a.games < b.games && a.step > b.step));
        assert!(ROUNDS.iter().enumerate().all(|(place, round)| round.number == place as u64 + 1));
    }
}
