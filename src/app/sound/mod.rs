//! What can be heard. Whatever makes a sound writes [`Heard`]. Knows neither what does nor the device.
//!
//! | part | owns |
//! | --- | --- |
//! | `tone` | the sounds |
//! | `bed` | the loops behind them |
//! | `play` | how they are played |

mod bed;
mod play;
pub mod tone;

use bevy::prelude::{Message, Resource};

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

/// Everything that can be heard.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sound {
    /// The player strikes somebody.
    Blow,
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
    /// A monster in sight wakes or notices the player.
    Alarm,
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

impl Sound {
    /// Every sound, in the order of declaration.
    pub const ALL: [Self; 26] = [
        Self::Blow,
        Self::Hurt,
        Self::Miss,
        Self::Death,
        Self::Fallen,
        Self::Take,
        Self::Door,
        Self::Stairs,
        Self::Level,
        Self::Hunger,
        Self::Potion,
        Self::Scroll,
        Self::Rumble,
        Self::Flame,
        Self::Quench,
        Self::Lever,
        Self::Flight,
        Self::Alarm,
        Self::Heartbeat,
        Self::Insight,
        Self::Gear,
        Self::Victory,
        Self::Turn,
        Self::Solved,
        Self::Goal,
        Self::Choice,
    ];

    /// What it is, for those who do not hear it.
    pub const fn caption(self) -> &'static str {
        match self {
            Self::Blow => "a blow lands",
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
            Self::Alarm => "something stirs",
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

    /// Whether it is a tune, whose pitch never varies.
    pub const fn is_tune(self) -> bool {
        matches!(
            self,
            Self::Fallen
                | Self::Level
                | Self::Hunger
                | Self::Heartbeat
                | Self::Insight
                | Self::Victory
                | Self::Solved
                | Self::Goal
        )
    }
}
