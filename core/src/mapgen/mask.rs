//! The part of a map that a stage works on.

use strum::VariantArray;

use super::caves;
use crate::geom::{Pos, Size};
use crate::map::{Map, Tile, TileSet};
use crate::rng::Stream;

/// The tiles of a map that a stage may change.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, VariantArray)]
pub enum Mask {
    /// All of them.
    #[default]
    All,
    /// The left half. A middle column belongs to the right one.
    Left,
    /// The right half.
    Right,
    /// The upper half. A middle row belongs to the lower one.
    Top,
    /// The lower half.
    Bottom,
    /// All that are nearer to an edge than a quarter of the shorter side.
    Ring,
    /// All but the ring.
    Middle,
    /// Patches, some ten tiles across, that cover about half of the map.
    Noise,
    /// The tiles that can be walked on before the stage.
    Open,
    /// The tiles that cannot be walked on before the stage.
    Wall,
}

/// Side of the squares that patches of noise are made of, in tiles.
const PATCH: i32 = 3;

impl Mask {
    /// The name of the value in a share code.
    pub const KEY: &str = "in";

    /// Its name in a share code.
    pub const fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Left => "left",
            Self::Right => "right",
            Self::Top => "top",
            Self::Bottom => "bottom",
            Self::Ring => "ring",
            Self::Middle => "middle",
            Self::Noise => "noise",
            Self::Open => "open",
            Self::Wall => "wall",
        }
    }

    /// The mask with this name, if there is one.
    pub fn named(name: &str) -> Option<Self> {
        Self::VARIANTS
            .iter()
            .copied()
            .find(|mask| mask.name() == name)
    }

    /// Writes the tiles of `map` that the mask covers into `tiles`. Only [`Mask::Noise`] draws from
    /// `stream`. Linear in the area.
    pub(super) fn mark(self, map: &Map, tiles: &mut TileSet, stream: &mut Stream) {
        let size = map.size();
        let (width, height) = (size.width as i32, size.height as i32);
        tiles.reset(size);
        let rim = width.min(height) / 4;
        let in_ring = |pos: Pos| {
            let from_edge = pos
                .x
                .min(pos.y)
                .min(width - 1 - pos.x)
                .min(height - 1 - pos.y);
            from_edge < rim
        };
        match self {
            Self::Open => tiles.read(&map.tiles, Tile::is_walkable),
            Self::Wall => tiles.read(&map.tiles, |tile| !tile.is_walkable()),
            Self::Noise => {
                let across = |side: i32| (side / PATCH + 3) as u32;
                let coarse = caves::patches(Size::new(across(width), across(height)), stream);
                let corner = Pos::new(1, 1);
                insert(tiles, |pos| {
                    coarse.contains(Pos::new(pos.x / PATCH, pos.y / PATCH) + corner)
                });
            }
            Self::All => insert(tiles, |_| true),
            Self::Left => insert(tiles, |pos| pos.x < width / 2),
            Self::Right => insert(tiles, |pos| pos.x >= width / 2),
            Self::Top => insert(tiles, |pos| pos.y < height / 2),
            Self::Bottom => insert(tiles, |pos| pos.y >= height / 2),
            Self::Ring => insert(tiles, in_ring),
            Self::Middle => insert(tiles, |pos| !in_ring(pos)),
        }
    }
}

fn insert(tiles: &mut TileSet, belongs: impl Fn(Pos) -> bool) {
    let size = tiles.size();
    for y in 0..size.height as i32 {
        for x in 0..size.width as i32 {
            let pos = Pos::new(x, y);
            if belongs(pos) {
                tiles.insert(pos);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(mask: Mask, map: &Map) -> TileSet {
        let mut tiles = TileSet::default();
        mask.mark(map, &mut tiles, &mut Stream::new(3, 4));
        tiles
    }

    #[test]
    fn each_mask_and_its_counterpart_share_the_map_between_them() {
        let map = Map::from_text("#######\n#..#..#\n#.....#\n#..#..#\n#######\n").unwrap();
        for (one, other) in [
            (Mask::Left, Mask::Right),
            (Mask::Top, Mask::Bottom),
            (Mask::Ring, Mask::Middle),
            (Mask::Open, Mask::Wall),
        ] {
            let (one, other) = (marked(one, &map), marked(other, &map));
            assert!(!one.is_empty() && !other.is_empty());
            assert_eq!(one.len() + other.len(), 35);
            assert!(one.iter().all(|pos| !other.contains(pos)));
        }
        assert_eq!(marked(Mask::All, &map).len(), 35);
    }

    #[test]
    fn patches_of_noise_cover_about_half_of_a_map() {
        let map = Map::new(Size::new(80, 50), Tile::Wall);
        let covered = marked(Mask::Noise, &map).len();
        assert!((1000..3000).contains(&covered), "{covered}");
    }

    #[test]
    fn every_mask_is_found_by_its_name() {
        for mask in Mask::VARIANTS {
            assert_eq!(Mask::named(mask.name()), Some(*mask));
        }
        assert_eq!(Mask::named("left-hand"), None);
    }
}
