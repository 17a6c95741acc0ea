//! Random seeds from the operating system, for players who give none. All other randomness comes from a
//! seed.

use rand::TryRng;
use rand::rngs::SysRng;

use crate::rng::Seed;

/// The operating system could not provide a random number.
#[derive(Debug, thiserror::Error)]
#[error("cannot get a random seed from the operating system: {0}; give a seed with --seed")]
pub struct EntropyError(String);

/// Fresh seeds are below this.
pub const FRESH_SEEDS: u64 = Seed::SHORT;

/// Draws a seed below [`FRESH_SEEDS`] from the operating system. Callers show it to the user, who may want to
/// use it again.
///
/// # Errors
/// If the operating system's source of randomness cannot be read.
pub fn fresh_seed() -> Result<Seed, EntropyError> {
    SysRng
        .try_next_u64()
        .map(shorten)
        .map_err(|error| EntropyError(error.to_string()))
}

/// Maps 64 random bits to a fresh seed, all practically equally likely: their probabilities differ by less than
/// 2^-34 of each.
const fn shorten(bits: u64) -> Seed {
    Seed(((bits as u128 * FRESH_SEEDS as u128) >> 64) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fresh_seeds_differ_and_have_at_most_nine_digits() {
        let seeds = [(); 20].map(|()| fresh_seed().unwrap());
        // All the same, or one in a million: neither happens by chance.
        assert!(seeds.iter().any(|seed| *seed != seeds[0]));
        assert!(seeds.iter().all(|seed| seed.0 < FRESH_SEEDS));
        assert!(seeds.iter().any(|seed| seed.0 >= FRESH_SEEDS / 1000));
    }

    #[test]
    fn every_fresh_seed_can_be_drawn() {
        assert_eq!(shorten(0), Seed(0));
        assert_eq!(shorten(u64::MAX), Seed(FRESH_SEEDS - 1));
        assert_eq!(shorten(1 << 63), Seed(FRESH_SEEDS / 2));
    }
}
