//! Which weights replace each other: how final centres vary together over the runs.

use tetrolab_statistics::distribution::student_limit;

use super::{Training, counted};
use tetrolab_report::plot::{Axis, Cell, Figure, Frame, Ink, Key, Panel, Series, Sign};

/// Uncorrelated weights are beyond the limit with this probability.
const SIGNIFICANCE: f64 = 0.05;
/// With two runs every correlation is 1 or -1, and with three almost every one can be chance.
const FEWEST_RUNS: usize = 4;

/// The correlation of two lists of the same length; `None` if one of them does not vary.
pub fn correlation(first: &[f64], second: &[f64]) -> Option<f64> {
    let centred = |values: &[f64]| -> Vec<f64> {
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        values.iter().map(|value| value - mean).collect()
    };
    let product = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let (first, second) = (centred(first), centred(second));
    let scale = (product(&first, &first) * product(&second, &second)).sqrt();
    (scale > 0.0).then(|| (product(&first, &second) / scale).clamp(-1.0, 1.0))
}

/// The size that a correlation of `pairs` independent pairs exceeds with a probability, two-sided, if the values are
/// normal.
///
/// It follows from Student's t with n - 2 degrees of freedom.
///
/// # Panics
///
/// If there are fewer than three pairs, or the probability is not within 0 and 1.
pub fn correlation_limit(pairs: usize, significance: f64) -> f64 {
    let degrees = pairs.checked_sub(2).filter(|&degrees| degrees > 0).expect("at least three pairs") as f64;
    let squared_t = student_limit(degrees, 1.0 - significance).powi(2);
    (squared_t / (squared_t + degrees)).sqrt()
}

/// The correlations of all weights as a heat map.
pub fn matrix(training: &Training<'_>, _: u64) -> Figure {
    let directions = training.directions();
    let runs = directions.len();
    let mut figure = training.figure(format!("Correlation of learned weights over {}", counted(runs)));
    let names = training.names();
    if runs < FEWEST_RUNS || names.len() < 2 {
        figure.remark = format!(
            "Correlations need two weights and at least {FEWEST_RUNS} runs that end with a direction. \
             Weights: {}. Such runs: {runs}.",
            names.len()
        );
        return figure;
    }
    let comparisons = names.len() * (names.len() - 1) / 2;
    let alone = correlation_limit(runs, SIGNIFICANCE);
    let together = correlation_limit(runs, SIGNIFICANCE / comparisons as f64);
    let column = |index: usize| directions.iter().map(|direction| direction[index]).collect::<Vec<f64>>();
    let mut cells = Vec::new();
    for row in 0..names.len() {
        for other in (0..names.len()).filter(|&other| other != row) {
            let value = correlation(&column(row), &column(other));
            let frame = match value.map_or(0.0, f64::abs) {
                size if size > together => Frame::Thick,
                size if size > alone => Frame::Thin,
                _ => Frame::None,
            };
            cells.push(Cell { column: other, row, value, frame });
        }
    }
    let key = |name: f64, detail: String, frame| Key {
        name: format!("beyond ±{name:.2}"),
        detail,
        sign: Sign::Frame(frame),
        colour: Ink::Text,
    };
    figure.panels.push(Panel {
        title: String::new(),
        note: "Of the final centres, scaled to unit length, which alone ties weights together a little.".to_owned(),
        x: Axis::categories("feature", names.clone()),
        y: Axis::categories_down("feature", names),
        series: vec![Series::Cells { cells, name: "correlation (no unit)".to_owned() }],
        labels: Vec::new(),
        keys: vec![
            key(alone, "5 %, two-sided, each pair alone".to_owned(), Frame::Thin),
            key(together, format!("5 % for {comparisons} pairs (Bonferroni)"), Frame::Thick),
        ],
    });
    figure
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: deviations from the means are -1.5, -0.5, 0.5, 1.5 and -1.5, 0.5, -0.5, 1.5, so that r = 4 / 5.
    #[test]
    fn correlations_as_by_hand() {
        let values = [1.0, 2.0, 3.0, 4.0];
        assert!((correlation(&values, &[1.0, 3.0, 2.0, 4.0]).unwrap() - 0.8).abs() < 1e-15);
        assert_eq!(correlation(&values, &values), Some(1.0));
        assert_eq!(correlation(&values, &[4.0, 3.0, 2.0, 1.0]), Some(-1.0));
        assert_eq!(correlation(&values, &[2.0, 1.0, 1.0, 2.0]), Some(0.0));
        assert_eq!(correlation(&values, &[5.0; 4]), None);
        assert_eq!(correlation(&[], &[]), None);
    }

    /// Fisher's table of the correlation coefficient: 0.444 for 18 degrees of freedom, 0.878 for 3, 0.997 for 1.
    #[test]
    fn limits_as_in_tables() {
        for (runs, expected) in [(20, 0.4438), (5, 0.8783), (3, 0.9969)] {
            assert!(
                (correlation_limit(runs, 0.05) - expected).abs() < 5e-5,
                "{runs}: {}",
                correlation_limit(runs, 0.05)
            );
        }
        assert!(correlation_limit(20, 0.05 / 28.0) > correlation_limit(20, 0.05));
    }
}
