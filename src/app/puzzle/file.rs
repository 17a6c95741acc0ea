//! The file of a sitting. [`crate::profile::file`] has the format.

use super::{Puzzle, Sitting};
use crate::profile::file::{self, Head, MAX_WORK};
use crate::record::RecordingError;

/// A sitting that was loaded, and what is lost of it, in sentences without a full stop.
pub(super) struct Loaded<P: Puzzle> {
    pub sitting: Sitting<P>,
    pub losses: Vec<String>,
}

/// Writes the whole file.
pub(super) fn write<P: Puzzle>(sitting: &mut Sitting<P>) -> String {
    let head = Head {
        noun: P::GAME.noun(),
        state: sitting.own_state().word(),
        seed: sitting.seed,
    };
    let text = file::write_before(head, sitting.shelf().texts());
    text + sitting.own_mut().write()
}

/// Reads a file as far as it is sound.
///
/// # Errors
/// If it does not begin as such a file, or no round of it can be read.
pub(super) fn read<P: Puzzle>(text: &str) -> Result<Loaded<P>, RecordingError> {
    read_within(text, MAX_WORK)
}

/// As [`read`], with a limit to the tiles or cells that are examined.
pub(super) fn read_within<P: Puzzle>(text: &str, work: u64) -> Result<Loaded<P>, RecordingError> {
    let read = file::read::<P::Round, P>(P::GAME.noun(), text, P::of_word, work)?;
    let mut sitting = Sitting::<P>::continued(read.shown, read.shelf);
    sitting.state = read.state;
    sitting.seed = read.seed;
    Ok(Loaded {
        sitting,
        losses: read.losses,
    })
}
