//! Benchmarks of searches, on one thread: generating the maps of some seeds and deciding which match.
//! Not asserted on time.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use undercroft::map::{Map, Steps};
use undercroft::mapgen::{Buffers, MapSpec};
use undercroft::rng::{Seed, SeedRange};
use undercroft::search::{Collector, Question, Scratch, Search};

const SEEDS: u64 = 1024;

fn searches(c: &mut Criterion) {
    for kind in ["rooms/80x50", "caves/80x50"] {
        let mut group = c.benchmark_group(format!("search {kind}"));
        group.throughput(Throughput::Elements(SEEDS));
        let spec: MapSpec = format!("{kind}#0").parse().expect("it is a share code");
        let (mut map, mut buffers) = (Map::default(), Buffers::default());
        group.bench_function("generating alone", |b| {
            b.iter(|| {
                for seed in 0..SEEDS {
                    let made = spec.with_seed(Seed(seed));
                    made.generate_into(&mut map, &mut buffers)
                        .expect("30 tries place a room");
                }
            });
        });
        let seeds: SeedRange = format!("0..{SEEDS}").parse().expect("it is a range");
        let mut scratch = Scratch::default();
        for condition in [
            "rooms >= 3",
            "loops >= 3",
            "longest_steps >= 150",
            "loops >= 3 && longest_steps >= 150",
        ] {
            let question = Question {
                variants: kind.parse().expect("it is a kind"),
                condition: Some(condition.parse().expect("it is a condition")),
                steps: Steps::Four,
                order: None,
                count: SEEDS as usize + 1,
            };
            let search = Search::new(question, seeds);
            group.bench_function(BenchmarkId::from_parameter(condition), |b| {
                b.iter(|| {
                    let mut collector = Collector::new(search.question());
                    for piece in 0..search.pieces() {
                        let _ = collector.take(search.look_at(piece, &mut scratch));
                    }
                    collector.finish()
                });
            });
        }
        group.finish();
    }
}

criterion_group!(benches, searches);
criterion_main!(benches);
