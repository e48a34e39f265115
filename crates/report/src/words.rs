//! Text that has to fit into columns.

/// Lines of at most `characters` characters, broken between words where there are any.
pub fn wrap(text: &str, characters: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        let mut word = word;
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > characters {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        while let Some((end, _)) = word.char_indices().nth(characters) {
            lines.push(word[..end].to_owned());
            word = &word[end..];
        }
        line.push_str(word);
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

/// At most `characters` characters, the last of them an ellipsis if there were more.
pub fn shorten(text: &str, characters: usize) -> String {
    if text.chars().count() <= characters {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(characters - 1).collect();
    short.truncate(short.trim_end().len());
    short.push('…');
    short
}

/// Names of at most `characters` characters that can be told apart: where several begin alike, those that are too long lose
/// their middle instead of their end, and get a number if even that is the same.
pub fn shorten_all(names: &[String], characters: usize) -> Vec<String> {
    let mut short: Vec<String> = names.iter().map(|name| shorten(name, characters)).collect();
    for place in cut_alike(names, &short) {
        let end = characters / 2;
        let rest: String = names[place].chars().skip(names[place].chars().count() - end).collect();
        short[place] = format!("{}{}", shorten(&names[place], characters - end), rest.trim_start());
    }
    for (number, place) in cut_alike(names, &short).into_iter().enumerate() {
        let mark = format!("{}: ", number + 1);
        short[place] = mark.clone() + &shorten(&names[place], characters - mark.len());
    }
    short
}

/// The places of names that were cut and look like another one now.
fn cut_alike(names: &[String], short: &[String]) -> Vec<usize> {
    let is_alike = |place: &usize| short.iter().filter(|other| **other == short[*place]).count() > 1;
    (0..names.len()).filter(|&place| names[place] != short[place]).filter(is_alike).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_text_is_wrapped() {
        assert_eq!(wrap("one two three", 8), ["one two", "three"]);
        assert_eq!(wrap("abcdefgh ij", 3), ["abc", "def", "gh", "ij"]);
        assert_eq!(wrap("äöüß", 2), ["äö", "üß"]);
        assert_eq!(wrap("  ", 8), [""; 0]);
    }

    #[test]
    fn long_names_are_shortened() {
        assert_eq!(shorten("dellacherie", 11), "dellacherie");
        assert_eq!(shorten("dellacherie", 6), "della…");
        assert_eq!(shorten("a b c", 3), "a…");
    }

    #[test]
    fn names_can_be_told_apart() {
        let all = |names: &[&str], characters| {
            shorten_all(&names.iter().map(ToString::to_string).collect::<Vec<_>>(), characters)
        };
        assert_eq!(all(&["short", "a long name"], 6), ["short", "a lon…"]);
        assert_eq!(
            all(&["max(a, b) * c", "max(a, b) * d", "max(a, b)"], 10),
            ["max(…) * c", "max(…) * d", "max(a, b)"]
        );
        assert_eq!(all(&["aaaaaaaabcccccccc", "aaaaaaaadcccccccc"], 9), ["1: aaaaa…", "2: aaaaa…"]);
        assert!(all(&["aaaaaaaabcccccccc", "aaaaaaaadcccccccc"], 9).iter().all(|name| name.chars().count() <= 9));
    }
}
