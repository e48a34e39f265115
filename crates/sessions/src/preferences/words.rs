//! Things that are one of several words.

/// An enumeration whose values are words, in the file and on the command line.
macro_rules! words {
    ($(#[$about:meta])* $name:ident { $($(#[$meaning:meta])* $value:ident = $word:literal),* $(,)? }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name {
            $($(#[$meaning])* $value,)*
        }

        impl $name {
            /// All of them.
            pub const ALL: &'static [$name] = &[$($name::$value),*];
            /// Their words, in the same order.
            pub const WORDS: &'static [&'static str] = &[$($word),*];

            /// The word for it.
            pub const fn name(self) -> &'static str {
                $name::WORDS[self as usize]
            }
        }

        impl std::str::FromStr for $name {
            type Err = String;

            fn from_str(word: &str) -> Result<$name, String> {
                let found = $name::ALL.iter().find(|one| one.name() == word);
                found.copied().ok_or_else(|| format!("expected one of: {}", $name::WORDS.join(" ")))
            }
        }
    };
}

pub(super) use words;
