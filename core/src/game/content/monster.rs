//! Kinds of monster: what they are, how they behave and what they can do.

use serde::{Deserialize, Serialize};

use super::ability::Abilities;
use super::cue::Cue;
use super::diagnostics::Diagnostics;
use super::entries::{self, Entry};
use super::kind::MonsterKind;
use super::number::{self, Number};
use crate::text;

/// What a kind of monster does while it does not hunt, and how far it goes when it does: one word for each kind.
/// `docs/rules.md` describes each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Behaviour {
    /// Walks from room to room, and hunts whom it notices.
    #[default]
    Wanders,
    /// Stays at its post, beside an item if it can, and hunts near it.
    Guards {
        /// Tiles from its post within which it hunts, 0 to 99.
        reach: i32,
    },
    /// Sleeps deeply. Awake, it wanders.
    Sleeps,
    /// Stays on its tile, whatever happens.
    Stands,
}

impl Behaviour {
    /// What it does, in words that follow the monster's name; `None` for [`Wanders`](Self::Wanders).
    const fn text(self) -> Option<&'static str> {
        match self {
            Self::Wanders => None,
            Self::Guards { .. } => {
                Some("guards its post, and goes no more than {guards.reach} tiles from it")
            }
            Self::Sleeps => Some("sleeps deeply"),
            Self::Stands => Some("stays where it is"),
        }
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
    /// The character it is drawn as, one of [code page 437](text::CP437).
    #[serde(skip_serializing)]
    pub glyph: char,
    /// Description for players, one or two sentences.
    #[serde(skip_serializing)]
    pub text: String,
    /// What it does, phrased to follow its name: `walks through walls`. If the file gives none, it is what the
    /// behaviour and the abilities say.
    #[serde(default, skip_serializing)]
    pub habit: String,
    /// Advice against it, one sentence, for players it has killed.
    #[serde(skip_serializing)]
    pub answer: String,
    /// What it does while it does not hunt.
    #[serde(default)]
    pub behaviour: Behaviour,
    /// What it can do besides walking up to the player and striking.
    #[serde(default)]
    pub abilities: Abilities,
    /// Its colour and the sound of its alarm, if not those of its first ability or its behaviour.
    #[serde(default, skip_serializing)]
    pub cue: Option<Cue>,
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
    /// Per cent of groups that are asleep when the level is generated.
    pub asleep: u8,
    /// Whether it is unique, with a proper name.
    #[serde(default)]
    pub named: bool,
    /// Whether negation destroys it.
    #[serde(default)]
    pub magical: bool,
    /// The light that it gives, if it glows.
    #[serde(default)]
    pub glow: Option<Glow>,
}

impl MonsterDef {
    /// Whether it crosses deep water: it swims, or passes through anything.
    pub const fn swims(&self) -> bool {
        self.abilities.swims.is_some() || self.abilities.phases.is_some()
    }

    /// The name of several.
    pub fn plural_name(&self) -> String {
        match self.plural.as_str() {
            "" => format!("{}s", self.name),
            plural => plural.to_owned(),
        }
    }

    /// Its colour and the sound of its alarm.
    pub fn cue(&self) -> Cue {
        let own = self.cue.or_else(|| self.abilities.cue());
        own.unwrap_or(match self.behaviour {
            Behaviour::Wanders => Cue::Stir,
            Behaviour::Guards { .. } => Cue::Metal,
            Behaviour::Sleeps => Cue::Groan,
            Behaviour::Stands => Cue::Stone,
        })
    }

    /// Tiles from its post within which it hunts; `None` if it has no post.
    pub const fn post_reach(&self) -> Option<i32> {
        match self.behaviour {
            Behaviour::Guards { reach } => Some(reach),
            _ => None,
        }
    }

    /// Whether it works magic, which negation interrupts.
    pub fn is_caster(&self) -> bool {
        self.abilities.any(|nature| nature.casts)
    }

    /// Whether it walks up to a player whom it hunts, rather than stay at a distance, at its post or out of sight.
    pub fn closes_in(&self) -> bool {
        matches!(self.behaviour, Behaviour::Wanders | Behaviour::Sleeps)
            && !self.abilities.any(|nature| nature.keeps_away)
    }

    /// Whether it stays on its level when the player takes the stairs.
    pub fn stays_on_level(&self) -> bool {
        matches!(self.behaviour, Behaviour::Guards { .. } | Behaviour::Stands)
            || self.abilities.any(|nature| nature.stays_on_level)
    }

    /// Whether it can do nothing to a player who is not beside it, and waits at a distance.
    pub fn is_harmless_at_distance(&self) -> bool {
        let wary = self.abilities.wary.as_ref();
        let from_afar = self.abilities.any(|nature| nature.acts_from_afar);
        wary.is_some_and(|wary| wary.waits > 0) && !from_afar
    }

    /// What its behaviour and each of its abilities do, in words that follow its name. `called` names those that it
    /// calls.
    pub(super) fn describe(&self, called: &str) -> Vec<String> {
        let numbers = self.numbers();
        let fill = |text: &str| {
            let mut text = text.replace("{kind}", called);
            let find = |name: &str| numbers.iter().find(|number| number.name == name);
            number::fill_placeholders(&mut text, |name| find(name).map(|number| number.value));
            text
        };
        let behaviour = self.behaviour.text().into_iter();
        behaviour.chain(self.abilities.texts()).map(fill).collect()
    }

    fn numbers(&self) -> Vec<Number> {
        let mut numbers = self.abilities.numbers();
        numbers.extend(self.post_reach().map(|reach| Number {
            name: "guards.reach",
            value: reach.into(),
            range: (0, 99),
            meaning: "tiles from its post within which it hunts",
        }));
        numbers
    }
}

/// The light around a monster.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Glow {
    /// Red, green and blue on its own tile, in hundredths; 100 shows the tile's own colours. At most
    /// [`Glow::BRIGHTEST`].
    #[serde(skip_serializing)]
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

/// The habit of a kind without a behaviour or abilities to speak of.
const PLAIN_HABIT: &str = "comes straight at you";

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
        let own = def.numbers().into_iter();
        let own: Vec<_> = own.map(|number| (number.name, number.value)).collect();
        for (text, line) in [&mut def.text, &mut def.habit, &mut def.answer]
            .into_iter()
            .zip(lines)
        {
            diagnostics.fill_numbers(text, line, numbers, &own);
        }
    }
    let ids = monsters.iter();
    diagnostics.check_ids(ids.map(|entry| (entry.value.id.as_str(), entry.line_of("id"))));
    for entry in &monsters {
        check_monster(entry, diagnostics);
    }
    let summons = find_summons(&monsters, file, diagnostics);
    let mut defs: Vec<MonsterDef> = monsters.into_iter().map(|entry| entry.value).collect();
    for index in 0..defs.len() {
        if defs[index].habit.is_empty() {
            let called = summons[index].map(|kind| defs[usize::from(kind.0)].plural_name());
            let does = defs[index].describe(&called.unwrap_or_default()).join(", ");
            defs[index].habit = if does.is_empty() {
                PLAIN_HABIT.to_owned()
            } else {
                does
            };
        }
    }
    (defs, summons)
}

fn check_monster(entry: &Entry<MonsterDef>, diagnostics: &mut Diagnostics<'_>) {
    let def = &entry.value;
    diagnostics.check_depths(def.depths, entry.line_of("depths"));
    diagnostics.require(text::is_drawable(def.glyph), entry.line_of("glyph"), || {
        let (id, glyph) = (&def.id, def.glyph);
        format!("\"{id}\": glyph {glyph:?} cannot be drawn; use a character of code page 437 that is not blank")
    });
    for (name, value, least, most) in [
        ("health", def.health.into(), 1, 9999),
        ("attack", def.attack.into(), 0, 999),
        ("defence", def.defence.into(), 0, 999),
        ("pace", def.pace.into(), 10, 1000),
        ("strike", def.strike.into(), 10, 1000),
        ("worth", def.worth.into(), 1, 9999),
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
        ("answer", &def.answer),
    ] {
        let what = format!("the {name} of \"{}\"", def.id);
        diagnostics.check_text(entry.line_of(name), &what, text);
    }
    for number in def.numbers() {
        let (owner, name) = number.name.split_once('.').unwrap_or_default();
        let line = entry.line_within(owner, name);
        let what = format!("\"{}\": {}", def.id, number.name);
        let (least, most) = number.range;
        diagnostics.check_range(line, &what, number.value, least, most);
    }
}

/// The kind that each kind of the file summons, if any.
fn find_summons(
    monsters: &[Entry<MonsterDef>],
    file: (&str, &str),
    diagnostics: &mut Diagnostics<'_>,
) -> Vec<Option<MonsterKind>> {
    let is_unread = diagnostics.unread([file]);
    let mut find = |entry: &Entry<MonsterDef>| {
        let id = &entry.value.abilities.summons.as_ref()?.kind;
        let index = monsters.iter().position(|other| other.value.id == *id);
        diagnostics.require(
            index.is_some() || is_unread(id),
            entry.line_within("summons", "kind"),
            || {
                let caller = &entry.value.id;
                format!("\"{caller}\": summons.kind is \"{id}\", which is no id of a monster")
            },
        );
        Some(MonsterKind(index? as u16))
    };
    monsters.iter().map(&mut find).collect()
}
