//! `swims`: it crosses deep water.

use super::declare::{Ability, ability};

ability! {
    /// Swims or floats across deep water.
    swims: Swims, "crosses deep water" {}
}

impl Ability for Swims {}
