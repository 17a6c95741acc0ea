//! Kinds of level, what each depth holds, and the numbers of the rules.

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
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LevelKindDef {
    /// The kind.
    pub kind: LevelKind,
    /// Its name.
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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DepthRow {
    /// The depth.
    pub depth: u8,
    /// The sum of the worth of its monsters, as nearly as it can be reached.
    pub budget: u32,
    /// How many things lie there, beside those that are certain.
    pub items: u32,
}

/// The numbers of the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Numbers {
    /// Health, attack and defence of one who begins.
    pub health: i32,
    /// See `health`.
    pub attack: i32,
    /// See `health`.
    pub defence: i32,
    /// What each level gained adds to health.
    pub health_gain: i32,
    /// Attack gained with each level, in quarters.
    pub attack_gain: i32,
    /// Defence gained with each level, in quarters.
    pub defence_gain: i32,
    /// Experience for the first level to gain.
    pub first_step: u32,
    /// Food of one who is full.
    pub food: u32,
    /// Food below which one is hungry.
    pub hungry: u32,
    /// Food below which one is weak.
    pub weak: u32,
    /// Food below which one starves: health falls once there is none.
    pub starving: u32,
    /// Turns in which health comes back whole.
    pub healing: u32,
    /// How far one sees in the dark without a lantern.
    pub sight: u32,
    /// How far a brazier lights.
    pub brazier: u32,
    /// Per cent that New Game Plus adds to monsters' health and attack, each time.
    pub plus: i32,
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
    Numbers(Numbers),
}

/// Complains of what is wrong; returns what was found.
pub(super) fn check(
    entries: Vec<Entry<LevelEntry>>,
    complaints: &mut Complaints<'_>,
) -> (Vec<LevelKindDef>, Vec<DepthRow>, Option<Numbers>) {
    let (mut kinds, mut rows, mut numbers) = (Vec::new(), Vec::new(), None);
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
            LevelEntry::Numbers(these) => {
                check_numbers(entry, these, complaints);
                complaints.require(numbers.is_none(), entry.line, || {
                    "the numbers are there twice".into()
                });
                numbers = Some(*these);
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
    complaints.require(numbers.is_some(), 1, || "the numbers are missing".into());
    let weight = kinds.iter().any(|def| def.weight > 0);
    complaints.require(weight, 1, || "no kind of level has a weight".into());
    (kinds, rows, numbers)
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

fn check_numbers<T>(entry: &Entry<T>, numbers: &Numbers, complaints: &mut Complaints<'_>) {
    let mut range = |name: &str, value: i64, least: i64, most: i64| {
        complaints.require((least..=most).contains(&value), entry.line_of(name), || {
            format!("{name} is {value}, not from {least} to {most}")
        });
    };
    range("health", numbers.health.into(), 1, 9999);
    range("attack", numbers.attack.into(), 0, 999);
    range("defence", numbers.defence.into(), 0, 999);
    range("health_gain", numbers.health_gain.into(), 0, 999);
    range("attack_gain", numbers.attack_gain.into(), 0, 99);
    range("defence_gain", numbers.defence_gain.into(), 0, 99);
    range("first_step", numbers.first_step.into(), 10, 9999);
    range("food", numbers.food.into(), 100, 99_999);
    range("hungry", numbers.hungry.into(), 3, numbers.food.into());
    range("weak", numbers.weak.into(), 2, numbers.hungry.into());
    range("starving", numbers.starving.into(), 1, numbers.weak.into());
    range("healing", numbers.healing.into(), 1, 9999);
    range("sight", numbers.sight.into(), 1, 40);
    range("brazier", numbers.brazier.into(), 1, 20);
    range("plus", numbers.plus.into(), 0, 1000);
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
