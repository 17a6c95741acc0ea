//! Maze Run's actions and their default keys.

use bevy::prelude::*;

use crate::app::input::{Action, Row, step};
use crate::app::platform::pad::Button;
use crate::app::screen::Screen;
use crate::geom::{Dir, Size};

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
    /// Walk one cell back along the trail; at its start, take back a restart or return to the maze before this one.
    Undo,
    /// Return to the maze that undo led away from.
    Redo,
    Dark,
    Skip,
    /// Go on from the goal.
    Next,
    Another,
    Restart,
    NextGenerator,
    PreviousGenerator,
    Larger,
    Smaller,
    /// A new maze of a preset size: its index in the panel's list.
    Size(usize),
    CopyProgress,
    Share,
    Save,
    EnterPanel,
    /// Show or hide the walker of a recorded solve.
    Ghost,
    /// Watch how the maze was solved.
    Watch,
}

/// The preset sizes in cells, each with a key and a button.
pub const PRESET_SIZES: [Size; 6] = [
    Size::new(8, 5),
    Size::new(16, 10),
    Size::new(24, 15),
    Size::new(32, 20),
    Size::new(48, 30),
    Size::new(80, 50),
];

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
        (Self::Hint, Row::new(MAZE, "maze-hint", "Hint: show ten cells ahead", "Space").pad(&[Button::South]).first()),
        (Self::Solution, Row::new(MAZE, "maze-solution", "Solution: show or hide it", "s").pad(&[Button::West])),
        (Self::Undo, Row::new(MAZE, "maze-undo", "Undo: step back; at the start, the maze before", "u Ctrl+z").pad(&[Button::LeftBumper]).repeats().first()),
        (Self::Redo, Row::new(MAZE, "maze-redo", "Redo: return to the maze after this", "Ctrl+r Ctrl+y").pad(&[Button::RightBumper]).first()),
        (Self::Dark, Row::new(MAZE, "maze-dark", "Dark: only the lantern gives light", "d").first()),
        (Self::Skip, Row::new(MAZE, "maze-next", "New maze, the next of the run", "n").pad(&[Button::RightStick]).another().first()),
        (Self::Next, Row::new(MAZE, "maze-go-on", "Go on from the goal", "Enter NumpadEnter").another()),
        (Self::Another, Row::new(MAZE, "maze-another", "Another maze of this size", "a").pad(&[Button::North]).another().first()),
        (Self::Restart, Row::new(MAZE, "maze-restart", "Restart: back to the start; steps and time go on", "r").pad(&[Button::LeftStick]).another().first()),
        (Self::NextGenerator, Row::new(MAZE, "maze-next-generator", "Next generator", "]").another()),
        (Self::PreviousGenerator, Row::new(MAZE, "maze-previous-generator", "Previous generator", "[").another()),
        (Self::Larger, Row::new(MAZE, "maze-larger", "A larger maze", ">").another().first()),
        (Self::Smaller, Row::new(MAZE, "maze-smaller", "A smaller maze", "<").another()),
        (Self::Size(0), Row::new(MAZE, "maze-size-1", "New maze of 8x5 cells", "1").another()),
        (Self::Size(1), Row::new(MAZE, "maze-size-2", "New maze of 16x10 cells", "2").another()),
        (Self::Size(2), Row::new(MAZE, "maze-size-3", "New maze of 24x15 cells", "3").another()),
        (Self::Size(3), Row::new(MAZE, "maze-size-4", "New maze of 32x20 cells", "4").another()),
        (Self::Size(4), Row::new(MAZE, "maze-size-5", "New maze of 48x30 cells", "5").another()),
        (Self::Size(5), Row::new(MAZE, "maze-size-6", "New maze of 80x50 cells", "6").another()),
        (Self::CopyProgress, Row::new(MAZE, "maze-copy-progress", "Copy with progress", "Shift+y").another()),
        (Self::Share, Row::new(MAZE, "maze-share", "Share the result", "Shift+s").another().first()),
        (Self::Save, Row::new(MAZE, "maze-save", "Save as hex", "e").another()),
        (Self::Ghost, Row::new(MAZE, "maze-ghost", "Ghost: show or hide it", "g")),
        (Self::Watch, Row::new(MAZE, "maze-watch", "Watch how it was solved", "w")),
        (Self::EnterPanel, Row::new(MAZE, "maze-panel", "Go to the panel", "Tab").pad(&[Button::Select]).first()),
    ];
}
