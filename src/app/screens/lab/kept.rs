//! The Lab's map: the one that it opens with, kept for the next start as a share code.

use bevy::app::AppExit;
use bevy::prelude::*;
use bevy::window::ExitSystems;

use super::measure::MetricsTask;
use crate::app::begin::Begin;
use crate::app::dungeon::{Background, Dungeon, Scene};
use crate::app::notice::Notice;
use crate::app::screen::Screen;
use crate::app::settings::{ConfigFiles, LAB, Value};
use crate::mapgen::MapSpec;

/// Parses the share code in the file.
///
/// # Errors
/// If the value is not the share code of a map.
pub fn read_map(value: Value<'_>) -> Result<MapSpec, String> {
    let code: String = LAB.parse(value)?;
    let spec = crate::known().read(&code);
    spec.map_err(|error| value.mistake(&error.to_string()))
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Lab), on_enter)
        .add_systems(OnExit(Screen::Lab), (save, cancel_work))
        .add_systems(
            Last,
            save.run_if(on_message::<AppExit>)
                .in_set(Screen::Lab)
                // Closing the window writes `AppExit` in the same schedule.
                .after(ExitSystems),
        );
}

/// Shows the map that the screen begins with, or that of a chosen seed with the generator, size and parameters of the
/// last one; otherwise the last one.
fn on_enter(mut begin: ResMut<Begin>, (mut dungeon, mut scene): (ResMut<Dungeon>, ResMut<Scene>)) {
    *scene = Scene::Dungeon;
    match begin.take() {
        Begin::Map(spec) => dungeon.begin(spec),
        Begin::Seed(seed) => dungeon.begin_with_seed(seed),
        _ => dungeon.set_changed(),
    }
}

/// Ends what goes on in the Lab alone.
fn cancel_work(mut background: ResMut<Background>, mut metrics: ResMut<MetricsTask>) {
    background.cancel();
    metrics.0 = None;
}

fn save(dungeon: Res<Dungeon>, files: Option<Res<ConfigFiles>>, mut notice: ResMut<Notice>) {
    let spec = dungeon.spec();
    let written = files.map(|files| files.write(&LAB, &format!("\"{spec}\"")));
    if let Some(Err(reason)) = written {
        notice.warn(&reason);
    }
}
