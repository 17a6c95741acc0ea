//! Properties that follow from the eight neighbours of a tile, or from the pieces of rock: dead ends, corridors,
//! loops and choke points.

use crate::geom::{Pos, Rect, Size};
use crate::map::region::Touch;
use crate::map::{Regions, TileSet};

/// The bits of [`TileSet::around`] that are the four sides, clockwise from the north.
const SIDES: [usize; 4] = [1 << 1, 1 << 5, 1 << 7, 1 << 3];

/// Each side, the next side clockwise, and the corner between them: if all are open, they form an
/// open square of 2 x 2 with the tile in the middle.
const SQUARES: [usize; 4] = [
    1 << 1 | 1 << 5 | 1 << 2,
    1 << 5 | 1 << 7 | 1 << 8,
    1 << 7 | 1 << 3 | 1 << 6,
    1 << 3 | 1 << 1 | 1 << 0,
];

/// Positions of the sides, and of the corner clockwise of each, relative to a tile, in a set
/// shifted by a frame one tile wide.
const SIDES_IN_FRAME: [Pos; 4] = [
    Pos::new(1, 0),
    Pos::new(2, 1),
    Pos::new(1, 2),
    Pos::new(0, 1),
];
const CORNERS_IN_FRAME: [Pos; 4] = [
    Pos::new(2, 0),
    Pos::new(2, 2),
    Pos::new(0, 2),
    Pos::new(0, 0),
];

/// The same tiles' neighbours in one direction each: of the tile of a bit, the bit tells whether the
/// neighbour is open.
#[derive(Clone, Copy)]
struct Around {
    here: u64,
    north: u64,
    east: u64,
    south: u64,
    west: u64,
    north_east: u64,
    south_east: u64,
    south_west: u64,
    north_west: u64,
}

impl Around {
    /// The tiles of each word of a set with their neighbours, in order.
    fn of(set: &TileSet) -> impl Iterator<Item = Self> {
        let (words, stride) = (set.words(), set.stride());
        let word = |index: usize| words.get(index).copied().unwrap_or(0);
        // The last bit of a row is clear, so that nothing passes from row to row.
        let left = move |index: usize| word(index) << 1 | word(index.wrapping_sub(1)) >> 63;
        let right = move |index: usize| word(index) >> 1 | word(index.wrapping_add(1)) << 63;
        (0..words.len()).map(move |index| {
            let (above, below) = (index.wrapping_sub(stride), index + stride);
            Self {
                here: word(index),
                north: word(above),
                east: right(index),
                south: word(below),
                west: left(index),
                north_east: right(above),
                south_east: right(below),
                south_west: left(below),
                north_west: left(above),
            }
        })
    }

    /// The tiles with an open square of 2 x 2 to the north-west, of which they are one.
    const fn square(self) -> u64 {
        self.here & self.north & self.west & self.north_west
    }

    /// The tiles with at least one, two and three open sides.
    const fn open_sides(self) -> [u64; 3] {
        at_least(self.north, self.east, self.south, self.west)
    }

    /// The tiles that lie in an open square of 2 x 2.
    const fn in_square(self) -> u64 {
        let (upper, lower) = (
            self.north & (self.east & self.north_east | self.west & self.north_west),
            self.south & (self.east & self.south_east | self.west & self.south_west),
        );
        upper | lower
    }

    /// The tiles whose neighbours are apart: going around, closed tiles lie between open sides at two
    /// places at least.
    const fn between_arcs(self) -> u64 {
        let [_, two, _] = at_least(
            self.north & !(self.east & self.north_east),
            self.east & !(self.south & self.south_east),
            self.south & !(self.west & self.south_west),
            self.west & !(self.north & self.north_west),
        );
        self.here & two
    }
}

/// The bits that are set in at least one, two and three of four words.
const fn at_least(a: u64, b: u64, c: u64, d: u64) -> [u64; 3] {
    let (either, both) = (a | b, a & b);
    let (other, others) = (c | d, c & d);
    [
        either | other,
        both | others | either & other,
        both & other | others & either,
    ]
}

/// Sets `found` to those tiles of `open` that `choose` returns for each word.
fn choose(open: &TileSet, found: &mut TileSet, choose: impl Fn(Around) -> u64) {
    found.reset(open.size());
    for (word, around) in found.words_mut().iter_mut().zip(Around::of(open)) {
        *word = around.here & choose(around);
    }
}

/// Finds the dead ends, which have one neighbour. Linear in the words.
pub fn find_dead_ends(open: &TileSet, dead_ends: &mut TileSet) {
    choose(open, dead_ends, |around| {
        let [one, two, _] = around.open_sides();
        one & !two
    });
}

/// Finds the tiles of corridors, as [`Metrics::corridors`](super::Metrics::corridors) defines them, rooms not
/// considered. Linear in the words.
pub fn find_corridors(open: &TileSet, corridors: &mut TileSet) {
    choose(open, corridors, |around| {
        let [_, two, three] = around.open_sides();
        two & !three & !around.in_square()
    });
}

/// Number of holes in a region, by its Euler characteristic: tiles minus adjacent pairs plus open
/// squares of 2 x 2 is one minus the holes. 0 if there are no tiles. Linear in the words.
pub fn count_loops(region: &TileSet) -> usize {
    let (mut tiles, mut pairs, mut squares) = (0, 0, 0);
    for around in Around::of(region) {
        let count = |tiles: u64| tiles.count_ones() as usize;
        tiles += count(around.here);
        // Counts each pair and each square once, from its right and lower tile.
        pairs += count(around.here & around.north) + count(around.here & around.west);
        squares += count(around.square());
    }
    // A connected region has `tiles + squares <= pairs + 1`.
    (pairs + 1_usize).saturating_sub(tiles + squares) * usize::from(tiles > 0)
}

/// The fewest tiles that a large loop leads around.
const LARGE: u32 = 4;

/// Number of holes in a region that have at least [`LARGE`] tiles; tiles that touch at a corner are one hole.
/// About linear in the area. `sizes` is a buffer.
pub fn count_large_loops(
    region: &TileSet,
    rock: &mut TileSet,
    regions: &mut Regions,
    sizes: &mut Vec<u32>,
) -> usize {
    fill_rock(region, rock);
    regions.label(rock, Touch::Corner);
    sizes.clear();
    sizes.resize(regions.len(), 0);
    for run in regions.runs() {
        sizes[run.region as usize] += run.right - run.left + 1;
    }
    // The first piece is what surrounds the map.
    sizes.iter().skip(1).filter(|size| **size >= LARGE).count()
}

/// Finds the choke points of `open`: the tiles that hold the map together. About linear in the
/// area.
///
/// Instead of traversing the graph of tiles, as the algorithm of Hopcroft and Tarjan (1973) does,
/// this looks at the rock, which is its dual in the plane. The closed tiles around an open one form
/// arcs between the neighbours that can be walked to. Closing the tile joins its arcs; if two of
/// them already belonged to one piece of rock, this closes a ring around some of the neighbours and
/// cuts them off from the others; if not, it cuts nothing off. So it is enough to label the rock
/// once, corners included, and to look at the arcs of each tile that has at least two.
pub fn find_choke_points(
    open: &TileSet,
    rock: &mut TileSet,
    regions: &mut Regions,
    chokes: &mut TileSet,
) {
    fill_rock(open, rock);
    regions.label(rock, Touch::Corner);
    choose(open, chokes, Around::between_arcs);
    chokes.retain(|pos| {
        let around = open.around(pos);
        // An arc begins clockwise of an open side unless the corner leads around to the next side.
        // It contains the next side if that is closed, and otherwise the corner.
        let arc = |side: usize| {
            let begins_arc = around & SIDES[side] != 0 && around & SQUARES[side] != SQUARES[side];
            let next = (side + 1) % 4;
            let place = if around & SIDES[next] == 0 {
                SIDES_IN_FRAME[next]
            } else {
                CORNERS_IN_FRAME[side]
            };
            begins_arc.then_some(pos + place)
        };
        let pieces = [0, 1, 2, 3].map(|side| regions.at(arc(side)?));
        let is_repeated = |(index, piece): (usize, &Option<u32>)| {
            piece.is_some() && pieces[..index].contains(piece)
        };
        pieces.iter().enumerate().any(is_repeated)
    });
}

/// Fills `rock` with the closed tiles, shifted one tile down and right into a frame of rock, since
/// everything outside the map is closed and connected.
fn fill_rock(open: &TileSet, rock: &mut TileSet) {
    let size = open.size();
    let (width, height) = (size.width + 2, size.height + 2);
    rock.reset(Size::new(width, height));
    rock.insert_rect(Rect::sized(Pos::new(0, 0), width as i32, height as i32));
    for pos in open.iter() {
        rock.remove(pos + Pos::new(1, 1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Stream;

    #[test]
    fn what_is_found_by_words_is_what_a_look_at_each_tile_finds() {
        let mut stream = Stream::new(3, 9);
        let mut found = [0; 3];
        for width in [1, 2, 62, 63, 64, 65, 127, 128, 130] {
            for percent in [30, 60, 90] {
                let mut open = TileSet::new(Size::new(width, 9));
                for pos in Rect::sized(Pos::new(0, 0), width as i32, 9).positions() {
                    open.set(pos, stream.chance(percent, 100));
                }
                let (mut dead_ends, mut corridors) = (TileSet::default(), TileSet::default());
                let mut between = TileSet::default();
                find_dead_ends(&open, &mut dead_ends);
                find_corridors(&open, &mut corridors);
                choose(&open, &mut between, Around::between_arcs);
                let (mut tiles, mut pairs, mut squares) = (0, 0, 0);
                for pos in Rect::sized(Pos::new(0, 0), width as i32, 9).positions() {
                    let around = open.around(pos);
                    let is_open = open.contains(pos);
                    let is_set = |bits: usize| around & bits == bits;
                    let sides = SIDES.into_iter().filter(|side| is_set(*side)).count();
                    let in_square = SQUARES.into_iter().any(is_set);
                    let arcs =
                        (0..4).filter(|side| is_set(SIDES[*side]) && !is_set(SQUARES[*side]));
                    let is_between = is_open && arcs.count() >= 2;
                    let at = format!("{pos} at width {width}");
                    assert_eq!(dead_ends.contains(pos), is_open && sides == 1, "{at}");
                    let is_corridor = is_open && sides == 2 && !in_square;
                    assert_eq!(corridors.contains(pos), is_corridor, "{at}");
                    assert_eq!(between.contains(pos), is_between, "{at}");
                    if is_open {
                        tiles += 1;
                        pairs += usize::from(is_set(SIDES[0])) + usize::from(is_set(SIDES[3]));
                        squares += usize::from(is_set(SQUARES[3]));
                    }
                }
                let loops = (pairs + 1_usize).saturating_sub(tiles + squares);
                assert_eq!(
                    count_loops(&open),
                    loops * usize::from(tiles > 0),
                    "{width}"
                );
                found[0] += dead_ends.len();
                found[1] += corridors.len();
                found[2] += between.len();
            }
        }
        assert!(found.iter().all(|found| *found > 300), "{found:?}");
        assert_eq!(count_loops(&TileSet::default()), 0);
    }
}
