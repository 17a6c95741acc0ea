//! What the player wants, whatever key or button said so, and the queue that keeps the order.

use std::collections::VecDeque;

use bevy::prelude::*;
use bevy::window::RequestRedraw;

use super::{Chord, KeyTaker, Keymap, meaning};
use crate::app::screen::Screen;
use crate::app::screens::conduit::{self, ConduitIntent};
use crate::app::screens::descend::{self, PlayIntent};
use crate::app::screens::lab::Overlay;
use crate::app::screens::maze::{self, MazeIntent};
use crate::app::screens::options::{self, OptionsIntent};
use crate::app::screens::replays::{self, FilmIntent};
use crate::geom::Dir;

/// One thing that the player asked for.
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Intent {
    /// Walk one tile or, where nobody walks, move the view.
    Step(Dir),
    /// A key, whose meaning is settled as it is handed out: by then a screen or a menu may have
    /// been opened that keys before it asked for.
    Key {
        /// The key.
        chord: Chord,
        /// Whether it is held down.
        repeat: bool,
    },
    /// A character typed into a menu.
    Typed(char),
    /// Something in the roguelike.
    Game(PlayIntent),
    /// Move what is chosen.
    Cursor(Dir),
    /// Do what is chosen.
    Choose,
    /// Go to this screen.
    Open(Screen),
    /// Begin the roguelike anew.
    Begin,
    /// Another seed for whatever is opened next.
    NewSeed,
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
    /// What is asked for in Maze Run alone.
    Maze(MazeIntent),
    /// Something while a recorded run is watched.
    Film(FilmIntent),
    /// Today's run.
    Daily,
    /// Something on the Conduit screen.
    Conduit(ConduitIntent),
    /// Something on the Options screen.
    Options(OptionsIntent),
    /// Show or hide the list of keys.
    Help,
    /// Fill the screen, or stop doing so.
    Fullscreen,
    /// Keep a picture of the window.
    Screenshot,
    /// Close what is open, or else the screen, or else the program.
    Back,
}

/// An intent that keys can be bound to: its name in key maps, what it does, and where.
#[derive(Debug)]
pub struct Named {
    /// The intent.
    pub intent: Intent,
    /// Its name in a key map.
    pub name: &'static str,
    /// What the list of keys says of it.
    pub meaning: &'static str,
    /// The screens on which it can be asked for. A key may ask for different intents on different
    /// screens.
    pub screens: &'static [Screen],
}

impl Named {
    /// Whether it can be asked for on `screen`.
    pub fn is_on(&self, screen: Screen) -> bool {
        self.screens.contains(&screen)
    }

    /// Whether there is a screen on which both can be asked for.
    pub fn meets(&self, other: &Self) -> bool {
        self.screens.iter().any(|screen| other.is_on(*screen))
    }
}

/// An entry of a table of intents that can be asked for on `screens`.
pub const fn named(
    screens: &'static [Screen],
    intent: Intent,
    name: &'static str,
    meaning: &'static str,
) -> Named {
    Named {
        intent,
        name,
        meaning,
        screens,
    }
}

/// The screens on which somebody walks.
const WALKED: &[Screen] = &[Screen::Play, Screen::Maze, Screen::Lab];
/// The screens on which somebody walks in eight directions.
const ROAMED: &[Screen] = &[Screen::Play, Screen::Lab];
/// The screens whose tiles are shown larger or smaller.
const ZOOMED: &[Screen] = &[Screen::Play, Screen::Maze, Screen::Lab, Screen::Replay];
/// The screens on which a cursor moves.
const CHOSEN: &[Screen] = &[
    Screen::Title,
    Screen::Conduit,
    Screen::Replays,
    Screen::Options,
];
/// The screens that are menus.
const MENUS: &[Screen] = &[Screen::Title, Screen::Replays, Screen::Options];
const LAB: &[Screen] = &[Screen::Lab];
const TITLE: &[Screen] = &[Screen::Title];

/// Every table of intents, in the order in which they are listed.
static TABLES: [&[Named]; 6] = [
    &TABLE,
    &descend::TABLE,
    &maze::TABLE,
    &conduit::TABLE,
    &replays::TABLE,
    &options::TABLE,
];

/// The intents of the title, of the Lab and of all screens.
static TABLE: [Named; 49] = [
    named(CHOSEN, Intent::Cursor(Dir::North), "cursor-up", "up"),
    named(CHOSEN, Intent::Cursor(Dir::South), "cursor-down", "down"),
    named(CHOSEN, Intent::Cursor(Dir::West), "cursor-left", "left"),
    named(CHOSEN, Intent::Cursor(Dir::East), "cursor-right", "right"),
    named(MENUS, Intent::Choose, "choose", "open what is chosen"),
    named(
        TITLE,
        Intent::Open(Screen::Play),
        "continue",
        "go on with the run",
    ),
    named(TITLE, Intent::Begin, "begin", "descend"),
    named(TITLE, Intent::Open(Screen::Lab), "open-lab", "the Map Lab"),
    named(TITLE, Intent::Open(Screen::Maze), "open-maze", "Maze Run"),
    named(
        TITLE,
        Intent::Open(Screen::Conduit),
        "open-conduit",
        "Conduit",
    ),
    named(TITLE, Intent::Daily, "daily", "today's run"),
    named(
        TITLE,
        Intent::Open(Screen::Replays),
        "open-replays",
        "recorded runs",
    ),
    named(TITLE, Intent::NewSeed, "new-seed", "another seed"),
    named(WALKED, Intent::Step(Dir::North), "step-north", "up"),
    named(WALKED, Intent::Step(Dir::South), "step-south", "down"),
    named(WALKED, Intent::Step(Dir::West), "step-west", "left"),
    named(WALKED, Intent::Step(Dir::East), "step-east", "right"),
    named(
        ROAMED,
        Intent::Step(Dir::NorthWest),
        "step-north-west",
        "up left",
    ),
    named(
        ROAMED,
        Intent::Step(Dir::NorthEast),
        "step-north-east",
        "up right",
    ),
    named(
        ROAMED,
        Intent::Step(Dir::SouthWest),
        "step-south-west",
        "down left",
    ),
    named(
        ROAMED,
        Intent::Step(Dir::SouthEast),
        "step-south-east",
        "down right",
    ),
    named(LAB, Intent::WalkMode, "walk-mode", "walk, or pan"),
    named(LAB, Intent::NextMap, "next-map", "next map"),
    named(LAB, Intent::PreviousMap, "previous-map", "previous map"),
    named(
        LAB,
        Intent::NextGenerator,
        "next-generator",
        "next generator",
    ),
    named(
        LAB,
        Intent::PreviousGenerator,
        "previous-generator",
        "previous generator",
    ),
    named(ZOOMED, Intent::ZoomIn, "zoom-in", "larger"),
    named(ZOOMED, Intent::ZoomOut, "zoom-out", "smaller"),
    named(LAB, Intent::ZoomFit, "zoom-fit", "whole map"),
    named(LAB, Intent::Panel, "panel", "show the panel"),
    named(LAB, Intent::EnterPanel, "enter-panel", "go into the panel"),
    named(LAB, Intent::Play, "play", "play the making"),
    named(LAB, Intent::StepBack, "step-back", "one step back"),
    named(LAB, Intent::StepForward, "step-forward", "one step on"),
    named(LAB, Intent::Slower, "slower", "play slower"),
    named(LAB, Intent::Faster, "faster", "play faster"),
    named(
        LAB,
        Intent::Overlay(Overlay::Distance),
        "overlay-distance",
        "way from start",
    ),
    named(
        LAB,
        Intent::Overlay(Overlay::Rooms),
        "overlay-rooms",
        "rooms, corridors",
    ),
    named(
        LAB,
        Intent::Overlay(Overlay::Ways),
        "overlay-ways",
        "dead ends, chokes",
    ),
    named(
        LAB,
        Intent::Overlay(Overlay::Sight),
        "overlay-sight",
        "sight from pointer",
    ),
    named(
        LAB,
        Intent::Overlay(Overlay::Spawns),
        "overlay-spawns",
        "what is placed",
    ),
    named(
        LAB,
        Intent::Overlay(Overlay::Coordinates),
        "overlay-coordinates",
        "coordinates",
    ),
    named(LAB, Intent::CopyCode, "copy-code", "copy share code"),
    named(LAB, Intent::PasteCode, "paste-code", "paste share code"),
    named(LAB, Intent::Export, "export", "export to a file"),
    named(&Screen::ALL, Intent::Help, "help", "show the keys"),
    named(
        &Screen::ALL,
        Intent::Fullscreen,
        "fullscreen",
        "fill the screen",
    ),
    named(
        &Screen::ALL,
        Intent::Screenshot,
        "screenshot",
        "keep a picture",
    ),
    named(&Screen::ALL, Intent::Back, "back", "close, or quit"),
];

impl Intent {
    /// Every intent that keys can be bound to, in the order in which they are listed.
    pub fn all() -> impl Iterator<Item = &'static Named> {
        TABLES.into_iter().flatten()
    }

    /// Whether a key that is held down asks for it again and again.
    pub const fn repeats(self) -> bool {
        match self {
            Self::Game(intent) => return intent.repeats(),
            Self::Maze(intent) => return intent.repeats(),
            Self::Conduit(intent) => return intent.repeats(),
            Self::Film(intent) => return intent.repeats(),
            _ => {}
        }
        matches!(
            self,
            Self::Step(_)
                | Self::Cursor(_)
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

    /// Whether it opens or closes something, which takes one more frame: what lies under the
    /// pointer then is another thing, and a menu passes on what was chosen.
    const fn opens_or_closes(self) -> bool {
        self.ends_batch() || matches!(self, Self::Help | Self::Export | Self::Panel)
    }

    /// Whether it gives everything that is asked for after it another map or another meaning.
    const fn ends_batch(self) -> bool {
        match self {
            Self::Conduit(asked) => return asked.is_for_another_board(),
            Self::Film(asked) => return matches!(asked, FilmIntent::Turn),
            Self::Options(asked) => return asked.gives_keys_another_meaning(),
            _ => {}
        }
        matches!(
            self,
            Self::NextMap
                | Self::PreviousMap
                | Self::NextGenerator
                | Self::PreviousGenerator
                | Self::PasteCode
                | Self::WalkMode
                | Self::Open(_)
                | Self::Begin
                | Self::Daily
                | Self::Choose
                | Self::Typed(_)
                | Self::Back
        ) || matches!(self, Self::Game(intent) if intent.opens_menu())
    }
}

/// Intents that were asked for and not yet handed out, oldest first.
#[derive(Resource, Default)]
pub struct IntentQueue(pub VecDeque<Intent>);

/// Hands out the intents of this frame as messages: all up to the first that changes the map or
/// what others mean. What comes after it was meant for what comes, and waits for the next frame.
pub fn hand_out(
    mut queue: ResMut<IntentQueue>,
    mut intents: MessageWriter<Intent>,
    (keymap, taker): (Option<Res<Keymap>>, Option<Res<KeyTaker>>),
    screen: Option<Res<State<Screen>>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let screen = screen.map_or_else(Screen::default, |screen| *screen.get());
    let taker = taker.map_or_else(KeyTaker::default, |taker| *taker);
    let mut again = false;
    while let Some(asked) = queue.0.pop_front() {
        let intent = match (asked, &keymap) {
            (Intent::Key { chord, repeat }, Some(keymap)) => {
                meaning((chord, repeat), (keymap, screen, taker))
            }
            _ => Some(asked),
        };
        let Some(intent) = intent else { continue };
        intents.write(intent);
        again |= intent.opens_or_closes();
        if intent.ends_batch() {
            break;
        }
    }
    if again || !queue.0.is_empty() {
        redraw.write(RequestRedraw);
    }
}
