//! `mimics`: it looks like an item until somebody finds out.

use super::declare::{Ability, Nature, ability};

ability! {
    /// Looks like an item that lies about at its depth until someone is next to it or searches near it. Telepathy sees
    /// through it. It does not follow on the stairs.
    mimics: Mimics, Lid, "looks like something to pick up" {}
}

impl Ability for Mimics {
    const NATURE: Nature = Nature {
        stays_on_level: true,
        ..Nature::PLAIN
    };
}
