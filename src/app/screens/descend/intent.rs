//! What keys can ask for in the roguelike, beside steps.

use crate::app::input::intent::{Intent, Named, named};
use crate::app::screen::Screen;
use crate::geom::Dir;

/// One thing that the player asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayIntent {
    /// Run until something is of interest.
    Run(Dir),
    /// Let a turn pass.
    Wait,
    /// Look around closely for a turn.
    Search,
    /// Rest until healed.
    Rest,
    /// Explore the level.
    Explore,
    /// Choose a place to travel to.
    Travel,
    /// Take the stairs down, or go to them.
    Descend,
    /// Take the stairs up, or go to them.
    Ascend,
    /// Take what lies here.
    PickUp,
    /// Show the pack.
    Pack,
    /// Choose something to lay down.
    Drop,
    /// Choose something to throw.
    Throw,
    /// Shoot an arrow.
    Fire,
    /// Aim at the next enemy in sight.
    NextTarget,
    /// Choose something to eat.
    Eat,
    /// Choose something to drink.
    Quaff,
    /// Choose something to read.
    Read,
    /// Choose something to wield or wear.
    Equip,
    /// Choose something to put away.
    TakeOff,
    /// Close a door.
    Close,
    /// Light a brazier, or put it out.
    Tend,
    /// Look at a place.
    Look,
    /// Show all messages.
    Log,
    /// Do what is aimed, go where is looked, turn a tile; on the map do what is obvious here.
    Confirm,
    /// Turn a tile of a conduit the other way.
    TurnBack,
    /// Give this run up for another.
    NewRun,
}

impl PlayIntent {
    /// Whether a key that is held down asks for it again and again.
    pub const fn repeats(self) -> bool {
        matches!(self, Self::Wait | Self::Search | Self::NextTarget)
    }

    /// Whether it gives the keys that follow another meaning.
    pub const fn opens_menu(self) -> bool {
        matches!(
            self,
            Self::Pack
                | Self::Drop
                | Self::Throw
                | Self::Eat
                | Self::Quaff
                | Self::Read
                | Self::Equip
                | Self::TakeOff
                | Self::Log
                | Self::NewRun
                | Self::Confirm
        )
    }
}

const PLAY: &[Screen] = &[Screen::Play];

const fn play(intent: PlayIntent, name: &'static str, meaning: &'static str) -> Named {
    named(PLAY, Intent::Game(intent), name, meaning)
}

/// The intents of the roguelike.
pub static TABLE: [Named; 33] = [
    play(PlayIntent::Run(Dir::North), "run-north", "run up"),
    play(PlayIntent::Run(Dir::South), "run-south", "run down"),
    play(PlayIntent::Run(Dir::West), "run-west", "run left"),
    play(PlayIntent::Run(Dir::East), "run-east", "run right"),
    play(
        PlayIntent::Run(Dir::NorthWest),
        "run-north-west",
        "run up left",
    ),
    play(
        PlayIntent::Run(Dir::NorthEast),
        "run-north-east",
        "run up right",
    ),
    play(
        PlayIntent::Run(Dir::SouthWest),
        "run-south-west",
        "run down left",
    ),
    play(
        PlayIntent::Run(Dir::SouthEast),
        "run-south-east",
        "run down right",
    ),
    play(PlayIntent::Explore, "explore", "explore"),
    play(PlayIntent::Travel, "travel", "travel to a place"),
    play(PlayIntent::Descend, "descend", "stairs down"),
    play(PlayIntent::Ascend, "ascend", "stairs up"),
    play(PlayIntent::Wait, "wait", "wait"),
    play(PlayIntent::Search, "search", "search"),
    play(PlayIntent::Rest, "rest", "rest until healed"),
    play(PlayIntent::PickUp, "pick-up", "take what lies here"),
    play(PlayIntent::Pack, "inventory", "the pack"),
    play(PlayIntent::Drop, "drop", "lay down"),
    play(PlayIntent::Throw, "throw", "throw"),
    play(PlayIntent::Fire, "fire", "shoot"),
    play(PlayIntent::NextTarget, "next-target", "next target"),
    play(PlayIntent::Eat, "eat", "eat"),
    play(PlayIntent::Quaff, "quaff", "drink"),
    play(PlayIntent::Read, "read", "read"),
    play(PlayIntent::Equip, "equip", "wield, wear"),
    play(PlayIntent::TakeOff, "take-off", "put away"),
    play(PlayIntent::Close, "close-door", "close a door"),
    play(PlayIntent::Tend, "tend-brazier", "light, put out"),
    play(PlayIntent::Look, "look", "look at"),
    play(PlayIntent::Log, "log", "all messages"),
    play(PlayIntent::Confirm, "confirm", "do the obvious"),
    play(PlayIntent::TurnBack, "turn-back", "turn the other way"),
    play(PlayIntent::NewRun, "new-run", "another run"),
];
