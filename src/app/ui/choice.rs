//! Another line of a menu is heard.

use bevy::prelude::*;

use crate::app::frame::Phase;
use crate::app::input::KeyTaker;
use crate::app::input::intent::Intent;
use crate::app::screen::Screen;
use crate::app::sound::{Heard, Sound};

pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<KeyTaker>()
        .add_message::<Heard>()
        .add_message::<Intent>()
        .add_systems(Update, hear.in_set(Phase::Show));
}

fn hear(
    mut intents: MessageReader<Intent>,
    (screen, taker): (Option<Res<State<Screen>>>, Res<KeyTaker>),
    mut heard: MessageWriter<Heard>,
) {
    let is_menu =
        *taker == KeyTaker::Menu || screen.is_some_and(|screen| *screen.get() == Screen::Title);
    let moved = intents
        .read()
        .any(|intent| matches!(intent, Intent::Cursor(_)));
    if is_menu && moved {
        heard.write(Heard(Sound::Choice));
    }
}
