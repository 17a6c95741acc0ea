//! Searches for maps by their metrics: which seeds of a range make a map that a [`Condition`] holds
//! for, with one kind of map or with parameters that vary.
//!
//! Starts no thread and reads no clock. A [`Search`] is a list of maps that is looked at in pieces, in
//! any order and by any number of workers; a [`Collector`] takes what they find in the order of the
//! pieces and keeps the first matches or the best. So the result is the same however the work is
//! divided, and whoever asks for the next piece can stop at any time.
//!
//! ```
//! use undercroft_core::map::Steps;
//! use undercroft_core::search::{Collector, Question, Scratch, Search};
//!
//! let question = Question {
//!     variants: "rooms/40x30/margin=0..=1".parse()?,
//!     condition: Some("loops >= 1 && rooms in 5..9".parse()?),
//!     steps: Steps::Four,
//!     order: Some("-longest_steps".parse()?),
//!     count: 3,
//! };
//! let search = Search::new(question, "0..200".parse()?);
//! let mut collector = Collector::new(search.question());
//! let mut scratch = Scratch::default();
//! for piece in 0..search.pieces() {
//!     if collector.take(search.look_at(piece, &mut scratch)).is_break() {
//!         break;
//!     }
//! }
//! let found = collector.finish();
//! assert_eq!(found.matches.len(), 3);
//! for found in &found.matches {
//!     println!("{} {:?}", search.question().spec(found), found.figures);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod collector;
mod condition;
mod expressive_range;
mod question;
mod variants;

use std::ops::Range;

pub use collector::{Collector, Found};
pub use condition::{Condition, ConditionError, Figures};
pub use expressive_range::{Axes, Bins, Cell, Cells, ExpressiveRange, Extremes, Point};
pub use question::{Order, Question};
pub use variants::{Variants, VariantsError};

use serde::{Deserialize, Serialize};

use crate::map::Map;
use crate::mapgen::Buffers;
use crate::mapgen::metric::{Measurement, Metric, MetricBuffers, Way};
use crate::rng::{Seed, SeedRange};

/// A map that was searched for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Match {
    /// Its seed.
    pub seed: Seed,
    /// The number of its kind among the [`Variants`].
    pub variant: usize,
    /// The values of the question's metrics, [`Question::metrics`].
    pub figures: Box<[u64]>,
    /// The steps of its ways, [`Question::ways`]; `None` where there is no way.
    pub steps: Box<[Option<u64>]>,
}

/// What a piece of a search holds.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Findings {
    /// The matches, in the order of the maps.
    pub matches: Vec<Match>,
    /// The maps that could not be generated, in order: their seeds and kinds.
    pub failures: Vec<(Seed, usize)>,
}

/// The maps to look at: those of a question for a range of seeds. For each seed in turn, the kinds of
/// map in their order.
#[derive(Clone, Debug)]
pub struct Search {
    question: Question,
    /// The metrics of a match, [`Question::metrics`].
    metrics: Vec<Metric>,
    ways: Vec<Way>,
    seeds: SeedRange,
    /// Maps per piece.
    piece: u64,
}

/// Working memory of a worker, which grows to the size of the maps.
#[derive(Debug, Default)]
pub struct Scratch {
    map: Map,
    buffers: Buffers,
    metric_buffers: MetricBuffers,
}

/// The most maps in a piece, and the most tiles in terms of [`MapSpec::quick_area`] if that is more than one map.
const PIECE_MAPS: u64 = 256;
const PIECE_AREAS: u64 = 4;

impl Search {
    /// The search for the answers to `question` among `seeds`.
    pub fn new(question: Question, seeds: SeedRange) -> Self {
        let kind = question.variants.spec(0, Seed(0));
        let (area, quick) = (kind.size().area().max(1), kind.quick_area());
        Self {
            metrics: question.metrics(),
            ways: question.ways(),
            question,
            seeds,
            piece: (PIECE_AREAS * quick as u64 / area as u64).clamp(1, PIECE_MAPS),
        }
    }

    /// What is searched for.
    pub const fn question(&self) -> &Question {
        &self.question
    }

    /// The question alone.
    pub fn into_question(self) -> Question {
        self.question
    }

    /// The seeds.
    pub const fn seeds(&self) -> SeedRange {
        self.seeds
    }

    /// Number of maps: at most 10^12 seeds with 10^4 kinds.
    pub const fn maps(&self) -> u64 {
        self.seeds.count() * self.question.variants.count() as u64
    }

    /// Number of pieces. Each takes milliseconds, or as long as one map that takes longer.
    pub const fn pieces(&self) -> u64 {
        self.maps().div_ceil(self.piece)
    }

    /// The maps of a piece, by their numbers.
    fn numbers(&self, piece: u64) -> Range<u64> {
        let first = piece * self.piece;
        first..self.maps().min(first + self.piece)
    }

    /// Number of maps in a piece.
    pub fn maps_in(&self, piece: u64) -> u64 {
        let numbers = self.numbers(piece);
        numbers.end - numbers.start
    }

    /// Generates and measures the maps of a piece, which is below [`pieces`](Self::pieces). Allocates only
    /// for what it finds, once `scratch` has grown; a scratch may go from search to search.
    pub fn look_at(&self, piece: u64, scratch: &mut Scratch) -> Findings {
        let Scratch {
            map,
            buffers,
            metric_buffers,
        } = scratch;
        let variants = &self.question.variants;
        let mut findings = Findings::default();
        for number in self.numbers(piece) {
            let seed = self.seeds.get(number / variants.count() as u64);
            let variant = (number % variants.count() as u64) as usize;
            let spec = variants.spec(variant, seed);
            if spec.generate_into(map, buffers).is_err() {
                findings.failures.push((seed, variant));
                continue;
            }
            let mut measurement =
                Measurement::new(map, metric_buffers).with_steps(self.question.steps);
            let condition = self.question.condition.as_ref();
            if condition.is_none_or(|it| it.holds(&mut measurement)) {
                let ways = self.ways.iter();
                let steps = ways.map(|way| measurement.steps(*way)).collect();
                let metrics = self.metrics.iter();
                findings.matches.push(Match {
                    seed,
                    variant,
                    figures: metrics.map(|metric| measurement.get(*metric)).collect(),
                    steps,
                });
            }
        }
        findings
    }
}
