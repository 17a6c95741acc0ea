//! Scattered places, against plain measurements of the distances between them.

use std::collections::BTreeSet;

use undercroft_core::geom::{Pos, Size};
use undercroft_core::map::distance::{DistanceMap, UNBOUNDED};
use undercroft_core::map::{Map, Scatter, Steps, Tile, TileSet};
use undercroft_core::mapgen::MapSpec;
use undercroft_core::rng::Stream;

fn generate(code: &str) -> Map {
    code.parse::<MapSpec>().unwrap().generate().unwrap()
}

fn open(map: &Map) -> TileSet {
    TileSet::of(&map.tiles, Tile::is_walkable)
}

fn noise(stream: &mut Stream) -> Map {
    let size = Size::new(stream.range(1, 40) as u32, stream.range(1, 30) as u32);
    let mut map = Map::new(size, Tile::Wall);
    let share = stream.range(20, 100) as u32;
    for tile in map.tiles.as_mut_slice() {
        if stream.chance(share, 100) {
            *tile = Tile::Floor;
        }
    }
    map.start = open(&map).iter().next();
    map
}

#[test]
fn places_keep_their_distance_and_are_as_many_as_fit_beside_each_other() {
    let mut stream = Stream::new(37, 5);
    let (mut full, mut short) = (0, 0);
    let mut maps: Vec<Map> = (0..200).map(|_| noise(&mut stream)).collect();
    for generator in ["caves", "rooms", "maze-wilson", "rogue"] {
        maps.extend((0..15).map(|seed| generate(&format!("{generator}/61x41#{seed}"))));
    }
    for map in &maps {
        let steps = [Steps::Four, Steps::Eight, Steps::Squeezing][stream.below(3) as usize];
        let scatter = Scatter {
            count: stream.below(9) as usize,
            apart: stream.below(20),
            clear_of: map.start.as_slice(),
            clear: stream.below(15),
            steps,
        };
        // Every other column.
        let fits = |pos: Pos| pos.x % 2 == 0;
        let open = open(map);
        let places = scatter.draw(&open, fits, &mut stream.clone());
        assert_eq!(places, scatter.draw(&open, fits, &mut stream));
        assert!(places.len() <= scatter.count);
        let field = |from: Pos| {
            let mut distances = DistanceMap::default();
            distances.measure(&open, steps, &[from], UNBOUNDED);
            distances
        };
        let fields: Vec<_> = places.iter().map(|pos| field(*pos)).collect();
        let home = map.start.map(field).unwrap_or_default();
        let is_clear = |pos: Pos, field: &DistanceMap, least: u32| {
            field.get(pos).is_none_or(|steps| steps >= least)
        };
        for (index, &pos) in places.iter().enumerate() {
            assert!(fits(pos) && map.is_walkable(pos), "{pos}\n{map}");
            assert!(is_clear(pos, &home, scatter.clear), "{pos}\n{map}");
            let mut before = fields[..index].iter();
            assert!(
                before.all(|field| is_clear(pos, field, scatter.apart)),
                "{pos}\n{map}"
            );
            assert!(!places[..index].contains(&pos), "{pos}\n{map}");
        }
        if places.len() < scatter.count {
            let is_free = |pos: &Pos| {
                let mut others = fields.iter();
                fits(*pos)
                    && !places.contains(pos)
                    && is_clear(*pos, &home, scatter.clear)
                    && others.all(|field| is_clear(*pos, field, scatter.apart))
            };
            assert_eq!(open.iter().find(is_free), None, "{places:?}\n{map}");
            short += 1;
        } else {
            full += 1;
        }
    }
    assert!(full > 100 && short > 40, "{full} {short}");
}

#[test]
fn places_depend_on_the_stream_and_may_be_anywhere() {
    let map = generate("caves/40x30#4");
    let open = open(&map);
    let scatter = Scatter {
        count: 1,
        apart: 9,
        clear_of: &[],
        clear: 9,
        steps: Steps::Eight,
    };
    let mut found = BTreeSet::new();
    for seed in 0..4000 {
        found.extend(scatter.draw(&open, |_| true, &mut Stream::new(seed, 1)));
    }
    assert_eq!(found.len(), open.len());
}

#[test]
fn each_tile_is_equally_likely_among_those_that_are_still_possible() {
    // Of nine tiles in a row, the first place leaves those at least 6 steps away from it.
    let map = Map::from_text(".........\n").unwrap();
    let scatter = Scatter {
        count: 2,
        apart: 6,
        clear_of: &[],
        clear: 0,
        steps: Steps::Four,
    };
    let mut firsts = [0; 9];
    let mut seconds = [0; 9];
    for seed in 0..9000 {
        let places = scatter.draw(&open(&map), |_| true, &mut Stream::new(seed, 7));
        firsts[places[0].x as usize] += 1;
        match places[..] {
            [first] => assert!((3..=5).contains(&first.x)),
            [Pos { x: 0, .. }, second] => seconds[second.x as usize] += 1,
            _ => assert_eq!(places.len(), 2),
        }
    }
    assert!(
        firsts.iter().all(|count| (850..1150).contains(count)),
        "{firsts:?}"
    );
    assert!(seconds[..6].iter().all(|count| *count == 0), "{seconds:?}");
    assert!(
        seconds[6..].iter().all(|count| (270..400).contains(count)),
        "{seconds:?}"
    );
}
