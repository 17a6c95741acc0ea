//! Distances and paths on maps of every kind: equal to plain references, made of legal steps, and
//! the same whatever the buffers held before.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use undercroft::geom::{Dir, Grid, Pos, Size};
use undercroft::map::distance::{DistanceMap, UNBOUNDED, UNREACHED};
use undercroft::map::path::{LONGEST, PathFinder};
use undercroft::map::reach::Reach;
use undercroft::map::{Ground, Map, Steps};
use undercroft::mapgen::{ALL, MapSpec};
use undercroft::rng::{Seed, Stream};

const RULES: [Steps; 3] = [Steps::Four, Steps::Eight, Steps::Squeezing];

/// What each tile costs, and the rule of a step: all that a reference needs.
struct Plain {
    name: String,
    costs: Grid<u8>,
    steps: Steps,
}

impl Plain {
    fn ground(&self) -> Ground {
        let mut ground = Ground::default();
        let size = self.costs.size();
        ground.reset(size, self.steps, |pos| self.costs[pos]);
        ground
    }

    fn cost(&self, pos: Pos) -> u8 {
        self.costs.get(pos).copied().unwrap_or(0)
    }

    /// The rule of a step, said once more in other words.
    fn can_step(&self, from: Pos, to: Pos) -> bool {
        let (dx, dy) = ((to.x - from.x).abs(), (to.y - from.y).abs());
        let beside = [Pos::new(from.x, to.y), Pos::new(to.x, from.y)];
        let rule = match (dx, dy, self.steps) {
            (1, 0, _) | (0, 1, _) | (1, 1, Steps::Squeezing) => true,
            (1, 1, Steps::Eight) => beside.iter().any(|&side| self.cost(side) > 0),
            _ => false,
        };
        rule && self.cost(from) > 0 && self.cost(to) > 0
    }

    fn floor(&self) -> Vec<Pos> {
        let open = self.costs.iter().filter(|(_, cost)| **cost > 0);
        open.map(|(pos, _)| pos).collect()
    }

    /// The reference: distances by Dijkstra's algorithm with a heap, from sources that start with
    /// a distance of their own.
    fn distances(&self, sources: &[(Pos, u32)]) -> Grid<u32> {
        let size = self.costs.size();
        let mut distances = Grid::new(size.width, size.height, UNREACHED);
        let mut heap = BinaryHeap::new();
        for &(pos, at) in sources {
            distances[pos] = at.min(distances[pos]);
            heap.push(Reverse((at, pos)));
        }
        while let Some(Reverse((distance, pos))) = heap.pop() {
            for to in Dir::ALL.map(|dir| pos.step(dir)) {
                let there = distance + u32::from(self.cost(to));
                if self.can_step(pos, to) && there < distances[to] {
                    distances[to] = there;
                    heap.push(Reverse((there, to)));
                }
            }
        }
        distances
    }

    fn picture(&self) -> String {
        let rows = self.costs.rows();
        let line = |row: &[u8]| {
            let tile = |&cost: &u8| match cost {
                0 => '#',
                1 => '.',
                _ => '~',
            };
            row.iter().map(tile).chain(['\n']).collect::<String>()
        };
        format!(
            "{} {:?}\n{}",
            self.name,
            self.steps,
            rows.map(line).collect::<String>()
        )
    }
}

/// Grounds of every generator and random ones, by every rule, with unit costs and with others.
fn grounds() -> Vec<Plain> {
    let mut maps: Vec<(String, Map)> = Vec::new();
    for generator in ALL {
        for (size, seed) in [(Size::new(80, 50), 1), (Size::new(47, 71), 2)] {
            let spec = MapSpec::new(generator.info().name, size, Seed(seed)).unwrap();
            maps.push((spec.to_string(), spec.generate().unwrap()));
        }
    }
    let mut stream = Stream::new(8, 1);
    for size in [
        Size::new(1, 1),
        Size::new(1, 40),
        Size::new(40, 1),
        Size::new(24, 17),
        Size::new(64, 40),
    ] {
        for percent in [0, 20, 40] {
            let mut map = Map::new(size, undercroft::map::Tile::Floor);
            for tile in map.tiles.as_mut_slice() {
                if stream.chance(percent, 100) {
                    *tile = undercroft::map::Tile::Wall;
                }
            }
            maps.push((format!("pillars {size} {percent}%"), map));
        }
    }
    let mut grounds = Vec::new();
    for (name, map) in maps {
        for steps in RULES {
            for highest in [1, 3, 255] {
                let size = map.size();
                let mut costs = Grid::new(size.width, size.height, 0);
                for (pos, _) in map.tiles.iter().filter(|(_, tile)| tile.is_walkable()) {
                    costs[pos] = 1 + stream.below(highest) as u8;
                }
                let name = format!("{name}, costs up to {highest}");
                grounds.push(Plain { name, costs, steps });
            }
        }
    }
    grounds
}

fn draw(floor: &[Pos], stream: &mut Stream) -> Pos {
    floor[stream.below(floor.len() as u32) as usize]
}

/// Compares all that a distance map says with the reference, as far as `bound`.
fn check(map: &DistanceMap, expected: &Grid<u32>, bound: u32, ground: &Plain) {
    let mut reached = 0;
    for (pos, &distance) in expected.iter() {
        let distance =
            Some(distance).filter(|&distance| distance != UNREACHED && distance <= bound);
        assert_eq!(
            map.get(pos),
            distance,
            "{pos} within {bound}\n{}",
            ground.picture()
        );
        let row = map.row(pos.y as u32);
        let in_row = row
            .map(|row| row[pos.x as usize])
            .filter(|&at| at != UNREACHED);
        assert_eq!(
            in_row,
            distance,
            "{pos} within {bound}\n{}",
            ground.picture()
        );
        reached += usize::from(distance.is_some());
    }
    let order: Vec<(Pos, u32)> = map.reached().collect();
    assert_eq!(order.len(), reached);
    assert!(
        order.is_sorted_by_key(|&(_, distance)| distance),
        "{}",
        ground.picture()
    );
    assert!(
        order
            .iter()
            .all(|&(pos, distance)| map.get(pos) == Some(distance))
    );
    assert_eq!(map.farthest(), order.last().copied());
}

#[test]
fn distances_equal_the_reference_on_grounds_of_every_kind() {
    let mut stream = Stream::new(8, 2);
    let mut map = DistanceMap::default();
    let mut reached = 0;
    for plain in grounds() {
        let (ground, floor) = (plain.ground(), plain.floor());
        if floor.is_empty() {
            continue;
        }
        for count in [1, 2, 9] {
            let sources: Vec<Pos> = (0..count).map(|_| draw(&floor, &mut stream)).collect();
            let starts: Vec<(Pos, u32)> = sources.iter().map(|&pos| (pos, 0)).collect();
            let expected = plain.distances(&starts);
            for bound in [UNBOUNDED, 0, 1, 7, 300] {
                reached += map.measure(&ground, &sources, bound);
                check(&map, &expected, bound, &plain);
            }
        }
    }
    assert!(reached > 1_000_000, "{reached} tiles");
}

#[test]
fn sources_in_walls_and_outside_do_not_count() {
    let map = Map::from_text("#.#\n#.#\n###\n").unwrap();
    for steps in RULES {
        let mut ground = Ground::of(&map, steps);
        let mut distances = DistanceMap::default();
        let outside = [
            Pos::new(-1, 0),
            Pos::new(3, 1),
            Pos::new(0, 3),
            Pos::new(0, 0),
            Pos::new(2, 2),
        ];
        for cost in [1, 2] {
            ground.set_cost(Pos::new(1, 0), cost);
            assert_eq!(distances.measure(&ground, &outside, UNBOUNDED), 0);
            assert_eq!(
                (distances.farthest(), distances.get(Pos::new(1, 0))),
                (None, None)
            );
            let one = [Pos::new(0, 0), Pos::new(1, 1), Pos::new(1, 1)];
            assert_eq!(distances.measure(&ground, &one, UNBOUNDED), 2);
            assert_eq!(distances.get(Pos::new(1, 0)), Some(cost.into()));
        }
    }
}

#[test]
fn descending_takes_legal_steps_and_a_cheapest_way() {
    let mut stream = Stream::new(8, 3);
    let (mut map, mut way) = (DistanceMap::default(), Vec::new());
    let mut steps = 0;
    for plain in grounds() {
        let (ground, floor) = (plain.ground(), plain.floor());
        if floor.is_empty() {
            continue;
        }
        let sources = [draw(&floor, &mut stream), draw(&floor, &mut stream)];
        map.measure(&ground, &sources, UNBOUNDED);
        for _ in 0..10 {
            let from = draw(&floor, &mut stream);
            way.clear();
            map.way(&ground, from, &mut way);
            let Some(distance) = map.get(from) else {
                assert!(way.is_empty());
                continue;
            };
            let end = way.last().copied().unwrap_or(from);
            assert!(
                sources.contains(&end),
                "{end} from {from}\n{}",
                plain.picture()
            );
            let all: Vec<Pos> = std::iter::once(from).chain(way.iter().copied()).collect();
            assert!(
                all.windows(2).all(|pair| plain.can_step(pair[0], pair[1])),
                "{}",
                plain.picture()
            );
            // The distance is what the way costs from the source to here.
            let cost: u32 = all
                .iter()
                .rev()
                .skip(1)
                .map(|&pos| u32::from(plain.cost(pos)))
                .sum();
            assert_eq!(cost, distance, "{}", plain.picture());
            steps += way.len();
        }
    }
    assert!(steps > 10_000, "{steps} steps");
}

#[test]
fn fleeing_equals_the_reference_and_gets_away() {
    let mut stream = Stream::new(8, 4);
    let (mut threat, mut safety) = (DistanceMap::default(), DistanceMap::default());
    let mut farther = 0;
    for plain in grounds() {
        let (ground, floor) = (plain.ground(), plain.floor());
        if floor.is_empty() {
            continue;
        }
        let source = draw(&floor, &mut stream);
        threat.measure(&ground, &[source], UNBOUNDED);
        safety.flee(&ground, &threat);
        let (_, most) = threat.farthest().unwrap();
        let starts: Vec<(Pos, u32)> = threat
            .reached()
            .map(|(pos, distance)| (pos, (most - distance) * 6 / 5))
            .collect();
        check(&safety, &plain.distances(&starts), UNBOUNDED, &plain);
        let mut way = Vec::new();
        safety.way(&ground, source, &mut way);
        if let Some(&end) = way.last() {
            assert!(threat.get(end) > Some(0), "{}", plain.picture());
            farther += 1;
        }
    }
    assert!(farther > 100, "{farther} flights");
}

#[test]
fn one_flees_out_of_a_dead_end_while_there_is_time() {
    let map = Map::from_text(
        "##.####################\n##.####################\n@......................\n",
    )
    .unwrap();
    let ground = Ground::of(&map, Steps::Eight);
    let (mut threat, mut safety) = (DistanceMap::default(), DistanceMap::default());
    threat.measure(&ground, &[map.start.unwrap()], UNBOUNDED);
    safety.flee(&ground, &threat);
    // The end of the nook is farther from the hunter than its mouth, but the hall leads on.
    let mut way = Vec::new();
    safety.way(&ground, Pos::new(2, 0), &mut way);
    assert_eq!(way[0], Pos::new(2, 1));
    assert_eq!(way.last(), Some(&Pos::new(22, 2)));
}

#[test]
fn paths_are_legal_and_as_short_as_the_reference_says() {
    let mut stream = Stream::new(8, 5);
    let (mut finder, mut path) = (PathFinder::default(), Vec::new());
    let (mut steps, mut lost) = (0, 0);
    for plain in grounds() {
        let (ground, floor) = (plain.ground(), plain.floor());
        if floor.is_empty() {
            continue;
        }
        for _ in 0..4 {
            let from = draw(&floor, &mut stream);
            let expected = plain.distances(&[(from, 0)]);
            for _ in 0..4 {
                let to = draw(&floor, &mut stream);
                let least = Some(expected[to]).filter(|&least| least != UNREACHED);
                let cost = finder.find(&ground, from, to, LONGEST, &mut path);
                assert_eq!(cost, least, "{from} to {to}\n{}", plain.picture());
                let Some(least) = least else {
                    assert!(path.is_empty());
                    lost += 1;
                    continue;
                };
                let all: Vec<Pos> = std::iter::once(from).chain(path.iter().copied()).collect();
                assert_eq!(all.last(), Some(&to));
                assert!(
                    all.windows(2).all(|pair| plain.can_step(pair[0], pair[1])),
                    "{}",
                    plain.picture()
                );
                assert_eq!(
                    path.iter()
                        .map(|&pos| u32::from(plain.cost(pos)))
                        .sum::<u32>(),
                    least
                );
                steps += path.len();
                let fresh = path.clone();
                assert_eq!(
                    finder.find(&ground, from, to, least, &mut path),
                    Some(least)
                );
                assert_eq!(path, fresh, "what was searched before changes no path");
                if least > 0 {
                    assert_eq!(finder.find(&ground, from, to, least - 1, &mut path), None);
                    assert!(path.is_empty());
                }
            }
        }
    }
    assert!(
        steps > 50_000 && lost > 10,
        "{steps} steps, {lost} without a way"
    );
}

#[test]
fn no_path_starts_or_ends_in_a_wall() {
    let map = Map::from_text("..#\n").unwrap();
    let ground = Ground::of(&map, Steps::Eight);
    let (mut finder, mut path) = (PathFinder::default(), vec![Pos::default()]);
    let (floor, wall, outside) = (Pos::new(0, 0), Pos::new(2, 0), Pos::new(0, 5));
    for (from, to) in [
        (floor, wall),
        (wall, floor),
        (floor, outside),
        (outside, floor),
    ] {
        assert_eq!(finder.find(&ground, from, to, LONGEST, &mut path), None);
        assert!(path.is_empty());
    }
    assert_eq!(
        finder.find(&ground, floor, floor, LONGEST, &mut path),
        Some(0)
    );
    assert!(path.is_empty());
}

#[test]
fn distances_in_four_directions_are_those_of_reach() {
    let mut distances = DistanceMap::default();
    let mut reach = Reach::default();
    for generator in ALL {
        let spec = MapSpec::new(generator.info().name, Size::new(80, 50), Seed(3)).unwrap();
        let map = spec.generate().unwrap();
        let start = map.start.unwrap();
        let ground = Ground::of(&map, Steps::Four);
        let reached = distances.measure(&ground, &[start], UNBOUNDED);
        assert_eq!(reached, reach.from(&map, start));
        assert!(
            map.tiles
                .iter()
                .all(|(pos, _)| distances.get(pos) == reach.distance(pos))
        );
    }
}
