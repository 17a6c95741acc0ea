//! Tiled maps, read by `tiled`. It reads XML alone; the JSON is compared with that.

use std::io::Cursor;
use std::path::Path;

use serde_json::Value;
use tiled::{Loader, ObjectShape, PropertyValue, TileLayer};
use undercroft::export::{self, Companion, Format, Options};
use undercroft::geom::Pos;
use undercroft::map::distance::{DistanceMap, UNBOUNDED};
use undercroft::map::{Map, RoomGraph, RoomKind, Steps, Tile, TileSet};
use undercroft::mapgen::MapSpec;

use super::{companion, decode, every_tile, file, samples};

/// The map as `tiled` reads it.
fn read(spec: Option<&MapSpec>, map: &Map) -> tiled::Map {
    read_bytes(file(Format::Tmx, spec, map), "undercroft-tileset.tsx")
}

/// Reads a map whose tileset is at `tileset`.
fn read_bytes(map: Vec<u8>, tileset: &str) -> tiled::Map {
    let reader = |path: &Path| -> std::io::Result<_> {
        let found = match path {
            path if path == Path::new("map.tmx") => map.clone(),
            path if path == Path::new(tileset) => companion(Companion::Tsx),
            other => panic!("{}", other.display()),
        };
        Ok(Cursor::new(found))
    };
    let map = Loader::with_reader(reader).load_tmx_map("map.tmx");
    map.unwrap_or_else(|error| panic!("{error}"))
}

fn layer<'a>(map: &'a tiled::Map, name: &str) -> tiled::Layer<'a> {
    let mut layers = map.layers();
    layers.find(|layer| layer.name == name).expect("a layer")
}

fn tiles<'a>(map: &'a tiled::Map, name: &str) -> TileLayer<'a> {
    layer(map, name).as_tile_layer().expect("tiles")
}

fn objects<'a>(map: &'a tiled::Map, class: &str) -> Vec<tiled::Object<'a>> {
    let objects = layer(map, "places").as_object_layer().expect("objects");
    let objects = objects.objects();
    objects.filter(|object| object.user_type == class).collect()
}

/// The class of the tile that `layer` has at `pos`; empty without one.
fn class(layer: &TileLayer, pos: Pos) -> String {
    let tile = layer.get_tile(pos.x, pos.y);
    tile.map_or(String::new(), |tile| {
        tile.get_tile().unwrap().user_type.clone()
    })
}

fn middle(pos: Pos) -> (f32, f32) {
    ((pos.x * 16 + 8) as f32, (pos.y * 16 + 8) as f32)
}

/// The name of a kind of tile in files.
fn name(tile: Tile) -> &'static str {
    match tile {
        Tile::Void => "void",
        Tile::Wall => "wall",
        Tile::Floor => "floor",
        Tile::DoorClosed => "door-closed",
        Tile::DoorOpen => "door-open",
        Tile::StairsUp => "stairs-up",
        Tile::StairsDown => "stairs-down",
        Tile::Water => "water",
        Tile::Grass => "grass",
        Tile::Brazier => "brazier",
        Tile::Pew => "pew",
        Tile::Tomb => "tomb",
        Tile::Deep => "deep-water",
        Tile::Rubble => "rubble",
        Tile::Reeds => "reeds",
    }
}

#[test]
fn a_map_of_every_generator_has_the_same_tiles_in_another_reader() {
    let drawn = (None, every_tile());
    let generated = samples().into_iter().map(|(spec, map)| (Some(spec), map));
    for (spec, map) in generated.chain([drawn]) {
        let read = read(spec.as_ref(), &map);
        assert_eq!(
            (read.width, read.height),
            (map.size().width, map.size().height)
        );
        assert_eq!((read.tile_width, read.tile_height), (16, 16));
        assert!(!read.infinite());
        let names: Vec<String> = read.layers().map(|layer| layer.name.clone()).collect();
        assert_eq!(names, ["ground", "walls", "things", "collision", "places"]);
        let [ground, walls, things, collision] =
            ["ground", "walls", "things", "collision"].map(|name| tiles(&read, name));
        for (pos, &tile) in map.tiles.iter() {
            let near = || (-1..=1).flat_map(|y| (-1..=1).map(move |x| pos + Pos::new(x, y)));
            let is_open = |pos: Pos| {
                let tile = map.tiles.get(pos);
                tile.is_some_and(|tile| !matches!(tile, Tile::Wall | Tile::Void))
            };
            let expected = match tile {
                // Rock that borders on nothing is empty.
                Tile::Wall if !near().any(is_open) => ["", "", ""],
                Tile::Wall => ["", "wall", ""],
                Tile::Void
                | Tile::Floor
                | Tile::Water
                | Tile::Grass
                | Tile::Deep
                | Tile::Rubble
                | Tile::Reeds => [name(tile), "", ""],
                _ => ["floor", "", name(tile)],
            };
            let found = [&ground, &walls, &things].map(|layer| class(layer, pos));
            assert_eq!(found, expected, "{spec:?} {pos}\n{map}");
            let is_blocked = class(&collision, pos) == "blocked";
            assert_eq!(is_blocked, !map.is_walkable(pos), "{spec:?} {pos}\n{map}");
        }
        assert!(layer(&read, "ground").visible && !layer(&read, "collision").visible);
    }
}

#[test]
fn start_exit_way_doors_and_rooms_are_objects() {
    let (mut rooms, mut prefabs, mut doors, mut ways) = (0, 0, 0, 0);
    let drawn = (None, every_tile());
    let generated = samples().into_iter().map(|(spec, map)| (Some(spec), map));
    for (spec, map) in generated.chain([drawn]) {
        let read = read(spec.as_ref(), &map);
        let graph = RoomGraph::of(&map);
        for (class, pos) in [("start", map.start), ("exit", graph.exit())] {
            let [object] = &objects(&read, class)[..] else {
                panic!("{spec:?}: one {class}");
            };
            assert_eq!(object.name, class);
            assert!(matches!(object.shape, ObjectShape::Point(..)));
            assert_eq!(
                (object.x, object.y),
                middle(pos.unwrap()),
                "{spec:?} {class}"
            );
        }
        let found = objects(&read, "door");
        let is_door = |tile: &Tile| matches!(tile, Tile::DoorClosed | Tile::DoorOpen);
        let expected: Vec<_> = map.tiles.iter().filter(|(_, tile)| is_door(tile)).collect();
        assert_eq!(found.len(), expected.len());
        for (object, (pos, tile)) in found.iter().zip(expected) {
            assert_eq!((object.x, object.y), middle(pos));
            let is_open = PropertyValue::BoolValue(*tile == Tile::DoorOpen);
            assert_eq!(object.properties["open"], is_open);
            doors += 1;
        }
        let found = objects(&read, "room");
        assert_eq!(found.len(), map.rooms.len(), "{spec:?}");
        for (object, room) in found.iter().zip(&map.rooms) {
            let area = room.area;
            assert_eq!(
                (object.x, object.y),
                (area.left as f32 * 16.0, area.top as f32 * 16.0)
            );
            let (width, height) = (area.width() as f32 * 16.0, area.height() as f32 * 16.0);
            assert_eq!(object.shape, ObjectShape::Rect { width, height });
            let kind = PropertyValue::StringValue(match room.kind {
                RoomKind::Plain => "plain".to_owned(),
                RoomKind::Prefab => "prefab".to_owned(),
            });
            assert_eq!(object.properties["kind"], kind);
            prefabs += usize::from(room.kind == RoomKind::Prefab);
            rooms += 1;
        }
        ways += check_way(&read, &map, &graph);
    }
    assert!(rooms > 100 && prefabs > 3 && doors >= 2 && ways > 80);
}

/// Checks that the way leads over open ground from the start to the exit by the fewest steps; returns the number
/// of ways.
fn check_way(read: &tiled::Map, map: &Map, graph: &RoomGraph) -> usize {
    let (start, exit) = (map.start.unwrap(), graph.exit().unwrap());
    let open = TileSet::of(&map.tiles, Tile::is_walkable);
    let mut distances = DistanceMap::default();
    distances.measure(&open, Steps::Four, &[start], UNBOUNDED);
    let found = objects(read, "way");
    let [way] = &found[..] else {
        assert!(found.is_empty() && distances.get(exit).is_none_or(|steps| steps == 0));
        return 0;
    };
    let ObjectShape::Polyline { points } = &way.shape else {
        panic!("{:?}", way.shape);
    };
    let tile = |(x, y): (f32, f32)| {
        let at = |side: f32| (side / 16.0).floor() as i32;
        Pos::new(at(way.x + x), at(way.y + y))
    };
    let corners: Vec<Pos> = points.iter().map(|point| tile(*point)).collect();
    assert_eq!(
        (corners.first(), corners.last()),
        (Some(&start), Some(&exit))
    );
    let mut steps = 0;
    for corners in corners.windows(2) {
        let mut pos = corners[0];
        let away = corners[1] - pos;
        assert!((away.x == 0) != (away.y == 0), "{away}");
        while pos != corners[1] {
            pos += Pos::new(away.x.signum(), away.y.signum());
            assert!(map.is_walkable(pos), "{pos}\n{map}");
            steps += 1;
        }
    }
    assert_eq!(Some(steps), distances.get(exit), "{map}");
    assert_eq!(
        way.properties["steps"],
        PropertyValue::IntValue(steps as i32)
    );
    1
}

#[test]
fn a_map_says_what_it_was_generated_from_and_a_drawn_one_says_nothing() {
    let spec: MapSpec = "rooms/40x30/tries=60#18446744073709551615".parse().unwrap();
    let properties = read(Some(&spec), &spec.generate().unwrap()).properties;
    let text = |value: &str| PropertyValue::StringValue(value.to_owned());
    assert_eq!(properties["share_code"], text(&spec.to_string()));
    assert_eq!(properties["generator"], text("rooms"));
    assert_eq!(properties["seed"], text("18446744073709551615"));
    let version = PropertyValue::IntValue(undercroft::GENERATION_VERSION as i32);
    assert_eq!(properties["generation_version"], version);
    assert!(read(None, &every_tile()).properties.is_empty());
}

#[test]
fn every_tile_of_the_tileset_says_what_it_is_and_what_stops_has_a_shape() {
    let map = read(None, &every_tile());
    let [set] = map.tilesets() else {
        panic!("one tileset");
    };
    let mut classes = Vec::new();
    for (_, entry) in set.tiles() {
        let flag = |name: &str| entry.properties[name] == PropertyValue::BoolValue(true);
        let kind = Tile::ALL
            .iter()
            .find(|tile| name(**tile) == entry.user_type);
        let Some(kind) = kind else {
            assert_eq!(entry.user_type, "blocked");
            continue;
        };
        classes.push(*kind);
        assert_eq!(flag("walkable"), kind.is_walkable(), "{kind:?}");
        assert_eq!(flag("opaque"), kind.is_opaque(), "{kind:?}");
        let shapes = entry.collision.as_ref().map(|layer| layer.object_data());
        match shapes {
            None => assert!(kind.is_walkable(), "{kind:?}"),
            Some([shape]) => {
                assert!(!kind.is_walkable(), "{kind:?}");
                assert_eq!((shape.x, shape.y), (0.0, 0.0));
                let (width, height) = (16.0, 16.0);
                assert_eq!(shape.shape, ObjectShape::Rect { width, height });
            }
            Some(shapes) => panic!("{shapes:?}"),
        }
    }
    classes.sort_unstable();
    classes.dedup();
    assert_eq!(classes, Tile::ALL);
}

#[test]
fn walls_are_a_terrain_set_and_neighbours_agree_in_it() {
    for (spec, map) in samples().into_iter().step_by(3) {
        let read = read(Some(&spec), &map);
        let [terrains] = &read.tilesets()[0].wang_sets[..] else {
            panic!("one terrain set");
        };
        assert_eq!(
            (terrains.name.as_str(), terrains.wang_tiles.len()),
            ("walls", 47)
        );
        let walls = tiles(&read, "walls");
        let wang = |pos: Pos| {
            let id = walls.get_tile(pos.x, pos.y)?.id();
            Some(terrains.wang_tiles[&id].wang_id.0)
        };
        let mut joined = 0;
        for (pos, _) in map.tiles.iter() {
            let Some(here) = wang(pos) else {
                continue;
            };
            // The sides of a wall and of the one to its right or below it: numbered from the top, clockwise.
            for (away, side, other) in [(Pos::new(1, 0), 2, 6), (Pos::new(0, 1), 4, 0)] {
                if let Some(beside) = wang(pos + away) {
                    assert_eq!((here[side], beside[other]), (1, 1), "{spec} {pos}");
                    joined += 1;
                } else if map
                    .tiles
                    .get(pos + away)
                    .is_some_and(|tile| tile.is_walkable())
                {
                    assert_eq!(here[side], 0, "{spec} {pos}");
                }
            }
        }
        assert!(joined > 0, "{spec}");
    }
}

#[test]
fn the_image_has_the_size_that_the_tileset_says_and_no_two_tiles_are_the_same() {
    let picture = decode(&companion(Companion::TilesetImage));
    let map = read(None, &every_tile());
    let set = &map.tilesets()[0];
    let image = set.image.as_ref().unwrap();
    assert_eq!(image.source, Path::new(Companion::TilesetImage.name()));
    let size = (image.width as u32, image.height as u32);
    assert_eq!(size, (picture.width, picture.height));
    assert_eq!((set.tile_width, set.tile_height, set.columns), (16, 16, 8));
    let mut pictures = Vec::new();
    for tile in 0..set.tilecount {
        let (left, top) = (tile % set.columns * 16, tile / set.columns * 16);
        let row = |y: u32| {
            let start = ((top + y) * picture.width + left) as usize;
            &picture.pixels[start..start + 16]
        };
        pictures.push((0..16).flat_map(row).collect::<Vec<_>>());
    }
    // Void looks like rock.
    pictures.pop();
    for (index, picture) in pictures.iter().enumerate() {
        assert!(!pictures[..index].contains(picture), "tile {index}");
    }
}

#[test]
fn the_json_says_the_same_as_the_xml() {
    let (mut files, mut things) = (0, 0);
    for (spec, map) in samples().into_iter().step_by(3) {
        let read = read(Some(&spec), &map);
        let json: Value = serde_json::from_slice(&file(Format::Tmj, Some(&spec), &map)).unwrap();
        assert_eq!(json["tilesets"][0]["source"], Companion::Tsj.name());
        assert_eq!(
            (&json["width"], &json["height"]),
            (&read.width.into(), &read.height.into())
        );
        assert_eq!(json["properties"][0]["value"], spec.to_string());
        for (layer, other) in read.layers().zip(json["layers"].as_array().unwrap()) {
            assert_eq!(
                (&other["name"], &other["id"]),
                (&layer.name.clone().into(), &layer.id().into())
            );
            assert_eq!(other["visible"], layer.visible);
            if let Some(layer) = layer.as_tile_layer() {
                let data = other["data"].as_array().unwrap();
                assert_eq!(data.len(), map.size().area());
                for (gid, (pos, _)) in data.iter().zip(map.tiles.iter()) {
                    let tile = layer.get_tile(pos.x, pos.y);
                    let number = tile.map_or(0, |tile| tile.id() + 1);
                    assert_eq!(*gid, number, "{spec} {pos}");
                }
                continue;
            }
            let objects = layer.as_object_layer().unwrap();
            let others = other["objects"].as_array().unwrap();
            assert_eq!(objects.objects().len(), others.len());
            for (object, other) in objects.objects().zip(others) {
                assert_eq!(other["id"], object.id());
                assert_eq!(other["name"], object.name.clone());
                assert_eq!(other["type"], object.user_type.clone());
                let at = |key: &str| other[key].as_f64().unwrap() as f32;
                assert_eq!((at("x"), at("y")), (object.x, object.y));
                let is_point = matches!(object.shape, ObjectShape::Point(..));
                assert_eq!(other["point"] == true, is_point);
                match &object.shape {
                    ObjectShape::Rect { width, height } => {
                        assert_eq!((at("width"), at("height")), (*width, *height));
                    }
                    ObjectShape::Polyline { points } => {
                        assert_eq!(other["polyline"].as_array().unwrap().len(), points.len());
                    }
                    _ => {}
                }
                things += 1;
            }
        }
        files += 1;
    }
    assert!(files > 30 && things > 200);

    let set: Value = serde_json::from_slice(&companion(Companion::Tsj)).unwrap();
    let map = read(None, &every_tile());
    let other = &map.tilesets()[0];
    assert_eq!(set["tilecount"], other.tilecount);
    assert_eq!(set["image"], Companion::TilesetImage.name());
    for entry in set["tiles"].as_array().unwrap() {
        let tile = other
            .get_tile(entry["id"].as_u64().unwrap() as u32)
            .unwrap();
        assert_eq!(entry["type"], tile.user_type.clone());
        assert_eq!(entry.get("objectgroup").is_some(), tile.collision.is_some());
    }
    let walls = &set["wangsets"][0]["wangtiles"];
    for wall in walls.as_array().unwrap() {
        let id = wall["tileid"].as_u64().unwrap() as u32;
        let wang: Vec<u64> = serde_json::from_value(wall["wangid"].clone()).unwrap();
        let expected = other.wang_sets[0].wang_tiles[&id].wang_id.0;
        assert_eq!(wang, expected.map(u64::from));
    }
}

#[test]
fn a_map_refers_to_the_tileset_in_the_given_folder() {
    let map = every_tile();
    for folder in [
        "../shared/my \"art\" & <more>",
        "../shared/my \"art\" & <more>/",
    ] {
        let options = Options {
            folder,
            ..Options::default()
        };
        let mut file = Vec::new();
        export::write(Format::Tmx, None, &map, &options, &mut file).unwrap();
        let tileset = "../shared/my \"art\" & <more>/undercroft-tileset.tsx";
        assert_eq!(read_bytes(file, tileset).tilesets().len(), 1);
    }
}
