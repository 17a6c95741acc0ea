//! What the neighbours of a tile say of it: dead ends, corridors, and the loops of a region.

use crate::map::Bits;

/// A word of tiles, and the same of their neighbours: what lies north of the tile of a bit is in
/// the same bit of `north`.
#[derive(Clone, Copy)]
pub struct Nine {
    pub here: u64,
    pub north: u64,
    pub east: u64,
    pub south: u64,
    pub west: u64,
    pub north_east: u64,
    pub south_east: u64,
    pub south_west: u64,
    pub north_west: u64,
}

/// Calls `each` for every word of `open` that is not empty, with its index.
pub fn each_nine(open: &Bits, mut each: impl FnMut(usize, Nine)) {
    let (words, stride) = (open.words(), open.stride());
    let word = |index: usize| words.get(index).copied().unwrap_or(0);
    // Neighbours of a row's end are never open, so words of other rows do no harm there.
    let west = |index: usize| word(index) << 1 | word(index.wrapping_sub(1)) >> 63;
    let east = |index: usize| word(index) >> 1 | word(index + 1) << 63;
    for (index, &here) in words.iter().enumerate() {
        if here == 0 {
            continue;
        }
        // Above the first row lies nothing: the index wraps to one far beyond the words.
        let (above, below) = (index.wrapping_sub(stride), index + stride);
        let nine = Nine {
            here,
            north: word(above),
            east: east(index),
            south: word(below),
            west: west(index),
            north_east: if index < stride { 0 } else { east(above) },
            south_east: east(below),
            south_west: west(below),
            north_west: if index < stride { 0 } else { west(above) },
        };
        each(index, nine);
    }
}

/// Marks the tiles with one neighbour, and those with two that lie in no open square of 2 x 2.
pub fn mark(open: &Bits, corridors: &mut Bits, dead_ends: &mut Bits) {
    corridors.reset(open.size());
    dead_ends.reset(open.size());
    each_nine(open, |index, nine| {
        dead_ends.words_mut()[index] = nine.dead_ends();
        corridors.words_mut()[index] = nine.corridors();
    });
}

impl Nine {
    const fn dead_ends(self) -> u64 {
        let along = self.north & self.south;
        let across = self.east & self.west;
        let odd = self.north ^ self.south ^ self.east ^ self.west;
        self.here & odd & !along & !across
    }

    const fn corridors(self) -> u64 {
        let straight = (self.north & self.south & !(self.east | self.west))
            | (self.east & self.west & !(self.north | self.south));
        let one_each = (self.north ^ self.south) & (self.east ^ self.west);
        let bent = (self.north & self.east & !self.north_east)
            | (self.south & self.east & !self.south_east)
            | (self.south & self.west & !self.south_west)
            | (self.north & self.west & !self.north_west);
        self.here & (straight | one_each & bent)
    }
}

/// Holes in a region, by its Euler characteristic: tiles less adjacent pairs plus full squares
/// of four is one less the holes. 0 if there are no tiles.
pub fn loops(region: &Bits) -> usize {
    let (mut tiles, mut pairs, mut squares) = (0, 0, 0);
    each_nine(region, |_, nine| {
        let count = |word: u64| word.count_ones() as usize;
        tiles += count(nine.here);
        pairs += count(nine.here & nine.west) + count(nine.here & nine.north);
        squares += count(nine.here & nine.west & nine.north & nine.north_west);
    });
    // A connected region has `tiles + squares <= pairs + 1`.
    (pairs + 1_usize).saturating_sub(tiles + squares) * usize::from(tiles > 0)
}
