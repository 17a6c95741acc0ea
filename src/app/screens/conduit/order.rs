//! What a player asks for when another board is to be made: its kind, its seed, how hard it is to be.

use crate::conduit::{Difficulty, Maker, Puzzle, Rules, Spec};
use crate::geom::Size;
use crate::rng::Seed;

/// Size of the first board.
const FIRST: Size = Size::new(10, 9);

/// How many boards are looked at for one of a wanted difficulty, at most; and their tiles.
const LOOKED_AT: u32 = 400;
const TILES_LOOKED_AT: usize = 60_000;

/// A kind of board, and the seed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Order {
    /// Size, rules, walls and seed.
    pub spec: Spec,
    /// The difficulty wanted, if any.
    pub difficulty: Option<Difficulty>,
}

impl Order {
    /// The first board of a seed.
    pub fn first(seed: Seed) -> Self {
        let spec = Spec::new(FIRST, Rules::default(), seed);
        Self {
            spec: spec.expect("10x9 is within the sizes that there are"),
            difficulty: None,
        }
    }

    /// Makes the board, and says what names it. Bounded: if no board of the wanted difficulty is
    /// among those looked at, it is the nearest.
    pub(super) fn make(&self) -> (Spec, Puzzle) {
        let mut puzzle = Puzzle::default();
        let mut maker = Maker::default();
        let Some(wanted) = self.difficulty else {
            maker.make(&self.spec, &mut puzzle);
            return (self.spec, puzzle);
        };
        let tries = (TILES_LOOKED_AT / self.spec.size().area()).clamp(1, LOOKED_AT as usize);
        let spec = maker.make_rated(&self.spec, wanted, tries as u32, &mut puzzle);
        (spec, puzzle)
    }
}
