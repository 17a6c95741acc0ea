//! Reads the kinds of level and the contents of each depth.

use serde::{Deserialize, Serialize};

use super::diagnostics::Diagnostics;
use super::entries::{self, Entry};
use super::kind::{DEEPEST, LEVEL_SIZE, LevelKind};
use crate::geom::Size;
use crate::mapgen::{BUILT_IN, MapSpec};
use crate::rng::Seed;

/// How levels of a kind are generated, as the content file defines it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LevelKindDef {
    /// The kind being defined, once each.
    pub kind: LevelKind,
    /// Name for players.
    #[serde(skip_serializing)]
    pub name: String,
    /// Id of the map generator.
    pub generator: String,
    /// The generator's parameters, as in a share code: `name=value,name=value`.
    #[serde(default)]
    pub params: String,
    /// Width and height of the map, in the middle of the level, in tiles.
    #[serde(default = "level_size")]
    pub size: (u32, u32),
    /// Relative frequency; 0 for a kind that is placed only by rule.
    pub weight: u32,
    /// Per cent of room entrances with a door.
    #[serde(default)]
    pub doors: u32,
    /// Minimum and maximum number of braziers.
    pub braziers: (u32, u32),
    /// Minimum and maximum number of patches of grass.
    pub grass: (u32, u32),
    /// Minimum and maximum number of pools.
    pub water: (u32, u32),
    /// Minimum and maximum number of fixtures, if there is room for them.
    #[serde(default)]
    pub fixtures: (u32, u32),
    /// Whether the level can have a vault.
    #[serde(default)]
    pub vault: bool,
    /// Turns for which the candle of a level burns, 0 to 99,999; 0 for a level without one.
    #[serde(default)]
    pub candle: u32,
}

const fn level_size() -> (u32, u32) {
    (LEVEL_SIZE.width, LEVEL_SIZE.height)
}

/// What a depth holds, as the content file defines it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DepthRow {
    /// The depth, from 1; rows are in ascending order.
    pub depth: u8,
    /// The most that its monsters are worth in total.
    pub budget: u32,
    /// Items on the floor besides the guaranteed ones.
    pub items: u32,
}

/// Limits of a [`DepthRow`], chosen for levels of at most 4,000 tiles.
const MAX_BUDGET: u32 = 9999;
const MAX_ITEMS: u32 = 200;

/// The most turns for which a candle burns.
const MAX_CANDLE: i64 = 99_999;

/// An entry of the levels file.
#[derive(Deserialize)]
enum LevelEntry {
    Kind(LevelKindDef),
    Depth(DepthRow),
}

/// Reads every kind of level and every depth; reports errors.
pub(super) fn read<'a>(
    file: (&'a str, &str),
    diagnostics: &mut Diagnostics<'a>,
) -> (Vec<LevelKindDef>, Vec<DepthRow>) {
    let entries: Vec<Entry<LevelEntry>> = entries::read(file, diagnostics);
    let (mut kinds, mut rows) = (Vec::new(), Vec::new());
    for entry in &entries {
        match &entry.value {
            LevelEntry::Kind(def) => {
                check_kind(entry, def, diagnostics);
                let repeated = kinds
                    .iter()
                    .any(|other: &LevelKindDef| other.kind == def.kind);
                diagnostics.require(!repeated, entry.line, || {
                    format!("the kind {:?} appears twice", def.kind)
                });
                kinds.push(def.clone());
            }
            LevelEntry::Depth(row) => {
                let expected = rows.len() + 1;
                let valid = usize::from(row.depth) == expected;
                diagnostics.require(valid, entry.line_of("depth"), || {
                    format!("depth {} where depth {expected} belongs", row.depth)
                });
                for (name, value, most) in [
                    ("budget", row.budget, MAX_BUDGET),
                    ("items", row.items, MAX_ITEMS),
                ] {
                    diagnostics.require(value <= most, entry.line_of(name), || {
                        format!("{name} is {value}; {most} is the limit")
                    });
                }
                rows.push(*row);
            }
        }
    }
    for kind in LevelKind::ALL {
        let defined = kinds.iter().any(|def| def.kind == kind);
        diagnostics.require(defined, 1, || format!("the kind {kind:?} is missing"));
    }
    diagnostics.require(rows.len() == usize::from(DEEPEST), 1, || {
        format!("{} depths are listed, not {DEEPEST}", rows.len())
    });
    let weight = kinds.iter().any(|def| def.weight > 0);
    diagnostics.require(weight, 1, || "no kind of level has a weight".into());
    (kinds, rows)
}

fn check_kind<T>(entry: &Entry<T>, def: &LevelKindDef, diagnostics: &mut Diagnostics<'_>) {
    let line = entry.line_of("candle");
    diagnostics.check_range(line, "candle", i64::from(def.candle), 0, MAX_CANDLE);
    if let Err(error) = def.spec(Seed(0)) {
        diagnostics.error(entry.line_of("generator"), error);
    }
    for (name, (least, most)) in [
        ("braziers", def.braziers),
        ("grass", def.grass),
        ("water", def.water),
        ("fixtures", def.fixtures),
    ] {
        diagnostics.require(least <= most && most <= 50, entry.line_of(name), || {
            format!("{name} from {least} to {most} is wrong: 50 is the most")
        });
    }
    diagnostics.check_range(entry.line_of("doors"), "doors", def.doors, 0, 100);
    let (line, (width, height)) = (entry.line_of("size"), def.size);
    diagnostics.check_range(line, "the width", width, 21, LEVEL_SIZE.width.into());
    diagnostics.check_range(line, "the height", height, 21, LEVEL_SIZE.height.into());
}

impl LevelKindDef {
    /// The map specification of this kind for a seed.
    pub(crate) fn spec(&self, seed: Seed) -> Result<MapSpec, String> {
        let generator = BUILT_IN
            .look_up(&self.generator)
            .map_err(|error| error.to_string())?;
        let mut params = generator.params();
        let given = self.params.split(',').filter(|one| !one.is_empty());
        for assignment in given {
            params.set(assignment).map_err(|error| error.to_string())?;
        }
        let size = Size::new(self.size.0, self.size.1);
        MapSpec::with_params(generator, size, params, seed).map_err(|error| error.to_string())
    }
}
