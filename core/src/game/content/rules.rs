//! The numbers of the rules that content sets, from `rules.ron`; the others are constants beside the rules
//! that use them, which [`numbers`](super::numbers) declares. Each is declared once, below, with its range and
//! meaning; the structs, the range check, the names in texts and the table in `docs/rules.md` are
//! derived from that. Durations are in turns of 100 ticks unless the meaning says otherwise.

use serde::{Deserialize, Serialize};

use super::diagnostics::Diagnostics;
use super::entries::{self, Entry};
use super::number::Number;

macro_rules! rules {
    ($(
        $(#[doc = $about:literal])+
        $group:ident: $Group:ident {
            $($name:ident: $type:ident in $range:expr, $meaning:literal;)+
        }
    )+) => {
        /// Every number of the rules, by subject. [`Rules::numbers`] lists them.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
        pub struct Rules {
            $(
                $(#[doc = $about])+
                pub $group: $Group,
            )+
        }

        $(
            $(#[doc = $about])+
            #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
            #[serde(deny_unknown_fields)]
            pub struct $Group {
                $(
                    #[doc = $meaning]
                    pub $name: $type,
                )+
            }

            impl $Group {
                fn numbers(&self) -> Vec<Number> {
                    vec![$(Number {
                        name: concat!(stringify!($group), ".", stringify!($name)),
                        value: self.$name as i64,
                        range: (*($range).start(), *($range).end()),
                        meaning: $meaning,
                    }),+]
                }
            }
        )+

        /// An entry of the file.
        #[derive(Deserialize)]
        enum RulesEntry {
            $($Group($Group),)+
        }

        impl RulesEntry {
            fn group(&self) -> &'static str {
                match self {
                    $(Self::$Group(_) => stringify!($Group),)+
                }
            }

            fn numbers(&self) -> Vec<Number> {
                match self {
                    $(Self::$Group(group) => group.numbers(),)+
                }
            }
        }

        impl Rules {
            /// Every number, in the order of the documentation.
            pub fn numbers(&self) -> Vec<Number> {
                [$(self.$group.numbers()),+].concat()
            }

            /// Assembles the rules, or returns the names of the missing groups.
            fn gather(entries: &[Entry<RulesEntry>]) -> Result<Self, Vec<&'static str>> {
                let mut missing = Vec::new();
                $(
                    let $group = entries.iter().find_map(|entry| match &entry.value {
                        RulesEntry::$Group(group) => Some(*group),
                        _ => None,
                    });
                    if $group.is_none() {
                        missing.push(stringify!($Group));
                    }
                )+
                match ($($group,)+) {
                    ($(Some($group),)+) => Ok(Self { $($group),+ }),
                    _ => Err(missing),
                }
            }
        }
    };
}

rules! {
    /// How long actions take.
    time: Time {
        action: u32 in 20..=1000, "ticks that an ordinary action takes; a turn of the world is 100 ticks";
        mace: u32 in 50..=1000, "per cent of the usual ticks that a blow with a mace takes";
    }
    /// Light and sight.
    sight: Sight {
        dark: u32 in 1..=40, "tiles seen without any light";
        brazier: u32 in 1..=20, "tiles that a brazier lights; half of them, rounded up, brightly";
        oil: u32 in 1..=99_999, "turns that the oil of a full lantern lasts";
        grass: i32 in 1..=40, "tiles within which anyone in grass or reeds is seen, and sees";
        darkened: u32 in 1..=40, "tiles seen while darkened; the least that dimmed sight falls to";
        bright: u32 in 100..=400, "per cent of a lantern's reach with a potion of light, or of the sight without light";
        search: i32 in 0..=40, "tiles within which a search finds what is disguised";
    }
    /// How far noises carry.
    noise: Noise {
        quiet: i32 in 0..=99,
            "tiles at which monsters hear a player who waits, rests or searches";
        walking: i32 in 0..=99, "tiles at which monsters hear a player who walks";
        fighting: i32 in 0..=99, "tiles at which monsters hear a player who fights or throws";
    }
    /// How monsters notice the player.
    notice: Notice {
        bright: i32 in 0..=99, "tiles at which a monster notices a player who stands in bright light";
        dim: i32 in 0..=99, "tiles at which a monster notices a player who stands in dim light";
        dark: i32 in 0..=99, "tiles at which a monster notices a player who stands in the dark";
        seen: u32 in 0..=100,
            "per cent of turns in which a monster that sees the player so near notices them";
        hidden: u32 in 0..=100, "the same of a player who stands in the dark";
        wakes: u32 in 1..=9999, "each turn one in this many sleepers within hearing wakes";
    }
    /// How monsters hunt, flee and wander.
    hunt: Hunt {
        memory: u16 in 3..=999, "turns for which a hunter remembers a player it has lost sight of";
    }
    /// Blows and missiles.
    combat: Combat {
        miss: u32 in 2..=9999, "one blow in this many misses, unless its target sleeps";
        varies: u32 in 1..=9999, "one hit in this many is weaker or stronger than usual";
        swing: i32 in 0..=100, "per cent by which such a hit is weaker or stronger";
        asleep: i32 in 1..=99, "times the damage to a sleeper";
        unaware: i32 in 1..=99, "times the damage of a blow out of the dark at who is unaware";
        stab: i32 in 1..=99, "the same with a dagger";
        doorway: i32 in 1..=99, "times the damage of a blow at who stands in a doorway";
        cramped: i32 in 1..=100, "per cent of its damage that a blow from a doorway does";
        breaks: u32 in 1..=9999, "one missile in this many breaks against a monster";
    }
    /// What is thrown and shot.
    missiles: Missiles {
        near: i32 in 1..=40, "tiles up to which a shot or throw keeps its chance to hit";
        far: i32 in 0..=100, "per cent of chance to hit that it loses with each tile beyond";
        plain: i32 in 0..=999, "damage of what is not made for throwing";
        hand_least: i32 in 0..=999, "the least damage of an arrow that is thrown by hand";
        hand_most: i32 in 0..=999, "the most damage of an arrow that is thrown by hand";
        hand_range: i32 in 1..=40, "tiles that an arrow is thrown by hand at most";
    }
    /// What the player begins with and gains.
    growth: Growth {
        health: i32 in 1..=9999, "health at the start";
        attack: i32 in 0..=999, "attack at the start";
        defence: i32 in 0..=999, "defence at the start";
        first_step: u32 in 10..=9999, "experience for the second rank";
        step: u32 in 100..=1000,
            "per cent of each step to the next rank that the step after it takes";
        health_gain: i32 in 0..=999, "health that a rank adds";
        attack_gain: i32 in 0..=9999, "hundredths of attack that a rank adds";
        defence_gain: i32 in 0..=9999, "hundredths of defence that a rank adds";
        plus: i32 in 0..=1000,
            "per cent that each New Game Plus adds to monsters' health and attack";
    }
    /// Hunger and healing.
    food: Food {
        full: u32 in 100..=99_999, "turns of food when full";
        hungry: u32 in 3..=99_999, "turns of food below which the player is hungry";
        weak: u32 in 2..=99_999,
            "turns of food below which the player is weak, and no longer heals";
        starving: u32 in 1..=99_999, "turns of food below which the player starves";
        healing: u32 in 1..=9999, "turns in which health comes back whole";
        rest: i32 in 1..=100, "per cent of health up to which it comes back away from a burning brazier";
    }
    /// Flame.
    fire: Fire {
        burns: i32 in 0..=999, "health that burning takes each turn";
        turns: u16 in 1..=999, "turns for which a creature burns";
        least: i32 in 0..=999, "the least damage of a blast of flame, before the depth counts";
        most: i32 in 0..=999, "the most damage of a blast of flame, before the depth counts";
        depth: i32 in 0..=99, "damage of a blast of flame that each depth adds";
        flames: i32 in 0..=999, "health that a turn in flames takes, before the depth counts";
        deeper: i32 in 1..=99, "depths for each further point of that";
        spreads: u32 in 0..=100,
            "per cent of turns in which a burning tile lights each tile beside it that burns";
    }
    /// Deep water.
    water: Water {
        sweeps: u32 in 0..=100,
            "per cent of turns in deep water in which it carries off a thing from the swimmer's pack";
    }
    /// Potions.
    potion: Potions {
        healing: i32 in 0..=9999, "health that a potion of healing heals";
        vigour: i32 in 0..=999, "health that a potion of vigour adds for good";
        strength: i32 in 0..=99, "attack that a potion of strength adds for good";
        haste: u16 in 1..=9999, "turns of haste";
        light: u16 in 1..=9999, "turns of light";
        telepathy: u16 in 1..=9999, "turns of telepathy";
        darkness: u16 in 1..=9999, "turns of darkness for the drinker";
        confusion: u16 in 1..=9999, "turns of confusion";
    }
    /// Scrolls.
    scroll: Scrolls {
        missile_least: i32 in 0..=999,
            "the least damage of a magic missile, before the depth counts";
        missile_most: i32 in 0..=999, "the most damage of a magic missile, before the depth counts";
        missile_depth: i32 in 0..=99, "damage of a magic missile that each depth adds";
        sanctity_turns: u16 in 1..=9999, "turns for which ground is hallowed";
        negation: u16 in 1..=9999,
            "turns for which negation keeps summoners and healers from their art";
        improve: i8 in 1..=9, "what a scroll of sharpening or protection adds";
    }
    /// Rings.
    ring: Rings {
        mending: u32 in 0..=9999, "per cent that each ring of mending adds to the rate of healing";
        fasting: u32 in 1..=9999, "with a ring of fasting one turn in this many takes no food";
        listening: i32 in 0..=99, "tiles within which a ring of listening feels creatures";
        hush: i32 in 0..=100, "per cent of the noise radius left with a ring of hush";
        wrath: i32 in 0..=99, "attack that each ring of wrath adds";
        warding: i32 in 0..=99, "defence that each ring of warding adds";
    }
    /// Vaults and conduits.
    vault: Vaults {
        first: u8 in 1..=12, "the first depth with vaults";
        rare: u32 in 1..=9999, "one level in this many has a vault, if there is rock for it";
        feel: u32 in 10..=9999,
            "ticks it takes to feel for a wrong tile of a conduit and set it right, as loud as a fight";
    }
    /// What levels are made of.
    level: Levels {
        labyrinth: u8 in 1..=12, "each depth that is a multiple of this is a labyrinth, except the last";
    }
    /// Points.
    score: Score {
        depth: u64 in 0..=99_999, "points for each depth";
        won: u64 in 0..=99_999, "points for lighting the Everlamp";
        swift: u64 in 0..=999_999, "turns below which victory counts for more";
        swift_turns: u64 in 1..=9999, "turns below that for each further point";
    }
}

impl Rules {
    /// Actions, one after another, that feeling for a wrong tile of a conduit takes; at least 1.
    pub const fn feel_actions(&self) -> u32 {
        let actions = self.vault.feel.div_ceil(self.time.action);
        if actions > 0 { actions } else { 1 }
    }
}

/// Pairs of numbers, the first of which must not exceed the second.
const ASCENDING: [(&str, &str); 7] = [
    ("notice.dark", "notice.dim"),
    ("notice.dim", "notice.bright"),
    ("food.starving", "food.weak"),
    ("food.weak", "food.hungry"),
    ("food.hungry", "food.full"),
    ("fire.least", "fire.most"),
    ("scroll.missile_least", "scroll.missile_most"),
];

/// Reports every number out of range; returns the rules if no group is missing.
pub(super) fn read<'a>(file: (&'a str, &str), diagnostics: &mut Diagnostics<'a>) -> Option<Rules> {
    let entries: Vec<Entry<RulesEntry>> = entries::read(file, diagnostics);
    let has_errors = !diagnostics.is_clean();
    let mut numbers: Vec<(Number, usize)> = Vec::new();
    for (index, entry) in entries.iter().enumerate() {
        let group = entry.value.group();
        let repeated = entries[..index].iter().any(|e| e.value.group() == group);
        diagnostics.require(!repeated, entry.line, || format!("{group} appears twice"));
        for number in entry.value.numbers() {
            let (least, most) = number.range;
            let field = number.name.split('.').next_back().unwrap_or_default();
            let line = entry.line_of(field);
            diagnostics.check_range(line, number.name, number.value, least, most);
            numbers.push((number, line));
        }
    }
    let find = |name: &str| numbers.iter().find(|(number, _)| number.name == name);
    for (low, high) in ASCENDING {
        let (Some((low, line)), Some((high, _))) = (find(low), find(high)) else {
            continue;
        };
        diagnostics.require(low.value <= high.value, *line, || {
            let (name, value) = (low.name, low.value);
            format!("{name} is {value}, more than {}, {}", high.name, high.value)
        });
    }
    match Rules::gather(&entries) {
        Ok(rules) => Some(rules),
        Err(missing) => {
            // A group that could not be parsed has been reported already.
            diagnostics.require(has_errors, 1, || format!("{} missing", missing.join(", ")));
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ascending_pair_names_numbers() {
        let rules = crate::game::content::Content::embedded().unwrap().rules();
        let numbers = rules.numbers();
        for name in ASCENDING.into_iter().flat_map(|(low, high)| [low, high]) {
            assert!(numbers.iter().any(|number| number.name == name), "{name}");
        }
    }
}
