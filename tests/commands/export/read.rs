//! Maps from files: what is written is read back, and what others make of it.

use serde_json::{Value, json};
use undercroft::export::read::{Loaded, ReadError, read};
use undercroft::export::{self, Companion, Format, Options};
use undercroft::geom::{Pos, Rect};
use undercroft::map::{Room, Tile};
use undercroft::mapgen::MapSpec;

use super::{companion, every_tile, file, samples};

/// Reads a file beside which the tilesets are.
fn load(file: &[u8]) -> Result<Loaded, ReadError> {
    let sets = [Companion::Tsj, Companion::Tsx];
    read(file, &mut |path| {
        let set = sets.into_iter().find(|set| set.name() == path);
        Some(companion(set.unwrap_or_else(|| panic!("{path}"))))
    })
}

#[test]
fn every_map_comes_back_with_its_share_code() {
    for (spec, map) in samples().into_iter().step_by(2) {
        for format in [Format::Json, Format::Tmj, Format::Tmx] {
            let loaded = load(&file(format, Some(&spec), &map)).unwrap();
            let expected = Loaded {
                map: map.clone(),
                spec: Some(spec.clone()),
            };
            assert!(loaded == expected, "{spec} {format:?}\n{}", loaded.map);
        }
        let loaded = load(&file(Format::Text, Some(&spec), &map)).unwrap();
        assert_eq!(
            (loaded.map.to_string(), loaded.spec),
            (map.to_string(), None)
        );
    }
    let mut map = every_tile();
    map.rooms = vec![Room::plain(Rect::sized(Pos::new(5, 2), 8, 1))];
    for format in [Format::Json, Format::Tmj, Format::Tmx] {
        let loaded = load(&file(format, None, &map)).unwrap();
        assert_eq!((loaded.map, loaded.spec), (map.clone(), None), "{format:?}");
    }
}

#[test]
fn a_map_as_json_keeps_the_blank_rows_and_columns_around_it() {
    let rows = ["     ", " ### ", " #.# ", " ### ", "     "];
    let json = json!({ "tiles": rows, "size": { "width": 5, "height": 5 } }).to_string();
    let loaded = load(json.as_bytes()).unwrap();
    assert_eq!(loaded.map.to_string(), rows.join("\n") + "\n");
}

#[test]
fn a_map_that_was_changed_loses_its_share_code() {
    let spec: MapSpec = "rooms/40x30#7".parse().unwrap();
    let map = spec.generate().unwrap();
    let mut changed = map.clone();
    let rock = changed
        .tiles
        .iter()
        .find(|(_, tile)| **tile == Tile::Wall)
        .unwrap()
        .0;
    changed.tiles[rock] = Tile::Floor;
    for format in [Format::Json, Format::Tmj, Format::Tmx] {
        let loaded = load(&file(format, Some(&spec), &changed)).unwrap();
        assert_eq!(
            (loaded.map, loaded.spec),
            (changed.clone(), None),
            "{format:?}"
        );
    }
}

#[test]
fn without_its_file_our_tileset_is_known_and_another_is_asked_for() {
    let map = every_tile();
    for format in [Format::Tmj, Format::Tmx] {
        let bytes = file(format, None, &map);
        assert_eq!(read(&bytes, &mut |_| None).unwrap().map, map);
        let other = String::from_utf8(bytes)
            .unwrap()
            .replace("undercroft-tileset.", "mine.");
        let error = read(other.as_bytes(), &mut |_| None)
            .unwrap_err()
            .to_string();
        assert!(
            error.starts_with("tileset mine.ts") && error.contains("cannot be read"),
            "{error}"
        );
    }
}

/// A map as Tiled may save it: with its own tileset, other layers, and tiles that are turned.
const OTHER: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" orientation="orthogonal" width="4" height="3" tilewidth="32" tileheight="32" infinite="0">
 <tileset firstgid="1" name="mine" tilewidth="32" tileheight="32" tilecount="9" columns="3">
  <tile id="0" class="wall"/>
  <tile id="4" type="grass &amp; flowers"><properties><property name="name" value="grass"/></properties></tile>
  <tile id="8" type="floor"/>
 </tileset>
 <group id="9" name="all">
  <layer id="1" name="below" width="4" height="3"><data encoding="csv">
9,9,9,9,
9,2147483653,9,9,
0,0,0,0
</data></layer>
  <layer id="2" name="above" width="4" height="3"><data>
   <tile gid="1"/><tile/><tile/><tile/><tile/><tile/><tile/><tile/><tile/><tile/><tile/><tile gid="1"/>
  </data></layer>
 </group>
 <imagelayer id="3" name="sky"/>
 <objectgroup id="4" name="anything">
  <object id="1" type="start" x="90.5" y="40"><point/></object>
  <object id="2" class="room" x="33" y="0" width="60" height="63"/>
 </objectgroup>
</map>"#;

#[test]
fn a_map_that_was_made_in_tiled_is_read_by_the_classes_of_its_tiles() {
    let map = read(OTHER.as_bytes(), &mut |_| None).unwrap().map;
    assert_eq!(map.to_string(), "#...\n.\"@.\n####\n");
    assert_eq!(map.rooms, [Room::plain(Rect::sized(Pos::new(1, 0), 2, 2))]);
}

#[test]
fn what_is_no_map_is_refused_with_the_place_and_the_reason() {
    let csv = |from: &str, to: &str| {
        assert!(OTHER.contains(from), "{from}");
        OTHER.replace(from, to)
    };
    let json = |change: &dyn Fn(&mut Value)| {
        let map = file(Format::Tmj, None, &every_tile());
        let mut value: Value = serde_json::from_slice(&map).unwrap();
        change(&mut value);
        value.to_string()
    };
    for (text, needle) in [
        ("", "the map is empty"),
        ("###\n#?#\n", "line 2, column 2: \"?\" is not a tile"),
        (
            "{}",
            "neither \"tiles\", as undercroft writes, nor \"layers\"",
        ),
        (
            "{\"tiles\": [\"##\", \"?\"]}",
            "tiles, line 2, column 1: \"?\" is not a tile",
        ),
        (
            "{\"tiles\": [\"###\", \"\"]}",
            "tiles: each text must be one row",
        ),
        (
            "{\"tiles\": [\"##\\n##\"]}",
            "tiles: each text must be one row",
        ),
        (
            "{\"tiles\": [\"...\"], \"size\": {\"width\": 3, \"height\": 2}}",
            "the file says 3x2 tiles, and its rows are 3x1",
        ),
        (
            "{\"tiles\": [\"...\"], \"width\": 4, \"height\": 1}",
            "the file says 4x1 tiles, and its rows are 3x1",
        ),
        ("{\"tiles\": 7}", "not a map as JSON: invalid type"),
        (
            "{\"tiles\": [\"#.\"], \"start\": {\"x\": 0, \"y\": 0}}",
            "the start (0,0) is not a tile to walk on",
        ),
        (
            "{\"tiles\": [\"..\"], \"rooms\": [{\"left\": 1, \"top\": 0, \"right\": 0, \"bottom\": 0}]}",
            "does not lie on a map of 2x1",
        ),
        ("<map", "not a map as XML:"),
        (
            "<?xml version=\"1.0\"?><tileset/>",
            "<tileset> where <map> should be",
        ),
        (
            &csv("infinite=\"0\"", "infinite=\"1\""),
            "the map is infinite: in Tiled, clear",
        ),
        (&csv("orthogonal", "hexagonal"), "the map is hexagonal"),
        (
            &csv(
                "width=\"4\" height=\"3\" tilew",
                "width=\"4\" height=\"9999\" tilew",
            ),
            "the map is 4x9999",
        ),
        (
            &csv("9,2147483653,9,9,\n", ""),
            "layer \"below\" has 8 tiles; a map of 4x3 has 12",
        ),
        (&csv("9,2147483653", "x,2147483653"), "\"x\" is no tile"),
        (
            &csv("9,2147483653", "2,5"),
            "layer \"below\", (0,1): tile 1 of tileset mine has the class \"\"",
        ),
        (
            &csv("<tile gid=\"1\"/><tile/>", "<tile gid=\"4000\"/><tile/>"),
            "layer \"above\", (0,0): tile 3999",
        ),
        (
            &csv(
                "encoding=\"csv\"",
                "encoding=\"base64\" compression=\"zstd\"",
            ),
            "is written as zstd base64: in Tiled",
        ),
        (
            &csv("x=\"90.5\"", "x=\"-1\""),
            "the start (-1,1) is not a tile to walk on",
        ),
        (
            &csv("width=\"60\"", "width=\"-1e300\""),
            "the room \"\" is not a rectangle",
        ),
        (
            &csv("width=\"60\"", "width=\"600\""),
            "does not lie on a map of 4x3",
        ),
        (
            &csv("x=\"90.5\"", ""),
            "line 20, column 3: <object> needs a number \"x\"",
        ),
        (
            &json(&|map| map["layers"][0]["data"] = json!("AAA=")),
            "layer \"ground\" is written as base64",
        ),
        (&json(&|map| map["width"] = json!(0)), "the map is 0x4"),
        (
            &json(&|map| map["layers"][1]["data"][0] = json!(-1)),
            "not a map as JSON: invalid value",
        ),
    ] {
        let error = load(text.as_bytes()).unwrap_err().to_string();
        assert!(error.contains(needle), "{needle}: {error}");
    }
    assert!(matches!(load(b"\xff\xfe\x00"), Err(ReadError::NotText)));
}

#[test]
fn a_map_that_an_earlier_version_wrote_is_read() {
    // One layer, the tileset in the map, the class "tile".
    let tile = |id: u32, name: &str| {
        let name = json!({ "name": "name", "type": "string", "value": name });
        json!({ "id": id, "type": "tile", "properties": [name] })
    };
    let map = json!({
        "type": "map", "orientation": "orthogonal", "infinite": false,
        "width": 3, "height": 1, "tilewidth": 16, "tileheight": 16,
        "tilesets": [{ "firstgid": 1, "name": "undercroft", "tiles": [tile(1, "wall"), tile(2, "floor")] }],
        "layers": [
            { "type": "tilelayer", "name": "tiles", "data": [2, 3, 3] },
            { "type": "objectgroup", "name": "places", "objects": [{ "type": "start", "x": 24, "y": 8 }] },
        ],
    });
    let loaded = load(map.to_string().as_bytes()).unwrap();
    assert_eq!(loaded.map.to_string(), "#@.\n");
}

#[test]
fn a_hex_maze_needs_no_code() {
    let spec: MapSpec = "maze-dfs/9x9#7".parse().unwrap();
    let map = spec.generate().unwrap();
    let hex = |spec| {
        let mut hex = Vec::new();
        export::write(Format::Hex, spec, &map, &Options::default(), &mut hex).map(|()| hex)
    };
    assert_eq!(hex(None).unwrap(), hex(Some(&spec)).unwrap());
}
