//! The settings of a board to generate: its kind, its seed and the difficulty wanted.

use crate::conduit::{Board, Difficulty, Maker, Puzzle, Rules, Spec};
use crate::geom::Size;
use crate::rng::Seed;

/// Size of a seed's first board.
const FIRST_SIZE: Size = Size::new(10, 9);

/// Limits of the search for a board of the wanted difficulty: boards tried, and their tiles in
/// total.
const MAX_TRIES: usize = 400;
const MAX_TRIED_TILES: usize = 60_000;

/// Settings of a generated board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardConfig {
    /// Size, rules, walls and seed.
    pub spec: Spec,
    /// The difficulty wanted; `None` accepts any.
    pub difficulty: Option<Difficulty>,
}

impl BoardConfig {
    /// The first board of a seed: 10x9 tiles, default rules, any difficulty.
    pub fn first(seed: Seed) -> Self {
        let spec = Spec::new(FIRST_SIZE, Rules::default(), seed);
        Self {
            spec: spec.expect("10x9 is between the smallest and the largest size"),
            difficulty: None,
        }
    }

    /// The settings for more boards like one that was not generated here.
    pub fn like(self, board: &Board) -> Self {
        let Ok(spec) = Spec::new(board.size(), board.rules(), self.spec.seed) else {
            return self;
        };
        let walls = if board.has_walls() {
            self.spec.walls()
        } else {
            0
        };
        Self {
            spec: spec.with_walls(walls).unwrap_or(spec),
            difficulty: None,
        }
    }

    /// The most tiles, of all boards that may have to be tried, that it takes to generate the board.
    pub fn most_tiles(&self) -> usize {
        let area = self.spec.size().area();
        self.difficulty.map_or(area, |_| area * self.most_tries())
    }

    fn most_tries(&self) -> usize {
        (MAX_TRIED_TILES / self.spec.size().area()).clamp(1, MAX_TRIES)
    }

    /// Generates the board; returns it with the spec that reproduces it. If the search limits are
    /// reached before a board of the wanted difficulty is found, the nearest one is returned.
    pub fn generate(&self) -> (Spec, Puzzle) {
        let mut puzzle = Puzzle::default();
        let mut maker = Maker::default();
        let Some(wanted) = self.difficulty else {
            maker.make(&self.spec, &mut puzzle);
            return (self.spec, puzzle);
        };
        let spec = maker.make_rated(&self.spec, wanted, self.most_tries() as u32, &mut puzzle);
        (spec, puzzle)
    }
}
