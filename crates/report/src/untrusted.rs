//! Text from others, which may hold what a terminal would obey.

use serde_json::Value;

/// The text in one line, with escapes for whatever would not be seen as it is. Quotes stay.
pub fn shown(text: &str) -> String {
    // Every quote has a backslash of its own before it, so nothing else is taken away.
    text.escape_debug().to_string().replace("\\\"", "\"").replace("\\'", "'")
}

/// A name, which is JSON if it is no text.
pub fn shown_name(name: &Value) -> String {
    name.as_str().map_or_else(|| shown(&name.to_string()), shown)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn nothing_is_left_for_a_terminal_to_obey() {
        assert_eq!(shown("\x1b[31mred\x07\nline \u{9b}2 \u{202e}"), r"\u{1b}[31mred\u{7}\nline \u{9b}2 \u{202e}");
        assert_eq!(shown(r#"zé's "name" \n \"#), r#"zé's "name" \\n \\"#);
        assert_eq!(shown_name(&json!("a\nb")), r"a\nb");
        assert_eq!(shown_name(&json!([7, "x\u{9b}", null])), r#"[7,"x\u{9b}",null]"#);
    }
}
