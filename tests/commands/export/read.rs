//! Maps from files: what is written is read back, and what others make of it.

use serde_json::{Value, json};
use undercroft::export::read::{Loaded, ReadError, read};
use undercroft::export::{self, Companion, Format, Options};
use undercroft::game::{self, things};
use undercroft::geom::{Pos, Rect};
use undercroft::map::{Map, Room, RoomKind, Thing, ThingClass, Tile};
use undercroft::mapgen::MapSpec;

use super::{companion, every_tile, file, samples};
use crate::trial;

/// Reads a file beside which the tilesets are.
fn load(file: &[u8]) -> Result<Loaded, ReadError> {
    let sets = [Companion::Tsj, Companion::Tsx];
    read(file, &mut |path| {
        let set = sets.into_iter().find(|set| set.name() == path);
        Some(companion(set.unwrap_or_else(|| panic!("{path}"))))
    })
}

/// The formats that hold all of a map.
const WHOLE: [Format; 4] = [Format::Json, Format::Tmj, Format::Tmx, Format::Ldtk];

/// Levels and set pieces of Descend, and levels that somebody went on to make.
fn populated() -> Vec<(MapSpec, Map)> {
    let known = game::generators();
    let seeds = 7..trial::amount(8, 32);
    let level = |depth| {
        seeds
            .clone()
            .map(move |seed| format!("level/80x50/depth={depth}#{seed}"))
    };
    let codes = (1..=8).flat_map(level);
    let others = [
        "set-piece/23x23/name=belfry#7",
        "level/80x50/depth=3|doors#7",
    ];
    let codes = codes.chain(others.map(str::to_owned));
    let specs = codes.map(|code| known.read(&code).unwrap());
    let all: Vec<_> = specs
        .map(|spec| (spec.clone(), spec.generate().unwrap()))
        .collect();
    assert!(all.iter().all(|(spec, map)| !things(spec, map).is_empty()));
    all
}

/// The file of a map that is loaded.
fn file_of(format: Format, loaded: &Loaded) -> Vec<u8> {
    let options = Options {
        things: &loaded.things,
        ..Options::default()
    };
    let mut file = Vec::new();
    let spec = loaded.spec.as_ref();
    export::write(format, spec, &loaded.map, &options, &mut file).unwrap();
    file
}

fn made(spec: &MapSpec, map: &Map) -> Loaded {
    Loaded {
        map: map.clone(),
        things: things(spec, map),
        spec: Some(spec.clone()),
        notes: Vec::new(),
    }
}

#[test]
fn every_map_comes_back_whole_through_every_pair_of_formats() {
    let mut maps = samples();
    maps.extend(populated());
    let mut all: Vec<Loaded> = maps.iter().map(|(spec, map)| made(spec, map)).collect();
    all.push(own());
    for (number, before) in all.iter().enumerate() {
        // Each pair occurs with maps of each kind.
        let first = WHOLE[number % 4];
        let second = WHOLE[(number / 4 + number) % 4];
        let loaded = load(&file_of(first, before)).unwrap();
        assert!(
            loaded == *before,
            "{first:?} {:?}\n{}",
            before.spec,
            loaded.map
        );
        let again = load(&file_of(second, &loaded)).unwrap();
        assert!(
            again == *before,
            "{first:?} to {second:?} {:?}",
            before.spec
        );
    }
    for first in WHOLE {
        for second in WHOLE {
            for before in [own(), made(&populated()[2].0, &populated()[2].1)] {
                let loaded = load(&file_of(first, &before)).unwrap();
                let again = load(&file_of(second, &loaded)).unwrap();
                assert!(again == before, "{first:?} to {second:?}: {again:?}");
            }
        }
    }
    for (spec, map) in maps.iter().step_by(7) {
        let loaded = load(&file(Format::Text, Some(spec), map)).unwrap();
        assert_eq!(
            (loaded.map.to_string(), loaded.spec),
            (map.to_string(), None)
        );
    }
}

/// A map of one's own: every tile with void at the edge, a start on stairs, an exit elsewhere, rooms with and without
/// names, and things of classes of one's own.
fn own() -> Loaded {
    let text = format!("{}   \n", every_tile().to_string().replace('@', "<"));
    let mut map = Map::from_text(&text).unwrap();
    map.start = map
        .tiles
        .iter()
        .find(|(_, tile)| **tile == Tile::StairsUp)
        .map(|(pos, _)| pos);
    map.rooms = vec![
        Room::plain(Rect::sized(Pos::new(5, 2), 8, 1)),
        Room {
            name: Some("boss".parse().unwrap()),
            ..Room::of_kind(Rect::sized(Pos::new(1, 1), 3, 2), RoomKind::Prefab)
        },
    ];
    let camp = Thing {
        area: Rect::sized(Pos::new(6, 1), 3, 2),
        properties: [("loot", "7"), ("note", "a < b & \"c\"\nd=e")]
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .into(),
        ..Thing::at(ThingClass::Other, "camp", "orcs", Pos::default())
    };
    let monster = Thing::at(ThingClass::Monster, "ogre", "an ogre", Pos::new(7, 2));
    let exit = Thing::at(ThingClass::Other, "exit", "exit", Pos::new(8, 2));
    let unnamed = Thing::at(ThingClass::Other, "", "", Pos::new(0, 0));
    Loaded {
        map,
        things: vec![camp, monster, unnamed, exit],
        spec: None,
        notes: Vec::new(),
    }
}

#[test]
fn the_share_code_of_an_own_map_holds_all_of_it() {
    let own = own();
    let spec = own.clone().into_spec().unwrap();
    let read = game::generators().read(&spec.to_string()).unwrap();
    let map = read.generate().unwrap();
    assert_eq!(map, own.map);
    assert_eq!(things(&read, &map), own.things);
    let loaded = load(&file_of(Format::Tmx, &made(&read, &map))).unwrap();
    assert_eq!(loaded, made(&read, &map));
}

#[test]
fn a_level_whose_map_was_changed_keeps_its_things() {
    let (spec, map) = &populated()[2];
    let mut changed = made(spec, map);
    let free = |(pos, tile): &(Pos, &Tile)| {
        **tile == Tile::Floor && changed.things.iter().all(|thing| thing.pos() != *pos)
    };
    let (pos, _) = map.tiles.iter().find(free).unwrap();
    changed.map.tiles[pos] = Tile::Rubble;
    changed.spec = None;
    for format in WHOLE {
        assert_eq!(
            load(&file_of(format, &changed)).unwrap(),
            changed,
            "{format:?}"
        );
    }
    // So does one whose monster was moved; its code is no longer true.
    let mut moved = made(spec, map);
    moved.things[0].area = Rect::between(pos, pos);
    let text = String::from_utf8(file_of(Format::Json, &moved)).unwrap();
    let mut json: Value = serde_json::from_str(&text).unwrap();
    json["things"][0]["x"] = json!(pos.x);
    json["things"][0]["y"] = json!(pos.y);
    let loaded = load(json.to_string().as_bytes()).unwrap();
    assert_eq!((loaded.spec, loaded.things), (None, moved.things));
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
    for format in WHOLE {
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
  <object id="3" type="spawner" name="rats" x="64" y="64"><properties><property name="every" type="int" value="9"/></properties><polygon points="0,0 40,-10 20,-40"/></object>
  <object id="4" name="far" x="900" y="0"><point/></object>
  <object id="5" type="chest" gid="9" x="32" y="64" width="32" height="32"/>
 </objectgroup>
</map>"#;

#[test]
fn a_map_that_was_made_in_tiled_is_read_by_the_classes_of_its_tiles() {
    let loaded = read(OTHER.as_bytes(), &mut |_| None).unwrap();
    let map = loaded.map;
    assert_eq!(map.to_string(), "#...\n.\"@.\n####\n");
    assert_eq!(map.rooms, [Room::plain(Rect::sized(Pos::new(1, 0), 2, 2))]);
    let rats = Thing {
        area: Rect::sized(Pos::new(2, 0), 2, 2),
        properties: [("every".to_owned(), "9".to_owned())].into(),
        ..Thing::at(ThingClass::Other, "spawner", "rats", Pos::default())
    };
    let chest = Thing::at(ThingClass::Other, "chest", "", Pos::new(1, 1));
    assert_eq!(loaded.things, [rats, chest]);
    assert_eq!(
        loaded.notes,
        ["\"far\" lies outside the map and is left out"]
    );
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
