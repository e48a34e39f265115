//! What a browser must know to be let in from elsewhere.

use std::fmt;
use std::str::FromStr;

use anyhow::{Result, anyhow};

/// A secret of letters and digits.
#[derive(Clone)]
pub struct Token(String);

/// The shortest one that is hard enough to guess.
const SHORTEST: usize = 16;
/// The longest one that a link should have.
const LONGEST: usize = 128;

impl Token {
    /// An unpredictable token.
    pub fn random() -> Result<Token> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).map_err(|error| anyhow!("there are no random numbers for a token: {error}"))?;
        Ok(Token(bytes.iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    /// Whether that is it. How long the answer takes tells nothing about the secret.
    pub fn is(&self, other: &str) -> bool {
        let (ours, theirs) = (self.0.as_bytes(), other.as_bytes());
        ours.len() == theirs.len() && ours.iter().zip(theirs).fold(0, |all, (one, other)| all | (one ^ other)) == 0
    }
}

impl FromStr for Token {
    type Err = String;

    fn from_str(text: &str) -> Result<Token, String> {
        let is_plain = text.chars().all(|letter| letter.is_ascii_alphanumeric());
        if !is_plain || !(SHORTEST..=LONGEST).contains(&text.len()) {
            return Err(format!("a token has {SHORTEST} to {LONGEST} letters and digits"));
        }
        Ok(Token(text.to_string()))
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// It is a secret.
impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_long_and_plain() {
        for text in ["", "short", "0123456789abcde", "0123456789abcdeé", "0123456789abcd ef", &"a".repeat(129)] {
            assert_eq!(text.parse::<Token>().unwrap_err(), "a token has 16 to 128 letters and digits", "{text}");
        }
        let token: Token = "0123456789abcdef".parse().unwrap();
        assert!(token.is("0123456789abcdef") && !token.is("0123456789abcdeF") && !token.is("0123456789abcde"));
        assert!(!format!("{token:?}").contains("0123"));
    }

    #[test]
    fn random_tokens_differ() {
        let (one, other) = (Token::random().unwrap(), Token::random().unwrap());
        assert!(!one.is(&other.to_string()) && one.to_string().parse::<Token>().is_ok());
    }
}
