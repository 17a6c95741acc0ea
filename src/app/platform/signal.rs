//! Exits on SIGHUP, SIGINT and SIGTERM, or Ctrl+C in a console of Windows, as if the window had been closed, with
//! everything saved.

use bevy::prelude::*;

/// Writes [`AppExit`](bevy::app::AppExit) after a signal. Does nothing without the window's event loop, which
/// has to be woken for it.
#[cfg(not(target_family = "wasm"))]
pub(in crate::app) fn plugin(app: &mut App) {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use bevy::app::AppExit;
    use bevy::winit::WinitUserEvent;

    let Some(send_event) = super::event_sender(app) else {
        return;
    };
    let is_requested = Arc::new(AtomicBool::new(false));
    let was_requested = Arc::clone(&is_requested);
    // Without a handler, the default applies: a signal kills the program.
    on_signal(move |signal| {
        if was_requested.swap(true, Ordering::SeqCst) {
            // A second signal does not wait for the save.
            std::process::exit(128 + signal);
        }
        send_event(WinitUserEvent::WakeUp);
    });
    app.add_systems(First, move |mut exit: MessageWriter<AppExit>| {
        if is_requested.load(Ordering::SeqCst) {
            exit.write(AppExit::Success);
        }
    });
}

/// Has each signal handled in a thread of its own, if the system allows that.
#[cfg(unix)]
fn on_signal(handle: impl Fn(i32) + Send + 'static) {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    if let Ok(mut signals) = Signals::new([SIGHUP, SIGINT, SIGTERM]) {
        std::thread::spawn(move || signals.forever().for_each(handle));
    }
}

/// A console that is closed takes the program with it at once; Ctrl+C leaves it the time to save.
#[cfg(windows)]
fn on_signal(handle: impl Fn(i32) + Send + 'static) {
    /// The number of the signal on other systems.
    const INTERRUPT: i32 = 2;
    let _ = ctrlc::set_handler(move || handle(INTERRUPT));
}

/// A page has no signals.
#[cfg(target_family = "wasm")]
pub(in crate::app) fn plugin(_: &mut App) {}
