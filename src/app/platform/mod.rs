//! Everything that the shell takes from the operating system: folders, files, the date, the clock, the
//! clipboard, gamepads and sound. A port to another platform replaces this module alone; for a browser page,
//! `page` and `downloads` do.

pub mod background;
pub(super) mod clipboard;
pub mod clock;
pub mod data_folder;
pub(super) mod device_loss;
#[cfg_attr(not(target_family = "wasm"), path = "folders.rs")]
#[cfg_attr(target_family = "wasm", path = "downloads.rs")]
mod files;
#[cfg(not(target_family = "wasm"))]
pub(super) mod icon;
pub mod idle;
pub mod pad;
#[cfg(target_family = "wasm")]
pub(super) mod page;
#[cfg(any(target_os = "linux", windows))]
pub(super) mod renderer;
pub(super) mod shader;
pub(super) mod signal;
pub mod sound;
#[cfg(target_os = "linux")]
pub(super) mod stuck_input;
pub mod timings;

use std::io;
use std::path::{Path, PathBuf};

use bevy::ecs::system::NonSendMarker;
use bevy::prelude::{App, Entity, Resource, default};
use bevy::render::RenderPlugin;
use bevy::winit::{EventLoopProxyWrapper, WINIT_WINDOWS, WinitUserEvent};

use crate::disk::{self, DiskError};
use crate::game::Daily;
use crate::game::record::Recorded;

pub use clipboard::Clipboard;
pub use files::NewFile;

/// Whether the program is a browser page. A page cannot quit: only its tab can be closed.
pub const IS_PAGE: bool = cfg!(target_family = "wasm");

/// The default address of the page that links open: this page in a browser, elsewhere none.
pub fn page_address() -> String {
    #[cfg(target_family = "wasm")]
    let address = page::address();
    #[cfg(not(target_family = "wasm"))]
    let address = String::new();
    address
}

/// What the player has told the system about how all programs should look.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct SystemPreferences {
    /// Whether as little as possible should move.
    pub calm: bool,
    /// Whether contrasts should be strong.
    pub contrast: bool,
}

/// What the player has told the browser; elsewhere nothing is known.
pub fn wishes() -> SystemPreferences {
    #[cfg(target_family = "wasm")]
    let wishes = SystemPreferences {
        calm: page::prefers("(prefers-reduced-motion: reduce)"),
        contrast: page::prefers("(prefers-contrast: more)"),
    };
    #[cfg(not(target_family = "wasm"))]
    let wishes = SystemPreferences::default();
    wishes
}

/// Bevy's renderer, set to draw no frame before its shaders are ready: frames come on demand, and with asynchronous
/// compilation the last one might lack some.
pub(super) fn render_plugin() -> RenderPlugin {
    RenderPlugin {
        synchronous_pipeline_compilation: true,
        ..default()
    }
}

/// A function that sends an event to the window's event loop from any thread; it returns false once the loop has
/// ended. `None` without a window.
pub(super) fn event_sender(
    app: &App,
) -> Option<impl Fn(WinitUserEvent) -> bool + Send + 'static + use<>> {
    let proxy = (**app.world().get_resource::<EventLoopProxyWrapper>()?).clone();
    Some(move |event| proxy.send_event(event).is_ok())
}

/// Whether the window manager has maximized a window. Only the main thread knows.
pub fn is_maximized(window: Entity, _main_thread: &NonSendMarker) -> bool {
    WINIT_WINDOWS.with_borrow(|windows| {
        let window = windows.get_window(window);
        window.is_some_and(|window| window.is_maximized())
    })
}

/// Today's date in UTC, from the system clock.
pub fn today() -> Daily {
    now().day()
}

/// This minute in UTC, from the system clock.
pub fn now() -> Recorded {
    Recorded::at(clock::since_1970().as_secs())
}

/// The folders that the program reads and writes.
#[derive(Clone, Debug)]
pub struct Folders {
    config: PathBuf,
    data: PathBuf,
}

/// The folders that exports and screenshots are written to. Without this resource, nothing is exported.
#[derive(Resource, Clone, Debug)]
pub struct ExportFolders(pub Folders);

/// A file or folder that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The platform has no standard folder for the user's files, and none was given.
    #[error("there is no home folder to keep files in; name one with --config-dir and --data-dir")]
    NoHome,
    /// A file or folder cannot be written.
    #[error("cannot write to {}: {source}", .path.display())]
    Write {
        /// The file or folder.
        path: PathBuf,
        /// The error of the operating system or the browser.
        source: io::Error,
    },
}

impl Folders {
    /// The folder for saves, exports and screenshots.
    pub fn data(&self) -> &Path {
        &self.data
    }

    /// Checks that the configuration folder can be written to; creates it if it is missing.
    ///
    /// # Errors
    /// If it cannot be created or written to.
    pub fn check_config(&self) -> Result<(), DiskError> {
        disk::check_folder(&self.config)
    }

    /// Reads a text file in the configuration folder and returns its path and text; `None` if it does not
    /// exist.
    ///
    /// # Errors
    /// If the file exists but cannot be read.
    pub fn read_config(&self, name: &str) -> Result<Option<(PathBuf, String)>, DiskError> {
        let path = self.config.join(name);
        match disk::read_text(&path, disk::TEXT_LIMIT) {
            Ok(text) => Ok(Some((path, text))),
            Err(DiskError::Unreadable { reason, .. })
                if reason.kind() == io::ErrorKind::NotFound =>
            {
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    /// Writes a file in the configuration folder atomically; creates the folder if it is missing.
    ///
    /// # Errors
    /// If it cannot be written; the old file is then unchanged.
    pub fn write_config(&self, name: &str, text: &str) -> Result<(), DiskError> {
        disk::write_text(&self.config.join(name), text)
    }

    /// Renames an unreadable file in the configuration folder and returns the new path.
    ///
    /// # Errors
    /// If it cannot be renamed.
    pub fn set_aside(&self, name: &str) -> Result<PathBuf, DiskError> {
        disk::set_aside(&self.config.join(name))
    }
}
