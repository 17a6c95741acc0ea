//! Benchmarks of sight, distances and paths at the size of a level. Not asserted on time.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use undercroft::geom::Pos;
use undercroft::map::distance::{DistanceMap, UNBOUNDED};
use undercroft::map::fov::{Sight, UNLIMITED};
use undercroft::map::path::{LONGEST, PathFinder};
use undercroft::map::{Map, Nearest, Steps, Tile, TileSet, fov, line};
use undercroft::mapgen::MapSpec;

const MAPS: [&str; 3] = [
    "rooms/80x50#1",
    "scatter/80x50/walls=700#1",
    "scatter/200x200/walls=8000#1",
];

fn maps() -> impl Iterator<Item = (&'static str, Map)> {
    MAPS.into_iter().map(|code| {
        let spec: MapSpec = code.parse().expect("it is a share code");
        (code, spec.generate().expect("30 tries place a room"))
    })
}

/// Every so many walkable tiles, to ask from in turn.
fn stations(map: &Map) -> Vec<Pos> {
    let open = map.tiles.iter().filter(|(_, tile)| tile.is_walkable());
    open.map(|(pos, _)| pos).step_by(17).collect()
}

fn sight(c: &mut Criterion) {
    let mut group = c.benchmark_group("fov");
    for (code, map) in maps() {
        let (mut sight, mut seen) = (Sight::of(&map), TileSet::default());
        let stations = stations(&map);
        let mut turn = stations.iter().cycle().copied();
        for (name, radius) in [("8", 8), ("20", 20), ("unlimited", UNLIMITED)] {
            group.bench_function(BenchmarkId::new(name, code), |b| {
                b.iter(|| sight.look(turn.next().unwrap_or_default(), radius, &mut seen));
            });
        }
        let (mut wide, mut lit) = (TileSet::default(), TileSet::new(map.size()));
        for (pos, _) in map.tiles.iter().filter(|(pos, _)| pos.x & 8 == 0) {
            lit.insert(pos);
        }
        group.bench_function(BenchmarkId::new("8 in the dark", code), |b| {
            b.iter(|| {
                let at = turn.next().unwrap_or_default();
                sight.look(at, UNLIMITED, &mut wide);
                fov::keep_lit(&wide, at, 8, &lit, &mut seen);
            });
        });
        group.bench_function(BenchmarkId::new("single look, 8", code), |b| {
            b.iter(|| {
                let mut count = 0;
                fov::visible(&map, turn.next().unwrap_or_default(), 8, |_| count += 1);
                count
            });
        });
        group.bench_function(BenchmarkId::new("load", code), |b| {
            b.iter(|| sight.reset(map.size(), |pos| map.tiles[pos].is_opaque()))
        });
    }
    group.finish();
}

fn distances(c: &mut Criterion) {
    let mut group = c.benchmark_group("field");
    for (code, map) in maps() {
        let start = map.start.expect("these generators place a start");
        let open = TileSet::of(&map.tiles, Tile::is_walkable);
        let mut distances = DistanceMap::default();
        for steps in [Steps::Four, Steps::Eight] {
            group.bench_function(BenchmarkId::new(format!("{steps:?}"), code), |b| {
                b.iter(|| distances.measure(&open, steps, black_box(&[start]), UNBOUNDED));
            });
        }
    }
    group.finish();
}

fn paths(c: &mut Criterion) {
    let mut group = c.benchmark_group("astar");
    for (code, map) in maps() {
        let stations = stations(&map);
        let open = TileSet::of(&map.tiles, Tile::is_walkable);
        let (mut finder, mut nearest) = (PathFinder::default(), Nearest::default());
        let mut path = Vec::new();
        let mut turn = stations.iter().cycle().copied();
        let mut other = stations.iter().rev().cycle().step_by(3).copied();
        let mut ends = move || {
            let (from, to) = (turn.next(), other.next());
            (from.unwrap_or_default(), to.unwrap_or_default())
        };
        for steps in [Steps::Four, Steps::Eight] {
            group.bench_function(BenchmarkId::new(format!("{steps:?}"), code), |b| {
                b.iter(|| {
                    let (from, to) = ends();
                    finder.find(&open, steps, from, to, LONGEST, &mut path)
                });
            });
        }
        group.bench_function(BenchmarkId::new("nearest", code), |b| {
            b.iter(|| {
                let (from, to) = ends();
                let goal = |pos| pos == to;
                nearest.find(&map.tiles, from, u32::MAX, |_| false, goal, &mut path)
            });
        });
    }
    group.bench_function("line of 60", |b| {
        b.iter(|| {
            line::line(Pos::new(3, 4), black_box(Pos::new(62, 31)))
                .map(|pos| pos.x ^ pos.y)
                .sum::<i32>()
        });
    });
    group.finish();
}

criterion_group!(benches, sight, distances, paths);
criterion_main!(benches);
