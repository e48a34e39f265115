//! Comments: any text as printable letters, four of them a number.

use super::letters::{Letters, Writer};
use super::{FumenError, Part};

/// Printable letters from the space on, and one more number that no letter has.
const LETTERS: u32 = 96;

/// Writes a text so that only printable letters are left: `%E9` for é, `%u3042` for あ, as scripts in web pages escape.
/// A character beyond 16 bits is two of them.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for unit in text.encode_utf16() {
        match u8::try_from(unit) {
            Ok(byte) if is_plain(byte) => escaped.push(char::from(byte)),
            Ok(byte) => escaped.push_str(&format!("%{byte:02X}")),
            Err(_) => escaped.push_str(&format!("%u{unit:04X}")),
        }
    }
    escaped
}

/// How many letters [`escape`] writes.
pub(super) fn escaped_length(text: &str) -> usize {
    let length = |unit| match u8::try_from(unit) {
        Ok(byte) if is_plain(byte) => 1,
        Ok(_) => 3,
        Err(_) => 6,
    };
    text.encode_utf16().map(length).sum()
}

/// Whether a letter stands for itself.
fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"@*_+-./".contains(&byte)
}

/// Reads what [`escape`] wrote. What is not escaped rightly stays as it is; half a character becomes `�`.
pub(super) fn unescape(escaped: &str) -> String {
    let mut units = Vec::new();
    let mut rest = escaped;
    while let Some(letter) = rest.chars().next() {
        // The longer form first.
        let code = [("%u", 4), ("%", 2)].into_iter().find_map(|(sign, count)| {
            let digits = rest.strip_prefix(sign)?.get(..count)?;
            let is_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
            is_hex.then(|| (u16::from_str_radix(digits, 16).ok(), sign.len() + count))
        });
        match code {
            Some((Some(unit), length)) => {
                units.push(unit);
                rest = &rest[length..];
            }
            _ => {
                units.extend_from_slice(letter.encode_utf16(&mut [0; 2]));
                rest = &rest[letter.len_utf8()..];
            }
        }
    }
    String::from_utf16_lossy(&units)
}

/// Reads a comment: its length, then numbers of four letters.
pub(super) fn read(letters: &mut Letters<'_>) -> Result<String, FumenError> {
    let length = letters.number(2, Part::Comment)? as usize;
    let mut escaped = String::with_capacity(length);
    while escaped.len() < length {
        let (position, page) = letters.place();
        let mut number = letters.number(5, Part::Comment)?;
        for _ in 0..(length - escaped.len()).min(4) {
            let letter = (number % LETTERS) as u8;
            if letter == 95 || number >= LETTERS.pow(4) {
                return Err(FumenError::NoText { position, page });
            }
            escaped.push(char::from(b' ' + letter));
            number /= LETTERS;
        }
    }
    Ok(unescape(&escaped))
}

/// Writes a comment that has been escaped and is not too long.
pub(super) fn write(writer: &mut Writer, escaped: &str) {
    writer.push(escaped.len() as u32, 2);
    for four in escaped.as_bytes().chunks(4) {
        let number = four.iter().rev().fold(0, |number, letter| number * LETTERS + u32::from(letter - b' '));
        writer.push(number, 5);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_text_survives() {
        for text in ["", "Hello World!", "100 %", "%u3042", "é~\n\t", "こんにちは世界", "🂡🆛🏍😵", "\u{0}\u{FFFF}"]
        {
            assert_eq!(unescape(&escape(text)), text);
            assert!(escape(text).bytes().all(|byte| byte.is_ascii_graphic()));
            assert_eq!(escaped_length(text), escape(text).len());
        }
        assert_eq!(escape("aé あ🂡"), "a%E9%20%u3042%uD83C%uDCA1");
    }

    #[test]
    fn what_is_not_escaped_rightly_stays() {
        for text in ["%", "%u", "%4", "%zz", "%u12", "%u12zz", "50%", "%+1", "%u+123"] {
            assert_eq!(unescape(text), text);
        }
        assert_eq!(unescape("%u00zz%41"), "%u00zzA");
        assert_eq!(unescape("%uD83C"), "\u{FFFD}");
    }
}
