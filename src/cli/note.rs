//! What a command says besides its result, on standard error: notes and progress, which `--quiet` leaves out.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::diagnostic::print_diagnostic;

static IS_QUIET: AtomicBool = AtomicBool::new(false);

/// Leaves out all notes from now on.
pub fn silence() {
    IS_QUIET.store(true, Ordering::Relaxed);
}

/// Whether notes are left out.
pub fn is_quiet() -> bool {
    IS_QUIET.load(Ordering::Relaxed)
}

/// Prints one line, unless notes are left out.
pub fn print(message: &str) {
    if !is_quiet() {
        print_diagnostic(message);
    }
}
