//! Watches the files, and has them read again in the frame after a change.

use std::path::Path;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::sync::{Mutex, PoisonError};

use bevy::prelude::*;
use bevy::render::error_handler::RenderErrorHandler;
use bevy::window::RequestRedraw;
use bevy::winit::WinitUserEvent;
use notify::{RecommendedWatcher, RecursiveMode, Watcher};

use super::{go_on, reload_content, reload_shaders};
use crate::app::notice::Notice;
use crate::app::platform;

/// The root of the repository that the program was built from.
const ROOT: &str = env!("CARGO_MANIFEST_DIR");

const SHADERS: &str = "shaders";
const CONTENT: &str = "core/assets/content";

/// Watches the files.
#[derive(Resource)]
struct Watch {
    /// A folder that changed, for each change of a file in it.
    changes: Mutex<Receiver<&'static str>>,
    /// Watches as long as it lives.
    _watchers: Vec<RecommendedWatcher>,
}

/// Reads shaders and content again when they change.
pub fn plugin(app: &mut App) {
    match watch(app) {
        Ok(watch) => {
            app.insert_resource(watch)
                .insert_resource(RenderErrorHandler(go_on))
                .add_systems(First, reload);
        }
        Err(reason) => {
            let mut notice = app.world_mut().get_resource_or_init::<Notice>();
            notice.add(&format!("Shaders and content are not reloaded: {reason}."));
        }
    }
}

fn watch(app: &App) -> notify::Result<Watch> {
    let (sender, changes) = channel();
    let mut watchers = Vec::new();
    for folder in [SHADERS, CONTENT] {
        let sender = sender.clone();
        let wake = platform::event_sender(app);
        let mut watcher =
            notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
                if event.is_ok_and(|event| !event.kind.is_access()) {
                    // Where nobody receives, the program is ending.
                    let _ = sender.send(folder);
                    wake.as_ref().map(|wake| wake(WinitUserEvent::WakeUp));
                }
            })?;
        watcher.watch(&Path::new(ROOT).join(folder), RecursiveMode::NonRecursive)?;
        watchers.push(watcher);
    }
    Ok(Watch {
        changes: Mutex::new(changes),
        _watchers: watchers,
    })
}

/// Reads again what has changed since the last frame.
fn reload(world: &mut World) {
    let watch = world.resource::<Watch>();
    let changes = watch.changes.lock().unwrap_or_else(PoisonError::into_inner);
    let mut changed = Vec::new();
    loop {
        match changes.try_recv() {
            Ok(folder) if changed.contains(&folder) => {}
            Ok(folder) => changed.push(folder),
            Err(TryRecvError::Empty | TryRecvError::Disconnected) => break,
        }
    }
    drop(changes);
    for folder in changed {
        let reloaded = match folder {
            SHADERS => reload_shaders(world, Path::new(ROOT)).map_err(|error| error.to_string()),
            _ => reload_content(world, &Path::new(ROOT).join(folder)),
        };
        if let Err(reason) = reloaded {
            world.resource_mut::<Notice>().refuse(&reason);
        }
        world.write_message(RequestRedraw);
    }
}
