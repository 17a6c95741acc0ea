//! Loads the [`Records`], and saves them when they change.

use bevy::prelude::*;
use bevy::window::ExitSystems;

use crate::app::notice::Notice;
use crate::app::platform::data_folder::{DataFolder, FileWriter, explain_unsaved};
use crate::profile::Records;

/// Adds the records; loads and saves them if the app has a data folder that is not locked by another window.
pub(super) fn plugin(app: &mut App) {
    let mut records = Records::default();
    if let Some(folder) = app.world().get_resource::<DataFolder>()
        && folder.refusal().is_none()
    {
        let message = match Records::load(folder.path()) {
            Ok((found, message)) => {
                records = found;
                let mut saved = records.clone();
                let save = move |records: Res<Records>,
                                 folder: Res<DataFolder>,
                                 writer: Res<FileWriter>| {
                    if records.is_changed() && *records != saved {
                        saved.clone_from(&records);
                        writer.write(Records::path(folder.path()), records.to_bytes(), true);
                    }
                };
                app.add_systems(Last, save.before(ExitSystems));
                message
            }
            Err(reason) => explain_unsaved("Records are not saved", &reason),
        };
        app.init_resource::<Notice>();
        app.world_mut().resource_mut::<Notice>().add(&message);
    }
    app.insert_resource(records);
}
