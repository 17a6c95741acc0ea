//! The one point where entropy enters: a fresh seed, for a player who gives none.
//!
//! Not part of the core, which only ever computes from a seed that it is given.

use rand::TryRng;
use rand::rngs::SysRng;

use crate::rng::Seed;

/// The operating system had no randomness to give.
#[derive(Debug, thiserror::Error)]
#[error("the operating system gives no random seed ({0}): give one with --seed")]
pub struct EntropyError(String);

/// A seed of 64 bits from the operating system. Whoever draws one shows it.
///
/// # Errors
/// If the operating system's source of randomness cannot be read.
pub fn fresh_seed() -> Result<Seed, EntropyError> {
    SysRng
        .try_next_u64()
        .map(Seed)
        .map_err(|error| EntropyError(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_fresh_seeds_differ() {
        assert_ne!(fresh_seed().unwrap(), fresh_seed().unwrap());
    }
}
