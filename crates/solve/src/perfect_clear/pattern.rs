//! Which queues are meant: the pattern language of perfect clear tools.
//!
//! ```text
//! TIO          these pieces, in this order
//! *            any one of the seven
//! [TIO]        any one of these; [^TIO] any one of the others
//! *p4, [TIO]p2 this many of them, each at most once, in any order
//! *!, [TIO]!   all of them, in any order
//! ```
//!
//! Parts follow one another, with commas and spaces between them or not. Several patterns are separated by `;` or by lines; what
//! follows a `#` in a line is a remark.

use std::fmt;

use tetrolab_engine::Piece;

/// Some of these pieces, each at most once, in any order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    /// In the order of all tables.
    pub pieces: Vec<Piece>,
    pub count: usize,
}

/// Patterns of queues, all of the same length.
///
/// ```
/// use tetrolab_solve::perfect_clear::Patterns;
///
/// let patterns: Patterns = "T, [IO]p2 ; *, *p2  # any three".parse().unwrap();
/// assert_eq!(patterns.length(), 3);
/// assert_eq!("T[IX]".parse::<Patterns>().unwrap_err().to_string(),
///            "character 4 of the pattern \"T[IX]\": 'X' is none of the pieces IJLOSTZ");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Patterns {
    pub(crate) patterns: Vec<Vec<Part>>,
    length: usize,
}

impl Patterns {
    /// How many pieces each queue has.
    pub const fn length(&self) -> usize {
        self.length
    }
}

/// Why a text is no pattern, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternError {
    /// The pattern, without remarks and without others beside it; empty if there is none at all.
    pub pattern: String,
    /// Which line it is in, from 1; 0 if there is only one.
    pub line: usize,
    /// Which character of it, from 1; 0 if it is the whole.
    pub character: usize,
    /// What is wrong.
    pub problem: PatternProblem,
}

/// What is wrong with a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PatternProblem {
    /// There is no pattern in the text.
    Nothing,
    /// This is none of the seven pieces.
    NoPiece(char),
    /// Nothing can stand here but a piece, `*` or `[`.
    NoPart(char),
    /// A `[` without its `]`.
    NotClosed,
    /// Nothing to choose from.
    NoPieces,
    /// The same piece twice between brackets.
    Twice(Piece),
    /// `p` without a number.
    NoNumber,
    /// Nothing is chosen, or more than there are.
    WrongNumber {
        /// How many are to be chosen; the largest number stands for all that are too large to be read.
        chosen: usize,
        /// From how many.
        pieces: usize,
    },
    /// This pattern and the first one have different numbers of pieces.
    OtherLength {
        /// This pattern's pieces.
        here: usize,
        /// The pieces of the first one.
        first: usize,
    },
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line > 0 {
            write!(f, "line {}: ", self.line)?;
        }
        if self.character > 0 {
            write!(f, "character {} of the pattern {:?}: ", self.character, self.pattern)?;
        } else if !self.pattern.is_empty() {
            write!(f, "the pattern {:?}: ", self.pattern)?;
        }
        write!(f, "{}", self.problem)
    }
}

impl fmt::Display for PatternProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PatternProblem::Nothing => write!(f, "there is no pattern"),
            PatternProblem::NoPiece(found) => write!(f, "{found:?} is none of the pieces IJLOSTZ"),
            PatternProblem::NoPart(found) => write!(f, "{found:?} is neither a piece nor * nor ["),
            PatternProblem::NotClosed => write!(f, "the [ has no ]"),
            PatternProblem::NoPieces => write!(f, "there is no piece to choose"),
            PatternProblem::Twice(piece) => write!(f, "{piece} is there twice"),
            PatternProblem::NoNumber => write!(f, "after p comes a number"),
            PatternProblem::WrongNumber { chosen: 0, .. } => write!(f, "no piece would be chosen"),
            PatternProblem::WrongNumber { chosen: usize::MAX, pieces } => {
                write!(f, "so many cannot be chosen from {pieces}")
            }
            PatternProblem::WrongNumber { chosen, pieces } => write!(f, "{chosen} cannot be chosen from {pieces}"),
            PatternProblem::OtherLength { here, first } => {
                write!(f, "it has {here} pieces, but the first pattern has {first}; all must have the same number")
            }
        }
    }
}

impl std::error::Error for PatternError {}

impl std::str::FromStr for Patterns {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<Patterns, PatternError> {
        let has_lines = text.trim().lines().count() > 1;
        let mut patterns: Vec<Vec<Part>> = Vec::new();
        let mut length = 0;
        for (line, content) in text.lines().enumerate() {
            let content = content.split('#').next().unwrap_or_default();
            for pattern in unquoted(content.trim()).split(';') {
                let pattern = unquoted(pattern.trim());
                if pattern.is_empty() {
                    continue;
                }
                let fail = |(character, problem)| PatternError {
                    pattern: pattern.to_string(),
                    line: if has_lines { line + 1 } else { 0 },
                    character,
                    problem,
                };
                let parts = Reader::new(pattern).parts().map_err(fail)?;
                let here = parts.iter().map(|part| part.count).sum();
                if patterns.is_empty() {
                    length = here;
                } else if here != length {
                    return Err(fail((0, PatternProblem::OtherLength { here, first: length })));
                }
                patterns.push(parts);
            }
        }
        if patterns.is_empty() {
            let problem = PatternProblem::Nothing;
            return Err(PatternError { pattern: String::new(), line: 0, character: 0, problem });
        }
        Ok(Patterns { patterns, length })
    }
}

/// Without the quotation marks that a shell has left.
fn unquoted(pattern: &str) -> &str {
    pattern.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\'')).unwrap_or(pattern).trim()
}

/// Reads one pattern, character by character.
struct Reader {
    characters: Vec<char>,
    at: usize,
}

/// The number of a character, and what is wrong there.
type Failure = (usize, PatternProblem);

impl Reader {
    fn new(pattern: &str) -> Reader {
        Reader { characters: pattern.chars().map(|letter| letter.to_ascii_uppercase()).collect(), at: 0 }
    }

    fn next(&mut self) -> Option<char> {
        let next = self.characters.get(self.at).copied();
        self.at += usize::from(next.is_some());
        next
    }

    fn skip(&mut self, wanted: char) -> bool {
        let found = self.characters.get(self.at) == Some(&wanted);
        self.at += usize::from(found);
        found
    }

    fn parts(mut self) -> Result<Vec<Part>, Failure> {
        let mut parts = Vec::new();
        while let Some(letter) = self.next() {
            let number = self.at;
            let part = match letter {
                ',' => continue,
                letter if letter.is_whitespace() => continue,
                '*' => self.some_of(Piece::ALL.to_vec())?,
                '[' => {
                    let pieces = self.pieces()?;
                    self.some_of(pieces)?
                }
                letter => {
                    let piece = Piece::from_letter(letter).ok_or((number, PatternProblem::NoPart(letter)))?;
                    Part { pieces: vec![piece], count: 1 }
                }
            };
            parts.push(part);
        }
        if parts.is_empty() { Err((0, PatternProblem::Nothing)) } else { Ok(parts) }
    }

    /// What stands between brackets.
    fn pieces(&mut self) -> Result<Vec<Piece>, Failure> {
        let opened = self.at;
        let all_but = self.skip('^');
        let mut listed = Vec::new();
        loop {
            match self.next() {
                None => return Err((opened, PatternProblem::NotClosed)),
                Some(']') => break,
                Some(letter) if letter == ',' || letter.is_whitespace() => {}
                Some(letter) => {
                    let piece = Piece::from_letter(letter).ok_or((self.at, PatternProblem::NoPiece(letter)))?;
                    if listed.contains(&piece) {
                        return Err((self.at, PatternProblem::Twice(piece)));
                    }
                    listed.push(piece);
                }
            }
        }
        let pieces: Vec<Piece> = Piece::ALL.into_iter().filter(|piece| listed.contains(piece) != all_but).collect();
        if listed.is_empty() || pieces.is_empty() { Err((opened, PatternProblem::NoPieces)) } else { Ok(pieces) }
    }

    /// How many are chosen.
    fn some_of(&mut self, pieces: Vec<Piece>) -> Result<Part, Failure> {
        let mut count = 1;
        if self.skip('!') {
            count = pieces.len();
        } else if self.skip('P') {
            let number = self.at;
            let mut digits = String::new();
            while let Some(digit) = self.characters.get(self.at).filter(|letter| letter.is_ascii_digit()) {
                digits.push(*digit);
                self.at += 1;
            }
            if digits.is_empty() {
                return Err((number, PatternProblem::NoNumber));
            }
            count = digits.parse().unwrap_or(usize::MAX);
            if count == 0 || count > pieces.len() {
                return Err((number + 1, PatternProblem::WrongNumber { chosen: count, pieces: pieces.len() }));
            }
        }
        Ok(Part { pieces, count })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> String {
        let patterns: Patterns = text.parse().unwrap();
        let part = |part: &Part| {
            let letters: String = part.pieces.iter().map(|piece| piece.letter()).collect();
            format!("{letters}{}", part.count)
        };
        let lines: Vec<String> =
            patterns.patterns.iter().map(|parts| parts.iter().map(part).collect::<Vec<_>>().join(" ")).collect();
        lines.join(" | ")
    }

    #[test]
    fn all_forms_are_read() {
        assert_eq!(parts("TIO"), "T1 I1 O1");
        assert_eq!(parts("t , I,o"), "T1 I1 O1");
        assert_eq!(parts("*"), "IJLOSTZ1");
        assert_eq!(parts("*p3 *! *P7"), "IJLOSTZ3 IJLOSTZ7 IJLOSTZ7");
        assert_eq!(parts("[SZLJ],[T I,O]p2,[oi]!"), "JLSZ1 IOT2 IO2");
        assert_eq!(parts("[^TI]"), "JLOSZ1");
        assert_eq!(parts("[^TI]p5,[^SZ]!"), "JLOSZ5 IJLOT5");
        assert_eq!(parts("T,*;I,*"), "T1 IJLOSTZ1 | I1 IJLOSTZ1");
        assert_eq!(parts("'T,*; I,*'"), "T1 IJLOSTZ1 | I1 IJLOSTZ1");
        assert_eq!(parts("# remark\n\nTI # more\nSZ"), "T1 I1 | S1 Z1");
    }

    #[test]
    fn errors_name_the_place() {
        let error = |text: &str| text.parse::<Patterns>().unwrap_err().to_string();
        assert_eq!(error(""), "there is no pattern");
        assert_eq!(error("# nothing"), "there is no pattern");
        assert_eq!(error(","), "the pattern \",\": there is no pattern");
        assert_eq!(error("TQ"), "character 2 of the pattern \"TQ\": 'Q' is neither a piece nor * nor [");
        assert_eq!(error("*p"), "character 2 of the pattern \"*p\": after p comes a number");
        assert_eq!(error("*p8"), "character 3 of the pattern \"*p8\": 8 cannot be chosen from 7");
        assert_eq!(error("[TI]p0"), "character 6 of the pattern \"[TI]p0\": no piece would be chosen");
        let large = "*p99999999999999999999999";
        assert_eq!(error(large), format!("character 3 of the pattern {large:?}: so many cannot be chosen from 7"));
        assert_eq!(error("[^]"), "character 1 of the pattern \"[^]\": there is no piece to choose");
        assert_eq!(error("S[TI"), "character 2 of the pattern \"S[TI\": the [ has no ]");
        assert_eq!(error("[]"), "character 1 of the pattern \"[]\": there is no piece to choose");
        assert_eq!(error("[TIT]"), "character 4 of the pattern \"[TIT]\": T is there twice");
        assert_eq!(error("T]"), "character 2 of the pattern \"T]\": ']' is neither a piece nor * nor [");
        assert_eq!(
            error("TI\nSZO"),
            "line 2: the pattern \"SZO\": it has 3 pieces, but the first pattern has 2; all must have the same number"
        );
    }
}
