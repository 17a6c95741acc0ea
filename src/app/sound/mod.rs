//! What can be heard. Whatever makes a sound writes [`Heard`]. Knows neither what does nor the device.
//!
//! | part | owns |
//! | --- | --- |
//! | `tone` | the sounds |
//! | `score` | steps, blows and warnings, of which there are several |
//! | `bed` | the loops behind them |
//! | `play` | how they are played |

mod bed;
mod play;
mod score;
pub mod tone;

use bevy::prelude::{Message, Resource};

use crate::game::content::{Role, Style};

pub use bed::Bed;
pub use play::SoundPlugin;
pub(in crate::app) use play::open_speaker;

/// The loop behind everything that is heard, and the depth from 0 that lowers it; `None` is silence.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Background(pub Option<(Bed, u8)>);

/// A sound to play.
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Heard {
    /// Which sound.
    pub sound: Sound,
    /// Columns and rows from the player to where it comes from, to the right and down.
    pub from: (i32, i32),
    /// Whether it comes from out of sight.
    pub muffled: bool,
}

impl Heard {
    /// A sound from where the player is.
    pub const fn here(sound: Sound) -> Self {
        Self {
            sound,
            from: (0, 0),
            muffled: false,
        }
    }
}

/// What the player walks on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ground {
    /// Flagstones, stairs.
    Stone,
    /// The soil of caverns and labyrinths.
    Earth,
    /// Shallow water, with or without reeds.
    Water,
    /// Tall grass.
    Grass,
    /// Broken stone.
    Rubble,
    /// The threshold of a door.
    Wood,
}

impl Ground {
    /// Every ground, in the order of declaration.
    pub const ALL: [Self; 6] = [
        Self::Stone,
        Self::Earth,
        Self::Water,
        Self::Grass,
        Self::Rubble,
        Self::Wood,
    ];
}

/// Everything that can be heard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sound {
    /// The player takes a step.
    Step(Ground),
    /// The player strikes somebody with a weapon of this style, or with bare hands.
    Blow(Option<Style>),
    /// A monster of this role in sight wakes, notices the player or does what its role is feared for.
    Alarm(Role),
    /// The player is hurt.
    Hurt,
    /// A blow goes into the air.
    Miss,
    /// A monster dies.
    Death,
    /// The player dies.
    Fallen,
    /// Something was taken, or eaten.
    Take,
    /// A door.
    Door,
    /// Up or down the stairs.
    Stairs,
    /// A level of experience was gained.
    Level,
    /// Hunger grows.
    Hunger,
    /// Something was drunk.
    Potion,
    /// Something was read.
    Scroll,
    /// A blast, or a noise far away.
    Rumble,
    /// A brazier is lit.
    Flame,
    /// A brazier goes out.
    Quench,
    /// A lever is pulled.
    Lever,
    /// A missile, an item or a bolt flies.
    Flight,
    /// The player is hurt and has little health left.
    Heartbeat,
    /// An item is recognised or becomes better.
    Insight,
    /// An item is put on, taken off or laid down.
    Gear,
    /// The Everlamp is lit: the run is won.
    Victory,
    /// A tile of a conduit was turned.
    Turn,
    /// All lamps of a conduit are lit.
    Solved,
    /// The goal of a maze was reached.
    Goal,
    /// Another line of a menu.
    Choice,
}

/// The sounds that there is one of each.
const SINGLE: [Sound; 24] = [
    Sound::Hurt,
    Sound::Miss,
    Sound::Death,
    Sound::Fallen,
    Sound::Take,
    Sound::Door,
    Sound::Stairs,
    Sound::Level,
    Sound::Hunger,
    Sound::Potion,
    Sound::Scroll,
    Sound::Rumble,
    Sound::Flame,
    Sound::Quench,
    Sound::Lever,
    Sound::Flight,
    Sound::Heartbeat,
    Sound::Insight,
    Sound::Gear,
    Sound::Victory,
    Sound::Turn,
    Sound::Solved,
    Sound::Goal,
    Sound::Choice,
];

/// What a blow is struck with.
const STRUCK_WITH: [Option<Style>; 7] = [
    None,
    Some(Style::Dagger),
    Some(Style::Sword),
    Some(Style::Axe),
    Some(Style::Spear),
    Some(Style::Mace),
    Some(Style::Bow),
];

impl Sound {
    /// Every sound.
    pub fn all() -> impl Iterator<Item = Self> {
        SINGLE
            .into_iter()
            .chain(Ground::ALL.map(Self::Step))
            .chain(STRUCK_WITH.map(Self::Blow))
            .chain(Role::ALL.map(Self::Alarm))
    }

    /// Its index in [`Sound::all`].
    pub fn number(self) -> usize {
        Self::all().take_while(|other| *other != self).count()
    }

    /// What it is, for those who do not hear it.
    pub const fn caption(self) -> &'static str {
        match self {
            Self::Step(ground) => match ground {
                Ground::Stone => "a step on stone",
                Ground::Earth => "a step on soil",
                Ground::Water => "a splash",
                Ground::Grass => "grass rustles",
                Ground::Rubble => "stones shift",
                Ground::Wood => "a board creaks",
            },
            Self::Blow(style) => match style {
                None => "a fist lands",
                Some(Style::Dagger) => "a stab",
                Some(Style::Sword) => "a blade strikes",
                Some(Style::Axe) => "an axe bites",
                Some(Style::Spear) => "a thrust goes home",
                Some(Style::Mace) => "a crushing blow",
                Some(Style::Bow) => "an arrow strikes",
            },
            Self::Alarm(role) => warning(role),
            Self::Hurt => "you groan",
            Self::Miss => "a blow hisses through the air",
            Self::Death => "something falls",
            Self::Fallen => "a last breath",
            Self::Take => "something is taken",
            Self::Door => "a door creaks",
            Self::Stairs => "steps on stone",
            Self::Level => "a rising chime",
            Self::Hunger => "your stomach growls",
            Self::Potion => "a gulp",
            Self::Scroll => "parchment rustles",
            Self::Rumble => "a rumble",
            Self::Flame => "a flame catches",
            Self::Quench => "a flame hisses out",
            Self::Lever => "a lever clanks",
            Self::Flight => "something whistles past",
            Self::Heartbeat => "your heart pounds",
            Self::Insight => "two bright notes",
            Self::Gear => "gear clatters",
            Self::Victory => "a great chord",
            Self::Turn => "stone clicks",
            Self::Solved => "a warm chord",
            Self::Goal => "three rising notes",
            Self::Choice => "a tick",
        }
    }

    /// How far its pitch varies, up and down, in thousandths: a tune never does, steps do most.
    pub const fn varies(self) -> u32 {
        match self {
            Self::Fallen
            | Self::Level
            | Self::Hunger
            | Self::Heartbeat
            | Self::Insight
            | Self::Victory
            | Self::Solved
            | Self::Goal => 0,
            Self::Step(_) => 120,
            _ => 50,
        }
    }
}

/// What the warning of a role sounds like.
const fn warning(role: Role) -> &'static str {
    match role {
        Role::Hunter => "something stirs",
        Role::Swarm => "something chitters",
        Role::Pack => "a howl",
        Role::Charger => "hooves scrape",
        Role::Archer => "a string is drawn",
        Role::Thief => "a snicker",
        Role::Splitter => "something bubbles",
        Role::Exploder => "a fuse fizzes",
        Role::Summoner => "a chant begins",
        Role::Healer => "somebody hums",
        Role::Phaser => "a whisper in the walls",
        Role::Unseen => "stone scrapes on stone",
        Role::Snuffer => "a long breath out",
        Role::Guard => "metal rings",
        Role::Mimic => "a lid snaps",
        Role::Sleeper => "a deep groan",
        Role::Wanderer => "heavy boots",
    }
}
