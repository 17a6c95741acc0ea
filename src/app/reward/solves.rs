//! Loads the [`Solves`], and saves them when they change.

use bevy::prelude::*;
use bevy::window::ExitSystems;

use crate::app::notice::Notice;
use crate::app::platform::data_folder::{DataFolder, FileWriter, explain_unsaved};
use crate::profile::Solves;

/// The player's best solve of each board and maze.
#[derive(Resource, Default)]
pub struct BestSolves(pub Solves);

/// Adds the solves; loads and saves them if the app has a data folder that is not locked by another window.
pub(super) fn plugin(app: &mut App) {
    let mut solves = Solves::default();
    if let Some(folder) = app.world().get_resource::<DataFolder>()
        && folder.refusal().is_none()
    {
        let message = match Solves::load(folder.path()) {
            Ok((found, message)) => {
                let mut saved = found.to_bytes();
                solves = found;
                let save = move |solves: Res<BestSolves>,
                                 folder: Res<DataFolder>,
                                 writer: Res<FileWriter>| {
                    if solves.is_changed() && solves.0.to_bytes() != saved {
                        saved = solves.0.to_bytes();
                        writer.write(Solves::path(folder.path()), saved.clone(), true);
                    }
                };
                app.add_systems(Last, save.before(ExitSystems));
                message
            }
            Err(reason) => explain_unsaved("Solves are not saved", &reason),
        };
        app.init_resource::<Notice>();
        app.world_mut().resource_mut::<Notice>().add(&message);
    }
    app.insert_resource(BestSolves(solves));
}
