//! A map for virtual tabletops, in the Universal VTT format (`.dd2vtt`), version 0.3: a picture with walls as lines,
//! doors and lights. Positions are in tiles.

use std::collections::BTreeMap;
use std::io::{self, Write};

use base64::display::Base64Display;
use base64::engine::general_purpose::STANDARD;
use serde::{Serialize, Serializer};

use super::halved_to_fit;
use super::ink::{Ink, SHADES};
use super::png;
use super::row::{Export, Part, Picture, Row};
use super::sprite::is_solid;
use crate::geom::{Dir, Pos};
use crate::map::{Map, Tile};

/// Distance in tiles up to which a light is seen, as the format has it: half of it is bright.
const LIGHT_RANGE: u32 = 8;

/// The row of the format.
pub const ROW: Row = Row {
    ending: "dd2vtt",
    label: "Virtual tabletop",
    key: 'v',
    page: "#universal-vtt-dd2vtt",
    help: "DD2VTT is Universal VTT: a picture for virtual tabletops, with walls, doors,\n\
         lights, and notes where things lie. --walls middle has the walls lie in the\n\
         middle of their tiles, so that players see their faces.",
    picture: Some(Picture {
        default_scale: |size| halved_to_fit(64, size),
        default: "64, or less on large maps",
    }),
    keeps: &[Part::Things],
    write: |out, export| Ok(write(out, export)?),
    ..Row::PLAIN
};

/// Where the walls lie that block sight.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum Walls {
    /// Where they meet open ground
    #[default]
    Face,
    /// In the middle of their tiles, so that their faces are seen
    Middle,
}

/// Writes a map with its picture, and a line feed.
pub fn write(out: &mut (impl Write + ?Sized), export: &Export<'_>) -> io::Result<()> {
    let Export {
        map,
        spec,
        scale,
        things,
        ..
    } = *export;
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
        line_of_sight: match export.options.walls {
            Walls::Face => polylines(&faces(map)),
            Walls::Middle => polylines(&middles(map)),
        },
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
        // No part of the format: importers pass it by, and scripts find it.
        notes: things.iter().map(|thing| record! {
            position: middle(thing.pos()),
            class: thing.class_name(),
            text: &thing.name,
        }).collect::<Vec<_>>(),
        image: Base64(&image),
    };
    serde_json::to_writer(&mut *out, &record)?;
    out.write_all(b"\n")
}

/// A point, in halves of tiles.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
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

/// The two directions across one.
fn beside(dir: Dir) -> [Dir; 2] {
    match dir {
        Dir::East | Dir::West => [Dir::North, Dir::South],
        _ => [Dir::East, Dir::West],
    }
}

/// A line between two points.
type Line = [Point; 2];

/// The lines between walls and other tiles, each along one tile.
fn faces(map: &Map) -> Vec<Line> {
    let (width, height) = (map.size().width as i32, map.size().height as i32);
    let mut lines = Vec::new();
    for y in 0..=height {
        for x in 0..=width {
            let here = Pos::new(x, y);
            let is_edge = |dir: Dir| is_wall(map, here) != is_wall(map, here.step(dir));
            if x < width && is_edge(Dir::North) {
                lines.push([corner(here), corner(here.step(Dir::East))]);
            }
            if y < height && is_edge(Dir::West) {
                lines.push([corner(here), corner(here.step(Dir::South))]);
            }
        }
    }
    lines
}

/// The lines from the middle of each wall along open ground to those beside it, and to doors. A wall that stands alone has
/// its faces.
fn middles(map: &Map) -> Vec<Line> {
    let is_open = |pos: Pos| !is_wall(map, pos);
    // Along a side that both have open ground at.
    let goes_on = |pos: Pos, dir: Dir| {
        let next = pos.step(dir);
        is_wall(map, pos)
            && is_wall(map, next)
            && beside(dir)
                .into_iter()
                .any(|side| is_open(pos.step(side)) || is_open(next.step(side)))
    };
    let mut lines = Vec::new();
    let (width, height) = (map.size().width as i32, map.size().height as i32);
    for y in -1..=height {
        for x in -1..=width {
            let pos = Pos::new(x, y);
            for dir in [Dir::East, Dir::South] {
                if goes_on(pos, dir) {
                    lines.push([middle(pos), middle(pos.step(dir))]);
                }
            }
            if !is_wall(map, pos) {
                continue;
            }
            let mut around = Dir::CARDINAL.into_iter();
            if around.clone().all(|dir| is_open(pos.step(dir))) {
                let [right, below] = [Dir::East, Dir::South].map(|dir| pos.step(dir));
                let across = right.step(Dir::South);
                let square = [pos, right, across, below, pos].map(corner);
                lines.extend(square.windows(2).map(|ends| [ends[0], ends[1]]));
            }
            // A door ends where the wall's tile begins.
            lines.extend(around.by_ref().filter_map(|dir| {
                let door = map.tiles.get(pos.step(dir))?;
                let is_door = matches!(door, Tile::DoorClosed | Tile::DoorOpen);
                let (Point(x, y), step) = (middle(pos), dir.delta());
                is_door.then_some([middle(pos), Point(x + step.x, y + step.y)])
            }));
        }
    }
    lines
}

/// Lines joined end to end as far as they go on without a fork, and straight parts as one.
fn polylines(lines: &[Line]) -> Vec<Vec<Point>> {
    let mut at: BTreeMap<Point, Vec<usize>> = BTreeMap::new();
    for (index, line) in lines.iter().enumerate() {
        for end in line {
            at.entry(*end).or_default().push(index);
        }
    }
    // From ends and forks first, then what closes.
    let all_ends = lines.iter().enumerate();
    let all_ends = all_ends.flat_map(|(index, line)| line.map(|end| (index, end)));
    let (mut starts, closed): (Vec<_>, Vec<_>) = all_ends.partition(|(_, end)| at[end].len() != 2);
    starts.extend(closed);
    let mut is_used = vec![false; lines.len()];
    let mut all = Vec::new();
    for (first, from) in starts {
        let (mut next, mut here) = (Some(first).filter(|first| !is_used[*first]), from);
        let mut points = vec![from];
        while let Some(index) = next {
            is_used[index] = true;
            let [a, b] = lines[index];
            here = if a == here { b } else { a };
            if let [.., before, last] = *points
                && (last.0 - before.0) * (here.1 - last.1)
                    == (last.1 - before.1) * (here.0 - last.0)
            {
                points.pop();
            }
            points.push(here);
            let joined = &at[&here];
            next = joined.iter().copied().find(|next| !is_used[*next]);
            next = next.filter(|_| joined.len() == 2);
        }
        if points.len() > 1 {
            all.push(points);
        }
    }
    all
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
        let lines = polylines(&faces(&map));
        // Two halls and the gap that joins them, with one line around.
        let [around] = &lines[..] else {
            panic!("{lines:?}");
        };
        assert_eq!((around.len(), around.first()), (13, around.last()));
        for (x, y) in [(1, 1), (5, 1), (4, 2), (4, 3), (1, 4)] {
            assert!(around.contains(&Point(2 * x, 2 * y)), "{x},{y} {around:?}");
        }
        // In the middle of the walls it goes around both, and to the door from either side.
        let middles = polylines(&middles(&map));
        let outer = [Point(1, 1), Point(11, 1), Point(11, 9), Point(1, 9)];
        for corner in outer {
            assert!(
                middles.iter().flatten().any(|point| *point == corner),
                "{middles:?}"
            );
        }
        for end in [Point(4, 5), Point(8, 5)] {
            assert!(
                middles
                    .iter()
                    .any(|line| line.first() == Some(&end) || line.last() == Some(&end)),
                "{middles:?}"
            );
        }
        let [door] = &portals(&map)[..] else {
            panic!("one door");
        };
        assert_eq!(door.bounds, [Point(4, 5), Point(8, 5)]);
        assert_eq!(door.position, Point(6, 5));
        assert!(door.closed && !door.freestanding);
    }
}
