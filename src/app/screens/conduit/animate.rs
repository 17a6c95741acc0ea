//! Keeps the board's animation in step with the session, and asks for frames until nothing moves.

use bevy::prelude::*;

use super::boards::BoardSession;
use crate::app::board::BoardAnimation;
use crate::app::frame::Phase;
use crate::app::platform::clock::{FRAME, Wake};
use crate::app::screen::Screen;
use crate::app::settings::Settings;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<BoardAnimation>().add_systems(
        Update,
        animate_board.in_set(Screen::Conduit).in_set(Phase::Show),
    );
}

fn animate_board(
    (time, settings): (Res<Time<Real>>, Res<Settings>),
    mut session: ResMut<BoardSession>,
    mut animation: ResMut<BoardAnimation>,
    mut wake: MessageWriter<Wake>,
) {
    let packets_run = session.are_packets_running();
    let is_still = settings.is_still();
    if !is_still && (animation.is_moving() || packets_run) {
        animation.advance(time.delta_secs(), packets_run);
    }
    if session.is_changed() {
        let turned = session.bypass_change_detection().round_mut().take_turned();
        let only_packets = packets_run && turned.is_empty() && animation.shows(session.number());
        if !only_packets {
            animation.update_board(session.conduit(), session.number(), &turned);
        }
    }
    if is_still && animation.is_moving() {
        animation.finish();
    }
    if animation.is_moving() {
        wake.write(Wake(FRAME));
    }
}
