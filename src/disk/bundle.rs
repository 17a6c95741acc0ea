//! A sealed file with all of the player's files, which a browser page exports and imports: the entries of the
//! page's storage by name, each with its stored text.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::seal::{self, Kind};
use crate::text::Invalid;

const KIND: Kind = Kind {
    magic: *b"\x89UCdata\n",
    format: 1,
};

/// The stored text of each entry, by the path of its file.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Bundle(pub BTreeMap<String, String>);

impl Bundle {
    /// The content of the exported file.
    pub fn to_bytes(&self) -> Vec<u8> {
        seal::pack(KIND, self)
    }

    /// Reads what [`to_bytes`](Self::to_bytes) wrote.
    ///
    /// # Errors
    /// If it is another kind of file, from a newer version, or damaged.
    pub fn read(bytes: &[u8]) -> Result<Self, Invalid> {
        seal::unpack(KIND, bytes)
    }

    /// The number of files with its noun, such as "2 files".
    pub fn count(&self) -> String {
        match self.0.len() {
            1 => "1 file".to_owned(),
            count => format!("{count} files"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bundle() -> Bundle {
        let every_byte: String = (0..=u8::MAX).map(char::from).collect();
        let entries = [
            ("run.save", format!("1763868000000\n{every_byte}")),
            ("options.ron", "1763868000001\n(text: 14)".to_owned()),
            ("replays/a run.replay", "no entry of ours".to_owned()),
        ];
        Bundle(entries.map(|(name, entry)| (name.to_owned(), entry)).into())
    }

    #[test]
    fn every_entry_comes_back_as_it_was() {
        for bundle in [bundle(), Bundle::default()] {
            assert_eq!(Bundle::read(&bundle.to_bytes()), Ok(bundle));
        }
    }

    #[test]
    fn other_files_newer_ones_and_damaged_ones_are_refused() {
        let whole = bundle().to_bytes();
        for (bytes, expected) in [
            (&b"GIF89a"[..], "it is not a save of Undercroft"),
            (&[], "it is empty"),
        ] {
            let error = Bundle::read(bytes).unwrap_err().to_string();
            assert_eq!(error, expected);
        }
        for place in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[place] ^= 0x10;
            assert!(Bundle::read(&damaged).is_err(), "byte {place}");
            assert!(Bundle::read(&whole[..place]).is_err(), "{place} bytes");
        }
        let newer = seal::pack(Kind { format: 2, ..KIND }, &bundle());
        let error = Bundle::read(&newer).unwrap_err().to_string();
        assert!(error.contains("newer version of Undercroft"), "{error}");
    }
}
