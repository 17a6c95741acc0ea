//! The clipboard, as texts that come and go.

use bevy::clipboard::{self, ClipboardRead};
use bevy::prelude::*;
use bevy::window::RequestRedraw;

use crate::app::screen::Screen;

/// Sees to the texts that are asked for.
pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<Clipboard>()
        .add_systems(Last, (forget.run_if(state_changed::<Screen>), wait).chain());
}

/// The system's clipboard or, where there is none, one of the program's own.
#[derive(Resource, Default)]
pub struct Clipboard {
    access: Access,
    /// A text that is on its way.
    reading: Option<ClipboardRead>,
}

enum Access {
    System(Box<clipboard::Clipboard>),
    Own(String),
}

impl Default for Access {
    fn default() -> Self {
        Self::System(Box::default())
    }
}

impl Clipboard {
    /// A clipboard that no other program sees.
    pub fn own() -> Self {
        Self {
            access: Access::Own(String::new()),
            reading: None,
        }
    }

    /// Puts `text` there.
    ///
    /// # Errors
    /// A sentence, if there is no clipboard.
    pub fn copy(&mut self, text: &str) -> Result<(), String> {
        match &mut self.access {
            Access::System(system) => system
                .set_text(text.to_owned())
                .map_err(|error| format!("Nothing was copied: {error}")),
            Access::Own(own) => {
                text.clone_into(own);
                Ok(())
            }
        }
    }

    /// Asks for the text that is there, for [`pasted`](Self::pasted).
    pub fn paste(&mut self) {
        self.reading = Some(match &mut self.access {
            Access::System(system) => system.fetch_text(),
            Access::Own(own) => ClipboardRead::Ready(Ok(own.clone())),
        });
    }

    /// The text that was asked for, once it is there, or why there is none.
    pub fn pasted(&mut self) -> Option<Result<String, String>> {
        let result = self.reading.as_mut()?.poll_result()?;
        self.reading = None;
        // Why is of no use to a player: other programs keep images there, or nothing.
        Some(result.map_err(|_| "the clipboard has no text".to_owned()))
    }
}

/// What was asked for on one screen is not pasted into the next.
fn forget(mut clipboard: ResMut<Clipboard>) {
    clipboard.reading = None;
}

/// Frames come until the text does.
fn wait(clipboard: Res<Clipboard>, mut redraw: MessageWriter<RequestRedraw>) {
    if clipboard.reading.is_some() {
        redraw.write(RequestRedraw);
    }
}
