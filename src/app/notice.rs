//! What is told to the player, whoever has something to tell.

use bevy::prelude::*;

/// What to tell the player, in a sentence; empty when there is nothing to tell.
#[derive(Resource, Default, Clone, PartialEq, Eq, Debug)]
pub struct Notice(pub String);
