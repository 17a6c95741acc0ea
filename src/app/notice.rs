//! What is told to the player, whoever has something to tell.

use bevy::prelude::*;

/// What to tell the player, in a sentence; empty when there is nothing to tell.
#[derive(Resource, Default, Clone, PartialEq, Eq, Debug)]
pub struct Notice(pub String);

impl Notice {
    /// Adds a sentence on a line of its own to what is there; does nothing if it is there already.
    pub fn add(&mut self, sentence: &str) {
        if sentence.is_empty() || self.0.lines().any(|line| line == sentence) {
            return;
        }
        if !self.0.is_empty() {
            self.0.push('\n');
        }
        self.0.push_str(sentence);
    }
}
