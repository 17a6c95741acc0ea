//! Benchmarks of sight, distances and paths at the size of a level. Not asserted on time.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use undercroft::geom::Pos;
use undercroft::map::distance::{DistanceMap, UNBOUNDED};
use undercroft::map::fov::{Sight, UNLIMITED};
use undercroft::map::path::{LONGEST, PathFinder};
use undercroft::map::{Ground, Map, Steps, TileSet, fov, line};
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
        group.bench_function(BenchmarkId::new("8 in the dark", code), |b| {
            b.iter(|| {
                let at = turn.next().unwrap_or_default();
                sight.look_by_light(at, 8, |pos| pos.x & 8 == 0, &mut seen);
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
            b.iter(|| sight.load(&map))
        });
    }
    group.finish();
}

fn distances(c: &mut Criterion) {
    let mut group = c.benchmark_group("field");
    for (code, map) in maps() {
        let start = map.start.expect("these generators place a start");
        let mut distances = DistanceMap::default();
        for steps in [Steps::Four, Steps::Eight, Steps::Squeezing] {
            let mut ground = Ground::of(&map, steps);
            group.bench_function(BenchmarkId::new(format!("{steps:?}"), code), |b| {
                b.iter(|| distances.measure(&ground, black_box(&[start]), UNBOUNDED));
            });
            group.bench_function(
                BenchmarkId::new(format!("{steps:?} within 10"), code),
                |b| {
                    b.iter(|| distances.measure(&ground, black_box(&[start]), 10));
                },
            );
            ground.set_cost(start, 2);
            group.bench_function(BenchmarkId::new(format!("{steps:?} weighted"), code), |b| {
                b.iter(|| distances.measure(&ground, black_box(&[start]), UNBOUNDED));
            });
        }
        let ground = Ground::of(&map, Steps::Eight);
        distances.measure(&ground, &[start], UNBOUNDED);
        let mut safety = DistanceMap::default();
        group.bench_function(BenchmarkId::new("flee", code), |b| {
            b.iter(|| safety.flee(&ground, &distances));
        });
        group.bench_function(BenchmarkId::new("ground", code), |b| {
            b.iter(|| Ground::of(&map, Steps::Eight));
        });
    }
    group.finish();
}

fn paths(c: &mut Criterion) {
    let mut group = c.benchmark_group("astar");
    for (code, map) in maps() {
        let stations = stations(&map);
        let (mut finder, mut path) = (PathFinder::default(), Vec::new());
        for steps in [Steps::Four, Steps::Eight] {
            let ground = Ground::of(&map, steps);
            let mut turn = stations.iter().cycle().copied();
            let mut other = stations.iter().rev().cycle().step_by(3).copied();
            group.bench_function(BenchmarkId::new(format!("{steps:?}"), code), |b| {
                b.iter(|| {
                    let ends = (
                        turn.next().unwrap_or_default(),
                        other.next().unwrap_or_default(),
                    );
                    finder.find(&ground, ends.0, ends.1, LONGEST, &mut path)
                });
            });
        }
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
