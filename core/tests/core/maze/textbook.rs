//! Each algorithm against a plain version of itself, and the odds of what it draws.

use std::collections::{BTreeMap, BTreeSet};

use undercroft_core::geom::{Dir, Pos};
use undercroft_core::maze::{Buffers, Growth, Maze};
use undercroft_core::rng::Stream;

use super::{Algorithm, SIZES, growing};

/// Neighbours in the order up, right, down, left.
fn neighbours(maze: &Maze, cell: Pos) -> Vec<Dir> {
    let inside = |dir: &Dir| maze.contains(cell.step(*dir));
    Dir::CARDINAL.into_iter().filter(inside).collect()
}

fn random_cell(maze: &Maze, stream: &mut Stream) -> Pos {
    let size = maze.size();
    let number = stream.below(size.area() as u32);
    Pos::new((number % size.width) as i32, (number / size.width) as i32)
}

fn fresh_neighbours(maze: &Maze, seen: &BTreeSet<Pos>, cell: Pos) -> Vec<Dir> {
    let fresh = |dir: &Dir| !seen.contains(&cell.step(*dir));
    neighbours(maze, cell).into_iter().filter(fresh).collect()
}

fn plain_depth_first(maze: &mut Maze, stream: &mut Stream) {
    let mut stack = vec![random_cell(maze, stream)];
    let mut seen: BTreeSet<Pos> = stack.iter().copied().collect();
    while let Some(&cell) = stack.last() {
        let fresh = fresh_neighbours(maze, &seen, cell);
        if fresh.is_empty() {
            stack.pop();
            continue;
        }
        let dir = fresh[stream.below(fresh.len() as u32) as usize];
        maze.open(cell, dir);
        seen.insert(cell.step(dir));
        stack.push(cell.step(dir));
    }
}

fn plain_wilson(maze: &mut Maze, stream: &mut Stream) {
    let mut done = BTreeSet::from([random_cell(maze, stream)]);
    let starts: Vec<Pos> = maze.cells().map(|(cell, _)| cell).collect();
    for start in starts {
        // The walk, cut back to where it crosses itself.
        let mut walk: Vec<Pos> = vec![start];
        while !done.contains(&walk[walk.len() - 1]) {
            let cell = walk[walk.len() - 1];
            let dirs = neighbours(maze, cell);
            let next = cell.step(dirs[stream.below(dirs.len() as u32) as usize]);
            match walk.iter().position(|seen| *seen == next) {
                Some(place) => walk.truncate(place + 1),
                None => walk.push(next),
            }
        }
        for pair in walk.windows(2) {
            let dir = pair[0].dir_to(pair[1]);
            maze.open(
                pair[0],
                dir.expect("a walk goes from neighbour to neighbour"),
            );
            done.insert(pair[0]);
        }
    }
}

fn plain_kruskal(maze: &mut Maze, stream: &mut Stream) {
    let size = maze.size();
    let mut walls = Vec::new();
    for y in 0..size.height as i32 {
        for (below, dir) in [(0, Dir::East), (1, Dir::South)] {
            for x in 0..size.width as i32 {
                let cell = Pos::new(x, y);
                if maze.contains(cell.step(dir)) {
                    let word = stream.next_u32() >> 4;
                    walls.push((word, below, (x + y) % 2, y, x, dir));
                }
            }
        }
    }
    walls.sort_by_key(|(word, below, parity, y, x, _)| (*word, *below, *parity, *y, *x));
    let mut sets: BTreeMap<Pos, usize> = maze.cells().map(|(cell, _)| cell).zip(0..).collect();
    for (.., y, x, dir) in walls {
        let cell = Pos::new(x, y);
        let (here, there) = (sets[&cell], sets[&cell.step(dir)]);
        if here != there {
            maze.open(cell, dir);
            for set in sets.values_mut().filter(|set| **set == there) {
                *set = here;
            }
        }
    }
}

fn plain_growing_tree(maze: &mut Maze, stream: &mut Stream, growth: Growth) {
    let mut active = vec![random_cell(maze, stream)];
    let mut seen: BTreeSet<Pos> = active.iter().copied().collect();
    while !active.is_empty() {
        let place = if stream.chance(growth.newest, 100) {
            active.len() - 1
        } else {
            assert!(
                stream.chance(growth.oldest, 100),
                "a random one is not foreseen"
            );
            0
        };
        let cell = active[place];
        let fresh = fresh_neighbours(maze, &seen, cell);
        if fresh.is_empty() {
            active.remove(place);
            continue;
        }
        let dir = fresh[stream.below(fresh.len() as u32) as usize];
        maze.open(cell, dir);
        seen.insert(cell.step(dir));
        active.push(cell.step(dir));
    }
}

/// Asserts that `algorithm` makes the mazes that `plain` makes, by the same draws.
fn agrees(algorithm: Algorithm, seeds: u64, plain: impl Fn(&mut Maze, &mut Stream)) {
    for (width, height) in SIZES.into_iter().filter(|(w, h)| w * h <= 1000) {
        for seed in 0..seeds {
            let (mut stream, mut buffers) = (Stream::new(seed, 1), Buffers::default());
            let (mut plain_maze, mut maze) = (Maze::new(width, height), Maze::new(width, height));
            let mut plain_stream = stream.clone();
            plain(&mut plain_maze, &mut plain_stream);
            algorithm.dig(&mut maze, &mut buffers, &mut stream, ());
            assert_eq!(maze, plain_maze, "{algorithm:?} {width}x{height} of {seed}");
            assert_eq!(
                stream, plain_stream,
                "{algorithm:?} {width}x{height} of {seed}"
            );
        }
    }
}

#[test]
fn depth_first_is_the_textbook_with_a_stack() {
    agrees(Algorithm::DepthFirst, 40, plain_depth_first);
}

#[test]
fn wilson_is_the_textbook_with_loops_erased_one_by_one() {
    agrees(Algorithm::Wilson, 20, plain_wilson);
}

#[test]
fn kruskal_is_the_textbook_on_sorted_walls() {
    agrees(Algorithm::Kruskal, 20, plain_kruskal);
}

#[test]
fn the_growing_tree_is_the_textbook_where_no_random_cell_is_taken() {
    for (newest, oldest) in [(100, 0), (0, 100), (40, 100)] {
        let growth = Growth { newest, oldest };
        agrees(Algorithm::GrowingTree(growth), 20, |maze, stream| {
            plain_growing_tree(maze, stream, growth);
        });
    }
}

/// Of the first two cells, either is as likely to grow next.
#[test]
fn a_random_cell_of_the_growing_tree_is_any_of_them() {
    let mut second_from_first = 0;
    for seed in 0..4000 {
        let mut cells = Vec::new();
        let mut maze = Maze::new(9, 9);
        let mut stream = Stream::new(seed, 1);
        growing(0, 0).dig(
            &mut maze,
            &mut Buffers::default(),
            &mut stream,
            |cell: Pos, _| {
                cells.push(cell);
            },
        );
        second_from_first += usize::from(cells[0] == cells[1]);
    }
    assert!(
        (1850..2150).contains(&second_from_first),
        "{second_from_first}"
    );
}

/// The statistic of Pearson's test that all 192 mazes of 3x3 cells are equally likely.
fn chi_square(algorithm: Algorithm, draws: u64) -> f64 {
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    for seed in 0..draws {
        *counts
            .entry(algorithm.make(3, 3, seed).to_string())
            .or_default() += 1;
    }
    let expected = draws as f64 / 192.0;
    let never = 192 - counts.len();
    let off = |count: u64| (count as f64 - expected).powi(2) / expected;
    counts.values().map(|count| off(*count)).sum::<f64>() + never as f64 * off(0)
}

/// With 191 degrees of freedom the statistic is above 265 once in about 3000 times.
#[test]
fn wilson_draws_each_of_the_192_mazes_of_3x3_cells_equally_often() {
    let statistic = chi_square(Algorithm::Wilson, 96_000);
    assert!((125.0..265.0).contains(&statistic), "{statistic}");
    for uneven in [Algorithm::DepthFirst, Algorithm::Kruskal] {
        let statistic = chi_square(uneven, 96_000);
        assert!(
            statistic > 1000.0,
            "the test sees nothing: {uneven:?} {statistic}"
        );
    }
}

#[test]
fn the_algorithms_differ_in_their_dead_ends() {
    let permille = |algorithm: Algorithm| {
        let mazes = (0..10).map(|seed| algorithm.make(100, 100, seed));
        mazes.map(|maze| maze.dead_ends()).sum::<usize>() / 100
    };
    for (algorithm, expected) in [
        (Algorithm::DepthFirst, 95..110),
        (growing(100, 0), 95..110),
        (Algorithm::Wilson, 285..300),
        (Algorithm::Kruskal, 300..315),
        (growing(0, 0), 265..285),
    ] {
        let found = permille(algorithm);
        assert!(expected.contains(&found), "{algorithm:?}: {found}");
    }
}
