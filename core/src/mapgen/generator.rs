//! The interface of a generator: its name, its parameters, and how it digs.

use std::any::{Any, TypeId};
use std::collections::BTreeMap;

use super::growth::GrowingTree;
use super::maze::MazeScratch;
use super::{MAX_SIDE, ParamSpec, Params, Site};
use crate::geom::Size;
use crate::map::distance::DistanceMap;
use crate::map::{Regions, TileSet};
use crate::rng::Stream;

/// Name, description and parameters of a generator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Info {
    /// Its name as it is typed, in lowercase.
    pub name: &'static str,
    /// A one-sentence description of its maps.
    pub description: &'static str,
    /// The author and publication of the method.
    pub source: &'static str,
    /// Its parameters, in the order of [`Params::value`].
    pub params: &'static [ParamSpec],
}

impl Info {
    /// The key of the generator's stream: the 64-bit XXH3 hash of its name, so that a new generator
    /// never changes the maps of another.
    pub fn key(&self) -> u64 {
        xxhash_rust::xxh3::xxh3_64(self.name.as_bytes())
    }
}

/// Why no map could be generated.
#[expect(missing_docs, reason = "each message says what it means")]
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GenerateError {
    #[error("{generator} cannot make a map of {size}; it accepts {}{}", sizes(*min, *max), params_suffix(.params))]
    Size {
        generator: &'static str,
        size: Size,
        min: Size,
        max: Size,
        params: String,
    },
    #[error("in {generator}, {reason}")]
    Params {
        generator: &'static str,
        reason: String,
    },
    #[error(
        "{generator} placed no room on {size} in {tries} tries; use a larger size, smaller sides or more tries"
    )]
    NoRooms {
        generator: &'static str,
        size: Size,
        tries: i32,
    },
    #[error(
        "the stages leave no tile to walk on; let one of them work on a larger part of the map"
    )]
    Closed,
}

/// The sizes from one to another, for people to read.
pub fn sizes(min: Size, max: Size) -> String {
    match min == max {
        true => format!("only {min}"),
        false => format!("{min} to {max}"),
    }
}

fn params_suffix(params: &str) -> String {
    if params.is_empty() {
        String::new()
    } else {
        format!(" with {params}")
    }
}

/// Working memory that generators keep between maps. Grows to the size of the map.
#[derive(Clone, Debug, Default)]
pub struct Buffers {
    pub(crate) open: TileSet,
    pub(crate) regions: Regions,
    pub(crate) distances: DistanceMap,
    pub(crate) caves: super::caves::CavesScratch,
    pub(crate) bsp: super::bsp::BspScratch,
    /// The tiles dug by the drunkard, by index, without some that no longer have rock beside them.
    pub(crate) edge: Vec<u32>,
    pub(crate) maze: MazeScratch,
    pub(crate) rooms: super::rooms::RoomBuckets,
    pub(crate) vaults: super::vaults::VaultsScratch,
    pub(crate) waves: super::waves::WavesScratch,
    pub(crate) growth: GrowingTree,
    pub(crate) exits: Vec<u8>,
    pub(super) stage: super::stage::StageScratch,
    pub(super) own: OwnScratch,
}

/// The working memory of generators that a game adds, one value of a type.
#[derive(Default)]
pub(super) struct OwnScratch(BTreeMap<TypeId, Box<dyn Any + Send + Sync>>);

impl OwnScratch {
    /// Takes the value of a type out, or a new one.
    pub fn take<T: Default + Send + Sync + 'static>(&mut self) -> T {
        let kept = self.0.remove(&TypeId::of::<T>());
        let kept = kept.and_then(|kept| kept.downcast().ok());
        kept.map_or_else(T::default, |kept| *kept)
    }

    /// Keeps a value for the next map.
    pub fn keep<T: Send + Sync + 'static>(&mut self, value: T) {
        self.0.insert(TypeId::of::<T>(), Box::new(value));
    }
}

/// Memory is not copied.
impl Clone for OwnScratch {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl std::fmt::Debug for OwnScratch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "OwnScratch of {} types", self.0.len())
    }
}

/// Generates maps, determined by its stream, the size and the parameters.
pub trait Generator: Any + Sync {
    /// Its name, parameters and description.
    fn info(&self) -> &'static Info;

    /// Its name, for which nothing is made.
    fn name(&self) -> &'static str {
        self.info().name
    }

    /// The smallest size it accepts with these parameters: 3x3 by default.
    fn min_size(&self, _params: &Params) -> Size {
        Size::new(3, 3)
    }

    /// The largest size it accepts, at most [`MAX_SIDE`] x [`MAX_SIDE`].
    fn max_size(&self) -> Size {
        Size::new(MAX_SIDE, MAX_SIDE)
    }

    /// The largest area, in tiles, that it fills in well under a second whatever the parameters are, so that a window
    /// may wait for it: 512x512 by default.
    fn quick_area(&self) -> usize {
        512 * 512
    }

    /// Whether its maps are mazes of cells with walls between them, as
    /// [`Maze::from_map`](crate::maze::Maze::from_map) reads them.
    fn makes_cell_maze(&self) -> bool {
        false
    }

    /// Rejects parameters that contradict each other; their ranges have already been checked.
    ///
    /// # Errors
    /// A sentence that says which parameters contradict each other.
    fn check_params(&self, _params: &Params) -> Result<(), String> {
        Ok(())
    }

    /// Digs the map into the solid rock of the site, whose size and parameters
    /// [`check`](Self::check) accepts.
    ///
    /// # Errors
    /// If, by chance, there is nothing to walk on.
    fn carve(&self, site: &mut Site<'_>, stream: &mut Stream) -> Result<(), GenerateError>;

    /// Works as one of several stages of a map: changes the tiles of `mask`, which has the size of the
    /// site, and no others. By default makes a map of its own and lays that part of it over what is
    /// there.
    ///
    /// # Errors
    /// As [`carve`](Self::carve).
    fn add(
        &self,
        site: &mut Site<'_>,
        mask: &TileSet,
        stream: &mut Stream,
    ) -> Result<(), GenerateError> {
        site.lay(mask, |site| self.carve(site, stream))
    }

    /// What is missing if it is the first stage of a map, as a clause; `None` if it makes maps of its own.
    fn lacks(&self) -> Option<&'static str> {
        None
    }

    /// The default values of its parameters.
    fn params(&self) -> Params {
        Params::new(self.info().name, self.info().params)
    }

    /// Checks that a map of `size` can be generated with `params`.
    ///
    /// # Errors
    /// Says what does not fit and what would be accepted.
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
