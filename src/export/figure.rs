//! A map's metrics as names and numbers, so that whoever lists them needs not know which there are.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer as _, IgnoredAny, MapAccess, Visitor};

use crate::mapgen::metric::Metrics;

/// One number that measures a map, by name; `None` where the map has nothing to measure.
pub type Figure = (String, Option<u64>);

/// Every number among `metrics` by its name, in their order; positions and lists are left out.
pub fn figures(metrics: &Metrics) -> Vec<Figure> {
    // Through JSON, whose names and order are those that `generate --format json` shows.
    let text = serde_json::to_string(metrics).expect("metrics are plain numbers with names");
    serde_json::Deserializer::from_str(&text)
        .deserialize_map(Collect)
        .expect("what was just written can be read")
}

/// A value that is a number, none, or something else.
#[derive(Deserialize)]
#[serde(untagged)]
enum Value {
    Number(u64),
    None,
    Other(IgnoredAny),
}

/// Keeps the order of the fields, which a map of values would not.
struct Collect;

impl<'de> Visitor<'de> for Collect {
    type Value = Vec<Figure>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("metrics by name")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Vec<Figure>, A::Error> {
        let mut figures = Vec::new();
        while let Some((name, value)) = fields.next_entry()? {
            match value {
                Value::Number(number) => figures.push((name, Some(number))),
                Value::None => figures.push((name, None)),
                Value::Other(_) => {}
            }
        }
        Ok(figures)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::Map;

    #[test]
    fn every_number_is_named_in_its_order_and_positions_are_left_out() {
        let map = Map::from_text("@...\n.##.\n....\n").unwrap();
        let figures = figures(&Metrics::of(&map));
        assert_eq!(figures[0], ("open".to_owned(), Some(10)));
        assert!(figures.contains(&("loops".to_owned(), Some(1))));
        assert!(figures.len() >= 6);
        assert!(figures.iter().all(|(name, _)| name != "farthest"));
    }
}
