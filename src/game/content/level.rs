//! Kinds of level, and what each depth holds.

use serde::{Deserialize, Serialize};

use super::diagnostics::Diagnostics;
use super::entries::{self, Entry};
use super::kind::{DEEPEST, LEVEL_SIZE};
use crate::mapgen::MapSpec;
use crate::rng::Seed;

/// The kinds of level, which differ in their generator.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum LevelKind {
    /// Rooms in rows and columns.
    Halls,
    /// Scattered rooms joined by winding corridors.
    Cloisters,
    /// Natural caves without rooms.
    Caverns,
    /// Adjacent rooms that share walls.
    Crypts,
    /// A maze with loops.
    Labyrinth,
    /// The deepest level, with the Everlamp.
    Sanctum,
}

impl LevelKind {
    /// Every kind, in ascending order.
    pub const ALL: [Self; 6] = [
        Self::Halls,
        Self::Cloisters,
        Self::Caverns,
        Self::Crypts,
        Self::Labyrinth,
        Self::Sanctum,
    ];
}

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
    /// Relative frequency; 0 for a kind that only the rules place.
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
    /// Whether the level can have a vault.
    #[serde(default)]
    pub vault: bool,
}

/// What a depth holds, as the content file defines it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DepthRow {
    /// The depth, from 1; rows are in ascending order.
    pub depth: u8,
    /// Total worth of its monsters, approached from below.
    pub budget: u32,
    /// Items on the floor besides the guaranteed ones.
    pub items: u32,
}

/// The most that a depth's monsters are worth, and the most items that lie there: a level has at
/// most 4,000 tiles.
const MAX_BUDGET: u32 = 9999;
const MAX_ITEMS: u32 = 200;

/// An entry of the levels file.
#[derive(Deserialize)]
enum LevelEntry {
    Kind(LevelKindDef),
    Depth(DepthRow),
}

/// Every kind of level and every depth; reports what is wrong.
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
                let again = |other: &LevelKindDef| other.kind == def.kind;
                let again = kinds.iter().any(again);
                diagnostics.require(!again, entry.line, || {
                    format!("the kind {:?} appears twice", def.kind)
                });
                kinds.push(def.clone());
            }
            LevelEntry::Depth(row) => {
                let expected = rows.len() + 1;
                let right = usize::from(row.depth) == expected;
                diagnostics.require(right, entry.line_of("depth"), || {
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
        let made = kinds.iter().any(|def| def.kind == kind);
        diagnostics.require(made, 1, || format!("the kind {kind:?} is missing"));
    }
    diagnostics.require(rows.len() == usize::from(DEEPEST), 1, || {
        format!("{} depths are listed, not {DEEPEST}", rows.len())
    });
    let weight = kinds.iter().any(|def| def.weight > 0);
    diagnostics.require(weight, 1, || "no kind of level has a weight".into());
    (kinds, rows)
}

fn check_kind<T>(entry: &Entry<T>, def: &LevelKindDef, diagnostics: &mut Diagnostics<'_>) {
    if let Err(error) = def.spec(Seed(0)) {
        diagnostics.error(entry.line_of("generator"), error);
    }
    for (name, (least, most)) in [
        ("braziers", def.braziers),
        ("grass", def.grass),
        ("water", def.water),
    ] {
        diagnostics.require(least <= most && most <= 50, entry.line_of(name), || {
            format!("{name} from {least} to {most} is wrong: 50 is the most")
        });
    }
    diagnostics.within(entry.line_of("doors"), "doors", def.doors, 0, 100);
}

impl LevelKindDef {
    /// The map specification of this kind for a seed.
    pub(crate) fn spec(&self, seed: Seed) -> Result<MapSpec, String> {
        let generator = MapSpec::look_up(&self.generator).map_err(|error| error.to_string())?;
        let mut params = generator.params();
        let given = self.params.split(',').filter(|one| !one.is_empty());
        for assignment in given {
            params.set(assignment).map_err(|error| error.to_string())?;
        }
        MapSpec::with_params(generator, LEVEL_SIZE, params, seed).map_err(|error| error.to_string())
    }
}
