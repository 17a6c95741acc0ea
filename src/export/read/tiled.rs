//! What the JSON and the XML of Tiled have in common, and the map that it means.

use std::collections::BTreeMap;

use super::objects::{Found, area_of};
use super::{Contents, LoadTileset, ReadError, tmj, tmx};
use crate::export::places::EXIT;
use crate::export::{Companion, tileset};
use crate::geom::{Grid, Pos, Rect, Size};
use crate::map::{Room, RoomKind, RoomName, Tile};
use crate::mapgen::MAX_SIDE;
use crate::text::{self, excerpt};

/// The bits of a global id that say how the tile is turned.
const TURNS: u32 = 0xf000_0000;

/// A map as it is in the file.
pub struct Source {
    /// In tiles.
    pub size: Size,
    /// In pixels.
    pub tile_size: Size,
    /// In the order of their first ids.
    pub tilesets: Vec<Tileset>,
    /// From the lowest.
    pub layers: Vec<Layer>,
    pub objects: Vec<Object>,
    pub share_code: Option<String>,
}

/// A tileset: what is known of its tiles.
#[derive(Default)]
pub struct Tileset {
    pub first_gid: u32,
    pub name: String,
    /// For each tile the name that says what it is: its class, or its property `name`.
    pub classes: BTreeMap<u32, String>,
}

/// A layer of tiles.
pub struct Layer {
    pub name: String,
    /// Global ids, row by row.
    pub gids: Vec<u32>,
}

/// An object; positions are in pixels.
#[derive(Default)]
pub struct Object {
    pub name: String,
    pub class: String,
    pub at: [f64; 2],
    pub size: [f64; 2],
    /// Whether it is the picture of a tile, whose position is that of its lower left corner.
    pub is_tile: bool,
    /// The points of a polygon or a line, relative to its position.
    pub points: Vec<[f64; 2]>,
    /// Its custom properties, as texts.
    pub properties: BTreeMap<String, String>,
}

impl Tileset {
    /// The tileset that `undercroft` writes.
    pub fn ours() -> Self {
        let class = |id| Some((id, tileset::kind(id)?.id().to_owned()));
        Self {
            name: Companion::Tsx.name().to_owned(),
            classes: (0..tileset::COUNT)
                .filter_map(class)
                .chain([(tileset::BLOCKED, tileset::BLOCKED_CLASS.to_owned())])
                .collect(),
            ..Self::default()
        }
    }

    /// A tileset in a file of its own, which `load` loads.
    pub fn external(path: &str, load: &mut LoadTileset<'_>) -> Result<Self, ReadError> {
        let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
        let named =
            |reason: String| ReadError::content(format!("tileset {}: {reason}", excerpt(path)));
        match load(path) {
            Some(bytes) => {
                let text = text::decode(&bytes).map_err(|error| named(error.to_string()))?;
                // Maps as JSON may refer to a tileset as XML, and the other way round.
                let set = match text.trim_start().starts_with('{') {
                    true => tmj::read_tileset(&text),
                    false => tmx::read_tileset(&text),
                };
                set.map_err(|error| named(error.to_string()))
            }
            None if [Companion::Tsj, Companion::Tsx]
                .iter()
                .any(|ours| ours.name() == name) =>
            {
                Ok(Self::ours())
            }
            None => Err(named(
                "the map refers to this file, and it cannot be read".to_owned(),
            )),
        }
    }
}

/// What is known of a tile.
enum Meaning {
    Kind(Tile),
    /// A mark for what reads the map, and no tile.
    Mark,
}

impl Source {
    /// The map, and what else the file says. Of the layers, the uppermost tile counts. Where there is none, is wall.
    pub fn into_contents(self) -> Result<Contents, ReadError> {
        let mut tiles = Grid::new(self.size.width, self.size.height, Tile::Wall);
        let mut known = BTreeMap::new();
        for layer in &self.layers {
            let (found, expected) = (layer.gids.len(), tiles.as_slice().len());
            if found != expected {
                let name = excerpt(&layer.name);
                return Err(ReadError::content(format!(
                    "layer \"{name}\" has {found} tiles; a map of {} has {expected}",
                    self.size
                )));
            }
            for (index, gid) in layer.gids.iter().enumerate() {
                let gid = gid & !TURNS;
                if gid == 0 {
                    continue;
                }
                let meaning = match known.get(&gid) {
                    Some(meaning) => meaning,
                    None => {
                        let meaning = self.meaning(gid).map_err(|reason| {
                            let (name, pos) = (excerpt(&layer.name), tiles.pos_of(index));
                            ReadError::content(format!("layer \"{name}\", {pos}: {reason}"))
                        })?;
                        known.entry(gid).or_insert(meaning)
                    }
                };
                if let Meaning::Kind(tile) = meaning {
                    tiles.as_mut_slice()[index] = *tile;
                }
            }
        }
        let mut found = Found::new(self.size);
        for object in &self.objects {
            self.add_object(object, &mut found)?;
        }
        found.into_contents(tiles, self.share_code)
    }

    /// What the tile with a global id is.
    fn meaning(&self, gid: u32) -> Result<Meaning, String> {
        let sets = self.tilesets.iter().rev();
        let set = sets.into_iter().find(|set| set.first_gid <= gid);
        let set = set.ok_or_else(|| format!("no tileset has tile {gid}"))?;
        let id = gid - set.first_gid;
        let class = set.classes.get(&id).map_or("", String::as_str);
        if class == tileset::BLOCKED_CLASS {
            return Ok(Meaning::Mark);
        }
        let kind = Tile::ALL.iter().find(|tile| tile.id() == class);
        kind.map(|kind| Meaning::Kind(*kind)).ok_or_else(|| {
            let names: Vec<&str> = Tile::ALL.iter().map(|tile| tile.id()).collect();
            format!(
                "tile {id} of tileset {} has the class \"{}\"; give it one of {}",
                excerpt(&set.name),
                excerpt(class),
                names.join(", ")
            )
        })
    }

    /// Adds what an object means.
    fn add_object(&self, object: &Object, found: &mut Found) -> Result<(), ReadError> {
        let area = self.area(object);
        let corner = Pos::new(area.left, area.top);
        match object.class.as_str() {
            "start" => found.start = found.start.or(Some(corner)),
            EXIT => found.exit = Some(corner),
            // They follow from the tiles.
            "door" | "way" => {}
            "room" => {
                let is_rectangle = object.size.into_iter().all(|side| side > 0.0);
                if !is_rectangle {
                    return Err(ReadError::content(format!(
                        "the room \"{}\" is not a rectangle",
                        excerpt(&object.name)
                    )));
                }
                let kind = match object.properties.get("kind").map(String::as_str) {
                    Some("prefab") => RoomKind::Prefab,
                    _ => RoomKind::Plain,
                };
                let name = RoomName::nearest(&object.name);
                found.rooms.push(Room { area, kind, name });
            }
            class => {
                let mut properties = object.properties.clone();
                let id = properties.remove("thing");
                found.add(class, id, object.name.clone(), area, properties);
            }
        }
        Ok(())
    }

    /// The tiles that an object touches.
    fn area(&self, object: &Object) -> Rect {
        let tile = [self.tile_size.width, self.tile_size.height].map(f64::from);
        let [x, mut y] = object.at;
        if object.is_tile {
            y -= object.size[1];
        }
        if object.points.is_empty() {
            return area_of([x, y], object.size, tile);
        }
        let ends = |axis: usize| {
            let along = object.points.iter().map(|point| point[axis]);
            let first = along.clone().fold(f64::INFINITY, f64::min);
            (first, along.fold(f64::NEG_INFINITY, f64::max) - first)
        };
        let [(left, width), (top, height)] = [0, 1].map(ends);
        area_of([x + left, y + top], [width, height], tile)
    }
}

/// Which of a tile's names, of which some may be empty, says what it is: the first that we know, or else the first.
pub fn tile_class(names: [String; 3]) -> String {
    let is_known = |name: &&String| {
        *name == tileset::BLOCKED_CLASS || Tile::ALL.iter().any(|tile| tile.id() == *name)
    };
    let known = names.iter().find(is_known);
    let named = || names.iter().find(|name| !name.is_empty());
    known.or_else(named).cloned().unwrap_or_default()
}

/// Checks what the head of a map says, whichever form it is in.
pub fn check_head(
    orientation: &str,
    is_infinite: bool,
    size: Size,
    tile_size: Size,
) -> Result<(), ReadError> {
    let fail = |reason: String| Err(ReadError::content(reason));
    if orientation != "orthogonal" {
        return fail(format!(
            "the map is {}; only orthogonal maps are read",
            excerpt(orientation)
        ));
    }
    if is_infinite {
        return fail("the map is infinite: in Tiled, clear Map > Map Properties > Infinite".into());
    }
    let sides = 1..=MAX_SIDE;
    if !sides.contains(&size.width) || !sides.contains(&size.height) {
        return fail(format!(
            "the map is {size}; a side has 1 to {MAX_SIDE} tiles"
        ));
    }
    if tile_size.width == 0 || tile_size.height == 0 {
        return fail(format!("its tiles are {tile_size} pixels"));
    }
    Ok(())
}

/// The error for the data of a layer in a form that is not read.
pub fn unread_data(layer: &str, encoding: &str, compression: &str) -> ReadError {
    let form = [compression, encoding].join(" ");
    ReadError::content(format!(
        "layer \"{}\" is written as {}: in Tiled, choose CSV at Map > Map Properties > Tile Layer Format",
        excerpt(layer),
        excerpt(form.trim())
    ))
}
