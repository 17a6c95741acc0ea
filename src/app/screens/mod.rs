//! The screens, the navigation between them, and what they share: zoom, fullscreen and the window's
//! title.

pub mod conduit;
pub mod descend;
pub mod lab;
pub mod maze;
pub mod options;
pub mod replays;
pub mod title;

use std::collections::BTreeMap;

use bevy::prelude::*;
use bevy::state::app::StatesPlugin;
use bevy::window::PrimaryWindow;

use super::begin::Begin;
use super::card::{Cards, Zooms};
use super::dungeon::is_large;
use super::frame::{Phase, React};
use super::glyph::{Terrain, ViewInsets, Zoom};
use super::input::{ActionSent, CommonAction, LeaveScreen};
use super::notice::Notice;
use super::platform::IS_PAGE;
use super::screen::{self, OpenScreen, Screen};
use super::settings::Settings;
use super::stage::{Arrival, Arrives, WholeLevel};
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
            .init_resource::<ChosenZooms>()
            .init_resource::<Cards>()
            .init_resource::<ShownSeed>()
            .init_resource::<Bar>()
            .init_resource::<Drawer>()
            .add_systems(
                React,
                (
                    forget_notice.before(Phase::Act),
                    (change_zoom, apply_actions).chain().in_set(Phase::Act),
                    // After `Act`, where a screen may take the message to open its menu instead.
                    leave_screen.after(Phase::Act).before(Phase::Generate),
                    leave_whole_level.in_set(Phase::Record),
                ),
            )
            .add_systems(
                Update,
                (
                    derive_bar.after(Phase::Light).before(Phase::Show),
                    (
                        shown_seed.pipe(update_window_title),
                        fit_zoom.after(Arrives),
                    )
                        .in_set(Phase::Show),
                ),
            );
        app.add_plugins((
            super::ui::cursor_sound::plugin,
            super::ui::stopwatch::plugin,
            title::plugin,
        ));
    }
}

/// The zoom of each screen on which the player chose one.
#[derive(Resource, Default)]
struct ChosenZooms(BTreeMap<Screen, Zoom>);

/// Fits the tiles on another screen, unless the player has chosen their size there.
fn change_zoom(
    mut transitions: MessageReader<StateTransitionEvent<Screen>>,
    (mut auto, mut zoom): (ResMut<AutoFit>, ResMut<Zoom>),
    (mut chosen, before): (ResMut<ChosenZooms>, Res<ZoomBefore>),
) {
    for transition in transitions.read() {
        let (left, entered) = (transition.exited, transition.entered);
        if let Some(left) = left {
            match *auto {
                AutoFit::Off => chosen.0.insert(left, before.0.unwrap_or(*zoom)),
                _ => chosen.0.remove(&left),
            };
        }
        *auto = match entered.and_then(|screen| chosen.0.get(&screen)) {
            Some(kept) => {
                *zoom = *kept;
                AutoFit::Off
            }
            None => AutoFit::default(),
        };
    }
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

/// What the tiles were fitted to.
#[derive(Clone, Copy, PartialEq, Default)]
struct FittedTo {
    /// The size of the window and what panels leave of it, in physical pixels.
    window: UVec2,
    room: UVec2,
    /// The sizes of the map and of what was known of it on arrival, in tiles.
    map: UVec2,
    known: UVec2,
}

/// Fits the tiles to a changed window, panel or map, or to the whole level while it is shown.
fn fit_zoom(
    auto: Res<AutoFit>,
    (whole, mut before): (Option<Res<WholeLevel>>, ResMut<ZoomBefore>),
    windows: Query<&Window, With<PrimaryWindow>>,
    (insets, ui_scale, terrain): (Res<ViewInsets>, Option<Res<UiScale>>, Res<Terrain>),
    (screen, cards, arrival): (Res<State<Screen>>, Res<Cards>, Option<Res<Arrival>>),
    (mut zoom, mut fitted_to): (ResMut<Zoom>, Local<FittedTo>),
) {
    let Ok(window) = windows.single() else {
        return;
    };
    let card = cards.of(*screen.get());
    let known = arrival.and_then(|arrival| arrival.0.filter(|_| card.run.is_some()));
    let (scale, size) = (window.scale_factor(), window.physical_size());
    let logical = insets.logical(ui_scale.as_deref());
    let now = FittedTo {
        window: size,
        room: logical.room(size, scale),
        map: terrain.size(),
        known: known.map_or(terrain.size(), |known| {
            UVec2::new(known.width() as u32, known.height() as u32)
        }),
    };
    let mut fitted = *zoom;
    if whole.is_some_and(|whole| whole.0) {
        before.0.get_or_insert(*zoom);
        fitted.fit(now.map, now.room);
        zoom.set_if_neq(fitted);
        return;
    }
    let has_changed = auto.is_changed() || *fitted_to != now;
    if *auto == AutoFit::Off || !has_changed || now.map == UVec2::ZERO {
        return;
    }
    *fitted_to = now;
    let fit = card.fit;
    fitted.fit(now.map, now.room);
    if *auto == AutoFit::Readable {
        let readable = fit.min_tile_height.max(window.height() / fit.max_rows) * scale;
        let largest = now.room.y as f32 / fit.min_rows;
        let is_enlarged = fit.enlarges_large_maps || !is_large(Size::new(now.map.x, now.map.y));
        let is_too_small = |zoom: Zoom| {
            let cell = zoom.cell_px().y as f32;
            let mut next = zoom;
            next.step_by(1);
            let may_grow = known.is_some() && next.cell_px().y as f32 <= largest;
            is_enlarged && cell < readable || may_grow && !fills_a_third(&now, zoom)
        };
        while fitted.step() > 0 && fitted.cell_px().y as f32 > largest {
            fitted.step_by(-1);
        }
        while fitted.step() + 1 < Zoom::STEPS && is_too_small(fitted) {
            fitted.step_by(1);
        }
    }
    zoom.set_if_neq(fitted);
}

/// Whether what is known fills a third of the view along its longer side.
fn fills_a_third(fitted: &FittedTo, zoom: Zoom) -> bool {
    let known = fitted.known.as_vec2() * zoom.tile_px() * 3.0;
    match fitted.known.x >= fitted.known.y {
        true => known.x >= fitted.room.x as f32,
        false => known.y >= fitted.room.y as f32,
    }
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
