//! Copying and pasting text. Pasting is asynchronous: the system may take several frames to answer.

use bevy::clipboard::{self, ClipboardRead};
use bevy::prelude::*;
use bevy::window::RequestRedraw;

use crate::app::screen::Screen;

/// Adds the [`Clipboard`] and keeps frames coming while a paste is pending.
pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<Clipboard>().add_systems(
        Last,
        (
            cancel_paste.run_if(state_changed::<Screen>),
            request_frames_while_pasting,
        )
            .chain(),
    );
}

/// The system's clipboard, or a text in memory.
#[derive(Resource, Default)]
pub struct Clipboard {
    backend: Backend,
    pending_paste: Option<ClipboardRead>,
    /// Whether the paste can never be answered.
    is_shut: bool,
}

/// Why a page may not read the clipboard.
const SHUT: &str = "the browser lets only pages with https read the clipboard; type it instead";

/// Whether nothing on the system's clipboard can be read.
fn is_shut() -> bool {
    #[cfg(target_family = "wasm")]
    let is_shut = !super::page::can_paste();
    #[cfg(not(target_family = "wasm"))]
    let is_shut = false;
    is_shut
}

/// Puts `text` on the system's clipboard. That of a page answers at once, while Bevy's would say only in the console that
/// nothing was copied.
#[cfg_attr(
    target_family = "wasm",
    expect(unused_variables, reason = "the page has its own")
)]
fn set_text(system: &mut clipboard::Clipboard, text: &str) -> Result<(), String> {
    #[cfg(target_family = "wasm")]
    let result = match super::page::copy(text) {
        true => Ok(()),
        false => Err("the browser does not let the page copy".to_owned()),
    };
    #[cfg(not(target_family = "wasm"))]
    let result = system
        .set_text(text.to_owned())
        .map_err(|error| error.to_string());
    result
}

enum Backend {
    System(Box<clipboard::Clipboard>),
    Memory(String),
}

impl Default for Backend {
    fn default() -> Self {
        Self::System(Box::default())
    }
}

impl Clipboard {
    /// A clipboard that other programs do not see, for tests.
    pub fn in_memory() -> Self {
        Self {
            backend: Backend::Memory(String::new()),
            ..default()
        }
    }

    /// Puts `text` on the clipboard.
    ///
    /// # Errors
    /// A sentence, if there is no clipboard.
    pub fn copy(&mut self, text: &str) -> Result<(), String> {
        match &mut self.backend {
            Backend::System(system) => {
                set_text(system, text).map_err(|reason| format!("Nothing was copied: {reason}"))
            }
            Backend::Memory(memory) => {
                text.clone_into(memory);
                Ok(())
            }
        }
    }

    /// Requests the text on the clipboard; [`pasted`](Self::pasted) returns it.
    pub fn paste(&mut self) {
        self.is_shut = is_shut() && matches!(self.backend, Backend::System(_));
        self.pending_paste = Some(match &mut self.backend {
            Backend::System(_) if self.is_shut => ClipboardRead::Ready(Ok(String::new())),
            Backend::System(system) => system.fetch_text(),
            Backend::Memory(memory) => ClipboardRead::Ready(Ok(memory.clone())),
        });
    }

    /// The requested text, once, as soon as it has arrived, or why there is none.
    pub fn pasted(&mut self) -> Option<Result<String, String>> {
        let result = self.pending_paste.as_mut()?.poll_result()?;
        self.pending_paste = None;
        if self.is_shut {
            return Some(Err(SHUT.to_owned()));
        }
        // The cause does not help a player: the clipboard is empty or holds something else, such as an image.
        Some(result.map_err(|_| "the clipboard has no text".to_owned()))
    }
}

/// Drops a paste requested on the previous screen.
fn cancel_paste(mut clipboard: ResMut<Clipboard>) {
    clipboard.pending_paste = None;
}

fn request_frames_while_pasting(
    clipboard: Res<Clipboard>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if clipboard.pending_paste.is_some() {
        redraw.write(RequestRedraw);
    }
}
