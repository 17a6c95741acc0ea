//! The map of the Lab, and of any Bevy app that adds [`DungeonPlugin`]: generates a [`Dungeon`] for each
//! [`Regenerate`] message and paints it as [`Terrain`]. [`Background`] generates large maps without
//! blocking frames.
//!
//! With [`GlyphPlugin`](super::glyph::GlyphPlugin), it shows maps without any other plugin of this
//! crate.

mod background;
pub mod entry;
mod history;
pub mod large;
pub mod mood;
pub mod paint;
mod palette;
pub mod plan;

use std::collections::BTreeMap;
use std::sync::Arc;

use bevy::prelude::*;

pub use background::Background;
pub use palette::Palette;

use super::card::shows_dungeon;
use super::frame::{Phase, React, configure_phases};
use super::glyph::{Cell, LightMap, Lit, Terrain};
use super::notice::Notice;
use crate::geom::{Grid, Pos, Size};
use crate::map::Map;
use crate::mapgen::{Buffers, Edits, Generator, MapSpec, Params, SpecError, Stage};
use crate::rng::Seed;
use history::{History, HistoryStep, Source};

/// Area in tiles above which a map is large: it is generated in the background, painted as it comes
/// into view, and lit by the lantern only.
const LARGE_AREA: usize = 512 * 512;

/// Whether a map of `size` has more than 512x512 tiles and is handled as a large map.
pub const fn is_large(size: Size) -> bool {
    size.area() > LARGE_AREA
}

/// The map that the Lab opens with if the player has chosen none.
pub(in crate::app) fn default_map(seed: Seed) -> MapSpec {
    MapSpec::new("rogue", Size::new(80, 50), seed).expect("the generator makes maps of this size")
}

/// Whether making this map would hold the window.
pub fn takes_long(spec: &MapSpec) -> bool {
    spec.size().area() > spec.quick_area()
}

/// Generates the map of [`spec`](Self::spec) at startup, and another for each [`Regenerate`].
///
/// The map is in the resource [`Dungeon`]; its look is written to [`Terrain`] and, in full light, to
/// [`LightMap`]. All of this happens in [`Phase::Generate`].
pub struct DungeonPlugin {
    /// The first map. Its seed starts the sequence of [`Regenerate::Next`].
    pub spec: MapSpec,
}

/// Requests another map. If it cannot be generated, the map stays and a [`Notice`] says why.
#[derive(Message, Clone, PartialEq, Eq, Debug)]
pub enum Regenerate {
    /// The next map of the sequence, with [`Seed::short_nth`] of its first seed.
    Next,
    /// The map that was shown before this one, with its parameters and in its sequence.
    Back,
    /// The map that was shown after this one, before going [`Back`](Self::Back).
    Forward,
    /// The same seed with the next generator that accepts the size.
    NextGenerator,
    /// The same seed with the previous generator that accepts the size.
    PreviousGenerator,
    /// The same seed with the generator of this name, and the parameters last used with it.
    Generator(&'static str),
    /// The map of this spec. A different seed starts a new sequence.
    Exactly(MapSpec),
    /// The same, of a slider that still moves: going back passes over all such maps but the last.
    Passing(MapSpec),
}

/// The current map and its origin. The resource changes whenever there is a new map.
#[derive(Resource, Clone)]
pub struct Dungeon {
    history: History,
    map: Arc<Map>,
    /// Whether the map of [`spec`](Self::spec) is yet to be generated, once a screen shows it.
    is_pending: bool,
    /// The parameters last used with each generator, by name.
    last_params: BTreeMap<&'static str, Params>,
}

/// Who paints the terrain. The resource changes when the terrain must be repainted.
#[derive(Resource, Default, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scene {
    /// The plugins of this crate paint and light the [`Dungeon`].
    #[default]
    Dungeon,
    /// The system that set this paints something else.
    Other,
}

/// How the [`Dungeon`] looks. The resource changes when the terrain must be repainted.
#[derive(Resource, Default, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Look {
    /// Stone, ground and furnishings, which can be lit.
    #[default]
    Lit,
    /// A [`plan`] in flat colours, without light.
    Plan,
}

/// The map that a request asks for.
struct Next {
    source: Source,
    way: HistoryStep,
}

impl Dungeon {
    /// The generator, size, parameters and seed of the map.
    pub fn spec(&self) -> &MapSpec {
        &self.history.now().spec
    }

    /// The spec of the map that was shown before this one.
    pub fn spec_before(&self) -> Option<&MapSpec> {
        self.history.before().map(|source| &source.spec)
    }

    /// The map; empty until the first one is generated.
    pub fn map(&self) -> &Map {
        &self.map
    }

    /// Shares the map, for work that continues after another map has replaced it.
    pub fn shared_map(&self) -> Arc<Map> {
        Arc::clone(&self.map)
    }

    /// The parameters last used with `generator`, or its defaults.
    pub fn params_of(&self, generator: &dyn Generator) -> Params {
        let params = self.last_params.get(generator.info().name);
        params.cloned().unwrap_or_else(|| generator.params())
    }

    /// Begins another sequence with the map of `spec`, which is generated once a screen shows it.
    pub fn begin(&mut self, spec: MapSpec) {
        let source = Source::first_of(spec);
        if self.is_blank() {
            self.history = History::new(source.clone());
        }
        self.map = Arc::default();
        self.is_pending = true;
        self.show(source, HistoryStep::Chosen);
    }

    /// As [`begin`](Self::begin), with the generator, size and parameters of this map.
    pub fn begin_with_seed(&mut self, seed: Seed) {
        self.begin(self.spec().with_seed(seed));
    }

    /// Whether no map has been generated yet.
    pub fn is_blank(&self) -> bool {
        self.map.size().area() == 0
    }

    /// The number of the map in its sequence, from 0.
    pub fn number(&self) -> u64 {
        self.history.now().number
    }

    /// Resolves a request to a map.
    ///
    /// # Errors
    /// Says why there is no such map.
    fn resolve(&self, request: &Regenerate) -> Result<Next, String> {
        let now = self.history.now();
        let same_number = |spec: MapSpec| Source {
            spec,
            ..now.clone()
        };
        let exactly = |spec: &MapSpec| match spec.seed == now.spec.seed {
            true => same_number(spec.clone()),
            false => Source::first_of(spec.clone()),
        };
        let chosen = |source: Source| (source, HistoryStep::Chosen);
        let missing = |what: &str| format!("this is the {what} map");
        let (source, way) = match request {
            Regenerate::Next => {
                let number = now.number.saturating_add(1);
                chosen(Source {
                    first: now.first,
                    number,
                    spec: kept_edits(&now.spec).with_seed(now.first.short_nth(number)),
                })
            }
            Regenerate::Back => {
                let before = self.history.before().cloned();
                (before.ok_or_else(|| missing("first"))?, HistoryStep::Back)
            }
            Regenerate::Forward => {
                let after = self.history.after().cloned();
                (after.ok_or_else(|| missing("last"))?, HistoryStep::Forward)
            }
            Regenerate::NextGenerator => chosen(same_number(self.other_generator(0, true)?)),
            Regenerate::PreviousGenerator => chosen(same_number(self.other_generator(0, false)?)),
            Regenerate::Generator(name) => {
                let generator = crate::known().look_up(name);
                let spec = generator.and_then(|generator| self.with_generator(0, generator));
                chosen(same_number(spec.map_err(|error| error.to_string())?))
            }
            Regenerate::Exactly(spec) => chosen(exactly(spec)),
            Regenerate::Passing(spec) => (exactly(spec), HistoryStep::Passing),
        };
        Ok(Next { source, way })
    }

    /// The spec of the same size and seed with `generator` in stage number `stage`.
    ///
    /// # Errors
    /// If the generator does not accept the size or the stage.
    pub fn with_generator(
        &self,
        stage: usize,
        generator: &'static dyn Generator,
    ) -> Result<MapSpec, SpecError> {
        // What was drawn is the whole map; another generator makes one in its place.
        let spec = match self.spec().is_drawn() {
            true => kept_edits(self.spec()),
            false => self.spec().clone(),
        };
        let mut stages = spec.stages().to_vec();
        let mask = stages[stage].mask;
        stages[stage] = Stage::with_params(generator, self.params_of(generator));
        stages[stage].mask = mask;
        spec.with_other_stages(stages)
    }

    /// The spec with the first other generator in stage number `stage` that accepts the size, further on in
    /// the list or further back.
    ///
    /// # Errors
    /// If there is none.
    pub fn other_generator(&self, stage: usize, is_next: bool) -> Result<MapSpec, String> {
        let all: Vec<&str> = crate::known().names().collect();
        let name = self.spec().stages()[stage].generator().info().name;
        let here = all.iter().position(|other| *other == name).unwrap_or(0);
        let step = if is_next { 1 } else { all.len() - 1 };
        (1..all.len())
            .filter_map(|count| crate::known().find(all[(here + count * step) % all.len()]))
            .find_map(|generator| self.with_generator(stage, generator).ok())
            .ok_or_else(|| format!("no other generator makes a map of {}", self.spec().size()))
    }

    /// Takes on everything of `source` but the map, which the caller sets.
    fn show(&mut self, source: Source, way: HistoryStep) {
        let spec = &source.spec;
        for stage in spec.stages() {
            let name = stage.generator().info().name;
            self.last_params.insert(name, stage.params.clone());
        }
        self.history.show(source, way);
    }
}

/// The spec for another map of the sequence: what was painted on one map is not on the next, but what is
/// kept is.
fn kept_edits(spec: &MapSpec) -> MapSpec {
    match spec.edits().joins {
        true => spec.clone(),
        false => spec
            .with_edits(Edits::default())
            .unwrap_or_else(|_| spec.clone()),
    }
}

/// Whether the dungeon must be painted or lit again: there is another map, [`Scene`] or [`Look`].
pub(super) fn dungeon_changed(dungeon: Res<Dungeon>, scene: Res<Scene>, look: Res<Look>) -> bool {
    dungeon.is_changed() || scene.is_changed() || look.is_changed()
}

/// Memory that is reused from map to map, so that generating one allocates nothing.
#[derive(Default)]
struct SpareMemory {
    map: Arc<Map>,
    buffers: Buffers,
}

impl Plugin for DungeonPlugin {
    fn build(&self, app: &mut App) {
        configure_phases(app);
        app.init_resource::<Terrain>()
            .init_resource::<LightMap>()
            .init_resource::<Notice>()
            .init_resource::<Scene>()
            .init_resource::<Look>()
            .init_resource::<Background>()
            .insert_resource(Dungeon {
                history: History::new(Source::first_of(self.spec.clone())),
                map: Arc::default(),
                is_pending: true,
                last_params: BTreeMap::new(),
            })
            .add_message::<Regenerate>()
            .add_systems(
                React,
                (
                    regenerate,
                    background::collect_map,
                    paint_dungeon.run_if(dungeon_changed),
                )
                    .chain()
                    .run_if(shows_dungeon)
                    .in_set(Phase::Generate),
            );
    }
}

/// Generates the requested maps, large ones in the background. A request that fails shows a notice and
/// changes nothing.
fn regenerate(
    mut requests: MessageReader<Regenerate>,
    mut dungeon: ResMut<Dungeon>,
    mut background: ResMut<Background>,
    mut notice: ResMut<Notice>,
    mut spare: Local<SpareMemory>,
) {
    let is_due = std::mem::take(&mut dungeon.bypass_change_detection().is_pending);
    let pending = is_due.then(|| Regenerate::Exactly(dungeon.spec().clone()));
    for request in pending.iter().chain(requests.read()) {
        match dungeon.resolve(request) {
            Err(reason) => notice.refuse(&reason),
            // It is there already, and what is being generated is not wanted any more.
            Ok(next) if !dungeon.is_blank() && next.source.spec == *dungeon.spec() => {
                background.discard();
                dungeon.show(next.source, next.way);
            }
            Ok(next) if takes_long(&next.source.spec) => background.start(next),
            Ok(next) => {
                if background.is_busy() {
                    background.discard();
                }
                if let Err(reason) = generate(next, &mut dungeon, &mut spare) {
                    notice.refuse(&reason);
                }
            }
        }
    }
}

/// Generates a map in this frame.
fn generate(
    next: Next,
    dungeon: &mut ResMut<Dungeon>,
    spare: &mut SpareMemory,
) -> Result<(), String> {
    if is_large(spare.map.size()) || Arc::get_mut(&mut spare.map).is_none() {
        spare.map = Arc::default();
    }
    let map = Arc::get_mut(&mut spare.map).expect("a shared map was replaced above");
    next.source
        .spec
        .generate_into(map, &mut spare.buffers)
        .map_err(|error| error.to_string())?;
    std::mem::swap(&mut dungeon.map, &mut spare.map);
    dungeon.show(next.source, next.way);
    Ok(())
}

/// Paints the dungeon as terrain, in full light.
fn paint_dungeon(
    (dungeon, look): (Res<Dungeon>, Res<Look>),
    mut scene: ResMut<Scene>,
    mut terrain: ResMut<Terrain>,
    mut lights: ResMut<LightMap>,
    mut cells: Local<Grid<Cell>>,
) {
    if dungeon.is_changed() {
        scene.set_if_neq(Scene::Dungeon);
    }
    if *scene != Scene::Dungeon {
        return;
    }
    let size = dungeon.map.size();
    let light = match *look {
        Look::Lit => Lit::FULL,
        Look::Plan => Lit::FULL.seen_as(Lit::FLAT),
    };
    if is_large(size) {
        *cells = Grid::default();
        terrain.set_landscape(match *look {
            Look::Lit => Box::new(paint::Painted(dungeon.shared_map())),
            Look::Plan => Box::new(plan::Plan(dungeon.shared_map())),
        });
        *lights.tiles_mut() = Grid::default();
        lights.set_origin(Pos::default(), light);
        return;
    }
    match *look {
        Look::Lit => {
            let palette = Palette::of_generator(dungeon.spec().generator().info().name);
            paint::paint(&dungeon.map, &palette, &mut cells);
        }
        Look::Plan => plan::draw(&dungeon.map, &mut cells),
    }
    *cells = terrain.replace(std::mem::take(&mut *cells));
    lights.tiles_mut().reset(size.width, size.height, light);
    lights.set_origin(Pos::default(), Lit::default());
}
