//! The seeds of the games.

use std::fmt;

use super::Game;

const MOST_SEEDS: u64 = 10_000_000;

/// Seeds from the first to the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seeds {
    pub first: u64,
    pub last: u64,
}

/// Reads seeds such as `1..1000` or `7`.
pub fn seeds(text: &str) -> Result<Seeds, String> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let seeds = first.parse().ok().zip(last.parse().ok()).map(|(first, last)| Seeds { first, last });
    let seeds = seeds.filter(|seeds| seeds.first >= 1 && seeds.first <= seeds.last);
    let seeds = seeds.filter(|seeds| seeds.last - seeds.first < MOST_SEEDS);
    seeds.ok_or_else(|| {
        format!("seeds are numbers from 1 on, such as 1..1000 (both ends are played), at most {MOST_SEEDS} of them")
    })
}

impl Seeds {
    pub const fn count(self) -> u64 {
        self.last - self.first + 1
    }

    /// Those without a game among these, which are in the order of their seeds.
    pub fn without(self, games: &[Game]) -> Vec<Seeds> {
        let mut left = Vec::new();
        let mut next = Some(self.first);
        for game in games {
            left.extend(next.filter(|&first| first < game.seed).map(|first| Seeds { first, last: game.seed - 1 }));
            next = game.seed.checked_add(1);
        }
        left.extend(next.filter(|&first| first <= self.last).map(|first| Seeds { first, last: self.last }));
        left
    }
}

/// As they are typed.
impl fmt::Display for Seeds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.first, self.last)
    }
}

#[cfg(test)]
mod tests {
    use super::super::summary::tests::game;
    use super::*;

    #[test]
    fn seeds_are_read() {
        assert_eq!(seeds("1..1000"), Ok(Seeds { first: 1, last: 1000 }));
        assert_eq!(seeds("7"), Ok(Seeds { first: 7, last: 7 }));
        for text in ["", "0..5", "5..1", "1..", "a", "-1..3", "1...3", "1..99999999999", "1..99999999999999999999"] {
            assert!(seeds(text).is_err(), "{text}");
        }
    }

    #[test]
    fn what_is_left_is_found() {
        let left = |seeds: Seeds, played: &[u64]| {
            let games: Vec<Game> = played.iter().map(|&seed| game(seed, 0)).collect();
            seeds.without(&games).iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
        };
        let seeds = Seeds { first: 3, last: 9 };
        assert_eq!(left(seeds, &[]), "3..9");
        assert_eq!(left(seeds, &[3, 4]), "5..9");
        assert_eq!(left(seeds, &[4, 7, 8]), "3..3 5..6 9..9");
        assert_eq!(left(seeds, &[3, 4, 5, 6, 7, 8, 9]), "");
        let last = Seeds { first: u64::MAX, last: u64::MAX };
        assert_eq!(left(last, &[u64::MAX]), "");
    }
}
