//! Sounds when another line of a menu is chosen.

use bevy::prelude::*;

use crate::app::frame::Phase;
use crate::app::input::{Layer, Layers, MenuAction};
use crate::app::screen::Screen;
use crate::app::sound::{Heard, Sound};

pub(in crate::app) fn plugin(app: &mut App) {
    app.add_message::<Heard>()
        .add_systems(Update, sound_choice.in_set(Phase::Show));
}

fn sound_choice(
    mut actions: MessageReader<MenuAction>,
    (screen, layers): (Res<State<Screen>>, Res<Layers>),
    mut heard: MessageWriter<Heard>,
) {
    let is_menu = *screen.get() == Screen::Title || layers.is_open(Layer::Menu);
    let moves = |action: &MenuAction| matches!(action, MenuAction::Cursor(_));
    if actions.read().any(moves) && is_menu {
        heard.write(Heard::here(Sound::Choice));
    }
}
