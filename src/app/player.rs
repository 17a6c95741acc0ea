//! The walker: the `@` of every screen on which somebody walks. Where it goes is the business of a
//! screen's rules, which tell by [`Walked`]; on the [`Dungeon`] the rules are here, too.

use bevy::prelude::*;

use super::dungeon::{Dungeon, Scene};
use super::frame::Phase;
use super::glyph::{CameraTarget, Glyph, GlyphSprite, GlyphSystems, Motion};
use super::input::{ActionQueue, AddActions, MapPointer, Step, hand_out};
use super::light::Lantern;
use super::screen::{Screen, on};
use crate::geom::{Dir, Pos};

/// Shows the walker, and walks it on the [`Dungeon`] from the start of each new one.
pub struct PlayerPlugin;

impl Plugin for PlayerPlugin {
    fn build(&self, app: &mut App) {
        app.add_actions::<Step>()
            .init_resource::<Walker>()
            .init_resource::<Followed>()
            .init_resource::<Lantern>()
            .init_resource::<ActionQueue>()
            .add_message::<Walked>()
            .add_systems(Startup, spawn)
            .add_systems(
                Update,
                (
                    click_to_step
                        .run_if(on(Screen::Lab))
                        .in_set(Phase::Input)
                        .before(hand_out),
                    walk.run_if(on(Screen::Lab)).in_set(Phase::Act),
                    (
                        enter.run_if(resource_changed::<Dungeon>),
                        appear.run_if(
                            resource_changed::<Dungeon>.or_eager(resource_changed::<Scene>),
                        ),
                        carry.run_if(resource_changed::<Walker>),
                    )
                        .chain()
                        .in_set(Phase::Settle),
                ),
            )
            .add_systems(
                PostUpdate,
                (
                    show.before(GlyphSystems::Move),
                    lead.after(GlyphSystems::Move)
                        .before(GlyphSystems::Look)
                        .run_if(resource_equals(Followed(true))),
                ),
            );
    }
}

/// Where the walker stands on the [`Dungeon`].
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

/// Whether the view follows the walker as it glides, and steps and clicks on the [`Dungeon`] are for
/// it.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Followed(pub bool);

impl Default for Followed {
    fn default() -> Self {
        Self(true)
    }
}

/// What became of a step, or of where the walker stands, by the rules of the screen.
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Walked {
    /// It stands on this tile without having walked there, or nowhere.
    Stands(Option<Pos>),
    /// It went on to this tile.
    To(Pos),
    /// Something solid was in the way.
    Against(Dir),
}

/// The sprite of the walker.
#[derive(Component)]
pub(in crate::app) struct Hero;

const HERO_GLYPH: char = '@';
/// The colour that nothing else has.
pub(in crate::app) const HERO_COLOUR: [u8; 3] = [255, 246, 214];
/// Above everything else that stands on the map.
const HERO_Z: f32 = 1.2;

fn spawn(mut commands: Commands) {
    let glyph = Glyph::of(HERO_GLYPH).unwrap_or_default();
    commands.spawn((
        Name::new("walker"),
        Hero,
        GlyphSprite {
            glyph,
            fg: HERO_COLOUR,
            at: Vec2::ZERO,
        },
        Motion::default(),
        Transform::from_xyz(0.0, 0.0, HERO_Z),
        Visibility::Hidden,
    ));
}

fn vec(pos: Pos) -> Vec2 {
    Vec2::new(pos.x as f32, pos.y as f32)
}

/// A click on the map is a step towards the place; one on a panel is not.
fn click_to_step(
    pointer: MapPointer,
    (walker, followed): (Res<Walker>, Res<Followed>),
    mut queue: ResMut<ActionQueue>,
) {
    let (true, Some(at)) = (pointer.is_pressed() && followed.0, walker.at) else {
        return;
    };
    let place = pointer.map_position();
    if let Some(dir) = place.and_then(|place| towards(place - vec(at) - 0.5)) {
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

/// Takes the steps on the dungeon that were asked for, each in its turn.
fn walk(
    mut steps: MessageReader<Step>,
    (dungeon, followed): (Res<Dungeon>, Res<Followed>),
    mut walker: ResMut<Walker>,
    mut walked: MessageWriter<Walked>,
) {
    if !followed.0 {
        steps.clear();
        return;
    }
    for Step(dir) in steps.read() {
        let (dir, Some(at)) = (*dir, walker.at) else {
            continue;
        };
        walked.write(match dungeon.map().step(at, dir) {
            Some(to) => {
                walker.at = Some(to);
                walker.steps += 1;
                Walked::To(to)
            }
            None => Walked::Against(dir),
        });
    }
}

/// Stands at the start of a new map.
fn enter(dungeon: Res<Dungeon>, mut walker: ResMut<Walker>) {
    *walker = Walker {
        at: dungeon.map().start,
        steps: 0,
    };
}

/// The dungeon's walker is seen where the dungeon is.
fn appear(scene: Res<Scene>, walker: Res<Walker>, mut walked: MessageWriter<Walked>) {
    let at = walker.at.filter(|_| *scene == Scene::Dungeon);
    walked.write(Walked::Stands(at));
}

/// The walker carries the lantern.
fn carry(walker: Res<Walker>, mut lantern: ResMut<Lantern>) {
    lantern.set_if_neq(Lantern(walker.at));
}

/// Turns what became of steps into motion.
fn show(
    mut walked: MessageReader<Walked>,
    time: Res<Time<Real>>,
    mut heroes: Query<(&GlyphSprite, &mut Motion, &mut Visibility), With<Hero>>,
) {
    let Ok((sprite, mut motion, mut visibility)) = heroes.single_mut() else {
        return;
    };
    for walked in walked.read() {
        match *walked {
            Walked::Stands(Some(at)) => {
                *motion = Motion::still(vec(at));
                visibility.set_if_neq(Visibility::Inherited);
            }
            Walked::Stands(None) => {
                visibility.set_if_neq(Visibility::Hidden);
            }
            Walked::To(at) => motion.glide(sprite.at, vec(at), time.elapsed()),
            Walked::Against(dir) => motion.nudge(vec(dir.delta()), time.elapsed()),
        }
    }
}

/// Moves the view with the walker.
fn lead(
    heroes: Query<(&GlyphSprite, &Motion, &Visibility), With<Hero>>,
    mut target: ResMut<CameraTarget>,
) {
    for (sprite, motion, visibility) in &heroes {
        if *visibility != Visibility::Hidden {
            target.set_if_neq(CameraTarget(motion.looked_at(sprite.at) + 0.5));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
