//! The digest of a state: a serde serializer that writes into a hash, so that the digest covers
//! exactly what a save holds, field by field in the order of their declaration.
//!
//! The bytes hashed (XXH3, 64 bits, seed 0): integers little-endian in 8 bytes (signed ones as
//! two's complement), booleans and absent options as one byte, text as its length and its UTF-8,
//! sequences and maps as their length and their elements, variants as their number in 4 bytes.
//! Names are not hashed. None of it depends on the machine.

use serde::Serialize;
use serde::ser::{self, Serializer};
use xxhash_rust::xxh3::Xxh3Default;

/// What could not be hashed: floats, and sequences without a length. The state has neither.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct Unhashable(String);

impl ser::Error for Unhashable {
    fn custom<T: std::fmt::Display>(text: T) -> Self {
        Self(text.to_string())
    }
}

/// The digest of anything that serialises.
pub(super) fn of(value: &impl Serialize) -> u64 {
    let mut hash = Hash(Xxh3Default::new());
    if let Err(error) = value.serialize(&mut hash) {
        debug_assert!(false, "{error}");
    }
    hash.0.digest()
}

struct Hash(Xxh3Default);

impl Hash {
    fn number(&mut self, value: u64) {
        self.0.update(&value.to_le_bytes());
    }

    fn length(&mut self, length: Option<usize>) -> Result<(), Unhashable> {
        let length = length.ok_or_else(|| Unhashable("a sequence without a length".into()))?;
        self.number(length as u64);
        Ok(())
    }

    fn variant(&mut self, index: u32) {
        self.0.update(&index.to_le_bytes());
    }
}

type Done = Result<(), Unhashable>;

macro_rules! integers {
    ($($name:ident $type:ty,)+) => {
        $(fn $name(self, value: $type) -> Done {
            self.number(value as i64 as u64);
            Ok(())
        })+
    };
}

impl Serializer for &mut Hash {
    type Ok = ();
    type Error = Unhashable;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    integers! {
        serialize_i8 i8, serialize_i16 i16, serialize_i32 i32, serialize_i64 i64,
        serialize_u8 u8, serialize_u16 u16, serialize_u32 u32, serialize_u64 u64,
    }

    fn serialize_bool(self, value: bool) -> Done {
        self.0.update(&[u8::from(value)]);
        Ok(())
    }

    fn serialize_f32(self, _: f32) -> Done {
        Err(Unhashable("a float".into()))
    }

    fn serialize_f64(self, _: f64) -> Done {
        Err(Unhashable("a float".into()))
    }

    fn serialize_char(self, value: char) -> Done {
        self.number(u64::from(u32::from(value)));
        Ok(())
    }

    fn serialize_str(self, text: &str) -> Done {
        self.serialize_bytes(text.as_bytes())
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Done {
        self.number(bytes.len() as u64);
        self.0.update(bytes);
        Ok(())
    }

    fn serialize_none(self) -> Done {
        self.0.update(&[0]);
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Done {
        self.0.update(&[1]);
        value.serialize(self)
    }

    fn serialize_unit(self) -> Done {
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Done {
        Ok(())
    }

    fn serialize_unit_variant(self, _: &'static str, index: u32, _: &'static str) -> Done {
        self.variant(index);
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Done {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        value: &T,
    ) -> Done {
        self.variant(index);
        value.serialize(self)
    }

    fn serialize_seq(self, length: Option<usize>) -> Result<Self, Unhashable> {
        self.length(length)?;
        Ok(self)
    }

    fn serialize_tuple(self, _: usize) -> Result<Self, Unhashable> {
        Ok(self)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self, Unhashable> {
        Ok(self)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self, Unhashable> {
        self.variant(index);
        Ok(self)
    }

    fn serialize_map(self, length: Option<usize>) -> Result<Self, Unhashable> {
        self.length(length)?;
        Ok(self)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, Unhashable> {
        Ok(self)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self, Unhashable> {
        self.variant(index);
        Ok(self)
    }

    fn is_human_readable(&self) -> bool {
        false
    }
}

macro_rules! parts {
    ($($trait:ident $method:ident,)+) => {
        $(impl ser::$trait for &mut Hash {
            type Ok = ();
            type Error = Unhashable;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Done {
                value.serialize(&mut **self)
            }

            fn end(self) -> Done {
                Ok(())
            }
        })+
    };
}

parts! {
    SerializeSeq serialize_element,
    SerializeTuple serialize_element,
    SerializeTupleStruct serialize_field,
    SerializeTupleVariant serialize_field,
}

impl ser::SerializeMap for &mut Hash {
    type Ok = ();
    type Error = Unhashable;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Done {
        key.serialize(&mut **self)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Done {
        value.serialize(&mut **self)
    }

    fn end(self) -> Done {
        Ok(())
    }
}

impl ser::SerializeStruct for &mut Hash {
    type Ok = ();
    type Error = Unhashable;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, _: &'static str, value: &T) -> Done {
        value.serialize(&mut **self)
    }

    fn end(self) -> Done {
        Ok(())
    }
}

impl ser::SerializeStructVariant for &mut Hash {
    type Ok = ();
    type Error = Unhashable;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, _: &'static str, value: &T) -> Done {
        value.serialize(&mut **self)
    }

    fn end(self) -> Done {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_in_kind_or_order_differs_in_digest() {
        let digests = [
            of(&1u8),
            of(&-1i8),
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
    fn the_digest_is_the_published_hash() {
        let bytes = [7, 0, 0, 0, 0, 0, 0, 0];
        assert_eq!(of(&7u8), xxhash_rust::xxh3::xxh3_64(&bytes));
        assert_eq!(of(&7i64), of(&7u8));
    }
}
