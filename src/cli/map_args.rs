//! The options that choose a map, shared by all commands that generate one: `--generator`, `--size`,
//! `--param` and `--seed`, which accepts a share code too.

use super::{CliError, sample};
use crate::entropy;
use crate::geom::Size;
use crate::mapgen::MapSpec;
use crate::rng::Seed;

const HEADING: &str = "The map";
/// The defaults of all commands but the window's Maze Run.
const DEFAULTS: Defaults = Defaults {
    generator: "rogue",
    size: Size::new(80, 50),
};

/// The generator and size to use when the options give none.
pub struct Defaults {
    /// Its name, as `undercroft generators` lists it.
    pub generator: &'static str,
    /// Columns and rows, in tiles.
    pub size: Size,
}

/// The options that choose a map.
#[derive(clap::Args, Default)]
pub struct MapArgs {
    /// Seed or share code [default: a random seed]
    ///
    /// A seed is a decimal number, a 0x hex number or any other text, which is hashed. A share
    /// code such as rooms/120x80/tries=60#7 sets generator, size and parameters as well, so leave
    /// out those options.
    #[arg(long, value_name = "SEED", help_heading = HEADING)]
    seed: Option<String>,

    #[command(flatten)]
    kind: KindArgs,
}

/// The options that choose a kind of map: all but its seed.
#[derive(clap::Args, Default)]
pub struct KindArgs {
    /// Name of the generator; `undercroft generators` lists them [default: rogue]
    #[arg(long, value_name = "NAME", help_heading = HEADING)]
    generator: Option<String>,

    /// Width x height, in tiles [default: 80x50]
    #[arg(long, value_name = "WxH", help_heading = HEADING)]
    size: Option<String>,

    /// Set a parameter of the generator; repeat the option, or separate several with commas
    #[arg(
        long = "param",
        value_name = "NAME=VALUE",
        value_delimiter = ',',
        help_heading = HEADING
    )]
    params: Vec<String>,
}

/// The map that the options choose.
pub struct Choice {
    /// Generator, size, parameters and seed.
    pub spec: MapSpec,
    /// Whether its seed is random, since none was given.
    pub fresh: bool,
}

impl MapArgs {
    /// The map that these options choose, with a random seed if they give none.
    pub fn resolve(&self) -> Result<Choice, CliError> {
        self.resolve_or(&DEFAULTS)
    }

    /// As [`resolve`](Self::resolve) with other defaults.
    pub fn resolve_or(&self, defaults: &Defaults) -> Result<Choice, CliError> {
        let spec = match &self.seed {
            Some(code) if MapSpec::is_code(code) => self.named_by_code(code)?,
            Some(seed) => self.kind.resolve_or(defaults, seed.parse()?)?,
            None => self.kind.resolve_or(defaults, entropy::fresh_seed()?)?,
        };
        Ok(Choice {
            spec,
            fresh: self.seed.is_none(),
        })
    }

    /// Whether they set more of a map than its seed.
    pub fn names_a_map(&self) -> bool {
        let code = self.seed.as_deref().is_some_and(MapSpec::is_code);
        code || self.kind.first_given().is_some()
    }

    /// What is given as seed.
    pub fn seed(&self) -> Option<&str> {
        self.seed.as_deref()
    }

    /// The first option given that sets more of a map than its seed.
    pub fn kind_given(&self) -> Option<&'static str> {
        self.kind.first_given()
    }

    fn named_by_code(&self, code: &str) -> Result<MapSpec, CliError> {
        let spec: MapSpec = code.parse().map_err(CliError::Code)?;
        match self.kind.first_given() {
            None => Ok(spec),
            Some(option) => Err(CliError::CodeConflict {
                what: "map",
                option,
                code: code.to_owned(),
                seed: spec.seed,
            }),
        }
    }
}

impl KindArgs {
    /// The map of this kind with `seed`.
    pub fn resolve(&self, seed: Seed) -> Result<MapSpec, CliError> {
        self.resolve_or(&DEFAULTS, seed)
    }

    fn resolve_or(&self, defaults: &Defaults, seed: Seed) -> Result<MapSpec, CliError> {
        let name = self.generator.as_deref().unwrap_or(defaults.generator);
        let generator = MapSpec::look_up(name).map_err(CliError::Generator)?;
        let size = self
            .size
            .as_ref()
            .map_or(Ok(defaults.size), |size| size.parse())?;
        let mut params = generator.params();
        sample::set_params(&mut params, &self.params)?;
        MapSpec::with_params(generator, size, params, seed).map_err(CliError::Refused)
    }

    /// The first of these options that is given.
    fn first_given(&self) -> Option<&'static str> {
        let options = [
            ("--generator", self.generator.is_some()),
            ("--size", self.size.is_some()),
            ("--param", !self.params.is_empty()),
        ];
        let given = options.into_iter().find(|(_, given)| *given);
        given.map(|(option, _)| option)
    }
}
