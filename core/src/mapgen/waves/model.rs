//! The neighbourhoods of a sample: its patterns, how often each occurs, and which may lie next to
//! each other.
//!
//! Two patterns may be neighbours if they agree where they overlap. Many patterns overlap their
//! neighbour in the same way, so the model works with *overlaps*: the tiles of a pattern without
//! one outer column or row. An overlap has the same number seen from either side.

use super::sample::Sample;
use crate::geom::{Dir, Orientation, Pos, Size};
use crate::map::Tile;

/// The most patterns that a model may have, which bounds the memory per cell.
pub const MAX_PATTERNS: usize = 1024;

/// Number of fractional binary digits of logarithms.
const FRACTION: u32 = 12;

/// Bits per tile in a pattern's key.
const TILE_BITS: u32 = 8;
const _: () = assert!(Tile::ALL.len() <= 1 << TILE_BITS);

/// A square of `side` x `side` tiles, row by row, [`TILE_BITS`] each, the first tile in the lowest
/// bits.
type Key = u128;

/// The patterns of a sample.
#[derive(Clone, Debug, Default)]
pub struct Model {
    /// Tiles along the side of a pattern.
    pub side: usize,
    keys: Vec<Key>,
    /// How often each pattern occurs.
    pub weights: Vec<u32>,
    /// For each pattern, its weight times the binary logarithm of the weight, with [`FRACTION`]
    /// fractional digits.
    pub weight_logs: Vec<u32>,
    /// The sums of `weights` and of `weight_logs`.
    pub weight: u32,
    pub weight_log: u32,
    /// The binary logarithm of each number up to the sum of the weights, with [`FRACTION`]
    /// fractional digits.
    logs: Vec<u32>,
    /// Number of words in a set of patterns.
    pub words: usize,
    /// The set of all patterns.
    pub all: Vec<u64>,
    /// Number of overlaps; if the two axes differ, the larger number.
    overlaps: usize,
    /// For each cardinal direction and each pattern, the overlap with its neighbour there.
    overlap_of: Vec<u16>,
    /// For each cardinal direction and each overlap, the set of patterns that have it.
    holders: Vec<u64>,
    /// For each cardinal direction, the set of patterns that are wall along that edge.
    walled: Vec<u64>,
}

impl Model {
    /// Finds the patterns of `side` x `side` tiles, 2 to 4, in each of the `turns` of `sample`.
    /// Memory grows with the square of the number of patterns.
    ///
    /// A turn is a number from 0 to 7. Bit 0 swaps left and right, bit 1 top and bottom; bit 2
    /// swaps rows and columns before that.
    pub fn new(sample: &Sample, side: usize, turns: &[u32]) -> Self {
        let found = count_patterns(sample, side, turns);
        let weights: Vec<u32> = found.iter().map(|(_, weight)| *weight).collect();
        let total: u32 = weights.iter().sum();
        let logs: Vec<u32> = (0..=total).map(log2).collect();
        let weight_logs: Vec<u32> = weights.iter().map(|w| w * logs[*w as usize]).collect();
        let mut model = Self {
            side,
            words: found.len().div_ceil(64),
            weight: total,
            weight_log: weight_logs.iter().sum(),
            weight_logs,
            keys: found.into_iter().map(|(key, _)| key).collect(),
            weights,
            logs,
            ..Self::default()
        };
        push_set(&mut model.all, model.words, 0..model.keys.len());
        model.find_overlaps();
        for dir in Dir::CARDINAL {
            let walled: Vec<usize> = (0..model.len())
                .filter(|pattern| model.is_walled(*pattern, dir))
                .collect();
            push_set(&mut model.walled, model.words, walled.into_iter());
        }
        model
    }

    /// Number of patterns.
    pub const fn len(&self) -> usize {
        self.keys.len()
    }

    /// The tile at column `x` and row `y` of a pattern.
    pub fn tile(&self, pattern: usize, x: usize, y: usize) -> Tile {
        tile_at(self.keys[pattern], y * self.side + x)
    }

    /// The overlap of `pattern` with its neighbour in the cardinal direction number `dir`.
    #[inline]
    pub fn overlap_of(&self, dir: usize, pattern: usize) -> usize {
        self.overlap_of[dir * self.len() + pattern] as usize
    }

    /// The patterns that have `overlap` with their neighbour in the cardinal direction number `dir`.
    #[inline]
    pub fn holders(&self, dir: usize, overlap: usize) -> &[u64] {
        &self.holders[(dir * self.overlaps + overlap) * self.words..][..self.words]
    }

    /// The patterns that are wall along their edge in the cardinal direction number `dir`.
    pub fn walled(&self, dir: usize) -> &[u64] {
        &self.walled[dir * self.words..][..self.words]
    }

    /// The Shannon entropy, with [`FRACTION`] fractional binary digits, of a choice among patterns
    /// with these sums of weights and of weights times their logarithms.
    #[inline]
    pub fn entropy(&self, weight: u32, weight_log: u32) -> u32 {
        self.logs[weight as usize].saturating_sub(weight_log / weight.max(1))
    }

    fn find_overlaps(&mut self) {
        let patterns = 0..self.len();
        let parts = Dir::CARDINAL
            .map(|dir| -> Vec<Key> { patterns.clone().map(|p| self.overlap(p, dir)).collect() });
        // Since a sample wraps around, every part that occurs on one side of a pattern also occurs
        // on the opposite side of another, so the numbers of both sides agree.
        let known = parts.clone().map(|mut keys| {
            keys.sort_unstable();
            keys.dedup();
            keys
        });
        self.overlaps = known.iter().map(Vec::len).max().unwrap_or(0);
        for (known, parts) in known.iter().zip(&parts) {
            let numbers = parts.iter().map(|key| known.partition_point(|k| k < key));
            self.overlap_of.extend(numbers.map(|number| number as u16));
            for number in 0..self.overlaps {
                let key = known.get(number);
                let holders = patterns.clone().filter(|p| Some(&parts[*p]) == key);
                push_set(&mut self.holders, self.words, holders);
            }
        }
    }

    fn is_walled(&self, pattern: usize, edge: Dir) -> bool {
        let last = self.side - 1;
        (0..self.side).all(|at| {
            let (x, y) = match edge {
                Dir::North => (at, 0),
                Dir::South => (at, last),
                Dir::West => (0, at),
                _ => (last, at),
            };
            self.tile(pattern, x, y) == Tile::Wall
        })
    }

    /// The part of a pattern that its neighbour towards `dir` also covers.
    fn overlap(&self, pattern: usize, dir: Dir) -> Key {
        let all = 0..self.side;
        let (columns, rows) = match dir {
            Dir::North => (all.clone(), 0..self.side - 1),
            Dir::South => (all.clone(), 1..self.side),
            Dir::West => (0..self.side - 1, all),
            _ => (1..self.side, all),
        };
        let tiles = rows.flat_map(|y| columns.clone().map(move |x| (x, y)));
        pack(tiles.map(|(x, y)| self.tile(pattern, x, y)))
    }
}

/// The distinct patterns in ascending order, and how often each occurs.
fn count_patterns(sample: &Sample, side: usize, turns: &[u32]) -> Vec<(Key, u32)> {
    let tiles = sample.tiles();
    let size = tiles.size();
    let pattern = Size::new(side as u32, side as u32);
    let mut keys = Vec::with_capacity(size.area() * turns.len());
    for (corner, _) in tiles.iter() {
        for turn in turns {
            keys.push(pack((0..side * side).map(|at| {
                let pos = Pos::new((at % side) as i32, (at / side) as i32);
                let pos = corner + Orientation(*turn).source(pos, pattern);
                let (x, y) = (pos.x % size.width as i32, pos.y % size.height as i32);
                tiles[Pos::new(x, y)]
            })));
        }
    }
    keys.sort_unstable();
    keys.chunk_by(PartialEq::eq)
        .map(|same| (same[0], same.len() as u32))
        .collect()
}

fn pack(tiles: impl Iterator<Item = Tile>) -> Key {
    tiles.enumerate().fold(0, |key, (at, tile)| {
        key | (tile as Key) << (at as u32 * TILE_BITS)
    })
}

fn tile_at(key: Key, at: usize) -> Tile {
    Tile::ALL[(key >> (at as u32 * TILE_BITS) & ((1 << TILE_BITS) - 1)) as usize]
}

/// Appends a set of numbers as `words` words.
fn push_set(sets: &mut Vec<u64>, words: usize, members: impl Iterator<Item = usize>) {
    let first = sets.len();
    sets.resize(first + words, 0);
    for member in members {
        sets[first + member / 64] |= 1 << (member % 64);
    }
}

/// The binary logarithm of `n` with [`FRACTION`] fractional digits, rounded down; 0 for 0.
///
/// Squares the fraction once for each digit, which is 1 if the square is at least 2.
fn log2(n: u32) -> u32 {
    let Some(whole) = n.checked_ilog2() else {
        return 0;
    };
    // A number from 1 to 2 with 31 fractional digits.
    let mut fraction = u64::from(n) << (31 - whole);
    let mut log = whole;
    for _ in 0..FRACTION {
        fraction = (fraction * fraction) >> 31;
        let digit = (fraction >> 32) as u32;
        fraction >>= digit;
        log = log << 1 | digit;
    }
    log
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL_TURNS: [u32; 8] = [0, 1, 2, 3, 4, 5, 6, 7];

    fn sample(text: &str) -> Sample {
        Sample::from_text(text).unwrap()
    }

    #[test]
    fn logarithms_have_twelve_digits() {
        for (n, log) in [
            (1, 0),
            (2, 4096),
            (3, 6492),
            (10, 13606),
            (1024, 40960),
            (32768, 61440),
        ] {
            assert_eq!(log2(n), log, "{n}");
        }
    }

    #[test]
    fn entropy_grows_with_the_number_of_equal_choices() {
        let model = Model::new(&sample("#...\n....\n....\n....\n"), 2, &[0]);
        let entropy = |weights: &[u32]| {
            let logs = weights.iter().map(|w| w * log2(*w)).sum();
            model.entropy(weights.iter().sum(), logs)
        };
        assert_eq!(entropy(&[5]), 0);
        assert_eq!(entropy(&[1, 1]), 1 << FRACTION);
        assert_eq!(entropy(&[3, 3, 3, 3]), 2 << FRACTION);
        assert!(entropy(&[9, 1]) < entropy(&[5, 5]));
    }

    #[test]
    fn patterns_wrap_around_the_sample_and_are_counted() {
        let model = Model::new(&sample("#...\n....\n....\n....\n"), 2, &[0]);
        // One pattern for each corner that the wall can be in, and one that is all floor.
        assert_eq!(model.len(), 5);
        let mut weights = model.weights.clone();
        weights.sort_unstable();
        assert_eq!(weights, [1, 1, 1, 1, 12]);
    }

    #[test]
    fn turns_add_the_symmetries_of_a_pattern() {
        let corner = sample("##.~\n#...\n....\n....\n");
        let [none, all] = [&[0][..], &ALL_TURNS].map(|turns| Model::new(&corner, 3, turns).len());
        assert!(all > none);
        for key in count_patterns(&corner, 3, &ALL_TURNS) {
            for turn in ALL_TURNS {
                let same = pack((0..9).map(|at| {
                    let Pos { x, y } =
                        Orientation(turn).source(Pos::new(at % 3, at / 3), Size::new(3, 3));
                    tile_at(key.0, (y * 3 + x) as usize)
                }));
                let known = count_patterns(&corner, 3, &ALL_TURNS);
                assert!(known.contains(&(same, key.1)), "{key:?} turned {turn}");
            }
        }
    }

    #[test]
    fn patterns_share_an_overlap_where_they_agree() {
        for turns in [&ALL_TURNS[..], &[0]] {
            let model = Model::new(&sample("##.~\n#..\"\n.^..\n~...\n"), 3, turns);
            let mut pairs = 0;
            for (dir, step) in Dir::CARDINAL.into_iter().enumerate() {
                let delta = step.delta();
                for (a, b) in (0..model.len()).flat_map(|a| (0..model.len()).map(move |b| (a, b))) {
                    let agree = (0..9).all(|at| {
                        let (x, y) = (at % 3 + delta.x, at / 3 + delta.y);
                        let inside = (0..3).contains(&x) && (0..3).contains(&y);
                        !inside
                            || model.tile(a, x as usize, y as usize)
                                == model.tile(b, (at % 3) as usize, (at / 3) as usize)
                    });
                    let overlap = model.overlap_of(dir, a);
                    assert_eq!(overlap == model.overlap_of((dir + 2) % 4, b), agree);
                    let holders = model.holders((dir + 2) % 4, overlap);
                    assert_eq!(holders[b / 64] >> (b % 64) & 1 == 1, agree);
                    pairs += usize::from(agree);
                }
            }
            assert!(pairs >= 4 * model.len());
        }
    }
}
