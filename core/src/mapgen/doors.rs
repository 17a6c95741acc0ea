//! `doors`: closed doors where passages meet rooms, as a last stage.

use super::param::params;
use super::{GenerateError, Generator, Info, ParamSpec, Site};
use crate::geom::{Dir, Grid, Pos, Rect};
use crate::map::{Tile, TileSet};
use crate::rng::Stream;

/// `doors`: closed doors in the map of the stages before.
pub struct Doors;

params! {
    CHANCE = int("chance", 1, 100, 50, "percentage of the doorways that get a door");
}

static INFO: Info = Info {
    name: "doors",
    description: "Closed doors where passages one tile wide meet the rooms of another generator",
    source: "doors of the levels of Descend",
    params: PARAMS,
};

impl Generator for Doors {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn lacks(&self) -> Option<&'static str> {
        Some("there are no rooms yet to place doors at")
    }

    fn carve(&self, _: &mut Site<'_>, _: &mut Stream) -> Result<(), GenerateError> {
        Err(GenerateError::Closed)
    }

    fn add(
        &self,
        site: &mut Site<'_>,
        mask: &TileSet,
        stream: &mut Stream,
    ) -> Result<(), GenerateError> {
        let percent = site.params().value(CHANCE) as u32;
        for index in 0..site.map().rooms.len() {
            let room = site.map().rooms[index].area;
            for pos in around(room) {
                if is_doorway(&site.map().tiles, room, pos)
                    && mask.contains(pos)
                    && stream.chance(percent, 100)
                {
                    site.paint(Rect::between(pos, pos), Tile::DoorClosed);
                }
            }
        }
        site.end_round();
        Ok(())
    }
}

/// The tiles around a room, row by row, without its corners.
pub fn around(room: Rect) -> impl Iterator<Item = Pos> {
    let edge = room.grown(1);
    edge.positions().filter(move |pos| {
        let is_corner = (pos.x == edge.left || pos.x == edge.right)
            && (pos.y == edge.top || pos.y == edge.bottom);
        !room.contains(*pos) && !is_corner
    })
}

/// Whether a tile around a room is floor between two walls, where a door closes the room.
pub fn is_doorway(tiles: &Grid<Tile>, room: Rect, pos: Pos) -> bool {
    let upright = pos.x < room.left || pos.x > room.right;
    let [a, b] = match upright {
        true => [Dir::North, Dir::South],
        false => [Dir::West, Dir::East],
    };
    let is_wall = |dir: Dir| tiles.get(pos.step(dir)) == Some(&Tile::Wall);
    tiles.get(pos) == Some(&Tile::Floor) && is_wall(a) && is_wall(b)
}
