//! In a build with the feature `reload`: shaders and content are read again when their files in the repository
//! change, while the program runs. For whoever works on them.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::sync::{Mutex, PoisonError};
use std::{fs, io};

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy::winit::WinitUserEvent;
use notify::{RecommendedWatcher, RecursiveMode, Watcher};

use super::notice::Notice;
use super::platform;
use super::platform::shader::{self, EmbeddedShaders};
use super::screens::descend::Mode;
use super::stage::{PlayedContent, Run};
use crate::disk;
use crate::game::{Practice, Setup};

/// The root of the repository that the program was built from.
const ROOT: &str = env!("CARGO_MANIFEST_DIR");

const SHADERS: &str = "shaders";
const CONTENT: &str = "assets/content";

/// Watches the files.
#[derive(Resource)]
struct Watch {
    /// A folder that changed, for each change of a file in it.
    changes: Mutex<Receiver<&'static str>>,
    /// Watches as long as it lives.
    _watchers: Vec<RecommendedWatcher>,
}

/// Reads shaders and content again when they change.
pub(super) fn plugin(app: &mut App) {
    match watch(app) {
        Ok(watch) => {
            app.insert_resource(watch).add_systems(First, reload);
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
            SHADERS => reload_shaders(world).map_err(|error| error.to_string()),
            _ => reload_content(world, &Path::new(ROOT).join(folder)),
        };
        if let Err(reason) = reloaded {
            world.resource_mut::<Notice>().refuse(&reason);
        }
        world.write_message(RequestRedraw);
    }
}

/// Reads all shaders whose text differs.
fn reload_shaders(world: &mut World) -> io::Result<()> {
    let shaders = world.resource::<EmbeddedShaders>().0.clone();
    for shader in shaders {
        let text = fs::read_to_string(PathBuf::from(ROOT).join(shader.file))?;
        let loaded = world.resource::<Assets<Shader>>().get(&shader.handle);
        if loaded.is_none_or(|loaded| loaded.source.as_str() != text) {
            shader::set_text(world, &shader, text);
        }
    }
    Ok(())
}

/// Reads the content, and begins the run that is played again with it, from its seed.
fn reload_content(world: &mut World, folder: &Path) -> Result<(), String> {
    let content = disk::read_content(folder).map_err(|errors| errors.to_string())?;
    let unchanged = PlayedContent::or_own(world.get_resource()).is_ok_and(|old| *old == content);
    if unchanged {
        return Ok(());
    }
    // The few versions of one session stay in memory: whatever is played refers to its content.
    let content = Box::leak(Box::new(content));
    world.insert_resource(PlayedContent(content));
    let played = world
        .get_resource::<Run>()
        .filter(|run| run.played().is_some());
    let setup = played.map(|run| {
        let game = run.game();
        Setup::with_content(game.seed(), content).plus(game.plus())
    });
    if let Some(setup) = setup {
        let mut run = Run::begin(setup)?;
        run.mark_practice(Practice::Reloaded);
        world.insert_resource(run);
        *world.get_resource_or_init::<Mode>() = Mode::Map;
    }
    world.resource_mut::<Notice>().0 = "Content reloaded.".to_owned();
    Ok(())
}
