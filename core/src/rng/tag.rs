//! The published list of stream tags. It is kept in one place because two uses of randomness under
//! the same name would share their draws; the names are hashed, so renaming one changes outcomes.

use std::fmt;

/// Names one use of randomness, which keeps its streams separate from all others.
///
/// The tags that exist are the constants below; a new use of randomness gets a new constant here. Programs that
/// use this library make [their own](Self::custom).
/// A name is 1 to [`Tag::MAX_LEN`] bytes of `a`-`z` and `-`, which the compiler checks.
///
/// ```
/// use undercroft_core::rng::Tag;
///
/// assert_eq!(Tag::MAPGEN.name(), "mapgen");
/// assert!(Tag::ALL.contains(&Tag::MAPGEN));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Tag(&'static str);

/// Defines the constants and the list of all of them from one table, so that none can be omitted.
macro_rules! tags {
    ($($(#[$doc:meta])+ $constant:ident = $name:literal;)+) => {
        impl Tag {
            $($(#[$doc])+ pub const $constant: Tag = Tag::new($name);)+

            /// Every published tag, in the order of the table.
            pub const ALL: &'static [Tag] = &[$(Tag::$constant),+];
        }
    };
}

tags! {
    /// The layout and content of a generated map; key: the generator's.
    MAPGEN = "mapgen";
    /// The seeds after the first in a sequence: [`Seed::nth`](super::Seed::nth); key: the number in
    /// the sequence.
    SEQUENCE = "sequence";
    /// A seed typed as text: [`Seed`](super::Seed)'s `FromStr`. The text takes the place of seed and
    /// keys.
    SEED_TEXT = "seed-text";
    /// The two halves of a stream: [`Stream::split`](super::Stream::split). The parent's state takes
    /// the place of the seed; keys: its increment, which half.
    SPLIT = "split";
    /// The tree, the walls and the turns of a puzzle; keys: columns, rows, rules, which of the
    /// three.
    CONDUIT = "conduit";
    /// The turns of a jumble. A hash of the board's id takes the place of the seed; key: the number of
    /// jumbles before it.
    CONDUIT_JUMBLE = "conduit-jumble";
    /// The kind, the map's seed and the terrain of a level of the game; keys: depth, part, and for
    /// the map's seed the attempt.
    LEVEL = "level";
    /// The monsters placed on a new level; keys: depth, part, and for a unique monster its kind.
    SPAWN = "spawn";
    /// The items placed on a new level; keys: depth, part.
    LOOT = "loot";
    /// The depth at which a guaranteed item lies or a unique monster lives; keys: the block of four
    /// depths or 1000 and the kind of monster, part.
    CERTAIN = "certain";
    /// The monsters of a patrol; keys: tick, 0, 0.
    PATROL = "patrol";
    /// The assignment of appearances to potions and scrolls; key: 0 for potions, 1 for scrolls.
    LOOKS = "looks";
    /// One attack; keys: tick, attacker, target, number of the blow.
    BLOW = "blow";
    /// Whether a monster notices the player or wakes up; keys: tick, monster, part, and for a noise
    /// the actor that made it, before the part.
    NOTICE = "notice";
    /// Where a monster wanders or looks; keys: tick, monster, part.
    WANDER = "wander";
    /// Random results of special abilities, such as how many monsters a summoner calls or what a
    /// thief takes; keys: tick, monster, part.
    ART = "art";
    /// The effects of magic and projectiles; keys: tick, actor, part.
    EFFECT = "effect";
    /// Where a confused step leads; keys: tick, actor, part (always 0).
    STAGGER = "stagger";
    /// Whether a tile catches fire, and what gas and water do; keys: tick, number of the tile or actor, part.
    FIELD = "field";
    /// The hazards hidden on a new level; key: depth.
    HAZARD = "hazard";
    /// The set pieces of a new level; keys: depth, part (always 0).
    ROOM = "room";
    /// The webs of a new level; key: depth.
    WEB = "web";
    /// Whether a search finds a hazard; keys: tick, number of the tile, 0.
    SEARCH = "search";
    /// The random decisions of a bot; keys: which bot, how many times it was asked before. Never
    /// decides an outcome directly.
    BOT = "bot";
    /// The salts of a measurement, which replace the seed in the keys of outcomes; keys: turn, which of the
    /// pairs, which of the two futures. Never decides an outcome of a run.
    MEASURE = "measure";
    /// The seed of a daily; keys: which game, days since 1 January 1970.
    DAILY = "daily";
    /// Purely visual effects: flicker, particles, shuffled tips; keys as each use likes. Never
    /// decides an outcome.
    COSMETIC = "cosmetic";
}

impl Tag {
    /// The longest name, in bytes.
    pub const MAX_LEN: usize = 31;

    /// A tag for the streams of a program that uses this library: its name has a `/`, as in
    /// `"mygame/ponds"`, so that it is never one of the published ones.
    ///
    /// # Panics
    /// If the name is not 1 to [`Tag::MAX_LEN`] bytes of `a`-`z`, `-` and `/`, or has no `/`; in a
    /// constant, when it is compiled.
    ///
    /// ```
    /// use undercroft_core::rng::{Seed, Stream, Tag};
    ///
    /// const PONDS: Tag = Tag::custom("mygame/ponds");
    /// let mut stream = Stream::keyed(PONDS, Seed(7), &[3]);
    /// assert!(stream.below(6) < 6);
    /// ```
    pub const fn custom(name: &'static str) -> Self {
        let bytes = name.as_bytes();
        assert!(
            !bytes.is_empty() && bytes.len() <= Self::MAX_LEN,
            "1 to 31 bytes"
        );
        let (mut at, mut slashes) = (0, 0);
        while at < bytes.len() {
            match bytes[at] {
                b'/' => slashes += 1,
                byte => assert!(
                    byte.is_ascii_lowercase() || byte == b'-',
                    "a-z, - and / alone"
                ),
            }
            at += 1;
        }
        assert!(slashes > 0, "a tag of your own has a /, as in mygame/ponds");
        Self(name)
    }

    /// Private, and called only in constants, so that its assertions are compile-time errors.
    const fn new(name: &'static str) -> Self {
        let bytes = name.as_bytes();
        assert!(!bytes.is_empty() && bytes.len() <= Self::MAX_LEN);
        let mut at = 0;
        while at < bytes.len() {
            assert!(bytes[at].is_ascii_lowercase() || bytes[at] == b'-');
            at += 1;
        }
        Self(name)
    }

    /// The published name, which is what gets hashed.
    #[inline]
    pub const fn name(self) -> &'static str {
        self.0
    }
}

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_tags_are_distinct() {
        let mut names: Vec<&str> = Tag::ALL.iter().map(|tag| tag.name()).collect();
        assert!(!names.is_empty());
        names.sort_unstable();
        let count = names.len();
        names.dedup();
        assert_eq!(names.len(), count, "two tags share a name");
    }
}
