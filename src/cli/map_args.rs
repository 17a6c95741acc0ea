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
use crate::text;

/// The heading of the options that choose a map.
pub const HEADING: &str = "Map";
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
    /// out those options.
    #[arg(short, long, value_name = "SEED")]
    seed: Option<String>,

    #[command(flatten)]
    kind: KindArgs,
}

/// The options that choose a kind of map: everything but its seed.
#[derive(clap::Args, Default)]
#[command(next_help_heading = HEADING)]
pub struct KindArgs {
    /// Take generator, size and parameters from this share code, whose seed may be left out
    ///
    /// Where parameters may have ranges, those of the code may too, in any of its stages:
    /// 'caves/80x50/wall=40..50|vaults/count=1..=3'.
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

/// The map of a share code, the value of `option`, whose seed may be left out.
pub fn read_kind(option: &str, code: &str) -> Result<MapSpec, CliError> {
    let code = text::value(code);
    let spec = match code.contains('#') {
        true => crate::known().read(&code),
        false => crate::known().read(&format!("{code}#0")),
    };
    spec.map_err(|error| match error {
        SpecError::Form(_) if !code.contains('#') => {
            let code = code.into_owned();
            CliError::option(option, VariantsError::Form(code))
        }
        error => CliError::option(option, error),
    })
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

    /// The options but for the seed.
    pub const fn kind(&self) -> &KindArgs {
        &self.kind
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
    /// The map of this kind with `seed`.
    pub fn resolve(&self, seed: Seed) -> Result<MapSpec, CliError> {
        self.resolve_or(&DEFAULTS, seed)
    }

    /// The kinds of map that these options choose, of which some have a range as the value of a parameter.
    pub fn variants(&self) -> Result<Variants, CliError> {
        let refused = |option, error| match error {
            VariantsError::Spec(error @ SpecError::Refused(_)) => self.refused(error),
            error => CliError::option(option, error),
        };
        // A sample may be a file, whose name is no range.
        let (samples, others): (Vec<_>, Vec<_>) = sample::assignments(&self.params)
            .into_iter()
            .partition(|given| sample::is_file(given));
        let others: Vec<_> = others.iter().map(|given| given.to_string_lossy()).collect();
        let others = others.iter().map(AsRef::as_ref);
        if let Some(code) = self.like.as_deref().map(text::value)
            && code.contains("..")
            && samples.is_empty()
        {
            let kind = code.split('#').next().unwrap_or_default();
            let kinds = Variants::read(kind, crate::known());
            let kinds = kinds.map_err(|error| refused("--like", error))?;
            let size = self
                .size
                .as_deref()
                .map(|_| value::parse_size(self.size.as_deref(), kinds.size()));
            return kinds
                .with(size.transpose()?, others)
                .map_err(|error| refused("--param", error));
        }
        let (mut stages, size) = self.base(&DEFAULTS)?;
        sample::set_params(&mut stages[0], &samples)?;
        Variants::new(stages, size, others).map_err(|error| refused("--param", error))
    }

    fn resolve_or(&self, defaults: &MapDefaults, seed: Seed) -> Result<MapSpec, CliError> {
        let (mut stages, size) = self.base(defaults)?;
        sample::set_params(&mut stages[0], &sample::assignments(&self.params))?;
        MapSpec::with_stages(stages, size, seed).map_err(|error| self.refused(error))
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

    /// The stages and the size of the kind of map, without the parameters that are set by options.
    fn base(&self, defaults: &MapDefaults) -> Result<(Vec<Stage>, Size), CliError> {
        if let Some(code) = &self.like {
            let spec = read_kind("--like", code)?;
            let size = value::parse_size(self.size.as_deref(), spec.size())?;
            return Ok((spec.stages().to_vec(), size));
        }
        let name = self.generator.as_deref().unwrap_or(defaults.generator);
        let generator = crate::known().look_up(name);
        let generator = generator.map_err(|error| CliError::option("--generator", error))?;
        let size = value::parse_size(self.size.as_deref(), defaults.size)?;
        Ok((vec![Stage::new(generator)], size))
    }
}
