//! `bsp`: the map halved again and again, a room in each leaf, corridors across each cut.

use super::{GenerateError, Info, Observer, ParamSpec, Params, Recipe, Site};
use crate::geom::{Pos, Rect, Size};
use crate::rng::Stream;

/// Rooms in the leaves of a binary space partition.
pub struct Bsp;

const MIN_LEAF: usize = 0;
const MIN_ROOM: usize = 1;
const MARGIN: usize = 2;
const LOOPS: usize = 3;

/// A part of the map.
#[derive(Clone, Copy, Debug)]
struct Part {
    area: Rect,
    inside: Inside,
}

#[derive(Clone, Copy, Debug)]
enum Inside {
    /// Two parts with a line of wall between them.
    Cut(Cut),
    /// The room of this number.
    Room(u32),
}

/// A line of wall between the parts of the numbers `first` (left or upper) and `first + 1`.
#[derive(Clone, Copy, Debug)]
struct Cut {
    /// Whether the line is a column and not a row.
    upright: bool,
    line: i32,
    first: u32,
}

/// Two rooms that a corridor joins, as seen from one of them; the links of a room are a list.
#[derive(Clone, Copy, Debug)]
struct Link {
    room: u32,
    steps: i32,
    next: Option<u32>,
}

/// Working memory, kept between maps.
#[derive(Clone, Debug, Default)]
pub struct Work {
    /// The parts, each before those it was cut into.
    parts: Vec<Part>,
    /// Numbers of parts that are still to be looked at, the next one last.
    uncut: Vec<u32>,
    links: Vec<Link>,
    /// The first link of each room.
    first_link: Vec<Option<u32>>,
    /// Rooms on the way: where from, and how far.
    todo: Vec<(u32, u32, i32)>,
}

impl Recipe for Bsp {
    const INFO: Info = Info {
        name: "bsp",
        description: "The map halved again and again, a room in each part, halves joined",
        source: "binary space partition for dungeons, as in J. F. Henriques' libtcod (2008); the tree is that of Fuchs, Kedem and Naylor (1980)",
        params: &[
            ParamSpec::int("min-leaf", 3, 64, 9, "smallest side of a part, in tiles"),
            ParamSpec::int("min-room", 1, 62, 4, "smallest side of a room, in tiles"),
            ParamSpec::int(
                "margin",
                0,
                8,
                1,
                "tiles of wall kept between a room and the edge of its part",
            ),
            ParamSpec::int(
                "loops",
                0,
                100,
                0,
                "per cent of the cuts that get a second corridor",
            ),
        ],
    };

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

    fn carve<O: Observer>(
        &self,
        site: &mut Site<'_, O>,
        params: &Params,
        stream: &mut Stream,
    ) -> Result<(), GenerateError> {
        let mut work = std::mem::take(&mut site.buffers().bsp);
        work.partition(site.interior(), params.value(MIN_LEAF), stream);
        for part in &mut work.parts {
            if let Inside::Room(number) = &mut part.inside {
                *number = site.map().rooms.len() as u32;
                let room = draw_room(part.area, params, stream);
                site.room(room);
            }
        }
        work.join_all(site, params.value(LOOPS) as u32, stream);
        let home = work.far_room();
        site.start(site.map().rooms[home as usize].center());
        site.buffers().bsp = work;
        Ok(())
    }
}

impl Work {
    /// Cuts `area` into parts until no side of one is long enough for two and the wall between.
    ///
    /// A part that is longer than it is wide by more than a quarter is cut across, one that is
    /// wider than it is long alike, any other as a coin says; where one side alone is long
    /// enough, that one is cut.
    fn partition(&mut self, area: Rect, min_leaf: i32, stream: &mut Stream) {
        let whole = |area| Part {
            area,
            inside: Inside::Room(0),
        };
        self.parts.clear();
        self.parts.push(whole(area));
        self.uncut.clear();
        self.uncut.push(0);
        // Depth first: what lies together on the map then lies together in memory.
        while let Some(at) = self.uncut.pop() {
            let area = self.parts[at as usize].area;
            if let Some(upright) = choose_cut(area, min_leaf, stream) {
                let first = self.parts.len() as u32;
                let (mut near, mut far) = (area, area);
                let line = if upright {
                    let line = stream.range(area.left + min_leaf, area.right - min_leaf);
                    (near.right, far.left) = (line - 1, line + 1);
                    line
                } else {
                    let line = stream.range(area.top + min_leaf, area.bottom - min_leaf);
                    (near.bottom, far.top) = (line - 1, line + 1);
                    line
                };
                self.parts[at as usize].inside = Inside::Cut(Cut {
                    upright,
                    line,
                    first,
                });
                self.parts.push(whole(near));
                self.parts.push(whole(far));
                self.uncut.push(first + 1);
                self.uncut.push(first);
            }
        }
    }

    /// Digs a corridor across each cut, and a second one across `loops` of 100.
    fn join_all<O: Observer>(&mut self, site: &mut Site<'_, O>, loops: u32, stream: &mut Stream) {
        self.links.clear();
        self.first_link.clear();
        self.first_link.resize(site.map().rooms.len(), None);
        for at in 0..self.parts.len() {
            let Part { area, inside } = self.parts[at];
            let Inside::Cut(cut) = inside else { continue };
            let (a, b) = self.join(site, area, cut, stream);
            self.link(site, a, b);
            // Nothing is drawn if there are no loops to be made.
            if loops > 0 && stream.chance(loops, 100) {
                self.join(site, area, cut, stream);
            }
        }
    }

    /// Joins the two rooms whose parts lie on either side of `cut` at a random place along it.
    fn join<O: Observer>(
        &self,
        site: &mut Site<'_, O>,
        area: Rect,
        cut: Cut,
        stream: &mut Stream,
    ) -> (u32, u32) {
        let (near, far) = if cut.upright {
            let y = stream.range(area.top, area.bottom);
            (Pos::new(cut.line - 1, y), Pos::new(cut.line + 1, y))
        } else {
            let x = stream.range(area.left, area.right);
            (Pos::new(x, cut.line - 1), Pos::new(x, cut.line + 1))
        };
        let first = self.room_at(cut.first, near);
        let second = self.room_at(cut.first + 1, far);
        let rooms = &site.map().rooms;
        let (a, b) = (rooms[first as usize], rooms[second as usize]);
        if cut.upright {
            dig_across(site, a, b, cut.line, stream);
        } else {
            dig_down(site, a, b, cut.line, stream);
        }
        (first, second)
    }

    /// The room of the leaf of part number `at` that holds `pos`, or that ends where it lies.
    fn room_at(&self, mut at: u32, pos: Pos) -> u32 {
        loop {
            match self.parts[at as usize].inside {
                Inside::Room(number) => return number,
                Inside::Cut(cut) => {
                    let place = if cut.upright { pos.x } else { pos.y };
                    at = cut.first + u32::from(place > cut.line);
                }
            }
        }
    }

    fn link<O: Observer>(&mut self, site: &Site<'_, O>, a: u32, b: u32) {
        let center = |room: u32| site.map().rooms[room as usize].center();
        let way = center(a) - center(b);
        let steps = way.x.abs() + way.y.abs();
        for (room, from) in [(a, b), (b, a)] {
            let next = self.first_link[from as usize].replace(self.links.len() as u32);
            self.links.push(Link { room, steps, next });
        }
    }

    /// The room at one end of the longest way through the tree of rooms: the one farthest from
    /// the first. A corridor counts as the distance between the centres that it joins.
    fn far_room(&mut self) -> u32 {
        let mut far = (0, 0);
        self.todo.clear();
        self.todo.push((0, 0, 0));
        while let Some((room, from, steps)) = self.todo.pop() {
            if steps > far.1 {
                far = (room, steps);
            }
            let mut link = self.first_link[room as usize];
            while let Some(next) = link.map(|at| self.links[at as usize]) {
                if next.room != from {
                    self.todo.push((next.room, room, steps + next.steps));
                }
                link = next.next;
            }
        }
        far.0
    }
}

/// Whether to cut `area` along a column (`true`) or along a row; `None` if it is too small.
fn choose_cut(area: Rect, min_leaf: i32, stream: &mut Stream) -> Option<bool> {
    let enough = 2 * min_leaf + 1;
    let (width, height) = (area.width(), area.height());
    match (width >= enough, height >= enough) {
        (false, false) => None,
        (true, false) => Some(true),
        (false, true) => Some(false),
        _ if width * 4 > height * 5 => Some(true),
        _ if height * 4 > width * 5 => Some(false),
        _ => Some(stream.coin()),
    }
}

/// A room anywhere in `leaf`, its margin left free.
fn draw_room(leaf: Rect, params: &Params, stream: &mut Stream) -> Rect {
    let (min, margin) = (params.value(MIN_ROOM), params.value(MARGIN));
    let free = leaf.grown(-margin);
    let width = stream.range(min, free.width());
    let height = stream.range(min, free.height());
    let x = stream.range(free.left, free.right + 1 - width);
    let y = stream.range(free.top, free.bottom + 1 - height);
    Rect::sized(Pos::new(x, y), width, height)
}

/// Joins room `a` to room `b` to the right of it: straight where they overlap, else along the
/// column between their parts.
fn dig_across<O: Observer>(
    site: &mut Site<'_, O>,
    a: Rect,
    b: Rect,
    line: i32,
    stream: &mut Stream,
) {
    let (top, bottom) = (a.top.max(b.top), a.bottom.min(b.bottom));
    if top <= bottom {
        let y = stream.range(top, bottom);
        return site.hall_across(y, a.right + 1, b.left - 1);
    }
    let from = stream.range(a.top, a.bottom);
    let to = stream.range(b.top, b.bottom);
    site.hall_across(from, a.right + 1, line);
    site.hall_down(line, from, to);
    site.hall_across(to, line, b.left - 1);
}

/// Joins room `a` to room `b` below it, as [`dig_across`] does.
fn dig_down<O: Observer>(site: &mut Site<'_, O>, a: Rect, b: Rect, line: i32, stream: &mut Stream) {
    let (left, right) = (a.left.max(b.left), a.right.min(b.right));
    if left <= right {
        let x = stream.range(left, right);
        return site.hall_down(x, a.bottom + 1, b.top - 1);
    }
    let from = stream.range(a.left, a.right);
    let to = stream.range(b.left, b.right);
    site.hall_down(from, a.bottom + 1, line);
    site.hall_across(line, from, to);
    site.hall_down(to, line, b.top - 1);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::Map;
    use crate::mapgen::MapSpec;

    fn generate(code: &str) -> Map {
        let spec: MapSpec = code.parse().unwrap();
        spec.generate().unwrap()
    }

    fn partition(width: u32, height: u32, min_leaf: i32, seed: u64) -> Vec<Part> {
        let mut work = Work::default();
        let area = Rect::sized(Pos::new(1, 1), width as i32 - 2, height as i32 - 2);
        work.partition(area, min_leaf, &mut Stream::new(seed, 1));
        work.parts
    }

    #[test]
    fn parts_fill_the_map_and_lines_of_wall_lie_between_them() {
        for seed in 0..200 {
            let parts = partition(80, 50, 9, seed);
            let leaves: Vec<Rect> = parts
                .iter()
                .filter(|part| matches!(part.inside, Inside::Room(_)))
                .map(|part| part.area)
                .collect();
            assert!(leaves.len() > 6);
            let long = |side: i32| (9..=18).contains(&side);
            assert!(
                leaves
                    .iter()
                    .all(|leaf| long(leaf.width()) && long(leaf.height()))
            );
            for (index, leaf) in leaves.iter().enumerate() {
                let apart = |other: &Rect| !other.intersects(leaf.grown(1));
                assert!(leaves[..index].iter().all(apart), "seed {seed}");
            }
            for part in &parts {
                let Inside::Cut(cut) = part.inside else {
                    continue;
                };
                let (a, b) = (
                    parts[cut.first as usize].area,
                    parts[cut.first as usize + 1].area,
                );
                let line = if cut.upright {
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
            // The parts are the first that a map's stream is used for.
            let key = spec.generator().info().key();
            let mut work = Work::default();
            let area = Rect::sized(Pos::new(1, 1), 78, 48);
            let mut stream = Stream::keyed(crate::rng::Tag::MAPGEN, spec.seed, &[key]);
            work.partition(area, 9, &mut stream);
            let mut rooms = map.rooms.iter();
            for part in &work.parts {
                match part.inside {
                    Inside::Room(_) => {
                        let room = rooms.next().expect("each leaf has a room");
                        let free = part.area.grown(-1);
                        let corners = [(room.left, room.top), (room.right, room.bottom)];
                        let inside = |(x, y)| free.contains(Pos::new(x, y));
                        assert!(corners.into_iter().all(inside), "seed {seed}");
                        assert!(room.width() >= 4 && room.height() >= 4);
                    }
                    Inside::Cut(cut) => {
                        let line = if cut.upright {
                            Rect {
                                left: cut.line,
                                right: cut.line,
                                ..part.area
                            }
                        } else {
                            Rect {
                                top: cut.line,
                                bottom: cut.line,
                                ..part.area
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
            }
            assert_eq!(rooms.next(), None);
        }
        assert!(crossings > 1000);
    }

    #[test]
    fn cuts_lie_across_the_longer_side() {
        let mut stream = Stream::new(1, 1);
        let mut cut =
            |width, height| choose_cut(Rect::sized(Pos::new(1, 1), width, height), 9, &mut stream);
        assert_eq!(cut(18, 18), None);
        assert_eq!(cut(19, 18), Some(true));
        assert_eq!(cut(18, 19), Some(false));
        assert_eq!(cut(50, 39), Some(true));
        assert_eq!(cut(39, 50), Some(false));
        let coins: Vec<_> = (0..50).map(|_| cut(50, 40)).collect();
        assert!(coins.contains(&Some(true)) && coins.contains(&Some(false)));
    }

    #[test]
    fn second_corridors_make_loops() {
        let loops = |code: &str| -> usize {
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
