//! What kinds of monster can do. Each ability is declared once, below, with its parameters, their defaults, ranges and
//! meanings; what the content file may say, the checks, the texts of cards and the table in `docs/rules.md` are derived
//! from that. A kind may have any of them together.

use serde::{Deserialize, Serialize};

use super::cue::Cue;
use super::number::Number;

macro_rules! abilities {
    ($(
        $(#[doc = $about:literal])+
        $name:ident: $Name:ident, $cue:expr, $text:literal {
            $([$id:ident] $id_meaning:literal;)?
            $($param:ident: $type:ident = $default:literal in $range:expr, $meaning:literal;)*
        }
    )+) => {
        $(
            $(#[doc = $about])+
            #[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
            #[serde(default, deny_unknown_fields)]
            pub struct $Name {
                $(
                    #[doc = $id_meaning]
                    pub $id: String,
                )?
                $(
                    #[doc = $meaning]
                    pub $param: $type,
                )*
            }

            impl Default for $Name {
                fn default() -> Self {
                    Self {
                        $($id: String::new(),)?
                        $($param: $default,)*
                    }
                }
            }

            impl $Name {
                fn numbers(&self) -> Vec<Number> {
                    vec![$(Number {
                        name: concat!(stringify!($name), ".", stringify!($param)),
                        value: self.$param.into(),
                        range: (*($range).start(), *($range).end()),
                        meaning: $meaning,
                    }),*]
                }
            }
        )+

        /// The abilities of a kind of monster, in the order in which a hunting monster considers them. Any may be
        /// combined.
        #[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct Abilities {
            $(
                $(#[doc = $about])+
                pub $name: Option<$Name>,
            )+
        }

        impl Abilities {
            /// Every ability, with the numbers that it has where the content gives none.
            pub fn list() -> Vec<AbilityInfo> {
                vec![$(AbilityInfo {
                    name: stringify!($name),
                    about: concat!($($about),+).trim_start(),
                    numbers: $Name::default().numbers(),
                }),+]
            }

            /// The numbers of those that the kind has.
            pub(super) fn numbers(&self) -> Vec<Number> {
                let mut numbers = Vec::new();
                $(numbers.extend(self.$name.iter().flat_map($Name::numbers));)+
                numbers
            }

            /// Whether the kind has the ability of this name.
            pub fn has(&self, name: &str) -> bool {
                $((name == stringify!($name) && self.$name.is_some()))||+
            }

            /// How the first of them that has a cue looks and sounds.
            pub(super) fn cue(&self) -> Option<Cue> {
                let cues = [$(($cue, self.$name.is_some())),+];
                cues.into_iter().find_map(|(cue, has)| cue.filter(|_| has))
            }

            /// What each does, in words that follow the monster's name, with placeholders for its numbers.
            pub(super) fn texts(&self) -> Vec<&'static str> {
                let texts = [$(($text, self.$name.is_some())),+];
                texts.into_iter().filter_map(|(text, has)| has.then_some(text)).collect()
            }
        }
    };
}

/// An ability, as documentation describes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AbilityInfo {
    /// Its name in the content file.
    pub name: &'static str,
    /// What it does, in whole sentences.
    pub about: &'static str,
    /// Its numbers, named `ability.number`, with their defaults.
    pub numbers: Vec<Number>,
}

abilities! {
    /// Bursts into flame when the player is beside it, and when it dies: a blow at everyone around it that never
    /// misses. Beside the player it strikes no blows.
    bursts: Bursts, Some(Cue::Fuse), "bursts into flame beside you, and when it dies" {}
    /// Paws the ground for a turn where a straight free line leads to the player, unless it is recovering. Then it runs
    /// along that line and strikes whoever stands in it first, or runs into what ends it.
    charges: Charges, Some(Cue::Hooves), "paws the ground for a turn and then charges along a straight line, up to {charges.range} tiles" {
        range: i32 = 6 in 2..=40, "tiles it charges at most";
        force: i32 = 200 in 0..=1000, "per cent of a plain blow's damage that a charge does";
        time: u32 = 200 in 10..=1000, "per cent of a blow's ticks that a charge takes";
        recovers: u16 = 5 in 1..=999, "turns until it can charge, heal or call";
    }
    /// Heals the worst wounded monster near it, unless it is recovering.
    heals: Heals, Some(Cue::Hum), "heals others within {heals.range} tiles" {
        range: i32 = 7 in 0..=99, "tiles within which it heals";
        share: i32 = 30 in 1..=100, "per cent of health that it heals";
        recovers: u16 = 4 in 1..=999, "turns until it can charge, heal or call";
    }
    /// Keeps to the dark and out of the player's sight, and does not call, while the player does not stand in bright
    /// light; but for one turn in three. Once the player stands in the light, it knows where that is and comes.
    lurks: Lurks, None, "hides in the dark, and comes and calls only while you stand in bright light" {
        range: i32 = 12 in 1..=20, "tiles within which it finds a place to hide";
    }
    /// Calls others of the kind with the id `kind` while it sees the player, unless it is recovering. It takes a turn's
    /// breath before, in which a wound stops it, and then it has to recover. They give no experience.
    summons: Summons, Some(Cue::Chant), "draws breath for a turn and then calls {kind} while it sees you; a wound stops it" {
        [kind] "Id of the kind that it calls.";
        count: u32 = 2 in 1..=8, "monsters it calls at a time";
        more: u32 = 1 in 0..=8, "at most this many besides";
        limit: u32 = 6 in 1..=99, "called monsters on a level from which on it calls no more";
        recovers: u16 = 15 in 1..=999, "turns until it can charge, heal or call";
    }
    /// Goes to burning braziers and puts them out, also while it wanders. Its hit dims the player's light.
    snuffs: Snuffs, Some(Cue::Breath), "puts out braziers, and dims your light for {snuffs.dims} turns when it hits" {
        range: i32 = 12 in 0..=40, "tiles at which it finds a light";
        near: i32 = 3 in 0..=40, "tiles from the player within which it leaves lights alone";
        dims: u16 = 20 in 1..=999, "turns for which its hit dims the player's light";
    }
    /// Backs away from a player near it, but for one turn in three, and keeps its distance farther off.
    wary: Wary, None, "backs away when you are within {wary.near} tiles" {
        near: i32 = 4 in 0..=40, "tiles at which it backs away";
        waits: i32 = 2 in 0..=40, "tiles beyond that at which it waits; 0 if it comes nearer instead";
    }
    /// Takes aim for a turn at a player who is not beside it, along a free line. Then it shoots along that line, at
    /// whoever stands in it first.
    shoots: Shoots, Some(Cue::Bowstring), "takes aim for a turn and then shoots along a line, up to {shoots.range} tiles" {
        range: i32 = 8 in 1..=40, "tiles it shoots";
        force: i32 = 150 in 0..=1000, "per cent of a plain blow's damage that a shot does";
    }
    /// After some blows it draws back beside the player for a turn, and then strikes all around it.
    sweeps: Sweeps, Some(Cue::Metal), "strikes all around it every {sweeps.every} turns, and draws back for a turn before that" {
        every: u8 = 4 in 3..=99, "turns from one sweep to the next beside the player: blows, the turn in which it draws back, the sweep";
        force: i32 = 150 in 0..=1000, "per cent of a plain blow's damage that a sweep does";
    }
    /// Waits a few tiles away until others that gather are near, or it is wounded, but not indefinitely. Then each
    /// comes from a side of its own.
    gathers: Gathers, Some(Cue::Howl), "waits {gathers.waits} tiles away for others to gather, and comes from a side of its own" {
        waits: i32 = 3 in 2..=40, "tiles from the player at which it waits";
        rushes: u32 = 12 in 3..=9999, "turns from one rush of all that gather to the next, whoever is missing";
    }
    /// Looks like an item that lies about at its depth until someone is next to it or searches near it. Telepathy sees
    /// through it. It does not follow on the stairs.
    mimics: Mimics, Some(Cue::Lid), "looks like something to pick up" {}
    /// Moves only while the player does not see it, unless it charges. Next to the player it strikes, seen or not. It
    /// does not follow on the stairs.
    unseen: Unseen, Some(Cue::Stone), "moves only while you do not see it" {}
    /// Walks through walls and rock, but not through closed doors or into sealed vaults.
    phases: Phases, Some(Cue::Whisper), "walks through walls" {}
    /// Its hit steals an item that is neither in use nor food, and it flees with it. Killed, it drops the item.
    steals: Steals, Some(Cue::Snicker), "steals from your pack, and runs" {}
    /// Wounded with enough health left, it becomes two with half each. The new ones give no experience.
    splits: Splits, Some(Cue::Bubble), "splits in two when it is wounded with {splits.health} health or more left" {
        health: i32 = 4 in 2..=9999, "health that it needs to divide";
    }
    /// Where it splits, it leaves burning wax.
    drips: Drips, None, "leaves burning wax where it splits" {}
    /// Each burning brazier near it gives it health every turn.
    fed: Fed, None, "each brazier that burns within {fed.range} tiles of it gives it {fed.health} health a turn" {
        range: i32 = 5 in 1..=20, "tiles within which a brazier feeds it";
        health: i32 = 10 in 1..=999, "health that each brazier gives it a turn";
    }
    /// Each other one of its kind beside the player adds 1 to its attack.
    swarms: Swarms, Some(Cue::Chitter), "hits harder the more of its kind are beside you" {
        most: u32 = 4 in 0..=8, "attack that the others add at most";
    }
    /// One blow in so many is heavy. It shows with the blow before, and falls on the tile where the player stood then.
    heavy: Heavy, Some(Cue::Trudge), "strikes a heavy blow every {heavy.every} blows, at the tile where you stood the turn before" {
        every: u8 = 3 in 2..=99, "blows from one heavy blow to the next";
        force: i32 = 200 in 0..=1000, "per cent of a plain blow's damage that a heavy blow does";
    }
    /// Swims or floats across deep water.
    swims: Swims, None, "crosses deep water" {}
    /// Opens doors.
    opens_doors: OpensDoors, None, "opens doors" {}
    /// Flees when it is wounded, and returns when it has healed.
    flees: Flees, None, "flees below {flees.below}% of its health" {
        below: u8 = 25 in 1..=90, "per cent of its health below which it flees";
    }
    /// Is of the dark: its attack is stronger while it stands in the dark, and weaker in bright light.
    shuns: Shuns, None, "is stronger in the dark, and weak in bright light" {
        stronger: i32 = 25 in 0..=999, "per cent that the dark adds to its attack";
        weaker: i32 = 50 in 0..=100, "per cent that bright light takes from its attack";
    }
    /// Is drawn by light: while it wanders it goes to look at a player who stands in bright light, if nothing is in
    /// between.
    drawn: Drawn, None, "comes to bright light from {drawn.range} tiles" {
        range: i32 = 20 in 0..=99, "tiles from which it comes";
    }
}

#[cfg(test)]
mod tests {
    use super::super::number;
    use super::*;

    /// A kind with every ability.
    fn versatile() -> Abilities {
        let fields = Abilities::list()
            .into_iter()
            .map(|ability| format!("{}: ()", ability.name));
        let text = format!("({})", fields.collect::<Vec<_>>().join(", "));
        let options = ron::Options::default();
        let options = options.with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
        options.from_str(&text).unwrap()
    }

    #[test]
    fn every_text_of_an_ability_names_numbers_that_it_has() {
        let all = versatile();
        let numbers = all.numbers();
        let texts = all.texts();
        assert_eq!(texts.len(), Abilities::list().len());
        for text in texts {
            let mut filled = text.replace("{kind}", "rats");
            let find = |name: &str| numbers.iter().find(|number| number.name == name);
            let unknown = number::fill_placeholders(&mut filled, |name| Some(find(name)?.value));
            assert!(unknown.is_empty(), "{text}: {unknown:?}");
        }
    }

    #[test]
    fn every_default_is_within_its_range() {
        for number in versatile().numbers() {
            let (least, most) = number.range;
            assert!((least..=most).contains(&number.value), "{number:?}");
        }
    }
}
