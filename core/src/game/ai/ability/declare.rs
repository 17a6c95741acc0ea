//! What the file of an ability declares: its parameters, what it does and when, and what it shows before.

use crate::game::rules::turn::Turn;
use crate::game::world::actor::{Actor, ActorId};
use crate::game::world::announcement::AnnouncementWords;
use crate::game::world::level::Level;
use crate::game::world::scene::Scene;
use crate::geom::Pos;

pub use crate::game::content::{Cue, Fixed, Number};

/// Declares an ability: its sentences for `docs/rules.md`, its name in the content and its type, the colour and sound of
/// kinds that have it first, what it does in words that follow the monster's name, with placeholders for its numbers;
/// then its parameters with their defaults, ranges and meanings. `[kind]` is the id of a kind.
macro_rules! ability {
    (
        $(#[doc = $about:literal])+
        $name:ident: $Name:ident, $($cue:ident,)? $text:literal {
            $([$id:ident] $id_meaning:literal;)?
            $($param:ident: $type:ident = $default:literal in $range:expr, $meaning:literal;)*
        }
    ) => {
        $(#[doc = $about])+
        #[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
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

        impl super::declare::Declared for $Name {
            const ABOUT: &'static str = concat!($($about),+);
            const CUE: &'static [super::declare::Cue] = &[$(super::declare::Cue::$cue)?];
            const TEXT: &'static str = $text;

            fn numbers(&self) -> Vec<super::declare::Number> {
                vec![$(super::declare::Number {
                    name: concat!(stringify!($name), ".", stringify!($param)),
                    value: self.$param.into(),
                    range: (*($range).start(), *($range).end()),
                    meaning: $meaning,
                }),*]
            }
        }
    };
}
pub(super) use ability;

/// What [`ability!`] declares besides the parameters.
pub trait Declared {
    const ABOUT: &'static str;
    /// None or one.
    const CUE: &'static [Cue];
    const TEXT: &'static str;

    fn numbers(&self) -> Vec<Number>;
}

/// What a monster with an ability does, and when.
pub trait Ability {
    /// Its numbers that no content sets.
    const NUMBERS: &'static [Fixed] = &[];

    /// What whoever reckons with it has to know.
    const NATURE: Nature = Nature::PLAIN;

    /// Uses it instead of a blow, if its moment has come; returns how long that takes in ticks.
    fn act(&self, _turn: &mut Turn<'_>, _id: ActorId) -> Option<u32> {
        None
    }

    /// Uses it where it flees and has no way.
    fn act_cornered(&self, _turn: &mut Turn<'_>, _id: ActorId) -> Option<u32> {
        None
    }

    /// Does something else than coming nearer, if its moment has come, and there is nobody to strike.
    fn keep_off(&self, _turn: &mut Turn<'_>, _id: ActorId) -> Option<u32> {
        None
    }

    /// Does something else than going on, while it wanders.
    fn wander(&self, _turn: &mut Turn<'_>, _id: ActorId) -> Option<u32> {
        None
    }

    /// Follows a plain blow.
    fn follow_blow(&self, _turn: &mut Turn<'_>, _id: ActorId) {}

    /// Follows a blow that has hit the player.
    fn follow_hit(&self, _turn: &mut Turn<'_>, _id: ActorId) {}

    /// Follows a wound that it has outlived.
    fn follow_wound(&self, _turn: &mut Turn<'_>, _id: ActorId) {}

    /// Acts with each turn of the world.
    fn tick(&self, _turn: &mut Turn<'_>, _id: ActorId) {}

    /// What becomes of its attack.
    fn change_attack(&self, _scene: Scene<'_>, _actor: &Actor, attack: i32) -> i32 {
        attack
    }

    /// Tiles from which it can strike or has to be reckoned with; 1 for blows alone.
    fn reach(&self) -> i32 {
        1
    }

    /// Tiles that what it shoots flies; 0 if it shoots nothing.
    fn flight(&self) -> i32 {
        0
    }

    /// Per cent of a plain blow's damage that it may do from farther off than a blow.
    fn force_from_afar(&self) -> i32 {
        100
    }
}

/// What whoever reckons with a monster has to know of an ability of it.
#[derive(Clone, Copy)]
pub struct Nature {
    /// Works magic, which negation interrupts.
    pub casts: bool,
    /// Does harm to a player who is not beside it.
    pub acts_from_afar: bool,
    /// Does so without a way to the player.
    pub needs_no_way: bool,
    /// Is worth stopping for, however weak its blows are.
    pub is_dangerous: bool,
    /// Keeps it from walking up to a player whom it hunts.
    pub keeps_away: bool,
    /// Keeps it on its level when the player takes the stairs.
    pub stays_on_level: bool,
    /// Leaves ash instead of blood.
    pub is_dry: bool,
}

impl Nature {
    /// Nothing to know.
    pub const PLAIN: Self = Self {
        casts: false,
        acts_from_afar: false,
        needs_no_way: false,
        is_dangerous: false,
        keeps_away: false,
        stays_on_level: false,
        is_dry: false,
    };
}

/// An ability that shows for a turn before it is done.
pub trait Announced {
    /// What is said of it.
    const WORDS: AnnouncementWords;

    /// Whether it strikes, so that its tiles are to be left.
    const STRIKES: bool = true;

    /// The tiles that it may strike, aimed from one tile at another, in the order in which it comes to them.
    fn tiles(&self, level: &Level, from: Pos, at: Pos) -> Vec<Pos>;

    /// Does it, aimed at a tile; `None` if its moment has passed.
    fn carry_out(&self, turn: &mut Turn<'_>, id: ActorId, at: Pos) -> Option<u32>;
}
