//! Actions that several screens share: common ones, those of menus, and steps, and rows for the tables of screens.

use bevy::prelude::*;

use super::action::{Action, Row};
use crate::app::platform::pad::Button;
use crate::app::screen::Screen;
use crate::geom::Dir;

/// Actions of every screen, or of every screen with a map.
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the table describes each")]
pub enum CommonAction {
    ZoomIn,
    ZoomOut,
    ZoomFit,
    Help,
    Fullscreen,
    Screenshot,
    Sidebar,
    /// Copies a link that opens the browser version at the current map or game.
    CopyLink,
    /// Copies what the screen shows, as its card says.
    Copy,
    /// Has the card open what is in the clipboard.
    Paste,
    /// Starts the lessons of a puzzle, or skips those that are left.
    Lessons,
    /// Writes the board, the maze or the pack that is shown as pages to print.
    #[cfg(feature = "cli")]
    Print,
    Back,
}

const ZOOMED: &[Screen] = &[Screen::Descend, Screen::Maze, Screen::Lab, Screen::Replay];
const RUNS: &[Screen] = &[Screen::Descend, Screen::Replay];
const CONDUIT: &[Screen] = &[Screen::Conduit];
const PUZZLES: &[Screen] = &[Screen::Conduit, Screen::Maze];
#[cfg(feature = "cli")]
const PRINTED: &[Screen] = &[Screen::Title, Screen::Maze, Screen::Conduit];

/// Not on every screen with a map: Descend uses its key and Maze Run its button for something else.
const fn zoom_fit(screens: &'static [Screen]) -> Row {
    Row::new(screens, "zoom-fit", "Show the whole map", "0 f").moves()
}

#[rustfmt::skip]
impl Action for CommonAction {
    const TABLE: &'static [(Self, Row)] = &[
        (Self::ZoomIn, Row::new(ZOOMED, "zoom-in", "Zoom in", "+ = NumpadAdd").pad(&[Button::RightTrigger]).moves().repeats()),
        (Self::ZoomOut, Row::new(ZOOMED, "zoom-out", "Zoom out", "- NumpadSubtract").pad(&[Button::LeftTrigger]).moves().repeats()),
        (Self::ZoomIn, Row::new(CONDUIT, "zoom-in", "Zoom in", "+ = NumpadAdd").moves().repeats()),
        (Self::ZoomOut, Row::new(CONDUIT, "zoom-out", "Zoom out", "- NumpadSubtract").moves().repeats()),
        (Self::ZoomFit, zoom_fit(&[Screen::Lab]).pad(&[Button::RightStick])),
        (Self::ZoomFit, zoom_fit(&[Screen::Maze])),
        (Self::ZoomFit, Row::new(CONDUIT, "conduit-fit", "Show the whole board", "0").moves()),
        (Self::Help, Row::new(&Screen::ALL, "help", "Show the keys", "? F1").pad(&[Button::Start]).anywhere().in_menus()),
        (Self::Fullscreen, Row::new(&Screen::ALL, "fullscreen", "Toggle full screen", "F11").in_menus()),
        (Self::Screenshot, Row::new(&Screen::ALL, "screenshot", "Save a picture", "F12").in_menus()),
        (Self::Sidebar, Row::new(RUNS, "sidebar", "Go to the sidebar", "F6")),
        (Self::CopyLink, Row::new(&Screen::ALL, "copy-link", "Copy a code or a link to share", "F9").in_menus()),
        (Self::Copy, Row::new(PUZZLES, "copy", "Copy the board or maze", "y Ctrl+c").another()),
        (Self::Copy, Row::new(LAB, "lab-copy", "Copy the share code", "c Ctrl+c")),
        (Self::Paste, Row::new(PUZZLES, "paste", "Paste another", "v Ctrl+v").another()),
        (Self::Paste, Row::new(LAB, "lab-paste", "Paste a share code", "v Ctrl+v")),
        (Self::Lessons, Row::new(PUZZLES, "lessons", "Lessons: play or skip them", "t").another()),
        #[cfg(feature = "cli")]
        (Self::Print, Row::new(PRINTED, "print", "Print to a PDF file", "Ctrl+p").in_menus()),
        (Self::Back, Row::new(&Screen::ALL, "back", "Close, or leave", "Esc").pad(&[Button::East]).anywhere().in_menus()),
    ];
}

/// Actions of lists: the title, the replays, and anything that opens
/// [`Layer::Menu`](super::Layer::Menu).
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the table describes each")]
pub enum MenuAction {
    /// Moves the cursor.
    Cursor(Dir),
    /// The wheel, for what scrolls without being a scrolling panel.
    Scroll(Dir),
    Choose,
    /// Answers a question with yes or no.
    Answer(bool),
    /// Marks the line of yes, which Enter takes then.
    MarkYes,
    /// A typed character; the backspace character deletes one.
    Typed(char),
}

/// The letters that answer a question with yes and no. Where the first is a step, only the capital says yes, for a step that is
/// taken twice must not.
pub const ANSWERS: [(char, bool); 2] = [('y', true), ('n', false)];

impl MenuAction {
    /// The letter of an answer.
    pub fn letter(self) -> Option<char> {
        let mut answers = ANSWERS.into_iter();
        let found = answers.find(|(_, is_yes)| self == Self::Answer(*is_yes));
        found.map(|(letter, _)| letter)
    }
}

const MENUS: &[Screen] = &[Screen::Title, Screen::Replays];

#[rustfmt::skip]
impl Action for MenuAction {
    const TABLE: &'static [(Self, Row)] = &[
        (Self::Cursor(Dir::North), cursor(MENUS, Dir::North).in_menus()),
        (Self::Cursor(Dir::South), cursor(MENUS, Dir::South).in_menus()),
        (Self::Cursor(Dir::West), cursor(MENUS, Dir::West).in_menus()),
        (Self::Cursor(Dir::East), cursor(MENUS, Dir::East).in_menus()),
        (Self::Choose, choose(MENUS).in_menus()),
    ];
}

/// Scrolls the key list down by this share of its visible height.
#[derive(Message, Clone, Copy, PartialEq, Debug)]
pub struct ScrollHelp(pub f32);

impl ScrollHelp {
    pub(super) const LINE_UP: Self = Self(-0.15);
    pub(super) const LINE_DOWN: Self = Self(0.15);
    pub(super) const PAGE_UP: Self = Self(-0.9);
    pub(super) const PAGE_DOWN: Self = Self(0.9);
}

impl Action for ScrollHelp {
    const TABLE: &'static [(Self, Row)] = &[];
}

/// A step in one of eight directions, in the Lab: moves the walker, or the view.
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step(pub Dir);

const LAB: &[Screen] = &[Screen::Lab];

#[rustfmt::skip]
impl Action for Step {
    const TABLE: &'static [(Self, Row)] = &[
        (Self(Dir::North), step(LAB, Dir::North).pad(&[Button::Go(Dir::North), Button::Run(Dir::North)])),
        (Self(Dir::South), step(LAB, Dir::South).pad(&[Button::Go(Dir::South), Button::Run(Dir::South)])),
        (Self(Dir::West), step(LAB, Dir::West).pad(&[Button::Go(Dir::West), Button::Run(Dir::West)])),
        (Self(Dir::East), step(LAB, Dir::East).pad(&[Button::Go(Dir::East), Button::Run(Dir::East)])),
        (Self(Dir::NorthWest), step(LAB, Dir::NorthWest).pad(&[Button::Go(Dir::NorthWest), Button::Run(Dir::NorthWest)])),
        (Self(Dir::NorthEast), step(LAB, Dir::NorthEast).pad(&[Button::Go(Dir::NorthEast), Button::Run(Dir::NorthEast)])),
        (Self(Dir::SouthWest), step(LAB, Dir::SouthWest).pad(&[Button::Go(Dir::SouthWest), Button::Run(Dir::SouthWest)])),
        (Self(Dir::SouthEast), step(LAB, Dir::SouthEast).pad(&[Button::Go(Dir::SouthEast), Button::Run(Dir::SouthEast)])),
    ];
}

/// The row for a step on `screens`, in one of eight directions.
#[rustfmt::skip]
pub const fn step(screens: &'static [Screen], dir: Dir) -> Row {
    match dir {
        Dir::North => Row::new(screens, "step-north", "Move up", "Up k Numpad8").pad(&[Button::Go(Dir::North)]),
        Dir::South => Row::new(screens, "step-south", "Move down", "Down j Numpad2").pad(&[Button::Go(Dir::South)]),
        Dir::West => Row::new(screens, "step-west", "Move left", "Left h Numpad4").pad(&[Button::Go(Dir::West)]),
        Dir::East => Row::new(screens, "step-east", "Move right", "Right l Numpad6").pad(&[Button::Go(Dir::East)]),
        Dir::NorthWest => Row::new(screens, "step-north-west", "Move up left", "y Home Numpad7").pad(&[Button::Go(Dir::NorthWest)]),
        Dir::NorthEast => Row::new(screens, "step-north-east", "Move up right", "u PageUp Numpad9").pad(&[Button::Go(Dir::NorthEast)]),
        Dir::SouthWest => Row::new(screens, "step-south-west", "Move down left", "b End Numpad1").pad(&[Button::Go(Dir::SouthWest)]),
        Dir::SouthEast => Row::new(screens, "step-south-east", "Move down right", "n PageDown Numpad3").pad(&[Button::Go(Dir::SouthEast)]),
    }
    .moves()
    .repeats()
}

/// The row for a cursor move on `screens`, in one of four directions.
#[rustfmt::skip]
pub const fn cursor(screens: &'static [Screen], dir: Dir) -> Row {
    match dir {
        Dir::North => Row::new(screens, "cursor-up", "Cursor up", "Up Numpad8").pad(&[Button::Go(Dir::North), Button::Run(Dir::North)]),
        Dir::South => Row::new(screens, "cursor-down", "Cursor down", "Down Numpad2").pad(&[Button::Go(Dir::South), Button::Run(Dir::South)]),
        Dir::West => Row::new(screens, "cursor-left", "Cursor left", "Left Numpad4").pad(&[Button::Go(Dir::West), Button::Run(Dir::West)]),
        _ => Row::new(screens, "cursor-right", "Cursor right", "Right Numpad6").pad(&[Button::Go(Dir::East), Button::Run(Dir::East)]),
    }
    .moves()
    .repeats()
}

/// The row for selecting the line under the cursor, on `screens`.
pub const fn choose(screens: &'static [Screen]) -> Row {
    Row::new(screens, "choose", "Select", "Enter Space NumpadEnter").pad(&[Button::South])
}
