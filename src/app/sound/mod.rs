//! Sound effects and background loops. Systems write a [`SoundEvent`] to play a sound.
//!
//! | part | owns |
//! | --- | --- |
//! | `tone` | synthesis of the sounds |
//! | `score` | the notes of steps, blows and alarms, which come in variants |
//! | `loops` | synthesis of the background loops |
//! | `play` | playing both through the speaker |

mod loops;
mod play;
mod score;
mod tone;

use bevy::prelude::{Message, Resource};

use crate::game::content::{Cue, Style};

pub use loops::Bed;
pub use play::SoundPlugin;
pub(in crate::app) use play::open_speaker;

/// The background loop and the depth, from 0, which lowers its pitch; `None` for silence.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Background(pub Option<(Bed, u8)>);

/// Plays a sound.
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
pub struct SoundEvent {
    /// The sound to play.
    pub sound: Sound,
    /// The source relative to the player, in columns to the right and rows down.
    pub from: (i32, i32),
    /// Whether the source is out of sight.
    pub muffled: bool,
}

impl SoundEvent {
    /// A sound at the player's position.
    pub const fn at_player(sound: Sound) -> Self {
        Self {
            sound,
            from: (0, 0),
            muffled: false,
        }
    }
}

/// The ground under a step of the player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ground {
    /// Flagstones, stairs.
    Stone,
    /// The soil of caverns and labyrinths.
    Earth,
    /// Water, with or without reeds.
    Water,
    /// Tall grass.
    Grass,
    /// Broken stone.
    Rubble,
    /// The threshold of a door.
    Wood,
}

/// A sound effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sound {
    /// The player takes a step.
    Step(Ground),
    /// The player hits with a weapon of this style, or with bare hands.
    Blow(Option<Style>),
    /// A visible monster with this cue wakes, notices the player or uses its special ability.
    Alarm(Cue),
    /// The player is hurt.
    Hurt,
    /// An attack misses.
    Miss,
    /// A monster dies.
    Death,
    /// The player dies.
    Fallen,
    /// An item is picked up or eaten.
    Take,
    /// A door opens or closes.
    Door,
    /// The player takes the stairs.
    Stairs,
    /// The player gains an experience level.
    Level,
    /// The player becomes hungrier.
    Hunger,
    /// A potion is drunk.
    Potion,
    /// A scroll is read.
    Scroll,
    /// An explosion, or a distant noise.
    Rumble,
    /// A bell tolls: somebody comes by the stairs.
    Bell,
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
    /// An item is identified or improved.
    Insight,
    /// An item is equipped, taken off or dropped.
    Gear,
    /// The Everlamp is lit: the run is won.
    Victory,
    /// A conduit tile is rotated.
    Turn,
    /// All lamps of a conduit are lit.
    Solved,
    /// The goal of a maze is reached.
    Goal,
    /// The cursor of a menu moves.
    Choice,
}

/// Every sound but the alarms, with its caption.
const CAPTIONS: [(Sound, &str); 38] = [
    (Sound::Hurt, "you groan"),
    (Sound::Miss, "a blow hisses through the air"),
    (Sound::Death, "something falls"),
    (Sound::Fallen, "a last breath"),
    (Sound::Take, "something is taken"),
    (Sound::Door, "a door creaks"),
    (Sound::Stairs, "steps on stone"),
    (Sound::Level, "a rising chime"),
    (Sound::Hunger, "your stomach growls"),
    (Sound::Potion, "a gulp"),
    (Sound::Scroll, "parchment rustles"),
    (Sound::Rumble, "a rumble"),
    (Sound::Bell, "a bell tolls"),
    (Sound::Flame, "a flame catches"),
    (Sound::Quench, "a flame hisses out"),
    (Sound::Lever, "a lever clanks"),
    (Sound::Flight, "something whistles past"),
    (Sound::Heartbeat, "your heart pounds"),
    (Sound::Insight, "two bright notes"),
    (Sound::Gear, "gear clatters"),
    (Sound::Victory, "a great chord"),
    (Sound::Turn, "stone clicks"),
    (Sound::Solved, "a warm chord"),
    (Sound::Goal, "three rising notes"),
    (Sound::Choice, "a tick"),
    (Sound::Step(Ground::Stone), "a step on stone"),
    (Sound::Step(Ground::Earth), "a step on soil"),
    (Sound::Step(Ground::Water), "a splash"),
    (Sound::Step(Ground::Grass), "grass rustles"),
    (Sound::Step(Ground::Rubble), "stones shift"),
    (Sound::Step(Ground::Wood), "a board creaks"),
    (Sound::Blow(None), "a fist lands"),
    (Sound::Blow(Some(Style::Dagger)), "a stab"),
    (Sound::Blow(Some(Style::Sword)), "a blade strikes"),
    (Sound::Blow(Some(Style::Axe)), "an axe bites"),
    (Sound::Blow(Some(Style::Spear)), "a thrust goes home"),
    (Sound::Blow(Some(Style::Mace)), "a crushing blow"),
    (Sound::Blow(Some(Style::Bow)), "an arrow strikes"),
];

impl Sound {
    /// Every sound.
    pub fn all() -> impl Iterator<Item = Self> {
        let listed = CAPTIONS.into_iter().map(|(sound, _)| sound);
        listed.chain(Cue::ALL.map(Self::Alarm))
    }

    /// The index in [`Sound::all`], by which the speaker knows the sound.
    pub fn number(self) -> usize {
        Self::all().take_while(|other| *other != self).count()
    }

    /// The caption, for players who cannot hear the sound.
    pub fn caption(self) -> &'static str {
        if let Self::Alarm(cue) = self {
            return alarm_caption(cue);
        }
        let listed = CAPTIONS.iter().find(|(sound, _)| *sound == self);
        listed.map_or("", |(_, caption)| *caption)
    }

    /// The maximum random pitch change up or down, in thousandths. Tunes have none, steps the most.
    pub const fn pitch_variation(self) -> u32 {
        match self {
            Self::Fallen
            | Self::Level
            | Self::Hunger
            | Self::Heartbeat
            | Self::Bell
            | Self::Insight
            | Self::Victory
            | Self::Solved
            | Self::Goal => 0,
            Self::Step(_) => 120,
            _ => 50,
        }
    }
}

/// The caption of an alarm.
const fn alarm_caption(cue: Cue) -> &'static str {
    match cue {
        Cue::Stir => "something stirs",
        Cue::Chitter => "something chitters",
        Cue::Howl => "a howl",
        Cue::Hooves => "hooves scrape",
        Cue::Bowstring => "a string is drawn",
        Cue::Snicker => "a snicker",
        Cue::Bubble => "something bubbles",
        Cue::Fuse => "a fuse fizzes",
        Cue::Chant => "a chant begins",
        Cue::Hum => "somebody hums",
        Cue::Whisper => "a whisper in the walls",
        Cue::Stone => "stone scrapes on stone",
        Cue::Breath => "a long breath out",
        Cue::Metal => "metal rings",
        Cue::Lid => "a lid snaps",
        Cue::Groan => "a deep groan",
        Cue::Trudge => "something trudges",
    }
}
