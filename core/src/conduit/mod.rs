//! Conduit, the rotating-network puzzle: turn the tiles until all of them are joined to the
//! wellspring. Boards and their ids, generator, solver, play, and the light that travels through a
//! solved board. Independent of screen, clock and files.
//!
//! | part | owns |
//! | --- | --- |
//! | [`Mask`] | the pipes of a tile and their rotation |
//! | [`Rules`], [`Spec`] | the rules of a board; everything that determines a board, as a share code |
//! | [`Board`], [`Puzzle`] | tiles, walls and the id; a board with its solution |
//! | [`Maker`] | generates boards: unsolved, with exactly one solution and no crosses by default |
//! | [`Answer`] | how many solutions a board has |
//! | [`Grade`], [`Difficulty`] | how hard a board is |
//! | [`Conduit`] | play: moves, undo, locks, pins, hints, light |
//! | [`Mistake`] | where a player went wrong |
//! | [`Progress`] | a board with the player's progress, as a text |
//! | [`Named`] | a text that identifies a board, in any form |
//! | [`NetPreset`], [`Board::from_net`] | boards of Simon Tatham's Net |
//! | [`Cursor`], [`interpret`] | turn input into moves |
//! | [`Packets`] | the light that travels through a solved board |
//!
//! Generation is finished when deduction, which removes only positions that occur in no solution,
//! leaves each tile one position: that proves that the solution is unique. See `docs/conduit.md`
//! for the method and measurements.
//!
//! ```
//! use undercroft_core::conduit::{Answer, Spec, SEARCH_BUDGET};
//!
//! let spec: Spec = "board/10x9#7".parse()?;
//! let puzzle = spec.make();
//! assert!(!puzzle.start().is_solved());
//! assert_eq!(puzzle.start().answer(SEARCH_BUDGET), Answer::One(puzzle.solved()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod deduce;
mod grade;
mod hint;
mod id;
mod input;
mod layout;
mod light;
mod maker;
mod mask;
mod mistake;
mod moves;
mod named;
mod net;
mod packet;
mod pipes;
mod play;
mod rules;
mod saved;
mod search;
mod spec;

pub use board::{Board, Puzzle};
pub use grade::{Difficulty, Grade};
pub use hint::{Because, Hint, Reason};
pub use input::{Command, Cursor, Input, interpret};
pub use maker::Maker;
pub use mask::Mask;
pub use mistake::{Fault, Mistake};
pub use moves::{Event, Move, MoveError};
pub use named::Named;
pub use net::NetPreset;
pub use packet::{Packet, Packets, TICK_MS, TICKS_PER_TILE};
pub use play::Conduit;
pub use rules::{LARGEST_SIDE, MAX_SIDE, MIN_SIDE, Rules};
pub use saved::Progress;
pub use search::{Answer, NoPuzzle, SEARCH_BUDGET};
pub(crate) use spec::PREFIX;
pub use spec::Spec;
