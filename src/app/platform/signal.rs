//! Signals that ask the program to end: it ends as by its window's button, with everything saved.

use bevy::prelude::*;

/// Ends the program in good order when the system or the terminal asks for it. Needs the window's
/// event loop, which sleeps and has to be woken.
#[cfg(unix)]
pub(in crate::app) fn plugin(app: &mut App) {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use bevy::app::AppExit;
    use bevy::winit::{EventLoopProxyWrapper, WinitUserEvent};
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    let Some(proxy) = app.world().get_resource::<EventLoopProxyWrapper>() else {
        return;
    };
    let proxy = (**proxy).clone();
    // Without a handler, signals end the program at once, as they would anyway.
    let Ok(mut signals) = Signals::new([SIGHUP, SIGINT, SIGTERM]) else {
        return;
    };
    let asked = Arc::new(AtomicBool::new(false));
    let told = Arc::clone(&asked);
    std::thread::spawn(move || {
        for signal in &mut signals {
            if told.swap(true, Ordering::SeqCst) {
                // Whoever asks twice does not want to wait.
                std::process::exit(128 + signal);
            }
            let _ = proxy.send_event(WinitUserEvent::WakeUp);
        }
    });
    app.add_systems(First, move |mut exit: MessageWriter<AppExit>| {
        if asked.load(Ordering::SeqCst) {
            exit.write(AppExit::Success);
        }
    });
}

/// Elsewhere the system closes the window.
#[cfg(not(unix))]
pub(in crate::app) fn plugin(_: &mut App) {}
