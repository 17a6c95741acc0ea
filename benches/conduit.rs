//! Benchmarks of the conduit puzzle: making boards with one solution, solving, rating, hints and
//! turns. Not asserted on time.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use undercroft::conduit::{Conduit, Maker, Move, Puzzle, Rules, SEARCH_BUDGET, Spec};
use undercroft::geom::{Pos, Size};
use undercroft::rng::Seed;

const PLAIN: Rules = Rules {
    wrap: false,
    single: false,
    crosses: false,
    ambiguous: false,
};

fn making(c: &mut Criterion) {
    for (name, rules) in [
        ("two-tile wellspring", PLAIN),
        (
            "single-tile wellspring",
            Rules {
                single: true,
                ..PLAIN
            },
        ),
        (
            "wrapping",
            Rules {
                wrap: true,
                ..PLAIN
            },
        ),
        (
            "plain tree",
            Rules {
                crosses: true,
                ambiguous: true,
                ..PLAIN
            },
        ),
    ] {
        let mut group = c.benchmark_group(format!("make, {name}"));
        for side in [5, 11, 25, 51] {
            let size = Size::new(side, side);
            let (mut maker, mut puzzle) = (Maker::default(), Puzzle::default());
            let mut seed = 0;
            group.throughput(Throughput::Elements(1));
            group.bench_function(BenchmarkId::from_parameter(size), |b| {
                b.iter(|| {
                    seed += 1;
                    maker.make_sized(size, rules, 0, Seed(seed), &mut puzzle)
                });
            });
        }
        group.finish();
    }
}

fn reading(c: &mut Criterion) {
    for code in ["board/10x9#7", "board/50x50#7"] {
        let spec: Spec = code.parse().expect("it is a share code");
        let puzzle = spec.make();
        let mut group = c.benchmark_group(code);
        group.bench_function("answer", |b| {
            b.iter(|| puzzle.start().answer(SEARCH_BUDGET))
        });
        group.bench_function("grade", |b| b.iter(|| puzzle.grade()));
        let conduit = Conduit::new(puzzle.clone());
        group.bench_function("hint", |b| b.iter(|| conduit.find_hint()));
        group.bench_function("loops", |b| b.iter(|| conduit.loops()));
        let mut played = Conduit::new(puzzle.clone());
        let size = played.size();
        let mut events = Vec::new();
        let mut turn = 0;
        group.bench_function("turn and take back", |b| {
            b.iter(|| {
                turn = (turn + 7) % size.area() as i32;
                let at = Pos::new(turn % size.width as i32, turn / size.width as i32);
                events.clear();
                let done = played.apply(Move::Clockwise(at), &mut events);
                let back = played.apply(Move::Undo, &mut events);
                black_box((done, back))
            });
        });
        group.finish();
    }
}

criterion_group!(benches, making, reading);
criterion_main!(benches);
