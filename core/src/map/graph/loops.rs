//! Loops: ways that lead back to where they began, around something.
//!
//! A loop of a map is a piece of rock, or of anything else that cannot be walked on, that walkable
//! tiles surround; closed tiles that touch at a corner are one piece. A loop of the graph is one that
//! no area contains by itself: a pillar in the middle of a room is a loop of the map, but not of the
//! graph.

use super::path::UNREACHED;
use super::{NONE, RoomGraph};
use crate::geom::{Dir, Pos, Size};
use crate::map::union_find::UnionFind;

impl RoomGraph {
    /// Number of independent loops that lead through at least two areas, among those that can be reached
    /// from the start; 0 without a start. Areas that meet at a corner make no loop, since it would go
    /// around nothing. About linear in the area.
    ///
    /// ```
    /// use undercroft_core::map::{Map, RoomGraph};
    /// let hall = Map::from_text("#######\n#@....#\n#.#...#\n#.....#\n#######\n")?;
    /// assert_eq!(RoomGraph::of(&hall).loops(), 0);
    /// let passage = Map::from_text("@..........\n...#######.\n...........\n")?;
    /// assert_eq!(RoomGraph::of(&passage).loops(), 1);
    /// # Ok::<(), undercroft_core::text::Invalid>(())
    /// ```
    pub fn loops(&self) -> usize {
        let Some(home) = self.start.and_then(|start| self.at(start)) else {
            return 0;
        };
        let mut links = vec![UNREACHED; self.areas.len()];
        self.search(home, &mut links);
        let area_at = |pos: Pos| {
            let area = self.area_of.get(pos).copied().unwrap_or(NONE);
            (area != NONE && links[area as usize] != UNREACHED).then_some(area)
        };
        let mut corners = Corners::new(self.area_of.size());
        for (pos, _) in self.area_of.iter() {
            if area_at(pos).is_none() {
                corners.add_rock(pos);
            }
        }
        let mut loops = 0;
        for (pos, _) in self.area_of.iter() {
            for dir in [Dir::East, Dir::South] {
                let areas = [pos, pos.step(dir)].map(area_at);
                if areas[0].zip(areas[1]).is_some_and(|(a, b)| a != b) {
                    loops += usize::from(corners.add_border(pos, dir));
                }
            }
        }
        loops
    }
}

/// The corners of all tiles, united along rock and along the borders between areas.
///
/// A border that joins two pieces of rock is crossed by a loop around one of them, and every loop of the
/// graph crosses such a border: the cycles of a plane graph are the cuts of its dual.
struct Corners {
    sets: UnionFind,
    /// For the least corner of a set, whether the set has one of a piece of rock.
    has_rock: Vec<bool>,
    /// Corners in a row.
    stride: u32,
}

impl Corners {
    /// The corners of a map of this size, with rock all around it.
    fn new(size: Size) -> Self {
        let (stride, rows) = (size.width + 1, size.height + 1);
        let mut corners = Self {
            sets: UnionFind::default(),
            has_rock: vec![false; (stride * rows) as usize],
            stride,
        };
        corners.sets.reset(stride * rows);
        for x in 0..stride {
            corners.unite_rock(0, x);
            corners.unite_rock(0, (rows - 1) * stride + x);
        }
        for y in 0..rows {
            corners.unite_rock(0, y * stride);
            corners.unite_rock(0, (y + 1) * stride - 1);
        }
        corners
    }

    /// The upper left corner of a tile.
    const fn of(&self, pos: Pos) -> u32 {
        pos.y as u32 * self.stride + pos.x as u32
    }

    fn unite_rock(&mut self, a: u32, b: u32) {
        self.sets.unite(a, b);
        let set = self.sets.find(a);
        self.has_rock[set as usize] = true;
    }

    /// Unites the corners of a tile that cannot be walked on.
    fn add_rock(&mut self, pos: Pos) {
        let corner = self.of(pos);
        for other in [corner + 1, corner + self.stride, corner + self.stride + 1] {
            self.unite_rock(corner, other);
        }
    }

    /// Unites the two ends of the side of a tile that lies in direction `dir`, east or south; returns whether this
    /// joins two pieces of rock.
    fn add_border(&mut self, pos: Pos, dir: Dir) -> bool {
        let end = self.of(pos) + self.stride + 1;
        let begin = match dir {
            Dir::East => end - self.stride,
            _ => end - 1,
        };
        let sets = [begin, end].map(|corner| self.sets.find(corner));
        let [a, b] = sets.map(|set| self.has_rock[set as usize]);
        if !self.sets.unite(sets[0], sets[1]) {
            return false;
        }
        self.has_rock[sets[0].min(sets[1]) as usize] = a || b;
        a && b
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::Rect;
    use crate::map::{Map, Room, Tile};
    use crate::rng::Stream;

    fn loops(text: &str, rooms: &[[i32; 4]]) -> usize {
        let mut map = Map::from_text(text).unwrap();
        let area = |[x, y, width, height]: [i32; 4]| Rect::sized(Pos::new(x, y), width, height);
        map.rooms = rooms.iter().map(|room| Room::plain(area(*room))).collect();
        RoomGraph::of(&map).loops()
    }

    #[test]
    fn a_loop_leads_through_two_areas_at_least() {
        // Two rooms that two passages join.
        let text = "@.....\n..##..\n......\n";
        assert_eq!(loops(text, &[[0, 0, 2, 3], [4, 0, 2, 3]]), 1);
        // One room with a block in it; two halves of it.
        assert_eq!(loops(text, &[[0, 0, 6, 3]]), 0);
        assert_eq!(loops(text, &[[0, 0, 3, 3], [3, 0, 3, 3]]), 1);
        // The way around cannot be reached from the start.
        assert_eq!(loops("@#...\n##.#.\n.#...\n", &[]), 0);
        assert_eq!(loops(&text.replace('@', "."), &[]), 0);
    }

    #[test]
    fn areas_that_meet_at_a_corner_make_no_loop() {
        let four = [[0, 0, 3, 2], [3, 0, 3, 2], [0, 2, 3, 2], [3, 2, 3, 2]];
        let open = "@.....\n......\n......\n......\n";
        assert_eq!(loops(open, &four), 0);
        assert_eq!(loops(open, &four[..3]), 0);
        let pillar = "@.....\n..#...\n......\n......\n";
        assert_eq!(loops(pillar, &four), 1);
        // A room around two others.
        let nested = [[0, 0, 6, 4], [2, 1, 1, 2], [3, 1, 1, 2]];
        assert_eq!(loops(open, &nested), 0);
    }

    /// The same by linear algebra over two elements: the cycles of the graph of areas and contacts, without
    /// those that are sums of the ways around open squares of 2 x 2 tiles, and of the areas' own.
    fn count_by_elimination(graph: &RoomGraph, home: usize) -> usize {
        let mut steps = vec![UNREACHED; graph.areas.len()];
        let reached = graph.search(home, &mut steps).len();
        let is_home = |pos: Pos| graph.at(pos).is_some_and(|area| steps[area] != UNREACHED);
        // Each pair of tiles of different areas is an edge; tiles of one area are the same node.
        let mut edges = Vec::new();
        for (pos, _) in graph.area_of.iter() {
            for near in [Dir::East, Dir::South].map(|dir| pos.step(dir)) {
                if is_home(pos) && is_home(near) && graph.at(pos) != graph.at(near) {
                    edges.push([pos, near]);
                }
            }
        }
        let mut rows: Vec<Vec<bool>> = Vec::new();
        for (pos, _) in graph.area_of.iter() {
            let square = [(0, 0), (1, 0), (1, 1), (0, 1), (0, 0)];
            let square = square.map(|(x, y)| pos + Pos::new(x, y));
            if square.into_iter().all(is_home) {
                let sides: Vec<[Pos; 2]> = square
                    .windows(2)
                    .map(|side| [side[0].min(side[1]), side[0].max(side[1])])
                    .collect();
                let has =
                    |edge: &[Pos; 2]| sides.contains(&[edge[0].min(edge[1]), edge[0].max(edge[1])]);
                rows.push(edges.iter().map(has).collect());
            }
        }
        let mut rank = 0;
        for column in 0..edges.len() {
            let Some(pivot) = (rank..rows.len()).find(|row| rows[*row][column]) else {
                continue;
            };
            rows.swap(rank, pivot);
            let first = rows[rank].clone();
            for row in rows.iter_mut().skip(rank + 1).filter(|row| row[column]) {
                row.iter_mut()
                    .zip(&first)
                    .for_each(|(bit, other)| *bit ^= other);
            }
            rank += 1;
        }
        edges.len() + 1 - reached - rank
    }

    #[test]
    fn loops_are_the_cycles_of_the_areas_that_go_around_something() {
        let mut stream = Stream::new(21, 4);
        let (mut found, mut maps) = ([0; 4], 0);
        for _ in 0..400 {
            let (width, height) = (stream.range(2, 14) as u32, stream.range(2, 9) as u32);
            let walls = stream.range(0, 45) as u32;
            let mut map = Map::new(Size::new(width, height), Tile::Floor);
            for tile in map.tiles.as_mut_slice() {
                if stream.chance(walls, 100) {
                    *tile = Tile::Wall;
                } else if stream.chance(4, 100) {
                    *tile = Tile::DoorOpen;
                }
            }
            for _ in 0..stream.range(0, 4) {
                let x = stream.range(0, width as i32 - 1);
                let y = stream.range(0, height as i32 - 1);
                let size = [stream.range(1, 5), stream.range(1, 5)];
                let area = Rect::sized(Pos::new(x, y), size[0], size[1]);
                map.rooms.push(Room::plain(area));
            }
            let first = map.tiles.iter().find(|(_, tile)| tile.is_walkable());
            map.start = first.map(|(pos, _)| pos);
            let graph = RoomGraph::of(&map);
            let Some(home) = map.start.and_then(|start| graph.at(start)) else {
                continue;
            };
            let loops = graph.loops();
            assert_eq!(
                loops,
                count_by_elimination(&graph, home),
                "\n{map}{:?}",
                map.rooms
            );
            found[loops.min(3)] += 1;
            maps += 1;
        }
        assert!(
            maps > 380 && found.iter().all(|count| *count > 15),
            "{found:?}"
        );
    }
}
