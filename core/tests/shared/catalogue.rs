//! What seeds make, written down: the golden files pin it, and the browser's build is compared with it.
//! Uses the core alone and no files.

#[path = "codes.rs"]
pub mod codes;

use std::fmt::Write as _;

use undercroft_core::conduit::{Conduit, Move, Spec};
use undercroft_core::game::content::{Content, DEEPEST};
use undercroft_core::game::record::Recording;
use undercroft_core::game::{Game, Setup};
use undercroft_core::geom::Size;
use undercroft_core::mapgen::{Kind, MapSpec};
use undercroft_core::rng::{Seed, Stream};

/// How many of `count` maps are enough of a generator: fewer of one that takes long.
pub fn enough(name: &str, count: u64) -> u64 {
    if name == "waves" {
        (count / 200).max(2)
    } else {
        count
    }
}

/// Five sizes a generator accepts, the smallest first.
pub fn sizes(generator: &str) -> [Size; 5] {
    let generator = undercroft_core::mapgen::BUILT_IN.find(generator).unwrap();
    let min = generator.min_size(&generator.params());
    let at_least = |w: u32, h: u32| Size::new(w.max(min.width), h.max(min.height));
    [
        min,
        at_least(min.width + 9, 24),
        at_least(80, 24),
        at_least(80, 50),
        at_least(33, 130),
    ]
}

/// The catalogue of one generator: a digest for each size and seed and for each value of a parameter, and one map to look at.
pub fn maps(name: &str, seeds: &[u64]) -> String {
    let mut text = format!("# Digests (XXH3, 64 bits) of the text form of maps by `{name}`.\n");
    let generator = undercroft_core::mapgen::BUILT_IN.find(name).unwrap();
    let (large, other) = if name == "waves" {
        (Size::new(100, 60), Size::new(48, 36))
    } else {
        (Size::new(512, 300), Size::new(200, 200))
    };
    for size in sizes(name).into_iter().skip(1).chain([large]) {
        for seed in seeds {
            let spec = MapSpec::new(name, size, Seed(*seed)).unwrap();
            writeln!(text, "{:016x} {spec}", spec.generate().unwrap().digest()).unwrap();
        }
    }
    for (number, param) in generator.info().params.iter().enumerate() {
        let values: Vec<i32> = match param.kind {
            Kind::Int { min, max, default } => vec![min, default + 1, max.min(40)],
            Kind::Choice { options, .. } => (0..options.len() as i32).collect(),
        };
        for value in values {
            let mut params = generator.params();
            params.set_value(number, value);
            let made = MapSpec::with_params(generator, other, params, Seed(11))
                .ok()
                .and_then(|spec| spec.generate().ok().map(|map| (spec, map)));
            match made {
                Some((spec, map)) => writeln!(text, "{:016x} {spec}", map.digest()).unwrap(),
                None => writeln!(text, "refused {}={value}", param.name).unwrap(),
            }
        }
    }
    let shown = MapSpec::new(name, sizes(name)[2], Seed(7)).unwrap();
    writeln!(text, "{shown}\n{}", shown.generate().unwrap()).unwrap();
    text
}

/// Maps of random codes, with stages, masks, samples and edits: a digest each, or why there is none.
pub fn mixed(count: u32) -> String {
    let mut text =
        String::from("# Digests (XXH3, 64 bits) of the text form of maps of random codes.\n");
    let mut stream = Stream::new(7, 40);
    for _ in 0..count {
        let spec = codes::draw(48, &mut stream);
        match spec.generate() {
            Ok(map) => writeln!(text, "{:016x} {spec}", map.digest()).unwrap(),
            Err(error) => writeln!(text, "refused {spec}: {error}").unwrap(),
        }
    }
    text
}

fn spec(code: &str) -> Spec {
    code.parse().unwrap()
}

/// Nine kinds of board for each of `seeds` seeds and the largest: a digest each, and one board to look at.
pub fn boards(seeds: u64) -> String {
    let mut text = String::from(
        "# Boards: the digest (XXH3, 64 bits) of id and solved id, moves, share code.\n",
    );
    for head in [
        "board/3x3",
        "board/10x9",
        "board/11x11/single",
        "board/10x9/wrap",
        "board/10x9/crosses,ambiguous",
        "board/12x7/walls=30",
        "board/9x9/wrap,walls=10,single,crosses",
        "board/25x25",
        "board/50x50/wrap",
    ] {
        for seed in (0..seeds).chain([u64::MAX]) {
            let code = format!("{head}#{seed}");
            let puzzle = spec(&code).make();
            let ids = format!("{} {}", puzzle.start().id(), puzzle.solved().id());
            let digest = xxhash_rust::xxh3::xxh3_64(ids.as_bytes());
            let moves = puzzle.fewest_moves();
            writeln!(text, "{digest:016x} {moves} {code}").unwrap();
        }
    }
    let puzzle = spec("board/10x9#7").make();
    let (start, solved) = (puzzle.start(), puzzle.solved());
    writeln!(text, "{}\n{start}{}\n{solved}", start.id(), solved.id()).unwrap();
    let mut conduit = Conduit::new(puzzle);
    conduit.apply(Move::Jumble, &mut Vec::new()).unwrap();
    writeln!(text, "jumbled {}", conduit.board().id()).unwrap();
    text
}

/// The levels of these seeds, a line each.
pub fn levels(seeds: impl Iterator<Item = u64>) -> String {
    let mut text = String::new();
    for seed in seeds {
        let setup = Setup::new(Seed(seed)).unwrap();
        for depth in 1..=DEEPEST {
            let level = Game::new_level(setup, depth);
            writeln!(
                text,
                "{seed} {depth} {:?} {} {} {:016x}",
                level.kind,
                level.monsters.len(),
                level.items.len(),
                level.digest
            )
            .unwrap();
        }
    }
    text
}

/// The replays of the recorded runs, each as text.
pub fn recorded_runs() -> Vec<String> {
    const FIRST: &str = "undercroft recording ";
    let runs = include_str!("../golden/runs.txt").split(FIRST).skip(1);
    runs.map(|run| format!("{FIRST}{run}")).collect()
}

/// Plays the recorded runs: turns and digest of each at its end.
fn runs() -> String {
    let content = Content::embedded().expect("the built-in content has no errors");
    let played = recorded_runs().into_iter().map(|run| {
        let replay: Recording = run.parse().expect("a golden run parses");
        match replay.verify(content) {
            Ok(game) => format!("run of {} turns {:016x}\n", game.turns(), game.digest()),
            Err(error) => format!("run {error}\n"),
        }
    });
    played.collect()
}

/// A line for each part of the catalogue: the digest (XXH3, 64 bits) of its text. The recorded runs have a line each.
pub fn digests() -> String {
    let mut text = String::new();
    let mut line = |what: &str, part: String| {
        let digest = xxhash_rust::xxh3::xxh3_64(part.as_bytes());
        writeln!(text, "{digest:016x} {what}, {} lines", part.lines().count()).unwrap();
    };
    for generator in undercroft_core::mapgen::ALL {
        let name = generator.info().name;
        let mut seeds: Vec<u64> = (0..enough(name, 20)).collect();
        seeds.extend([0xffff_ffff, u64::MAX]);
        line(&format!("maps by {name}"), maps(name, &seeds));
    }
    line("maps of random codes", mixed(150));
    line("boards", boards(22));
    line("levels", levels(0..20));
    text + &runs()
}
