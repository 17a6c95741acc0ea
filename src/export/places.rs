//! What a map holds beside its tiles: the start, the exit, the doors, and the way from one to the other.

use crate::geom::Pos;
use crate::map::graph::find_exit;
use crate::map::path::{LONGEST, PathFinder};
use crate::map::{Map, Steps, Thing, ThingClass, Tile, TileSet};

/// The places of a map.
pub struct Places {
    /// The start of the map, if it has one.
    pub start: Option<Pos>,
    /// Where somebody put it, or else the first stairs down, row by row, or else the tile farthest from the start.
    pub exit: Option<Pos>,
    /// The doors, row by row.
    pub doors: Vec<Door>,
    /// The tiles of a shortest way in four directions from the start to the exit, with both; empty if there is none.
    pub way: Vec<Pos>,
}

/// A door.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Door {
    pub pos: Pos,
    pub is_open: bool,
}

impl Places {
    /// The places of `map` with `things`. Linear in the area.
    pub fn of(map: &Map, things: &[Thing]) -> Self {
        let mut moved = things.iter().filter(|thing| thing.class_name() == EXIT);
        let moved = moved.next().map(Thing::pos);
        let exit = moved.or_else(|| find_exit(map, map.start));
        Self {
            start: map.start,
            exit,
            doors: doors(map).collect(),
            way: way(map, exit),
        }
    }

    /// The steps of the way; `None` if there is none.
    pub fn steps(&self) -> Option<usize> {
        self.way.len().checked_sub(1)
    }

    /// The two ends of the way and the tiles at which it turns, in its order. Empty without a step.
    pub fn corners(&self) -> Vec<Pos> {
        if self.way.len() < 2 {
            return Vec::new();
        }
        let turns = self.way.windows(3).filter_map(|tiles| match *tiles {
            [a, b, c] if b - a != c - b => Some(b),
            _ => None,
        });
        let (first, last) = (self.way.first(), self.way.last());
        first
            .copied()
            .into_iter()
            .chain(turns)
            .chain(last.copied())
            .collect()
    }
}

/// The class of the object that marks the exit.
pub const EXIT: &str = "exit";

/// The things of a file without the exit, which is written like that of any map.
pub fn objects(things: &[Thing]) -> impl Iterator<Item = &Thing> {
    things.iter().filter(|thing| thing.class_name() != EXIT)
}

/// The exit that a file gives, as a thing, if it is not where the map has it by itself.
pub fn moved_exit(map: &Map, exit: Option<Pos>) -> Option<Thing> {
    let exit = exit.filter(|exit| map.tiles.contains(*exit))?;
    let is_moved = find_exit(map, map.start) != Some(exit);
    is_moved.then(|| Thing::at(ThingClass::Other, EXIT, EXIT, exit))
}

fn doors(map: &Map) -> impl Iterator<Item = Door> {
    map.tiles.iter().filter_map(|(pos, tile)| {
        let is_open = match tile {
            Tile::DoorClosed => false,
            Tile::DoorOpen => true,
            _ => return None,
        };
        Some(Door { pos, is_open })
    })
}

fn way(map: &Map, exit: Option<Pos>) -> Vec<Pos> {
    let Some((start, exit)) = map.start.zip(exit) else {
        return Vec::new();
    };
    let open = TileSet::of(&map.tiles, Tile::is_walkable);
    let mut way = Vec::new();
    let is_there = PathFinder::default().find(&open, Steps::Four, start, exit, LONGEST, &mut way);
    if is_there {
        way.insert(0, start);
    }
    way
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_leads_through_the_doors_to_the_farthest_tile() {
        let map = Map::from_text("#######\n#@.+..#\n####'##\n####..#\n#######\n").unwrap();
        let places = Places::of(&map, &[]);
        let exit = Pos::new(5, 3);
        assert_eq!((places.exit, places.steps()), (Some(exit), Some(6)));
        let corners = [(1, 1), (4, 1), (4, 3), (5, 3)].map(|(x, y)| Pos::new(x, y));
        assert_eq!(places.corners(), corners);
        let doors: Vec<bool> = places.doors.iter().map(|door| door.is_open).collect();
        assert_eq!(doors, [false, true]);
    }

    #[test]
    fn a_map_without_a_start_has_no_way() {
        let map = Map::from_text("..>\n").unwrap();
        let places = Places::of(&map, &[]);
        assert_eq!((places.exit, places.steps()), (Some(Pos::new(2, 0)), None));
        assert!(places.corners().is_empty());
        let places = Places::of(&Map::from_text("@#.\n").unwrap(), &[]);
        assert_eq!(
            (places.exit, places.steps()),
            (Some(Pos::new(0, 0)), Some(0))
        );
        assert!(places.corners().is_empty());
    }
}
