//! The panel's buttons that choose generators and parameters. Buttons that trigger an action are
//! the widgets' own.

use bevy::prelude::*;
use bevy::ui_widgets::Activate;

use crate::app::dungeon::{Dungeon, Regenerate, entry};
use crate::app::ui::field::FieldError;
use crate::app::ui::map_field::request;
use crate::app::ui::style::ButtonVariant;

use super::paint::{self, Paint, PaintButton};
use super::stages::{self, ChosenStage, StageButton};

pub(super) fn plugin(app: &mut App) {
    app.add_observer(apply_button);
}

/// A button that changes the map's spec.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PanelButton {
    /// Uses this generator in the chosen stage, with the same seed.
    Generator(&'static str),
    /// Sets the parameter at this index, in the chosen stage, to this value.
    Set(usize, i32),
    /// Resets all parameters of the chosen stage to their defaults.
    Reset,
    /// Changes the list of stages, or chooses one.
    Stage(StageButton),
    /// Chooses what is painted, or takes it back.
    Paint(PaintButton),
}

fn apply_button(
    activate: On<Activate>,
    buttons: Query<&PanelButton>,
    dungeon: Res<Dungeon>,
    (mut chosen, mut paint): (ResMut<ChosenStage>, ResMut<Paint>),
    mut requests: MessageWriter<Regenerate>,
    mut field_error: ResMut<FieldError>,
) {
    let Ok(button) = buttons.get(activate.entity) else {
        return;
    };
    let spec = dungeon.spec();
    let stage = chosen.of(spec);
    let changed = match *button {
        PanelButton::Generator(name) if stage == 0 => {
            requests.write(Regenerate::Generator(name));
            return;
        }
        PanelButton::Generator(name) => {
            let generator = crate::known().look_up(name);
            let spec = generator.and_then(|generator| dungeon.with_generator(stage, generator));
            spec.map_err(|error| error.to_string())
        }
        PanelButton::Set(index, value) => entry::with_param(spec, (stage, index), value),
        PanelButton::Reset => spec
            .with_stage_params(stage, spec.stages()[stage].generator().params())
            .map_err(|error| error.to_string()),
        PanelButton::Stage(button) => stages::press(button, spec, &mut chosen),
        PanelButton::Paint(button) => paint::press(button, spec, &mut paint),
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
