//! Distances, paths and ways on maps of every kind: equal to plain references, made of legal steps,
//! and the same whatever the buffers held before.

use std::collections::VecDeque;

use undercroft_core::geom::{Dir, Grid, Pos, Size};
use undercroft_core::map::distance::{DistanceMap, UNBOUNDED, UNREACHED};
use undercroft_core::map::path::{LONGEST, PathFinder};
use undercroft_core::map::{Map, Nearest, Steps, Tile, TileSet};
use undercroft_core::mapgen::{ALL, MapSpec};
use undercroft_core::rng::{Seed, Stream};

/// A map and the rule of a step: all that a reference needs.
struct Plain {
    name: String,
    map: Map,
    steps: Steps,
}

impl Plain {
    fn open(&self) -> TileSet {
        TileSet::of(&self.map.tiles, Tile::is_walkable)
    }

    fn is_open(&self, pos: Pos) -> bool {
        self.map
            .tiles
            .get(pos)
            .is_some_and(|tile| tile.is_walkable())
    }

    /// The rule of a step, said once more in other words.
    fn can_step(&self, from: Pos, to: Pos) -> bool {
        let (dx, dy) = ((to.x - from.x).abs(), (to.y - from.y).abs());
        let beside = [Pos::new(from.x, to.y), Pos::new(to.x, from.y)];
        let rule = match (dx, dy, self.steps) {
            (1, 0, _) | (0, 1, _) | (1, 1, Steps::Squeezing) => true,
            (1, 1, Steps::Eight) => beside.iter().any(|&side| self.is_open(side)),
            _ => false,
        };
        rule && self.is_open(from) && self.is_open(to)
    }

    fn is_way(&self, from: Pos, way: &[Pos]) -> bool {
        let all: Vec<Pos> = std::iter::once(from).chain(way.iter().copied()).collect();
        all.windows(2).all(|pair| self.can_step(pair[0], pair[1]))
    }

    /// The reference: distances tile by tile.
    fn distances(&self, sources: &[Pos]) -> Grid<u32> {
        self.distances_around(sources, None)
    }

    /// As [`distances`](Self::distances), without entering a tile, past which one may step.
    fn distances_around(&self, sources: &[Pos], barred: Option<Pos>) -> Grid<u32> {
        let size = self.map.size();
        let mut distances = Grid::new(size.width, size.height, UNREACHED);
        let mut queue = VecDeque::new();
        for &pos in sources {
            distances[pos] = 0;
            queue.push_back(pos);
        }
        while let Some(pos) = queue.pop_front() {
            for to in Dir::ALL.map(|dir| pos.step(dir)) {
                let free = self.can_step(pos, to) && Some(to) != barred;
                if free && distances[to] == UNREACHED {
                    distances[to] = distances[pos] + 1;
                    queue.push_back(to);
                }
            }
        }
        distances
    }

    fn picture(&self) -> String {
        format!("{} {:?}\n{}", self.name, self.steps, self.map)
    }
}

/// Maps of every generator and random ones, by every rule; each has open tiles.
fn plains() -> Vec<(Plain, Vec<Pos>)> {
    let mut maps: Vec<(String, Map)> = Vec::new();
    for generator in ALL {
        for (size, seed) in [(Size::new(80, 50), 1), (Size::new(47, 71), 2)] {
            let spec = MapSpec::new(generator.info().name, size, Seed(seed)).unwrap();
            maps.push((spec.to_string(), spec.generate().unwrap()));
        }
    }
    let mut stream = Stream::new(8, 1);
    for (width, height) in [(1, 1), (1, 40), (40, 1), (24, 17), (64, 40), (65, 9)] {
        for percent in [0, 20, 40] {
            let size = Size::new(width, height);
            let mut map = Map::new(size, Tile::Floor);
            for tile in map.tiles.as_mut_slice() {
                if stream.chance(percent, 100) {
                    *tile = Tile::Wall;
                }
            }
            maps.push((format!("pillars {size} {percent}%"), map));
        }
    }
    let mut plains = Vec::new();
    for (name, map) in maps {
        for steps in [Steps::Four, Steps::Eight, Steps::Squeezing] {
            let (name, map) = (name.clone(), map.clone());
            let plain = Plain { name, map, steps };
            let floor: Vec<Pos> = plain.open().iter().collect();
            if !floor.is_empty() {
                plains.push((plain, floor));
            }
        }
    }
    plains
}

fn draw(floor: &[Pos], stream: &mut Stream) -> Pos {
    floor[stream.below(floor.len() as u32) as usize]
}

#[test]
fn distances_equal_the_reference_on_maps_of_every_kind() {
    let mut stream = Stream::new(8, 2);
    let mut map = DistanceMap::default();
    let mut reached = 0;
    for (plain, floor) in plains() {
        let open = plain.open();
        for count in [1, 2, 9] {
            let sources: Vec<Pos> = (0..count).map(|_| draw(&floor, &mut stream)).collect();
            let mut expected = plain.distances(&sources);
            for bound in [UNBOUNDED, 300, 7, 1, 0] {
                for distance in expected.as_mut_slice() {
                    if *distance > bound {
                        *distance = UNREACHED;
                    }
                }
                let count = map.measure(&open, plain.steps, &sources, bound);
                let picture = plain.picture();
                assert!(map.rows().eq(expected.rows()), "within {bound}\n{picture}");
                let mut tiles = expected.iter();
                let same = tiles.all(|(pos, far)| map.get(pos).unwrap_or(UNREACHED) == *far);
                assert!(same, "within {bound}\n{picture}");
                let all = || expected.iter().filter(|(_, far)| **far != UNREACHED);
                assert_eq!(count, all().count(), "within {bound}\n{picture}");
                let most = all().map(|(_, &far)| far).max();
                let first = all().find(|(_, far)| Some(**far) == most);
                let first = first.map(|(pos, &far)| (pos, far));
                assert_eq!(map.farthest(), first, "within {bound}\n{picture}");
                reached += count;
            }
        }
    }
    assert!(reached > 500_000, "{reached} tiles");
}

#[test]
fn sources_in_walls_and_outside_do_not_count() {
    let map = Map::from_text("#.#\n#.#\n###\n").unwrap();
    let open = TileSet::of(&map.tiles, Tile::is_walkable);
    let mut distances = DistanceMap::default();
    for steps in [Steps::Four, Steps::Eight, Steps::Squeezing] {
        let outside = [(-1, 0), (3, 1), (0, 3), (0, 0), (2, 2)].map(|(x, y)| Pos::new(x, y));
        assert_eq!(distances.measure(&open, steps, &outside, UNBOUNDED), 0);
        let nothing = (distances.farthest(), distances.get(Pos::new(1, 0)));
        assert_eq!(nothing, (None, None));
        let one = [Pos::new(0, 0), Pos::new(1, 1), Pos::new(1, 1)];
        assert_eq!(distances.measure(&open, steps, &one, UNBOUNDED), 2);
        assert_eq!(distances.get(Pos::new(1, 0)), Some(1));
    }
}

#[test]
fn paths_are_legal_and_as_short_as_the_reference_says() {
    let mut stream = Stream::new(8, 5);
    let (mut finder, mut path) = (PathFinder::default(), Vec::new());
    let (mut total, mut lost) = (0, 0);
    for (plain, floor) in plains() {
        let (open, steps) = (plain.open(), plain.steps);
        for _ in 0..8 {
            let from = draw(&floor, &mut stream);
            let expected = plain.distances(&[from]);
            for _ in 0..4 {
                let to = draw(&floor, &mut stream);
                let least = expected[to];
                let found = finder.find(&open, steps, from, to, LONGEST, &mut path);
                let picture = plain.picture();
                assert_eq!(found, least != UNREACHED, "{from} to {to}\n{picture}");
                if !found {
                    assert!(path.is_empty());
                    lost += 1;
                    continue;
                }
                assert_eq!(path.last().copied().unwrap_or(from), to);
                assert!(plain.is_way(from, &path), "{from} to {to}\n{picture}");
                assert_eq!(path.len(), least as usize, "{from} to {to}\n{picture}");
                total += path.len();
                let fresh = path.clone();
                assert!(finder.find(&open, steps, from, to, least, &mut path));
                assert_eq!(path, fresh, "what was searched before changes no path");
                if least > 0 {
                    assert!(!finder.find(&open, steps, from, to, least - 1, &mut path));
                    assert!(path.is_empty());
                }
            }
        }
    }
    assert!(total > 50_000 && lost > 10, "{total} steps, {lost} lost");
}

#[test]
fn no_path_starts_or_ends_in_a_wall() {
    let map = Map::from_text("..#\n").unwrap();
    let open = TileSet::of(&map.tiles, Tile::is_walkable);
    let (mut finder, mut path) = (PathFinder::default(), vec![Pos::default()]);
    let (floor, wall, outside) = (Pos::new(0, 0), Pos::new(2, 0), Pos::new(0, 5));
    let mut find = |from, to| {
        let found = finder.find(&open, Steps::Eight, from, to, LONGEST, &mut path);
        assert!(path.is_empty());
        found
    };
    for (from, to) in [
        (floor, wall),
        (wall, floor),
        (floor, outside),
        (outside, floor),
    ] {
        assert!(!find(from, to), "{from} to {to}");
    }
    assert!(find(floor, floor));
}

#[test]
fn the_way_to_the_nearest_goal_is_a_shortest_one_around_what_is_barred() {
    let mut stream = Stream::new(8, 6);
    let (mut nearest, mut way) = (Nearest::default(), Vec::new());
    let (mut total, mut lost) = (0, 0);
    for (plain, floor) in plains() {
        if plain.steps != Steps::Eight {
            continue;
        }
        for _ in 0..8 {
            let start = draw(&floor, &mut stream);
            let goals = [draw(&floor, &mut stream), draw(&floor, &mut stream)];
            let barred = draw(&floor, &mut stream);
            let tiles = plain.map.tiles.clone();
            let find = |nearest: &mut Nearest, way: &mut Vec<Pos>, bound| {
                let goal = |pos| goals.contains(&pos);
                nearest.find(&tiles, start, bound, |pos| pos == barred, goal, way)
            };
            let expected = plain.distances_around(&[start], Some(barred));
            let others = goals.into_iter().filter(|&goal| goal != start);
            let least = others.map(|goal| expected[goal]).min();
            let least = least.filter(|&least| least != UNREACHED);
            let found = find(&mut nearest, &mut way, u32::MAX);
            let picture = plain.picture();
            assert_eq!(found, least.is_some(), "from {start}\n{picture}");
            assert_eq!(
                way.len(),
                least.unwrap_or(0) as usize,
                "from {start}\n{picture}"
            );
            if let Some(least) = least {
                assert!(goals.contains(&way[0]) && !way.contains(&barred));
                way.reverse();
                assert!(plain.is_way(start, &way), "from {start}\n{picture}");
                total += way.len();
                assert!(!find(&mut nearest, &mut way, least - 1) && way.is_empty());
            } else {
                lost += 1;
            }
        }
    }
    assert!(total > 3000 && lost > 10, "{total} steps, {lost} lost");
    let tiles = Map::from_text("..\n").unwrap().tiles;
    let outside = Pos::new(0, -1);
    assert!(!nearest.find(&tiles, outside, 9, |_| false, |_| true, &mut way));
}
