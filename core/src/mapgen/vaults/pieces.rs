//! The hand-drawn pieces that `vaults` places: `core/assets/vaults.txt`.
//!
//! A piece is a rectangle surrounded by its own walls. A walkable tile on its edge, a door or an
//! opening, is an entrance. It lies between walls and leads straight inside, and the inside is
//! connected without it. So all entrances but one may be walled up.

use std::sync::LazyLock;

use crate::geom::{Grid, Size};
use crate::map::prefab::{self, Format, Prefab, PrefabError};
use crate::map::{Drawn, Tile};

const TEXT: &str = include_str!("../../../assets/vaults.txt");

const FORMAT: Format = Format {
    keys: &[],
    repeated: &[],
    characters: "#.+'~\"^-0},;",
    sizes: [Size::new(5, 5), Size::new(15, 11)],
};

/// Every piece, in the order of the file, on which seeds depend.
pub static ALL: LazyLock<Vec<Grid<Tile>>> = LazyLock::new(|| {
    let pieces = read().0.into_iter().map(|prefab| {
        let Size { width, height } = prefab.drawing.size();
        let mut tiles = Grid::new(width, height, Tile::Void);
        for (pos, drawn) in prefab.drawing.iter() {
            if let Drawn::Tile(tile) = drawn {
                tiles[pos] = *tile;
            }
        }
        tiles
    });
    pieces.collect()
});

/// A test ensures that there are no errors.
fn read() -> (Vec<Prefab<'static, ()>>, Vec<PrefabError>) {
    prefab::read(
        TEXT,
        &FORMAT,
        |_, _| Err("a vault has no legend".to_owned()),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::{Dir, Pos, Rect};
    use crate::map::Map;

    #[test]
    fn every_drawing_is_read_and_no_two_are_alike() {
        assert_eq!(read().1, []);
        assert!(ALL.len() >= 20);
        for (index, tiles) in ALL.iter().enumerate() {
            assert!(!ALL[..index].contains(tiles), "{}", read().0[index].name);
        }
    }

    #[test]
    fn every_drawing_keeps_the_rules() {
        for (Prefab { name, .. }, tiles) in read().0.iter().zip(ALL.iter()) {
            let size = tiles.size();
            let whole = Rect::sized(Pos::new(0, 0), size.width as i32, size.height as i32);
            let inside = whole.grown(-1);
            let open = |pos: Pos| tiles.get(pos).is_some_and(|tile| tile.is_walkable());
            let mut entrances = 0;
            for (pos, tile) in tiles.iter() {
                let [north, east, south, west] = Dir::CARDINAL.map(|dir| open(pos.step(dir)));
                if !inside.contains(pos) && open(pos) {
                    // Its only neighbour is the one inside: it is not a corner, and there are walls
                    // on both sides.
                    assert_eq!(
                        [north, east, south, west]
                            .iter()
                            .filter(|way| **way)
                            .count(),
                        1,
                        "{name}: {pos}"
                    );
                    entrances += 1;
                } else if matches!(tile, Tile::DoorClosed | Tile::DoorOpen) {
                    assert!(
                        north == south && east == west && north != east,
                        "{name}: the door at {pos} separates nothing"
                    );
                }
            }
            assert!(entrances > 0, "{name} has no entrance");
            let mut map = Map::new(size, Tile::Wall);
            for pos in inside.positions() {
                map.tiles[pos] = tiles[pos];
            }
            map.start = inside.positions().find(|pos| open(*pos));
            assert!(map.is_connected(), "{name}: its inside falls apart\n{map}");
        }
    }
}
