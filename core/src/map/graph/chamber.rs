//! Chambers: open ground, cut where it is narrow between wider places.
//!
//! The width of the ground is measured as a chamfer distance to the wall (G. Borgefors, "Distance
//! Transformations in Digital Images", 1986). A flood that begins at the widest tiles and goes on
//! to ever narrower ones grows a basin from each place that is wider than all around it (L. Vincent
//! and P. Soille, "Watersheds in Digital Spaces", 1991). Two basins that meet are one chamber,
//! unless the ground between them is narrow in comparison to both, as at the chokes of L. Perkins,
//! "Terrain Analysis in Real-Time Strategy Games" (2010).

use std::cmp::Reverse;

use crate::geom::{Dir, Grid, Pos};
use crate::map::distance::DistanceMap;
use crate::map::union_find::UnionFind;
use crate::map::{Steps, TileSet};

/// Marks a tile that belongs to no chamber.
pub(super) const NONE: u32 = u32::MAX;

/// Marks a tile that the flood has yet to reach.
const DRY: u32 = NONE - 1;

/// The steps from the middle of an open square of 3 x 3 tiles up to which ground belongs to a
/// chamber. What lies farther away is a passage.
const REACH: u32 = 3;

/// All bits of [`TileSet::around`].
const ALL_AROUND: usize = 0b111_111_111;

/// Ground divides chambers if it is less than this share as wide as the narrower of them.
const NECK: [u16; 2] = [2, 3];

/// Finds the chambers of `space`: for each tile the number of its chamber, or [`NONE`]. A chamber is
/// connected, and contains an open square of 3 x 3 tiles. Linear in the area, apart from sorting.
pub(super) fn find(space: &TileSet) -> Grid<u32> {
    let size = space.size();
    let mut basins = Grid::new(size.width, size.height, NONE);
    let is_wide = |pos: &Pos| space.around(*pos) == ALL_AROUND;
    let wide: Vec<Pos> = space.iter().filter(is_wide).collect();
    if wide.is_empty() {
        return basins;
    }
    let mut reach = DistanceMap::default();
    reach.measure(space, Steps::Eight, &wide, REACH);
    let mut tiles: Vec<Pos> = space.iter().collect();
    tiles.retain(|pos| reach.get(*pos).is_some());
    for pos in &tiles {
        basins[*pos] = DRY;
    }
    let mut flood = Flood {
        widths: measure_widths(space),
        basins,
        peaks: Vec::new(),
        chambers: UnionFind::default(),
        queue: Vec::new(),
    };
    flood.fill(&mut tiles);
    for pos in tiles {
        let basin = &mut flood.basins[pos];
        *basin = flood.chambers.find(*basin);
    }
    flood.basins
}

/// Three times the width of the ground around each tile, in tiles: of a straight hall exactly, at its
/// middle. Everything off the map is wall.
fn measure_widths(space: &TileSet) -> Grid<u16> {
    let size = space.size();
    // In half tiles, so that halls of one and of two tiles differ, and with a frame of wall.
    let width = 2 * size.width as usize + 2;
    let mut cells = vec![0; width * (2 * size.height as usize + 2)];
    let halves = |pos: Pos| {
        let first = (2 * pos.y as usize + 1) * width + 2 * pos.x as usize + 1;
        [first, first + 1, first + width, first + width + 1]
    };
    for pos in space.iter() {
        for half in halves(pos) {
            cells[half] = u16::MAX - 4;
        }
    }
    let mut relax = |at: usize, [side, row, corner, other]: [usize; 4]| {
        let straight = cells[side].min(cells[row]) + 3;
        let diagonal = cells[corner].min(cells[other]) + 4;
        cells[at] = cells[at].min(straight).min(diagonal);
    };
    let inner = width + 1..width * (2 * size.height as usize + 1) - 1;
    for at in inner.clone() {
        relax(at, [at - 1, at - width, at - width - 1, at - width + 1]);
    }
    for at in inner.rev() {
        relax(at, [at + 1, at + width, at + width + 1, at + width - 1]);
    }
    let mut widths = Grid::new(size.width, size.height, 0);
    for pos in space.iter() {
        let [a, b, c, d] = halves(pos).map(|half| cells[half]);
        widths[pos] = a.max(b).max(c).max(d);
    }
    widths
}

/// The flood.
struct Flood {
    widths: Grid<u16>,
    /// For each tile the number of its basin, [`DRY`] or [`NONE`].
    basins: Grid<u32>,
    /// The greatest width in each basin, in descending order.
    peaks: Vec<u16>,
    /// Which basins are one chamber.
    chambers: UnionFind,
    queue: Vec<Pos>,
}

impl Flood {
    /// Floods `tiles`, which it sorts from the widest to the narrowest.
    fn fill(&mut self, tiles: &mut [Pos]) {
        tiles.sort_by_cached_key(|pos| Reverse(self.widths[*pos]));
        let mut from = 0;
        while let Some(&first) = tiles.get(from) {
            let width = self.widths[first];
            let equal = tiles[from..].partition_point(|pos| self.widths[*pos] == width);
            self.fill_level(&tiles[from..from + equal], width);
            from += equal;
        }
    }

    /// Floods the `tiles` of one width. All wider ones are flooded.
    fn fill_level(&mut self, tiles: &[Pos], width: u16) {
        for &pos in tiles {
            let wider = self.flooded_beside(pos, width + 1);
            let widest = wider.max_by_key(|near| self.widths[*near]);
            if let Some(basin) = widest.map(|near| self.basins[near]) {
                self.basins[pos] = basin;
                self.queue.push(pos);
            }
        }
        self.spread(width);
        for &pos in tiles {
            if self.basins[pos] == DRY {
                self.basins[pos] = self.peaks.len() as u32;
                self.peaks.push(width);
                self.chambers.grow(self.peaks.len() as u32);
                self.queue.push(pos);
                self.spread(width);
            }
        }
        for &pos in tiles {
            for near in Dir::CARDINAL.map(|dir| pos.step(dir)) {
                if self.is_flooded(near, width) && self.basins[near] != self.basins[pos] {
                    self.meet(self.basins[pos], self.basins[near], width);
                }
            }
        }
    }

    /// The flooded tiles beside `pos` that are at least `width` wide.
    fn flooded_beside(&self, pos: Pos, width: u16) -> impl Iterator<Item = Pos> {
        let beside = Dir::CARDINAL.into_iter().map(move |dir| pos.step(dir));
        beside.filter(move |near| self.is_flooded(*near, width))
    }

    fn is_flooded(&self, pos: Pos, width: u16) -> bool {
        self.basins.get(pos).is_some_and(|basin| *basin < DRY) && self.widths[pos] >= width
    }

    /// Floods the dry tiles of `width` that the queued tiles reach.
    fn spread(&mut self, width: u16) {
        let mut head = 0;
        while let Some(&pos) = self.queue.get(head) {
            head += 1;
            for near in Dir::CARDINAL.map(|dir| pos.step(dir)) {
                if self.basins.get(near) == Some(&DRY) && self.widths[near] == width {
                    self.basins[near] = self.basins[pos];
                    self.queue.push(near);
                }
            }
        }
        self.queue.clear();
    }

    /// Unites the chambers of two basins that meet where the ground has `width`, unless it is a
    /// neck. Basins meet where it is widest first.
    fn meet(&mut self, a: u32, b: u32, width: u16) {
        let (a, b) = (self.chambers.find(a), self.chambers.find(b));
        // The lower number has the higher peak, and also identifies the chamber.
        let peak = self.peaks[a.max(b) as usize];
        let is_chamber = peak >= 3 * 3;
        let is_narrow = width * NECK[1] < peak * NECK[0];
        if !(is_chamber && is_narrow) {
            self.chambers.unite(a, b);
        }
    }
}
