//! The Lab's actions with their default keys. Steps and zoom are common to all screens. The key list
//! shows two actions in a row, so those that belong together are a pair.

use bevy::prelude::*;
use strum::VariantArray;

use crate::app::input::{Action, Row};
use crate::app::platform::pad::Button;
use crate::app::screen::Screen;

/// An action of the Lab.
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the table describes each action")]
pub enum LabAction {
    WalkMode,
    Paint,
    Stroke,
    Fog,
    NextMap,
    Back,
    Forward,
    NextGenerator,
    PreviousGenerator,
    Panel,
    EnterPanel,
    Play,
    StepBack,
    StepForward,
    Slower,
    Faster,
    Light,
    /// Switches the overlay on or off.
    Overlay(Overlay),
    Sheet,
    Search,
    Compare,
    Keep,
    ShowKept,
    Export,
    ExportAgain,
}

/// A way to colour the map.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, VariantArray)]
pub enum Overlay {
    /// Walking distance of each tile from the start.
    Distance,
    /// Rooms, corridors and doors.
    Rooms,
    /// Dead ends, and choke points: tiles whose loss would split the map.
    DeadEnds,
    /// Tiles visible from the one under the pointer.
    Sight,
    /// The start, the tile farthest from it and the shortest path between them.
    Farthest,
    /// Every tenth column and row; lines, which tint no tile.
    Grid,
    /// Tiles that are open on this map or on the one that it is compared with, but not on both.
    Difference,
    /// The monsters, items, hazards and mechanisms of a map from Descend.
    Things,
}

impl Overlay {
    /// All overlays, in the order of their keys.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// Label of the overlay's button.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Distance => "Distance",
            Self::Rooms => "Rooms",
            Self::DeadEnds => "Dead ends",
            Self::Sight => "Sight",
            Self::Farthest => "Farthest",
            Self::Grid => "Grid",
            Self::Difference => "Difference",
            Self::Things => "Things",
        }
    }
}

/// Requests a file of what is shown.
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
pub enum SavePicture {
    /// A picture of the map as it is shown, with its overlays.
    Shown,
    /// A film of the map's making.
    Making(FilmKind),
}

/// The form of a film.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FilmKind {
    /// An animated PNG.
    Apng,
    /// A GIF.
    Gif,
}

impl FilmKind {
    /// The extension of its files, without the dot.
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Apng => "png",
            Self::Gif => "gif",
        }
    }
}

const LAB: &[Screen] = &[Screen::Lab];

#[rustfmt::skip]
impl Action for LabAction {
    const TABLE: &'static [(Self, Row)] = &[
        (Self::NextMap, Row::new(LAB, "next-map", "New map", "r").pad(&[Button::North]).repeats().first()),
        (Self::Back, Row::new(LAB, "previous-map", "Undo: back to the map before", "z Shift+r Ctrl+z").pad(&[Button::West]).repeats().first()),
        (Self::Forward, Row::new(LAB, "map-forward", "Redo: forward again", "Shift+z Ctrl+y").repeats()),
        (Self::Sheet, Row::new(LAB, "lab-sheet", "Sheet of many maps", "s").first()),
        (Self::Search, Row::new(LAB, "lab-search", "Search for maps", "/").first()),
        (Self::Keep, Row::new(LAB, "lab-keep", "Keep the map, or no longer", "m")),
        (Self::ShowKept, Row::new(LAB, "lab-kept", "Show the kept maps", "Shift+m")),
        (Self::Compare, Row::new(LAB, "lab-compare", "Compare with another map", "x")),
        (Self::NextGenerator, Row::new(LAB, "next-generator", "Next generator", "]").pad(&[Button::RightBumper]).repeats().first()),
        (Self::PreviousGenerator, Row::new(LAB, "previous-generator", "Previous generator", "[").pad(&[Button::LeftBumper]).repeats().first()),
        (Self::EnterPanel, Row::new(LAB, "enter-panel", "Go to the panel", "Tab Enter").pad(&[Button::South]).first()),
        (Self::Panel, Row::new(LAB, "panel", "Show or hide the panel", "p")),
        (Self::Play, Row::new(LAB, "play", "Play the generation, or pause", "Space").pad(&[Button::Select]).first()),
        (Self::WalkMode, Row::new(LAB, "walk-mode", "Walk, or pan", "w").pad(&[Button::LeftStick])),
        (Self::Paint, Row::new(LAB, "lab-paint", "Paint, or pan", "d").first()),
        (Self::Stroke, Row::new(LAB, "lab-stroke", "Begin and end a stroke", "t")),
        (Self::Fog, Row::new(LAB, "walk-in-fog", "Walk in fog, or see all", "Shift+w")),
        (Self::StepForward, Row::new(LAB, "step-forward", "Step forward", ".").repeats()),
        (Self::StepBack, Row::new(LAB, "step-back", "Step back", ",").repeats()),
        (Self::Faster, Row::new(LAB, "faster", "Play faster", ">").repeats()),
        (Self::Slower, Row::new(LAB, "slower", "Play slower", "<").repeats()),
        (Self::Overlay(Overlay::Distance), Row::new(LAB, "overlay-distance", "Distance from the start", "1")),
        (Self::Overlay(Overlay::Rooms), Row::new(LAB, "overlay-rooms", "Rooms and corridors", "2")),
        (Self::Overlay(Overlay::DeadEnds), Row::new(LAB, "overlay-ways", "Dead ends, choke points", "3")),
        (Self::Overlay(Overlay::Sight), Row::new(LAB, "overlay-sight", "Sight from the pointer", "4")),
        (Self::Overlay(Overlay::Farthest), Row::new(LAB, "overlay-spawns", "Farthest tile, and path", "5")),
        (Self::Overlay(Overlay::Grid), Row::new(LAB, "overlay-coordinates", "Grid of coordinates", "6")),
        (Self::Overlay(Overlay::Difference), Row::new(LAB, "overlay-difference", "Difference from the other", "7")),
        (Self::Overlay(Overlay::Things), Row::new(LAB, "overlay-things", "Things of a level or room", "8")),
        (Self::Light, Row::new(LAB, "lab-light", "Light, or a flat plan", "o")),
        (Self::Export, Row::new(LAB, "export", "Export to a file", "e").first()),
        (Self::ExportAgain, Row::new(LAB, "export-again", "Export as the last time", "Shift+e")),
    ];
}
