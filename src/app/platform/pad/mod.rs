//! Gamepads: reads those that are connected and queues their presses for the frame.

#[cfg_attr(target_os = "linux", path = "evdev.rs")]
#[cfg_attr(not(target_os = "linux"), path = "gilrs.rs")]
mod backend;
mod hold;
#[cfg(target_os = "linux")]
mod mapping;
mod press;

#[cfg(not(target_family = "wasm"))]
use std::{
    sync::mpsc::{Receiver, RecvTimeoutError, channel},
    thread,
    time::Instant,
};

use bevy::prelude::*;
use bevy::winit::WinitUserEvent;

use hold::{Change, PressRepeater, Stick};
pub use press::{Button, PadQueue, Press};

/// Fills the [`PadQueue`] from the connected pads and wakes the window's event loop after each press. Does
/// nothing without a queue or an event loop.
pub(in crate::app) fn plugin(app: &mut App) {
    if let Some(queue) = app.world().get_resource::<PadQueue>().cloned()
        && let Some(send_event) = super::event_sender(app)
    {
        read_pads(queue, move || {
            send_event(WinitUserEvent::WakeUp);
        });
    }
}

/// Polls the pads once there is one: a browser sends no events for buttons and sticks, but one for a pad that it finds.
#[cfg(target_family = "wasm")]
fn read_pads(queue: PadQueue, wake: impl Fn() + 'static) {
    super::page::once("gamepadconnected", move || poll_pads(queue, wake));
}

#[cfg(target_family = "wasm")]
fn poll_pads(queue: PadQueue, wake: impl Fn() + 'static) {
    /// Milliseconds between two polls.
    const PERIOD: i32 = 16;
    let Some(mut pads) = backend::Pads::find() else {
        return;
    };
    let mut repeater = PressRepeater::default();
    super::page::every(PERIOD, move |now| {
        let changes = std::iter::from_fn(|| pads.next());
        let mut presses: Vec<Press> = changes
            .filter_map(|change| repeater.handle(change, now))
            .collect();
        presses.extend(repeater.press_due(now));
        if presses
            .into_iter()
            .filter(|press| queue.push(*press))
            .count()
            > 0
        {
            wake();
        }
    });
}

/// Reads the pads and queues their presses on background threads.
#[cfg(not(target_family = "wasm"))]
fn read_pads(queue: PadQueue, wake: impl Fn() + Send + 'static) {
    let (sender, changes) = channel();
    thread::spawn(move || backend::send_changes(&sender));
    thread::spawn(move || queue_presses(&changes, &queue, wake));
}

/// Turns changes into presses and repeats held buttons, until the sender is dropped.
#[cfg(not(target_family = "wasm"))]
fn queue_presses(changes: &Receiver<Change>, queue: &PadQueue, wake: impl Fn()) {
    let start = Instant::now();
    let mut repeater = PressRepeater::default();
    loop {
        let change = match repeater.due() {
            Some(due) => changes.recv_timeout(due.saturating_sub(start.elapsed())),
            None => changes.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        let now = start.elapsed();
        let press = match change {
            Ok(change) => repeater.handle(change, now),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => return,
        };
        for press in press.into_iter().chain(repeater.press_due(now)) {
            if queue.push(press) {
                wake();
            }
        }
    }
}
