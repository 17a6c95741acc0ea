//! The generators of this program. The core is given them by whoever reads a code; here a program says them once.

use std::sync::OnceLock;

use crate::game;
use crate::game::content::Content;
use crate::mapgen::Generators;

static PROGRAM: OnceLock<Generators> = OnceLock::new();
static CONTENT: OnceLock<&'static Content> = OnceLock::new();
static KNOWN: OnceLock<Generators> = OnceLock::new();

/// Sets the generators that the command line and the window know, for the rest of the process: those of
/// [`game::generators`] and the program's own. Call it at the beginning of `main`: once a code was read, it is too late,
/// and the generators are given back.
///
/// # Errors
/// If the generators are known already.
pub fn know(generators: Generators) -> Result<(), Generators> {
    match KNOWN.get() {
        Some(_) => Err(generators),
        None => PROGRAM.set(generators),
    }
}

/// Has the levels and set pieces that are maps be those of `content`, for the rest of the process. Once a code was read, it
/// is too late.
#[cfg(feature = "cli")]
pub(crate) fn know_content(content: &'static Content) {
    debug_assert!(KNOWN.get().is_none(), "a code was read");
    CONTENT.get_or_init(|| content);
}

/// The generators of this program: those that it [said](know), or else those of the game.
pub fn known() -> &'static Generators {
    KNOWN.get_or_init(|| {
        let own = PROGRAM.get().cloned().unwrap_or_else(game::generators);
        match CONTENT.get() {
            Some(content) => game::generators_of(own, content),
            None => own,
        }
    })
}
