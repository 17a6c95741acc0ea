//! Plays a tick when the cursor of a menu moves.

use bevy::prelude::*;

use crate::app::frame::Phase;
use crate::app::input::{Layers, MenuAction};
use crate::app::screen::Screen;
use crate::app::sound::{Sound, SoundEvent};

pub(in crate::app) fn plugin(app: &mut App) {
    app.add_message::<SoundEvent>()
        .add_systems(Update, play_tick.in_set(Phase::Show));
}

fn play_tick(
    mut actions: MessageReader<MenuAction>,
    (screen, layers): (Res<State<Screen>>, Res<Layers>),
    mut sounds: MessageWriter<SoundEvent>,
) {
    let is_menu = *screen.get() == Screen::Title || layers.has_list();
    let moves = |action: &MenuAction| matches!(action, MenuAction::Cursor(_));
    if actions.read().any(moves) && is_menu {
        sounds.write(SoundEvent::at_player(Sound::Choice));
    }
}
