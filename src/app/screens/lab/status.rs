//! What the bar tells and offers in the Lab.

use bevy::prelude::*;

use super::action::LabAction;
use super::pointer::Pointer;
use crate::app::dungeon::Dungeon;
use crate::app::frame::Phase;
use crate::app::input::CommonAction;
use crate::app::player::Walker;
use crate::app::screen::{Screen, on};
use crate::app::ui::hud::{Bar, Hint};
use crate::geom::Pos;

/// Keeps the [`Bar`] up to date.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, tell.run_if(on(Screen::Lab)).in_set(Phase::Show));
}

static HINTS: [Hint; 8] = [
    (&[&LabAction::NextMap], "next"),
    (&[&LabAction::PreviousMap], "back"),
    (
        &[&LabAction::PreviousGenerator, &LabAction::NextGenerator],
        "generator",
    ),
    (
        &[
            &CommonAction::ZoomOut,
            &CommonAction::ZoomIn,
            &CommonAction::ZoomFit,
        ],
        "zoom",
    ),
    (&[&LabAction::Play], "play"),
    (&[&LabAction::Panel], "panel"),
    (&[&CommonAction::Help], "keys"),
    (&[&CommonAction::Back], "title"),
];

static MOUSE: [(&str, &str); 2] = [("Click, drag", "Step, pan"), ("Wheel", "Zoom, scroll")];

fn tell(
    (dungeon, walker, pointer): (Res<Dungeon>, Res<Walker>, Res<Pointer>),
    mut bar: ResMut<Bar>,
) {
    let entered = !std::ptr::eq(bar.hints, &HINTS);
    if !(entered || dungeon.is_changed() || walker.is_changed() || pointer.is_changed()) {
        return;
    }
    let place =
        |pos: Option<Pos>| pos.map_or_else(String::new, |pos| format!("{},{}", pos.x, pos.y));
    let spec = dungeon.spec();
    let generator = spec.generator().info().name;
    bar.set_if_neq(Bar {
        facts: vec![
            ("", format!("{generator} {}", spec.size())),
            ("seed", spec.seed.to_string()),
            ("map", (dungeon.number() + 1).to_string()),
            ("@", place(walker.at())),
            ("", place(pointer.tile)),
        ],
        hints: &HINTS,
        mouse: &MOUSE,
        ..default()
    });
}
