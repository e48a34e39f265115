//! Comments that go on from page to page, and quizzes, which change on the way.

use tetrolab_engine::{Piece, Placement};

use super::Page;

/// What a page shows as its comment if it brings none of its own.
#[derive(Default)]
pub(super) struct Carried {
    text: String,
    quiz: Option<Quiz>,
}

impl Carried {
    pub fn text(&self) -> &str {
        &self.text
    }

    /// A page brings its own comment.
    pub fn replace(&mut self, text: String) {
        self.quiz = Quiz::parse(&text);
        self.text = text;
    }

    /// A page is over: where it locks, a quiz goes on.
    pub fn advance(&mut self, page: &Page) {
        let Some(quiz) = self.quiz.take() else { return };
        let after = match page.operation {
            _ if !page.flags.lock => Rest::Quiz(quiz),
            Some(Placement { piece, .. }) => quiz.play(piece),
            None => quiz.tidy(),
        };
        match after {
            Rest::Quiz(quiz) => {
                self.text = match quiz.clone().tidy() {
                    Rest::Quiz(quiz) => quiz.text(),
                    Rest::Text(text) => text,
                };
                self.quiz = Some(quiz);
            }
            Rest::Text(text) => self.text = text,
        }
    }
}

/// A quiz: the piece in Hold, the piece in play, and the rest: Next pieces, and behind a semicolon another quiz or a text.
///
/// `#Q=[T](S)ZJL;well done` is Hold T, S in play, then Z, J and L.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Quiz {
    hold: Option<char>,
    current: Option<char>,
    rest: String,
}

/// What is left of a quiz.
#[derive(Debug, PartialEq, Eq)]
enum Rest {
    Quiz(Quiz),
    /// All pieces have been played; this comment remains.
    Text(String),
}

impl Quiz {
    /// Reads a comment that begins as a quiz does. Spaces are lost.
    pub fn parse(comment: &str) -> Option<Quiz> {
        let text: String = comment.strip_prefix("#Q=")?.chars().filter(|&letter| !is_space(letter)).collect();
        let (hold, text) = text.strip_prefix('[')?.split_once(']')?;
        let (current, rest) = text.strip_prefix('(')?.split_once(')')?;
        let one = |name: &str| {
            let mut letters = name.chars();
            let letter = letters.next();
            letters.next().is_none().then_some(letter)
        };
        Quiz::new(one(hold)?, one(current)?, rest)
    }

    /// Nothing, if Hold or the piece in play is no piece.
    fn new(hold: Option<char>, current: Option<char>, rest: &str) -> Option<Quiz> {
        let is_piece = |letter: char| Piece::from_letter(letter.to_ascii_uppercase()).is_some();
        let are_pieces = [hold, current].into_iter().flatten().all(is_piece);
        are_pieces.then(|| Quiz { hold, current, rest: rest.to_string() })
    }

    /// As a comment.
    fn text(&self) -> String {
        let name = |letter: Option<char>| letter.map(String::from).unwrap_or_default();
        format!("#Q=[{}]({}){}", name(self.hold), name(self.current), self.rest)
    }

    /// What comes behind the semicolon, if no piece is left before it.
    fn behind_the_end(&self) -> Option<Rest> {
        let behind = self.rest.strip_prefix(';').filter(|_| self.hold.is_none() && self.current.is_none())?;
        if behind.starts_with("#Q=") {
            return Quiz::parse(behind).map(Rest::Quiz);
        }
        Some(Rest::Text(behind.to_string()))
    }

    /// The quiz after a piece has locked. A piece that it does not have at hand changes nothing.
    fn play(self, piece: Piece) -> Rest {
        let at_hand = match self.behind_the_end() {
            Some(Rest::Text(_)) => return Rest::Quiz(self),
            Some(Rest::Quiz(quiz)) => quiz,
            None => self.clone(),
        };
        match at_hand.without(piece.letter()) {
            Some(quiz) => Rest::Quiz(quiz),
            None => self.tidy(),
        }
    }

    /// Takes a piece out: the piece in play, or by Hold the one kept or the next.
    fn without(&self, piece: char) -> Option<Quiz> {
        let (next, behind) = split(&self.rest);
        if self.current == Some(piece) {
            return Quiz::new(self.hold, next, behind);
        }
        if self.hold == Some(piece) {
            return Quiz::new(self.current, next, behind);
        }
        if next != Some(piece) {
            return None;
        }
        let mut letters = behind.chars();
        let second = letters.next();
        match (self.hold, self.current) {
            // It goes into Hold, and the next one is played.
            (None, _) => Quiz::new(self.current, second, letters.as_str()),
            (Some(_), None) => second.and_then(|_| Quiz::new(self.hold, second, letters.as_str())),
            (Some(_), Some(_)) => None,
        }
    }

    /// As it is shown: with a piece in play, as long as there is one.
    fn tidy(self) -> Rest {
        let quiz = match self.behind_the_end() {
            Some(Rest::Quiz(quiz)) => quiz,
            Some(text) => return text,
            None => self.clone(),
        };
        if quiz.current.is_some() {
            return Rest::Quiz(quiz);
        }
        if quiz.hold.is_some() {
            return Rest::Quiz(Quiz { hold: None, current: quiz.hold, rest: quiz.rest });
        }
        if let Some(rest) = quiz.behind_the_end() {
            return rest;
        }
        let mut letters = quiz.rest.chars();
        match letters.next() {
            None => Rest::Text(String::new()),
            first => Rest::Quiz(Quiz::new(None, first, letters.as_str()).unwrap_or(self)),
        }
    }
}

/// The next piece, if there is one before the semicolon, and what follows.
fn split(rest: &str) -> (Option<char>, &str) {
    let mut letters = rest.chars();
    match letters.next() {
        None | Some(';') => (None, rest),
        next => (next, letters.as_str()),
    }
}

/// What scripts in web pages take for a space.
fn is_space(letter: char) -> bool {
    letter == '\u{FEFF}' || letter.is_whitespace() && letter != '\u{85}'
}

#[cfg(test)]
mod tests {
    use super::*;
    use tetrolab_engine::Rotation;

    /// What the pages after this comment show if these pieces lock; a dot is a page without a piece.
    fn shown(comment: &str, pieces: &str) -> Vec<String> {
        let mut carried = Carried::default();
        carried.replace(comment.to_string());
        let after = |letter| {
            let operation = Piece::from_letter(letter).map(|piece| Placement::new(piece, Rotation::North, 4, 4));
            carried.advance(&Page { operation, ..Page::default() });
            carried.text().to_string()
        };
        pieces.chars().map(after).collect()
    }

    #[test]
    fn a_quiz_is_played() {
        assert_eq!(shown("#Q=[](T)IO", "TIO."), ["#Q=[](I)O", "#Q=[](O)", "", ""]);
        assert_eq!(shown("#Q=[J](T)IO", "JTIO"), ["#Q=[T](I)O", "#Q=[I](O)", "#Q=[](O)", ""]);
        assert_eq!(shown("#Q=[](T)IO", "I"), ["#Q=[T](O)"]);
        assert_eq!(shown("#Q=[](T) I;well done", "TI."), ["#Q=[](I);welldone", "welldone", "welldone"]);
        assert_eq!(shown("#Q=[](T);#Q=[](S)", "TS"), ["#Q=[](S)", ""]);
    }

    #[test]
    fn what_is_not_at_hand_changes_nothing() {
        assert_eq!(shown("#Q=[J](T)IO", "Z."), ["#Q=[J](T)IO"; 2]);
        assert_eq!(shown("a comment (or not)", "TI"), ["a comment (or not)"; 2]);
        assert_eq!(shown("#Q=[X](T)", "T"), ["#Q=[X](T)"]);
    }
}
