//! The room graph: the rooms, chambers, passages and doors of a map, and how they join.

mod chamber;
mod loops;
mod path;

use super::distance::{DistanceMap, UNBOUNDED};
use super::union_find::UnionFind;
use super::{Map, Steps, Tile, TileSet};
use crate::geom::{Dir, Grid, Pos, Rect};

/// What an area is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum AreaKind {
    /// The room with this index in [`Map::rooms`], or a part of it that walls or doors separate from
    /// the rest. Of rooms that overlap, the later one has the tiles.
    Room(usize),
    /// A part of a cave, or of other open ground that the generator did not report as a room: what
    /// remains connected when the ground is cut where it is narrow. At some place it is at least 3
    /// tiles wide.
    Chamber,
    /// A passage of any width: connected tiles outside rooms, chambers and doors, cut at junctions. If it is one
    /// tile wide, it does not branch; with a single link, it is a dead end. (Corridors, which
    /// [`Metrics::corridors`](crate::mapgen::metric::Metrics::corridors) counts, are one tile wide and do not depend
    /// on the graph.)
    Passage,
    /// Where at least three passages meet.
    Junction,
    /// A closed or open door, or several side by side.
    Door,
}

/// A node of the graph: connected walkable tiles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Area {
    /// What it is.
    pub kind: AreaKind,
    /// Number of its tiles, at least 1.
    pub tiles: usize,
    /// The smallest rectangle that contains all of them.
    pub bounds: Rect,
}

/// An edge of the graph: a place where one can step from one area to another. Two areas may meet at
/// several places.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Link {
    /// The indices of the two areas, in ascending order.
    pub areas: [usize; 2],
    /// A tile of each, side by side, in the middle of the opening.
    pub at: [Pos; 2],
    /// How many sides of tiles the two areas share there, at least 1.
    pub width: usize,
}

/// The areas of a map and how they join.
///
/// Every walkable tile belongs to exactly one area. Rooms are those that the generator reported;
/// everything else follows from the shape of the map, so that a map of any origin has a graph. Tiles
/// count as joined if they share a side; by the rule of a step, diagonal steps lead no further.
/// Walls bound areas; what only stands in the way, such as a brazier or deep water, does not make a
/// place narrow.
///
/// The graph depends on the map alone. It is built on demand, in about linear time, and describes
/// the map as it was then.
///
/// ```
/// use undercroft_core::map::{Map, RoomGraph, graph::AreaKind};
/// let map = Map::from_text("########\n#...####\n#.@.+..#\n#...####\n########\n")?;
/// let graph = RoomGraph::of(&map);
/// let kinds: Vec<AreaKind> = graph.areas().iter().map(|area| area.kind).collect();
/// assert_eq!(kinds, [AreaKind::Chamber, AreaKind::Door, AreaKind::Passage]);
/// let [start, exit] = [graph.start(), graph.exit()].map(|pos| graph.at(pos.unwrap()).unwrap());
/// assert_eq!(graph.path(start, exit), [0, 1, 2]);
/// # Ok::<(), undercroft_core::text::Invalid>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RoomGraph {
    areas: Vec<Area>,
    links: Vec<Link>,
    /// For each tile the index of its area, or [`NONE`].
    area_of: Grid<u32>,
    /// An area and one of its links, by index, in ascending order.
    ends: Vec<(u32, u32)>,
    start: Option<Pos>,
    exit: Option<Pos>,
}

/// Marks a tile that belongs to no area.
const NONE: u32 = u32::MAX;

impl RoomGraph {
    /// The graph of `map`. About linear in the area of the map and of its rooms.
    pub fn of(map: &Map) -> Self {
        let graph = Self::without_exit(map);
        Self {
            exit: find_exit(map, graph.start),
            ..graph
        }
    }

    /// The graph of `map` without its exit, which takes a search.
    pub(crate) fn without_exit(map: &Map) -> Self {
        let mut graph = Self {
            area_of: Grid::new(map.size().width, map.size().height, NONE),
            ..Self::default()
        };
        graph.add_areas(&classify(map));
        graph.add_links();
        for area in 0..graph.areas.len() {
            // A wide place in a passage, or a passage two tiles wide.
            if graph.areas[area].kind == AreaKind::Junction && graph.links_of(area).count() < 3 {
                graph.areas[area].kind = AreaKind::Passage;
            }
        }
        graph.start = map.start.filter(|start| map.is_walkable(*start));
        graph
    }

    /// The areas, in the order of their first tiles, row by row.
    pub fn areas(&self) -> &[Area] {
        &self.areas
    }

    /// The links, in ascending order of their areas.
    pub fn links(&self) -> &[Link] {
        &self.links
    }

    /// The index of the area that `pos` belongs to; `None` if it cannot be walked on or is off the
    /// map.
    pub fn at(&self, pos: Pos) -> Option<usize> {
        let area = self.area_of.get(pos).copied()?;
        (area != NONE).then_some(area as usize)
    }

    /// The tiles of the area with this index, row by row. Linear in the area of its bounds.
    pub fn tiles(&self, area: usize) -> impl Iterator<Item = Pos> {
        let positions = self.areas[area].bounds.positions();
        positions.filter(move |pos| self.area_of[*pos] == area as u32)
    }

    /// The links of the area with this index.
    pub fn links_of(&self, area: usize) -> impl Iterator<Item = &Link> {
        let first = self.ends.partition_point(|end| end.0 < area as u32);
        let ends = self.ends[first..].iter();
        ends.take_while(move |end| end.0 == area as u32)
            .map(|end| &self.links[end.1 as usize])
    }

    /// The start of the map; `None` if it has none.
    pub const fn start(&self) -> Option<Pos> {
        self.start
    }

    /// The first stairs down, row by row. Without any, the tile farthest from the start in steps in
    /// four directions; `None` if there is no start either.
    pub const fn exit(&self) -> Option<Pos> {
        self.exit
    }

    /// Makes an area of each group of connected tiles of the same class.
    fn add_areas(&mut self, classes: &Grid<Class>) {
        let mut todo = Vec::new();
        for (first, &class) in classes.iter() {
            let Some(kind) = class.area_kind().filter(|_| self.area_of[first] == NONE) else {
                continue;
            };
            let mut area = Area {
                kind,
                tiles: 0,
                bounds: Rect::between(first, first),
            };
            self.area_of[first] = self.areas.len() as u32;
            todo.push(first);
            while let Some(pos) = todo.pop() {
                area.tiles += 1;
                area.bounds = area.bounds.hull(Rect::between(pos, pos));
                for near in Dir::CARDINAL.map(|dir| pos.step(dir)) {
                    if classes.get(near) == Some(&class) && self.area_of[near] == NONE {
                        self.area_of[near] = self.areas.len() as u32;
                        todo.push(near);
                    }
                }
            }
            self.areas.push(area);
        }
    }

    /// Finds all pairs of tiles of different areas that lie side by side, and makes a link of each
    /// stretch of them.
    fn add_links(&mut self) {
        let mut contacts = Vec::new();
        for (pos, &area) in self.area_of.iter().filter(|(_, area)| **area != NONE) {
            for near in [Dir::East, Dir::South].map(|dir| pos.step(dir)) {
                let other = self.area_of.get(near).copied().unwrap_or(NONE);
                if other == NONE || area == other {
                    continue;
                }
                let (area, other) = (area as usize, other as usize);
                let (areas, at) = match area < other {
                    true => ([area, other], [pos, near]),
                    false => ([other, area], [near, pos]),
                };
                contacts.push(Contact { areas, at });
            }
        }
        contacts.sort_by_key(|contact| contact.areas);
        let mut sets = UnionFind::default();
        for contacts in contacts.chunk_by(|a, b| a.areas == b.areas) {
            match *contacts {
                [Contact { areas, at }] => self.links.push(Link {
                    areas,
                    at,
                    width: 1,
                }),
                _ => self.add_links_between(contacts, &mut sets),
            }
        }
        let links = self.links.iter().zip(0..);
        let ends = links.flat_map(|(link, index)| link.areas.map(|area| (area as u32, index)));
        self.ends = ends.collect();
        self.ends.sort_unstable();
    }

    /// Links two areas at each stretch of their `contacts`: pairs of tiles belong to the same
    /// stretch if they share a tile or lie side by side.
    fn add_links_between(&mut self, contacts: &[Contact], sets: &mut UnionFind) {
        let mut tiles: Vec<Pos> = contacts.iter().flat_map(|contact| contact.at).collect();
        tiles.sort_unstable();
        tiles.dedup();
        sets.reset(tiles.len() as u32);
        for (number, pos) in tiles.iter().enumerate() {
            for near in [Dir::East, Dir::South].map(|dir| pos.step(dir)) {
                if let Ok(beside) = tiles.binary_search(&near) {
                    sets.unite(number as u32, beside as u32);
                }
            }
        }
        let names = sets.names();
        let stretch = |contact: &Contact| tiles.binary_search(&contact.at[0]).map(|at| names[at]);
        let mut contacts = contacts.to_vec();
        contacts.sort_by_key(stretch);
        for contacts in contacts.chunk_by(|a, b| stretch(a) == stretch(b)) {
            let Contact { areas, at } = contacts[contacts.len() / 2];
            self.links.push(Link {
                areas,
                at,
                width: contacts.len(),
            });
        }
    }
}

/// Two tiles of different areas that share a side.
#[derive(Clone, Copy)]
struct Contact {
    areas: [usize; 2],
    at: [Pos; 2],
}

/// What a tile belongs to. Connected tiles of the same class are one area.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// Not walkable.
    Solid,
    Room(u32),
    /// The chamber with this number.
    Chamber(u32),
    Passage,
    Junction,
    Door,
}

impl Class {
    const fn area_kind(self) -> Option<AreaKind> {
        Some(match self {
            Self::Solid => return None,
            Self::Room(index) => AreaKind::Room(index as usize),
            Self::Chamber(_) => AreaKind::Chamber,
            Self::Passage => AreaKind::Passage,
            Self::Junction => AreaKind::Junction,
            Self::Door => AreaKind::Door,
        })
    }
}

const fn is_door(tile: Tile) -> bool {
    matches!(tile, Tile::DoorClosed | Tile::DoorOpen)
}

/// Whether a map of any shape keeps its graph when one of its tiles changes from `a` to `b`.
pub(crate) const fn is_alike(a: Tile, b: Tile) -> bool {
    match (is_door(a), is_door(b)) {
        (false, false) => {
            a.is_walkable() == b.is_walkable()
                && a.is_opaque() == b.is_opaque()
                && is_exit(a) == is_exit(b)
        }
        (a, b) => a && b,
    }
}

const fn is_exit(tile: Tile) -> bool {
    matches!(tile, Tile::StairsDown)
}

/// Classifies each tile: doors first, then rooms, then chambers and what is left between them.
fn classify(map: &Map) -> Grid<Class> {
    let size = map.size();
    let mut classes = Grid::new(size.width, size.height, Class::Solid);
    // Everything between walls, whether walkable or not.
    let mut space = TileSet::of(&map.tiles, |tile| !tile.is_opaque());
    for (room, index) in map.rooms.iter().zip(0..) {
        for pos in room.area.positions() {
            if map.is_walkable(pos) {
                classes[pos] = Class::Room(index);
            }
            space.remove(pos);
        }
    }
    for (pos, &tile) in map.tiles.iter() {
        if is_door(tile) {
            classes[pos] = Class::Door;
            space.remove(pos);
        }
    }
    let chambers = chamber::find(&space);
    for pos in space.iter().filter(|pos| map.is_walkable(*pos)) {
        classes[pos] = match chambers[pos] {
            chamber::NONE => Class::Passage,
            chamber => Class::Chamber(chamber),
        };
    }
    fill_nooks(&mut classes);
    let mut passages = space;
    passages.retain(|pos| classes[pos] == Class::Passage);
    for pos in passages.iter().filter(|pos| is_junction(&passages, *pos)) {
        classes[pos] = Class::Junction;
    }
    classes
}

/// The fewest tiles of a passage that leads from a chamber to nowhere.
const LEAST_PASSAGE: usize = 6;

/// Makes passages part of a chamber if they are short and lead nowhere else.
fn fill_nooks(classes: &mut Grid<Class>) {
    let mut seen = TileSet::new(classes.size());
    let mut passage = Vec::new();
    for index in 0..classes.as_slice().len() {
        if classes.as_slice()[index] != Class::Passage {
            continue;
        }
        let first = classes.pos_of(index);
        if !seen.insert(first) {
            continue;
        }
        passage.clear();
        passage.push(first);
        let (mut head, mut beside) = (0, Vec::new());
        while let Some(&pos) = passage.get(head) {
            head += 1;
            for near in Dir::CARDINAL.map(|dir| pos.step(dir)) {
                match classes.get(near) {
                    None | Some(Class::Solid) => {}
                    Some(Class::Passage) if seen.insert(near) => passage.push(near),
                    Some(Class::Passage) => {}
                    Some(class) => beside.push(*class),
                }
            }
        }
        beside.dedup();
        if let [Class::Chamber(_)] = beside[..]
            && passage.len() < LEAST_PASSAGE
        {
            passage.iter().for_each(|pos| classes[*pos] = beside[0]);
        }
    }
}

/// Whether `pos` has at least three neighbours in `passages`, or belongs to a square of 2 x 2.
fn is_junction(passages: &TileSet, pos: Pos) -> bool {
    const SIDES: usize = 0b010_101_010;
    const SQUARES: [usize; 4] = [0b000_001_011, 0b000_100_110, 0b011_001_000, 0b110_100_000];
    let around = passages.around(pos);
    let is_square = |square: &usize| around & square == *square;
    (around & SIDES).count_ones() >= 3 || SQUARES.iter().any(is_square)
}

/// The first stairs down of `map`, or else the tile farthest from `start`.
#[doc(hidden)]
pub fn find_exit(map: &Map, start: Option<Pos>) -> Option<Pos> {
    let stairs = map.tiles.iter().find(|(_, tile)| is_exit(**tile));
    if let Some((pos, _)) = stairs {
        return Some(pos);
    }
    let open = TileSet::of(&map.tiles, Tile::is_walkable);
    let mut distances = DistanceMap::default();
    distances.measure(&open, Steps::Four, &[start?], UNBOUNDED);
    distances.farthest().map(|(pos, _)| pos)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The areas of a map drawn as text: capitals are rooms and chambers, digits passages.
    fn drawn(map: &Map) -> String {
        let graph = RoomGraph::of(map);
        let (mut rooms, mut passages) = ('A'..='Z', '0'..='9');
        let names: Vec<char> = graph
            .areas
            .iter()
            .map(|area| match area.kind {
                AreaKind::Room(_) | AreaKind::Chamber => rooms.next(),
                AreaKind::Passage => passages.next(),
                AreaKind::Junction => Some('*'),
                AreaKind::Door => Some('+'),
            })
            .map(|name| name.unwrap_or('?'))
            .collect();
        let rows = (0..map.size().height as i32).map(|y| {
            let row = (0..map.size().width as i32).map(|x| graph.at(Pos::new(x, y)));
            row.map(|area| area.map_or('#', |area| names[area]))
                .collect::<String>()
                + "\n"
        });
        rows.collect()
    }

    fn shows(text: &str, expected: &str) {
        let found = drawn(&Map::from_text(text).unwrap());
        assert_eq!(found, expected, "\n{found}");
    }

    #[test]
    fn a_cave_is_cut_at_its_neck() {
        shows(
            "\
            ###################\n\
            ##....#####.....###\n\
            #......###.......##\n\
            #.................#\n\
            #......###........#\n\
            ##....####.......##\n\
            ###################\n",
            "\
            ###################\n\
            ##AAAA#####BBBBB###\n\
            #AAAAAA###BBBBBBB##\n\
            #AAAAAAAABBBBBBBBB#\n\
            #AAAAAA###BBBBBBBB#\n\
            ##AAAA####BBBBBBB##\n\
            ###################\n",
        );
    }

    #[test]
    fn a_bay_a_pillar_and_furniture_divide_nothing() {
        shows(
            "\
            ###############\n\
            #.......###...#\n\
            #.............#\n\
            #.............#\n\
            #...#.........#\n\
            #.............#\n\
            #.......#^^...#\n\
            #......##..^..#\n\
            ###############\n",
            "\
            ###############\n\
            #AAAAAAA###AAA#\n\
            #AAAAAAAAAAAAA#\n\
            #AAAAAAAAAAAAA#\n\
            #AAA#AAAAAAAAA#\n\
            #AAAAAAAAAAAAA#\n\
            #AAAAAAA###AAA#\n\
            #AAAAAA##BB#AA#\n\
            ###############\n",
        );
    }

    #[test]
    fn a_long_tunnel_is_a_passage_and_a_nook_belongs_to_its_chamber() {
        shows(
            "\
            #####......##########\n\
            #####.##########...##\n\
            ##....##########...##\n\
            #......#########...##\n\
            #..................##\n\
            #......#########...##\n\
            ##....##########...##\n\
            #####...........#.###\n",
            "\
            #####AAAAAA##########\n\
            #####A##########BBB##\n\
            ##AAAA##########BBB##\n\
            #AAAAAA#########BBB##\n\
            #AAAAAAAA00000BBBBB##\n\
            #AAAAAA#########BBB##\n\
            ##AAAA##########BBB##\n\
            #####AAA11111111#B###\n",
        );
    }

    #[test]
    fn passages_are_split_where_three_meet_and_at_doors() {
        shows(
            "\
            ###########\n\
            #.......+.#\n\
            ####.####.#\n\
            ####......#\n\
            ###########\n",
            "\
            ###########\n\
            #000*111+2#\n\
            ####2####2#\n\
            ####222222#\n\
            ###########\n",
        );
    }

    #[test]
    fn the_graph_stays_when_a_tile_becomes_one_that_is_alike() {
        let graph_with = |tile: Tile| {
            let middle = Pos::new(3, 2);
            let open = ["#######", "#.@...#", "#.....#", "#.....#", "#######"];
            let neck = ["#######", "##@####", "##...##", "##.####", "#######"];
            [open, neck].map(|rows| {
                let mut map = Map::from_text(&(rows.join("\n") + "\n")).unwrap();
                map.tiles[middle] = tile;
                RoomGraph::of(&map)
            })
        };
        for &a in Tile::ALL {
            for &b in Tile::ALL {
                let same = graph_with(a) == graph_with(b);
                assert_eq!(same, is_alike(a, b), "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn two_areas_that_meet_twice_have_two_links() {
        let mut map = Map::from_text("#######\n#.....#\n#.###.#\n#.....#\n#######\n").unwrap();
        map.rooms = vec![crate::map::Room::plain(Rect::sized(Pos::new(1, 3), 5, 1))];
        assert_eq!(drawn(&map), "#######\n#00000#\n#0###0#\n#AAAAA#\n#######\n");
        let graph = RoomGraph::of(&map);
        let at: Vec<_> = graph
            .links()
            .iter()
            .map(|link| (link.at, link.width))
            .collect();
        let side = |x| [Pos::new(x, 2), Pos::new(x, 3)];
        assert_eq!(at, [(side(1), 1), (side(5), 1)]);
    }

    #[test]
    fn of_rooms_that_overlap_the_later_one_has_the_tiles() {
        let mut map = Map::from_text("......\n......\n").unwrap();
        let room = |x, width| crate::map::Room::plain(Rect::sized(Pos::new(x, 0), width, 2));
        map.rooms = vec![room(0, 6), room(2, 1)];
        assert_eq!(drawn(&map), "AABCCC\nAABCCC\n");
        let kinds: Vec<_> = RoomGraph::of(&map)
            .areas
            .iter()
            .map(|area| area.kind)
            .collect();
        assert_eq!(
            kinds,
            [AreaKind::Room(0), AreaKind::Room(1), AreaKind::Room(0)]
        );
    }
}
