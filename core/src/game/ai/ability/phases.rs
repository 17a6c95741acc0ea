//! `phases`: it walks through walls.

use super::declare::{Ability, Nature, ability};

ability! {
    /// Walks through walls and rock, but not through closed doors or into sealed vaults.
    phases: Phases, Whisper, "walks through walls" {}
}

impl Ability for Phases {
    const NATURE: Nature = Nature {
        is_dry: true,
        ..Nature::PLAIN
    };
}
