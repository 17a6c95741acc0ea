//! Conduit: the rotating-network puzzle. Turn the tiles until every one of them is joined to the
//! wellspring. Boards and their ids, making and solving them, play, and the light that runs when
//! a board is solved; no screen, no clock, no files.
//!
//! | part | owns |
//! | --- | --- |
//! | [`Mask`] | the pipes of a tile, rotation as arithmetic |
//! | [`Rules`], [`Spec`] | what kind of board; a board named by its seed, and its share code |
//! | [`Board`], [`Puzzle`] | tiles and walls, the id; a board with its solution |
//! | [`Maker`] | boards from seeds: exactly one solution, unsolved, no four-edge tile |
//! | [`Answer`], [`Rating`] | how many solutions a board has, how hard it is |
//! | [`Conduit`] | play: moves, undo, locks, pins, hints, what is lit |
//! | [`Cursor`], [`interpret`] | from what a player does to a move |
//! | [`Packets`] | the light that runs through a solved board |
//!
//! Exactly one solution is not a matter of luck or trust: a board is finished when the deduction,
//! which takes away only what no solution has, leaves each tile one position. `docs/conduit.md`
//! tells how, and what was measured.
//!
//! ```
//! use undercroft::conduit::{Answer, Spec, TRIES};
//!
//! let spec: Spec = "board/10x9#7".parse()?;
//! let puzzle = spec.make();
//! assert!(!puzzle.start().is_solved());
//! assert_eq!(puzzle.start().answer(TRIES), Answer::One(puzzle.solved()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod deduce;
mod hint;
mod id;
mod input;
mod layout;
mod light;
mod maker;
mod mask;
mod packet;
mod play;
mod rules;
mod search;
mod spec;

pub use board::{Board, Puzzle};
pub use hint::{Because, Hint, Reason};
pub use id::IdError;
pub use input::{Command, Cursor, Input, interpret};
pub use maker::{Maker, Work};
pub use mask::Mask;
pub use packet::{Packet, Packets, TICK_MS, TICKS_A_TILE};
pub use play::{Conduit, Event, Move, Refusal};
pub use rules::{LARGEST_SIDE, MAX_SIDE, MIN_SIDE, Rules, SizeRefused};
pub use search::{Answer, Difficulty, NoPuzzle, Rating, TRIES};
pub use spec::{Spec, SpecError};
