//! Animates the picture of the board: follows the session's changes and asks for frames until it is at
//! rest.

use bevy::prelude::*;

use super::session::Session;
use crate::app::board::Picture;
use crate::app::frame::Phase;
use crate::app::platform::clock::{FRAME, Wake};
use crate::app::screen::{Screen, on};
use crate::app::settings::Settings;

/// Keeps the [`Picture`] of the board.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Picture>().add_systems(
        Update,
        update_picture
            .run_if(on(Screen::Conduit))
            .in_set(Phase::Show),
    );
}

fn update_picture(
    (time, settings): (Res<Time<Real>>, Res<Settings>),
    mut session: ResMut<Session>,
    mut picture: ResMut<Picture>,
    mut wake: MessageWriter<Wake>,
) {
    let won = session.is_showing();
    let still = settings.is_still();
    if !still && (picture.is_moving() || won) {
        picture.advance(time.delta_secs(), won);
    }
    if session.is_changed() {
        let turned = session.bypass_change_detection().take_turned();
        let packets_alone = won && turned.is_empty() && picture.is_of(session.boards());
        if !packets_alone {
            picture.update(session.conduit(), session.boards(), &turned);
        }
    }
    if still && picture.is_moving() {
        picture.rest();
    }
    if picture.is_moving() {
        wake.write(Wake(FRAME));
    }
}
