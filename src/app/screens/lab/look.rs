//! The look of the Lab's map, a plan or lit: an option of the player, which a key switches.

use bevy::prelude::*;

use super::action::LabAction;
use crate::app::dungeon::Look;
use crate::app::frame::{Phase, React};
use crate::app::screen::Screen;
use crate::app::settings::Settings;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        React,
        (
            switch_light.in_set(Screen::Lab),
            apply_setting.run_if(resource_exists_and_changed::<Settings>),
        )
            .chain()
            // Before the map is painted.
            .in_set(Phase::Act),
    );
}

fn switch_light(mut actions: MessageReader<LabAction>, settings: Option<ResMut<Settings>>) {
    let presses = actions.read().filter(|action| **action == LabAction::Light);
    let is_odd = presses.count() % 2 == 1;
    if let Some(mut settings) = settings.filter(|_| is_odd) {
        settings.lit = !settings.lit;
    }
}

/// Also off the Lab, whose map is behind the Options.
fn apply_setting(settings: Res<Settings>, mut look: ResMut<Look>) {
    look.set_if_neq(match settings.lit {
        true => Look::Lit,
        false => Look::Plan,
    });
}
