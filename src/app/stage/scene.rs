//! The level on the terrain: what the player sees, remembers and feels, and how it is lit. Shows the
//! view of the game; decides nothing.

use bevy::prelude::*;

use super::air;
use super::ambient::{self, Drift};
use super::effects::{self, Effects, blend};
use super::everlamp;
use super::figures::{self, Figures};
use super::glow::Glow;
use super::look;
use super::motes::{self, Motes};
use super::pipes::Pipes;
use super::reveal::{self, Reveal};
use super::shown::{self, SCREENS, ShownRun};
use super::stains::{self, Stains};
use super::turn::TurnTaken;
use crate::app::dungeon::paint;
use crate::app::dungeon::{Palette, Scene};
use crate::app::frame::Phase;
use crate::app::glyph::{
    CameraHold, Cell, Drawn, Glyph, GlyphSystems, LightMap, Lit, Terrain, Tint, Wind,
};
use crate::app::input::hand_out;
use crate::app::platform::clock::{FRAME, Wake};
use crate::app::player::{Followed, Walked};
use crate::app::settings::Settings;
use crate::game::View;
use crate::game::content::LevelKind;
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
                    (clear, reveal::pass).chain(),
                    (reveal::keep_left, survey, reveal::note, figures::place)
                        .chain()
                        .run_if(shown::has_changed),
                    effects::begin.run_if(on_message::<TurnTaken>),
                    stains::note.run_if(shown::has_changed),
                    stains::settle.run_if(|stains: Res<Stains>| stains.are_pending()),
                    paint.run_if(resource_changed::<Ground>.or_eager(needs_paint)),
                    effects::advance.run_if(|effects: Res<Effects>| !effects.is_empty()),
                    reveal::list_beyond.run_if(|reveal: Res<Reveal>| reveal.is_leaving()),
                    (ambient::drift, air::fill).chain(),
                    light_up,
                    figures::dye.run_if(resource_changed::<LightMap>),
                    effects::list.run_if(|effects: Res<Effects>| !effects.is_empty()),
                    everlamp::rise,
                    mark.run_if(resource_changed::<Marks>),
                )
                    .chain()
                    .in_set(Phase::Show),
            )
                .run_if(shown::is_set),
        )
        .add_systems(
            PostUpdate,
            (
                (figures::cover, effects::burn).chain().before(motes::show),
                figures::keep_in_view.before(GlyphSystems::Look),
            )
                .after(GlyphSystems::Move)
                .before(GlyphSystems::Draw)
                .run_if(shown::is_set),
        );
    for screen in SCREENS {
        app.add_systems(OnExit(screen), leave);
    }
}

const PATH: [u8; 4] = [240, 200, 110, 120];
const TARGET: [u8; 4] = [250, 120, 70, 200];
const LOOKED: [u8; 4] = [150, 200, 255, 200];

/// By the level of a tint, from 1.
const MARKS: [[u8; 4]; 3] = [PATH, TARGET, LOOKED];

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
    mut hold: ResMut<CameraHold>,
    mut turns: ResMut<Messages<TurnTaken>>,
) {
    figures.clear(&mut commands);
    walked.write(Walked::Placed(None));
    // What happened on one screen is not shown on the next.
    turns.clear();
    *tint = Tint::default();
    *effects = Effects::default();
    *reveal = Reveal::default();
    (*drift, *wind) = (Drift::default(), Wind::default());
    motes.0.clear();
    *marks = Marks::default();
    *hold = CameraHold::default();
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

/// Notes what is known of the level.
fn survey(shown: ShownRun, mut ground: ResMut<Ground>) {
    let Some(view) = shown.view() else { return };
    let before = ground.0.take();
    ground.0 = Some(Level::of(view, before));
}

/// Whether the level looks different though nothing of it has changed.
fn needs_paint(stains: Res<Stains>, reveal: Res<Reveal>) -> bool {
    stains.is_changed() || reveal.is_leaving()
}

/// Paints terrain and items anew.
fn paint(
    shown: ShownRun,
    mut terrain: ResMut<Terrain>,
    (ground, stains, mut reveal): (Res<Ground>, Res<Stains>, ResMut<Reveal>),
    mut cells: Local<Grid<Cell>>,
) {
    let (Some(view), Some(level)) = (shown.view(), &ground.0) else {
        return;
    };
    let map = &level.map;
    paint::paint(map, &level.palette, &mut cells);
    for lamp in view.lamps().filter(|lamp| !lamp.lit) {
        if let Some(cell) = cells.get_mut(lamp.pos) {
            cell.fg = PUT_OUT;
        }
    }
    stains.draw(map, &mut cells);
    level.pipes.draw(map, &mut cells);
    hallow(view, map, &mut cells);
    fit_vault(view, &mut cells);
    for item in view.items() {
        if let Some(cell) = cells.get_mut(item.pos) {
            let (mark, fg) = look::of_kind(view, view.content(), item.kind);
            (cell.glyph, cell.fg) = (mark, fg);
        }
    }
    reveal.draw_left(&mut cells);
    if terrain.cells() != &*cells {
        *cells = terrain.replace(std::mem::take(&mut *cells));
    }
}

/// Lights the level anew when it has changed, and as long as anything gives light for a moment, fades
/// in or flickers.
fn light_up(
    shown: ShownRun,
    settings: Option<Res<Settings>>,
    (ground, drift): (Res<Ground>, Res<Drift>),
    (effects, reveal): (Res<Effects>, Res<Reveal>),
    mut light: ResMut<LightMap>,
    mut wake: MessageWriter<Wake>,
    mut moved: Local<bool>,
) {
    let (Some((run, view)), Some(level)) = (shown.run().zip(shown.view()), &ground.0) else {
        return;
    };
    if !reveal.is_over() {
        wake.write(Wake(FRAME));
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
    let glow = shine(view, level, &effects, flicker);
    glow.write(&mut light, |pos| reveal.share(pos));
    for pos in level.pipes.seen(&level.map) {
        light.tiles_mut()[pos].flags |= Lit::OBJECT;
    }
    reveal.light_left(light.tiles_mut());
}

/// All light of a level, with that of what happens on it.
fn shine<'a>(
    view: View<'a>,
    level: &'a Level,
    effects: &Effects,
    flicker: Option<f64>,
) -> Glow<'a> {
    let mut glow = Glow::new(view, &level.map, &level.palette, flicker);
    let pipes = level.pipes.sources(&level.map);
    pipes.into_iter().for_each(|source| glow.add(source));
    effects.sources().for_each(|source| glow.add(source));
    if everlamp::burns(view) {
        glow.flood(everlamp::FLOOD, effects.passed(view.size()).as_ref());
    }
    glow.run(effects.running());
    glow
}

/// How often flames change in a second.
const FLICKERS: f64 = 7.0;

/// Draws the mechanism and the door of a vault, or the Everlamp.
fn fit_vault(view: View<'_>, cells: &mut Grid<Cell>) {
    let Some(vault) = view.vault() else { return };
    let mut put = |pos: Pos, cell: Cell| {
        if let Some(old) = cells.get_mut(pos).filter(|_| view.tile(pos).is_some()) {
            *old = cell;
        }
    };
    if vault.everlamp {
        put(vault.lever, everlamp::cell(vault.open));
        return;
    }
    let mechanism = match vault.has_conduit {
        true => Drawn::Junction.glyph(),
        false => Drawn::Lever.glyph(),
    };
    let fg = if vault.open { GOLD } else { BRASS };
    let door = match vault.open {
        true => Glyph::of('\'').unwrap_or_default(),
        false => Drawn::Gate.glyph(),
    };
    let bg = VAULT_GROUND;
    for (pos, glyph) in [(vault.door, door), (vault.lever, mechanism)] {
        put(pos, Cell { glyph, fg, bg });
    }
}

/// Draws hallowed ground as far as it is seen: it fades unseen.
fn hallow(view: View<'_>, map: &Map, cells: &mut Grid<Cell>) {
    for (pos, tile) in map.tiles.iter() {
        if !tile.is_walkable() || !view.in_sight(pos) || !view.is_hallowed(pos) {
            continue;
        }
        let cell = &mut cells[pos];
        cell.bg = blend(cell.bg, HALLOWED, 0.2);
        if *tile == Tile::Floor {
            (cell.glyph, cell.fg) = (Drawn::Inlay.glyph(), HALLOWED);
        }
    }
}

/// The level that is shown, as it is known.
#[derive(Resource, Default)]
pub(super) struct Ground(pub Option<Level>);

/// A level, and what it is made of.
pub(super) struct Level {
    what: (LevelKind, u8),
    pub palette: Palette,
    pub map: Map,
    pipes: Pipes,
}

impl Level {
    /// A level as it is known, with the colours that it had before.
    fn of(view: View<'_>, before: Option<Self>) -> Self {
        let what = (view.level_kind(), view.depth());
        let before = before.filter(|level| level.what == what);
        let palette = before.map_or_else(|| Palette::of(what.0, what.1), |level| level.palette);
        let map = known(view);
        let pipes = Pipes::of(view, &map);
        Self {
            what,
            palette,
            map,
            pipes,
        }
    }
}

const PUT_OUT: [u8; 3] = [92, 84, 80];
const GOLD: [u8; 3] = [255, 226, 140];
const BRASS: [u8; 3] = [226, 178, 92];
const VAULT_GROUND: [u8; 3] = [66, 46, 84];
const HALLOWED: [u8; 3] = [255, 236, 168];

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

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::game::content::Content;
    use crate::game::{Action, Game, Outcome, Setup};
    use crate::geom::Dir;
    use crate::rng::Seed;

    /// The game with its state changed and an action done.
    fn after(game: &Game, change: impl FnOnce(&mut Value), action: Action) -> Game {
        let mut state = serde_json::to_value(game.state()).unwrap();
        change(&mut state);
        state["here"]["actors"] = json!([]);
        let state = serde_json::from_value(state).unwrap();
        let mut game = Game::resume(state, Content::embedded().unwrap()).unwrap();
        game.apply(action, &mut Vec::new()).unwrap();
        game
    }

    #[test]
    fn hallowed_ground_is_drawn_where_it_is_seen_and_nowhere_else() {
        let game = Game::new(Setup::new(Seed(8)).unwrap()).unwrap();
        let center = game.view().player().pos;
        let hallow_it = |state: &mut Value| {
            state["here"]["hallowed"] = json!([{ "center": center, "left": 9 }]);
        };
        let drawn = |game: &Game| {
            let map = known(game.view());
            let mut cells = Grid::new(80, 50, Cell::default());
            hallow(game.view(), &map, &mut cells);
            let marked = cells.iter().filter(|(_, cell)| **cell != Cell::default());
            let marked: Vec<Pos> = marked.map(|(pos, _)| pos).collect();
            let fits = |pos: Pos| game.view().is_hallowed(pos) && map.is_walkable(pos);
            assert!(marked.iter().all(|pos| fits(*pos)), "{marked:?}");
            marked
        };
        assert_eq!(drawn(&game), []);
        let hallowed = after(&game, hallow_it, Action::Wait);
        let marked = drawn(&hallowed);
        assert!(marked.contains(&center) && marked.len() > 5, "{marked:?}");
    }

    #[test]
    fn the_everlamp_is_drawn_as_a_lamp_of_its_own_and_floods_the_level_once_it_burns() {
        let mut game = Game::new(Setup::new(Seed(8)).unwrap()).unwrap();
        let down = Action::Descend { sure: true };
        while game.depth() < 12 {
            let to_stairs = |state: &mut Value| {
                for brazier in state["here"]["braziers"].as_array_mut().unwrap() {
                    brazier["seen_lit"] = brazier["lit"].clone();
                }
                state["player"]["pos"] = state["here"]["down"].clone();
            };
            game = after(&game, to_stairs, down);
        }
        let lamp = serde_json::to_value(game.state()).unwrap()["here"]["down"].clone();
        let lamp: Pos = serde_json::from_value(lamp).unwrap();
        // The whole sanctum is known.
        let beside = |state: &mut Value| {
            state["player"]["pos"] = json!(lamp.step(Dir::North));
            state["here"]["memory"] = state["here"]["tiles"].clone();
        };
        game = after(&game, beside, Action::Wait);
        let drawn = |game: &Game| {
            let mut cells = Grid::new(80, 50, Cell::default());
            fit_vault(game.view(), &mut cells);
            cells[lamp]
        };
        let bright = |game: &Game| {
            let level = Level::of(game.view(), None);
            let mut light = LightMap::default();
            shine(game.view(), &level, &Effects::default(), None).write(&mut light, |_| 1.0);
            let known = level
                .map
                .tiles
                .iter()
                .filter(|(_, tile)| **tile != Tile::Void);
            let lit: Vec<Lit> = known.map(|(pos, _)| light.get(pos)).collect();
            assert!(lit.len() > 500, "{}", lit.len());
            let is_bright = |lit: &&Lit| lit.sight() == Lit::VISIBLE && lit.light[0] > 128;
            lit.iter().filter(is_bright).count() * 100 / lit.len()
        };
        let dark = drawn(&game);
        assert!(bright(&game) < 30, "{} in 100 tiles", bright(&game));
        assert_eq!(dark, everlamp::cell(false));
        assert!(dark.fg[2] > dark.fg[0], "it is cold: {dark:?}");
        let pull = Action::Pull { dir: Dir::South };
        while game.outcome() == Outcome::Playing {
            game.apply(pull, &mut Vec::new()).unwrap();
        }
        let burning = drawn(&game);
        assert_eq!(burning, everlamp::cell(true));
        assert!(burning.glyph != dark.glyph && burning.fg[0] > burning.fg[2]);
        assert_eq!(bright(&game), 100, "of all tiles");
    }
}
