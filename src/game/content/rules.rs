//! The numbers of the rules, from `rules.ron`. Each is declared once, below, with its range and
//! meaning; the structs, the range check, the names in texts and the table in `docs/rules.md` are
//! derived from that. Durations are in turns of 100 ticks unless the meaning says otherwise.

use serde::{Deserialize, Serialize};

use super::diagnostics::Diagnostics;
use super::entries::{self, Entry};
use super::number::Number;
use crate::map::Tile;

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
        haste: u32 in 25..=100, "per cent of the usual ticks that anything takes in haste";
        water: u32 in 50..=1000,
            "per cent of the usual ticks that a step into water or reeds takes";
        rubble: u32 in 50..=1000, "per cent of the usual ticks that a step onto rubble takes";
        mace: u32 in 50..=1000, "per cent of the usual ticks that a blow with a mace takes";
        armour: u32 in 10..=9999, "ticks to put armour on or take it off";
        tomb: u32 in 10..=9999, "ticks to break a tomb open";
    }
    /// Light and sight.
    sight: Sight {
        dark: u32 in 1..=40, "tiles seen in the dark without a lantern";
        brazier: u32 in 1..=20, "tiles that a brazier lights";
        grass: i32 in 1..=40, "tiles within which anyone in grass or reeds is seen, and sees";
        darkened: u32 in 1..=40, "tiles seen while darkened; the least that dimmed sight falls to";
        dimmed: u32 in 0..=100, "per cent of the usual sight left while the light is dimmed";
        bright: u32 in 100..=400, "per cent of the usual sight with a potion of light";
        search: i32 in 0..=40, "tiles within which a search finds what is disguised";
    }
    /// How far noises carry.
    noise: Noise {
        quiet: i32 in 0..=99,
            "tiles at which monsters notice a player who waits, rests or searches";
        walking: i32 in 0..=99, "tiles at which monsters notice a player who walks";
        fighting: i32 in 0..=99, "tiles at which monsters notice a player who fights or throws";
        armour_quiet: i32 in 0..=9,
            "tiles that each point of armour's weight adds while the player is quiet";
        armour: i32 in 0..=9, "tiles that each point of armour's weight adds otherwise";
        heard: i32 in 0..=100,
            "per cent of that radius within which monsters notice a player they do not see";
        darkened: i32 in 0..=100, "per cent of that radius left while the player is darkened";
        shatter: i32 in 0..=99, "tiles at which a potion that shatters is heard";
        blast: i32 in 0..=99, "tiles at which an explosion of flame is heard";
        burst: i32 in 0..=99, "tiles at which the burst of an exploder is heard";
        call: i32 in 0..=99, "tiles at which a summoner's call is heard";
        wakes: u32 in 1..=9999, "one sleeper in this many that hears one of these four noises wakes";
    }
    /// How monsters notice the player.
    notice: Notice {
        seen: u32 in 0..=100,
            "per cent of turns in which a monster that sees the player within the noise radius \
             notices them";
        heard: u32 in 0..=100,
            "per cent of turns in which a monster that only hears the player goes to look";
        wakes: u32 in 1..=9999, "each turn one in this many sleepers within hearing wakes";
        wakes_fight: u32 in 1..=9999, "the same while the player fights";
        wakes_deep: u32 in 1..=9999, "the same for deep sleepers, always";
    }
    /// How monsters hunt, flee and wander.
    hunt: Hunt {
        memory: u16 in 1..=999, "turns for which a hunter remembers a player it has lost sight of";
        guess: u16 in 0..=999, "of these, turns in which it still knows where the player went";
        search: u16 in 1..=999, "turns it then looks around";
        noise: u16 in 1..=999, "turns for which a monster looks for the source of a noise";
        mended: i32 in 1..=100, "per cent of health at which a monster that fled turns back";
        safe: i32 in 1..=99, "tiles at which a monster that flees stops";
        rest: u32 in 1..=9999, "turns in which a resting monster regains a point of health";
        pause: u16 in 0..=999, "turns a wanderer stays where it has found no way on";
        rooms: u32 in 1..=9, "rooms a wanderer chooses the nearest of";
        stroll: i32 in 1..=40, "tiles it wanders where there are no rooms";
        way: u32 in 1..=4000, "steps of the longest way it wanders";
        longest: u32 in 1..=4000, "steps of the longest way to any other goal";
        chase: u32 in 1..=4000,
            "steps within which it finds its way to a player in sight around obstacles";
        follow: i32 in 1..=9, "tiles from the player at which a follower can leave the stairs";
        follow_delay: u32 in 1..=9999, "ticks until a follower acts";
        aside: i32 in 0..=40,
            "tiles from the stairs to which a monster on them can make way for the player";
    }
    /// Blows and missiles.
    combat: Combat {
        miss: u32 in 2..=9999, "one blow in this many misses, unless its target sleeps";
        varies: u32 in 1..=9999, "one hit in this many is weaker or stronger than usual";
        swing: i32 in 0..=100, "per cent by which such a hit is weaker or stronger";
        asleep: i32 in 1..=99, "times the damage to a sleeper";
        breaks: u32 in 1..=9999, "one missile in this many breaks against a monster";
    }
    /// What the player begins with and gains.
    growth: Growth {
        health: i32 in 1..=9999, "health at the start";
        attack: i32 in 0..=999, "attack at the start";
        defence: i32 in 0..=999, "defence at the start";
        first_step: u32 in 10..=9999, "experience for the second level";
        step: u32 in 100..=1000,
            "per cent of each step to the next level that the step after it takes";
        health_gain: i32 in 0..=999, "health that a level adds";
        heal_part: i32 in 1..=99, "one part in this many of the whole health that a level heals";
        attack_gain: i32 in 0..=9999, "hundredths of attack that a level adds";
        defence_gain: i32 in 0..=9999, "hundredths of defence that a level adds";
        plus: i32 in 0..=1000,
            "per cent that each New Game Plus adds to monsters' health and attack";
        plus_depth: u32 in 0..=12, "depths from deeper down that each New Game Plus draws monsters";
    }
    /// Hunger and healing.
    food: Food {
        full: u32 in 100..=99_999, "turns of food when full";
        hungry: u32 in 3..=99_999, "turns of food below which the player is hungry";
        weak: u32 in 2..=99_999,
            "turns of food below which the player is weak, and no longer heals";
        starving: u32 in 1..=99_999, "turns of food below which the player starves";
        turn: u32 in 0..=99, "food that a turn takes";
        mending: u32 in 0..=99, "food that a turn takes besides while health comes back";
        wound: i32 in 0..=999, "health that a turn without food takes";
        healing: u32 in 1..=9999, "turns in which health comes back whole";
    }
    /// Exploring.
    explore: Explore {
        item: u32 in 0..=4000,
            "steps within which exploring goes to an item before it goes on to what is unseen";
    }
    /// When an action asks for confirmation.
    ask: Ask {
        waste: u32 in 0..=100, "per cent of a meal that may be wasted before eating asks first";
        hurt: i32 in 0..=100, "per cent of health below which going down asks first";
    }
    /// Flame.
    fire: Fire {
        burns: i32 in 0..=999, "health that burning takes each turn";
        turns: u16 in 1..=999, "turns for which a creature burns";
        least: i32 in 0..=999, "the least damage of flame, before the depth counts";
        most: i32 in 0..=999, "the most damage of flame, before the depth counts";
        depth: i32 in 0..=99, "damage of flame that each depth adds";
        ball: u32 in 1..=9, "tiles, the radius of a fireball";
        pot: u32 in 1..=9, "tiles, the radius of a fire pot, and of a potion of fire that is drunk";
    }
    /// Potions.
    potion: Potions {
        cloud: u32 in 1..=9, "tiles, the radius of what comes out of a potion that shatters";
        healing: i32 in 0..=9999, "health that a potion of healing heals";
        healing_part: i32 in 1..=99,
            "one part in this many of the whole health that it heals besides";
        vigour: i32 in 0..=999, "health that a potion of vigour adds for good";
        strength: i32 in 0..=99, "attack that a potion of strength adds for good";
        haste: u16 in 1..=9999, "turns of haste";
        light: u16 in 1..=9999, "turns of light";
        telepathy: u16 in 1..=9999, "turns of telepathy";
        darkness: u16 in 1..=9999, "turns of darkness for the drinker";
        darkness_cloud: u16 in 1..=9999, "turns of darkness where the potion shatters";
        confusion: u16 in 1..=9999, "turns of confusion";
        strays: u32 in 1..=9999, "one step in this many goes astray in confusion";
    }
    /// Scrolls.
    scroll: Scrolls {
        blink_least: i32 in 1..=40, "tiles of the shortest blink without an aim";
        blink: i32 in 1..=40, "tiles of the longest blink without an aim";
        teleport: u32 in 1..=9999,
            "tiles that teleportation draws; it goes to the farthest that is free";
        missile_least: i32 in 0..=999,
            "the least damage of a magic missile, before the depth counts";
        missile_most: i32 in 0..=999, "the most damage of a magic missile, before the depth counts";
        missile_depth: i32 in 0..=99, "damage of a magic missile that each depth adds";
        sanctity: i32 in 0..=9, "tiles, the radius of hallowed ground";
        sanctity_turns: u16 in 1..=9999, "turns for which ground is hallowed";
        negation: u16 in 1..=9999,
            "turns for which negation keeps summoners and healers from their art";
        improve: i8 in 1..=9, "what a scroll of sharpening or protection adds";
        improve_most: i8 in 1..=99, "bonus from which they add no more";
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
        lever: u32 in 1..=9999, "one vault in this many has a lever; the others have a conduit";
        side: u32 in 3..=12, "tiles along a side of the smallest conduit";
        side_until: u8 in 0..=12, "the last depth with conduits of that size";
        side_depths: u8 in 1..=12, "depths further down in which the side grows by one";
        sanctum_width: u32 in 3..=20, "tiles across the conduit of the sanctum";
        sanctum_height: u32 in 3..=20, "tiles down the conduit of the sanctum";
        deeper: u8 in 0..=12, "depths by which what a vault offers is ahead";
        bonus: u32 in 1..=20, "the most that is added to a weapon in a vault; 1 is the least";
        arrows: u16 in 1..=99, "arrows that go with a bow in a vault";
        turn: u32 in 10..=9999,
            "ticks a quarter turn of a conduit's tile takes, and a pull of a lever";
        feel: u32 in 10..=9999,
            "ticks it takes to feel for a wrong tile of a conduit and set it right, as loud as a fight";
    }
    /// What levels are made of.
    level: Levels {
        labyrinth: u8 in 1..=12, "each depth that is a multiple of this is a labyrinth, except the last";
        certain: u8 in 1..=12, "each block of this many depths has at least one weapon and one armour";
        distance: u32 in 1..=99, "steps from the stairs up within which no monster is put";
        distance_group: u32 in 1..=99, "the same for others of its group";
        group: i32 in 1..=9, "tiles from the first of a group within which the others are put";
        patch_least: i32 in 1..=999, "the least size of a patch of grass, and of a pool";
        patch_most: i32 in 1..=999, "the most";
        patch_reach: i32 in 1..=40, "tiles from its middle that a patch reaches";
        brazier_gap: i32 in 1..=40, "tiles between braziers, at least";
        shortcut: u32 in 0..=100,
            "per cent of the steps between the stairs that whatever is cut into rock leaves";
        tombs: u32 in 1..=9999, "of this many tombs ...";
        tombs_filled: u32 in 0..=9999, "... so many hold an item,";
        tombs_haunted: u32 in 0..=9999, "and so many a monster that hunts whoever opens it";
    }
    /// How good weapons and armour are.
    loot: Loot {
        of: u32 in 1..=9999, "of this many weapons and armours that lie about ...";
        worse: u32 in 0..=9999, "... so many are worse than plain,";
        better: u32 in 0..=9999, "so many are better";
        best: u32 in 0..=9999, "and so many the best";
        worse_plus: i8 in -9..=0, "bonus of the worse";
        better_plus: i8 in 0..=9, "bonus of the better";
        best_plus: i8 in 0..=9, "bonus of the best";
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

impl Time {
    /// Duration of a step onto a tile, in per cent of a plain step.
    pub const fn step(&self, tile: Tile) -> u32 {
        if tile.is_wet() {
            self.water
        } else if tile.is_rough() {
            self.rubble
        } else {
            100
        }
    }
}

/// Pairs of numbers, the first of which must not exceed the second.
const ASCENDING: [(&str, &str); 9] = [
    ("hunt.guess", "hunt.memory"),
    ("food.starving", "food.weak"),
    ("food.weak", "food.hungry"),
    ("food.hungry", "food.full"),
    ("fire.least", "fire.most"),
    ("scroll.blink_least", "scroll.blink"),
    ("scroll.missile_least", "scroll.missile_most"),
    ("level.distance_group", "level.distance"),
    ("level.patch_least", "level.patch_most"),
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
