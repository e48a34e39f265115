//! What can be added to a set.

use tetrolab_agents::{Binary, Count, Dropped, FEATURES, Feature, Formula, Measure, Node, Sight};

use super::independence::{Basis, are_same, length};
use super::set::Set;
use super::settings::Selection;
use crate::sample::Sample;

/// Thresholds are values that so large a share of what was chosen in play lies below.
const QUANTILES: [f64; 3] = [0.25, 0.5, 0.75];
/// Digits of a threshold that count.
const DIGITS: i32 = 3;

/// What can be added to a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Candidates {
    /// Each says something that neither the set nor a candidate before it says.
    pub new: Vec<String>,
    pub nothing_new: Vec<String>,
}

/// All candidates for a set. `chosen` are drops of its player.
pub(super) fn candidates(selection: &Selection, set: &Set, sample: &Sample, chosen: &[Dropped]) -> Candidates {
    let settings = selection.settings();
    let within = set.measures(selection.width());
    let columns: Vec<Vec<f64>> = within.iter().map(|measure| sample.column(measure)).collect();
    let mut basis = Basis::default();
    columns.iter().for_each(|column| basis.add(column));
    let measures = match &settings.candidates {
        Some(list) => list.iter().filter_map(|text| text.parse().ok()).collect(),
        None => {
            let mut measures = single();
            if settings.combinations {
                let within: Vec<Measure> = within.into_iter().filter(|one| one.count() == Count::One).collect();
                let size = middle(columns.iter().map(|column| length(column)).collect());
                measures.extend(products(&within, sample, size));
                measures.extend(thresholds(&within, chosen));
            }
            measures
        }
    };
    let mut found = Candidates { new: Vec::new(), nothing_new: Vec::new() };
    let mut beyond: Vec<Vec<f64>> = Vec::new();
    for measure in measures {
        let name = measure.name().to_string();
        if set.features.contains(&name) {
            continue;
        }
        match basis.beyond(&sample.column(&measure)) {
            Some(column) if !beyond.iter().any(|other| are_same(other, &column)) => {
                beyond.push(column);
                found.new.push(name);
            }
            _ => found.nothing_new.push(name),
        }
    }
    found
}

/// Every feature that is one number. Those about the move come first: of two that say the same, such as removed rows and filled cells, they
/// are the simpler one.
fn single() -> Vec<Measure> {
    let mut features: Vec<&Feature> = FEATURES.iter().filter(|feature| feature.count == Count::One).collect();
    features.sort_by_key(|feature| feature.sight != Sight::Move);
    features.into_iter().map(|feature| Measure::Feature { feature, index: 0 }).collect()
}

/// Products and squares, divided so that they are about as large as what is in the set: all weights are searched for in steps of the same
/// size.
fn products(within: &[Measure], sample: &Sample, size: f64) -> Vec<Measure> {
    let mut products = Vec::new();
    for (place, first) in within.iter().enumerate() {
        for second in &within[place..] {
            let product = binary(Binary::Times, node(first), node(second));
            let Ok(formula) = Formula::new(product.clone()) else { continue };
            let divisor = round_number(length(&sample.column(&formula.into())) / size);
            let divided = if divisor > 1.0 { binary(Binary::Over, product, Node::Number(divisor)) } else { product };
            products.extend(Formula::new(divided).map(Measure::from));
        }
    }
    products
}

/// Whether a number is above a value, and by how much, for a few values.
fn thresholds(within: &[Measure], chosen: &[Dropped]) -> Vec<Measure> {
    let mut thresholds = Vec::new();
    for measure in within {
        for value in values(chosen.iter().map(|dropped| measure.value(dropped)).collect()) {
            let above = binary(Binary::Above, node(measure), Node::Number(value));
            let excess = binary(Binary::Minus, node(measure), Node::Number(value));
            let excess = binary(Binary::Larger, Node::Number(0.0), excess);
            thresholds.extend([above, excess].into_iter().filter_map(|tree| Formula::new(tree).ok()));
        }
    }
    thresholds.into_iter().map(Measure::from).collect()
}

/// A few of the values, from low to high, but not the highest: nothing was above it.
fn values(mut seen: Vec<f64>) -> Vec<f64> {
    seen.sort_unstable_by(f64::total_cmp);
    let Some(&highest) = seen.last() else { return Vec::new() };
    let quantiles = QUANTILES.map(|share| short(seen[(share * seen.len() as f64) as usize]));
    let mut values: Vec<f64> = quantiles.into_iter().filter(|&value| value < highest).collect();
    values.dedup();
    values
}

fn binary(operation: Binary, left: Node, right: Node) -> Node {
    Node::Binary(operation, Box::new(left), Box::new(right))
}

/// A measure that is one number, as part of a formula.
fn node(measure: &Measure) -> Node {
    match measure {
        Measure::Feature { feature, .. } => Node::Feature(feature),
        Measure::Formula(formula) => formula.tree().clone(),
    }
}

/// The one in the middle; 0 if there is none.
fn middle(mut values: Vec<f64>) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}

/// The largest of 1, 2, 5, 10, 20 and so on that is not larger; 1 if none is.
fn round_number(value: f64) -> f64 {
    let steps = (0..9).flat_map(|power| [1.0, 2.0, 5.0].map(|first| first * 10f64.powi(power)));
    steps.take_while(|&step| step <= value).last().unwrap_or(1.0)
}

/// A number with few digits.
fn short(value: f64) -> f64 {
    if value == 0.0 {
        return 0.0;
    }
    let digits = DIGITS - 1 - libm::log10(value.abs()).floor() as i32;
    // Digits before the point stay.
    let scale = 10f64.powi(digits.max(0));
    (value * scale).round() / scale
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::sample::{chosen, positions};
    use crate::select::{Direction, Settings};
    use crate::train;

    fn found(features: &[&str], change: impl FnOnce(&mut Settings)) -> Candidates {
        let features: Vec<String> = features.iter().map(ToString::to_string).collect();
        let mut game = train::Settings::published("cma-es", Vec::new()).game;
        game.size = "10x8".to_string();
        let mut settings = Settings::new(Direction::Grow, features.clone(), game);
        change(&mut settings);
        let selection = Selection::new(settings).unwrap();
        let set = Set::new(features.clone(), &vec![-1.0; features.len()]);
        let chosen = chosen(&selection, &set, 1);
        candidates(&selection, &set, &positions(&selection), &chosen)
    }

    #[test]
    fn from_nothing_every_feature_is_tried_once() {
        let found = found(&[], |_| ());
        assert!(found.new.iter().any(|name| name == "f5_holes") && found.new.iter().any(|name| name == "lines"));
        // Full rows are full rows; filled cells say how many there were; and what is always 1 says nothing.
        for name in
            ["constant", "aveiro_lines", "sevilla_lines", "solver_roughness", "occupied", "sevilla_filled_cells"]
        {
            assert!(found.nothing_new.iter().any(|other| other == name), "{name}: {found:?}");
        }
        let single = FEATURES.iter().filter(|feature| feature.count == Count::One).count();
        assert_eq!(found.new.len() + found.nothing_new.len(), single);
    }

    #[test]
    fn candidates_are_formulas_and_none_is_there_twice() {
        let set = ["f1_landing_height", "f5_holes", "f6_wells", "f5_holes > 3"];
        let found = found(&set, |_| ());
        for name in &found.new {
            let measure: Measure = name.parse().unwrap();
            assert_eq!(measure.name(), name);
            assert!(!set.contains(&name.as_str()));
            assert_eq!(found.new.iter().filter(|other| *other == name).count(), 1, "{name}");
        }
        let has = |start: &str| found.new.iter().any(|name| name.starts_with(start));
        assert!(has("f5_holes * f5_holes") && has("f1_landing_height * f6_wells") && has("max(0, f6_wells - "));
        assert!(has("f1_landing_height > "), "{found:?}");
        // A square of 0 and 1 is the same number.
        assert!(!has("(f5_holes > 3) * (f5_holes > 3)"));
        // Wells are large numbers, and their square larger still.
        assert!(has("f6_wells * f6_wells / "), "{found:?}");
    }

    #[test]
    fn the_list_is_all_that_is_tried() {
        let list = ["f5_holes", "constant", "f5_holes>2", "2 * lines", "lines"].map(str::to_string).to_vec();
        let found = found(&["lines"], |settings| settings.candidates = Some(list));
        assert_eq!(found.new, ["f5_holes", "f5_holes > 2"]);
        assert_eq!(found.nothing_new, ["constant", "2 * lines"]);
    }

    #[test]
    fn combinations_can_be_left_out() {
        let found = found(&["f5_holes"], |settings| settings.combinations = false);
        assert!(found.new.iter().all(|name| Feature::named(name).is_ok()));
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!([0.5, 1.0, 4.9, 5.0, 73.0, 4000.0].map(round_number), [1.0, 1.0, 2.0, 5.0, 50.0, 2000.0]);
        assert_eq!(
            [0.0, 0.12345, 12.345, 123.45, 98765.4, -1.2345].map(short),
            [0.0, 0.123, 12.3, 123.0, 98765.0, -1.23]
        );
        assert_eq!(values(vec![1.0, 1.0, 1.0, 2.0, 3.0, 3.0, 3.0, 3.0]), [1.0]);
        assert!(values(vec![4.0; 9]).is_empty() && values(Vec::new()).is_empty());
        assert_eq!(values((0..100).map(f64::from).collect()), [25.0, 50.0, 75.0]);
    }
}
