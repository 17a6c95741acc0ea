//! Sets of tiles, one bit a tile: what is seen, lit, remembered or hit.
//!
//! Knows nothing of what lies on a tile. Rows are words of 64 tiles, so that runs of tiles are
//! added and looked through a word at a time. Made for small sets on large maps, new every turn:
//! emptying and listing one costs what it holds. [`Bits`](super::Bits) is for work on whole maps.

use crate::geom::{Pos, Size};

/// A set of the tiles of a map of one size.
///
/// Emptying costs only the rows that hold something, and nothing is allocated while the size
/// does not grow.
///
/// ```
/// use undercroft::{geom::{Pos, Size}, map::TileSet};
/// let mut set = TileSet::new(Size::new(80, 50));
/// assert!(set.insert(Pos::new(79, 3)));
/// assert!(!set.insert(Pos::new(80, 3)));
/// assert!(set.contains(Pos::new(79, 3)));
/// assert_eq!(set.iter().collect::<Vec<_>>(), [Pos::new(79, 3)]);
/// ```
#[derive(Clone, Debug)]
pub struct TileSet {
    size: Size,
    /// Words a row.
    stride: usize,
    /// Row by row, and one word more, so that each word has one after it.
    words: Vec<u64>,
    /// All tiles lie on rows `from..until`.
    from: usize,
    until: usize,
}

impl Default for TileSet {
    fn default() -> Self {
        Self::new(Size::new(0, 0))
    }
}

impl PartialEq for TileSet {
    fn eq(&self, other: &Self) -> bool {
        self.size == other.size && self.words == other.words
    }
}

impl Eq for TileSet {}

impl TileSet {
    /// The empty set of tiles of a map of `size`.
    pub fn new(size: Size) -> Self {
        let stride = (size.width as usize).div_ceil(64);
        Self {
            size,
            stride,
            words: vec![0; stride * size.height as usize + 1],
            from: usize::MAX,
            until: 0,
        }
    }

    /// Empties the set and takes on a size; allocates only when that is larger than any before.
    pub fn reset(&mut self, size: Size) {
        if self.size == size {
            self.clear();
            return;
        }
        let stride = (size.width as usize).div_ceil(64);
        self.words.clear();
        self.words.resize(stride * size.height as usize + 1, 0);
        (self.size, self.stride) = (size, stride);
        (self.from, self.until) = (usize::MAX, 0);
    }

    /// Takes all tiles out. Linear in the words of the rows that hold some.
    pub fn clear(&mut self) {
        if self.from < self.until {
            self.words[self.from * self.stride..self.until * self.stride].fill(0);
        }
        (self.from, self.until) = (usize::MAX, 0);
    }

    /// Columns and rows of the map.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Word and bit of a tile of the map.
    #[inline]
    const fn place(&self, pos: Pos) -> Option<(usize, u64)> {
        if self.size.contains(pos) {
            let word = pos.y as usize * self.stride + (pos.x as usize >> 6);
            Some((word, 1 << (pos.x & 63)))
        } else {
            None
        }
    }

    /// Whether `pos` is in the set; nothing outside the map is.
    #[inline]
    pub fn contains(&self, pos: Pos) -> bool {
        self.place(pos)
            .is_some_and(|(word, bit)| self.words[word] & bit != 0)
    }

    /// Adds `pos`; returns whether it is new. Outside the map nothing happens.
    pub fn insert(&mut self, pos: Pos) -> bool {
        let Some((word, bit)) = self.place(pos) else {
            return false;
        };
        let new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        self.touch(pos.y as usize, pos.y as usize);
        new
    }

    /// Takes `pos` out; returns whether it was in.
    pub fn remove(&mut self, pos: Pos) -> bool {
        let Some((word, bit)) = self.place(pos) else {
            return false;
        };
        let held = self.words[word] & bit != 0;
        self.words[word] &= !bit;
        held
    }

    /// Adds all tiles of a set of the same size: returns false, and adds nothing, if the sizes
    /// differ. Linear in the words of the rows that hold some.
    pub fn insert_all(&mut self, other: &Self) -> bool {
        if self.size != other.size {
            return false;
        }
        if other.from < other.until {
            self.touch(other.from, other.until - 1);
            let words = other.from * self.stride..other.until * self.stride;
            for (mine, theirs) in self.words[words.clone()]
                .iter_mut()
                .zip(&other.words[words])
            {
                *mine |= theirs;
            }
        }
        true
    }

    /// Number of tiles in the set.
    pub fn len(&self) -> usize {
        let ones = |word: &u64| word.count_ones() as usize;
        self.words.iter().map(ones).sum()
    }

    /// Whether no tile is in the set.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The tiles, row by row. Linear in the tiles and in the words of the rows that hold some.
    pub fn iter(&self) -> impl Iterator<Item = Pos> {
        (self.from..self.until).flat_map(move |y| {
            let words = &self.words[y * self.stride..][..self.stride];
            words.iter().enumerate().flat_map(move |(index, &word)| {
                let mut rest = word;
                std::iter::from_fn(move || {
                    let bit = (rest != 0).then(|| rest.trailing_zeros())?;
                    rest &= rest - 1;
                    Some(Pos::new((index * 64) as i32 + bit as i32, y as i32))
                })
            })
        })
    }

    /// Takes out the tiles that `stays` says no of, asking row by row.
    pub fn retain(&mut self, mut stays: impl FnMut(Pos) -> bool) {
        for y in self.from..self.until {
            for index in 0..self.stride {
                let word = &mut self.words[y * self.stride + index];
                let mut rest = *word;
                while rest != 0 {
                    let bit = rest & rest.wrapping_neg();
                    rest ^= bit;
                    let x = index * 64 + bit.trailing_zeros() as usize;
                    if !stays(Pos::new(x as i32, y as i32)) {
                        *word ^= bit;
                    }
                }
            }
        }
    }

    /// Adds the tiles of row `y` that have a bit, all on the map; the lowest bit is column `x`.
    /// The row has to be [touched](Self::touch).
    #[inline]
    pub(super) fn insert_bits(&mut self, y: usize, x: usize, bits: u64) {
        let word = y * self.stride + (x >> 6);
        // Both words always: a branch would often be guessed wrong.
        let pair = &mut self.words[word..][..2];
        pair[0] |= bits << (x & 63);
        pair[1] |= bits >> 1 >> (63 - (x & 63));
    }

    /// Adds columns `first..=last` of row `y`, all on the map. The row has to be
    /// [touched](Self::touch).
    pub(super) fn insert_in_row(&mut self, y: usize, first: usize, last: usize) {
        let row = y * self.stride;
        let (head, tail) = (!0 << (first & 63), !0 >> (63 - (last & 63)));
        match &mut self.words[row + (first >> 6)..=row + (last >> 6)] {
            [one] => *one |= head & tail,
            [one, between @ .., other] => {
                *one |= head;
                between.fill(!0);
                *other |= tail;
            }
            [] => {}
        }
    }

    /// Adds rows `first..=last` of column `x`, all on the map. The rows have to be
    /// [touched](Self::touch).
    #[inline]
    pub(super) fn insert_in_column(&mut self, x: usize, first: usize, last: usize) {
        let bit = 1 << (x & 63);
        let word = |y: usize| y * self.stride + (x >> 6);
        for word in self.words[word(first)..=word(last)]
            .iter_mut()
            .step_by(self.stride)
        {
            *word |= bit;
        }
    }

    /// 64 tiles of row `y` from column `x` on, the first one in the lowest bit. Bits beyond the
    /// end of the row mean nothing.
    #[inline]
    pub(super) fn window(&self, y: usize, x: usize) -> u64 {
        let word = y * self.stride + (x >> 6);
        let pair = &self.words[word..][..2];
        (pair[0] >> (x & 63)) | (pair[1] << 1 << (63 - (x & 63)))
    }

    /// The first of columns `from..=last` of row `y` that is in the set or, if `held` is false,
    /// that is not; `last + 1` if there is none.
    pub(super) fn find_in_row(&self, y: usize, from: usize, last: usize, held: bool) -> usize {
        let mut x = from;
        while x <= last {
            let word = self.words[y * self.stride + (x >> 6)];
            let ahead = (if held { word } else { !word }) >> (x & 63);
            if ahead != 0 {
                return (x + ahead.trailing_zeros() as usize).min(last + 1);
            }
            x = (x | 63) + 1;
        }
        last + 1
    }

    /// Notes that rows `first..=last` may hold tiles; those below the map do not count.
    #[inline]
    pub(super) fn touch(&mut self, first: usize, last: usize) {
        self.from = self.from.min(first);
        self.until = self.until.max(last + 1).min(self.size.height as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: Size = Size::new(150, 9);

    #[test]
    fn what_was_put_in_comes_out_row_by_row() {
        let mut set = TileSet::new(SIZE);
        let tiles = [(149, 0), (0, 3), (63, 3), (64, 3), (128, 8)].map(|(x, y)| Pos::new(x, y));
        for pos in tiles.into_iter().rev() {
            assert!(set.insert(pos));
            assert!(!set.insert(pos));
        }
        assert_eq!(set.iter().collect::<Vec<_>>(), tiles);
        assert_eq!(set.len(), tiles.len());
        assert!(set.remove(tiles[1]) && !set.remove(tiles[1]));
        assert_eq!(set.len(), 4);
    }

    #[test]
    fn nothing_outside_the_map_is_in_it() {
        let mut set = TileSet::new(SIZE);
        for (x, y) in [(-1, 0), (0, -1), (150, 0), (0, 9)] {
            assert!(!set.insert(Pos::new(x, y)));
            assert!(!set.contains(Pos::new(x, y)));
        }
        assert!(set.is_empty());
        assert!(!TileSet::default().contains(Pos::default()));
    }

    #[test]
    fn runs_fill_exactly_their_tiles() {
        for (first, last) in [(0, 0), (0, 149), (63, 64), (60, 63), (64, 127), (5, 140)] {
            let mut set = TileSet::new(SIZE);
            set.touch(4, 4);
            set.insert_in_row(4, first, last);
            let expected = (first..=last).map(|x| Pos::new(x as i32, 4));
            assert!(set.iter().eq(expected), "{first}..={last}");
            assert_eq!(set.find_in_row(4, 0, 149, true), first);
            assert_eq!(set.find_in_row(4, first, 149, false), last + 1);
            assert_eq!(set.find_in_row(5, 3, 70, true), 71);
        }
        let mut set = TileSet::new(SIZE);
        set.touch(2, 8);
        set.insert_in_column(64, 2, 8);
        assert!(set.iter().eq((2..=8).map(|y| Pos::new(64, y))));
    }

    #[test]
    fn a_set_that_is_emptied_or_resized_holds_nothing() {
        let mut set = TileSet::new(SIZE);
        set.touch(0, 8);
        set.insert_in_column(3, 0, 8);
        set.reset(SIZE);
        assert_eq!(set, TileSet::new(SIZE));
        set.touch(8, 8);
        set.insert_in_row(8, 0, 149);
        set.reset(Size::new(10, 3));
        assert_eq!(set, TileSet::new(Size::new(10, 3)));
    }

    #[test]
    fn sets_of_one_size_unite() {
        let (mut a, mut b) = (TileSet::new(SIZE), TileSet::new(SIZE));
        a.insert(Pos::new(1, 1));
        b.insert(Pos::new(140, 7));
        assert!(a.insert_all(&b));
        assert_eq!(a.len(), 2);
        assert!(!a.insert_all(&TileSet::new(Size::new(1, 1))));
    }
}
