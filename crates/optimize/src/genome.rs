//! Integer genomes: equal sites one after the other, each with the same genes.

use std::error::Error;
use std::fmt;

use crate::random::Random;

/// A genome may not be longer.
pub const MAX_LENGTH: usize = 1 << 16;

/// One gene of every site: which values it can have, and how they lie to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Gene {
    /// The smallest value.
    pub low: i8,
    /// The largest value.
    pub high: i8,
    /// How the values lie to each other.
    pub kind: Kind,
}

/// How the values of a gene lie to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// There are two: it is the one or the other.
    Flip,
    /// In a circle: after the largest comes the smallest.
    Cyclic,
    /// In a line.
    Linear,
}

impl Gene {
    /// A gene that is 0 or 1.
    pub const FLIP: Gene = Gene { low: 0, high: 1, kind: Kind::Flip };

    /// A gene with the values 0 to `high` in a circle.
    pub const fn cyclic(high: i8) -> Gene {
        Gene { low: 0, high, kind: Kind::Cyclic }
    }

    /// A gene with the values `low` to `high` in a line.
    pub const fn linear(low: i8, high: i8) -> Gene {
        Gene { low, high, kind: Kind::Linear }
    }

    /// How many values it can have.
    #[inline]
    pub const fn size(&self) -> usize {
        if self.high < self.low { 0 } else { (self.high as i16 - self.low as i16 + 1) as usize }
    }

    /// Whether it can have this value.
    #[inline]
    pub const fn contains(&self, value: i8) -> bool {
        self.low <= value && value <= self.high
    }

    /// Value number `index`, from the smallest on.
    #[inline]
    pub(crate) const fn value(&self, index: usize) -> i8 {
        (self.low as i16 + index as i16) as i8
    }

    /// Any of its values.
    #[inline]
    pub(crate) const fn random(&self, random: &mut Random) -> i8 {
        self.value(random.below(self.size()))
    }
}

/// All genomes of some length: a number of sites, each with the same genes. A genome is a flat list of values, site after site.
///
/// ```
/// use tetrolab_optimize::genome::{Gene, Space};
///
/// let space = Space::new(10, vec![Gene::FLIP, Gene::cyclic(3), Gene::linear(-5, 5)])?;
/// assert_eq!(space.length(), 30);
/// assert_eq!(space.to_string(), "88^10");
/// assert_eq!(space.log10().floor(), 19.0);
/// assert!(space.contains(&[0, 3, -5].repeat(10)));
/// assert!(!space.contains(&[0, 4, -5].repeat(10)));
/// # Ok::<(), tetrolab_optimize::genome::SpaceError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Space {
    sites: usize,
    genes: Vec<Gene>,
    /// The smallest and the largest values of a whole genome, to compare many at once.
    lowest: Vec<i8>,
    highest: Vec<i8>,
}

impl Space {
    /// A space of `sites` sites with these genes.
    pub fn new(sites: usize, genes: Vec<Gene>) -> Result<Space, SpaceError> {
        if sites == 0 || genes.is_empty() {
            return Err(SpaceError::Empty);
        }
        if sites.checked_mul(genes.len()).is_none_or(|length| length > MAX_LENGTH) {
            return Err(SpaceError::TooLong);
        }
        if let Some(gene) = genes.iter().position(|gene| gene.size() == 0) {
            return Err(SpaceError::NoValue { gene });
        }
        if let Some(gene) = genes.iter().position(|gene| gene.kind == Kind::Flip && gene.size() != 2) {
            return Err(SpaceError::NotTwo { gene });
        }
        let lowest = genes.iter().map(|gene| gene.low).collect::<Vec<_>>().repeat(sites);
        let highest = genes.iter().map(|gene| gene.high).collect::<Vec<_>>().repeat(sites);
        Ok(Space { sites, genes, lowest, highest })
    }

    /// How many sites a genome has.
    #[inline]
    pub const fn sites(&self) -> usize {
        self.sites
    }

    /// The genes of every site.
    #[inline]
    pub fn genes(&self) -> &[Gene] {
        &self.genes
    }

    /// How many values a genome has.
    #[inline]
    pub const fn length(&self) -> usize {
        self.sites * self.genes.len()
    }

    /// How many different sites there are. Exact up to 2^53.
    pub fn choices(&self) -> f64 {
        self.genes.iter().map(|gene| gene.size() as f64).product()
    }

    /// How many genomes there are; infinite if that is no `f64`.
    pub fn count(&self) -> f64 {
        self.genes.iter().cycle().take(self.length()).map(|gene| gene.size() as f64).product()
    }

    /// The logarithm to base ten of how many genomes there are.
    pub fn log10(&self) -> f64 {
        self.sites as f64 * self.genes.iter().map(|gene| libm::log10(gene.size() as f64)).sum::<f64>()
    }

    /// Whether this is one of the genomes.
    #[inline]
    pub fn contains(&self, genome: &[i8]) -> bool {
        // Without a way out in between, the compiler compares sixteen values at once.
        let bounds = self.lowest.iter().zip(&self.highest);
        genome.len() == self.length()
            && genome
                .iter()
                .zip(bounds)
                .fold(true, |is_inside, (value, (low, high))| is_inside & (low <= value) & (value <= high))
    }

    /// Makes this any genome, all with the same chance, value by value.
    ///
    /// # Panics
    ///
    /// If its length is another.
    pub fn randomize(&self, genome: &mut [i8], random: &mut Random) {
        assert_eq!(genome.len(), self.length(), "the length of a genome");
        for site in genome.chunks_exact_mut(self.genes.len()) {
            for (gene, value) in self.genes.iter().zip(site) {
                *value = gene.random(random);
            }
        }
    }
}

/// How many genomes there are, as a power.
impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}^{}", self.choices(), self.sites)
    }
}

/// Why there are no such genomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SpaceError {
    /// There are no sites, or they have no genes.
    Empty,
    /// A genome would be longer than [`MAX_LENGTH`].
    TooLong,
    /// This gene has no value: its smallest is above its largest.
    NoValue { gene: usize },
    /// This gene is to flip, but has not two values.
    NotTwo { gene: usize },
}

impl fmt::Display for SpaceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SpaceError::Empty => f.write_str("a genome needs at least one site with one gene"),
            SpaceError::TooLong => write!(f, "a genome has at most {MAX_LENGTH} values"),
            SpaceError::NoValue { gene } => write!(f, "the smallest value of gene {gene} is above its largest"),
            SpaceError::NotTwo { gene } => write!(f, "gene {gene} flips, so it needs two values"),
        }
    }
}

impl Error for SpaceError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn genomes_are_counted() {
        let genes = vec![Gene::FLIP, Gene::cyclic(3), Gene::linear(-5, 5), Gene::linear(-9, 9), Gene::cyclic(3)];
        let space = Space::new(10, genes.clone()).unwrap();
        assert_eq!(space.choices(), 6688.0);
        assert_eq!(space.to_string(), "6688^10");
        assert!((space.count() / 6688_f64.powi(10) - 1.0).abs() < 1e-12);
        assert!((space.log10() - 10.0 * 6688_f64.log10()).abs() < 1e-12);
        let large = Space::new(1000, genes).unwrap();
        assert_eq!(large.count(), f64::INFINITY);
        assert!((large.log10() - 1000.0 * 6688_f64.log10()).abs() < 1e-9);
        let whole = Gene::linear(i8::MIN, i8::MAX);
        assert_eq!(Space::new(1, vec![whole; 6]).unwrap().to_string(), format!("{}^1", 1_u64 << 48));
    }

    #[test]
    fn what_is_no_space_is_refused() {
        let flip = |low, high| Gene { low, high, kind: Kind::Flip };
        let refused = [
            (0, vec![Gene::FLIP], SpaceError::Empty),
            (3, vec![], SpaceError::Empty),
            (MAX_LENGTH / 2, vec![Gene::FLIP; 3], SpaceError::TooLong),
            (usize::MAX, vec![Gene::FLIP; 3], SpaceError::TooLong),
            (3, vec![Gene::FLIP, Gene::linear(1, 0)], SpaceError::NoValue { gene: 1 }),
            (3, vec![Gene::linear(i8::MAX, i8::MIN)], SpaceError::NoValue { gene: 0 }),
            (3, vec![Gene::FLIP, flip(0, 2)], SpaceError::NotTwo { gene: 1 }),
            (3, vec![flip(1, 1)], SpaceError::NotTwo { gene: 0 }),
        ];
        for (sites, genes, error) in refused {
            assert_eq!(Space::new(sites, genes), Err(error), "{error}");
        }
        assert!(Space::new(MAX_LENGTH, vec![Gene::linear(3, 3)]).is_ok());
    }

    #[test]
    fn random_genomes_have_all_values_and_no_others() {
        let genes = vec![Gene::linear(i8::MIN, i8::MAX), Gene::linear(-2, 2), Gene::linear(4, 4)];
        let space = Space::new(2, genes).unwrap();
        let mut random = Random::new(1, [0, 0]);
        let mut genome = [0; 6];
        let mut seen = [[0_u32; 256]; 6];
        for _ in 0..10_000 {
            space.randomize(&mut genome, &mut random);
            assert!(space.contains(&genome));
            for (seen, value) in seen.iter_mut().zip(genome) {
                seen[value as u8 as usize] += 1;
            }
        }
        for site in seen.chunks(3) {
            assert!(site[0].iter().all(|&count| count > 0));
            assert!((-2..=2_i8).all(|value| site[1][value as u8 as usize].abs_diff(2000) < 160));
            assert_eq!(site[2][4], 10_000);
        }
    }
}
