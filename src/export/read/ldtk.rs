//! A level of an LDtk project: <https://ldtk.io/json>.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use super::objects::{Found, area_of, as_text};
use super::{Contents, Keys, ReadError, Reader};
use crate::export::places::EXIT;
use crate::geom::{Grid, Pos, Size};
use crate::map::{Room, RoomKind, RoomName, Tile};
use crate::mapgen::MAX_SIDE;
use crate::text::excerpt;

/// Told from our own JSON by its keys.
pub const READER: Reader = Reader {
    claims: |text| Keys::of(text).is_some_and(|it| it.levels.is_some() && it.defs.is_some()),
    read: |text, _| read(text),
    help: "Of an LDtk project the first level is read: its lowest layer of numbers\n\
           (IntGrid), whose values have the names of our tiles, such as floor or\n\
           door_closed; nothing is void. Entities called Start, Exit, Room and Thing are\n\
           what undercroft writes, and any other is a thing of a class of its own.",
};

#[derive(Deserialize)]
struct Project {
    defs: Definitions,
    levels: Vec<Level>,
}

#[derive(Deserialize)]
struct Definitions {
    layers: Vec<LayerDefinition>,
}

#[derive(Deserialize)]
struct LayerDefinition {
    uid: u32,
    #[serde(default, rename = "intGridValues")]
    values: Vec<GridValue>,
}

#[derive(Deserialize)]
struct GridValue {
    value: u32,
    identifier: Option<String>,
}

#[derive(Deserialize)]
struct Level {
    identifier: String,
    #[serde(default, rename = "fieldInstances")]
    fields: Vec<Field>,
    /// None if levels are saved in files of their own.
    #[serde(rename = "layerInstances")]
    layers: Option<Vec<Layer>>,
}

#[derive(Deserialize)]
struct Field {
    #[serde(rename = "__identifier")]
    name: String,
    #[serde(rename = "__value")]
    value: Value,
}

#[derive(Deserialize)]
struct Layer {
    #[serde(rename = "__identifier")]
    name: String,
    #[serde(rename = "__type")]
    kind: String,
    #[serde(rename = "__cWid")]
    width: u32,
    #[serde(rename = "__cHei")]
    height: u32,
    #[serde(rename = "__gridSize")]
    side: u32,
    #[serde(rename = "layerDefUid")]
    definition: u32,
    #[serde(default, rename = "intGridCsv")]
    numbers: Vec<u32>,
    #[serde(default, rename = "entityInstances")]
    entities: Vec<Entity>,
}

#[derive(Deserialize)]
struct Entity {
    #[serde(rename = "__identifier")]
    name: String,
    #[serde(rename = "__pivot", default)]
    pivot: [f64; 2],
    px: [f64; 2],
    #[serde(default)]
    width: f64,
    #[serde(default)]
    height: f64,
    #[serde(default, rename = "fieldInstances")]
    fields: Vec<Field>,
}

fn read(text: &str) -> Result<Contents, ReadError> {
    let project: Project = serde_json::from_str(text)?;
    let count = project.levels.len();
    let level = project.levels.into_iter().next();
    let level = level.ok_or_else(|| ReadError::content("the project has no level"))?;
    let layers = level.layers.ok_or_else(|| {
        ReadError::content(
            "its levels are in files of their own: in LDtk, clear Project settings > Save levels to separate files",
        )
    })?;
    // The uppermost layer comes first.
    let grids = layers
        .iter()
        .rev()
        .filter(|layer| !layer.numbers.is_empty());
    let grid = grids.into_iter().next().ok_or_else(|| {
        ReadError::content("the level has no layer of numbers (IntGrid): its tiles are those")
    })?;
    let tiles = read_tiles(grid, &project.defs)?;
    let mut found = Found::new(tiles.size());
    if count > 1 {
        found.notes.push(format!(
            "the project has {count} levels; this is the first, {}",
            excerpt(&level.identifier)
        ));
    }
    for layer in layers.iter().filter(|layer| layer.kind == "Entities") {
        for entity in &layer.entities {
            add_entity(entity, f64::from(layer.side.max(1)), &mut found)?;
        }
    }
    let share_code = level.fields.iter().find(|field| field.name == "share_code");
    let share_code = share_code.and_then(|field| field.value.as_str());
    found.into_contents(tiles, share_code.map(str::to_owned))
}

fn read_tiles(layer: &Layer, defs: &Definitions) -> Result<Grid<Tile>, ReadError> {
    let size = Size::new(layer.width, layer.height);
    let name = excerpt(&layer.name);
    let sides = 1..=MAX_SIDE;
    if !sides.contains(&size.width) || !sides.contains(&size.height) {
        return Err(ReadError::content(format!(
            "layer \"{name}\" is {size}; a side has 1 to {MAX_SIDE} tiles"
        )));
    }
    if layer.numbers.len() != size.area() {
        let found = layer.numbers.len();
        return Err(ReadError::content(format!(
            "layer \"{name}\" has {found} tiles; one of {size} has {}",
            size.area()
        )));
    }
    let definition = defs.layers.iter().find(|it| it.uid == layer.definition);
    let values = definition.map_or(&[][..], |it| &it.values);
    let mut known = BTreeMap::from([(0, Tile::Void)]);
    let mut tiles = Grid::new(size.width, size.height, Tile::Void);
    for (tile, number) in tiles.as_mut_slice().iter_mut().zip(&layer.numbers) {
        *tile = match known.get(number) {
            Some(tile) => *tile,
            None => {
                let value = values.iter().find(|it| it.value == *number);
                let called = value
                    .and_then(|it| it.identifier.clone())
                    .unwrap_or_default();
                let id = called.to_lowercase().replace('_', "-");
                let tile = Tile::ALL.iter().find(|tile| tile.id() == id);
                let tile = *tile.ok_or_else(|| {
                    let names: Vec<String> = Tile::ALL
                        .iter()
                        .map(|tile| tile.id().replace('-', "_"))
                        .collect();
                    ReadError::content(format!(
                        "layer \"{name}\": value {number} is called \"{}\"; call it one of {}",
                        excerpt(&called),
                        names.join(", ")
                    ))
                })?;
                known.insert(*number, tile);
                tile
            }
        };
    }
    Ok(tiles)
}

/// Adds what an entity means; `side` is that of a tile, in pixels.
fn add_entity(entity: &Entity, side: f64, found: &mut Found) -> Result<(), ReadError> {
    let sizes = [entity.width, entity.height];
    let at = [0, 1].map(|axis| entity.px[axis] - entity.pivot[axis] * sizes[axis]);
    let area = area_of(at, sizes, [side; 2]);
    let field = |name: &str| entity.fields.iter().find(|field| field.name == name);
    let text = |name: &str| {
        field(name)
            .and_then(|it| it.value.as_str())
            .map(str::to_owned)
    };
    let corner = Pos::new(area.left, area.top);
    match entity.name.as_str() {
        "Start" => found.start = Some(corner),
        "Exit" => found.exit = Some(corner),
        // They follow from the tiles.
        "Door" | "Way" => {}
        "Room" => {
            let kind = match text("kind").as_deref() {
                Some("prefab") => RoomKind::Prefab,
                _ => RoomKind::Plain,
            };
            let name = text("name").and_then(|name| RoomName::nearest(&name));
            found.rooms.push(Room { area, kind, name });
        }
        "Thing" => {
            let list = field("properties").and_then(|it| it.value.as_array());
            let pairs = list.into_iter().flatten().filter_map(Value::as_str);
            let pairs = pairs.filter_map(|pair| pair.split_once('='));
            let properties = pairs.map(|(name, value)| (name.to_owned(), value.to_owned()));
            let class = text("class").unwrap_or_default();
            let name = text("name").unwrap_or_default();
            found.add(&class, text("id"), name, area, properties.collect());
        }
        class => {
            let mut properties: BTreeMap<String, String> = BTreeMap::new();
            for field in entity.fields.iter().filter(|it| !it.value.is_null()) {
                properties.insert(field.name.clone(), as_text(field.value.clone()));
            }
            let name = properties.remove("name").unwrap_or_default();
            // Our own exit keeps its meaning whatever it is called.
            let class = if class == EXIT { "Exit" } else { class };
            found.add(class, None, name, area, properties);
        }
    }
    Ok(())
}
