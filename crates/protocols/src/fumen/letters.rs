//! The letters of a document: 64 of them, each a number. Larger numbers are several letters, the least first.

use super::{FumenError, Part};

/// Each letter stands for its place in this row.
const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// A mark such as `v115@`: the bytes before it, the bytes up to its end, and the version.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    start: usize,
    end: usize,
    pub version: u16,
}

/// The first mark of a version that can be read, or else the first of any version.
pub(super) fn mark(text: &str) -> Option<Mark> {
    let mut marks = text.match_indices(['@', '%']).filter_map(|(at, _)| {
        let end = at + ["@", "%40"].into_iter().find(|sign| text[at..].starts_with(sign))?.len();
        let start = at.checked_sub(4)?;
        let name = text.get(start..at)?;
        let version = name.strip_prefix(['v', 'd', 'm']).filter(|digits| digits.bytes().all(|b| b.is_ascii_digit()))?;
        Some(Mark { start, end, version: version.parse().ok()? })
    });
    let first = marks.next()?;
    let is_known = |mark: &Mark| matches!(mark.version, 110 | 115);
    if is_known(&first) { Some(first) } else { marks.find(is_known).or(Some(first)) }
}

/// Reads letters one after the other.
pub(super) struct Letters<'a> {
    rest: &'a str,
    /// Of the next character, counted from 1.
    position: usize,
    /// The page that is being read, counted from 1.
    page: usize,
}

impl<'a> Letters<'a> {
    /// The version of the document in a text, and its letters.
    pub fn of(text: &'a str) -> Result<(u16, Letters<'a>), FumenError> {
        let mark = mark(text).ok_or(FumenError::NoFumen)?;
        let position = |byte: usize| text[..byte].chars().count() + 1;
        if !matches!(mark.version, 110 | 115) {
            return Err(FumenError::Version { position: position(mark.start), version: mark.version });
        }
        Ok((mark.version, Letters { rest: &text[mark.end..], position: position(mark.end), page: 0 }))
    }

    /// Goes on to the next page, if there is one.
    pub fn next_page(&mut self) -> bool {
        self.page += 1;
        self.skip();
        !self.rest.is_empty()
    }

    /// Where the next letter is: its position and its page.
    pub const fn place(&self) -> (usize, usize) {
        (self.position, self.page)
    }

    /// A number of `count` letters.
    pub fn number(&mut self, count: u32, part: Part) -> Result<u32, FumenError> {
        let mut number = 0;
        for place in 0..count {
            self.skip();
            let Some((letter, length)) = self.peek() else {
                return Err(FumenError::EndsEarly { position: self.position, page: self.page, part });
            };
            let value = u8::try_from(letter).ok().and_then(|byte| ALPHABET.iter().position(|&one| one == byte));
            let unknown = FumenError::UnknownLetter { position: self.position, page: self.page, letter };
            number |= (value.ok_or(unknown)? as u32) << (6 * place);
            self.take(length);
        }
        Ok(number)
    }

    /// Leaves out what does not count: spaces, and the question marks that break long documents. The end of the document is
    /// the end of the text.
    fn skip(&mut self) {
        while let Some((letter, length)) = self.peek() {
            match letter {
                '&' | '#' => self.rest = "",
                '?' => self.take(length),
                _ if letter.is_whitespace() => self.take(length),
                _ => return,
            }
        }
    }

    /// The next character and how many characters of the text it takes. In a link `%2F` may stand for `/`.
    fn peek(&self) -> Option<(char, usize)> {
        let letter = self.rest.chars().next()?;
        if letter == '%'
            && let Some(digits) = self.rest.get(1..3).filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()))
            && let Ok(byte @ ..128) = u8::from_str_radix(digits, 16)
        {
            return Some((char::from(byte), 3));
        }
        Some((letter, 1))
    }

    fn take(&mut self, characters: usize) {
        let mut left = self.rest.chars();
        self.position += left.by_ref().take(characters).count();
        self.rest = left.as_str();
    }
}

/// Collects letters.
#[derive(Default)]
pub(super) struct Writer {
    values: Vec<u8>,
}

impl Writer {
    /// Appends a number as `count` letters.
    pub fn push(&mut self, number: u32, count: u32) {
        self.values.extend((0..count).map(|place| (number >> (6 * place)) as u8 % 64));
    }

    /// How many letters there are.
    pub const fn len(&self) -> usize {
        self.values.len()
    }

    /// The value of one letter, to be changed.
    pub fn value(&mut self, at: usize) -> &mut u8 {
        &mut self.values[at]
    }

    /// The document. A question mark breaks it after 47 characters, those of the mark included, and then again and again.
    pub fn finish(self) -> String {
        let mut text = "v115@".to_string();
        for (index, &value) in self.values.iter().enumerate() {
            if index % 47 == 42 {
                text.push('?');
            }
            text.push(char::from(ALPHABET[usize::from(value)]));
        }
        text
    }
}
