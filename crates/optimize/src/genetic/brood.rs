//! The newcomers of a generation.

use super::Genetic;
use super::settings::{Children, Crossover, Scope};
use crate::random::Random;

/// The newcomers of a generation. They can be bred from many threads, in any order, and again.
#[derive(Clone, Copy, Debug)]
pub struct Brood<'a> {
    genetic: &'a Genetic,
    /// How many newcomers are children; those after them are random.
    children: usize,
    /// How many sites a child has of its own parent, if the rest is of the other.
    own_sites: usize,
    /// A site mutates if its 32 bits are below this.
    threshold: u64,
}

/// What a newcomer has in common with the individuals of the population.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The slot of the parent that begins most like the newcomer; none if the newcomer is random.
    pub slot: Option<usize>,
    /// How many sites at the beginning are the same as those of that parent. All of them, if nothing changed.
    pub shared: usize,
}

impl<'a> Brood<'a> {
    pub(super) fn new(genetic: &'a Genetic) -> Brood<'a> {
        let settings = &genetic.settings;
        let sites = genetic.space.sites();
        Brood {
            genetic,
            children: if genetic.generation == 0 { 0 } else { genetic.spare.len() - settings.immigrants },
            own_sites: match settings.crossover {
                Crossover::Share { own, of } => (sites as u64 * u64::from(own) / u64::from(of)) as usize,
                Crossover::Alternating | Crossover::None => sites,
            },
            threshold: (settings.mutation.probability * (1_u64 << 32) as f64).ceil() as u64,
        }
    }

    /// How many newcomers there are.
    pub fn len(&self) -> usize {
        self.genetic.spare.len()
    }

    /// Never true: there is always a newcomer.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The slot in which a newcomer will live. The slots of newcomers ascend with their numbers, and no parent is in one.
    ///
    /// # Panics
    ///
    /// If there is no such newcomer.
    pub fn slot(&self, newcomer: usize) -> usize {
        self.genetic.spare[newcomer] as usize
    }

    /// Writes down the genome of a newcomer, and says what it has in common with its parents.
    ///
    /// # Panics
    ///
    /// If there is no such newcomer, or if `genome` has another length than the genomes of the space.
    #[inline]
    pub fn breed(&self, newcomer: usize, genome: &mut [i8]) -> Origin {
        assert!(newcomer < self.len(), "the number of a newcomer");
        assert_eq!(genome.len(), self.genetic.space.length(), "the length of a genome");
        if newcomer < self.children {
            self.child(newcomer, genome)
        } else {
            self.genetic.space.randomize(genome, &mut self.random(newcomer));
            Origin { slot: None, shared: 0 }
        }
    }

    fn random(&self, newcomer: usize) -> Random {
        Random::new(self.genetic.seed, [self.genetic.generation, newcomer as u64])
    }

    fn child(&self, newcomer: usize, genome: &mut [i8]) -> Origin {
        let genetic = self.genetic;
        let settings = &genetic.settings;
        let first_of_pair = match settings.children {
            Children::One => newcomer,
            Children::Two => newcomer & !1,
        };
        let mut random = self.random(first_of_pair);
        let (mut own_slot, mut other_slot) = (genetic.wheel.draw(&mut random), genetic.wheel.draw(&mut random));
        if newcomer != first_of_pair {
            (own_slot, other_slot) = (other_slot, own_slot);
            random = self.random(newcomer);
        }
        let own = genetic.individual(own_slot).genes;
        let other = genetic.individual(other_slot).genes;
        let [with_own, with_other] = self.cross(own, other, genome);
        let changed = self.mutate(genome, &mut random);
        // Before the first change all is as it was, and at it all is different; unless it is just where the parent was
        // different before.
        let shared = |with_parent: usize, parent: &[i8]| match changed {
            Some(site) if site == with_parent => common(genome, parent) / genetic.mutators.len(),
            Some(site) => site.min(with_parent),
            None => with_parent,
        };
        let (shared_own, shared_other) = (shared(with_own, own), shared(with_other, other));
        let is_own = shared_own >= shared_other;
        Origin { slot: Some(if is_own { own_slot } else { other_slot }), shared: shared_own.max(shared_other) }
    }

    /// Puts a child together, and says how many sites at the beginning it shares with each parent.
    fn cross(&self, own: &[i8], other: &[i8], genome: &mut [i8]) -> [usize; 2] {
        let site = self.genetic.mutators.len();
        let (start, end) = genome.split_at_mut(self.own_sites * site);
        start.copy_from_slice(&own[..start.len()]);
        end.copy_from_slice(&other[start.len()..]);
        if self.genetic.settings.crossover == Crossover::Alternating {
            for (mine, other) in genome.chunks_exact_mut(site).zip(other.chunks_exact(site)).step_by(2) {
                mine.copy_from_slice(other);
            }
            return [common(genome, own) / site, common(genome, other) / site];
        }
        // The parents are compared, not the child: what was just written cannot be read again as quickly.
        let (own_start, own_end) = own.split_at(start.len());
        let (other_start, other_end) = other.split_at(start.len());
        let with_own = self.own_sites + common(own_end, other_end) / site;
        let with_other = common(own_start, other_start) / site;
        [with_own, if with_other == self.own_sites { self.genetic.space.sites() } else { with_other }]
    }

    /// Mutates a child, and says which site is the first that changed.
    fn mutate(&self, genome: &mut [i8], random: &mut Random) -> Option<usize> {
        let sites = self.genetic.space.sites();
        let mut changed = None;
        match self.genetic.settings.mutation.scope {
            Scope::PerGenome => {
                if random.chance(self.genetic.settings.mutation.probability) {
                    let site = random.below(sites);
                    changed = self.mutate_site(site, genome, random).then_some(site);
                }
            }
            Scope::PerSite => {
                for first in (0..sites).step_by(64) {
                    let mut chosen = self.choose((sites - first).min(64), random);
                    while chosen != 0 {
                        let site = first + chosen.trailing_zeros() as usize;
                        let is_changed = self.mutate_site(site, genome, random);
                        changed = changed.or(is_changed.then_some(site));
                        chosen &= chosen - 1;
                    }
                }
            }
        }
        changed
    }

    /// Which of some sites mutate, as bits. Each value decides for two: first the high, then the low 32 bits.
    #[inline]
    fn choose(&self, sites: usize, random: &mut Random) -> u64 {
        let mut chosen = 0;
        for site in (0..sites).step_by(2) {
            let value = random.next_value();
            chosen |= u64::from(value >> 32 < self.threshold) << site;
            chosen |= u64::from(value & 0xFFFF_FFFF < self.threshold) << (site + 1);
        }
        // There is no site for the last bits of an odd number.
        chosen & u64::MAX >> (64 - sites)
    }

    /// Mutates a site, and says whether it is different now.
    #[inline]
    fn mutate_site(&self, site: usize, genome: &mut [i8], random: &mut Random) -> bool {
        let genes = self.genetic.mutators.len();
        let gene = random.below(genes);
        let value = &mut genome[site * genes + gene];
        let old = std::mem::replace(value, self.genetic.mutators[gene].mutated(*value, random));
        *value != old
    }
}

/// How many values at the beginning are the same.
#[inline]
fn common(a: &[i8], b: &[i8]) -> usize {
    let (a_words, a_rest) = a.as_chunks::<8>();
    let (b_words, b_rest) = b.as_chunks::<8>();
    let word = |values: &[i8; 8]| u64::from_le_bytes(values.map(i8::cast_unsigned));
    for (number, (a, b)) in a_words.iter().zip(b_words).enumerate() {
        let difference = word(a) ^ word(b);
        if difference != 0 {
            return number * 8 + difference.trailing_zeros() as usize / 8;
        }
    }
    let rest = a_rest.iter().zip(b_rest).take_while(|(a, b)| a == b).count();
    a_words.len() * 8 + rest
}
