//! Sets of tiles as one bit a tile, so that work on them goes 64 tiles at a time.
//!
//! Knows nothing of what the tiles of a set have in common. Made for work on whole maps: every row
//! counts, and may be shifted as one long number. [`TileSet`](super::TileSet) is for sets that are
//! small and new every turn.

use super::Tile;
use crate::geom::{Grid, Pos, Rect, Size};

/// A set of tiles: bit `x % 64` of word `x / 64` of row `y` says whether `(x, y)` is in it.
///
/// A row has `width / 64 + 1` words, so its last bit belongs to no tile and is never set. The
/// rows lie one after another, and a bit shifted out of a row at either end is therefore lost in
/// the gap and never reaches the next row.
///
/// ```
/// use undercroft::{geom::Pos, map::{Bits, Map}};
/// let map = Map::from_text("@.#.\n")?;
/// let mut open = Bits::default();
/// open.read(&map.tiles, |tile| tile.is_walkable());
/// assert_eq!(open.words(), [0b1011]);
/// assert!(open.contains(Pos::new(3, 0)));
/// # Ok::<(), undercroft::map::TextError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Bits {
    width: u32,
    height: u32,
    words: Vec<u64>,
}

/// How many times eight tiles are read at once.
const FLAGS: usize = 128;

/// Moves the lowest bit of each of eight bytes into the top byte, in the order of the bytes:
/// byte `i` meets the factor `2^(56 - 7 * i)`, and no two of the products fall on one bit.
const GATHER: u64 = 0x0102_0408_1020_4080;

/// The floor and wall that each byte stands for, its lowest bit first.
static EIGHTS: [[Tile; 8]; 256] = {
    let mut table = [[Tile::Wall; 8]; 256];
    let mut at = 0;
    while at < 256 * 8 {
        if (at / 8) >> (at % 8) & 1 == 1 {
            table[at / 8][at % 8] = Tile::Floor;
        }
        at += 1;
    }
    table
};

impl Bits {
    /// Takes on a new size and empties the set; allocates only when it grows beyond what it has
    /// held before.
    pub fn reset(&mut self, size: Size) {
        self.width = size.width;
        self.height = size.height;
        self.words.clear();
        self.words.resize(self.stride() * size.height as usize, 0);
    }

    /// Becomes the set of the tiles that `belongs` is true of. Linear in the area.
    pub fn read(&mut self, tiles: &Grid<Tile>, belongs: impl Fn(Tile) -> bool) {
        self.reset(tiles.size());
        let stride = self.stride();
        // A byte a tile first: the compiler then looks at many tiles at once.
        let mut flags = [0; 8 * FLAGS];
        for (row, words) in tiles.rows().zip(self.words.chunks_exact_mut(stride)) {
            for (tiles, words) in row.chunks(8 * FLAGS).zip(words.chunks_mut(FLAGS / 8)) {
                for (flag, tile) in flags.iter_mut().zip(tiles) {
                    *flag = u8::from(belongs(*tile));
                }
                flags[tiles.len()..words.len() * 64].fill(0);
                for (word, flags) in words.iter_mut().zip(flags.as_chunks::<64>().0) {
                    *word = pack(flags);
                }
            }
        }
    }

    /// Makes every tile of `tiles`, which has this size, floor if it is in the set and wall if it
    /// is not. Linear in the area.
    pub fn write(&self, tiles: &mut Grid<Tile>) {
        debug_assert_eq!(self.size(), tiles.size());
        let (width, stride) = (self.width.max(1) as usize, self.stride());
        let rows = tiles.as_mut_slice().chunks_exact_mut(width);
        for (row, words) in rows.zip(self.words.chunks_exact(stride)) {
            for (tiles, word) in row.chunks_mut(64).zip(words) {
                let mut bytes = word.to_le_bytes().into_iter();
                let mut eights = tiles.chunks_exact_mut(8);
                for (eight, byte) in eights.by_ref().zip(bytes.by_ref()) {
                    eight.copy_from_slice(&EIGHTS[byte as usize]);
                }
                let rest = eights.into_remainder();
                if let Some(byte) = bytes.next() {
                    rest.copy_from_slice(&EIGHTS[byte as usize][..rest.len()]);
                }
            }
        }
    }

    /// Columns and rows.
    pub const fn size(&self) -> Size {
        Size::new(self.width, self.height)
    }

    /// Words in a row.
    pub const fn stride(&self) -> usize {
        self.width as usize / 64 + 1
    }

    /// All words, row by row.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// All words to change, row by row; the bits beyond the width must stay clear.
    pub(crate) fn words_mut(&mut self) -> &mut [u64] {
        &mut self.words
    }

    /// The words of row `y`, which must be on the map.
    pub fn row(&self, y: u32) -> &[u64] {
        let stride = self.stride();
        &self.words[y as usize * stride..][..stride]
    }

    fn row_mut(&mut self, y: u32) -> &mut [u64] {
        let stride = self.stride();
        &mut self.words[y as usize * stride..][..stride]
    }

    /// Whether `pos` is in the set; nothing outside the map is.
    #[inline]
    pub fn contains(&self, pos: Pos) -> bool {
        (pos.x as u32) < self.width
            && (pos.y as u32) < self.height
            && self.row(pos.y as u32)[pos.x as usize / 64] >> (pos.x % 64) & 1 == 1
    }

    /// Takes `pos`, which must be on the map, into the set.
    #[inline]
    pub fn insert(&mut self, pos: Pos) {
        self.row_mut(pos.y as u32)[pos.x as usize / 64] |= 1 << (pos.x % 64);
    }

    /// Takes every tile of `area`, which must lie on the map, into the set.
    pub fn insert_all(&mut self, area: Rect) {
        self.each_word(area, |word, mask| *word |= mask);
    }

    /// Takes every tile of `area`, which must lie on the map, out of the set.
    pub fn remove_all(&mut self, area: Rect) {
        self.each_word(area, |word, mask| *word &= !mask);
    }

    /// Number of tiles of `area`, which must lie on the map, that are in the set.
    pub fn count_in(&self, area: Rect) -> usize {
        let words = area.left as usize / 64..=area.right as usize / 64;
        (area.top..=area.bottom)
            .flat_map(|y| words.clone().map(move |index| (y, index)))
            .map(|(y, index)| self.row(y as u32)[index] & mask(area, index))
            .map(|word| word.count_ones() as usize)
            .sum()
    }

    fn each_word(&mut self, area: Rect, change: impl Fn(&mut u64, u64)) {
        for y in area.top..=area.bottom {
            let words = area.left as usize / 64..=area.right as usize / 64;
            let row = &mut self.row_mut(y as u32)[words.clone()];
            for (index, word) in words.zip(row) {
                change(word, mask(area, index));
            }
        }
    }

    /// Number of tiles in the set.
    pub fn count(&self) -> usize {
        self.words
            .iter()
            .map(|word| word.count_ones() as usize)
            .sum()
    }

    /// The first tile of the set, row by row, or `None` if it is empty.
    pub fn first(&self) -> Option<Pos> {
        self.positions().next()
    }

    /// The tiles of the set, row by row.
    pub fn positions(&self) -> impl Iterator<Item = Pos> {
        self.words
            .iter()
            .enumerate()
            .filter(|(_, word)| **word != 0)
            .flat_map(move |(index, &word)| {
                let mut rest = word;
                std::iter::from_fn(move || {
                    let bit = (rest != 0).then(|| rest.trailing_zeros())?;
                    rest &= rest - 1;
                    Some(self.pos_of(index, bit))
                })
            })
    }

    /// The tile of bit `bit` of word `index`.
    pub(crate) const fn pos_of(&self, index: usize, bit: u32) -> Pos {
        let stride = self.stride();
        Pos::new(
            (index % stride * 64) as i32 + bit as i32,
            (index / stride) as i32,
        )
    }
}

/// The lowest bits of 64 bytes, the first in the lowest bit.
#[inline]
fn pack(flags: &[u8; 64]) -> u64 {
    let mut bytes = [0; 8];
    for (byte, eight) in bytes.iter_mut().zip(flags.as_chunks::<8>().0) {
        *byte = (u64::from_le_bytes(*eight).wrapping_mul(GATHER) >> 56) as u8;
    }
    u64::from_le_bytes(bytes)
}

/// The bits of word `index` of a row that lie in `area`.
const fn mask(area: Rect, index: usize) -> u64 {
    let first = index as i32 * 64;
    let mut mask = u64::MAX;
    if area.left > first {
        mask <<= area.left - first;
    }
    if area.right < first + 63 {
        mask &= u64::MAX >> (first + 63 - area.right);
    }
    mask
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Stream;

    fn random_tiles(width: u32, height: u32, stream: &mut Stream) -> Grid<Tile> {
        let mut tiles = Grid::new(width, height, Tile::Void);
        for tile in tiles.as_mut_slice() {
            *tile = *stream.pick(&Tile::ALL).unwrap();
        }
        tiles
    }

    #[test]
    fn a_set_holds_the_tiles_it_was_read_from_and_no_others() {
        let mut stream = Stream::new(1, 1);
        let mut bits = Bits::default();
        for width in [1, 7, 8, 9, 63, 64, 65, 127, 128, 200] {
            let tiles = random_tiles(width, 5, &mut stream);
            bits.read(&tiles, Tile::is_walkable);
            for y in -1..=5 {
                for x in -1..=width as i32 {
                    let pos = Pos::new(x, y);
                    let open = tiles.get(pos).is_some_and(|tile| tile.is_walkable());
                    assert_eq!(bits.contains(pos), open, "{pos} at width {width}");
                }
            }
            let open = |(pos, tile): (Pos, &Tile)| tile.is_walkable().then_some(pos);
            let expected: Vec<Pos> = tiles.iter().filter_map(open).collect();
            assert_eq!(bits.positions().collect::<Vec<_>>(), expected);
            assert_eq!(bits.count(), expected.len());
            assert_eq!(bits.first(), expected.first().copied());

            let mut written = Grid::new(width, 5, Tile::Void);
            bits.write(&mut written);
            for (pos, tile) in written.iter() {
                let open = tiles[pos].is_walkable();
                assert_eq!(*tile, if open { Tile::Floor } else { Tile::Wall }, "{pos}");
            }
        }
    }

    #[test]
    fn areas_go_in_and_out_across_the_borders_of_words() {
        let size = Size::new(150, 4);
        let mut bits = Bits::default();
        for (left, right) in [(0, 149), (5, 5), (60, 70), (63, 64), (64, 127), (1, 148)] {
            bits.reset(size);
            let area = Rect {
                left,
                top: 1,
                right,
                bottom: 2,
            };
            bits.insert_all(area);
            assert!(bits.positions().eq(area.positions()), "{area:?}");
            let inner = Rect {
                left: left.max(62),
                top: 0,
                right: right.max(62),
                bottom: 1,
            };
            let common = area.positions().filter(|pos| inner.contains(*pos)).count();
            assert_eq!(bits.count_in(inner), common, "{area:?}");
            bits.remove_all(area);
            assert_eq!(bits.count(), 0, "{area:?}");
        }
    }
}
