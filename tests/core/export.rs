//! Exported files, read by other libraries: a Tiled map of each generator by `tiled_json_rs`, pictures
//! by the PNG decoder.

use std::path::Path;

use tiled_json_rs::{Layer, LayerType, Object, TiledValue};
use undercroft::export::{self, Format, Options, TILESET_NAME};
use undercroft::geom::Size;
use undercroft::map::{Map, Tile};
use undercroft::mapgen::{ALL, GenerateError, MAX_SIDE, MapSpec};
use undercroft::rng::Seed;

fn tmj(spec: &MapSpec, map: &Map) -> Vec<u8> {
    let mut file = Vec::new();
    export::write(Format::Tmj, spec, map, &Options::default(), &mut file).unwrap();
    file
}

/// The map as `tiled_json_rs` reads it.
fn read(spec: &MapSpec, map: &Map) -> tiled_json_rs::Map {
    serde_json::from_slice(&tmj(spec, map)).unwrap_or_else(|error| panic!("{spec}: {error}"))
}

/// A few maps of each generator: of its smallest size, of a usual one, and with odd sides.
fn samples() -> Vec<(MapSpec, Map)> {
    let mut samples = Vec::new();
    for generator in ALL {
        let min = generator.min_size(&generator.params());
        let at_least = |w: u32, h: u32| Size::new(w.max(min.width), h.max(min.height));
        let before = samples.len();
        for size in [min, at_least(80, 50), at_least(61, 33)] {
            for seed in 0..4 {
                let spec = MapSpec::new(generator.info().name, size, Seed(seed)).unwrap();
                match spec.generate() {
                    Ok(map) => samples.push((spec, map)),
                    // The smallest map may have no space for a room.
                    Err(GenerateError::NoRooms { .. }) => assert_eq!(size, min, "{spec}"),
                    Err(error) => panic!("{spec}: {error}"),
                }
            }
        }
        assert!(samples.len() >= before + 8, "{}", generator.info().name);
    }
    samples
}

/// One map with every kind of tile.
fn every_tile() -> (MapSpec, Map) {
    let spec = "box/12x3#18446744073709551615".parse().unwrap();
    let text = "############\n#@.+'<>~\"^ #\n############\n";
    (spec, Map::from_text(text).unwrap())
}

/// The name in the tileset of the tile with this global id.
fn tile_name(map: &tiled_json_rs::Map, gid: u32) -> String {
    let [set] = map.tile_sets.as_slice() else {
        panic!("one tileset");
    };
    let tiles = set.tiles.as_ref().unwrap();
    let tile = tiles
        .iter()
        .find(|tile| tile.id + set.first_gid == gid)
        .unwrap_or_else(|| panic!("no tile {gid}"));
    match &tile.properties["name"] {
        TiledValue::String(name) => name.clone(),
        other => panic!("{other:?}"),
    }
}

const NAMES: [(Tile, &str); 10] = [
    (Tile::Void, "void"),
    (Tile::Wall, "wall"),
    (Tile::Floor, "floor"),
    (Tile::DoorClosed, "door-closed"),
    (Tile::DoorOpen, "door-open"),
    (Tile::StairsUp, "stairs-up"),
    (Tile::StairsDown, "stairs-down"),
    (Tile::Water, "water"),
    (Tile::Grass, "grass"),
    (Tile::Brazier, "brazier"),
];

fn data(map: &tiled_json_rs::Map) -> &[u32] {
    match map.layers.as_slice() {
        [
            Layer {
                layer_type: LayerType::TileLayer(layer),
                ..
            },
            _,
        ] => {
            assert_eq!((layer.width, layer.height), (map.width, map.height));
            &layer.data
        }
        other => panic!("{other:?}"),
    }
}

fn objects(map: &tiled_json_rs::Map) -> &[Object] {
    match map.layers.as_slice() {
        [
            _,
            Layer {
                layer_type: LayerType::ObjectGroup(group),
                ..
            },
        ] => &group.objects,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_tiled_map_of_every_generator_has_the_same_tiles_in_another_reader() {
    for (spec, map) in samples().into_iter().chain([every_tile()]) {
        let read = read(&spec, &map);
        let size = map.size();
        assert_eq!((read.width, read.height), (size.width, size.height));
        assert_eq!((read.tile_width, read.tile_height), (16, 16));
        assert!(!read.infinite);
        let tiles = map.tiles.as_slice();
        assert_eq!(data(&read).len(), tiles.len(), "{spec}");
        // Looking up the name of every tile would be slow.
        let names: Vec<String> = (1..=10).map(|gid| tile_name(&read, gid)).collect();
        for (gid, tile) in data(&read).iter().zip(tiles) {
            let (_, name) = NAMES.iter().find(|(known, _)| known == tile).unwrap();
            assert_eq!(names[*gid as usize - 1], *name, "{spec}");
        }
    }
}

#[test]
fn the_start_is_a_point_and_each_room_a_rectangle() {
    let mut rooms = 0;
    for (spec, map) in samples() {
        let read = read(&spec, &map);
        let (start, rest) = objects(&read).split_first().unwrap();
        let pos = map.start.unwrap();
        assert_eq!(start.name, "start");
        let middle = |tile: i32| (tile * 16 + 8) as f32;
        assert_eq!((start.x, start.y), (middle(pos.x), middle(pos.y)), "{spec}");
        assert_eq!(rest.len(), map.rooms.len(), "{spec}");
        // `tiled_json_rs` does not read points.
        let plain: serde_json::Value = serde_json::from_slice(&tmj(&spec, &map)).unwrap();
        let objects = plain["layers"][1]["objects"].as_array().unwrap();
        assert_eq!(objects[0]["point"], true);
        assert!(objects[1..].iter().all(|room| room["point"] == false));
        for (index, (object, room)) in rest.iter().zip(&map.rooms).enumerate() {
            let room = room.area;
            assert_eq!(object.name, format!("room {}", index + 1));
            assert_eq!(object.id, Some(index as u32 + 2));
            let corner = (room.left as f32 * 16.0, room.top as f32 * 16.0);
            let sides = (room.width() as f32 * 16.0, room.height() as f32 * 16.0);
            assert_eq!((object.x, object.y), corner, "{spec}");
            assert_eq!((object.width, object.height), sides, "{spec}");
            rooms += 1;
        }
    }
    assert!(rooms > 50);
}

#[test]
fn a_tiled_map_has_its_share_code_and_its_tiles_their_properties() {
    let (spec, map) = every_tile();
    let read = read(&spec, &map);
    let text = |value: &str| TiledValue::String(value.to_owned());
    assert_eq!(read.properties["share_code"], text(&spec.to_string()));
    assert_eq!(read.properties["generator"], text("box"));
    assert_eq!(read.properties["seed"], text("18446744073709551615"));
    let version = TiledValue::Int(undercroft::GENERATION_VERSION);
    assert_eq!(read.properties["generation_version"], version);

    let tiles = read.tile_sets[0].tiles.as_ref().unwrap();
    assert_eq!(tiles.len(), Tile::ALL.len());
    for (tile, entry) in Tile::ALL.iter().zip(tiles) {
        let flag = |name: &str| entry.properties[name] == TiledValue::Bool(true);
        assert_eq!(flag("walkable"), tile.is_walkable(), "{tile:?}");
        assert_eq!(flag("opaque"), tile.is_opaque(), "{tile:?}");
    }
}

/// A PNG, decoded.
pub struct Picture {
    pub width: u32,
    pub height: u32,
    /// Texts with their keywords.
    pub texts: Vec<(String, String)>,
    pub pixels: Vec<[u8; 3]>,
}

pub fn decode(bytes: &[u8]) -> Picture {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().unwrap();
    let mut buffer = vec![0; reader.output_buffer_size().unwrap()];
    let frame = reader.next_frame(&mut buffer).unwrap();
    assert_eq!(frame.color_type, png::ColorType::Rgb);
    let texts = &reader.info().uncompressed_latin1_text;
    Picture {
        width: frame.width,
        height: frame.height,
        texts: texts
            .iter()
            .map(|chunk| (chunk.keyword.clone(), chunk.text.clone()))
            .collect(),
        pixels: buffer[..frame.buffer_size()]
            .chunks_exact(3)
            .map(|rgb| [rgb[0], rgb[1], rgb[2]])
            .collect(),
    }
}

#[test]
fn the_tileset_image_has_the_size_in_the_map_and_no_two_tiles_are_the_same() {
    let mut bytes = Vec::new();
    export::write_tileset(&mut bytes).unwrap();
    let picture = decode(&bytes);
    let (spec, map) = every_tile();
    let set = &read(&spec, &map).tile_sets[0];
    assert_eq!(set.image, Path::new(TILESET_NAME));
    assert_eq!(
        (set.image_width, set.image_height),
        (picture.width, picture.height)
    );
    assert_eq!((set.tile_width, set.tile_height), (16, 16));
    assert_eq!(set.tile_count as usize, Tile::ALL.len());

    let mut pictures = Vec::new();
    for tile in 0..set.tile_count {
        let corner = set.tile_position_on_image(tile);
        let (left, top) = (corner.x as u32, corner.y as u32);
        let row = |y: u32| {
            let start = ((top + y) * picture.width + left) as usize;
            &picture.pixels[start..start + 16]
        };
        pictures.push((0..16).flat_map(row).collect::<Vec<_>>());
    }
    for (index, picture) in pictures.iter().enumerate() {
        assert!(!pictures[..index].contains(picture), "tile {index}");
    }
}

#[test]
fn a_tiled_map_refers_to_the_given_image() {
    let (spec, map) = every_tile();
    let options = Options {
        tileset: "../shared/my \"tiles\".png",
        ..Options::default()
    };
    let mut file = Vec::new();
    export::write(Format::Tmj, &spec, &map, &options, &mut file).unwrap();
    let read: tiled_json_rs::Map = serde_json::from_slice(&file).unwrap();
    assert_eq!(
        read.tile_sets[0].image,
        Path::new("../shared/my \"tiles\".png")
    );
}

#[test]
fn a_large_map_is_written_in_small_pieces() {
    /// Counts the bytes, and measures the largest piece.
    #[derive(Default)]
    struct Gauge {
        bytes: usize,
        largest: usize,
    }

    impl std::io::Write for Gauge {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.bytes += bytes.len();
            self.largest = self.largest.max(bytes.len());
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    let spec = MapSpec::new("box", Size::new(MAX_SIDE, 256), Seed(1)).unwrap();
    let map = spec.generate().unwrap();
    for format in [Format::Text, Format::Png, Format::Tmj] {
        let mut gauge = Gauge::default();
        export::write(format, &spec, &map, &Options::default(), &mut gauge).unwrap();
        assert!(gauge.bytes > 4096, "{format:?}");
        assert!(gauge.largest < 1 << 17, "{format:?} {}", gauge.largest);
    }
}

#[test]
fn every_export_is_reproducible() {
    for (spec, map) in samples().into_iter().step_by(5) {
        for format in Format::ALL {
            let write = || {
                let mut file = Vec::new();
                export::write(format, &spec, &map, &Options::default(), &mut file).map(|()| file)
            };
            let Ok(file) = write() else {
                // Only a maze of cells has a hex form.
                assert_eq!(format, Format::Hex, "{spec}");
                assert!(!spec.generator().makes_cell_maze(), "{spec}");
                continue;
            };
            assert!(!file.is_empty());
            assert_eq!(file, write().unwrap(), "{spec} {format:?}");
        }
    }
}
