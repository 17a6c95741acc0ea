//! The level on the terrain: what the player sees, remembers and feels, and how it is lit. Shows the
//! view of the game; decides nothing.

use std::collections::BTreeMap;
use std::time::Duration;

use bevy::prelude::*;

use super::effects::{self, Effects};
use super::glow::Glow;
use super::shown::{self, SCREENS, ShownRun};
use super::turn::TurnTaken;
use crate::app::dungeon::paint;
use crate::app::dungeon::{Palette, Scene};
use crate::app::frame::Phase;
use crate::app::glyph::shade::{encoded, linear, object};
use crate::app::glyph::{
    self, CameraTarget, Cell, Drawn, Glyph, GlyphSprite, GlyphSystems, LightMap, Motion, Terrain,
    Tint,
};
use crate::app::player::{Followed, Hero, Walked};
use crate::app::settings::Settings;
use crate::game::content::{Class, Content, ItemKind, LevelKind, MonsterDef, Role};
use crate::game::{ActorId, ActorView, ItemView, Mood, VaultView, View};
use crate::geom::{Grid, Pos};
use crate::map::{Map, Tile};

/// Draws the run.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Figures>()
        .init_resource::<Effects>()
        .init_resource::<Marks>()
        .init_resource::<Ground>()
        .add_systems(
            Update,
            (
                take_scene.in_set(Phase::Generate),
                (
                    (paint, place).chain().run_if(shown::has_changed),
                    effects::begin.run_if(on_message::<TurnTaken>),
                    mark.run_if(resource_changed::<Marks>.or_eager(resource_changed::<Effects>)),
                    effects::advance.run_if(|effects: Res<Effects>| !effects.is_empty()),
                )
                    .chain()
                    .in_set(Phase::Show),
            )
                .run_if(shown::is_set),
        )
        .add_systems(
            PostUpdate,
            keep_in_view
                .after(GlyphSystems::Move)
                .before(GlyphSystems::Look)
                .run_if(shown::is_set),
        );
    for screen in SCREENS {
        app.add_systems(OnExit(screen), leave);
    }
}

const FELT: [u8; 3] = [150, 120, 210];

const PATH: [u8; 4] = [240, 200, 110, 120];
const TARGET: [u8; 4] = [250, 120, 70, 200];
const LOOKED: [u8; 4] = [150, 200, 255, 200];
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
pub(super) fn known(view: View<'_>) -> Map {
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
    settings: Option<Res<Settings>>,
    (mut terrain, mut light): (ResMut<Terrain>, ResMut<LightMap>),
    mut levels: ResMut<Ground>,
    mut cells: Local<Grid<Cell>>,
) {
    let Some((run, view)) = shown.run().zip(shown.view()) else {
        return;
    };
    let what = (view.level_kind(), view.depth());
    if levels.0.as_ref().is_none_or(|(level, _)| *level != what) {
        levels.0 = Some((what, Palette::of(what.0, what.1)));
    }
    let Some((_, palette)) = &levels.0 else {
        return;
    };
    let map = known(view);
    paint::paint(&map, palette, &mut cells);
    for lamp in view.lamps().filter(|lamp| !lamp.lit) {
        if let Some(cell) = cells.get_mut(lamp.pos) {
            cell.fg = PUT_OUT;
        }
    }
    fit_vault(view, &mut cells);
    for item in view.items() {
        if let Some(cell) = cells.get_mut(item.pos) {
            let (mark, fg) = look_of_item(view, view.content(), item);
            (cell.glyph, cell.fg) = (mark, fg);
        }
    }
    if terrain.cells() != &*cells {
        *cells = terrain.replace(std::mem::take(&mut *cells));
    }
    let moves = settings.is_none_or(|settings| !settings.is_still());
    let flicker = moves.then(|| run.game().turns());
    Glow::new(view, &map, palette, flicker).write(&mut light);
}

/// Draws the mechanism and the door of a vault, or the Everlamp.
fn fit_vault(view: View<'_>, cells: &mut Grid<Cell>) {
    let Some(vault) = view.vault() else { return };
    let mechanism = match vault {
        VaultView { everlamp: true, .. } => Glyph::of('☼').unwrap_or_default(),
        VaultView {
            has_conduit: true, ..
        } => Drawn::Junction.glyph(),
        _ => Drawn::Lever.glyph(),
    };
    let gold = if vault.open { GOLD } else { BRASS };
    let door = match vault.open {
        true => Glyph::of('\'').unwrap_or_default(),
        false => Drawn::Gate.glyph(),
    };
    // The Everlamp is its own door: it is drawn over it.
    for (pos, glyph) in [(vault.door, door), (vault.lever, mechanism)] {
        let (fg, bg) = (gold, VAULT_GROUND);
        if let Some(cell) = cells.get_mut(pos).filter(|_| view.tile(pos).is_some()) {
            *cell = Cell { glyph, fg, bg };
        }
    }
}

/// What the level that is shown is made of.
#[derive(Resource, Default)]
struct Ground(Option<((LevelKind, u8), Palette)>);

const PUT_OUT: [u8; 3] = [92, 84, 80];
const GOLD: [u8; 3] = [255, 226, 140];
const BRASS: [u8; 3] = [226, 178, 92];
const VAULT_GROUND: [u8; 3] = [66, 46, 84];

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
        Class::Relic { .. } => [255, 226, 150],
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

/// Colour of a monster where it stands: in the light there, if it is seen.
fn colour_in_light(actor: ActorView, def: &MonsterDef, light: &LightMap) -> [u8; 3] {
    let colour = match (actor.in_sight, actor.mood) {
        (false, _) => return FELT,
        (true, Mood::Asleep) => colour_of(def).map(|channel| channel / 2 + 20),
        (true, _) => colour_of(def),
    };
    let root = light.get(actor.pos).light;
    let light = root.map(|channel| (f32::from(channel) / 128.0).powi(2));
    encoded(object(linear(colour), light))
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
    (mut walked, mut target): (MessageWriter<Walked>, ResMut<CameraTarget>),
    light: Res<LightMap>,
    mut commands: Commands,
) {
    let now = time.map_or(Duration::ZERO, |time| time.elapsed());
    let Some(view) = shown.view() else { return };
    let content = view.content();
    let mut old = std::mem::take(&mut figures.monsters);
    for actor in view.actors() {
        let def = content.monster(actor.kind);
        let fg = colour_in_light(actor, def, &light);
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
        _ => {
            walked.write(Walked::Stands(Some(me)));
            target.set_if_neq(CameraTarget(vec(me) + 0.5));
        }
    }
}

/// How far from the middle the player may go before the map moves, as a share of the view.
const SLACK: f32 = 0.16;

/// Keeps the player near the middle of the view as they glide.
fn keep_in_view(
    seen: Res<glyph::View>,
    heroes: Query<(&GlyphSprite, &Motion), With<Hero>>,
    mut target: ResMut<CameraTarget>,
) {
    let Ok((sprite, motion)) = heroes.single() else {
        return;
    };
    let place = motion.looked_at(sprite.at) + 0.5;
    // In whole tiles: the map then moves by as many pixels as the player does.
    let slack = (seen.room.as_vec2() / seen.tile_px() * SLACK).floor();
    let kept = target.0.clamp(place - slack, place + slack);
    target.set_if_neq(CameraTarget(kept));
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
