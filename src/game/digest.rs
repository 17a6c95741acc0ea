//! The digest of a state: XXH3 (64 bits, seed 0) of its postcard form, which is what a save holds.
//! None of it depends on the machine.

use postcard::ser_flavors::Flavor;
use serde::Serialize;
use xxhash_rust::xxh3::Xxh3Default;

/// The digest of anything that postcard can write. The state has no floats, and no sequences whose
/// length is not known, which it cannot.
pub(super) fn of(value: &impl Serialize) -> u64 {
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
    fn what_differs_in_value_or_order_differs_in_digest() {
        let digests = [
            of(&1u8),
            of(&2u8),
            of(&Some(1u8)),
            of(&Option::<u8>::None),
            of(&vec![1u8, 2]),
            of(&vec![2u8, 1]),
            of(&(vec![1u8], vec![2u8])),
            of(&(vec![1u8, 2], Vec::<u8>::new())),
            of(&"a"),
            of(&"b"),
        ];
        let mut sorted = digests.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(sorted.len(), digests.len());
    }

    #[test]
    fn the_digest_is_the_published_hash_of_the_published_format() {
        // The length, then each number in seven bits a byte, the lowest first.
        let bytes = [2, 7, 0xac, 0x02];
        assert_eq!(of(&vec![7u32, 300]), xxhash_rust::xxh3::xxh3_64(&bytes));
    }
}
