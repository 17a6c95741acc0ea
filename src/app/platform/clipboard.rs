//! The clipboard, as texts that come and go.

use bevy::clipboard;
use bevy::prelude::*;

/// The system's clipboard or, where there is none, one of the program's own.
#[derive(Resource, Default)]
pub struct Clipboard(Access);

enum Access {
    System(Box<clipboard::Clipboard>),
    Own(String),
}

impl Default for Access {
    fn default() -> Self {
        Self::System(Box::default())
    }
}

/// A text on its way from the clipboard.
pub struct ClipboardRead(clipboard::ClipboardRead);

impl Clipboard {
    /// A clipboard that no other program sees.
    pub fn own() -> Self {
        Self(Access::Own(String::new()))
    }

    /// Puts `text` there.
    ///
    /// # Errors
    /// A sentence, if there is no clipboard.
    pub fn copy(&mut self, text: &str) -> Result<(), String> {
        match &mut self.0 {
            Access::System(system) => system
                .set_text(text.to_owned())
                .map_err(|error| format!("nothing was copied: {error}")),
            Access::Own(own) => {
                text.clone_into(own);
                Ok(())
            }
        }
    }

    /// Asks for what is there.
    pub fn read(&mut self) -> ClipboardRead {
        ClipboardRead(match &mut self.0 {
            Access::System(system) => system.fetch_text(),
            Access::Own(own) => clipboard::ClipboardRead::Ready(Ok(own.clone())),
        })
    }
}

impl ClipboardRead {
    /// The text once it is there; only once.
    pub fn poll(&mut self) -> Option<Result<String, String>> {
        let result = self.0.poll_result()?;
        Some(result.map_err(|error| format!("the clipboard has no text: {error}")))
    }
}
