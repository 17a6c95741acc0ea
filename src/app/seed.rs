//! The seed of the run and the random streams derived from it.

use bevy::prelude::*;

use super::frame::Phase;
use crate::rng::{Seed, Stream, Streams, Tag};

/// Adds [`RunSeed`], [`DrawnSeed`] and [`Cosmetic`].
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
            .insert_resource(DrawnSeed(self.drawn.then_some(self.seed)))
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

/// The seed drawn at random at startup or on entering the title; `None` once the player has chosen one.
#[derive(Resource, Default)]
pub struct DrawnSeed(pub(super) Option<Seed>);

impl DrawnSeed {
    /// Whether `seed` was drawn at random instead of chosen by the player.
    pub fn is(&self, seed: Seed) -> bool {
        self.0 == Some(seed)
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
