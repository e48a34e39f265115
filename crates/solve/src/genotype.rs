//! What a solution says about each piece: the four genotypes of the Tetris Solver and how their genes are read.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Which moves a solution can make with each piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Genotype {
    /// Turn and move, then the piece falls and locks.
    Simple,
    /// Turn and move, fall, move and turn again, lock.
    Double,
    /// As [`Genotype::Simple`], and Hold before it.
    SwapSimple,
    /// As [`Genotype::Double`], and Hold before it.
    SwapDouble,
}

impl Genotype {
    /// All four.
    pub const ALL: [Genotype; 4] = [Genotype::Simple, Genotype::Double, Genotype::SwapSimple, Genotype::SwapDouble];

    /// The one with these genes.
    #[inline]
    pub(crate) const fn with(is_double: bool, has_hold: bool) -> Genotype {
        match (is_double, has_hold) {
            (false, false) => Genotype::Simple,
            (true, false) => Genotype::Double,
            (false, true) => Genotype::SwapSimple,
            (true, true) => Genotype::SwapDouble,
        }
    }

    /// The word for it on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Genotype::Simple => "simple",
            Genotype::Double => "double",
            Genotype::SwapSimple => "swap-simple",
            Genotype::SwapDouble => "swap-double",
        }
    }

    /// Whether Hold is a gene.
    #[inline]
    pub const fn has_hold(self) -> bool {
        matches!(self, Genotype::SwapSimple | Genotype::SwapDouble)
    }

    /// Whether the piece moves again after it fell.
    #[inline]
    pub const fn is_double(self) -> bool {
        matches!(self, Genotype::Double | Genotype::SwapDouble)
    }

    /// How many genes a piece has.
    #[inline]
    pub const fn genes(self) -> usize {
        2 + 2 * self.is_double() as usize + self.has_hold() as usize
    }

    /// What the genes of a piece mean, in their order.
    pub fn meanings(self, encoding: Encoding) -> Vec<Meaning> {
        let mut meanings = Vec::with_capacity(5);
        if self.has_hold() {
            meanings.push(Meaning::Hold);
        }
        meanings.extend(match encoding {
            Encoding::Program => [Meaning::FirstTurn, Meaning::FirstMove],
            Encoding::Paper => [Meaning::FirstMove, Meaning::FirstTurn],
        });
        if self.is_double() {
            meanings.extend([Meaning::SecondMove, Meaning::SecondTurn]);
        }
        meanings
    }

    /// How many solutions there are for each piece: 44, 3344, 88 or 6688.
    ///
    /// ```
    /// # use tetrolab_solve::Genotype;
    /// assert_eq!(Genotype::ALL.map(Genotype::choices), [44, 3344, 88, 6688]);
    /// ```
    pub fn choices(self) -> u32 {
        self.meanings(Encoding::Program).into_iter().map(|meaning| meaning.range().count() as u32).product()
    }

    /// How many solutions there are for a piece sequence, as a power and roughly.
    ///
    /// ```
    /// # use tetrolab_solve::Genotype;
    /// assert_eq!(Genotype::SwapDouble.search_space(10), "6688^10 ≈ 1.79e38");
    /// assert_eq!(Genotype::Simple.search_space(30), "44^30 ≈ 2.01e49");
    /// ```
    pub fn search_space(self, pieces: usize) -> String {
        let choices = self.choices();
        let exponent = f64::from(choices).log10() * pieces as f64;
        let (whole, part) = (exponent.floor(), exponent.fract());
        // A mantissa that rounds up to ten belongs to the next power.
        let (mantissa, whole) = match format!("{:.2}", 10f64.powf(part)) {
            ten if ten == "10.00" => ("1.00".to_string(), whole + 1.0),
            mantissa => (mantissa, whole),
        };
        format!("{choices}^{pieces} ≈ {mantissa}e{whole}")
    }
}

impl fmt::Display for Genotype {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A word that names no genotype.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownGenotype(String);

impl fmt::Display for UnknownGenotype {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is none of the genotypes {}", self.0, Genotype::ALL.map(Genotype::name).join(", "))
    }
}

impl std::error::Error for UnknownGenotype {}

impl FromStr for Genotype {
    type Err = UnknownGenotype;

    /// Reads a name, with or without hyphen and in capitals or not, as the records of the experiments have it.
    ///
    /// ```
    /// # use tetrolab_solve::Genotype;
    /// assert_eq!("SwapDouble".parse(), Ok(Genotype::SwapDouble));
    /// assert_eq!("swap-simple".parse(), Ok(Genotype::SwapSimple));
    /// assert!("treble".parse::<Genotype>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<Genotype, UnknownGenotype> {
        let plain = |text: &str| text.replace('-', "").to_ascii_lowercase();
        // Its program has a slip of the pen in this name.
        let wanted = plain(text).replace("doble", "double");
        let found = Genotype::ALL.into_iter().find(|genotype| plain(genotype.name()) == wanted);
        found.ok_or_else(|| UnknownGenotype(text.to_string()))
    }
}

/// How genes are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Encoding {
    /// As the program of the Tetris Solver does: the first turn comes before the first move; a turn is 0 for none, 1 to the
    /// left, 2 to the right, 3 a half turn.
    #[default]
    Program,
    /// As its paper says: the first move comes before the first turn; a turn is how many times the piece turns to the right.
    Paper,
}

impl Encoding {
    /// Both.
    pub const ALL: [Encoding; 2] = [Encoding::Program, Encoding::Paper];

    /// The word for it on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Encoding::Program => "program",
            Encoding::Paper => "paper",
        }
    }
}

/// What a gene means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Meaning {
    /// Whether Hold is used, before anything else.
    Hold,
    /// The turn at the top.
    FirstTurn,
    /// The move at the top: columns to the right.
    FirstMove,
    /// The move where the piece fell.
    SecondMove,
    /// The turn where the piece fell.
    SecondTurn,
}

impl Meaning {
    /// The values it can have.
    pub const fn range(self) -> RangeInclusive<i8> {
        match self {
            Meaning::Hold => 0..=1,
            Meaning::FirstTurn | Meaning::SecondTurn => 0..=3,
            Meaning::FirstMove => -5..=5,
            Meaning::SecondMove => -9..=9,
        }
    }

    /// The values it has if turns may be outside of their range, as one variant of the annealing makes them.
    pub const fn range_of_any_turn(self) -> RangeInclusive<i8> {
        match self {
            Meaning::FirstTurn | Meaning::SecondTurn => Meaning::SecondMove.range(),
            other => other.range(),
        }
    }

    /// The word for it in texts.
    pub const fn name(self) -> &'static str {
        match self {
            Meaning::Hold => "hold",
            Meaning::FirstTurn => "first turn",
            Meaning::FirstMove => "first move",
            Meaning::SecondMove => "second move",
            Meaning::SecondTurn => "second turn",
        }
    }
}

/// The genes of one piece, by what they mean; those a genotype does not have are 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Actions {
    /// Whether Hold is used.
    pub hold: bool,
    /// The turn at the top.
    pub first_turn: i8,
    /// The move at the top.
    pub first_move: i8,
    /// The move where the piece fell.
    pub second_move: i8,
    /// The turn where the piece fell.
    pub second_turn: i8,
}

impl Actions {
    /// Reads the genes of one piece.
    ///
    /// # Panics
    /// If there are fewer genes than the genotype has.
    #[inline(always)]
    pub fn read(genes: &[i8], genotype: Genotype, encoding: Encoding) -> Actions {
        let at = usize::from(genotype.has_hold());
        let (turn, shift) = match encoding {
            Encoding::Program => (genes[at], genes[at + 1]),
            Encoding::Paper => (genes[at + 1], genes[at]),
        };
        let (second_move, second_turn) = if genotype.is_double() { (genes[at + 2], genes[at + 3]) } else { (0, 0) };
        let hold = genotype.has_hold() && genes[0] != 0;
        Actions { hold, first_turn: turn, first_move: shift, second_move, second_turn }
    }

    /// Writes the genes of one piece; the reverse of [`Actions::read`].
    pub fn write(self, genotype: Genotype, encoding: Encoding) -> impl Iterator<Item = i8> {
        genotype.meanings(encoding).into_iter().map(move |meaning| match meaning {
            Meaning::Hold => i8::from(self.hold),
            Meaning::FirstTurn => self.first_turn,
            Meaning::FirstMove => self.first_move,
            Meaning::SecondMove => self.second_move,
            Meaning::SecondTurn => self.second_turn,
        })
    }
}
