//! Jobs on large maps that a worker of the browser page runs: generating the map, its metrics or a file.
//! A job is sent as a text with the map's share code, from which the worker generates the map itself.
//! A search is sent piece by piece. Natively, a thread does the same work without this module.

use serde::Serialize;

use crate::export::{self, Format, Options};
use crate::geom::{Pos, Size};
use crate::map::{Map, Room, Steps, Tile};
use crate::mapgen::MapSpec;
use crate::mapgen::metric::Metrics;
use crate::search::{Findings, Question, Scratch, Search, Variants};

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
    if let Some(order) = command.strip_prefix(SEARCH) {
        let (search, pieces) = PieceRange::read(order)?;
        return Ok(to_postcard(&pieces.look_at(&search)));
    }
    let (name, code) = command.split_once(' ').unwrap_or_default();
    let job = [Job::Map, Job::Metrics]
        .into_iter()
        .chain(Format::ALL.map(Job::File))
        .find(|job| job.name() == name)
        .ok_or_else(|| format!("unknown job \"{command}\""))?;
    let spec = crate::known()
        .read(code)
        .map_err(|error| error.to_string())?;
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

/// The beginning of the command for pieces of a search.
const SEARCH: &str = "search\n";

/// Some pieces of a [`Search`], for one worker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceRange {
    /// The first.
    pub start: u64,
    /// The one after the last.
    pub end: u64,
}

impl PieceRange {
    /// How many workers look at pieces at once.
    pub fn at_once() -> usize {
        #[cfg(target_family = "wasm")]
        return 1;
        // One more, so that no thread waits for the next frame.
        #[cfg(not(target_family = "wasm"))]
        return bevy::tasks::AsyncComputeTaskPool::get().thread_num() + 1;
    }

    /// As many pieces as a worker looks at, from number `start` on; `None` after the last.
    pub fn next(start: u64, search: &Search) -> Option<Self> {
        // A worker of the page is a program of its own, which takes a while to start.
        let count = if cfg!(target_family = "wasm") { 64 } else { 1 };
        let end = search.pieces().min(start + count);
        (start < end).then_some(Self { start, end })
    }

    /// The number of maps in them.
    pub fn maps(self, search: &Search) -> u64 {
        (self.start..self.end)
            .map(|piece| search.maps_in(piece))
            .sum()
    }

    /// Looks at them, one after the other.
    pub fn look_at(self, search: &Search) -> Findings {
        let mut scratch = Scratch::default();
        let mut all = Findings::default();
        for piece in self.start..self.end {
            let findings = search.look_at(piece, &mut scratch);
            all.matches.extend(findings.matches);
            all.failures.extend(findings.failures);
        }
        all
    }

    /// The command that makes [`run_job`] look at them; read the result with [`unpack_findings`].
    pub fn command(self, search: &Search) -> String {
        let Question {
            variants,
            condition,
            order,
            count,
            ..
        } = search.question();
        let condition = condition
            .as_ref()
            .map_or_else(String::new, ToString::to_string);
        let order = order.map_or_else(String::new, |order| order.to_string());
        let (seeds, Self { start, end }) = (search.seeds(), self);
        format!("{SEARCH}{start}\n{end}\n{seeds}\n{count}\n{variants}\n{order}\n{condition}")
    }

    /// Reads what follows [`SEARCH`].
    fn read(order: &str) -> Result<(Search, Self), String> {
        let mut lines = order.splitn(7, '\n');
        let mut line = || lines.next().ok_or("the search was cut off");
        let number = |text: &str| text.parse::<u64>().map_err(|error| error.to_string());
        let pieces = Self {
            start: number(line()?)?,
            end: number(line()?)?,
        };
        let seeds = line()?.parse().map_err(|error| format!("{error}"))?;
        let count = number(line()?)? as usize;
        let variants =
            Variants::read(line()?, crate::known()).map_err(|error| error.to_string())?;
        let order = Some(line()?).filter(|text| !text.is_empty());
        let order = order.map(str::parse).transpose();
        let condition = Some(line()?).filter(|text| !text.is_empty());
        let condition = condition.map(str::parse).transpose();
        let question = Question {
            variants,
            condition: condition.map_err(|error| format!("{error}"))?,
            steps: Steps::Four,
            order: order.map_err(|error| format!("{error}"))?,
            count,
        };
        let search = Search::new(question, seeds);
        match pieces.end <= search.pieces() {
            true => Ok((search, pieces)),
            false => Err("there are no such pieces".to_owned()),
        }
    }
}

/// Reads the findings of a worker.
///
/// # Errors
/// If the bytes are anything else.
pub fn unpack_findings(bytes: &[u8]) -> Result<Findings, String> {
    postcard::from_bytes(bytes).map_err(|error| error.to_string())
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
    fn a_worker_finds_the_same_as_a_thread() {
        for (variants, order, condition) in [
            ("rooms/40x30", "", "loops >= 1 && rooms in 3..9"),
            ("caves/40x30/wall=40..=45", "-longest_steps", ""),
        ] {
            let question = Question {
                variants: variants.parse().unwrap(),
                condition: Some(condition)
                    .filter(|it| !it.is_empty())
                    .map(|it| it.parse().unwrap()),
                steps: Steps::Four,
                order: Some(order)
                    .filter(|it| !it.is_empty())
                    .map(|it| it.parse().unwrap()),
                count: 9,
            };
            let search = Search::new(question, "5..2005".parse().unwrap());
            let mut start = 0;
            let mut maps = 0;
            while let Some(pieces) = PieceRange::next(start, &search) {
                let found = run_job(&pieces.command(&search)).unwrap();
                assert_eq!(unpack_findings(&found), Ok(pieces.look_at(&search)));
                (start, maps) = (pieces.end, maps + pieces.maps(&search));
            }
            assert_eq!((start, maps), (search.pieces(), search.maps()));
        }
    }

    #[test]
    fn an_unknown_or_impossible_job_is_refused() {
        for order in [
            "",
            "0\n1",
            "0\n9\n0..5\n1\nrooms/40x30\n\n",
            "0\n1\n0..5\n1\nroom/40x30\n\n",
        ] {
            assert!(run_job(&format!("{SEARCH}{order}")).is_err(), "{order}");
        }
        for command in ["", "map", "song rooms/80x50#7", "map rooms/1x1#7"] {
            assert!(run_job(command).is_err(), "{command}");
        }
    }
}
