//! The file that was chosen for import, which the browser delivers later. A file that arrives after the
//! player has left the Options screen is discarded.

use std::sync::{Arc, Mutex, PoisonError};

use bevy::prelude::*;

use crate::app::screen::Screen;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ChosenFile>()
        .add_systems(OnExit(Screen::Options), discard_file);
}

/// A slot for the chosen file. Clones share the slot, so that the browser's callback can fill it.
#[derive(Resource, Clone, Default)]
pub(super) struct ChosenFile(Arc<Mutex<Option<File>>>);

/// The file's name, and its contents or why they cannot be read.
pub(super) type File = (String, Result<Vec<u8>, String>);

impl ChosenFile {
    pub fn put(&self, file: File) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(file);
    }

    pub fn take(&self) -> Option<File> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Replaces the slot: a callback that is still running fills the old one, which nothing reads.
fn discard_file(mut chosen: ResMut<ChosenFile>) {
    *chosen = ChosenFile::default();
}

#[cfg(test)]
mod tests {
    use bevy::state::app::StatesPlugin;

    use super::*;

    #[test]
    fn a_file_that_comes_after_its_visit_is_not_offered_at_the_next() {
        let mut app = App::new();
        app.add_plugins((StatesPlugin, plugin))
            .insert_state(Screen::Options);
        app.update();
        let file = || ("mine.save".to_owned(), Ok(vec![7]));
        let slot = app.world().resource::<ChosenFile>().clone();
        slot.put(file());
        assert_eq!(app.world().resource::<ChosenFile>().take(), Some(file()));
        for screen in [Screen::Title, Screen::Options] {
            app.world_mut()
                .resource_mut::<NextState<Screen>>()
                .set(screen);
            app.update();
            slot.put(file());
        }
        assert_eq!(app.world().resource::<ChosenFile>().take(), None);
    }
}
