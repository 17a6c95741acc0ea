//! What can be heard. Whoever lets something be heard writes [`Heard`]; knows neither who that is nor
//! the device.
//!
//! | part | owns |
//! | --- | --- |
//! | `tone` | the sounds themselves |
//! | `play` | how they are played |

#[cfg(feature = "audio")]
mod play;
#[cfg(feature = "audio")]
pub mod tone;

use bevy::prelude::Message;

#[cfg(feature = "audio")]
pub use play::SoundPlugin;
#[cfg(feature = "audio")]
pub(in crate::app) use play::open_speaker;

/// Something that is to be heard.
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Heard(pub Sound);

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
    /// All of them.
    pub const ALL: [Self; 17] = [
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
        Self::Turn,
        Self::Solved,
        Self::Goal,
        Self::Choice,
    ];

    /// Whether it is a tune, whose pitch stays.
    pub const fn is_tune(self) -> bool {
        matches!(
            self,
            Self::Fallen | Self::Level | Self::Hunger | Self::Solved | Self::Goal
        )
    }
}
