//! JSON and CSV: what they say is true of the map.

use serde_json::{Value, json};
use undercroft::export::{Format, SCHEMA};
use undercroft::map::{Map, RoomGraph, Tile};
use undercroft::mapgen::MapSpec;

use super::{every_tile, file, samples};

fn read(spec: Option<&MapSpec>, map: &Map) -> Value {
    serde_json::from_slice(&file(Format::Json, spec, map)).unwrap()
}

#[test]
fn the_room_graph_and_the_doors_are_those_of_the_map() {
    let (mut areas, mut doors) = (0, 0);
    for map in samples()
        .into_iter()
        .map(|(_, map)| map)
        .chain([every_tile()])
    {
        let (json, graph) = (read(None, &map), RoomGraph::of(&map));
        let found = json["graph"]["areas"].as_array().unwrap();
        assert_eq!(found.len(), graph.areas().len());
        for (found, area) in found.iter().zip(graph.areas()) {
            assert_eq!(found["tiles"], area.tiles);
            assert_eq!(found["bounds"], json!(area.bounds));
            if found["kind"] == "room" {
                assert!(map.rooms.len() > found["room"].as_u64().unwrap() as usize);
            }
        }
        let links = json["graph"]["links"].as_array().unwrap();
        assert_eq!(links.len(), graph.links().len());
        for (found, link) in links.iter().zip(graph.links()) {
            assert_eq!(
                (&found["areas"], &found["at"]),
                (&json!(link.areas), &json!(link.at))
            );
        }
        for door in json["doors"].as_array().unwrap() {
            assert_eq!(
                found[door["area"].as_u64().unwrap() as usize]["kind"],
                "door"
            );
            doors += 1;
        }
        assert_eq!(json["exit"], json!(graph.exit()));
        areas += found.len();
    }
    assert!(areas > 1000 && doors >= 2);
}

#[test]
fn the_legend_explains_every_tile_of_the_rows() {
    let map = every_tile();
    let json = read(None, &map);
    let legend = &json["legend"];
    for row in json["tiles"].as_array().unwrap() {
        for char in row.as_str().unwrap().chars() {
            assert!(legend[char.to_string()]["name"].is_string(), "{char}");
        }
    }
    let door = json!({ "name": "door-closed", "number": 3, "walkable": true, "opaque": true });
    assert_eq!(legend["+"], door);
}

#[test]
fn only_a_generated_map_says_what_made_it() {
    let spec: MapSpec = "box/5x4#1".parse().unwrap();
    let made = read(Some(&spec), &spec.generate().unwrap());
    let drawn = read(None, &every_tile());
    for key in [
        "generator",
        "seed",
        "share_code",
        "generation_version",
        "stages",
    ] {
        assert!(made.get(key).is_some() && drawn.get(key).is_none(), "{key}");
    }
}

#[test]
fn the_schema_names_every_key_of_a_map_and_no_other() {
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    // A level of Descend has things, too.
    let spec_of = |code: &str| undercroft::known().read(code).unwrap();
    let spec = spec_of("level/80x50/depth=3#1");
    let map = read(Some(&spec), &spec.generate().unwrap());
    let keys = |value: &Value| {
        let mut keys: Vec<String> = value.as_object().unwrap().keys().cloned().collect();
        keys.sort_unstable();
        keys
    };
    assert_eq!(keys(&schema["properties"]), keys(&map));
    let item =
        |schema: &Value, list: &str| keys(&schema["properties"][list]["items"]["properties"]);
    assert_eq!(item(&schema, "rooms"), keys(&map["rooms"][0]));
    let graph = &schema["properties"]["graph"];
    assert_eq!(keys(&graph["properties"]), keys(&map["graph"]));
    for list in ["areas", "links"] {
        assert_eq!(item(graph, list), keys(&map["graph"][list][0]));
    }
}

#[test]
fn csv_has_the_number_of_each_tile_as_the_legend_says_it() {
    for map in samples()
        .into_iter()
        .map(|(_, map)| map)
        .step_by(7)
        .chain([every_tile()])
    {
        let csv = String::from_utf8(file(Format::Csv, None, &map)).unwrap();
        let rows: Vec<Vec<u8>> = csv
            .lines()
            .map(|row| {
                row.split(',')
                    .map(|number| number.parse::<u8>().unwrap())
                    .collect()
            })
            .collect();
        let expected: Vec<Vec<u8>> = map
            .tiles
            .rows()
            .map(|row| row.iter().map(|tile| *tile as u8).collect())
            .collect();
        assert_eq!(rows, expected);
        let legend = &read(None, &map)["legend"];
        for (tile, number) in Tile::ALL.iter().zip(0..) {
            assert_eq!(legend[tile.to_char().to_string()]["number"], number);
        }
    }
}
