//! Kinds of monster.

use serde::{Deserialize, Serialize};

use super::entries::Entry;
use super::{Complaints, MonsterKind, Number};

/// How a kind of monster is played; `docs/rules.md` tells each with its numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Role {
    /// Walks up and strikes.
    Hunter,
    /// Comes in numbers, and hits the harder the more of them stand around its prey.
    Swarm,
    /// Surrounds: waits out of reach until its kin are near too, then comes from all sides.
    Pack,
    /// Runs at its prey along a straight line, hits doubly, and has to get its breath back.
    Charger,
    /// Shoots from afar and backs away from those who come near.
    Archer,
    /// Takes something out of the pack and runs.
    Thief,
    /// Divides when it is wounded.
    Splitter,
    /// Bursts into flame when it is beside its prey, or when it dies.
    Exploder,
    /// Keeps away and calls others.
    Summoner,
    /// Keeps away and heals others.
    Healer,
    /// Walks through walls.
    Phaser,
    /// Moves only while nobody sees it.
    Unseen,
    /// Puts out braziers, and dims the lantern of whom it hits.
    Snuffer,
    /// Keeps its post.
    Guard,
    /// Looks like an item until somebody is beside it.
    Mimic,
    /// Sleeps deeply and hits hard.
    Sleeper,
    /// Never sleeps and walks from room to room.
    Wanderer,
}

impl Role {
    /// Every role.
    pub const ALL: [Self; 17] = [
        Self::Hunter,
        Self::Swarm,
        Self::Pack,
        Self::Charger,
        Self::Archer,
        Self::Thief,
        Self::Splitter,
        Self::Exploder,
        Self::Summoner,
        Self::Healer,
        Self::Phaser,
        Self::Unseen,
        Self::Snuffer,
        Self::Guard,
        Self::Mimic,
        Self::Sleeper,
        Self::Wanderer,
    ];
}

/// A kind of monster.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MonsterDef {
    /// Its name in files and code.
    pub id: String,
    /// Its name, without article.
    #[serde(skip_serializing)]
    pub name: String,
    /// The character it is drawn as.
    #[serde(skip_serializing)]
    pub glyph: char,
    /// What one sees of it, in a sentence or two.
    #[serde(skip_serializing)]
    pub text: String,
    /// How it is played.
    pub role: Role,
    /// Health when whole.
    pub health: i32,
    /// Attack.
    pub attack: i32,
    /// Defence.
    pub defence: i32,
    /// Ticks a step takes.
    #[serde(default = "hundred")]
    pub pace: u32,
    /// Ticks a blow takes.
    #[serde(default = "hundred")]
    pub strike: u32,
    /// Experience for its death, and its share of a level's budget.
    pub worth: u32,
    /// The first and the last depth it lives at.
    pub depths: (u8, u8),
    /// How often it is chosen, against the others of the depth.
    pub weight: u32,
    /// The least and the most that come together.
    #[serde(default = "alone")]
    pub group: (u8, u8),
    /// Per cent of its health below which it flees; 0 if it never does.
    #[serde(default)]
    pub flees: u8,
    /// Whether it opens doors.
    #[serde(default)]
    pub opens: bool,
    /// Per cent that are asleep when the player first comes to the level.
    pub asleep: u8,
    /// Whether there is one of it in a run, by name.
    #[serde(default)]
    pub named: bool,
    /// Whether it is made of magic, which negation unmakes.
    #[serde(default)]
    pub magical: bool,
    /// The id of those that a summoner calls.
    #[serde(default)]
    pub calls: Option<String>,
}

const fn hundred() -> u32 {
    100
}

const fn alone() -> (u8, u8) {
    (1, 1)
}

/// Complains of what is wrong; returns whom each kind calls.
pub(super) fn check(
    monsters: &mut [Entry<MonsterDef>],
    numbers: Option<&[Number]>,
    complaints: &mut Complaints<'_>,
) -> Vec<Option<MonsterKind>> {
    for entry in &mut *monsters {
        let line = entry.line_of("text");
        complaints.fill_numbers(&mut entry.value.text, line, numbers, None);
    }
    let monsters = &*monsters;
    complaints.check_ids(
        monsters
            .iter()
            .map(|entry| (entry.value.id.as_str(), entry.line_of("id"))),
    );
    for entry in monsters {
        let it = &entry.value;
        complaints.check_depths(it.depths, entry.line_of("depths"));
        let mut range = |name: &str, value: i64, least: i64, most: i64| {
            complaints.require((least..=most).contains(&value), entry.line_of(name), || {
                format!("`{}`: {name} is {value}, not from {least} to {most}", it.id)
            });
        };
        range("health", it.health.into(), 1, 9999);
        range("attack", it.attack.into(), 0, 999);
        range("defence", it.defence.into(), 0, 999);
        range("pace", it.pace.into(), 10, 1000);
        range("strike", it.strike.into(), 10, 1000);
        range("worth", it.worth.into(), 1, 9999);
        range("flees", it.flees.into(), 0, 90);
        range("asleep", it.asleep.into(), 0, 100);
        range("group", it.group.0.into(), 1, it.group.1.into());
        complaints.require(!it.name.is_empty(), entry.line_of("name"), || {
            format!("`{}` has no name", it.id)
        });
        complaints.require(!it.text.is_empty(), entry.line_of("text"), || {
            format!("`{}` has no text", it.id)
        });
        complaints.require(
            it.calls.is_some() == (it.role == Role::Summoner),
            entry.line_of("calls"),
            || format!("`{}`: a Summoner, and no other, has `calls`", it.id),
        );
    }
    let mut calls = Vec::new();
    for entry in monsters {
        let called = entry.value.calls.as_ref().map(|id| {
            let index = monsters.iter().position(|other| other.value.id == *id);
            complaints.require(index.is_some(), entry.line_of("calls"), || {
                format!("`{}` calls `{id}`, which there is not", entry.value.id)
            });
            MonsterKind(index.unwrap_or(0) as u16)
        });
        calls.push(called);
    }
    for role in Role::ALL {
        let played = monsters.iter().any(|entry| entry.value.role == role);
        complaints.require(played, 1, || format!("no monster is a {role:?}"));
    }
    for depth in 1..=super::DEEPEST {
        let lives = |it: &MonsterDef| {
            it.weight > 0 && !it.named && (it.depths.0..=it.depths.1).contains(&depth)
        };
        let count = monsters.iter().filter(|entry| lives(&entry.value)).count();
        complaints.require(count >= 2, 1, || {
            format!("depth {depth} has {count} kinds of monster: it takes 2 or more")
        });
    }
    calls
}
