//! What kinds of monster can do: a file for each ability, with all that is to be known of it. A kind may have any of
//! them together.
//!
//! The file declares the parameters with `ability!`, says in [`Ability`] what it does and what whoever reckons with it
//! has to know, and in [`Announced`] what it shows before and over which tiles. The table below lists them. An ability
//! without anything of its own there is read by the rules that it changes.

mod bursts;
mod charges;
mod declare;
pub(super) mod drawn;
mod drips;
mod fed;
mod flees;
mod gathers;
mod heals;
mod heavy;
mod lurks;
mod mimics;
mod opens_doors;
mod phases;
mod shoots;
mod shuns;
mod snuffs;
mod splits;
mod steals;
mod summons;
mod swarms;
mod sweeps;
mod swims;
mod unseen;
mod wary;

pub use declare::Nature;
use declare::{Ability, Announced, Cue, Declared, Fixed, Number};
use serde::{Deserialize, Serialize};
use strum::{EnumCount, VariantArray};

use crate::game::rules::turn::Turn;
use crate::game::world::actor::{Actor, ActorId};
use crate::game::world::announcement::{AnnouncementWords, Preparation};
use crate::game::world::level::Level;
use crate::game::world::scene::Scene;
use crate::geom::Pos;

macro_rules! abilities {
    (
        $($name:ident: $Name:ident,)+;
        $(#[doc = $shows:literal] $Announcement:ident: $does:ident $Does:ident,)+
    ) => {
        $(pub use $name::$Name;)+

        /// Their numbers that no content sets.
        pub(in crate::game) const NUMBERS: &[&[Fixed]] = &[$($Name::NUMBERS),+];

        /// The abilities of a kind of monster, in the order in which a hunting monster considers them. Any may be
        /// combined.
        #[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct Abilities {
            $(
                #[doc = concat!("See [`", stringify!($Name), "`].")]
                pub $name: Option<$Name>,
            )+
        }

        impl Abilities {
            /// Every ability, with the numbers that it has where the content gives none.
            pub fn list() -> Vec<AbilityInfo> {
                vec![$(AbilityInfo {
                    name: stringify!($name),
                    about: $Name::ABOUT.trim_start(),
                    numbers: $Name::default().numbers(),
                }),+]
            }

            /// The numbers of those that the kind has.
            pub(in crate::game) fn numbers(&self) -> Vec<Number> {
                let mut numbers = Vec::new();
                $(numbers.extend(self.$name.iter().flat_map(Declared::numbers));)+
                numbers
            }

            /// Whether the kind has the ability of this name.
            pub fn has(&self, name: &str) -> bool {
                $((name == stringify!($name) && self.$name.is_some()))||+
            }

            /// How the first of them that has a cue looks and sounds.
            pub(in crate::game) fn cue(&self) -> Option<Cue> {
                let cues = [$(($Name::CUE, self.$name.is_some())),+];
                let mut own = cues.into_iter().filter(|(_, has)| *has);
                own.find_map(|(cue, _)| cue.first().copied())
            }

            /// What each does, in words that follow the monster's name, with placeholders for its numbers.
            pub(in crate::game) fn texts(&self) -> Vec<&'static str> {
                let texts = [$(($Name::TEXT, self.$name.is_some())),+];
                texts.into_iter().filter_map(|(text, has)| has.then_some(text)).collect()
            }

            /// Whether one of them is of a nature.
            pub fn any(&self, is: impl Fn(&Nature) -> bool) -> bool {
                $((self.$name.is_some() && is(&$Name::NATURE)))||+
            }

            /// Uses the first whose moment has come instead of a blow; returns how long that takes in ticks.
            pub(in crate::game) fn act(&self, turn: &mut Turn<'_>, id: ActorId) -> Option<u32> {
                None$(.or_else(|| self.$name.as_ref()?.act(turn, id)))+
            }

            /// Does something else than coming nearer, with the first whose moment has come.
            pub(in crate::game) fn keep_off(&self, turn: &mut Turn<'_>, id: ActorId) -> Option<u32> {
                None$(.or_else(|| self.$name.as_ref()?.keep_off(turn, id)))+
            }

            /// Uses the first that serves where the monster flees and has no way.
            pub(in crate::game) fn act_cornered(&self, turn: &mut Turn<'_>, id: ActorId) -> Option<u32> {
                None$(.or_else(|| self.$name.as_ref()?.act_cornered(turn, id)))+
            }

            /// Does something else than going on, while the monster wanders.
            pub(in crate::game) fn wander(&self, turn: &mut Turn<'_>, id: ActorId) -> Option<u32> {
                None$(.or_else(|| self.$name.as_ref()?.wander(turn, id)))+
            }

            /// What follows a plain blow.
            pub(in crate::game) fn follow_blow(&self, turn: &mut Turn<'_>, id: ActorId) {
                $(self.$name.iter().for_each(|one| one.follow_blow(turn, id));)+
            }

            /// What follows a blow that has hit the player.
            pub(in crate::game) fn follow_hit(&self, turn: &mut Turn<'_>, id: ActorId) {
                $(self.$name.iter().for_each(|one| one.follow_hit(turn, id));)+
            }

            /// What follows a wound that the monster has outlived.
            pub(in crate::game) fn follow_wound(&self, turn: &mut Turn<'_>, id: ActorId) {
                $(self.$name.iter().for_each(|one| one.follow_wound(turn, id));)+
            }

            /// What they do with each turn of the world.
            pub(in crate::game) fn tick(&self, turn: &mut Turn<'_>, id: ActorId) {
                $(self.$name.iter().for_each(|one| one.tick(turn, id));)+
            }

            /// What becomes of the monster's attack.
            pub(in crate::game) fn change_attack(
                &self,
                scene: Scene<'_>,
                actor: &Actor,
                attack: i32,
            ) -> i32 {
                $(let attack = match &self.$name {
                    Some(one) => one.change_attack(scene, actor, attack),
                    None => attack,
                };)+
                attack
            }

            /// Tiles from which the monster can strike or has to be reckoned with; 1 for blows alone.
            pub fn reach(&self) -> i32 {
                1_i32$(.max(self.$name.as_ref().map_or(1, Ability::reach)))+
            }

            /// Tiles that what the monster shoots flies; 0 if it shoots nothing.
            pub fn flight(&self) -> i32 {
                0_i32$(.max(self.$name.as_ref().map_or(0, Ability::flight)))+
            }

            /// Per cent of a plain blow's damage that the monster may do from farther off than a blow, at least 100.
            pub fn force_from_afar(&self) -> i32 {
                100_i32$(.max(self.$name.as_ref().map_or(100, Ability::force_from_afar)))+
            }

            /// The tiles that what it has announced may strike, in the order in which it comes to them.
            pub(in crate::game) fn aimed_tiles(&self, level: &Level, prepared: Preparation) -> Vec<Pos> {
                let Preparation { announcement, from, at } = prepared;
                match announcement {
                    $(Announcement::$Announcement => self.$does.as_ref().map(|one| one.tiles(level, from, at)),)+
                }
                .unwrap_or_default()
            }

            /// Does what it has announced; `None` if its moment has passed.
            pub(in crate::game) fn carry_out(
                &self,
                turn: &mut Turn<'_>,
                id: ActorId,
                Preparation { announcement, at, .. }: Preparation,
            ) -> Option<u32> {
                match announcement {
                    $(Announcement::$Announcement => self.$does.as_ref()?.carry_out(turn, id, at),)+
                }
            }
        }

        /// What a monster announces before it does it, so that whoever sees it can answer.
        #[derive(
            Clone,
            Copy,
            PartialEq,
            Eq,
            PartialOrd,
            Ord,
            Debug,
            Serialize,
            Deserialize,
            EnumCount,
            VariantArray,
        )]
        pub enum Announcement {
            $(#[doc = $shows] $Announcement,)+
        }

        impl Announcement {
            /// What is said of it.
            pub const fn words(self) -> &'static AnnouncementWords {
                match self {
                    $(Self::$Announcement => &$Does::WORDS,)+
                }
            }

            /// Whether it strikes, so that its tiles are to be left.
            pub const fn strikes(self) -> bool {
                match self {
                    $(Self::$Announcement => $Does::STRIKES,)+
                }
            }
        }
    };
}

// What needs the most particular moment comes first, so that no ability keeps another from ever being used. What is
// announced is listed in the order in which it was added.
abilities! {
    bursts: Bursts,
    charges: Charges,
    heals: Heals,
    lurks: Lurks,
    summons: Summons,
    drawn: Drawn,
    snuffs: Snuffs,
    wary: Wary,
    shoots: Shoots,
    sweeps: Sweeps,
    gathers: Gathers,
    mimics: Mimics,
    unseen: Unseen,
    phases: Phases,
    steals: Steals,
    splits: Splits,
    drips: Drips,
    fed: Fed,
    shuns: Shuns,
    swarms: Swarms,
    heavy: Heavy,
    swims: Swims,
    opens_doors: OpensDoors,
    flees: Flees,
    ;
    /// A shot along a line, at whoever stands in it first.
    Shot: shoots Shoots,
    /// A charge along a lane, at whoever stands in it first.
    Charge: charges Charges,
    /// A call for others, which a wound stops.
    Call: summons Summons,
    /// A heavy blow at one tile.
    Heavy: heavy Heavy,
    /// A blow at the eight tiles around it.
    Sweep: sweeps Sweeps,
}

impl Announcement {
    /// Every variant, in the order of declaration.
    pub const ALL: [Self; Self::COUNT] = crate::listed(Self::VARIANTS);
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
