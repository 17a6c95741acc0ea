//! What is said of boards that can be moved, the first time that there is one: of a board that wraps,
//! and of one that is zoomed.

use bevy::prelude::*;

use super::action::ConduitAction;
use super::place::{self, Place};
use super::session::Session;
use crate::app::frame::Phase;
use crate::app::input::{CommonAction, CurrentNames};
use crate::app::notice::Notice;
use crate::app::screen::{Screen, on};
use crate::app::settings::{self, Settings, Taught};
use crate::geom::Dir;

/// Tells of them.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        tell.run_if(resource_exists::<Taught>)
            .run_if(resource_changed::<Place>.or_eager(resource_changed::<Session>))
            .run_if(on(Screen::Conduit))
            .in_set(Phase::Settle)
            .after(place::follow),
    );
}

fn tell(
    (session, place): (Res<Session>, Res<Place>),
    (settings, names): (Res<Settings>, CurrentNames),
    mut taught: ResMut<Taught>,
    mut notice: ResMut<Notice>,
) {
    let wraps = session.conduit().board().rules().wrap;
    let name = match (wraps, place.is_zoomed()) {
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
