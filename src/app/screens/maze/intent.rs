//! What can be asked for in Maze Run, beside steps and zoom, and what key maps call it.

use crate::app::input::intent::{Intent, Named, named};
use crate::app::screen::Screen;
use crate::geom::Dir;

/// One thing that the player asked for in Maze Run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MazeIntent {
    /// Walk on to the next branch.
    Run(Dir),
    /// Show the next cells of the shortest way.
    Hint,
    /// Show the whole shortest way, or hide it.
    Solution,
    /// Back to the start of this maze.
    Restart,
    /// Another maze of this size.
    Another,
    /// On to the next maze without reaching the goal.
    Skip,
    /// The same place in the run by the next generator.
    NextGenerator,
    /// The same place in the run by the generator before.
    PreviousGenerator,
    /// A run that begins two cells wider than this maze.
    Larger,
    /// A run that begins two cells narrower than this maze.
    Smaller,
    /// See by the lantern alone, or all of the maze.
    Dark,
    /// Put the maze on the clipboard.
    Copy,
    /// Run through the maze on the clipboard.
    Paste,
    /// Write the maze to a file.
    Save,
}

impl MazeIntent {
    /// Whether a key that is held down asks for it again and again.
    pub const fn repeats(self) -> bool {
        matches!(self, Self::Run(_))
    }
}

const MAZE: &[Screen] = &[Screen::Maze];

const fn maze(intent: MazeIntent, name: &'static str, meaning: &'static str) -> Named {
    named(MAZE, Intent::Maze(intent), name, meaning)
}

/// Every intent of Maze Run, in the order in which they are listed.
pub static TABLE: [Named; 17] = [
    maze(MazeIntent::Run(Dir::North), "maze-run-north", "run up"),
    maze(MazeIntent::Run(Dir::South), "maze-run-south", "run down"),
    maze(MazeIntent::Run(Dir::West), "maze-run-west", "run left"),
    maze(MazeIntent::Run(Dir::East), "maze-run-east", "run right"),
    maze(MazeIntent::Hint, "maze-hint", "the next ten cells"),
    maze(MazeIntent::Solution, "maze-solution", "the whole way"),
    maze(MazeIntent::Restart, "maze-restart", "back to the start"),
    maze(MazeIntent::Another, "maze-another", "another maze"),
    maze(MazeIntent::Skip, "maze-next", "on to the next maze"),
    maze(
        MazeIntent::NextGenerator,
        "maze-next-generator",
        "next generator",
    ),
    maze(
        MazeIntent::PreviousGenerator,
        "maze-previous-generator",
        "previous generator",
    ),
    maze(MazeIntent::Larger, "maze-larger", "a wider maze"),
    maze(MazeIntent::Smaller, "maze-smaller", "a narrower maze"),
    maze(MazeIntent::Dark, "maze-dark", "by lantern alone"),
    maze(MazeIntent::Copy, "maze-copy", "copy the maze"),
    maze(MazeIntent::Paste, "maze-paste", "paste a maze or a path"),
    maze(MazeIntent::Save, "maze-save", "save as hex"),
];
