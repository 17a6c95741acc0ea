//! Draws the level as the player knows it: terrain, items, light and tile highlights. Orders all the
//! systems that draw on the map.

use bevy::prelude::*;

use super::actors;
use super::air::ambient;
use super::air::atmosphere;
use super::air::clock::AmbientClock;
use super::air::effects::{self, Effects};
use super::air::motes::{self, Motes};
use super::air::reveal::{self, Reveal};
use super::air::stains::{self, Stains};
use super::camera::{self, Arrival, Known};
use super::everlamp;
use super::fields;
use super::figures::Figures;
use super::hazards;
use super::level::{KnownLevel, ShownLevel};
use super::lighting::Glow;
use super::look::{self, blend};
use super::marks::{self, Marks};
use super::runs::shown::{self, ShownRun};
use super::runs::turn::TurnTaken;
use crate::app::card::Cards;
use crate::app::dungeon::Scene;
use crate::app::dungeon::paint::Painting;
use crate::app::frame::{Phase, React};
use crate::app::glyph::{
    CameraHold, Cell, Drawn, GlyphSystems, LightMap, Lit, Terrain, Tint, Wind,
};
use crate::app::platform::clock::{FRAME, Wake};
use crate::app::player::{Followed, Walked};
use crate::app::screen::Screen;
use crate::app::settings::Settings;
use crate::game::{Landmark, View};
use crate::geom::{Grid, Pos};
use crate::map::{Map, Tile};

/// Where [`Arrival`] is written.
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(in crate::app) struct Arrives;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Figures>()
        .init_resource::<Effects>()
        .init_resource::<Marks>()
        .init_resource::<ShownLevel>()
        .init_resource::<Reveal>()
        .init_resource::<Stains>()
        .init_resource::<AmbientClock>()
        .init_resource::<Arrival>()
        .init_resource::<Known>()
        .add_plugins(motes::plugin)
        .add_systems(
            Update,
            effects::skip_effects
                .run_if(shown::has_run)
                .in_set(Phase::Input),
        )
        .add_systems(
            React,
            claim_map.run_if(shown::has_run).in_set(Phase::Generate),
        )
        // The condition is evaluated once a frame, before the first of these: after a run has begun.
        .add_systems(
            Update,
            (
                (clear_motes, reveal::advance_time).chain(),
                (
                    reveal::keep_previous_level,
                    update_level,
                    camera::note_known.in_set(Arrives),
                    reveal::fade_in_discoveries,
                    actors::place_figures,
                )
                    .chain()
                    .run_if(shown::has_changed),
                effects::start_effects.run_if(on_message::<TurnTaken>),
                stains::record_turns.run_if(shown::has_changed),
                stains::show_due.run_if(|stains: Res<Stains>| stains.are_pending()),
                paint_terrain.run_if(needs_repaint),
                effects::advance_effects.run_if(|effects: Res<Effects>| !effects.is_empty()),
                reveal::list_motes.run_if(|reveal: Res<Reveal>| reveal.has_previous()),
                (ambient::update_ambient, atmosphere::list_motes).chain(),
                update_light,
                actors::colour_figures.run_if(resource_changed::<LightMap>),
                effects::list_motes.run_if(|effects: Res<Effects>| !effects.is_empty()),
                everlamp::list_motes,
                marks::update_tint.run_if(resource_changed::<Marks>),
            )
                .chain()
                .in_set(Phase::Show)
                .run_if(shown::has_run),
        )
        .add_systems(
            PostUpdate,
            (
                (
                    actors::cover_ground,
                    actors::sign_moods,
                    effects::list_flames,
                )
                    .chain()
                    .before(motes::update_sprites),
                camera::look.before(GlyphSystems::Look),
            )
                .after(GlyphSystems::Move)
                .before(GlyphSystems::Draw)
                .run_if(shown::has_run),
        );
    for screen in Screen::ALL {
        let has_run = move |cards: Res<Cards>| cards.of(screen).run.is_some();
        app.add_systems(OnExit(screen), (on_exit, camera::forget).run_if(has_run));
    }
}

/// Takes the terrain and the camera away from the dungeon.
fn claim_map(mut scene: ResMut<Scene>, mut followed: ResMut<Followed>) {
    scene.set_if_neq(Scene::Other);
    followed.set_if_neq(Followed(false));
}

fn on_exit(
    mut figures: ResMut<Figures>,
    mut commands: Commands,
    (mut tint, mut effects, mut reveal): (ResMut<Tint>, ResMut<Effects>, ResMut<Reveal>),
    (mut clock, mut wind, mut motes): (ResMut<AmbientClock>, ResMut<Wind>, ResMut<Motes>),
    (mut marks, mut walked): (ResMut<Marks>, MessageWriter<Walked>),
    mut hold: ResMut<CameraHold>,
    mut turns: ResMut<Messages<TurnTaken>>,
) {
    figures.clear(&mut commands);
    walked.write(Walked::Placed(None));
    // The next screen must not show what happened on this one.
    turns.clear();
    *tint = Tint::default();
    *effects = Effects::default();
    *reveal = Reveal::default();
    (*clock, *wind) = (AmbientClock::default(), Wind::default());
    motes.0.clear();
    *marks = Marks::default();
    *hold = CameraHold::default();
}

/// Starts the list of this frame's motes.
fn clear_motes(mut motes: ResMut<Motes>) {
    motes.0.clear();
}

fn update_level(shown: ShownRun, mut level: ResMut<ShownLevel>) {
    level.0 = shown.view().map(KnownLevel::new);
}

/// Whether the level has changed, or the terrain looks different although it has not.
fn needs_repaint(level: Res<ShownLevel>, stains: Res<Stains>, reveal: Res<Reveal>) -> bool {
    level.is_changed() || stains.is_changed() || reveal.has_previous()
}

/// Repaints terrain, fixtures, stains and items.
fn paint_terrain(
    shown: ShownRun,
    mut terrain: ResMut<Terrain>,
    (level, stains, mut reveal): (Res<ShownLevel>, Res<Stains>, ResMut<Reveal>),
    (mut painting, mut cells): (Local<Painting>, Local<Grid<Cell>>),
) {
    let (Some(view), Some(level)) = (shown.view(), &level.0) else {
        return;
    };
    let map = &level.map;
    cells.clone_from(painting.update(map, &level.palette));
    for lamp in view.lamps().filter(|lamp| !lamp.lit) {
        if let Some(cell) = cells.get_mut(lamp.pos) {
            cell.fg = UNLIT_BRAZIER;
        }
    }
    stains.draw(map, &mut cells);
    level.pipes.draw(map, &mut cells);
    draw_hallowed_ground(view, map, &mut cells);
    hazards::draw_set_pieces(view, &mut cells);
    hazards::draw(view, &mut cells);
    fields::draw(view, &mut cells);
    draw_features(view, &mut cells);
    draw_aimed_tiles(view, &mut cells);
    for item in view.items() {
        if let Some(cell) = cells.get_mut(item.pos) {
            (cell.glyph, cell.fg) = look::item_appearance(view, item.kind);
        }
    }
    reveal.draw_previous(&mut cells);
    if terrain.cells() != &*cells {
        *cells = terrain.replace(std::mem::take(&mut *cells));
    }
}

/// Relights the level after it has changed, and in every frame in which an effect plays, tiles fade in
/// or flames flicker.
fn update_light(
    shown: ShownRun,
    settings: Res<Settings>,
    (level, clock): (Res<ShownLevel>, Res<AmbientClock>),
    (effects, reveal): (Res<Effects>, Res<Reveal>),
    mut light: ResMut<LightMap>,
    mut wake: MessageWriter<Wake>,
    mut was_moving: Local<bool>,
) {
    let has_changed = level.is_changed();
    let (Some((run, view)), Some(level)) = (shown.run().zip(shown.view()), &level.0) else {
        return;
    };
    if !reveal.is_over() {
        wake.write(Wake(FRAME));
    }
    let moves = !effects.is_empty() || !reveal.is_over() || clock.0.is_some();
    // The frame after the last motion still needs light.
    if !std::mem::replace(&mut *was_moving, moves) && !moves && !has_changed {
        return;
    }
    let flicker = match clock.0 {
        Some(seconds) => Some(seconds * FLICKER_RATE),
        None => (!settings.is_still()).then(|| run.game().turns() as f64),
    };
    let glow = level_glow(view, level, &effects, flicker);
    glow.write(&mut light, |pos| reveal.light_share(pos));
    for pos in level.pipes.visible_tiles(&level.map) {
        light.tiles_mut()[pos].flags |= Lit::OBJECT;
    }
    reveal.light_previous(light.tiles_mut());
}

/// The light of a level, including its pipes, its effects and the Everlamp.
fn level_glow<'a>(
    view: View<'a>,
    level: &'a KnownLevel,
    effects: &Effects,
    flicker: Option<f64>,
) -> Glow<'a> {
    let mut glow = Glow::new(view, &level.map, &level.palette, flicker);
    let pipes = level.pipes.light_sources(&level.map);
    let fire = fields::light_sources(view);
    for source in pipes.into_iter().chain(fire).chain(effects.light_sources()) {
        glow.add_source(source);
    }
    if everlamp::is_burning(view) {
        glow.flood(everlamp::FLOOD, effects.wave_tiles(view.size()).as_ref());
    }
    glow.add_wave(effects.wave_light());
    glow
}

/// Changes of a flame per second.
const FLICKER_RATE: f64 = 7.0;

/// Draws the mechanisms and doors of vaults, and the Everlamp.
fn draw_features(view: View<'_>, cells: &mut Grid<Cell>) {
    let mut put = |pos: Pos, cell: Cell| {
        if let Some(old) = cells.get_mut(pos).filter(|_| view.tile(pos).is_some()) {
            *old = cell;
        }
    };
    for feature in view.features() {
        if feature.landmark == Landmark::Font {
            let (glyph, bg) = (Drawn::Font.glyph(), VAULT_GROUND);
            let fg = match (feature.open, feature.done) {
                (true, false) => GOLD,
                _ => BRASS,
            };
            put(feature.at, Cell { glyph, fg, bg });
            continue;
        }
        let Some(vault) = feature.vault else {
            put(feature.at, everlamp::cell(feature.open));
            continue;
        };
        let mechanism = match feature.has_conduit {
            true => Drawn::Junction.glyph(),
            false => Drawn::Lever.glyph(),
        };
        let fg = if feature.open { GOLD } else { BRASS };
        let door = match feature.open {
            true => look::to_glyph('\''),
            false => Drawn::Gate.glyph(),
        };
        let bg = VAULT_GROUND;
        for (pos, glyph) in [(vault.door, door), (feature.at, mechanism)] {
            put(pos, Cell { glyph, fg, bg });
        }
    }
}

/// Draws hallowed ground in sight. It is not remembered, because it may fade unseen.
fn draw_hallowed_ground(view: View<'_>, map: &Map, cells: &mut Grid<Cell>) {
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

/// Marks the tiles that monsters in sight are about to strike, by a sign and by their ground.
fn draw_aimed_tiles(view: View<'_>, cells: &mut Grid<Cell>) {
    for (pos, _) in view.aimed_tiles() {
        let is_known = view.tile(pos).is_some_and(|tile| tile.tile.is_walkable());
        if let Some(cell) = cells.get_mut(pos).filter(|_| is_known) {
            let glyph = look::to_glyph(look::STRIKE_SIGN);
            let fg = look::ANNOUNCED;
            let bg = blend(cell.bg, fg, 0.35);
            *cell = Cell { glyph, fg, bg };
        }
    }
}

const UNLIT_BRAZIER: [u8; 3] = [92, 84, 80];
const GOLD: [u8; 3] = [255, 226, 140];
const BRASS: [u8; 3] = [226, 178, 92];
const VAULT_GROUND: [u8; 3] = [66, 46, 84];
const HALLOWED: [u8; 3] = [255, 236, 168];

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::app::stage::level::known_map;
    use crate::conduit::{Answer, SEARCH_BUDGET};
    use crate::game::content::Content;
    use crate::game::{Action, Command, Game, Outcome, Setup};
    use crate::geom::Dir;
    use crate::rng::Seed;

    /// Edits the saved state of the game, then applies an action.
    fn after(game: &Game, change: impl FnOnce(&mut Value), command: impl Into<Command>) -> Game {
        let mut state = serde_json::to_value(game.state()).unwrap();
        change(&mut state);
        state["here"]["actors"] = json!([]);
        let state = serde_json::from_value(state).unwrap();
        let mut game = Game::with_state(state, Content::embedded().unwrap());
        game.apply(command, &mut Vec::new()).unwrap();
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
            let map = known_map(game.view());
            let mut cells = Grid::new(80, 50, Cell::default());
            draw_hallowed_ground(game.view(), &map, &mut cells);
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
        let down = Action::Descend.sure();
        while game.depth() < 12 {
            let to_stairs = |state: &mut Value| {
                let braziers = state["here"]["braziers"].as_array().unwrap().iter();
                let unlit = braziers.filter(|brazier| brazier["lit"] == false);
                let unlit = unlit.map(|brazier| brazier["pos"].clone()).collect();
                state["here"]["known"]["unlit"] = unlit;
                state["player"]["pos"] = state["here"]["down"].clone();
            };
            game = after(&game, to_stairs, down);
        }
        let lamp = serde_json::to_value(game.state()).unwrap()["here"]["down"].clone();
        let lamp: Pos = serde_json::from_value(lamp).unwrap();
        // The whole sanctum is known.
        let beside = |state: &mut Value| {
            state["player"]["pos"] = json!(lamp.step(Dir::North));
            state["here"]["known"]["tiles"] = state["here"]["tiles"].clone();
        };
        game = after(&game, beside, Action::Wait);
        let drawn = |game: &Game| {
            let mut cells = Grid::new(80, 50, Cell::default());
            draw_features(game.view(), &mut cells);
            cells[lamp]
        };
        let bright = |game: &Game| {
            let level = KnownLevel::new(game.view());
            let mut light = LightMap::default();
            level_glow(game.view(), &level, &Effects::default(), None).write(&mut light, |_| 1.0);
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
        while game.outcome() == Outcome::Playing {
            let board = game.view().conduit().unwrap();
            let Answer::One(solved) = board.answer(SEARCH_BUDGET) else {
                panic!("it has several solutions");
            };
            let mut tiles = board.rows().flatten().zip(solved.rows().flatten());
            let wrong = tiles.position(|(tile, solved)| tile != solved).unwrap();
            let (tile, clockwise) = (wrong as u16, true);
            game.apply(Action::Rotate { tile, clockwise }, &mut Vec::new())
                .unwrap();
        }
        let burning = drawn(&game);
        assert_eq!(burning, everlamp::cell(true));
        assert!(burning.glyph != dark.glyph && burning.fg[0] > burning.fg[2]);
        assert_eq!(bright(&game), 100, "of all tiles");
    }
}
