//! `flees`: it flees when it is wounded.

use super::declare::{Ability, ability};

ability! {
    /// Flees when it is wounded, and returns when it has healed.
    flees: Flees, "flees below {flees.below}% of its health" {
        below: u8 = 25 in 1..=90, "per cent of its health below which it flees";
    }
}

impl Ability for Flees {}
