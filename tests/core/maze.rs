//! Mazes: each algorithm against a plain version of itself, what must hold of every maze, and the
//! hex form against damage and nonsense.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use undercroft::geom::{Dir, Pos, Size};
use undercroft::map::distance::{DistanceMap, UNBOUNDED};
use undercroft::map::{Map, Steps, Tile, TileSet};
use undercroft::maze::{self, Buffers, Growth, HexError, MAX_SIDE, Maze, Search, Watcher};
use undercroft::rng::Stream;

#[derive(Clone, Copy, Debug)]
enum Algorithm {
    DepthFirst,
    Wilson,
    Kruskal,
    GrowingTree(Growth),
}

const ALGORITHMS: [Algorithm; 6] = [
    Algorithm::DepthFirst,
    Algorithm::Wilson,
    Algorithm::Kruskal,
    growing(50, 0),
    growing(0, 0),
    growing(30, 60),
];

const fn growing(newest: u32, oldest: u32) -> Algorithm {
    Algorithm::GrowingTree(Growth { newest, oldest })
}

impl Algorithm {
    fn dig(
        self,
        maze: &mut Maze,
        buffers: &mut Buffers,
        stream: &mut Stream,
        watcher: impl Watcher,
    ) {
        match self {
            Self::DepthFirst => maze::depth_first(maze, buffers, stream, watcher),
            Self::Wilson => maze::wilson(maze, buffers, stream, watcher),
            Self::Kruskal => maze::kruskal(maze, buffers, stream, watcher),
            Self::GrowingTree(growth) => {
                maze::growing_tree(maze, buffers, stream, growth, watcher);
            }
        }
    }

    fn make(self, width: u32, height: u32, seed: u64) -> Maze {
        let mut maze = Maze::new(width, height);
        let mut stream = Stream::new(seed, 1);
        self.dig(&mut maze, &mut Buffers::default(), &mut stream, ());
        maze
    }
}

/// Small ones, narrow ones, and rows of which the length in memory is a special case.
const SIZES: [(u32, u32); 12] = [
    (1, 1),
    (2, 1),
    (1, 2),
    (1, 40),
    (40, 1),
    (2, 2),
    (3, 3),
    (7, 5),
    (8, 9),
    (39, 24),
    (511, 5),
    (130, 77),
];

// ---- what must hold of every maze

#[test]
fn every_algorithm_digs_perfect_mazes_of_every_size() {
    let (mut maze, mut buffers) = (Maze::default(), Buffers::default());
    for algorithm in ALGORITHMS {
        for (width, height) in SIZES {
            for seed in 0..60 {
                maze.reset(width, height);
                let mut stream = Stream::new(seed, 1);
                algorithm.dig(&mut maze, &mut buffers, &mut stream, ());
                let name = format!("{algorithm:?} {width}x{height} of {seed}\n{maze}");
                assert_eq!(maze.passages(), (width * height - 1) as usize, "{name}");
                assert!(maze.is_perfect(), "{name}");
                assert_eq!(
                    Maze::from_hex(&maze.to_string()).as_ref(),
                    Ok(&maze),
                    "{name}"
                );
                assert_eq!(maze, algorithm.make(width, height, seed), "{name}");
            }
        }
    }
}

#[test]
fn what_a_watcher_hears_is_the_maze_and_hearing_it_changes_nothing() {
    for algorithm in ALGORITHMS {
        for (width, height) in SIZES {
            for seed in 0..20 {
                let (mut maze, mut heard) = (Maze::new(width, height), Maze::new(width, height));
                let mut count = 0;
                let mut stream = Stream::new(seed, 1);
                algorithm.dig(
                    &mut maze,
                    &mut Buffers::default(),
                    &mut stream,
                    |cell, dir| {
                        assert!(heard.open(cell, dir), "{algorithm:?}: {cell} {dir:?} twice");
                        count += 1;
                    },
                );
                assert_eq!(count, maze.passages());
                assert_eq!(heard, maze, "{algorithm:?} {width}x{height} of {seed}");
                assert_eq!(maze, algorithm.make(width, height, seed), "{algorithm:?}");
                maze::braid(&mut maze, &mut stream, 100, |cell, dir| {
                    assert!(heard.open(cell, dir));
                });
                assert_eq!(heard, maze);
            }
        }
    }
}

#[test]
fn a_maze_that_grows_is_one_piece_at_every_step() {
    for algorithm in ALGORITHMS {
        if matches!(algorithm, Algorithm::Kruskal | Algorithm::Wilson) {
            continue;
        }
        let mut dug = BTreeSet::new();
        let mut maze = Maze::new(30, 20);
        let watcher = |cell: Pos, dir| {
            assert!(dug.is_empty() || dug.contains(&cell), "{algorithm:?}");
            dug.insert(cell);
            assert!(dug.insert(cell.step(dir)), "{algorithm:?}");
        };
        let mut stream = Stream::new(5, 1);
        algorithm.dig(&mut maze, &mut Buffers::default(), &mut stream, watcher);
        assert_eq!(dug.len(), 600);
    }
}

#[test]
fn mazes_of_4096_by_4096_cells_are_dug() {
    let maze = Algorithm::DepthFirst.make(4096, 4096, 1);
    assert!(maze.is_perfect());
}

#[test]
fn a_side_out_of_range_is_brought_into_it() {
    assert_eq!(Maze::new(0, 0), Maze::default());
    assert_eq!(Maze::new(0, 7).size(), Size::new(1, 7));
    assert_eq!(Maze::new(u32::MAX, 1).size(), Size::new(MAX_SIDE, 1));
}

#[test]
fn outside_the_maze_nothing_is_open_and_nothing_can_be_opened() {
    let mut maze = Algorithm::Wilson.make(5, 4, 1);
    let before = maze.clone();
    for (x, y) in [(-1, 0), (0, -1), (5, 0), (0, 4), (i32::MIN, i32::MAX)] {
        let cell = Pos::new(x, y);
        assert_eq!((maze.openings(cell), maze.walls(cell)), (0, 15));
        assert!(
            Dir::CARDINAL
                .iter()
                .all(|dir| maze.step(cell, *dir).is_none())
        );
    }
    assert!(!maze.open(Pos::new(0, 0), Dir::North));
    assert!(!maze.open(Pos::new(-1, 0), Dir::East));
    assert!(!maze.open(Pos::new(1, 1), Dir::SouthEast));
    assert_eq!(maze, before);
}

// ---- each algorithm against a plain version of itself

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
            let dir = Dir::CARDINAL
                .into_iter()
                .find(|dir| pair[0].step(*dir) == pair[1]);
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

// ---- how the mazes are distributed

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

// ---- braids

#[test]
fn a_braid_opens_dead_ends_and_closes_nothing() {
    for algorithm in ALGORITHMS {
        for (width, height) in SIZES {
            let narrow = width == 1 || height == 1;
            let perfect = algorithm.make(width, height, 9);
            for percent in [0, 1, 50, 100] {
                let mut maze = perfect.clone();
                let mut stream = Stream::new(3, 1);
                maze::braid(&mut maze, &mut stream, percent, ());
                for (cell, open) in perfect.cells() {
                    assert_eq!(maze.openings(cell) & open, open);
                }
                let opened = maze.passages() - perfect.passages();
                assert!(opened <= perfect.dead_ends());
                assert!(percent > 0 || maze == perfect && stream == Stream::new(3, 1));
                assert!(!narrow || maze == perfect);
                assert!(percent < 100 || narrow || maze.dead_ends() == 0, "{maze}");
            }
        }
    }
}

#[test]
fn a_braid_opens_as_many_as_it_is_told() {
    let perfect = Algorithm::Wilson.make(200, 200, 1);
    let mut maze = perfect.clone();
    maze::braid(&mut maze, &mut Stream::new(1, 1), 30, ());
    let opened = (maze.passages() - perfect.passages()) * 100 / perfect.dead_ends();
    assert!((25..=30).contains(&opened), "{opened}");
}

// ---- ways

#[test]
fn the_ends_of_a_perfect_maze_are_the_farthest_cells_there_are() {
    let mut search = Search::default();
    for algorithm in ALGORITHMS {
        for seed in 0..10 {
            let maze = algorithm.make(12, 9, seed);
            let longest = maze
                .cells()
                .map(|(cell, _)| {
                    search.from(&maze, cell);
                    search.farthest().unwrap().1
                })
                .max();
            let ends = maze.ends(&mut search);
            assert_eq!(Some(ends.steps), longest, "{maze}");
            search.from(&maze, ends.start);
            assert_eq!(search.distance(&maze, ends.goal), longest);
        }
    }
}

#[test]
fn distances_and_ways_are_those_on_the_map_of_the_maze() {
    let (mut search, mut distances) = (Search::default(), DistanceMap::default());
    let (mut map, mut way) = (Map::default(), Vec::new());
    for seed in 0..20 {
        let mut maze = Algorithm::Kruskal.make(17, 11, seed);
        maze::braid(&mut maze, &mut Stream::new(seed, 2), 50, ());
        maze.to_map(&mut map);
        let source = Pos::new(seed as i32 % 17, seed as i32 % 11);
        assert_eq!(search.from(&maze, source), 17 * 11);
        let (open, from) = (
            TileSet::of(&map.tiles, Tile::is_walkable),
            [Maze::tile(source)],
        );
        distances.measure(&open, Steps::Four, &from, UNBOUNDED);
        for (cell, _) in maze.cells() {
            let steps = search.distance(&maze, cell).unwrap();
            assert_eq!(distances.get(Maze::tile(cell)), Some(2 * steps));
            assert!(search.path(&maze, cell, &mut way));
            assert_eq!(way.len(), steps as usize + 1);
            assert_eq!((way[0], way[way.len() - 1]), (source, cell));
            for pair in way.windows(2) {
                let steps = Dir::CARDINAL.map(|dir| maze.step(pair[0], dir));
                assert!(steps.contains(&Some(pair[1])), "{way:?}\n{maze}");
            }
            assert_eq!(maze.path(source, cell).as_ref(), Some(&way));
        }
    }
}

#[test]
fn there_is_no_way_through_a_wall_or_from_outside() {
    let maze = Maze::new(4, 3);
    assert_eq!(maze.path(Pos::new(0, 0), Pos::new(1, 0)), None);
    assert_eq!(maze.path(Pos::new(-1, 0), Pos::new(1, 0)), None);
    assert_eq!(maze.path(Pos::new(0, 0), Pos::new(0, 3)), None);
    assert_eq!(
        maze.path(Pos::new(2, 2), Pos::new(2, 2)),
        Some(vec![Pos::new(2, 2)])
    );
    assert!(!maze.is_perfect());
    let mut search = Search::default();
    assert_eq!(
        (search.from(&maze, Pos::new(4, 0)), search.farthest()),
        (0, None)
    );
    let ends = maze.ends(&mut search);
    assert_eq!(
        (ends.start, ends.goal, ends.steps),
        (Pos::new(0, 0), Pos::new(0, 0), 0)
    );
}

// ---- maps

#[test]
fn a_maze_is_drawn_with_walls_between_its_cells() {
    let maze = Maze::from_hex("BC\nB6\n").unwrap();
    let mut map = Map::default();
    maze.to_map(&mut map);
    assert_eq!(map.to_string(), "#####\n#...#\n###.#\n#...#\n#####\n");
    assert_eq!(Maze::from_map(&map), Some(maze));
}

#[test]
fn a_map_that_is_no_drawing_of_a_maze_is_not_read_as_one() {
    for text in [
        "#",
        "##\n##\n",
        "###\n###\n###\n",
        "#####\n#...#\n#.#.#\n#...#\n#.###\n",
        "#####\n#...#\n#...#\n#...#\n#####\n",
        "#####\n#.+.#\n#####\n",
        "####\n#..#\n####\n",
    ] {
        let map = Map::from_text(text).unwrap();
        assert_eq!(Maze::from_map(&map), None, "{text}");
    }
    let wide = Map::from_text("####\n#@##\n####\n####\n").unwrap();
    assert_eq!(Maze::from_map(&wide), Some(Maze::default()));
}

// ---- hex

/// Any maze, connected or not.
fn any_maze() -> impl Strategy<Value = Maze> {
    (1..14u32, 1..14u32, any::<[u64; 6]>()).prop_map(|(width, height, bits)| {
        let mut maze = Maze::new(width, height);
        let cells: Vec<Pos> = maze.cells().map(|(cell, _)| cell).collect();
        for (number, cell) in cells.into_iter().enumerate() {
            for (side, dir) in [(0, Dir::East), (1, Dir::South)] {
                let bit = 2 * number + side;
                if bits[bit / 64 % 6] >> (bit % 64) & 1 == 1 {
                    maze.open(cell, dir);
                }
            }
        }
        maze
    })
}

/// The text with the character at `line` and `column`, counted from 0, replaced.
fn replaced(text: &str, line: usize, column: usize, with: &str) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines[line].replace_range(column..=column, with);
    lines.join("\n")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn any_maze_reads_back_from_hex_and_from_a_map(maze in any_maze()) {
        let text = maze.to_string();
        let crlf = text.replace('\n', "\r\n");
        for form in [text.as_str(), &text.to_lowercase(), &crlf, text.trim_end()] {
            prop_assert_eq!(Maze::from_hex(form), Ok(maze.clone()));
        }
        let mut map = Map::default();
        maze.to_map(&mut map);
        let drawn = Maze::from_map(&map);
        prop_assert_eq!(drawn, Some(maze));
    }

    #[test]
    fn a_wall_changed_on_one_side_is_named_by_the_place_that_lacks_or_has_it(
        maze in any_maze(), place: prop::sample::Index, side in 0..4usize,
    ) {
        let cells: Vec<Pos> = maze.cells().map(|(cell, _)| cell).collect();
        let (cell, dir) = (cells[place.index(cells.len())], Dir::CARDINAL[side]);
        let walls = maze.walls(cell) ^ (8 >> side);
        let (line, column) = (cell.y as usize, cell.x as usize);
        let text = replaced(&maze.to_string(), line, column, &format!("{walls:X}"));
        let (line, column) = (line + 1, column + 1);
        match Maze::from_hex(&text) {
            Err(HexError::OpenBorder { cell: found, dir: open }) => {
                prop_assert!(!maze.contains(cell.step(dir)));
                prop_assert_eq!((found.line, found.column, open), (line, column, dir));
            }
            Err(HexError::OneSided { cell: walled, other, .. }) => {
                let places = [(walled.line, walled.column), (other.line, other.column)];
                let neighbour = cell.step(dir);
                let there = (neighbour.y as usize + 1, neighbour.x as usize + 1);
                let has_wall = walls & (8 >> side) != 0;
                let expected = if has_wall { [(line, column), there] } else { [there, (line, column)] };
                prop_assert_eq!(places, expected);
            }
            other => prop_assert!(false, "{:?}", other),
        }
    }

    #[test]
    fn a_foreign_character_is_named_by_its_place(
        maze in any_maze(), place: prop::sample::Index, foreign in "[^0-9a-fA-F\r\n]",
    ) {
        let cells: Vec<Pos> = maze.cells().map(|(cell, _)| cell).collect();
        let cell = cells[place.index(cells.len())];
        let (line, column) = (cell.y as usize, cell.x as usize);
        let text = replaced(&maze.to_string(), line, column, &foreign);
        prop_assert_eq!(Maze::from_hex(&text), Err(HexError::Foreign {
            line: line + 1,
            column: column + 1,
            found: foreign.chars().next().unwrap(),
        }));
    }

    #[test]
    fn an_uneven_row_is_named_by_its_place(
        maze in any_maze(), place: prop::sample::Index, longer: bool,
    ) {
        let size = maze.size();
        prop_assume!(size.height > 1);
        let line = 1 + place.index(size.height as usize - 1);
        let text = maze.to_string();
        let digit = text.lines().nth(line).unwrap().chars().next().unwrap();
        let with = if longer { format!("{digit}F") } else { String::new() };
        let expected = size.width as usize;
        let found = if longer { expected + 1 } else { expected - 1 };
        // Without its only digit, the last row is no row.
        prop_assume!(found > 0 || line + 1 < size.height as usize);
        prop_assert_eq!(Maze::from_hex(&replaced(&text, line, 0, &with)), Err(HexError::Uneven {
            line: line + 1,
            column: found.min(expected) + 1,
            found,
            expected,
        }));
    }

    #[test]
    fn no_text_panics_and_what_is_read_is_written_again(text in "[0-9a-fA-FgG \r\n\u{e9}]{0,40}") {
        if let Ok(maze) = Maze::from_hex(&text) {
            let lines: Vec<String> = text.lines().map(str::to_uppercase).collect();
            prop_assert_eq!(maze.to_string(), lines.join("\n") + "\n");
        }
    }

    #[test]
    fn no_text_at_all_panics(text in any::<String>()) {
        let _ = Maze::from_hex(&text);
    }
}
