//! A command as words.

/// The words of a command, as a shell would split them: between blanks, but not within quotes. A backslash keeps the next character.
pub fn split(text: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match (quote, letter) {
            (Some(end), _) if letter == end => quote = None,
            (None, '\'' | '"') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None | Some('"'), '\\') => {
                let Some(next) = letters.next() else { return Err("it ends in a backslash".into()) };
                word.get_or_insert_default().push(next);
            }
            (None, _) if letter.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    if let Some(quote) = quote {
        return Err(format!("a quotation mark {quote} has no end"));
    }
    words.extend(word);
    if words.is_empty() { Err("there is no command".into()) } else { Ok(words) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_as_a_shell_does() {
        for (text, words) in [
            ("./bot", vec!["./bot"]),
            ("  python3 -u  bot.py ", vec!["python3", "-u", "bot.py"]),
            ("'a bot' \"it's\" \\'x a''b ''", vec!["a bot", "it's", "'x", "ab", ""]),
            (r#"x "a\"b" 'a\b'"#, vec!["x", "a\"b", "a\\b"]),
        ] {
            assert_eq!(split(text).unwrap(), words, "{text}");
        }
        assert!(split(" ").is_err() && split("'a").is_err() && split("a\\").is_err());
    }
}
