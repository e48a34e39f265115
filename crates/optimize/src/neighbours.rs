//! The neighbours of a genome: those that differ in one value.

use serde::{Deserialize, Serialize};

use crate::genome::Space;

/// One value of one gene of one site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Change {
    pub site: usize,
    pub gene: usize,
    /// The value it gets.
    pub value: i8,
}

impl Change {
    /// Where in a genome of this space.
    #[inline]
    pub(crate) fn place(&self, space: &Space) -> usize {
        self.site * space.genes().len() + self.gene
    }
}

/// A numbering of changes.
#[derive(Clone, Debug)]
pub(crate) enum Numbering {
    /// Every value of every gene of every site once: site after site, in a site gene after gene.
    Complete {
        /// All changes of a site.
        changes: Vec<(usize, i8)>,
        sites: usize,
    },
    /// As it was published, with a list of values for each gene.
    Listed { lists: Vec<Vec<i8>>, sites: usize },
}

impl Numbering {
    pub(crate) fn complete(space: &Space) -> Numbering {
        let changes = (0..)
            .zip(space.genes())
            .flat_map(|(number, gene)| (gene.low..=gene.high).map(move |value| (number, value)));
        Numbering::Complete { changes: changes.collect(), sites: space.sites() }
    }

    /// How many numbers there are.
    pub(crate) fn count(&self) -> usize {
        match self {
            Numbering::Complete { changes, sites } => changes.len() * sites,
            Numbering::Listed { lists, sites } => lists.iter().map(Vec::len).sum::<usize>() * sites,
        }
    }

    /// Which change has this number.
    ///
    /// The listed one is written down as it was published. It takes the site and the gene from the number first, so all lists
    /// are walked at the same pace, and the walk ends when an average list would: long lists are never seen to their end, and
    /// short ones are repeated.
    pub(crate) fn change(&self, number: usize) -> Change {
        match self {
            Numbering::Complete { changes, .. } => {
                let (gene, value) = changes[number % changes.len()];
                Change { site: number / changes.len(), gene, value }
            }
            Numbering::Listed { lists, sites } => {
                let gene = number / sites % lists.len();
                let value = number / (sites * lists.len()) % lists[gene].len();
                Change { site: number % sites, gene, value: lists[gene][value] }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::genome::Gene;

    fn changes(numbering: &Numbering) -> Vec<(usize, usize, i8)> {
        (0..numbering.count())
            .map(|number| numbering.change(number))
            .map(|Change { site, gene, value }| (site, gene, value))
            .collect()
    }

    #[test]
    fn complete_is_every_value_once() {
        let space =
            Space::new(7, vec![Gene::FLIP, Gene::cyclic(3), Gene::linear(-5, 5), Gene::linear(127, 127)]).unwrap();
        let changes = changes(&Numbering::complete(&space));
        assert_eq!(changes.len(), 7 * (2 + 4 + 11 + 1));
        let set: HashSet<_> = changes.iter().copied().collect();
        assert_eq!(set.len(), changes.len());
        assert!(set.iter().all(|&(site, gene, value)| site < 7 && space.genes()[gene].contains(value)));
    }

    /// Worked out by hand from the published listing: two sites, lists of one, two and six values. There are 2 * 9 numbers, so
    /// each list is walked for three steps: the first is repeated, the last one ends at its third value.
    #[test]
    fn listed_is_as_published() {
        let lists = vec![vec![9], vec![0, 1], vec![-5, -4, -3, -2, -1, 0]];
        let expected = [
            (0, 0, 9),
            (1, 0, 9),
            (0, 1, 0),
            (1, 1, 0),
            (0, 2, -5),
            (1, 2, -5),
            (0, 0, 9),
            (1, 0, 9),
            (0, 1, 1),
            (1, 1, 1),
            (0, 2, -4),
            (1, 2, -4),
            (0, 0, 9),
            (1, 0, 9),
            (0, 1, 0),
            (1, 1, 0),
            (0, 2, -3),
            (1, 2, -3),
        ];
        assert_eq!(changes(&Numbering::Listed { lists, sites: 2 }), expected);
    }

    /// Lists of 2, 11, 4, 19 and 4 values: eight steps, so the longest is seen from -9 to -2 only.
    #[test]
    fn listed_does_not_see_the_end_of_long_lists() {
        let lists = vec![(0..2).collect(), (-5..=5).collect(), (0..4).collect(), (-9..=9).collect(), (0..4).collect()];
        let numbering = Numbering::Listed { lists, sites: 10 };
        assert_eq!(numbering.count(), 400);
        let seen = |gene| {
            let mut values: Vec<i8> =
                changes(&numbering).iter().filter(|change| change.1 == gene).map(|change| change.2).collect();
            values.sort_unstable();
            values.dedup();
            values
        };
        assert_eq!(seen(0), [0, 1]);
        assert_eq!(seen(1), (-5..=2).collect::<Vec<_>>());
        assert_eq!(seen(2), [0, 1, 2, 3]);
        assert_eq!(seen(3), (-9..=-2).collect::<Vec<_>>());
        assert_eq!(seen(4), [0, 1, 2, 3]);
    }
}
