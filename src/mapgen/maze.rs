//! The maze generators: `maze-dfs`, `maze-wilson`, `maze-kruskal` and `maze-growing-tree`. Owns how
//! a maze of cells becomes a map; how the maze is dug is in [`maze`](crate::maze).

use super::{GenerateError, Info, Observer, ParamSpec, Params, Recipe, Site};
use crate::geom::{Dir, Pos, Rect, Size};
use crate::map::Tile;
use crate::maze::{self, Buffers, Growth, Maze, Search, Watcher};
use crate::rng::Stream;

/// A generator of mazes dug by the algorithm `A`.
pub struct Mazes<A>(pub A);

/// `maze-dfs`: winding passages, few dead ends.
pub struct DepthFirst;

/// `maze-wilson`: any maze, all equally likely.
pub struct Wilson;

/// `maze-kruskal`: many short dead ends.
pub struct Kruskal;

/// `maze-growing-tree`: between winding and sparse, as its parameters say.
pub struct GrowingTree;

/// Working memory of the maze generators.
#[derive(Clone, Debug, Default)]
pub(crate) struct MazeScratch {
    maze: Maze,
    buffers: Buffers,
    search: Search,
}

/// An algorithm that digs perfect mazes.
pub trait Algorithm: Sync {
    /// What the generator says of itself; [`BRAID`] is its first parameter.
    const INFO: Info;

    /// Digs a perfect maze.
    fn dig(
        maze: &mut Maze,
        buffers: &mut Buffers,
        params: &Params,
        stream: &mut Stream,
        watcher: impl Watcher,
    );
}

const BRAID: ParamSpec = ParamSpec::int(
    "braid",
    0,
    100,
    0,
    "per cent of dead ends opened, which makes loops",
);

impl<A: Algorithm> Recipe for Mazes<A> {
    const INFO: Info = A::INFO;
    const CELL_MAZE: bool = true;

    fn min_size(&self, _: &Params) -> Size {
        Size::new(3, 3)
    }

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
            scratch.dig::<A>(params, stream, &mut tell);
            scratch.braid(params, stream, tell);
        } else {
            scratch.dig::<A>(params, stream, ());
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
    fn dig<A: Algorithm>(&mut self, params: &Params, stream: &mut Stream, watcher: impl Watcher) {
        A::dig(&mut self.maze, &mut self.buffers, params, stream, watcher);
    }

    fn braid(&mut self, params: &Params, stream: &mut Stream, watcher: impl Watcher) {
        maze::braid(&mut self.maze, stream, params.value(0) as u32, watcher);
    }
}

/// The tiles of the passage from `cell` to its neighbour in `dir`, both included.
fn passage(cell: Pos, dir: Dir) -> Rect {
    Rect::between(Maze::tile(cell), Maze::tile(cell.step(dir)))
}

impl Algorithm for DepthFirst {
    const INFO: Info = Info {
        name: "maze-dfs",
        description: "A maze of long winding passages with few dead ends",
        source: "randomised depth-first search, the recursive backtracker of J. Buck, Mazes for Programmers (2015)",
        params: &[BRAID],
    };

    fn dig(
        maze: &mut Maze,
        buffers: &mut Buffers,
        _: &Params,
        stream: &mut Stream,
        watcher: impl Watcher,
    ) {
        maze::depth_first(maze, buffers, stream, watcher);
    }
}

impl Algorithm for Wilson {
    const INFO: Info = Info {
        name: "maze-wilson",
        description: "A maze drawn from all mazes of the size, each equally likely",
        source: "D. B. Wilson, Generating random spanning trees more quickly than the cover time (1996)",
        params: &[BRAID],
    };

    fn dig(
        maze: &mut Maze,
        buffers: &mut Buffers,
        _: &Params,
        stream: &mut Stream,
        watcher: impl Watcher,
    ) {
        maze::wilson(maze, buffers, stream, watcher);
    }
}

impl Algorithm for Kruskal {
    const INFO: Info = Info {
        name: "maze-kruskal",
        description: "A maze with many short dead ends, its walls opened in random order",
        source: "J. B. Kruskal, On the shortest spanning subtree of a graph (1956), on random weights",
        params: &[BRAID],
    };

    fn dig(
        maze: &mut Maze,
        buffers: &mut Buffers,
        _: &Params,
        stream: &mut Stream,
        watcher: impl Watcher,
    ) {
        maze::kruskal(maze, buffers, stream, watcher);
    }
}

impl Algorithm for GrowingTree {
    const INFO: Info = Info {
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
    };

    fn dig(
        maze: &mut Maze,
        buffers: &mut Buffers,
        params: &Params,
        stream: &mut Stream,
        watcher: impl Watcher,
    ) {
        let growth = Growth {
            newest: params.value(1) as u32,
            oldest: params.value(2) as u32,
        };
        maze::growing_tree(maze, buffers, stream, growth, watcher);
    }
}
