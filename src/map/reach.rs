//! What can be reached from where: breadth-first distances over a map.
//!
//! Steps go in the four cardinal directions. Since nobody squeezes between two diagonal walls,
//! eight directions reach exactly the same tiles.

use super::region::Touch;
use super::{Bits, Map, Regions, Tile};
use crate::geom::{Grid, Pos};

/// Distance of a tile that cannot be reached.
pub const UNREACHED: u32 = u32::MAX;

/// Breadth-first distances from one tile, with buffers that are kept between calls.
///
/// ```
/// use undercroft::{geom::Pos, map::{Map, reach::Reach}};
/// let map = Map::from_text("@..#.\n")?;
/// let mut reach = Reach::default();
/// assert_eq!(reach.from(&map, Pos::new(0, 0)), 3);
/// assert_eq!(reach.distance(Pos::new(2, 0)), Some(2));
/// assert_eq!(reach.distance(Pos::new(4, 0)), None);
/// # Ok::<(), undercroft::map::TextError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Reach {
    distances: Grid<u32>,
    /// Indices of the tiles reached, nearest first.
    queue: Vec<u32>,
}

impl Reach {
    /// Measures from `source`; returns the number of tiles reached, the source included (none
    /// if it cannot be walked on). Linear in the area; allocates only for a larger map than
    /// before.
    pub fn from(&mut self, map: &Map, source: Pos) -> usize {
        let size = map.size();
        self.distances.reset(size.width, size.height, UNREACHED);
        self.queue.clear();
        if !map.is_walkable(source) {
            return 0;
        }
        let width = size.width as usize;
        let tiles = map.tiles.as_slice();
        let distances = self.distances.as_mut_slice();
        let first = source.y as usize * width + source.x as usize;
        distances[first] = 0;
        self.queue.push(first as u32);
        let mut head = 0;
        while let Some(&index) = self.queue.get(head) {
            head += 1;
            let index = index as usize;
            let next = distances[index] + 1;
            let column = index % width;
            let mut visit = |neighbour: usize| {
                if distances[neighbour] == UNREACHED && tiles[neighbour].is_walkable() {
                    distances[neighbour] = next;
                    self.queue.push(neighbour as u32);
                }
            };
            if index >= width {
                visit(index - width);
            }
            if column + 1 < width {
                visit(index + 1);
            }
            if index + width < tiles.len() {
                visit(index + width);
            }
            if column > 0 {
                visit(index - 1);
            }
        }
        self.queue.len()
    }

    /// Steps from the source to `pos`, or `None` if there is no way.
    pub fn distance(&self, pos: Pos) -> Option<u32> {
        self.distances.get(pos).copied().filter(|&d| d != UNREACHED)
    }

    /// The tile farthest from the source and its distance, the first one reached if there are
    /// several; `None` if nothing was reached.
    pub fn farthest(&self) -> Option<(Pos, u32)> {
        let last = *self.queue.last()? as usize;
        let far = self.distances.as_slice()[last];
        let first = self
            .queue
            .partition_point(|&i| self.distances.as_slice()[i as usize] < far);
        Some((self.distances.pos_of(self.queue[first] as usize), far))
    }

    /// The distances, [`UNREACHED`] where there is no way.
    pub const fn distances(&self) -> &Grid<u32> {
        &self.distances
    }
}

impl Map {
    /// Whether every walkable tile can be reached from the start. Linear in the area.
    pub fn is_connected(&self) -> bool {
        let mut open = Bits::default();
        open.read(&self.tiles, Tile::is_walkable);
        let mut regions = Regions::default();
        regions.label(&open, Touch::Side);
        regions.count() == 1 && self.start.is_some_and(|start| open.contains(start))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_go_around_walls() {
        let map = Map::from_text("@#.\n.#.\n...\n").unwrap();
        let mut reach = Reach::default();
        assert_eq!(reach.from(&map, Pos::new(0, 0)), 7);
        assert_eq!(reach.distance(Pos::new(2, 0)), Some(6));
        assert_eq!(reach.farthest(), Some((Pos::new(2, 0), 6)));
        assert!(map.is_connected());
    }

    #[test]
    fn nothing_is_reached_from_inside_a_wall() {
        let map = Map::from_text("#.\n").unwrap();
        let mut reach = Reach::default();
        assert_eq!(reach.from(&map, Pos::new(0, 0)), 0);
        assert_eq!(reach.farthest(), None);
        assert!(!map.is_connected());
    }

    #[test]
    fn a_row_does_not_run_on_into_the_next() {
        let map = Map::from_text("@#.\n.#.\n").unwrap();
        assert!(!map.is_connected());
    }
}
