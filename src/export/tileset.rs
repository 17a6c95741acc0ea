//! The tiles that maps for editors are laid with: a wall for each way its neighbours can lie, and every other
//! kind of tile, in one image.
//!
//! Exported files refer to a tile by its number, and people repaint the image. So the numbers stay: new tiles are
//! added at the end, in new rows of the image.

use super::art::{REST, SIDE, Shade};
use super::ink::Ink;
use super::sprite::{is_shadowed, open_around, tile_ink_at, wall_ink_at};
use crate::geom::{Dir, Pos};
use crate::map::{Map, Tile};

/// Tiles in a row of the image.
pub const COLUMNS: u32 = 8;
/// Rows of tiles in the image.
pub const ROWS: u32 = COUNT.div_ceil(COLUMNS);
/// Number of tiles.
pub const COUNT: u32 = (WALLS + 1 + REST.len()) as u32;

/// Number of the tile that marks what cannot be walked on, which is no kind of tile, and its class.
pub const BLOCKED: u32 = WALLS as u32;
pub const BLOCKED_CLASS: &str = "blocked";

/// Walls that look different. A diagonal neighbour counts only where both tiles beside it are solid, so there
/// are 47 of the 256 sets of neighbours.
const WALLS: usize = 47;

/// For each wall its open neighbours, in ascending order: a bit for each direction, in the order of [`Dir::ALL`].
/// The first has none.
const MASKS: [u8; WALLS] = {
    let mut masks = [0; WALLS];
    let (mut mask, mut count) = (0, 0);
    while mask < 256 {
        if seen(mask as u8) == mask as u8 {
            masks[count] = mask as u8;
            count += 1;
        }
        mask += 1;
    }
    masks
};

/// The neighbours that show, of the open neighbours `mask`.
const fn seen(mask: u8) -> u8 {
    let mut seen = mask;
    let mut index = 0;
    while index < Dir::ALL.len() {
        let dir = Dir::ALL[index];
        let [a, b] = dir.sides();
        if dir.is_diagonal() && mask & (1 << a as u8 | 1 << b as u8) != 0 {
            seen &= !(1 << dir as u8);
        }
        index += 1;
    }
    seen
}

/// Where the kinds of tile lie: each in one layer, with floor under what stands on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stratum {
    /// What is walked on, waded through or fallen into.
    Ground,
    /// Walls.
    Wall,
    /// What stands on floor: doors, stairs, furniture.
    Thing,
}

impl Stratum {
    /// Where a kind of tile lies.
    pub const fn of(tile: Tile) -> Self {
        match tile {
            Tile::Wall => Self::Wall,
            tile if tile.stands() => Self::Thing,
            _ => Self::Ground,
        }
    }

    /// The number of the tile that lies here at `pos`; `None` if there is none. Rock that borders on no open tile
    /// is left empty.
    pub fn tile_at(self, map: &Map, pos: Pos) -> Option<u32> {
        let tile = map.tiles[pos];
        match (self, Self::of(tile)) {
            (Self::Wall, Self::Wall) => {
                let mask = open_around(map, pos);
                (mask != 0).then(|| wall(mask))
            }
            (Self::Ground, Self::Thing) => rest(Tile::Floor, is_shadowed(map, pos)),
            (stratum, own) if stratum == own => rest(tile, is_shadowed(map, pos)),
            _ => None,
        }
    }
}

/// The number of the wall with these open neighbours.
fn wall(mask: u8) -> u32 {
    let found = MASKS.binary_search(&seen(mask));
    found.expect("every set that can be seen is listed") as u32
}

/// The number of a tile that is no wall.
fn rest(tile: Tile, is_shadowed: bool) -> Option<u32> {
    let shade = match is_shadowed {
        true => Shade::Shadowed,
        false => Shade::Lit,
    };
    let place = |shade| {
        REST.iter()
            .position(|rest| (rest.0, rest.1) == (tile, shade))
    };
    let index = place(shade).or_else(|| place(Shade::Lit))?;
    Some(BLOCKED + 1 + index as u32)
}

/// The kind of the tile with this number; `None` for [`BLOCKED`] and for numbers of no tile.
pub fn kind(number: u32) -> Option<Tile> {
    if number < BLOCKED {
        return Some(Tile::Wall);
    }
    let index = number.checked_sub(BLOCKED + 1)?;
    REST.get(index as usize).map(|(tile, ..)| *tile)
}

/// Whether the tile with this number lies in the shadow of a wall.
pub fn has_shadow(number: u32) -> bool {
    let index = number.checked_sub(BLOCKED + 1);
    let rest = index.and_then(|index| REST.get(index as usize));
    rest.is_some_and(|(_, shade, _)| *shade == Shade::Shadowed)
}

/// For a wall, whether it joins other walls towards each of the eight sides and corners, from the top clockwise.
/// A corner joins if all three tiles around it are walls.
pub fn joins(number: u32) -> Option<[bool; 8]> {
    const CLOCKWISE: [Dir; 8] = [
        Dir::North,
        Dir::NorthEast,
        Dir::East,
        Dir::SouthEast,
        Dir::South,
        Dir::SouthWest,
        Dir::West,
        Dir::NorthWest,
    ];
    let mask = *MASKS.get(number as usize)?;
    let is_open = |dir: Dir| mask >> dir as u8 & 1 == 1;
    Some(CLOCKWISE.map(|dir| !is_open(dir) && !dir.sides().into_iter().any(is_open)))
}

/// The ink of the image at column `x` and row `y`; `None` where it is transparent.
pub fn ink_at(x: usize, y: usize) -> Option<Ink> {
    let number = (y / SIDE) as u32 * COLUMNS + (x / SIDE) as u32;
    let (x, y) = (x % SIDE, y % SIDE);
    if let Some(mask) = MASKS.get(number as usize) {
        return Some(wall_ink_at(usize::from(*mask), x, y));
    }
    if number == BLOCKED {
        return (x == y || x + y == SIDE - 1).then_some(Ink::Ember);
    }
    let (tile, shade, _) = *REST.get((number - BLOCKED - 1) as usize)?;
    let ink = tile_ink_at(Some(tile), shade == Shade::Shadowed, x, y);
    // Things stand on the floor of another layer.
    let is_floor = matches!(ink, Ink::Floor | Ink::FloorMark);
    (!is_floor || Stratum::of(tile) != Stratum::Thing).then_some(ink)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_tile_has_a_number_that_says_its_kind() {
        for tile in Tile::ALL.iter().filter(|tile| **tile != Tile::Wall) {
            for is_shadowed in [false, true] {
                let number = rest(*tile, is_shadowed).unwrap();
                assert_eq!(kind(number), Some(*tile));
            }
        }
        assert_eq!(kind(BLOCKED), None);
        assert_eq!(kind(COUNT), None);
    }

    #[test]
    fn a_wall_looks_as_the_picture_of_the_map_draws_it() {
        for mask in 0..=u8::MAX {
            let number = wall(mask) as usize;
            let (left, top) = (number % 8 * SIDE, number / 8 * SIDE);
            for (x, y) in (0..SIDE * SIDE).map(|at| (at % SIDE, at / SIDE)) {
                let drawn = wall_ink_at(usize::from(mask), x, y);
                assert_eq!(ink_at(left + x, top + y), Some(drawn), "{mask:08b}");
            }
        }
    }

    #[test]
    fn no_two_walls_join_alike() {
        let mut all: Vec<[bool; 8]> = (0..BLOCKED).map(|wall| joins(wall).unwrap()).collect();
        assert_eq!(all[0], [true; 8]);
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), WALLS);
        assert_eq!(joins(BLOCKED), None);
    }
}
