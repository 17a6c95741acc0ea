//! Maps for virtual tabletops. No reader of the format is a library, so its lines are held against the map here.

use std::collections::BTreeSet;

use base64::Engine as _;
use serde_json::Value;
use undercroft::export::{self, Format, Options, Walls};
use undercroft::geom::{Dir, Pos, Size};
use undercroft::map::{Map, Tile};

use super::{decode, every_tile, file, samples};

fn read(map: &Map) -> Value {
    serde_json::from_slice(&file(Format::Dd2vtt, None, map)).unwrap()
}

/// A point in tiles, doubled.
fn point(value: &Value) -> (i64, i64) {
    let [x, y] = ["x", "y"].map(|key| (value[key].as_f64().unwrap() * 2.0) as i64);
    (x, y)
}

fn line(value: &Value) -> [(i64, i64); 2] {
    let [from, to] = &value.as_array().unwrap()[..] else {
        panic!("two ends: {value}");
    };
    [point(from), point(to)]
}

/// The straight parts of polylines, each from its left or upper end.
fn parts(value: &Value) -> Vec<[(i64, i64); 2]> {
    let polylines = value.as_array().unwrap().iter();
    let parts = polylines.flat_map(|polyline| {
        let points: Vec<_> = polyline.as_array().unwrap().iter().map(point).collect();
        assert!(points.len() > 1, "{polyline}");
        let parts = points
            .windows(2)
            .map(|ends| [ends[0].min(ends[1]), ends[0].max(ends[1])]);
        parts.collect::<Vec<_>>()
    });
    parts.collect()
}

/// Each side of a tile that lines run along: the middle of the side.
fn sides(lines: &[[(i64, i64); 2]]) -> BTreeSet<(i64, i64)> {
    let mut sides = BTreeSet::new();
    for [(left, top), (right, bottom)] in lines {
        assert!((left == right) != (top == bottom) && right >= left && bottom >= top);
        for x in (left + 1..=*right).step_by(2) {
            assert!(sides.insert((x, *top)), "two lines lie upon each other");
        }
        for y in (top + 1..=*bottom).step_by(2) {
            assert!(sides.insert((*left, y)), "two lines lie upon each other");
        }
    }
    sides
}

#[test]
fn walls_stand_just_where_rock_and_open_ground_meet() {
    let maps = samples().into_iter().map(|(_, map)| map).step_by(2);
    let (mut count, mut tiles) = (0, 0);
    for map in maps.chain([every_tile()]) {
        let read = read(&map);
        let lines = parts(&read["line_of_sight"]);
        let sides = sides(&lines);
        let is_solid = |pos: Pos| {
            let tile = map.tiles.get(pos);
            tile.is_none_or(|tile| matches!(tile, Tile::Wall | Tile::Void))
        };
        let mut expected = BTreeSet::new();
        for (pos, _) in map.tiles.iter().filter(|(pos, _)| !is_solid(*pos)) {
            for dir in Dir::CARDINAL
                .into_iter()
                .filter(|dir| is_solid(pos.step(*dir)))
            {
                let (middle, away) = (Pos::new(2 * pos.x + 1, 2 * pos.y + 1), dir.delta());
                expected.insert((i64::from(middle.x + away.x), i64::from(middle.y + away.y)));
            }
        }
        assert_eq!(sides, expected, "{map}");
        let polylines = read["line_of_sight"].as_array().unwrap().len();
        (count, tiles) = (count + polylines, tiles + expected.len());
    }
    assert!(count > 100 && count < tiles / 8, "{count} {tiles}");
}

#[test]
fn walls_in_the_middle_of_their_tiles_and_doors_keep_sight_in() {
    let maps = samples().into_iter().map(|(_, map)| map).step_by(5);
    for map in maps.chain([every_tile()]) {
        let options = Options {
            walls: Walls::Middle,
            ..Options::default()
        };
        let mut file = Vec::new();
        export::write(Format::Dd2vtt, None, &map, &options, &mut file).unwrap();
        let read: Value = serde_json::from_slice(&file).unwrap();
        let mut lines = parts(&read["line_of_sight"]);
        let doors = read["portals"].as_array().unwrap();
        lines.extend(doors.iter().map(|door| line(&door["bounds"])));
        // In quarters of tiles: what a step between two points crosses.
        let mut crossed = BTreeSet::new();
        for [(left, top), (right, bottom)] in lines {
            let along = |first: i64, last: i64| (2 * first + 1..2 * last).step_by(2);
            crossed.extend(along(left, right).map(|x| (x, 2 * top)));
            crossed.extend(along(top, bottom).map(|y| (2 * left, y)));
        }
        let Size { width, height } = map.size();
        let (width, height) = (4 * i64::from(width), 4 * i64::from(height));
        let open = map.tiles.iter().filter(|(_, tile)| tile.is_walkable());
        let mut reached: BTreeSet<(i64, i64)> = open
            .map(|(pos, _)| (4 * i64::from(pos.x) + 1, 4 * i64::from(pos.y) + 1))
            .collect();
        let mut queue: Vec<_> = reached.iter().copied().collect();
        while let Some((x, y)) = queue.pop() {
            assert!(
                (0..width).contains(&x) && (0..height).contains(&y),
                "{x},{y}\n{map}"
            );
            for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                let next = (x + 2 * dx, y + 2 * dy);
                if !crossed.contains(&(x + dx, y + dy)) && reached.insert(next) {
                    queue.push(next);
                }
            }
        }
    }
}

#[test]
fn doors_lie_across_the_way_and_braziers_are_lights() {
    let map = "#########\n#..+..^.#\n####'####\n#.......#\n####+++##\n#.......#\n#########\n";
    let map = Map::from_text(map).unwrap();
    let read = read(&map);
    let doors: Vec<_> = read["portals"]
        .as_array()
        .unwrap()
        .iter()
        .map(|door| (line(&door["bounds"]), door["closed"] == true))
        .collect();
    let expected = [
        ([(7, 2), (7, 4)], true),
        ([(8, 5), (10, 5)], false),
        ([(8, 9), (14, 9)], true),
    ];
    assert_eq!(doors, expected);
    let lights = read["lights"].as_array().unwrap();
    assert_eq!((lights.len(), point(&lights[0]["position"])), (1, (13, 3)));
}

#[test]
fn the_picture_has_the_pixels_that_the_file_says() {
    let map = every_tile();
    for (scale, expected) in [(None, 64), (Some(5), 5)] {
        let options = Options {
            scale,
            ..Options::default()
        };
        let mut file = Vec::new();
        export::write(Format::Dd2vtt, None, &map, &options, &mut file).unwrap();
        let read: Value = serde_json::from_slice(&file).unwrap();
        let resolution = &read["resolution"];
        assert_eq!(resolution["pixels_per_grid"], expected);
        let Size { width, height } = map.size();
        assert_eq!(
            point(&resolution["map_size"]),
            (2 * i64::from(width), 2 * i64::from(height))
        );
        let image = base64::prelude::BASE64_STANDARD.decode(read["image"].as_str().unwrap());
        let picture = decode(&image.unwrap());
        assert_eq!(
            (picture.width, picture.height),
            (width * expected, height * expected)
        );
    }
}
