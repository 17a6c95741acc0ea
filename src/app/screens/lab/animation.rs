//! Plays the making of the map on the terrain: play, pause, step, speed. Knows the [`Film`] and
//! the clock, not how maps are made.

use std::time::Duration;

use bevy::prelude::*;
use bevy::window::RequestRedraw;

use super::action::LabAction;
use super::film::Film;
use crate::app::dungeon::paint;
use crate::app::dungeon::{Dungeon, Palette, Scene, is_large};
use crate::app::frame::Phase;
use crate::app::glyph::{Cell, LightMap, Lit, Terrain, Tint};
use crate::app::light::Lighting;
use crate::app::notice::Notice;
use crate::app::platform::clock::{FRAME, Wake};
use crate::app::screen::{Screen, on};
use crate::geom::{Grid, Pos, Rect};
use crate::map::Tile;
use crate::mapgen::Step;

/// Plays films of the [`Dungeon`].
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Animation>().add_systems(
        Update,
        (
            apply_actions.in_set(Phase::Act),
            end_with_the_map
                .run_if(resource_changed::<Dungeon>)
                .in_set(Phase::Settle),
            (advance, show)
                .chain()
                .run_if(on(Screen::Lab))
                // The map that comes back after the last step is lit when it has been painted.
                .after(Lighting)
                .in_set(Phase::Light),
        ),
    );
}

/// Seconds that a whole film takes at the usual speed.
const USUAL: f32 = 6.0;

/// Slowest pace at the usual speed, in steps a second: short films are not stretched.
const LEAST_PACE: f32 = 6.0;

/// Doublings that the speed goes up and down by at most.
const DOUBLINGS: i32 = 6;

/// The film that is shown, if one is, and how it is played.
#[derive(Resource, Default)]
pub struct Animation {
    film: Option<Film>,
    playing: bool,
    /// How often the speed was doubled; negative if halved.
    speed: i32,
    /// Part of the next step that has passed.
    passed: f32,
}

impl Animation {
    /// The film, if one is shown.
    pub fn film(&self) -> Option<&Film> {
        self.film.as_ref()
    }

    /// Whether it moves by itself.
    pub fn is_playing(&self) -> bool {
        self.playing && self.film.is_some()
    }

    /// The speed as people read it.
    pub fn speed(&self) -> String {
        if self.speed < 0 {
            format!("1/{}x", 1 << -self.speed)
        } else {
            format!("{}x", 1 << self.speed)
        }
    }

    /// Stops, and shows the whole map.
    pub fn stop(&mut self) {
        self.film = None;
        self.playing = false;
    }

    /// Goes to after step number `at`, and stays there.
    pub fn seek(&mut self, at: usize) {
        self.playing = false;
        if let Some(film) = &mut self.film {
            film.seek(at);
        }
    }

    fn faster(&mut self, doublings: i32) {
        self.speed = (self.speed + doublings).clamp(-DOUBLINGS, DOUBLINGS);
    }

    /// Steps a second.
    fn pace(&self, length: usize) -> f32 {
        (length as f32 / USUAL).max(LEAST_PACE) * 2.0_f32.powi(self.speed)
    }

    /// Lets time pass; returns whether a step was done.
    fn pass(&mut self, seconds: f32) -> bool {
        let pace = self.pace(self.film.as_ref().map_or(0, Film::len));
        self.passed += seconds * pace;
        let steps = self.passed.floor();
        self.passed -= steps;
        match &mut self.film {
            Some(film) if steps >= 1.0 => {
                film.seek(film.at().saturating_add(steps as usize));
                true
            }
            _ => false,
        }
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
        if let Err(reason) = follow(*action, &dungeon, &mut animation) {
            notice.0 = reason;
        }
    }
}

fn follow(action: LabAction, dungeon: &Dungeon, animation: &mut Animation) -> Result<(), String> {
    match action {
        LabAction::Slower => animation.faster(-1),
        LabAction::Faster => animation.faster(1),
        LabAction::Play => {
            let begun = load(dungeon, animation)?;
            animation.playing = begun || !animation.playing;
            animation.passed = 0.0;
        }
        LabAction::StepForward => {
            load(dungeon, animation)?;
            let at = animation.film().map_or(0, Film::at);
            animation.seek(at + 1);
        }
        _ => {
            // From the whole map, back is back from its end.
            let begun = load(dungeon, animation)?;
            let film = animation.film();
            let at = film.map_or(0, |film| if begun { film.len() } else { film.at() });
            animation.seek(at);
            animation.seek(at.saturating_sub(1));
        }
    }
    Ok(())
}

/// Makes sure that there is a film; returns whether there was none.
fn load(dungeon: &Dungeon, animation: &mut Animation) -> Result<bool, String> {
    if animation.film.is_some() {
        return Ok(false);
    }
    let size = dungeon.map().size();
    if is_large(size) || size.area() == 0 {
        return Err(format!(
            "Playback shows maps of up to 512x512 tiles; this one has {size}"
        ));
    }
    let film = Film::of(dungeon.spec()).map_err(|error| error.to_string())?;
    animation.film = Some(film);
    Ok(true)
}

/// A new map ends the film of the old one.
fn end_with_the_map(mut animation: ResMut<Animation>) {
    if animation.film.is_some() {
        animation.stop();
    }
}

fn advance(
    mut animation: ResMut<Animation>,
    time: Res<Time<Real>>,
    (mut redraw, mut wake): (MessageWriter<RequestRedraw>, MessageWriter<Wake>),
    mut before: Local<Option<Duration>>,
) {
    let over = animation.film().is_some_and(|film| film.at() == film.len());
    if over {
        animation.stop();
        redraw.write(RequestRedraw);
    }
    let now = time.elapsed();
    // The time before it plays is not its own.
    let before = std::mem::replace(&mut *before, animation.is_playing().then_some(now));
    if animation.is_playing() {
        wake.write(Wake(FRAME));
        let passed = now.saturating_sub(before.unwrap_or(now));
        if animation
            .bypass_change_detection()
            .pass(passed.as_secs_f32())
        {
            animation.set_changed();
        }
    }
}

/// Shows the film on the terrain, the last step in colour; and when it is over, the dungeon.
fn show(
    animation: Res<Animation>,
    mut scene: ResMut<Scene>,
    (mut terrain, mut light, mut tint): (ResMut<Terrain>, ResMut<LightMap>, ResMut<Tint>),
    mut redraw: MessageWriter<RequestRedraw>,
    mut cells: Local<Grid<Cell>>,
) {
    if !animation.is_changed() {
        return;
    }
    let Some(film) = animation.film() else {
        if *scene == Scene::Other {
            *scene = Scene::Dungeon;
            *tint = Tint::default();
            redraw.write(RequestRedraw);
        }
        return;
    };
    *scene = Scene::Other;
    paint::paint(film.map(), &Palette::stone(), &mut cells);
    *cells = terrain.replace(std::mem::take(&mut *cells));
    let size = film.map().size();
    light.tiles_mut().reset(size.width, size.height, Lit::FULL);
    light.set_origin(Pos::default(), Lit::default());
    *tint = film.last().map(mark).unwrap_or_default();
}

const DUG: [u8; 4] = [255, 196, 90, 150];
const FILLED: [u8; 4] = [150, 110, 210, 150];
const PLACED: [u8; 4] = [110, 200, 140, 120];
const REFUSED: [u8; 4] = [220, 70, 60, 130];

/// Where a step was done, in the colour of its kind.
fn mark(step: Step) -> Tint {
    let (area, colour) = match step {
        Step::Paint {
            area,
            tile: Tile::Wall | Tile::Void,
        } => (area, FILLED),
        Step::Paint { area, .. } => (area, DUG),
        Step::Room(area) => (area, PLACED),
        Step::Refused(area) => (area, REFUSED),
        Step::Start(pos) => (Rect::between(pos, pos), PLACED),
        Step::Round => return Tint::default(),
    };
    Tint {
        at: Pos::new(area.left, area.top),
        levels: Grid::new(area.width() as u32, area.height() as u32, 1),
        palette: vec![colour],
        ..Tint::default()
    }
}
