//! The gamepads that are plugged in: their buttons, and the presses on their way to the frame.

#[cfg_attr(target_os = "linux", path = "evdev.rs")]
#[cfg_attr(not(target_os = "linux"), path = "gilrs.rs")]
mod backend;
mod hold;
mod press;

use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Instant;

use bevy::prelude::*;
use bevy::winit::{EventLoopProxyWrapper, WinitUserEvent};

pub use hold::{Change, Hold, Stick};
pub use press::{Button, PadQueue, Press};

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
    let (sender, changes) = channel();
    thread::spawn(move || backend::watch(&sender));
    thread::spawn(move || {
        press_held(&changes, &queue, || {
            let _ = proxy.send_event(WinitUserEvent::WakeUp);
        });
    });
}

/// Makes presses of changes, and presses what is held again and again.
fn press_held(changes: &Receiver<Change>, queue: &PadQueue, wake: impl Fn()) {
    let began = Instant::now();
    let mut hold = Hold::default();
    loop {
        let change = match hold.due() {
            Some(due) => changes.recv_timeout(due.saturating_sub(began.elapsed())),
            None => changes.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        let now = began.elapsed();
        let followed = match change {
            Ok(change) => hold.follow(change, now),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => return,
        };
        for press in followed.into_iter().chain(hold.press(now)) {
            if queue.push(press) {
                wake();
            }
        }
    }
}
