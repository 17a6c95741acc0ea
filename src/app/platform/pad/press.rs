//! Pad buttons, and the queue of presses between the thread that reads the pads and the frame.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bevy::prelude::*;

use crate::geom::Dir;

/// A button or direction of a pad. The four face buttons are named by position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Button {
    /// A direction of the D-pad or the left stick, to move.
    Go(Dir),
    /// A direction of the right stick, to run.
    Run(Dir),
    /// The bottom face button: A, or cross.
    South,
    /// The right face button: B, or circle.
    East,
    /// The left face button: X, or square.
    West,
    /// The top face button: Y, or triangle.
    North,
    /// The left shoulder button.
    LeftBumper,
    /// The right shoulder button.
    RightBumper,
    /// The left trigger, below the shoulder button.
    LeftTrigger,
    /// The right trigger, below the shoulder button.
    RightTrigger,
    /// The left stick, pressed down.
    LeftStick,
    /// The right stick, pressed down.
    RightStick,
    /// The small button right of the middle.
    Start,
    /// The small button left of the middle.
    Select,
}

impl Button {
    /// The buttons that actions can be bound to, with their names in the key map: all but [`Self::East`], which
    /// always goes back.
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

    /// Its label in hints: its letters, or an arrow.
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

    /// Whether it repeats while held.
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

/// A press of a button, or a repetition while it is held.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Press {
    /// The button.
    pub button: Button,
    /// Whether it is a repetition.
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

/// Presses that no frame has handled yet, oldest first. Clones share one queue.
#[derive(Resource, Clone, Default)]
pub struct PadQueue(Arc<Mutex<QueueState>>);

#[derive(Default)]
struct QueueState {
    presses: VecDeque<Press>,
    is_paused: bool,
}

impl PadQueue {
    /// Adds a press; returns whether it was accepted. Presses are ignored while the window has no focus, and
    /// repetitions while earlier presses wait.
    pub fn push(&self, press: Press) -> bool {
        let mut state = self.lock();
        let is_due = !press.repeat || state.presses.is_empty();
        let is_accepted = is_due && !state.is_paused;
        if is_accepted {
            state.presses.push_back(press);
        }
        is_accepted
    }

    pub(in crate::app) fn pop(&self) -> Option<Press> {
        self.lock().presses.pop_front()
    }

    /// Accepts presses, or drops those in the queue and ignores further ones.
    pub(in crate::app) fn set_listening(&self, is_listening: bool) {
        let mut state = self.lock();
        state.is_paused = !is_listening;
        if !is_listening {
            state.presses.clear();
        }
    }

    fn lock(&self) -> MutexGuard<'_, QueueState> {
        // A panic while it is locked cannot leave the queue half changed.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repetitions_wait_for_presses_and_without_focus_nothing_is_queued() {
        let queue = PadQueue::default();
        let press = Press::new(Button::Go(Dir::East));
        let held = Press {
            repeat: true,
            ..press
        };
        assert!(queue.push(held));
        assert!(!queue.push(held));
        assert!(queue.push(press));
        queue.set_listening(false);
        assert_eq!(queue.pop(), None);
        assert!(!queue.push(press));
        queue.set_listening(true);
        assert!(queue.push(press));
        assert_eq!((queue.pop(), queue.pop()), (Some(press), None));
    }
}
