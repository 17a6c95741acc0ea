//! The seed of the run, and the streams that are drawn from it. Draws nothing itself.

use bevy::prelude::*;

use super::frame::Phase;
use crate::rng::{Seed, Stream, Streams, Tag};

/// Provides [`RunSeed`], [`Drawn`] and [`Cosmetic`].
pub struct SeedPlugin {
    /// The run's seed.
    pub seed: Seed,
    /// Whether nobody has asked for it.
    pub drawn: bool,
}

impl Plugin for SeedPlugin {
    fn build(&self, app: &mut App) {
        let seed = RunSeed(self.seed);
        app.insert_resource(seed)
            .insert_resource(seed.cosmetic())
            .insert_resource(Drawn(self.drawn.then_some(self.seed)))
            .add_systems(
                Update,
                reseed
                    .run_if(resource_changed::<RunSeed>)
                    .in_set(Phase::Light),
            );
    }
}

/// The seed that the run began with; [`Seed::nth`] gives those of its later maps.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunSeed(pub Seed);

impl RunSeed {
    /// The keyed streams of the run: whatever decides an outcome draws from one of its own.
    pub const fn streams(self) -> Streams {
        Streams::new(self.0)
    }

    fn cosmetic(self) -> Cosmetic {
        Cosmetic(self.streams().stream(Tag::COSMETIC, &[]))
    }
}

/// The seed that was drawn as the program began or the title was entered; nothing once the player
/// asked for one.
#[derive(Resource, Default)]
pub struct Drawn(pub(super) Option<Seed>);

impl Drawn {
    /// Whether `seed` is the one that was drawn, which nobody has chosen.
    pub fn is(&self, seed: Seed) -> bool {
        self.0 == Some(seed)
    }
}

/// Randomness that decides nothing: looks and sounds alone. Seeded, so that a seed looks the same
/// each time.
#[derive(Resource, Clone, Debug)]
pub struct Cosmetic(pub Stream);

/// Another run has looks of its own.
fn reseed(seed: Res<RunSeed>, mut cosmetic: ResMut<Cosmetic>) {
    if !seed.is_added() {
        *cosmetic = seed.cosmetic();
    }
}
