//! The complete specification of a map: generator, size, parameters and seed, and its share code.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use super::{
    BUILT_IN, Buffers, Edits, GenerateError, Generator, Generators, Mask, Observer, Params, Site,
    Stage,
};
use crate::geom::Size;
use crate::map::{Map, Thing, Tile};
use crate::parts::{Code, Part, STAGE_SEPARATOR};
use crate::rng::{Seed, SeedError, SeedWords, Stream, Tag};
use crate::text::{self, Invalid};

/// Everything that determines a map.
///
/// Written as a share code, `generator/WxH/k=v,k=v#seed`, leaving out parameters at their defaults:
/// `rogue/80x50#7`, `rooms/120x80/tries=60,margin=1#7`. Further stages follow the first, each after a
/// `|`, and change its map one after another: `caves/80x50|rooms/in=left,tries=20|doors#7`. Tiles that are
/// edited by hand follow the seed after a `~`, packed into a word.
#[derive(Clone)]
pub struct MapSpec {
    making: Arc<Making>,
    /// The seed that the map is generated from.
    pub seed: Seed,
    /// What was typed for it.
    words: Option<SeedWords>,
}

/// Everything but the seed.
#[derive(Clone, PartialEq, Eq)]
struct Making {
    /// At least one.
    stages: Vec<Stage>,
    size: Size,
    /// Shared by all kinds of a search.
    edits: Arc<Edits>,
}

/// The generator of maps that somebody drew.
pub(super) const DRAWN: &str = "drawn";

/// The most stages of a map.
pub const MAX_STAGES: usize = 12;

/// Why a share code is not valid.
#[expect(missing_docs, reason = "each message says what it means")]
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SpecError {
    #[error(transparent)]
    Seed(#[from] SeedError),
    #[error(transparent)]
    Refused(#[from] GenerateError),
    /// The name of a generator, the size, a parameter, a stage or the edits.
    #[error(transparent)]
    Part(#[from] Invalid),
    #[error(
        "\"{0}\" is not a share code; write generator/WxH#seed or generator/WxH/name=value,name=value#seed"
    )]
    Form(String),
}

/// An error that can say in which stage of a map it is.
pub(crate) trait StageError: From<SpecError> {
    /// The error in stage number `index`, from 0, of `count`.
    fn in_stage(self, index: usize, count: usize) -> Self;
}

impl StageError for SpecError {
    fn in_stage(self, index: usize, count: usize) -> Self {
        match count {
            1 => self,
            _ => Invalid::new(format_args!("in stage {}, {self}", index + 1)).into(),
        }
    }
}

fn too_many_stages(count: usize) -> SpecError {
    Invalid::new(format_args!(
        "{count} stages are too many: a map has at most {MAX_STAGES}"
    ))
    .into()
}

impl MapSpec {
    /// The map of the built-in `generator` for `seed` at `size`, with default parameters.
    ///
    /// # Errors
    /// If there is no such generator, or if it does not accept the size.
    pub fn new(generator: &str, size: Size, seed: Seed) -> Result<Self, SpecError> {
        let generator = BUILT_IN.look_up(generator)?;
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
        Self::with_stages(vec![Stage::with_params(generator, params)], size, seed)
    }

    /// The map that `stages`, at least one, make one after another at `size`.
    ///
    /// # Errors
    /// If a generator does not accept the size with its parameters, or its place among the stages, or if
    /// there are more than [`MAX_STAGES`].
    pub fn with_stages(stages: Vec<Stage>, size: Size, seed: Seed) -> Result<Self, SpecError> {
        let count = stages.len();
        if count > MAX_STAGES {
            return Err(too_many_stages(count));
        }
        for (index, stage) in stages.iter().enumerate() {
            let refused = |error: GenerateError| SpecError::from(error).in_stage(index, count);
            let generator = stage.generator.info().name;
            if let Some(lacks) = stage.generator.lacks().filter(|_| index == 0) {
                let reason =
                    format!("{lacks}; write it after another stage: rooms/80x50|{generator}");
                return Err(refused(GenerateError::Params { generator, reason }));
            }
            stage
                .generator
                .check(size, &stage.params)
                .map_err(refused)?;
        }
        let making = Arc::new(Making {
            stages,
            size,
            edits: Arc::default(),
        });
        Ok(Self {
            making,
            seed,
            words: None,
        })
    }

    /// The same specification with these edits in place of its own.
    ///
    /// # Errors
    /// If there are too many, or if they do not lie on the map.
    pub fn with_edits(&self, edits: Edits) -> Result<Self, SpecError> {
        edits.check(self.size())?;
        let edits = match edits.is_empty() {
            true => Arc::default(),
            false => Arc::new(edits),
        };
        Ok(self.edited(edits))
    }

    /// As [`with_edits`](Self::with_edits), which fit.
    fn edited(&self, edits: Arc<Edits>) -> Self {
        let making = Arc::new(Making {
            edits,
            ..Making::clone(&self.making)
        });
        Self {
            making,
            ..self.clone()
        }
    }

    /// The stages that make the map, at least one.
    pub fn stages(&self) -> &[Stage] {
        &self.making.stages
    }

    /// The generator of the first stage, which gives the map its kind.
    pub fn generator(&self) -> &'static dyn Generator {
        self.stages()[0].generator
    }

    /// The map that is `map` with `things`, as somebody drew it: no generator made it.
    ///
    /// # Errors
    /// If it is larger than what a code may carry.
    pub fn drawn(map: &Map, things: Vec<Thing>) -> Result<Self, SpecError> {
        let hall = Self::new(DRAWN, map.size(), Seed(0))?;
        let empty = hall.generate()?;
        hall.with_edits(Edits::whole(&empty, map, things))
    }

    /// Whether no generator made it.
    pub fn is_drawn(&self) -> bool {
        self.generator().name() == DRAWN
    }

    /// The names of the generators of all stages: `caves|vaults`.
    pub fn name(&self) -> String {
        let names = self.stages().iter().map(|stage| stage.generator.name());
        names
            .collect::<Vec<_>>()
            .join(STAGE_SEPARATOR.encode_utf8(&mut [0; 4]))
    }

    /// The values of the parameters of the first stage.
    pub fn params(&self) -> &Params {
        &self.stages()[0].params
    }

    /// The tiles that are edited by hand once the stages are done.
    pub fn edits(&self) -> &Edits {
        &self.making.edits
    }

    /// Size of the map in tiles.
    pub fn size(&self) -> Size {
        self.making.size
    }

    /// The same specification with another seed.
    pub fn with_seed(&self, seed: Seed) -> Self {
        Self {
            seed,
            words: None,
            ..self.clone()
        }
    }

    /// The same specification with the seed that words stand for; its code has the words.
    pub fn with_words(&self, words: SeedWords) -> Self {
        Self {
            words: Some(words.clone()),
            ..self.with_seed(words.seed())
        }
    }

    /// The seed as it was typed, if the code has it so, and otherwise the number.
    pub fn typed_seed(&self) -> String {
        match self.words() {
            Some(words) => words.as_str().to_owned(),
            None => self.seed.to_string(),
        }
    }

    /// What was typed for the seed that it still has.
    fn words(&self) -> Option<&SeedWords> {
        let words = self.words.as_ref();
        words.filter(|words| words.seed() == self.seed)
    }

    /// The same specification with other stages at another size, with those of its edits that lie on the map.
    ///
    /// # Errors
    /// As [`with_stages`](Self::with_stages).
    pub fn remade(&self, stages: Vec<Stage>, size: Size) -> Result<Self, SpecError> {
        let spec = Self {
            words: self.words.clone(),
            ..Self::with_stages(stages, size, self.seed)?
        };
        match (self.edits().is_empty(), size == self.size()) {
            (true, _) => Ok(spec),
            (_, true) => Ok(spec.edited(Arc::clone(&self.making.edits))),
            _ => spec.with_edits(self.edits().cropped(size)),
        }
    }

    /// As [`remade`](Self::remade) with the same stages.
    ///
    /// # Errors
    /// As [`with_stages`](Self::with_stages).
    pub fn with_size(&self, size: Size) -> Result<Self, SpecError> {
        self.remade(self.stages().to_vec(), size)
    }

    /// As [`remade`](Self::remade) at the same size.
    ///
    /// # Errors
    /// As [`with_stages`](Self::with_stages).
    pub fn with_other_stages(&self, stages: Vec<Stage>) -> Result<Self, SpecError> {
        self.remade(stages, self.size())
    }

    /// The same specification with other parameters of stage number `stage`, from 0.
    ///
    /// # Errors
    /// As [`with_stages`](Self::with_stages).
    pub fn with_stage_params(&self, stage: usize, params: Params) -> Result<Self, SpecError> {
        let mut stages = self.stages().to_vec();
        stages[stage].params = params;
        self.with_other_stages(stages)
    }

    /// The largest area, in tiles, that all stages together fill in well under a second, so that a window
    /// may wait for it.
    pub fn quick_area(&self) -> usize {
        let areas = self
            .stages()
            .iter()
            .map(|stage| stage.generator.quick_area());
        areas.min().unwrap_or_default() / self.stages().len()
    }

    /// Whether the map is a maze of cells with walls between them, as
    /// [`Maze::from_map`](crate::maze::Maze::from_map) reads them.
    pub fn makes_cell_maze(&self) -> bool {
        let stages = self.stages();
        let is_maze = matches!(stages, [stage] if stage.mask == Mask::All && stage.generator.makes_cell_maze());
        is_maze && self.edits().is_empty()
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

    /// Writes what follows the seed in a code.
    pub(crate) fn write_edits(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.edits().is_empty() {
            true => Ok(()),
            false => write!(f, "{EDITS_SEPARATOR}{}", self.edits().word(self.size())),
        }
    }

    fn carve<'a>(
        &'a self,
        map: &'a mut Map,
        buffers: &'a mut Buffers,
        observer: Option<&'a mut dyn Observer>,
    ) -> Result<(), GenerateError> {
        map.reset(self.size(), Tile::Wall);
        let mut site = Site {
            map,
            buffers,
            params: self.params(),
            seed: self.seed,
            kept: None,
            observer,
        };
        for (place, stage) in (0_u64..).zip(self.stages()) {
            let key = stage.generator.info().key();
            let stream = |keys: &[u64]| Stream::keyed(Tag::MAPGEN, self.seed, keys);
            let mut own = match place {
                0 => stream(&[key]),
                _ => stream(&[key, place]),
            };
            site.params = &stage.params;
            site.kept = Some(self.edits()).filter(|edits| place == 0 && edits.joins);
            stage.run(&mut site, place == 0, &mut own, || {
                stream(&[key, place, PATCHES])
            })?;
        }
        match self.edits().is_empty() {
            true => Ok(()),
            false => self.edits().apply(&mut site),
        }
    }
}

/// The key of the stream of a stage's mask, after those of its generator and its place.
const PATCHES: u64 = 1;

impl PartialEq for MapSpec {
    fn eq(&self, other: &Self) -> bool {
        self.seed == other.seed
            && (Arc::ptr_eq(&self.making, &other.making) || self.making == other.making)
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
        for (index, stage) in self.stages().iter().enumerate() {
            let name = stage.generator.info().name;
            match index {
                0 => write!(f, "{name}/{}", self.size())?,
                _ => write!(f, "{STAGE_SEPARATOR}{name}")?,
            }
            stage.write_changed(f)?;
        }
        match self.words() {
            Some(words) => write!(f, "#{words}")?,
            None => write!(f, "#{}", self.seed)?,
        }
        self.write_edits(f)
    }
}

/// What stands between the seed of a share code and the word of its edits.
const EDITS_SEPARATOR: char = '~';

/// Takes what follows the `#` of a code apart: the seed, and the word of the edits if there is one.
pub(crate) fn split_edits(seed: &str) -> (&str, Option<&str>) {
    match seed.split_once(EDITS_SEPARATOR) {
        Some((seed, word)) => (seed, Some(text::trim(word))),
        None => (seed, None),
    }
}

impl Generators {
    /// Reads the share code of a map.
    ///
    /// # Errors
    /// Says which part is wrong, and what would be right.
    pub fn read(&self, code: &str) -> Result<MapSpec, SpecError> {
        let text = text::value(code);
        let form = || SpecError::Form(text::excerpt(&text));
        let Code { stages, seed } = Code::read(&text).ok_or_else(form)?;
        let seed = seed.ok_or_else(form)?;
        let (stages, size) = self.read_stages(stages, |_, stage, values| {
            stage.set_all(values).map_err(SpecError::from)
        })?;
        let (seed, edits) = split_edits(seed);
        let (seed, words) = SeedWords::parse_in_code(seed)?;
        let spec = MapSpec {
            words,
            ..MapSpec::with_stages(stages, size, seed)?
        };
        match edits {
            Some(word) => spec.with_edits(Edits::read(word, size)?),
            None => Ok(spec),
        }
    }

    /// Reads the stages of a code, the first of which has the size; `set` gives each its values.
    pub(crate) fn read_stages<'a, E: StageError>(
        &self,
        parts: Vec<Result<Part<'a>, String>>,
        mut set: impl FnMut(usize, &mut Stage, Vec<&'a str>) -> Result<(), E>,
    ) -> Result<(Vec<Stage>, Size), E> {
        let count = parts.len();
        if count > MAX_STAGES {
            return Err(too_many_stages(count).into());
        }
        let (mut stages, mut size) = (Vec::new(), Size::default());
        for (index, part) in parts.into_iter().enumerate() {
            let read = || -> Result<Stage, E> {
                let part = part.map_err(|part| {
                    let error = format_args!("\"{part}\" is not a stage; write generator or generator/name=value,name=value: the first stage alone has a size");
                    SpecError::Part(Invalid::new(error))
                })?;
                let mut stage = Stage::new(self.look_up(part.head)?);
                if let Some(text) = part.size {
                    size = text.parse().map_err(SpecError::Part)?;
                }
                let values: Vec<&str> = part.assignments().collect();
                if values != [""] {
                    set(index, &mut stage, values)?;
                }
                Ok(stage)
            };
            stages.push(read().map_err(|error| error.in_stage(index, count))?);
        }
        Ok((stages, size))
    }
}

impl FromStr for MapSpec {
    type Err = SpecError;

    /// Reads a share code with the built-in generators; [`Generators::read`] does with others.
    fn from_str(text: &str) -> Result<Self, SpecError> {
        BUILT_IN.read(text)
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
                "sectors must be from 2 to 6 in rogue, not \"9\"",
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
