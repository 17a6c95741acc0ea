//! The presses of a pad, on their way from the thread that watches it to the frame that obeys them.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bevy::prelude::*;

use crate::geom::Dir;

/// What can be pressed on a pad. The four buttons on the right go by their places.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Button {
    /// The pad of arrows, or the left stick.
    Go(Dir),
    /// The right stick.
    Run(Dir),
    /// The lowest of the four: A, or a cross.
    South,
    /// The right of the four: B, or a circle.
    East,
    /// The left of the four: X, or a square.
    West,
    /// The uppermost of the four: Y, or a triangle.
    North,
    /// The upper button on the left shoulder.
    LeftBumper,
    /// The upper button on the right shoulder.
    RightBumper,
    /// The lower button on the left shoulder.
    LeftTrigger,
    /// The lower button on the right shoulder.
    RightTrigger,
    /// The left stick, pressed down.
    LeftStick,
    /// The right stick, pressed down.
    RightStick,
    /// The small button on the right.
    Start,
    /// The small button on the left.
    Select,
}

impl Button {
    /// Those that actions can be bound to, with their names in a key map: all but the way back.
    pub const NAMED: [(&str, Self); 11] = [
        ("PadA", Self::South),
        ("PadX", Self::West),
        ("PadY", Self::North),
        ("PadLB", Self::LeftBumper),
        ("PadRB", Self::RightBumper),
        ("PadLT", Self::LeftTrigger),
        ("PadRT", Self::RightTrigger),
        ("PadLS", Self::LeftStick),
        ("PadRS", Self::RightStick),
        ("PadStart", Self::Start),
        ("PadSelect", Self::Select),
    ];

    /// What a hint calls it: its letters, or an arrow.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Go(dir) | Self::Run(dir) => match dir {
                Dir::North => "↑",
                Dir::South => "↓",
                Dir::West => "←",
                Dir::East => "→",
                Dir::NorthWest => "↖",
                Dir::NorthEast => "↗",
                Dir::SouthWest => "↙",
                Dir::SouthEast => "↘",
            },
            Self::East => "B",
            button => {
                let named = Self::NAMED.iter().find(|(_, named)| *named == button);
                named.map_or("", |(name, _)| &name["Pad".len()..])
            }
        }
    }

    /// Whether it presses itself again and again while it is held.
    pub(super) const fn repeats(self) -> bool {
        matches!(
            self,
            Self::Go(_)
                | Self::Run(_)
                | Self::LeftBumper
                | Self::RightBumper
                | Self::LeftTrigger
                | Self::RightTrigger
        )
    }
}

/// One press.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Press {
    /// What is pressed.
    pub button: Button,
    /// Whether it is held down.
    pub repeat: bool,
}

impl Press {
    /// The first press of a button.
    pub const fn new(button: Button) -> Self {
        Self {
            button,
            repeat: false,
        }
    }
}

/// Presses that were not settled yet, oldest first. Whoever watches the pad has a copy: all copies
/// are one queue.
#[derive(Resource, Clone)]
pub struct PadQueue(Arc<Shared>);

struct Shared {
    presses: Mutex<VecDeque<Press>>,
    listening: AtomicBool,
}

impl Default for PadQueue {
    fn default() -> Self {
        Self(Arc::new(Shared {
            presses: Mutex::default(),
            listening: AtomicBool::new(true),
        }))
    }
}

impl PadQueue {
    /// Adds a press; returns whether it was taken. It is not while the window is not the one that
    /// is worked with, and a held button waits for what was pressed before.
    pub fn push(&self, press: Press) -> bool {
        let mut presses = self.presses();
        let in_turn = !press.repeat || presses.is_empty();
        let taken = in_turn && self.0.listening.load(Ordering::Relaxed);
        if taken {
            presses.push_back(press);
        }
        taken
    }

    pub(in crate::app) fn pop(&self) -> Option<Press> {
        self.presses().pop_front()
    }

    pub(in crate::app) fn listen(&self, listening: bool) {
        self.0.listening.store(listening, Ordering::Relaxed);
        if !listening {
            self.presses().clear();
        }
    }

    fn presses(&self) -> MutexGuard<'_, VecDeque<Press>> {
        // A queue is whole after every step of its own.
        self.0
            .presses
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_held_button_waits_for_what_was_pressed_and_nothing_is_heard_elsewhere() {
        let queue = PadQueue::default();
        let press = Press::new(Button::Go(Dir::East));
        let held = Press {
            repeat: true,
            ..press
        };
        assert!(queue.push(held));
        assert!(!queue.push(held));
        assert!(queue.push(press));
        queue.listen(false);
        assert_eq!(queue.pop(), None);
        assert!(!queue.push(press));
        queue.listen(true);
        assert!(queue.push(press));
        assert_eq!((queue.pop(), queue.pop()), (Some(press), None));
    }
}
