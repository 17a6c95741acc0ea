//! Jobs on large maps that a worker of the browser page runs: generating the map, its metrics or a file.
//! A job is sent as a text with the map's share code, from which the worker generates the map itself.
//! Natively, a thread does the same work without this module.

use serde::Serialize;

use crate::export::{self, Format, Options};
use crate::geom::{Pos, Size};
use crate::map::{Map, Room, Tile};
use crate::mapgen::MapSpec;
use crate::mapgen::metric::Metrics;

/// What to make of a map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Job {
    /// The map itself; read it with [`unpack_map`].
    Map,
    /// Its [`Metrics`], in the postcard format.
    Metrics,
    /// An export file in this format.
    File(Format),
}

impl Job {
    fn name(self) -> &'static str {
        match self {
            Self::Map => "map",
            Self::Metrics => "metrics",
            Self::File(format) => format.name(),
        }
    }

    /// The command that makes [`run_job`] do this job for the map of `spec`.
    pub fn command(self, spec: &MapSpec) -> String {
        format!("{} {spec}", self.name())
    }
}

/// Runs the job of a command and returns its result as bytes.
///
/// # Errors
/// If the command is invalid, or the map cannot be generated or written.
pub fn run_job(command: &str) -> Result<Vec<u8>, String> {
    let (name, code) = command.split_once(' ').unwrap_or_default();
    let job = [Job::Map, Job::Metrics]
        .into_iter()
        .chain(Format::ALL.map(Job::File))
        .find(|job| job.name() == name)
        .ok_or_else(|| format!("unknown job \"{command}\""))?;
    let spec: MapSpec = code.parse().map_err(|error| format!("{error}"))?;
    let map = spec.generate().map_err(|error| error.to_string())?;
    match job {
        Job::Map => Ok(pack_map(&map)),
        Job::Metrics => Ok(to_postcard(&Metrics::of(&map))),
        Job::File(format) => {
            let mut bytes = Vec::new();
            export::write(format, &spec, &map, &Options::default(), &mut bytes)
                .map_err(|error| error.to_string())?;
            Ok(bytes)
        }
    }
}

fn to_postcard(value: &impl Serialize) -> Vec<u8> {
    postcard::to_allocvec(value).expect("plain data serializes into a vector")
}

/// Serializes everything but the tiles, followed by the tiles as one byte each, which is faster and
/// smaller for so many.
fn pack_map(map: &Map) -> Vec<u8> {
    let mut bytes = to_postcard(&(map.size(), map.start, &map.rooms));
    bytes.extend(map.tiles.as_slice().iter().map(|tile| *tile as u8));
    bytes
}

/// Reads a map from the result of [`Job::Map`]; `None` if the bytes are anything else.
pub fn unpack_map(bytes: &[u8]) -> Option<Map> {
    let (head, tiles) = postcard::take_from_bytes(bytes).ok()?;
    let (size, start, rooms): (Size, Option<Pos>, Vec<Room>) = head;
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
            let result = run_job(&Job::Map.command(&spec)).unwrap();
            assert_eq!(unpack_map(&result).as_ref(), Some(&map), "{code}");
            assert_eq!(unpack_map(&result[..result.len() - 1]), None);
            let result = run_job(&Job::Metrics.command(&spec)).unwrap();
            assert_eq!(
                postcard::from_bytes(&result),
                Ok(Metrics::of(&map)),
                "{code}"
            );
            for format in Format::ALL {
                let mut file = Vec::new();
                let written = export::write(format, &spec, &map, &Options::default(), &mut file);
                let result = run_job(&Job::File(format).command(&spec));
                match written {
                    Ok(()) => assert_eq!(result, Ok(file), "{code} {format:?}"),
                    Err(error) => assert_eq!(result, Err(error.to_string())),
                }
            }
        }
    }

    #[test]
    fn an_unknown_or_impossible_job_is_refused() {
        for command in ["", "map", "song rooms/80x50#7", "map rooms/1x1#7"] {
            assert!(run_job(command).is_err(), "{command}");
        }
    }
}
