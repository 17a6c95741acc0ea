//! What is made of a large map, and the map itself, as a worker of a browser page is asked for it: by the map's
//! share code, from which the worker makes the map for itself. Natively the same is made in a thread.

use serde::Serialize;

use crate::export::{self, Format, Options};
use crate::geom::{Pos, Rect, Size};
use crate::map::{Map, Tile};
use crate::mapgen::MapSpec;
use crate::mapgen::metric::Metrics;

/// What is wanted of a map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// The map, for [`unpack`].
    Map,
    /// Its [`Metrics`], in the postcard format.
    Metrics,
    /// The file in this format.
    File(Format),
}

impl Wanted {
    const fn name(self) -> &'static str {
        match self {
            Self::Map => "map",
            Self::Metrics => "metrics",
            Self::File(format) => format.name(),
        }
    }

    /// The text that asks [`obey`] for it.
    pub fn of(self, spec: &MapSpec) -> String {
        format!("{} {spec}", self.name())
    }
}

/// Makes what a text asks for.
///
/// # Errors
/// If the text asks for nothing, or the map cannot be made or written.
pub fn obey(order: &str) -> Result<Vec<u8>, String> {
    let said = |error: &dyn std::fmt::Display| error.to_string();
    let (name, code) = order.split_once(' ').unwrap_or_default();
    let wanted = [Wanted::Map, Wanted::Metrics]
        .into_iter()
        .chain(Format::ALL.map(Wanted::File))
        .find(|wanted| wanted.name() == name)
        .ok_or_else(|| format!("`{order}` asks for nothing"))?;
    let spec: MapSpec = code.parse().map_err(|error| said(&error))?;
    let map = spec.generate().map_err(|error| said(&error))?;
    match wanted {
        Wanted::Map => Ok(pack(&map)),
        Wanted::Metrics => Ok(plain(&Metrics::of(&map))),
        Wanted::File(format) => {
            let mut bytes = Vec::new();
            export::write(format, &spec, &map, &Options::default(), &mut bytes)
                .map_err(|error| said(&error))?;
            Ok(bytes)
        }
    }
}

fn plain(value: &impl Serialize) -> Vec<u8> {
    postcard::to_allocvec(value).expect("it is plain data, and a vector takes whatever comes")
}

/// All but the tiles, and then the tiles, one byte each: they are many.
fn pack(map: &Map) -> Vec<u8> {
    let mut bytes = plain(&(map.size(), map.start, &map.rooms));
    bytes.extend(map.tiles.as_slice().iter().map(|tile| *tile as u8));
    bytes
}

/// Reads a map that [`obey`] made; `None` if the bytes are anything else.
pub fn unpack(bytes: &[u8]) -> Option<Map> {
    let (head, tiles) = postcard::take_from_bytes(bytes).ok()?;
    let (size, start, rooms): (Size, Option<Pos>, Vec<Rect>) = head;
    if tiles.len() != size.area() {
        return None;
    }
    let mut map = Map::new(size, Tile::default());
    (map.start, map.rooms) = (start, rooms);
    for (tile, byte) in map.tiles.as_mut_slice().iter_mut().zip(tiles) {
        *tile = *Tile::ALL.get(usize::from(*byte))?;
    }
    Some(map)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_worker_makes_the_same_as_a_thread() {
        for code in ["rooms/80x50#7", "maze-dfs/41x31#7", "caves/60x40#7"] {
            let spec: MapSpec = code.parse().unwrap();
            let map = spec.generate().unwrap();
            let made = obey(&Wanted::Map.of(&spec)).unwrap();
            assert_eq!(unpack(&made).as_ref(), Some(&map), "{code}");
            assert_eq!(unpack(&made[..made.len() - 1]), None);
            let made = obey(&Wanted::Metrics.of(&spec)).unwrap();
            assert_eq!(postcard::from_bytes(&made), Ok(Metrics::of(&map)), "{code}");
            for format in Format::ALL {
                let mut file = Vec::new();
                let written = export::write(format, &spec, &map, &Options::default(), &mut file);
                let made = obey(&Wanted::File(format).of(&spec));
                match written {
                    Ok(()) => assert_eq!(made, Ok(file), "{code} {format:?}"),
                    Err(error) => assert_eq!(made, Err(error.to_string())),
                }
            }
        }
    }

    #[test]
    fn an_order_that_asks_for_nothing_is_refused() {
        for order in ["", "map", "song rooms/80x50#7", "map rooms/1x1#7"] {
            assert!(obey(order).is_err(), "{order}");
        }
    }
}
