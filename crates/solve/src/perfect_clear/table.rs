//! A set of numbers that only grows, for searches that must remember what they have seen.

/// Numbers other than 0 in an open table: a number lies at its hash or in the next free place.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    /// 0 marks a free place.
    places: Vec<u128>,
    /// How many bits of the hash are not used.
    shift: u32,
    count: usize,
}

impl Table {
    const SMALLEST: u32 = 10;

    pub fn new() -> Table {
        Table { places: vec![0; 1 << Table::SMALLEST], shift: u64::BITS - Table::SMALLEST, count: 0 }
    }

    /// How many numbers there are.
    pub const fn len(&self) -> usize {
        self.count
    }

    #[inline]
    const fn hash(&self, number: u128) -> usize {
        // Two odd numbers without meaning: the halves must not cancel out.
        let mixed = (number as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)
            ^ ((number >> 64) as u64).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        ((mixed ^ mixed >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> self.shift) as usize
    }

    #[inline]
    pub fn contains(&self, number: u128) -> bool {
        let last = self.places.len() - 1;
        let mut place = self.hash(number);
        loop {
            match self.places[place & last] {
                0 => return false,
                there if there == number => return true,
                _ => place += 1,
            }
        }
    }

    /// Adds a number.
    #[inline]
    pub fn insert(&mut self, number: u128) {
        if 2 * self.count >= self.places.len() {
            self.grow();
        }
        let last = self.places.len() - 1;
        let mut place = self.hash(number);
        loop {
            match &mut self.places[place & last] {
                free @ 0 => {
                    *free = number;
                    self.count += 1;
                    return;
                }
                there if *there == number => return,
                _ => place += 1,
            }
        }
    }

    #[cold]
    fn grow(&mut self) {
        let larger = vec![0; 4 * self.places.len()];
        let old = std::mem::replace(&mut self.places, larger);
        self.shift -= 2;
        self.count = 0;
        for number in old.into_iter().filter(|&number| number != 0) {
            self.insert(number);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_added_is_there() {
        let mut table = Table::new();
        let number = |i: u128| (1 + i * i) << (i % 60);
        for i in 0..5000 {
            assert_eq!(table.contains(number(i)), (0..i).any(|j| number(j) == number(i)));
            table.insert(number(i));
            assert!(table.contains(number(i)));
        }
        assert!(table.len() <= 5000 && !table.contains(3));
    }
}
