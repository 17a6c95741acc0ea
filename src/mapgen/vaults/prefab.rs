//! The hand-drawn pieces that `vaults` places: `assets/vaults/*.txt`, in the text form of maps.
//!
//! A piece is a rectangle surrounded by its own walls. A walkable tile on its edge, a door or an
//! opening, is an entrance. It lies between walls and leads straight inside, and the inside is
//! connected without it. So all entrances but one may be walled up.

use std::sync::LazyLock;

use crate::geom::{Grid, Orientation, Pos, Size};
use crate::map::{Map, Tile};

/// A piece as it was drawn.
#[derive(Clone, Debug)]
pub struct Prefab {
    tiles: Grid<Tile>,
}

macro_rules! prefab {
    ($name:literal) => {
        (
            $name,
            include_str!(concat!("../../../assets/vaults/", $name, ".txt")),
        )
    };
}

/// Names and drawings. Seeds depend on the order.
const DRAWINGS: [(&str, &str); 25] = [
    prefab!("antechamber"),
    prefab!("barracks"),
    prefab!("bath"),
    prefab!("cells"),
    prefab!("chapel"),
    prefab!("cistern"),
    prefab!("cloister-garden"),
    prefab!("crypt"),
    prefab!("forge"),
    prefab!("fountain-court"),
    prefab!("glade"),
    prefab!("guard-post"),
    prefab!("kitchen"),
    prefab!("library"),
    prefab!("maze-court"),
    prefab!("narrow-bridge"),
    prefab!("orchard"),
    prefab!("ossuary"),
    prefab!("pillared-hall"),
    prefab!("rotunda"),
    prefab!("shrine"),
    prefab!("stair-hall"),
    prefab!("tomb-of-the-sleeper"),
    prefab!("treasury"),
    prefab!("well"),
];

/// Every piece, in the order of [`DRAWINGS`].
pub static ALL: LazyLock<Vec<Prefab>> = LazyLock::new(|| {
    DRAWINGS
        .into_iter()
        .map(|(_, text)| Prefab {
            tiles: Map::from_text(text)
                .expect("a test parses every drawing")
                .tiles,
        })
        .collect()
});

/// A piece as it is placed: rotated or mirrored.
#[derive(Clone, Copy, Debug)]
pub struct Placed<'a> {
    prefab: &'a Prefab,
    orientation: Orientation,
}

impl Prefab {
    /// The piece in one of its eight orientations, `turn` being 0 to 7.
    pub const fn oriented(&self, turn: u32) -> Placed<'_> {
        Placed {
            prefab: self,
            orientation: Orientation(turn),
        }
    }
}

impl Placed<'_> {
    /// Size on the map, in tiles.
    pub const fn size(self) -> Size {
        self.orientation.size(self.prefab.tiles.size())
    }

    /// The tile at `pos` relative to the top-left corner; `pos` must lie in the piece.
    pub fn tile(self, pos: Pos) -> Tile {
        let tiles = &self.prefab.tiles;
        tiles[self.orientation.source(pos, tiles.size())]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::{Dir, Rect};

    #[test]
    fn every_drawing_is_in_the_list_and_no_two_are_alike() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/vaults");
        let mut files: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        files.sort();
        let listed: Vec<String> = DRAWINGS
            .iter()
            .map(|(name, _)| format!("{name}.txt"))
            .collect();
        assert_eq!(files, listed);
        assert!(listed.len() >= 20);
        for (index, (name, text)) in DRAWINGS.iter().enumerate() {
            assert!(
                DRAWINGS[..index].iter().all(|(_, other)| other != text),
                "{name}"
            );
        }
    }

    #[test]
    fn every_drawing_keeps_the_rules() {
        for ((name, _), prefab) in DRAWINGS.iter().zip(ALL.iter()) {
            let size = prefab.tiles.size();
            assert!((5..=15).contains(&size.width), "{name} is {size}");
            assert!((5..=11).contains(&size.height), "{name} is {size}");
            let whole = Rect::sized(Pos::new(0, 0), size.width as i32, size.height as i32);
            let inside = whole.grown(-1);
            let open = |pos: Pos| prefab.tiles.get(pos).is_some_and(|tile| tile.is_walkable());
            let mut entrances = 0;
            for (pos, tile) in prefab.tiles.iter() {
                assert!(
                    !matches!(tile, Tile::Void | Tile::StairsUp | Tile::StairsDown),
                    "{name}: {pos}"
                );
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
                map.tiles[pos] = prefab.tiles[pos];
            }
            map.start = inside.positions().find(|pos| open(*pos));
            assert!(map.is_connected(), "{name}: its inside falls apart\n{map}");
        }
    }

    #[test]
    fn the_eight_ways_to_lay_a_piece_down_are_its_symmetries() {
        let prefab = Prefab {
            tiles: Map::from_text("#+~\n^.\"\n").unwrap().tiles,
        };
        let text = |turn: u32| {
            let placed = prefab.oriented(turn);
            let size = placed.size();
            let mut map = Map::new(size, Tile::Void);
            for y in 0..size.height as i32 {
                for x in 0..size.width as i32 {
                    map.tiles[Pos::new(x, y)] = placed.tile(Pos::new(x, y));
                }
            }
            map.to_string()
        };
        assert_eq!(text(0), "#+~\n^.\"\n");
        assert_eq!(text(1), "~+#\n\".^\n");
        assert_eq!(text(2), "^.\"\n#+~\n");
        assert_eq!(text(3), "\".^\n~+#\n");
        assert_eq!(text(4), "#^\n+.\n~\"\n");
        assert_eq!(text(7), "\"~\n.+\n^#\n");
        let mut all: Vec<String> = (0..8).map(text).collect();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 8);
    }
}
