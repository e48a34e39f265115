//! Words that several reports have in common, and text that has to fit.

use tetrolab_engine::Randomizer;

use crate::train::Game;

/// Which game it is: all that is needed to play it again, but for the seed.
pub fn game(game: &Game) -> String {
    let overflow = if game.lines_after_overflow { "lines after overflow" } else { "no lines after overflow" };
    let decisions = if game.two_piece { "two-piece" } else { "one-piece" };
    let is_hard = game.randomizer == Randomizer::HARD.to_string();
    let pieces = if is_hard { "hard (S and Z 3/11)" } else { &game.randomizer };
    format!("MDPTetris rules, {}, {overflow}, {pieces} pieces, {decisions} decisions", game.size)
}

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
    fn hard_games_are_called_so() {
        let mut of = Game {
            size: "10x8".to_string(),
            lines_after_overflow: false,
            randomizer: Randomizer::HARD.to_string(),
            two_piece: false,
        };
        let rest = "no lines after overflow, hard (S and Z 3/11) pieces, one-piece decisions";
        assert_eq!(game(&of), format!("MDPTetris rules, 10x8, {rest}"));
        (of.randomizer, of.two_piece) = ("7-bag".to_string(), true);
        assert_eq!(game(&of), "MDPTetris rules, 10x8, no lines after overflow, 7-bag pieces, two-piece decisions");
    }

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
