//! Disjoint sets of numbers from 0 up.

/// Disjoint sets of the numbers below a count. The least number of a set identifies it, so that the
/// identifiers depend only on what was united, not on the order.
///
/// Source: union-find with path halving, as in R. E. Tarjan and J. van Leeuwen, "Worst-case analysis
/// of set union algorithms", 1984.
#[derive(Debug, Default)]
pub(crate) struct UnionFind {
    /// For each number a smaller one of its set; the smallest points to itself.
    parents: Vec<u32>,
}

impl UnionFind {
    /// Resets to `count` numbers, each in a set by itself.
    pub fn reset(&mut self, count: u32) {
        self.parents.clear();
        self.grow(count);
    }

    /// Adds numbers up to `count`, each in a set by itself.
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

    /// Unites the sets of two numbers; returns whether they were separate.
    #[inline]
    pub fn unite(&mut self, a: u32, b: u32) -> bool {
        let (a, b) = (self.find(a), self.find(b));
        self.parents[a.max(b) as usize] = a.min(b);
        a != b
    }

    /// For every number, the least number of its set. Compresses all paths.
    pub fn names(&mut self) -> &[u32] {
        for number in 0..self.parents.len() {
            // Smaller numbers already point to the least one of their set.
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

    /// Reuses the allocation if it is large enough.
    fn clone_from(&mut self, other: &Self) {
        self.parents.clone_from(&other.parents);
    }
}
