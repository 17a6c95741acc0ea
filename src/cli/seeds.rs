//! Parses the value of `--seeds`.

use super::CliError;
use crate::rng::SeedRange;

/// The most seeds of which a command keeps something each.
pub const MAX_SEEDS: u64 = 1_000_000;

/// Parses `text`, the value of `--seeds`: at most `max` seeds.
pub fn parse(text: &str, max: u64) -> Result<SeedRange, CliError> {
    SeedRange::parse(text, max).map_err(|error| CliError::option("--seeds", error))
}
