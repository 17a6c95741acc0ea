//! What a generator is: to those who call it ([`Generator`]) and to those who write one
//! ([`Recipe`]).

use super::growth::Growth;
use super::maze::MazeScratch;
use super::observer::{Observer, Silent};
use super::{MAX_SIDE, ParamSpec, Params, Site};
use crate::geom::Size;
use crate::map::distance::DistanceMap;
use crate::map::{Map, Regions, Tile, TileSet};
use crate::rng::Stream;

/// What a generator is called, makes and takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Info {
    /// Its name, in lowercase, as it is typed.
    pub name: &'static str,
    /// What it makes, in one sentence.
    pub description: &'static str,
    /// Who described the method, and where.
    pub source: &'static str,
    /// The parameters it takes.
    pub params: &'static [ParamSpec],
}

impl Info {
    /// Keys the generator's stream: the 64-bit XXH3 hash of its name, so that a new generator
    /// never shifts the maps of another.
    pub fn key(&self) -> u64 {
        xxhash_rust::xxh3::xxh3_64(self.name.as_bytes())
    }
}

/// Why no map was made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GenerateError {
    /// The size is not one that the generator accepts with these parameters.
    #[error("{generator} cannot make a map of {size}: it accepts {min} to {max}{}", with(.params))]
    Size {
        /// Name of the generator.
        generator: &'static str,
        /// The size that was asked for, in tiles.
        size: Size,
        /// The smallest size, with these parameters.
        min: Size,
        /// The largest size.
        max: Size,
        /// The parameters that differ from their defaults.
        params: String,
    },
    /// Two parameters contradict each other.
    #[error("{generator}: {reason}")]
    Params {
        /// Name of the generator.
        generator: &'static str,
        /// Which parameters contradict each other, and why.
        reason: String,
    },
    /// Not one room found its place.
    #[error(
        "{generator} placed no room on {size} in {tries} tries: use a larger size, smaller sides or more tries"
    )]
    NoRooms {
        /// Name of the generator.
        generator: &'static str,
        /// The size of the map in tiles.
        size: Size,
        /// How many places it tried.
        tries: i32,
    },
}

fn with(params: &str) -> String {
    if params.is_empty() {
        String::new()
    } else {
        format!(" with {params}")
    }
}

/// Working memory that generators keep between maps, so that a call allocates nothing once the
/// buffers have grown to the size of the map.
#[derive(Clone, Debug, Default)]
pub struct Buffers {
    pub(crate) open: TileSet,
    pub(crate) regions: Regions,
    pub(crate) distances: DistanceMap,
    pub(crate) caves: super::caves::CavesScratch,
    pub(crate) bsp: super::bsp::BspScratch,
    /// The drunkard's open tiles by index, but for some that have no rock beside them any more.
    pub(crate) edge: Vec<u32>,
    pub(crate) maze: MazeScratch,
    pub(crate) vaults: super::vaults::VaultsScratch,
    pub(crate) waves: super::waves::WavesScratch,
    pub(crate) growth: Growth,
    pub(crate) exits: Vec<u8>,
}

/// One map to be made.
pub struct Job<'a> {
    /// Its size, accepted by [`Generator::check`].
    pub size: Size,
    /// The values of the generator's parameters.
    pub params: &'a Params,
    /// The generator's own stream for this seed.
    pub stream: Stream,
    /// Where the map goes; what was in it is gone.
    pub map: &'a mut Map,
    /// Memory that is kept between maps.
    pub buffers: &'a mut Buffers,
}

/// A source of maps: deterministic in its stream, its size and its parameters.
///
/// Implemented for every [`Recipe`].
pub trait Generator: Sync {
    /// Its name, parameters and description.
    fn info(&self) -> &'static Info;

    /// The smallest size it accepts with these parameters.
    fn min_size(&self, params: &Params) -> Size;

    /// The largest size it accepts, at most [`MAX_SIDE`] x [`MAX_SIDE`].
    fn max_size(&self) -> Size;

    /// Whether a map of `size` can be made with `params`.
    ///
    /// # Errors
    /// Says what does not fit and what would.
    fn check(&self, size: Size, params: &Params) -> Result<(), GenerateError>;

    /// Makes the map, telling each step to `observer` if there is one.
    ///
    /// # Errors
    /// As [`check`](Self::check), and [`GenerateError::NoRooms`]. The job's map then holds
    /// whatever was made so far.
    fn generate(
        &self,
        job: Job<'_>,
        observer: Option<&mut dyn Observer>,
    ) -> Result<(), GenerateError>;

    /// Whether its maps are mazes of cells with walls between them, as
    /// [`Maze::from_map`](crate::maze::Maze::from_map) reads them.
    fn makes_cell_maze(&self) -> bool;

    /// The default values of its parameters.
    fn params(&self) -> Params {
        Params::new(self.info().name, self.info().params)
    }
}

/// How a generator is written: it works on a [`Site`] that is all wall when it begins.
pub trait Recipe: Sync {
    /// Its name, parameters and description.
    const INFO: Info;

    /// Whether its maps are mazes of cells with walls between them.
    const CELL_MAZE: bool = false;

    /// The smallest size it accepts with these parameters: 3x3 unless it says otherwise.
    fn min_size(&self, _params: &Params) -> Size {
        Size::new(3, 3)
    }

    /// The largest size it accepts.
    fn max_size(&self) -> Size {
        Size::new(MAX_SIDE, MAX_SIDE)
    }

    /// Refuses parameters that contradict each other; the ranges are checked already.
    ///
    /// # Errors
    /// A sentence that says what contradicts what.
    fn check_params(&self, _params: &Params) -> Result<(), String> {
        Ok(())
    }

    /// Digs the map into the rock of the site.
    ///
    /// # Errors
    /// If bad luck left nothing to walk on.
    fn carve<O: Observer>(
        &self,
        site: &mut Site<'_, O>,
        params: &Params,
        stream: &mut Stream,
    ) -> Result<(), GenerateError>;
}

impl<R: Recipe> Generator for R {
    fn info(&self) -> &'static Info {
        &R::INFO
    }

    fn min_size(&self, params: &Params) -> Size {
        Recipe::min_size(self, params)
    }

    fn max_size(&self) -> Size {
        Recipe::max_size(self)
    }

    fn makes_cell_maze(&self) -> bool {
        R::CELL_MAZE
    }

    fn check(&self, size: Size, params: &Params) -> Result<(), GenerateError> {
        let generator = R::INFO.name;
        self.check_params(params)
            .map_err(|reason| GenerateError::Params { generator, reason })?;
        let min = Recipe::min_size(self, params);
        let max = Recipe::max_size(self);
        let fits = |side, min, max| (min..=max).contains(&side);
        if fits(size.width, min.width, max.width) && fits(size.height, min.height, max.height) {
            return Ok(());
        }
        let params: Vec<String> = params
            .changed()
            .map(|(spec, value)| format!("{}={value}", spec.name))
            .collect();
        Err(GenerateError::Size {
            generator,
            size,
            min,
            max,
            params: params.join(","),
        })
    }

    fn generate(
        &self,
        job: Job<'_>,
        observer: Option<&mut dyn Observer>,
    ) -> Result<(), GenerateError> {
        self.check(job.size, job.params)?;
        match observer {
            Some(observer) => run(self, job, observer),
            None => run(self, job, Silent),
        }
    }
}

fn run<R: Recipe, O: Observer>(recipe: &R, job: Job<'_>, observer: O) -> Result<(), GenerateError> {
    let Job {
        size,
        params,
        mut stream,
        map,
        buffers,
    } = job;
    map.reset(size, Tile::Wall);
    recipe.carve(&mut Site::new(map, buffers, observer), params, &mut stream)
}
