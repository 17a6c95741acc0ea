//! The maze generators: `maze-dfs`, `maze-wilson`, `maze-kruskal` and `maze-growing-tree`. Owns how
//! a maze of cells becomes a map; how the maze is dug is in [`maze`](crate::maze).

use super::{GenerateError, Info, Observer, ParamSpec, Params, Recipe, Site};
use crate::geom::{Dir, Pos, Rect};
use crate::map::Tile;
use crate::maze::{self, Buffers, Growth, Maze, Search, Watcher};
use crate::rng::Stream;

/// A generator of mazes, by one of the algorithms below.
pub struct Mazes<const ALGORITHM: usize>;

pub const DEPTH_FIRST: usize = 0;
pub const WILSON: usize = 1;
pub const KRUSKAL: usize = 2;
pub const GROWING_TREE: usize = 3;

/// Working memory of the maze generators.
#[derive(Clone, Debug, Default)]
pub(crate) struct MazeScratch {
    maze: Maze,
    buffers: Buffers,
    search: Search,
}

const BRAID: ParamSpec = ParamSpec::int(
    "braid",
    0,
    100,
    0,
    "per cent of dead ends opened, which makes loops",
);

const INFOS: [Info; 4] = [
    Info {
        name: "maze-dfs",
        description: "A maze of long winding passages with few dead ends",
        source: "randomised depth-first search, the recursive backtracker of J. Buck, Mazes for Programmers (2015)",
        params: &[BRAID],
    },
    Info {
        name: "maze-wilson",
        description: "A maze drawn from all mazes of the size, each equally likely",
        source: "D. B. Wilson, Generating random spanning trees more quickly than the cover time (1996)",
        params: &[BRAID],
    },
    Info {
        name: "maze-kruskal",
        description: "A maze with many short dead ends, its walls opened in random order",
        source: "J. B. Kruskal, On the shortest spanning subtree of a graph (1956), on random weights",
        params: &[BRAID],
    },
    Info {
        name: "maze-growing-tree",
        description: "A maze between winding and branching, by which of its cells grows next",
        source: "J. Buck, Maze Generation: Growing Tree algorithm (2011)",
        params: &[
            BRAID,
            ParamSpec::int(
                "newest",
                0,
                100,
                50,
                "per cent of turns in which the newest cell grows",
            ),
            ParamSpec::int(
                "oldest",
                0,
                100,
                0,
                "per cent of the other turns in which the oldest does, not a random one",
            ),
        ],
    },
];

impl<const ALGORITHM: usize> Recipe for Mazes<ALGORITHM> {
    const INFO: Info = INFOS[ALGORITHM];
    const CELL_MAZE: bool = true;

    /// The cells are at odd columns and rows; a column or row left over stays wall. The start
    /// is the first of the maze's [`ends`](Maze::ends).
    fn carve<O: Observer>(
        &self,
        site: &mut Site<'_, O>,
        params: &Params,
        stream: &mut Stream,
    ) -> Result<(), GenerateError> {
        let mut scratch = std::mem::take(&mut site.buffers().maze);
        let size = site.size();
        scratch
            .maze
            .reset((size.width - 1) / 2, (size.height - 1) / 2);
        if site.is_watched() {
            if scratch.maze.size().area() == 1 {
                site.paint(Rect::sized(Pos::new(1, 1), 1, 1), Tile::Floor);
            }
            let mut tell = |cell, dir| site.paint(passage(cell, dir), Tile::Floor);
            scratch.dig::<ALGORITHM>(params, stream, &mut tell);
            scratch.braid(params, stream, tell);
        } else {
            scratch.dig::<ALGORITHM>(params, stream, ());
            scratch.braid(params, stream, ());
            site.draw_unwatched(|tiles| scratch.maze.draw(tiles));
        }
        scratch.search.from(&scratch.maze, Pos::new(0, 0));
        let (start, _) = scratch.search.farthest().unwrap_or_default();
        site.start(Maze::tile(start));
        site.buffers().maze = scratch;
        Ok(())
    }
}

impl MazeScratch {
    fn dig<const ALGORITHM: usize>(
        &mut self,
        params: &Params,
        stream: &mut Stream,
        watcher: impl Watcher,
    ) {
        let (maze, buffers) = (&mut self.maze, &mut self.buffers);
        match ALGORITHM {
            DEPTH_FIRST => maze::depth_first(maze, buffers, stream, watcher),
            WILSON => maze::wilson(maze, buffers, stream, watcher),
            KRUSKAL => maze::kruskal(maze, buffers, stream, watcher),
            _ => {
                let growth = Growth {
                    newest: params.value(1) as u32,
                    oldest: params.value(2) as u32,
                };
                maze::growing_tree(maze, buffers, stream, growth, watcher);
            }
        }
    }

    fn braid(&mut self, params: &Params, stream: &mut Stream, watcher: impl Watcher) {
        maze::braid(&mut self.maze, stream, params.value(0) as u32, watcher);
    }
}

/// The tiles of the passage from `cell` to its neighbour in `dir`, both included.
fn passage(cell: Pos, dir: Dir) -> Rect {
    Rect::between(Maze::tile(cell), Maze::tile(cell.step(dir)))
}
