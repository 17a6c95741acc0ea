//! The map of the Lab, and of any Bevy app that adds [`DungeonPlugin`]: generates a [`Dungeon`] for each
//! [`Regenerate`] message and paints it as [`Terrain`]. [`Background`] generates large maps without
//! blocking frames.
//!
//! With [`GlyphPlugin`](super::glyph::GlyphPlugin), it shows maps without any other plugin of this
//! crate.

mod background;
pub mod entry;
pub mod large;
pub mod mood;
pub mod paint;
mod palette;

use std::collections::BTreeMap;
use std::sync::Arc;

use bevy::prelude::*;

pub use background::Background;
pub use palette::Palette;

use super::card::shows_dungeon;
use super::frame::{Phase, configure_phases};
use super::glyph::{Cell, LightMap, Lit, Terrain};
use super::notice::Notice;
use crate::geom::{Grid, Pos, Size};
use crate::map::Map;
use crate::mapgen::{ALL, Buffers, Generator, MapSpec, Params, SpecError};
use crate::rng::Seed;

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
    spec.size().area() > spec.generator().quick_area()
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
    /// The next map of the sequence, with [`Seed::nth`] of its first seed.
    Next,
    /// The previous map of the sequence; refused at the first one.
    Previous,
    /// The same seed with the next generator that accepts the size.
    NextGenerator,
    /// The same seed with the previous generator that accepts the size.
    PreviousGenerator,
    /// The same seed with the generator of this name, and the parameters last used with it.
    Generator(&'static str),
    /// The map of this spec. A different seed starts a new sequence.
    Exactly(MapSpec),
}

/// The current map and its origin. The resource changes whenever there is a new map.
#[derive(Resource, Clone)]
pub struct Dungeon {
    /// Seed of map number 0 of the sequence.
    first: Seed,
    number: u64,
    spec: MapSpec,
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

/// The map that a request asks for.
struct Next {
    first: Seed,
    number: u64,
    spec: MapSpec,
}

impl Dungeon {
    /// The generator, size, parameters and seed of the map.
    pub const fn spec(&self) -> &MapSpec {
        &self.spec
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
        self.map = Arc::default();
        self.is_pending = true;
        self.set_source(Next {
            first: spec.seed,
            number: 0,
            spec,
        });
    }

    /// As [`begin`](Self::begin), with the generator, size and parameters of this map.
    pub fn begin_with_seed(&mut self, seed: Seed) {
        self.begin(self.spec.with_seed(seed));
    }

    /// Whether no map has been generated yet.
    pub fn is_blank(&self) -> bool {
        self.map.size().area() == 0
    }

    /// The number of the map in its sequence, from 0.
    pub const fn number(&self) -> u64 {
        self.number
    }

    /// Resolves a request to a map.
    ///
    /// # Errors
    /// Says why there is no such map.
    fn resolve(&self, request: &Regenerate) -> Result<Next, String> {
        let numbered = |number: u64| Next {
            first: self.first,
            number,
            spec: self.spec.with_seed(self.first.nth(number)),
        };
        let same_number = |spec: MapSpec| Next {
            first: self.first,
            number: self.number,
            spec,
        };
        match request {
            Regenerate::Next => Ok(numbered(self.number.saturating_add(1))),
            Regenerate::Previous => self
                .number
                .checked_sub(1)
                .map(numbered)
                .ok_or_else(|| "this is the first map".to_owned()),
            Regenerate::NextGenerator => self.other_generator(1).map(same_number),
            Regenerate::PreviousGenerator => self.other_generator(ALL.len() - 1).map(same_number),
            Regenerate::Generator(name) => MapSpec::look_up(name)
                .and_then(|generator| self.with_generator(generator))
                .map(same_number)
                .map_err(|error| error.to_string()),
            Regenerate::Exactly(spec) if spec.seed == self.spec.seed => {
                Ok(same_number(spec.clone()))
            }
            Regenerate::Exactly(spec) => Ok(Next {
                first: spec.seed,
                number: 0,
                spec: spec.clone(),
            }),
        }
    }

    /// The spec of the same size and seed with `generator`.
    fn with_generator(&self, generator: &'static dyn Generator) -> Result<MapSpec, SpecError> {
        let params = self.params_of(generator);
        MapSpec::with_params(generator, self.spec.size(), params, self.spec.seed)
    }

    /// The spec with the first other generator that accepts the size, `step` places further in the list
    /// at a time.
    fn other_generator(&self, step: usize) -> Result<MapSpec, String> {
        let name = self.spec.generator().info().name;
        let here = ALL
            .iter()
            .position(|generator| generator.info().name == name)
            .unwrap_or(0);
        (1..ALL.len())
            .map(|count| ALL[(here + count * step) % ALL.len()])
            .find_map(|generator| self.with_generator(generator).ok())
            .ok_or_else(|| format!("no other generator makes a map of {}", self.spec.size()))
    }

    /// Takes on everything of `next` but the map, which the caller sets.
    fn set_source(&mut self, next: Next) {
        let name = next.spec.generator().info().name;
        self.last_params.insert(name, next.spec.params().clone());
        (self.first, self.number, self.spec) = (next.first, next.number, next.spec);
    }
}

/// Whether the dungeon must be painted or lit again: there is another map or another [`Scene`].
pub(super) fn dungeon_changed(dungeon: Res<Dungeon>, scene: Res<Scene>) -> bool {
    dungeon.is_changed() || scene.is_changed()
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
            .init_resource::<Background>()
            .insert_resource(Dungeon {
                first: self.spec.seed,
                number: 0,
                spec: self.spec.clone(),
                map: Arc::default(),
                is_pending: true,
                last_params: BTreeMap::new(),
            })
            .add_message::<Regenerate>()
            .add_systems(
                Update,
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
    let pending = is_due.then(|| Regenerate::Exactly(dungeon.spec.clone()));
    for request in pending.iter().chain(requests.read()) {
        match dungeon.resolve(request) {
            Err(reason) => notice.refuse(&reason),
            Ok(next) if takes_long(&next.spec) => background.start(next),
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
    next.spec
        .generate_into(map, &mut spare.buffers)
        .map_err(|error| error.to_string())?;
    std::mem::swap(&mut dungeon.map, &mut spare.map);
    dungeon.set_source(next);
    Ok(())
}

/// Paints the dungeon as terrain, in full light.
fn paint_dungeon(
    dungeon: Res<Dungeon>,
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
    if is_large(size) {
        *cells = Grid::default();
        terrain.set_landscape(Box::new(paint::Painted(dungeon.shared_map())));
        *lights.tiles_mut() = Grid::default();
        lights.set_origin(Pos::default(), Lit::FULL);
    } else {
        let palette = Palette::of_generator(dungeon.spec.generator().info().name);
        paint::paint(&dungeon.map, &palette, &mut cells);
        *cells = terrain.replace(std::mem::take(&mut *cells));
        lights.tiles_mut().reset(size.width, size.height, Lit::FULL);
        lights.set_origin(Pos::default(), Lit::default());
    }
}
