//! What the player wants, whatever key or button said so, and the queue that keeps the order.

use std::collections::VecDeque;

use bevy::prelude::*;
use bevy::window::RequestRedraw;

use crate::geom::Dir;

/// One thing that the player asked for.
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Intent {
    /// Walk one tile.
    Step(Dir),
    /// The next map of the run's sequence.
    NextMap,
    /// The map before.
    PreviousMap,
    /// The same seed by the next generator.
    NextGenerator,
    /// The same seed by the generator before.
    PreviousGenerator,
    /// Larger tiles.
    ZoomIn,
    /// Smaller tiles.
    ZoomOut,
    /// The largest tiles at which the whole map is seen.
    ZoomFit,
    /// Show or hide the list of keys.
    Help,
    /// Fill the screen, or stop doing so.
    Fullscreen,
    /// Keep a picture of the window.
    Screenshot,
    /// Close what is open, or else the program.
    Back,
}

/// An intent that keys can be bound to: its name in key maps, and what it does.
pub struct Named {
    /// The intent.
    pub intent: Intent,
    /// Its name in a key map.
    pub name: &'static str,
    /// What the list of keys says of it.
    pub meaning: &'static str,
}

const fn named(intent: Intent, name: &'static str, meaning: &'static str) -> Named {
    Named {
        intent,
        name,
        meaning,
    }
}

impl Intent {
    /// Every intent, in the order in which they are listed.
    pub const ALL: [Named; 19] = [
        named(Self::Step(Dir::North), "step-north", "walk up"),
        named(Self::Step(Dir::South), "step-south", "walk down"),
        named(Self::Step(Dir::West), "step-west", "walk left"),
        named(Self::Step(Dir::East), "step-east", "walk right"),
        named(
            Self::Step(Dir::NorthWest),
            "step-north-west",
            "walk up and left",
        ),
        named(
            Self::Step(Dir::NorthEast),
            "step-north-east",
            "walk up and right",
        ),
        named(
            Self::Step(Dir::SouthWest),
            "step-south-west",
            "walk down and left",
        ),
        named(
            Self::Step(Dir::SouthEast),
            "step-south-east",
            "walk down and right",
        ),
        named(Self::NextMap, "next-map", "next map"),
        named(Self::PreviousMap, "previous-map", "previous map"),
        named(Self::NextGenerator, "next-generator", "next generator"),
        named(
            Self::PreviousGenerator,
            "previous-generator",
            "previous generator",
        ),
        named(Self::ZoomIn, "zoom-in", "larger"),
        named(Self::ZoomOut, "zoom-out", "smaller"),
        named(Self::ZoomFit, "zoom-fit", "show the whole map"),
        named(Self::Help, "help", "show or hide the keys"),
        named(Self::Fullscreen, "fullscreen", "fill the screen"),
        named(Self::Screenshot, "screenshot", "keep a picture"),
        named(Self::Back, "back", "close, or quit"),
    ];

    /// Whether a key that is held down asks for it again and again.
    pub const fn repeats(self) -> bool {
        !matches!(
            self,
            Self::Help | Self::Fullscreen | Self::Screenshot | Self::Back
        )
    }

    /// Whether it puts another map under everything that is asked for after it.
    const fn changes_map(self) -> bool {
        matches!(
            self,
            Self::NextMap | Self::PreviousMap | Self::NextGenerator | Self::PreviousGenerator
        )
    }
}

/// Intents that were asked for and not yet handed out, oldest first.
#[derive(Resource, Default)]
pub struct IntentQueue(pub VecDeque<Intent>);

/// Hands out the intents of this frame as messages: all up to the first that changes the map.
/// What comes after it was meant for the map that comes, and waits for the next frame.
pub fn hand_out(
    mut queue: ResMut<IntentQueue>,
    mut intents: MessageWriter<Intent>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    while let Some(intent) = queue.0.pop_front() {
        intents.write(intent);
        if intent.changes_map() {
            break;
        }
    }
    if !queue.0.is_empty() {
        redraw.write(RequestRedraw);
    }
}
