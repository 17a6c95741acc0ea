//! Works around input that gets stuck in the X11 connection's queue.
//!
//! On X11 the driver presents each frame over the connection that also carries input. While it waits for a
//! reply, it may read input events and leave them in the queue. The event loop sleeps until the socket is
//! readable, so on a busy machine it would handle a key pressed during a frame only after the next event.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::Duration;

use bevy::prelude::*;
use bevy::render::{Render, RenderApp, RenderSystems};
use bevy::winit::WinitUserEvent;

/// Waits after a frame, one after another, between wake-ups of the event loop. There are several because a
/// driver may present in its own thread, up to a screen refresh later.
const DELAYS: [Duration; 3] = [
    Duration::from_millis(10),
    Duration::from_millis(30),
    Duration::from_millis(40),
];

/// Wakes the event loop a few times after each frame, so that it reads the queue.
pub(in crate::app) fn plugin(app: &mut App) {
    let Some(send_event) = super::event_sender(app) else {
        return;
    };
    let Some(renderer) = app.get_sub_app_mut(RenderApp) else {
        return;
    };
    let (sender, frames) = mpsc::channel();
    renderer
        .insert_resource(FrameSender(sender))
        .add_systems(Render, signal_frame.in_set(RenderSystems::Cleanup));
    std::thread::spawn(move || {
        // No window was added, but unlike `WakeUp` this event causes no frame.
        wake_after_frames(&frames, || send_event(WinitUserEvent::WindowAdded));
    });
}

/// Tells the waking thread that a frame was submitted to the driver.
#[derive(Resource)]
struct FrameSender(Sender<()>);

fn signal_frame(sender: Res<FrameSender>) {
    let _ = sender.0.send(());
}

/// Calls `wake` after each of the [`DELAYS`] that follow a frame; a new frame starts them again. Returns when
/// `wake` fails or the sender is dropped.
fn wake_after_frames(frames: &Receiver<()>, wake: impl Fn() -> bool) {
    while frames.recv().is_ok() {
        let mut delays = DELAYS.iter();
        while let Some(delay) = delays.next() {
            match frames.recv_timeout(*delay) {
                Ok(()) => delays = DELAYS.iter(),
                Err(RecvTimeoutError::Timeout) if wake() => {}
                Err(_) => return,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[test]
    fn the_event_loop_is_woken_a_few_times_after_the_last_frame() {
        let (sender, frames) = mpsc::channel();
        for _ in 0..5 {
            sender.send(()).unwrap();
        }
        let woken = Cell::new(0);
        let sender = Cell::new(Some(sender));
        wake_after_frames(&frames, || {
            woken.set(woken.get() + 1);
            if woken.get() == DELAYS.len() {
                sender.take();
            }
            true
        });
        assert_eq!(woken.get(), DELAYS.len());
    }

    #[test]
    fn it_ends_with_the_event_loop() {
        let (sender, frames) = mpsc::channel();
        sender.send(()).unwrap();
        wake_after_frames(&frames, || false);
        assert!(sender.send(()).is_ok());
    }
}
