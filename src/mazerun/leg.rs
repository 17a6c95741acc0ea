//! Which maze of which run, and which one follows. Knows sizes and seeds, nothing of walking.

use crate::geom::Size;
use crate::map::Map;
use crate::mapgen::{Buffers, GenerateError, Generator, MapSpec, Params, SpecError};
use crate::maze::{HexError, Maze};
use crate::rng::Seed;

use super::MazeRun;

/// The largest side of a maze that is run through, in cells.
pub const MAX_SIDE: u32 = 1000;

/// Cells that a maze has more than the one before, each row.
const GROWTH: u32 = 2;

/// Attempts are counted in the low half of a seed's number, so that no two legs share one.
const ATTEMPTS: u32 = 32;

/// One maze of a run: the run's first maze, how many were left behind since, and how often another
/// of the same size was asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leg {
    /// The first maze, its size in tiles; its seed is the run's.
    first: MapSpec,
    number: u32,
    attempt: u32,
}

/// Why a maze cannot be run through.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LegError {
    /// The generator makes no mazes of cells.
    #[error("{0} does not make mazes of cells and walls; use a maze generator such as maze-dfs")]
    NoMaze(&'static str),
    /// The size is not one that can be run through.
    #[error("Maze Run needs 2 cells or more, and at most {MAX_SIDE} a side; {0} cells do not fit")]
    Size(Size),
    /// Every cell is closed.
    #[error("this maze has no passages: every cell is closed")]
    NoWay,
    /// The generator does not exist, or refuses the size or the parameters.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The generator made no map.
    #[error(transparent)]
    Generate(#[from] GenerateError),
    /// The text is not a maze.
    #[error(transparent)]
    Hex(#[from] HexError),
}

impl Leg {
    /// The first maze of the run of `seed`, `size` in cells, with the generator's default
    /// parameters.
    ///
    /// # Errors
    /// If there is no such generator, if it makes no mazes, or if the size is out of range.
    pub fn new(generator: &str, size: Size, seed: Seed) -> Result<Self, LegError> {
        let generator = MapSpec::look_up(generator)?;
        Self::with_params(generator, generator.params(), size, seed)
    }

    /// As [`new`](Self::new) with `params`, which are the generator's own.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn with_params(
        generator: &'static dyn Generator,
        params: Params,
        size: Size,
        seed: Seed,
    ) -> Result<Self, LegError> {
        let first = spec(generator, params, size, seed)?;
        Ok(Self {
            first,
            number: 0,
            attempt: 0,
        })
    }

    /// The run that begins with the maze that `spec` names.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn of(spec: &MapSpec) -> Result<Self, LegError> {
        let (generator, params) = (spec.generator(), spec.params().clone());
        Self::with_params(generator, params, cells(spec.size()), spec.seed)
    }

    /// The leg after this one: two cells wider, as much higher as keeps the proportions of the
    /// first, and at most [`MAX_SIDE`] a side.
    #[must_use]
    pub fn next(&self) -> Self {
        Self {
            number: self.number.saturating_add(1),
            attempt: 0,
            ..self.clone()
        }
    }

    /// Another maze of the same size.
    #[must_use]
    pub fn another(&self) -> Self {
        Self {
            attempt: self.attempt.saturating_add(1),
            ..self.clone()
        }
    }

    /// The same place in the run by another generator.
    ///
    /// # Errors
    /// If it makes no mazes of cells.
    pub fn by(&self, generator: &'static dyn Generator, params: Params) -> Result<Self, LegError> {
        let first = spec(generator, params, cells(self.first.size()), self.run_seed())?;
        Ok(Self {
            first,
            ..self.clone()
        })
    }

    /// The run of the same seed that begins with a maze of `size` cells.
    ///
    /// # Errors
    /// If the size is out of range.
    pub fn with_size(&self, size: Size) -> Result<Self, LegError> {
        let (generator, params) = (self.first.generator(), self.first.params().clone());
        Self::with_params(generator, params, size, self.run_seed())
    }

    /// Place number `number` of the run, as found at attempt number `attempt`; both from 0.
    #[must_use]
    pub fn at(&self, number: u32, attempt: u32) -> Self {
        Self {
            first: self.first.clone(),
            number,
            attempt,
        }
    }

    /// The maze as a map: its share code makes it anywhere. Maze number `n` of the run, at attempt
    /// number `a`, has the seed [`nth`](Seed::nth)`(n * 2^32 + a)` of the run.
    pub fn spec(&self) -> MapSpec {
        let nth = (u64::from(self.number) << ATTEMPTS) | u64::from(self.attempt);
        let spec = self.first.with_seed(self.run_seed().nth(nth));
        // What a generator of mazes accepts it accepts larger, too.
        MapSpec::with_params(
            spec.generator(),
            tiles(self.size()),
            spec.params().clone(),
            spec.seed,
        )
        .unwrap_or(spec)
    }

    /// Size of the maze, in cells.
    pub fn size(&self) -> Size {
        let Size { width, height } = cells(self.first.size());
        let grown = width
            .saturating_add(self.number.saturating_mul(GROWTH))
            .min(MAX_SIDE);
        let (first, wide) = (u64::from(width), u64::from(grown));
        let high = (u64::from(height) * wide + first / 2) / first;
        Size::new(grown, high.clamp(1, u64::from(MAX_SIDE)) as u32)
    }

    /// Makes the maze and stands at its start. Linear in the area, but for `maze-wilson`.
    ///
    /// # Errors
    /// If the generator fails or does not make a maze.
    pub fn make(&self) -> Result<MazeRun, LegError> {
        let (spec, mut map) = (self.spec(), Map::default());
        spec.generate_into(&mut map, &mut Buffers::default())?;
        self.begin_in(&map)
    }

    /// As [`make`](Self::make), in `map`, which is the one that [`spec`](Self::spec) makes.
    ///
    /// # Errors
    /// If the map is no maze.
    pub fn begin_in(&self, map: &Map) -> Result<MazeRun, LegError> {
        let name = self.generator().info().name;
        let maze = Maze::from_map(map).ok_or(LegError::NoMaze(name))?;
        MazeRun::begin(self.clone(), maze, false)
    }

    /// Stands at the start of `maze`, whoever made it. The run goes on from its size with this
    /// leg's generator and seed.
    ///
    /// # Errors
    /// If the maze is too large, or if there is no way in it.
    pub fn load(&self, maze: Maze) -> Result<MazeRun, LegError> {
        MazeRun::begin(self.with_size(maze.size())?, maze, true)
    }

    /// As [`load`](Self::load) for a maze in hex form.
    ///
    /// # Errors
    /// If the text is no maze, with line and column; and as [`load`](Self::load).
    pub fn load_hex(&self, text: &str) -> Result<MazeRun, LegError> {
        self.load(Maze::from_hex(text)?)
    }

    /// The run's first maze; its seed is the run's.
    pub const fn first(&self) -> &MapSpec {
        &self.first
    }

    /// The seed of the run, from which each maze has its own.
    pub const fn run_seed(&self) -> Seed {
        self.first.seed
    }

    /// The generator of all mazes of the run.
    pub const fn generator(&self) -> &'static dyn Generator {
        self.first.generator()
    }

    /// How many mazes of the run come before this one.
    pub const fn number(&self) -> u32 {
        self.number
    }

    /// How many others of this size were asked for before this one.
    pub const fn attempt(&self) -> u32 {
        self.attempt
    }
}

/// The map that holds a maze of `size` cells.
fn spec(
    generator: &'static dyn Generator,
    params: Params,
    size: Size,
    seed: Seed,
) -> Result<MapSpec, LegError> {
    if !generator.makes_cell_maze() {
        return Err(LegError::NoMaze(generator.info().name));
    }
    let sides = 1..=MAX_SIDE;
    if !sides.contains(&size.width) || !sides.contains(&size.height) || size.area() < 2 {
        return Err(LegError::Size(size));
    }
    Ok(MapSpec::with_params(generator, tiles(size), params, seed)?)
}

/// Tiles of a map that holds so many cells.
const fn tiles(cells: Size) -> Size {
    Size::new(2 * cells.width + 1, 2 * cells.height + 1)
}

/// Cells of a maze on so many tiles.
const fn cells(tiles: Size) -> Size {
    Size::new(
        tiles.width.saturating_sub(1) / 2,
        tiles.height.saturating_sub(1) / 2,
    )
}
