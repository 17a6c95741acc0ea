//! `bsp`: the map split in two repeatedly, with a room in each leaf and a corridor across each cut.

use super::param::params;
use super::{GenerateError, Generator, Info, ParamSpec, Params, Site};
use crate::geom::{Pos, Rect, Size};
use crate::rng::Stream;

/// `bsp`: rooms in the leaves of a binary space partition.
pub struct Bsp;

/// A part of the map that is split in two by a line of wall.
#[derive(Clone, Copy, Debug)]
struct Cut {
    area: Rect,
    line: i32,
    /// Whether the line is a column rather than a row.
    is_vertical: bool,
    /// The part left of the line or above it, then the part right of it or below.
    sides: [Part; 2],
}

/// A part of the map, by index.
#[derive(Clone, Copy, Debug)]
enum Part {
    /// Split in two.
    Cut(usize),
    /// Not split; holds the room with the same index.
    Leaf(usize),
}

/// Working memory, kept between maps.
#[derive(Clone, Debug, Default)]
pub struct BspScratch {
    /// The parts that are split, each before its own parts.
    cuts: Vec<Cut>,
    /// The parts that are not split, in the same order.
    leaves: Vec<Rect>,
    /// For each room, the rooms that a corridor joins it to, and the distance to each.
    links: Vec<Vec<(usize, i32)>>,
}

params! {
    MIN_LEAF = int("min-leaf", 3, 64, 9, "smallest side of a part, in tiles");
    MIN_ROOM = int("min-room", 1, 62, 4, "smallest side of a room, in tiles");
    MARGIN = int("margin", 0, 8, 1, "tiles of wall kept between a room and the edge of its part");
    LOOPS = int("loops", 0, 100, 0, "percentage of splits that get a second corridor");
}

static INFO: Info = Info {
    name: "bsp",
    description: "The map split in two again and again, with a room in each part and a corridor across each split",
    source: "binary space partition for dungeons, as in J. F. Henriques' libtcod (2008); the tree is that of Fuchs, Kedem and Naylor (1980)",
    params: PARAMS,
};

impl Generator for Bsp {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn min_size(&self, params: &Params) -> Size {
        let side = params.value(MIN_LEAF) as u32 + 2;
        Size::new(side, side)
    }

    fn check_params(&self, params: &Params) -> Result<(), String> {
        let (leaf, room) = (params.value(MIN_LEAF), params.value(MIN_ROOM));
        let margin = params.value(MARGIN);
        if room + 2 * margin <= leaf {
            return Ok(());
        }
        Err(format!(
            "min-room={room} with margin={margin} on both sides is larger than min-leaf={leaf}"
        ))
    }

    fn carve(&self, site: &mut Site<'_>, stream: &mut Stream) -> Result<(), GenerateError> {
        let params = site.params();
        let mut scratch = std::mem::take(&mut site.buffers().bsp);
        scratch.partition(site.interior(), params.value(MIN_LEAF), stream);
        for leaf in &scratch.leaves {
            let room = draw_room(*leaf, params, stream);
            site.room(room);
        }
        scratch.dig_corridors(site, params.value(LOOPS) as u32, stream);
        let start_room = scratch.far_room();
        site.start(site.map().rooms[start_room].area.center());
        site.buffers().bsp = scratch;
        Ok(())
    }
}

impl BspScratch {
    /// Splits `area` into parts until no part has a side long enough for two leaves and the wall
    /// between.
    ///
    /// If only one side is long enough to be split, that one is. Otherwise, if one side is longer
    /// than the other by more than a quarter, the longer one is split; else a coin decides.
    fn partition(&mut self, area: Rect, min_leaf: i32, stream: &mut Stream) {
        self.cuts.clear();
        self.leaves.clear();
        if let Part::Cut(whole) = self.add_part(area, 2 * min_leaf + 1) {
            self.split(whole, min_leaf, stream);
        }
    }

    /// Splits a part in two, and both of them recursively.
    fn split(&mut self, at: usize, min_leaf: i32, stream: &mut Stream) {
        let min_side = 2 * min_leaf + 1;
        let area = self.cuts[at].area;
        let is_vertical = choose_cut(area, min_side, stream);
        let (mut near, mut far) = (area, area);
        let line = if is_vertical {
            let line = stream.range(area.left + min_leaf, area.right - min_leaf);
            (near.right, far.left) = (line - 1, line + 1);
            line
        } else {
            let line = stream.range(area.top + min_leaf, area.bottom - min_leaf);
            (near.bottom, far.top) = (line - 1, line + 1);
            line
        };
        let sides = [self.add_part(near, min_side), self.add_part(far, min_side)];
        self.cuts[at] = Cut {
            area,
            line,
            is_vertical,
            sides,
        };
        for side in sides {
            if let Part::Cut(next) = side {
                self.split(next, min_leaf, stream);
            }
        }
    }

    /// Adds a part: a leaf, unless one of its sides has at least `min_side` tiles.
    fn add_part(&mut self, area: Rect, min_side: i32) -> Part {
        if area.width() < min_side && area.height() < min_side {
            self.leaves.push(area);
            return Part::Leaf(self.leaves.len() - 1);
        }
        self.cuts.push(Cut {
            area,
            line: 0,
            is_vertical: false,
            sides: [Part::Leaf(0); 2],
        });
        Part::Cut(self.cuts.len() - 1)
    }

    /// Digs a corridor across each cut, and a second one across `loops` per cent of them.
    fn dig_corridors(&mut self, site: &mut Site<'_>, loops: u32, stream: &mut Stream) {
        self.links.iter_mut().for_each(Vec::clear);
        self.links.resize_with(self.leaves.len(), Vec::new);
        for at in 0..self.cuts.len() {
            let cut = self.cuts[at];
            let [a, b] = self.dig_corridor(site, &cut, stream);
            self.add_link(site, a, b);
            // Draws nothing if no loops are wanted.
            if loops > 0 && stream.chance(loops, 100) {
                self.dig_corridor(site, &cut, stream);
            }
        }
    }

    /// Joins the two rooms whose parts lie on either side of `cut` at a random place along it;
    /// returns their indices.
    fn dig_corridor(&self, site: &mut Site<'_>, cut: &Cut, stream: &mut Stream) -> [usize; 2] {
        let Cut {
            area, line, sides, ..
        } = *cut;
        let (near, far) = if cut.is_vertical {
            let y = stream.range(area.top, area.bottom);
            (Pos::new(line - 1, y), Pos::new(line + 1, y))
        } else {
            let x = stream.range(area.left, area.right);
            (Pos::new(x, line - 1), Pos::new(x, line + 1))
        };
        let numbers = [self.room_at(sides[0], near), self.room_at(sides[1], far)];
        let [a, b] = numbers.map(|number| site.map().rooms[number].area);
        site.join(a, b, line, cut.is_vertical, stream);
        numbers
    }

    /// The index of the room in the leaf of `part` that holds `pos`; if `pos` is on a line of wall,
    /// in the leaf left of it or above it.
    fn room_at(&self, mut part: Part, pos: Pos) -> usize {
        loop {
            match part {
                Part::Leaf(room) => return room,
                Part::Cut(number) => {
                    let cut = &self.cuts[number];
                    let place = if cut.is_vertical { pos.x } else { pos.y };
                    part = cut.sides[usize::from(place > cut.line)];
                }
            }
        }
    }

    fn add_link(&mut self, site: &Site<'_>, a: usize, b: usize) {
        let way = site.map().rooms[a].area.center() - site.map().rooms[b].area.center();
        let steps = way.x.abs() + way.y.abs();
        self.links[a].push((b, steps));
        self.links[b].push((a, steps));
    }

    /// The room at one end of the longest path through the tree of rooms: the one farthest from the
    /// first. A corridor counts as the distance between the centres that it joins.
    fn far_room(&self) -> usize {
        let mut far = (0, 0);
        // Rooms to visit, each with the room before it and its distance.
        let mut todo = vec![(0, 0, 0)];
        while let Some((room, from, steps)) = todo.pop() {
            if steps > far.1 {
                far = (room, steps);
            }
            let links = self.links[room].iter().rev();
            let onward = links.filter(|(next, _)| *next != from);
            todo.extend(onward.map(|(next, more)| (*next, room, steps + more)));
        }
        far.0
    }
}

/// Whether to split `area` along a column (`true`) or along a row; at least one is possible.
fn choose_cut(area: Rect, min_side: i32, stream: &mut Stream) -> bool {
    let (width, height) = (area.width(), area.height());
    match (width >= min_side, height >= min_side) {
        (true, false) => true,
        (false, _) => false,
        _ if width * 4 > height * 5 => true,
        _ if height * 4 > width * 5 => false,
        _ => stream.coin(),
    }
}

/// Draws a room at a random place in `leaf`, inside its margin.
fn draw_room(leaf: Rect, params: &Params, stream: &mut Stream) -> Rect {
    let (min, margin) = (params.value(MIN_ROOM), params.value(MARGIN));
    let free = leaf.grown(-margin);
    let width = stream.range(min, free.width());
    let height = stream.range(min, free.height());
    let x = stream.range(free.left, free.right + 1 - width);
    let y = stream.range(free.top, free.bottom + 1 - height);
    Rect::sized(Pos::new(x, y), width, height)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mapgen::{MapSpec, generate};

    fn partition(width: u32, height: u32, min_leaf: i32, seed: u64) -> BspScratch {
        let mut scratch = BspScratch::default();
        let area = Rect::sized(Pos::new(1, 1), width as i32 - 2, height as i32 - 2);
        scratch.partition(area, min_leaf, &mut Stream::new(seed, 1));
        scratch
    }

    #[test]
    fn parts_fill_the_map_and_lines_of_wall_lie_between_them() {
        for seed in 0..200 {
            let BspScratch { cuts, leaves, .. } = partition(80, 50, 9, seed);
            assert!(leaves.len() > 6 && leaves.len() == cuts.len() + 1);
            let is_leaf_side = |side: i32| (9..=18).contains(&side);
            assert!(
                leaves
                    .iter()
                    .all(|leaf| is_leaf_side(leaf.width()) && is_leaf_side(leaf.height()))
            );
            for (index, leaf) in leaves.iter().enumerate() {
                let apart = |other: &Rect| !other.intersects(leaf.grown(1));
                assert!(leaves[..index].iter().all(apart), "seed {seed}");
            }
            for cut in &cuts {
                let [a, b] = cut.sides.map(|side| match side {
                    Part::Leaf(number) => leaves[number],
                    Part::Cut(number) => cuts[number].area,
                });
                let line = if cut.is_vertical {
                    (a.right + 1, b.left - 1)
                } else {
                    (a.bottom + 1, b.top - 1)
                };
                assert_eq!(line, (cut.line, cut.line), "seed {seed}");
            }
        }
    }

    #[test]
    fn every_room_lies_in_its_leaf_and_every_cut_is_crossed_once() {
        let mut crossings = 0;
        for seed in 0..200 {
            let spec: MapSpec = format!("bsp/80x50/margin=1#{seed}").parse().unwrap();
            let map = spec.generate().unwrap();
            // The partition makes the first draws from a map's stream.
            let key = spec.generator().info().key();
            let mut scratch = BspScratch::default();
            let area = Rect::sized(Pos::new(1, 1), 78, 48);
            let mut stream = Stream::keyed(crate::rng::Tag::MAPGEN, spec.seed, &[key]);
            scratch.partition(area, 9, &mut stream);
            assert_eq!(map.rooms.len(), scratch.leaves.len());
            let rooms = map.rooms.iter().map(|room| room.area);
            for (room, leaf) in rooms.zip(&scratch.leaves) {
                let free = leaf.grown(-1);
                let corners = [(room.left, room.top), (room.right, room.bottom)];
                let inside = |(x, y)| free.contains(Pos::new(x, y));
                assert!(corners.into_iter().all(inside), "seed {seed}");
                assert!(room.width() >= 4 && room.height() >= 4);
            }
            for cut in &scratch.cuts {
                let line = if cut.is_vertical {
                    Rect {
                        left: cut.line,
                        right: cut.line,
                        ..cut.area
                    }
                } else {
                    Rect {
                        top: cut.line,
                        bottom: cut.line,
                        ..cut.area
                    }
                };
                let open: Vec<Pos> = line
                    .positions()
                    .filter(|pos| map.is_walkable(*pos))
                    .collect();
                assert!(
                    !open.is_empty(),
                    "seed {seed}: nothing crosses {line:?}\n{map}"
                );
                crossings += 1;
            }
        }
        assert!(crossings > 1000);
    }

    #[test]
    fn cuts_lie_across_the_longer_side() {
        let mut stream = Stream::new(1, 1);
        let mut cut =
            |width, height| choose_cut(Rect::sized(Pos::new(1, 1), width, height), 19, &mut stream);
        assert!(cut(19, 18) && cut(50, 39));
        assert!(!cut(18, 19) && !cut(39, 50));
        let coins: Vec<_> = (0..50).map(|_| cut(50, 40)).collect();
        assert!(coins.contains(&true) && coins.contains(&false));
    }

    #[test]
    fn second_corridors_make_loops() {
        let loops = |code: &str| -> u64 {
            (0..50)
                .map(|seed| generate(&format!("bsp/80x50{code}#{seed}")))
                .map(|map| crate::mapgen::metric::Metrics::of(&map).loops)
                .sum()
        };
        assert!(loops("/loops=100") > loops("") + 200);
    }

    #[test]
    fn a_room_that_fits_no_leaf_is_refused() {
        let spec: Result<MapSpec, _> = "bsp/80x50/min-room=8#1".parse();
        let error = spec.unwrap_err().to_string();
        assert!(
            error.contains("min-room=8") && error.contains("min-leaf=9"),
            "{error}"
        );
    }
}
