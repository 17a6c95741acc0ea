//! What players recognise a kind of monster by.

use serde::Deserialize;
use strum::{EnumCount, VariantArray};

/// The colour of a monster and the sound of its alarm, by which players recognise what it does. Kinds have that of
/// their first ability or of their behaviour, unless the content gives them another.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize, EnumCount, VariantArray,
)]
pub enum Cue {
    /// Something stirs.
    Stir,
    /// The chitter of a swarm.
    Chitter,
    /// A howl.
    Howl,
    /// Hooves that scrape.
    Hooves,
    /// A bow that is drawn.
    Bowstring,
    /// A thief's snicker.
    Snicker,
    /// Something that bubbles.
    Bubble,
    /// A fuse.
    Fuse,
    /// A chant.
    Chant,
    /// Somebody hums.
    Hum,
    /// A whisper in the walls.
    Whisper,
    /// Stone on stone.
    Stone,
    /// A long breath.
    Breath,
    /// Metal.
    Metal,
    /// A lid that snaps.
    Lid,
    /// A deep groan.
    Groan,
    /// Heavy steps.
    Trudge,
}

impl Cue {
    /// Every cue.
    pub const ALL: [Self; Self::COUNT] = crate::listed(Self::VARIANTS);
}
