//! A scene for the Godot engine, version 4.3 or later, that opens without an addon, and its tile set:
//! <https://docs.godotengine.org/en/stable/engine_details/file_formats/tscn.html>.

use std::fmt;
use std::io::{self, Write};

use base64::engine::general_purpose::STANDARD;
use base64::write::EncoderWriter;

use super::Companion;
use super::art;
use super::ink::{Ink, SHADES};
use super::places::{self, Places};
use super::row::{Export, Part, Row};
use super::tileset::{self, COLUMNS, COUNT, Stratum};
use crate::geom::{Pos, Rect};
use crate::map::{Map, Tile};

/// The row of the format.
pub const ROW: Row = Row {
    ending: "tscn",
    label: "Godot scene",
    key: 'g',
    page: "#godot-tscn",
    help: "TSCN is a scene of the Godot engine, from version 4.3 on, with its tile set.",
    companions: &[Companion::Tres, Companion::TilesetImage],
    keeps: Part::ALL,
    write: |out, export| Ok(write(out, export)?),
    ..Row::PLAIN
};

/// Width and height of a tile in pixels.
const SIDE: i32 = art::SIDE as i32;

/// The layers of tiles, from the lowest.
const LAYERS: [(&str, Stratum); 3] = [
    ("Ground", Stratum::Ground),
    ("Walls", Stratum::Wall),
    ("Furniture", Stratum::Thing),
];

/// What a tile is in the tile set: the name of the data, its type in Godot, and its value.
type Data = (&'static str, u8, fn(u32) -> String);

/// The type numbers of a text and of a flag.
const TEXT: u8 = 4;
const FLAG: u8 = 1;

const DATA: [Data; 3] = [
    ("kind", TEXT, |number| {
        let class = tileset::kind(number).map_or(tileset::BLOCKED_CLASS, Tile::id);
        Quoted(class).to_string()
    }),
    ("walkable", FLAG, |number| {
        let is_walkable = tileset::kind(number).is_some_and(Tile::is_walkable);
        is_walkable.to_string()
    }),
    ("opaque", FLAG, |number| {
        tileset::kind(number)
            .is_some_and(Tile::is_opaque)
            .to_string()
    }),
];

/// The neighbours of a tile in Godot, in the order of [`tileset::joins`].
const NEIGHBOURS: [&str; 8] = [
    "top_side",
    "top_right_corner",
    "right_side",
    "bottom_right_corner",
    "bottom_side",
    "bottom_left_corner",
    "left_side",
    "top_left_corner",
];

/// A text between quotes, as Godot reads it.
struct Quoted<'a>(&'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let escaped = self.0.replace('\\', "\\\\").replace('"', "\\\"");
        write!(f, "\"{escaped}\"")
    }
}

fn write(out: &mut dyn Write, export: &Export<'_>) -> io::Result<()> {
    let Export {
        map, spec, things, ..
    } = *export;
    let set = export.path(Companion::Tres);
    writeln!(out, "[gd_scene load_steps=2 format=4]\n")?;
    writeln!(
        out,
        "[ext_resource type=\"TileSet\" path={} id=\"tiles\"]\n",
        Quoted(&set)
    )?;
    writeln!(out, "[node name=\"Map\" type=\"Node2D\"]")?;
    if let Some(spec) = spec {
        writeln!(out, "metadata/share_code = {}", Quoted(&spec.to_string()))?;
        writeln!(out, "metadata/generator = {}", Quoted(&spec.name()))?;
        // As text, since numbers there are signed.
        writeln!(out, "metadata/seed = \"{}\"", spec.seed)?;
        writeln!(
            out,
            "metadata/generation_version = {}",
            crate::GENERATION_VERSION
        )?;
    }
    for (name, stratum) in LAYERS {
        writeln!(
            out,
            "\n[node name=\"{name}\" type=\"TileMapLayer\" parent=\".\"]"
        )?;
        write!(out, "tile_map_data = PackedByteArray(\"")?;
        let mut cells = EncoderWriter::new(&mut *out, &STANDARD);
        write_cells(&mut cells, map, stratum)?;
        cells.finish()?;
        drop(cells);
        writeln!(out, "\")")?;
        writeln!(out, "tile_set = ExtResource(\"tiles\")")?;
    }
    writeln!(out, "\n[node name=\"Places\" type=\"Node2D\" parent=\".\"]")?;
    let places = Places::of(map, things);
    let tile = |pos: Pos| Rect::between(pos, pos);
    if let Some(start) = places.start {
        marker(out, "Start", tile(start), &[])?;
    }
    if let Some(exit) = places.exit {
        let steps = places.steps().map(|steps| ("steps", steps.to_string()));
        marker(
            out,
            "Exit",
            tile(exit),
            &steps.into_iter().collect::<Vec<_>>(),
        )?;
    }
    for (door, number) in places.doors.iter().zip(1..) {
        let open = ("open", door.is_open.to_string());
        marker(out, &format!("Door{number}"), tile(door.pos), &[open])?;
    }
    for (room, number) in map.rooms.iter().zip(1..) {
        let mut data = vec![("kind", Quoted(room.kind.id()).to_string())];
        data.extend(
            room.name
                .map(|name| ("name", Quoted(name.as_str()).to_string())),
        );
        marker(out, &format!("Room{number}"), room.area, &data)?;
    }
    for (thing, number) in places::objects(things).zip(1..) {
        let texts = [
            ("class", thing.class_name()),
            ("id", &thing.id),
            ("name", &thing.name),
        ];
        let mut data: Vec<(&str, String)> = texts
            .map(|(name, text)| (name, Quoted(text).to_string()))
            .into();
        if !thing.properties.is_empty() {
            let pairs = thing.properties.iter();
            let pairs = pairs.map(|(name, value)| format!("{}: {}", Quoted(name), Quoted(value)));
            let pairs = pairs.collect::<Vec<_>>().join(", ");
            data.push(("properties", format!("{{{pairs}}}")));
        }
        marker(out, &format!("Thing{number}"), thing.area, &data)?;
    }
    Ok(())
}

/// A node in the middle of some tiles, with their rectangle in tiles and what is known of it.
fn marker(out: &mut dyn Write, name: &str, area: Rect, data: &[(&str, String)]) -> io::Result<()> {
    let middle = |first: i32, length: i32| f64::from((2 * first + length) * SIDE) / 2.0;
    let (x, y) = (
        middle(area.left, area.width()),
        middle(area.top, area.height()),
    );
    writeln!(
        out,
        "\n[node name=\"{name}\" type=\"Marker2D\" parent=\"Places\"]"
    )?;
    writeln!(out, "position = Vector2({x}, {y})")?;
    let (left, top, width, height) = (area.left, area.top, area.width(), area.height());
    writeln!(
        out,
        "metadata/tiles = Rect2i({left}, {top}, {width}, {height})"
    )?;
    for (name, value) in data {
        writeln!(out, "metadata/{name} = {value}")?;
    }
    Ok(())
}

/// Writes the cells of a layer as Godot packs them: the version of the form, and for each its column, row, source, place in
/// the image, and alternative, each of 16 bits with the low byte first.
fn write_cells(out: &mut impl Write, map: &Map, stratum: Stratum) -> io::Result<()> {
    out.write_all(&[0, 0])?;
    for (pos, _) in map.tiles.iter() {
        let Some(tile) = stratum.tile_at(map, pos) else {
            continue;
        };
        let numbers = [
            pos.x as u32,
            pos.y as u32,
            0,
            tile % COLUMNS,
            tile / COLUMNS,
            0,
        ];
        for number in numbers {
            out.write_all(&(number as u16).to_le_bytes())?;
        }
    }
    Ok(())
}

/// Writes the tile set, whose image is beside it and called `image`: its tiles with what they are, the shapes that stop
/// who walks, and the walls as a terrain.
pub fn write_tileset(out: &mut (impl Write + ?Sized), image: &str) -> io::Result<()> {
    writeln!(
        out,
        "[gd_resource type=\"TileSet\" load_steps=3 format=3]\n"
    )?;
    writeln!(
        out,
        "[ext_resource type=\"Texture2D\" path={} id=\"image\"]\n",
        Quoted(image)
    )?;
    writeln!(
        out,
        "[sub_resource type=\"TileSetAtlasSource\" id=\"atlas\"]"
    )?;
    writeln!(out, "texture = ExtResource(\"image\")")?;
    writeln!(out, "texture_region_size = Vector2i({SIDE}, {SIDE})")?;
    let half = SIDE / 2;
    for number in 0..COUNT {
        let tile = format!("{}:{}/0", number % COLUMNS, number / COLUMNS);
        writeln!(out, "{tile} = 0")?;
        if let Some(joins) = tileset::joins(number) {
            writeln!(out, "{tile}/terrain_set = 0\n{tile}/terrain = 0")?;
            let joined = NEIGHBOURS.iter().zip(joins).filter(|(_, joins)| *joins);
            for (neighbour, _) in joined {
                writeln!(out, "{tile}/terrains_peering_bit/{neighbour} = 0")?;
            }
        }
        if tileset::kind(number).is_some_and(|kind| !kind.is_walkable()) {
            writeln!(
                out,
                "{tile}/physics_layer_0/polygon_0/points = PackedVector2Array(-{half}, -{half}, {half}, -{half}, {half}, {half}, -{half}, {half})"
            )?;
        }
        for (place, (.., value)) in DATA.iter().enumerate() {
            writeln!(out, "{tile}/custom_data_{place} = {}", value(number))?;
        }
    }
    writeln!(out, "\n[resource]\ntile_size = Vector2i({SIDE}, {SIDE})")?;
    writeln!(out, "physics_layer_0/collision_layer = 1")?;
    let colour = Ink::WallFace.colour(SHADES / 2);
    let [red, green, blue] = colour.map(|part| f64::from(part) / 255.0);
    writeln!(
        out,
        "terrain_set_0/mode = 0\nterrain_set_0/terrain_0/name = \"wall\""
    )?;
    writeln!(
        out,
        "terrain_set_0/terrain_0/color = Color({red:.3}, {green:.3}, {blue:.3}, 1)"
    )?;
    for (place, (name, kind, _)) in DATA.iter().enumerate() {
        writeln!(out, "custom_data_layer_{place}/name = \"{name}\"")?;
        writeln!(out, "custom_data_layer_{place}/type = {kind}")?;
    }
    writeln!(out, "sources/0 = SubResource(\"atlas\")")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_packed_as_the_engine_reads_them() {
        let map = Map::from_text("###\n#.#\n###\n").unwrap();
        let cells = |stratum| {
            let mut bytes = Vec::new();
            write_cells(&mut bytes, &map, stratum).unwrap();
            bytes
        };
        let ground = cells(Stratum::Ground);
        assert_eq!(ground.len(), 2 + 12);
        assert_eq!(ground[..8], [0, 0, 1, 0, 1, 0, 0, 0]);
        assert_eq!(cells(Stratum::Wall).len(), 2 + 8 * 12);
    }

    #[test]
    fn quotes_and_backslashes_are_escaped() {
        assert_eq!(Quoted(r#"a "b" \c"#).to_string(), r#""a \"b\" \\c""#);
    }
}
