//! Plays back the map's generation on the terrain: play, pause, step, seek, speed.

use bevy::prelude::*;

use super::action::LabAction;
use super::recording::Film;
use super::view::LabView;
use crate::app::dungeon::{Dungeon, Look, Palette, Scene, paint, plan, takes_long};
use crate::app::frame::{Phase, React};
use crate::app::glyph::{LightMap, Lit, Terrain, Tint};
use crate::app::input::derive_layers;
use crate::app::light::Lighting;
use crate::app::notice::Notice;
use crate::app::platform::clock::{FRAME, Wake};
use crate::app::screen::Screen;
use crate::app::ui::playback::{Playback, ReplayAction};
use crate::app::ui::timeline::{Sought, Timeline};
use crate::geom::{Grid, Pos, Rect};
use crate::map::Tile;
use crate::mapgen::Step;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Animation>()
        .add_systems(
            React,
            (
                apply_actions.in_set(Phase::Act),
                (
                    stop_on_new_map.run_if(resource_changed::<Dungeon>),
                    drop_film.run_if(resource_changed::<LabView>),
                )
                    .chain()
                    .in_set(Phase::Derive)
                    .before(derive_layers),
            )
                .in_set(Screen::Lab),
        )
        .add_systems(
            Update,
            (advance_animation, draw_animation, update_timeline)
                .chain()
                // When a film ends, the dungeon is painted in the next frame, before it is lit.
                .after(Lighting)
                .in_set(Screen::Lab)
                .in_set(Phase::Light),
        );
}

/// Duration of a film at normal speed, in seconds.
const DURATION: f32 = 6.0;

/// Minimum pace at normal speed, in steps per second; short films take less than [`DURATION`].
const MIN_PACE: f32 = 6.0;

/// The playback of the map's generation.
#[derive(Resource, Default)]
pub struct Animation {
    film: Option<Film>,
    playback: Playback,
}

impl Animation {
    /// The film on the terrain; none while the map itself is shown.
    pub fn film(&self) -> Option<&Film> {
        self.film.as_ref()
    }

    /// Whether the film is playing, rather than paused or absent.
    pub fn is_playing(&self) -> bool {
        self.playback.is_playing() && self.film.is_some()
    }

    /// What [`LabAction::Play`] does now, for its button.
    pub fn play_verb(&self) -> &'static str {
        if self.is_playing() { "Pause" } else { "Play" }
    }

    /// Where it is and how fast it plays, in words.
    pub fn describe(&self) -> String {
        let speed = self.playback.speed();
        self.film.as_ref().map_or_else(
            || format!("Whole map, speed {speed}"),
            |film| {
                let paused = if self.is_playing() { "" } else { ", paused" };
                format!(
                    "Step {} of {}, {speed}{paused}",
                    film.position(),
                    film.length()
                )
            },
        )
    }

    fn timeline(&self) -> Timeline {
        self.film
            .as_ref()
            .map_or_else(Timeline::default, |film| Timeline {
                shown: (film.position() as f32, film.length() as f32),
                label: format!("step {} of {}", film.position(), film.length()),
                is_playing: self.is_playing(),
            })
    }

    /// Steps in a second at the usual speed.
    fn pace(&self) -> f32 {
        let length = self.film.as_ref().map_or(0, Film::length);
        (length as f32 / DURATION).max(MIN_PACE)
    }
}

/// What an action of the Lab is for what is played.
const fn replay_action(action: LabAction) -> Option<ReplayAction> {
    Some(match action {
        LabAction::Play => ReplayAction::TogglePlay,
        LabAction::StepBack => ReplayAction::StepBack,
        LabAction::StepForward => ReplayAction::StepForward,
        LabAction::Slower => ReplayAction::Slower,
        LabAction::Faster => ReplayAction::Faster,
        _ => return None,
    })
}

fn apply_actions(
    mut actions: MessageReader<LabAction>,
    mut sought: MessageReader<Sought>,
    dungeon: Res<Dungeon>,
    (mut animation, mut view): (ResMut<Animation>, ResMut<LabView>),
    mut notice: ResMut<Notice>,
) {
    for action in actions.read().filter_map(|action| replay_action(*action)) {
        match apply_action(action, &dungeon, &mut animation) {
            Ok(()) if animation.film.is_some() => *view = LabView::Making,
            Ok(()) => {}
            Err(reason) => notice.say(reason),
        }
    }
    for Sought(share) in sought.read() {
        let Animation { film, playback } = &mut *animation;
        if let Some(film) = film {
            film.seek(playback.seek(*share, film.length() as u64) as usize);
        }
    }
}

fn apply_action(
    action: ReplayAction,
    dungeon: &Dungeon,
    animation: &mut Animation,
) -> Result<(), String> {
    let has_speed = matches!(action, ReplayAction::Slower | ReplayAction::Faster);
    let is_new = !has_speed && load_film(dungeon, animation)?;
    let Animation { film, playback } = animation;
    let (at, length) = match film {
        // The first step back starts from the finished map.
        Some(film) if is_new && action == ReplayAction::StepBack => (film.length(), film.length()),
        Some(film) => (film.position(), film.length()),
        None => (0, 0),
    };
    if let Some(film) = film
        && let Some(to) = playback.control(action, at as u64, length as u64)
    {
        film.seek(to as usize);
    }
    Ok(())
}

/// Records a film unless there is one; returns whether it did.
fn load_film(dungeon: &Dungeon, animation: &mut Animation) -> Result<bool, String> {
    if animation.film.is_some() {
        return Ok(false);
    }
    if takes_long(dungeon.spec()) || dungeon.map().size().area() == 0 {
        let (spec, size) = (dungeon.spec(), dungeon.spec().size());
        let (name, side) = (spec.generator().info().name, spec.quick_area().isqrt());
        return Err(format!(
            "Playback shows maps of up to {side}x{side} tiles with {name}; this one has {size}"
        ));
    }
    animation.film = Some(Film::record(dungeon.spec()).map_err(|error| error.to_string())?);
    Ok(true)
}

fn stop_on_new_map(mut view: ResMut<LabView>) {
    if *view == LabView::Making {
        *view = LabView::Map;
    }
}

/// Drops a film that is no longer shown.
fn drop_film(view: Res<LabView>, mut animation: ResMut<Animation>) {
    if *view != LabView::Making && animation.film.is_some() {
        animation.film = None;
        animation.playback.set_playing(false);
    }
}

/// Plays the film, and stops one frame after the last step.
fn advance_animation(
    (mut animation, mut view): (ResMut<Animation>, ResMut<LabView>),
    time: Res<Time<Real>>,
    mut wake: MessageWriter<Wake>,
) {
    let film = animation.film();
    if film.is_some_and(|film| film.position() == film.length()) {
        *view = LabView::Map;
        wake.write(Wake(FRAME));
        return;
    }
    if !animation.is_playing() {
        return;
    }
    wake.write(Wake(FRAME));
    let pace = animation.pace();
    let Animation { film, playback } = animation.bypass_change_detection();
    let due = playback.due(time.elapsed(), pace);
    if let Some(film) = film.as_mut().filter(|_| due > 0) {
        film.seek(film.position().saturating_add(due));
        animation.set_changed();
    }
}

/// Shows the timeline.
fn update_timeline(animation: Res<Animation>, mut timeline: ResMut<Timeline>) {
    timeline.set_if_neq(animation.timeline());
}

/// Draws the film on the terrain with its last step in colour, or returns to the dungeon once there
/// is no film.
fn draw_animation(
    (animation, look): (Res<Animation>, Res<Look>),
    mut scene: ResMut<Scene>,
    (mut terrain, mut light, mut tint): (ResMut<Terrain>, ResMut<LightMap>, ResMut<Tint>),
) {
    if !animation.is_changed() && !look.is_changed() {
        return;
    }
    let Some(film) = animation.film() else {
        if *scene == Scene::Other {
            *scene = Scene::Dungeon;
            *tint = Tint::default();
        }
        return;
    };
    *scene = Scene::Other;
    *tint = draw_step(film, *look, &mut terrain, &mut light);
}

/// Draws a film where it is, and returns the tint that colours its last step.
pub(super) fn draw_step(
    film: &Film,
    look: Look,
    terrain: &mut Terrain,
    light: &mut LightMap,
) -> Tint {
    let mut cells = terrain.replace(Grid::default());
    let lit = match look {
        Look::Lit => {
            paint::paint(film.map(), &Palette::stone(), &mut cells);
            Lit::FULL
        }
        Look::Plan => {
            plan::draw(film.map(), &mut cells);
            Lit::FULL.seen_as(Lit::FLAT)
        }
    };
    terrain.replace(cells);
    let size = film.map().size();
    light.tiles_mut().reset(size.width, size.height, lit);
    light.set_origin(Pos::default(), Lit::default());
    film.last_step().map(step_tint).unwrap_or_default()
}

const DIG_COLOUR: [u8; 4] = [255, 196, 90, 150];
const FILL_COLOUR: [u8; 4] = [150, 110, 210, 150];
const ROOM_COLOUR: [u8; 4] = [110, 200, 140, 120];
const REFUSAL_COLOUR: [u8; 4] = [220, 70, 60, 130];

/// Colours the area of a step by the step's kind.
fn step_tint(step: Step) -> Tint {
    let (area, colour) = match step {
        Step::Paint {
            area,
            tile: Tile::Wall | Tile::Void,
        } => (area, FILL_COLOUR),
        Step::Paint { area, .. } => (area, DIG_COLOUR),
        Step::Room(room) => (room.area, ROOM_COLOUR),
        Step::Unlisted(room) => (room.area, REFUSAL_COLOUR),
        Step::Refused(area) => (area, REFUSAL_COLOUR),
        Step::Start(pos) => (Rect::between(pos, pos), ROOM_COLOUR),
        Step::Round => return Tint::default(),
    };
    Tint {
        at: Pos::new(area.left, area.top),
        levels: Grid::new(area.width() as u32, area.height() as u32, 1),
        palette: vec![colour],
        ..Tint::default()
    }
}
