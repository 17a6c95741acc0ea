//! Sets of tiles, one bit per tile: seen, lit, open or remembered tiles.
//!
//! A row is a run of 64-bit words, so that operations on
//! whole maps handle 64 tiles at a time.

use super::Tile;
use crate::geom::{Grid, Pos, Rect, Size};

/// A set of tiles of a map of fixed size: bit `x % 64` of word `x / 64` of row `y` is set if `(x,
/// y)` belongs to the set.
///
/// A row has `width / 64 + 1` words, so its last bit belongs to no tile and is never set: a bit
/// shifted out of one row never reaches the next. Nothing is allocated unless the size grows.
///
/// ```
/// use undercroft_core::{geom::{Pos, Size}, map::TileSet};
/// let mut set = TileSet::new(Size::new(80, 50));
/// assert!(set.insert(Pos::new(79, 3)));
/// assert!(!set.insert(Pos::new(80, 3)));
/// assert!(set.contains(Pos::new(79, 3)));
/// assert_eq!(set.iter().collect::<Vec<_>>(), [Pos::new(79, 3)]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TileSet {
    size: Size,
    /// Row by row, plus one word, so that each word has a successor.
    words: Vec<u64>,
}

impl Default for TileSet {
    fn default() -> Self {
        Self::new(Size::new(0, 0))
    }
}

impl TileSet {
    /// The empty set of tiles of a map of `size`.
    pub fn new(size: Size) -> Self {
        let mut set = Self {
            size,
            words: Vec::new(),
        };
        set.words.resize(set.word_count() + 1, 0);
        set
    }

    /// The tiles of `tiles` for which `belongs` is true. Linear in the area.
    pub fn of(tiles: &Grid<Tile>, belongs: impl Fn(Tile) -> bool) -> Self {
        let mut set = Self::default();
        set.read(tiles, belongs);
        set
    }

    /// Clears the set and changes its size; allocates only if it is larger than any before.
    pub fn reset(&mut self, size: Size) {
        self.size = size;
        self.words.clear();
        self.words.resize(self.word_count() + 1, 0);
    }

    /// Sets this to the tiles for which `belongs` is true. Linear in the area.
    pub fn read(&mut self, tiles: &Grid<Tile>, belongs: impl Fn(Tile) -> bool) {
        self.reset(tiles.size());
        let stride = self.stride();
        let words = self.words_mut();
        for (row, words) in tiles.rows().zip(words.chunks_exact_mut(stride)) {
            for (tiles, word) in row.chunks(64).zip(words) {
                let mut flags = [0; 64];
                for (flag, tile) in flags.iter_mut().zip(tiles) {
                    *flag = u8::from(belongs(*tile));
                }
                *word = pack(&flags);
            }
        }
    }

    /// Makes every tile of `tiles`, a grid of the same size, floor if it is in the set and wall
    /// otherwise. Linear in the area.
    pub fn write(&self, tiles: &mut Grid<Tile>) {
        debug_assert_eq!(self.size, tiles.size());
        let width = self.size.width.max(1) as usize;
        let rows = tiles.as_mut_slice().chunks_exact_mut(width);
        for (row, words) in rows.zip(self.words.chunks_exact(self.stride())) {
            for (tiles, word) in row.chunks_mut(64).zip(words) {
                for (bit, tile) in tiles.iter_mut().enumerate() {
                    let open = word >> bit & 1 == 1;
                    *tile = if open { Tile::Floor } else { Tile::Wall };
                }
            }
        }
    }

    /// Removes all tiles. Linear in the words.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Size of the map in tiles.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Number of words per row.
    pub const fn stride(&self) -> usize {
        self.size.width as usize / 64 + 1
    }

    const fn word_count(&self) -> usize {
        self.stride() * self.size.height as usize
    }

    /// All words, row by row.
    pub fn words(&self) -> &[u64] {
        &self.words[..self.word_count()]
    }

    /// All words, mutable, row by row; the bits beyond the width must stay clear.
    pub(crate) fn words_mut(&mut self) -> &mut [u64] {
        let count = self.word_count();
        &mut self.words[..count]
    }

    /// The words of row `y`, which must be on the map.
    pub fn row(&self, y: u32) -> &[u64] {
        let stride = self.stride();
        &self.words[y as usize * stride..][..stride]
    }

    /// The word index and bit mask of a tile; `None` outside the map.
    #[inline]
    const fn word_and_bit(&self, pos: Pos) -> Option<(usize, u64)> {
        if self.size.contains(pos) {
            let word = pos.y as usize * self.stride() + (pos.x as usize >> 6);
            Some((word, 1 << (pos.x & 63)))
        } else {
            None
        }
    }

    /// Whether `pos` is in the set; false outside the map.
    #[inline]
    pub fn contains(&self, pos: Pos) -> bool {
        self.word_and_bit(pos)
            .is_some_and(|(word, bit)| self.words[word] & bit != 0)
    }

    /// Adds `pos`; returns whether it is new. Does nothing and returns false outside the map.
    #[inline]
    pub fn insert(&mut self, pos: Pos) -> bool {
        let Some((word, bit)) = self.word_and_bit(pos) else {
            return false;
        };
        let new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        new
    }

    /// Removes `pos`; returns whether it was in the set.
    pub fn remove(&mut self, pos: Pos) -> bool {
        let Some((word, bit)) = self.word_and_bit(pos) else {
            return false;
        };
        let held = self.words[word] & bit != 0;
        self.words[word] &= !bit;
        held
    }

    /// Adds `pos` if `held` is true and removes it otherwise.
    pub fn set(&mut self, pos: Pos, held: bool) {
        if held {
            self.insert(pos);
        } else {
            self.remove(pos);
        }
    }

    /// Adds every tile of `area`, which must lie on the map.
    pub fn insert_rect(&mut self, area: Rect) {
        self.for_each_word(area, |word, mask| *word |= mask);
    }

    /// Removes every tile of `area`, which must lie on the map.
    pub fn remove_rect(&mut self, area: Rect) {
        self.for_each_word(area, |word, mask| *word &= !mask);
    }

    fn for_each_word(&mut self, area: Rect, change: impl Fn(&mut u64, u64)) {
        let (left, right) = (area.left as usize, area.right as usize);
        let (stride, words) = (self.stride(), left / 64..=right / 64);
        for y in area.top as usize..=area.bottom as usize {
            let row = &mut self.words[y * stride..][words.clone()];
            for (index, word) in words.clone().zip(row) {
                change(word, column_mask(left, right, index * 64));
            }
        }
    }

    /// Adds all tiles of a set of the same size; if the sizes differ, returns false and adds
    /// nothing. Linear in the words.
    pub fn insert_all(&mut self, other: &Self) -> bool {
        if self.size != other.size {
            return false;
        }
        for (mine, theirs) in self.words.iter_mut().zip(&other.words) {
            *mine |= theirs;
        }
        true
    }

    /// Adds all tiles of a set of the same size, and visits those that are new, row by row.
    pub(crate) fn insert_new(&mut self, other: &Self, mut visit: impl FnMut(Pos)) {
        debug_assert!(self.size == other.size);
        let stride = self.stride();
        for (index, (mine, theirs)) in self.words.iter_mut().zip(&other.words).enumerate() {
            for bit in bits(theirs & !*mine) {
                let x = index % stride * 64 + bit as usize;
                visit(Pos::new(x as i32, (index / stride) as i32));
            }
            *mine |= theirs;
        }
    }

    /// Adds the tiles that two sets of the same size have in common. Linear in the words.
    pub fn insert_common(&mut self, one: &Self, other: &Self) {
        debug_assert!(self.size == one.size && self.size == other.size);
        for (mine, (one, other)) in self
            .words
            .iter_mut()
            .zip(one.words.iter().zip(&other.words))
        {
            *mine |= one & other;
        }
    }

    /// Adds the tiles of a set of the same size that lie in at most `radius` rows above or below `centre`. Linear in the
    /// words of those rows.
    pub fn insert_rows(&mut self, other: &Self, centre: Pos, radius: u32) {
        debug_assert!(self.size == other.size);
        let stride = self.stride();
        let reach = i32::try_from(radius).unwrap_or(i32::MAX);
        let end = i64::from(centre.y.saturating_add(reach)) + 1;
        let row = |y: i64| y.clamp(0, i64::from(self.size.height)) as usize * stride;
        let words = row(i64::from(centre.y.saturating_sub(reach)))..row(end);
        let theirs = other.words[words.clone()].iter();
        for (mine, theirs) in self.words[words].iter_mut().zip(theirs) {
            *mine |= theirs;
        }
    }

    /// Adds the tiles of a set of the same size that lie in a disc around `centre`, rounded to whole tiles (`dx² + dy²
    /// <= radius² + radius`). Linear in the words of its rows.
    pub fn insert_within(&mut self, other: &Self, centre: Pos, radius: u32) {
        debug_assert!(self.size == other.size);
        let reach = u64::from(radius) * (u64::from(radius) + 1);
        let (last_x, last_y) = (self.size.width as i32 - 1, self.size.height as i32 - 1);
        let mut wide = u64::from(radius);
        for depth in 0..=radius.min(self.size.height.saturating_add(centre.y.unsigned_abs())) {
            while wide * wide + u64::from(depth).pow(2) > reach {
                wide -= 1;
            }
            let (side, far) = (wide.min(1 << 30) as i32, depth as i32);
            let left = centre.x.saturating_sub(side).max(0);
            let right = centre.x.saturating_add(side).min(last_x);
            let above = centre.y.saturating_sub(far);
            let below = centre.y.saturating_add(far);
            for y in [above, below] {
                if left <= right && (0..=last_y).contains(&y) {
                    self.insert_run(other, y as usize, left as usize, right as usize);
                }
            }
        }
    }

    /// Adds those of columns `left..=right` of row `y` that are in a set of the same size.
    fn insert_run(&mut self, other: &Self, y: usize, left: usize, right: usize) {
        let row = y * self.stride();
        let words = row + (left >> 6)..=row + (right >> 6);
        let theirs = other.words[words.clone()].iter();
        for (index, (mine, theirs)) in self.words[words].iter_mut().zip(theirs).enumerate() {
            *mine |= theirs & column_mask(left, right, (index + (left >> 6)) * 64);
        }
    }

    /// Number of tiles in the set. Linear in the area.
    pub fn len(&self) -> usize {
        let ones = |word: &u64| word.count_ones() as usize;
        self.words.iter().map(ones).sum()
    }

    /// Whether no tile is in the set.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The tiles, row by row. Linear in the tiles and the words.
    pub fn iter(&self) -> impl Iterator<Item = Pos> {
        let rows = self.words.chunks_exact(self.stride()).zip(0..);
        rows.flat_map(|(row, y)| {
            row.iter().zip(0..).flat_map(move |(&word, index)| {
                bits(word).map(move |bit| Pos::new(index * 64 + bit as i32, y))
            })
        })
    }

    /// Removes the tiles for which `stays` is false, visiting them row by row.
    pub fn retain(&mut self, mut stays: impl FnMut(Pos) -> bool) {
        let stride = self.stride();
        for (index, word) in self.words.iter_mut().enumerate() {
            for bit in bits(*word) {
                let x = index % stride * 64 + bit as usize;
                if !stays(Pos::new(x as i32, (index / stride) as i32)) {
                    *word ^= 1 << bit;
                }
            }
        }
    }

    /// The 3 x 3 tiles around `pos`, which must be on the map, as bits: bit `3 * row + column`,
    /// clear outside the map.
    #[inline]
    pub(crate) fn around(&self, pos: Pos) -> usize {
        let (bit, y, stride) = (pos.x as u32 & 63, pos.y as usize, self.stride());
        let inside = y > 0 && y + 1 < self.size.height as usize && (1..63).contains(&bit);
        if inside {
            let here = y * stride + (pos.x as usize >> 6);
            let three = |word: usize| (self.words[word] >> (bit - 1) & 7) as usize;
            return three(here - stride) | three(here) << 3 | three(here + stride) << 6;
        }
        let around = Rect::between(pos, pos).grown(1).positions().enumerate();
        around
            .map(|(bit, near)| usize::from(self.contains(near)) << bit)
            .sum()
    }

    /// Adds the tiles of row `y` whose bit is set, all of them on the map; the lowest bit is column
    /// `x`.
    #[inline]
    pub(super) fn insert_bits(&mut self, y: usize, x: usize, bits: u64) {
        let word = y * self.stride() + (x >> 6);
        // Always writes both words: a branch would often be mispredicted.
        let pair = &mut self.words[word..][..2];
        pair[0] |= bits << (x & 63);
        pair[1] |= bits >> 1 >> (63 - (x & 63));
    }

    /// Adds rows `first..=last` of column `x`, all of them on the map.
    #[inline]
    pub(super) fn insert_in_column(&mut self, x: usize, first: usize, last: usize) {
        let bit = 1 << (x & 63);
        let word = |y: usize| y * self.stride() + (x >> 6);
        let stride = self.stride();
        let words = word(first)..=word(last);
        for word in self.words[words].iter_mut().step_by(stride) {
            *word |= bit;
        }
    }

    /// 64 tiles of row `y` from column `x` on, the first one in the lowest bit. Bits beyond the end
    /// of the row are meaningless.
    #[inline]
    pub(super) fn window(&self, y: usize, x: usize) -> u64 {
        let word = y * self.stride() + (x >> 6);
        let pair = &self.words[word..][..2];
        (pair[0] >> (x & 63)) | (pair[1] << 1 << (63 - (x & 63)))
    }

    /// The first of columns `from..=last` of row `y` that is in the set (or, if `held` is false,
    /// not in the set); `last + 1` if there is none.
    pub(super) fn find_in_row(&self, y: usize, from: usize, last: usize, held: bool) -> usize {
        let mut x = from;
        while x <= last {
            let word = self.words[y * self.stride() + (x >> 6)];
            let ahead = (if held { word } else { !word }) >> (x & 63);
            if ahead != 0 {
                return (x + ahead.trailing_zeros() as usize).min(last + 1);
            }
            x = (x | 63) + 1;
        }
        last + 1
    }
}

/// The word whose bits are these flags, 0 or 1 each, the first in the lowest bit. Set one by one, they halve the speed of
/// a search that looks at little else.
fn pack(flags: &[u8; 64]) -> u64 {
    // Each factor shifts one of eight flags to its place in the uppermost byte.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let (eights, _) = flags.as_chunks::<8>();
    let bytes = eights
        .iter()
        .map(|eight| u64::from_le_bytes(*eight).wrapping_mul(GATHER) >> 56);
    bytes.rev().fold(0, |word, byte| word << 8 | byte)
}

/// The bits of columns `left..=right` in the word whose first column is `base`.
const fn column_mask(left: usize, right: usize, base: usize) -> u64 {
    let from = u64::MAX << left.saturating_sub(base);
    let beyond = (base + 63).saturating_sub(right);
    from & (u64::MAX >> beyond)
}

/// The indices of the set bits, lowest first.
#[inline]
pub(crate) fn bits(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros())?;
        word &= word - 1;
        Some(bit)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Stream;

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
    fn rows_of_another_set_are_added_as_far_as_there_are_any() {
        let mut all = TileSet::new(SIZE);
        (0..9).for_each(|y| {
            all.insert(Pos::new(70 + y, y));
        });
        let rows = |y: i32, radius: u32| {
            let mut set = TileSet::new(SIZE);
            set.insert_rows(&all, Pos::new(3, y), radius);
            set.iter().map(|pos| pos.y).collect::<Vec<_>>()
        };
        assert_eq!(rows(4, 0), [4]);
        assert_eq!(rows(1, 2), [0, 1, 2, 3]);
        assert_eq!(rows(8, 1), [7, 8]);
        assert_eq!(rows(-2, 3), [0, 1]);
        assert!(rows(-2, 1).is_empty());
        assert!(rows(20, 3).is_empty());
        assert_eq!(rows(4, u32::MAX).len(), 9);
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
    fn a_set_that_is_emptied_or_resized_holds_nothing() {
        let mut set = TileSet::new(SIZE);
        set.insert_in_column(3, 0, 8);
        set.reset(SIZE);
        assert_eq!(set, TileSet::new(SIZE));
        set.insert_rect(Rect::sized(Pos::new(0, 8), 150, 1));
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

    fn random_tiles(width: u32, height: u32, stream: &mut Stream) -> Grid<Tile> {
        let mut tiles = Grid::new(width, height, Tile::Void);
        for tile in tiles.as_mut_slice() {
            *tile = *stream.pick(Tile::ALL).unwrap();
        }
        tiles
    }

    #[test]
    fn a_set_holds_the_tiles_it_was_read_from_and_no_others() {
        let mut stream = Stream::new(1, 1);
        let mut set = TileSet::default();
        for width in [1, 7, 8, 9, 63, 64, 65, 127, 128, 200] {
            let tiles = random_tiles(width, 5, &mut stream);
            set.read(&tiles, Tile::is_walkable);
            for y in -1..=5 {
                for x in -1..=width as i32 {
                    let pos = Pos::new(x, y);
                    let open = tiles.get(pos).is_some_and(|tile| tile.is_walkable());
                    assert_eq!(set.contains(pos), open, "{pos} at width {width}");
                }
            }
            let open = |(pos, tile): (Pos, &Tile)| tile.is_walkable().then_some(pos);
            let expected: Vec<Pos> = tiles.iter().filter_map(open).collect();
            assert_eq!(set.iter().collect::<Vec<_>>(), expected);
            assert_eq!(set.len(), expected.len());

            let mut written = Grid::new(width, 5, Tile::Void);
            set.write(&mut written);
            for (pos, tile) in written.iter() {
                let open = tiles[pos].is_walkable();
                assert_eq!(*tile, if open { Tile::Floor } else { Tile::Wall }, "{pos}");
            }
        }
    }

    #[test]
    fn rectangles_go_in_and_out_across_the_borders_of_words() {
        let size = Size::new(150, 4);
        let mut set = TileSet::default();
        for (left, right) in [(0, 149), (5, 5), (60, 70), (63, 64), (64, 127), (1, 148)] {
            set.reset(size);
            let area = Rect {
                left,
                top: 1,
                right,
                bottom: 2,
            };
            set.insert_rect(area);
            assert!(set.iter().eq(area.positions()), "{area:?}");
            set.remove_rect(area);
            assert!(set.is_empty(), "{area:?}");
        }
    }

    #[test]
    fn the_tiles_around_one_are_those_beside_it() {
        let mut stream = Stream::new(1, 2);
        for width in [1, 2, 63, 64, 65, 130] {
            let tiles = random_tiles(width, 4, &mut stream);
            let set = TileSet::of(&tiles, Tile::is_walkable);
            for (pos, _) in tiles.iter() {
                let around = Rect::between(pos, pos).grown(1).positions();
                let expected = around
                    .enumerate()
                    .map(|(bit, near)| usize::from(set.contains(near)) << bit)
                    .sum::<usize>();
                assert_eq!(set.around(pos), expected, "{pos} at width {width}");
            }
        }
    }
}
