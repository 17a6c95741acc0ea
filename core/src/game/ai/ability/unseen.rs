//! `unseen`: it moves only while nobody looks.

use super::declare::{Ability, Nature, ability};

ability! {
    /// Moves only while the player does not see it, unless it charges. Next to the player it strikes, seen or not. It
    /// does not follow on the stairs.
    unseen: Unseen, Stone, "moves only while you do not see it" {}
}

impl Ability for Unseen {
    const NATURE: Nature = Nature {
        keeps_away: true,
        stays_on_level: true,
        ..Nature::PLAIN
    };
}
