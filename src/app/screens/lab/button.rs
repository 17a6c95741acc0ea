//! What the buttons of the Lab do beside those that ask for an intent.

use bevy::prelude::*;
use bevy::ui_widgets::Activate;

use super::entry;
use super::export::{ExportOpen, WriteMap};
use super::field::Complaint;
use crate::app::dungeon::{Dungeon, Regenerate};
use crate::export::Format;
use crate::mapgen::MapSpec;

/// Obeys the buttons.
pub(super) fn plugin(app: &mut App) {
    app.add_observer(press);
}

/// What a button does.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Does {
    /// Shows the same seed by this generator.
    Generator(&'static str),
    /// Sets parameter number `.0` to `.1`.
    Set(usize, i32),
    /// Sets all parameters to their defaults.
    Reset,
    /// Writes the map in this format.
    Write(Format),
}

fn press(
    activate: On<Activate>,
    buttons: Query<&Does>,
    dungeon: Res<Dungeon>,
    mut requests: MessageWriter<Regenerate>,
    mut complaint: ResMut<Complaint>,
    (mut writes, mut export): (MessageWriter<WriteMap>, ResMut<ExportOpen>),
) {
    let Ok(does) = buttons.get(activate.entity) else {
        return;
    };
    let spec = dungeon.spec();
    let wanted = match *does {
        Does::Write(format) => {
            writes.write(WriteMap(format));
            export.0 = false;
            return;
        }
        Does::Generator(name) => {
            requests.write(Regenerate::Generator(name));
            return;
        }
        Does::Set(index, value) => entry::param(spec, index, value),
        Does::Reset => {
            let generator = spec.generator();
            MapSpec::with_params(generator, spec.size(), generator.params(), spec.seed)
                .map_err(|error| error.to_string())
        }
    };
    ask(wanted, &dungeon, &mut requests, &mut complaint);
}

/// Asks for a map, or says why there is none.
pub(super) fn ask(
    wanted: Result<MapSpec, String>,
    dungeon: &Dungeon,
    requests: &mut MessageWriter<Regenerate>,
    complaint: &mut Complaint,
) {
    match wanted {
        Ok(spec) => {
            complaint.0.clear();
            if spec != *dungeon.spec() {
                requests.write(Regenerate::Exactly(spec));
            }
        }
        Err(reason) => complaint.0 = reason,
    }
}
