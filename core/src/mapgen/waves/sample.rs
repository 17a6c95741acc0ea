//! The samples that `waves` imitates: six built-in ones from `core/assets/samples/*.txt`, and any text
//! that a caller provides.

use std::sync::LazyLock;

use crate::geom::{Grid, Rect, Size};
use crate::map::{Map, Tile};
use crate::packed::{self, PackedError};
use crate::text::Invalid;

/// The most bytes that a sample is packed from, with some to spare.
const LIMIT: usize = 1 << 15;

/// The accepted side lengths of a sample, in tiles.
pub const SIDES: std::ops::RangeInclusive<u32> = 4..=64;

macro_rules! sample {
    ($name:literal) => {
        include_str!(concat!("../../../assets/samples/", $name, ".txt"))
    };
}

/// The names of the built-in samples. Seeds depend on the order.
pub const NAMES: [&str; 6] = ["burrows", "canals", "cells", "cloister", "fen", "streets"];

/// The built-in samples, in the order of [`NAMES`].
pub static BUILT_IN: LazyLock<[Sample; 6]> = LazyLock::new(|| {
    [
        sample!("burrows"),
        sample!("canals"),
        sample!("cells"),
        sample!("cloister"),
        sample!("fen"),
        sample!("streets"),
    ]
    .map(|text| Sample::from_text(text).expect("a test parses every sample"))
});

/// A small map whose neighbourhoods a generated map repeats.
///
/// It continues at the opposite edge, as if tiled. Void counts as wall; stairs and the start count
/// as floor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sample {
    tiles: Grid<Tile>,
}

impl Sample {
    /// Parses a sample from the text form of a map, as [`Map::read`] does.
    ///
    /// # Errors
    /// Reports the line and column of an error in the text, or what is wrong with the sample.
    pub fn from_text(text: &str) -> Result<Self, Invalid> {
        Self::from_tiles(Map::read(text)?.tiles)
    }

    /// Makes a sample of a part of a grid of tiles, on which it lies.
    ///
    /// # Errors
    /// As [`from_tiles`](Self::from_tiles).
    pub fn of_part(tiles: &Grid<Tile>, area: Rect) -> Result<Self, Invalid> {
        let mut part = Grid::new(area.width() as u32, area.height() as u32, Tile::Wall);
        for (tile, pos) in part.as_mut_slice().iter_mut().zip(area.positions()) {
            *tile = tiles[pos];
        }
        Self::from_tiles(part)
    }

    /// Makes a sample of a grid of tiles.
    ///
    /// # Errors
    /// If a side is outside [`SIDES`], or if no tile is walkable.
    pub fn from_tiles(mut tiles: Grid<Tile>) -> Result<Self, Invalid> {
        check_size(tiles.size())?;
        for tile in tiles.as_mut_slice() {
            *tile = Self::imitated(*tile);
        }
        if !tiles.as_slice().iter().any(|tile| tile.is_walkable()) {
            return Err(Invalid::new(
                "the sample has no tile to walk on; draw some floor: \".\"",
            ));
        }
        Ok(Self { tiles })
    }

    /// What a tile counts as.
    pub(super) const fn imitated(tile: Tile) -> Tile {
        match tile {
            Tile::Void => Tile::Wall,
            Tile::StairsUp | Tile::StairsDown => Tile::Floor,
            other => other,
        }
    }

    /// The sample that a word of a share code stands for.
    pub(in crate::mapgen) fn from_word(word: &str) -> Result<Self, Invalid> {
        let bytes = packed::unpack(word, LIMIT).map_err(Invalid::new)?;
        let mut bytes = bytes.as_slice();
        let mut side = || packed::take_number(&mut bytes).map_err(Invalid::new);
        let size = Size::new(side()?, side()?);
        check_size(size)?;
        let mut tiles = Grid::new(size.width, size.height, Tile::Wall);
        let mut rest = tiles.as_mut_slice();
        while !rest.is_empty() {
            let (count, tile) = packed::take_run(&mut bytes).map_err(Invalid::new)?;
            let (run, after) = rest
                .split_at_mut_checked(count as usize)
                .filter(|_| count > 0)
                .ok_or_else(|| Invalid::new(PackedError::Damaged))?;
            run.fill(tile);
            rest = after;
        }
        match bytes {
            [] => Self::from_tiles(tiles),
            _ => Err(Invalid::new(PackedError::Damaged)),
        }
    }

    /// The word that stands for it in a share code: packed, its width, its height and runs of its tiles,
    /// row by row.
    pub(in crate::mapgen) fn word(&self) -> String {
        let (size, mut bytes) = (self.tiles.size(), Vec::new());
        packed::put_number(&mut bytes, size.width);
        packed::put_number(&mut bytes, size.height);
        for run in self.tiles.as_slice().chunk_by(|one, other| one == other) {
            packed::put_run(&mut bytes, run.len() as u32, run[0]);
        }
        packed::pack(&bytes)
    }

    /// The tiles: no void, no stairs.
    pub const fn tiles(&self) -> &Grid<Tile> {
        &self.tiles
    }

    /// A stable 64-bit digest (XXH3) of the tiles and the size: that of the text form of the map.
    pub fn digest(&self) -> u64 {
        let map = Map {
            tiles: self.tiles.clone(),
            ..Map::default()
        };
        map.digest()
    }
}

fn check_size(size: Size) -> Result<(), Invalid> {
    if SIDES.contains(&size.width) && SIDES.contains(&size.height) {
        return Ok(());
    }
    let (min, max) = (SIDES.start(), SIDES.end());
    Err(Invalid::new(format_args!(
        "a sample of {size} is too small or too large: each side must be {min} to {max} tiles"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::Pos;

    #[test]
    fn every_sample_of_ours_is_in_the_list_and_no_two_are_alike() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/samples");
        let mut files: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        files.sort();
        assert_eq!(files, NAMES.map(|name| format!("{name}.txt")));
        let mut digests = BUILT_IN.each_ref().map(Sample::digest).to_vec();
        digests.sort_unstable();
        digests.dedup();
        assert_eq!(digests.len(), NAMES.len());
    }

    #[test]
    fn what_is_solid_counts_as_wall_and_what_leads_elsewhere_as_floor() {
        let sample = Sample::from_text("#  #\n#<>#\n#@~#\n####\n").unwrap();
        let tile = |x, y| sample.tiles()[Pos::new(x, y)];
        assert_eq!([tile(1, 0), tile(2, 0)], [Tile::Wall; 2]);
        assert_eq!([tile(1, 1), tile(2, 1), tile(1, 2)], [Tile::Floor; 3]);
        assert_eq!(tile(2, 2), Tile::Water);
    }

    #[test]
    fn each_fault_of_a_sample_is_named() {
        let large = format!("{}\n", ".".repeat(65)).repeat(5);
        for (text, needle) in [
            ("", "empty"),
            ("...\n...\n...\n", "3x3"),
            (&large, "4 to 64"),
            ("....\n..x.\n....\n....\n", "line 2, column 3"),
            ("####\n####\n####\n####\n", "walk"),
        ] {
            let error = Sample::from_text(text).unwrap_err().to_string();
            assert!(error.contains(needle), "{error}");
        }
    }
}
