//! The screens: which there are, how one leads to another, and what they share: zoom, fullscreen,
//! the window's title, and what [`Intent::Back`] closes. The Lab's requests for maps are here, too.

pub mod conduit;
pub mod descend;
pub mod lab;
pub mod maze;
pub mod options;
pub mod replays;
mod title;

use bevy::ecs::system::SystemParam;
use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use bevy::state::app::StatesPlugin;
use bevy::window::{MonitorSelection, PrimaryWindow, RequestRedraw, WindowMode};

use super::dungeon::{Background, Dungeon, Regenerate, is_large};
use super::frame::Phase;
use super::glyph::{Terrain, View, Zoom};
use super::input::intent::{Intent, hand_out};
use super::notice::Notice;
use super::screen::{Screen, on};
use super::seed::RunSeed;
use super::settings::Settings;
use super::ui::hud::{Bar, HelpShown};
use crate::geom::Size;
use descend::Mode;
use lab::{Animation, ExportOpen};
use options::Desk;
use replays::Film;

/// Leads from screen to screen.
pub struct ScreensPlugin {
    /// The screen that is shown first.
    pub first: Screen,
}

impl Plugin for ScreensPlugin {
    fn build(&self, app: &mut App) {
        if !app.is_plugin_added::<StatesPlugin>() {
            app.add_plugins(StatesPlugin);
        }
        app.insert_state(self.first)
            .init_resource::<AutoFit>()
            .init_resource::<Bar>()
            .init_resource::<HelpShown>()
            .init_resource::<Mode>()
            .init_resource::<Animation>()
            .init_resource::<ExportOpen>()
            .init_resource::<Desk>()
            .add_systems(
                StateTransition,
                begin.run_if(on_message::<StateTransitionEvent<Screen>>),
            )
            .add_systems(
                Update,
                (
                    forget_notice.after(hand_out).in_set(Phase::Input),
                    (obey, request.run_if(on(Screen::Lab))).in_set(Phase::Act),
                    (entitle, fit).in_set(Phase::Show),
                ),
            );
        app.add_plugins((super::ui::choice::plugin, title::plugin));
    }
}

/// What was asked for on one screen, and how large its tiles were, does not mean the next.
fn begin(mut intents: ResMut<Messages<Intent>>, mut auto: ResMut<AutoFit>) {
    intents.clear();
    *auto = AutoFit::default();
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

/// As [`LEAST_FITTED`] in Maze Run, where even a large map is walked through.
const LEAST_IN_MAZE: f32 = 16.0;

fn obey(
    mut intents: MessageReader<Intent>,
    mut windows: Query<&mut Window, With<PrimaryWindow>>,
    mut settings: Option<ResMut<Settings>>,
    (mut zoom, mut auto, mut notice): (ResMut<Zoom>, ResMut<AutoFit>, ResMut<Notice>),
    mut open: Open,
) {
    for intent in intents.read() {
        match intent {
            Intent::ZoomIn | Intent::ZoomOut => {
                zoom.by(if *intent == Intent::ZoomIn { 1 } else { -1 });
                *auto = AutoFit::Off;
            }
            Intent::ZoomFit => *auto = AutoFit::Whole,
            Intent::Help => open.help.0 = !open.help.0,
            Intent::Open(screen) => open.go(*screen),
            Intent::Back => open.close(&mut notice),
            Intent::Fullscreen => match &mut settings {
                Some(settings) => settings.fullscreen = !settings.fullscreen,
                None => windows
                    .iter_mut()
                    .for_each(|mut window| toggle_fullscreen(&mut window)),
            },
            _ => {}
        }
    }
}

/// Asks for the maps that the Lab's keys lead to.
fn request(mut intents: MessageReader<Intent>, mut requests: MessageWriter<Regenerate>) {
    for intent in intents.read() {
        match intent {
            Intent::NextMap => drop(requests.write(Regenerate::Next)),
            Intent::PreviousMap => drop(requests.write(Regenerate::Previous)),
            Intent::NextGenerator => drop(requests.write(Regenerate::NextGenerator)),
            Intent::PreviousGenerator => drop(requests.write(Regenerate::PreviousGenerator)),
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
    mode: ResMut<'w, Mode>,
    desk: ResMut<'w, Desk>,
    background: ResMut<'w, Background>,
    animation: ResMut<'w, Animation>,
    film: Option<ResMut<'w, Film>>,
    screen: Res<'w, State<Screen>>,
    next: ResMut<'w, NextState<Screen>>,
    exit: MessageWriter<'w, AppExit>,
    redraw: MessageWriter<'w, RequestRedraw>,
}

impl Open<'_> {
    /// Goes to another screen.
    fn go(&mut self, screen: Screen) {
        self.help.0 = false;
        self.next.set(screen);
        // The screen changes at the beginning of the next frame.
        self.redraw.write(RequestRedraw);
    }

    /// Closes the uppermost of what is open; then the screen, and on the title the program.
    fn close(&mut self, notice: &mut Notice) {
        if self.help.0 {
            self.help.0 = false;
        } else if self.export.0 {
            self.export.0 = false;
        } else if let Some(focus) = self.focus.as_mut().filter(|focus| focus.get().is_some()) {
            focus.clear();
        } else if self.desk.bypass_change_detection().close() {
            self.desk.set_changed();
        } else if self.mode.close() || self.film.as_mut().is_some_and(|film| film.forget_typed()) {
        } else if self.background.is_busy() {
            notice.0 = self.background.cancel().unwrap_or_default();
        } else if self.animation.film().is_some() {
            self.animation.stop();
        } else if *self.screen.get() == Screen::Title {
            self.exit.write(AppExit::Success);
        } else if *self.screen.get() == Screen::Replay {
            self.go(Screen::Replays);
        } else {
            self.go(Screen::Title);
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
fn fit(
    auto: Res<AutoFit>,
    (view, terrain, screen): (Res<View>, Res<Terrain>, Res<State<Screen>>),
    mut zoom: ResMut<Zoom>,
) {
    let size = terrain.size();
    let changed = auto.is_changed() || view.is_changed() || terrain.is_changed();
    if *auto == AutoFit::Off || view.room == UVec2::ZERO || !changed || size == UVec2::ZERO {
        return;
    }
    let mut fitted = *zoom;
    fitted.fit(size, view.room);
    let in_maze = *screen.get() == Screen::Maze;
    let least = if in_maze { LEAST_IN_MAZE } else { LEAST_FITTED };
    let least = least * view.scale_factor;
    while *auto == AutoFit::Readable
        && (in_maze || !is_large(Size::new(size.x, size.y)))
        && (fitted.cell_px().y as f32) < least
        && fitted.step() + 1 < Zoom::STEPS
    {
        fitted.by(1);
    }
    zoom.set_if_neq(fitted);
}

/// The window's title names the seed.
fn entitle(
    (dungeon, screen): (Res<Dungeon>, Res<State<Screen>>),
    seed: Option<Res<RunSeed>>,
    mut windows: Query<&mut Window, With<PrimaryWindow>>,
) {
    let seed = seed.filter(|_| *screen.get() != Screen::Lab);
    let seed = seed.map_or(dungeon.spec().seed, |seed| seed.0);
    let title = format!("Undercroft - {seed}");
    for mut window in &mut windows {
        if window.title != title {
            window.title.clone_from(&title);
        }
    }
}
