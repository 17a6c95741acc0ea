//! One-time tips on panning: the first time a board wraps, and the first time one is zoomed.

use bevy::prelude::*;

use super::action::ConduitAction;
use super::place::{self, BoardLayout};
use super::session::Session;
use crate::app::frame::Phase;
use crate::app::input::{CommonAction, CurrentNames};
use crate::app::notice::Notice;
use crate::app::screen::{Screen, in_screen};
use crate::app::settings::{self, Settings, Taught};
use crate::geom::Dir;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        explain_panning
            .run_if(resource_changed::<BoardLayout>.or_eager(resource_changed::<Session>))
            .run_if(in_screen(Screen::Conduit))
            .in_set(Phase::Settle)
            .after(place::update_layout),
    );
}

fn explain_panning(
    (session, layout): (Res<Session>, Res<BoardLayout>),
    (settings, names): (Res<Settings>, CurrentNames),
    mut taught: ResMut<Taught>,
    mut notice: ResMut<Notice>,
) {
    let wraps = session.conduit().board().rules().wrap;
    let name = match (wraps, layout.is_zoomed()) {
        (true, _) => settings::EDGES,
        (false, true) => settings::ZOOM,
        (false, false) => return,
    };
    if !settings.teach || taught.has(name) {
        return;
    }
    let shift = names.get().of(&ConduitAction::Pan(Dir::East));
    notice.add(&if wraps {
        format!("Opposite edges are joined here: {shift} and so on, or Ctrl+drag, shifts the board")
    } else {
        let back = names.get().of(&CommonAction::ZoomOut);
        format!(
            "{shift} and so on, or Ctrl+drag, shows another part; {back} shows the whole \
             board again"
        )
    });
    taught.add(name);
}
