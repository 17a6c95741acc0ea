//! The envelope of every save: damage is detected before any content is parsed.
//!
//! | bytes | what |
//! | --- | --- |
//! | 0..8 | the magic, which says what kind of file it is |
//! | 8..16 | the number of bytes after the checksum |
//! | 16..24 | the checksum: XXH3, 64 bits, of the bytes after it |
//! | 24.. | the content |
//!
//! Numbers are little-endian. These fields are the same in every version of a format, so that
//! damage can be told apart from a newer version. The content of small saves ([`pack`], [`unpack`])
//! is the version of the format in four bytes, followed by a value in the postcard format.

use serde::Serialize;
use serde::de::DeserializeOwned;
use xxhash_rust::xxh3::xxh3_64;

/// Offset of the first byte that the checksum covers.
pub const COVERED: usize = 24;

/// Why sealed bytes cannot be read.
#[expect(missing_docs, reason = "each message says what it means")]
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SealError {
    #[error("it is empty")]
    Empty,
    #[error("it is not a save of Undercroft")]
    NotASave,
    #[error("it was cut short: {found} bytes of {expected} are there")]
    Truncated { found: u64, expected: u64 },
    #[error("it is damaged: {0} bytes follow its end")]
    TrailingBytes(u64),
    #[error("it is damaged: its checksum is wrong")]
    Damaged,
    #[error(
        "it was written by a newer version of Undercroft: its format is {found}, and this program reads up to {newest}"
    )]
    NewerFormat { found: u32, newest: u32 },
    #[error("unknown save format {0}")]
    UnknownFormat(u32),
    /// The value cannot be read, though the checksum matches.
    #[error("its content is invalid: {0}")]
    Malformed(String),
}

/// A kind of small save: its magic and the version of its format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kind {
    /// The first bytes of the file. The first byte should not occur in ASCII text, and the last
    /// should be a line end, so that text conversion is detected.
    pub magic: [u8; 8],
    /// The current version of the format, counted from 1.
    pub format: u32,
}

/// Starts an envelope; append the content and then [`seal`] it.
pub fn begin(magic: [u8; 8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(4096);
    bytes.extend(magic);
    bytes.resize(COVERED, 0);
    bytes
}

/// Fills in the length and checksum of an envelope that was started by [`begin`].
pub fn seal(bytes: &mut [u8]) {
    let length = bytes.len().saturating_sub(COVERED) as u64;
    let checksum = xxh3_64(&bytes[COVERED..]);
    bytes[8..16].copy_from_slice(&length.to_le_bytes());
    bytes[16..COVERED].copy_from_slice(&checksum.to_le_bytes());
}

/// Checks an envelope and returns its content.
///
/// # Errors
/// If the bytes are of another kind, cut short or damaged.
pub fn unseal(magic: [u8; 8], bytes: &[u8]) -> Result<&[u8], SealError> {
    if bytes.is_empty() {
        return Err(SealError::Empty);
    }
    let begun = bytes.len().min(magic.len());
    if bytes[..begun] != magic[..begun] {
        return Err(SealError::NotASave);
    }
    let found = bytes.len() as u64;
    let length = number(bytes, 8).map_or(0, u64::from_le_bytes);
    let expected = length.saturating_add(COVERED as u64);
    if found < expected {
        return Err(SealError::Truncated { found, expected });
    }
    if found > expected {
        return Err(SealError::TrailingBytes(found - expected));
    }
    let checksum = number(bytes, 16).map(u64::from_le_bytes);
    let content = &bytes[COVERED..];
    match checksum == Some(xxh3_64(content)) {
        true => Ok(content),
        false => Err(SealError::Damaged),
    }
}

/// The `N` bytes at an offset; `None` if there are fewer.
pub fn number<const N: usize>(bytes: &[u8], at: usize) -> Option<[u8; N]> {
    bytes.get(at..)?.first_chunk().copied()
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
pub fn unpack<T: DeserializeOwned>(kind: Kind, bytes: &[u8]) -> Result<T, SealError> {
    let content = unseal(kind.magic, bytes)?;
    let format = number(content, 0).map_or(0, u32::from_le_bytes);
    match format {
        format if format == kind.format => {}
        found if found > kind.format => {
            let newest = kind.format;
            return Err(SealError::NewerFormat { found, newest });
        }
        other => return Err(SealError::UnknownFormat(other)),
    }
    let malformed = |reason: String| SealError::Malformed(reason);
    let (value, rest) =
        postcard::take_from_bytes(&content[4..]).map_err(|error| malformed(error.to_string()))?;
    match rest.len() {
        0 => Ok(value),
        left => Err(malformed(format!("{left} bytes follow the value"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KIND: Kind = Kind {
        magic: *b"\x89UCtest\n",
        format: 2,
    };

    fn refusal(bytes: &[u8]) -> SealError {
        unpack::<(u32, String)>(KIND, bytes).unwrap_err()
    }

    #[test]
    fn a_value_comes_back_and_each_changed_byte_is_noticed() {
        let value = (7_u32, "light".to_owned());
        let bytes = pack(KIND, &value);
        assert_eq!(unpack::<(u32, String)>(KIND, &bytes), Ok(value));
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 4;
            refusal(&changed);
            refusal(&bytes[..at]);
        }
        assert_eq!(refusal(b"a shopping list"), SealError::NotASave);
        assert_eq!(refusal(b""), SealError::Empty);
    }

    #[test]
    fn another_format_or_more_than_a_value_is_told() {
        let other = |format| pack(Kind { format, ..KIND }, &(7_u32, "light"));
        let newer = SealError::NewerFormat {
            found: 3,
            newest: 2,
        };
        assert_eq!(refusal(&other(3)), newer);
        assert_eq!(refusal(&other(1)), SealError::UnknownFormat(1));
        let error = refusal(&pack(KIND, &(7_u32, "light", 1_u8))).to_string();
        assert!(error.contains("1 bytes follow"), "{error}");
    }
}
