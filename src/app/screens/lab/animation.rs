//! Plays back the map's generation on the terrain: play, pause, step, seek, speed.

use std::time::Duration;

use bevy::prelude::*;

use super::action::LabAction;
use super::recording::Film;
use crate::app::dungeon::{Dungeon, Look, Palette, Scene, paint, plan, takes_long};
use crate::app::frame::{Phase, React};
use crate::app::glyph::{LightMap, Lit, Terrain, Tint};
use crate::app::input::derive_layers;
use crate::app::light::Lighting;
use crate::app::notice::Notice;
use crate::app::platform::clock::{FRAME, Wake};
use crate::app::screen::Screen;
use crate::geom::{Grid, Pos, Rect};
use crate::map::Tile;
use crate::mapgen::Step;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Animation>()
        .add_systems(
            React,
            (
                apply_actions.in_set(Phase::Act),
                stop_on_new_map
                    .run_if(resource_changed::<Dungeon>)
                    .in_set(Phase::Derive)
                    .before(derive_layers),
            )
                .in_set(Screen::Lab),
        )
        .add_systems(
            Update,
            (advance_animation, draw_animation)
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

/// Maximum number of doublings, or halvings, of the normal speed.
const MAX_DOUBLINGS: i32 = 6;

/// The playback of the map's generation.
#[derive(Resource, Default)]
pub struct Animation {
    film: Option<Film>,
    is_playing: bool,
    /// Doublings of the normal speed; negative for halvings.
    doublings: i32,
    /// Elapsed fraction of the next step, `0.0..1.0`.
    fraction: f32,
}

impl Animation {
    /// The film on the terrain; none while the map itself is shown.
    pub fn film(&self) -> Option<&Film> {
        self.film.as_ref()
    }

    /// Whether the film is playing, rather than paused or absent.
    pub fn is_playing(&self) -> bool {
        self.is_playing && self.film.is_some()
    }

    /// What [`LabAction::Play`] does now, for its button.
    pub fn play_verb(&self) -> &'static str {
        if self.is_playing() { "Pause" } else { "Play" }
    }

    /// The speed as text: `2x`, `1/4x`.
    pub fn speed(&self) -> String {
        if self.doublings < 0 {
            format!("1/{}x", 1 << -self.doublings)
        } else {
            format!("{}x", 1 << self.doublings)
        }
    }

    /// Drops the film, which brings back the map.
    pub fn stop(&mut self) {
        self.film = None;
        self.is_playing = false;
    }

    /// Pauses after `position` steps; see [`Film::seek`].
    pub fn seek(&mut self, position: usize) {
        self.is_playing = false;
        if let Some(film) = &mut self.film {
            film.seek(position);
        }
    }

    fn change_speed(&mut self, doublings: i32) {
        self.doublings = (self.doublings + doublings).clamp(-MAX_DOUBLINGS, MAX_DOUBLINGS);
    }

    /// Plays for `seconds`; returns whether that completed a step.
    fn advance(&mut self, seconds: f32) -> bool {
        let Some(film) = &mut self.film else {
            return false;
        };
        let pace = (film.length() as f32 / DURATION).max(MIN_PACE) * 2.0_f32.powi(self.doublings);
        self.fraction += seconds * pace;
        let steps = self.fraction.floor();
        self.fraction -= steps;
        film.seek(film.position().saturating_add(steps as usize));
        steps >= 1.0
    }
}

fn apply_actions(
    mut actions: MessageReader<LabAction>,
    dungeon: Res<Dungeon>,
    mut animation: ResMut<Animation>,
    mut notice: ResMut<Notice>,
) {
    for action in actions.read() {
        use LabAction::{Faster, Play, Slower, StepBack, StepForward};
        if !matches!(action, Play | StepBack | StepForward | Slower | Faster) {
            continue;
        }
        if let Err(reason) = apply_action(*action, &dungeon, &mut animation) {
            notice.say(reason);
        }
    }
}

fn apply_action(
    action: LabAction,
    dungeon: &Dungeon,
    animation: &mut Animation,
) -> Result<(), String> {
    match action {
        LabAction::Slower => animation.change_speed(-1),
        LabAction::Faster => animation.change_speed(1),
        LabAction::Play => {
            let is_new = load_film(dungeon, animation)?;
            animation.is_playing = is_new || !animation.is_playing;
            animation.fraction = 0.0;
        }
        LabAction::StepForward => {
            load_film(dungeon, animation)?;
            let position = animation.film().map_or(0, Film::position);
            animation.seek(position + 1);
        }
        _ => {
            // The first step back starts from the finished map.
            if load_film(dungeon, animation)? {
                animation.seek(usize::MAX);
            }
            let position = animation.film().map_or(0, Film::position);
            animation.seek(position.saturating_sub(1));
        }
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

fn stop_on_new_map(mut animation: ResMut<Animation>) {
    if animation.film.is_some() {
        animation.stop();
    }
}

/// Plays the film, and stops one frame after the last step.
fn advance_animation(
    mut animation: ResMut<Animation>,
    time: Res<Time<Real>>,
    mut wake: MessageWriter<Wake>,
    mut last_frame: Local<Option<Duration>>,
) {
    let film = animation.film();
    if film.is_some_and(|film| film.position() == film.length()) {
        animation.stop();
    }
    let now = time.elapsed();
    // The time before the playback began does not count.
    let last_frame = std::mem::replace(&mut *last_frame, animation.is_playing().then_some(now));
    if animation.is_playing() {
        wake.write(Wake(FRAME));
        let elapsed = now.saturating_sub(last_frame.unwrap_or(now)).as_secs_f32();
        if animation.bypass_change_detection().advance(elapsed) {
            animation.set_changed();
        }
    }
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
