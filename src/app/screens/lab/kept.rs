//! Keeps the generator, size and parameters of the Lab's map for the next start: as a share code, of which
//! the seed is not used.

use bevy::app::AppExit;
use bevy::prelude::*;
use bevy::window::ExitSystems;

use crate::app::dungeon::{Dungeon, Regenerate};
use crate::app::notice::Notice;
use crate::app::screen::Screen;
use crate::app::settings::ConfigFiles;
use crate::mapgen::MapSpec;

/// The map that the Lab showed last, until the Lab opens. Without it, the Lab keeps its first map.
#[derive(Resource, Clone, PartialEq, Eq, Debug)]
pub struct KeptMap(pub MapSpec);

impl KeptMap {
    /// Name of the file in the configuration folder.
    pub const FILE: &str = "lab.txt";

    /// Parses the file; `file` names the text in errors.
    ///
    /// # Errors
    /// If the text is not the share code of a map.
    pub fn read(file: &str, text: &str) -> Result<Self, String> {
        let spec = text.parse().map(Self);
        spec.map_err(|error| format!("{file}: {error}"))
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        OnEnter(Screen::Lab),
        restore.run_if(resource_exists::<KeptMap>),
    )
    .add_systems(OnExit(Screen::Lab), save)
    .add_systems(
        Last,
        save.run_if(on_message::<AppExit>)
            .in_set(Screen::Lab)
            // Closing the window writes `AppExit` in the same schedule.
            .after(ExitSystems),
    );
}

fn restore(
    (kept, dungeon): (Res<KeptMap>, Res<Dungeon>),
    mut requests: MessageWriter<Regenerate>,
    mut commands: Commands,
) {
    let spec = kept.0.with_seed(dungeon.spec().seed);
    requests.write(Regenerate::Exactly(spec));
    commands.remove_resource::<KeptMap>();
}

fn save(dungeon: Res<Dungeon>, files: Option<Res<ConfigFiles>>, mut notice: ResMut<Notice>) {
    let spec = dungeon.spec();
    // A share code does not carry a sample from a file.
    if spec.params().sample().is_some() {
        return;
    }
    let written = files.map(|files| files.write(KeptMap::FILE, &spec.to_string()));
    if let Some(Err(reason)) = written {
        notice.0 = reason;
    }
}
