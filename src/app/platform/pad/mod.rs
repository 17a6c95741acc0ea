//! The gamepads that are plugged in: their buttons, and the presses on their way to the frame.

#[cfg_attr(target_os = "linux", path = "evdev.rs")]
#[cfg_attr(not(target_os = "linux"), path = "gilrs.rs")]
mod backend;
mod hold;
mod press;

#[cfg(not(target_family = "wasm"))]
use std::{
    sync::mpsc::{Receiver, RecvTimeoutError, channel},
    thread,
    time::Instant,
};

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
    watch(queue, move || {
        let _ = proxy.send_event(WinitUserEvent::WakeUp);
    });
}

/// Looks at the pads again and again: a page is told of nothing but that there is one.
#[cfg(target_family = "wasm")]
fn watch(queue: PadQueue, wake: impl Fn() + 'static) {
    /// Milliseconds from one look to the next.
    const PACE: i32 = 16;
    let Some(mut pads) = backend::Pads::find() else {
        return;
    };
    let mut hold = Hold::default();
    super::page::every(PACE, move |now| {
        let changes = std::iter::from_fn(|| pads.next());
        let mut presses: Vec<Press> = changes
            .filter_map(|change| hold.follow(change, now))
            .collect();
        presses.extend(hold.press(now));
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

/// Waits for the pads beside the frames.
#[cfg(not(target_family = "wasm"))]
fn watch(queue: PadQueue, wake: impl Fn() + Send + 'static) {
    let (sender, changes) = channel();
    thread::spawn(move || backend::watch(&sender));
    thread::spawn(move || {
        press_held(&changes, &queue, wake);
    });
}

/// Makes presses of changes, and presses what is held again and again.
#[cfg(not(target_family = "wasm"))]
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
