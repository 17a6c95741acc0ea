//! What the panel's buttons change that no key does.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::stages::{self, ChosenStage, StageButton};
use crate::app::dungeon::{Dungeon, Regenerate, entry};
use crate::app::ui::field::FieldError;
use crate::app::ui::map_field::request;
use crate::mapgen::MapSpec;

/// Requests other maps for buttons.
#[derive(SystemParam)]
pub(super) struct PanelPress<'w> {
    dungeon: Res<'w, Dungeon>,
    chosen: ResMut<'w, ChosenStage>,
    requests: MessageWriter<'w, Regenerate>,
    field_error: ResMut<'w, FieldError>,
}

impl PanelPress<'_> {
    /// Requests the map of this spec, unless it is the one that is shown, or says what is wrong.
    pub fn change(&mut self, to: impl FnOnce(&MapSpec, usize) -> Result<MapSpec, String>) {
        let spec = self.dungeon.spec();
        let changed = to(spec, self.chosen.of(spec));
        let wanted = changed.map(|spec| request(spec, &self.dungeon));
        self.field_error.send(wanted, &mut self.requests);
    }

    /// Uses this generator in the chosen stage, with the same seed.
    pub fn generator(&mut self, name: &'static str) {
        let stage = self.chosen.of(self.dungeon.spec());
        if stage == 0 {
            self.requests.write(Regenerate::Generator(name));
            return;
        }
        let generator = crate::known().look_up(name);
        let spec = generator.and_then(|generator| self.dungeon.with_generator(stage, generator));
        self.change(|_, _| spec.map_err(|error| error.to_string()));
    }

    /// Sets the parameter at this index, in the chosen stage.
    pub fn set(&mut self, index: usize, value: i32) {
        self.change(|spec, stage| entry::with_param(spec, (stage, index), value));
    }

    /// Changes the list of stages, or chooses one.
    pub fn stage(&mut self, button: StageButton) {
        let mut chosen = *self.chosen;
        self.change(|spec, _| stages::press(button, spec, &mut chosen));
        self.chosen.set_if_neq(chosen);
    }
}
