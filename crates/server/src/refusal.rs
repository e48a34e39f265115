//! Why something is refused, in the language of the client. Commands and libraries say it in English; here it becomes
//! a sentence of the texts.

mod known;
mod words;

use std::error::Error;
use std::fmt;

pub use known::{of_setting, problem_sentence, setting_sentence};
use tetrolab_sessions::texts::{Language, Texts};
pub use words::{Place, of_words};

/// A sentence that is made when the language is known.
pub struct Refusal(Box<Say>);

/// Makes a sentence of the texts of a language.
type Say = dyn Fn(&Texts) -> String + Send + Sync;

impl Refusal {
    /// A refusal with this sentence.
    pub fn new(say: impl Fn(&Texts) -> String + Send + Sync + 'static) -> Refusal {
        Refusal(Box::new(say))
    }

    pub fn sentence(&self, texts: &Texts) -> String {
        (self.0)(texts)
    }
}

/// In English, for tests and logs.
impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence(Language::English.texts()))
    }
}

impl fmt::Debug for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Refusal").field(&self.to_string()).finish()
    }
}

impl Error for Refusal {}

/// What is said of an error: its own sentence, that of what libraries refuse, or what it says itself behind a few words.
pub fn sentence(error: &anyhow::Error, texts: &Texts) -> String {
    let own = error.downcast_ref::<Refusal>().map(|refusal| refusal.sentence(texts));
    own.or_else(|| known::sentence(error, texts))
        .unwrap_or_else(|| texts.refused.other.with(&[("reason", &format!("{error:#}"))]))
}

/// There is no such mode.
pub fn no_mode(name: &str) -> Refusal {
    let name = name.to_string();
    Refusal::new(move |texts| texts.refused.mode.with(&[("name", &name)]))
}

#[cfg(test)]
mod tests {
    use anyhow::{Context, anyhow};

    use super::*;

    #[test]
    fn refusals_are_said_in_every_language() {
        let refusal = || Refusal::new(|texts| texts.refused.mode.with(&[("name", &"chess")]));
        for (error, spanish) in [
            (anyhow!(refusal()), "No hay ningún modo «chess»."),
            (Err::<(), _>(refusal()).context("the address").unwrap_err(), "No hay ningún modo «chess»."),
            (anyhow!("the disk is full").context("cannot write"), "No es posible: cannot write: the disk is full"),
        ] {
            assert_eq!(sentence(&error, Language::Spanish.texts()), spanish);
        }
        assert_eq!(refusal().to_string(), "There is no mode “chess”.");
        // Whatever has no sentence of its own is said in English as it is.
        assert_eq!(sentence(&anyhow!("it rains"), Language::English.texts()), "it rains");
    }
}
