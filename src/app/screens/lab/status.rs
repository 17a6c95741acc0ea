//! The facts and hints in the bar while the Lab is open.

use bevy::prelude::*;

use super::action::LabAction;
use super::pointer::HoveredTile;
use crate::app::dungeon::Dungeon;
use crate::app::frame::Phase;
use crate::app::input::CommonAction;
use crate::app::player::Walker;
use crate::app::screen::{Screen, in_screen};
use crate::app::ui::hud::{Bar, Hint};
use crate::geom::Pos;
use crate::mapgen::ALL;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        update_bar
            .run_if(in_screen(Screen::Lab))
            .in_set(Phase::Show),
    );
}

static HINTS: [Hint; 8] = [
    (&[&LabAction::NextMap], "next"),
    (&[&LabAction::PreviousMap], "previous"),
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

fn update_bar(
    (dungeon, walker, hovered): (Res<Dungeon>, Res<Walker>, Res<HoveredTile>),
    mut bar: ResMut<Bar>,
) {
    let is_new = !std::ptr::eq(bar.hints, &HINTS);
    if !(is_new || dungeon.is_changed() || walker.is_changed() || hovered.is_changed()) {
        return;
    }
    let spec = dungeon.spec();
    let generator = spec.generator().info().name;
    // Each fact keeps its width from map to map, so that the bar keeps its height.
    let names = ALL.iter().map(|one| one.info().name.len());
    let name_width = names.max().unwrap_or_default();
    let position_width = spec.size().to_string().len();
    let position = |pos: Option<Pos>| {
        let text = pos.map_or_else(String::new, |pos| format!("{},{}", pos.x, pos.y));
        format!("{text:<position_width$}")
    };
    bar.set_if_neq(Bar {
        facts: vec![
            ("", format!("{generator:<name_width$} {}", spec.size())),
            ("seed", spec.seed.to_string()),
            ("map", (dungeon.number() + 1).to_string()),
            ("@", position(walker.at())),
            ("", position(hovered.0)),
        ],
        hints: &HINTS,
        mouse: &MOUSE,
        ..default()
    });
}
