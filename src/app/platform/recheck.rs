//! Input that another thread has taken from the display's connection.
//!
//! On X11 the driver presents each frame over the connection that input comes by. While it waits for an
//! answer it reads events as well and leaves them in the connection's queue, and the event loop, which
//! sleeps until there is something to read, is not told of them: on a busy machine a key pressed while a
//! frame was on its way would be obeyed with the next event alone.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::Duration;

use bevy::prelude::*;
use bevy::render::{Render, RenderApp, RenderSystems};
use bevy::winit::{EventLoopProxyWrapper, WinitUserEvent};

/// How long after a frame the event loop looks again for input: drivers present in a thread of their
/// own, a screen's refresh later.
const PAUSES: [Duration; 3] = [
    Duration::from_millis(10),
    Duration::from_millis(30),
    Duration::from_millis(40),
];

/// Has the event loop look for input a while after each frame.
pub(in crate::app) fn plugin(app: &mut App) {
    let Some(proxy) = app.world().get_resource::<EventLoopProxyWrapper>() else {
        return;
    };
    let proxy = (**proxy).clone();
    let Some(renderer) = app.get_sub_app_mut(RenderApp) else {
        return;
    };
    let (drawn, frames) = mpsc::channel();
    renderer
        .insert_resource(Drawn(drawn))
        .add_systems(Render, tell.in_set(RenderSystems::Cleanup));
    std::thread::spawn(move || {
        // There is no window to add: it wakes the event loop, and asks for no frame.
        follow(&frames, || {
            proxy.send_event(WinitUserEvent::WindowAdded).is_ok()
        });
    });
}

/// Where each frame that was handed to the driver is told.
#[derive(Resource)]
struct Drawn(Sender<()>);

fn tell(drawn: Res<Drawn>) {
    let _ = drawn.0.send(());
}

/// Wakes after each of the pauses that follow a frame, until that fails or no more frames come.
fn follow(frames: &Receiver<()>, wake: impl Fn() -> bool) {
    while frames.recv().is_ok() {
        let mut pauses = PAUSES.iter();
        while let Some(pause) = pauses.next() {
            match frames.recv_timeout(*pause) {
                Ok(()) => pauses = PAUSES.iter(),
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
        let (drawn, frames) = mpsc::channel();
        for _ in 0..5 {
            drawn.send(()).unwrap();
        }
        let woken = Cell::new(0);
        let drawn = Cell::new(Some(drawn));
        follow(&frames, || {
            woken.set(woken.get() + 1);
            if woken.get() == PAUSES.len() {
                drawn.take();
            }
            true
        });
        assert_eq!(woken.get(), PAUSES.len());
    }

    #[test]
    fn it_ends_with_the_event_loop() {
        let (drawn, frames) = mpsc::channel();
        drawn.send(()).unwrap();
        follow(&frames, || false);
        assert!(drawn.send(()).is_ok());
    }
}
