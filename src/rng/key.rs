//! The bytes that a key is hashed as, and the hash. Every starting point in this module comes from
//! here, so the layout is written once; the table in the module's documentation publishes it.

use super::tag::Tag;
use xxhash_rust::xxh3::{Xxh3Default, xxh3_128};

/// Lists of keys up to this long are hashed from a buffer on the stack in one go.
const SHORT: usize = 8;
const WORD: usize = size_of::<u64>();
const BUFFER: usize = Tag::MAX_LEN + 1 + WORD + SHORT * WORD;

/// XXH3-128 of the tag's name, a zero byte, `head`, then each key; numbers as `u64` little-endian.
///
/// `head` is the seed, or for a split the parent's state. Allocates nothing.
#[inline]
pub(super) fn hash(tag: Tag, head: u64, keys: &[u64]) -> u128 {
    if keys.len() <= SHORT {
        let mut message = Message::new();
        message.push(tag.name().as_bytes());
        message.push(&[0]);
        message.push(&head.to_le_bytes());
        for key in keys {
            message.push(&key.to_le_bytes());
        }
        xxh3_128(message.bytes())
    } else {
        hash_long(tag, head, keys)
    }
}

/// The same hash for a list of any length, fed a piece at a time.
#[cold]
fn hash_long(tag: Tag, head: u64, keys: &[u64]) -> u128 {
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

/// A message being put together; the callers' limits keep it within its buffer.
struct Message {
    buffer: [u8; BUFFER],
    len: usize,
}

impl Message {
    #[inline]
    fn new() -> Self {
        Self {
            buffer: [0; BUFFER],
            len: 0,
        }
    }

    #[inline]
    fn push(&mut self, bytes: &[u8]) {
        let end = self.len + bytes.len();
        self.buffer[self.len..end].copy_from_slice(bytes);
        self.len = end;
    }

    #[inline]
    fn bytes(&self) -> &[u8] {
        &self.buffer[..self.len]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

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

    #[test]
    fn the_longest_name_with_the_most_keys_fits_the_buffer() {
        assert_eq!(BUFFER, 31 + 1 + 8 + 64);
        let keys = [u64::MAX; SHORT];
        assert!(!Tag::ALL.is_empty());
        for &tag in Tag::ALL {
            assert_eq!(hash(tag, 1, &keys), xxh3_128(&message(tag, 1, &keys)));
        }
    }

    #[test]
    fn text_is_hashed_behind_its_tag() {
        assert_eq!(
            hash_text(Tag::SEED_TEXT, "vault"),
            xxh3_128(b"seed-text\0vault")
        );
    }

    proptest! {
        /// Up to 40 keys is past every length at which XXH3 changes its method (16, 128, 240).
        #[test]
        fn short_and_long_lists_of_keys_are_hashed_alike(
            tag in proptest::sample::select(Tag::ALL),
            head: u64,
            keys in proptest::collection::vec(any::<u64>(), 0..40),
        ) {
            let expected = xxh3_128(&message(tag, head, &keys));
            prop_assert_eq!(hash(tag, head, &keys), expected);
            prop_assert_eq!(hash_long(tag, head, &keys), expected);
        }
    }
}
