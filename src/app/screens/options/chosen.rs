//! The file that was chosen for import, on its way from the browser. It is for the visit in which somebody asked
//! for it: one that comes later is nobody's.

use std::sync::{Arc, Mutex, PoisonError};

use bevy::prelude::*;

use crate::app::screen::Screen;

/// Keeps the file for one visit.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Chosen>()
        .add_systems(OnExit(Screen::Options), forget);
}

/// The file that was chosen last, by its name, until somebody looks at it. A copy is the same place.
#[derive(Resource, Clone, Default)]
pub(super) struct Chosen(Arc<Mutex<Option<File>>>);

pub(super) type File = (String, Result<Vec<u8>, String>);

impl Chosen {
    pub fn put(&self, file: File) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(file);
    }

    pub fn take(&self) -> Option<File> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Whoever brings a file after this has an old place to put it in.
fn forget(mut chosen: ResMut<Chosen>) {
    *chosen = Chosen::default();
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
        let asked = app.world().resource::<Chosen>().clone();
        asked.put(file());
        assert_eq!(app.world().resource::<Chosen>().take(), Some(file()));
        for screen in [Screen::Title, Screen::Options] {
            app.world_mut()
                .resource_mut::<NextState<Screen>>()
                .set(screen);
            app.update();
            asked.put(file());
        }
        assert_eq!(app.world().resource::<Chosen>().take(), None);
    }
}
