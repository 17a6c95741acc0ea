//! What the buttons of the Lab do besides those that ask for an action.

use bevy::prelude::*;
use bevy::ui_widgets::Activate;

use crate::app::dungeon::{Dungeon, Regenerate, entry};
use crate::app::ui::field::Complaint;
use crate::app::ui::map_field::request;
use crate::mapgen::MapSpec;

/// Does what the buttons say.
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
}

fn press(
    activate: On<Activate>,
    buttons: Query<&Does>,
    dungeon: Res<Dungeon>,
    mut requests: MessageWriter<Regenerate>,
    mut complaint: ResMut<Complaint>,
) {
    let Ok(does) = buttons.get(activate.entity) else {
        return;
    };
    let spec = dungeon.spec();
    let wanted = match *does {
        Does::Generator(name) => {
            requests.write(Regenerate::Generator(name));
            return;
        }
        Does::Set(index, value) => entry::with_param(spec, index, value),
        Does::Reset => {
            let generator = spec.generator();
            MapSpec::with_params(generator, spec.size(), generator.params(), spec.seed)
                .map_err(|error| error.to_string())
        }
    };
    let wanted = wanted.map(|spec| request(spec, &dungeon));
    complaint.ask(wanted, &mut requests);
}
