//! The screens. There is one so far, the Lab: it turns intents into requests for maps, into zoom,
//! fullscreen and the end, and gives the window its title.

use bevy::prelude::*;
use bevy::window::{MonitorSelection, PrimaryWindow, WindowMode};

use super::Phase;
use super::dungeon::{Dungeon, Notice, Regenerate};
use super::glyph::{View, Zoom};
use super::hud::HelpShown;
use super::intent::Intent;

/// Runs the Lab.
pub struct ScreensPlugin;

impl Plugin for ScreensPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<AutoFit>()
            .init_resource::<HelpShown>()
            .add_systems(
                Update,
                (
                    obey.in_set(Phase::Act),
                    (title.run_if(resource_changed::<Dungeon>), fit).in_set(Phase::Show),
                ),
            );
    }
}

/// Who decides how large the tiles are.
#[derive(Resource, Default, Clone, Copy, PartialEq, Eq)]
enum AutoFit {
    /// The window and the map, as long as the tiles stay readable.
    #[default]
    Readable,
    /// The window and the map alone.
    Whole,
    /// The player, who has zoomed.
    Off,
}

/// Tiles do not shrink below this height, in logical pixels, to fit a large map or a small
/// window, unless the player asks.
const LEAST_FITTED: f32 = 10.0;

fn obey(
    mut intents: MessageReader<Intent>,
    mut requests: MessageWriter<Regenerate>,
    mut exit: MessageWriter<AppExit>,
    mut windows: Query<&mut Window, With<PrimaryWindow>>,
    (mut zoom, mut auto, mut help, mut notice): (
        ResMut<Zoom>,
        ResMut<AutoFit>,
        ResMut<HelpShown>,
        ResMut<Notice>,
    ),
) {
    for intent in intents.read() {
        if !notice.0.is_empty() {
            notice.0.clear();
        }
        match intent {
            Intent::NextMap => drop(requests.write(Regenerate::Next)),
            Intent::PreviousMap => drop(requests.write(Regenerate::Previous)),
            Intent::NextGenerator => drop(requests.write(Regenerate::NextGenerator)),
            Intent::PreviousGenerator => drop(requests.write(Regenerate::PreviousGenerator)),
            Intent::ZoomIn | Intent::ZoomOut => {
                zoom.by(if *intent == Intent::ZoomIn { 1 } else { -1 });
                *auto = AutoFit::Off;
            }
            Intent::ZoomFit => *auto = AutoFit::Whole,
            Intent::Help => help.0 = !help.0,
            Intent::Back if help.0 => help.0 = false,
            Intent::Back => drop(exit.write(AppExit::Success)),
            Intent::Fullscreen => windows
                .iter_mut()
                .for_each(|mut window| toggle_fullscreen(&mut window)),
            Intent::Step(_) | Intent::Screenshot => {}
        }
    }
}

fn toggle_fullscreen(window: &mut Window) {
    window.mode = match window.mode {
        WindowMode::Windowed => WindowMode::BorderlessFullscreen(MonitorSelection::Current),
        _ => WindowMode::Windowed,
    };
}

/// Fits the tiles to a new window, panel or map.
fn fit(auto: Res<AutoFit>, view: Res<View>, dungeon: Res<Dungeon>, mut zoom: ResMut<Zoom>) {
    let changed = auto.is_changed() || view.is_changed() || dungeon.is_changed();
    if *auto == AutoFit::Off || view.room == UVec2::ZERO || !changed {
        return;
    }
    let size = dungeon.map().size();
    let mut fitted = *zoom;
    fitted.fit(UVec2::new(size.width, size.height), view.room);
    let least = LEAST_FITTED * view.scale_factor;
    while *auto == AutoFit::Readable
        && (fitted.cell_px().y as f32) < least
        && fitted.step() + 1 < Zoom::STEPS
    {
        fitted.by(1);
    }
    zoom.set_if_neq(fitted);
}

fn title(dungeon: Res<Dungeon>, mut windows: Query<&mut Window, With<PrimaryWindow>>) {
    for mut window in &mut windows {
        window.title = format!("Undercroft - {}", dungeon.spec().seed);
    }
}
