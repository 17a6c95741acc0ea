//! The steps between two places of a map.

use std::fmt;
use std::str::FromStr;

use crate::geom::Pos;
use crate::map::graph::find_exit;
use crate::map::{Map, RoomName};
use crate::text::{self, Invalid};

/// A place of a map that has a name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Place {
    /// The start.
    Start,
    /// The first stairs down, or else the tile farthest from the start.
    Exit,
    /// The rooms of this name.
    Room(RoomName),
}

/// From one place to another. Written `steps(start, boss)`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Way {
    /// Where it begins.
    pub from: Place,
    /// Where it ends.
    pub to: Place,
}

impl Place {
    /// Its tiles that can be walked on.
    pub(super) fn tiles(self, map: &Map) -> Vec<Pos> {
        let tiles: Vec<Pos> = match self {
            Self::Start => map.start.into_iter().collect(),
            Self::Exit => find_exit(map, map.start).into_iter().collect(),
            Self::Room(name) => {
                let rooms = map.rooms.iter().filter(|room| room.name == Some(name));
                rooms.flat_map(|room| room.area.positions()).collect()
            }
        };
        let open = |pos: &Pos| map.is_walkable(*pos);
        tiles.into_iter().filter(open).collect()
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start => f.write_str("start"),
            Self::Exit => f.write_str("exit"),
            Self::Room(name) => name.fmt(f),
        }
    }
}

impl FromStr for Place {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        Ok(match text::trim(text) {
            "start" => Self::Start,
            "exit" => Self::Exit,
            name => Self::Room(name.parse().map_err(|_| {
                let found = text::excerpt(name);
                Invalid::new(format_args!(
                    "\"{found}\" is no place: write start, exit or the name of a room"
                ))
            })?),
        })
    }
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "steps({}, {})", self.from, self.to)
    }
}
