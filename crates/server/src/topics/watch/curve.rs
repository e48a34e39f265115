//! The curves of a watched game: a few points for any number of pieces.

use serde::Serialize;
use serde::ser::SerializeTuple;

use super::brief;

/// Points that wait at most to be told.
const MOST_POINTS: usize = 16;
/// Fewer than these, and the next points may be closer.
const FEW_POINTS: usize = 4;

/// What happened since the point before it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Pieces so far, in all games.
    pub pieces: u64,
    /// The most lines of a game.
    pub lines: u64,
    /// The highest stack.
    pub height: u8,
    /// What the last choice was worth, if it was worth anything.
    pub value: Option<f64>,
}

impl Serialize for Point {
    /// Its four numbers, since there are many points.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut tuple = serializer.serialize_tuple(4)?;
        tuple.serialize_element(&self.pieces)?;
        tuple.serialize_element(&self.lines)?;
        tuple.serialize_element(&self.height)?;
        tuple.serialize_element(&self.value.map(brief))?;
        tuple.end()
    }
}

/// The points that were not told yet. There are never many: when there would be, every second one is joined to the next.
#[derive(Clone, Debug)]
pub struct Curve {
    points: Vec<Point>,
    /// Pieces from point to point.
    stride: u64,
    /// Pieces since the last point, with their most lines and highest stack.
    since: u64,
    lines: u64,
    height: u8,
}

impl Default for Curve {
    fn default() -> Curve {
        Curve { points: Vec::new(), stride: 1, since: 0, lines: 0, height: 0 }
    }
}

impl Curve {
    /// A piece was played. What its choice was worth is only asked where a point is made.
    pub fn add(&mut self, pieces: u64, lines: u64, height: u8, value: impl FnOnce() -> Option<f64>) {
        self.since += 1;
        self.lines = self.lines.max(lines);
        self.height = self.height.max(height);
        if self.since < self.stride {
            return;
        }
        if self.points.len() == MOST_POINTS {
            self.join();
        }
        self.points.push(Point { pieces, lines: self.lines, height: self.height, value: value() });
        (self.since, self.lines, self.height) = (0, 0, 0);
    }

    fn join(&mut self) {
        let joined = self.points.chunks(2).map(|pair| {
            let last = pair[pair.len() - 1];
            let most = |of: fn(&Point) -> u64| pair.iter().map(of).max().unwrap_or(0);
            Point { lines: most(|point| point.lines), height: most(|point| point.height.into()) as u8, ..last }
        });
        self.points = joined.collect();
        self.stride *= 2;
    }

    /// Takes what is to be told.
    pub fn take(&mut self) -> Vec<Point> {
        if self.points.len() < FEW_POINTS {
            self.stride = (self.stride / 2).max(1);
        }
        std::mem::take(&mut self.points)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_games_have_a_point_for_each_piece() {
        let mut curve = Curve::default();
        for pieces in 1..=3 {
            curve.add(pieces, pieces / 2, pieces as u8, || Some(-1.0 / 3.0));
            let told = curve.take();
            assert_eq!(told.len(), 1);
            assert_eq!((told[0].pieces, told[0].height), (pieces, pieces as u8));
        }
        curve.add(4, 2, 9, || Some(-1.0 / 3.0));
        assert_eq!(serde_json::to_string(&curve.take()).unwrap(), "[[4,2,9,-0.333333]]");
    }

    #[test]
    fn fast_games_have_few_points_that_forget_no_peak() {
        let mut curve = Curve::default();
        let mut told = Vec::new();
        for pieces in 1..=1_000_000_u64 {
            let height = if pieces == 777_777 { 20 } else { 4 };
            curve.add(pieces, pieces % 5000, height, || None);
            if pieces % 100_000 == 0 {
                let points = curve.take();
                assert!((1..=MOST_POINTS).contains(&points.len()));
                told.extend(points);
            }
        }
        assert!(told.is_sorted_by_key(|point| point.pieces));
        assert_eq!(told.iter().map(|point| point.height).max(), Some(20));
        assert_eq!(told.iter().map(|point| point.lines).max(), Some(4999));
    }
}
