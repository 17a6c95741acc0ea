//! Choke points: the tiles that hold the map together.
//!
//! Instead of walking through the graph of tiles, as the method of Hopcroft and Tarjan (1973)
//! does, this looks at the rock, which is its dual in the plane. The closed tiles around an open
//! one fall into arcs between the neighbours that can be walked to. To close the tile is to join
//! its arcs; if two of them were one piece of rock already, the join closes a ring around some of
//! the neighbours and cuts them off from the others; if not, it cuts nothing off. So one labelling
//! of the rock, corners included, and a look at the arcs of each tile that has two are enough.

use super::shape::{Nine, each_nine};
use crate::geom::Size;
use crate::map::region::{Cursor, Touch};
use crate::map::{Bits, Regions};

/// Marks the choke points of `open`. Linear in the area, but for the union-find of the rock.
pub fn mark(open: &Bits, rock: &mut Bits, regions: &mut Regions, chokes: &mut Bits) {
    quarry(open, rock);
    regions.label(rock, Touch::Corner);
    chokes.reset(open.size());
    let mut row = None;
    each_nine(open, |index, nine| {
        let arcs = Arcs::of(nine);
        let mut doubtful = arcs.several() & nine.here;
        while doubtful != 0 {
            let bit = doubtful.trailing_zeros();
            doubtful &= doubtful - 1;
            let pos = open.pos_of(index, bit);
            // Of this row, or the first of a new one.
            let (_, rows) = match row.take() {
                Some((y, rows)) if y == pos.y => row.insert((y, rows)),
                _ => row.insert((pos.y, Rows::new(regions, pos.y as u32))),
            };
            if rows.meet(pos.x as u32, arcs, nine, bit) {
                chokes.words_mut()[index] |= 1 << bit;
            }
        }
    });
}

/// Fills `rock` with what is not open, moved one tile down and right into a frame of rock: what
/// lies outside the map is closed and in one piece.
fn quarry(open: &Bits, rock: &mut Bits) {
    let size = Size::new(open.size().width + 2, open.size().height + 2);
    rock.reset(size);
    let (stride, last) = (rock.stride(), size.width as usize);
    for (y, row) in rock.words_mut().chunks_exact_mut(stride).enumerate() {
        let inside = (1..=open.size().height as usize).contains(&y);
        let row_of_open = if inside { open.row(y as u32 - 1) } else { &[] };
        let mut before = 0;
        for (index, word) in row.iter_mut().enumerate() {
            let here = row_of_open.get(index).copied().unwrap_or(0);
            *word = !(here << 1 | before >> 63);
            before = here;
        }
        row[last / 64] &= (1 << (last % 64)) - 1;
    }
}

/// For each of the four neighbours, whether an arc of rock begins clockwise of it: it is open,
/// and one does not get from it around the corner to the next.
#[derive(Clone, Copy)]
struct Arcs {
    north: u64,
    east: u64,
    south: u64,
    west: u64,
}

impl Arcs {
    const fn of(nine: Nine) -> Self {
        Self {
            north: nine.north & !(nine.east & nine.north_east),
            east: nine.east & !(nine.south & nine.south_east),
            south: nine.south & !(nine.west & nine.south_west),
            west: nine.west & !(nine.north & nine.north_west),
        }
    }

    /// The tiles with two arcs or more.
    const fn several(self) -> u64 {
        let (along, across) = (self.north | self.south, self.east | self.west);
        self.north & self.south | self.east & self.west | along & across
    }
}

/// The rock above, on and below a row of open tiles.
struct Rows<'a> {
    above: Cursor<'a>,
    here: Cursor<'a>,
    below: Cursor<'a>,
}

impl<'a> Rows<'a> {
    fn new(regions: &'a Regions, y: u32) -> Self {
        Self {
            above: regions.cursor(y),
            here: regions.cursor(y + 1),
            below: regions.cursor(y + 2),
        }
    }

    /// Whether two arcs of the tile in column `x`, which is bit `bit` of its word, are one piece
    /// of rock. The column never goes back.
    fn meet(&mut self, x: u32, arcs: Arcs, nine: Nine, bit: u32) -> bool {
        for row in [&mut self.above, &mut self.here, &mut self.below] {
            row.advance(x);
        }
        // In the frame all is one tile further right and down. The arc after a neighbour holds
        // the next neighbour if that is closed, and else the corner between the two.
        let (left, middle, right) = (x, x + 1, x + 2);
        let is = |word: u64| word >> bit & 1 == 1;
        let pieces = [
            (arcs.north, nine.east, &self.here, right, &self.above, right),
            (
                arcs.east,
                nine.south,
                &self.below,
                middle,
                &self.below,
                right,
            ),
            (arcs.south, nine.west, &self.here, left, &self.below, left),
            (
                arcs.west,
                nine.north,
                &self.above,
                middle,
                &self.above,
                left,
            ),
        ]
        .map(|(arc, next, row, column, corner_row, corner)| {
            if !is(arc) {
                None
            } else if is(next) {
                corner_row.at(corner)
            } else {
                row.at(column)
            }
        });
        let same = |a: usize, b: usize| pieces[a].is_some() && pieces[a] == pieces[b];
        same(0, 1) || same(0, 2) || same(0, 3) || same(1, 2) || same(1, 3) || same(2, 3)
    }
}
