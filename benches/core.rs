//! Benchmarks of the core: draws, generators and readers of maps. Not asserted on time.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
#[cfg(feature = "export")]
use undercroft::export::Painter;
use undercroft::geom::Size;
use undercroft::map::{Map, RoomGraph, Scatter, Steps, Tile, TileSet, fov};
use undercroft::mapgen::metric::Metrics;
use undercroft::mapgen::{ALL, Buffers, MapSpec};
use undercroft::rng::{Seed, Stream, Tag};

fn draws(c: &mut Criterion) {
    let mut group = c.benchmark_group("draw");
    let mut stream = Stream::new(42, 54);
    group.bench_function("next_u32", |b| b.iter(|| stream.next_u32()));
    group.bench_function("next_u64", |b| b.iter(|| stream.next_u64()));
    group.bench_function("below 20", |b| b.iter(|| stream.below(black_box(20))));
    group.bench_function("below 3e9", |b| {
        b.iter(|| stream.below(black_box(3_000_000_000)))
    });
    group.bench_function("range -5..=5", |b| {
        b.iter(|| stream.range(black_box(-5), black_box(5)))
    });
    group.bench_function("coin", |b| b.iter(|| stream.coin()));
    let mut deck: Vec<u32> = (0..52).collect();
    group.bench_function("shuffle 52", |b| {
        b.iter(|| stream.shuffle(black_box(&mut deck)))
    });
    group.bench_function("weighted 8", |b| {
        b.iter(|| stream.weighted(black_box(&[1, 2, 3, 4, 5, 6, 7, 8])))
    });
    group.bench_function("split", |b| b.iter(|| black_box(stream.clone()).split()));
    let mut turn = 0;
    group.bench_function("keyed with 3 keys", |b| {
        b.iter(|| {
            turn += 1;
            Stream::keyed(Tag::MAPGEN, Seed(7), black_box(&[3, turn, 5]))
        });
    });
    group.finish();
}

fn generators(c: &mut Criterion) {
    for size in [Size::new(80, 50), Size::new(512, 512)] {
        let mut group = c.benchmark_group(format!("generate {size}"));
        group.throughput(Throughput::Elements(size.area() as u64));
        for generator in ALL {
            let name = generator.info().name;
            let mut spec = MapSpec::new(name, size, Seed(0)).expect("the size is accepted by all");
            let (mut map, mut buffers) = (Map::default(), Buffers::default());
            group.bench_function(BenchmarkId::from_parameter(name), |b| {
                b.iter(|| {
                    spec.seed = Seed(spec.seed.0.wrapping_add(1));
                    spec.generate_into(&mut map, &mut buffers)
                });
            });
        }
        group.finish();
    }
}

fn readers(c: &mut Criterion) {
    let spec: MapSpec = "rooms/80x50#1".parse().expect("it is a share code");
    let map = spec.generate().expect("30 tries place a room on 80x50");
    let start = map.start.expect("rooms has a start");
    c.bench_function("fov radius 8", |b| {
        b.iter(|| {
            let mut seen = 0;
            fov::visible(&map, start, 8, |_| seen += 1);
            seen
        });
    });
    c.bench_function("metrics 80x50", |b| b.iter(|| Metrics::of(&map)));
    c.bench_function("text 80x50", |b| b.iter(|| map.to_string()));
}

fn room_graphs(c: &mut Criterion) {
    let mut group = c.benchmark_group("room graph");
    for code in [
        "rogue/80x50#1",
        "caves/80x50#1",
        "maze-dfs/79x49#1",
        "caves/512x512#1",
    ] {
        let spec: MapSpec = code.parse().expect("it is a share code");
        let map = spec.generate().expect("the size is accepted");
        group.throughput(Throughput::Elements(map.size().area() as u64));
        group.bench_function(BenchmarkId::new("build", code), |b| {
            b.iter(|| RoomGraph::of(&map));
        });
        let graph = RoomGraph::of(&map);
        group.bench_function(BenchmarkId::new("longest way", code), |b| {
            b.iter(|| graph.longest_path());
        });
        let mut stream = Stream::new(42, 54);
        group.bench_function(BenchmarkId::new("8 places 10 apart", code), |b| {
            let scatter = Scatter {
                count: 8,
                apart: 10,
                clear_of: &[],
                clear: 0,
                steps: Steps::Eight,
            };
            let open = TileSet::of(&map.tiles, Tile::is_walkable);
            b.iter(|| scatter.draw(&open, |_| true, &mut stream));
        });
    }
    group.finish();
}

/// Small pictures, as a sheet of maps has them.
#[cfg(feature = "export")]
fn pictures(c: &mut Criterion) {
    let mut group = c.benchmark_group("picture of caves/80x50");
    let spec: MapSpec = "caves/80x50#1".parse().expect("it is a share code");
    let map = spec.generate().expect("the size is accepted");
    for (width, height) in [(40, 25), (80, 50), (160, 100), (480, 300)] {
        let painter = Painter::fitting(map.size(), width, height);
        let mut pixels = Vec::new();
        group.bench_function(format!("in {width}x{height} pixels"), |b| {
            b.iter(|| {
                pixels.clear();
                painter.paint(&map, |row| pixels.extend_from_slice(row.as_flattened()));
            });
        });
    }
    group.finish();
}

/// Nothing draws pictures.
#[cfg(not(feature = "export"))]
fn pictures(_: &mut Criterion) {}

criterion_group!(benches, draws, generators, readers, room_graphs, pictures);
criterion_main!(benches);
