//! A list of what was seen lately.

use std::borrow::Borrow;
use std::collections::VecDeque;
use std::hash::Hash;

use rustc_hash::FxHashSet;

/// The last values that were put in, each once. When it is full, the oldest goes.
///
/// ```
/// use tetrolab_optimize::tabu::Tabu;
///
/// let mut tabu = Tabu::new(2);
/// assert!(tabu.insert("one") && tabu.insert("two") && tabu.insert("three"));
/// assert!(!tabu.contains("one"));
/// assert!(tabu.contains("two") && tabu.contains("three"));
/// ```
#[derive(Clone, Debug)]
pub struct Tabu<T> {
    size: usize,
    queue: VecDeque<T>,
    set: FxHashSet<T>,
}

impl<T: Clone + Eq + Hash> Tabu<T> {
    /// A list with room for `size` values. With room for none, it is always empty.
    pub fn new(size: usize) -> Tabu<T> {
        Tabu { size, queue: VecDeque::new(), set: FxHashSet::default() }
    }

    /// Puts a value in, and says whether it is new. One that is there already keeps its place.
    pub fn insert(&mut self, value: T) -> bool {
        if self.size == 0 || !self.set.insert(value.clone()) {
            return false;
        }
        if self.queue.len() == self.size
            && let Some(oldest) = self.queue.pop_front()
        {
            self.set.remove(&oldest);
        }
        self.queue.push_back(value);
        true
    }

    /// Whether this value is there.
    pub fn contains<Q: ?Sized + Eq + Hash>(&self, value: &Q) -> bool
    where
        T: Borrow<Q>,
    {
        self.set.contains(value)
    }

    /// How many values there are.
    pub fn len(&self) -> usize {
        self.queue.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.queue.is_empty()
    }

    /// The values, from the oldest to the newest.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.queue.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// Compared with a plain list.
    #[test]
    fn it_holds_the_last_ones() {
        for size in [0, 1, 2, 7, 30] {
            let mut tabu = Tabu::new(size);
            let mut list: Vec<usize> = Vec::new();
            let mut random = Random::new(size as u64, [0, 0]);
            for _ in 0..2000 {
                let value = random.below(40);
                assert_eq!(tabu.contains(&value), list.contains(&value));
                let is_new = size > 0 && !list.contains(&value);
                assert_eq!(tabu.insert(value), is_new);
                if is_new {
                    list.push(value);
                    list.drain(..list.len().saturating_sub(size));
                }
                assert!(tabu.iter().eq(&list));
                assert_eq!((tabu.len(), tabu.is_empty()), (list.len(), list.is_empty()));
            }
        }
    }
}
