//! The random resources: the run's seed, its keyed streams, and a generator for what only the
//! screen shows. Draws nothing itself.

use bevy::prelude::*;

use crate::rng::{Seed, Stream, Streams, Tag};

/// Provides [`RunSeed`], [`RunStreams`] and [`Cosmetic`].
pub struct SeedPlugin {
    /// The run's seed.
    pub seed: Seed,
}

/// The seed that the run began with; [`Seed::nth`] gives those of its later maps.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunSeed(pub Seed);

/// The seed that was drawn as the title was entered; nothing once the player asked for one.
#[derive(Resource, Default)]
pub struct Drawn(pub(super) Option<Seed>);

impl Drawn {
    /// Whether `seed` is the one that was drawn, which nobody has chosen.
    pub fn is(&self, seed: Seed) -> bool {
        self.0 == Some(seed)
    }
}

/// The keyed streams of the run: whatever decides an outcome draws from one of its own.
#[derive(Resource, Clone, Copy, Debug)]
pub struct RunStreams(pub Streams);

/// Randomness that decides nothing: looks alone. Seeded, so that a seed looks the same each time.
#[derive(Resource, Clone, Debug)]
pub struct Cosmetic(pub Stream);

impl Plugin for SeedPlugin {
    fn build(&self, app: &mut App) {
        let streams = Streams::new(self.seed);
        app.insert_resource(RunSeed(self.seed))
            .insert_resource(RunStreams(streams))
            .insert_resource(Cosmetic(streams.stream(Tag::COSMETIC, &[])));
    }
}
