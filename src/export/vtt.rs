//! A map for virtual tabletops, in the Universal VTT format (`.dd2vtt`), version 0.3: a picture with walls as lines,
//! doors and lights. Positions are in tiles.

use std::io::{self, Write};

use base64::display::Base64Display;
use base64::engine::general_purpose::STANDARD;
use serde::{Serialize, Serializer};

use super::halved_to_fit;
use super::ink::{Ink, SHADES};
use super::png;
use super::row::{Picture, Row};
use super::sprite::is_solid;
use crate::geom::{Dir, Pos};
use crate::map::{Map, Tile};
use crate::mapgen::MapSpec;

/// Distance in tiles up to which a light is seen, as the format has it: half of it is bright.
const LIGHT_RANGE: u32 = 8;

/// The row of the format.
pub const ROW: Row = Row {
    ending: "dd2vtt",
    label: "Virtual tabletop",
    key: 'v',
    page: "#universal-vtt-dd2vtt",
    help: "DD2VTT is Universal VTT: a picture for virtual tabletops, with walls, doors and\n\
         lights.",
    picture: Some(Picture {
        default_scale: |size| halved_to_fit(64, size),
        default: "64, or less on large maps",
    }),
    write: |out, export| Ok(write(out, export.map, export.spec, export.scale)?),
    ..Row::PLAIN
};

/// Writes `map` with its picture at `scale` pixels per tile, and a line feed.
pub fn write(
    out: &mut (impl Write + ?Sized),
    map: &Map,
    spec: Option<&MapSpec>,
    scale: u32,
) -> io::Result<()> {
    let mut image = Vec::new();
    png::write_map(&mut image, spec, map, scale)?;
    let lights = map.tiles.iter().filter(|(_, tile)| **tile == Tile::Brazier);
    let [red, green, blue] = Ink::Flame.colour(SHADES / 2);
    let record = record! {
        format: 0.3,
        resolution: record! {
            map_origin: Point(0, 0),
            map_size: record! { x: map.size().width, y: map.size().height },
            pixels_per_grid: scale,
        },
        line_of_sight: walls(map),
        objects_line_of_sight: [(); 0],
        portals: portals(map),
        environment: record! { baked_lighting: false, ambient_light: "ffffffff" },
        lights: lights.map(|(pos, _)| record! {
            position: middle(pos),
            range: LIGHT_RANGE,
            intensity: 1,
            color: format!("ff{red:02x}{green:02x}{blue:02x}"),
            shadows: true,
        }).collect::<Vec<_>>(),
        image: Base64(&image),
    };
    serde_json::to_writer(&mut *out, &record)?;
    out.write_all(b"\n")
}

/// A point, in halves of tiles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Point(i32, i32);

impl Serialize for Point {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let tiles = |halves: i32| f64::from(halves) / 2.0;
        record! { x: tiles(self.0), y: tiles(self.1) }.serialize(serializer)
    }
}

/// The upper left corner of a tile.
const fn corner(pos: Pos) -> Point {
    Point(2 * pos.x, 2 * pos.y)
}

const fn middle(pos: Pos) -> Point {
    Point(2 * pos.x + 1, 2 * pos.y + 1)
}

/// Whether `pos` is rock or wall; everything off the map is.
fn is_wall(map: &Map, pos: Pos) -> bool {
    map.tiles.get(pos).is_none_or(|tile| is_solid(*tile))
}

/// The lines between walls and other tiles, as long as they go straight on: first those from left to right, then those
/// from top to bottom.
fn walls(map: &Map) -> Vec<[Point; 2]> {
    let (width, height) = (map.size().width as i32, map.size().height as i32);
    let mut lines = Vec::new();
    for y in 0..=height {
        let at = |x| Pos::new(x, y);
        add_lines(map, width, at, Dir::North, &mut lines);
    }
    for x in 0..=width {
        let at = |y| Pos::new(x, y);
        add_lines(map, height, at, Dir::West, &mut lines);
    }
    lines
}

/// Adds the lines along the first `count` tiles of a row or column, on their side `dir`.
fn add_lines(
    map: &Map,
    count: i32,
    at: impl Fn(i32) -> Pos,
    dir: Dir,
    lines: &mut Vec<[Point; 2]>,
) {
    let mut from = None;
    for index in 0..=count {
        let pos = at(index);
        let is_edge = index < count && is_wall(map, pos) != is_wall(map, pos.step(dir));
        match from {
            None if is_edge => from = Some(index),
            Some(first) if !is_edge => {
                lines.push([corner(at(first)), corner(pos)]);
                from = None;
            }
            _ => {}
        }
    }
}

/// A door, or several side by side.
#[derive(Serialize)]
struct Portal {
    position: Point,
    /// The two ends.
    bounds: [Point; 2],
    /// In radians.
    rotation: f64,
    closed: bool,
    freestanding: bool,
}

/// The doors, each across the middle of its tile.
fn portals(map: &Map) -> Vec<Portal> {
    let door = |pos: Pos| {
        let tile = map.tiles.get(pos).copied();
        tile.filter(|tile| matches!(tile, Tile::DoorClosed | Tile::DoorOpen))
    };
    let holds = |pos: Pos| is_wall(map, pos) || door(pos).is_some();
    // Between walls on the left and right, one goes through from above or below.
    let is_level = |pos: Pos| holds(pos.step(Dir::West)) && holds(pos.step(Dir::East));
    let mut portals = Vec::new();
    for (pos, _) in map.tiles.iter() {
        let Some(tile) = door(pos) else {
            continue;
        };
        let is_level_here = is_level(pos);
        let (back, on) = match is_level_here {
            true => (Dir::West, Dir::East),
            false => (Dir::North, Dir::South),
        };
        let joins = |near: Pos| door(near) == Some(tile) && is_level(near) == is_level_here;
        if joins(pos.step(back)) {
            continue;
        }
        let mut last = pos;
        while joins(last.step(on)) {
            last = last.step(on);
        }
        let (first, end) = (middle(pos), middle(last));
        let bounds = match is_level_here {
            true => [Point(first.0 - 1, first.1), Point(end.0 + 1, end.1)],
            false => [Point(first.0, first.1 - 1), Point(end.0, end.1 + 1)],
        };
        portals.push(Portal {
            position: Point((first.0 + end.0) / 2, (first.1 + end.1) / 2),
            bounds,
            rotation: match is_level_here {
                true => 0.0,
                false => std::f64::consts::FRAC_PI_2,
            },
            closed: tile == Tile::DoorClosed,
            freestanding: !(holds(pos.step(back)) && holds(last.step(on))),
        });
    }
    portals
}

/// Bytes as text in Base64.
struct Base64<'a>(&'a [u8]);

impl Serialize for Base64<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&Base64Display::new(self.0, &STANDARD))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_room_has_four_walls_and_its_double_door_is_one() {
        let map = Map::from_text("######\n#....#\n##++##\n#....#\n######\n").unwrap();
        let lines = walls(&map);
        let line = |x, y, right, bottom| [Point(2 * x, 2 * y), Point(2 * right, 2 * bottom)];
        for expected in [line(1, 1, 5, 1), line(1, 1, 1, 2), line(2, 2, 2, 3)] {
            assert!(lines.contains(&expected), "{expected:?} {lines:?}");
        }
        // Two halls, each with a wall that the door divides, and the two sides of the door.
        assert_eq!(lines.len(), 2 + 4 + 4 + 2);
        let [door] = &portals(&map)[..] else {
            panic!("one door");
        };
        assert_eq!(door.bounds, [Point(4, 5), Point(8, 5)]);
        assert_eq!(door.position, Point(6, 5));
        assert!(door.closed && !door.freestanding);
    }
}
