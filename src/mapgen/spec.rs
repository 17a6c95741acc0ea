//! The complete specification of a map: generator, size, parameters and seed, and its share code.

use std::fmt;
use std::str::FromStr;

use super::{
    ALL, Buffers, GenerateError, Generator, Observer, ParamError, Params, Site, find, nearest,
};
use crate::geom::{Size, SizeError};
use crate::map::{Map, Tile};
use crate::rng::{Seed, SeedError, Stream, Tag};
use crate::text;

/// Everything that determines a map.
///
/// Written as a share code, `generator/WxH/k=v,k=v#seed`, leaving out parameters at their defaults:
/// `rogue/80x50#7`, `rooms/120x80/tries=60,margin=1#7`.
#[derive(Clone)]
pub struct MapSpec {
    generator: &'static dyn Generator,
    size: Size,
    params: Params,
    /// The seed that the map is generated from.
    pub seed: Seed,
}

/// Why a share code is not valid.
#[expect(missing_docs, reason = "each message says what it means")]
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SpecError {
    #[error("there is no generator \"{name}\"{}", generator_hint(.suggestion))]
    Generator {
        name: String,
        suggestion: Option<&'static str>,
    },
    #[error(transparent)]
    Size(#[from] SizeError),
    #[error(transparent)]
    Param(#[from] ParamError),
    #[error(transparent)]
    Seed(#[from] SeedError),
    #[error(transparent)]
    Refused(#[from] GenerateError),
    #[error(
        "\"{0}\" is not a share code; write generator/WxH#seed or generator/WxH/name=value,name=value#seed"
    )]
    Form(String),
}

fn generator_hint(suggestion: &Option<&str>) -> String {
    match suggestion {
        Some(name) => format!("; did you mean \"{name}\"?"),
        None => {
            let names: Vec<&str> = ALL.iter().map(|generator| generator.info().name).collect();
            format!("; there are {}", names.join(", "))
        }
    }
}

impl MapSpec {
    /// The map of `generator` for `seed` at `size`, with default parameters.
    ///
    /// # Errors
    /// If there is no such generator, or if it does not accept the size.
    pub fn new(generator: &str, size: Size, seed: Seed) -> Result<Self, SpecError> {
        let generator = Self::look_up(generator)?;
        Self::with_params(generator, size, generator.params(), seed)
    }

    /// The map of `generator` for `seed` at `size` with `params`, which must belong to the
    /// generator.
    ///
    /// # Errors
    /// If the generator does not accept the size with these parameters.
    pub fn with_params(
        generator: &'static dyn Generator,
        size: Size,
        params: Params,
        seed: Seed,
    ) -> Result<Self, SpecError> {
        generator.check(size, &params)?;
        Ok(Self {
            generator,
            size,
            params,
            seed,
        })
    }

    /// The generator called `name`.
    ///
    /// # Errors
    /// If there is none; suggests the most similar name.
    pub fn look_up(name: &str) -> Result<&'static dyn Generator, SpecError> {
        find(name).ok_or_else(|| SpecError::Generator {
            name: text::excerpt(name),
            suggestion: nearest(name, ALL.iter().map(|generator| generator.info().name)),
        })
    }

    /// The generator that makes the map.
    pub const fn generator(&self) -> &'static dyn Generator {
        self.generator
    }

    /// Size of the map in tiles.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The values of the generator's parameters.
    pub const fn params(&self) -> &Params {
        &self.params
    }

    /// The same specification with another seed.
    pub fn with_seed(&self, seed: Seed) -> Self {
        Self {
            seed,
            ..self.clone()
        }
    }

    /// Generates the map with new buffers.
    ///
    /// # Errors
    /// If, by chance, there is nothing to walk on; the error says what would help.
    pub fn generate(&self) -> Result<Map, GenerateError> {
        let mut map = Map::default();
        self.generate_into(&mut map, &mut Buffers::default())?;
        Ok(map)
    }

    /// Generates the map using the caller's buffers, which grow to its size.
    ///
    /// # Errors
    /// As [`generate`](Self::generate); `map` then holds the unfinished map.
    pub fn generate_into(&self, map: &mut Map, buffers: &mut Buffers) -> Result<(), GenerateError> {
        self.carve(map, buffers, None)
    }

    /// As [`generate_into`](Self::generate_into), reporting each step to `observer`.
    ///
    /// # Errors
    /// As [`generate`](Self::generate).
    pub fn observe(
        &self,
        map: &mut Map,
        buffers: &mut Buffers,
        observer: &mut dyn Observer,
    ) -> Result<(), GenerateError> {
        self.carve(map, buffers, Some(observer))
    }

    fn carve<'a>(
        &'a self,
        map: &'a mut Map,
        buffers: &'a mut Buffers,
        observer: Option<&'a mut dyn Observer>,
    ) -> Result<(), GenerateError> {
        map.reset(self.size, Tile::Wall);
        let mut site = Site {
            map,
            buffers,
            params: &self.params,
            observer,
        };
        let mut stream = Stream::keyed(Tag::MAPGEN, self.seed, &[self.generator.info().key()]);
        self.generator.carve(&mut site, &mut stream)
    }
}

impl PartialEq for MapSpec {
    fn eq(&self, other: &Self) -> bool {
        self.generator.info() == other.generator.info()
            && self.size == other.size
            && self.params == other.params
            && self.seed == other.seed
    }
}

impl Eq for MapSpec {}

impl fmt::Debug for MapSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MapSpec({self})")
    }
}

impl fmt::Display for MapSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.generator.info().name, self.size)?;
        for (index, (spec, value)) in self.params.changed().enumerate() {
            let sign = if index == 0 { '/' } else { ',' };
            write!(f, "{sign}{}={value}", spec.name)?;
        }
        write!(f, "#{}", self.seed)
    }
}

impl FromStr for MapSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let text = text::value(text);
        let form = || SpecError::Form(text::excerpt(&text));
        let (path, seed) = text.split_once('#').ok_or_else(form)?;
        let mut parts = path.split('/').map(text::trim);
        let (name, size) = parts.next().zip(parts.next()).ok_or_else(form)?;
        let assignments = parts.next().unwrap_or_default();
        if parts.next().is_some() {
            return Err(form());
        }
        let generator = Self::look_up(name)?;
        let size = size.parse()?;
        let mut params = generator.params();
        if !assignments.is_empty() {
            params.set_all(assignments.split(','))?;
        }
        Self::with_params(generator, size, params, Seed::parse_in_code(seed)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_code_reads_back_as_it_is_written() {
        for code in [
            "rogue/80x50#7",
            "rooms/120x80/tries=60,join=nearest#18446744073709551615",
            "box/3x3#0",
        ] {
            assert_eq!(code.parse::<MapSpec>().unwrap().to_string(), code);
        }
        let spec: MapSpec = "rooms/80x50/tries=30,margin=0#0x10".parse().unwrap();
        assert_eq!(spec.to_string(), "rooms/80x50#16");
    }

    #[test]
    fn each_wrong_part_of_a_share_code_is_named() {
        for (code, needle) in [
            ("rouge/80x50#7", "did you mean \"rogue\""),
            ("zzz/80x50#7", "there are rogue, rooms"),
            ("rogue/80#7", "\"80\" is not a size"),
            ("rogue/3x3#7", "7x7"),
            ("rogue/5000x50#7", "4096x4096"),
            (
                "rogue/80x50/sectors=9#7",
                "sectors must be from 2 to 6, not \"9\"",
            ),
            ("rogue/80x50/sector=3#7", "did you mean \"sectors\""),
            (
                "rogue/80x50/joins=some#7",
                "joins must be all or until-connected",
            ),
            ("rogue/80x50/joins#7", "name=value"),
            ("box/80x50/a=1#7", "it takes none"),
            ("rogue/80x50/sectors=3,sectors=4#7", "given twice"),
            ("rogue/80x50/sectors=3,,joins=all#7", "name=value"),
            ("rogue/80x50#", "seed"),
            (
                "rogue/80x50#7.",
                "the seed \"7.\" of the code is not a number",
            ),
            (
                "Caves/80x50#7",
                "there is no generator \"Caves\"; did you mean \"caves\"",
            ),
            ("rogue/80x50", "generator/WxH#seed"),
            ("rogue#7", "generator/WxH#seed"),
            ("rogue/80x50/a=1/b=2#7", "generator/WxH#seed"),
        ] {
            let error = code.parse::<MapSpec>().unwrap_err().to_string();
            assert!(error.contains(needle), "{code}: {error}");
        }
    }
}
