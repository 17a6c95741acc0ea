//! One-time tips: the first time a board wraps, the first time one is zoomed, and the first loop.

use bevy::prelude::*;

use super::action::ConduitAction;
use super::boards::BoardSession;
use super::layout::BoardLayout;
use crate::app::frame::{Phase, React, any_changed};
use crate::app::input::{CommonAction, CurrentNames};
use crate::app::notice::Notice;
use crate::app::puzzle::PuzzleSet;
use crate::app::screen::Screen;
use crate::app::settings::{self, Settings, Taught};
use crate::conduit::Mask;
use crate::geom::Dir;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        React,
        give_tips
            .run_if(any_changed::<(BoardLayout, BoardSession)>)
            .in_set(Screen::Conduit)
            .in_set(Phase::Record)
            .after(PuzzleSet::Announce),
    );
}

fn give_tips(
    (session, layout): (Res<BoardSession>, Res<BoardLayout>),
    (settings, names): (Res<Settings>, CurrentNames),
    mut taught: ResMut<Taught>,
    mut notice: ResMut<Notice>,
) {
    if !settings.teach {
        return;
    }
    let conduit = session.conduit();
    let wraps = conduit.board().rules().wrap;
    let has_loop = || conduit.loops().iter().any(|looped| *looped != Mask::NONE);
    let names = names.in_sentences();
    let pan = match names.are_for_fingers() {
        true => "drag it".to_owned(),
        false => {
            let key = names.of(&ConduitAction::Pan(Dir::East));
            format!("drag it with Ctrl held or press {key}")
        }
    };
    if wraps && !taught.has(settings::EDGES) {
        taught.add(settings::EDGES);
        notice.add(&format!(
            "Opposite edges are connected here: to shift the board, {pan}"
        ));
    }
    if !wraps && layout.is_zoomed() && !taught.has(settings::ZOOM) {
        taught.add(settings::ZOOM);
        let back = names.of(&CommonAction::ZoomOut);
        notice.add(&format!(
            "To see another part of the board, {pan}; {back} shows the whole board again"
        ));
    }
    if session.lesson().is_none() && !taught.has(settings::LOOPS) && has_loop() {
        taught.add(settings::LOOPS);
        notice.add("Red stripes mark a loop. A solved board has no loops.");
    }
}
