//! What a generator is: its name, its parameters, and how it digs.

use super::growth::Growth;
use super::maze::MazeScratch;
use super::{MAX_SIDE, ParamSpec, Params, Site};
use crate::geom::Size;
use crate::map::distance::DistanceMap;
use crate::map::{Regions, TileSet};
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
#[expect(missing_docs, reason = "each message says what it means")]
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GenerateError {
    #[error("{generator} cannot make a map of {size}: it accepts {min} to {max}{}", with(.params))]
    Size {
        generator: &'static str,
        size: Size,
        min: Size,
        max: Size,
        params: String,
    },
    #[error("{generator}: {reason}")]
    Params {
        generator: &'static str,
        reason: String,
    },
    #[error(
        "{generator} placed no room on {size} in {tries} tries: use a larger size, smaller sides or more tries"
    )]
    NoRooms {
        generator: &'static str,
        size: Size,
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

/// Working memory that generators keep between maps. It grows to the size of the map.
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

/// A source of maps: deterministic in its stream, its size and its parameters.
pub trait Generator: Sync {
    /// Its name, parameters and description.
    fn info(&self) -> &'static Info;

    /// The smallest size it accepts with these parameters: 3x3 unless it says otherwise.
    fn min_size(&self, _params: &Params) -> Size {
        Size::new(3, 3)
    }

    /// The largest size it accepts, at most [`MAX_SIDE`] x [`MAX_SIDE`].
    fn max_size(&self) -> Size {
        Size::new(MAX_SIDE, MAX_SIDE)
    }

    /// Whether its maps are mazes of cells with walls between them, as
    /// [`Maze::from_map`](crate::maze::Maze::from_map) reads them.
    fn makes_cell_maze(&self) -> bool {
        false
    }

    /// Refuses parameters that contradict each other; the ranges are checked already.
    ///
    /// # Errors
    /// A sentence that says what contradicts what.
    fn check_params(&self, _params: &Params) -> Result<(), String> {
        Ok(())
    }

    /// Digs the map into the rock of the site, whose size and parameters [`check`](Self::check)
    /// accepts.
    ///
    /// # Errors
    /// If bad luck left nothing to walk on.
    fn carve(&self, site: &mut Site<'_>, stream: &mut Stream) -> Result<(), GenerateError>;

    /// The default values of its parameters.
    fn params(&self) -> Params {
        Params::new(self.info().name, self.info().params)
    }

    /// Whether a map of `size` can be made with `params`.
    ///
    /// # Errors
    /// Says what does not fit and what would.
    fn check(&self, size: Size, params: &Params) -> Result<(), GenerateError> {
        let generator = self.info().name;
        self.check_params(params)
            .map_err(|reason| GenerateError::Params { generator, reason })?;
        let (min, max) = (self.min_size(params), self.max_size());
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
}
