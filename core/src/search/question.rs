//! The question of a search: what kinds of map, which condition, and which matches to keep.

use std::fmt;
use std::str::FromStr;

use super::{Condition, Match, Variants};
use crate::map::Steps;
use crate::mapgen::metric::{Metric, Way};
use crate::mapgen::{MapSpec, hint, nearest};
use crate::text::{self, Invalid};

/// What a search asks for, apart from the seeds. Searches of one question can be joined.
#[derive(Clone, Debug)]
pub struct Question {
    /// The kinds of map.
    pub variants: Variants,
    /// What a match must meet; every map matches without one.
    pub condition: Option<Condition>,
    /// The steps that `farthest_steps` and `longest_steps` count.
    pub steps: Steps,
    /// Which matches are the best; without one, those of the lowest seeds.
    pub order: Option<Order>,
    /// How many matches to keep at most.
    pub count: usize,
}

impl Question {
    /// The metrics that condition and order name, each once, in the order of [`Metric::NAMED`]: those that
    /// are measured of a match.
    pub fn metrics(&self) -> Vec<Metric> {
        let mut metrics = self
            .condition
            .as_ref()
            .map_or_else(Vec::new, Condition::metrics);
        metrics.extend(self.order.map(|order| order.metric));
        metrics.sort_unstable();
        metrics.dedup();
        metrics
    }

    /// The ways that the condition names: they are measured of a match, too.
    pub fn ways(&self) -> Vec<Way> {
        let condition = self.condition.as_ref();
        condition.map_or_else(Vec::new, Condition::ways)
    }

    /// The map that was found.
    pub fn spec(&self, found: &Match) -> MapSpec {
        self.variants.spec(found.variant, found.seed)
    }
}

/// An order of matches by a metric. Written as the metric's name, for the largest value first, or with
/// a minus sign before it, for the smallest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Order {
    /// The metric.
    pub metric: Metric,
    /// Whether the smallest value comes first.
    pub is_ascending: bool,
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.is_ascending { "-" } else { "" };
        write!(f, "{sign}{}", self.metric.name())
    }
}

impl FromStr for Order {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        let text = text::value(text);
        let (name, is_ascending) = match text.strip_prefix('-') {
            Some(name) => (text::trim(name), true),
            None => (&*text, false),
        };
        Ok(Self {
            metric: find_metric(name)?,
            is_ascending,
        })
    }
}

/// The metric called `name`.
pub(in crate::search) fn find_metric(name: &str) -> Result<Metric, Invalid> {
    Metric::find(name).ok_or_else(|| {
        let names = Metric::NAMED.map(Metric::name);
        let hint = hint(nearest(name, names), names.into_iter());
        let found = text::excerpt(name);
        Invalid::new(format!("there is no metric \"{found}\"; {hint}"))
    })
}
