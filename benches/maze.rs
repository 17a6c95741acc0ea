//! Benchmarks of mazes: digging, searching, drawing, the hex form, the start
//! of a run. Not asserted on time.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use undercroft::geom::{Pos, Size};
use undercroft::map::Map;
use undercroft::maze::{self, Buffers, Distances, Growth, Maze};
use undercroft::mazerun::Leg;
use undercroft::rng::{Seed, Stream};

const MIXED: Growth = Growth {
    newest: 50,
    oldest: 0,
};

type Dig = fn(&mut Maze, &mut Buffers, &mut Stream);

fn algorithms(c: &mut Criterion) {
    let all: [(&str, Dig); 5] = [
        ("depth-first", |m, b, s| maze::depth_first(m, b, s, ())),
        ("wilson", |m, b, s| maze::wilson(m, b, s, ())),
        ("kruskal", |m, b, s| maze::kruskal(m, b, s, ())),
        ("growing-tree", |m, b, s| {
            maze::growing_tree(m, b, s, MIXED, ());
        }),
        ("depth-first, braid 100", |m, b, s| {
            maze::depth_first(m, b, s, ());
            maze::braid(m, s, 100, ());
        }),
    ];
    for side in [39, 100, 1000, 2047] {
        let mut group = c.benchmark_group(format!("maze {side}x{side} cells"));
        group.throughput(Throughput::Elements(u64::from(side * side)));
        for (name, dig) in all {
            let (mut maze, mut buffers) = (Maze::new(side, side), Buffers::default());
            let mut seed = 0;
            group.bench_function(BenchmarkId::from_parameter(name), |b| {
                b.iter(|| {
                    seed += 1;
                    dig(&mut maze, &mut buffers, &mut Stream::new(seed, 1));
                });
            });
        }
        group.finish();
    }
}

fn readers(c: &mut Criterion) {
    let mut group = c.benchmark_group("maze 1000x1000 cells, made");
    group.throughput(Throughput::Elements(1_000_000));
    let mut maze = Maze::new(1000, 1000);
    let mut stream = Stream::new(1, 1);
    maze::depth_first(&mut maze, &mut Buffers::default(), &mut stream, ());
    let (mut search, mut map) = (Distances::default(), Map::default());
    group.bench_function("search", |b| {
        b.iter(|| search.from(&maze, black_box(Pos::new(0, 0))));
    });
    group.bench_function("ends", |b| b.iter(|| maze.ends(&mut search)));
    group.bench_function("draw", |b| b.iter(|| maze.to_map(&mut map)));
    let text = maze.to_string();
    group.bench_function("write hex", |b| b.iter(|| maze.to_string()));
    group.bench_function("read hex", |b| b.iter(|| Maze::from_hex(black_box(&text))));
    group.finish();
}

/// What Maze Run does when it enters its largest maze: dig it, find its ends, measure the way.
fn starts(c: &mut Criterion) {
    let mut group = c.benchmark_group("maze run 1000x1000 cells, started");
    group.throughput(Throughput::Elements(1_000_000));
    group.sample_size(20);
    for generator in [
        "maze-dfs",
        "maze-wilson",
        "maze-kruskal",
        "maze-growing-tree",
    ] {
        let leg = Leg::new(generator, Size::new(1000, 1000), Seed(1)).expect("the largest size");
        let mut attempt = 0;
        group.bench_function(generator, |b| {
            b.iter(|| {
                attempt += 1;
                black_box(leg.at(0, attempt).make())
            });
        });
    }
    group.finish();
}

criterion_group!(benches, algorithms, readers, starts);
criterion_main!(benches);
