//! The screens. There is one so far, the Lab: it turns intents into requests for maps, into zoom,
//! fullscreen and the end, and gives the window its title.

use bevy::ecs::system::SystemParam;
use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use bevy::window::{MonitorSelection, PrimaryWindow, WindowMode};

use super::Phase;
use super::dungeon::{Background, Dungeon, Notice, Regenerate, is_large};
use super::glyph::{View, Zoom};
use super::hud::HelpShown;
use super::intent::{Intent, hand_out};
use super::lab::{Animation, ExportOpen};

/// Runs the Lab.
pub struct ScreensPlugin;

impl Plugin for ScreensPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<AutoFit>()
            .init_resource::<HelpShown>()
            .init_resource::<Background>()
            .init_resource::<Animation>()
            .init_resource::<ExportOpen>()
            .add_systems(
                Update,
                (
                    forget_notice.after(hand_out).in_set(Phase::Input),
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
    mut windows: Query<&mut Window, With<PrimaryWindow>>,
    (mut zoom, mut auto, mut notice): (ResMut<Zoom>, ResMut<AutoFit>, ResMut<Notice>),
    mut open: Open,
) {
    for intent in intents.read() {
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
            Intent::Help => open.help.0 = !open.help.0,
            Intent::Back => open.close(&mut notice),
            Intent::Fullscreen => windows
                .iter_mut()
                .for_each(|mut window| toggle_fullscreen(&mut window)),
            _ => {}
        }
    }
}

/// A notice stays until something else is asked for.
fn forget_notice(mut intents: MessageReader<Intent>, mut notice: ResMut<Notice>) {
    if intents.read().count() > 0 && !notice.0.is_empty() {
        notice.0.clear();
    }
}

/// Everything that [`Intent::Back`] closes, the program last.
#[derive(SystemParam)]
struct Open<'w> {
    help: ResMut<'w, HelpShown>,
    export: ResMut<'w, ExportOpen>,
    focus: Option<ResMut<'w, InputFocus>>,
    background: ResMut<'w, Background>,
    animation: ResMut<'w, Animation>,
    exit: MessageWriter<'w, AppExit>,
}

impl Open<'_> {
    /// Closes the uppermost of what is open.
    fn close(&mut self, notice: &mut Notice) {
        if self.help.0 {
            self.help.0 = false;
        } else if self.export.0 {
            self.export.0 = false;
        } else if let Some(focus) = self.focus.as_mut().filter(|focus| focus.get().is_some()) {
            focus.clear();
        } else if self.background.is_busy() {
            notice.0 = self.background.cancel().unwrap_or_default();
        } else if self.animation.film().is_some() {
            self.animation.stop();
        } else {
            self.exit.write(AppExit::Success);
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
        && !is_large(size)
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
