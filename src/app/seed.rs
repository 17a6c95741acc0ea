//! The seed on the title, with which runs, boards, mazes and maps begin, and the random streams derived from it.

use bevy::prelude::*;

use super::begin::Begin;
use super::frame::Phase;
use super::screen::Screen;
use crate::rng::{Seed, Stream, Streams, Tag};

/// Adds [`TitleSeed`] and [`Cosmetic`].
pub struct SeedPlugin {
    /// The first seed on the title.
    pub seed: Seed,
}

impl Plugin for SeedPlugin {
    fn build(&self, app: &mut App) {
        let seed = TitleSeed::new(self.seed);
        app.insert_resource(seed.cosmetic())
            .insert_resource(seed)
            .init_resource::<Begin>()
            .add_systems(
                Update,
                (
                    take_back_seed
                        .run_if(state_changed::<Screen>)
                        .in_set(Phase::Input),
                    reseed_cosmetic
                        .run_if(resource_changed::<TitleSeed>)
                        .in_set(Phase::Light),
                ),
            );
    }
}

/// The seed on the title. [`Seed::nth`] gives the seeds of later maps. One that the player has chosen stays until
/// something begins with it; otherwise the title draws another at each visit.
#[derive(Resource, Clone, PartialEq, Eq, Debug)]
pub struct TitleSeed {
    seed: Seed,
    /// The text that the player typed for it, if any.
    typed: String,
    /// Whether the player has chosen it and nothing has begun with it yet.
    is_chosen: bool,
}

impl TitleSeed {
    const fn new(seed: Seed) -> Self {
        Self {
            seed,
            typed: String::new(),
            is_chosen: false,
        }
    }

    /// The seed.
    pub const fn seed(&self) -> Seed {
        self.seed
    }

    /// The text of the title's field: the seed as it was typed, or as a number.
    pub fn text(&self) -> String {
        if self.typed.is_empty() {
            return self.seed.to_string();
        }
        self.typed.clone()
    }

    /// The number of a seed that was typed in another way; otherwise empty.
    pub fn number(&self) -> String {
        if self.text() == self.seed.to_string() {
            return String::new();
        }
        format!("= {}", self.seed)
    }

    /// Whether the player has chosen the seed and nothing has begun with it yet.
    pub const fn is_chosen(&self) -> bool {
        self.is_chosen
    }

    /// Shows a seed that nothing has to begin with.
    pub fn show(&mut self, seed: Seed) {
        *self = Self::new(seed);
    }

    /// Takes the player's choice of a seed, as it was typed, if it was.
    pub fn choose(&mut self, seed: Seed, typed: &str) {
        *self = Self {
            seed,
            typed: typed.to_owned(),
            is_chosen: true,
        };
    }

    /// The seed for something that begins with it now.
    pub const fn use_up(&mut self) -> Seed {
        self.is_chosen = false;
        self.seed
    }

    /// What a screen begins with that opens now. A chosen seed that it does not take comes back.
    pub const fn hand_over(&mut self) -> Begin {
        if self.is_chosen {
            Begin::Seed(self.use_up())
        } else {
            Begin::Last
        }
    }

    /// Keeps the seed that a screen which has just opened did not begin with.
    pub fn take_back(&mut self, begin: &Begin) {
        if let Some(seed) = begin.seed() {
            if seed != self.seed {
                self.show(seed);
            }
            self.is_chosen = true;
        }
    }

    /// The keyed streams of the seed. Each use of randomness that decides an outcome has a stream of its own.
    pub const fn streams(&self) -> Streams {
        Streams::new(self.seed)
    }

    fn cosmetic(&self) -> Cosmetic {
        Cosmetic(self.streams().stream(Tag::COSMETIC, &[]))
    }
}

fn take_back_seed(mut begin: ResMut<Begin>, mut title: ResMut<TitleSeed>) {
    if begin.seed().is_some() {
        title.take_back(&begin.take());
    }
}

/// The random stream for looks and sounds, which never decides an outcome. Its seed is derived from the
/// title's, so that the same seed looks the same each time.
#[derive(Resource, Clone, Debug)]
pub struct Cosmetic(pub Stream);

fn reseed_cosmetic(
    title: Res<TitleSeed>,
    mut cosmetic: ResMut<Cosmetic>,
    mut last: Local<Option<Seed>>,
) {
    // The plugin seeded it for the first run.
    if last
        .replace(title.seed)
        .is_some_and(|last| last != title.seed)
    {
        *cosmetic = title.cosmetic();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_that_was_typed_as_a_phrase_is_shown_with_its_number() {
        let number = |text: &str| {
            let mut title = TitleSeed::new(Seed(7));
            title.choose(text.parse().unwrap(), text);
            title.number()
        };
        assert_eq!(number("salt and iron"), "= 6686834804109255245");
        assert_eq!(number("0x2a"), "= 42");
        assert_eq!(number("42"), "");
        assert_eq!(TitleSeed::new(Seed(7)).number(), "");
    }

    #[test]
    fn a_chosen_seed_is_handed_over_once() {
        let mut title = TitleSeed::new(Seed(7));
        assert_eq!(title.hand_over().seed(), None);
        title.choose(Seed(42), "42");
        assert_eq!(title.hand_over().seed(), Some(Seed(42)));
        assert_eq!(title.hand_over().seed(), None);
    }
}
