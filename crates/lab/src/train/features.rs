//! What players are to weigh, as a list.

use tetrolab_agents::{Measure, Weights};
use tetrolab_engine::DropRules;

/// The features and formulas that a list names, with commas between them. A player stands for all its features;
/// `find` gives its weights (none if it decides at random), or `None` if there is no such player. `option` is what
/// the list is called, and `wrong` makes an error of a sentence.
pub fn listed<E>(
    option: &str,
    list: &str,
    find: impl Fn(&str) -> Result<Option<Option<Weights>>, E>,
    wrong: impl Fn(String) -> E,
) -> Result<Vec<String>, E> {
    let mut features: Vec<String> = Vec::new();
    for part in parts(list) {
        if part.is_empty() {
            return Err(wrong(format!("{option} {list:?} has an empty part")));
        }
        // A player that is called as a feature is not meant.
        let is_measure = Measure::list(part, DropRules::STANDARD.size().width).is_ok();
        let player = if is_measure { None } else { find(part)? };
        match player {
            Some(Some(weights)) => {
                for term in weights.general() {
                    let name = term.measure.name();
                    if !features.iter().any(|there| there == name) {
                        features.push(name.to_string());
                    }
                }
            }
            Some(None) => return Err(wrong(format!("{part} decides at random and weighs nothing"))),
            None => features.push(part.to_string()),
        }
    }
    Ok(features)
}

/// What stands between commas, unless they are inside of parentheses.
fn parts(list: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut begin) = (Vec::new(), 0u32, 0);
    for (at, sign) in list.char_indices() {
        match sign {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.push(list[begin..at].trim());
                begin = at + 1;
            }
            _ => {}
        }
    }
    parts.push(list[begin..].trim());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_cut_at_commas_outside_of_parentheses() {
        assert_eq!(parts("a, b,max(c, d) ,e"), ["a", "b", "max(c, d)", "e"]);
    }

    #[test]
    fn empty_parts_are_refused() {
        let read = |list: &str| listed("features", list, |_| Ok(None), |reason| reason);
        assert_eq!(read("a, b"), Ok(vec!["a".to_string(), "b".to_string()]));
        assert_eq!(read("a,,b"), Err("features \"a,,b\" has an empty part".to_string()));
    }
}
