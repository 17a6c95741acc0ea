//! What a map is like, in numbers.

use serde::{Deserialize, Serialize};

use crate::geom::Pos;
use crate::map::Map;
use crate::map::reach::{Reach, UNREACHED};

/// Measures of one map. Tiles count if they can be walked on; neighbours are the four cardinal
/// ones.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Metrics {
    /// Walkable tiles.
    pub open: usize,
    /// Walkable tiles of 1000.
    pub open_permille: usize,
    /// Rooms that the generator knows of.
    pub rooms: usize,
    /// Walkable tiles with one walkable neighbour.
    pub dead_ends: usize,
    /// Independent ways around something, among the tiles that can be reached from the start.
    pub loops: usize,
    /// The tile farthest from the start, the first one reached if there are several.
    pub farthest: Option<Pos>,
    /// Steps from the start to it.
    pub farthest_steps: u32,
}

impl Metrics {
    /// Measures `map`. Linear in the area.
    pub fn of(map: &Map) -> Self {
        let mut reach = Reach::default();
        if let Some(start) = map.start {
            reach.from(map, start);
        }
        let open = map
            .tiles
            .as_slice()
            .iter()
            .filter(|tile| tile.is_walkable())
            .count();
        let farthest = reach.farthest();
        Self {
            open,
            open_permille: open * 1000 / map.size().area().max(1),
            rooms: map.rooms.len(),
            dead_ends: dead_ends(map),
            loops: loops(&reach),
            farthest: farthest.map(|(pos, _)| pos),
            farthest_steps: farthest.map_or(0, |(_, steps)| steps),
        }
    }
}

fn dead_ends(map: &Map) -> usize {
    let neighbours = |pos: Pos| {
        crate::geom::Dir::CARDINAL
            .into_iter()
            .filter(|dir| map.is_walkable(pos.step(*dir)))
            .count()
    };
    map.tiles
        .iter()
        .filter(|(pos, tile)| tile.is_walkable() && neighbours(*pos) == 1)
        .count()
}

/// Holes in the region that was reached, by its Euler characteristic: tiles less adjacent pairs
/// plus full squares of four is one less the holes.
fn loops(reach: &Reach) -> usize {
    let grid = reach.distances();
    let (mut tiles, mut pairs, mut squares) = (0_usize, 0_usize, 0_usize);
    let mut above: Option<&[u32]> = None;
    for row in grid.rows() {
        for x in 0..row.len() {
            if row[x] == UNREACHED {
                continue;
            }
            let west = x > 0 && row[x - 1] != UNREACHED;
            let north = above.is_some_and(|above| above[x] != UNREACHED);
            let corner = above.is_some_and(|above| x > 0 && above[x - 1] != UNREACHED);
            tiles += 1;
            pairs += usize::from(west) + usize::from(north);
            squares += usize::from(west && north && corner);
        }
        above = Some(row);
    }
    // A connected region has `tiles + squares <= pairs + 1`.
    (pairs + 1).saturating_sub(tiles + squares) * usize::from(tiles > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ring_has_one_loop_and_no_dead_end() {
        let map = Map::from_text("@...\n.##.\n....\n").unwrap();
        let metrics = Metrics::of(&map);
        assert_eq!((metrics.loops, metrics.dead_ends, metrics.open), (1, 0, 10));
        assert_eq!(
            (metrics.farthest, metrics.farthest_steps),
            (Some(Pos::new(3, 2)), 5)
        );
        assert_eq!(metrics.open_permille, 833);
    }

    #[test]
    fn an_open_room_has_no_loop_and_a_corridor_two_dead_ends() {
        let room = Metrics::of(&Map::from_text("@..\n...\n").unwrap());
        assert_eq!((room.loops, room.dead_ends), (0, 0));
        let corridor = Metrics::of(&Map::from_text("#@..#\n").unwrap());
        assert_eq!((corridor.loops, corridor.dead_ends), (0, 2));
        let pillars = Metrics::of(&Map::from_text(".....\n.#.#.\n..@..\n").unwrap());
        assert_eq!(pillars.loops, 2);
    }

    #[test]
    fn a_map_without_start_has_no_farthest_tile() {
        let metrics = Metrics::of(&Map::from_text("..\n").unwrap());
        assert_eq!((metrics.farthest, metrics.loops), (None, 0));
    }
}
