//! Maze Run's actions and their default keys.

use bevy::prelude::*;

use crate::app::input::{Action, Row, step};
use crate::app::platform::pad::Button;
use crate::app::screen::Screen;
use crate::geom::Dir;

/// An action of the player in Maze Run.
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the table describes each action")]
pub enum MazeAction {
    /// Walk one cell.
    Step(Dir),
    /// Walk to the next branch.
    Run(Dir),
    Hint,
    Solution,
    Restart,
    Another,
    Skip,
    /// Go on from the goal.
    Next,
    /// Take back a restart, or return to the maze that was left last.
    Undo,
    NextGenerator,
    PreviousGenerator,
    Larger,
    Smaller,
    Dark,
    Copy,
    CopyProgress,
    Paste,
    Save,
    Teach,
    Share,
}

const MAZE: &[Screen] = &[Screen::Maze];

#[rustfmt::skip]
impl Action for MazeAction {
    const TABLE: &'static [(Self, Row)] = &[
        (Self::Step(Dir::North), step(MAZE, Dir::North)),
        (Self::Step(Dir::South), step(MAZE, Dir::South)),
        (Self::Step(Dir::West), step(MAZE, Dir::West)),
        (Self::Step(Dir::East), step(MAZE, Dir::East)),
        (Self::Run(Dir::North), Row::new(MAZE, "maze-run-north", "Run up", "Shift+Up Shift+k").pad(&[Button::Run(Dir::North)]).moves().repeats()),
        (Self::Run(Dir::South), Row::new(MAZE, "maze-run-south", "Run down", "Shift+Down Shift+j").pad(&[Button::Run(Dir::South)]).moves().repeats()),
        (Self::Run(Dir::West), Row::new(MAZE, "maze-run-west", "Run left", "Shift+Left Shift+h").pad(&[Button::Run(Dir::West)]).moves().repeats()),
        (Self::Run(Dir::East), Row::new(MAZE, "maze-run-east", "Run right", "Shift+Right Shift+l").pad(&[Button::Run(Dir::East)]).moves().repeats()),
        (Self::Hint, Row::new(MAZE, "maze-hint", "Show ten cells ahead", "Space").pad(&[Button::South])),
        (Self::Solution, Row::new(MAZE, "maze-solution", "Show the solution", "s").pad(&[Button::West])),
        (Self::Restart, Row::new(MAZE, "maze-restart", "Restart the maze", "Backspace").pad(&[Button::LeftStick]).another()),
        (Self::Another, Row::new(MAZE, "maze-another", "Another maze", "r").pad(&[Button::North]).another()),
        (Self::Skip, Row::new(MAZE, "maze-next", "Skip to the next maze", "n").pad(&[Button::RightStick]).another()),
        (Self::Next, Row::new(MAZE, "maze-go-on", "Go on from the goal", "Enter NumpadEnter").another()),
        (Self::Undo, Row::new(MAZE, "maze-undo", "Previous maze, undo restart", "u Ctrl+z").another()),
        (Self::NextGenerator, Row::new(MAZE, "maze-next-generator", "Next generator", "]").another()),
        (Self::PreviousGenerator, Row::new(MAZE, "maze-previous-generator", "Previous generator", "[").another()),
        (Self::Larger, Row::new(MAZE, "maze-larger", "A larger maze", ">").pad(&[Button::RightBumper]).another()),
        (Self::Smaller, Row::new(MAZE, "maze-smaller", "A smaller maze", "<").pad(&[Button::LeftBumper]).another()),
        (Self::Dark, Row::new(MAZE, "maze-dark", "Dark mode", "d").pad(&[Button::Select])),
        (Self::Copy, Row::new(MAZE, "maze-copy", "Copy the maze", "c").another()),
        (Self::CopyProgress, Row::new(MAZE, "maze-copy-progress", "Copy with progress", "Shift+c").another()),
        (Self::Paste, Row::new(MAZE, "maze-paste", "Paste a maze or a path", "v").another()),
        (Self::Save, Row::new(MAZE, "maze-save", "Save as hex", "e").another()),
        (Self::Share, Row::new(MAZE, "maze-share", "Share the result", "Shift+s").another()),
        (Self::Teach, Row::new(MAZE, "maze-teach", "Play the lessons", "t").ends().another()),
    ];
}
