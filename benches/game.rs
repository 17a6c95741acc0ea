//! Benchmarks of the roguelike: levels, quiet turns, explored turns, digests, recordings. Not asserted on time.

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use undercroft::bot::{self, BotKind};
use undercroft::game::record::{Recorder, Recording};
use undercroft::game::{Action, Game, GameEvent, Outcome, Refusal, Run, Setup};
use undercroft::geom::{Dir, Pos};
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

/// A game with `count` tiles of grass in flames, in as many as burn at once.
fn burning(count: usize) -> Game {
    let mut state = serde_json::to_value(hardy(1).state()).expect("a state is plain data");
    let mut tiles = state["here"]["tiles"]["tiles"]
        .as_str()
        .expect("tiles are text")
        .to_owned()
        .into_bytes();
    // Grass in place of rock, so that nothing else of the level changes.
    let inside = |index: &usize| (1..79).contains(&(index % 80)) && (1..49).contains(&(index / 80));
    let rock: Vec<usize> = (0..tiles.len())
        .filter(|index| inside(index) && tiles[*index] == b'#')
        .collect();
    for index in rock.iter().take(2 * count) {
        tiles[*index] = b'"';
    }
    let flames: Vec<(usize, u8)> = rock.iter().take(count).map(|index| (*index, 4)).collect();
    state["here"]["tiles"]["tiles"] = String::from_utf8(tiles).expect("they were text").into();
    state["here"]["fields"]["flames"] = serde_json::json!(flames);
    let state = serde_json::from_value(state).expect("it was written so");
    Game::with_state(state, setup(1).content)
}

/// A turn in which many tiles burn.
fn fires(c: &mut Criterion) {
    let mut group = c.benchmark_group("turn");
    group.throughput(Throughput::Elements(1));
    let mut events = Vec::new();
    let start = burning(300);
    group.bench_function("300 flames", |b| {
        b.iter_batched_ref(
            || start.clone(),
            |game| {
                events.clear();
                game.apply(Action::Wait, &mut events)
            },
            BatchSize::LargeInput,
        );
    });
    group.finish();
}

/// A player who goes on whatever happens, and has the health for it.
fn hardy(seed: u64) -> Game {
    let mut state = serde_json::to_value(game(seed).state()).expect("a state is plain data");
    state["player"]["vigour"] = 4000.into();
    state["player"]["health"] = 4000.into();
    let state = serde_json::from_value(state).expect("it was written so");
    Game::with_state(state, setup(seed).content)
}

/// One action: explores, fights whoever is in sight, goes down.
fn press_on(game: &mut Game, events: &mut Vec<GameEvent>) -> Result<(), Refusal> {
    events.clear();
    let action = game.doing().unwrap_or(Action::Explore);
    let refusal = match game.apply(action, events) {
        Ok(()) => return Ok(()),
        Err(refusal) => refusal,
    };
    let view = game.view();
    let me = view.player().pos;
    let target = match refusal {
        Refusal::InTheWay(at) => Some(at),
        _ => view.nearest_enemy(),
    };
    if let (Refusal::Explored, Some(to)) = (refusal, view.stairs_down()) {
        let next = if to == me {
            Action::Descend.sure()
        } else {
            Action::Travel { to }.into()
        };
        return game.apply(next, events);
    }
    let away = |pos: Pos, to: Pos| (pos.x - to.x).abs().max((pos.y - to.y).abs());
    let near = Dir::ALL
        .into_iter()
        .filter(|dir| view.can_step(*dir) || target == Some(me.step(*dir)));
    let dir = target.and_then(|to| near.min_by_key(|dir| away(me.step(*dir), to)));
    match dir {
        Some(dir) => game.apply(Action::step(dir).sure(), events),
        None => Err(refusal),
    }
}

fn explorer(c: &mut Criterion) {
    let mut group = c.benchmark_group("turn");
    group.throughput(Throughput::Elements(1));
    let mut events = Vec::new();
    let mut seed = 1;
    let mut run = hardy(seed);
    let mut actions = 0;
    group.bench_function("press on", |b| {
        b.iter(|| {
            actions += 1;
            let stuck = press_on(&mut run, &mut events).is_err();
            if stuck || actions > 20_000 || run.outcome() != Outcome::Playing {
                seed += 1;
                actions = 0;
                run = hardy(seed);
            }
        });
    });
    group.finish();
}

/// Whole runs of the explorer bot, levels and all; a turn is an element.
fn bots(c: &mut Criterion) {
    let mut group = c.benchmark_group("bot");
    let play = |seed: u64| {
        let mut game = game(seed);
        let mut bot = BotKind::Explorer.create_bot(Seed(seed));
        bot::play(&mut game, &mut *bot, 20_000, |_, _, _| ());
        game.turns()
    };
    let seeds = 1..=16;
    let turns = seeds.clone().map(play).sum();
    group.throughput(Throughput::Elements(turns));
    group.sample_size(10);
    group.bench_function("explorer", |b| {
        b.iter(|| seeds.clone().map(play).sum::<u64>());
    });
    group.finish();
}

fn digests(c: &mut Criterion) {
    let start = game(1);
    c.bench_function("digest", |b| b.iter(|| start.digest()));
}

/// The longest of forty runs of the explorer.
fn long_run() -> Recording {
    let play = |seed: u64| {
        let mut game = game(seed);
        let mut recorder = Recorder::new(&game);
        let mut bot = BotKind::Explorer.create_bot(Seed(seed));
        bot::play(&mut game, &mut *bot, 20_000, |game, action, _| {
            recorder.record(game, action);
        });
        recorder.finish(&game)
    };
    let runs = (1..=40).map(play);
    runs.max_by_key(Recording::turns).expect("there are forty")
}

/// Loads a long run, a turn an element, and appends a move to one.
fn recordings(c: &mut Criterion) {
    let mut group = c.benchmark_group("recording");
    let (recording, content) = (long_run(), setup(1).content);
    let text = recording.to_string();
    group.throughput(Throughput::Elements(recording.turns()));
    group.sample_size(10);
    group.bench_function("load", |b| {
        b.iter(|| {
            let recording: Recording = text.parse().expect("it was written so");
            Run::load(recording, content).expect("it was played so")
        });
    });
    group.throughput(Throughput::Elements(1));
    group.sample_size(100);
    let mut events = Vec::new();
    let begin = || Run::new(setup(1)).expect("it is a run");
    let (mut run, mut length) = (begin(), 0);
    group.bench_function("append", |b| {
        b.iter(|| {
            events.clear();
            if run.apply(Action::Wait, &mut events).is_err() {
                run = begin();
            }
            length += run.take_unsaved().len();
        });
    });
    group.finish();
}

criterion_group!(
    benches, levels, turns, fires, explorer, bots, digests, recordings
);
criterion_main!(benches);
