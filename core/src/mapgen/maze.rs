//! The maze generators: `maze-dfs`, `maze-wilson`, `maze-kruskal` and `maze-growing-tree`. Turns
//! mazes of cells into maps; [`maze`](crate::maze) digs the mazes.

use super::param::params;
use super::{GenerateError, Generator, Info, ParamSpec, Params, Site};
use crate::geom::{Dir, Pos, Rect};
use crate::map::Tile;
use crate::maze::{self, Buffers, Distances, Growth, Maze, Watcher};
use crate::rng::Stream;

/// The generators of mazes, by algorithm.
#[derive(Clone, Copy)]
pub enum Mazes {
    DepthFirst,
    Wilson,
    Kruskal,
    GrowingTree,
}

/// Working memory of the maze generators.
#[derive(Clone, Debug, Default)]
pub(crate) struct MazeScratch {
    maze: Maze,
    buffers: Buffers,
    search: Distances,
}

params! {
    BRAID = int("braid", 0, 100, 0, "percentage of dead ends opened up, which makes loops");
    NEWEST = int("newest", 0, 100, 50, "percentage of turns in which the newest cell grows");
    OLDEST = int(
        "oldest", 0, 100, 0,
        "percentage of the remaining turns in which the oldest cell grows; otherwise, a random one does",
    );
}

/// The parameters of the mazes that do not grow.
const ONLY_BRAID: &[ParamSpec] = PARAMS.split_at(BRAID + 1).0;

/// In the order of [`Mazes`].
static INFOS: [Info; 4] = [
    Info {
        name: "maze-dfs",
        description: "A maze of long winding passages with few dead ends",
        source: "randomised depth-first search, the recursive backtracker of J. Buck, Mazes for Programmers (2015)",
        params: ONLY_BRAID,
    },
    Info {
        name: "maze-wilson",
        description: "A maze chosen from all mazes of its size, each equally likely",
        source: "D. B. Wilson, Generating random spanning trees more quickly than the cover time (1996)",
        params: ONLY_BRAID,
    },
    Info {
        name: "maze-kruskal",
        description: "A maze with many short dead ends, made by opening walls in random order",
        source: "J. B. Kruskal, On the shortest spanning subtree of a graph (1956), on random weights",
        params: ONLY_BRAID,
    },
    Info {
        name: "maze-growing-tree",
        description: "A maze that winds or branches, depending on which of its cells grows next",
        source: "J. Buck, Maze Generation: Growing Tree algorithm (2011)",
        params: PARAMS,
    },
];

impl Generator for Mazes {
    fn info(&self) -> &'static Info {
        &INFOS[*self as usize]
    }

    fn makes_cell_maze(&self) -> bool {
        true
    }

    /// The cells are at odd columns and rows; a column or row left over stays wall. The start is
    /// the first of the maze's [`ends`](Maze::ends).
    fn carve(&self, site: &mut Site<'_>, stream: &mut Stream) -> Result<(), GenerateError> {
        let params = site.params();
        let braid = params.value(BRAID) as u32;
        let mut scratch = std::mem::take(&mut site.buffers().maze);
        let size = site.size();
        scratch
            .maze
            .reset((size.width - 1) / 2, (size.height - 1) / 2);
        if site.is_watched() {
            if scratch.maze.size().area() == 1 {
                site.paint(Rect::sized(Pos::new(1, 1), 1, 1), Tile::Floor);
            }
            let mut paint = |cell, dir| site.paint(passage(cell, dir), Tile::Floor);
            self.dig(&mut scratch, params, stream, &mut paint);
            maze::braid(&mut scratch.maze, stream, braid, paint);
        } else {
            self.dig(&mut scratch, params, stream, ());
            maze::braid(&mut scratch.maze, stream, braid, ());
            site.draw_unwatched(|tiles| scratch.maze.draw(tiles));
        }
        scratch.search.from(&scratch.maze, Pos::new(0, 0));
        let (start, _) = scratch.search.farthest().unwrap_or_default();
        site.start(Maze::tile(start));
        site.buffers().maze = scratch;
        Ok(())
    }
}

impl Mazes {
    fn dig(
        self,
        scratch: &mut MazeScratch,
        params: &Params,
        stream: &mut Stream,
        watcher: impl Watcher,
    ) {
        let (maze, buffers) = (&mut scratch.maze, &mut scratch.buffers);
        match self {
            Self::DepthFirst => maze::depth_first(maze, buffers, stream, watcher),
            Self::Wilson => maze::wilson(maze, buffers, stream, watcher),
            Self::Kruskal => maze::kruskal(maze, buffers, stream, watcher),
            Self::GrowingTree => {
                let growth = Growth {
                    newest: params.value(NEWEST) as u32,
                    oldest: params.value(OLDEST) as u32,
                };
                maze::growing_tree(maze, buffers, stream, growth, watcher);
            }
        }
    }
}

/// The tiles of the passage from `cell` to its neighbour in `dir`, both included.
fn passage(cell: Pos, dir: Dir) -> Rect {
    Rect::between(Maze::tile(cell), Maze::tile(cell.step(dir)))
}
