//! What the player wants, whatever key or button said so, and the queue that keeps the order.

use std::collections::VecDeque;

use bevy::prelude::*;
use bevy::window::RequestRedraw;

use super::lab::Overlay;
use crate::geom::Dir;

/// One thing that the player asked for.
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Intent {
    /// Walk one tile or, where nobody walks, move the view.
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
    /// Walk on the map, or look at it from above.
    WalkMode,
    /// Show or hide the panel.
    Panel,
    /// Give the keys to the panel.
    EnterPanel,
    /// Play the making of the map, or pause it.
    Play,
    /// One step of the making back.
    StepBack,
    /// One step of the making forward.
    StepForward,
    /// Play more slowly.
    Slower,
    /// Play faster.
    Faster,
    /// Colour the map by something, or stop doing so.
    Overlay(Overlay),
    /// Put the map's share code on the clipboard.
    CopyCode,
    /// Show the map whose share code is on the clipboard.
    PasteCode,
    /// Choose a format to write the map in.
    Export,
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
    pub const ALL: [Named; 36] = [
        named(Self::Step(Dir::North), "step-north", "up"),
        named(Self::Step(Dir::South), "step-south", "down"),
        named(Self::Step(Dir::West), "step-west", "left"),
        named(Self::Step(Dir::East), "step-east", "right"),
        named(Self::Step(Dir::NorthWest), "step-north-west", "up left"),
        named(Self::Step(Dir::NorthEast), "step-north-east", "up right"),
        named(Self::Step(Dir::SouthWest), "step-south-west", "down left"),
        named(Self::Step(Dir::SouthEast), "step-south-east", "down right"),
        named(Self::WalkMode, "walk-mode", "walk, or pan"),
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
        named(Self::ZoomFit, "zoom-fit", "whole map"),
        named(Self::Panel, "panel", "show the panel"),
        named(Self::EnterPanel, "enter-panel", "go into the panel"),
        named(Self::Play, "play", "play the making"),
        named(Self::StepBack, "step-back", "one step back"),
        named(Self::StepForward, "step-forward", "one step on"),
        named(Self::Slower, "slower", "play slower"),
        named(Self::Faster, "faster", "play faster"),
        named(
            Self::Overlay(Overlay::Distance),
            "overlay-distance",
            "way from start",
        ),
        named(
            Self::Overlay(Overlay::Rooms),
            "overlay-rooms",
            "rooms, corridors",
        ),
        named(
            Self::Overlay(Overlay::Ways),
            "overlay-ways",
            "dead ends, chokes",
        ),
        named(
            Self::Overlay(Overlay::Sight),
            "overlay-sight",
            "sight from pointer",
        ),
        named(
            Self::Overlay(Overlay::Spawns),
            "overlay-spawns",
            "what is placed",
        ),
        named(
            Self::Overlay(Overlay::Coordinates),
            "overlay-coordinates",
            "coordinates",
        ),
        named(Self::CopyCode, "copy-code", "copy share code"),
        named(Self::PasteCode, "paste-code", "paste share code"),
        named(Self::Export, "export", "export to a file"),
        named(Self::Help, "help", "show the keys"),
        named(Self::Fullscreen, "fullscreen", "fill the screen"),
        named(Self::Screenshot, "screenshot", "keep a picture"),
        named(Self::Back, "back", "close, or quit"),
    ];

    /// Whether a key that is held down asks for it again and again.
    pub const fn repeats(self) -> bool {
        matches!(
            self,
            Self::Step(_)
                | Self::NextMap
                | Self::PreviousMap
                | Self::NextGenerator
                | Self::PreviousGenerator
                | Self::ZoomIn
                | Self::ZoomOut
                | Self::StepBack
                | Self::StepForward
                | Self::Slower
                | Self::Faster
        )
    }

    /// Whether it gives everything that is asked for after it another map or another meaning.
    const fn ends_batch(self) -> bool {
        matches!(
            self,
            Self::NextMap
                | Self::PreviousMap
                | Self::NextGenerator
                | Self::PreviousGenerator
                | Self::PasteCode
                | Self::WalkMode
        )
    }
}

/// Intents that were asked for and not yet handed out, oldest first.
#[derive(Resource, Default)]
pub struct IntentQueue(pub VecDeque<Intent>);

/// Hands out the intents of this frame as messages: all up to the first that changes the map or
/// what steps mean. What comes after it was meant for what comes, and waits for the next frame.
pub fn hand_out(
    mut queue: ResMut<IntentQueue>,
    mut intents: MessageWriter<Intent>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    while let Some(intent) = queue.0.pop_front() {
        intents.write(intent);
        if intent.ends_batch() {
            break;
        }
    }
    if !queue.0.is_empty() {
        redraw.write(RequestRedraw);
    }
}
