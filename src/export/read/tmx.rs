//! Tiled's XML.

use std::str::FromStr;

use roxmltree::{Document, Node};

use super::tiled::{self, Layer, Object, Source, Tileset};
use super::{LoadTileset, ReadError, Reader};
use crate::geom::Size;
use crate::text::excerpt;

/// A map as text may begin with stairs, `<`, but with none of these.
pub const READER: Reader = Reader {
    claims: |text| {
        ["<?", "<!", "<map"]
            .iter()
            .any(|head| text.starts_with(head))
    },
    read: |text, load| read(text.trim_start(), load)?.into_contents(),
    help: "",
};

/// Reads a map.
fn read(text: &str, load: &mut LoadTileset<'_>) -> Result<Source, ReadError> {
    let document = Document::parse(text)?;
    let map = root(&document, "map")?;
    let size = Size::new(number(map, "width")?, number(map, "height")?);
    let tile_size = Size::new(number(map, "tilewidth")?, number(map, "tileheight")?);
    let orientation = map.attribute("orientation").unwrap_or_default();
    let is_infinite = map.attribute("infinite") == Some("1");
    tiled::check_head(orientation, is_infinite, size, tile_size)?;
    let mut source = Source {
        size,
        tile_size,
        tilesets: Vec::new(),
        layers: Vec::new(),
        objects: Vec::new(),
        share_code: property(map, "share_code"),
    };
    for set in children(map, "tileset") {
        source.tilesets.push(Tileset {
            first_gid: number(set, "firstgid")?,
            ..match set.attribute("source") {
                Some(path) => Tileset::external(path, load)?,
                None => tileset(set)?,
            }
        });
    }
    // Groups contain layers.
    for node in map.descendants() {
        match node.tag_name().name() {
            "layer" => source.layers.push(layer(node)?),
            "objectgroup" => {
                for object in children(node, "object") {
                    source.objects.push(read_object(object)?);
                }
            }
            _ => {}
        }
    }
    Ok(source)
}

/// Reads a tileset in a file of its own.
pub fn read_tileset(text: &str) -> Result<Tileset, ReadError> {
    let document = Document::parse(text)?;
    tileset(root(&document, "tileset")?)
}

fn tileset(set: Node<'_, '_>) -> Result<Tileset, ReadError> {
    let class = |tile| {
        let [own, other] = ["type", "class"].map(|key| attribute(tile, key));
        let name = property(tile, "name").unwrap_or_default();
        Ok((number(tile, "id")?, tiled::tile_class([own, other, name])))
    };
    Ok(Tileset {
        first_gid: 0,
        name: attribute(set, "name"),
        classes: children(set, "tile")
            .map(class)
            .collect::<Result<_, ReadError>>()?,
    })
}

fn layer(node: Node<'_, '_>) -> Result<Layer, ReadError> {
    let name = attribute(node, "name");
    let data = children(node, "data").next();
    let data = data.ok_or_else(|| fail(node, "the layer has no data"))?;
    let gids = match data.attribute("encoding") {
        Some("csv") => {
            let numbers = data.text().unwrap_or_default().split(',').map(str::trim);
            let read = |text: &str| {
                let error = || fail(data, &format!("\"{}\" is no tile", excerpt(text)));
                text.parse().map_err(|_| error())
            };
            numbers.map(read).collect::<Result<_, _>>()?
        }
        Some(encoding) => {
            let compression = data.attribute("compression").unwrap_or_default();
            return Err(tiled::unread_data(&name, encoding, compression));
        }
        None => {
            let gid = |tile: Node<'_, '_>| match tile.has_attribute("gid") {
                true => number(tile, "gid"),
                // An empty cell.
                false => Ok(0),
            };
            children(data, "tile").map(gid).collect::<Result<_, _>>()?
        }
    };
    Ok(Layer { name, gids })
}

fn read_object(node: Node<'_, '_>) -> Result<Object, ReadError> {
    let side = |key: &str| match node.has_attribute(key) {
        true => number(node, key),
        false => Ok(0.0),
    };
    Ok(Object {
        name: attribute(node, "name"),
        // So it is called in format version 1.9 alone.
        class: attribute(
            node,
            if node.has_attribute("class") {
                "class"
            } else {
                "type"
            },
        ),
        at: [number(node, "x")?, number(node, "y")?],
        size: [side("width")?, side("height")?],
        is_tile: node.has_attribute("gid"),
        points: {
            let shapes = node
                .children()
                .filter(|child| child.has_tag_name("polygon") || child.has_tag_name("polyline"));
            let point = |text: &str| {
                let (x, y) = text.split_once(',')?;
                Some([x.parse().ok()?, y.parse().ok()?])
            };
            let texts = shapes.filter_map(|shape| shape.attribute("points"));
            let texts = texts.flat_map(str::split_whitespace);
            texts.filter_map(point).collect()
        },
        properties: all_properties(node)
            .map(|it| (attribute(it, "name"), value_of(it).unwrap_or_default()))
            .collect(),
    })
}

/// The root, if it is a `tag`.
fn root<'a, 'input>(
    document: &'a Document<'input>,
    tag: &str,
) -> Result<Node<'a, 'input>, ReadError> {
    let root = document.root_element();
    match root.has_tag_name(tag) {
        true => Ok(root),
        false => {
            let found = excerpt(root.tag_name().name());
            Err(fail(root, &format!("<{found}> where <{tag}> should be")))
        }
    }
}

fn children<'a, 'input>(
    node: Node<'a, 'input>,
    tag: &'static str,
) -> impl Iterator<Item = Node<'a, 'input>> {
    node.children().filter(move |child| child.has_tag_name(tag))
}

/// The value of an attribute; empty without it.
fn attribute(node: Node<'_, '_>, key: &str) -> String {
    node.attribute(key).unwrap_or_default().to_owned()
}

fn number<T: FromStr>(node: Node<'_, '_>, key: &str) -> Result<T, ReadError> {
    let number = node
        .attribute(key)
        .and_then(|text| text.trim().parse().ok());
    number.ok_or_else(|| {
        let tag = node.tag_name().name();
        fail(node, &format!("<{tag}> needs a number \"{key}\""))
    })
}

/// The value of a custom property.
fn property(node: Node<'_, '_>, name: &str) -> Option<String> {
    let mut properties = all_properties(node);
    let property = properties.find(|property| property.attribute("name") == Some(name))?;
    value_of(property)
}

fn all_properties<'a, 'input>(node: Node<'a, 'input>) -> impl Iterator<Item = Node<'a, 'input>> {
    children(node, "properties").flat_map(|node| children(node, "property"))
}

fn value_of(property: Node<'_, '_>) -> Option<String> {
    // A text of several lines is the content.
    let value = property.attribute("value").or(property.text());
    value.map(str::to_owned)
}

/// An error with the place of a node.
fn fail(node: Node<'_, '_>, reason: &str) -> ReadError {
    let place = node.document().text_pos_at(node.range().start);
    ReadError::content(format!(
        "line {}, column {}: {reason}",
        place.row, place.col
    ))
}
