//! Random seeds from the operating system, for players who give none. All other randomness comes from a
//! seed.

use rand::TryRng;
use rand::rngs::SysRng;

use crate::rng::Seed;

/// The operating system could not provide a random number.
#[derive(Debug, thiserror::Error)]
#[error("cannot get a random seed from the operating system: {0}; give a seed with --seed")]
pub struct EntropyError(String);

/// Draws a 64-bit seed from the operating system. Callers show it to the user, who may want to use it
/// again.
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
