//! What is said to players who do not see the window: sentences in a live region, which a screen reader speaks as they
//! come. Whoever changes something that a player has to know says it here, or has a resource spoken by `speak`.

use std::collections::VecDeque;

use bevy::a11y::AccessibilityRequested;
use bevy::prelude::*;

use crate::text;

/// What was said last, oldest first.
#[derive(Resource, Default, Debug)]
pub struct Speech {
    utterances: VecDeque<Utterance>,
    count: u64,
    /// Whether what is said now is a part of the newest utterance.
    is_open: bool,
}

/// The sentences of a frame: adapters keep no order among what is new in an update.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Utterance {
    /// Its number among all, counted from 1.
    pub number: u64,
    /// Sentences, each with a capital letter and a full stop.
    pub text: String,
}

/// Utterances kept at most.
const CAPACITY: usize = 8;

impl Speech {
    /// Says each line as a sentence, also if it was said before.
    pub fn say(&mut self, lines: &str) {
        for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let sentence = text::sentence(line);
            match self.utterances.back_mut() {
                Some(last) if self.is_open => {
                    last.text.push(' ');
                    last.text.push_str(&sentence);
                }
                _ => {
                    self.count += 1;
                    self.is_open = true;
                    self.utterances.push_back(Utterance {
                        number: self.count,
                        text: sentence,
                    });
                }
            }
            if self.utterances.len() > CAPACITY {
                self.utterances.pop_front();
            }
        }
    }

    /// Says the lines of a text that another one, told before, does not have.
    pub fn say_new(&mut self, now: &str, before: &str) {
        for line in now
            .lines()
            .filter(|line| !before.lines().any(|old| old == *line))
        {
            self.say(line);
        }
    }

    /// What was said last, oldest first.
    pub fn utterances(&self) -> impl DoubleEndedIterator<Item = &Utterance> {
        self.utterances.iter()
    }
}

/// Begins another utterance with each frame.
pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<Speech>()
        .add_systems(First, |mut speech: ResMut<Speech>| {
            speech.bypass_change_detection().is_open = false
        });
}

/// When sentences are said, in [`PostUpdate`]: what happened, and then where the player is.
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(in crate::app) enum Speaking {
    /// Messages, results and other changes.
    Events,
    /// What is at the player's position.
    Place,
}

/// Whether anybody listens: a screen reader is there, or this is a page, which is not told.
pub(in crate::app) fn is_heard(requested: Option<Res<AccessibilityRequested>>) -> bool {
    requested.is_some_and(|requested| requested.get())
}

/// Says what a resource tells, whenever it changes: the lines that it did not tell before.
pub(in crate::app) fn speak<R: Resource>(tell: fn(&R) -> String) -> impl Fn(&mut App) {
    move |app| {
        let say = move |resource: Res<R>, mut told: Local<String>, mut speech: ResMut<Speech>| {
            let now = tell(&resource);
            if *told != now {
                speech.say_new(&now, &told);
                *told = now;
            }
        };
        app.init_resource::<Speech>().add_systems(
            PostUpdate,
            say.run_if(is_heard.and_then(resource_exists_and_changed::<R>))
                .in_set(Speaking::Events),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Resource)]
    struct Told(String);

    fn said(app: &App) -> Vec<String> {
        let utterances = app.world().resource::<Speech>().utterances();
        utterances.map(|said| said.text.clone()).collect()
    }

    #[test]
    fn new_lines_of_a_resource_are_sentences_once_each_while_somebody_listens() {
        let mut app = App::new();
        app.insert_resource(Told("not heard".to_owned()))
            .init_resource::<AccessibilityRequested>()
            .add_plugins((plugin, speak::<Told>(|told| told.0.clone())));
        app.update();
        assert!(said(&app).is_empty());
        app.world().resource::<AccessibilityRequested>().set(true);
        let mut tell = |text: &str| {
            text.clone_into(&mut app.world_mut().resource_mut::<Told>().0);
            app.update();
            app.update();
            said(&app)
        };
        assert_eq!(tell("a board\nsolved"), ["A board. Solved."]);
        assert_eq!(tell("a board\nagain?").last().unwrap(), "Again?");
        tell("");
        let said = tell("solved");
        assert_eq!(said.last().unwrap(), "Solved.", "again after it was gone");
        assert_eq!(said.len(), 3);
    }

    #[test]
    fn what_was_said_long_ago_goes_and_numbers_go_on() {
        let mut speech = Speech::default();
        for number in 0..100 {
            speech.is_open = false;
            speech.say(&format!("step {number}"));
        }
        let numbers = speech.utterances().map(|said| said.number);
        assert!(numbers.eq(100 - CAPACITY as u64 + 1..=100));
    }
}
