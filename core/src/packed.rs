//! Bytes and tiles packed into a word of letters, digits, `-` and `_`, for what a share code carries.
//!
//! The word is the base64url form (RFC 4648, without padding) of one byte and the bytes that it
//! describes: 0, the bytes themselves; 1, the bytes compressed as in RFC 1951 (deflate), where that is
//! shorter. Numbers are LEB128. Tiles are runs: how many, and the character that they are written as.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use crate::map::Tile;

/// The first byte of bytes that are not compressed.
const STORED: u8 = 0;
/// The first byte of compressed bytes.
const DEFLATED: u8 = 1;
/// The level of compression that looks longest.
const BEST: u8 = 10;

/// Why a word is none of ours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PackedError {
    /// Some of it is missing, or not of its alphabet.
    #[error("it is damaged or incomplete")]
    Damaged,
    /// It stands for more than a code may carry.
    #[error("it is too long")]
    TooLong,
}

/// Packs bytes into a word.
#[doc(hidden)]
pub fn pack(bytes: &[u8]) -> String {
    let deflated = miniz_oxide::deflate::compress_to_vec(bytes, BEST);
    let (kind, best) = match deflated.len() < bytes.len() {
        true => (DEFLATED, deflated.as_slice()),
        false => (STORED, bytes),
    };
    let mut packed = vec![kind];
    packed.extend_from_slice(best);
    URL_SAFE_NO_PAD.encode(packed)
}

/// The bytes of a word, at most `limit`.
///
/// # Errors
/// If the word is damaged, or stands for more.
#[doc(hidden)]
pub fn unpack(word: &str, limit: usize) -> Result<Vec<u8>, PackedError> {
    // Neither form is longer than the bytes by more than a third and a few.
    if word.len() > limit * 4 / 3 + 8 {
        return Err(PackedError::TooLong);
    }
    let packed = URL_SAFE_NO_PAD.decode(word);
    let packed = packed.map_err(|_| PackedError::Damaged)?;
    match packed.split_first() {
        Some((&STORED, bytes)) if bytes.len() <= limit => Ok(bytes.to_vec()),
        Some((&DEFLATED, bytes)) => {
            use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};
            decompress_to_vec_with_limit(bytes, limit).map_err(|error| match error.status {
                TINFLStatus::HasMoreOutput => PackedError::TooLong,
                _ => PackedError::Damaged,
            })
        }
        _ => Err(PackedError::Damaged),
    }
}

/// Appends a number.
#[doc(hidden)]
pub fn put_number(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Appends a run of tiles.
#[doc(hidden)]
pub fn put_run(bytes: &mut Vec<u8>, count: u32, tile: Tile) {
    put_number(bytes, count);
    put_number(bytes, u32::from(tile.to_char()));
}

/// Takes a number off the beginning of `bytes`.
#[doc(hidden)]
pub fn take_number(bytes: &mut &[u8]) -> Result<u32, PackedError> {
    let mut number = 0_u32;
    for shift in (0..32).step_by(7) {
        let (byte, rest) = bytes.split_first().ok_or(PackedError::Damaged)?;
        *bytes = rest;
        let bits = u32::from(byte & 0x7f);
        number |= bits
            .checked_shl(shift)
            .filter(|it| it >> shift == bits)
            .ok_or(PackedError::Damaged)?;
        if byte & 0x80 == 0 {
            return Ok(number);
        }
    }
    Err(PackedError::Damaged)
}

/// Appends a text.
#[doc(hidden)]
pub fn put_text(bytes: &mut Vec<u8>, text: &str) {
    put_number(bytes, text.len() as u32);
    bytes.extend_from_slice(text.as_bytes());
}

/// Takes a text off the beginning of `bytes`.
#[doc(hidden)]
pub fn take_text(bytes: &mut &[u8]) -> Result<String, PackedError> {
    let length = take_number(bytes)? as usize;
    let (text, rest) = bytes.split_at_checked(length).ok_or(PackedError::Damaged)?;
    *bytes = rest;
    let text = str::from_utf8(text).map_err(|_| PackedError::Damaged)?;
    Ok(text.to_owned())
}

/// Takes a run of tiles off the beginning of `bytes`.
#[doc(hidden)]
pub fn take_run(bytes: &mut &[u8]) -> Result<(u32, Tile), PackedError> {
    let count = take_number(bytes)?;
    let tile = char::from_u32(take_number(bytes)?).and_then(Tile::from_char);
    Ok((count, tile.ok_or(PackedError::Damaged)?))
}

/// Bits in order, the first of a byte in its highest place.
#[derive(Default)]
pub struct BitWriter {
    bytes: Vec<u8>,
    /// Bits of the last byte that are still free.
    free: u32,
}

impl BitWriter {
    /// Appends the lowest `count` bits of a number, at most 32, the highest first.
    pub fn bits(&mut self, number: u32, count: u32) {
        for place in (0..count).rev() {
            if self.free == 0 {
                self.bytes.push(0);
                self.free = 8;
            }
            self.free -= 1;
            let last = self.bytes.last_mut().expect("a byte was pushed");
            *last |= ((number >> place & 1) as u8) << self.free;
        }
    }

    /// Appends a number as an exponential Golomb code of order `order`, which is short for numbers below 2^order.
    pub fn number(&mut self, number: u32, order: u32) {
        let high = (number >> order) + 1;
        let length = high.ilog2();
        self.bits(0, length);
        self.bits(high, length + 1);
        self.bits(number, order);
    }

    /// Appends a number that may be negative.
    pub fn signed(&mut self, number: i32, order: u32) {
        self.number((number << 1 ^ number >> 31) as u32, order);
    }

    /// The bits, filled up with zeros.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

/// Reads what a [`BitWriter`] wrote. Beyond the end all is [`None`].
pub struct BitReader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> BitReader<'a> {
    /// Reads from the first bit on.
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// Reads a number of so many bits.
    pub fn bits(&mut self, count: u32) -> Option<u32> {
        let mut number = 0;
        for _ in 0..count {
            let byte = self.bytes.get(self.at / 8)?;
            number = number << 1 | u32::from(byte >> (7 - self.at % 8) & 1);
            self.at += 1;
        }
        Some(number)
    }

    /// Reads an exponential Golomb code of order `order`.
    pub fn number(&mut self, order: u32) -> Option<u32> {
        const LONGEST: u32 = 30;
        let mut length = 0;
        while self.bits(1)? == 0 {
            length += 1;
            if length + order > LONGEST {
                return None;
            }
        }
        let high = (1 << length | self.bits(length)?) - 1;
        Some(high << order | self.bits(order)?)
    }

    /// Reads a number that may be negative.
    pub fn signed(&mut self, order: u32) -> Option<i32> {
        let number = self.number(order)?;
        Some((number >> 1) as i32 ^ -((number & 1) as i32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_back_and_long_ones_are_packed_more_tightly() {
        for bytes in [&b""[..], b"\x00", b"undercroft", &[7; 5000]] {
            assert_eq!(unpack(&pack(bytes), 5000).as_deref(), Ok(bytes));
        }
        assert!(pack(&[7; 5000]).len() < 100);
        assert_eq!(pack(b"ab"), "AGFi");
    }

    #[test]
    fn damaged_and_too_long_words_are_refused() {
        for word in ["", "A", "AGF!", "AGFi=", "AmFi", "AQ", "_w"] {
            assert_eq!(unpack(word, 100), Err(PackedError::Damaged), "{word}");
        }
        let word = pack(&[7; 5000]);
        assert_eq!(unpack(&word, 4999), Err(PackedError::TooLong));
        assert_eq!(
            unpack(&word[..word.len() - 4], 5000),
            Err(PackedError::Damaged)
        );
        assert_eq!(unpack(&"A".repeat(1000), 100), Err(PackedError::TooLong));
    }

    #[test]
    fn numbers_and_runs_come_back() {
        for number in [0, 1, 127, 128, 300, u32::MAX] {
            let mut bytes = Vec::new();
            put_number(&mut bytes, number);
            assert_eq!(take_number(&mut bytes.as_slice()), Ok(number));
        }
        let mut bytes = Vec::new();
        put_run(&mut bytes, 9, Tile::DoorClosed);
        assert_eq!(take_run(&mut bytes.as_slice()), Ok((9, Tile::DoorClosed)));
        for bytes in [
            &b""[..],
            b"\x80",
            b"\xff\xff\xff\xff\x1f",
            b"\xff\xff\xff\xff\xff\x01",
        ] {
            assert_eq!(take_number(&mut { bytes }), Err(PackedError::Damaged));
        }
        assert_eq!(take_run(&mut &b"\x01\x00"[..]), Err(PackedError::Damaged));
    }

    #[test]
    fn bits_and_codes_come_back_and_end_where_they_do() {
        let numbers = [0, 1, 2, 7, 8, 63, 64, 1000, 1 << 20];
        for order in 0..8 {
            let mut writer = BitWriter::default();
            for number in numbers {
                writer.number(number, order);
                writer.signed(-(number as i32), order);
                writer.bits(5, 3);
            }
            let bytes = writer.into_bytes();
            let mut reader = BitReader::new(&bytes);
            for number in numbers {
                assert_eq!(reader.number(order), Some(number));
                assert_eq!(reader.signed(order), Some(-(number as i32)));
                assert_eq!(reader.bits(3), Some(5));
            }
            assert_eq!(reader.bits(9), None);
        }
        assert_eq!(BitReader::new(&[0; 20]).number(0), None, "no such number");
    }
}
