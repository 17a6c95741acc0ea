//! The walker: the `@` of every screen on which the player walks. Draws and animates it and moves the
//! camera with it. Each screen's own rules decide where it goes and report it as [`Walked`]; the rules
//! for the [`Dungeon`] are here.

use bevy::prelude::*;

use super::dungeon::{Dungeon, Scene, dungeon_changed, is_large};
use super::frame::{Phase, React};
use super::glyph::{CameraTarget, Glyph, GlyphSprite, GlyphSystems, Motion};
use super::input::{ActionQueue, AddActions, MapPointer, Step};
use super::light::Lantern;
use super::screen::Screen;
use crate::geom::{Dir, Pos};
use crate::map::path::{LONGEST, PathFinder};
use crate::map::{Steps, Tile, TileSet};

/// Draws the walker, and puts it at the start of each new [`Dungeon`].
///
/// Each [`Step`] moves it by one tile if the map has no wall there. The camera follows it, and it
/// carries the [`Lantern`]. Needs [`DungeonPlugin`](super::dungeon::DungeonPlugin) and
/// [`GlyphPlugin`](super::glyph::GlyphPlugin).
pub struct PlayerPlugin;

impl Plugin for PlayerPlugin {
    fn build(&self, app: &mut App) {
        app.add_actions::<Step>()
            .init_resource::<Walker>()
            .init_resource::<Followed>()
            .init_resource::<Lantern>()
            .init_resource::<ActionQueue>()
            .add_message::<Walked>()
            .add_systems(Startup, spawn_walker)
            .add_systems(
                Update,
                click_to_walk.in_set(Screen::Lab).in_set(Phase::Input),
            )
            .add_systems(
                React,
                (
                    apply_steps.in_set(Screen::Lab).in_set(Phase::Act),
                    (
                        enter_dungeon.run_if(resource_changed::<Dungeon>),
                        show_or_hide_walker.run_if(dungeon_changed),
                        move_lantern.run_if(resource_changed::<Walker>),
                    )
                        .chain()
                        .in_set(Phase::Derive),
                ),
            )
            .add_systems(
                PostUpdate,
                (
                    animate_walker.before(GlyphSystems::Move),
                    follow_walker
                        .after(GlyphSystems::Move)
                        .before(GlyphSystems::Look)
                        .run_if(resource_equals(Followed(true))),
                ),
            );
    }
}

/// The walker's place on the [`Dungeon`].
#[derive(Resource, Default)]
pub struct Walker {
    at: Option<Pos>,
    steps: u64,
}

impl Walker {
    /// The tile it stands on; `None` before the first map, or if a map has no start.
    pub const fn at(&self) -> Option<Pos> {
        self.at
    }

    /// Steps taken on this map; steps into a wall do not count.
    pub const fn steps(&self) -> u64 {
        self.steps
    }
}

/// Whether the camera follows the walker, and [`Step`]s and clicks on the [`Dungeon`] move it. True by
/// default.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Followed(pub bool);

impl Default for Followed {
    fn default() -> Self {
        Self(true)
    }
}

/// Reports what the rules of the screen did with the walker, so that its sprite shows it.
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Walked {
    /// It was put on this tile without walking there, or `None`: it is hidden.
    Placed(Option<Pos>),
    /// It walked to this tile.
    Moved(Pos),
    /// Something solid in this direction stopped it.
    Blocked(Dir),
}

/// Marks the sprite of the walker.
#[derive(Component)]
pub(in crate::app) struct Hero;

/// A colour used for nothing else.
pub(in crate::app) const HERO_COLOUR: [u8; 3] = [255, 246, 214];
/// Above every other sprite on the map.
const HERO_Z: f32 = 1.2;

fn spawn_walker(mut commands: Commands) {
    commands.spawn((
        Name::new("walker"),
        Hero,
        GlyphSprite {
            glyph: Glyph::of('@').unwrap_or_default(),
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

/// Queues the steps of a shortest path to a click on the map, or one step towards it if none leads there
/// or the map is large. Clicks on panels do nothing.
fn click_to_walk(
    pointer: MapPointer,
    (walker, followed, dungeon): (Res<Walker>, Res<Followed>, Res<Dungeon>),
    mut queue: ResMut<ActionQueue>,
) {
    let (true, Some(at)) = (pointer.is_pressed() && followed.0, walker.at) else {
        return;
    };
    let (Some(place), Some(tile)) = (pointer.map_position(), pointer.tile()) else {
        return;
    };
    let map = dungeon.map();
    let mut path = Vec::new();
    if !is_large(map.size()) {
        let open = TileSet::of(&map.tiles, Tile::is_walkable);
        PathFinder::default().find(&open, Steps::Eight, at, tile, LONGEST, &mut path);
    }
    let mut here = at;
    for next in path {
        if let Some(dir) = here.dir_to(next) {
            queue.push(&Step(dir));
        }
        here = next;
    }
    let towards = nearest_dir(place - vec(at) - 0.5).filter(|_| here == at);
    if let Some(dir) = towards {
        queue.push(&Step(dir));
    }
}

/// The direction nearest to `offset`, in tiles with y down; `None` within half a tile, on the walker's
/// own tile.
fn nearest_dir(offset: Vec2) -> Option<Dir> {
    if offset.abs().max_element() <= 0.5 {
        return None;
    }
    let closeness = |dir: &Dir| offset.dot(vec(dir.delta()).normalize());
    let by_closeness = |a: &Dir, b: &Dir| closeness(a).total_cmp(&closeness(b));
    Dir::ALL.into_iter().max_by(by_closeness)
}

/// Applies the requested steps on the dungeon, in order.
fn apply_steps(
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
                Walked::Moved(to)
            }
            None => Walked::Blocked(dir),
        });
    }
}

/// Puts the walker at the start of a new map.
fn enter_dungeon(dungeon: Res<Dungeon>, mut walker: ResMut<Walker>) {
    *walker = Walker {
        at: dungeon.map().start,
        steps: 0,
    };
}

/// Shows the walker on the dungeon and hides it in other scenes.
fn show_or_hide_walker(scene: Res<Scene>, walker: Res<Walker>, mut walked: MessageWriter<Walked>) {
    let at = walker.at.filter(|_| *scene == Scene::Dungeon);
    walked.write(Walked::Placed(at));
}

/// Moves the lantern with the walker.
fn move_lantern(walker: Res<Walker>, mut lantern: ResMut<Lantern>) {
    lantern.set_if_neq(Lantern(walker.at));
}

/// Animates what was reported as [`Walked`].
fn animate_walker(
    mut walked: MessageReader<Walked>,
    time: Res<Time<Real>>,
    hero: Single<(&GlyphSprite, &mut Motion, &mut Visibility), With<Hero>>,
) {
    let (sprite, mut motion, mut visibility) = hero.into_inner();
    for walked in walked.read() {
        match *walked {
            Walked::Placed(Some(at)) => {
                *motion = Motion::still(vec(at));
                visibility.set_if_neq(Visibility::Inherited);
            }
            Walked::Placed(None) => {
                visibility.set_if_neq(Visibility::Hidden);
            }
            Walked::Moved(at) => motion.glide(sprite.at, vec(at), time.elapsed()),
            Walked::Blocked(dir) => motion.nudge(vec(dir.delta()), time.elapsed()),
        }
    }
}

/// Points the camera at the walker while it is visible.
fn follow_walker(
    hero: Single<(&GlyphSprite, &Motion, &Visibility), With<Hero>>,
    mut target: ResMut<CameraTarget>,
) {
    let (sprite, motion, visibility) = *hero;
    if *visibility != Visibility::Hidden {
        target.set_if_neq(CameraTarget(motion.without_nudge(sprite.at) + 0.5));
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
            assert_eq!(nearest_dir(Vec2::new(x, y)), Some(dir));
        }
        assert_eq!(nearest_dir(Vec2::new(0.3, -0.4)), None);
    }
}
