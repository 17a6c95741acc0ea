//! What must hold of every maze, whatever dug it.

mod hex;
mod textbook;

use std::collections::BTreeSet;

use undercroft_core::geom::{Dir, Pos, Size};
use undercroft_core::map::distance::{DistanceMap, UNBOUNDED};
use undercroft_core::map::{Map, Steps, Tile, TileSet};
use undercroft_core::maze::{self, Buffers, Distances, Growth, MAX_SIDE, Maze, Watcher};
use undercroft_core::rng::Stream;

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

#[test]
fn the_ends_of_a_perfect_maze_are_the_farthest_cells_there_are() {
    let mut search = Distances::default();
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
    let (mut search, mut distances) = (Distances::default(), DistanceMap::default());
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
    let mut search = Distances::default();
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
