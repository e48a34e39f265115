//! Sentences about what a client has sent: they say again only a short piece of it.

/// Characters that are said again of what stands between quotation marks.
const LONGEST_QUOTE: usize = 60;
/// Digits of a number: the largest seeds have as many.
const MOST_DIGITS: usize = 20;
const FIRST_TOO_MANY: usize = MOST_DIGITS + 1;
/// Characters of a whole sentence.
const LONGEST_SENTENCE: usize = 800;
/// Marks between which something is said again, in the languages that there are.
const MARKS: [(char, char); 5] = [('"', '"'), ('\'', '\''), ('`', '`'), ('“', '”'), ('«', '»')];

/// A sentence without the rest of what is long in it.
pub fn brief(sentence: &str) -> String {
    let signs = without_long_numbers(sentence);
    let mut short = String::with_capacity(sentence.len().min(LONGEST_SENTENCE));
    let mut at = 0;
    while at < signs.len() {
        let is_apart = at == 0 || !signs[at - 1].is_alphanumeric();
        let mark = MARKS.iter().find(|(begin, _)| *begin == signs[at] && is_apart);
        let end = mark.map_or(at, |(_, end)| end_of_quote(&signs, at, *end));
        if end > at + LONGEST_QUOTE + 1 {
            short.extend(&signs[at..=at + LONGEST_QUOTE]);
            short.push('…');
            at = end;
            continue;
        }
        short.extend(&signs[at..=end.min(signs.len() - 1)]);
        at = end + 1;
    }
    match short.char_indices().nth(LONGEST_SENTENCE) {
        Some((place, _)) => format!("{}…", &short[..place]),
        None => short,
    }
}

/// The characters of a sentence whose numbers have at most so many digits in a row.
fn without_long_numbers(sentence: &str) -> Vec<char> {
    let mut digits = 0;
    let mut signs = Vec::with_capacity(sentence.len());
    for sign in sentence.chars() {
        digits = if sign.is_ascii_digit() { digits + 1 } else { 0 };
        match digits {
            ..=MOST_DIGITS => signs.push(sign),
            FIRST_TOO_MANY => signs.push('…'),
            _ => {}
        }
    }
    signs
}

/// Where the quotation that begins here ends: at this mark, unless there is a backslash before it, or where the sentence does.
fn end_of_quote(signs: &[char], begin: usize, end: char) -> usize {
    let mut is_escaped = false;
    for (at, &sign) in signs.iter().enumerate().skip(begin + 1) {
        if sign == end && !is_escaped {
            return at;
        }
        is_escaped = sign == '\\' && !is_escaped;
    }
    signs.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_sentences_stay_as_they_are() {
        for sentence in [
            "",
            "there is no mode \"chess\"",
            "unknown field `x`, expected one of `language`, `mode`",
            "invalid value '99' for '--level <LEVEL>': it is 1 to 20",
            "it isn't there, and the file's folder isn't either, so nothing can be read or written there at all",
            "\"\\\"\" is no name",
            "a lonely \" mark",
        ] {
            assert_eq!(brief(sentence), sentence);
        }
    }

    #[test]
    fn long_quotations_are_cut() {
        for (begin, end) in MARKS {
            let sentence = format!("there is no mode {begin}{}{end}; there are others", "é".repeat(900));
            let short = format!("there is no mode {begin}{}…{end}; there are others", "é".repeat(60));
            assert_eq!(brief(&sentence), short);
        }
        let escaped = format!("no {:?} here", "\"\\".repeat(900));
        assert!(brief(&escaped).ends_with("…\" here") && brief(&escaped).chars().count() == 71, "{}", brief(&escaped));
        assert_eq!(brief(&format!("open \"{}", "x".repeat(100))), format!("open \"{}…", "x".repeat(60)));
    }

    #[test]
    fn long_numbers_are_cut() {
        let (long, short) = ("1".repeat(300), "1".repeat(MOST_DIGITS));
        assert_eq!(brief(&format!("not {long}, 0.5 or {short}")), format!("not {short}…, 0.5 or {short}"));
    }

    #[test]
    fn no_sentence_is_long() {
        let long = "word ".repeat(1000);
        assert_eq!(brief(&long).chars().count(), LONGEST_SENTENCE + 1);
        assert!(brief(&"'a' ".repeat(100_000)).len() < 4 * LONGEST_SENTENCE);
    }
}
