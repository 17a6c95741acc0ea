//! The mazes of a run: which one this is, and which one follows.

use crate::geom::Size;
use crate::map::Map;
use crate::mapgen::{BUILT_IN, Buffers, GenerateError, Generator, MapSpec, Params, SpecError};
use crate::maze::Maze;
use crate::rng::Seed;
use crate::text::Invalid;

use super::MazeRun;

/// The largest side of a maze in Maze Run, in cells.
pub const MAX_SIDE: u32 = 1000;

/// Number of cells per row that each maze has more than the one before.
const GROWTH: u32 = 2;

/// Number of low bits of a seed's index that count attempts, so that no two legs share one.
const ATTEMPT_BITS: u32 = 32;

/// One maze of a run, determined by the run's first maze, the number of mazes before it, and how
/// many times another maze of the same size was requested.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leg {
    /// The first maze, whose seed is the run's. Its size is in tiles.
    first: MapSpec,
    number: u32,
    attempt: u32,
}

/// Why a maze cannot be used for Maze Run.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LegError {
    /// The generator does not make mazes of cells.
    #[error("{0} does not make mazes of cells and walls; use a maze generator such as maze-dfs")]
    NoMaze(&'static str),
    /// The size, in cells, is out of range.
    #[error(
        "a maze cannot have {0} cells: Maze Run needs at least 2, and at most {MAX_SIDE} per side"
    )]
    Size(Size),
    /// Every cell is closed.
    #[error("this maze has no passages: every cell is closed")]
    NoWay,
    /// The generator does not exist, or refuses the size or the parameters.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The generator failed.
    #[error(transparent)]
    Generate(#[from] GenerateError),
    /// The text is not a maze.
    #[error(transparent)]
    Hex(#[from] Invalid),
}

impl Leg {
    /// The first maze of the run with `seed`, `size` in cells, with the built-in generator's default
    /// parameters.
    ///
    /// # Errors
    /// If there is no such generator, if it does not make mazes, or if the size is out of range.
    pub fn new(generator: &str, size: Size, seed: Seed) -> Result<Self, LegError> {
        let generator = BUILT_IN.look_up(generator)?;
        Self::with_params(generator, generator.params(), size, seed)
    }

    /// As [`new`](Self::new) with `params`, which must belong to the generator.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn with_params(
        generator: &'static dyn Generator,
        params: Params,
        size: Size,
        seed: Seed,
    ) -> Result<Self, LegError> {
        let first = map_spec(generator, params, size, seed)?;
        Ok(Self {
            first,
            number: 0,
            attempt: 0,
        })
    }

    /// The first leg of the run that begins with the maze of `spec`.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn of(spec: &MapSpec) -> Result<Self, LegError> {
        let (generator, params) = (spec.generator(), spec.params().clone());
        if !spec.makes_cell_maze() {
            return Err(LegError::NoMaze(generator.info().name));
        }
        Self::with_params(generator, params, cells_on(spec.size()), spec.seed)
    }

    /// The leg after this one: two cells wider, higher in the proportions of the first, and at most
    /// [`MAX_SIDE`] per side.
    #[must_use]
    pub fn next(&self) -> Self {
        Self {
            number: self.number.saturating_add(1),
            attempt: 0,
            ..self.clone()
        }
    }

    /// The leg with another maze of the same size.
    #[must_use]
    pub fn another(&self) -> Self {
        Self {
            attempt: self.attempt.saturating_add(1),
            ..self.clone()
        }
    }

    /// The same place in the run with another generator.
    ///
    /// # Errors
    /// If it does not make mazes of cells, or refuses the size or the parameters.
    pub fn by(&self, generator: &'static dyn Generator, params: Params) -> Result<Self, LegError> {
        let first = map_spec(
            generator,
            params,
            cells_on(self.first.size()),
            self.run_seed(),
        )?;
        Ok(Self {
            first,
            ..self.clone()
        })
    }

    /// The first leg of a run with the same seed and generator that begins with a maze of `size`
    /// cells.
    ///
    /// # Errors
    /// If the size is out of range.
    pub fn with_size(&self, size: Size) -> Result<Self, LegError> {
        let (generator, params) = (self.first.generator(), self.first.params().clone());
        Self::with_params(generator, params, size, self.run_seed())
    }

    /// Maze `number` of the run at attempt `attempt`, both counted from 0.
    #[must_use]
    pub fn at(&self, number: u32, attempt: u32) -> Self {
        Self {
            first: self.first.clone(),
            number,
            attempt,
        }
    }

    /// The maze as the specification of a map, whose share code reproduces it anywhere. Maze `n` of
    /// the run at attempt `a` has the seed [`nth`](Seed::nth)`(n * 2^32 + a)` of the run.
    pub fn spec(&self) -> MapSpec {
        let nth = (u64::from(self.number) << ATTEMPT_BITS) | u64::from(self.attempt);
        let spec = self.first.with_seed(self.run_seed().nth(nth));
        // Maze generators accept every size larger than one that they accept.
        MapSpec::with_params(
            spec.generator(),
            tiles_for(self.size()),
            spec.params().clone(),
            spec.seed,
        )
        .unwrap_or(spec)
    }

    /// Size of the maze, in cells.
    pub fn size(&self) -> Size {
        let Size { width, height } = cells_on(self.first.size());
        let grown = width
            .saturating_add(self.number.saturating_mul(GROWTH))
            .min(MAX_SIDE);
        let (first, wide) = (u64::from(width), u64::from(grown));
        let high = (u64::from(height) * wide + first / 2) / first;
        Size::new(grown, high.clamp(1, u64::from(MAX_SIDE)) as u32)
    }

    /// Generates the maze and starts a walk in it. Linear in the area, except for `maze-wilson`.
    ///
    /// # Errors
    /// If the generator fails or does not make a maze.
    pub fn make(&self) -> Result<MazeRun, LegError> {
        let (spec, mut map) = (self.spec(), Map::default());
        spec.generate_into(&mut map, &mut Buffers::default())?;
        self.begin_in(&map)
    }

    /// As [`make`](Self::make), but reads the maze from `map`, which [`spec`](Self::spec) must have
    /// generated.
    ///
    /// # Errors
    /// If the map is not a maze.
    pub fn begin_in(&self, map: &Map) -> Result<MazeRun, LegError> {
        let name = self.generator().info().name;
        let maze = Maze::from_map(map).ok_or(LegError::NoMaze(name))?;
        MazeRun::new(self.clone(), maze, false)
    }

    /// Starts a walk in any `maze`. The run continues from its size with this leg's generator and
    /// seed.
    ///
    /// # Errors
    /// If the maze is too large or has no passages.
    pub fn load(&self, maze: Maze) -> Result<MazeRun, LegError> {
        MazeRun::new(self.with_size(maze.size())?, maze, true)
    }

    /// As [`load`](Self::load) for a maze as text, in hex or drawn.
    ///
    /// # Errors
    /// If the text is not a maze, with line and column; otherwise as [`load`](Self::load).
    pub fn load_text(&self, text: &str) -> Result<MazeRun, LegError> {
        self.load(Maze::read(text)?)
    }

    /// The run's first maze, whose seed is the run's.
    pub const fn first(&self) -> &MapSpec {
        &self.first
    }

    /// The seed of the run, from which the seed of each maze is derived.
    pub const fn run_seed(&self) -> Seed {
        self.first.seed
    }

    /// The generator of all mazes of the run.
    pub fn generator(&self) -> &'static dyn Generator {
        self.first.generator()
    }

    /// Number of mazes of the run before this one.
    pub const fn number(&self) -> u32 {
        self.number
    }

    /// Number of other mazes of this size requested before this one.
    pub const fn attempt(&self) -> u32 {
        self.attempt
    }
}

/// The specification of a map that holds a maze of `size` cells.
fn map_spec(
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
    Ok(MapSpec::with_params(
        generator,
        tiles_for(size),
        params,
        seed,
    )?)
}

/// Size in tiles of a map that holds a maze of `cells`.
const fn tiles_for(cells: Size) -> Size {
    Size::new(2 * cells.width + 1, 2 * cells.height + 1)
}

/// Size in cells of a maze on a map of `tiles`.
const fn cells_on(tiles: Size) -> Size {
    Size::new(
        tiles.width.saturating_sub(1) / 2,
        tiles.height.saturating_sub(1) / 2,
    )
}
