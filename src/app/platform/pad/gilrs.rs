//! The pads through gilrs: XInput and Windows.Gaming.Input, IOKit, or those that a browser knows.

#[cfg(not(target_family = "wasm"))]
use std::{sync::mpsc::Sender, thread, time::Duration};

use gilrs::{Axis, Button as Named, Event, EventType, Gilrs};

use super::{Button, Change, Stick};
use crate::geom::Dir;

/// The pads that a browser knows.
#[cfg(target_family = "wasm")]
pub(super) struct Pads {
    pads: Gilrs,
    sticks: [(f32, f32); 2],
}

#[cfg(target_family = "wasm")]
impl Pads {
    /// Asks the browser for them.
    pub(super) fn find() -> Option<Self> {
        Some(Self {
            pads: Gilrs::new().ok()?,
            sticks: Default::default(),
        })
    }

    /// What changed since it was asked last, one change at a time.
    pub(super) fn next(&mut self) -> Option<Change> {
        while let Some(event) = self.pads.next_event() {
            if let Some(change) = change(event, &mut self.sticks) {
                return Some(change);
            }
        }
        None
    }
}

/// How long to wait when the system does not.
#[cfg(not(target_family = "wasm"))]
const A_WHILE: Duration = Duration::from_millis(100);

/// Sends what the pads report until nobody listens.
#[cfg(not(target_family = "wasm"))]
pub(super) fn watch(changes: &Sender<Change>) {
    let Ok(mut pads) = Gilrs::new() else {
        return;
    };
    let mut sticks = [(0.0, 0.0); 2];
    loop {
        let Some(event) = pads.next_event_blocking(None) else {
            thread::sleep(A_WHILE);
            continue;
        };
        if let Some(change) = change(event, &mut sticks)
            && changes.send(change).is_err()
        {
            return;
        }
    }
}

fn change(event: Event, sticks: &mut [(f32, f32); 2]) -> Option<Change> {
    Some(match event.event {
        EventType::ButtonPressed(named, _) => Change::Down(button(named)?),
        EventType::ButtonReleased(named, _) => Change::Up(button(named)?),
        EventType::AxisChanged(axis, value, _) => {
            let stick = match axis {
                Axis::LeftStickX | Axis::LeftStickY => Stick::Left,
                Axis::RightStickX | Axis::RightStickY => Stick::Right,
                _ => return None,
            };
            let at = &mut sticks[stick as usize];
            match axis {
                Axis::LeftStickX | Axis::RightStickX => at.0 = value,
                _ => at.1 = value,
            }
            Change::Stick { stick, at: *at }
        }
        EventType::Disconnected => {
            *sticks = [(0.0, 0.0); 2];
            Change::Gone
        }
        _ => return None,
    })
}

const fn button(named: Named) -> Option<Button> {
    Some(match named {
        Named::DPadUp => Button::Go(Dir::North),
        Named::DPadDown => Button::Go(Dir::South),
        Named::DPadLeft => Button::Go(Dir::West),
        Named::DPadRight => Button::Go(Dir::East),
        Named::South => Button::South,
        Named::East => Button::East,
        Named::West => Button::West,
        Named::North => Button::North,
        Named::LeftTrigger => Button::LeftBumper,
        Named::RightTrigger => Button::RightBumper,
        Named::LeftTrigger2 => Button::LeftTrigger,
        Named::RightTrigger2 => Button::RightTrigger,
        Named::LeftThumb => Button::LeftStick,
        Named::RightThumb => Button::RightStick,
        Named::Start => Button::Start,
        Named::Select => Button::Select,
        _ => return None,
    })
}
