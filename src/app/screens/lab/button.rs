//! The panel's buttons that choose generators and parameters. Buttons that trigger an action are
//! the widgets' own.

use bevy::prelude::*;
use bevy::ui_widgets::Activate;

use crate::app::dungeon::{Dungeon, Regenerate, entry};
use crate::app::ui::field::FieldError;
use crate::app::ui::map_field::request;
use crate::app::ui::style::ButtonVariant;
use crate::mapgen::MapSpec;

pub(super) fn plugin(app: &mut App) {
    app.add_observer(apply_button);
}

/// A button that changes the map's spec.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PanelButton {
    /// Uses this generator with the same seed.
    Generator(&'static str),
    /// Sets the parameter at this index to this value.
    Set(usize, i32),
    /// Resets all parameters to their defaults.
    Reset,
}

fn apply_button(
    activate: On<Activate>,
    buttons: Query<&PanelButton>,
    dungeon: Res<Dungeon>,
    mut requests: MessageWriter<Regenerate>,
    mut field_error: ResMut<FieldError>,
) {
    let Ok(button) = buttons.get(activate.entity) else {
        return;
    };
    let spec = dungeon.spec();
    let changed = match *button {
        PanelButton::Generator(name) => {
            requests.write(Regenerate::Generator(name));
            return;
        }
        PanelButton::Set(index, value) => entry::with_param(spec, index, value),
        PanelButton::Reset => {
            let generator = spec.generator();
            MapSpec::with_params(generator, spec.size(), generator.params(), spec.seed)
                .map_err(|error| error.to_string())
        }
    };
    let wanted = changed.map(|spec| request(spec, &dungeon));
    field_error.send(wanted, &mut requests);
}

/// How a button looks that chooses something.
pub(super) fn choice_variant(is_chosen: bool) -> ButtonVariant {
    if is_chosen {
        ButtonVariant::Primary
    } else {
        ButtonVariant::Normal
    }
}
