//! The generators of this program. The core is given them by whoever reads a code; here a program says them once.

use std::sync::OnceLock;

use crate::game;
use crate::mapgen::Generators;

static KNOWN: OnceLock<Generators> = OnceLock::new();

/// Sets the generators that the command line and the window know, for the rest of the process: those of
/// [`game::generators`] and the program's own. Call it at the beginning of `main`: once a code was read, it is too late,
/// and the generators are given back.
///
/// # Errors
/// If the generators are known already.
pub fn know(generators: Generators) -> Result<(), Generators> {
    KNOWN.set(generators)
}

/// The generators of this program: those that it [said](know), or else those of the game.
pub fn known() -> &'static Generators {
    KNOWN.get_or_init(game::generators)
}
