//! How far a search is, in a line.

use std::time::Duration;

use tetrolab_lab::solving::Line as Moment;

use crate::commands::progress::{Line, fitting};
use tetrolab_report::short::{Digits, figure, rate, rough};

/// What is said about a search while it runs.
pub struct Watcher {
    algorithm: &'static str,
    limit: Option<Duration>,
    line: Line,
}

impl Watcher {
    pub fn new(algorithm: &'static str, limit: Option<Duration>) -> Watcher {
        Watcher { algorithm, limit, line: Line::new() }
    }

    /// Shows how far it is, unless it was shown just now.
    pub fn show(&self, moment: &Moment) {
        self.line.show(|columns| self.text(moment, columns));
    }

    /// Takes the line away.
    pub fn end(&self) {
        self.line.end();
    }

    /// The progress in at most `columns` columns: what does not fit is left out. First the limit
    /// of rounds is dropped, then the time limit, then parts from the end.
    fn text(&self, moment: &Moment, columns: usize) -> String {
        let endless = Moment { limit: None, ..moment.clone() };
        let whole = [(moment, self.limit), (&endless, self.limit), (&endless, None)]
            .map(|(moment, limit)| self.parts(moment, limit).concat());
        let fits = whole.into_iter().find(|text| text.chars().count() <= columns);
        fits.unwrap_or_else(|| fitting(self.parts(&endless, None), columns))
    }

    fn parts(&self, moment: &Moment, time: Option<Duration>) -> Vec<String> {
        let Moment { seconds, fitness, blocks, count, limit, temperature, evaluations, .. } = *moment;
        let stage = moment.stage.as_str();
        let best = match fitness {
            None => "nothing yet".to_string(),
            // What is tuned is worth as much more as fewer Blocks are left.
            Some(best) if stage == "tune" => format!("{} Blocks left", short(-best)),
            Some(best) => format!("best {}", short(best)),
        };
        let what = match stage {
            "ga" | "hybrid" | "tune" => "generation",
            "sa" => "iteration",
            "beam" => "piece",
            _ => "step",
        };
        let stage = if stage == self.algorithm { stage.to_string() } else { format!("{}: {stage}", self.algorithm) };
        let mut parts = vec![stage, format!("  {best}")];
        parts.extend(blocks.map(|blocks| format!(", {blocks} Block{} left", if blocks == 1 { "" } else { "s" })));
        parts.extend((count > 0).then(|| match limit {
            Some(limit) => format!(", {what} {} of {}", rough(count), rough(limit)),
            None => format!(", {what} {}", rough(count)),
        }));
        parts.extend(temperature.map(|temperature| format!(", T {}", figure(temperature))));
        parts.push(format!(", {}/s", rate(evaluations as f64 / seconds.max(1e-9))));
        parts.push(match time {
            Some(limit) => format!(", {seconds:.1} of {} s", limit.as_secs_f64()),
            None => format!(", {seconds:.1} s"),
        });
        parts
    }
}

/// A number with as many digits as it needs, but not many.
fn short(value: f64) -> String {
    let rounded = (value * 100.0).round() / 100.0;
    Digits::of([rounded].into_iter()).write(rounded)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moment() -> Moment {
        Moment {
            seconds: 0.5,
            stage: "ga".to_string(),
            fitness: Some(-12.253),
            blocks: Some(10),
            least_blocks: 0,
            count: 120,
            limit: Some(3000),
            temperature: Some(20.84),
            evaluations: 600_000,
        }
    }

    #[test]
    fn the_line_says_how_far_it_is() {
        let watcher = Watcher::new("ga", None);
        let text = watcher.text(&moment(), 100);
        assert_eq!(text, "ga  best -12.25, 10 Blocks left, generation 120 of 3 000, T 20.8, 1.20 M/s, 0.5 s");
        for columns in 0..100 {
            assert!(watcher.text(&moment(), columns).chars().count() <= columns);
        }
        let watcher = Watcher::new("ga", Some(Duration::from_secs(240)));
        for (columns, time) in [(79, "0.5 of 240 s"), (78, "0.5 s")] {
            let text = watcher.text(&moment(), columns);
            assert_eq!(text, format!("ga  best -12.25, 10 Blocks left, generation 120, T 20.8, 1.20 M/s, {time}"));
        }
        let watcher = Watcher::new("auto", Some(Duration::from_secs(2)));
        let nothing = Moment { fitness: None, blocks: None, temperature: None, ..moment() };
        let text = watcher.text(&Moment { stage: "beam".to_string(), ..nothing.clone() }, 100);
        assert_eq!(text, "auto: beam  nothing yet, piece 120 of 3 000, 1.20 M/s, 0.5 of 2 s");
        let tuning = Moment { stage: "tune".to_string(), fitness: Some(-22.6), count: 3, ..nothing };
        let text = Watcher::new("tune", None).text(&tuning, 100);
        assert_eq!(text, "tune  22.6 Blocks left, generation 3 of 3 000, 1.20 M/s, 0.5 s");
    }

    /// A terminal of 80 columns has room for everything that matters, however long it runs.
    #[test]
    fn what_matters_fits_into_80_columns() {
        let limit = Some(Duration::from_secs(6000));
        for (stage, count, limits) in [("ga", 2999, 3000), ("hybrid", 99_999, 1 << 40), ("sa", 1_520_000, 100_000_000)]
        {
            let moment = Moment {
                seconds: 1234.0,
                stage: stage.to_string(),
                fitness: Some(-1234.56),
                blocks: Some(200),
                least_blocks: 0,
                count,
                limit: Some(limits),
                temperature: Some(24.43),
                evaluations: 999_900 * 1234,
            };
            let text = Watcher::new(stage, limit).text(&moment, 77);
            assert!(text.chars().count() <= 77, "{text}");
            for word in ["best -1234.56", "200 Blocks left", &rough(count), "T 24.4", "999.9 k/s"] {
                assert!(text.contains(word), "{word}: {text}");
            }
        }
    }
}
