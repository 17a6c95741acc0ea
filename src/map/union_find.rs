//! Disjoint sets: which of the numbers from 0 on were united. Knows nothing of what they number.

/// Sets of the numbers below a count. The least number of a set names it, so that the names depend on
/// what was united alone and not on the order.
///
/// Source: union-find with path halving, as in R. E. Tarjan and J. van Leeuwen, "Worst-case analysis
/// of set union algorithms", 1984.
#[derive(Debug, Default)]
pub(crate) struct UnionFind {
    /// For each number a lesser one of its set; the least has itself.
    parents: Vec<u32>,
}

impl UnionFind {
    /// Takes on `count` numbers, each a set of its own.
    pub fn reset(&mut self, count: u32) {
        self.parents.clear();
        self.grow(count);
    }

    /// Adds numbers, each a set of its own, up to `count`.
    pub fn grow(&mut self, count: u32) {
        self.parents.extend(self.parents.len() as u32..count);
    }

    /// The least number of the set of `number`.
    #[inline]
    pub fn find(&mut self, mut number: u32) -> u32 {
        loop {
            let parent = self.parents[number as usize];
            if parent == number {
                return number;
            }
            let grandparent = self.parents[parent as usize];
            self.parents[number as usize] = grandparent;
            number = grandparent;
        }
    }

    /// Unites the sets of two numbers; returns whether they were apart.
    #[inline]
    pub fn unite(&mut self, a: u32, b: u32) -> bool {
        let (a, b) = (self.find(a), self.find(b));
        self.parents[a.max(b) as usize] = a.min(b);
        a != b
    }

    /// Points every number straight at the name of its set, and returns the names.
    pub fn names(&mut self) -> &[u32] {
        for number in 0..self.parents.len() {
            // A lesser number has its name by then.
            self.parents[number] = self.parents[self.parents[number] as usize];
        }
        &self.parents
    }
}

impl Clone for UnionFind {
    fn clone(&self) -> Self {
        let parents = self.parents.clone();
        Self { parents }
    }

    /// Allocates nothing where there is room.
    fn clone_from(&mut self, other: &Self) {
        self.parents.clone_from(&other.parents);
    }
}
