//! The facts and hints in the bar while the Lab is open.

use bevy::prelude::*;

use super::action::LabAction;
use super::animation::Animation;
use super::paint::Paint;
use super::pointer::HoveredTile;
use super::tool::LabTool;
use crate::app::dungeon::Dungeon;
use crate::app::input::CommonAction;
use crate::app::player::Walker;
use crate::app::screen::Screen;
use crate::app::ui::hud::{AddBar, Bar, Hint, TO_PANEL};
use crate::geom::Pos;
use crate::mapgen::ALL;

pub(super) fn plugin(app: &mut App) {
    app.add_bar(Screen::Lab, bar, |_| true);
}

/// The hints, by whether the generation is playing and whether steps walk.
static HINTS: [[[Hint; 11]; 2]; 2] = [
    [hints("play", "walk"), hints("play", "pan")],
    [hints("pause", "walk"), hints("pause", "pan")],
];

const fn hints(play: &'static str, walk_mode: &'static str) -> [Hint; 11] {
    [
        (&[&LabAction::NextMap], "new"),
        (&[&LabAction::Back], "undo"),
        (&[&LabAction::Sheet], "sheet"),
        (&[&LabAction::Search], "search"),
        (&[&LabAction::Export], "export"),
        (
            &[&LabAction::PreviousGenerator, &LabAction::NextGenerator],
            "generator",
        ),
        (&[&LabAction::Play], play),
        (&[&LabAction::WalkMode], walk_mode),
        (&[&LabAction::EnterPanel], TO_PANEL),
        (&[&CommonAction::Help], "keys"),
        (&[&CommonAction::Back], "title"),
    ]
}

/// The hints while strokes paint, by whether one has begun.
static PAINTING: [[Hint; 6]; 2] = [painting("begin stroke"), painting("end stroke")];

const fn painting(stroke: &'static str) -> [Hint; 6] {
    [
        (&[&LabAction::Stroke], stroke),
        (&[&LabAction::Back], "undo"),
        (&[&LabAction::NextMap], "new"),
        (&[&LabAction::EnterPanel], "tools"),
        (&[&CommonAction::Help], "keys"),
        (&[&CommonAction::Back], "done"),
    ]
}

static MOUSE_PAINTING: [(&str, &str); 3] = [
    ("Drag", "Paint"),
    ("Right drag", "Pan"),
    ("Wheel", "Zoom, scroll"),
];
static MOUSE: [(&str, &str); 2] = [("Drag", "Pan"), ("Wheel", "Zoom, scroll")];
static MOUSE_WALKING: [(&str, &str); 3] = [
    ("Click", "Walk there"),
    ("Right drag", "Pan"),
    ("Wheel", "Zoom, scroll"),
];

fn bar(world: &World) -> Bar {
    let (dungeon, walker) = (world.resource::<Dungeon>(), world.resource::<Walker>());
    let (tool, paint) = (*world.resource::<LabTool>(), world.resource::<Paint>());
    let animation = world.resource::<Animation>();
    let hints: &'static [Hint] = match tool == LabTool::Paint {
        true => &PAINTING[usize::from(paint.has_stroke())],
        false => &HINTS[usize::from(animation.is_playing())][usize::from(tool.walks())],
    };
    let spec = dungeon.spec();
    let generator = spec.name();
    // Each fact keeps its width from map to map, so that the bar keeps its height.
    let names = ALL.iter().map(|one| one.info().name.len());
    let name_width = names.max().unwrap_or_default();
    let position_width = spec.size().to_string().len();
    let position = |pos: Option<Pos>| {
        let text = pos.map_or_else(String::new, |pos| format!("{},{}", pos.x, pos.y));
        format!("{text:<position_width$}")
    };
    let mut facts = vec![
        ("", format!("{generator:<name_width$} {}", spec.size())),
        ("seed", spec.typed_seed()),
        ("map", (dungeon.number() + 1).to_string()),
        ("@", position(walker.at())),
        ("", position(world.resource::<HoveredTile>().0)),
    ];
    if tool.walks() {
        facts.push(("steps", format!("{:<5}", walker.steps())));
    }
    Bar {
        facts,
        hints,
        mouse: match tool {
            LabTool::Paint => &MOUSE_PAINTING,
            LabTool::Walk | LabTool::Fog => &MOUSE_WALKING,
            LabTool::Pan => &MOUSE,
        },
        ..default()
    }
}
