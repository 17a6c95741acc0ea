//! Kinds of monster and their roles.

use serde::{Deserialize, Serialize};

use super::diagnostics::Diagnostics;
use super::entries::{self, Entry};
use super::kind::{DEEPEST, MonsterKind};
use super::number::Number;

listed_enum! {
    /// How a kind of monster behaves; `docs/rules.md` describes each role with its numbers, and the
    /// content needs a monster of each.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
    pub enum Role {
        /// Walks up to the player and attacks.
        Hunter,
        /// Comes in groups, and attacks harder the more of its kind stand beside the player.
        Swarm,
        /// Waits out of reach until its pack is near, then attacks from all sides.
        Pack,
        /// Charges along a straight line for extra damage, then has to recover.
        Charger,
        /// Shoots from a distance and backs away from the player.
        Archer,
        /// Steals an item from the pack and flees.
        Thief,
        /// Becomes two monsters when it is wounded.
        Splitter,
        /// Explodes in flame beside the player, and when it dies.
        Exploder,
        /// Keeps its distance and summons others.
        Summoner,
        /// Keeps its distance and heals others.
        Healer,
        /// Moves through walls and rock.
        Phaser,
        /// Moves only while the player does not see it.
        Unseen,
        /// Puts out braziers; its hits dim the player's light.
        Snuffer,
        /// Stays near its post.
        Guard,
        /// Looks like an item until the player is beside it.
        Mimic,
        /// Sleeps deeply and hits hard.
        Sleeper,
        /// Behaves like a hunter.
        Wanderer,
    }
}

/// A kind of monster, as the content file defines it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MonsterDef {
    /// Its id in files and code: `a-z`, `0-9` and `-`.
    pub id: String,
    /// Name without article.
    #[serde(skip_serializing)]
    pub name: String,
    /// Name of several; empty if that is the name with an `s`.
    #[serde(default, skip_serializing)]
    pub plural: String,
    /// The character it is drawn as.
    #[serde(skip_serializing)]
    pub glyph: char,
    /// Description for players, one or two sentences.
    #[serde(skip_serializing)]
    pub text: String,
    /// What it does, phrased to follow its name: `walks through walls`.
    #[serde(skip_serializing)]
    pub habit: String,
    /// Advice against it, one sentence, for players it has killed.
    #[serde(skip_serializing)]
    pub answer: String,
    /// How it behaves.
    pub role: Role,
    /// Health when unhurt, 1 to 9999.
    pub health: i32,
    /// Attack, 0 to 999.
    pub attack: i32,
    /// Defence, 0 to 999.
    pub defence: i32,
    /// Duration of a step, in ticks.
    #[serde(default = "default_duration")]
    pub pace: u32,
    /// Duration of an attack, in ticks.
    #[serde(default = "default_duration")]
    pub strike: u32,
    /// Experience for killing it, and its cost in a level's budget.
    pub worth: u32,
    /// First and last depth where it lives.
    pub depths: (u8, u8),
    /// Relative frequency among the monsters of a depth.
    pub weight: u32,
    /// Minimum and maximum size of a group.
    #[serde(default = "default_group")]
    pub group: (u8, u8),
    /// Percentage of its health below which it flees; 0 if it never does.
    #[serde(default)]
    pub flees: u8,
    /// Whether it can open doors.
    #[serde(default)]
    pub opens: bool,
    /// Per cent of groups that are asleep when the level is generated.
    pub asleep: u8,
    /// Whether it is unique, with a proper name.
    #[serde(default)]
    pub named: bool,
    /// Whether negation destroys it.
    #[serde(default)]
    pub magical: bool,
    /// Id of the kind that a summoner summons.
    #[serde(default)]
    pub calls: Option<String>,
    /// The light that it is drawn with, if it glows. Purely visual: it affects nobody's sight.
    #[serde(default, skip_serializing)]
    pub glow: Option<Glow>,
}

/// Purely visual light around a monster.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Glow {
    /// Red, green and blue on its own tile, in hundredths; 100 shows the tile's own colours. At most
    /// [`Glow::BRIGHTEST`].
    pub light: (u16, u16, u16),
    /// Tiles that it reaches, 1 to [`Glow::FARTHEST`].
    pub reach: u8,
}

impl Glow {
    /// The highest value of a channel.
    pub const BRIGHTEST: u16 = 1000;
    /// The most tiles that it can reach.
    pub const FARTHEST: u8 = 12;
}

const fn default_duration() -> u32 {
    100
}

const fn default_group() -> (u8, u8) {
    (1, 1)
}

/// Reads every kind of monster, and the kind that each summons; reports errors.
pub(super) fn read<'a>(
    file: (&'a str, &str),
    numbers: Option<&[Number]>,
    diagnostics: &mut Diagnostics<'a>,
) -> (Vec<MonsterDef>, Vec<Option<MonsterKind>>) {
    let mut monsters: Vec<Entry<MonsterDef>> = entries::read(file, diagnostics);
    for entry in &mut monsters {
        let lines = ["text", "habit", "answer"].map(|name| entry.line_of(name));
        let def = &mut entry.value;
        for (text, line) in [&mut def.text, &mut def.habit, &mut def.answer]
            .into_iter()
            .zip(lines)
        {
            diagnostics.fill_numbers(text, line, numbers, None);
        }
    }
    let ids = monsters.iter();
    diagnostics.check_ids(ids.map(|entry| (entry.value.id.as_str(), entry.line_of("id"))));
    for entry in &monsters {
        check_monster(entry, diagnostics);
    }
    let summons = find_summons(&monsters, diagnostics);
    check_coverage(&monsters, diagnostics);
    let defs = monsters.into_iter().map(|entry| entry.value);
    (defs.collect(), summons)
}

fn check_monster(entry: &Entry<MonsterDef>, diagnostics: &mut Diagnostics<'_>) {
    let def = &entry.value;
    diagnostics.check_depths(def.depths, entry.line_of("depths"));
    for (name, value, least, most) in [
        ("health", def.health.into(), 1, 9999),
        ("attack", def.attack.into(), 0, 999),
        ("defence", def.defence.into(), 0, 999),
        ("pace", def.pace.into(), 10, 1000),
        ("strike", def.strike.into(), 10, 1000),
        ("worth", def.worth.into(), 1, 9999),
        ("flees", def.flees.into(), 0, 90),
        ("asleep", def.asleep.into(), 0, 100),
        ("group", i64::from(def.group.0), 1, i64::from(def.group.1)),
    ] {
        let what = format!("\"{}\": {name}", def.id);
        diagnostics.check_range(entry.line_of(name), &what, value, least, most);
    }
    if let Some(Glow { light, reach }) = def.glow {
        let line = entry.line_of("glow");
        let what = format!("\"{}\": glow", def.id);
        let brightest = i64::from(light.0.max(light.1).max(light.2));
        let most = i64::from(Glow::BRIGHTEST);
        diagnostics.check_range(line, &what, brightest, 1, most);
        let what = format!("\"{}\": reach of its glow", def.id);
        let farthest = i64::from(Glow::FARTHEST);
        diagnostics.check_range(line, &what, i64::from(reach), 1, farthest);
    }
    for (name, text) in [
        ("name", &def.name),
        ("text", &def.text),
        ("habit", &def.habit),
        ("answer", &def.answer),
    ] {
        let what = format!("the {name} of \"{}\"", def.id);
        diagnostics.check_text(entry.line_of(name), &what, text);
    }
    let valid = def.calls.is_some() == (def.role == Role::Summoner);
    diagnostics.require(valid, entry.line_of("calls"), || {
        format!("\"{}\": a Summoner, and no other, has \"calls\"", def.id)
    });
}

/// The kind that each kind summons, if any.
fn find_summons(
    monsters: &[Entry<MonsterDef>],
    diagnostics: &mut Diagnostics<'_>,
) -> Vec<Option<MonsterKind>> {
    let mut summons = Vec::new();
    for entry in monsters {
        let summoned = entry.value.calls.as_ref().map(|id| {
            let index = monsters.iter().position(|other| other.value.id == *id);
            diagnostics.require(index.is_some(), entry.line_of("calls"), || {
                format!(
                    "\"{}\" calls \"{id}\", which does not exist",
                    entry.value.id
                )
            });
            MonsterKind(index.unwrap_or(0) as u16)
        });
        summons.push(summoned);
    }
    summons
}

/// Reports roles that no monster has, and depths with fewer than two kinds, unless entries are missing because they
/// do not read.
fn check_coverage(monsters: &[Entry<MonsterDef>], diagnostics: &mut Diagnostics<'_>) {
    if !diagnostics.is_clean() {
        return;
    }
    for role in Role::ALL {
        let used = monsters.iter().any(|entry| entry.value.role == role);
        diagnostics.require(used, 1, || format!("no monster is a {role:?}"));
    }
    for depth in 1..=DEEPEST {
        let lives = |def: &MonsterDef| {
            def.weight > 0 && !def.named && (def.depths.0..=def.depths.1).contains(&depth)
        };
        let count = monsters.iter().filter(|entry| lives(&entry.value)).count();
        diagnostics.require(count >= 2, 1, || {
            format!("depth {depth} has {count} kinds of monster: it takes 2 or more")
        });
    }
}
