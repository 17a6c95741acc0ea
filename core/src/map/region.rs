//! Regions: which tiles of a set are connected.
//!
//! Each row is split into runs of adjacent tiles, and runs that touch are united, so that tiles are
//! never visited one by one.

use super::union_find::UnionFind;
use super::{Map, Tile, TileSet};
use crate::geom::Pos;

/// When two tiles count as touching.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Touch {
    /// They share a side: a step in a cardinal direction.
    Side,
    /// They share a side or a corner.
    Corner,
}

/// A maximal run of adjacent tiles in one row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Run {
    /// Its row.
    pub y: u32,
    /// Its first column.
    pub left: u32,
    /// Its last column, `>= left`.
    pub right: u32,
    /// The region it belongs to.
    pub region: u32,
}

/// The regions of a set of tiles, with buffers that are kept between calls.
///
/// A region is identified by the index of its first run, counted row by row, so the identifiers
/// depend on the set alone.
///
/// Source: union-find over runs, as in He, Chao and Suzuki, "A Run-Based Two-Scan Labeling
/// Algorithm" (2008).
#[derive(Clone, Debug, Default)]
pub struct Regions {
    /// For each run, its first column and the one after its last.
    edges: Vec<[u32; 2]>,
    /// Index of the first run of each row, followed by the number of all runs.
    rows: Vec<u32>,
    sets: UnionFind,
    /// The region of each run.
    region: Vec<u32>,
}

impl Regions {
    /// Finds the regions of `tiles`. About linear in its words and runs.
    pub fn label(&mut self, tiles: &TileSet, touch: Touch) {
        self.edges.clear();
        self.rows.clear();
        self.sets.reset(0);
        self.rows.push(0);
        let reach = u32::from(touch == Touch::Corner);
        let mut above = 0;
        for row in tiles.words().chunks_exact(tiles.stride()) {
            let first = self.edges.len();
            push_runs(row, &mut self.edges);
            self.sets.grow(self.edges.len() as u32);
            self.unite_rows(above, first, reach);
            self.rows.push(self.edges.len() as u32);
            above = first;
        }
        self.region.clear();
        self.region.extend_from_slice(self.sets.names());
    }

    /// Unites the runs from index `first` on with the runs from `above` to `first` that they touch.
    fn unite_rows(&mut self, above: usize, first: usize, reach: u32) {
        let mut upper = above;
        for lower in first..self.edges.len() {
            let [left, right] = self.edges[lower];
            while upper < first && self.edges[upper][1] + reach <= left {
                upper += 1;
            }
            let mut touching = upper;
            while touching < first && self.edges[touching][0] < right + reach {
                self.sets.unite(touching as u32, lower as u32);
                touching += 1;
            }
            // The last one may touch the next run as well.
            upper = touching.saturating_sub(1).max(upper);
        }
    }

    /// Number of runs in all regions.
    pub const fn len(&self) -> usize {
        self.edges.len()
    }

    /// Whether the labelled set is empty.
    pub const fn is_empty(&self) -> bool {
        self.edges.is_empty()
    }

    /// Number of regions. Linear in the runs.
    pub fn count(&self) -> usize {
        let is_first_run = |(run, region): &(usize, &u32)| *run == **region as usize;
        self.region.iter().enumerate().filter(is_first_run).count()
    }

    /// The run at index `number`, which lies on row `y`.
    fn run(&self, y: u32, number: usize) -> Run {
        let [left, end] = self.edges[number];
        Run {
            y,
            left,
            right: end - 1,
            region: self.region[number],
        }
    }

    /// The runs of row `y`, which must be on the map, from left to right.
    pub fn row(&self, y: u32) -> impl Iterator<Item = Run> {
        let numbers = self.rows[y as usize] as usize..self.rows[y as usize + 1] as usize;
        numbers.map(move |number| self.run(y, number))
    }

    /// All runs, row by row. The run at index `n` is the `n`th.
    pub fn runs(&self) -> impl Iterator<Item = Run> {
        (0..self.rows.len().saturating_sub(1) as u32).flat_map(|y| self.row(y))
    }

    /// The region that `pos` belongs to; `None` if it is not in the set. Logarithmic in the runs of
    /// its row.
    pub fn at(&self, pos: Pos) -> Option<u32> {
        let y = u32::try_from(pos.y).ok()?;
        let x = u32::try_from(pos.x).ok()?;
        let end = *self.rows.get(y as usize + 1)? as usize;
        let first = self.rows[y as usize] as usize;
        let number = first + self.edges[first..end].partition_point(|run| run[1] <= x);
        (number < end && self.edges[number][0] <= x).then(|| self.region[number])
    }
}

impl Map {
    /// Whether every walkable tile can be reached from the start. Linear in the area.
    pub fn is_connected(&self) -> bool {
        let open = TileSet::of(&self.tiles, Tile::is_walkable);
        let mut regions = Regions::default();
        regions.label(&open, Touch::Side);
        regions.count() == 1 && self.start.is_some_and(|start| open.contains(start))
    }
}

/// Appends the runs of a row of bits.
fn push_runs(row: &[u64], edges: &mut Vec<[u32; 2]>) {
    let mut before = 0;
    let mut left = None;
    for (index, &word) in row.iter().enumerate() {
        // A bit is set for each tile that differs from the one to its left.
        let mut changes = word ^ (word << 1 | before);
        before = word >> 63;
        while changes != 0 {
            let x = index as u32 * 64 + changes.trailing_zeros();
            changes &= changes - 1;
            match left.take() {
                None => left = Some(x),
                // The last bit of a row is clear, so every run ends within it.
                Some(left) => edges.push([left, x]),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::{Dir, Grid, Size};
    use crate::rng::Stream;

    /// The regions by flood fill, tile by tile, numbered from 1 in the order of their first tiles.
    fn flood(tiles: &TileSet, dirs: &[Dir]) -> Grid<u32> {
        let mut grid = Grid::new(tiles.size().width, tiles.size().height, 0);
        let mut count = 0;
        for first in tiles.iter() {
            if grid[first] != 0 {
                continue;
            }
            count += 1;
            grid[first] = count;
            let mut todo = vec![first];
            while let Some(pos) = todo.pop() {
                for next in dirs.iter().map(|dir| pos.step(*dir)) {
                    if tiles.contains(next) && grid[next] == 0 {
                        grid[next] = count;
                        todo.push(next);
                    }
                }
            }
        }
        grid
    }

    #[test]
    fn regions_are_those_of_a_flood_fill() {
        let mut stream = Stream::new(5, 5);
        let mut regions = Regions::default();
        let mut most = 0;
        for round in 0..600 {
            let width = stream.range(1, 140) as u32;
            let height = stream.range(1, 30) as u32;
            let share = stream.range(20, 95) as u32;
            let mut tiles = TileSet::new(Size::new(width, height));
            for y in 0..height as i32 {
                for x in 0..width as i32 {
                    if stream.chance(share, 100) {
                        tiles.insert(Pos::new(x, y));
                    }
                }
            }
            for (touch, dirs) in [
                (Touch::Side, &Dir::CARDINAL[..]),
                (Touch::Corner, &Dir::ALL),
            ] {
                let expected = flood(&tiles, dirs);
                regions.label(&tiles, touch);
                let mut names = vec![0];
                for run in regions.runs() {
                    for x in run.left..=run.right {
                        let number = expected[Pos::new(x as i32, run.y as i32)];
                        assert_ne!(number, 0, "round {round}: a tile outside the set");
                        if number as usize == names.len() {
                            names.push(run.region);
                        }
                        assert_eq!(run.region, names[number as usize], "round {round}");
                    }
                }
                let distinct: std::collections::BTreeSet<u32> =
                    names[1..].iter().copied().collect();
                assert_eq!(distinct.len(), names.len() - 1, "round {round}");
                assert_eq!(regions.count(), distinct.len(), "round {round}");
                most = most.max(regions.count());
                for (pos, number) in expected.iter() {
                    let name = (*number > 0).then(|| names[*number as usize]);
                    assert_eq!(regions.at(pos), name, "round {round} at {pos}");
                }
            }
        }
        assert!(most > 100);
    }

    #[test]
    fn nothing_has_no_regions() {
        let mut regions = Regions::default();
        regions.label(&TileSet::default(), Touch::Side);
        assert!(regions.is_empty());
        assert_eq!((regions.count(), regions.runs().count()), (0, 0));
        assert_eq!(regions.at(Pos::new(0, 0)), None);
    }

    #[test]
    fn a_map_is_connected_if_its_start_reaches_every_walkable_tile() {
        let connected = |text| Map::from_text(text).unwrap().is_connected();
        assert!(connected("@#.\n.#.\n...\n"));
        assert!(!connected("#.\n"));
        // A row does not continue on the next.
        assert!(!connected("@#.\n.#.\n"));
    }
}
