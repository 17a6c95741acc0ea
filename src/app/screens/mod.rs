//! The screens, the navigation between them, and what they share: zoom, fullscreen and the window's
//! title.

pub mod conduit;
pub mod descend;
pub mod lab;
pub mod maze;
pub mod options;
pub mod replays;
pub mod title;

use bevy::prelude::*;
use bevy::state::app::StatesPlugin;
use bevy::window::PrimaryWindow;

use super::begin::Begin;
use super::card::{Cards, Zooms};
use super::dungeon::is_large;
use super::frame::{Phase, React};
use super::glyph::{Terrain, ViewInsets, Viewport, Zoom};
use super::input::{ActionSent, CommonAction, LeaveScreen};
use super::notice::Notice;
use super::platform::IS_PAGE;
use super::screen::{self, OpenScreen, Screen};
use super::settings::Settings;
use super::stage::WholeLevel;
use super::ui::hud::{Bar, derive_bar};
use super::ui::side::Drawer;
use crate::geom::Size;
use crate::rng::Seed;

/// Opens the first screen and adds the systems that all screens share.
pub struct ScreensPlugin {
    /// The screen that is shown first.
    pub first: Screen,
}

impl Plugin for ScreensPlugin {
    fn build(&self, app: &mut App) {
        if !app.is_plugin_added::<StatesPlugin>() {
            app.add_plugins(StatesPlugin);
        }
        screen::configure_sets(app);
        app.insert_state(self.first)
            .init_resource::<Begin>()
            .init_resource::<AutoFit>()
            .init_resource::<ZoomBefore>()
            .init_resource::<Cards>()
            .init_resource::<ShownSeed>()
            .init_resource::<Bar>()
            .init_resource::<Drawer>()
            .add_systems(
                React,
                (
                    forget_notice.before(Phase::Act),
                    (
                        reset_auto_fit.run_if(state_changed::<Screen>),
                        apply_actions,
                    )
                        .chain()
                        .in_set(Phase::Act),
                    // After `Act`, where a screen may take the message to open its menu instead.
                    leave_screen.after(Phase::Act).before(Phase::Generate),
                    leave_whole_level.in_set(Phase::Record),
                ),
            )
            .add_systems(
                Update,
                (
                    derive_bar.after(Phase::Light).before(Phase::Show),
                    (shown_seed.pipe(update_window_title), fit_zoom).in_set(Phase::Show),
                ),
            );
        app.add_plugins((
            super::ui::cursor_sound::plugin,
            super::ui::stopwatch::plugin,
            title::plugin,
        ));
    }
}

/// Forgets the zoom mode of the previous screen.
fn reset_auto_fit(mut auto: ResMut<AutoFit>) {
    *auto = AutoFit::default();
}

/// What determines the size of the tiles.
#[derive(Resource, Default, Clone, Copy, PartialEq, Eq)]
pub(super) enum AutoFit {
    /// The whole map is fitted to the window, but tiles stay readable.
    #[default]
    Readable,
    /// The whole map is fitted to the window, however small its tiles are.
    Whole,
    /// The player has zoomed, and nothing is fitted.
    Off,
}

fn apply_actions(
    mut actions: MessageReader<CommonAction>,
    mut settings: ResMut<Settings>,
    (mut zoom, mut auto): (ResMut<Zoom>, ResMut<AutoFit>),
    (screen, cards, whole): (Res<State<Screen>>, Res<Cards>, Option<Res<WholeLevel>>),
) {
    // The view of a whole level has a zoom of its own.
    let zooms_map = cards.of(*screen.get()).zoom == Zooms::Map && !whole.is_some_and(|it| it.0);
    for action in actions.read() {
        match action {
            CommonAction::ZoomIn | CommonAction::ZoomOut | CommonAction::ZoomFit if !zooms_map => {}
            CommonAction::ZoomIn | CommonAction::ZoomOut => {
                zoom.step_by(match action {
                    CommonAction::ZoomIn => 1,
                    _ => -1,
                });
                *auto = AutoFit::Off;
            }
            CommonAction::ZoomFit => *auto = AutoFit::Whole,
            CommonAction::Fullscreen => settings.fullscreen = !settings.fullscreen,
            // Handled elsewhere.
            _ => {}
        }
    }
}

/// Goes back to the parent screen, or exits from the title. The options go back to the screen they were
/// opened from.
fn leave_screen(
    mut asked: ResMut<Messages<LeaveScreen>>,
    (screen, cards): (Res<State<Screen>>, Res<Cards>),
    mut transitions: MessageReader<StateTransitionEvent<Screen>>,
    mut previous: Local<Option<Screen>>,
    mut screens: OpenScreen,
    mut exit: MessageWriter<AppExit>,
) {
    if let Some(last) = transitions.read().last() {
        *previous = last.exited;
    }
    for _ in asked.drain() {
        let parent = cards.of(*screen.get()).parent;
        let parent = match screen.get() {
            Screen::Options => previous.or(parent),
            _ => parent,
        };
        match parent {
            Some(parent) => screens.open(parent, Begin::Last),
            // A web page is left by closing its tab.
            None if IS_PAGE => {}
            None => drop(exit.write(AppExit::Success)),
        }
    }
}

/// Clears the notice on the next input.
fn forget_notice(mut asked: MessageReader<ActionSent>, mut notice: ResMut<Notice>) {
    notice.bypass_change_detection().age();
    if asked.read().count() > 0 && !notice.text().is_empty() {
        notice.clear();
    }
}

/// The zoom before the whole level was shown.
#[derive(Resource, Default)]
struct ZoomBefore(Option<Zoom>);

/// Goes back to the zoom before the view of the whole level, once that is left.
fn leave_whole_level(
    whole: Option<Res<WholeLevel>>,
    mut before: ResMut<ZoomBefore>,
    mut zoom: ResMut<Zoom>,
) {
    if before.0.is_some() && !whole.is_some_and(|whole| whole.0) {
        *zoom = before.0.take().unwrap_or(*zoom);
    }
}

/// Fits the tiles to a changed window, panel or map, or to the whole level while it is shown.
fn fit_zoom(
    auto: Res<AutoFit>,
    (whole, mut before): (Option<Res<WholeLevel>>, ResMut<ZoomBefore>),
    (view, terrain, insets): (Res<Viewport>, Res<Terrain>, Res<ViewInsets>),
    (screen, cards): (Res<State<Screen>>, Res<Cards>),
    mut zoom: ResMut<Zoom>,
) {
    let size = terrain.size();
    if whole.is_some_and(|whole| whole.0) {
        before.0.get_or_insert(*zoom);
        let mut fitted = *zoom;
        fitted.fit(size, view.room);
        zoom.set_if_neq(fitted);
        return;
    }
    let has_changed = auto.is_changed() || view.is_changed() || terrain.is_changed();
    if *auto == AutoFit::Off || view.room == UVec2::ZERO || !has_changed || size == UVec2::ZERO {
        return;
    }
    let fit = cards.of(*screen.get()).fit;
    let mut fitted = *zoom;
    let room = match *auto {
        AutoFit::Readable if !fit.yields_to_text => room_at_default_text_size(&view, &insets),
        _ => view.room,
    };
    fitted.fit(size, room);
    let window_height = view.window.y as f32 / view.scale_factor;
    let min_height = fit.min_tile_height.max(window_height / fit.max_rows) * view.scale_factor;
    while *auto == AutoFit::Readable
        && (fit.enlarges_large_maps || !is_large(Size::new(size.x, size.y)))
        && (fitted.cell_px().y as f32) < min_height
        && fitted.step() + 1 < Zoom::STEPS
    {
        fitted.step_by(1);
    }
    zoom.set_if_neq(fitted);
}

/// The room for the map with panels at the default text size, so that larger text does not shrink the
/// tiles.
fn room_at_default_text_size(view: &Viewport, insets: &ViewInsets) -> UVec2 {
    let covered = Vec2::new(insets.left + insets.right, insets.top + insets.bottom);
    let left = view.window.as_vec2() - covered * view.scale_factor;
    view.room.max(left.max(Vec2::ZERO).as_uvec2())
}

/// The seed of what is on the screen; `None` for a board or a maze that was not made from a seed.
#[derive(Resource, Default, PartialEq, Eq)]
pub(super) struct ShownSeed(pub Option<Seed>);

fn shown_seed(world: &World) -> Option<Seed> {
    (Cards::shown(world).seed)(world)
}

/// Shows the seed in the window's title.
fn update_window_title(
    seed: In<Option<Seed>>,
    mut shown: ResMut<ShownSeed>,
    mut windows: Query<&mut Window, With<PrimaryWindow>>,
) {
    shown.0 = seed.0;
    let seed = seed.map(|seed| format!(" - {seed}"));
    let title = format!("Undercroft{}", seed.unwrap_or_default());
    for mut window in &mut windows {
        if window.title != title {
            window.title.clone_from(&title);
        }
    }
}
