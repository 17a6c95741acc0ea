//! The message that is hashed for a key, and its hash. The start of every stream comes from here,
//! so the layout is defined in one place; the table in the module's documentation publishes it.

use super::tag::Tag;
use xxhash_rust::xxh3::Xxh3Default;

/// XXH3-128 of the tag's name, a zero byte, `head`, then each key; numbers as `u64` little-endian.
///
/// `head` is the seed, or for a split the parent's state. Allocates nothing.
pub(super) fn hash(tag: Tag, head: u64, keys: &[u64]) -> u128 {
    let mut hasher = tagged(tag);
    hasher.update(&head.to_le_bytes());
    for key in keys {
        hasher.update(&key.to_le_bytes());
    }
    hasher.digest128()
}

/// XXH3-128 of the tag's name, a zero byte, then the text as UTF-8.
pub(super) fn hash_text(tag: Tag, text: &str) -> u128 {
    let mut hasher = tagged(tag);
    hasher.update(text.as_bytes());
    hasher.digest128()
}

fn tagged(tag: Tag) -> Xxh3Default {
    let mut hasher = Xxh3Default::new();
    hasher.update(tag.name().as_bytes());
    hasher.update(&[0]);
    hasher
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use xxhash_rust::xxh3::xxh3_128;

    /// The published layout, written out naively.
    fn message(tag: Tag, head: u64, keys: &[u64]) -> Vec<u8> {
        let mut bytes = tag.name().as_bytes().to_vec();
        bytes.push(0);
        bytes.extend(head.to_le_bytes());
        bytes.extend(keys.iter().flat_map(|key| key.to_le_bytes()));
        bytes
    }

    #[test]
    fn the_hash_is_xxh3_of_the_published_layout() {
        // XXH3-128 of "mapgen\0", 2a 00 00 00 00 00 00 00, 03 00 00 00 00 00 00 00, taken from
        // the reference implementation in C.
        assert_eq!(
            hash(Tag::MAPGEN, 42, &[3]),
            0x9335_a939_8c7d_c656_031d_74c0_fcff_8097
        );
    }

    proptest! {
        /// Up to 40 keys is past every length at which XXH3 changes its method (16, 128, 240).
        #[test]
        fn lists_of_keys_are_hashed_as_one_message(
            tag in proptest::sample::select(Tag::ALL),
            head: u64,
            keys in proptest::collection::vec(any::<u64>(), 0..40),
        ) {
            prop_assert_eq!(hash(tag, head, &keys), xxh3_128(&message(tag, head, &keys)));
        }
    }
}
