//! Words and numbers for figures.

/// Text as XML takes it, in elements and attributes.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&apos;"),
            // Most control characters and two others may not occur in XML 1.0 at all.
            '\t' | '\n' | '\r' => escaped.push(' '),
            '\u{0}'..='\u{1F}' | '\u{FFFE}' | '\u{FFFF}' => escaped.push('\u{FFFD}'),
            other => escaped.push(other),
        }
    }
    escaped
}

/// A number with the given significant digits: 0.0321, 20 400, 5.07×10⁷.
pub fn number(value: f64, digits: usize) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    // Rounding first: 9.999 is 10.0, not 10.
    let rounded = format!("{value:.*e}", digits - 1);
    let (mantissa, exponent) = rounded.split_once('e').expect("an exponent");
    let exponent: i32 = exponent.parse().expect("a whole exponent");
    if (-3..6).contains(&exponent) {
        let rounded: f64 = rounded.parse().expect("a number");
        let decimals = (digits as i32 - 1 - exponent).max(0) as usize;
        group(&format!("{rounded:.decimals$}"))
    } else {
        format!("{mantissa}×{}", power_of_ten(exponent))
    }
}

/// A whole number with thin spaces between thousands.
pub fn whole(value: usize) -> String {
    group(&value.to_string())
}

/// 10⁵ and the like.
pub fn power_of_ten(exponent: i32) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let exponent = exponent.to_string();
    let small = exponent.chars().map(|digit| digit.to_digit(10).map_or('⁻', |digit| DIGITS[digit as usize]));
    format!("10{}", small.collect::<String>())
}

/// Thin spaces between thousands, from five digits on.
pub fn group(number: &str) -> String {
    let (whole, rest) = number.split_at(number.find('.').unwrap_or(number.len()));
    let digits = whole.trim_start_matches('-').len();
    if digits < 5 {
        return number.to_owned();
    }
    let mut grouped = String::new();
    for (index, character) in whole.chars().enumerate() {
        let left = whole.len() - index;
        if left % 3 == 0 && left < digits {
            grouped.push('\u{2009}');
        }
        grouped.push(character);
    }
    grouped + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_and_control_characters_are_escaped() {
        assert_eq!(escape("a<b> & \"c\" 'd'"), "a&lt;b&gt; &amp; &quot;c&quot; &apos;d&apos;");
        assert_eq!(escape("one\ntwo\u{0}\u{1B}\u{FFFF}π"), "one two\u{FFFD}\u{FFFD}\u{FFFD}π");
    }

    #[test]
    fn numbers_have_a_sensible_length() {
        for (value, expected) in [
            (0.0, "0"),
            (0.0321, "0.0321"),
            (0.99951, "1.00"),
            (5.0, "5.00"),
            (1_234.0, "1230"),
            (20_449.0, "20\u{2009}400"),
            (999_600.0, "1.00×10⁶"),
            (50_651_234.17, "5.07×10⁷"),
            (1e12, "1.00×10¹²"),
            (0.000012, "1.20×10⁻⁵"),
        ] {
            assert_eq!(number(value, 3), expected);
        }
        assert_eq!(whole(1_000_000), "1\u{2009}000\u{2009}000");
        assert_eq!(whole(1_000), "1000");
        assert_eq!(group("-123456.5"), "-123\u{2009}456.5");
    }
}
