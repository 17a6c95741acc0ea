//! Messages to the player: the notice at the top of the window, and what the title says about games
//! in progress.

use std::collections::BTreeMap;
use std::fmt::Display;

use bevy::prelude::*;

use super::screen::Screen;

/// Short descriptions of the games that can be resumed, by the screen that plays them.
#[derive(Resource, Default, Clone, PartialEq, Eq, Debug)]
pub struct PausedGames(BTreeMap<Screen, String>);

impl PausedGames {
    /// The description of the game on `screen`, if one is in progress.
    pub fn get(&self, screen: Screen) -> Option<&str> {
        self.0.get(&screen).map(String::as_str)
    }

    /// Sets the description for a screen; an empty one removes it.
    pub(super) fn set(&mut self, screen: Screen, description: String) {
        if description.is_empty() {
            self.0.remove(&screen);
        } else {
            self.0.insert(screen, description);
        }
    }
}

/// The message at the top of the window, one sentence a line. Empty when there is none.
#[derive(Resource, Default, Clone, PartialEq, Eq, Debug)]
pub struct Notice(pub String);

impl Notice {
    /// Replaces the message with the reason why a request was refused.
    pub fn refuse(&mut self, reason: &impl Display) {
        self.0 = capitalize(&reason.to_string());
    }

    /// Appends a sentence on a new line, unless the message already has it.
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

/// Makes the first letter a capital.
pub(in crate::app) fn capitalize(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| {
        format!("{}{}", first.to_uppercase(), chars.as_str())
    })
}
