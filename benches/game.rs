//! Benchmarks of the roguelike: levels, quiet turns, explored turns, digests. Not asserted on time.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use undercroft::game::{Action, Game, Outcome, Setup};
use undercroft::rng::Seed;

fn setup(seed: u64) -> Setup {
    Setup::new(Seed(seed)).expect("the content is right")
}

fn game(seed: u64) -> Game {
    Game::new(setup(seed)).expect("New Game Plus is 0")
}

fn levels(c: &mut Criterion) {
    let mut group = c.benchmark_group("level");
    for depth in [1, 4, 6, 12] {
        let mut seed = 0;
        group.bench_function(BenchmarkId::new("populated", depth), |b| {
            let mut maker = game(0);
            b.iter(|| {
                seed += 1;
                maker.bench_level(Seed(seed), depth)
            });
        });
    }
    group.finish();
    let mut seed = 0;
    c.bench_function("new game", |b| {
        b.iter(|| {
            seed += 1;
            game(seed)
        });
    });
}

fn turns(c: &mut Criterion) {
    let mut group = c.benchmark_group("turn");
    group.throughput(Throughput::Elements(1));
    let start = game(1);
    let mut events = Vec::new();
    let mut quiet = start.clone();
    group.bench_function("wait", |b| {
        b.iter(|| {
            if quiet.turns() > 1000 || quiet.outcome() != Outcome::Playing {
                quiet = start.clone();
            }
            events.clear();
            quiet.apply(Action::Wait, &mut events)
        });
    });
    let mut seed = 1;
    let mut explorer = game(seed);
    group.bench_function("explore", |b| {
        b.iter(|| {
            events.clear();
            if explorer.apply(Action::Explore, &mut events).is_err() {
                seed += 1;
                explorer = game(seed);
            }
        });
    });
    group.finish();
}

fn digests(c: &mut Criterion) {
    let start = game(1);
    c.bench_function("digest", |b| b.iter(|| start.digest()));
}

criterion_group!(benches, levels, turns, digests);
criterion_main!(benches);
