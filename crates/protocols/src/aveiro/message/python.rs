//! JSON as Python's `json.dumps` writes it: a space after every comma and colon, and nothing but ASCII.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;

/// Writes a value.
///
/// # Panics
/// If it has keys that are no text; no message has.
pub fn to_text(value: &impl Serialize) -> String {
    let mut text = Vec::new();
    value.serialize(&mut Serializer::with_formatter(&mut text, Spaced)).expect("messages can be written");
    String::from_utf8(text).expect("it is ASCII")
}

struct Spaced;

impl Formatter for Spaced {
    fn begin_array_value<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        if first { Ok(()) } else { writer.write_all(b", ") }
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        if first { Ok(()) } else { writer.write_all(b", ") }
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b": ")
    }

    fn write_string_fragment<W: ?Sized + Write>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        for letter in fragment.chars() {
            if (' '..='~').contains(&letter) {
                writer.write_all(&[letter as u8])?;
            } else {
                for unit in letter.encode_utf16(&mut [0; 2]) {
                    write!(writer, "\\u{unit:04x}")?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The right side is what Python prints for `json.dumps(...)`.
    #[test]
    fn texts_are_those_of_python() {
        let texts = [
            ("é", r#""\u00e9""#),
            ("😀", r#""\ud83d\ude00""#),
            ("\u{7f}\u{1}\n\"\\/", r#""\u007f\u0001\n\"\\/""#),
            ("\u{8}\u{c}\r\t", r#""\b\f\r\t""#),
        ];
        for (text, written) in texts {
            assert_eq!(to_text(&text), written);
        }
        assert_eq!(to_text(&serde_json::json!({"a": [1, null, []], "b": {}})), r#"{"a": [1, null, []], "b": {}}"#);
    }
}
