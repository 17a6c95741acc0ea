//! The level on the terrain: what the player sees, remembers and feels, and how it is lit. Shows the
//! view of the game; decides nothing.

use std::collections::BTreeMap;
use std::time::Duration;

use bevy::prelude::*;

use super::effects::{self, Effects};
use super::shown::{self, SCREENS, ShownRun};
use super::turn::TurnTaken;
use crate::app::dungeon::Scene;
use crate::app::dungeon::paint;
use crate::app::frame::Phase;
use crate::app::glyph::{
    CameraTarget, Cell, Glyph, GlyphSprite, LightMap, Lit, Motion, Terrain, Tint,
};
use crate::app::light::{self, Lamp, Light, encode};
use crate::app::player::{Followed, Walked};
use crate::game::content::{Class, Content, ItemKind, MonsterDef, Role};
use crate::game::{ActorId, ItemView, Mood, View};
use crate::geom::{Grid, Pos};
use crate::map::{Map, Tile};

/// Draws the run.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Figures>()
        .init_resource::<Effects>()
        .init_resource::<Marks>()
        .add_systems(
            Update,
            (
                take_scene.in_set(Phase::Generate),
                (
                    (paint, place).run_if(shown::has_changed),
                    effects::begin.run_if(on_message::<TurnTaken>),
                    mark.run_if(resource_changed::<Marks>.or_eager(resource_changed::<Effects>)),
                    effects::advance.run_if(|effects: Res<Effects>| !effects.is_empty()),
                )
                    .chain()
                    .in_set(Phase::Show),
            )
                .run_if(shown::is_set),
        );
    for screen in SCREENS {
        app.add_systems(OnExit(screen), leave);
    }
}

const DUSK: Light = [0.34, 0.40, 0.62];
const LANTERN: Light = [1.26, 1.00, 0.62];
const LAMP: Light = [1.34, 0.82, 0.36];

const FELT: [u8; 3] = [150, 120, 210];

const PATH: [u8; 4] = [240, 200, 110, 90];
const TARGET: [u8; 4] = [250, 120, 70, 170];
const LOOKED: [u8; 4] = [130, 190, 250, 150];
const BLOW: [u8; 4] = [255, 70, 50, 190];

/// By the level of a tint, from 1.
const MARKS: [[u8; 4]; 4] = [PATH, TARGET, LOOKED, BLOW];

/// Levels of the light that runs from a solved conduit, which come after.
const GLOWS: u8 = 16;

/// The colour of one, from the end of the trail to the front.
fn glow(level: u8) -> [u8; 4] {
    [255, 206, 120, 12 * level]
}

/// The sprites of monsters, by who they are, and where the player is shown.
#[derive(Resource, Default)]
struct Figures {
    monsters: BTreeMap<ActorId, Entity>,
    player: Option<Pos>,
}

/// What the player has pointed out on the map.
#[derive(Resource, Default, PartialEq, Eq, Debug)]
pub(in crate::app) struct Marks {
    /// The way there, or what would be hit.
    pub path: Vec<Pos>,
    /// The tile itself.
    pub spot: Option<Spot>,
}

/// A tile that is pointed out, and what for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::app) enum Spot {
    /// To shoot or throw at.
    Target(Pos),
    /// To look at or go to.
    Looked(Pos),
}

/// The map shows the run, and the view is where its player is.
fn take_scene(mut scene: ResMut<Scene>, mut followed: ResMut<Followed>) {
    scene.set_if_neq(Scene::Other);
    followed.set_if_neq(Followed(false));
}

fn leave(
    mut figures: ResMut<Figures>,
    mut commands: Commands,
    (mut tint, mut effects): (ResMut<Tint>, ResMut<Effects>),
    (mut marks, mut walked): (ResMut<Marks>, MessageWriter<Walked>),
    mut turns: ResMut<Messages<TurnTaken>>,
) {
    for entity in std::mem::take(&mut *figures).monsters.into_values() {
        commands.entity(entity).despawn();
    }
    walked.write(Walked::Stands(None));
    // What happened on one screen is not shown on the next.
    turns.clear();
    *tint = Tint::default();
    *effects = Effects::default();
    *marks = Marks::default();
}

/// The level as the player knows it.
fn known(view: View<'_>) -> Map {
    let size = view.size();
    let mut map = Map::new(size, Tile::Void);
    for y in 0..size.height as i32 {
        for x in 0..size.width as i32 {
            let pos = Pos::new(x, y);
            if let Some(tile) = view.tile(pos) {
                map.tiles[pos] = tile.tile;
            }
        }
    }
    map
}

/// Paints terrain, items and light anew.
fn paint(
    shown: ShownRun,
    (mut terrain, mut light): (ResMut<Terrain>, ResMut<LightMap>),
    mut cells: Local<Grid<Cell>>,
) {
    let Some(view) = shown.view() else { return };
    let map = known(view);
    paint::paint(&map, &mut cells);
    for lamp in view.lamps().filter(|lamp| !lamp.lit) {
        if let Some(cell) = cells.get_mut(lamp.pos) {
            cell.fg = [92, 84, 80];
        }
    }
    if let Some(vault) = view.vault() {
        for (pos, mark, fg) in [
            (
                vault.lever,
                if vault.everlamp { '☼' } else { '⌠' },
                [255, 214, 120],
            ),
            (
                vault.door,
                if vault.open { '\'' } else { '▒' },
                [190, 160, 110],
            ),
        ] {
            if let Some(cell) = cells.get_mut(pos).filter(|_| view.tile(pos).is_some()) {
                cell.glyph = Glyph::of(mark).unwrap_or_default();
                cell.fg = fg;
            }
        }
    }
    for item in view.items() {
        if let Some(cell) = cells.get_mut(item.pos) {
            let (mark, fg) = look_of_item(view, view.content(), item);
            (cell.glyph, cell.fg) = (mark, fg);
        }
    }
    if terrain.cells() != &*cells {
        *cells = terrain.replace(std::mem::take(&mut *cells));
    }
    light.place(Pos::default(), Lit::default());
    let tiles = light.tiles_mut();
    let size = view.size();
    tiles.reset(size.width, size.height, Lit::default());
    shine(view, &map, tiles);
}

/// Lights what is seen by lantern and braziers, and marks what is remembered.
fn shine(view: View<'_>, map: &Map, tiles: &mut Grid<Lit>) {
    let size = view.size();
    let player = view.player();
    let mut lights = Grid::new(size.width, size.height, DUSK);
    let mut add = |from: Pos, reach: u32, light: Light| {
        let radius = reach as i32;
        light::shine(map, from, Lamp { light, radius }, &mut lights);
    };
    add(player.pos, player.sight.max(3) + 2, LANTERN);
    for lamp in view.lamps().filter(|lamp| lamp.lit) {
        add(lamp.pos, lamp.reach + 2, LAMP);
    }
    for y in 0..size.height as i32 {
        for x in 0..size.width as i32 {
            let pos = Pos::new(x, y);
            let Some(tile) = view.tile(pos) else { continue };
            tiles[pos] = if tile.in_sight {
                encode(lights[pos])
            } else {
                Lit {
                    light: [128; 3],
                    flags: Lit::REMEMBERED,
                }
            };
        }
    }
    let actors = view.actors().map(|actor| actor.pos);
    for pos in actors.chain([player.pos]) {
        if let Some(lit) = tiles.get_mut(pos) {
            lit.flags |= Lit::COVERED;
        }
    }
}

/// Mark and colour of something that lies about.
pub(super) fn look_of_item(view: View<'_>, content: &Content, item: ItemView) -> (Glyph, [u8; 3]) {
    let def = content.item(item.kind);
    let colour = match def.class {
        Class::Food(_) => [210, 160, 96],
        Class::Potion(_) | Class::Scroll(_) => dye(view, item.kind),
        Class::Weapon { .. } | Class::Missile(_) | Class::Arrow(_) => [186, 196, 210],
        Class::Armour { .. } => [160, 170, 190],
        Class::Lantern(_) | Class::FirePot => [255, 196, 96],
        Class::Ring(_) => [240, 214, 110],
    };
    (Glyph::of(def.glyph()).unwrap_or_default(), colour)
}

/// A colour for each look, so that unknown potions can be told apart.
fn dye(view: View<'_>, kind: ItemKind) -> [u8; 3] {
    const DYES: [[u8; 3]; 8] = [
        [226, 96, 96],
        [110, 190, 120],
        [110, 150, 236],
        [226, 190, 90],
        [200, 120, 220],
        [100, 206, 206],
        [226, 226, 220],
        [226, 140, 80],
    ];
    let look = view.look_of(kind).unwrap_or_default();
    let sum: usize = look.bytes().map(usize::from).sum();
    DYES[sum % DYES.len()]
}

/// Colour of a kind of monster: its role's.
pub(super) const fn colour_of(def: &MonsterDef) -> [u8; 3] {
    match def.role {
        Role::Hunter => [206, 150, 110],
        Role::Swarm => [170, 130, 96],
        Role::Pack => [190, 180, 170],
        Role::Charger => [226, 120, 90],
        Role::Archer => [150, 200, 120],
        Role::Thief => [226, 200, 110],
        Role::Splitter => [120, 206, 120],
        Role::Exploder => [255, 140, 60],
        Role::Summoner => [200, 120, 226],
        Role::Healer => [240, 226, 240],
        Role::Phaser => [160, 190, 240],
        Role::Unseen => [150, 150, 170],
        Role::Snuffer => [110, 120, 190],
        Role::Guard => [210, 190, 150],
        Role::Mimic => [236, 170, 120],
        Role::Sleeper => [150, 110, 90],
        Role::Wanderer => [196, 206, 190],
    }
}

const fn vec(pos: Pos) -> Vec2 {
    Vec2::new(pos.x as f32, pos.y as f32)
}

/// How far an actor glides, in tiles; farther away it is there at once.
const FAR: f32 = 2.5;

/// Puts a figure where each actor is, gliding there from where it was.
fn place(
    shown: ShownRun,
    time: Option<Res<Time<Real>>>,
    mut figures: ResMut<Figures>,
    mut sprites: Query<(&mut GlyphSprite, &mut Motion)>,
    (mut target, mut walked): (ResMut<CameraTarget>, MessageWriter<Walked>),
    mut commands: Commands,
) {
    let now = time.map_or(Duration::ZERO, |time| time.elapsed());
    let Some(view) = shown.view() else { return };
    let content = view.content();
    let mut old = std::mem::take(&mut figures.monsters);
    for actor in view.actors() {
        let def = content.monster(actor.kind);
        let fg = match (actor.in_sight, actor.mood) {
            (false, _) => FELT,
            (true, Mood::Asleep) => colour_of(def).map(|channel| channel / 2 + 20),
            (true, _) => colour_of(def),
        };
        let glyph = Glyph::of(def.glyph).unwrap_or_default();
        let at = vec(actor.pos);
        let entity = old.remove(&actor.id);
        if let Some((mut sprite, mut motion)) =
            entity.and_then(|entity| sprites.get_mut(entity).ok())
        {
            (sprite.glyph, sprite.fg) = (glyph, fg);
            if motion.end() == at {
            } else if sprite.at.distance(at) < FAR {
                motion.glide(sprite.at, at, now);
            } else {
                *motion = Motion::still(at);
            }
        }
        let entity = entity.unwrap_or_else(|| {
            let motion = Motion::still(at);
            commands.spawn((GlyphSprite { glyph, fg, at }, motion)).id()
        });
        figures.monsters.insert(actor.id, entity);
    }
    for entity in old.into_values() {
        commands.entity(entity).despawn();
    }
    let me = view.player().pos;
    match figures.player.replace(me) {
        Some(before) if before == me => {}
        Some(before) if vec(before).distance(vec(me)) < FAR => drop(walked.write(Walked::To(me))),
        _ => drop(walked.write(Walked::Stands(Some(me)))),
    }
    target.set_if_neq(CameraTarget(vec(me) + 0.5));
}

/// Tints what is pointed out, where blows landed, and the light on its way.
fn mark((marks, effects): (Res<Marks>, Res<Effects>), shown: ShownRun, mut tint: ResMut<Tint>) {
    let Some(view) = shown.view() else { return };
    let size = view.size();
    let mut levels: Grid<u8> = Grid::new(size.width, size.height, 0);
    let mut set = |pos: Pos, level: u8| {
        if let Some(old) = levels.get_mut(pos) {
            *old = level;
        }
    };
    marks.path.iter().for_each(|pos| set(*pos, 1));
    match marks.spot {
        Some(Spot::Target(pos)) => set(pos, 2),
        Some(Spot::Looked(pos)) => set(pos, 3),
        None => {}
    }
    let first = 1 + MARKS.len() as u8;
    for (pos, glow) in effects.glow() {
        set(pos, first + (glow * f32::from(GLOWS - 1)) as u8);
    }
    effects.blows.iter().for_each(|pos| set(*pos, 4));
    let empty = *marks == Marks::default() && effects.is_empty();
    tint.set_if_neq(if empty {
        Tint::default()
    } else {
        Tint {
            at: Pos::default(),
            levels,
            palette: MARKS.into_iter().chain((0..GLOWS).map(glow)).collect(),
        }
    });
}
