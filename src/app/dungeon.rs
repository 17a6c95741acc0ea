//! From a request to a map, and from the map to the terrain that is drawn.
//!
//! Usable in another Bevy game: with [`GlyphPlugin`](super::glyph::GlyphPlugin) it shows maps,
//! without any other plugin of this crate.

use bevy::prelude::*;

use super::Phase;
use super::glyph::{LightMap, Lit, Terrain};
use super::theme;
use crate::geom::Grid;
use crate::map::Map;
use crate::mapgen::{ALL, Buffers, MapSpec};
use crate::rng::Seed;

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
    /// This one, which begins a new sequence.
    Exactly(MapSpec),
}

/// The map that is shown, and where it comes from. It changes when there is a new map.
#[derive(Resource)]
pub struct Dungeon {
    /// The run's first seed: map number 0.
    first: Seed,
    number: u64,
    spec: MapSpec,
    map: Map,
}

impl Dungeon {
    /// What the map was made from.
    pub const fn spec(&self) -> &MapSpec {
        &self.spec
    }

    /// The map.
    pub const fn map(&self) -> &Map {
        &self.map
    }

    /// Its number in the run's sequence, from 0.
    pub const fn number(&self) -> u64 {
        self.number
    }

    /// What a request leads to, or why it leads nowhere.
    fn follow(&self, request: &Regenerate) -> Result<(Seed, u64, MapSpec), String> {
        let numbered = |number: u64| {
            (
                self.first,
                number,
                self.spec.with_seed(self.first.nth(number)),
            )
        };
        match request {
            Regenerate::Next => Ok(numbered(self.number.saturating_add(1))),
            Regenerate::Previous => self
                .number
                .checked_sub(1)
                .map(numbered)
                .ok_or_else(|| "this is the first map of the run".to_owned()),
            Regenerate::NextGenerator => self
                .other_generator(1)
                .map(|spec| (self.first, self.number, spec)),
            Regenerate::PreviousGenerator => self
                .other_generator(ALL.len() - 1)
                .map(|spec| (self.first, self.number, spec)),
            Regenerate::Exactly(spec) => Ok((spec.seed, 0, spec.clone())),
        }
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
            .find_map(|generator| {
                MapSpec::with_params(
                    generator,
                    self.spec.size(),
                    generator.params(),
                    self.spec.seed,
                )
                .ok()
            })
            .ok_or_else(|| format!("no other generator makes a map of {}", self.spec.size()))
    }
}

/// What to tell the player, in a sentence; empty when there is nothing to tell.
#[derive(Resource, Default, Clone, PartialEq, Eq, Debug)]
pub struct Notice(pub String);

/// Memory that is kept from map to map, so that a new one allocates nothing.
#[derive(Default)]
struct Spare {
    map: Map,
    buffers: Buffers,
    cells: Grid<super::glyph::Cell>,
}

impl Plugin for DungeonPlugin {
    fn build(&self, app: &mut App) {
        super::configure_phases(app);
        app.init_resource::<Terrain>()
            .init_resource::<LightMap>()
            .init_resource::<Notice>()
            .insert_resource(Dungeon {
                first: self.spec.seed,
                number: 0,
                spec: self.spec.clone(),
                map: Map::default(),
            })
            .add_message::<Regenerate>()
            .add_systems(Startup, request_first)
            .add_systems(Update, regenerate.in_set(Phase::Generate));
    }
}

fn request_first(dungeon: Res<Dungeon>, mut requests: MessageWriter<Regenerate>) {
    requests.write(Regenerate::Exactly(dungeon.spec.clone()));
}

/// Makes the map that the last request leads to. A request that fails leaves all as it is, and a
/// notice.
fn regenerate(
    mut requests: MessageReader<Regenerate>,
    mut dungeon: ResMut<Dungeon>,
    mut terrain: ResMut<Terrain>,
    mut light: ResMut<LightMap>,
    mut notice: ResMut<Notice>,
    mut spare: Local<Spare>,
) {
    for request in requests.read() {
        let spare = &mut *spare;
        let made = dungeon.follow(request).and_then(|(first, number, spec)| {
            spec.generate_into(&mut spare.map, &mut spare.buffers)
                .map(|()| (first, number, spec))
                .map_err(|error| error.to_string())
        });
        match made {
            Ok((first, number, spec)) => {
                let dungeon = &mut *dungeon;
                (dungeon.first, dungeon.number, dungeon.spec) = (first, number, spec);
                std::mem::swap(&mut dungeon.map, &mut spare.map);
                theme::paint(&dungeon.map, &mut spare.cells);
                spare.cells = terrain.replace(std::mem::take(&mut spare.cells));
                let size = dungeon.map.size();
                light.tiles_mut().reset(size.width, size.height, Lit::FULL);
            }
            Err(reason) => notice.0 = reason,
        }
    }
}
