//! The device: a thread waits for what the pads say and wakes the window.

use std::thread;
use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy::winit::{EventLoopProxyWrapper, WinitUserEvent};
use gilrs::{Axis, Button as Named, Event, EventType, Gilrs};

use super::{Button, Change, Hold, PadQueue, Stick};
use crate::geom::Dir;

/// Watches the pads for the [`PadQueue`]. Needs the window's event loop, which sleeps and has to be
/// woken. Where there are no pads to be had, none are watched.
pub(in crate::app) fn plugin(app: &mut App) {
    let world = app.world();
    let (Some(queue), Some(proxy)) = (
        world.get_resource::<PadQueue>().cloned(),
        world.get_resource::<EventLoopProxyWrapper>(),
    ) else {
        return;
    };
    let proxy = (**proxy).clone();
    thread::spawn(move || {
        if let Ok(pads) = Gilrs::new() {
            watch(pads, &queue, || {
                let _ = proxy.send_event(WinitUserEvent::WakeUp);
            });
        }
    });
}

/// A wait is rounded down to milliseconds, and no wait at all would never end.
const A_MOMENT: Duration = Duration::from_millis(1);
/// What is waited when the system does not.
const A_WHILE: Duration = Duration::from_millis(100);

fn watch(mut pads: Gilrs, queue: &PadQueue, wake: impl Fn()) {
    let began = Instant::now();
    let mut hold = Hold::default();
    let mut sticks = [(0.0, 0.0); 2];
    loop {
        let wait = hold
            .due()
            .map(|due| due.saturating_sub(began.elapsed()) + A_MOMENT);
        let event = pads.next_event_blocking(wait);
        if event.is_none() && wait.is_none() {
            thread::sleep(A_WHILE);
        }
        let now = began.elapsed();
        let followed = event
            .and_then(|event| change(event, &mut sticks))
            .and_then(|change| hold.follow(change, now));
        for press in followed.into_iter().chain(hold.press(now)) {
            if queue.push(press) {
                wake();
            }
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
