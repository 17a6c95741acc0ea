//! LDtk projects, read by `ldtk2`.

use std::collections::{BTreeMap, BTreeSet};

use ldtk2::{EntityInstance, LayerDefinition, LayerInstance, Ldtk, TileInstance};
use serde_json::json;
use undercroft::export::{Companion, Format};
use undercroft::geom::Pos;
use undercroft::map::{Map, RoomGraph, Tile};
use undercroft::mapgen::MapSpec;

use super::{companion, decode, every_tile, file, samples};

fn read(spec: Option<&MapSpec>, map: &Map) -> Ldtk {
    let file = String::from_utf8(file(Format::Ldtk, spec, map)).unwrap();
    Ldtk::from_str(file).unwrap_or_else(|error| panic!("{spec:?}: {error}"))
}

fn layer<'a>(project: &'a Ldtk, name: &str) -> &'a LayerInstance {
    let layers = project.levels[0].layer_instances.as_ref().unwrap();
    layers
        .iter()
        .find(|layer| layer.identifier == name)
        .unwrap()
}

fn rules(project: &Ldtk) -> &LayerDefinition {
    let mut layers = project.defs.layers.iter();
    layers.find(|layer| layer.identifier == "Tiles").unwrap()
}

fn entities<'a>(project: &'a Ldtk, kind: &str) -> Vec<&'a EntityInstance> {
    let entities = layer(project, "Places").entity_instances.iter();
    entities
        .filter(|entity| entity.identifier == kind)
        .collect()
}

fn all_samples() -> impl Iterator<Item = (Option<MapSpec>, Map)> {
    let generated = samples().into_iter().map(|(spec, map)| (Some(spec), map));
    generated.chain([(None, every_tile())])
}

#[test]
fn a_project_of_every_generator_has_the_same_tiles_in_another_reader() {
    for (spec, map) in all_samples() {
        let project = read(spec.as_ref(), &map);
        let (width, height) = (i64::from(map.size().width), i64::from(map.size().height));
        let level = &project.levels[0];
        assert_eq!((level.px_wid, level.px_hei), (width * 16, height * 16));
        let tiles = layer(&project, "Tiles");
        assert_eq!(
            (tiles.c_wid, tiles.c_hei, tiles.grid_size),
            (width, height, 16)
        );
        let numbers: Vec<i64> = map
            .tiles
            .as_slice()
            .iter()
            .map(|tile| *tile as i64)
            .collect();
        assert_eq!(tiles.int_grid_csv, numbers, "{spec:?}");
        let names: BTreeSet<i64> = rules(&project)
            .int_grid_values
            .iter()
            .map(|it| it.value)
            .collect();
        assert_eq!(names.len(), Tile::ALL.len() - 1);
        assert!(
            numbers
                .iter()
                .all(|number| *number == 0 || names.contains(number))
        );
    }
}

#[test]
fn places_are_entities() {
    let (mut rooms, mut doors, mut ways) = (0, 0, 0);
    for (spec, map) in all_samples() {
        let project = read(spec.as_ref(), &map);
        let grid = |entity: &EntityInstance| Pos::new(entity.grid[0] as i32, entity.grid[1] as i32);
        let exit = RoomGraph::of(&map).exit();
        for (kind, pos) in [("Start", map.start), ("Exit", exit)] {
            let [entity] = entities(&project, kind)[..] else {
                panic!("one {kind}");
            };
            assert_eq!(Some(grid(entity)), pos, "{spec:?} {kind}");
        }
        let is_door = |tile: &Tile| matches!(tile, Tile::DoorClosed | Tile::DoorOpen);
        let expected: Vec<_> = map.tiles.iter().filter(|(_, tile)| is_door(tile)).collect();
        let found = entities(&project, "Door");
        assert_eq!(found.len(), expected.len());
        for (entity, (pos, tile)) in found.iter().zip(expected) {
            assert_eq!(grid(entity), pos);
            let is_open = json!(*tile == Tile::DoorOpen);
            assert_eq!(entity.field_instances[0].value, Some(is_open));
            doors += 1;
        }
        let found = entities(&project, "Room");
        assert_eq!(found.len(), map.rooms.len());
        for (entity, room) in found.iter().zip(&map.rooms) {
            let area = room.area;
            assert_eq!(grid(entity), Pos::new(area.left, area.top));
            let size = (i64::from(area.width() * 16), i64::from(area.height() * 16));
            assert_eq!((entity.width, entity.height), size);
            rooms += 1;
        }
        for way in entities(&project, "Way") {
            let points = way.field_instances[0].value.as_ref().unwrap();
            let points = points.as_array().unwrap();
            let (first, last) = (&points[0], points.last().unwrap());
            let point = |pos: Pos| json!({ "cx": pos.x, "cy": pos.y });
            assert_eq!(
                (first, last),
                (&point(map.start.unwrap()), &point(exit.unwrap()))
            );
            ways += 1;
        }
    }
    assert!(rooms > 100 && doors >= 2 && ways > 80);
}

/// Which tile each rule lays at `pos`, by what the format says of rules.
fn lay(project: &Ldtk, map: &Map, pos: Pos) -> Vec<(i64, i64)> {
    let mut laid = Vec::new();
    'groups: for group in &rules(project).auto_rule_groups {
        for rule in &group.rules {
            let reach = rule.size as i32 / 2;
            let near = (-reach..=reach).flat_map(|y| (-reach..=reach).map(move |x| Pos::new(x, y)));
            let fits = near.zip(&rule.pattern).all(|(away, wanted)| {
                let found = map.tiles.get(pos + away).map(|tile| *tile as i64);
                let found = found.or(rule.out_of_bounds_value).unwrap();
                match *wanted {
                    0 => true,
                    wanted if wanted > 0 => found == wanted,
                    other => found != -other,
                }
            });
            if fits {
                laid.push((rule.uid, rule.tile_rects_ids[0][0]));
                if rule.break_on_match {
                    break 'groups;
                }
            }
        }
    }
    // Groups are listed from the uppermost, tiles from the lowest.
    laid.reverse();
    laid
}

#[test]
fn the_tiles_are_those_that_the_rules_of_the_project_lay() {
    let (mut used, mut maps) = (BTreeSet::new(), 0);
    for (spec, map) in all_samples().step_by(3).chain([(None, every_tile())]) {
        // The rules know no void, which has no number.
        if spec.is_some() && map.tiles.as_slice().contains(&Tile::Void) {
            continue;
        }
        let project = read(spec.as_ref(), &map);
        let mut found: BTreeMap<Pos, Vec<(i64, i64)>> = BTreeMap::new();
        let TileInstance { src, .. } = &layer(&project, "Tiles").auto_layer_tiles[0];
        assert_eq!(src.len(), 2);
        for tile in &layer(&project, "Tiles").auto_layer_tiles {
            let pos = Pos::new(tile.px[0] as i32 / 16, tile.px[1] as i32 / 16);
            assert_eq!(tile.src, [tile.t % 8 * 16, tile.t / 8 * 16]);
            assert_eq!(
                map.tiles[pos],
                map.tiles.as_slice()[tile.d[1] as usize].to_owned()
            );
            found.entry(pos).or_default().push((tile.d[0], tile.t));
            used.insert(tile.t);
        }
        for (pos, tile) in map.tiles.iter() {
            let found = found.remove(&pos).unwrap_or_default();
            let is_by_void = spec.is_none() && *tile == Tile::Wall;
            if !is_by_void {
                assert_eq!(found, lay(&project, &map, pos), "{spec:?} {pos}\n{map}");
            }
        }
        maps += 1;
    }
    assert!(used.len() > 50 && maps > 30, "{} {maps}", used.len());
}

#[test]
fn a_project_refers_to_the_image_and_says_what_it_was_generated_from() {
    let spec: MapSpec = "rooms/40x30/tries=60#18446744073709551615".parse().unwrap();
    let project = read(Some(&spec), &spec.generate().unwrap());
    let set = &project.defs.tilesets[0];
    assert_eq!(
        set.rel_path.as_deref(),
        Some(Companion::TilesetImage.name())
    );
    let picture = decode(&companion(Companion::TilesetImage));
    let size = (i64::from(picture.width), i64::from(picture.height));
    assert_eq!((set.px_wid, set.px_hei), size);
    let fields = |project: &Ldtk| {
        let fields = project.levels[0].field_instances.iter();
        let fields = fields.map(|field| (field.identifier.clone(), field.value.clone()));
        fields.collect::<BTreeMap<_, _>>()
    };
    let found = fields(&project);
    assert_eq!(found["share_code"], Some(json!(spec.to_string())));
    assert_eq!(found["seed"], Some(json!("18446744073709551615")));
    assert_eq!(
        found["generation_version"],
        Some(json!(undercroft::GENERATION_VERSION))
    );
    assert_eq!(fields(&read(None, &every_tile()))["share_code"], None);

    // Ids are unique, and what is referred to is defined.
    let mut uids = BTreeSet::new();
    for layer in &project.defs.layers {
        assert!(uids.insert(layer.uid));
        for group in &layer.auto_rule_groups {
            assert!(uids.insert(group.uid));
            assert!(group.rules.iter().all(|rule| uids.insert(rule.uid)));
        }
    }
    for entity in &project.defs.entities {
        assert!(uids.insert(entity.uid));
        assert!(entity.field_defs.iter().all(|field| uids.insert(field.uid)));
    }
    assert!(
        project
            .defs
            .level_fields
            .iter()
            .all(|field| uids.insert(field.uid))
    );
    assert!(uids.insert(set.uid) && uids.insert(project.levels[0].uid));
    assert!(uids.iter().all(|uid| *uid < project.next_uid));
    let layers = project.levels[0].layer_instances.as_ref().unwrap();
    let mut iids = BTreeSet::new();
    for layer in layers {
        assert!(uids.contains(&layer.layer_def_uid) && iids.insert(&layer.iid));
        assert!(
            layer
                .entity_instances
                .iter()
                .all(|entity| iids.insert(&entity.iid))
        );
    }
}
