//! A map as JSON: the object that `undercroft generate --help` describes.

use std::io::{self, Write};

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::map::Map;
use crate::mapgen::metric::Metrics;
use crate::mapgen::{Kind, MapSpec, Params};

/// Writes `map`, generated from `spec`, and a line feed.
pub fn write(out: &mut (impl Write + ?Sized), spec: &MapSpec, map: &Map) -> io::Result<()> {
    let text = map.to_string();
    let document = record! {
        generator: spec.generator().info().name,
        size: spec.size(),
        // As text, since many readers round numbers beyond 2^53.
        seed: spec.seed.to_string(),
        share_code: spec.to_string(),
        generation_version: crate::GENERATION_VERSION,
        params: ParamValues(spec.params()),
        start: map.start,
        rooms: map.rooms.iter().map(|room| room.area).collect::<Vec<_>>(),
        metrics: Metrics::of(map),
        tiles: text.lines().collect::<Vec<_>>(),
    };
    serde_json::to_writer_pretty(&mut *out, &document)?;
    writeln!(out)
}

/// Every parameter by name, in the generator's order.
struct ParamValues<'a>(&'a Params);

impl Serialize for ParamValues<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (index, (spec, text)) in self.0.iter().enumerate() {
            match spec.kind {
                Kind::Int { .. } => map.serialize_entry(spec.name, &self.0.value(index))?,
                Kind::Choice { .. } => map.serialize_entry(spec.name, &text)?,
            }
        }
        map.end()
    }
}
