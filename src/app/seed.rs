//! The seed of the run and the random streams derived from it.

use bevy::prelude::*;

use super::frame::Phase;
use crate::rng::{Seed, Stream, Streams, Tag};

/// Adds [`RunSeed`], [`ChosenSeed`] and [`Cosmetic`].
pub struct SeedPlugin {
    /// The seed of the run.
    pub seed: Seed,
    /// Whether the seed was drawn at random instead of chosen.
    pub drawn: bool,
}

impl Plugin for SeedPlugin {
    fn build(&self, app: &mut App) {
        let seed = RunSeed(self.seed);
        app.insert_resource(seed)
            .insert_resource(seed.cosmetic())
            .insert_resource(ChosenSeed((!self.drawn).then_some(self.seed)))
            .add_systems(
                Update,
                reseed_cosmetic
                    .run_if(resource_changed::<RunSeed>)
                    .in_set(Phase::Light),
            );
    }
}

/// The seed of the run. [`Seed::nth`] gives the seeds of its later maps.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunSeed(pub Seed);

impl RunSeed {
    /// The keyed streams of the run. Each use of randomness that decides an outcome has a stream of its
    /// own.
    pub const fn streams(self) -> Streams {
        Streams::new(self.0)
    }

    fn cosmetic(self) -> Cosmetic {
        Cosmetic(self.streams().stream(Tag::COSMETIC, &[]))
    }
}

/// The seed that the player has chosen, until a run, a board, a maze or a map begins with it. The next
/// screen that opens has to begin with it, and the title keeps it until then.
#[derive(Resource, Default)]
pub struct ChosenSeed(pub(super) Option<Seed>);

impl ChosenSeed {
    /// Whether `seed` was chosen by the player and nothing has begun with it yet.
    pub fn is(&self, seed: Seed) -> bool {
        self.0 == Some(seed)
    }

    /// Notes that something begins with `seed`.
    pub(super) fn use_up(&mut self, seed: Seed) {
        self.0.take_if(|chosen| *chosen == seed);
    }
}

/// The random stream for looks and sounds, which never decides an outcome. Its seed is derived from the
/// run's, so that the same seed looks the same each time.
#[derive(Resource, Clone, Debug)]
pub struct Cosmetic(pub Stream);

fn reseed_cosmetic(seed: Res<RunSeed>, mut cosmetic: ResMut<Cosmetic>) {
    // The plugin seeded it for the first run.
    if !seed.is_added() {
        *cosmetic = seed.cosmetic();
    }
}
