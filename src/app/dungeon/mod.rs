//! From a request to a map, and from the map to the terrain that is drawn. Large maps are made
//! beside the frames, by [`Background`].
//!
//! Usable in another Bevy game: with [`GlyphPlugin`](super::glyph::GlyphPlugin) it shows maps,
//! without any other plugin of this crate.

mod background;
pub mod entry;
pub mod large;
pub mod paint;
pub mod palette;

use std::collections::BTreeMap;
use std::sync::Arc;

use bevy::prelude::*;
use bevy::window::RequestRedraw;

pub use background::Background;
pub use palette::Palette;

use super::frame::{Phase, configure_phases};
use super::glyph::{Cell, LightMap, Lit, Terrain};
use super::notice::Notice;
use super::screen::{Screen, shows_dungeon};
use crate::geom::{Grid, Pos, Size};
use crate::map::Map;
use crate::mapgen::{ALL, Buffers, Generator, MapSpec, Params};
use crate::rng::Seed;

/// Number of tiles above which a map is made in the background, painted as it comes into view,
/// and lit by the lantern alone.
const LARGE: usize = 512 * 512;

/// Whether a map of `size` is made and shown in the way of large ones.
pub const fn is_large(size: Size) -> bool {
    size.area() > LARGE
}

/// Makes the map of [`spec`](Self::spec) at start, and another for each [`Regenerate`].
pub struct DungeonPlugin {
    /// The first map; its seed is that of the run.
    pub spec: MapSpec,
}

/// Asks for another map.
#[derive(Message, Clone, PartialEq, Eq, Debug)]
pub enum Regenerate {
    /// The next of the run's sequence.
    Next,
    /// The one before, if there is one.
    Previous,
    /// The same seed by the next generator that accepts the size.
    NextGenerator,
    /// The same seed by the generator before that accepts the size.
    PreviousGenerator,
    /// The same seed by this generator, with the parameters it had last.
    Generator(&'static str),
    /// This one, which begins a new sequence if its seed is another.
    Exactly(MapSpec),
}

/// The map that is shown, and where it comes from. It changes when there is a new map.
#[derive(Resource, Clone)]
pub struct Dungeon {
    /// The run's first seed: map number 0.
    first: Seed,
    number: u64,
    spec: MapSpec,
    map: Arc<Map>,
    /// Whether the map of [`spec`](Self::spec) is yet to be made, as nobody has seen it.
    due: bool,
    /// The parameters that each generator had last.
    kept: BTreeMap<&'static str, Params>,
}

/// What the terrain shows; it changes when that has to be painted anew.
#[derive(Resource, Default, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scene {
    /// The dungeon, lit.
    #[default]
    Dungeon,
    /// Something else: whoever set this paints it.
    Other,
}

/// Where a request leads.
struct Next {
    first: Seed,
    number: u64,
    spec: MapSpec,
}

impl Dungeon {
    /// What the map was made from.
    pub const fn spec(&self) -> &MapSpec {
        &self.spec
    }

    /// The map.
    pub fn map(&self) -> &Map {
        &self.map
    }

    /// The map, to be kept while another may take its place.
    pub fn shared_map(&self) -> Arc<Map> {
        Arc::clone(&self.map)
    }

    /// The parameters that `generator` had last, or its defaults.
    pub fn params_of(&self, generator: &dyn Generator) -> Params {
        let kept = self.kept.get(generator.info().name);
        kept.cloned().unwrap_or_else(|| generator.params())
    }

    /// Its number in the run's sequence, from 0.
    pub const fn number(&self) -> u64 {
        self.number
    }

    /// What a request leads to, or why it leads nowhere.
    fn follow(&self, request: &Regenerate) -> Result<Next, String> {
        let numbered = |number: u64| Next {
            first: self.first,
            number,
            spec: self.spec.with_seed(self.first.nth(number)),
        };
        let same_place = |spec: MapSpec| Next {
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
            Regenerate::NextGenerator => self.other_generator(1).map(same_place),
            Regenerate::PreviousGenerator => self.other_generator(ALL.len() - 1).map(same_place),
            Regenerate::Generator(name) => MapSpec::look_up(name)
                .and_then(|generator| self.by(generator))
                .map(same_place)
                .map_err(|error| error.to_string()),
            Regenerate::Exactly(spec) if spec.seed == self.spec.seed => {
                Ok(same_place(spec.clone()))
            }
            Regenerate::Exactly(spec) => Ok(Next {
                first: spec.seed,
                number: 0,
                spec: spec.clone(),
            }),
        }
    }

    /// The map of the same size and seed by `generator`.
    fn by(&self, generator: &'static dyn Generator) -> Result<MapSpec, crate::mapgen::SpecError> {
        let params = self.params_of(generator);
        MapSpec::with_params(generator, self.spec.size(), params, self.spec.seed)
    }

    /// The nearest generator, `step` places on in the list at a time, that accepts the size.
    fn other_generator(&self, step: usize) -> Result<MapSpec, String> {
        let name = self.spec.generator().info().name;
        let here = ALL
            .iter()
            .position(|generator| generator.info().name == name)
            .unwrap_or(0);
        (1..ALL.len())
            .map(|count| ALL[(here + count * step) % ALL.len()])
            .find_map(|generator| self.by(generator).ok())
            .ok_or_else(|| format!("no other generator makes a map of {}", self.spec.size()))
    }

    /// Takes on what a request led to.
    fn enter(&mut self, next: Next) {
        let name = next.spec.generator().info().name;
        self.kept.insert(name, next.spec.params().clone());
        (self.first, self.number, self.spec) = (next.first, next.number, next.spec);
    }
}

/// Memory that is kept from map to map, so that a new one allocates nothing.
#[derive(Default)]
struct Spare {
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
                due: true,
                kept: BTreeMap::new(),
            })
            .add_message::<Regenerate>()
            .add_message::<RequestRedraw>()
            .add_systems(
                Update,
                (
                    (regenerate, background::collect).chain(),
                    paint
                        .run_if(resource_changed::<Dungeon>.or_eager(resource_changed::<Scene>))
                        .run_if(shows_dungeon),
                )
                    .chain()
                    .in_set(Phase::Generate),
            );
    }
}

/// Makes the map that the last request leads to, or has it made in the background. A request that
/// fails leaves all as it is, and a notice. While no map is seen, none is made before it is.
fn regenerate(
    mut requests: MessageReader<Regenerate>,
    screen: Option<Res<State<Screen>>>,
    mut dungeon: ResMut<Dungeon>,
    mut background: ResMut<Background>,
    mut notice: ResMut<Notice>,
    mut spare: Local<Spare>,
) {
    let is_seen = shows_dungeon(screen);
    let due = is_seen && std::mem::take(&mut dungeon.bypass_change_detection().due);
    let first = due.then(|| Regenerate::Exactly(dungeon.spec.clone()));
    for request in first.iter().chain(requests.read()) {
        match dungeon.follow(request) {
            Err(reason) => notice.refuse(&reason),
            Ok(next) if !is_seen => {
                background.forget();
                dungeon.map = Arc::default();
                dungeon.enter(next);
                dungeon.due = true;
            }
            Ok(next) if is_large(next.spec.size()) => background.start(next),
            Ok(next) => {
                if background.is_busy() {
                    background.forget();
                }
                if let Err(reason) = make(next, &mut dungeon, &mut spare) {
                    notice.refuse(&reason);
                }
            }
        }
    }
}

/// Makes a map now.
fn make(next: Next, dungeon: &mut ResMut<Dungeon>, spare: &mut Spare) -> Result<(), String> {
    if is_large(spare.map.size()) || Arc::get_mut(&mut spare.map).is_none() {
        spare.map = Arc::default();
    }
    let map = Arc::get_mut(&mut spare.map).expect("nobody else has a map that was just made");
    next.spec
        .generate_into(map, &mut spare.buffers)
        .map_err(|error| error.to_string())?;
    std::mem::swap(&mut dungeon.map, &mut spare.map);
    dungeon.enter(next);
    Ok(())
}

/// Shows the dungeon as terrain, in full light.
fn paint(
    dungeon: Res<Dungeon>,
    mut scene: ResMut<Scene>,
    mut terrain: ResMut<Terrain>,
    mut light: ResMut<LightMap>,
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
        terrain.stream(Box::new(paint::Painted(dungeon.shared_map())));
        *light.tiles_mut() = Grid::default();
        light.place(Pos::default(), Lit::FULL);
    } else {
        let palette = Palette::of_generator(dungeon.spec.generator().info().name);
        paint::paint(&dungeon.map, &palette, &mut cells);
        *cells = terrain.replace(std::mem::take(&mut *cells));
        light.tiles_mut().reset(size.width, size.height, Lit::FULL);
        light.place(Pos::default(), Lit::default());
    }
}
