//! The envelope of saves that are no recordings, which detects damage before any content is parsed.
//!
//! | bytes | contents |
//! | --- | --- |
//! | 0..8 | the magic, which identifies the kind of file |
//! | 8..16 | the number of bytes after the checksum |
//! | 16..24 | the checksum: XXH3, 64 bits, of the bytes after it |
//! | 24.. | the content |
//!
//! Numbers are little-endian. These fields are the same in every version of a format, so that a
//! damaged save can be distinguished from a newer version. The content of small saves ([`pack`], [`unpack`])
//! is the version of the format in four bytes, followed by a value in the postcard format.

use std::fmt::Display;

use serde::Serialize;
use serde::de::DeserializeOwned;
use xxhash_rust::xxh3::xxh3_64;

use crate::text::Invalid;

/// Offset of the content, which the checksum covers.
pub(crate) const CONTENT_OFFSET: usize = 24;

/// A kind of small save: its magic and the version of its format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kind {
    /// The first bytes of the file. The first byte should not occur in ASCII text, and the last
    /// should be a line end, so that text conversion is detected.
    pub magic: [u8; 8],
    /// The current version of the format, counted from 1.
    pub format: u32,
}

/// Starts an envelope. Append the content, then [`seal`] it.
pub fn begin(magic: [u8; 8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(4096);
    bytes.extend(magic);
    bytes.resize(CONTENT_OFFSET, 0);
    bytes
}

/// Fills in the length and checksum of an envelope that was started by [`begin`].
pub fn seal(bytes: &mut [u8]) {
    let length = bytes.len().saturating_sub(CONTENT_OFFSET) as u64;
    let checksum = xxh3_64(&bytes[CONTENT_OFFSET..]);
    bytes[8..16].copy_from_slice(&length.to_le_bytes());
    bytes[16..CONTENT_OFFSET].copy_from_slice(&checksum.to_le_bytes());
}

/// Checks an envelope and returns its content.
///
/// # Errors
/// If the bytes are of another kind, cut short or damaged.
pub fn unseal(magic: [u8; 8], bytes: &[u8]) -> Result<&[u8], Invalid> {
    if bytes.is_empty() {
        return Err(Invalid::new("it is empty"));
    }
    let prefix = &bytes[..bytes.len().min(magic.len())];
    if !magic.starts_with(prefix) {
        return Err(Invalid::new("it is not a save of Undercroft"));
    }
    let found = bytes.len() as u64;
    let length = bytes_at(bytes, 8).map_or(0, u64::from_le_bytes);
    let expected = length.saturating_add(CONTENT_OFFSET as u64);
    if found < expected {
        return Err(Invalid::new(format_args!(
            "it was cut short: it has {found} of {expected} bytes"
        )));
    }
    if found > expected {
        return Err(Invalid::new(format_args!(
            "it is damaged: it has {found} bytes instead of {expected}"
        )));
    }
    let checksum = bytes_at(bytes, 16).map(u64::from_le_bytes);
    let content = &bytes[CONTENT_OFFSET..];
    match checksum == Some(xxh3_64(content)) {
        true => Ok(content),
        false => Err(Invalid::new("it is damaged: its checksum is wrong")),
    }
}

/// The `N` bytes at an offset; `None` if there are fewer.
pub(crate) fn bytes_at<const N: usize>(bytes: &[u8], at: usize) -> Option<[u8; N]> {
    bytes.get(at..)?.first_chunk().copied()
}

/// Checks that a save has the current version of its format.
///
/// # Errors
/// If it has another.
pub(crate) fn check_format(found: u32, current: u32) -> Result<(), Invalid> {
    match found {
        _ if found == current => Ok(()),
        _ if found > current => Err(Invalid::new(format_args!(
            "it was written by a newer version of Undercroft: its format is {found}, and this version reads up to format {current}"
        ))),
        _ => Err(Invalid::new(format_args!("unknown save format {found}"))),
    }
}

/// Serializes a value and seals it.
pub fn pack(kind: Kind, value: &impl Serialize) -> Vec<u8> {
    let mut bytes = begin(kind.magic);
    bytes.extend(kind.format.to_le_bytes());
    let mut bytes = postcard::to_extend(value, bytes)
        .expect("saves are plain data, and writing to a vector cannot fail");
    seal(&mut bytes);
    bytes
}

/// Reads a value that [`pack`] sealed.
///
/// # Errors
/// As [`unseal`], and if the format has another version or the value cannot be deserialized.
pub fn unpack<T: DeserializeOwned>(kind: Kind, bytes: &[u8]) -> Result<T, Invalid> {
    let content = unseal(kind.magic, bytes)?;
    let format = bytes_at(content, 0).map_or(0, u32::from_le_bytes);
    check_format(format, kind.format)?;
    let malformed =
        |error: &dyn Display| Invalid::new(format_args!("its content is invalid: {error}"));
    let (value, rest) =
        postcard::take_from_bytes(&content[4..]).map_err(|error| malformed(&error))?;
    match rest.len() {
        0 => Ok(value),
        extra => Err(malformed(&format_args!("bytes after the value: {extra}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KIND: Kind = Kind {
        magic: *b"\x89UCtest\n",
        format: 2,
    };

    fn refusal(bytes: &[u8]) -> String {
        unpack::<(u32, String)>(KIND, bytes)
            .unwrap_err()
            .to_string()
    }

    #[test]
    fn a_value_reads_back_and_each_changed_byte_is_detected() {
        let value = (7_u32, "light".to_owned());
        let bytes = pack(KIND, &value);
        assert_eq!(unpack::<(u32, String)>(KIND, &bytes), Ok(value));
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 4;
            refusal(&changed);
            refusal(&bytes[..at]);
        }
        assert_eq!(
            refusal(b"a shopping list"),
            "it is not a save of Undercroft"
        );
        assert_eq!(refusal(b""), "it is empty");
    }

    #[test]
    fn another_format_and_bytes_after_the_value_are_refused() {
        let other = |format| pack(Kind { format, ..KIND }, &(7_u32, "light"));
        let newer = refusal(&other(3));
        assert!(
            newer.ends_with("its format is 3, and this version reads up to format 2"),
            "{newer}"
        );
        assert_eq!(refusal(&other(1)), "unknown save format 1");
        let error = refusal(&pack(KIND, &(7_u32, "light", 1_u8)));
        assert!(error.ends_with("bytes after the value: 1"), "{error}");
    }
}
