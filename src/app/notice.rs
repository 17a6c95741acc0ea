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
pub struct Notice {
    text: String,
    /// Whether it is about something before the action that is done now.
    is_old: bool,
}

impl Notice {
    /// What it says.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Says a sentence. It takes the place of what was said before this action, and stands below what others say of the same
    /// one.
    pub fn say(&mut self, sentence: impl AsRef<str>) {
        if std::mem::take(&mut self.is_old) {
            self.text.clear();
        }
        self.add(sentence.as_ref());
    }

    /// Says why a request was refused.
    pub fn refuse(&mut self, reason: &impl Display) {
        self.say(capitalize(&reason.to_string()));
    }

    /// Says above everything else that something could not be kept.
    pub fn warn(&mut self, reason: &str) {
        let others = match std::mem::take(&mut self.is_old) {
            true => String::new(),
            false => std::mem::take(&mut self.text),
        };
        reason.clone_into(&mut self.text);
        others.lines().for_each(|line| self.add(line));
    }

    /// Appends a sentence on a new line, unless the message already has it.
    pub fn add(&mut self, sentence: &str) {
        if sentence.is_empty() || self.text.lines().any(|line| line == sentence) {
            return;
        }
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text.push_str(sentence);
    }

    /// Forgets what was said.
    pub fn clear(&mut self) {
        self.text.clear();
    }

    /// From here on, what was said is about something before.
    pub(super) const fn age(&mut self) {
        self.is_old = true;
    }
}

/// Makes the first letter a capital.
pub(in crate::app) fn capitalize(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| {
        format!("{}{}", first.to_uppercase(), chars.as_str())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_several_say_of_one_action_stands_together_and_what_is_not_kept_first() {
        let mut notice = Notice::default();
        notice.say("Copied 3x3:abc");
        notice.age();
        notice.refuse(&"there is no such board");
        notice.say("Press u to go back");
        notice.warn("Not saved: the disk is full");
        notice.say("Press u to go back");
        let said = "Not saved: the disk is full\nThere is no such board\nPress u to go back";
        assert_eq!(notice.text(), said);
        notice.age();
        notice.warn("Not saved: the disk is full");
        assert_eq!(notice.text(), "Not saved: the disk is full");
        notice.age();
        notice.say("");
        assert_eq!(notice.text(), "");
    }
}
