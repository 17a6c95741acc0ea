//! The level on the terrain: what the player sees, remembers and feels, and how it is lit. Shows the
//! view of the game; decides nothing.

use std::collections::BTreeMap;
use std::time::Duration;

use bevy::prelude::*;
use bevy::window::RequestRedraw;

use super::ambient::{self, Drift};
use super::effects::{self, Effects};
use super::glow::Glow;
use super::look;
use super::motes::{self, Motes};
use super::pipes::Pipes;
use super::reveal::{self, Reveal};
use super::shown::{self, SCREENS, ShownRun};
use super::stains::{self, Stains};
use super::timeline::vec;
use super::turn::TurnTaken;
use crate::app::dungeon::paint;
use crate::app::dungeon::{Palette, Scene};
use crate::app::frame::Phase;
use crate::app::glyph::shade::{encoded, linear, object};
use crate::app::glyph::{
    self, CameraTarget, Cell, Drawn, Glyph, GlyphSprite, GlyphSystems, LightMap, Lit, Motion,
    Terrain, Tint, Wind,
};
use crate::app::input::hand_out;
use crate::app::platform::clock::Wake;
use crate::app::player::{Followed, HERO_COLOUR, Hero, Walked};
use crate::app::settings::Settings;
use crate::game::content::{LevelKind, MonsterDef};
use crate::game::{ActorId, ActorView, Mood, VaultView, View};
use crate::geom::{Grid, Pos};
use crate::map::{Map, Tile};

/// Draws the run.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Figures>()
        .init_resource::<Effects>()
        .init_resource::<Marks>()
        .init_resource::<Ground>()
        .init_resource::<Reveal>()
        .init_resource::<Stains>()
        .init_resource::<Drift>()
        .add_message::<Wake>()
        .add_plugins(motes::plugin)
        .add_systems(
            Update,
            effects::finish
                .run_if(shown::is_set)
                .in_set(Phase::Input)
                .before(hand_out),
        )
        // The condition is asked once a frame, at the first of these: after a run was begun.
        .add_systems(
            Update,
            (
                take_scene.in_set(Phase::Generate),
                (
                    (clear, effects::burn).chain(),
                    (stains::note, paint, reveal::note, place)
                        .chain()
                        .run_if(shown::has_changed),
                    effects::begin.run_if(on_message::<TurnTaken>),
                    effects::advance.run_if(|effects: Res<Effects>| !effects.is_empty()),
                    ambient::drift,
                    light_up,
                    dye.run_if(resource_changed::<LightMap>),
                    effects::list.run_if(|effects: Res<Effects>| !effects.is_empty()),
                    mark.run_if(resource_changed::<Marks>),
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

/// By the level of a tint, from 1.
const MARKS: [[u8; 4]; 3] = [PATH, TARGET, LOOKED];

/// The colour that the player and monsters have when they are hit.
const STRUCK: [[u8; 3]; 2] = [[255, 40, 30], [255, 255, 255]];

/// The sprites of monsters, by who they are, and where the player is shown.
#[derive(Resource, Default)]
pub(super) struct Figures {
    monsters: BTreeMap<ActorId, Entity>,
    player: Option<Pos>,
}

impl Figures {
    /// Changes how somebody moves, if they are shown.
    pub fn with(
        &self,
        who: ActorId,
        motions: &mut Query<(&mut Motion, Has<Hero>)>,
        change: impl FnOnce(&mut Motion),
    ) {
        let found = if who == ActorId::PLAYER {
            motions.iter_mut().find(|(_, is_hero)| *is_hero)
        } else {
            let entity = self.monsters.get(&who);
            entity.and_then(|entity| motions.get_mut(*entity).ok())
        };
        if let Some((mut motion, _)) = found {
            change(&mut motion);
        }
    }
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
    (mut tint, mut effects, mut reveal): (ResMut<Tint>, ResMut<Effects>, ResMut<Reveal>),
    (mut drift, mut wind, mut motes): (ResMut<Drift>, ResMut<Wind>, ResMut<Motes>),
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
    *reveal = Reveal::default();
    (*drift, *wind) = (Drift::default(), Wind::default());
    motes.0.clear();
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

/// Begins the list of what flies and drifts in this frame.
fn clear(mut motes: ResMut<Motes>) {
    motes.0.clear();
}

/// Paints terrain and items anew.
fn paint(
    shown: ShownRun,
    mut terrain: ResMut<Terrain>,
    (mut ground, stains): (ResMut<Ground>, Res<Stains>),
    mut cells: Local<Grid<Cell>>,
) {
    let Some(view) = shown.view() else { return };
    let what = (view.level_kind(), view.depth());
    let known_as = ground.0.take().filter(|level| level.what == what);
    let palette = known_as.map_or_else(|| Palette::of(what.0, what.1), |level| level.palette);
    let map = known(view);
    paint::paint(&map, &palette, &mut cells);
    for lamp in view.lamps().filter(|lamp| !lamp.lit) {
        if let Some(cell) = cells.get_mut(lamp.pos) {
            cell.fg = PUT_OUT;
        }
    }
    stains.draw(&map, &mut cells);
    let pipes = Pipes::of(view, &map);
    pipes.draw(&map, &mut cells);
    fit_vault(view, &mut cells);
    for item in view.items() {
        if let Some(cell) = cells.get_mut(item.pos) {
            let (mark, fg) = look::of_kind(view, view.content(), item.kind);
            (cell.glyph, cell.fg) = (mark, fg);
        }
    }
    if terrain.cells() != &*cells {
        *cells = terrain.replace(std::mem::take(&mut *cells));
    }
    ground.0 = Some(Level {
        what,
        palette,
        map,
        pipes,
    });
}

/// Lights the level anew when it has changed, and as long as anything gives light for a moment, fades
/// in or flickers.
fn light_up(
    shown: ShownRun,
    (time, settings): (Option<Res<Time<Real>>>, Option<Res<Settings>>),
    (ground, drift): (Res<Ground>, Res<Drift>),
    (effects, mut reveal): (Res<Effects>, ResMut<Reveal>),
    mut light: ResMut<LightMap>,
    mut redraw: MessageWriter<RequestRedraw>,
    mut moved: Local<bool>,
) {
    let (Some((run, view)), Some(level)) = (shown.run().zip(shown.view()), &ground.0) else {
        return;
    };
    if let Some(time) = time.filter(|_| !reveal.is_over()) {
        reveal.pass(time.elapsed());
        redraw.write(RequestRedraw);
    }
    let moves = !effects.is_empty() || !reveal.is_over() || drift.0.is_some();
    if !std::mem::replace(&mut *moved, moves) && !moves && !ground.is_changed() {
        return;
    }
    let still = settings.is_some_and(|settings| settings.is_still());
    let flicker = match drift.0 {
        Some(seconds) => Some(seconds * FLICKERS),
        None => (!still).then(|| run.game().turns() as f64),
    };
    let mut glow = Glow::new(view, &level.map, &level.palette, flicker);
    let pipes = level.pipes.sources(&level.map);
    pipes.into_iter().for_each(|source| glow.add(source));
    effects.sources().for_each(|source| glow.add(source));
    glow.run(effects.running());
    glow.write(&mut light, |pos| reveal.share(pos));
    for pos in level.pipes.seen(&level.map) {
        light.tiles_mut()[pos].flags |= Lit::OBJECT;
    }
}

/// How often flames change in a second.
const FLICKERS: f64 = 7.0;

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

/// The level that is shown, as it is known.
#[derive(Resource, Default)]
pub(super) struct Ground(pub Option<Level>);

/// A level, and what it is made of.
pub(super) struct Level {
    what: (LevelKind, u8),
    palette: Palette,
    pub map: Map,
    pipes: Pipes,
}

const PUT_OUT: [u8; 3] = [92, 84, 80];
const GOLD: [u8; 3] = [255, 226, 140];
const BRASS: [u8; 3] = [226, 178, 92];
const VAULT_GROUND: [u8; 3] = [66, 46, 84];

/// Colour of a monster where it stands: in the light there, if it is seen.
fn colour_in_light(actor: ActorView, def: &MonsterDef, light: &LightMap) -> [u8; 3] {
    let colour = match (actor.in_sight, actor.mood) {
        (false, _) => return FELT,
        (true, Mood::Asleep) => look::colour_of(def).map(|channel| channel / 2 + 20),
        (true, _) => look::colour_of(def),
    };
    let root = light.get(actor.pos).light;
    let light = root.map(|channel| (f32::from(channel) / 128.0).powi(2));
    encoded(object(linear(colour), light))
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
    mut commands: Commands,
) {
    let now = time.map_or(Duration::ZERO, |time| time.elapsed());
    let Some(view) = shown.view() else { return };
    let content = view.content();
    let mut old = std::mem::take(&mut figures.monsters);
    for actor in view.actors() {
        let def = content.monster(actor.kind);
        let (glyph, fg) = look::of_monster(def);
        let at = vec(actor.pos);
        let entity = old.remove(&actor.id);
        if let Some((mut sprite, mut motion)) =
            entity.and_then(|entity| sprites.get_mut(entity).ok())
        {
            sprite.glyph = glyph;
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

/// Gives figures their colour: in the light they stand in, and marked if they are hit.
fn dye(
    shown: ShownRun,
    (figures, effects, light): (Res<Figures>, Res<Effects>, Res<LightMap>),
    mut sprites: Query<&mut GlyphSprite>,
    heroes: Query<Entity, With<Hero>>,
) {
    let Some(view) = shown.view() else { return };
    let mut dye = |entity: Entity, fg: [u8; 3]| {
        if let Ok(mut sprite) = sprites.get_mut(entity)
            && sprite.fg != fg
        {
            sprite.fg = fg;
        }
    };
    let [mine, theirs] = STRUCK;
    for actor in view.actors() {
        let Some(entity) = figures.monsters.get(&actor.id) else {
            continue;
        };
        let own = colour_in_light(actor, view.content().monster(actor.kind), &light);
        dye(*entity, effects::blend(own, theirs, effects.mark(actor.id)));
    }
    for hero in &heroes {
        let mark = effects.mark(ActorId::PLAYER);
        dye(hero, effects::blend(HERO_COLOUR, mine, mark));
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

/// Tints what is pointed out.
fn mark(marks: Res<Marks>, shown: ShownRun, mut tint: ResMut<Tint>) {
    let Some(view) = shown.view() else { return };
    if *marks == Marks::default() {
        tint.set_if_neq(Tint::default());
        return;
    }
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
    tint.set_if_neq(Tint {
        at: Pos::default(),
        levels,
        palette: MARKS.to_vec(),
        ..Tint::default()
    });
}
