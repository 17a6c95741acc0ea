//! Kinds of level, and what each depth holds.

use serde::{Deserialize, Serialize};

use super::entries::Entry;
use super::{Complaints, DEEPEST};
use crate::geom::Size;
use crate::mapgen::MapSpec;
use crate::rng::Seed;

/// The size of every level, in tiles.
pub(crate) const LEVEL_SIZE: Size = Size::new(80, 50);

/// What a level is like.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum LevelKind {
    /// Rooms in rows and columns.
    Halls,
    /// Rooms here and there, joined by bent passages.
    Cloisters,
    /// Natural caves.
    Caverns,
    /// Rooms wall to wall.
    Crypts,
    /// A maze with loops.
    Labyrinth,
    /// Where the Everlamp hangs.
    Sanctum,
}

impl LevelKind {
    /// Every kind.
    pub const ALL: [Self; 6] = [
        Self::Halls,
        Self::Cloisters,
        Self::Caverns,
        Self::Crypts,
        Self::Labyrinth,
        Self::Sanctum,
    ];
}

/// How levels of a kind are made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LevelKindDef {
    /// The kind.
    pub kind: LevelKind,
    /// Its name.
    #[serde(skip_serializing)]
    pub name: String,
    /// The generator of its maps.
    pub generator: String,
    /// The generator's parameters, as in a share code: `name=value,name=value`.
    #[serde(default)]
    pub params: String,
    /// How often a depth is of this kind; 0 if only where the rules say so.
    pub weight: u32,
    /// Per cent of the mouths of rooms that have a door.
    #[serde(default)]
    pub doors: u32,
    /// The least and the most braziers.
    pub braziers: (u32, u32),
    /// The least and the most patches of grass, and of water.
    pub grass: (u32, u32),
    /// The least and the most pools.
    pub water: (u32, u32),
    /// Whether a vault can be walled into it.
    #[serde(default)]
    pub vault: bool,
}

/// What a depth holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DepthRow {
    /// The depth.
    pub depth: u8,
    /// The sum of the worth of its monsters, as nearly as it can be reached.
    pub budget: u32,
    /// How many things lie there, beside those that are certain.
    pub items: u32,
}

/// The most that a depth's monsters are worth, and the most items that lie there: a level has at
/// most 4,000 tiles.
const MOST_BUDGET: u32 = 9999;
const MOST_ITEMS: u32 = 200;

/// An entry of the file.
#[derive(Deserialize)]
pub(super) enum LevelEntry {
    Kind(LevelKindDef),
    Depth(DepthRow),
}

/// Complains of what is wrong; returns what was found.
pub(super) fn check(
    entries: Vec<Entry<LevelEntry>>,
    complaints: &mut Complaints<'_>,
) -> (Vec<LevelKindDef>, Vec<DepthRow>) {
    let (mut kinds, mut rows) = (Vec::new(), Vec::new());
    for entry in &entries {
        match &entry.value {
            LevelEntry::Kind(def) => {
                check_kind(entry, def, complaints);
                let again = kinds
                    .iter()
                    .any(|other: &LevelKindDef| other.kind == def.kind);
                complaints.require(!again, entry.line, || {
                    format!("the kind {:?} is there twice", def.kind)
                });
                kinds.push(def.clone());
            }
            LevelEntry::Depth(row) => {
                let expected = rows.len() + 1;
                complaints.require(
                    usize::from(row.depth) == expected,
                    entry.line_of("depth"),
                    || format!("depth {} where depth {expected} belongs", row.depth),
                );
                for (name, value, most) in [
                    ("budget", row.budget, MOST_BUDGET),
                    ("items", row.items, MOST_ITEMS),
                ] {
                    complaints.require(value <= most, entry.line_of(name), || {
                        format!("{name} is {value}; {most} is the limit")
                    });
                }
                rows.push(*row);
            }
        }
    }
    for kind in LevelKind::ALL {
        let made = kinds.iter().any(|def| def.kind == kind);
        complaints.require(made, 1, || format!("the kind {kind:?} is missing"));
    }
    complaints.require(rows.len() == usize::from(DEEPEST), 1, || {
        format!("{} depths are listed, not {DEEPEST}", rows.len())
    });
    let weight = kinds.iter().any(|def| def.weight > 0);
    complaints.require(weight, 1, || "no kind of level has a weight".into());
    (kinds, rows)
}

fn check_kind<T>(entry: &Entry<T>, def: &LevelKindDef, complaints: &mut Complaints<'_>) {
    if let Err(error) = def.spec(Seed(0)) {
        complaints.error(entry.line_of("generator"), error);
    }
    for (name, (least, most)) in [
        ("braziers", def.braziers),
        ("grass", def.grass),
        ("water", def.water),
    ] {
        complaints.require(least <= most && most <= 50, entry.line_of(name), || {
            format!("{name} from {least} to {most} is wrong: 50 is the most")
        });
    }
    complaints.require(def.doors <= 100, entry.line_of("doors"), || {
        format!("{} per cent of doors is more than 100", def.doors)
    });
}

impl LevelKindDef {
    /// The map of this kind that a seed gives.
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
