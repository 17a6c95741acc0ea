//! Reads pads through gilrs: XInput and Windows.Gaming.Input, IOKit, or the browser's Gamepad API.

#[cfg(not(target_family = "wasm"))]
use std::{sync::mpsc::Sender, thread, time::Duration};

use gilrs::{Axis, Button as Named, Event, EventType, Gilrs};

use super::{Button, Change, Stick};
use crate::geom::Dir;

/// The pads that the browser reports.
#[cfg(target_family = "wasm")]
pub(super) struct Pads {
    pads: Gilrs,
    sticks: [(f32, f32); 2],
}

#[cfg(target_family = "wasm")]
impl Pads {
    /// `None` if the browser has no Gamepad API.
    pub(super) fn find() -> Option<Self> {
        Some(Self {
            pads: Gilrs::new().ok()?,
            sticks: Default::default(),
        })
    }

    /// The next change since the last poll.
    pub(super) fn next(&mut self) -> Option<Change> {
        while let Some(event) = self.pads.next_event() {
            if let Some(change) = change(event, &mut self.sticks) {
                return Some(change);
            }
        }
        None
    }
}

/// The pause before trying again, on systems where gilrs cannot block.
#[cfg(not(target_family = "wasm"))]
const RETRY: Duration = Duration::from_millis(100);

/// Sends the changes of all pads until the receiver is dropped.
#[cfg(not(target_family = "wasm"))]
pub(super) fn send_changes(changes: &Sender<Change>) {
    let Ok(mut pads) = Gilrs::new() else {
        return;
    };
    let mut sticks = [(0.0, 0.0); 2];
    loop {
        let Some(event) = pads.next_event_blocking(None) else {
            thread::sleep(RETRY);
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
            Change::Disconnected
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
