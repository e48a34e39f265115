//! Text that has to fit.

/// Lines of at most so many characters, broken between words where there are any.
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

/// At most so many characters, the last of them an ellipsis if there were more.
pub fn shorten(text: &str, characters: usize) -> String {
    if text.chars().count() <= characters {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(characters - 1).collect();
    short.truncate(short.trim_end().len());
    short.push('…');
    short
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
}
