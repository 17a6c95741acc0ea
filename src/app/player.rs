//! The walker: actions become steps on the map, and steps become motion on the screen.

use std::f32::consts::PI;
use std::time::Duration;

use bevy::prelude::*;
use bevy::window::{PrimaryWindow, RequestRedraw};

use super::dungeon::{Dungeon, Scene};
use super::frame::Phase;
use super::glyph::{CameraTarget, Glyph, GlyphSprite, View, ViewInsets};
use super::input::{ActionQueue, AddActions, Step, hand_out};
use super::screen::{Screen, on};
use crate::geom::{Dir, Pos};

/// Puts the walker at the start of each new [`Dungeon`] and walks it.
pub struct PlayerPlugin;

impl Plugin for PlayerPlugin {
    fn build(&self, app: &mut App) {
        app.add_actions::<Step>()
            .init_resource::<Walker>()
            .init_resource::<Walking>()
            .init_resource::<Scene>()
            .init_resource::<CameraTarget>()
            .init_resource::<View>()
            .init_resource::<ViewInsets>()
            .init_resource::<ActionQueue>()
            .add_message::<RequestRedraw>()
            .add_systems(Startup, spawn)
            .add_systems(
                Update,
                (
                    click_to_step
                        .run_if(on(Screen::Lab))
                        .in_set(Phase::Input)
                        .before(hand_out),
                    walk.run_if(on(Screen::Lab)).in_set(Phase::Act),
                    enter
                        .run_if(resource_changed::<Dungeon>)
                        .in_set(Phase::Settle),
                    (
                        show.run_if(resource_equals(Scene::Dungeon)),
                        stand_aside.run_if(resource_changed::<Scene>),
                    )
                        .in_set(Phase::Show),
                ),
            );
    }
}

/// Where the walker stands.
#[derive(Resource, Default)]
pub struct Walker {
    at: Option<Pos>,
    steps: u64,
}

impl Walker {
    /// The tile; `None` before the first map.
    pub const fn at(&self) -> Option<Pos> {
        self.at
    }

    /// Steps taken on this map.
    pub const fn steps(&self) -> u64 {
        self.steps
    }
}

/// Whether steps and clicks are for the walker, and the view follows. Otherwise they move the
/// view.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Walking(pub bool);

impl Default for Walking {
    fn default() -> Self {
        Self(true)
    }
}

/// Motion on the screen that trails behind what has happened, and never holds it up.
#[derive(Component, Default)]
struct Motion {
    /// Time since start-up at which it began.
    began: Duration,
    kind: Kind,
}

#[derive(Default, Clone, Copy)]
enum Kind {
    #[default]
    None,
    /// A glide from this place, in tiles.
    Glide(Vec2),
    /// A nudge against something solid.
    Nudge(Vec2),
}

const GLIDE: Duration = Duration::from_millis(60);
const NUDGE: Duration = Duration::from_millis(90);
/// How far a nudge goes, in tiles.
const NUDGE_REACH: f32 = 0.22;

const PLAYER_GLYPH: char = '@';
const PLAYER_COLOUR: [u8; 3] = [255, 246, 214];

impl Motion {
    /// Where the walker at `at` is drawn at time `now`, and whether it still moves.
    fn place(&self, at: Vec2, now: Duration) -> (Vec2, bool) {
        let share = |length: Duration| {
            (now.saturating_sub(self.began).as_secs_f32() / length.as_secs_f32()).min(1.0)
        };
        match self.kind {
            Kind::None => (at, false),
            Kind::Glide(from) => {
                let t = share(GLIDE);
                (from.lerp(at, t * (2.0 - t)), t < 1.0)
            }
            Kind::Nudge(towards) => {
                let t = share(NUDGE);
                (at + towards * NUDGE_REACH * (t * PI).sin(), t < 1.0)
            }
        }
    }
}

fn spawn(mut commands: Commands) {
    let glyph = Glyph::of(PLAYER_GLYPH).unwrap_or_default();
    commands.spawn((
        Name::new("walker"),
        GlyphSprite {
            glyph,
            fg: PLAYER_COLOUR,
            at: Vec2::ZERO,
        },
        Motion::default(),
    ));
}

fn vec(pos: Pos) -> Vec2 {
    Vec2::new(pos.x as f32, pos.y as f32)
}

/// A click on the map is a step towards the place; one on a panel is not.
fn click_to_step(
    buttons: Option<Res<ButtonInput<MouseButton>>>,
    windows: Query<&Window, With<PrimaryWindow>>,
    (insets, scale): (Res<ViewInsets>, Option<Res<UiScale>>),
    panels: Query<&Interaction>,
    (view, walker, walking): (Res<View>, Res<Walker>, Res<Walking>),
    mut queue: ResMut<ActionQueue>,
) {
    let clicked = buttons.is_some_and(|buttons| buttons.just_pressed(MouseButton::Left));
    let on_panel = panels
        .iter()
        .any(|interaction| *interaction != Interaction::None);
    let wanted = clicked && walking.0 && !on_panel;
    let (true, Some(at), Ok(window)) = (wanted, walker.at, windows.single()) else {
        return;
    };
    let insets = insets.logical(scale.as_deref());
    let on_map = |cursor: &Vec2| insets.leave_free(*cursor, window.size());
    let dir = window
        .cursor_position()
        .filter(on_map)
        .and_then(|cursor| towards(view.place_at(cursor) - vec(at) - 0.5));
    if let Some(dir) = dir {
        queue.push(&Step(dir));
    }
}

/// The direction, of eight, that `offset` (in tiles, y down) points in most nearly; none within
/// the walker's own tile.
fn towards(offset: Vec2) -> Option<Dir> {
    let nearest = |dir: &Dir| offset.dot(vec(dir.delta()).normalize());
    (offset.abs().max_element() > 0.5)
        .then(|| {
            Dir::ALL
                .into_iter()
                .max_by(|a, b| nearest(a).total_cmp(&nearest(b)))
        })
        .flatten()
}

/// Takes the steps that were asked for, each in its turn.
fn walk(
    mut steps: MessageReader<Step>,
    (dungeon, walking): (Res<Dungeon>, Res<Walking>),
    time: Option<Res<Time<Real>>>,
    mut walker: ResMut<Walker>,
    mut sprites: Query<(&GlyphSprite, &mut Motion)>,
) {
    if !walking.0 {
        steps.clear();
        return;
    }
    let now = time.map_or(Duration::ZERO, |time| time.elapsed());
    for Step(dir) in steps.read() {
        let (dir, Some(at)) = (*dir, walker.at) else {
            continue;
        };
        let kind = match dungeon.map().step(at, dir) {
            Ok(to) => {
                walker.at = Some(to);
                walker.steps += 1;
                // From where the sprite is drawn: a step in the middle of a glide bends it.
                sprites
                    .single()
                    .map_or(Kind::None, |(sprite, _)| Kind::Glide(sprite.at))
            }
            Err(_) => Kind::Nudge(vec(dir.delta())),
        };
        for (_, mut motion) in &mut sprites {
            *motion = Motion { began: now, kind };
        }
    }
}

/// Stands at the start of a new map.
fn enter(dungeon: Res<Dungeon>, mut walker: ResMut<Walker>, mut motions: Query<&mut Motion>) {
    *walker = Walker {
        at: dungeon.map().start,
        steps: 0,
    };
    for mut motion in &mut motions {
        *motion = Motion::default();
    }
}

/// Draws the walker where its motion has brought it, and asks for frames while it moves.
fn show(
    (walker, walking): (Res<Walker>, Res<Walking>),
    time: Option<Res<Time<Real>>>,
    mut sprites: Query<(&mut GlyphSprite, &Motion)>,
    mut target: ResMut<CameraTarget>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let Some(at) = walker.at else { return };
    let now = time.map_or(Duration::ZERO, |time| time.elapsed());
    for (mut sprite, motion) in &mut sprites {
        let (place, moving) = motion.place(vec(at), now);
        if sprite.at != place {
            sprite.at = place;
        }
        let nudged = matches!(motion.kind, Kind::Nudge(_));
        let looked_at = if nudged { vec(at) } else { place };
        if walking.0 {
            target.set_if_neq(CameraTarget(looked_at + 0.5));
        }
        if moving {
            redraw.write(RequestRedraw);
        }
    }
}

/// Nobody walks on what is not the dungeon.
fn stand_aside(scene: Res<Scene>, mut sprites: Query<&mut Visibility, With<Motion>>) {
    for mut visibility in &mut sprites {
        *visibility = match *scene {
            Scene::Dungeon => Visibility::Inherited,
            Scene::Other => Visibility::Hidden,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_glide_ends_where_the_walker_stands_and_a_nudge_comes_back() {
        let at = Vec2::new(4.0, 2.0);
        let glide = Motion {
            began: Duration::from_secs(1),
            kind: Kind::Glide(Vec2::new(3.0, 2.0)),
        };
        assert_eq!(
            glide.place(at, Duration::from_secs(1)),
            (Vec2::new(3.0, 2.0), true)
        );
        assert_eq!(glide.place(at, Duration::from_secs(2)), (at, false));
        let nudge = Motion {
            began: Duration::from_secs(1),
            kind: Kind::Nudge(Vec2::X),
        };
        let (middle, moving) = nudge.place(at, Duration::from_secs(1) + NUDGE / 2);
        assert!(moving && middle.x > at.x && middle.x < at.x + 0.5);
        let (end, moving) = nudge.place(at, Duration::from_secs(2));
        assert!(!moving && end.distance(at) < 1e-3);
    }

    #[test]
    fn a_click_points_in_the_nearest_of_eight_directions() {
        for (x, y, dir) in [
            (5.0, 1.0, Dir::East),
            (5.0, 4.0, Dir::SouthEast),
            (-1.0, 5.0, Dir::South),
            (-3.0, -3.0, Dir::NorthWest),
        ] {
            assert_eq!(towards(Vec2::new(x, y)), Some(dir));
        }
        assert_eq!(towards(Vec2::new(0.3, -0.4)), None);
    }
}
