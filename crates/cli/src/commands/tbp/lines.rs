//! Lines of any length, of which only those are kept that may be messages.

use std::io::{self, BufRead, ErrorKind};

/// No message is longer. A `start` with a full board needs a few KiB.
pub const LONGEST_LINE: usize = 1 << 20;

/// One line.
#[derive(Debug, PartialEq, Eq)]
pub enum Line {
    /// As it came, without its end.
    Whole(Vec<u8>),
    /// One that was too long to be kept.
    TooLong,
}

/// Reads line by line.
pub struct Lines<R> {
    from: R,
}

impl<R: BufRead> Lines<R> {
    pub fn new(from: R) -> Lines<R> {
        Lines { from }
    }

    /// The next line, or nothing at the end. What follows the last end of a line is a line as well.
    pub fn next(&mut self) -> io::Result<Option<Line>> {
        let mut line = Vec::new();
        let (mut is_too_long, mut is_begun) = (false, false);
        loop {
            let bytes = match self.from.fill_buf() {
                Ok(bytes) => bytes,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            let end = bytes.iter().position(|&byte| byte == b'\n');
            let part = &bytes[..end.unwrap_or(bytes.len())];
            let used = part.len() + usize::from(end.is_some());
            let is_end = end.is_some() || bytes.is_empty();
            is_begun |= used > 0;
            is_too_long |= line.len() + part.len() > LONGEST_LINE;
            if is_too_long {
                line = Vec::new();
            } else {
                line.extend_from_slice(part);
            }
            self.from.consume(used);
            if is_end {
                return Ok(is_begun.then_some(if is_too_long { Line::TooLong } else { Line::Whole(line) }));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{BufReader, Cursor};

    use super::*;

    fn lines(bytes: Vec<u8>) -> Vec<Line> {
        // A small buffer, so that lines come in parts.
        let mut lines = Lines::new(BufReader::with_capacity(7, Cursor::new(bytes)));
        std::iter::from_fn(|| lines.next().unwrap()).collect()
    }

    fn whole(text: &str) -> Line {
        Line::Whole(text.as_bytes().to_vec())
    }

    #[test]
    fn lines_end_with_their_end_or_with_the_input() {
        assert_eq!(lines(b"".to_vec()), []);
        assert_eq!(lines(b"one\n\nthree and more\n".to_vec()), [whole("one"), whole(""), whole("three and more")]);
        assert_eq!(lines(b"one\nhalf".to_vec()), [whole("one"), whole("half")]);
    }

    #[test]
    fn long_lines_are_left_out() {
        let longest = vec![b'x'; LONGEST_LINE];
        let mut bytes = longest.clone();
        bytes.extend(b"\nx");
        bytes.extend(&longest);
        bytes.extend(b"\nshort\n");
        bytes.extend(&longest);
        bytes.extend(&longest);
        assert_eq!(lines(bytes), [Line::Whole(longest), Line::TooLong, whole("short"), Line::TooLong]);
    }
}
