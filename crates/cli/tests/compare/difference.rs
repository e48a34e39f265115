//! What differs between texts, apart from what differs whenever the program is run.

use super::observed::Observed;

/// The most differences that are listed for one text.
const MOST: usize = 3;

/// What the new program does differently from what all runs of the old one have in common.
pub fn differences(old: &[Observed], new: &Observed) -> Vec<String> {
    let mut found = Vec::new();
    let first = &old[0];
    for (what, text) in &new.0 {
        if !first.0.contains_key(what) && old.iter().all(|old| !old.0.contains_key(what)) {
            found.push(format!("{what} is new: {}", short(text)));
        }
    }
    for (what, text) in &first.0 {
        let others: Vec<&str> = old[1..].iter().filter_map(|old| old.0.get(what)).map(String::as_str).collect();
        if others.len() + 1 < old.len() {
            continue;
        }
        match new.0.get(what) {
            None => found.push(format!("{what} is gone: {}", short(text))),
            Some(now) => found.extend(lines(text, &others, now).into_iter().map(|line| format!("{what}: {line}"))),
        }
    }
    found
}

/// The lines that differ.
fn lines(old: &str, others: &[&str], new: &str) -> Vec<String> {
    let count = |text: &str| text.lines().count();
    if others.iter().any(|other| count(other) != count(old)) {
        // How many lines there are depends on the time.
        return Vec::new();
    }
    if count(old) != count(new) {
        let place = old.lines().zip(new.lines()).position(|(old, new)| !is_same(old, &[], new));
        let place = place.unwrap_or(count(old).min(count(new)));
        let line = |text: &str| short(text.lines().nth(place).unwrap_or("(nothing)"));
        let counts = format!("{} lines instead of {}", count(new), count(old));
        return vec![format!("{counts}, from line {} on: {} instead of {}", place + 1, line(new), line(old))];
    }
    let mut found = Vec::new();
    let mut others: Vec<_> = others.iter().map(|other| other.lines()).collect();
    for (number, (old, new)) in old.lines().zip(new.lines()).enumerate() {
        let same: Vec<&str> = others.iter_mut().filter_map(Iterator::next).collect();
        if !is_same(old, &same, new) {
            found.push(format!("line {}: {} instead of {}", number + 1, around(new, old), around(old, new)));
        }
    }
    let more = found.len().saturating_sub(MOST);
    found.truncate(MOST);
    if more > 0 {
        found.push(format!("and {more} more lines"));
    }
    found
}

/// Whether a line is what it was, apart from the words in which the old ones differ.
fn is_same(old: &str, others: &[&str], new: &str) -> bool {
    if old == new || others.contains(&new) {
        return true;
    }
    let old = words(old);
    let others: Vec<Vec<&str>> = others.iter().map(|other| words(other)).collect();
    if others.iter().any(|other| other.len() != old.len()) {
        return true;
    }
    let new = words(new);
    let differs = |index: usize| others.iter().any(|other| other[index] != old[index]);
    // Beside a time there are others, which may have been the same by chance.
    let is_timed = (0..old.len()).any(differs);
    let may_differ = |index: usize| differs(index) || is_timed && is_measured(old[index]) || is_time(&old[index..]);
    new.len() == old.len() && (0..old.len()).all(|index| old[index] == new[index] || may_differ(index))
}

/// Whether a word is a number that is not counted: `0.25`, `1.5e3`, `1.5×10³` or a large rounded one.
fn is_measured(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_digit())
        && word.contains(|c| matches!(c, '.' | 'e' | '×') || is_thin(c))
}

/// Whether it is one of the narrow blanks between the thousands of a number.
fn is_thin(c: char) -> bool {
    c.is_whitespace() && !c.is_ascii()
}

/// Whether words begin with a time in milliseconds, which only measurements have.
fn is_time(words: &[&str]) -> bool {
    words[0].starts_with(|first: char| first.is_ascii_digit()) && matches!(words, [_, " ", "ms" | "µs", ..])
}

/// Numbers and words, and what is between them.
fn words(line: &str) -> Vec<&str> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '+' | '_' | '×' | '⁻') || is_thin(c);
    let mut words = Vec::new();
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        // Blanks align columns, so they depend on the widths of what differs.
        let length = if is_part(first) {
            rest.find(|c| !is_part(c)).unwrap_or(rest.len())
        } else if first == ' ' {
            rest.find(|c| c != ' ').unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        let (word, after) = rest.split_at(length);
        words.push(if first == ' ' { " " } else { word });
        rest = after;
    }
    words
}

/// The part of a line where it differs.
fn around(line: &str, other: &str) -> String {
    let same = line.chars().zip(other.chars()).take_while(|(one, other)| one == other).count();
    let part: String = line.chars().skip(same.saturating_sub(30)).take(120).collect();
    format!("{part:?}")
}

fn short(text: &str) -> String {
    format!("{:?}", text.chars().take(120).collect::<String>())
}

#[test]
fn only_what_never_differs_is_compared() {
    let one = |text: &str| Observed([("stdout".to_string(), text.to_string())].into());
    let old = [one("lines 7 in 0.5 s\nseed 3"), one("lines 7 in 12 s\nseed 3")];
    assert!(differences(&old, &one("lines 7 in   2 s\nseed 3")).is_empty());
    assert_eq!(differences(&old, &one("lines 8 in 2 s\nseed 3")).len(), 1);
    assert_eq!(differences(&old, &one("lines 7 in 2 s\nseed 4")).len(), 1);
    assert_eq!(differences(&old, &one("lines 7 in 2 s")).len(), 1);
    assert_eq!(differences(&old, &Observed::default()).len(), 1);
}
