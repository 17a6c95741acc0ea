//! Our rows in the tables of the peer benchmarks: put in place of its `src/ours.rs` by the
//! harness, which gives the helpers used here and this library as the crate `ours`.
#![allow(dead_code, reason = "the harness calls `run` only when it measures a section of ours")]

use std::hint::black_box;

use ours::conduit::{Answer, Maker, Puzzle, Rules, SEARCH_BUDGET};
use ours::geom::{Pos, Rect, Size};
use ours::map::distance::{DistanceMap, UNBOUNDED, UNREACHED};
use ours::map::fov::{Sight, UNLIMITED};
use ours::map::path::{LONGEST, PathFinder};
use ours::map::{Map, Steps, TileSet};
use ours::mapgen::{Buffers, MapSpec};
use ours::maze::{self, Growth, Maze};
use ours::rng::{Seed, Stream};

use crate::common::{Grid, Stats, bench, row};
use crate::inputs::points;

/// The name of our rows.
pub const PEER: &str = "ours";

/// `peers ours DIR [SECTION]`
pub fn run(dir: &str, section: &str) {
    let sections = [("gen", generators as fn(&str)), ("maze", mazes), ("netwalk", boards), ("rng", draws), ("fov", sight), ("path", ways)];
    for (name, measure) in sections {
        if section == "all" || section == name {
            measure(dir);
        }
    }
}

/// Maps with a new seed each: the buffers are kept, the result is copied into the harness's grid
/// as for every peer.
fn generators(_dir: &str) {
    for (width, height, batch, checked) in [(80, 50, 200, 20), (512, 512, 20, 3)] {
        for name in ["rooms", "rogue", "scatter", "caves", "bsp", "drunkard", "vaults", "waves"] {
            let code = match name {
                "vaults" => format!("rooms/{width}x{height}|vaults#0"),
                _ => format!("{name}/{width}x{height}#0"),
            };
            let spec: MapSpec = code.parse().expect("every one accepts these sizes");
            let buffers = std::cell::RefCell::new((Map::default(), Buffers::default()));
            crate::gen::measure(PEER, name, width, height, batch, checked, "buffers kept", |seed| {
                let (map, buffers) = &mut *buffers.borrow_mut();
                spec.with_seed(Seed(seed)).generate_into(map, buffers).expect("30 tries place a room");
                Grid {
                    w: width,
                    h: height,
                    floor: map.tiles.as_slice().iter().map(|tile| tile.is_walkable()).collect(),
                }
            });
        }
    }
    smoothing();
}

/// One smoothing round of `caves` at 512x512: a fortieth of what 40 rounds more take. By then the
/// cave changes little, so that what follows the rounds is the same work for both.
fn smoothing() {
    let spec = |rounds: u32| -> MapSpec { format!("caves/512x512/rounds={rounds}#0").parse().expect("it is a share code") };
    let (few, many) = (spec(10), spec(50));
    let (mut map, mut buffers) = (Map::default(), Buffers::default());
    let mut time = |spec: &MapSpec| {
        bench(20, || {
            for seed in 1..=20 {
                spec.with_seed(ours::rng::Seed(seed)).generate_into(&mut map, &mut buffers).expect("caves always succeed");
            }
        })
    };
    let (few, many) = (time(&few), time(&many));
    let round = |more: f64, less: f64| (more - less) / 40.0;
    let stats = Stats {
        ns: round(many.ns, few.ns),
        lo: round(many.lo, few.hi),
        hi: round(many.hi, few.lo),
        reps: many.reps,
    };
    row("gen", PEER, "caves (1 smoothing round)", "512x512", &stats, 20, 512 * 512, "a 40th of 40 rounds more");
}

/// Perfect mazes, dug with a new seed each in the same memory.
fn mazes(_dir: &str) {
    type Dig = fn(&mut Maze, &mut maze::Buffers, &mut Stream);
    const HALF_NEWEST: Growth = Growth { newest: 50, oldest: 0 };
    const NEWEST: Growth = Growth { newest: 100, oldest: 0 };
    let algorithms: [(&str, Dig); 5] = [
        ("maze-dfs", |maze, buffers, stream| maze::depth_first(maze, buffers, stream, ())),
        ("maze-kruskal", |maze, buffers, stream| maze::kruskal(maze, buffers, stream, ())),
        ("maze-wilson", |maze, buffers, stream| maze::wilson(maze, buffers, stream, ())),
        ("maze-growing-tree, half newest", |maze, buffers, stream| {
            maze::growing_tree(maze, buffers, stream, HALF_NEWEST, ());
        }),
        ("maze-growing-tree, newest", |maze, buffers, stream| {
            maze::growing_tree(maze, buffers, stream, NEWEST, ());
        }),
    ];
    for side in [100, 1000] {
        for (what, dig) in algorithms {
            let (mut maze, mut buffers) = (Maze::new(side, side), maze::Buffers::default());
            let batch = if side > 100 { 1 } else { 40 };
            let mut seed = 0;
            let stats = bench(batch, || {
                for _ in 0..batch {
                    seed += 1;
                    dig(&mut maze, &mut buffers, &mut Stream::new(seed, 1));
                    black_box(&maze);
                }
            });
            // The harness has an opening to the east in bit 0 and one to the south in bit 1.
            let open = |(_, open): (Pos, u8)| u8::from(open & maze::RIGHT != 0) | open & maze::DOWN;
            let n = side as usize;
            let check = crate::maze::Maze { n, open: maze.cells().map(open).collect() }.check();
            row("maze", PEER, what, &format!("{side}x{side}"), &stats, batch as usize, (n * n) as u64, &check);
        }
    }
}

/// Boards with one solution, a new seed each, in the same memory: with a source of one tile as
/// the peer's boards have it, and with the wellspring of two tiles of the game.
fn boards(_dir: &str) {
    for (side, batch, checked) in [(5, 4000, 60), (11, 1500, 40), (25, 250, 10), (51, 24, 3)] {
        for (what, single) in [("boards, one-tile source", true), ("boards, two-tile wellspring", false)] {
            let rules = Rules { single, ..Rules::default() };
            let size = Size::new(side, side);
            let (mut maker, mut puzzle) = (Maker::default(), Puzzle::default());
            let mut make = |seed, puzzle: &mut Puzzle| {
                maker.make_sized(size, rules, 0, Seed(seed), puzzle).expect("the size is accepted");
            };
            let mut seed = 1_000_000;
            let stats = bench(batch, || {
                for _ in 0..batch {
                    seed += 1;
                    make(seed, &mut puzzle);
                    black_box(&puzzle);
                }
            });
            let (mut trees, mut unique) = (0, 0);
            for seed in 0..checked {
                make(seed, &mut puzzle);
                trees += u64::from(puzzle.solved().is_solved() && !puzzle.start().is_solved());
                unique += u64::from(puzzle.start().answer(SEARCH_BUDGET) == Answer::One(puzzle.solved()));
            }
            let check = format!("solution a tree of all tiles, start unsolved {trees}/{checked}, exactly one solution (complete search) {unique}/{checked}");
            row("netwalk", PEER, what, &format!("{side}x{side}"), &stats, batch as usize, size.area() as u64, &check);
        }
    }
}

/// Draws, accumulated so that none is optimised away.
fn draws(_dir: &str) {
    const COUNT: u64 = 50_000_000;
    let mut stream = Stream::new(42, 54);
    let first = [stream.next_u32(), stream.next_u32(), stream.next_u32()];
    let check = if first == [0xa15c_02b7, 0x7b47_f409, 0xba1d_3330] { "matches published pcg32(42,54)" } else { "MISMATCH with pcg32(42,54)" };
    let stats = bench(COUNT, || {
        let mut sum = 0;
        for _ in 0..COUNT {
            sum ^= stream.next_u32();
        }
        black_box(sum);
    });
    row("rng", PEER, "Stream next_u32", "50M draws", &stats, COUNT as usize, 0, check);
    let stats = bench(COUNT, || {
        let mut sum = 0;
        for _ in 0..COUNT {
            sum ^= stream.below(black_box(20));
        }
        black_box(sum);
    });
    row("rng", PEER, "Stream below 20", "50M draws", &stats, COUNT as usize, 0, "");
}

/// Fields of view, left as a set of tiles.
fn sight(dir: &str) {
    struct Seen {
        sight: Sight,
        seen: TileSet,
    }
    impl crate::fov::Fov for Seen {
        fn fov(&mut self, x: i32, y: i32, r: Option<u32>) {
            self.sight.look(Pos::new(x, y), r.unwrap_or(UNLIMITED), &mut self.seen);
        }
        fn sees(&self, i: usize) -> bool {
            let width = self.seen.size().width as usize;
            self.seen.contains(Pos::new((i % width) as i32, (i / width) as i32))
        }
    }
    for map in ["rooms80x50", "pillars200", "empty200"] {
        let grid = Grid::load(dir, map);
        let mut sight = Sight::default();
        sight.reset(Size::new(grid.w as u32, grid.h as u32), |pos| !grid.at(pos.x, pos.y));
        let mut seen = Seen { sight, seen: TileSet::default() };
        let origins = points(dir, map, "origins");
        crate::fov::measure(PEER, "fov, symmetric shadowcasting", map, &grid, &origins, &mut seen);
    }
}

/// Distance fields and paths by the peers' rules, where corners may be cut, and by the game's.
fn ways(dir: &str) {
    for map in ["rooms80x50", "pillars200", "cave1024"] {
        let grid = Grid::load(dir, map);
        let pos = |p: &[i64]| Pos::new(p[0] as i32, p[1] as i32);
        let source = pos(&points(dir, map, "origins")[0]);
        let pairs: Vec<(Pos, Pos)> = points(dir, map, "pairs").iter().map(|p| (pos(&p[..2]), pos(&p[2..]))).collect();
        let refs = points(dir, map, "ref");
        let size = Size::new(grid.w as u32, grid.h as u32);
        let mut open = TileSet::new(size);
        for at in Rect::sized(Pos::new(0, 0), grid.w as i32, grid.h as i32).positions() {
            open.set(at, grid.at(at.x, at.y));
        }
        let rules = [
            ("4-way", Steps::Four, Some(0)),
            ("8-way", Steps::Squeezing, Some(1)),
            ("8-way, no squeezing", Steps::Eight, None),
        ];
        for (rule, steps, column) in rules {
            let load = format!("{map} {rule}");
            let want = column.map(|c| (refs[0][2 * c] as u64 - 1, refs[0][2 * c + 1] as u64));
            field(&load, &open, steps, source, want);
            let lengths = column.map(|c| refs[1..].iter().map(|r| r[c] as usize).collect());
            astar(&load, &open, steps, &pairs, lengths);
        }
    }
}

/// One field, its distances summed as for every peer: tiles reached and sum, without the source.
fn field(load: &str, open: &TileSet, steps: Steps, source: Pos, want: Option<(u64, u64)>) {
    let mut distances = DistanceMap::default();
    let mut measure = || {
        distances.measure(open, steps, black_box(&[source]), UNBOUNDED);
        let (reached, sum) = distances.rows().fold((0, 0), |(reached, sum), row| {
            // The sums of one row fit 32 bits, which makes for shorter code.
            let (mut count, mut total) = (0, 0);
            for &distance in row {
                let here = distance != UNREACHED;
                count += u32::from(here);
                total += if here { distance } else { 0 };
            }
            (reached + u64::from(count), sum + u64::from(total))
        });
        (reached - 1, sum)
    };
    let got = measure();
    let check = match want {
        Some(want) if got == want => "exact".to_string(),
        Some(want) => format!("WRONG: reached {} sum {}, want {} {}", got.0, got.1, want.0, want.1),
        None => format!("another rule: reached {} sum {}", got.0, got.1),
    };
    let stats = bench(1, || {
        black_box(measure());
    });
    row("field", PEER, "field, distance map", load, &stats, 1, got.0, &check);
}

/// The paths between all pairs.
fn astar(load: &str, open: &TileSet, steps: Steps, pairs: &[(Pos, Pos)], lengths: Option<Vec<usize>>) {
    let (mut finder, mut path) = (PathFinder::default(), Vec::new());
    let mut find = |&(from, to): &(Pos, Pos)| finder.find(open, steps, from, to, LONGEST, &mut path).then_some(path.len());
    let found: Vec<Option<usize>> = pairs.iter().map(&mut find).collect();
    let check = match lengths {
        Some(lengths) if found.iter().copied().eq(lengths.iter().map(|&length| Some(length))) => "all shortest",
        Some(_) => "WRONG: not all shortest",
        None => "another rule",
    };
    let stats = bench(pairs.len() as u64, || {
        for pair in pairs {
            black_box(find(pair));
        }
    });
    row("astar", PEER, "astar, buckets", load, &stats, pairs.len(), 0, check);
}
