//! The options that choose a map, shared by all commands that generate one: `--generator`, `--size`,
//! `--param` and `--seed`, which accepts a share code too.

use std::ffi::OsString;

use super::{CliError, sample, value};
use crate::code::Target;
use crate::entropy;
use crate::geom::Size;
use crate::mapgen::{GenerateError, MapSpec, SpecError, Stage};
use crate::rng::Seed;
use crate::search::{Variants, VariantsError};

/// The heading of the options that choose a map.
pub const HEADING: &str = "Map";
/// The help of `--param` where values may be ranges.
pub const RANGES: &str = "Set a parameter of the generator, or give it a range, A..B or A..=B, to try each value; \
                          repeat the option, or separate several with commas";
/// The defaults, except in Maze Run and on sheets of mazes.
const DEFAULTS: MapDefaults = MapDefaults {
    generator: "rogue",
    size: Size::new(80, 50),
};

/// The generator and size to use when the options give none.
pub struct MapDefaults {
    /// The generator's name.
    pub generator: &'static str,
    /// Columns and rows, in tiles.
    pub size: Size,
}

/// The options that choose a map.
#[derive(clap::Args, Default)]
#[command(next_help_heading = HEADING)]
pub struct MapArgs {
    /// Seed or share code [default: a random seed]
    ///
    /// A seed is a decimal number, a 0x hex number or any other text, which is hashed. A share
    /// code such as maze-dfs/41x31/braid=20#7 sets generator, size and parameters as well, so leave
    /// out those options. With --seeds only its kind counts, as with --like.
    #[arg(short, long, value_name = "SEED")]
    seed: Option<String>,

    #[command(flatten)]
    kind: KindArgs,
}

/// The options that choose a kind of map: everything but its seed.
#[derive(clap::Args, Default)]
#[command(next_help_heading = HEADING)]
pub struct KindArgs {
    /// Take all but the seed from this share code: stages, size, parameters and what is painted or locked
    ///
    /// Where parameters may have ranges, those of the code may too, in any of its stages:
    /// 'caves/80x50/wall=40..50|vaults/count=1..=3'. The seed may be left out.
    #[arg(long, value_name = "CODE", conflicts_with = "generator")]
    like: Option<String>,

    /// Name of the generator; `undercroft generators` lists them [default: rogue]
    #[arg(short, long, value_name = "NAME")]
    generator: Option<String>,

    /// Width x height, in tiles [default: 80x50]
    #[arg(long, value_name = "WxH")]
    size: Option<String>,

    /// Set a parameter of the generator, of the first stage; repeat the option, or separate several with commas
    #[arg(long = "param", value_name = "NAME=VALUE")]
    params: Vec<OsString>,
}

/// The map that the options choose.
pub struct Choice {
    /// Generator, size, parameters and seed.
    pub spec: MapSpec,
    /// Whether its seed is random because none was given.
    pub has_random_seed: bool,
}

/// The kinds of map of a share code, the value of `option`, whose seed may be left out.
pub fn read_kinds(option: &str, code: &str) -> Result<Variants, CliError> {
    let kinds = Variants::read(code, crate::known());
    kinds.map_err(|error| CliError::option(option, error))
}

impl MapArgs {
    /// The map that these options choose, with a random seed if they give none.
    pub fn resolve(&self) -> Result<Choice, CliError> {
        self.resolve_or(&DEFAULTS)
    }

    /// As [`resolve`](Self::resolve) with other defaults.
    pub fn resolve_or(&self, defaults: &MapDefaults) -> Result<Choice, CliError> {
        let spec = match &self.seed {
            Some(text) => self.spec_of(text, &value::read_seed(text)?, defaults)?,
            None => self.kind.resolve_or(defaults, entropy::fresh_seed()?)?,
        };
        Ok(Choice {
            spec,
            has_random_seed: self.seed.is_none(),
        })
    }

    /// The kind of map that these options choose, for maps of several seeds. The seed of a share code means nothing.
    pub fn kind(&self) -> Result<MapSpec, CliError> {
        let Some(text) = &self.seed else {
            return self.kind.resolve_or(&DEFAULTS, Seed(0));
        };
        let target = value::read_seed(text)?;
        match target.seed() {
            None => self.spec_of(text, &target, &DEFAULTS),
            Some(_) => Err(CliError::option(
                "--seed",
                "a seed is for one map and --seeds for many: leave one out, or give a share code of the kind of map",
            )),
        }
    }

    /// The value of `--seed`.
    pub fn seed(&self) -> Option<&str> {
        self.seed.as_deref()
    }

    /// The first given option that chooses more of a map than its seed.
    pub fn kind_option(&self) -> Option<&'static str> {
        let kind = &self.kind;
        let options = [
            ("--like", kind.like.is_some()),
            ("--generator", kind.generator.is_some()),
            ("--size", kind.size.is_some()),
            ("--param", !kind.params.is_empty()),
        ];
        let given = options.into_iter().find(|(_, given)| *given);
        given.map(|(option, _)| option)
    }

    fn spec_of(
        &self,
        text: &str,
        target: &Target,
        defaults: &MapDefaults,
    ) -> Result<MapSpec, CliError> {
        if let Some(seed) = target.seed() {
            let spec = self.kind.resolve_or(defaults, seed)?;
            return Ok(target.reseed(&spec).unwrap_or(spec));
        }
        let spec = target
            .map()
            .ok_or_else(|| value::not_a_seed(text, target))?;
        match self.kind_option() {
            None => Ok(spec),
            Some(option) => Err(value::code_conflict(option, "map", &spec, spec.seed)),
        }
    }
}

impl KindArgs {
    /// The kinds of map that these options choose, of which some have a range as the value of a parameter.
    pub fn variants(&self) -> Result<Variants, CliError> {
        self.variants_or(&DEFAULTS)
    }

    fn variants_or(&self, defaults: &MapDefaults) -> Result<Variants, CliError> {
        let like = self.like.as_deref();
        let like = like.map(|code| read_kinds("--like", code)).transpose()?;
        let size = match &like {
            Some(kinds) => kinds.size(),
            None => defaults.size,
        };
        let size = value::parse_size(self.size.as_deref(), size)?;
        let stages = match &like {
            Some(kinds) => kinds.stages().to_vec(),
            None => {
                let name = self.generator.as_deref().unwrap_or(defaults.generator);
                let generator = crate::known().look_up(name);
                vec![Stage::new(
                    generator.map_err(|error| CliError::option("--generator", error))?,
                )]
            }
        };
        let params = sample::read_assignments(&self.params, &stages[0].params)?;
        let params = params.iter().map(String::as_str);
        let kinds = match like {
            Some(kinds) => kinds.with(Some(size), params),
            None => Variants::new(stages, size, params),
        };
        kinds.map_err(|error| match error {
            VariantsError::Spec(error @ SpecError::Refused(_)) => self.refused(error),
            error => CliError::option("--param", error),
        })
    }

    fn resolve_or(&self, defaults: &MapDefaults, seed: Seed) -> Result<MapSpec, CliError> {
        let kinds = self.variants_or(defaults)?;
        kinds.only(seed).ok_or_else(|| {
            let option = if self.params.is_empty() {
                "--like"
            } else {
                "--param"
            };
            let error =
                format!("{kinds} has a range, which search and survey take: give one value");
            CliError::option(option, error)
        })
    }

    /// The error for what these options make together, with the option that is most likely wrong.
    fn refused(&self, error: SpecError) -> CliError {
        let is_size = matches!(error, SpecError::Refused(GenerateError::Size { .. }));
        let option = match () {
            () if is_size && self.size.is_some() => "--size",
            () if !self.params.is_empty() => "--param",
            () if self.like.is_some() => "--like",
            () => "--generator",
        };
        CliError::option(option, error)
    }
}
