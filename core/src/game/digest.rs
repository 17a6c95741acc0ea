//! The digest of a state: XXH3 (64 bits, seed 0) of the postcard bytes that a save holds. The same
//! on every machine.

use postcard::ser_flavors::Flavor;
use serde::Serialize;
use xxhash_rust::xxh3::Xxh3Default;

/// Returns the digest of `value`, which must hold no floats, whose rounding depends on the machine,
/// and no sequences of unknown length, which postcard cannot write.
pub(super) fn compute(value: &impl Serialize) -> u64 {
    let digest = postcard::serialize_with_flavor(value, Hash(Xxh3Default::new()));
    debug_assert!(digest.is_ok(), "{digest:?}");
    digest.unwrap_or_default()
}

/// Hashes the bytes that postcard writes.
struct Hash(Xxh3Default);

impl Flavor for Hash {
    type Output = u64;

    fn try_push(&mut self, byte: u8) -> postcard::Result<()> {
        self.try_extend(&[byte])
    }

    fn try_extend(&mut self, bytes: &[u8]) -> postcard::Result<()> {
        self.0.update(bytes);
        Ok(())
    }

    fn finalize(self) -> postcard::Result<u64> {
        Ok(self.0.digest())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_that_differ_in_content_or_order_have_different_digests() {
        let digests = [
            compute(&1u8),
            compute(&2u8),
            compute(&Some(1u8)),
            compute(&Option::<u8>::None),
            compute(&vec![1u8, 2]),
            compute(&vec![2u8, 1]),
            compute(&(vec![1u8], vec![2u8])),
            compute(&(vec![1u8, 2], Vec::<u8>::new())),
            compute(&"a"),
            compute(&"b"),
        ];
        let mut sorted = digests.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(sorted.len(), digests.len());
    }

    #[test]
    fn the_digest_is_the_published_hash_of_the_published_format() {
        // The length, then the numbers as little-endian base-128 varints.
        let bytes = [2, 7, 0xac, 0x02];
        assert_eq!(
            compute(&vec![7u32, 300]),
            xxhash_rust::xxh3::xxh3_64(&bytes)
        );
    }
}
