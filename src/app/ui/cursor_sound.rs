//! Plays a tick when the cursor of a list moves.

use bevy::prelude::*;

use super::list;
use crate::app::frame::Phase;
use crate::app::input::{Layers, MenuAction};
use crate::app::sound::{Sound, SoundEvent};

pub(in crate::app) fn plugin(app: &mut App) {
    app.add_message::<SoundEvent>().add_systems(
        Update,
        list::is_open
            .pipe(play_tick)
            .run_if(on_message::<MenuAction>)
            .in_set(Phase::Show),
    );
}

fn play_tick(
    is_open: In<bool>,
    mut actions: MessageReader<MenuAction>,
    layers: Res<Layers>,
    mut sounds: MessageWriter<SoundEvent>,
) {
    let is_menu = *is_open || layers.has_list();
    let moves = |action: &MenuAction| matches!(action, MenuAction::Cursor(_));
    if actions.read().any(moves) && is_menu {
        sounds.write(SoundEvent::at_player(Sound::Choice));
    }
}
