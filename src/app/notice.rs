//! What is told to the player, whoever has something to tell: now, or on the title.

use std::collections::BTreeMap;
use std::fmt::Display;

use bevy::prelude::*;

use super::screen::Screen;

/// What waits on other screens to be gone on with, in a few words.
#[derive(Resource, Default, Clone, PartialEq, Eq, Debug)]
pub struct Waiting(BTreeMap<Screen, String>);

impl Waiting {
    /// What waits on a screen.
    pub fn on(&self, screen: Screen) -> Option<&str> {
        self.0.get(&screen).map(String::as_str)
    }

    /// Sets what waits on a screen; empty words if nothing does.
    pub(super) fn set(&mut self, screen: Screen, words: String) {
        if words.is_empty() {
            self.0.remove(&screen);
        } else {
            self.0.insert(screen, words);
        }
    }
}

/// What to tell the player, in a sentence; empty when there is nothing to tell.
#[derive(Resource, Default, Clone, PartialEq, Eq, Debug)]
pub struct Notice(pub String);

impl Notice {
    /// Tells why what was asked for is not done.
    pub fn refuse(&mut self, why: &impl Display) {
        self.0 = capital(&why.to_string());
    }

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

/// The text with a capital.
pub(in crate::app) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| {
        format!("{}{}", first.to_uppercase(), chars.as_str())
    })
}
