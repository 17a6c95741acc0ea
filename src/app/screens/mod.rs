//! The screens: which there are, how one leads to another, and what they share: zoom, fullscreen,
//! and the window's title.

pub mod conduit;
pub mod descend;
pub mod lab;
pub mod maze;
pub mod options;
pub mod replays;
pub mod title;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::state::app::StatesPlugin;
use bevy::window::{MonitorSelection, PrimaryWindow, WindowMode};

use super::dungeon::{Dungeon, is_large};
use super::frame::Phase;
use super::glyph::{Terrain, View, ViewInsets, Zoom};
use super::input::{Asked, CommonAction, LeaveScreen, hand_out};
use super::notice::Notice;
use super::platform::IS_PAGE;
use super::screen::{OpenScreen, Screen};
use super::seed::RunSeed;
use super::settings::Settings;
use super::stage::{ShownRun, WholeLevel};
use super::ui::hud::Bar;
use crate::geom::Size;
use crate::rng::Seed;

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
            .add_systems(
                Update,
                (
                    forget_notice.after(hand_out).in_set(Phase::Input),
                    (begin.run_if(state_changed::<Screen>), apply_actions)
                        .chain()
                        .in_set(Phase::Act),
                    // A screen that has something to ask first takes the message before.
                    leave_screen.after(Phase::Act).before(Phase::Generate),
                    (entitle, fit).in_set(Phase::Show),
                ),
            );
        app.add_plugins((
            super::ui::choice::plugin,
            super::ui::stopwatch::plugin,
            title::plugin,
        ));
    }
}

/// How large the tiles of one screen were does not mean the next.
fn begin(mut auto: ResMut<AutoFit>) {
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

/// As [`LEAST_FITTED`] where a run is shown, and the most tiles from top to bottom of a larger
/// window there.
const LEAST_IN_RUN: f32 = 20.0;
const MOST_ROWS: f32 = 45.0;

fn apply_actions(
    mut actions: MessageReader<CommonAction>,
    mut windows: Query<&mut Window, With<PrimaryWindow>>,
    mut settings: Option<ResMut<Settings>>,
    (mut zoom, mut auto): (ResMut<Zoom>, ResMut<AutoFit>),
    screen: Res<State<Screen>>,
) {
    for action in actions.read() {
        match action {
            // It has no map, and zooms its board itself.
            CommonAction::ZoomIn | CommonAction::ZoomOut | CommonAction::ZoomFit
                if *screen.get() == Screen::Conduit => {}
            CommonAction::ZoomIn | CommonAction::ZoomOut => {
                zoom.step_by(if *action == CommonAction::ZoomIn {
                    1
                } else {
                    -1
                });
                *auto = AutoFit::Off;
            }
            CommonAction::ZoomFit => *auto = AutoFit::Whole,
            CommonAction::Fullscreen => match &mut settings {
                Some(settings) => settings.fullscreen = !settings.fullscreen,
                None => windows
                    .iter_mut()
                    .for_each(|mut window| toggle_fullscreen(&mut window)),
            },
            CommonAction::Help
            | CommonAction::Screenshot
            | CommonAction::CopyLink
            | CommonAction::Back => {}
        }
    }
}

/// Goes back to the screen before, and from the title out of the program. The options are left for
/// where they were opened.
fn leave_screen(
    mut asked: ResMut<Messages<LeaveScreen>>,
    (screen, mut transitions): (
        Res<State<Screen>>,
        MessageReader<StateTransitionEvent<Screen>>,
    ),
    mut before: Local<Option<Screen>>,
    mut screens: OpenScreen,
    mut exit: MessageWriter<AppExit>,
) {
    if let Some(last) = transitions.read().last() {
        *before = last.exited;
    }
    for _ in asked.drain() {
        let parent = match screen.get() {
            Screen::Options => before.or(screen.parent()),
            _ => screen.parent(),
        };
        match parent {
            Some(parent) => screens.open(parent),
            // A page is left by its tab's button.
            None if IS_PAGE => {}
            None => drop(exit.write(AppExit::Success)),
        }
    }
}

/// A notice stays until something else is asked for.
fn forget_notice(mut asked: MessageReader<Asked>, mut notice: ResMut<Notice>) {
    if asked.read().count() > 0 && !notice.0.is_empty() {
        notice.0.clear();
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
    (whole, mut before): (Option<Res<WholeLevel>>, Local<Option<Zoom>>),
    (view, terrain, screen): (Res<View>, Res<Terrain>, Res<State<Screen>>),
    insets: Res<ViewInsets>,
    mut zoom: ResMut<Zoom>,
) {
    let size = terrain.size();
    if whole.is_some_and(|whole| whole.0) {
        before.get_or_insert(*zoom);
        let mut fitted = *zoom;
        fitted.fit(size, view.room);
        zoom.set_if_neq(fitted);
        return;
    }
    if let Some(before) = before.take() {
        *zoom = before;
    }
    let changed = auto.is_changed() || view.is_changed() || terrain.is_changed();
    if *auto == AutoFit::Off || view.room == UVec2::ZERO || !changed || size == UVec2::ZERO {
        return;
    }
    let mut fitted = *zoom;
    let room = match *auto {
        AutoFit::Whole => view.room,
        _ => room_at_usual_text(&view, &insets),
    };
    fitted.fit(size, room);
    let in_maze = *screen.get() == Screen::Maze;
    let least = match screen.get() {
        Screen::Maze => LEAST_IN_MAZE,
        Screen::Play | Screen::Replay | Screen::Title => {
            LEAST_IN_RUN.max(view.window.y as f32 / view.scale_factor / MOST_ROWS)
        }
        _ => LEAST_FITTED,
    };
    let least = least * view.scale_factor;
    while *auto == AutoFit::Readable
        && (in_maze || !is_large(Size::new(size.x, size.y)))
        && (fitted.cell_px().y as f32) < least
        && fitted.step() + 1 < Zoom::STEPS
    {
        fitted.step_by(1);
    }
    zoom.set_if_neq(fitted);
}

/// The part of the window that panels leave free with text of the usual size: larger text does not make
/// the map smaller.
fn room_at_usual_text(view: &View, insets: &ViewInsets) -> UVec2 {
    let covered = Vec2::new(insets.left + insets.right, insets.top + insets.bottom);
    let left = view.window.as_vec2() - covered * view.scale_factor;
    view.room.max(left.max(Vec2::ZERO).as_uvec2())
}

/// The seed of what the screen shows.
#[derive(SystemParam)]
pub(super) struct ShownSeed<'w> {
    run: ShownRun<'w>,
    dungeon: Res<'w, Dungeon>,
    screen: Res<'w, State<Screen>>,
    seed: Res<'w, RunSeed>,
}

impl ShownSeed<'_> {
    pub(super) fn get(&self) -> Seed {
        if *self.screen.get() == Screen::Lab {
            return self.dungeon.spec().seed;
        }
        let run = self.run.run();
        run.map_or(self.seed.0, |run| run.game().seed())
    }
}

/// The window's title names the seed.
fn entitle(seed: ShownSeed, mut windows: Query<&mut Window, With<PrimaryWindow>>) {
    let title = format!("Undercroft - {}", seed.get());
    for mut window in &mut windows {
        if window.title != title {
            window.title.clone_from(&title);
        }
    }
}
