//! The feature files of MDPTetris: what is rewarded, what a lost game is worth, how many features, then one a line.

use super::{Lost, Reward, Weight, Weights, WeightsError, check};
use crate::features::{Count, Feature};
use crate::measure::Measure;
use tetrolab_engine::MAX_WIDTH;

pub(super) fn read(text: &str) -> Result<Weights, WeightsError> {
    let mut lines =
        text.lines().enumerate().map(|(index, line)| (index + 1, line.trim())).filter(|line| !line.1.is_empty());
    let end = text.lines().count().max(1);
    let mut number = |what: &str| -> Result<(usize, i64), WeightsError> {
        let missing = || WeightsError { line: end, reason: format!("{what} is missing") };
        let (line, text) = lines.next().ok_or_else(missing)?;
        let reason = || format!("expected {what}, found {text:?}");
        Ok((line, text.parse().map_err(|_| WeightsError { line, reason: reason() })?))
    };
    let (line, reward) = number("the number of a reward, 0 to 4")?;
    let unknown = |line, what: &str| WeightsError { line, reason: format!("there is no such {what}") };
    let reward = usize::try_from(reward).ok().and_then(|reward| Reward::ALL.get(reward));
    let reward = *reward.ok_or_else(|| unknown(line, "reward; they are 0 to 4"))?;
    let (line, lost) = number("what a lost game is worth, -1, 0 or 1")?;
    let lost = lost.checked_add(1).and_then(|lost| usize::try_from(lost).ok()).and_then(|lost| Lost::ALL.get(lost));
    let lost = *lost.ok_or_else(|| unknown(line, "value of a lost game; they are -1, 0 and 1"))?;
    let (line, count) = number("the number of features")?;
    let mut general: Vec<Weight> = Vec::new();
    for (line, text) in lines {
        let wrong = |reason: String| WeightsError { line, reason };
        // Files of the cross-entropy method have a variance as a third number.
        let words: Vec<&str> = text.split_whitespace().collect();
        let (2 | 3) = words.len() else {
            return Err(wrong(format!("expected the number of a feature and a weight, found {text:?}")));
        };
        let number: i32 =
            words[0].parse().map_err(|_| wrong(format!("{:?} is not the number of a feature", words[0])))?;
        let feature = Feature::numbered(number)
            .ok_or_else(|| wrong(format!("feature {number} of MDPTetris is not one we know exactly")))?;
        let weight: f64 = words[1].parse().map_err(|_| wrong(format!("{:?} is not a weight", words[1])))?;
        let weight = check(&format!("feature {number}"), weight).map_err(wrong)?;
        let index = general.iter().filter(|there| there.measure.name() == feature.name).count();
        let most = feature.count.on(MAX_WIDTH);
        if index >= most {
            let limit = if feature.count == Count::One { String::new() } else { format!(" more than {most} times") };
            return Err(wrong(format!("feature {number} is repeated{limit}")));
        }
        general.push(Weight { measure: Measure::Feature { feature, index }, weight });
    }
    if usize::try_from(count) != Ok(general.len()) {
        let reason = format!("{count} features are announced, but {} follow", general.len());
        return Err(WeightsError { line, reason });
    }
    if general.is_empty() {
        return Err(WeightsError { line, reason: "there is no feature".to_string() });
    }
    Ok(Weights { reward, lost, general, ..Weights::default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_read() {
        let weights = read("0\n-1\n3\n1 -12.629\n-2 -24.04087 0.5\n6\t-1e1\n").unwrap();
        assert_eq!((weights.reward, weights.lost), (Reward::Nothing, Lost::Worst));
        let found: Vec<_> = weights.general().iter().map(|term| (term.measure.name(), term.weight)).collect();
        assert_eq!(found, [("f1_landing_height", -12.629), ("f8_rows_with_holes", -24.04087), ("f6_wells", -10.0)]);
        let heights = read("4\n1\n4\n8 1\n8 2\n9 3\n8 4\n").unwrap();
        assert_eq!((heights.reward, heights.lost), (Reward::Rising, Lost::Features));
        let found: Vec<_> = heights.general().iter().map(|term| (term.measure.name(), term.measure.index())).collect();
        assert_eq!(found, [("heights", 0), ("heights", 1), ("abs_height_diffs", 0), ("heights", 2)]);
    }

    #[test]
    fn faults_are_named_with_their_line() {
        for (text, reason) in [
            ("0", "line 1: what a lost game is worth, -1, 0 or 1 is missing"),
            ("5\n-1\n1\n1 1", "line 1: there is no such reward; they are 0 to 4"),
            ("0\n2\n1\n1 1", "line 2: there is no such value of a lost game; they are -1, 0 and 1"),
            ("0\n-1\n2\n1 1", "line 3: 2 features are announced, but 1 follow"),
            ("0\n-1\n-1\n", "line 3: -1 features are announced, but 0 follow"),
            ("0\n-1\n0\n", "line 3: there is no feature"),
            ("0\n-1\n1\n14 1", "line 4: feature 14 of MDPTetris is not one we know exactly"),
            ("0\n-1\n2\n1 1\n\n1 2", "line 6: feature 1 is repeated"),
            ("0\n-1\n1\n1 nan", "line 4: the weight of feature 1 is not a finite number"),
            ("0\n-1\n1\n1 1e99", "line 4: the weight of feature 1 is beyond 1e90"),
            ("0\n-1\n1\n1", "line 4: expected the number of a feature and a weight, found \"1\""),
            ("0\n-1\n1\n1 x", "line 4: \"x\" is not a weight"),
            ("0\n-1\n1\nx 1", "line 4: \"x\" is not the number of a feature"),
            ("0\n-1\n9223372036854775807\n1 1", "line 3: 9223372036854775807 features are announced, but 1 follow"),
            ("0\n9223372036854775807\n1\n1 1", "line 2: there is no such value of a lost game; they are -1, 0 and 1"),
        ] {
            assert_eq!(read(text).unwrap_err().to_string(), reason);
        }
    }
}
