//! A project for the LDtk editor, JSON version 1.5.3: <https://ldtk.io/json>.
//!
//! One level with two layers: the kinds of tile as a grid of numbers, with rules that lay the tiles of the tileset by
//! them, and the places as entities.

#![expect(non_snake_case, reason = "fields have the names of the format")]

mod entity;
mod rule;

use std::io::{self, Write};
use std::sync::LazyLock;

use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use xxhash_rust::xxh3::xxh3_128_with_seed;

use self::entity::{Field, FieldKind};
use self::rule::Rules;
use super::ink::{Colour, Ink, SHADES};
use super::row::{Export, Part, Row};
use super::tileset::{COLUMNS, ROWS};
use super::{Companion, art, hex, read};
use crate::geom::Pos;
use crate::map::{Map, Tile};

/// The row of the format.
pub const ROW: Row = Row {
    ending: "ldtk",
    label: "LDtk project",
    key: 'l',
    page: "#ldtk",
    help: "LDTK is a project of the LDtk editor.",
    companions: &[Companion::TilesetImage],
    keeps: Part::ALL,
    write: |out, export| {
        let image = export.path(Companion::TilesetImage);
        Ok(write(out, export, &image)?)
    },
    reader: Some(read::ldtk::READER),
    ..Row::PLAIN
};

const JSON_VERSION: &str = "1.5.3";
/// The build of LDtk 1.5.3.
const BUILD: u32 = 473_703;
/// Width and height of a tile in pixels.
const SIDE: u32 = art::SIDE as u32;
const BACKGROUND: Colour = Ink::Rock.colour(SHADES / 2);

/// The numbers by which parts of a project refer to each other.
mod uid {
    pub const TILESET: u32 = 1;
    pub const TILES: u32 = 2;
    pub const PLACES: u32 = 3;
    pub const LEVEL: u32 = 4;
    pub const FIRST_GROUP: u32 = 10;
    pub const FIRST_LEVEL_FIELD: u32 = 20;
    /// Of entities, each followed by its fields.
    pub const FIRST_ENTITY: u32 = 30;
    pub const FIRST_RULE: u32 = 100;
    pub const NEXT: u32 = 1000;
}

/// The fields of the level.
const LEVEL_FIELDS: [(&str, FieldKind); 4] = [
    ("share_code", FieldKind::Text),
    ("generator", FieldKind::Text),
    ("seed", FieldKind::Text),
    ("generation_version", FieldKind::Number),
];

/// Writes a map and a line feed. `image` is the path of the tileset's image, relative to the map's folder.
pub fn write(out: &mut (impl Write + ?Sized), export: &Export<'_>, image: &str) -> io::Result<()> {
    let map = export.map;
    let (rules, ids) = (Rules::new(), Ids(map.digest()));
    let level = level(export, image, &rules, ids);
    let record = record! {
        __header__: json!({
            "fileType": "LDtk Project JSON",
            "app": "LDtk",
            "doc": "https://ldtk.io/json",
            "schema": "https://ldtk.io/files/JSON_SCHEMA.json",
            "appAuthor": "undercroft",
            "appVersion": JSON_VERSION,
            "url": "https://ldtk.io",
        }),
        iid: ids.get("project", 0),
        jsonVersion: JSON_VERSION,
        appBuildId: BUILD,
        nextUid: uid::NEXT,
        identifierStyle: "Free",
        toc: [(); 0],
        worldLayout: "Free",
        worldGridWidth: 16 * SIDE,
        worldGridHeight: 16 * SIDE,
        defaultLevelWidth: map.size().width * SIDE,
        defaultLevelHeight: map.size().height * SIDE,
        defaultPivotX: 0,
        defaultPivotY: 0,
        defaultGridSize: SIDE,
        defaultEntityWidth: SIDE,
        defaultEntityHeight: SIDE,
        bgColor: hex(BACKGROUND),
        defaultLevelBgColor: hex(BACKGROUND),
        minifyJson: false,
        externalLevels: false,
        exportTiled: false,
        simplifiedExport: false,
        imageExportMode: "None",
        exportLevelBg: true,
        pngFilePattern: Value::Null,
        backupOnSave: false,
        backupLimit: 10,
        backupRelPath: Value::Null,
        levelNamePattern: "Level_%idx",
        tutorialDesc: Value::Null,
        customCommands: [(); 0],
        flags: [(); 0],
        defs: definitions(image, &rules),
        levels: [level],
        worlds: [(); 0],
        dummyWorldIid: ids.get("world", 0),
    };
    serde_json::to_writer(&mut *out, &record)?;
    out.write_all(b"\n")
}

/// Makes ids that are the same for the same map.
#[derive(Clone, Copy)]
struct Ids(u64);

impl Ids {
    /// The id of one of several things of a kind.
    fn get(self, kind: &str, number: usize) -> String {
        let hash = xxh3_128_with_seed(format!("{kind} {number}").as_bytes(), self.0);
        let digits = format!("{hash:032x}");
        let parts = [0..8, 8..12, 12..16, 16..20, 20..32].map(|part| &digits[part]);
        parts.join("-")
    }
}

/// The keys of each kind of object that have the same value in all of our projects.
static DEFAULTS: LazyLock<Value> = LazyLock::new(|| {
    let text = include_str!("../../../assets/ldtk.json");
    serde_json::from_str(text).expect("the tests write projects with it")
});

/// An object of a kind: its own keys, and those that are the same in all.
fn filled(kind: &str, own: Value) -> Value {
    let mut object = DEFAULTS[kind].clone();
    if let (Value::Object(object), Value::Object(own)) = (&mut object, own) {
        object.extend(own);
    }
    object
}

/// What the project consists of: layers, entities, the tileset.
fn definitions(image: &str, rules: &Rules) -> Value {
    let values = Tile::ALL.iter().filter(|tile| **tile != Tile::Void);
    let value = |tile: &Tile| {
        json!({
            "value": *tile as u8,
            "identifier": tile.id().replace('-', "_"),
            "color": hex(art::plain_ink(*tile).colour(SHADES / 2)),
            "tile": null,
            "groupUid": 0,
        })
    };
    let level_fields = LEVEL_FIELDS.iter().zip(uid::FIRST_LEVEL_FIELD..);
    json!({
        "layers": [
            filled("layer", json!({
                "__type": "Entities",
                "identifier": "Places",
                "type": "Entities",
                "uid": uid::PLACES,
                "gridSize": SIDE,
            })),
            filled("layer", json!({
                "__type": "IntGrid",
                "identifier": "Tiles",
                "type": "IntGrid",
                "uid": uid::TILES,
                "gridSize": SIDE,
                "intGridValues": values.map(value).collect::<Vec<_>>(),
                "autoRuleGroups": rules.definitions(),
                "tilesetDefUid": uid::TILESET,
            })),
        ],
        "entities": entity::definitions(),
        "tilesets": [filled("tileset", json!({
            "__cWid": COLUMNS,
            "__cHei": ROWS,
            "uid": uid::TILESET,
            "relPath": image,
            "identifier": "Undercroft",
            "pxWid": COLUMNS * SIDE,
            "pxHei": ROWS * SIDE,
            "tileGridSize": SIDE,
        }))],
        "enums": [],
        "externalEnums": [],
        "levelFields": level_fields
            .map(|((name, kind), uid)| kind.definition(name, uid))
            .collect::<Vec<_>>(),
    })
}

/// The level.
fn level<'a>(
    export: &'a Export<'a>,
    image: &'a str,
    rules: &'a Rules,
    ids: Ids,
) -> impl Serialize + use<'a> {
    let map = export.map;
    let values = export.spec.map(|spec| {
        [
            json!(spec.to_string()),
            json!(spec.name()),
            // As text, since many readers round numbers beyond 2^53.
            json!(spec.seed.to_string()),
            json!(crate::GENERATION_VERSION),
        ]
    });
    let fields = LEVEL_FIELDS
        .iter()
        .zip(uid::FIRST_LEVEL_FIELD..)
        .enumerate();
    let fields = fields.map(|(index, ((name, kind), uid))| Field {
        name,
        kind: *kind,
        uid,
        value: values.as_ref().map(|values| values[index].clone()),
    });
    record! {
        identifier: "Level_0",
        iid: ids.get("level", 0),
        uid: uid::LEVEL,
        worldX: 0,
        worldY: 0,
        worldDepth: 0,
        pxWid: map.size().width * SIDE,
        pxHei: map.size().height * SIDE,
        __bgColor: hex(BACKGROUND),
        bgColor: Value::Null,
        useAutoIdentifier: false,
        bgRelPath: Value::Null,
        bgPos: Value::Null,
        bgPivotX: 0.5,
        bgPivotY: 0.5,
        __smartColor: "#868689",
        __bgPos: Value::Null,
        externalRelPath: Value::Null,
        fieldInstances: fields.map(|field| field.instance()).collect::<Vec<_>>(),
        layerInstances: [
            LayerInstance { export, ids, content: Content::Places },
            LayerInstance { export, ids, content: Content::Tiles { image, rules } },
        ],
        __neighbours: [(); 0],
    }
}

/// A layer of the level.
struct LayerInstance<'a> {
    export: &'a Export<'a>,
    ids: Ids,
    content: Content<'a>,
}

#[derive(Clone, Copy)]
enum Content<'a> {
    Places,
    Tiles { image: &'a str, rules: &'a Rules },
}

impl Serialize for LayerInstance<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self {
            export,
            ids,
            content,
        } = *self;
        let map = export.map;
        let (kind, name, layer, tiles) = match content {
            Content::Places => ("Entities", "Places", uid::PLACES, None),
            Content::Tiles { image, rules } => {
                ("IntGrid", "Tiles", uid::TILES, Some((image, rules)))
            }
        };
        let entities = match content {
            Content::Places => entity::instances(map, export.things, ids),
            Content::Tiles { .. } => Vec::new(),
        };
        let record = record! {
            __identifier: name,
            __type: kind,
            __cWid: map.size().width,
            __cHei: map.size().height,
            __gridSize: SIDE,
            __opacity: 1,
            __pxTotalOffsetX: 0,
            __pxTotalOffsetY: 0,
            __tilesetDefUid: tiles.map(|_| uid::TILESET),
            __tilesetRelPath: tiles.map(|(image, _)| image),
            iid: ids.get("layer", layer as usize),
            levelId: uid::LEVEL,
            layerDefUid: layer,
            pxOffsetX: 0,
            pxOffsetY: 0,
            visible: true,
            optionalRules: [(); 0],
            intGridCsv: Numbers(tiles.map(|_| map)),
            autoLayerTiles: LaidTiles(tiles.map(|(_, rules)| (map, rules))),
            seed: 0,
            overrideTilesetUid: Value::Null,
            gridTiles: [(); 0],
            entityInstances: entities,
        };
        record.serialize(serializer)
    }
}

/// The number of the kind of each tile, row by row; nothing for another layer.
struct Numbers<'a>(Option<&'a Map>);

impl Serialize for Numbers<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let tiles = self.0.map_or(&[][..], |map| map.tiles.as_slice());
        serializer.collect_seq(tiles.iter().map(|tile| *tile as u8))
    }
}

/// The tiles that the rules lay, the lower ones first; nothing for another layer. Serialized without collecting them in
/// memory.
struct LaidTiles<'a>(Option<(&'a Map, &'a Rules)>);

impl Serialize for LaidTiles<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        let Some((map, rules)) = self.0 else {
            return list.end();
        };
        for (place, (pos, _)) in map.tiles.iter().enumerate() {
            for (tile, rule) in rules.laid(map, pos) {
                let Pos { x, y } = pos;
                list.serialize_element(&record! {
                    px: [x as u32 * SIDE, y as u32 * SIDE],
                    src: [tile % COLUMNS * SIDE, tile / COLUMNS * SIDE],
                    f: 0,
                    t: tile,
                    d: [rule as usize, place],
                    a: 1,
                })?;
            }
        }
        list.end()
    }
}
