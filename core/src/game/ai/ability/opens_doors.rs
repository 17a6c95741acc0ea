//! `opens_doors`: it opens doors.

use super::declare::{Ability, ability};

ability! {
    /// Opens doors.
    opens_doors: OpensDoors, "opens doors" {}
}

impl Ability for OpensDoors {}
