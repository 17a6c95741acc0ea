//! Exits on SIGHUP, SIGINT and SIGTERM as if the window had been closed, with everything saved.

use bevy::prelude::*;

/// Writes [`AppExit`](bevy::app::AppExit) after a signal. Does nothing without the window's event loop, which
/// has to be woken for it.
#[cfg(unix)]
pub(in crate::app) fn plugin(app: &mut App) {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use bevy::app::AppExit;
    use bevy::winit::WinitUserEvent;
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    let Some(send_event) = super::event_sender(app) else {
        return;
    };
    // Without a handler, the default applies: a signal kills the program.
    let Ok(mut signals) = Signals::new([SIGHUP, SIGINT, SIGTERM]) else {
        return;
    };
    let is_requested = Arc::new(AtomicBool::new(false));
    let was_requested = Arc::clone(&is_requested);
    std::thread::spawn(move || {
        for signal in &mut signals {
            if was_requested.swap(true, Ordering::SeqCst) {
                // A second signal does not wait for the save.
                std::process::exit(128 + signal);
            }
            send_event(WinitUserEvent::WakeUp);
        }
    });
    app.add_systems(First, move |mut exit: MessageWriter<AppExit>| {
        if is_requested.load(Ordering::SeqCst) {
            exit.write(AppExit::Success);
        }
    });
}

/// Systems without signals close the window instead.
#[cfg(not(unix))]
pub(in crate::app) fn plugin(_: &mut App) {}
